//! Generates large graphs as lists of edges: `cargo xtask make tree 1000000 > tree.txt`.

use crate::random::Random;
use std::io::{self, BufWriter, Write};

pub const HELP: &str = "\
  make KIND N [SEED]
                   Print a graph of N edges connected to vertex 0, one edge per line. KIND is tree (random), path,
                   cactus (random cycles of up to 60 edges) or graph (random, half of the edges on cycles)
  make digraph VERTICES EDGES [SEED]
                   Print random directed edges, one per line
";

/// Runs `make` with its arguments.
pub fn make(args: &[String]) -> Result<(), String> {
    if let [kind, vertices, edges, seed @ ..] = args
        && kind == "digraph"
        && seed.len() <= 1
    {
        let seed = seed.first().map_or(Ok(1), |seed| number(seed))?;
        let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
        let written = digraph(number(vertices)?, number(edges)?, Random(seed), &mut out);
        return written.and_then(|()| out.flush()).map_err(|error| format!("writing: {error}"));
    }
    let (kind, edges, seed) = match args {
        [kind, edges] => (kind, edges, 1),
        [kind, edges, seed] => (kind, edges, number(seed)?),
        _ => return Err(format!("usage:\n{HELP}\nmake")),
    };
    let (edges, random) = (number(edges)?, Random(seed));
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match kind.as_str() {
        "tree" => tree(edges, random, &mut out),
        "path" => (0..edges).try_for_each(|v| writeln!(out, "{v}-{}", v + 1)),
        "cactus" => cactus(edges, random, &mut out),
        "graph" => graph(edges, random, &mut out),
        _ => return Err(format!("there is no `{kind}` to make:\n{HELP}\nmake")),
    };
    written.and_then(|()| out.flush()).map_err(|error| format!("writing: {error}"))
}

fn number(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("`{text}` is no number: make"))
}

fn tree(edges: u64, mut random: Random, out: &mut impl Write) -> io::Result<()> {
    (1..=edges).try_for_each(|v| writeln!(out, "{}-{v}", random.below(v)))
}

fn cactus(edges: u64, mut random: Random, out: &mut impl Write) -> io::Result<()> {
    let (mut remaining, mut vertices) = (edges, 1);
    while remaining > 0 {
        let (at, length) = (random.below(vertices), 1 + random.below(remaining.min(60)));
        let mut from = at;
        for _ in 1..length {
            writeln!(out, "{from}-{vertices}")?;
            (from, vertices) = (vertices, vertices + 1);
        }
        writeln!(out, "{from}-{at}")?;
        remaining -= length;
    }
    Ok(())
}

fn graph(edges: u64, mut random: Random, out: &mut impl Write) -> io::Result<()> {
    let vertices = edges.div_ceil(2) + 1;
    tree(vertices - 1, Random(random.below(u64::MAX)), out)?;
    (vertices - 1..edges).try_for_each(|_| writeln!(out, "{}-{}", random.below(vertices), random.below(vertices)))
}

fn digraph(vertices: u64, edges: u64, mut random: Random, out: &mut impl Write) -> io::Result<()> {
    (0..edges).try_for_each(|_| writeln!(out, "{} {}", random.below(vertices.max(1)), random.below(vertices.max(1))))
}

//! POJ 2425, A Chess Game: pieces slide along the edges of a graph without cycles; who cannot move loses. Graphs: n,
//! then a line `x v1 ... vx` for each of the vertices 0 to n-1; queries `m v1 ... vm` up to `0`, after which the next
//! graph may follow.
//!
//! The library carries Grundy values of directed graphs. Statement and sample: <http://poj.org/problem?id=2425>.

use grundy::engines::digraph::GrundyValues;
use grundy::prelude::*;
use grundy::rules::Arcs;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (budget, mut out) = (Budget::default(), String::new());
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    while let Some(n) = words.next() {
        let mut edges: Vec<[u32; 2]> = vec![];
        for from in 0..n {
            let length = words.next().expect("how many edges leave the vertex") as usize;
            edges.extend(words.by_ref().take(length).map(|to| [from, to]));
        }
        let graph = Arcs::from_edges(n as usize, &edges);
        let values = GrundyValues::of(&graph, &budget)?.expect("the graph has no cycles");
        while let Some(pieces) = words.next().filter(|&m| m > 0) {
            let value: Nimber = words.by_ref().take(pieces as usize).map(|vertex| values.get(vertex)).sum();
            out.push_str(if value.outcome() == Outcome::N { "WIN\n" } else { "LOSE\n" });
        }
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

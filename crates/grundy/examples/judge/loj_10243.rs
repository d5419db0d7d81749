//! LOJ 10243, moving pieces: `n m k`, then m edges `x y` of a graph without cycles on the vertices 1 to n, then the
//! vertices of k pieces. A move takes a piece along an edge; who cannot move loses. Answer: `win` or `lose`.
//!
//! The library carries Grundy values of directed graphs. Statement: <https://loj.ac/p/10243>.

use grundy::engines::digraph::GrundyValues;
use grundy::prelude::*;
use grundy::rules::Arcs;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    let mut next = || words.next().expect("one more number");
    let (n, m, k) = (next(), next(), next());
    let edges: Vec<[u32; 2]> = (0..m).map(|_| [next() - 1, next() - 1]).collect();
    let graph = Arcs::from_edges(n as usize, &edges);
    let values = GrundyValues::of(&graph, &Budget::default())?.expect("the graph has no cycles");
    let value: Nimber = (0..k).map(|_| values.get(next() - 1)).sum();
    Ok(if value.outcome() == Outcome::N { "win\n" } else { "lose\n" }.to_owned())
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

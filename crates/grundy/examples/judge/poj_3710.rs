//! POJ 3710, Christmas Game: green Hackenbush on trees with polygons hanging from them; vertex 1 is the root, Sally
//! moves first. Cases: the number of graphs, then for each the numbers of vertices and of edges, and the edges. Up to
//! the end of the input.
//!
//! The library carries Hackenbush, by the colon and the fusion principle. Statement and sample:
//! <http://poj.org/problem?id=3710>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace().map(|v| v.parse::<usize>().expect("a number"));
    while let Some(graphs) = words.next() {
        let mut value = Nimber::ZERO;
        for _ in 0..graphs {
            let (_vertices, edges) = (words.next(), words.next().expect("the number of edges"));
            let ends: Vec<usize> = words.by_ref().take(2 * edges).collect();
            let edges: Vec<String> = ends.chunks(2).map(|edge| format!("{}-{}", edge[0], edge[1])).collect();
            value += g.value(&format!("hackenbush[ground=1]({})", edges.join(",")))?;
        }
        out.push_str(if value.outcome() == Outcome::N { "Sally\n" } else { "Harry\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

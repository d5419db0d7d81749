//! AtCoder AGC017 D, Game on Tree: cut an edge of a tree; what is not joined to vertex 1 any more vanishes. Alice
//! moves first. Input: n, then n-1 edges.
//!
//! The library carries Hackenbush on trees of any size, by the colon principle.
//! Statement and samples: <https://atcoder.jp/contests/agc017/tasks/agc017_d>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let ends: Vec<&str> = input.split_ascii_whitespace().skip(1).collect();
    let edges: Vec<String> = ends.chunks(2).map(|edge| edge.join("-")).collect();
    let wins = Grundy::new().wins(&format!("hackenbush[ground=1]({})", edges.join(",")))?;
    Ok(if wins { "Alice\n" } else { "Bob\n" }.to_string())
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

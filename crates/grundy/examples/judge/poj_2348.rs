//! POJ 2348, Euclid's Game: subtract a multiple of the smaller number from the larger; who reaches 0 wins, Stan moves
//! first. Cases `a b`, ended by `0 0`.
//!
//! The library carries Euclid's game, by the Euclidean algorithm. Statement and sample:
//! <http://poj.org/problem?id=2348>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    for pair in words.chunks(2).take_while(|&pair| pair != ["0", "0"]) {
        let wins = g.wins(&format!("euclid({})", pair.join(",")))?;
        out.push_str(if wins { "Stan wins\n" } else { "Ollie wins\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

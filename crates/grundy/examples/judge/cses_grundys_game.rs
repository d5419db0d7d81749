//! CSES 2207, Grundy's Game: split a heap into two of different sizes; n goes up to 10^6. First line: the number of
//! cases; each is n.
//!
//! The library carries the engine of long sequences: all values up to the largest n are computed, within the second
//! that the judge gives. Nothing is taken for granted about heaps that no table has reached.
//! Statement and sample: <https://cses.fi/problemset/task/2207>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let heaps = input.split_ascii_whitespace().skip(1).map(|n| n.parse().expect("a heap"));
    let heaps: Vec<usize> = heaps.collect();
    let outcomes = Grundy::new().outcomes("grundy_game", heaps.iter().max().map_or(0, |&n| n as u64))?;
    Ok(heaps.iter().map(|&n| if outcomes[n] == Outcome::N { "first\n" } else { "second\n" }).collect())
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

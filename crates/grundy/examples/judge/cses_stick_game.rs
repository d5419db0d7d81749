//! CSES 1729, Stick Game: take p1, ..., or pk sticks; W or L for each of 1 to n sticks. Input: `n k`, then the k
//! amounts.
//!
//! The library carries tables of subtraction games. Statement and sample: <https://cses.fi/problemset/task/1729>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut words = input.split_ascii_whitespace();
    let n = words.next().and_then(|n| n.parse().ok()).expect("the number of sticks");
    let amounts: Vec<&str> = words.skip(1).collect();
    let outcomes = Grundy::new().outcomes(&format!("take[{}]", amounts.join(",")), n)?;
    let letters = outcomes[1..].iter().map(|&outcome| if outcome == Outcome::N { 'W' } else { 'L' });
    Ok(letters.chain(['\n']).collect())
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

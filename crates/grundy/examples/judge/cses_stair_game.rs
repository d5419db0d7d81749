//! CSES 1099, Stair Game: a move carries balls from a stair to the one before it, those of stair 1 stay. First line:
//! the number of cases; each is `n p1 ... pn`.
//!
//! The library carries staircase Nim, with a lowest stair that is frozen. Statement and sample:
//! <https://cses.fi/problemset/task/1099>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("stairs[frozen]({})", heaps.join(",")))?;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

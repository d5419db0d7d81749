//! HDU 1849, Rabbit and Grass: pieces on squares 0, 1, 2, ... of a strip move any way to the left; any number may
//! share a square. Cases `m k1 ... km`, ended by 0.
//!
//! The library carries Nim: each piece is a heap. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=1849>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { "Rabbit Win!\n" } else { "Grass Win!\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

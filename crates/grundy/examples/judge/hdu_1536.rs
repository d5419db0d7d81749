//! HDU 1536, S-Nim: take a number of beads in a set S. Games `k s1 ... sk`, then m and m positions `l h1 ... hl`, a
//! letter each; a line `0` ends.
//!
//! The library carries subtraction games of any set, with tables that stand from one position to the next.
//! Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1536>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(k) = words.next().filter(|&k| k != "0") {
        let set: Vec<&str> = words.by_ref().take(k.parse().expect("a count")).collect();
        let game = format!("take[{}]", set.join(","));
        let positions: usize = words.next().and_then(|m| m.parse().ok()).expect("how many positions follow");
        for _ in 0..positions {
            let length = words.next().and_then(|l| l.parse().ok()).expect("how many heaps follow");
            let heaps: Vec<&str> = words.by_ref().take(length).collect();
            let wins = g.wins(&format!("{game}({})", heaps.join(",")))?;
            out.push(if wins { 'W' } else { 'L' });
        }
        out.push('\n');
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

//! HDU 1846, Brave Game: take 1 to m of n stones; who takes the last one wins. First line: the number of cases; each
//! is `n m`.
//!
//! The library carries Bash's game, by residues. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=1846>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("take[1..{b}]({a})"))?;
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

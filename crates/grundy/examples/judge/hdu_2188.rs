//! HDU 2188, 悼念512汶川大地震遇难同胞——选拔志愿者: Grass and Rabbit in turn give 1 to m yuan, Grass first; who brings the
//! sum to n wins. First line: the number of cases; each is `n m`.
//!
//! The library carries counting races. Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=2188>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("count[1..{b}; {a}](0)"))?;
        out.push_str(if wins { "Grass\n" } else { "Rabbit\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

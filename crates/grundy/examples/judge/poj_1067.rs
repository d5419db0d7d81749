//! POJ 1067, 取石子游戏: Wythoff's game; 1 if the first player wins, else 0. One `a b` a line, up to the end.
//!
//! The library carries Wythoff's game, by the golden ratio in integers. Statement and sample:
//! <http://poj.org/problem?id=1067>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("wythoff({a},{b})"))?;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

//! HDU 2516, 取石子游戏: Fibonacci Nim; take at most twice what was just taken, at first not all. One n a line, ended
//! by 0.
//!
//! The library carries Fibonacci Nim, by Zeckendorf's theorem. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=2516>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    for n in input.split_ascii_whitespace().take_while(|&n| n != "0") {
        let wins = g.wins(&format!("fibonacci_nim({n})"))?;
        out.push_str(if wins { "First win\n" } else { "Second win\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

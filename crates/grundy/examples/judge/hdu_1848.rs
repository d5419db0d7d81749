//! HDU 1848, Fibonacci again and again: take a Fibonacci number of stones from one of three heaps. Cases `m n p`,
//! ended by `0 0 0`.
//!
//! The library carries the Fibonacci numbers as a set of amounts. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=1848>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    for heaps in words.chunks(3).take_while(|&heaps| heaps != ["0"; 3]) {
        let wins = g.wins(&format!("take[fib]({})", heaps.join(",")))?;
        out.push_str(if wins { "Fibo\n" } else { "Nacci\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

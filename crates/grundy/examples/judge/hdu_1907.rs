//! HDU 1907, John: misère Nim with sweets; who eats the last one loses. First line: the number of cases; each is
//! `n a1 ... an`.
//!
//! The library carries misère Nim. Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1907>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("misere nim({})", heaps.join(",")))?;
        out.push_str(if wins { "John\n" } else { "Brother\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

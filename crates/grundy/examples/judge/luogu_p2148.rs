//! Luogu P2148 [SDOI2009], E&D: heaps come in pairs; a move throws one heap of a pair away and divides the other into
//! both. First line: the number of cases; each is `n s1 ... sn`.
//!
//! The library carries Empty and Divide, `ed(a,b)`, by its closed form. Statement and sample:
//! <https://www.luogu.com.cn/problem/P2148>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let pairs: Vec<String> = heaps.chunks(2).map(|pair| format!("ed({})", pair.join(","))).collect();
        let wins = g.wins(&pairs.join("+"))?;
        out.push_str(if wins { "YES\n" } else { "NO\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

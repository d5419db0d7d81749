//! Luogu P2197, Nim 游戏: who wins Nim. First line: the number of cases; each is `n a1 ... an`.
//!
//! The library carries Nim, by Bouton's theorem. Statement and sample: <https://www.luogu.com.cn/problem/P2197>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { "Yes\n" } else { "No\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

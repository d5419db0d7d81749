//! HDU 3032, Nim or not Nim?: Lasker's Nim; take from a heap, or split it into two. Alice moves first. First line: the
//! number of cases; each is `n s1 ... sn`.
//!
//! The library carries Lasker's Nim, by its closed form. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=3032>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("lasker({})", heaps.join(",")))?;
        out.push_str(if wins { "Alice\n" } else { "Bob\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

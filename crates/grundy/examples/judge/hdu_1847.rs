//! HDU 1847, Good Luck in CET-4 Everybody!: two players take powers of 2 from n cards, Kiki first; who takes the last
//! card wins. One n a line, up to the end.
//!
//! The library carries the powers of a base as a set of amounts, by residues. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=1847>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    for n in input.split_ascii_whitespace() {
        let wins = g.wins(&format!("take[2^k]({n})"))?;
        out.push_str(if wins { "Kiki\n" } else { "Cici\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

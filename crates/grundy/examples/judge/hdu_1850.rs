//! HDU 1850, Being a Good Boy in Spring Festival: how many first moves win a game of Nim. Cases `m n1 ... nm`, ended
//! by 0.
//!
//! The library carries the number of winning moves, by formula. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=1850>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let winning = g.count_winning_moves(&format!("nim({})", heaps.join(",")))?;
        out += &format!("{winning}\n");
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

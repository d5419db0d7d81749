//! Luogu P1247, 取火柴游戏: Nim. Print `lose`, or `a b`, take a from heap b with b as small as can be, and what that
//! leaves. Input: k, then k numbers.
//!
//! The library carries the winning moves of Nim, heap by heap. Statement and samples:
//! <https://www.luogu.com.cn/problem/P1247>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut heaps: Vec<u64> = input.split_ascii_whitespace().skip(1).map(|n| n.parse().expect("a heap")).collect();
    let line = |heaps: &[u64], between| heaps.iter().map(u64::to_string).collect::<Vec<String>>().join(between);
    let moves = Grundy::new().winning_moves(&format!("nim({})", line(&heaps, ",")))?;
    let Some(mv) = moves.first() else { return Ok("lose\n".to_string()) };
    let (take, heap) = (mv["take"], mv["heap"]);
    heaps[heap as usize - 1] -= take;
    Ok(format!("{take} {heap}\n{}\n", line(&heaps, " ")))
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

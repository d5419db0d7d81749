//! HDU 2177, 取(2堆)石子游戏: Wythoff's game. Print 0 if it is lost; else 1 and what each winning first move leaves, the
//! smaller heap first. Cases `a b` with a <= b, ended by `0 0`.
//!
//! The statement wants the move that takes from both heaps first. It is silent on the others: the published programs
//! that list all moves take from a, then from b, once if the heaps are equal, and print what two moves leave twice.
//! The library carries Wythoff's game with its winning moves, in that order but for the one in both heaps.
//! Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=2177>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let sizes: Vec<u64> = input.split_ascii_whitespace().map(|n| n.parse().expect("a size")).collect();
    for pair in sizes.chunks(2).take_while(|&pair| pair != [0, 0]) {
        let (a, b) = (pair[0], pair[1]);
        let mut moves = g.winning_moves(&format!("wythoff({a},{b})"))?;
        moves.retain(|mv| a != b || mv.number("heap") != Some(2));
        moves.sort_by_key(|mv| mv.number("heap")); // a move in both has no such number
        out.push_str(if moves.is_empty() { "0\n" } else { "1\n" });
        for mv in moves {
            let take = mv["take"];
            let (x, y) = match mv.number("heap") {
                Some(1) => (a - take, b),
                Some(_) => (a, b - take),
                None => (a - take, b - take),
            };
            out += &format!("{} {}\n", x.min(y), x.max(y));
        }
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

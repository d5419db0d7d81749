//! HDU 2177, 取(2堆)石子游戏: Wythoff's game. Print 0 if it is lost; else 1 and what the winning first moves leave, the smaller
//! heap first; the move that takes from both heaps comes first. The judge names no order of the others: here the smaller
//! heap that is left grows. Cases `a b`, ended by `0 0`. Source and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=2177>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut solver, mut out) = (Solver::new(), String::new());
    let sizes: Vec<u64> = input.split_ascii_whitespace().map(|n| n.parse().expect("a size")).collect();
    for heaps in sizes.chunks(2).take_while(|&heaps| heaps != [0, 0]) {
        let position = parse(&format!("wythoff({},{})", heaps[0], heaps[1]))?;
        let answer = solver.solve(&position, &Question::default(), &Budget::default())?;
        let mut left: Vec<(bool, u64, u64)> = vec![];
        for mv in &answer.moves {
            let take = mv.number("take").expect("every move takes stones");
            let mut rest = [heaps[0], heaps[1]];
            match mv.number("heap") {
                Some(heap) => rest[heap as usize - 1] -= take,
                None => rest = rest.map(|n| n - take),
            }
            left.push((mv.number("heap").is_some(), rest[0].min(rest[1]), rest[0].max(rest[1])));
        }
        left.sort_unstable();
        left.dedup();
        out.push_str(if left.is_empty() { "0\n" } else { "1\n" });
        left.iter().for_each(|(_, a, b)| out += &format!("{a} {b}\n"));
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

//! HDU 2147, kiki's game: a coin goes from the top right corner of n by m squares left, down, or both at once; who
//! cannot move loses. Cases `n m`, ended by `0 0`.
//!
//! The library carries rules of one's own, and tables of them. Statement and sample:
//! <http://acm.hdu.edu.cn/showproblem.php?pid=2147>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let sizes: Vec<u64> = input.split_ascii_whitespace().map(|n| n.parse().expect("a size")).collect();
    let rules = parse_rules("rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }")?;
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let mut table = solver.table(&rules, Of::Outcome, sizes.iter().copied().max().unwrap_or(0), true, &budget)?;
    let mut out = String::new();
    for size in sizes.chunks(2).take_while(|&size| size != [0, 0]) {
        let wins = table.cell([size[0] - 1, size[1] - 1, 0])?.outcome == Outcome::N;
        out.push_str(if wins { "Wonderful!\n" } else { "What a pity!\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

//! CSES 1729, Stick Game: take p1, ..., or pk sticks; W or L for each of 1 to n sticks. Input: `n k`, then the k amounts.
//! Source and sample: <https://cses.fi/problemset/task/1729>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut words = input.split_ascii_whitespace();
    let n: u64 = words.next().and_then(|n| n.parse().ok()).expect("the number of sticks");
    let amounts: Vec<&str> = words.skip(1).collect();
    let rules = parse_rules(&format!("take[{}]", amounts.join(",")))?;
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let mut table = solver.table(&rules, Of::Outcome, n, true, &budget)?;
    let mut letter = |n| Ok(if table.cell([n, 0, 0])?.outcome == Outcome::N { 'W' } else { 'L' });
    (1..=n).map(&mut letter).chain([Ok('\n')]).collect()
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

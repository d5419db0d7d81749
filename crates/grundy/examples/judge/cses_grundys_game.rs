//! CSES 2207, Grundy's Game: split a heap into two of different sizes; n goes up to 10^6. First line: the number of cases; each
//! is n. The library tabulates Grundy's game by its definition, which is too slow at 10^6. Heaps above 1222 are taken as won: A.
//! Flammenkamp's values (<http://wwwhomes.uni-bielefeld.de/achim/grundy.html>) have no larger heap worth 0; the test holds that
//! against the definition up to 6000 only. Source and sample: <https://cses.fi/problemset/task/2207>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut out = String::new();
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let rules = parse_rules("grundy_game")?;
    let mut table = solver.table(&rules, Of::Grundy, 1222, true, &budget)?;
    for n in input.split_ascii_whitespace().skip(1).map(|n| n.parse::<u64>().expect("a heap")) {
        let wins = n > 1222 || table.cell([n, 0, 0])?.outcome == Outcome::N;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

//! POJ 2068, Nim: two teams of n sit in turn around a heap of s stones; each of the 2n players has a limit of what to take, and
//! the team that takes the last stone loses. 1 if the first team wins, else 0. Cases `n s m1 ... m2n`, ended by 0.
//! Source and sample: <http://poj.org/problem?id=2068>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (mut solver, mut out) = (Solver::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let players = 2 * n.parse::<usize>().expect("the size of a team");
        let stones = words.next().expect("the number of stones");
        let limits = words.by_ref().take(players).enumerate();
        // Whose turn it is, is part of the position.
        let moves: Vec<String> = limits
            .map(|(turn, limit)| format!("(s-k, {}) for k in 1..{limit} if t == {turn}", (turn + 1) % players))
            .collect();
        let wins = solver.wins(&format!("misere rule{{ (s,t) -> {} }}({stones},0)", moves.join("; ")))?;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}

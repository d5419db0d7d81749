//! Checks the theorem on complimenting moves on random sums of Nimstring positions.
//!
//! The answer is compared with a search of the graph that is the union of the graphs of the sum.

use super::report::{Checked, report_progress};
use grundy_engines::theorems::COMPLIMENTING_MOVES;
use grundy_lang::text;
use grundy_rules::{Budget, DynGame, Library, Outcome, Result, SplitMix64, parse};
use grundy_solve::{Answer, MovesWanted, Question, Solver};

pub(super) fn check(games: &[&dyn DynGame], library: &Library, to: u64, budget: &Budget) -> Result<Checked> {
    let mut checked = Checked::new(None, &COMPLIMENTING_MOVES);
    if !games.iter().any(|entry| entry.info().name == "nimstring") {
        return Ok(checked);
    }
    let mut random = SplitMix64(29);
    let mut solver = Solver::new();
    while checked.positions < to {
        let terms: Vec<String> = (0..1 + random.below(3)).map(|term| random_strings(&mut random, term)).collect();
        let sum: Vec<String> = terms.iter().map(|strings| format!("nimstring({strings})")).collect();
        let present: Vec<&str> = terms.iter().map(String::as_str).filter(|strings| !strings.is_empty()).collect();
        let (sum, union) = (sum.join(" + "), format!("nimstring({})", present.join(",")));
        let question = Question { wants_working: false, moves: MovesWanted::All, ..Question::default() };
        let answer = solver.solve(&parse(&sum, library)?, &question, budget)?;
        let by_rules = Question { use_theorems: false, ..question };
        let searched = solver.solve(&parse(&union, library)?, &by_rules, budget)?;
        let outcome = |answer: &Answer| {
            let outcome = answer.result.outcome.map_or("?", Outcome::name);
            let moves = answer.moves.listed.len();
            text!("{outcome}, {moves} winning moves", outcome, moves)
        };
        checked.compare(sum, outcome(&answer), outcome(&searched));
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Returns a random list of at most five strings, whose coins belong to this term.
fn random_strings(random: &mut SplitMix64, term: u64) -> String {
    let mut from = 0;
    let mut list = vec![];
    for _ in 0..random.below(6) {
        let to = random.below(4);
        if from != to {
            let name = |coin: u64| if coin == 0 { "0".to_string() } else { format!("c{}", 10 * term + coin) };
            list.push(format!("{}-{}", name(from), name(to)));
        }
        // Paths are frequent: at least half of the strings begin where the last one ends.
        from = if random.below(2) == 0 { to } else { random.below(4) };
    }
    list.join(",")
}

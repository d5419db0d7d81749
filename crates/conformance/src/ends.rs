//! Checks the theorem on immediate wins on random rules with `wins if` and `loses if`.
//!
//! The answer is compared with a search of all positions of the sum.

use super::report::{Checked, report_progress};
use grundy_engines::theorems::IMMEDIATE_WINS;
use grundy_lang::{Text, text};
use grundy_rules::{Budget, DynGame, Library, Outcome, Result, SplitMix64, parse};
use grundy_solve::{Answer, Move, MovesWanted, Question, Solver};

pub(super) fn check(games: &[&dyn DynGame], library: &Library, to: u64, budget: &Budget) -> Result<Checked> {
    let mut checked = Checked::new(None, &IMMEDIATE_WINS);
    // The random positions are rules, so there is nothing to check without the game `rule`.
    if !games.iter().any(|entry| entry.info().name == "rule") {
        return Ok(checked);
    }
    let mut random = SplitMix64(13);
    let mut solver = Solver::new();
    while checked.positions < to {
        let position = position(&mut random);
        let spec = parse(&position, library)?;
        let question = Question { wants_working: false, moves: MovesWanted::All, ..Question::default() };
        let answer = solver.solve(&spec, &question, budget)?;
        let searched = solver.solve(&spec, &Question { use_theorems: false, ..question }, budget)?;
        checked.compare(position, result_text(&answer), result_text(&searched));
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Returns the text of a random position of one to three components.
fn position(random: &mut SplitMix64) -> String {
    let mut up_to = |max: usize| random.index(max + 1);
    let (rule, arity, max) = match up_to(3) {
        0 => (format!("n -> (i)+(n-{c}-i) for i in {a}..n-{c}-{a}", c = 1 + up_to(1), a = up_to(1)), 1, 7),
        1 => (format!("n -> n-k for k in {{{},{}}}; n-1 if n % 3 == {}", 1 + up_to(2), 2 + up_to(3), up_to(2)), 1, 8),
        2 => ("n -> (n/2)+(n/2); (n-1)+(n/3); n-2".to_string(), 1, 8),
        _ => ("(a,b) -> (i,b)+(a-i,b) for i in 1..a-1; (a,i)+(a,b-i) for i in 1..b-1".to_string(), 2, 3),
    };
    let name = if arity == 1 { "n" } else { "a*b" };
    let mut ends = String::new();
    for _ in 0..1 + up_to(1) {
        let keyword = if up_to(2) == 0 { "wins" } else { "loses" };
        let condition =
            if up_to(1) == 0 { format!("{name} == {}", up_to(5)) } else { format!("{name} % 4 == {}", up_to(3)) };
        ends.push_str(&format!(" {keyword} if {condition}"));
    }
    let numbers: Vec<String> = (0..arity * (1 + up_to(2))).map(|_| (up_to(max - 1) + 1).to_string()).collect();
    format!("rule{{ {rule}{ends} }}({})", numbers.join(","))
}

/// Formats the outcome, the winning moves and the other moves.
fn result_text(answer: &Answer) -> Text {
    let outcome = answer.result.outcome.map_or("?", Outcome::name);
    let list = |moves: &[Move]| {
        Text::list(moves.iter().map(|mv| {
            let part = mv.place.component + 1;
            text!("{words} in component {part}", words = &mv.text, part)
        }))
    };
    let (moves, others) = (list(&answer.moves.listed), list(&answer.moves.others));
    text!("{outcome}, winning moves [{moves}], other moves [{others}]", outcome, moves, others)
}

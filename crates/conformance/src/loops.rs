//! Checks theorems on games with cycles on random graphs.
//!
//! The answer for a single token is compared with the definition, evaluated in rounds. The answer for a sum of tokens
//! and Nim heaps is compared with a search of the graph of all positions.

use super::report::{Checked, report_progress};
use grundy_engines::digraph::LoopyOutcome;
use grundy_engines::theorems::RETROGRADE;
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{
    Arcs, DynGame, Kind, Library, Outcome, Play, PositionSum, Result, SplitMix64, TableForm, TheoremInfo, parse,
};
use grundy_solve::{Answer, Question, Solver};
use std::ptr;

/// The number of samples of a game that are examined for cycles.
const MAX_SAMPLES: usize = 100;

pub(super) fn check(
    games: &[&dyn DynGame],
    library: &Library,
    theorem: &'static TheoremInfo,
    to: u64,
    budget: &Budget,
) -> Result<Checked> {
    let mut checked = Checked::new(None, theorem);
    // Without a game that has cycles there is nothing to check.
    let has_cycles = |entry: &&dyn DynGame| {
        let first = entry.samples().take(MAX_SAMPLES);
        entry.info().kind == Kind::Impartial
            && !entry.info().short
            && first.into_iter().any(|p| !p.ruleset().is_short())
    };
    if !games.iter().any(has_cycles) {
        return Ok(checked);
    }
    let mut random = SplitMix64(11);
    let mut solver = Solver::new();
    while checked.positions < to {
        let single_token = ptr::eq(theorem, &RETROGRADE);
        let position = position(&mut random, single_token);
        let spec = parse(&position, library)?;
        if spec.is_short() {
            continue;
        }
        let question = Question { wants_working: false, ..Question::default() };
        let answer = solver.solve(&spec, &question, budget)?;
        let (claim, search) = if single_token {
            (outcome_text(&answer), solve_by_rounds(&spec))
        } else {
            let searched = solver.solve(&spec, &Question { use_theorems: false, ..question }, budget)?;
            (value_text(&answer), value_text(&searched))
        };
        checked.compare(position, claim, search);
        report_progress(budget, checked.positions, to)?;
    }
    Ok(checked)
}

/// Returns the text of a random position.
///
/// If `single_token` is true, the position is a single token on a graph; otherwise it is a sum of tokens and perhaps a
/// Nim heap.
fn position(random: &mut SplitMix64, single_token: bool) -> String {
    let mut text = String::new();
    if single_token && random.index(2) == 0 {
        text.push_str("misere ");
    }
    let vertices = 2 + random.index(if single_token { 7 } else { 5 });
    let names: Vec<String> = (0..vertices).map(|v| v.to_string()).collect();
    let edges: Vec<String> = (0..1 + random.index(2 * vertices))
        .map(|_| format!("{}>{}", random.index(vertices), random.index(vertices)))
        .collect();
    let tokens = if single_token { 1 } else { 1 + random.index(3) };
    let tokens: Vec<String> = (0..tokens).map(|_| random.index(vertices).to_string()).collect();
    text.push_str(&format!("token[{},{}]({})", edges.join(","), names.join(","), tokens.join(",")));
    if !single_token && (tokens.len() == 1 || random.index(2) == 0) {
        text.push_str(&format!(" + nim({})", random.index(4)));
    }
    text
}

/// Formats the outcome, the remoteness, and the number of moves that preserve the outcome.
fn result_text(outcome: &str, remoteness: Option<u64>, preserving: u128) -> Text {
    match remoteness {
        None => text!("{outcome}, moves that keep the outcome: {serving}", outcome, serving = preserving),
        Some(remoteness) => text!(
            "{outcome}, remoteness {remoteness}, moves that keep the outcome: {serving}",
            outcome,
            remoteness,
            serving = preserving
        ),
    }
}

fn outcome_text(answer: &Answer) -> Text {
    let outcome = answer.result.outcome.map_or("?", Outcome::name);
    result_text(outcome, answer.result.remoteness, answer.moves.total.unwrap_or(0))
}

fn value_text(answer: &Answer) -> Text {
    let value = match (&answer.values.grundy, &answer.values.loopy) {
        (Some(nimber), _) => Text::verbatim(nimber.0.to_string()),
        (_, Some(loopy)) => Text::verbatim(loopy.to_string()),
        _ => text!("none"),
    };
    let moves = answer
        .moves
        .listed
        .iter()
        .map(|mv| text!("{words} in component {part}", words = &mv.text, part = mv.term_number));
    let outcome = answer.result.outcome.map_or("?", Outcome::name);
    text!("{outcome}, value {value}, moves [{moves}]", outcome, value, moves = Text::list(moves))
}

/// Solves a position with one token by the definition.
///
/// Round k determines the wins and losses of remoteness k.
fn solve_by_rounds(spec: &PositionSum) -> Text {
    let position = &spec.terms[0].position;
    let Some(graph) = position.ruleset().table_form().and_then(TableForm::graph) else {
        return text!("the game has no graph");
    };
    let arcs: &Arcs = graph.arcs();
    let mut outcomes: Vec<LoopyOutcome> = vec![LoopyOutcome::Draw; arcs.vertices()];
    for round in 0..=arcs.vertices() as u32 {
        let before = outcomes.clone();
        for v in 0..arcs.vertices() as u32 {
            let options = arcs.targets_of(v);
            let outcome = &mut outcomes[v as usize];
            if *outcome != LoopyOutcome::Draw {
                continue;
            }
            *outcome = match spec.play {
                Play::Normal if options.is_empty() => LoopyOutcome::Loss(0),
                Play::Misere if options.is_empty() => LoopyOutcome::Win(0),
                _ if options.iter().any(|&w| matches!(before[w as usize], LoopyOutcome::Loss(_))) => {
                    LoopyOutcome::Win(round)
                }
                _ if options.iter().all(|&w| matches!(before[w as usize], LoopyOutcome::Win(_))) => {
                    LoopyOutcome::Loss(round)
                }
                _ => LoopyOutcome::Draw,
            };
        }
    }
    let vertex = position.table_coordinates(0)[0] as u32;
    let outcome = outcomes[vertex as usize];
    let keeps_outcome = |to: &&u32| {
        let after = outcomes[**to as usize];
        matches!(
            (outcome, after),
            (LoopyOutcome::Win(_), LoopyOutcome::Loss(_)) | (LoopyOutcome::Draw, LoopyOutcome::Draw)
        )
    };
    let preserving = arcs.targets_of(vertex).iter().filter(keeps_outcome).count();
    result_text(outcome.outcome().name(), outcome.remoteness(), preserving as u128)
}

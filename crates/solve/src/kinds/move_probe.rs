//! Winning moves of a component whose outcome is known, if no theorem gives all of its winning moves.
//!
//! Each move is evaluated on its own, by a theorem or by a search with small limits.

use crate::answer::Reason;
use grundy_engines::search::{Goal, ImpartialSearch};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    AnyMove, DynPosition, Error, ErrorKind, KnownMoves, Outcome, Play, Player, Result, Rules, SumRules, TheoremInfo,
};
use std::collections::HashSet;

/// The maximal number of moves evaluated, for positions of fewer than `NUMBERS_PER_STEP` numbers.
const MAX_MOVES: usize = 1 << 17;
/// Constructing a position of this many numbers takes about as long as evaluating a small position.
/// A move of a longer position counts correspondingly more against `MAX_MOVES`.
const NUMBERS_PER_STEP: usize = 16;
/// The limits of the search, in positions and bytes.
/// They are small because the outcome is known already, and an answer should not wait long for its moves.
const MAX_POSITIONS: u64 = 1 << 14;
const MAX_BYTES: u64 = 1 << 26;

/// The winning moves of a single component, as far as they were found.
#[derive(Default)]
pub(super) struct ProbedMoves {
    /// The first winning moves, in listing order.
    pub moves: Vec<AnyMove>,
    /// The number of winning moves, listed or not, if all were found.
    pub count: Option<u128>,
    /// The theorems that gave the results of moves.
    pub reasons: Vec<Reason>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Finds the result of each move of the only component, by a theorem or by a search.
/// If the search reaches its limits, the result has the moves found so far and those in `theorem_moves`.
///
/// # Errors
/// Fails with `limit` if the work is cancelled; running out of time or memory is not an error.
pub(super) fn probe(
    position: &dyn DynPosition,
    play: Play,
    theorem_moves: KnownMoves<'_>,
    remaining: usize,
    budget: &Budget,
) -> Result<ProbedMoves> {
    let mut probed = ProbedMoves::default();
    match evaluate_moves(position, play, remaining, budget, &mut probed) {
        Ok(count) => probed.count = count,
        // The outcome is known, so running out of time or memory for the moves is not an error.
        Err(error) if error.kind == ErrorKind::Limit && !budget.is_cancelled() => {}
        Err(error) => return Err(error),
    }
    if let (None, KnownMoves::Examples(list)) = (probed.count, theorem_moves) {
        let known: HashSet<AnyMove> = probed.moves.iter().cloned().collect();
        let free = remaining - probed.moves.len();
        probed.moves.extend(list.take(remaining).filter(|mv| !known.contains(mv)).take(free));
    }
    Ok(probed)
}

/// Evaluates the moves, and returns the number of winning moves if all of them were evaluated.
fn evaluate_moves(
    position: &dyn DynPosition,
    play: Play,
    remaining: usize,
    budget: &Budget,
    probed: &mut ProbedMoves,
) -> Result<Option<u128>> {
    let small = Budget { nodes: budget.nodes.min(MAX_POSITIONS), bytes: budget.bytes.min(MAX_BYTES), ..budget.clone() };
    let mut rules = SumRules::default();
    let components = position.erased_components(&mut rules, false);
    let [component] = components.as_slice() else { return Ok(None) };
    let mut search = ImpartialSearch::new(&rules, play, Goal::Outcome, &small);
    // `root` becomes `None` once the search has reached its limits; then only theorems are used.
    let mut root = match search.position([(component, 1)]) {
        Ok(root) => Some(root),
        Err(error) => ignore_limit(error, budget).map(|()| None)?,
    };
    let (mut steps, mut count, mut complete) = (0, 0, true);
    let mut meter = budget.meter(text!("moves"));
    let step = 1 + position.count_printed_numbers() / NUMBERS_PER_STEP;
    for mv in position.moves(0, Player::LEFT) {
        steps += step;
        if steps > MAX_MOVES {
            complete = false;
            break;
        }
        meter.advance(1)?;
        let known_outcome = match &position.after_counted(0, Player::LEFT, &mv)[..] {
            [(after, 1)] => outcome_by_theorem(&**after, play),
            _ => None,
        };
        let outcome = match known_outcome {
            Some((outcome, theorem)) => {
                let reason = Reason::Theorem(theorem);
                if !probed.reasons.contains(&reason) {
                    probed.reasons.push(reason);
                }
                Some(outcome)
            }
            None => match &root {
                None => None,
                Some(from) => {
                    let after = rules.play_counted(component, Player::LEFT, &mv);
                    let value = search.replace(from, component, &after).and_then(|option| search.evaluate(option));
                    probed.nodes = search.evaluated();
                    match value {
                        Ok(value) => Some(if value == 0 { Outcome::P } else { Outcome::N }),
                        Err(error) => {
                            ignore_limit(error, budget)?;
                            root = None;
                            None
                        }
                    }
                }
            },
        };
        complete &= outcome.is_some();
        if outcome == Some(Outcome::P) {
            count += 1;
            if probed.moves.len() < remaining {
                probed.moves.push(mv);
            }
        }
    }
    Ok(complete.then_some(count))
}

/// Ignores an error that only reports that the search for moves reached its limit.
///
/// # Errors
/// Returns all other errors, and the error of `budget` if the work was cancelled or its time is over.
fn ignore_limit(error: Error, budget: &Budget) -> Result<()> {
    match error.kind {
        ErrorKind::Limit => budget.check(),
        _ => Err(error),
    }
}

/// Returns the outcome of the position after a move if a theorem gives it.
fn outcome_by_theorem(after: &dyn DynPosition, play: Play) -> Option<(Outcome, &'static TheoremInfo)> {
    if after.len() == 1
        && let Some(known) = after.outcome_by_theorem(0, play)
    {
        return Some(known);
    }
    let stated = after.sum_by_theorem(play)?;
    (after.len() == 1 || stated.theorem.covers_sums).then(|| (stated.sum.outcome(play), stated.theorem))
}

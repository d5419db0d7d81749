//! Sums of short games with components whose values are too expensive to compute.
//!
//! The engine of the game of these components finds the outcome and one winning move for each player who wins moving
//! first, or all winning moves if they are wanted. All other components are replaced by their values.

use super::heap_replacement::NimberEvaluator;
use super::partizan_solver::{MovesOfBoth, PLAYERS, PartizanSolver, amount};
use super::partizan_values::{SumEvaluator, ok_unless_interrupted, values_apply};
use crate::answer::{Answer, MoveResult, Reason};
use crate::listing::Listing;
use crate::question::MovesWanted;
use grundy_engines::theorems::{DROPPED_MOVES, SUMS_OF_VALUES, THERMOSTATIC_STRATEGY};
use grundy_lang::text;
use grundy_rules::{
    AnyComponent, AnyMove, Budget, FirstMove, Kind, Outcome, Player, Result, Rules, SettledMove, SumWithValue,
};
use grundy_value::Value;
use std::cmp::Reverse;

/// The maximum number of components, with their copies, that the engine of a game searches together.
const MAX_SEARCHED: u64 = 64;
/// The maximum number of moves in the components that are replaced by their values.
const MAX_MOVES_ELSEWHERE: usize = 1 << 12;

/// The place of a component in the sum.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    term: usize,
    component: usize,
}

/// A move in a component.
#[derive(Clone)]
struct PlacedMove {
    place: Place,
    mv: AnyMove,
}

/// Solves the sum; `None` if no single engine covers the components without values.
pub(super) fn solve(solver: &PartizanSolver<'_>, nimbers: &mut NimberEvaluator<'_>) -> Result<Option<Answer>> {
    if !values_apply(solver) {
        return Ok(None);
    }
    let budget = Budget { progress: None, records: None, ..solver.budget.clone() };
    let mut values = SumEvaluator::for_cheap_values(solver.rules, nimbers, &budget);
    let split = ok_unless_interrupted(SplitSum::new(solver, &mut values), solver.budget)?;
    let Some(split) = split.flatten() else { return Ok(None) };
    let wants_all_moves = matches!(solver.question.moves, MovesWanted::All | MovesWanted::Count);
    let found = values.winning_first_moves(&split.sum, wants_all_moves, solver.budget);
    let Some(found) = found else { return Ok(None) };
    let found = found.map_err(|unfinished| {
        let settled = settled_moves(solver, &split, unfinished.settled);
        values.engine_error(unfinished.limit).with_settled(settled)
    })?;
    let mut reasons = nimbers.take_reasons();
    let outcome = found.outcome();
    let used = [
        (found.uses_values || split.has_values, &SUMS_OF_VALUES),
        (found.uses_cuts, &DROPPED_MOVES),
        (found.uses_bounds, &THERMOSTATIC_STRATEGY),
    ];
    let (nodes, are_all) = (found.nodes, found.are_all);
    let wants_moves = solver.question.moves != MovesWanted::None;
    let mut moves: Vec<(Player, PlacedMove)> = vec![];
    for ((by, found), elsewhere) in PLAYERS.into_iter().zip(found.moves).zip(split.moves_elsewhere) {
        for mv in found.into_iter().filter(|_| wants_moves) {
            let placed = match mv {
                // The copies of a component are next to each other and have the same moves; the list repeats them.
                FirstMove::InComponent(at, _) if are_all && at > 0 && split.places[at] == split.places[at - 1] => {
                    continue;
                }
                FirstMove::InComponent(at, mv) => PlacedMove { place: split.places[at], mv },
                FirstMove::InRest(at) => elsewhere[at].clone(),
            };
            moves.push((by, placed));
        }
    }
    let list = list_of(solver, moves);
    let incomplete = wants_moves && !are_all && outcome != Outcome::P;
    let used = used.into_iter().filter(|(is_used, _)| *is_used).map(|(_, theorem)| Reason::Theorem(theorem));
    reasons.extend(used);
    reasons.push(Reason::Search { nodes });
    let mut answer = solver.answer(outcome, list, reasons, nodes);
    answer.moves.incomplete = incomplete;
    answer.moves.total = answer.moves.total.filter(|_| !incomplete);
    Ok(Some(answer))
}

/// Returns the descriptions of the moves that a search settled before it reached a limit.
fn settled_moves(
    solver: &PartizanSolver<'_>,
    split: &SplitSum,
    settled: [Vec<(FirstMove<AnyMove>, bool)>; 2],
) -> Vec<SettledMove> {
    let terms = &solver.position_sum.terms;
    let mut found = vec![];
    for (player, moves) in settled.into_iter().enumerate() {
        for (mv, wins) in moves {
            let PlacedMove { place, mv } = match mv {
                FirstMove::InComponent(at, mv) => PlacedMove { place: split.places[at], mv },
                FirstMove::InRest(at) => split.moves_elsewhere[player][at].clone(),
            };
            let words = terms[place.term].position.describe(place.component, &mv).text;
            let before: u128 = terms[..place.term].iter().map(|term| u128::from(term.copies)).sum();
            let text = match terms.len() {
                1 if terms[0].copies == 1 => words,
                _ => text!("term {part}: {words}", part = before + 1, words = &words),
            };
            found.push(SettledMove { by: PLAYERS[player], text, wins });
        }
    }
    found
}

/// Returns the list of these moves.
fn list_of<'a>(solver: &PartizanSolver<'a>, mut moves: Vec<(Player, PlacedMove)>) -> Listing<'a> {
    let mut list = Listing::new(solver.position_sum, solver.question.moves.max_listed());
    for (t, term) in solver.position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        let mut each = vec![];
        for component in 0..solver.components[t].len() {
            let mut found = MovesOfBoth::default();
            let max_listed = list.remaining();
            let is_here =
                |(_, placed): &mut (Player, PlacedMove)| placed.place.term == t && placed.place.component == component;
            let mut here = moves.extract_if(.., is_here);
            for (by, PlacedMove { mv, .. }) in here.by_ref().take(max_listed) {
                found.add(by, 1, vec![(amount(term, component, by, &mv), mv)], MoveResult::Win);
            }
            here.for_each(|(by, _)| found.add(by, 1, vec![], MoveResult::Win));
            each.push(found.merge(component, max_listed));
        }
        list.add(t, &each);
    }
    list
}

/// A sum that is split into components for an engine and a value.
struct SplitSum {
    sum: SumWithValue<AnyComponent>,
    /// The place of each component of `sum`.
    places: Vec<Place>,
    /// For each player, the moves to the entries of `sum.values_after`.
    moves_elsewhere: [Vec<PlacedMove>; 2],
    /// Whether some component is replaced by its value.
    has_values: bool,
}

impl SplitSum {
    /// Replaces the components that have cheap values by these values.
    ///
    /// Returns `None` if there are too many other components, or too many moves in the replaced ones.
    ///
    /// The largest component of a partizan game is not evaluated but stays, so its engine is asked in any case.
    fn new(solver: &PartizanSolver<'_>, values: &mut SumEvaluator<'_, '_>) -> Result<Option<SplitSum>> {
        let terms = &solver.position_sum.terms;
        let places =
            terms.iter().enumerate().filter(|(_, term)| term.copies > 0).flat_map(|(term, _)| {
                (0..solver.components[term].len()).map(move |component| Place { term, component })
            });
        let component_at = |place: Place| &solver.components[place.term][place.component];
        let size = |place: Place| terms[place.term].position.component(place.component).count_printed_numbers();
        let is_partizan_game = |place: &Place| {
            !terms[place.term].position.is_bare() && solver.rules.kind(component_at(*place)) != Kind::Impartial
        };
        let games = places.clone().filter(is_partizan_game);
        let Some(largest) = games.max_by_key(|&place| (size(place), Reverse(place.term))) else { return Ok(None) };
        let mut split = SplitSum {
            sum: SumWithValue { components: vec![], value: Value::ZERO, values_after: [vec![], vec![]] },
            places: vec![],
            moves_elsewhere: [vec![], vec![]],
            has_values: false,
        };
        let mut replaced = vec![];
        for place in places {
            let (component, copies) = (component_at(place), terms[place.term].copies);
            let is_largest = (place.term, place.component) == (largest.term, largest.component);
            let value = if is_largest { None } else { values.value_if_cheap(component, solver.budget)? };
            if let Some(value) = value {
                let all = values.times(value, copies)?;
                split.sum.value = values.plus(split.sum.value, all)?;
                replaced.push((place, value));
                continue;
            }
            if split.places.len() as u64 + copies > MAX_SEARCHED {
                return Ok(None);
            }
            for _ in 0..copies {
                split.sum.components.push((component.clone(), false));
                split.places.push(place);
            }
        }
        // If components of several games stayed, the largest of all may be the one that has a value.
        let is_other_game = |(component, _): &(AnyComponent, bool)| !component.has_same_game_as(component_at(largest));
        if split.sum.components.iter().any(is_other_game)
            && let Some(value) = values.value_if_cheap(component_at(largest), solver.budget)?
        {
            let all = values.times(value, terms[largest.term].copies)?;
            split.sum.value = values.plus(split.sum.value, all)?;
            replaced.push((largest, value));
            let is_largest = |place: &Place| (place.term, place.component) == (largest.term, largest.component);
            let stays: Vec<bool> = split.places.iter().map(|place| !is_largest(place)).collect();
            let mut flags = stays.iter();
            split.sum.components.retain(|_| flags.next() == Some(&true));
            split.places.retain(|place| !is_largest(place));
        }
        split.has_values = !replaced.is_empty();
        for (place, value) in replaced {
            let component = component_at(place);
            let negative = values.negative(value)?;
            let rest = values.plus(split.sum.value, negative)?;
            for (player, by) in PLAYERS.into_iter().enumerate() {
                for mv in solver.rules.moves(component, by) {
                    if split.moves_elsewhere[player].len() == MAX_MOVES_ELSEWHERE {
                        return Ok(None);
                    }
                    let mut after = rest;
                    for (component, copies) in solver.rules.play_counted(component, by, &mv) {
                        let Some(value) = values.value_if_cheap(&component, solver.budget)? else { return Ok(None) };
                        let value = values.times(value, copies)?;
                        after = values.plus(after, value)?;
                    }
                    split.sum.values_after[player].push(after);
                    split.moves_elsewhere[player].push(PlacedMove { place, mv });
                }
            }
        }
        // An exhausted budget cuts lists of moves short.
        solver.budget.check()?;
        Ok(Some(split))
    }
}

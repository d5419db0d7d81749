//! Games whose positions are all numbered and solved at once by retrograde analysis.
//! Such games include those in which play can end while moves remain, for example by a completed line.

use super::ends;
use crate::answer::{Answer, Move, MoveResult, Reason};
use crate::listing::{FoundMoves, ListedMove, Listing};
use crate::question::{MovesWanted, Question};
use crate::solved_positions::{SolvedInMemory, unreachable_position};
use crate::tables::Tables;
use grundy_engines::digraph::LoopyOutcome;
use grundy_engines::theorems::RETROGRADE;
use grundy_lang::text;
use grundy_retrograde::{InMemory, solve as solve_tiers};
use grundy_rules::indexed::TerminalResult;
use grundy_rules::{
    AnyMove, Budget, CompactSort, ComponentIndex, DynPosition, Error, ErrorKind, Kind, Outcome, Play, Player,
    PositionSum, Result,
};
use std::collections::HashMap;
use std::fmt;

/// The maximal number of moves of the line of play in which the winner hastens and the loser delays.
const MAX_LEN: usize = 200;

/// A set of positions that were solved before, such as those of a folder.
pub trait SolvedPositions: Send + Sync + fmt::Debug {
    /// Reports whether questions about this position are answered from the set, which belongs to its game.
    fn covers(&self, spec: &PositionSum) -> bool;

    /// Returns the outcome and remoteness of a position for the player `by`, who is to move.
    ///
    /// # Errors
    /// Fails with `refused` for a position that is not in the set and for damaged files, and with `io` if a file
    /// cannot be read.
    fn loopy_outcome(&self, spec: &PositionSum, by: Player) -> Result<LoopyOutcome>;

    /// Returns the reason for an answer from this set: the folder, and the tier of the position.
    fn reason(&self, spec: &PositionSum) -> Reason;

    /// Returns the memory used by the set, in bytes.
    fn bytes(&self) -> u64;
}

/// Solves a position: outcome, remoteness and winning moves.
pub(crate) fn solve(spec: &PositionSum, question: &Question, budget: &Budget, tables: &mut Tables) -> Result<Answer> {
    let is_rule = |position: &dyn DynPosition| {
        position.ruleset().as_rule().is_some()
            && (0..position.len()).all(|component| position.encode(component).is_some())
    };
    if spec.terms.iter().all(|term| is_rule(&*term.position)) {
        return solve_rule(spec, question, budget, tables);
    }
    let position = single_component(spec)?;
    if !question.theorems {
        return solve_by_search(spec, position, question, budget);
    }
    let answer = solve_by_tiers(spec, position, question, budget, tables)?;
    answer.ok_or_else(|| unreachable_position(position))
}

/// Solves positions of rules with `wins if` or `loses if`.
///
/// A single component is solved together with all positions if they can be numbered, since play may then return to
/// earlier positions. Otherwise values of components decide.
fn solve_rule(spec: &PositionSum, question: &Question, budget: &Budget, tables: &mut Tables) -> Result<Answer> {
    if spec.play == Play::Misere {
        return Err(ends::misere_error());
    }
    if !question.theorems {
        return match spec.terms.as_slice() {
            [term] if term.copies == 1 => solve_by_search(spec, &*term.position, question, budget),
            _ => {
                let message = text!("a search without theorems takes a single term");
                let help = text!("write the positions in one pair of brackets, as in {example}", example = "(3,5)");
                Err(Error::new(ErrorKind::Unsupported, message).help(help))
            }
        };
    }
    if let Ok(position) = single_component(spec)
        && let Some(answer) = solve_by_tiers(spec, position, question, budget, tables)?
    {
        return Ok(answer);
    }
    ends::solve(spec, question, budget)
}

/// Solves a single component by retrograde analysis of all positions of its numbering.
///
/// Returns `None` if its positions are not numbered.
fn solve_by_tiers(
    spec: &PositionSum,
    position: &dyn DynPosition,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Option<Answer>> {
    let id = position.ruleset().id();
    let solved = tables.all_positions(&id);
    if solved.as_ref().is_none_or(|solved| solved.loopy_outcome(position).is_err()) {
        let Some(tiers) = position.tiers(0, budget) else { return Ok(None) };
        let tiers = tiers?;
        let start =
            position.encode(0).and_then(|words| tiers.find(&words)).ok_or_else(|| unreachable_position(position))?;
        let results = InMemory::default();
        solve_tiers(&*tiers, start, &results, budget)?;
        tables.store_positions(id.clone(), SolvedInMemory { tiers, results });
    }
    let solved = tables.all_positions(&id).ok_or_else(|| unreachable_position(position))?;
    let reasons = vec![Reason::Theorem(&RETROGRADE), Reason::Search { nodes: solved.results.tally().position_count() }];
    answer(spec, question, reasons, &mut |spec, _| solved.loopy_outcome(single_component(spec)?)).map(Some)
}

/// Solves a position by a set of positions that were solved before.
pub(crate) fn solve_from_database(
    spec: &PositionSum,
    question: &Question,
    solved: &dyn SolvedPositions,
) -> Result<Answer> {
    answer(spec, question, vec![solved.reason(spec)], &mut |spec, by| solved.loopy_outcome(spec, by))
}

/// Returns the only component, or an error if the game cannot be solved in this sum.
fn single_component(spec: &PositionSum) -> Result<&dyn DynPosition> {
    spec.terms.iter().try_for_each(|term| term.position.ruleset().info().check_play(spec.play))?;
    match spec.terms.as_slice() {
        [term] if term.copies == 1 && !term.negative && term.position.len() == 1 => Ok(&*term.position),
        _ => {
            let name = spec.terms.first().map_or("", |term| term.position.ruleset().info().name);
            let message = text!("games that can end in other ways than by a lack of moves cannot be added");
            Err(Error::new(ErrorKind::Unsupported, message).help(text!("solve a single position of {name}", name)))
        }
    }
}

fn answer(
    spec: &PositionSum,
    question: &Question,
    reasons: Vec<Reason>,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Answer> {
    let partizan = spec.kind() == Kind::Partizan;
    let players = if partizan { &[Player::LEFT, Player::RIGHT][..] } else { &[Player::LEFT] };
    let current: Vec<LoopyOutcome> = players.iter().map(|&by| outcome_of(spec, by)).collect::<Result<_>>()?;
    let mut answer = Answer::unsolved(spec);
    if let [left, right] = current[..] {
        let starts = [left.ending(), right.ending()];
        (answer.result.outcome, answer.result.results_moving_first) = (Outcome::from_results(starts), Some(starts));
        (answer.result.remoteness_of, answer.position.short) = ([left.remoteness(), right.remoteness()], false);
    } else {
        (answer.result.outcome, answer.result.remoteness) = (Some(current[0].outcome()), current[0].remoteness());
    }
    answer.nodes = reasons.iter().map(|reason| if let Reason::Search { nodes } = reason { *nodes } else { 0 }).sum();
    answer.explanation.reasons = reasons;
    if question.wants_working {
        // In partizan games the line starts with a player who wins moving first, if there is such a player.
        let decided = || players.iter().zip(&current).filter(|(_, outcome)| **outcome != LoopyOutcome::Draw);
        let first = decided().find(|(_, outcome)| matches!(outcome, LoopyOutcome::Win(_))).or(decided().next());
        if let Some((&by, &current)) = first {
            answer.moves.best_line = find_best_line(spec, by, current, outcome_of)?;
        }
    }
    if question.moves == MovesWanted::None {
        return Ok(answer);
    }
    let max_listed = question.moves.max_listed();
    let (mut best, mut others) = (Listing::new(spec, max_listed), Listing::new(spec, max_listed));
    let is_over = spec.terminal_result().is_some();
    for (t, term) in spec.terms.iter().enumerate().filter(|(_, term)| term.copies > 0 && !is_over) {
        let (mut good, mut bad) = (vec![], vec![]);
        for component in 0..term.position.len() {
            let none = || FoundMoves { component, count: 0, moves: vec![] };
            let (mut found, mut rest) = (none(), none());
            for (&by, &current) in players.iter().zip(&current) {
                // In a negative term the players' roles are swapped.
                let player = if term.negative { by.other() } else { by };
                for mv in term.position.moves(component, player) {
                    let (left, next) = spec.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
                    let outcome = outcome_of(&left, next)?;
                    let (result, best) = match (outcome, current) {
                        (LoopyOutcome::Loss(_), _) => (MoveResult::Win, true),
                        (LoopyOutcome::Draw, current) => (MoveResult::Draw, current == LoopyOutcome::Draw),
                        (LoopyOutcome::Win(_), _) => (MoveResult::Loss, false),
                    };
                    let list = if best { &mut found } else { &mut rest };
                    list.count += 1;
                    if list.moves.len() < max_listed {
                        let remoteness = outcome.remoteness();
                        list.moves.push(ListedMove { remoteness, ..ListedMove::new(mv, by, result) });
                    }
                }
            }
            good.push(found);
            bad.push(rest);
        }
        best.add(t, &good);
        others.add(t, &bad);
    }
    (answer.moves.listed, answer.moves.total) = (best.moves, Some(best.total));
    if question.moves == MovesWanted::All {
        answer.moves.others = others.moves;
    }
    Ok(answer)
}

/// Returns a line of play in which the winner hastens and the loser delays, at most `MAX_LEN` moves.
/// Each move is the first in listing order with the required remoteness.
fn find_best_line(
    spec: &PositionSum,
    by: Player,
    current: LoopyOutcome,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Vec<Move>> {
    let (mut at, mut by, mut current, mut line) = (spec.clone(), by, current, vec![]);
    while line.len() < MAX_LEN {
        let (target, result) = match current {
            LoopyOutcome::Win(moves @ 1..) => (LoopyOutcome::Loss(moves - 1), MoveResult::Win),
            LoopyOutcome::Loss(moves @ 1..) => (LoopyOutcome::Win(moves - 1), MoveResult::Loss),
            _ => break,
        };
        let Some((t, component, mv)) = first_move_to(&at, by, target, outcome_of)? else { break };
        let remoteness = target.remoteness();
        let listed = ListedMove { remoteness, ..ListedMove::new(mv.clone(), by, result) };
        let mut list = Listing::new(&at, 1);
        list.add(t, &[FoundMoves { component, count: 1, moves: vec![listed] }]);
        line.append(&mut list.moves);
        (at, by) = at.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
        current = target;
    }
    Ok(line)
}

/// Returns the first move of `by` to a position with the result `target`, as (term, component, move).
/// Returns `None` if there is no such move.
fn first_move_to(
    spec: &PositionSum,
    by: Player,
    target: LoopyOutcome,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Option<(usize, usize, AnyMove)>> {
    for (t, term) in spec.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        let player = if term.negative { by.other() } else { by };
        for component in 0..term.position.len() {
            for mv in term.position.moves(component, player) {
                let (option, next) = spec.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
                if outcome_of(&option, next)? == target {
                    return Ok(Some((t, component, mv)));
                }
            }
        }
    }
    Ok(None)
}

/// Solves by brute force: rounds over all reachable positions until nothing changes.
/// Round n decides the positions whose remoteness is n, by the results of their options.
fn solve_by_search(
    spec: &PositionSum,
    position: &dyn DynPosition,
    question: &Question,
    budget: &Budget,
) -> Result<Answer> {
    let mut meter = budget.meter(text!("positions"));
    let mut indices = HashMap::from([(component_texts([(position, 1)]), 0usize)]);
    let (mut list, mut options) = (vec![position.clone_box()], vec![]);
    let mut outcomes: Vec<Option<LoopyOutcome>> = vec![];
    let mut bytes = 0u128;
    while options.len() < list.len() {
        meter.advance(1)?;
        let at = list[options.len()].clone_box();
        let end = TerminalResult::of_sum((0..at.len()).filter_map(|component| at.terminal_result(component)));
        let mut to = vec![];
        for component in (0..at.len()).filter(|_| end.is_none()) {
            for mv in at.moves(component, Player::LEFT) {
                let option = at.after(component, Player::LEFT, &mv);
                let texts = component_texts([(&*option, 1)]);
                let index = *indices.entry(texts).or_insert_with_key(|texts| {
                    bytes += texts.iter().map(|text| text.len() as u128 + 64).sum::<u128>() + 256;
                    list.push(option);
                    list.len() - 1
                });
                to.push(index);
            }
        }
        at.ruleset().check_moves()?;
        bytes += 8 * to.len() as u128 + 64;
        budget.check_fits(bytes, &text!("a search of {nodes} positions", nodes = list.len()))?;
        outcomes.push(match end {
            Some(TerminalResult::Win) => Some(LoopyOutcome::Win(0)),
            Some(TerminalResult::Loss) => Some(LoopyOutcome::Loss(0)),
            Some(TerminalResult::Draw) => Some(LoopyOutcome::Draw),
            None if to.is_empty() => Some(LoopyOutcome::Loss(0)),
            None => None,
        });
        options.push(to);
    }
    for round in 1.. {
        budget.check()?;
        let outcome_of = |to: usize| outcomes[to];
        let new: Vec<(usize, LoopyOutcome)> = (0..list.len())
            .filter(|&at| outcomes[at].is_none())
            .filter_map(|at| {
                let lost = |&to: &usize| matches!(outcome_of(to), Some(LoopyOutcome::Loss(_)));
                let won = |&to: &usize| matches!(outcome_of(to), Some(LoopyOutcome::Win(_)));
                if options[at].iter().any(lost) {
                    return Some((at, LoopyOutcome::Win(round)));
                }
                options[at].iter().all(won).then_some((at, LoopyOutcome::Loss(round)))
            })
            .collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|(at, outcome)| outcomes[at] = Some(outcome));
    }
    let reasons = vec![Reason::Search { nodes: list.len() as u64 }];
    answer(spec, question, reasons, &mut |spec, _| {
        let texts = component_texts(spec.terms.iter().map(|term| (&*term.position, term.copies)));
        let index = indices.get(&texts).ok_or_else(|| unreachable_position(position))?;
        Ok(outcomes[*index].unwrap_or(LoopyOutcome::Draw))
    })
}

/// Returns the texts of all components of a sum, in sorted order.
fn component_texts<'a>(terms: impl IntoIterator<Item = (&'a dyn DynPosition, u64)>) -> Vec<String> {
    let mut texts = vec![];
    for (position, copies) in terms {
        for component in 0..position.len() {
            let text = position.component(component).to_string();
            texts.extend((0..copies).map(|_| text.clone()));
        }
    }
    texts.compact_sort();
    texts
}

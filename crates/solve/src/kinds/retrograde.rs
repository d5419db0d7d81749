//! Games whose positions are all numbered and solved at once by retrograde analysis.
//! Such games include those in which play can end while moves remain, for example by a completed line. Nimstring, in
//! which a player can move again, is passed on to its own module.

use super::{end_conditions, nimstring};
use crate::answer::{Answer, Move, MoveResult, Reason};
use crate::listing::{FoundMove, FoundMoves, Listing};
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
    /// Reports whether the set belongs to the game of this position and answers questions about it.
    fn covers(&self, position_sum: &PositionSum) -> bool;

    /// Returns the outcome and remoteness of a position for the player `by`, who is to move.
    ///
    /// # Errors
    /// Fails with `refused` for a position that is not in the set and for damaged files, and with `io` if a file
    /// cannot be read.
    fn loopy_outcome(&self, position_sum: &PositionSum, by: Player) -> Result<LoopyOutcome>;

    /// Returns the reason for an answer from this set: the folder, and the tier of the position.
    fn reason(&self, position_sum: &PositionSum) -> Reason;

    /// Returns the memory used by the set, in bytes.
    fn bytes(&self) -> u64;
}

/// Solves a position: outcome, remoteness and winning moves.
pub(crate) fn solve(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    let is_rule = |position: &dyn DynPosition| {
        position.ruleset().as_rule().is_some()
            && position.ruleset().kind() != Kind::Partizan
            && (0..position.len()).all(|component| position.encode(component).is_some())
    };
    if position_sum.terms.iter().all(|term| is_rule(&*term.position)) {
        return solve_rule(position_sum, question, budget, tables);
    }
    if let Some(answer) = nimstring::solve(position_sum, question, budget) {
        return answer;
    }
    let position = single_component(position_sum)?;
    if !question.use_theorems {
        return solve_by_search(position_sum, position, question, budget);
    }
    let answer = solve_by_tiers(position_sum, position, question, budget, tables)?;
    answer.ok_or_else(|| unreachable_position(position))
}

/// Solves positions of rules with `wins if` or `loses if`.
///
/// A single component of a rule with `within` is solved together with all positions, since play may return to earlier
/// ones. Otherwise values of components decide.
fn solve_rule(position_sum: &PositionSum, question: &Question, budget: &Budget, tables: &mut Tables) -> Result<Answer> {
    if position_sum.play == Play::Misere {
        return Err(end_conditions::misere_error());
    }
    if !question.use_theorems {
        let ids = || position_sum.terms.iter().map(|term| term.position.ruleset().id());
        return match position_sum.terms.first() {
            Some(term) if ids().skip(1).all(|id| id == term.position.ruleset().id()) => {
                solve_by_search(position_sum, &*term.position, question, budget)
            }
            _ => {
                let message =
                    text!("without theorems, a sum can be solved only if all its positions have the same rule");
                Err(Error::new(ErrorKind::Unsupported, message))
            }
        };
    }
    if let Ok(position) = single_component(position_sum)
        && let Some(answer) = solve_by_tiers(position_sum, position, question, budget, tables)?
    {
        return Ok(answer);
    }
    end_conditions::solve(position_sum, question, budget)
}

/// Solves a single component by retrograde analysis of all positions of its numbering.
///
/// Returns `None` if its positions are not numbered.
fn solve_by_tiers(
    position_sum: &PositionSum,
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
    answer(position_sum, question, reasons, &mut |position_sum, _| {
        solved.loopy_outcome(single_component(position_sum)?)
    })
    .map(Some)
}

/// Solves a position by a set of positions that were solved before.
pub(crate) fn solve_from_database(
    position_sum: &PositionSum,
    question: &Question,
    solved: &dyn SolvedPositions,
) -> Result<Answer> {
    answer(position_sum, question, vec![solved.reason(position_sum)], &mut |position_sum, by| {
        solved.loopy_outcome(position_sum, by)
    })
}

/// Returns the only component, or an error if the game cannot be solved in this sum.
fn single_component(position_sum: &PositionSum) -> Result<&dyn DynPosition> {
    position_sum.terms.iter().try_for_each(|term| term.position.ruleset().info().check_play(position_sum.play))?;
    match position_sum.terms.as_slice() {
        [term] if term.copies == 1 && !term.negative && term.position.len() == 1 => Ok(&*term.position),
        _ => {
            let name = position_sum.terms.first().map_or("", |term| term.position.ruleset().info().name);
            let message = match position_sum.terms.iter().any(|term| term.position.ruleset().has_extra_turns()) {
                true => text!("games in which a player may move again can be added only to games of the same kind"),
                false => text!("games that can end while moves remain cannot be added"),
            };
            Err(Error::new(ErrorKind::Unsupported, message).help(text!("solve a single position of {name}", name)))
        }
    }
}

fn answer(
    position_sum: &PositionSum,
    question: &Question,
    reasons: Vec<Reason>,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Answer> {
    let partizan = position_sum.kind() == Kind::Partizan;
    let players = if partizan { &[Player::LEFT, Player::RIGHT][..] } else { &[Player::LEFT] };
    let current: Vec<LoopyOutcome> = players.iter().map(|&by| outcome_of(position_sum, by)).collect::<Result<_>>()?;
    let mut answer = Answer::for_position(position_sum);
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
            answer.moves.remoteness_line = find_remoteness_line(position_sum, by, current, outcome_of)?;
        }
    }
    if question.moves == MovesWanted::None {
        return Ok(answer);
    }
    let max_listed = question.moves.max_listed();
    let (mut best, mut others) = (Listing::new(position_sum, max_listed), Listing::new(position_sum, max_listed));
    let is_over = position_sum.terminal_result().is_some();
    for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0 && !is_over) {
        let (mut good, mut bad) = (vec![], vec![]);
        for component in 0..term.position.len() {
            let none = || FoundMoves { component, count: 0, moves: vec![] };
            let (mut found, mut rest) = (none(), none());
            for (&by, &current) in players.iter().zip(&current) {
                // In a negative term the players' roles are swapped.
                let player = if term.negative { by.other() } else { by };
                for mv in term.position.moves(component, player) {
                    let (after, next) = position_sum.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
                    let outcome = outcome_of(&after, next)?;
                    let (result, best) = match (outcome, current) {
                        (LoopyOutcome::Loss(_), _) => (MoveResult::Win, true),
                        (LoopyOutcome::Draw, current) => (MoveResult::Draw, current == LoopyOutcome::Draw),
                        (LoopyOutcome::Win(_), _) => (MoveResult::Loss, false),
                    };
                    let list = if best { &mut found } else { &mut rest };
                    list.count += 1;
                    if list.moves.len() < max_listed {
                        let remoteness = outcome.remoteness();
                        list.moves.push(FoundMove { remoteness, ..FoundMove::new(mv, by, result) });
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
    if question.moves.lists_all() {
        answer.moves.others = others.moves;
    }
    Ok(answer)
}

/// Returns a line of play in which the winner hastens and the loser delays, at most `MAX_LEN` moves.
/// Each move is the first in listing order with the required remoteness.
fn find_remoteness_line(
    position_sum: &PositionSum,
    by: Player,
    current: LoopyOutcome,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Vec<Move>> {
    let (mut at, mut by, mut current, mut line) = (position_sum.clone(), by, current, vec![]);
    while line.len() < MAX_LEN {
        let (target, result) = match current {
            LoopyOutcome::Win(moves @ 1..) => (LoopyOutcome::Loss(moves - 1), MoveResult::Win),
            LoopyOutcome::Loss(moves @ 1..) => (LoopyOutcome::Win(moves - 1), MoveResult::Loss),
            _ => break,
        };
        let Some((t, component, mv)) = first_move_to(&at, by, target, outcome_of)? else { break };
        let remoteness = target.remoteness();
        let listed = FoundMove { remoteness, ..FoundMove::new(mv.clone(), by, result) };
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
    position_sum: &PositionSum,
    by: Player,
    target: LoopyOutcome,
    outcome_of: &mut dyn FnMut(&PositionSum, Player) -> Result<LoopyOutcome>,
) -> Result<Option<(usize, usize, AnyMove)>> {
    for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
        let player = if term.negative { by.other() } else { by };
        for component in 0..term.position.len() {
            for mv in term.position.moves(component, player) {
                let (option, next) = position_sum.after(ComponentIndex { term: t, copy: 0, component }, by, &mv);
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
    position_sum: &PositionSum,
    position: &dyn DynPosition,
    question: &Question,
    budget: &Budget,
) -> Result<Answer> {
    let mut meter = budget.meter(text!("positions"));
    let start = counted_components(position_sum)?;
    let mut indices = HashMap::from([(start.clone(), 0usize)]);
    let (mut list, mut options) = (vec![start], vec![]);
    let mut outcomes: Vec<Option<LoopyOutcome>> = vec![];
    let mut bytes = 0u128;
    while options.len() < list.len() {
        meter.advance(1)?;
        let at = list[options.len()].clone();
        let components: Option<Vec<_>> = at.iter().map(|(words, _)| position.decode(words)).collect();
        let components = components.ok_or_else(|| unreachable_position(position))?;
        let end = TerminalResult::of_sum(components.iter().filter_map(|component| component.terminal_result(0)));
        let mut to = vec![];
        for (k, component) in components.iter().enumerate().filter(|_| end.is_none()) {
            for mv in component.moves(0, Player::LEFT) {
                let mut option = at.clone();
                option[k].1 -= 1;
                for (term, copies) in component.after_counted(0, Player::LEFT, &mv) {
                    add_components(&*term, copies, &mut option)?;
                }
                merge_components(&mut option);
                let index = *indices.entry(option).or_insert_with_key(|option| {
                    bytes += option.iter().map(|(words, _)| 16 * words.len() as u128 + 64).sum::<u128>() + 128;
                    list.push(option.clone());
                    list.len() - 1
                });
                to.push(index);
            }
        }
        position.ruleset().check_and_clear_fault()?;
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
    answer(position_sum, question, reasons, &mut |position_sum, _| {
        let index = indices.get(&counted_components(position_sum)?).ok_or_else(|| unreachable_position(position))?;
        Ok(outcomes[*index].unwrap_or(LoopyOutcome::Draw))
    })
}

/// Different components in ascending order, as words that encode them, each with its number of copies.
type CountedWords = Vec<(Vec<u64>, u64)>;

/// Returns the components of a sum of positions under the same rules.
fn counted_components(position_sum: &PositionSum) -> Result<CountedWords> {
    let mut list = vec![];
    for term in &position_sum.terms {
        add_components(&*term.position, term.copies, &mut list)?;
    }
    merge_components(&mut list);
    Ok(list)
}

fn add_components(position: &dyn DynPosition, copies: u64, list: &mut CountedWords) -> Result<()> {
    for component in 0..position.len() {
        let words = position.encode(component).ok_or_else(|| unreachable_position(position))?;
        list.push((words, copies));
    }
    Ok(())
}

/// Sorts the components and merges equal ones.
fn merge_components(list: &mut CountedWords) {
    list.compact_sort();
    list.dedup_by(|next, before| {
        let same = next.0 == before.0;
        before.1 = before.1.saturating_add(if same { next.1 } else { 0 });
        same
    });
    list.retain(|(_, copies)| *copies > 0);
}

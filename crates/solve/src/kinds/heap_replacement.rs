//! Short impartial components in sums with components that have no Grundy value.
//! [`NimberEvaluator`] computes their values; [`search_or_replace_heaps`] solves sums with cycles after one Nim heap
//! replaces all of them.
//!
//! A short impartial game G of Grundy value g is equal to the Nim heap *g, so that G + *g is 0.
//! Under normal play *g may replace G in any sum, also in one with cycles: a player who wins *g + X wins G + X as
//! well. The winner of *g + X plays on G + X as if it were (G + *g) + (*g + X). The winner follows a winning
//! strategy on *g + X, and treats the moves of that strategy in *g as the opponent's moves in G + *g. There the winner
//! answers as the second player, who makes the last move. Play in G is finite, so play is finite if it was finite in
//! *g + X. The number of moves may change.
//!
//! Sources: R. Sprague (1935), P. M. Grundy (1939); for sums with cycles E. R. Berlekamp, J. H. Conway,
//! R. K. Guy, *Winning Ways* (1982), ch. 11.

use super::impartial::ImpartialSolver;
use super::partizan_solver::MovesOfBoth;
use crate::answer::{Answer, MoveResult, Reason};
use crate::listing::Listing;
use crate::question::{MovesWanted, Question};
use crate::tables::Tables;
use crate::value_evaluator::{Memo, ValueEvaluator};
use grundy_engines::digraph::LoopyValues;
use grundy_engines::reach::ReachGraph;
use grundy_engines::theorems::SPRAGUE_GRUNDY;
use grundy_lang::text;
use grundy_rules::{
    AnyComponent, Budget, DynPosition, Error, ErrorKind, Kind, LoopyValue, Nimber, Outcome, Play, Player, PlayerResult,
    PositionSum, Result, Rules, SumRules,
};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Sums with cycles are searched directly if that takes at most this many positions and bytes.
/// The direct search is preferred because it also finds the remoteness.
const MAX_POSITIONS: u64 = 1 << 18;
const MAX_BYTES: u64 = 1 << 27;

/// An evaluator of impartial components: by theorem, by the table of their game or by search.
pub(super) struct NimberEvaluator<'a> {
    rules: &'a SumRules,
    /// The first component and the position of each term whose game has a table.
    /// The component identifies the game.
    tabled: Vec<(&'a AnyComponent, &'a dyn DynPosition)>,
    solver: ImpartialSolver<'a>,
    /// The evaluator of components whose game has no table, with its memo.
    value_evaluator: ValueEvaluator,
    memo: Memo,
}

impl<'a> NimberEvaluator<'a> {
    /// Creates the evaluator for a sum; `components` holds the components of each term under `rules`.
    pub fn new(
        position_sum: &'a PositionSum,
        question: &'a Question,
        budget: &'a Budget,
        tables: &'a mut Tables,
        (rules, components): (&'a SumRules, &'a [Vec<AnyComponent>]),
    ) -> NimberEvaluator<'a> {
        let tabled = position_sum.terms.iter().zip(components).filter(|(term, _)| is_tabled(&*term.position));
        let tabled = tabled.filter_map(|(term, components)| Some((components.first()?, &*term.position))).collect();
        let solver = ImpartialSolver::new(position_sum, question, budget, tables);
        NimberEvaluator { rules, tabled, solver, value_evaluator: ValueEvaluator::new(budget), memo: Memo::default() }
    }

    /// Returns the Grundy value of an impartial component.
    ///
    /// # Errors
    /// Fails with `limit`, and with the errors of the search.
    pub fn evaluate(&mut self, component: &AnyComponent) -> Result<u128> {
        if let Some(value) = self.rules.grundy_value_by_theorem(component) {
            return Ok(value);
        }
        match self.tabled.iter().find(|(sample, _)| sample.has_same_game_as(component)) {
            Some((_, position)) => {
                self.solver.value_of_position(&*position.with_components(&[component], position.first_player()))
            }
            None => self.value_evaluator.nimber(self.rules, &mut self.memo, component),
        }
    }

    /// Removes and returns the reasons for the values that came from tables.
    pub fn take_reasons(&mut self) -> Vec<Reason> {
        std::mem::take(&mut self.solver.reasons)
    }
}

/// Reports whether an engine computes tables of Grundy values of the position's game.
fn is_tabled(position: &dyn DynPosition) -> bool {
    let rules = position.ruleset();
    rules.kind() == Kind::Impartial && rules.is_short() && rules.table_form().is_some_and(|view| view.is_tabulated())
}

/// Reports whether a term consists of impartial components whose play is known to end.
fn is_short_impartial(position: &dyn DynPosition) -> bool {
    let rules = position.ruleset();
    if position.is_empty() || rules.kind() != Kind::Impartial || !rules.is_short() {
        return false;
    }
    // Rules that take amounts from a heap always end. Other user-defined rules may turn out to be loopy only when
    // their components are examined.
    if rules.table_form().is_some_and(|view| view.amounts().is_some()) {
        return true;
    }
    let mut rules = SumRules::default();
    position
        .component(0)
        .erased_components(&mut rules, false)
        .iter()
        .all(|component| rules.is_known_terminating(component))
}

/// Solves a sum with cycles by `search`.
/// If the search exceeds `MAX_POSITIONS` or `MAX_BYTES`, one Nim heap replaces all short impartial components.
///
/// # Errors
/// Returns the errors of `search`.
pub(crate) fn search_or_replace_heaps(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
    search: impl Fn(&Budget) -> Result<Answer>,
) -> Result<Answer> {
    let present = || position_sum.terms.iter().filter(|term| term.copies > 0 && !term.position.is_empty());
    let heaps = present().filter(|term| is_short_impartial(&*term.position)).count();
    if !question.use_theorems || position_sum.play == Play::Misere || heaps == 0 || heaps == present().count() {
        return search(budget);
    }
    let size = |position: &dyn DynPosition| {
        (0..position.len()).map(|component| position.table_coordinates(component)[0]).max()
    };
    if present().all(|term| size(&*term.position).is_none_or(|size| size < MAX_POSITIONS)) {
        let small = Budget {
            nodes: budget.nodes.min(MAX_POSITIONS),
            bytes: budget.bytes.min(MAX_BYTES),
            progress: None,
            ..budget.clone()
        };
        match search(&small) {
            Err(error) if error.kind == ErrorKind::Limit => budget.check()?,
            found => return found,
        }
    }
    match solve_with_one_heap(position_sum, question, budget, tables) {
        Err(error) if error.kind != ErrorKind::Limit => search(budget),
        found => found,
    }
}

/// A component that is replaced by a heap: (index of its term, index in the term, Grundy value).
type ReplacedComponent = (usize, usize, u128);

/// Solves the sum with one Nim heap for all short impartial components.
fn solve_with_one_heap(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    let mut solver = ImpartialSolver::new(position_sum, question, budget, tables);
    let (mut heaps, mut nim_sum): (Vec<ReplacedComponent>, u128) = (vec![], 0);
    let is_heap: Vec<bool> = position_sum.terms.iter().map(|term| is_short_impartial(&*term.position)).collect();
    for (t, term) in position_sum.terms.iter().enumerate().filter(|(t, term)| is_heap[*t] && term.copies > 0) {
        for component in 0..term.position.len() {
            let value = solver.value_of_position(&*term.position.component(component))?;
            nim_sum ^= if term.copies % 2 == 1 { value } else { 0 };
            heaps.push((t, component, value));
        }
    }
    let mut rules = SumRules::default();
    let components: Vec<_> =
        position_sum.terms.iter().map(|term| term.position.erased_components(&mut rules, term.negative)).collect();
    let partizan = position_sum.kind() == Kind::Partizan;
    let players = if partizan { &[Player::LEFT, Player::RIGHT][..] } else { &[Player::LEFT] };
    let wants_moves = question.moves != MovesWanted::None;
    // For each entry of `heaps`: the sizes of the Nim heap after its moves, in the order of the moves.
    let mut sizes_after: Vec<Vec<u128>> = vec![];
    let mut meter = budget.meter(text!("moves"));
    for &(t, component, value) in heaps.iter().filter(|_| wants_moves) {
        let single = position_sum.terms[t].position.component(component);
        let mut sizes = vec![];
        for mv in single.moves(0, Player::LEFT) {
            meter.advance(1)?;
            if sizes.len() == sizes.capacity() {
                let bytes = 2 * sizes.len() as u128 * size_of::<u128>() as u128;
                budget.check_fits(bytes, &text!("the list of the options of a heap"))?;
            }
            let mut size = nim_sum ^ value;
            for (after, copies) in single.after_counted(0, Player::LEFT, &mv) {
                size ^= if copies % 2 == 1 { solver.value_of_position(&*after)? } else { 0 };
            }
            sizes.push(size);
        }
        sizes_after.push(sizes);
    }
    let mut sizes: FxHashMap<u128, AnyComponent> = FxHashMap::default();
    for size in sizes_after.iter().flatten().copied().chain([nim_sum]) {
        let small = u64::try_from(size)
            .map_err(|_| Error::new(ErrorKind::Limit, text!("a number or a denominator in the value is too large")))?;
        sizes.entry(size).or_insert_with(|| rules.nim_heap(small));
    }
    let mut reach = ReachGraph::new(&rules, partizan, budget);
    let mut position = |size: u128, by: Player| {
        let others = position_sum.terms.iter().enumerate().filter(|(t, _)| !is_heap[*t]);
        let others = others.flat_map(|(t, term)| components[t].iter().map(|component| (component, term.copies)));
        reach.position(others.chain([(&sizes[&size], 1)]), by)
    };
    // The indices of positions in the graph, by the size of the Nim heap and the player to move.
    let mut indices: FxHashMap<(u128, Player), u32> = FxHashMap::default();
    for &by in players {
        indices.insert((nim_sum, by), position(nim_sum, by)?);
    }
    for &size in sizes_after.iter().flatten() {
        for &by in players {
            if let Entry::Vacant(free) = indices.entry((size, by)) {
                free.insert(position(size, by)?);
            }
        }
    }
    let outcomes = reach.solve(position_sum.play)?;
    let ending = |number: u32| outcomes.get(number).ending();
    let next = |by: Player| if partizan { by.other() } else { by };
    let mut list = Listing::new(position_sum, question.moves.max_listed());
    for t in (0..position_sum.terms.len()).filter(|&t| wants_moves && position_sum.terms[t].copies > 0) {
        let mut each = vec![];
        for (component, erased) in components[t].iter().enumerate() {
            let heap = heaps.iter().position(|&(of, number, _)| (of, number) == (t, component));
            let mut found = MovesOfBoth::default();
            for &by in players {
                let root = indices[&(nim_sum, by)];
                let (result, after) = match ending(root) {
                    PlayerResult::Win => (MoveResult::Win, PlayerResult::Loss),
                    PlayerResult::Draw => (MoveResult::Draw, PlayerResult::Draw),
                    PlayerResult::Loss => continue,
                };
                let (mut count, mut moves) = (0, vec![]);
                for (k, mv) in rules.moves(erased, by).enumerate() {
                    let option = match heap {
                        Some(heap) => indices[&(sizes_after[heap][k], next(by))],
                        None => reach.replace(root, erased, &rules.play_counted(erased, by, &mv))?,
                    };
                    // An exhausted budget may have cut the list of moves short, so fail before the option is judged.
                    budget.check()?;
                    if ending(option) == after {
                        count += 1;
                        if moves.len() < list.remaining() {
                            moves.push((None, mv));
                        }
                    }
                }
                found.add(by, count, moves, result);
            }
            each.push(found.merge(component, list.remaining()));
        }
        list.add(t, &each);
    }
    let nodes = reach.positions() as u64;
    solver.add_reason(Reason::Theorem(&SPRAGUE_GRUNDY));
    solver.reasons.push(Reason::Search { nodes });
    let mut answer = Answer::for_position(position_sum);
    answer.moves.total = wants_moves.then_some(list.total);
    answer.moves.listed = list.moves;
    answer.nodes = nodes + solver.nodes;
    answer.position.short = false;
    answer.explanation.reasons = solver.reasons;
    let root = indices[&(nim_sum, Player::LEFT)];
    if partizan {
        let starts = [Player::LEFT, Player::RIGHT].map(|by| ending(indices[&(nim_sum, by)]));
        (answer.result.outcome, answer.result.results_moving_first) = (Outcome::from_results(starts), Some(starts));
        return Ok(answer);
    }
    answer.result.outcome = Some(outcomes.get(root).outcome());
    let arcs = reach.arcs();
    let values = LoopyValues::compute(&arcs, &Budget { nodes: u64::MAX, ..budget.clone() })?;
    let value = match values.get(root) {
        Some(value) => LoopyValue::Nim(Nimber(value.into())),
        None => LoopyValue::Infinite(values.option_values(&arcs, root).into_iter().map(u128::from).collect()),
    };
    answer.set_value(value);
    Ok(answer)
}

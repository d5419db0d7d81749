//! Finds the winner of a board whose value is too expensive, and a winning move for each player.
//!
//! The search only distinguishes wins and losses. It represents small regions by their values, and bounds the values of
//! large regions by cuts.

use crate::bit_rule::{BitRule, is_simple};
use crate::cells::Cells;
use crate::compiled_rule::{Bitboard, CompiledRule, board_after, corners_fitting_now};
use crate::cuts::Cuts;
use crate::end_search;
use crate::evaluate::{BoardEvaluator, EvaluationError, MAX_DEPTH, boards_after_moves, plane_capacity};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{Budget, Player, WinningFirstMoves, spend};
use grundy_value::CompactSort;
use grundy_value::{Value, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::mem::size_of;

/// The maximum number of cells of a region that is evaluated.
///
/// The first number is for boards with one plane, the second for boards with more planes. The limit is also at most
/// half of the number of cells of the board.
const MAX_EVALUATED_CELLS: [u32; 2] = [16, 12];

/// Returns a winning first move for each player, as the board after the move.
///
/// Returns `None` if the rule is impartial, planes cannot represent the board, or the search is too deep.
pub(crate) fn winning_first_moves(
    picture_rule: &PictureRule,
    board: &Cells,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<Result<WinningFirstMoves<Cells>, ValueLimit>> {
    if !picture_rule.ends.is_empty() {
        let is_searched = picture_rule.partizan && picture_rule.is_known_terminating;
        return is_searched.then(|| end_search::winning_first_moves(picture_rule, board, budget));
    }
    let bit_rule = BitRule::new(picture_rule, board).filter(|_| picture_rule.partizan)?;
    let max_evaluated_cells = board.cells().len() as u32 / 2;
    macro_rules! sizes {
        ($($count:literal)*) => {
            match (plane_capacity(bit_rule.plane_count(), bit_rule.is_single_row), bit_rule.is_single_row) {
                $(
                    ($count, false) => OpeningSearch::<$count, 8>::new(&bit_rule, max_evaluated_cells, values, budget)
                        .winning_first_moves(picture_rule, &bit_rule, board),
                )*
                (3, true) => OpeningSearch::<3, 64>::new(&bit_rule, max_evaluated_cells, values, budget)
                    .winning_first_moves(picture_rule, &bit_rule, board),
                (5, true) => OpeningSearch::<5, 64>::new(&bit_rule, max_evaluated_cells, values, budget)
                    .winning_first_moves(picture_rule, &bit_rule, board),
                _ => return None,
            }
        };
    }
    #[cfg(not(feature = "all-sizes"))]
    let found = sizes!(3 5);
    #[cfg(feature = "all-sizes")]
    let found = sizes!(1 2 3 5);
    match found {
        Err(EvaluationError::Deep) => None,
        Err(EvaluationError::Limit(limit)) => Some(Err(limit)),
        Ok(openings) => Some(Ok(openings)),
    }
}

/// A region too large to be evaluated, and whether the sum contains its negative in its place.
type LargeRegion<const K: usize> = (Bitboard<K>, bool);

/// A sum: its large regions, and the total value of all other components.
#[derive(Clone, PartialEq, Eq, Hash)]
struct RegionSum<const K: usize> {
    large: SmallVec<[LargeRegion<K>; 2]>,
    rest: Value,
}

/// The sum after a move.
struct Child<const K: usize> {
    sum: RegionSum<K>,
    /// The index of the move at the root; 0 elsewhere.
    number: usize,
    /// The change of [`merit`] by the move; children with smaller values are searched first.
    merit: i32,
}

/// A search for winning first moves on boards of one rule.
pub struct OpeningSearch<'a, const K: usize, const W: u32> {
    engine: BoardEvaluator<'a, K, W>,
    cuts: Cuts<'a, K, W>,
    /// Memo table: whether the player to move (0 is Left, 1 is Right) wins a sum.
    memo: FxHashMap<(RegionSum<K>, u8), bool>,
    nodes: u64,
    budget: &'a Budget,
}

impl<'a, const K: usize, const W: u32> OpeningSearch<'a, K, W> {
    /// Returns a search that evaluates regions of at most `max_evaluated_cells` cells.
    pub fn new(
        bit_rule: &'a BitRule,
        max_evaluated_cells: u32,
        values: &'a mut ValueArena,
        budget: &'a Budget,
    ) -> OpeningSearch<'a, K, W> {
        let engine = BoardEvaluator::new(bit_rule, values, budget);
        let max_evaluated_cells = max_evaluated_cells.min(MAX_EVALUATED_CELLS[usize::from(K > 1)]);
        let cuts = Cuts::new(&engine.rule, max_evaluated_cells);
        OpeningSearch { engine, cuts, memo: FxHashMap::default(), nodes: 0, budget }
    }

    /// Returns a winning first move for each player, as the board after the move.
    pub fn winning_first_moves(
        mut self,
        picture_rule: &PictureRule,
        bit_rule: &BitRule,
        board: &Cells,
    ) -> Result<WinningFirstMoves<Cells>, EvaluationError> {
        let mut moves = [None, None];
        for (player, found) in moves.iter_mut().enumerate() {
            let boards_after = picture_rule.moves(board, Player(player as u8));
            let mut children = vec![];
            for (number, after) in boards_after.iter().enumerate() {
                let board = bit_rule.board::<K, W>(after);
                let merit = merit(&self.engine.rule, &board, player as u8);
                let (sum, negated) = self.sum([(board, false)], Value::ZERO)?;
                children.push((Child { sum, number, merit }, negated));
            }
            // If a sum is represented by its negative, the player to move is exchanged as well.
            let best = self.winning(children, player as u8, 0)?;
            *found = best.map(|number| boards_after[number].clone());
        }
        Ok(WinningFirstMoves { moves, nodes: self.nodes + self.engine.nodes, uses_values: true })
    }

    /// Combines boards, some of them negated, and a value into a sum.
    ///
    /// The flag of the result is `true` if the returned sum is the negative of the combined sum.
    fn sum(
        &mut self,
        boards: impl IntoIterator<Item = LargeRegion<K>>,
        rest: Value,
    ) -> Result<(RegionSum<K>, bool), EvaluationError> {
        let mut sum = RegionSum { large: SmallVec::<[LargeRegion<K>; 2]>::new(), rest };
        for (board, negative) in boards {
            for region in self.engine.rule.regions(&board) {
                if region.cells().count_ones() > self.cuts.max_evaluated_cells {
                    let (key, other) = self.engine.rule.canonical_representative(&region);
                    let own = (key, negative != other);
                    // A region and its negative cancel.
                    match sum.large.iter().position(|&(other, is_negative)| other == key && is_negative != own.1) {
                        Some(at) => drop(sum.large.swap_remove(at)),
                        None => sum.large.push(own),
                    }
                    continue;
                }
                let value = self.engine.value_of_region(&region, 0)?;
                let value = if negative { self.engine.values.negative(value)? } else { value };
                sum.rest = self.engine.values.add(sum.rest, value)?;
            }
        }
        sum.large.compact_sort();
        // Sums are normalised so that the first large region is not negated.
        let negated = sum.large.first().is_some_and(|first| first.1);
        if negated {
            sum.large.iter_mut().for_each(|large| large.1 = !large.1);
            sum.rest = self.engine.values.negative(sum.rest)?;
            sum.large.compact_sort();
        }
        Ok((sum, negated))
    }

    /// Returns the number of the first child found that wins for `mover`; `None` if no child wins.
    ///
    /// The flag of each child is `true` if its sum is negated.
    fn winning(
        &mut self,
        children: Vec<(Child<K>, bool)>,
        mover: u8,
        depth: u32,
    ) -> Result<Option<usize>, EvaluationError> {
        let mut undecided = vec![];
        for (child, negated) in children {
            let next = if negated { mover } else { 1 - mover };
            match self.decided(&child.sum, next)? {
                Some(false) => return Ok(Some(child.number)),
                Some(true) => {}
                None => undecided.push((child, next)),
            }
        }
        undecided.compact_sort_by_key(|(child, _)| child.merit);
        for (child, next) in undecided {
            if !self.wins(&child.sum, next, depth + 1)? {
                return Ok(Some(child.number));
            }
        }
        Ok(None)
    }

    /// Returns whether the player to move wins; `None` if neither the memo table nor the bounds decide it.
    fn decided(&mut self, sum: &RegionSum<K>, mover: u8) -> Result<Option<bool>, EvaluationError> {
        if sum.large.is_empty() {
            return self.first_wins(sum.rest, mover).map(Some);
        }
        let at = (sum.clone(), mover);
        if let Some(&wins) = self.memo.get(&at) {
            return Ok(Some(wins));
        }
        for above in [false, true] {
            let mut bound = Some(sum.rest);
            for (region, negative) in &sum.large {
                let own = self.cuts.bound(&mut self.engine, region, above != *negative)?;
                bound = match (bound, own) {
                    (Some(all), Some(own)) => {
                        let own = if *negative { self.engine.values.negative(own)? } else { own };
                        Some(self.engine.values.add(all, own)?)
                    }
                    _ => None,
                };
                if bound.is_none() {
                    break;
                }
            }
            // A lower bound decides the sum if Left wins the bound, an upper bound if Right wins it.
            let Some(bound) = bound else { continue };
            let wins = self.first_wins(bound, mover)?;
            if wins == (above == (mover == 1)) {
                self.remember(at, wins)?;
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    /// Reports whether `mover` wins a value when moving first.
    fn first_wins(&mut self, value: Value, mover: u8) -> Result<bool, EvaluationError> {
        let loses = match mover {
            0 => self.engine.values.le(value, Value::ZERO)?,
            _ => self.engine.values.le(Value::ZERO, value)?,
        };
        Ok(!loses)
    }

    /// Reports whether the player to move wins a sum, by a search of all moves.
    fn wins(&mut self, sum: &RegionSum<K>, mover: u8, depth: u32) -> Result<bool, EvaluationError> {
        let at = (sum.clone(), mover);
        if let Some(&wins) = self.memo.get(&at) {
            return Ok(wins);
        }
        if depth == MAX_DEPTH {
            return Err(EvaluationError::Deep);
        }
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps.into());
        }
        if !spend(64 * self.engine.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if self.nodes.is_multiple_of(256) {
            if self.budget.check().is_err() {
                return Err(ValueLimit::Cancelled.into());
            }
            if let Some(progress) = &self.budget.progress {
                progress.report(&text!("positions"), self.nodes, None);
            }
        }
        let mut children = vec![];
        for (k, &(region, negative)) in sum.large.iter().enumerate() {
            // The moves of Left in the negative of a region are those of Right in the region.
            let player = if negative { 1 - mover } else { mover };
            let others = sum.large.iter().enumerate().filter(|(other, _)| *other != k).map(|(_, large)| *large);
            let others: SmallVec<[LargeRegion<K>; 2]> = others.collect();
            let before = merit(&self.engine.rule, &region, player);
            for after in moves(&self.engine.rule, &region, player)? {
                let merit = merit(&self.engine.rule, &after, player) - before;
                let (sum, negated) = self.sum(others.iter().copied().chain([(after, negative)]), sum.rest)?;
                children.push((Child { sum, number: 0, merit }, negated));
            }
        }
        let options = match mover {
            0 => self.engine.values.left_options(sum.rest)?,
            _ => self.engine.values.right_options(sum.rest)?,
        };
        for rest in options {
            let (sum, negated) = self.sum(sum.large.iter().copied(), rest)?;
            children.push((Child { sum, number: 0, merit: 0 }, negated));
        }
        let wins = self.winning(children, mover, depth)?.is_some();
        self.remember(at, wins)?;
        Ok(wins)
    }

    /// Stores in the memo table whether the player to move wins.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if the memo table must grow but memory is exhausted.
    fn remember(&mut self, at: (RegionSum<K>, u8), wins: bool) -> Result<(), EvaluationError> {
        if self.memo.len() == self.memo.capacity() {
            let entry = size_of::<((RegionSum<K>, u8), bool)>() + 1;
            let bound = size_of::<((Bitboard<K>, bool), Option<Value>)>() + 1;
            let bytes = 3 * (self.memo.capacity() * entry + self.cuts.slots() * bound);
            if bytes as u64 > self.budget.bytes / 2 {
                return Err(ValueLimit::Memory.into());
            }
        }
        self.memo.insert(at, wins);
        Ok(())
    }
}

/// Returns the boards after each move of a player.
fn moves<const K: usize, const W: u32>(
    rule: &CompiledRule<'_, K, W>,
    board: &Bitboard<K>,
    player: u8,
) -> Result<Vec<Bitboard<K>>, EvaluationError> {
    let mut found = vec![];
    for move_pattern in rule.move_patterns.iter().filter(|move_pattern| move_pattern.players[usize::from(player)]) {
        let mut first = vec![];
        for pattern in &move_pattern.steps[0] {
            let mut corners = corners_fitting_now(pattern, board);
            while corners != 0 {
                let at = corners.trailing_zeros();
                corners &= corners - 1;
                first.push((board_after::<K, W>(pattern, board, at), pattern, at));
            }
        }
        match is_simple(move_pattern) {
            true => found.extend(first.into_iter().map(|(board, ..)| board)),
            false => found.extend(boards_after_moves::<K, W>(move_pattern, first)?),
        }
    }
    Ok(found)
}

/// Returns the number of placements of first patterns for the opponent, minus that for `player`.
fn merit<const K: usize, const W: u32>(rule: &CompiledRule<'_, K, W>, board: &Bitboard<K>, player: u8) -> i32 {
    let count = |player: usize| {
        let own = rule
            .move_patterns
            .iter()
            .filter(|move_pattern| move_pattern.players[player])
            .flat_map(|move_pattern| &move_pattern.steps[0]);
        own.map(|pattern| corners_fitting_now(pattern, board).count_ones() as i32).sum::<i32>()
    };
    count(usize::from(1 - player)) - count(usize::from(player))
}

//! Computes Grundy values of boards of impartial rules: asks "is it n?" before "what is it?".
//!
//! A region has the value n if no option has the value n and, for each m < n, the region does not have the value m. So
//! most regions are compared with a single number, and one option of this value shows that the region does not have it.
//! The known values of regions and the numbers excluded as values are kept.

use crate::bit_rule::{BitPattern, BitRule, is_simple};
use crate::bits::{image, used_columns};
use crate::compiled_rule::{Bitboard, CompiledRule};
use crate::evaluate::{EvaluationError, MAX_DEPTH, boards_after};
use crate::pattern::GridSymmetry;
use grundy_lang::text;
use grundy_rules::{Budget, spend};
use grundy_value::{CompactSort, ValueLimit};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// The value of a region whose value is not known.
const UNKNOWN: u16 = u16::MAX;

/// Regions with at least this number of cells are looked at two moves ahead.
///
/// This halves the number of regions that are kept, but takes more time than it saves in small regions.
const MIN_CELLS_LOOKED_AHEAD: u32 = 18;

/// A sum of regions, by their indices in ascending order; equal regions are cancelled.
type RegionSum = SmallVec<[u32; 4]>;

/// A region with the results that were found for it.
struct Region<const K: usize> {
    board: Bitboard<K>,
    value: u16,
    /// Bit n is set if the value is not n.
    excluded: u64,
    /// The number of placements of the pictures with which moves begin, an estimate of the work.
    weight: u32,
    /// The options, while the value is not known.
    options: Option<Arc<[RegionSum]>>,
}

/// The regions of one rule, kept between boards.
pub(crate) struct NimberMemo<const K: usize> {
    indices: FxHashMap<Bitboard<K>, u32>,
    regions: Vec<Region<K>>,
    /// The memory of the lists of options, in bytes.
    option_bytes: u64,
}

impl<const K: usize> Default for NimberMemo<K> {
    fn default() -> NimberMemo<K> {
        NimberMemo { indices: FxHashMap::default(), regions: vec![], option_bytes: 0 }
    }
}

impl<const K: usize> NimberMemo<K> {
    /// Returns the approximate memory of the memo, in bytes.
    pub fn bytes(&self) -> u64 {
        let indices = self.indices.capacity() * (size_of::<(Bitboard<K>, u32)>() + 1);
        (indices + self.regions.capacity() * size_of::<Region<K>>()) as u64 + self.option_bytes
    }

    /// Forgets all lists of options.
    fn drop_options(&mut self) {
        self.regions.iter_mut().for_each(|region| region.options = None);
        self.option_bytes = 0;
    }
}

/// Returns the memory of a list of options, in bytes.
fn list_bytes(options: &[RegionSum]) -> u64 {
    let spilled = options.iter().filter(|option| option.spilled()).map(|option| 4 * option.capacity());
    (size_of_val(options) + 16 + spilled.sum::<usize>()) as u64
}

/// A search for the Grundy values of boards of one rule, with `K` planes and rows of `W` bits.
pub(crate) struct NimberSearch<'a, const K: usize, const W: u32> {
    rule: CompiledRule<'a, K, W>,
    memo: &'a mut NimberMemo<K>,
    pub nodes: u64,
    /// The memory that other tables use, in bytes.
    other_bytes: u64,
    budget: &'a Budget,
}

impl<'a, const K: usize, const W: u32> NimberSearch<'a, K, W> {
    pub fn new(
        bit_rule: &'a BitRule,
        memo: &'a mut NimberMemo<K>,
        other_bytes: u64,
        budget: &'a Budget,
    ) -> NimberSearch<'a, K, W> {
        NimberSearch { rule: CompiledRule::new(bit_rule), memo, nodes: 0, other_bytes, budget }
    }

    /// Returns the Grundy value of a board.
    pub fn board_value(&mut self, board: &Bitboard<K>) -> Result<u32, EvaluationError> {
        let regions = self.sum(board)?;
        regions.iter().try_fold(0, |value, &region| Ok(value ^ u32::from(self.value(region, 0)?)))
    }

    /// Reports whether a board has the Grundy value n.
    pub fn board_has_value(&mut self, board: &Bitboard<K>, n: u32) -> Result<bool, EvaluationError> {
        let Ok(n) = u16::try_from(n) else { return Ok(false) };
        let regions = self.sum(board)?;
        self.sum_has_value(&regions, n, 0)
    }

    /// Returns the value of a region.
    fn value(&mut self, region: u32, depth: u32) -> Result<u16, EvaluationError> {
        for n in 0..UNKNOWN {
            if self.region_has_value(region, n, depth)? {
                return Ok(n);
            }
        }
        Err(EvaluationError::Deep)
    }

    /// Returns the regions of a board.
    fn sum(&mut self, board: &Bitboard<K>) -> Result<RegionSum, EvaluationError> {
        let mut sum = RegionSum::new();
        for region in self.rule.regions(board) {
            let index = self.region_index(&region)?;
            match sum.iter().position(|&other| other == index) {
                Some(at) => drop(sum.swap_remove(at)),
                None => sum.push(index),
            }
        }
        sum.compact_sort();
        Ok(sum)
    }

    /// Returns the index of a region.
    fn region_index(&mut self, region: &Bitboard<K>) -> Result<u32, EvaluationError> {
        let (key, _) = self.rule.canonical_representative(region);
        if let Some(&index) = self.memo.indices.get(&key) {
            return Ok(index);
        }
        self.check_memory()?;
        let index = self.memo.regions.len() as u32;
        self.memo.indices.insert(key, index);
        let weight = self.rule.count_first_steps(&key, 0);
        let value = if self.has_replies_by_symmetry(&key) { 0 } else { UNKNOWN };
        self.memo.regions.push(Region { board: key, value, excluded: 0, weight, options: None });
        Ok(index)
    }

    /// Checks that the memory limit allows the memo to grow; drops the lists of options if it does not.
    fn check_memory(&mut self) -> Result<(), EvaluationError> {
        let memo = &mut *self.memo;
        let grows = memo.indices.len() == memo.indices.capacity() || memo.regions.len() == memo.regions.capacity();
        let limit = (self.budget.bytes / 2).saturating_sub(self.other_bytes);
        if grows && memo.bytes().saturating_mul(3) > limit || memo.option_bytes > limit / 3 {
            memo.drop_options();
            if grows && memo.bytes().saturating_mul(3) > limit {
                return Err(ValueLimit::Memory.into());
            }
        }
        Ok(())
    }

    /// Reports whether a region is its own image by half a turn, and no move ever meets its own image.
    ///
    /// Then the value is 0: the second player answers each move by its image. The answer is legal, since the move did
    /// not change a cell that its image reads, and the region is its own image again.
    fn has_replies_by_symmetry(&self, region: &Bitboard<K>) -> bool {
        if self.rule.has_conditions() || !self.rule.has_half_turn() {
            return false;
        }
        let all = region.cells();
        // The cells i and `index_sum` - i are images of each other.
        let (rows, columns) = ([all.trailing_zeros() / W, (63 - all.leading_zeros()) / W], used_columns::<W>(all));
        let index_sum = W * (rows[0] + rows[1]) + columns.trailing_zeros() + 63 - columns.leading_zeros();
        let is_own_image = region.0.iter().all(|&plane| {
            let turned = image::<W>(plane, GridSymmetry(3)) as u128;
            // The half turn of the whole word maps cell i to 63 - i.
            let shifted = if index_sum >= 63 { turned << (index_sum - 63) } else { turned >> (63 - index_sum) };
            shifted == u128::from(plane)
        });
        if !is_own_image {
            return false;
        }
        let reachable = self.rule.reachable_planes(region);
        !self.rule.patterns.iter().any(|pattern| {
            let corners = self.rule.corners_fitting_ever(pattern, region, &reachable);
            corners != 0 && meets_image(pattern, corners, index_sum)
        }) && self.rule.move_patterns.iter().all(is_simple)
    }

    /// Returns the options of a region.
    fn options(&mut self, region: u32) -> Result<Arc<[RegionSum]>, EvaluationError> {
        let board = &self.memo.regions[region as usize];
        if let Some(options) = &board.options {
            return Ok(options.clone());
        }
        let board = board.board;
        self.check_memory()?;
        if !spend(64 * self.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        let mut options = vec![];
        for move_pattern in self.rule.move_patterns {
            for after in boards_after::<K, W>(move_pattern, &board)? {
                options.push(self.sum(&after)?);
            }
        }
        options.compact_sort();
        options.dedup();
        let options: Arc<[RegionSum]> = options.into();
        self.memo.option_bytes += list_bytes(&options);
        self.memo.regions[region as usize].options = Some(options.clone());
        Ok(options)
    }

    /// Stores the value of a region.
    fn set_value(&mut self, region: u32, value: u16) {
        let region = &mut self.memo.regions[region as usize];
        region.value = value;
        if let Some(options) = region.options.take() {
            self.memo.option_bytes = self.memo.option_bytes.saturating_sub(list_bytes(&options));
        }
    }

    /// Returns the regions of a sum whose values are not known, and the nim-sum of the known values.
    fn unknown_rest(&self, sum: &[u32]) -> (RegionSum, u16) {
        let (mut rest, mut known) = (RegionSum::new(), 0);
        for &region in sum {
            match self.memo.regions[region as usize].value {
                UNKNOWN => rest.push(region),
                value => known ^= value,
            }
        }
        (rest, known)
    }

    fn exclude(&mut self, region: u32, n: u16) {
        if n < 64 {
            self.memo.regions[region as usize].excluded |= 1 << n;
        }
    }

    fn is_excluded(&self, region: u32, n: u16) -> bool {
        n < 64 && self.memo.regions[region as usize].excluded >> n & 1 == 1
    }

    /// Reports whether a sum has the value n.
    fn sum_has_value(&mut self, sum: &[u32], n: u16, depth: u32) -> Result<bool, EvaluationError> {
        let (mut rest, mut known) = self.unknown_rest(sum);
        rest.compact_sort_by_key(|&region| self.memo.regions[region as usize].weight);
        let Some(largest) = rest.pop() else { return Ok(known == n) };
        for region in rest {
            known ^= self.value(region, depth)?;
        }
        self.region_has_value(largest, n ^ known, depth)
    }

    /// Reports whether a region has the value n.
    fn region_has_value(&mut self, region: u32, n: u16, depth: u32) -> Result<bool, EvaluationError> {
        let known = &self.memo.regions[region as usize];
        if known.value != UNKNOWN {
            return Ok(known.value == n);
        }
        if self.is_excluded(region, n) {
            return Ok(false);
        }
        self.count_node(depth)?;
        let options = self.options(region)?;
        if usize::from(n) > options.len() {
            return Ok(false);
        }
        // Each entry is an option and the value that it must not have.
        let mut unknown: Vec<(RegionSum, u16)> = vec![];
        for option in options.iter() {
            let (rest, value) = self.unknown_rest(option);
            if rest.is_empty() {
                self.exclude(region, value);
                if value == n {
                    return Ok(false);
                }
            } else {
                unknown.push((rest, n ^ value));
            }
        }
        unknown.compact_sort();
        unknown.dedup();
        let looks_ahead = self.memo.regions[region as usize].board.cells().count_ones() >= MIN_CELLS_LOOKED_AHEAD;
        let mut waiting = vec![];
        for (rest, value) in unknown {
            let single = if let [single] = rest[..] { Some(single) } else { None };
            if single.is_some_and(|single| self.is_excluded(single, value)) {
                continue;
            }
            let weight = rest.iter().map(|&region| self.memo.regions[region as usize].weight).sum::<u32>();
            let mut order = weight;
            if looks_ahead {
                match self.count_replies(&rest, single.is_some(), value)? {
                    Some(replies) => order = 64 * replies + weight.min(63),
                    None => {
                        self.exclude(rest[0], value);
                        continue;
                    }
                }
            }
            waiting.push((order, rest, value));
        }
        waiting.compact_sort();
        for (_, rest, value) in waiting {
            if self.sum_has_value(&rest, value, depth + 1)? {
                self.exclude(region, n);
                return Ok(false);
            }
        }
        for m in 0..n {
            if !self.is_excluded(region, m) && self.region_has_value(region, m, depth + 1)? {
                return Ok(false);
            }
        }
        self.set_value(region, n);
        Ok(true)
    }

    /// Counts the options of a sum that could show that its value is not `value`.
    ///
    /// Options are counted once if their unknown regions and their known values are the same.
    ///
    /// Returns `None` if the sum is a single region with an option of this value, so that the region has another value.
    fn count_replies(&mut self, sum: &[u32], is_single: bool, value: u16) -> Result<Option<u32>, EvaluationError> {
        let mut seen: FxHashSet<(RegionSum, u16)> = FxHashSet::default();
        for &region in sum {
            for option in self.options(region)?.iter() {
                let (rest, known) = self.unknown_rest(option);
                match rest[..] {
                    [] if is_single && known == value => return Ok(None),
                    [] => {}
                    [last] if is_single && self.is_excluded(last, value ^ known) => {}
                    _ => drop(seen.insert((rest, known))),
                }
            }
        }
        Ok(Some(seen.len() as u32))
    }

    /// Counts a position, checks the limits, and reports progress.
    fn count_node(&mut self, depth: u32) -> Result<(), EvaluationError> {
        if depth == MAX_DEPTH {
            return Err(EvaluationError::Deep);
        }
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps.into());
        }
        if !spend(1024) {
            return Err(ValueLimit::Cancelled.into());
        }
        if let Some(progress) = self.budget.progress.as_ref().filter(|_| self.nodes.is_multiple_of(1024)) {
            progress.report(&text!("positions"), self.nodes, None);
        }
        Ok(())
    }
}

/// Reports whether a picture at one of these corners shares a cell with its image by half a turn.
///
/// The cells i and `index_sum` - i are images of each other.
fn meets_image(pattern: &BitPattern, corners: u64, index_sum: u32) -> bool {
    let cells = || pattern.cells.iter().map(|(cell, _)| *cell);
    cells().any(|a| {
        cells().any(|b| {
            let twice = index_sum.checked_sub(a + b).filter(|twice| twice.is_multiple_of(2));
            twice.is_some_and(|twice| corners >> (twice / 2) & 1 == 1)
        })
    })
}

//! The regions of boards that are stored as bits.

use super::helper::run_helper;
use super::shared::SharedNimbers;
use super::{Question, RegionRules};
use crate::bit_rule::{BitPattern, BitRule, is_simple};
use crate::bits::{image, used_columns};
use crate::compiled_rule::{Bitboard, CompiledRule};
use crate::evaluate::{EvaluationError, boards_after};
use crate::outcome_search::{HELPER_STACK_BYTES, hash_of_board};
use crate::pattern::GridSymmetry;
use grundy_rules::{Budget, spend};
use grundy_value::ValueLimit;
use smallvec::SmallVec;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// The minimum number of cells of a region that is looked at two moves ahead.
///
/// In smaller regions this takes more time than it saves, and so it does if cells have several states: half of the time
/// in Clobber. In Cram it saves a quarter of the time.
const MIN_CELLS_LOOKED_AHEAD: u32 = 18;

/// The regions of boards with `K` planes and rows of `W` bits.
pub struct BitboardRegions<'a, const K: usize, const W: u32> {
    rule: CompiledRule<'a, K, W>,
    bit_rule: &'a BitRule,
}

impl<'a, const K: usize, const W: u32> BitboardRegions<'a, K, W> {
    /// Returns the regions of boards of a rule.
    pub fn new(bit_rule: &'a BitRule) -> BitboardRegions<'a, K, W> {
        BitboardRegions { rule: CompiledRule::new(bit_rule), bit_rule }
    }
}

impl<const K: usize, const W: u32> RegionRules for BitboardRegions<'_, K, W> {
    type Board = Bitboard<K>;
    type Key = Bitboard<K>;

    fn regions(&self, board: &Bitboard<K>) -> SmallVec<[Bitboard<K>; 4]> {
        self.rule.regions(board)
    }

    fn representative(&self, region: &Bitboard<K>) -> (Bitboard<K>, Bitboard<K>) {
        let (key, _) = self.rule.canonical_representative(region);
        (key, key)
    }

    fn options(&self, region: &Bitboard<K>) -> Result<Vec<Bitboard<K>>, EvaluationError> {
        if !spend(64 * self.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        let mut options = vec![];
        for move_pattern in self.rule.move_patterns {
            options.extend(boards_after::<K, W>(move_pattern, region)?);
        }
        Ok(options)
    }

    fn weight(&self, region: &Bitboard<K>) -> u32 {
        self.rule.count_first_steps(region, 0)
    }

    fn looks_ahead(&self, region: &Bitboard<K>) -> bool {
        self.bit_rule.plane_count() == 1 && region.cells().count_ones() >= MIN_CELLS_LOOKED_AHEAD
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

    fn hash(region: &Bitboard<K>) -> u128 {
        hash_of_board(region)
    }

    fn start_helper(
        &self,
        question: Question<Bitboard<K>>,
        shared: Arc<SharedNimbers<Bitboard<K>>>,
        budget: Budget,
    ) -> Option<JoinHandle<()>> {
        let bit_rule = self.bit_rule.clone();
        let work = move || run_helper(&BitboardRegions::<K, W>::new(&bit_rule), &question, &shared, &budget);
        Builder::new().stack_size(HELPER_STACK_BYTES).spawn(work).ok()
    }

    fn record_form(&self) -> Option<(String, usize)> {
        Some((format!("Grundy values of regions, {K} planes, {}", self.bit_rule.record_name()), K))
    }

    fn write_region(region: &Bitboard<K>, write: &mut dyn FnMut(&[u64])) {
        write(&region.0);
    }

    fn read_region(words: &[u64]) -> Option<Bitboard<K>> {
        Some(Bitboard(words.try_into().ok()?))
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

//! Bounds on regions, by cuts into strips that only pictures of one player cross.
//!
//! A region is cut along lines between rows or between columns. Suppose that no picture of Right can ever fit across
//! these lines. Then the sum of the strips between them is the region without some moves of Left: every play of the sum
//! is a play of the region in which Right has all moves and Left only some. Removing options of Left makes no game
//! better for Left (by induction; J. H. Conway, *On Numbers and Games* (1976), ch. 1), so the value of the sum is at
//! most that of the region. Likewise, if no picture of Left crosses the lines, the value of the sum is at least that of
//! the region. Conditions on neighbours depend on cells across the line, so rules with conditions have no cuts.
//!
//! Strips whose regions are small are evaluated. Their bounds are kept, since the positions of a search share most of
//! their strips.

use crate::bit_rule::BitPattern;
use crate::bits::used_columns;
use crate::compiled_rule::{Bitboard, CompiledRule};
use crate::evaluate::{BoardEvaluator, EvaluationError};
use grundy_value::{StopBounds, StopBoundsMemo};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The index of the bounds of a strip with a region that is too large to be evaluated.
const UNKNOWN: u32 = u32::MAX;
/// Stands for the index of a strip that was not evaluated yet.
const MISSING: u32 = u32::MAX - 1;

/// The strips of a rule, with their bounds.
pub struct Strips<const K: usize> {
    /// For lower and for upper bounds: the lines between rows along which boards may be cut.
    ///
    /// Bit k stands for the line above row k.
    row_lines: [u64; 2],
    /// The same for the lines between columns.
    column_lines: [u64; 2],
    /// The maximum number of cells of a region that is evaluated.
    max_evaluated_cells: u32,
    /// For lower and for upper bounds: the indices of the bounds of strips.
    ///
    /// Strips are shifted to the first row or column.
    known: [FxHashMap<Bitboard<K>, u32>; 2],
    /// The different bounds, by their indices.
    bounds: Vec<StopBounds>,
    indices: FxHashMap<StopBounds, u32>,
}

impl<const K: usize> Strips<K> {
    /// Returns the strips of a rule, none of them evaluated yet.
    pub fn new<const W: u32>(rule: &CompiledRule<'_, K, W>, max_evaluated_cells: u32) -> Strips<K> {
        let row = |k: u32| (1u64 << (W * k)) - 1;
        let column = |k: u32| (0..64 / W).fold(0, |all, row| all | ((1u64 << k) - 1) << (W * row));
        // For a lower bound, moves of Left are dropped, so no picture of Right may cross the line.
        let lines = |last: u32, side: &dyn Fn(u32) -> u64| {
            [1, 0].map(|other| {
                let free = (1..last).filter(|&k| !rule.has_conditions() && !crosses(rule, side(k), other));
                free.fold(0, |lines, k| lines | 1 << k)
            })
        };
        Strips {
            row_lines: lines(64 / W, &row),
            column_lines: lines(W, &column),
            max_evaluated_cells,
            known: Default::default(),
            bounds: vec![],
            indices: FxHashMap::default(),
        }
    }

    /// Reports whether there are lines for lower or for upper bounds.
    pub fn are_useful(&self) -> bool {
        self.row_lines.iter().chain(&self.column_lines).any(|&lines| lines != 0)
    }

    /// Returns the approximate memory that the strips use, in bytes.
    pub fn bytes(&self) -> u64 {
        let known = self.known.iter().map(|known| known.capacity() * (size_of::<(Bitboard<K>, u32)>() + 1));
        (known.sum::<usize>() + self.bounds.capacity() * 3 * size_of::<StopBounds>()) as u64
    }

    /// Forgets all strips.
    pub fn clear(&mut self) {
        self.known = Default::default();
        self.bounds = vec![];
        self.indices = FxHashMap::default();
    }

    /// Returns the bounds of a region and of its negative.
    ///
    /// The strips have at most `max_strip_width` rows or columns.
    pub fn region_bounds<const W: u32>(
        &mut self,
        engine: &mut BoardEvaluator<'_, K, W>,
        memo: &mut StopBoundsMemo,
        region: &Bitboard<K>,
        max_strip_width: u32,
    ) -> Result<[StopBounds; 2], EvaluationError> {
        let all = region.cells();
        let mut found = [StopBounds::UNKNOWN; 2];
        for (direction, best) in found.iter_mut().enumerate() {
            if self.row_lines[direction] != 0 {
                let ends = [all.trailing_zeros() / W, (63 - all.leading_zeros()) / W + 1];
                let strip = |from: u32, to: u32| {
                    let (shift, rows) = (W * from, W * (to - from));
                    let mask = if rows >= 64 { u64::MAX } else { (1 << rows) - 1 };
                    Bitboard(region.0.map(|plane| plane >> shift & mask))
                };
                let cut =
                    self.best_cut(engine, memo, direction, self.row_lines[direction], ends, max_strip_width, strip)?;
                *best = best.better_of(&cut);
            }
            if self.column_lines[direction] != 0 {
                let used = used_columns::<W>(all);
                let first_column = (0..64 / W).fold(0, |all, row| all | 1u64 << (W * row));
                let ends = [used.trailing_zeros(), 64 - used.leading_zeros()];
                let strip = |from: u32, to: u32| {
                    let one = if to - from >= 64 { u64::MAX } else { (1u64 << (to - from)) - 1 };
                    let mask = one.wrapping_mul(first_column);
                    Bitboard(region.0.map(|plane| plane >> from & mask))
                };
                let cut =
                    self.best_cut(engine, memo, direction, self.column_lines[direction], ends, max_strip_width, strip)?;
                *best = best.better_of(&cut);
            }
        }
        Ok(found)
    }

    /// Returns the best bounds by cuts along some of the `lines` between two ends.
    #[expect(clippy::too_many_arguments, reason = "the caller has one use for rows and one for columns")]
    fn best_cut<const W: u32>(
        &mut self,
        engine: &mut BoardEvaluator<'_, K, W>,
        memo: &mut StopBoundsMemo,
        direction: usize,
        lines: u64,
        [first, last]: [u32; 2],
        max_strip_width: u32,
        strip: impl Fn(u32, u32) -> Bitboard<K>,
    ) -> Result<StopBounds, EvaluationError> {
        let is_line = |at: u32| at == first || at == last || lines >> at & 1 == 1;
        let ends = (first + 1..=last).filter(|&to| is_line(to));
        let pairs = ends.flat_map(|to| (first.max(to.saturating_sub(max_strip_width))..to).map(move |from| (from, to)));
        // The memory accesses of the look-ups overlap if nothing else is done between them.
        let strips: SmallVec<[(u32, u32, Bitboard<K>); 24]> =
            pairs.filter(|&(from, _)| is_line(from)).map(|(from, to)| (from, to, strip(from, to))).collect();
        let known = &self.known[direction];
        let mut indices: SmallVec<[u32; 24]> =
            strips.iter().map(|(_, _, strip)| known.get(strip).copied().unwrap_or(MISSING)).collect();
        for (index, (_, _, strip)) in indices.iter_mut().zip(&strips) {
            if *index == MISSING {
                *index = self.evaluate(engine, memo, direction, strip)?;
            }
        }
        // Entry k has the best bounds of everything before line `first + k`.
        let mut best: SmallVec<[StopBounds; 9]> = smallvec![StopBounds::UNKNOWN; (last - first + 1) as usize];
        best[0] = StopBounds::ZERO;
        for (index, (from, to, _)) in indices.into_iter().zip(strips) {
            if index != UNKNOWN {
                let sum = best[(from - first) as usize].plus(&self.bounds[index as usize]);
                let bounds = &mut best[(to - first) as usize];
                *bounds = bounds.better_of(&sum);
            }
        }
        Ok(best.pop().unwrap_or(StopBounds::UNKNOWN))
    }

    /// Evaluates a strip and returns the index of its bounds.
    #[cold]
    fn evaluate<const W: u32>(
        &mut self,
        engine: &mut BoardEvaluator<'_, K, W>,
        memo: &mut StopBoundsMemo,
        direction: usize,
        strip: &Bitboard<K>,
    ) -> Result<u32, EvaluationError> {
        let mut bounds = Some(StopBounds::ZERO);
        for region in engine.rule.regions(strip) {
            if region.cells().count_ones() > self.max_evaluated_cells {
                bounds = None;
                break;
            }
            let value = match engine.value_of_region(&region, 0) {
                Ok(value) => value,
                Err(EvaluationError::Deep) => {
                    bounds = None;
                    break;
                }
                Err(limit) => return Err(limit),
            };
            let value = if direction == 1 { engine.values.negative(value)? } else { value };
            let own = engine.values.stop_bounds(value, memo)?;
            bounds = bounds.map(|bounds| bounds.plus(&own));
        }
        let index = bounds.map_or(UNKNOWN, |bounds| {
            *self.indices.entry(bounds).or_insert_with(|| {
                self.bounds.push(bounds);
                self.bounds.len() as u32 - 1
            })
        });
        self.known[direction].insert(*strip, index);
        Ok(index)
    }
}

/// Reports whether a picture of a player can have cells both in `side` and outside.
fn crosses<const K: usize, const W: u32>(rule: &CompiledRule<'_, K, W>, side: u64, player: usize) -> bool {
    let own = rule.move_patterns.iter().filter(|move_pattern| move_pattern.players[player]);
    let crosses_at = |pattern: &BitPattern, at: u32| {
        let first = side >> (at + pattern.cells[0].0) & 1;
        pattern.cells.iter().any(|(cell, _)| side >> (at + cell) & 1 != first)
    };
    own.flat_map(|move_pattern| &move_pattern.steps)
        .flatten()
        .any(|pattern| (0..64).any(|at| pattern.valid >> at & 1 == 1 && crosses_at(pattern, at)))
}

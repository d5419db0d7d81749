//! Bounds on the values of large regions, by cuts that only pictures of one player cross.
//!
//! A region is cut along a line between two rows or two columns. Suppose that no picture of Right can ever fit across
//! the line. Then the sum of the two sides is the region without some moves of Left: every play of the sum is a play of
//! the region in which Right has all moves and Left only some. Removing options of Left makes no game better for Left
//! (by induction; J. H. Conway, *On Numbers and Games* (1976), ch. 1), so the value of the sum is at most that of the
//! region. Likewise, if no picture of Left crosses the line, the value of the sum is at least that of the region. Sides
//! that are still large are cut again. Conditions on neighbours depend on cells across the line, so rules with
//! conditions have no cuts.

use crate::bit_rule::BitPattern;
use crate::compiled_rule::{Bitboard, CompiledRule, corners_matching_cells};
use crate::evaluate::{BoardEvaluator, EvaluationError};
use grundy_value::Value;
use rustc_hash::FxHashMap;

/// A line between two rows or two columns.
///
/// `side` is the set of cells on one side of the line. `across` has, for each player, the patterns that can cross the
/// line, each with the set of corner cells at which it does.
pub struct CutLine<'a> {
    pub side: u64,
    pub across: [Vec<(&'a BitPattern, u64)>; 2],
}

/// Computes bounds on the values of large regions, and the exact values of small ones.
pub struct Cuts<'a, const K: usize, const W: u32> {
    /// All lines between rows and columns; none if the rule has conditions.
    pub lines: Vec<CutLine<'a>>,
    /// The maximum number of cells of a small region, which is evaluated exactly.
    pub max_evaluated_cells: u32,
    memo: FxHashMap<(Bitboard<K>, bool), Option<Value>>,
}

impl<'a, const K: usize, const W: u32> Cuts<'a, K, W> {
    /// Returns bounds for boards of a rule, none of them computed yet.
    pub fn new(rule: &CompiledRule<'a, K, W>, max_evaluated_cells: u32) -> Cuts<'a, K, W> {
        let columns = |k: u32| (0..64 / W).fold(0, |all, row| all | ((1u64 << k) - 1) << (W * row));
        let rows = (1..64 / W).map(|k| (1u64 << (W * k)) - 1);
        let sides = rows.chain((1..W).map(columns));
        let sides = sides.filter(|_| !rule.has_conditions());
        let across = |side: u64, player: usize| {
            let own = rule
                .move_patterns
                .iter()
                .filter(|move_pattern| move_pattern.players[player])
                .flat_map(|move_pattern| &move_pattern.steps)
                .flatten();
            let corners = own.map(|pattern| {
                let corners = (0..64).filter(|at| pattern.valid >> at & 1 == 1).filter(|at| {
                    let first = side >> (at + pattern.cells[0].0) & 1;
                    pattern.cells.iter().any(|(cell, _)| side >> (at + cell) & 1 != first)
                });
                (pattern, corners.fold(0u64, |all, at| all | 1 << at))
            });
            corners.filter(|(_, corners)| *corners != 0).collect()
        };
        let lines = sides.map(|side| CutLine { side, across: [across(side, 0), across(side, 1)] }).collect();
        Cuts { lines, max_evaluated_cells, memo: FxHashMap::default() }
    }

    /// Returns the capacity of the cache of bounds, in entries.
    pub fn slots(&self) -> usize {
        self.memo.capacity()
    }

    /// Returns an upper bound on the value of a region if `above` is set, otherwise a lower bound.
    ///
    /// The result is `None` if there is no suitable cut.
    pub fn bound(
        &mut self,
        engine: &mut BoardEvaluator<'a, K, W>,
        region: &Bitboard<K>,
        above: bool,
    ) -> Result<Option<Value>, EvaluationError> {
        if region.cells().count_ones() <= self.max_evaluated_cells {
            return engine.value_of_region(region, 0).map(Some);
        }
        if self.lines.is_empty() {
            return Ok(None);
        }
        let (key, negative) = engine.rule.canonical_representative(region);
        let above = above != negative;
        let bound = match self.memo.get(&(key, above)) {
            Some(&bound) => bound,
            None => {
                let bound = match self.best(&engine.rule, &key, above) {
                    Some(side) => self.cut(engine, &key, side, above)?,
                    None => None,
                };
                self.memo.insert((key, above), bound);
                bound
            }
        };
        match bound {
            Some(value) if negative => Ok(Some(engine.values.negative(value)?)),
            bound => Ok(bound),
        }
    }

    /// Returns one side of the cut whose larger side is smallest; `None` if there is no suitable cut.
    fn best(&self, rule: &CompiledRule<'a, K, W>, region: &Bitboard<K>, above: bool) -> Option<u64> {
        let (all, reachable) = (region.cells(), rule.reachable_planes(region));
        // For an upper bound, moves of Right are dropped, so no picture of Left may cross the line.
        let other = usize::from(!above);
        let halves = |line: &&CutLine<'_>| [all & line.side, all & !line.side].map(u64::count_ones);
        let is_suitable = |line: &&CutLine<'_>| {
            halves(line)[0] > 0
                && halves(line)[1] > 0
                && line.across[other]
                    .iter()
                    .all(|(pattern, corners)| corners_matching_cells(pattern, &reachable) & corners == 0)
        };
        let best = self.lines.iter().filter(is_suitable).min_by_key(|line| halves(line).into_iter().max())?;
        Some(best.side)
    }

    fn cut(
        &mut self,
        engine: &mut BoardEvaluator<'a, K, W>,
        region: &Bitboard<K>,
        side: u64,
        above: bool,
    ) -> Result<Option<Value>, EvaluationError> {
        let mut sum = Value::ZERO;
        for piece in [region.within(side), region.within(!side)] {
            for region in engine.rule.regions(&piece) {
                let Some(value) = self.bound(engine, &region, above)? else { return Ok(None) };
                sum = engine.values.add(sum, value)?;
            }
        }
        Ok(Some(sum))
    }
}

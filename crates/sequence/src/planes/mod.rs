//! The `planes` kernel: the sparse space in bit planes, thousands of heaps at a time.
//!
//! In the sparse space (see `space`) a common value is determined by its *code*, the value without the lowest bit of
//! the mask. The xor of values corresponds to the xor of codes, and the common values of heaps of equal parity are
//! ordered like their codes. For each code u there is a *plane*, the bit set of the common heaps with this code. A pair
//! (d, v) of the space, where v is the code of the rest, excludes code u^v from all heaps n for which n - d is in
//! plane u. Loads and ors of vectors do this for many heaps n at once.
//!
//! A step takes three passes of 1528 heaps. For each pass
//! 1. `exclude` unites the planes shifted by all far differences, tile by tile: the eight planes of a tile stay in the
//!    L1 cache, and three rows of 512 heaps for each of eight codes stay in registers. Whole cache lines are loaded,
//!    and a shift by whole bytes is one permutation. The remaining shift of less than 8 bits is done bit by bit, from
//!    the largest shift to the smallest, for all differences with the same remaining shift at once. This leaves
//!    1528 = 3 * 512 - 8 heaps;
//! 2. `near` processes the near differences row by row, byte by byte, and finds the least code that nothing excludes.
//!
//! Then `verify` tests for all heaps of the step whether each smaller rare value is an option: first by pairs with a
//! small heap, with the planes in the order of `pivots`, then by the exact test. The first heap with a smaller rare
//! value that is not an option is rare, and the step is rolled back to that heap.

mod build;
mod data;
mod exclude;
mod helper;
mod near;
mod pivots;
mod verify;

use super::lanes::{AlignedBytes, Instructions, Lanes, with_lanes};
use super::moves::KernelMoves;
use super::scalar;
use super::space::Space;
use super::values::{SequenceValues, StoredValue};
pub(crate) use build::min_length;
use data::{BLOCK, MAX_SMALL_HEAPS, PASS, PASSES, RARE_CODE, ROWS, ZERO};
pub(crate) use data::{Planes, STEP};
use exclude::{Far, unite_tiles};
use helper::Helper;
pub(crate) use helper::{Task, TaskResult};
pub(crate) use pivots::Pivots;
use std::sync::Arc;
use verify::{CodeStride, verify_part};

/// The result of [`Planes::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepResult {
    /// The values of all heaps of the step are computed.
    Done,
    /// All values below heap n are final; heap n has this rare value. Fields: n and the value.
    Rare(usize, u32),
    /// One-byte codes do not suffice for the next values.
    Full,
}

impl AlignedBytes {
    /// Sets the bit with index `bit`.
    fn set(&mut self, bit: usize) {
        self.0[bit / 8] |= 1 << (bit % 8);
    }
}

impl Planes {
    /// Estimates the memory of planes for this space in bytes.
    pub fn estimate(space: &Space) -> u128 {
        let back = space.reach().max(MAX_SMALL_HEAPS + pivots::SAMPLE);
        256 * (back + 4 * STEP).next_power_of_two() as u128 / 8 + pivots::MAX_BYTES
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        let pivots: usize = self.pivots.iter().map(|list| 4 * list.len()).sum();
        (self.planes.len() + self.codes.len() + 128 * self.united.len() + pivots) as u64
    }

    /// Reports whether the planes must be rebuilt before the step from heap `n` on.
    ///
    /// A rebuild is necessary if another kernel has computed values in the meantime. It is also necessary if the
    /// sequence has doubled since the last build, because the densities of the planes have then changed.
    pub fn is_old(&self, n: usize) -> bool {
        n != self.next || n >= 2 * self.built_at
    }

    /// Adds the values of the next [`STEP`] heaps, or of those before a rare heap.
    ///
    /// If `helper` is present, its thread does part of the work.
    pub fn step(
        shared: &mut Arc<Planes>,
        instructions: Instructions,
        helper: Option<&Helper>,
        moves: &KernelMoves,
        values: &mut SequenceValues,
    ) -> StepResult {
        let start = values.len();
        planes_mut(shared).slide(start);
        for pass in 0..PASSES {
            let first = start + pass * PASS;
            Planes::exclude(shared, instructions, helper, first);
            let planes = planes_mut(shared);
            for row in 0..ROWS {
                let block = row * BLOCK..PASS.min((row + 1) * BLOCK);
                if !near_one(instructions, planes, first + block.start, row, block.len()) {
                    values.truncate(start);
                    return StepResult::Full;
                }
                planes.add(first + block.start, block.len(), values);
            }
        }
        match Planes::verify(shared, instructions, helper, start, moves, values) {
            Some((n, code)) => {
                values.truncate(n);
                StepResult::Rare(n, shared.rare[shared.turn(n)][code].into())
            }
            None => {
                planes_mut(shared).next = start + STEP;
                StepResult::Done
            }
        }
    }

    /// Returns the far pairs and the planes for the pass from `first` on.
    fn far(&self, first: usize) -> Far<'_> {
        Far {
            lists: &self.far,
            planes: &self.planes[self.skip..],
            stride: self.stride,
            dense: self.dense,
            at: (first - self.base) / 8,
        }
    }

    /// Finds the codes that far differences exclude in the pass from `first` on.
    fn exclude(shared: &mut Arc<Planes>, instructions: Instructions, helper: Option<&Helper>, first: usize) {
        let tiles = shared.dense / 8;
        let half = |helper: &&Helper| {
            let planes = Arc::clone(shared);
            helper.send_task(Task::Unite { planes, first, tiles: tiles / 2..tiles }).is_ok()
        };
        let helper = helper.filter(|_| shared.far(first).cost() >= WORTH_A_THREAD).filter(half);
        let mine = if helper.is_some() { 0..tiles / 2 } else { 0..tiles };
        let mut rows = vec![ZERO; shared.united.len()];
        unite_tiles(instructions, shared.far(first), mine, &mut rows);
        match helper.map(|helper| helper.answer()) {
            None => {}
            Some(Some(TaskResult::United(more))) => {
                for (row, more) in rows.iter_mut().zip(more) {
                    row.0.iter_mut().zip(more.0).for_each(|(byte, more)| *byte |= more);
                }
            }
            // The helper has failed.
            Some(_) => unite_tiles(instructions, shared.far(first), 0..tiles, &mut rows),
        }
        planes_mut(shared).united = rows;
    }

    /// Finds the first heap from `start` on with a smaller rare value that is not an option.
    ///
    /// Returns the heap and the index of the least such value among the rare values of the heap's turn.
    fn verify(
        shared: &Arc<Planes>,
        instructions: Instructions,
        helper: Option<&Helper>,
        start: usize,
        moves: &KernelMoves,
        values: &SequenceValues,
    ) -> Option<(usize, usize)> {
        let half = |helper: &&Helper| {
            let (planes, stride) = (Arc::clone(shared), CodeStride { first: 1, step: 2 });
            helper.send_task(Task::Verify { planes, start, stride }).is_ok()
        };
        let helper = helper.filter(|_| shared.dense >= 32).filter(half);
        let mine = CodeStride { first: 0, step: if helper.is_some() { 2 } else { 1 } };
        let mut remaining = verify_part(instructions, shared, start, moves, mine);
        match helper.map(|helper| helper.answer()) {
            None => {}
            Some(Some(TaskResult::Left(more))) => remaining.extend(more),
            // The helper has failed.
            Some(_) => remaining = verify_part(instructions, shared, start, moves, CodeStride { first: 0, step: 1 }),
        }
        remaining.sort_unstable();
        let is_missing = |&(n, w): &(usize, u8)| {
            let value = shared.rare[shared.turn(n)][usize::from(w)];
            !has_option(instructions, moves, values, n, value.into())
        };
        remaining.into_iter().find(is_missing).map(|(n, w)| (n, usize::from(w)))
    }

    /// Adds a block of `length` heaps, whose codes are computed, to the planes and to the values.
    fn add(&mut self, first: usize, length: usize, values: &mut SequenceValues) {
        let place = first - self.base;
        for k in 0..length {
            let code = self.codes[place + k];
            if usize::from(code) < self.dense {
                self.planes[self.skip + usize::from(code) * self.stride + (place + k) / 8] |= 1 << ((place + k) % 8);
            } else {
                self.without_plane.push_back((first + k, code));
            }
        }
        let common = &self.common;
        let codes = &self.codes[place..place + length];
        let (even, odd) = (self.turn(first), self.turn(first + 1));
        let tables = [&common[even], &common[odd]];
        values.extend(codes.iter().enumerate().map(|(k, &code)| tables[k % 2][usize::from(code)].into()));
    }

    /// Moves the window of stored heaps forward if it has no space for another step.
    fn slide(&mut self, n: usize) {
        if n + STEP + 2 * BLOCK <= self.base + 8 * self.stride {
            return;
        }
        let rows = (n - self.back - self.base) / BLOCK;
        let base = self.base + rows * BLOCK;
        let bytes = rows * BLOCK / 8;
        for plane in self.planes[self.skip..].chunks_exact_mut(self.stride) {
            plane.copy_within(bytes.., 0);
            plane[self.stride - bytes..].fill(0);
        }
        let window = self.codes.len();
        self.codes.copy_within(rows * BLOCK.., 0);
        self.codes[window - rows * BLOCK..].fill(RARE_CODE);
        self.base = base;
        while self.without_plane.front().is_some_and(|&(heap, _)| heap < base) {
            self.without_plane.pop_front();
        }
    }
}

/// The least estimated time of a pass, in nanoseconds, for which a second thread is used.
const WORTH_A_THREAD: usize = 100_000;

/// Returns the planes for writing.
///
/// No helper holds a reference at this time, so `make_mut` does not copy them.
fn planes_mut(shared: &mut Arc<Planes>) -> &mut Planes {
    Arc::make_mut(shared)
}

#[inline(always)]
fn near_kernel<L: Lanes>(lanes: L, planes: &mut Planes, first: usize, row: usize, length: usize) -> bool {
    exclude::to_columns(lanes, planes, first, row);
    near::least_codes(lanes, planes, first, length)
}

with_lanes!(fn near_one(planes: &mut Planes, first: usize, row: usize, length: usize) -> bool = near_kernel);

/// Reports whether a heap of n has an option of value w, by visiting all pairs.
fn has_option(instructions: Instructions, moves: &KernelMoves, values: &SequenceValues, n: usize, w: u32) -> bool {
    match values {
        SequenceValues::Bytes(list) => w <= u8::MAX_VALUE && scalar::any_option(instructions, moves, list, n, w as u8),
        SequenceValues::Words(list) => {
            w <= u16::MAX_VALUE && scalar::any_option(instructions, moves, list, n, w as u16)
        }
        // Codes of one byte belong to values of at most two bytes.
        SequenceValues::Longs(_) => false,
    }
}

//! The `filter` kernel: visits all pairs of smaller heaps, for games with many rare heaps.
//!
//! Most pairs are only compared with the set of values that no visited pair has. The heaps of a batch visit the pairs
//! of smaller heaps together. For each heap,
//! 1. a *sample* of the pairs, spread over all of them, is marked; the values that stay unmarked are *open*;
//! 2. *stages*, each with as many pairs as all pairs before it, search for pairs whose value is open, and mark only
//!    these. With fast enough instructions ([`Lanes::MAX_PAGES`]) the open values are a bit set, and 64 pairs are
//!    compared with it at once. Otherwise the marks themselves are read, which is faster than writing them. A stage
//!    with many hits marks all pairs;
//! 3. at the *end*, heap by heap, the pairs with a heap of the batch are marked; the value of the heap is the least
//!    unmarked value.
//!
//! Pairs are processed in units of 256. A part of 16 units stays in the L1 cache while all heaps of the batch visit its
//! pairs.
//!
//! # Why this is exact
//!
//! Let a move from a heap of n leave r = n - t, which is split into a and r - a. Here 1 <= a <= r / 2, or a < r / 2 if
//! the two heaps must differ. `bound` and `width` belong to the batch: `width` is a power of two above all values of
//! earlier batches, and `bound` <= `width`.
//!
//! - *Every pair is visited.* Pairs with a < 64 are visited at the end, and pairs from [`BatchParameters::middle`] on
//!   before the sample. Each unit between them is visited in the sample or in exactly one stage. To see this, number
//!   the units by [`spread`], which permutes the numbers below a power of two. A number k other than 0 belongs to the
//!   stage of its lowest set bit, unless that bit is at least the stride of the sample. In that case, and for k = 0,
//!   the unit belongs to the sample. Only moves are visited, because units end below r / 2 for all heaps of the batch.
//! - *Both heaps of a pair visited before the end are below the batch*, since a >= 64 and a batch has at most 64
//!   heaps. So their values are known, and their xor is below `width`.
//! - *A pair is left unmarked only if its value is already marked or is not below `bound`.* The set of open values
//!   contains all other values, since a set that is built before a stage only loses members during it. If there are
//!   more values than places in the set, a map sends each value to a place ([`fold`](mod@fold)), and the set contains
//!   the places of all open values. The same map is applied to the value of a pair, so no open value is missed,
//!   whatever the map is. The mark is set for the value itself. So at the end a value x < `bound` is marked iff it is
//!   an option.
//! - *If some x < `bound` is not marked, the least such x is the value of the heap.* Otherwise, if `bound` < `width`,
//!   the heap is computed again with marks of all pairs. If `bound` = `width`, the value is `width`: all smaller
//!   values are options, and `width` is not, since the values of both heaps of all pairs are below `width`. A batch
//!   ends with the first such heap.

pub(crate) mod fold;
mod pairs;
mod reversed_values;

use super::helper::{Helper, with_helper};
use super::kernel_choice::ThreadChooser;
use super::lanes::{Instructions, Lanes, PagedSet};
use super::moves::KernelMoves;
use super::values::SequenceValues;
use fold::{ALL, Fold};
use grundy_rules::clock::Instant;
use grundy_rules::{Meter, Result};
use reversed_values::ReversedValues;
use std::ops::Range;
use std::sync::Arc;

/// Pairs whose smaller heap is below this number are visited at the end of the batch.
///
/// A batch has at most this many heaps.
const MIN_STAGE_HEAP: usize = 64;
/// The number of pairs in a unit.
const UNIT: usize = 256;
/// The number of units in a part.
const PART: usize = 16;
/// The number of vectors of 64 pairs in a part.
const VECTORS: usize = PART * UNIT / 64;
/// The number of heaps of a batch per thread.
const HEAPS: usize = 32;
/// The maximum number of stages; a stage's index is the binary logarithm of its stride.
const LEVELS: usize = 32;
/// The number of batches from one trial to the next.
///
/// A trial measures the hit rate of stages that mark all pairs.
const TRIAL: u64 = 64;

/// Indexed by value: 1 if some option has this value. Every 16-bit value has an index.
type OptionFlags = [u8; 1 << 16];

/// The parameters of a batch.
#[derive(Clone, Copy, Debug)]
struct BatchParameters {
    /// A power of two above all values of heaps below the batch.
    width: usize,
    /// The values below this bound are searched for the least unmarked one.
    bound: usize,
    /// The number of units.
    units: usize,
    /// Every `stride`-th unit is in the sample; a power of two.
    stride: usize,
    /// Indexed by stage: hits per 1024 pairs in the last batch that counted them.
    rates: [u64; LEVELS],
    /// Whether pairs are compared with open values even in stages with many hits, to measure the hit rate.
    trial: bool,
    /// The maximum number of pages of a set of open values; `None` if the instructions determine it.
    pages: Option<usize>,
}

impl BatchParameters {
    /// Returns the end of the units: pairs whose smaller heap is at least this heap are beyond all units.
    fn middle(&self) -> usize {
        MIN_STAGE_HEAP + self.units * UNIT
    }
}

/// The heaps of a batch that one thread computes, with the marks of their options.
#[derive(Clone, Debug, Default)]
struct ThreadBatch {
    heaps: Range<usize>,
    /// The distance in bytes between the marks of consecutive heaps.
    pitch: usize,
    marks: Vec<u8>,
    /// The open values of each heap.
    open: Vec<PagedSet<8>>,
    /// The folds of the sets of open values; `None` for a set that has a place for each value.
    folds: Vec<Option<Fold>>,
    /// Indexed by stage: the number of pairs that were compared with open values, and the number of hits.
    counts: [(u64, u64); LEVELS],
    hit_buffer: HitBuffer,
}

/// A buffer for the hits of one part, that is, pairs whose value is open.
#[derive(Clone, Debug)]
struct HitBuffer {
    /// For each vector of 64 pairs, the mask of its hits.
    masks: [u64; VECTORS],
    /// The lower seven bits of the values of hits.
    ///
    /// Whole vectors are written, so the buffer is longer than the number of hits requires.
    low: [u8; 64 * VECTORS + 64],
    /// The eight bits above the lower seven, in a buffer of the same length.
    high: [u8; 64 * VECTORS + 64],
}

impl Default for HitBuffer {
    fn default() -> HitBuffer {
        HitBuffer { masks: [0; VECTORS], low: [0; 64 * VECTORS + 64], high: [0; 64 * VECTORS + 64] }
    }
}

impl ThreadBatch {
    /// Clears the marks. Values from `bound` on count as marked, because they are not searched for.
    fn begin(&mut self, plan: &BatchParameters) {
        // The distance prevents the marks of different heaps from competing for the same cache lines.
        self.pitch = 2 * plan.width + 192;
        self.marks.resize(self.heaps.len() * self.pitch + size_of::<OptionFlags>(), 0);
        self.open.resize(self.heaps.len(), [[0; 128]; 8]);
        self.folds.clear();
        self.folds.resize(self.heaps.len(), None);
        for marks in self.marks.chunks_exact_mut(self.pitch).take(self.heaps.len()) {
            marks.fill(0);
            marks[plan.bound..plan.width].fill(1);
        }
        self.counts = [(0, 0); LEVELS];
    }

    fn marks(&mut self, k: usize) -> &mut OptionFlags {
        self.heap_data(k).0
    }

    /// Returns the marks and the open values of the k-th heap, and the buffer for its hits.
    ///
    /// The end of the slice may overlap the marks of the next heap; no value of this heap is large enough to reach it.
    fn heap_data(&mut self, k: usize) -> (&mut OptionFlags, &PagedSet<8>, &mut HitBuffer) {
        let marks = self.marks[k * self.pitch..].first_chunk_mut();
        (marks.expect("the list has space for all marks of each heap"), &self.open[k], &mut self.hit_buffer)
    }

    /// Computes the set of open values below `bound` in `pages` pages; folds the set if `folded` is true.
    #[inline(always)]
    fn note_open<L: Lanes>(&mut self, lanes: L, k: usize, bound: usize, pages: usize, folded: bool) {
        let marks = &self.marks[k * self.pitch..][..bound];
        let mut open = [[0; 128]; ALL];
        for (group, marks) in marks.as_chunks::<128>().0.iter().enumerate() {
            let page = &mut open[group / 8 % ALL];
            for k in 0..128 {
                page[k] |= u8::from(marks[k] == 0) << (group % 8);
            }
        }
        if folded {
            // A small set of open values is no good basis for choosing a fold, so the previous fold is used again.
            let count: u32 =
                open.as_flattened().as_chunks().0.iter().map(|&eight| u64::from_le_bytes(eight).count_ones()).sum();
            let previous_fold = self.folds[k].filter(|_| 8 * count < bound as u32);
            self.folds[k] = Some(fold::fold(lanes, &mut open, pages, previous_fold));
        }
        self.open[k][..pages].copy_from_slice(&open[..pages]);
    }
}

/// Returns the k-th unit in the order of the stages.
///
/// The function permutes the numbers below each power of two. The numbers k of one stage differ by multiples of a power
/// of two. If their units also did, the units would compete for the same cache lines.
fn spread(k: usize) -> usize {
    let mut unit = k;
    let mut by = 4;
    while by < usize::BITS {
        unit ^= unit >> by;
        by *= 2;
    }
    unit
}

/// Returns the largest size that the smaller of two heaps can have if r is split into them.
pub(crate) fn last_of(moves: &KernelMoves, r: usize) -> usize {
    if moves.unequal { (r - 1) / 2 } else { r / 2 }
}

/// Returns the number of known values from which the kernel can start.
pub(crate) fn min_length(moves: &KernelMoves) -> usize {
    4096 + 2 * moves.reach.unwrap_or(0)
}

/// The task of a second thread: values, parameters of the batch, and the thread's share of the heaps.
type Task = (Arc<ReversedValues>, BatchParameters, ThreadBatch);

/// The state of the kernel between batches.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    mirror: Arc<ReversedValues>,
    /// For each thread, its share of the batch.
    thread_batches: [ThreadBatch; 2],
    /// Indexed by stage: hits per 1024 pairs in the last batch that counted them.
    rates: [u64; LEVELS],
    batch_count: u64,
    thread_chooser: ThreadChooser,
    pages: Option<usize>,
    /// The number of heaps that were computed again because their values were not below the bound.
    pub recomputed: u64,
}

impl Filter {
    /// Creates a filter; `pages` is the maximum number of pages of a set of open values.
    ///
    /// If it is `None`, the instructions determine this number.
    pub fn with_max_pages(pages: Option<usize>) -> Filter {
        Filter { pages, ..Filter::default() }
    }

    /// Estimates the memory for `length` values in bytes.
    pub fn estimate(length: usize) -> u128 {
        // The marks and sets of a batch take at most a few megabytes.
        ReversedValues::estimate(length) + (2 * HEAPS * (3 << 16)) as u128
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.thread_batches.iter().map(|batch| batch.marks.len() + 1024 * batch.open.len());
        self.mirror.bytes() + bytes.sum::<usize>() as u64
    }

    /// Adds the values of heaps below `end`, but stops after a value of 65536 or more.
    ///
    /// There must be at least `min_length` values, all below 65536.
    ///
    /// # Errors
    /// Returns the `limit` error of the meter; all values added before the error are correct.
    pub fn fill(
        &mut self,
        instructions: Instructions,
        threads: usize,
        moves: &KernelMoves,
        values: &mut SequenceValues,
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        let serve = |(mirror, plan, mut thread_batch): Task| {
            pairs::run(instructions, &mirror, moves, &plan, &mut thread_batch);
            // The reference to the values is dropped before the answer is sent.
            drop(mirror);
            thread_batch
        };
        with_helper(threads, serve, |helper| {
            while values.len() < end && !matches!(values, SequenceValues::Longs(_)) {
                let n = values.len();
                meter.set_progress(n as u64);
                let threads = self.thread_chooser.threads(if helper.is_some() { 2 } else { 1 });
                let heaps = (HEAPS * threads).min(end - n);
                meter.advance((heaps * (1 + n * moves.two.len() / 512)) as u64)?;
                let start = Instant::now();
                self.fill_batch(instructions, helper.filter(|_| threads > 1), moves, values, n + heaps);
                let gained = values.len() - n;
                self.thread_chooser.record_time(threads, start.elapsed() / gained.max(1) as u32);
            }
            Ok(())
        })
    }

    /// Adds the values of heaps below `end`, but stops after a value that is not below the batch's width.
    fn fill_batch(
        &mut self,
        instructions: Instructions,
        helper: Option<&Helper<Task, ThreadBatch>>,
        moves: &KernelMoves,
        values: &mut SequenceValues,
        end: usize,
    ) {
        let start = values.len();
        Arc::make_mut(&mut self.mirror).follow(values, end);
        let plan = self.plan(moves, start);
        let (first_end, second_end) =
            if helper.is_some() { (start + (end - start).div_ceil(2), end) } else { (end, end) };
        self.thread_batches[0].heaps = start..first_end;
        self.thread_batches[1].heaps = first_end..second_end;
        let mut is_delegated = false;
        if let Some(helper) = helper {
            let thread_batch = std::mem::take(&mut self.thread_batches[1]);
            match helper.send_task((Arc::clone(&self.mirror), plan, thread_batch)) {
                Ok(()) => is_delegated = true,
                Err((.., thread_batch)) => self.thread_batches[1] = thread_batch,
            }
        }
        pairs::run(instructions, &self.mirror, moves, &plan, &mut self.thread_batches[0]);
        match helper.filter(|_| is_delegated).map(|helper| helper.answer()) {
            Some(Some(thread_batch)) => self.thread_batches[1] = thread_batch,
            _ => {
                // There is no helper, or the helper has failed.
                self.thread_batches[1].heaps = first_end..second_end;
                pairs::run(instructions, &self.mirror, moves, &plan, &mut self.thread_batches[1]);
            }
        }
        self.update_rates(&plan);
        let mirror = Arc::make_mut(&mut self.mirror);
        for n in start..end {
            let thread_batch = &mut self.thread_batches[usize::from(n >= first_end)];
            let k = n - thread_batch.heaps.start;
            let marks = thread_batch.marks(k);
            let value = match finish(mirror, moves, n, plan.bound, marks) {
                Some(value) => value,
                None if plan.bound == plan.width => plan.width,
                None => {
                    self.recomputed += 1;
                    recompute(mirror, moves, n, plan.width, marks)
                }
            };
            values.push(value as u32);
            if value >= plan.width {
                return;
            }
            mirror.follow(values, end);
        }
    }

    /// Chooses the parameters of the batch that starts at heap `start`.
    fn plan(&self, moves: &KernelMoves, start: usize) -> BatchParameters {
        let max_value = usize::from(self.mirror.max_value());
        let width = (max_value + 1).next_power_of_two().max(128);
        let recent = (start.saturating_sub(1024)..start).map(|n| self.mirror.value(n)).max();
        let recent = usize::from(recent.unwrap_or(0));
        // A bound that is occasionally too low costs less than a bound that is always too high.
        let bound = (recent + 1).next_multiple_of(128).min(width);
        let least = start - moves.two.iter().copied().max().unwrap_or(0);
        // Smaller heaps from `MIN_STAGE_HEAP` up to `last` form pairs for all heaps of the batch.
        let last = (least - 1) / 2;
        let units = (last + 1 - MIN_STAGE_HEAP) / UNIT;
        let sample = (max_value / 2).max(1024);
        let mut stride = 1;
        while units / (2 * stride) * UNIT >= sample {
            stride *= 2;
        }
        let trial = self.batch_count.is_multiple_of(TRIAL);
        BatchParameters { width, bound, units, stride, rates: self.rates, trial, pages: self.pages }
    }

    /// Updates the hit rates of the stages from the counts of a batch.
    fn update_rates(&mut self, plan: &BatchParameters) {
        self.batch_count += 1;
        let mut stride = plan.stride;
        while stride > 1 {
            let level = stride.trailing_zeros() as usize;
            let (pairs, hits) = self
                .thread_batches
                .iter()
                .map(|thread_batch| thread_batch.counts[level])
                .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            if let Some(rate) = (1024 * hits).checked_div(pairs) {
                self.rates[level] = rate;
            }
            stride /= 2;
        }
    }
}

/// Marks the options that the stages do not visit; returns the least unmarked value below `bound`.
fn finish(
    mirror: &ReversedValues,
    moves: &KernelMoves,
    n: usize,
    bound: usize,
    marks: &mut OptionFlags,
) -> Option<usize> {
    for take in &moves.one {
        marks[usize::from(mirror.value(n - take))] = 1;
    }
    for take in &moves.two {
        let (low, high) = mirror.words(n - take, 1, MIN_STAGE_HEAP - 1);
        low.iter().zip(high).for_each(|(a, b)| marks[usize::from(a ^ b)] = 1);
    }
    least(&marks[..bound])
}

/// Returns the index of the first 0 among the marks, whose number must be a multiple of eight.
fn least(marks: &[u8]) -> Option<usize> {
    let eights = marks.as_chunks::<8>().0;
    let k = eights.iter().position(|eight| *eight != [1; 8])?;
    Some(8 * k + eights[k].iter().position(|&mark| mark == 0)?)
}

/// Computes the value of heap n by marking all its pairs, whose values must be below `width`.
fn recompute(mirror: &ReversedValues, moves: &KernelMoves, n: usize, width: usize, marks: &mut OptionFlags) -> usize {
    marks[..width].fill(0);
    for take in &moves.one {
        marks[usize::from(mirror.value(n - take))] = 1;
    }
    for take in &moves.two {
        let r = n - take;
        let (low, high) = mirror.words(r, 1, last_of(moves, r));
        low.iter().zip(high).for_each(|(a, b)| marks[usize::from(a ^ b)] = 1);
    }
    least(&marks[..width]).unwrap_or(width)
}

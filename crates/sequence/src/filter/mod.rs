//! All pairs, where rare heaps are many: most of them are only held against the set of values that are still open.
//!
//! A batch of heaps goes over all pairs of smaller heaps together. For each heap,
//! 1. a *sample* of the pairs, spread over all of them, is marked: what it leaves unmarked is *open*;
//! 2. *stages*, each of as many pairs as all before it, look for pairs that make an open value, and mark these. Where instructions
//!    are fast enough ([`Lanes::PAGES`]), the open values are a set of bits that 64 pairs at once are held
//!    against; elsewhere the marks themselves are read, which is faster than to write them. A stage with many hits marks all pairs;
//! 3. at the *end*, heap by heap, the pairs with a heap of the batch follow, and the least value that is not marked.
//!
//! Pairs go in units of 256, and a part of 16 units stays in the nearest cache while all heaps of the batch go over it.
//!
//! # Why this is exact
//!
//! Let the heap of n have the moves that leave r = n - t split into a and r - a, where 1 <= a <= r / 2; below r / 2 where the two must
//! differ. `bound` and `width` are of the batch: `width` is a power of two above all values of earlier batches, `bound` at most that.
//!
//! - *Every pair is met.* Those with a < 64 at the end, those from [`Plan::middle`] on before the sample, and each unit between
//!   them in the sample or in just one stage: units are numbered by [`spread`], which permutes the numbers below a power of two, and a
//!   number k other than 0 is in the stage of its lowest bit, unless that is at least the stride of the sample, and then it is in the sample. No pair is met that is no move: units end below r / 2 for all heaps of the batch.
//! - *Both heaps of a pair that is met before the end are below the batch*, since a >= 64 and a batch has 64 heaps at most. So their
//!   values are known, and their xor is below `width`.
//! - *A pair is left unmarked only if its value is marked already, or is not below `bound`*: the set of open values has all others,
//!   as a set that is made before a stage only loses members in it. Where values are more than a set has places, a map sends each
//!   value to a place ([`fold`](mod@fold)), and the set has the places of all that are open. The same map is applied to the value of a
//!   pair: so no open one is missed, whatever map it is. What is marked is the true xor. So at the end each x < `bound` is marked if and
//!   only if it is an option.
//! - *If there is an x < `bound` that is not marked, the least is the value of the heap.* Otherwise, if `bound` < `width`, the heap is done
//!   again by marks of all pairs. If `bound` = `width`, the value is `width`: all below are options, and `width` is none, since the values
//!   of both heaps of all pairs are below `width`. A batch ends with the first such heap.

mod fold;
mod mirror;
mod pairs;

use super::choice::ThreadChooser;
use super::helper::{Helper, with_helper};
use super::lanes::{Instructions, Lanes, Pages};
use super::moves::Moves;
use super::values::Values;
use fold::{ALL, Fold};
use grundy_rules::clock::Instant;
use grundy_rules::{Meter, Result};
use mirror::ReversedValues;
use std::ops::Range;
use std::sync::Arc;

/// Pairs with a smaller heap are taken at the end of the batch. No batch has more heaps.
const FIRST: usize = 64;
/// Pairs in a unit.
const UNIT: usize = 256;
/// Units in a part.
const PART: usize = 16;
/// Vectors of 64 pairs in a part.
const VECTORS: usize = PART * UNIT / 64;
/// Heaps of a batch for each thread.
const HEAPS: usize = 32;
/// Stages at most, by the logarithm of their stride.
const LEVELS: usize = 32;
/// Between two batches that try how many hits a stage has whose pairs are all marked.
const TRIAL: u64 = 64;

/// By value: 1 if it is an option. More than all values of a word have a place.
type Marks = [u8; 1 << 16];

/// What a batch has in common.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// A power of two above all values of heaps below the batch.
    width: usize,
    /// Values from here on are not looked for.
    bound: usize,
    /// How many units there are.
    units: usize,
    /// Every so many-th unit is in the sample: a power of two.
    stride: usize,
    /// By stage: hits for 1024 pairs, as far as is known.
    rates: [u64; LEVELS],
    /// Whether pairs are held against open values where many hit, too.
    trial: bool,
    /// Sets of open values have at most so many pages; `None` leaves it to the instructions.
    pages: Option<usize>,
}

impl Plan {
    /// The first heap behind all units.
    fn middle(&self) -> usize {
        FIRST + self.units * UNIT
    }
}

/// The heaps of a batch that one thread takes, and what it knows of their options.
#[derive(Clone, Debug, Default)]
struct ThreadBatch {
    heaps: Range<usize>,
    /// From the marks of one heap to those of the next.
    pitch: usize,
    marks: Vec<u8>,
    /// Of each heap the open values.
    open: Vec<Pages<8>>,
    /// Where they stand in sets that have fewer places.
    folds: Vec<Option<Fold>>,
    /// By stage: pairs that were held against open values, and how many of them hit.
    counts: [(u64, u64); LEVELS],
    room: HitBuffer,
}

/// What the hits of one part are gathered in.
#[derive(Clone, Debug)]
struct HitBuffer {
    /// Of each vector of pairs those that hit.
    masks: [u64; VECTORS],
    /// The lower seven bits of their values, and those above; vectors are written whole.
    low: [u8; 64 * VECTORS + 64],
    high: [u8; 64 * VECTORS + 64],
}

impl Default for HitBuffer {
    fn default() -> HitBuffer {
        HitBuffer { masks: [0; VECTORS], low: [0; 64 * VECTORS + 64], high: [0; 64 * VECTORS + 64] }
    }
}

impl ThreadBatch {
    /// Nothing is marked yet, and what is not looked for counts as marked.
    fn begin(&mut self, plan: &Plan) {
        // Marks of several heaps are not to compete for the same lines of the cache.
        self.pitch = 2 * plan.width + 192;
        self.marks.resize(self.heaps.len() * self.pitch + size_of::<Marks>(), 0);
        self.open.resize(self.heaps.len(), [[0; 128]; 8]);
        self.folds.clear();
        self.folds.resize(self.heaps.len(), None);
        for marks in self.marks.chunks_exact_mut(self.pitch).take(self.heaps.len()) {
            marks.fill(0);
            marks[plan.bound..plan.width].fill(1);
        }
        self.counts = [(0, 0); LEVELS];
    }

    fn marks(&mut self, k: usize) -> &mut Marks {
        self.parts(k).0
    }

    /// The marks and the open values of the k-th heap, and what its hits are gathered in. The marks of other heaps begin behind those
    /// that it has a use for.
    fn parts(&mut self, k: usize) -> (&mut Marks, &Pages<8>, &mut HitBuffer) {
        let marks = self.marks[k * self.pitch..].first_chunk_mut();
        (marks.expect("room for all marks stands behind each heap"), &self.open[k], &mut self.room)
    }

    /// Notes which values below `bound` are open: in a set of so many pages, or folded into as many.
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
            // Few values do not tell which kinds of them are open, those before did.
            let count: u32 =
                open.as_flattened().as_chunks().0.iter().map(|&eight| u64::from_le_bytes(eight).count_ones()).sum();
            let known = self.folds[k].filter(|_| 8 * count < bound as u32);
            self.folds[k] = Some(fold::fold(lanes, &mut open, pages, known));
        }
        self.open[k][..pages].copy_from_slice(&open[..pages]);
    }
}

/// The k-th unit in the order in which stages take them: each number below a power of two stands for one below it. Units of one stage whose
/// numbers k are a power of two apart are not: they would compete for the same lines of the cache.
fn spread(k: usize) -> usize {
    let mut unit = k;
    let mut by = 4;
    while by < usize::BITS {
        unit ^= unit >> by;
        by *= 2;
    }
    unit
}

/// The largest smaller heap of the pairs that r is split into.
pub(crate) fn last_of(moves: &Moves, r: usize) -> usize {
    if moves.unequal { (r - 1) / 2 } else { r / 2 }
}

/// The least number of values with which it may start.
pub(crate) fn ready(moves: &Moves) -> usize {
    4096 + 2 * moves.reach.unwrap_or(0)
}

/// What a second thread is given: the values, and its share of the batch.
type Task = (Arc<ReversedValues>, Plan, ThreadBatch);

/// The kernel between batches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    mirror: Arc<ReversedValues>,
    /// One share for each thread.
    shares: [ThreadBatch; 2],
    /// By stage: hits for 1024 pairs, in the last batch that held them against open values.
    rates: [u64; LEVELS],
    batches: u64,
    pace: ThreadChooser,
    pages: Option<usize>,
    /// Heaps that were done again because their values were not below the bound.
    again: u64,
}

impl Filter {
    /// The bytes that it takes for so many values.
    pub fn estimate(length: usize) -> u128 {
        // Marks and sets of a batch are a few megabytes at most.
        ReversedValues::estimate(length) + (2 * HEAPS * (3 << 16)) as u128
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let shares = self.shares.iter().map(|share| share.marks.len() + 1024 * share.open.len());
        self.mirror.bytes() + shares.sum::<usize>() as u64
    }

    /// Adds the values of heaps up to `end`, which is not included, but for those behind a value of 65536 or more. There must be
    /// [`ready`] values, all below 65536.
    ///
    /// # Errors
    /// `limit` by the meter; all values are right nevertheless.
    pub fn fill(
        &mut self,
        instructions: Instructions,
        threads: usize,
        moves: &Moves,
        values: &mut Values,
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        let serve = |(mirror, plan, mut share): Task| {
            pairs::run(instructions, &mirror, moves, &plan, &mut share);
            // The values are let go before the answer is there.
            drop(mirror);
            share
        };
        with_helper(threads, serve, |helper| {
            while values.len() < end && !matches!(values, Values::Longs(_)) {
                let n = values.len();
                meter.at(n as u64);
                let threads = self.pace.threads(if helper.is_some() { 2 } else { 1 });
                let heaps = (HEAPS * threads).min(end - n);
                meter.tick((heaps * (1 + n * moves.two.len() / 512)) as u64)?;
                let start = Instant::now();
                self.batch(instructions, helper.filter(|_| threads > 1), moves, values, n + heaps);
                let gained = values.len() - n;
                self.pace.took(threads, start.elapsed() / gained.max(1) as u32);
            }
            Ok(())
        })
    }

    /// Adds the values of one batch, or its first ones.
    fn batch(
        &mut self,
        instructions: Instructions,
        helper: Option<&Helper<Task, ThreadBatch>>,
        moves: &Moves,
        values: &mut Values,
        end: usize,
    ) {
        let start = values.len();
        Arc::make_mut(&mut self.mirror).follow(values, end);
        let plan = self.plan(moves, start);
        let (mine, other) = if helper.is_some() { (start + (end - start).div_ceil(2), end) } else { (end, end) };
        self.shares[0].heaps = start..mine;
        self.shares[1].heaps = mine..other;
        let mut asked = false;
        if let Some(helper) = helper {
            let share = std::mem::take(&mut self.shares[1]);
            match helper.ask((Arc::clone(&self.mirror), plan, share)) {
                Ok(()) => asked = true,
                Err((.., share)) => self.shares[1] = share,
            }
        }
        pairs::run(instructions, &self.mirror, moves, &plan, &mut self.shares[0]);
        match helper.filter(|_| asked).map(|helper| helper.answer()) {
            Some(Some(share)) => self.shares[1] = share,
            _ => {
                // No helper, or it has failed.
                self.shares[1].heaps = mine..other;
                pairs::run(instructions, &self.mirror, moves, &plan, &mut self.shares[1]);
            }
        }
        self.count(&plan);
        let mirror = Arc::make_mut(&mut self.mirror);
        for n in start..end {
            let share = &mut self.shares[usize::from(n >= mine)];
            let k = n - share.heaps.start;
            let marks = share.marks(k);
            let value = match finish(mirror, moves, n, plan.bound, marks) {
                Some(value) => value,
                None if plan.bound == plan.width => plan.width,
                None => {
                    self.again += 1;
                    again(mirror, moves, n, plan.width, marks)
                }
            };
            values.push(value as u32);
            if value >= plan.width {
                return;
            }
            mirror.follow(values, end);
        }
    }

    /// How the batch from heap `start` on is done.
    fn plan(&self, moves: &Moves, start: usize) -> Plan {
        let most = usize::from(self.mirror.most());
        let width = (most + 1).next_power_of_two().max(128);
        let recent = (start.saturating_sub(1024)..start).map(|n| self.mirror.value(n)).max();
        let recent = usize::from(recent.unwrap_or(0));
        // A bound that is too low now and then costs less than one that is too high.
        let bound = (recent + 1).next_multiple_of(128).min(width);
        let least = start - moves.two.iter().copied().max().unwrap_or(0);
        // Smaller heaps from FIRST up to this one are in pairs of all heaps of the batch.
        let last = (least - 1) / 2;
        let units = (last + 1 - FIRST) / UNIT;
        let sample = (most / 2).max(1024);
        let mut stride = 1;
        while units / (2 * stride) * UNIT >= sample {
            stride *= 2;
        }
        let trial = self.batches.is_multiple_of(TRIAL);
        Plan { width, bound, units, stride, rates: self.rates, trial, pages: self.pages }
    }

    /// Counts pairs and hits.
    fn count(&mut self, plan: &Plan) {
        self.batches += 1;
        let mut stride = plan.stride;
        while stride > 1 {
            let level = stride.trailing_zeros() as usize;
            let (pairs, hits) = self
                .shares
                .iter()
                .map(|share| share.counts[level])
                .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            if let Some(rate) = (1024 * hits).checked_div(pairs) {
                self.rates[level] = rate;
            }
            stride /= 2;
        }
    }
}

/// The least value below `bound` that is no option, with the pairs that are taken at the end.
fn finish(mirror: &ReversedValues, moves: &Moves, n: usize, bound: usize, marks: &mut Marks) -> Option<usize> {
    for take in &moves.one {
        marks[usize::from(mirror.value(n - take))] = 1;
    }
    for take in &moves.two {
        let (low, high) = mirror.words(n - take, 1, FIRST - 1);
        low.iter().zip(high).for_each(|(a, b)| marks[usize::from(a ^ b)] = 1);
    }
    least(&marks[..bound])
}

/// The least value of these that is not marked, of a multiple of eight.
fn least(marks: &[u8]) -> Option<usize> {
    let eights = marks.as_chunks::<8>().0;
    let k = eights.iter().position(|eight| *eight != [1; 8])?;
    Some(8 * k + eights[k].iter().position(|&mark| mark == 0)?)
}

/// The value of a heap by marks of all pairs; all values that they have are below `width`.
fn again(mirror: &ReversedValues, moves: &Moves, n: usize, width: usize, marks: &mut Marks) -> usize {
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

#[cfg(test)]
mod tests;

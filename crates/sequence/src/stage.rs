//! Chooses the kernel and the number of values for the next part of a sequence with splits.

use crate::filter::{self, Filter};
use crate::helper::with_helper;
use crate::kernel_choice::Cost;
use crate::planes::{self, Planes, StepResult};
use crate::values::SequenceValues;
use crate::{Kernel, Sequence, scalar};
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Result};
use std::sync::Arc;

/// The maximum number of values between two measurements.
const MAX_STRETCH: usize = 16 * planes::STEP;
/// The number of values in a trial of the scalar kernel.
const SCALAR_TRIAL: usize = 64;
/// The number of values in a trial of the filter kernel.
const FILTER_TRIAL: usize = 256;
/// The number of parts into which the values between two measurements are divided.
const PIECES: usize = 4;

/// The time at which a kernel started, and the number of values then.
pub(crate) type Clock = (Instant, usize);

impl Sequence {
    /// Records the start of a kernel.
    pub(crate) fn start_kernel(&mut self, kernel: Kernel) -> Clock {
        self.last_kernel = kernel;
        (Instant::now(), self.values.len())
    }

    /// Records the end of the current kernel; returns the cost of the new values, if there are any.
    pub(crate) fn end_kernel(&mut self, (start, from): Clock) -> Option<Cost> {
        let (to, took) = (self.values.len(), start.elapsed().as_nanos());
        let effort = &mut self.efforts[self.last_kernel as usize];
        effort.heaps += (to.saturating_sub(from)) as u64;
        effort.nanoseconds += took as u64;
        // The rest r = n - t has r / 2 splits, or (r - 1) / 2 if the two heaps must differ, rounded down.
        let unequal = usize::from(self.moves.unequal);
        for take in &self.moves.two {
            let up_to = |n: usize| sum_of_halves(n.saturating_sub(*take + unequal));
            effort.pairs += up_to(to) - up_to(from);
        }
        let gained = to.checked_sub(from).filter(|&gained| gained > 0)?;
        Some(Cost { nanoseconds: took as f64 / gained as f64, heap: (from + to) / 2 })
    }

    /// Adds some or all values of heaps below `end`, without choosing the space again.
    pub(crate) fn extend_part(&mut self, end: usize, budget: &Budget) -> Result<()> {
        let Some(space) = &self.space else { return Ok(()) };
        let n = self.values.len();
        let from = planes::min_length(&self.moves, space).max(self.choice.not_before);
        let planes_fit = n >= from && end - n >= planes::STEP / 8;
        match self.options.kernel {
            Some(Kernel::Scalar) => self.fill_by_scalar(end.min(n + MAX_STRETCH), budget),
            Some(Kernel::Filter) if self.can_use_filter(end, budget) => {
                self.fill_by_filter(end.min(n + MAX_STRETCH), budget)
            }
            Some(Kernel::Filter) => self.fill_by_scalar(end.min(filter::min_length(&self.moves).max(n + 1)), budget),
            _ if planes_fit => self.fill_by_planes(end, budget),
            Some(_) => self.fill_by_scalar(end.min(from.max(n + 1)).min(n + MAX_STRETCH), budget),
            None => {
                let end = end.min(from.max(n + 1));
                // Few values are computed at a time, because another kernel may soon be faster.
                let stretch_len = (n / 8).clamp(FILTER_TRIAL, MAX_STRETCH);
                let pairs = self.moves.two.len() * n / 2;
                if self.choice.prefers_filter(n, pairs) && self.can_use_filter(end, budget) {
                    let stretch = if self.choice.filter.is_some() { stretch_len } else { FILTER_TRIAL };
                    self.fill_in_pieces(Kernel::Filter, end.min(n + stretch), budget)
                } else {
                    let stretch = if self.choice.scalar.is_some() { stretch_len } else { SCALAR_TRIAL };
                    self.fill_in_pieces(Kernel::Scalar, end.min(n + stretch), budget)
                }
            }
        }
    }

    /// Adds the values of heaps below `end` in several parts, and records the cost of the fastest part.
    ///
    /// The other parts may have been slowed down by other work of the machine.
    fn fill_in_pieces(&mut self, kernel: Kernel, end: usize, budget: &Budget) -> Result<()> {
        let piece = (end - self.values.len()).div_ceil(PIECES);
        let mut best: Option<Cost> = None;
        while self.values.len() < end && !matches!(self.values, SequenceValues::Longs(_)) {
            let stop = end.min(self.values.len() + piece);
            let (done, cost) = match kernel {
                Kernel::Filter => (self.fill_by_filter(stop, budget), &mut self.choice.filter),
                _ => (self.fill_by_scalar(stop, budget), &mut self.choice.scalar),
            };
            if let Some(best) = best.filter(|best| cost.is_some_and(|cost| best.nanoseconds < cost.nanoseconds)) {
                *cost = Some(best);
            }
            best = *cost;
            done?;
        }
        Ok(())
    }

    /// Reports whether the filter kernel can run now, that is, has enough values and enough memory.
    fn can_use_filter(&self, end: usize, budget: &Budget) -> bool {
        let n = self.values.len();
        let free_bytes = u128::from(budget.bytes).saturating_sub(u128::from(self.values.bytes()));
        n >= filter::min_length(&self.moves) && Filter::estimate(end.min(n + MAX_STRETCH)) <= free_bytes
    }

    fn fill_by_filter(&mut self, end: usize, budget: &Budget) -> Result<()> {
        let mut meter = budget.meter(text!("heaps")).with_total(self.goal as u64);
        let (instructions, threads) = (self.options.instructions, budget.threads());
        let clock = self.start_kernel(Kernel::Filter);
        let done = self.filter.fill(instructions, threads, &self.moves, &mut self.values, end, &mut meter);
        self.choice.filter = self.end_kernel(clock).or(self.choice.filter);
        if let Some(space) = &mut self.space {
            space.follow(&self.values, clock.1);
        }
        done
    }

    fn fill_by_scalar(&mut self, end: usize, budget: &Budget) -> Result<()> {
        let mut meter = budget.meter(text!("heaps")).with_total(self.goal as u64);
        let instructions = self.options.instructions;
        let Some(space) = &mut self.space else { return Ok(()) };
        space.catch_up(&self.moves);
        // The time of finding the maximum must not count, since it would distort a trial of a few values.
        let max_value = self.values.largest();
        let clock = self.start_kernel(Kernel::Scalar);
        let Some(space) = &mut self.space else { return Ok(()) };
        let done = scalar::fill(instructions, &self.moves, space, &mut self.values, (end, max_value), &mut meter);
        self.choice.scalar = self.end_kernel(clock).or(self.choice.scalar);
        if !done? {
            // A value has reached 65536, so the `direct` kernel continues.
            self.values.widen_fully();
        }
        Ok(())
    }

    fn fill_by_planes(&mut self, end: usize, budget: &Budget) -> Result<()> {
        let mut meter = budget.meter(text!("heaps")).with_total(self.goal as u64);
        let instructions = self.options.instructions;
        let clock = self.start_kernel(Kernel::Planes);
        let n = clock.1;
        let Some(space) = &mut self.space else { return Ok(()) };
        space.catch_up(&self.moves);
        if self.planes.as_ref().is_none_or(|planes| planes.is_old(n)) {
            let free_bytes = u128::from(budget.bytes).saturating_sub((end * self.values.width()) as u128);
            let fits = Planes::estimate(space) <= free_bytes;
            self.planes = if fits {
                Planes::new(instructions, &self.moves, space, &self.values, &mut self.pivots).map(Arc::new)
            } else {
                None
            };
        }
        let Some(planes) = &mut self.planes else {
            // The values are too large for one-byte codes, or the planes do not fit into memory.
            self.choice.not_before = usize::MAX;
            return Ok(());
        };
        let stop = end.min(n + MAX_STRETCH);
        let (moves, values, choice) = (&self.moves, &mut self.values, &mut self.choice);
        let mut step = StepResult::Done;
        let serve = |task: planes::Task| task.run(instructions, moves);
        let done = with_helper(budget.threads(), serve, |helper| -> Result<()> {
            while values.len() < stop && step == StepResult::Done {
                meter.set_progress(values.len() as u64);
                meter.advance(planes::STEP as u64)?;
                let threads = choice.thread_chooser.threads(if helper.is_some() { 2 } else { 1 });
                let before = Instant::now();
                let helper = helper.filter(|_| threads > 1);
                step = Planes::step(planes, instructions, helper, moves, values);
                choice.thread_chooser.record_time(threads, before.elapsed());
            }
            Ok(())
        });
        match step {
            StepResult::Done => {}
            StepResult::Rare(n, value) => {
                self.values.push(value);
                space.add_rare(&self.moves, n, value);
                self.planes = None;
                self.rollbacks += 1;
            }
            StepResult::Full => {
                self.planes = None;
                self.choice.not_before = usize::MAX;
            }
        }
        // Planes can be used again only far beyond the last rare heap. The comparison of costs below includes the heaps
        // until then.
        let length = self.values.len();
        let heaps_until_planes = match self.planes {
            None => planes::min_length(&self.moves, space).saturating_sub(length),
            Some(_) => 0,
        };
        self.end_kernel(clock);
        done?;
        if self.options.kernel.is_none()
            && let Some(other_cost) = self.choice.min_cost(length)
        {
            let spent = clock.0.elapsed().as_nanos() as f64 + heaps_until_planes as f64 * other_cost;
            if spent > (length - n + heaps_until_planes) as f64 * other_cost {
                self.choice.not_before = length + length / 8;
            }
        }
        Ok(())
    }
}

/// Returns the sum of k / 2, rounded down, over all k below n.
pub fn sum_of_halves(n: usize) -> u128 {
    let n = n.saturating_sub(1) as u128;
    n / 2 * (n / 2) + if n % 2 == 1 { n / 2 } else { 0 }
}

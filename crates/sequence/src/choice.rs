//! What decides between kernels and between one thread and two: what they have cost so far.

use std::time::Duration;

/// What decides between the kernels of games whose heaps split.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice {
    /// What one heap at a time cost, in the last stretch.
    pub scalar: Option<Cost>,
    /// What all pairs cost, in the last stretch.
    pub filter: Option<Cost>,
    /// Bit planes are not tried before this heap.
    pub not_before: usize,
    pub pace: Pace,
}

/// What a stretch of values has cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Nanoseconds a value.
    pub nanoseconds: f64,
    /// The heap in the middle of the stretch.
    pub heap: usize,
}

/// All pairs cost no less than this, in nanoseconds a pair: where that is more than another kernel takes, they are not tried.
const LEAST: f64 = 0.05;

impl Choice {
    /// Whether to go over all pairs for the heaps from n on, each of which has so many: by measurement, which wants both kernels to
    /// have been tried.
    pub fn prefers_filter(&self, n: usize, pairs: usize) -> bool {
        let Some(scalar) = self.scalar else { return false };
        self.filter_at(n).unwrap_or(pairs as f64 * LEAST) < scalar.nanoseconds
    }

    /// What a value from heap n on costs by the better of the two kernels that begin everywhere.
    pub fn best(&self, n: usize) -> Option<f64> {
        let scalar = self.scalar?.nanoseconds;
        Some(self.filter_at(n).map_or(scalar, |filter| filter.min(scalar)))
    }

    /// Costs are to be measured again: they change as the sequence grows.
    pub fn forget(&mut self) {
        (self.scalar, self.filter) = (None, None);
    }

    /// What a heap of n will cost where each has as many pairs as it is large.
    fn filter_at(&self, n: usize) -> Option<f64> {
        let cost = self.filter?;
        Some(cost.nanoseconds * n as f64 / cost.heap.max(1) as f64)
    }
}

/// Whether a second thread pays: on a busy machine it does not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    steps: u32,
    /// What the last step by one thread took, and the last one by two.
    took: [Option<Duration>; 2],
}

impl Pace {
    /// How many threads the next step is to use: those that took less time, the others now and then.
    pub fn threads(&self, most: usize) -> usize {
        if most < 2 {
            return 1;
        }
        let [one, two] = self.took;
        let faster = if two.is_none() || two < one { 2 } else { 1 };
        if one.is_none() {
            1
        } else if self.steps.is_multiple_of(16) {
            3 - faster
        } else {
            faster
        }
    }

    pub fn took(&mut self, threads: usize, time: Duration) {
        self.steps = self.steps.wrapping_add(1);
        self.took[threads - 1] = Some(time);
    }
}

//! Chooses between kernels, and between one thread and two threads, by measured cost.

use std::time::Duration;

/// The measurements that decide which kernel computes the next values of a game whose heaps split.
#[derive(Clone, Copy, Debug, Default)]
pub struct KernelChoice {
    /// The cost of the scalar kernel in its last run of consecutive heaps.
    pub scalar: Option<Cost>,
    /// The cost of the filter kernel in its last run of consecutive heaps.
    pub filter: Option<Cost>,
    /// The `planes` kernel is not tried before this heap.
    pub not_before: usize,
    /// The choice between one thread and two for the `planes` kernel.
    pub thread_chooser: ThreadChooser,
}

/// The measured cost of values of consecutive heaps.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Nanoseconds per value.
    pub nanoseconds: f64,
    /// The heap in the middle of the measured range.
    pub heap: usize,
}

/// A lower bound on the cost of the filter kernel, in nanoseconds per pair.
///
/// The filter is not tried where this bound already exceeds the cost of the scalar kernel.
pub const MIN_FILTER_COST: f64 = 0.05;

impl KernelChoice {
    /// Reports whether the filter kernel is expected to be faster for the heaps from n on.
    ///
    /// Each of these heaps has about `pairs` pairs. Once both kernels have been measured, only the measurements decide.
    pub fn prefers_filter(&self, n: usize, pairs: usize) -> bool {
        let Some(scalar) = self.scalar else { return false };
        self.filter_cost_at(n).unwrap_or(pairs as f64 * MIN_FILTER_COST) < scalar.nanoseconds
    }

    /// Returns the cost in nanoseconds of a value by the faster of the scalar and the filter kernel.
    ///
    /// These two kernels can start at any heap; n is the next heap. Returns `None` if the scalar kernel is not
    /// measured.
    pub fn min_cost(&self, n: usize) -> Option<f64> {
        let scalar = self.scalar?.nanoseconds;
        Some(self.filter_cost_at(n).map_or(scalar, |filter| filter.min(scalar)))
    }

    /// Discards the measurements, because costs change as the sequence grows.
    pub fn forget(&mut self) {
        (self.scalar, self.filter) = (None, None);
    }

    /// Extrapolates the cost of the filter to heap n, since the number of pairs grows linearly.
    fn filter_cost_at(&self, n: usize) -> Option<f64> {
        let cost = self.filter?;
        Some(cost.nanoseconds * n as f64 / cost.heap.max(1) as f64)
    }
}

/// Decides whether a second thread saves time, which it may not do on a busy machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadChooser {
    steps: u32,
    /// The times of the last two steps with one thread, and of the last two steps with two threads.
    ///
    /// The shorter of the two times counts, because a step in which a thread had to start or to wait does not predict
    /// the next step.
    times: [[Option<Duration>; 2]; 2],
}

/// The number of steps after which the slower number of threads is tried once.
pub const STEPS_PER_TRIAL: u32 = 32;

impl ThreadChooser {
    /// Returns the number of threads for the next step: usually the faster number, occasionally the other.
    pub fn threads(&self, max_threads: usize) -> usize {
        if max_threads < 2 {
            return 1;
        }
        let [one, two] = self.times.map(|times| times.into_iter().flatten().min());
        let faster = if two.is_none() || two < one { 2 } else { 1 };
        if one.is_none() {
            1
        } else if self.steps.is_multiple_of(STEPS_PER_TRIAL) {
            3 - faster
        } else {
            faster
        }
    }

    /// Records the time of a step.
    pub fn record_time(&mut self, threads: usize, time: Duration) {
        self.steps = self.steps.wrapping_add(1);
        let [last, before] = &mut self.times[threads - 1];
        *before = last.replace(time);
    }
}

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
    pub pace: ThreadChooser,
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
pub(crate) struct ThreadChooser {
    steps: u32,
    /// What the last two steps by one thread took, and the last two by two. The shorter one of either counts: a thread that begins,
    /// or that had to wait once, says nothing of the next step.
    took: [[Option<Duration>; 2]; 2],
}

/// Once in so many steps that way of the two is tried that took more time.
const TRY: u32 = 32;

impl ThreadChooser {
    /// How many threads the next step is to use: those that took less time, the others now and then.
    pub fn threads(&self, most: usize) -> usize {
        if most < 2 {
            return 1;
        }
        let [one, two] = self.took.map(|took| took.into_iter().flatten().min());
        let faster = if two.is_none() || two < one { 2 } else { 1 };
        if one.is_none() {
            1
        } else if self.steps.is_multiple_of(TRY) {
            3 - faster
        } else {
            faster
        }
    }

    pub fn took(&mut self, threads: usize, time: Duration) {
        self.steps = self.steps.wrapping_add(1);
        let [last, before] = &mut self.took[threads - 1];
        *before = last.replace(time);
    }
}

#[cfg(test)]
mod tests {
    use super::{TRY, ThreadChooser};
    use std::time::Duration;

    /// How many of so many steps two threads are used for, where the k-th such step takes so long and one thread takes 10.
    fn twos(steps: u32, took: impl Fn(u32) -> u64) -> u32 {
        let (mut pace, mut twos) = (ThreadChooser::default(), 0);
        for _ in 0..steps {
            let threads = pace.threads(2);
            pace.took(threads, Duration::from_micros(if threads == 2 { took(twos) } else { 10 }));
            twos += u32::from(threads == 2);
        }
        twos
    }

    #[test]
    fn the_faster_way_is_taken_and_the_other_one_tried() {
        assert!(twos(10 * TRY, |_| 6) >= 10 * TRY - 12);
        let few = twos(10 * TRY, |_| 14);
        assert!((8..=22).contains(&few), "{few}");
        // One step that was disturbed does not send the second thread away.
        assert!(twos(10 * TRY, |k| if k % 8 == 3 { 50 } else { 6 }) >= 10 * TRY - 12);
        assert_eq!(ThreadChooser::default().threads(1), 1);
    }
}

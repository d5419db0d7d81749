//! Periods: candidates from the Z-function, certified by the theorem of Guy and Smith.

use super::values::{SequenceValues, StoredValue, each_width};
use crate::suffixes::Matches;
use grundy_rules::Budget;
use grundy_rules::Result;

/// The preperiod and the period of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first index from which the sequence repeats.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
}

impl Period {
    /// Returns the index below `preperiod + period` that has the same value as `n`.
    pub fn reduce(self, n: u64) -> u64 {
        if n < self.preperiod { n } else { self.preperiod + (n - self.preperiod) % self.period }
    }
}

/// The result of a search for a period in the values of heaps below the length of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodResult {
    /// A period that the values prove.
    Proved(Period),
    /// No period is proved; a proof of the best candidate needs this many values.
    ///
    /// The number is `usize::MAX` if there is no candidate.
    Next(usize),
}

/// A resumable search for a period of an octal game whose moves take at most t = `reach`.
///
/// Theorem: for n0 ≥ 1, if G(n+p) = G(n) for n0 ≤ n < 2·n0 + p + t, then it holds for all n ≥ n0. A proof needs more
/// than 2p values, so periods above half the length are not candidates.
#[derive(Clone, Debug)]
pub struct PeriodSearch {
    length: usize,
    reach: usize,
    matches: Matches,
    next: usize,
}

/// The number of comparisons between two checks of the budget.
const STRIDE: usize = 1 << 18;

impl PeriodSearch {
    /// Creates a search in the values of heaps below `length`.
    pub fn new(length: usize, reach: usize) -> PeriodSearch {
        PeriodSearch { length, reach, matches: Matches::new(length / 2 + 1), next: usize::MAX }
    }

    /// Returns the memory in bytes that a search in `length` values takes.
    pub fn bytes(length: usize) -> u128 {
        2 * length as u128
    }

    /// Returns the number of values that are searched.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Tests the remaining periods. Every call must pass the same values.
    ///
    /// # Errors
    /// Fails with `limit` on cancellation or timeout; another call continues the search.
    pub fn run(&mut self, values: &SequenceValues, budget: &Budget) -> Result<PeriodResult> {
        each_width!(values, list => self.run_list(&list[..self.length], budget))
    }

    fn run_list<T: StoredValue>(&mut self, list: &[T], budget: &Budget) -> Result<PeriodResult> {
        let n = list.len();
        let mut steps = 0;
        while self.matches.shift() <= n / 2 {
            let shift = self.matches.shift();
            let (matched, compared) = self.matches.next(list);
            let preperiod = n - shift - matched;
            let needed = 2 * preperiod.max(1) + 2 * shift + self.reach;
            if needed <= n {
                return Ok(PeriodResult::Proved(Period { preperiod: preperiod as u64, period: shift as u64 }));
            }
            // A period that only a few values match is not a candidate.
            if matched > 64 + n / 64 {
                self.next = self.next.min(needed);
            }
            steps += 1 + compared;
            if steps >= STRIDE {
                steps = 0;
                budget.check()?;
            }
        }
        Ok(PeriodResult::Next(self.next))
    }
}

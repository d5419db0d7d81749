//! Periods: candidates by the Z-function, certified by the theorem of Guy and Smith.

use super::values::{Value, Values, each_width};
use crate::suffixes::Matches;
use grundy_rules::Budget;
use grundy_rules::Result;

/// From where a sequence repeats, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first index from which the sequence repeats.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
}

impl Period {
    /// The index below `preperiod + period` that has the same value as `n`.
    pub fn reduce(self, n: u64) -> u64 {
        if n < self.preperiod { n } else { self.preperiod + (n - self.preperiod) % self.period }
    }
}

/// What a search found in the values of heaps below `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A period that the values prove.
    Proved(Period),
    /// Nothing; so many values would prove the best candidate.
    Next(usize),
}

/// A search for a period of an octal game that takes at most `reach`: for n0 ≥ 1, if G(n+p) = G(n) for n0 ≤ n < 2·n0 + p + t, it
/// holds for all n ≥ n0. It may be interrupted and goes on from where it was.
///
/// A proof needs at least 2p values, so that longer periods need not be looked at.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    length: usize,
    reach: usize,
    matches: Matches,
    next: usize,
}

/// So many comparisons are made between two looks at the budget.
const STRIDE: usize = 1 << 18;

impl Search {
    /// A search in the values of heaps below `length`.
    pub fn new(length: usize, reach: usize) -> Search {
        Search { length, reach, matches: Matches::new(length / 2 + 1), next: usize::MAX }
    }

    /// The bytes that a search of so many values takes.
    pub fn bytes(length: usize) -> u128 {
        2 * length as u128
    }

    /// How many values it looks at.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Looks at the periods that are left. The values must be the same in every call.
    ///
    /// # Errors
    /// `limit` if the work was cancelled or its time is over; another call goes on.
    pub fn run(&mut self, values: &Values, budget: &Budget) -> Result<Found> {
        each_width!(values, list => self.run_list(&list[..self.length], budget))
    }

    fn run_list<T: Value>(&mut self, list: &[T], budget: &Budget) -> Result<Found> {
        let n = list.len();
        let mut steps = 0;
        while self.matches.shift() <= n / 2 {
            let shift = self.matches.shift();
            let (matched, compared) = self.matches.next(list);
            let preperiod = n - shift - matched;
            let needed = 2 * preperiod.max(1) + 2 * shift + self.reach;
            if needed <= n {
                return Ok(Found::Proved(Period { preperiod: preperiod as u64, period: shift as u64 }));
            }
            // A match of a few values is none.
            if matched > 64 + n / 64 {
                self.next = self.next.min(needed);
            }
            steps += 1 + compared;
            if steps >= STRIDE {
                steps = 0;
                budget.check()?;
            }
        }
        Ok(Found::Next(self.next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::Cancel;

    #[test]
    fn an_interrupted_search_goes_on() {
        // Digits of n in base 7 repeat at all scales, and a period at the end.
        let digits = |mut n: u32| -> u8 {
            let mut sum = 0;
            while n > 0 {
                (sum, n) = (sum + n % 7, n / 7);
            }
            sum as u8
        };
        for start in [300_000, 600_000] {
            let list = (0..1u32 << 20).map(|n| if n < start { digits(n) } else { (n % 1000 % 13) as u8 }).collect();
            let (values, length) = (Values::Bytes(list), 1 << 20);
            let whole = Search::new(length, 2).run(&values, &Budget::default()).unwrap();
            assert_eq!(matches!(whole, Found::Proved(_)), start == 300_000, "{whole:?}");
            let stopped = Cancel::default();
            stopped.stop();
            let budget = Budget { cancel: Some(stopped.clone()), ..Budget::default() };
            let mut search = Search::new(length, 2);
            let mut interruptions = 0;
            let parts = loop {
                match search.run(&values, &budget) {
                    Ok(found) => break found,
                    Err(_) => interruptions += 1,
                }
            };
            assert_eq!(parts, whole);
            assert!(start == 300_000 || interruptions >= 2, "{interruptions}");
        }
    }
}

//! Outcomes of subtraction games with finite sets of amounts, with one bit per heap.
//!
//! The outcomes of the last max(S) heaps determine the next outcome. If max(S) ≤ 64, they fit into one machine word,
//! and a step takes three instructions. Equal words at two heaps prove that the sequence repeats from there.

use grundy::unstable::lang::text;
use grundy::unstable::solve::heap::Period;
use grundy::{Amounts, Budget, Play, Result};

/// A subtraction game with amounts of at most 64, whose last 64 outcomes fit into one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The amounts as a mask: bit s − 1 is set for each amount s.
    amounts: u64,
    max: u32,
    min: u32,
    play: Play,
}

impl Window {
    /// Creates the window for these amounts; returns `None` if an amount exceeds 64.
    pub fn new(amounts: &Amounts, play: Play) -> Option<Window> {
        let max = amounts.max().filter(|&max| max <= 64)? as u32;
        let bits = amounts.up_to(64).fold(0, |bits, s| bits | 1 << (s - 1));
        Some(Window { amounts: bits, max, min: amounts.min() as u32, play })
    }

    /// Returns the word before heap n + 1, computed from the word before heap n.
    #[inline(always)]
    fn step(&self, word: u64) -> u64 {
        (word << 1) | u64::from(word & self.amounts == 0)
    }

    /// Returns the word after the first `count` heaps.
    /// Bit i is set iff heap `count` − 1 − i is a P-position; bits for heaps below 0 are not set. Under misère play,
    /// heaps without moves, that is those below min(S), are N-positions.
    fn first(&self, count: u32) -> u64 {
        let mut word = 0;
        for n in 0..count {
            word = if n < self.min && self.play == Play::Misere { word << 1 } else { self.step(word) };
        }
        word
    }

    /// Returns the P-positions among heaps 0 to `count` − 1 as a bit set: bit n % 64 of word n / 64.
    pub fn p_positions(&self, count: u64) -> Vec<u64> {
        let words = count.div_ceil(64) as usize;
        let mut list = Vec::with_capacity(words);
        // After 64 more steps, the word holds the outcomes of the next 64 heaps, in reverse order.
        let mut word = self.first(64);
        for _ in 0..words {
            list.push(word.reverse_bits());
            for _ in 0..64 {
                word = self.step(word);
            }
        }
        if let Some(last) = list.last_mut().filter(|_| !count.is_multiple_of(64)) {
            *last &= (1 << (count % 64)) - 1;
        }
        list
    }

    /// Returns the least preperiod and the least period of the outcomes.
    ///
    /// The method is Brent's cycle search on the words: equal words prove the period.
    ///
    /// # Errors
    /// `limit` if the budget is exhausted first.
    pub fn period(&self, budget: &Budget) -> Result<Period> {
        let mut meter = budget.meter(text!("heaps"));
        let mask = if self.max == 64 { u64::MAX } else { (1 << self.max) - 1 };
        // From this heap on, the recursion has no exceptions, so a word determines all further outcomes.
        let from = if self.play == Play::Misere { self.min } else { 0 };
        let start = self.first(from) & mask;
        let next = |word: u64| self.step(word) & mask;
        let (mut power, mut period, mut slow, mut fast) = (1u64, 1u64, start, next(start));
        let mut steps = 1u64;
        // Most sets are periodic from the start, so the loop also ends when the first word occurs again.
        while slow != fast && fast != start {
            if power == period {
                (slow, power, period) = (fast, power * 2, 0);
                meter.advance(power)?;
            }
            fast = next(fast);
            period += 1;
            steps += 1;
        }
        let mut meeting = 0u64;
        if fast == start {
            period = steps;
        } else {
            let (mut slow, mut fast) = (start, start);
            for _ in 0..period {
                fast = next(fast);
            }
            while slow != fast {
                (slow, fast, meeting) = (next(slow), next(fast), meeting + 1);
            }
        }
        // Words are equal if the last max(S) outcomes agree; the outcomes may agree from earlier heaps on.
        let index = u64::from(from) + meeting;
        if index == 0 {
            return Ok(Period { preperiod: 0, period });
        }
        let agreed = self.p_positions(index + period);
        let bit = |n: u64| agreed[(n / 64) as usize] >> (n % 64) & 1;
        let mut preperiod = index;
        while preperiod > 0 && bit(preperiod - 1) == bit(preperiod - 1 + period) {
            preperiod -= 1;
        }
        Ok(Period { preperiod, period })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(amounts: &Amounts, play: Play, count: usize) -> Vec<bool> {
        let mut p: Vec<bool> = vec![];
        for n in 0..count as u64 {
            let mut moves = amounts.up_to(n).peekable();
            let lost = if moves.peek().is_none() { play == Play::Normal } else { moves.all(|s| !p[(n - s) as usize]) };
            p.push(lost);
        }
        p
    }

    #[test]
    fn outcomes_and_periods_agree_with_the_recursion() {
        let mut seed = 3u64;
        for _ in 0..400 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let top = 1 + (seed >> 60) * 4;
            let members: Vec<u64> = (1..=top.min(64)).filter(|s| seed >> (s % 53) & 3 == 1).collect();
            if members.is_empty() {
                continue;
            }
            let amounts = Amounts::from_numbers(members);
            for play in [Play::Normal, Play::Misere] {
                let window = Window::new(&amounts, play).unwrap();
                let expected = slow(&amounts, play, 3000);
                let bits = window.p_positions(3000);
                let found: Vec<bool> = (0..3000).map(|n| bits[n / 64] >> (n % 64) & 1 == 1).collect();
                assert_eq!(found, expected, "take[{amounts}] {play}");
                let Period { preperiod, period } = window.period(&Budget::default()).unwrap();
                let (pre, p) = (preperiod as usize, period as usize);
                if pre + 2 * p > 2900 {
                    continue;
                }
                let repeats = |from: usize, p: usize| (from..3000 - p).all(|n| expected[n] == expected[n + p]);
                assert!(repeats(pre, p), "take[{amounts}] {play}: {pre}, {p}");
                assert!(pre == 0 || !repeats(pre - 1, p), "take[{amounts}] {play}: preperiod {pre} is not least");
                assert!((1..p).all(|q| !repeats(pre, q)), "take[{amounts}] {play}: period {p} is not least");
            }
        }
    }

    #[test]
    fn period_of_13_35_48_is_short() {
        let window = Window::new(&"13,35,48".parse().unwrap(), Play::Normal).unwrap();
        let Period { preperiod, period } = window.period(&Budget::default()).unwrap();
        let states = preperiod + period;
        assert!(states <= 1027, "{preperiod} + {period}");
    }

    #[test]
    fn no_window_for_large_amounts() {
        for set in ["65", "1..65", "1..", "2^k"] {
            assert_eq!(Window::new(&set.parse().unwrap(), Play::Normal), None);
        }
    }
}

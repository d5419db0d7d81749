//! Iterators over the numbers that a variable of a rule ranges over, in ascending order.

use super::lanes::{LANES, Lanes};
use grundy_rules::{CompactSort, NamedSet, is_prime};

/// The numbers that remain for a loop variable.
pub(crate) enum RemainingNumbers<'r> {
    /// The next number and the last number of a range.
    Range(i64, i64),
    /// The remaining numbers of a list that does not depend on the position.
    Fixed(std::slice::Iter<'r, i64>),
    List(std::vec::IntoIter<i64>),
    /// The base, the next power (`None` if there is none), and the upper bound.
    Powers(i64, Option<i64>, i64),
    /// The remaining members of a named set.
    ///
    /// The fields are the set; its latest two numbers, latest first; the count of numbers so far; and the upper
    /// bound.
    Sequence(NamedSet, [i64; 2], i64, i64),
}

impl RemainingNumbers<'_> {
    /// No numbers.
    pub const EMPTY: Self = RemainingNumbers::Range(1, 0);

    /// Returns the next number, or `None` at the end.
    pub fn next(&mut self) -> Option<i64> {
        match self {
            RemainingNumbers::Range(from, to) => (*from <= *to).then(|| {
                *from += 1;
                *from - 1
            }),
            RemainingNumbers::Fixed(list) => list.next().copied(),
            RemainingNumbers::List(list) => list.next(),
            RemainingNumbers::Powers(base, next, bound) => {
                let value = next.filter(|n| n <= bound)?;
                // For the bases 0 and 1, the only power listed is the first one, 1.
                *next = if *base > 1 { value.checked_mul(*base) } else { None };
                Some(value)
            }
            RemainingNumbers::Sequence(sequence, last, count, bound) => {
                let [now, previous] = *last;
                let next = match sequence {
                    NamedSet::NthPowers(2) => now.checked_add(2 * *count + 1)?,
                    NamedSet::Triangular => now.checked_add(*count + 1)?,
                    NamedSet::Factorials => now.max(1).checked_mul(*count + 1)?,
                    NamedSet::Fibonacci if *count < 2 => *count + 1,
                    NamedSet::Fibonacci => now.checked_add(previous)?,
                    NamedSet::Primes => (now + 1..=*bound).find(|&n| is_prime(n as u64))?,
                    other => i64::try_from(other.after(now as u64)?).ok()?,
                };
                if next > *bound {
                    return None;
                }
                (*last, *count) = ([next, now], *count + 1);
                Some(next)
            }
        }
    }

    /// Fills the lanes with the next numbers, at most 64, and returns how many were written.
    pub fn fill(&mut self, lanes: &mut Lanes) -> usize {
        if let RemainingNumbers::Range(from, to) = self {
            if from > to {
                return 0;
            }
            let count = (*to - *from).saturating_add(1).min(LANES as i64) as usize;
            for (k, lane) in lanes[..count].iter_mut().enumerate() {
                *lane = *from + k as i64;
            }
            *from += count as i64;
            return count;
        }
        let mut count = 0;
        while count < LANES
            && let Some(next) = self.next()
        {
            lanes[count] = next;
            count += 1;
        }
        count
    }
}

/// Returns the divisors of a positive number in ascending order, and an empty list for other numbers.
pub fn divisors(n: i64) -> Vec<i64> {
    let Ok(mut rest) = u64::try_from(n) else { return vec![] };
    if rest == 0 {
        return vec![];
    }
    let mut list = vec![1];
    let mut append_multiples = |p: u64, rest: &mut u64| {
        let before = list.len();
        let mut power = 1;
        while (*rest).is_multiple_of(p) {
            *rest /= p;
            power *= p as i64;
            list.extend_from_within(..before);
            let added = list.len() - before;
            list[added..].iter_mut().for_each(|d| *d *= power);
        }
    };
    append_multiples(2, &mut rest);
    append_multiples(3, &mut rest);
    // All other primes are 1 less or 1 more than a multiple of 6.
    let mut p = 5;
    while p * p <= rest {
        append_multiples(p, &mut rest);
        append_multiples(p + 2, &mut rest);
        p += 6;
    }
    if rest > 1 {
        let mut last = rest;
        append_multiples(rest, &mut last);
    }
    list.compact_sort();
    list
}

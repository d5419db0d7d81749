//! Regularities that computed values show but that nothing proves.
//!
//! No theorem that this crate checks applies to hexadecimal games, Grundy's game or Lasker's Nim. Some of their
//! sequences grow by the same amount with every period. In others some residues modulo the period grow and the rest
//! repeat (*sapp regular*, D. G. Horrocks and R. J. Nowakowski, "Regularity in the G-sequences of octal games with a
//! pass", Integers 3 (2003)).

use super::values::StoredValue;
use grundy_rules::CompactSort;

/// An unproved regularity G(n + period) = G(n) + saltus for the computed values with n >= preperiod.
///
/// If the residue of n modulo the period is in `exceptions`, then G(n + period) = G(n) instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regularity {
    /// The first heap from which the regularity holds.
    pub preperiod: u64,
    /// The least period that the values show.
    pub period: u64,
    /// The amount by which values grow in a period; 0 for sequences that repeat.
    pub saltus: u64,
    /// The residues modulo the period that repeat while the others grow, in ascending order.
    pub exceptions: Vec<u64>,
}

impl Regularity {
    /// Returns the regularity of the sequence in which heap n has the value of heap n - `shift`.
    ///
    /// ```
    /// use grundy_sequence::Regularity;
    /// let found = Regularity { preperiod: 0, period: 3, saltus: 2, exceptions: vec![0, 2] };
    /// let shifted = Regularity { preperiod: 2, exceptions: vec![1, 2], ..found.clone() };
    /// assert_eq!(found.after(2), shifted);
    /// ```
    pub fn after(&self, shift: u64) -> Regularity {
        let moved = |residue: &u64| (residue + shift) % self.period;
        let mut exceptions: Vec<u64> = self.exceptions.iter().map(moved).collect();
        exceptions.compact_sort();
        Regularity { preperiod: self.preperiod + shift, exceptions, ..*self }
    }
}

/// The minimum number of values in which a regularity is searched for.
const MIN_VALUES: usize = 64;
/// The minimum number of periods in a regularity, which must also cover at least half of the values.
const PERIODS: usize = 4;

/// Finds the regularity with the least period in the values.
///
/// Takes about linear time, because the search gives up if many periods nearly fit.
pub(super) fn find_regularity<T: StoredValue>(list: &[T]) -> Option<Regularity> {
    let length = list.len();
    if length < MIN_VALUES {
        return None;
    }
    let mut remaining_steps = (64 * length).min(1 << 28);
    for period in 1..=length / PERIODS {
        let (from, saltus) = holds_from(list, period);
        remaining_steps = remaining_steps.checked_sub(1 + length - from)?;
        if length - from < (PERIODS * period).max(length / 2) {
            continue;
        }
        let last = length - 2 * period;
        let repeats = |n: &usize| saltus > 0 && list[*n] == list[n + period];
        let mut exceptions: Vec<u64> = (last..last + period).filter(repeats).map(|n| (n % period) as u64).collect();
        exceptions.compact_sort();
        return Some(Regularity { preperiod: from as u64, period: period as u64, saltus: saltus.into(), exceptions });
    }
    None
}

/// Returns the first heap from which every residue repeats or grows by a common amount per period.
///
/// Also returns this amount.
fn holds_from<T: StoredValue>(list: &[T], period: usize) -> (usize, u32) {
    let growth = |n: usize| list[n + period].get().checked_sub(list[n].get());
    let (mut saltus, mut from) = (0, list.len() - period);
    while from > 0 {
        let n = from - 1;
        let Some(now) = growth(n) else { break };
        let same = n + 2 * period >= list.len() || growth(n + period) == Some(now);
        if !same || (now > 0 && saltus > 0 && now != saltus) {
            break;
        }
        if now > 0 {
            saltus = now;
        }
        from = n;
    }
    (from, saltus)
}

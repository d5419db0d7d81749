//! Periods: candidates by the Z-function, certified by the theorem of Guy and Smith.

use super::values::{Value, Values, each_width};
use crate::heap::Period;

/// What a search found in the values of heaps below `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// A period that the values prove.
    Proved(Period),
    /// Nothing; so many values would prove the best candidate.
    Next(usize),
}

/// Looks for a period of an octal game that takes at most `reach`: for n0 ≥ 1, if G(n+p) = G(n) for n0 ≤ n < 2·n0 + p + t, it
/// holds for all n ≥ n0.
pub(crate) fn search(values: &Values, length: usize, reach: usize) -> Search {
    each_width!(values, list => search_list(&list[..length], reach))
}

/// The bytes that a search of so many values takes.
pub(crate) fn bytes(length: usize) -> u128 {
    2 * length as u128
}

fn search_list<T: Value>(list: &[T], reach: usize) -> Search {
    let length = list.len();
    let mut next = usize::MAX;
    let mut proved = None;
    suffix_matches(list, |period, matched| {
        let preperiod = length - period - matched;
        let needed = 2 * preperiod.max(1) + 2 * period + reach;
        if needed <= length {
            proved = Some(Period { preperiod: preperiod as u64, period: period as u64 });
        }
        // A match of a few values is none.
        if matched > 64 + length / 64 {
            next = next.min(needed);
        }
        proved.is_some()
    });
    match proved {
        Some(period) => Search::Proved(period),
        None => Search::Next(next),
    }
}

/// Tells, for each p from 1 to half the length, how many values at the end of the list equal those p before, until it is told
/// to stop. All of them together take linear time: this is the Z-function of the reversed list. A proof needs at least 2p
/// values, so that longer periods need not be looked at.
fn suffix_matches<T: Value>(list: &[T], mut tell: impl FnMut(usize, usize) -> bool) {
    let n = list.len();
    let reversed = |i: usize| list[n - 1 - i];
    let mut matches = vec![0u32; n / 2 + 1];
    let (mut left, mut right) = (0, 0);
    for shift in 1..=n / 2 {
        let mut length = if shift < right { (right - shift).min(matches[shift - left] as usize) } else { 0 };
        while shift + length < n && reversed(length) == reversed(shift + length) {
            length += 1;
        }
        matches[shift] = length as u32;
        if shift + length > right {
            (left, right) = (shift, shift + length);
        }
        if tell(shift, length) {
            return;
        }
    }
}

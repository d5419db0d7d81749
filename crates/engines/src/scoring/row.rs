//! Tables for games on a row of numbers, computed from the end of the row: one result for each place.

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Amounts, Result};
use std::collections::VecDeque;

/// The least number of amounts in a range that is handled by a sliding window.
const MIN_WINDOW: u64 = 8;

/// Returns `sums[j]` − V(j) for each place j from `from` on.
///
/// `sums[k]` is the sum of the first k values. V(j) is the score difference that the player to move at place j
/// reaches in the rest of the play. A move from place i to place j therefore leads to the difference
/// `results[j − from]` − `sums[i]`, where `results` is the returned list. The time is linear in the length of the
/// row for each single amount, and for each range regardless of its length.
///
/// # Errors
/// Fails with `limit` if the budget runs out.
///
/// ```
/// use grundy_engines::{Budget, scoring::row_values};
/// // 5, 4, -1, taking one or two: the player who takes 5 and 4 leaves -1, which the other must take.
/// let values = row_values(&"1,2".parse().unwrap(), &[0, 5, 9, 8], 0, &Budget::default()).unwrap();
/// assert_eq!(values, [-10, 0, 10, 8]);
/// ```
pub fn row_values(amounts: &Amounts, sums: &[i64], from: usize, budget: &Budget) -> Result<Vec<i64>> {
    let length = sums.len() - 1 - from;
    budget.check_fits(16 * (length as u128 + 1), &text!("the list of the values of all places in the row"))?;
    let mut meter = budget.meter(text!("places in the row"));
    let short: Vec<usize> = match amounts.sparse_part(MIN_WINDOW) {
        Some(set) => set.up_to(length as u64).map(|amount| amount as usize).collect(),
        None => vec![],
    };
    let ranges = amounts.ranges().iter().filter(|(low, high)| high - low + 1 >= MIN_WINDOW && *low <= length as u64);
    let mut windows: Vec<Window> =
        ranges.map(|&(low, high)| Window { low: low as usize, high, best: VecDeque::new() }).collect();
    let open_range_start = amounts.open_start().and_then(|low| usize::try_from(low).ok());
    let mut open_best: Option<i64> = None;
    let mut results = vec![0i64; length + 1];
    for place in (0..=length).rev() {
        let mut best: Option<i64> = None;
        for window in &mut windows {
            best = best.max(window.best(place, &results));
        }
        if let Some(reached) = open_range_start.and_then(|low| place.checked_add(low)).filter(|&to| to <= length) {
            open_best = open_best.max(Some(results[reached]));
        }
        best = best.max(open_best);
        let within = short.partition_point(|&amount| amount <= length - place);
        best = best.max(short[..within].iter().map(|amount| results[place + amount]).max());
        meter.advance(1 + within as u64 / 16)?;
        // A player who cannot move scores no more points. Each result is at most the sum of the absolute values.
        let sum = sums[from + place];
        results[place] = best.map_or(sum, |best| sum - (best - sum));
    }
    Ok(results)
}

/// A sliding window over the places that a range of amounts reaches from one place.
///
/// The window moves towards the front of the row, as the place does.
struct Window {
    low: usize,
    high: u64,
    /// The places whose value is greater than that of every nearer reachable place.
    /// The nearest place is last.
    best: VecDeque<usize>,
}

impl Window {
    /// Returns the greatest value of a reachable place; `None` if no place is reachable.
    /// Each place must be queried once, from the end of the row to its beginning.
    fn best(&mut self, place: usize, results: &[i64]) -> Option<i64> {
        let nearest = place.checked_add(self.low).filter(|&nearest| nearest < results.len())?;
        while self.best.back().is_some_and(|&at| results[at] <= results[nearest]) {
            self.best.pop_back();
        }
        self.best.push_back(nearest);
        while self.best.front().is_some_and(|&at| (at - place) as u64 > self.high) {
            self.best.pop_front();
        }
        self.best.front().map(|&at| results[at])
    }
}

//! Outcomes of one heap from which Left and Right take amounts from different sets.
//!
//! For finite sets A and B the outcomes of the last max(A ∪ B) heaps determine all outcomes that follow, so a
//! repeated state of these outcomes *proves* that the outcomes repeat. An open range `l..` adds one bit to the
//! state: whether the range already reaches a heap that the opponent loses. This bit never changes back. For
//! named infinite sets the table extends as far as memory allows.

use super::class;
use super::recurrence::{OutcomeBits, Recurrence};
use super::window::{PlayerAmounts, ShortList, bits_at, lost_words, low_bits};
use crate::heap::Period;
use crate::runs::{LongRuns, RunAlphabet, Runs};
use crate::theorems::OUTCOME_STATE;
use crate::value_table::{ComponentGenus, Provenance, Quantity, TableEntry, TableQuery, ValueTable};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Amounts, Coordinates, Outcome, Play, Player, Result};
use grundy_value::CompactSort;

/// The outcomes of the heaps 0, 1, 2, ..., computed as far as they are requested.
///
/// ```
/// use grundy_rules::{Outcome, Play, Player};
/// use grundy_engines::{Budget, heap::Period, partizan::Outcomes};
/// let budget = Budget::default();
/// // Left takes 1, Right takes 2.
/// let mut outcomes = Outcomes::new([Some("1".parse().unwrap()), Some("2".parse().unwrap())], Play::Normal);
/// assert_eq!(outcomes.outcome(10u64.pow(18), &budget).unwrap(), Outcome::L);
/// assert_eq!(outcomes.period(), Some(Period { preperiod: 0, period: 3 }));
/// let (count, first) = outcomes.winning_moves(10u64.pow(18), Player::LEFT, 1000, &budget).unwrap();
/// assert_eq!((count, first), (1, vec![1]));
/// ```
#[derive(Clone, Debug)]
pub struct Outcomes {
    play: Play,
    sides: [PlayerAmounts; 2],
    /// For each player, the heaps that the player loses moving first: bit n % 64 of word n / 64.
    lost: OutcomeBits,
    /// For each player, a list of these heaps, while it is short.
    short_lists: [ShortList; 2],
    period: Option<Period>,
    recurrence: Option<Recurrence>,
    /// The outcomes stored as runs; they replace the table if the table would be long.
    runs: LongRuns,
}

impl Outcomes {
    /// Creates an empty table for these sets of Left and Right; `None` is a player without moves.
    pub fn new(amounts: [Option<Amounts>; 2], play: Play) -> Outcomes {
        let sides = amounts.map(PlayerAmounts::new);
        let (short_lists, runs) = (Default::default(), LongRuns::default());
        Outcomes { play, sides, lost: [vec![], vec![]], short_lists, period: None, recurrence: None, runs }
    }

    /// Returns the number of computed heaps, a multiple of 64.
    pub fn computed(&self) -> u64 {
        64 * self.lost[0].len() as u64
    }

    /// Returns the period of the outcomes, if it is known by now.
    pub fn period(&self) -> Option<Period> {
        self.period.or_else(|| self.runs.known()?.period())
    }

    /// Returns the outcomes as runs, computed up to `n` or to a proved period; `None` if a table is used.
    fn runs(&mut self, n: u64, budget: &Budget) -> Result<Option<&Runs>> {
        if n < self.computed() || self.period.is_some() || !self.is_regular() {
            return Ok(None);
        }
        let [left, right] = &self.sides;
        self.runs.up_to(&[left.amounts(), right.amounts()], RunAlphabet::Losers(self.play), n, budget)
    }

    /// Returns the memory used by the table in bytes.
    pub fn bytes(&self) -> u64 {
        let words: usize = self.lost.iter().map(Vec::capacity).sum();
        let state = if self.recurrence.is_some() { Recurrence::bytes(self.windows()) as u64 } else { 0 };
        8 * words as u64
            + self.runs.known().map_or(0, Runs::bytes)
            + self.sides.iter().map(PlayerAmounts::bytes).sum::<u64>()
            + self.short_lists.iter().map(ShortList::bytes).sum::<u64>()
            + state
    }

    /// Returns the outcome of the heap `n`.
    ///
    /// # Errors
    /// Fails with `limit` if neither a table up to `n` nor one up to a proved period fits the budget.
    pub fn outcome(&mut self, n: u64, budget: &Budget) -> Result<Outcome> {
        if let Some(runs) = self.runs(n, budget)? {
            let lost = runs.letter(n);
            return Ok(class(lost & 1 == 0, lost & 2 == 0));
        }
        self.extend(n, budget)?;
        Ok(class(!self.loses(n, Player::LEFT), !self.loses(n, Player::RIGHT)))
    }

    /// Returns the number of winning moves of `by` on the heap `n`, and the least winning amounts.
    /// At most `max_listed` amounts are returned. The amounts are in ascending order.
    ///
    /// # Errors
    /// Returns the errors of [`Outcomes::outcome`].
    pub fn winning_moves(
        &mut self,
        n: u64,
        by: Player,
        max_listed: usize,
        budget: &Budget,
    ) -> Result<(u128, Vec<u64>)> {
        if self.runs(n, budget)?.is_some()
            && let Some(runs) = self.runs.known()
        {
            let Some(amounts) = self.sides[usize::from(by.0)].amounts() else { return Ok((0, vec![])) };
            let lost = if by == Player::LEFT { 0b1100 } else { 0b1010 };
            return runs.moves(amounts, n, lost, max_listed, budget);
        }
        self.extend(n, budget)?;
        let Some(amounts) = self.sides[usize::from(by.0)].amounts() else { return Ok((0, vec![])) };
        let other = by.other();
        let (mut count, mut list) = (0, vec![]);
        let open_range = amounts.open_start().map(|from| (from, u64::MAX));
        for (low, high) in amounts.ranges().iter().copied().chain(open_range).take_while(|&(low, _)| low <= n) {
            budget.check()?;
            // The moves lead to the heaps from n − high to n − low, and the least amount leads to the largest heap.
            let (least, mut heap) = (n - high.min(n), n - low);
            count += self.count_lost(other, least, heap);
            while list.len() < max_listed
                && let Some(lost_heap) = self.last_lost(other, least, heap)
            {
                list.push(n - lost_heap);
                if lost_heap == least {
                    break;
                }
                heap = lost_heap - 1;
            }
        }
        if !amounts.named_sets().is_empty() {
            let single = |amount: u64| {
                let at = amounts.ranges().partition_point(|&(_, high)| high < amount);
                let in_range = amounts.ranges().get(at).is_some_and(|&(low, _)| low <= amount);
                !in_range && amounts.open_start().is_none_or(|from| amount < from)
            };
            let mut meter = budget.meter(text!("moves"));
            let mut rest = vec![];
            let named = amounts.sparse_part(1);
            for amount in named.iter().flat_map(|named| named.up_to(n)).filter(|&amount| single(amount)) {
                meter.advance(1)?;
                if self.loses(n - amount, other) {
                    count += 1;
                    if rest.len() < max_listed {
                        rest.push(amount);
                    }
                }
            }
            list.append(&mut rest);
            list.compact_sort();
            list.truncate(max_listed);
        }
        Ok((count, list))
    }

    /// Reports whether `by` loses the heap `n` moving first.
    ///
    /// # Panics
    /// Panics if the heap was not computed; see [`Outcomes::extend`].
    pub fn loses(&self, n: u64, by: Player) -> bool {
        let n = self.table_heap(n);
        self.lost[usize::from(by.0)][(n / 64) as usize] >> (n % 64) & 1 == 1
    }

    /// Returns a heap in the table with the same outcome as `n`.
    fn table_heap(&self, n: u64) -> u64 {
        if n < self.computed() { n } else { self.period.map_or(n, |period| period.reduce(n)) }
    }

    /// Returns the number of heaps `least..=greatest` that a player loses moving first.
    fn count_lost(&self, by: Player, least: u64, greatest: u64) -> u128 {
        let list = &self.lost[usize::from(by.0)];
        let Some(Period { preperiod, period }) = self.period.filter(|_| greatest >= self.computed()) else {
            return ones(list, least, greatest + 1).into();
        };
        let mut count = 0;
        let mut least = least;
        if least < preperiod {
            count += u128::from(ones(list, least, preperiod.min(greatest + 1)));
            least = preperiod;
        }
        if least > greatest {
            return count;
        }
        let (end, length) = (preperiod + period, greatest - least + 1);
        let cycles = length / period;
        if cycles > 0 {
            count += u128::from(cycles) * u128::from(ones(list, preperiod, end));
        }
        let start = preperiod + (least - preperiod) % period;
        let stop = start + length % period;
        count += u128::from(ones(list, start, stop.min(end)));
        if stop > end {
            count += u128::from(ones(list, preperiod, stop - period));
        }
        count
    }

    /// Returns the largest of the heaps `least..=greatest` that a player loses moving first, if any.
    fn last_lost(&self, by: Player, least: u64, greatest: u64) -> Option<u64> {
        let list = &self.lost[usize::from(by.0)];
        let Some(Period { preperiod, period }) = self.period.filter(|_| greatest >= self.computed()) else {
            return last_one(list, least, greatest);
        };
        // The search runs down from the table entry of `greatest` to the preperiod, then down from the end of
        // the period.
        let (at, length) = (self.table_heap(greatest), greatest - least);
        if let Some(lost_heap) = last_one(list, preperiod.max(at.saturating_sub(length)), at) {
            return Some(greatest - (at - lost_heap));
        }
        let passed = at - preperiod + 1;
        if length < passed {
            return None;
        }
        let end = preperiod + period - 1;
        if at < end
            && let Some(lost_heap) = last_one(list, (at + 1).max(end.saturating_sub(length - passed)), end)
        {
            return Some(greatest - passed - (end - lost_heap));
        }
        // The player loses no heap of the period, so only the preperiod remains.
        (least < preperiod).then(|| last_one(list, least, preperiod - 1)).flatten()
    }

    /// Reports whether the next outcome is a function of the state.
    /// This holds if no player's amounts include a named infinite set.
    fn is_regular(&self) -> bool {
        self.sides.iter().all(|side| side.amounts().is_none_or(|amounts| amounts.named_sets().is_empty()))
    }

    /// Returns for each player how many of the last outcomes determine the next outcome.
    /// This number is the opponent's largest amount outside of the open range.
    fn windows(&self) -> [u64; 2] {
        [1, 0].map(|side| self.sides[side].amounts().and_then(|a| a.ranges().last()).map_or(0, |&(_, high)| high))
    }

    /// Returns the heap from which on the recursion is regular.
    /// It then has no exceptions, and no open range newly takes effect.
    fn settled(&self) -> u64 {
        let exceptions = |side: usize| {
            let amounts = self.sides[side].amounts()?;
            let end = if self.play == Play::Misere { amounts.min() } else { 0 };
            let open_range_start = amounts
                .open_start()
                .zip(self.short_lists[1 - side].first())
                .map_or(0, |(from, first)| from.saturating_add(first));
            Some(end.max(open_range_start))
        };
        exceptions(0).max(exceptions(1)).unwrap_or(0)
    }

    /// Computes the outcomes of all heaps up to `n`, or fewer if these prove a period.
    ///
    /// # Errors
    /// Returns the errors of [`Outcomes::outcome`].
    pub fn extend(&mut self, n: u64, budget: &Budget) -> Result<()> {
        if n < self.computed() || self.period.is_some() {
            return Ok(());
        }
        let windows = self.windows();
        // For a table of only a few windows, proving a period would cost as much as the table.
        let seeks_period = self.is_regular() && n / 4 >= windows[0].max(windows[1]);
        let needed = n / 64 + 1;
        let (state, singles) = (if seeks_period { Recurrence::bytes(windows) } else { 0 }, self.named_bytes(n));
        let fits = |words: u64| {
            let bytes = 16 * u128::from(words) + state + singles;
            if bytes <= u128::from(budget.bytes) {
                return Ok(());
            }
            let what = text!("the table of outcomes of heaps up to {words}", words = 64 * u128::from(words) - 1);
            budget.check_fits(bytes, &what)
        };
        if state > 0 {
            budget.check_fits(state, &text!("the window of outcomes that determines the next outcome"))?;
        }
        // A proved period may end the computation early, so then the total is not known.
        let mut meter = budget.meter(text!("heaps")).with_total((!seeks_period).then(|| n.saturating_add(1)));
        let mut reserved_words = 0;
        while self.computed() <= n {
            let words = self.lost[0].len() as u64;
            if words >= reserved_words {
                // Without the search for a period the final length is reserved at once; otherwise it doubles.
                reserved_words = if seeks_period { needed.min((2 * words).max(64)) } else { needed };
                fits(reserved_words)?;
                for side in 0..2 {
                    self.lost[side].reserve_exact((reserved_words - words) as usize);
                    self.sides[side].fetch(64 * reserved_words.min(u64::MAX / 64), &mut meter)?;
                }
            }
            if seeks_period && self.recurrence.is_none() && self.computed() >= self.settled() {
                let power = windows[0].max(windows[1]).max(64);
                self.recurrence = Some(Recurrence::new(&self.lost, self.computed(), power, windows, budget)?);
            }
            meter.set_progress(self.computed());
            meter.advance(64 + self.sides.iter().map(PlayerAmounts::shift_count).sum::<u64>() / 16)?;
            self.fill();
            if seeks_period && self.recurs(windows, budget)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns the approximate bytes of the named amounts up to `n`, as a list and as a bit set.
    fn named_bytes(&self, n: u64) -> u128 {
        let named = self.sides.iter().filter_map(PlayerAmounts::amounts).flat_map(Amounts::named_sets);
        named.map(|named| 8 * u128::from(named.count_bound(n)) + u128::from(n / 8)).sum()
    }

    /// Appends the outcomes of 64 heaps.
    fn fill(&mut self) {
        let base = self.computed();
        let far = [0, 1].map(|player| {
            let other = 1 - player;
            let won = self.sides[player].won_by_large_amounts(base, &self.lost[other], &self.short_lists[other]);
            // Under misère play a player without a move wins.
            let ended =
                if self.play == Play::Misere { low_bits(self.sides[player].min().saturating_sub(base)) } else { 0 };
            won | ended
        });
        let before = [0, 1].map(|player| self.lost[player].last().copied().unwrap_or(0));
        let words = lost_words(&self.sides, before, far);
        for (player, word) in words.into_iter().enumerate() {
            self.lost[player].push(word);
            self.short_lists[player].extend(base, word);
        }
    }

    /// Reports whether a state repeated after one of the last 64 heaps; if so, sets the period.
    fn recurs(&mut self, windows: [u64; 2], budget: &Budget) -> Result<bool> {
        let (settled, computed) = (self.settled(), self.computed());
        let Some(recurrence) = self.recurrence.as_mut().filter(|r| r.anchor() >= settled) else {
            self.recurrence = None;
            return Ok(false);
        };
        let (anchor, next_anchor) = (recurrence.anchor(), recurrence.next_anchor());
        if let Some(again) = recurrence.feed(&self.lost) {
            self.recurrence = None;
            self.period = Some(self.least_preperiod(anchor, again - anchor));
            return Ok(true);
        }
        if computed >= next_anchor {
            let power = (next_anchor - anchor).saturating_mul(2);
            self.recurrence = Some(Recurrence::new(&self.lost, computed, power, windows, budget)?);
        }
        Ok(false)
    }

    /// Returns the period with the least preperiod.
    /// The search notices a repetition at `meeting`, but the outcomes may already agree at earlier heaps.
    fn least_preperiod(&self, meeting: u64, period: u64) -> Period {
        let agree = |n: u64, length: u64| {
            self.lost.iter().all(|list| (bits_at(list, n) ^ bits_at(list, n + period)) & low_bits(length) == 0)
        };
        let mut preperiod = meeting;
        for length in [64, 1] {
            while preperiod >= length && agree(preperiod - length, length) {
                preperiod -= length;
            }
        }
        Period { preperiod, period }
    }
}

impl ValueTable for Outcomes {
    /// Returns no value, because partizan games have no Grundy values.
    fn genus_at(&mut self, _at: Coordinates, _under: &TableQuery<'_>) -> Result<ComponentGenus> {
        Ok(ComponentGenus::UNKNOWN)
    }

    fn cell(&mut self, [heap, ..]: Coordinates, _of: Quantity, query: &TableQuery<'_>) -> Result<TableEntry> {
        self.outcome(heap, query.budget).map(TableEntry::from_outcome)
    }

    fn fill(&mut self, [heap, ..]: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        self.extend(heap, query.budget).map(|()| None)
    }

    fn provenance(&self, [heap, ..]: Coordinates, _play: Play) -> Provenance {
        match self.period() {
            Some(period) if heap >= self.computed().max(self.runs.known().map_or(0, Runs::computed)) => {
                Provenance::Period(period, &OUTCOME_STATE)
            }
            _ => Provenance::Table(heap),
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }
}

/// Returns the number of set bits from index `start` to `end` − 1.
fn ones(list: &[u64], start: u64, end: u64) -> u64 {
    if start >= end {
        return 0;
    }
    let (first, last) = ((start / 64) as usize, ((end - 1) / 64) as usize);
    let (head, tail) = (!low_bits(start % 64), low_bits((end - 1) % 64 + 1));
    if first == last {
        return (list[first] & head & tail).count_ones().into();
    }
    let inner: u64 = list[first + 1..last].iter().map(|word| u64::from(word.count_ones())).sum();
    inner + u64::from((list[first] & head).count_ones() + (list[last] & tail).count_ones())
}

/// Returns the index of the last set bit in `start..=end`, or `None` if none is set.
fn last_one(list: &[u64], start: u64, end: u64) -> Option<u64> {
    let (first, last) = ((start / 64) as usize, (end / 64) as usize);
    let mut mask = low_bits(end % 64 + 1);
    for word in (first..=last).rev() {
        let bits = list[word] & mask;
        mask = u64::MAX;
        if bits != 0 {
            let found = 64 * word as u64 + 63 - u64::from(bits.leading_zeros());
            return (found >= start).then_some(found);
        }
    }
    None
}

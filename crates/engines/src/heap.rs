//! Grundy sequences of subtraction games: growing tables with a search for a proved period.
//!
//! For a finite set S the last max(S) values determine all values that follow. So if the last max(S) values before two
//! heaps are equal, this *proves* that the sequence repeats from there (Winning Ways, chapter 4). Sequences of sets
//! with huge amounts are stored as runs if they are regular enough. For infinite sets the table extends as far as
//! memory allows.

use crate::runs::{LongRuns, RunAlphabet, Runs};
use grundy_lang::text;
use grundy_rules::{Amounts, Error, ErrorKind, Play, Result};
use grundy_rules::{Budget, Meter};
pub use grundy_sequence::Period;
use grundy_sequence::suffixes;

/// The outcomes of all heaps up to a bound, for infinite sets of amounts.
/// Each P-position marks the N-positions from which a move leads to it. If the set is dense, P-positions are rare, so
/// this takes far less time than a visit to all options of all heaps.
#[derive(Debug)]
pub struct HeapOutcomes {
    /// One bit for each heap, set for N-positions.
    won: Vec<u64>,
}

impl HeapOutcomes {
    /// Reports whether this method suits the amounts: they must be infinite and have no long range.
    pub fn supports(amounts: &Amounts) -> bool {
        amounts.max().is_none() && amounts.ranges().iter().all(|(low, high)| high - low + 1 < MIN_LONG_RANGE)
    }

    /// Computes the outcomes of all heaps up to `to`, inclusive.
    ///
    /// # Errors
    /// Fails with `limit` if the outcomes do not fit the budget or the time runs out.
    pub fn compute(amounts: &Amounts, play: Play, to: u64, budget: &Budget) -> Result<HeapOutcomes> {
        let single = amounts.sparse_part(MIN_LONG_RANGE);
        let mut meter = budget.meter(text!("heaps"));
        let words = to / 64 + 1;
        let what = text!(
            "the table of outcomes of heaps up to {to} for the amounts {amounts}",
            to,
            amounts = amounts.to_string()
        );
        budget.check_fits(u128::from(words) * 8, &what)?;
        let mut list: Vec<usize> = vec![];
        for amount in single.iter().flat_map(|set| set.between(1, to)) {
            if list.len() == list.capacity() {
                budget.check_fits(u128::from(words) * 8 + list.len() as u128 * 24, &what)?;
            }
            meter.advance(1)?;
            list.push(amount as usize);
        }
        let mut won = vec![0u64; words as usize];
        let mut meter = budget.meter(text!("heaps")).with_total(to.saturating_add(1));
        // All heaps from this one on are N-positions, because an amount of the open range leads to a P-position.
        let mut all_won_from = u64::MAX;
        for n in 0..=to {
            meter.set_progress(n);
            meter.advance(1)?;
            let is_stuck = n < amounts.min();
            let is_lost =
                won[(n / 64) as usize] >> (n % 64) & 1 == 0 && n < all_won_from && !(is_stuck && play == Play::Misere);
            if !is_lost {
                won[(n / 64) as usize] |= 1 << (n % 64);
                continue;
            }
            if let Some(from) = amounts.open_start() {
                all_won_from = all_won_from.min(n.saturating_add(from));
            }
            let max_amount = (to - n) as usize;
            let reaching = &list[..list.partition_point(|&amount| amount <= max_amount)];
            meter.advance(reaching.len() as u64 / 64)?;
            for amount in reaching {
                let heap = n as usize + amount;
                won[heap / 64] |= 1 << (heap % 64);
            }
        }
        Ok(HeapOutcomes { won })
    }

    /// Reports whether the heap is an N-position; the heap must be within the computed bound.
    pub fn is_won(&self, heap: u64) -> bool {
        self.won[(heap / 64) as usize] >> (heap % 64) & 1 == 1
    }
}

/// The Grundy values of heaps under one set of amounts, normal or misère, computed as far as requested.
///
/// ```
/// use grundy_rules::Play;
/// use grundy_engines::{Budget, heap::{Period, HeapSequence}};
/// let mut sequence = HeapSequence::new("1,3,4".parse().unwrap(), Play::Normal);
/// let budget = Budget::default();
/// assert_eq!(sequence.value(10u64.pow(18), &budget).unwrap(), 1);
/// assert_eq!(sequence.period(), Some(Period { preperiod: 0, period: 7 }));
/// ```
#[derive(Clone, Debug)]
pub struct HeapSequence {
    amounts: Amounts,
    play: Play,
    pub(crate) values: HeapValues,
    kernel: Kernel,
    period: Option<Period>,
    /// All amounts below a bound, and this bound. The list is filled on first use.
    listed: (Vec<u32>, u64),
    /// The sequence stored as runs; it replaces the table if the table would be long.
    runs: LongRuns,
}

/// The maximal length of `HeapSequence::listed`.
const MAX_LISTED: usize = 1 << 12;

/// Values in the smallest integer type that holds them.
#[derive(Clone, Debug)]
pub(crate) enum HeapValues {
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

impl HeapValues {
    fn len(&self) -> usize {
        match self {
            HeapValues::Bytes(list) => list.len(),
            HeapValues::Words(list) => list.len(),
        }
    }

    pub(crate) fn get(&self, n: usize) -> u32 {
        match self {
            HeapValues::Bytes(list) => list[n].into(),
            HeapValues::Words(list) => list[n],
        }
    }
}

#[derive(Clone, Debug)]
enum Kernel {
    /// The kernel for at most 63 amounts.
    /// Values are below 64, so a bit mask holds the values of the options.
    BitMask(Vec<usize>),
    /// The kernel for any set of amounts.
    /// It counts values while they are in ranges, and stamps values reached by single amounts.
    Sliding(Box<SlidingKernel>),
}

impl HeapSequence {
    /// Creates the sequence of heaps 0, 1, 2, ... without computed values.
    ///
    /// Under misère play these are the misère Grundy values: heaps without moves have value 1.
    pub fn new(amounts: Amounts, play: Play) -> HeapSequence {
        let listed_amounts: Vec<usize> = match amounts.max() {
            Some(max) if max <= usize::MAX as u64 => amounts.up_to(max).take(64).map(|s| s as usize).collect(),
            _ => vec![],
        };
        let kernel = if (1..64).contains(&listed_amounts.len()) {
            Kernel::BitMask(listed_amounts)
        } else {
            Kernel::Sliding(Box::new(SlidingKernel::new(&amounts)))
        };
        let values =
            if matches!(kernel, Kernel::BitMask(_)) { HeapValues::Bytes(vec![]) } else { HeapValues::Words(vec![]) };
        let listed = (vec![], 0);
        HeapSequence { amounts, play, values, kernel, period: None, listed, runs: LongRuns::default() }
    }

    /// Returns the period, if it was found so far.
    pub fn period(&self) -> Option<Period> {
        self.period.or_else(|| self.runs.known()?.period())
    }

    /// Returns the sequence as runs, computed up to `n` or to a proved period; `None` if a table is used.
    pub(crate) fn runs(&mut self, n: u64, budget: &Budget) -> Result<Option<&Runs>> {
        if n < self.computed() || self.period.is_some() {
            return Ok(None);
        }
        self.runs.up_to(&[Some(&self.amounts)], RunAlphabet::Values(self.play), n, budget)
    }

    /// Returns the number of computed values.
    pub fn computed(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns the heap below which values are known without the period.
    pub(crate) fn computed_to(&self) -> u64 {
        self.computed().max(self.runs.known().map_or(0, Runs::computed))
    }

    /// Returns the memory used by the table in bytes.
    pub fn bytes(&self) -> u64 {
        let runs = self.runs.known().map_or(0, Runs::bytes);
        runs + match &self.values {
            HeapValues::Bytes(list) => list.capacity() as u64,
            HeapValues::Words(list) => 4 * list.capacity() as u64,
        }
    }

    /// Returns the value of the heap `n`.
    ///
    /// # Errors
    /// Fails with `limit` if neither a table up to `n` nor one up to a proved period fits the budget.
    ///
    /// ```
    /// use grundy_rules::Play;
    /// use grundy_engines::{Budget, heap::{Period, HeapSequence}};
    /// let mut sequence = HeapSequence::new("1,2,999999999".parse().unwrap(), Play::Normal);
    /// let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    /// assert_eq!(sequence.value(10u64.pow(18) - 1, &budget).unwrap(), 3);
    /// assert_eq!(sequence.period(), Some(Period { preperiod: 0, period: 1_000_000_000 }));
    /// ```
    pub fn value(&mut self, n: u64, budget: &Budget) -> Result<u32> {
        if let Some(runs) = self.runs(n, budget)? {
            return Ok(runs.letter(n).into());
        }
        let place = self.table_index(n, budget)?;
        Ok(self.values.get(place as usize))
    }

    /// Returns the number of moves from the heap `n` to heaps of this value.
    ///
    /// # Errors
    /// Returns the errors of [`HeapSequence::value`], and `limit` if the time runs out.
    ///
    /// ```
    /// use grundy_rules::Play;
    /// use grundy_engines::{Budget, heap::HeapSequence};
    /// let mut sequence = HeapSequence::new("1..9".parse().unwrap(), Play::Normal);
    /// assert_eq!(sequence.moves_to(25, 0, &Budget::default()).unwrap(), 1); // 25 - 5
    /// ```
    pub fn moves_to(&mut self, n: u64, value: u128, budget: &Budget) -> Result<u128> {
        let Ok(value) = u32::try_from(value) else { return Ok(0) };
        let mut meter = budget.meter(text!("moves"));
        if n >= self.computed()
            && self.period.is_none()
            && let Some(runs) = self.runs.up_to(&[Some(&self.amounts)], RunAlphabet::Values(self.play), n, budget)?
        {
            return Ok(runs.moves(&self.amounts, n, 1u64.checked_shl(value).unwrap_or(0), 0, budget)?.0);
        }
        // After this call the values of all options are computed or follow from a period.
        self.table_index(n, budget)?;
        if n < self.computed() && self.list_amounts_to(n) {
            let amounts = &self.listed.0[..self.listed.0.partition_point(|&amount| u64::from(amount) <= n)];
            meter.advance(amounts.len() as u64)?;
            let heap = n as usize;
            let count = match &self.values {
                HeapValues::Bytes(list) => {
                    amounts.iter().filter(|&&s| u32::from(list[heap - s as usize]) == value).count()
                }
                HeapValues::Words(list) => amounts.iter().filter(|&&s| list[heap - s as usize] == value).count(),
            };
            return Ok(count as u128);
        }
        let mut count = 0;
        for amount in self.amounts.up_to(n) {
            meter.advance(1)?;
            let remaining = n - amount;
            let place = match self.period {
                Some(period) if remaining >= self.computed() => period.reduce(remaining),
                _ => remaining,
            };
            count += u128::from(self.values.get(place as usize) == value);
        }
        Ok(count)
    }

    /// Lists all amounts up to `n` unless they are too many; returns whether the list reaches `n`.
    fn list_amounts_to(&mut self, n: u64) -> bool {
        if self.listed.1 <= n {
            let bound = n.saturating_add(n / 2).min(u64::from(u32::MAX) - 1);
            let list: Vec<u32> = self.amounts.up_to(bound).take(MAX_LISTED + 1).map(|amount| amount as u32).collect();
            let is_complete = list.len() <= MAX_LISTED;
            self.listed = (list, if is_complete { bound + 1 } else { 0 });
        }
        self.listed.1 > n
    }

    /// Returns a heap in the table with the same value as `n`, growing the table as needed.
    fn table_index(&mut self, n: u64, budget: &Budget) -> Result<u64> {
        if n < self.computed() {
            return Ok(n);
        }
        if let Some(period) = self.period {
            return Ok(period.reduce(n));
        }
        let Some(max) = self.amounts.max() else {
            self.extend(n, budget)?;
            return Ok(n);
        };
        // The period is sought at doubling lengths. Each search is linear, so the last search dominates the cost.
        let mut length = (self.computed() * 2).max(64).max(max.saturating_mul(4));
        // If the memory suffices for the table but not for the search as well, the table is computed at once.
        while length <= n && (self.bytes_up_to(length - 1, true) <= budget.bytes.into() || !self.fits(n, budget)) {
            self.grow(length - 1, true, budget)?;
            self.period = self.find_period(max, budget)?;
            if let Some(period) = self.period {
                return Ok(period.reduce(n));
            }
            length = length.saturating_mul(2);
        }
        self.extend(n, budget)?;
        Ok(n)
    }

    /// Computes the values of all heaps up to `n`, inclusive.
    ///
    /// # Errors
    /// Fails with `limit` if the table does not fit the budget or the time runs out.
    pub fn extend(&mut self, n: u64, budget: &Budget) -> Result<()> {
        self.grow(n, false, budget)
    }

    /// Returns the bytes of a table up to `n`.
    /// A search for a period (`searched`) needs four more bytes per value.
    fn bytes_up_to(&self, n: u64, searched: bool) -> u128 {
        let width = if matches!(self.values, HeapValues::Bytes(_)) { 1 } else { 4 };
        (u128::from(n) + 1) * (width + if searched { 4 } else { 0 })
    }

    /// Reports whether a table of all heaps up to `n` fits into the budget.
    fn fits(&self, n: u64, budget: &Budget) -> bool {
        self.bytes_up_to(n, false) <= budget.bytes.into() && n < u64::from(u32::MAX)
    }

    fn grow(&mut self, n: u64, searched: bool, budget: &Budget) -> Result<()> {
        let computed = self.computed();
        if n < computed {
            return Ok(());
        }
        let what =
            || text!("the table of heaps up to {n} for the amounts {amounts}", n, amounts = self.amounts.to_string());
        let bytes = self.bytes_up_to(n, searched);
        if bytes > u128::from(budget.bytes) {
            budget.check_fits(bytes, &what())?;
        }
        if n >= u64::from(u32::MAX) {
            return Err(Error::new(ErrorKind::Limit, text!("{what} exceeds 2^32 values", what = what())));
        }
        let mut meter = budget.meter(text!("heaps")).with_total(n + 1);
        let end = n as usize + 1;
        match (&mut self.values, &mut self.kernel) {
            (HeapValues::Bytes(list), Kernel::BitMask(amounts)) => {
                list.reserve_exact(end - list.len());
                fill_by_bit_mask(amounts, self.play, list, end, &mut meter)
            }
            (HeapValues::Words(list), Kernel::Sliding(sliding)) => {
                list.reserve_exact(end - list.len());
                sliding.fill(self.play, list, end, &mut meter)
            }
            _ => unreachable!("the kernel decides the width of the values"),
        }
    }

    /// Returns the period that the table proves, or `None` if it proves none.
    fn find_period(&self, max: u64, budget: &Budget) -> Result<Option<Period>> {
        budget.check()?;
        Ok(match &self.values {
            HeapValues::Bytes(list) => suffix_period(list, max as usize),
            HeapValues::Words(list) => suffix_period(list, max as usize),
        })
    }
}

/// Returns the least p for which the last `window` values equal the values p places before.
/// The result includes the preperiod. Returns `None` if there is no such p.
///
/// If each value of the sequence is a function of the `window` values before it, this proves the period.
pub(crate) fn suffix_period<T: Copy + Eq>(list: &[T], window: usize) -> Option<Period> {
    let length = list.len() as u64;
    let proved = suffixes::matches(list).find(|&(_, matched)| matched >= window as u64);
    proved.map(|(period, matched)| Period { preperiod: length - period - matched, period })
}

/// Fills the table for few amounts: the mex is the lowest zero bit in the mask of the options' values.
fn fill_by_bit_mask(
    amounts: &[usize],
    play: Play,
    list: &mut Vec<u8>,
    end: usize,
    meter: &mut Meter<'_>,
) -> Result<()> {
    let min = amounts[0];
    let max = amounts[amounts.len() - 1];
    while list.len() < end.min(max) {
        let n = list.len();
        meter.advance(1)?;
        let mask = amounts.iter().take_while(|&&s| s <= n).fold(0u64, |mask, &s| mask | 1 << list[n - s]);
        let end_value = u8::from(play == Play::Misere);
        list.push(if n < min { end_value } else { mask.trailing_ones() as u8 });
    }
    while list.len() < end {
        let stop = end.min(list.len() + (1 << 16));
        meter.set_progress(list.len() as u64);
        meter.advance((stop - list.len()) as u64)?;
        match *amounts {
            [a] => fill_by_bit_mask_fixed([a], list, stop),
            [a, b] => fill_by_bit_mask_fixed([a, b], list, stop),
            [a, b, c] => fill_by_bit_mask_fixed([a, b, c], list, stop),
            [a, b, c, d] => fill_by_bit_mask_fixed([a, b, c, d], list, stop),
            [a, b, c, d, e] => fill_by_bit_mask_fixed([a, b, c, d, e], list, stop),
            _ => {
                for n in list.len()..stop {
                    let mask = amounts.iter().fold(0u64, |mask, &s| mask | 1 << list[n - s]);
                    list.push(mask.trailing_ones() as u8);
                }
            }
        }
    }
    Ok(())
}

/// Fills the table like `fill_by_bit_mask`, with a compile-time number of amounts.
/// The list must already hold at least as many heaps as the largest amount.
fn fill_by_bit_mask_fixed<const K: usize>(amounts: [usize; K], list: &mut Vec<u8>, stop: usize) {
    let start = list.len();
    list.resize(stop, 0);
    let list = &mut list[..stop];
    for n in start..stop {
        let mut mask = 0u64;
        for s in amounts {
            mask |= 1 << (list[n - s] & 63);
        }
        list[n] = mask.trailing_ones() as u8;
    }
}

/// The state of the general kernel between calls.
#[derive(Clone, Debug)]
struct SlidingKernel {
    /// Long ranges: counting the values that enter and leave is cheaper than visiting each amount.
    ranges: Vec<(usize, usize)>,
    /// The least amount of the open range, if there is one.
    /// A value that the open range has passed stays excluded.
    from: Option<usize>,
    /// The amounts outside of `ranges` and the open range, as far as they were fetched.
    singles: Vec<usize>,
    /// The amount up to which all single amounts were fetched.
    fetched: usize,
    /// The set from which `singles` are fetched.
    sparse: Option<Amounts>,
    /// For each value, the number of heaps of this value that are in the ranges now.
    ///
    /// A heap counts once for each range that contains it.
    count: Vec<u32>,
    /// For each value, 1 plus the last heap that had an option of this value through a single amount.
    stamp: Vec<u32>,
    /// Bit v is set iff neither a range nor the open range excludes the value v.
    free_values: Vec<u64>,
    /// For each value, whether the open range excludes it permanently.
    excluded: Vec<bool>,
    /// The index of the first word of `free_values` that is not permanently 0.
    first_free_word: usize,
    /// The least amount; smaller heaps have no moves.
    min: u64,
}

/// The least length of a range that is handled by counting.
const MIN_LONG_RANGE: u64 = 5;

impl SlidingKernel {
    fn new(amounts: &Amounts) -> SlidingKernel {
        let as_place = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let long = amounts.ranges().iter().filter(|(low, high)| high - low + 1 >= MIN_LONG_RANGE);
        let mut sliding = SlidingKernel {
            ranges: long.map(|&(low, high)| (as_place(low), as_place(high))).collect(),
            from: amounts.open_start().map(as_place),
            singles: vec![],
            fetched: 0,
            sparse: amounts.sparse_part(MIN_LONG_RANGE),
            count: vec![],
            stamp: vec![],
            free_values: vec![],
            excluded: vec![],
            first_free_word: 0,
            min: amounts.min(),
        };
        sliding.grow(64);
        sliding
    }

    /// Extends the lists to all values below `values`, a multiple of 64.
    fn grow(&mut self, values: usize) {
        self.count.resize(values, 0);
        self.stamp.resize(values, 0);
        self.excluded.resize(values, false);
        self.free_values.resize(values / 64, u64::MAX);
    }

    fn fill(&mut self, play: Play, list: &mut Vec<u32>, end: usize, meter: &mut Meter<'_>) -> Result<()> {
        self.fetch(end, meter)?;
        while list.len() < end {
            let n = list.len();
            meter.set_progress(n as u64);
            meter.advance(1 + self.ranges.len() as u64 + (self.singles.len() as u64 >> 4))?;
            for k in 0..self.ranges.len() {
                let (low, high) = self.ranges[k];
                if n >= low {
                    self.enter(list[n - low] as usize);
                }
                if n > high {
                    self.leave(list[n - high - 1] as usize);
                }
            }
            if let Some(from) = self.from.filter(|&from| n >= from) {
                self.exclude(list[n - from] as usize);
            }
            let mark = n as u32 + 1;
            for &s in self.singles.iter().take_while(|&&s| s <= n) {
                self.stamp[list[n - s] as usize] = mark;
            }
            let value = if (n as u64) < self.min { u32::from(play == Play::Misere) } else { self.least_free(mark) };
            if value as usize >= self.count.len() {
                self.grow((value as usize / 64 + 1) * 128);
            }
            list.push(value);
        }
        Ok(())
    }

    /// Fetches the single amounts up to `end`.
    /// Amounts of named sets that are also in a range are visited twice, which does no harm.
    fn fetch(&mut self, end: usize, meter: &mut Meter<'_>) -> Result<()> {
        let Some(sparse) = self.sparse.as_ref().filter(|_| self.fetched < end) else { return Ok(()) };
        for amount in sparse.between(self.fetched as u64 + 1, end as u64) {
            meter.advance(1)?;
            self.singles.push(amount as usize);
            self.fetched = amount as usize;
        }
        self.fetched = end;
        Ok(())
    }

    fn enter(&mut self, value: usize) {
        self.count[value] += 1;
        self.free_values[value / 64] &= !(1 << (value % 64));
    }

    fn leave(&mut self, value: usize) {
        self.count[value] -= 1;
        if self.count[value] == 0 && !self.excluded[value] {
            self.free_values[value / 64] |= 1 << (value % 64);
        }
    }

    fn exclude(&mut self, value: usize) {
        self.excluded[value] = true;
        self.free_values[value / 64] &= !(1 << (value % 64));
        while self.first_free_word < self.free_values.len()
            && self.excluded[self.first_free_word * 64..self.first_free_word * 64 + 64].iter().all(|&g| g)
        {
            self.first_free_word += 1;
        }
    }

    fn least_free(&self, mark: u32) -> u32 {
        for word in self.first_free_word..self.free_values.len() {
            let mut free = self.free_values[word];
            while free != 0 {
                let value = word * 64 + free.trailing_zeros() as usize;
                if self.stamp[value] != mark {
                    return value as u32;
                }
                free &= free - 1;
            }
        }
        self.count.len() as u32
    }
}

//! Sequences of subtraction games with huge amounts, stored as runs of repeated words.
//!
//! A *letter* is the value or outcome of one heap. A *run* is a word of letters that repeats up to the next run. The
//! last letters form the *tail* until they are turned into a run.
//!
//! An *event* is a heap at which an amount starts to reach into another run. Between two events the letters on which
//! the next letter depends, its *inputs*, come from fixed runs, so the inputs repeat. If the sequence has repeated
//! together with its inputs for one common period, it repeats until the next event, and all letters up to this event
//! are stored at once. The sequence of `take[1,2,999999999]` takes a few hundred steps for heaps of any size. Sequences
//! without such a structure are abandoned after `MAX_LETTERS` or `MAX_RUNS`.
//!
//! The period of the whole sequence is proved as in plain tables, when as many letters as the largest amount repeat.

mod amount_window;

use crate::heap::Period;
use amount_window::AmountWindow;
use grundy_lang::text;
use grundy_rules::{Amounts, Budget, Error, ErrorKind, Genus, Meter, Nimber, Play, Result};
use grundy_sequence::suffixes;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The maximal number of stored letters; a sequence that needs more is not regular enough.
const MAX_LETTERS: usize = 1 << 22;
/// The maximal number of stored runs.
const MAX_RUNS: usize = 1 << 17;
/// The table that runs replace must have at least this many heaps per stored letter and per run.
const HEAPS_PER_LETTER: usize = 1 << 7;
const HEAPS_PER_RUN: usize = 1 << 11;
/// The maximal number of ranges of amounts.
const MAX_WINDOWS: usize = 1 << 10;
/// The longest common period of the inputs for which the last run is checked.
const MAX_COMMON_PERIOD: u64 = 1 << 16;
/// The length of the tail at which it is first searched for a repetition.
const FIRST_SEARCH: usize = 32;
/// The maximal length of a tail that is restored when the runs made from it end soon.
const MAX_RESTORED_TAIL: u64 = 1 << 12;
/// The number of runs at which their list is first searched for a repetition.
const FIRST_RUNS: usize = 8;

/// Runs replace only tables of at least this many heaps.
const MIN_TABLE: u64 = 1 << 24;

/// The runs of a sequence whose table would be long, created on first use.
#[derive(Clone, Debug, Default)]
pub struct LongRuns {
    runs: Option<Box<Runs>>,
    /// Whether the sequence was found to be too irregular for runs.
    irregular: bool,
}

impl LongRuns {
    /// Returns the runs, as far as they are known; `None` if no runs are used.
    pub fn known(&self) -> Option<&Runs> {
        self.runs.as_deref()
    }

    /// Returns the runs, computed up to `n` or to a proved period.
    /// Returns `None` if a table is short enough, or if the sequence is not regular enough.
    /// All arguments except `n` and `budget` must be the same in every call.
    ///
    /// # Errors
    /// Fails with `limit` if the work is interrupted.
    pub fn up_to(
        &mut self,
        amounts: &[Option<&Amounts>],
        letters: RunAlphabet,
        n: u64,
        budget: &Budget,
    ) -> Result<Option<&Runs>> {
        if self.irregular {
            return Ok(None);
        }
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => {
                let max = amounts.iter().flatten().filter_map(|set| set.max()).max();
                if max.is_none_or(|max| n.min(max.saturating_mul(4)) < MIN_TABLE) {
                    return Ok(None);
                }
                let Some(mut runs) = Runs::new(amounts, letters) else {
                    self.irregular = true;
                    return Ok(None);
                };
                // With these limits the attempt takes a small fraction of the time that the table would take.
                let table = usize::try_from(max.unwrap_or(0).saturating_mul(4)).unwrap_or(usize::MAX);
                runs.limits = (runs.limits.0.min(table / HEAPS_PER_LETTER), runs.limits.1.min(table / HEAPS_PER_RUN));
                none.insert(Box::new(runs))
            }
        };
        let share = Budget { bytes: budget.bytes / 4, progress: None, ..budget.clone() };
        match runs.extend(n, &share) {
            Ok(()) => Ok(self.runs.as_deref()),
            Err(error) if error.is_interrupt() => Err(error),
            Err(_) => {
                budget.check()?;
                *self = LongRuns { runs: None, irregular: true };
                Ok(None)
            }
        }
    }
}

/// The meaning of the letters of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunAlphabet {
    /// Grundy values below 64. Under misère play, heaps without moves have value 1.
    Values(Play),
    /// Outcomes: 0 if the player to move loses, otherwise 1.
    Outcomes(Play),
    /// Genera: the normal Grundy value plus eight times the misère value, both below 8.
    Genera,
    /// Outcomes of a partizan game: bit 0 is set if Left loses moving first, bit 1 if Right does.
    Losers(Play),
}

impl RunAlphabet {
    /// The mask of the letters of [`RunAlphabet::Genera`] that are tame.
    pub const TAME: u64 = {
        // The tame genera are 0^1, 1^0, and n^n for all n.
        let (mut mask, mut value) = (1 << (1 << 3) | 1 << 1, 0);
        while value < 8 {
            mask |= 1 << (value | value << 3);
            value += 1;
        }
        mask
    };

    /// Returns the genus of a letter of [`RunAlphabet::Genera`].
    pub fn genus(letter: u8) -> Genus {
        Genus { normal: Nimber((letter & 7).into()), misere: Nimber((letter >> 3).into()) }
    }

    /// Returns the letter of a heap, or `None` if it cannot be represented.
    /// For each player, `seen` is the mask of the letters of the options, and `moves` tells whether there are options.
    pub(crate) fn letter(self, seen: [u64; 2], moves: [bool; 2]) -> Option<u8> {
        let end = |play: Play| u8::from(play == Play::Misere);
        match self {
            RunAlphabet::Values(play) if !moves[0] => Some(end(play)),
            RunAlphabet::Values(_) => Some(seen[0].trailing_ones() as u8).filter(|&value| value < 64),
            RunAlphabet::Outcomes(play) if !moves[0] => Some(end(play)),
            RunAlphabet::Outcomes(_) => Some((seen[0] & 1) as u8),
            RunAlphabet::Genera if !moves[0] => Some(1 << 3),
            RunAlphabet::Genera => {
                let (mut normal, mut misere) = (0u8, 0u8);
                for letter in (0..64).filter(|letter| seen[0] >> letter & 1 == 1) {
                    normal |= 1 << (letter & 7);
                    misere |= 1 << (letter >> 3);
                }
                let [normal, misere] = [normal, misere].map(|seen| seen.trailing_ones() as u8);
                (normal < 8 && misere < 8).then_some(normal | misere << 3)
            }
            RunAlphabet::Losers(play) => {
                // The masks have a bit for each of the four letters. A player wins by moving to a heap that the
                // opponent loses.
                let wins = |player: usize, lost: u64| match moves[player] {
                    true => seen[player] & lost != 0,
                    false => play == Play::Misere,
                };
                Some(u8::from(!wins(0, 0b1100)) | u8::from(!wins(1, 0b1010)) << 1)
            }
        }
    }
}

/// A run: a word that repeats from `start` up to the start of the next run.
/// The last repetition may be incomplete.
#[derive(Clone, Debug)]
struct WordRun {
    start: u64,
    word: Arc<[u8]>,
}

impl WordRun {
    fn letter(&self, at: u64) -> u8 {
        self.word[((at - self.start) % self.word.len() as u64) as usize]
    }
}

/// A sequence in which each letter is a function of the letters at fixed distances before it.
#[derive(Clone, Debug)]
pub struct Runs {
    letters: RunAlphabet,
    windows: Vec<AmountWindow>,
    /// The largest amount; this many letters determine the next one.
    max_amount: u64,
    runs: Vec<WordRun>,
    /// The heap at which the runs end and `tail` begins.
    end: u64,
    /// Letters that are not in a run yet.
    tail: Vec<u8>,
    /// The length of the tail at which it is next searched for a repetition.
    next_search: usize,
    /// The number of runs at which their list is next searched for a repetition.
    next_runs: usize,
    period: Option<Period>,
    /// The total number of letters in the words of all runs.
    pub(crate) stored: usize,
    /// The start and the length of the tail from which the last run was made.
    searched: (u64, u64),
    /// The maximal numbers of letters and of runs that are stored.
    limits: (usize, usize),
}

impl Runs {
    /// Creates the sequence of a game with these amounts, with no letters yet.
    ///
    /// `amounts` has one set if the game is impartial, and one per player otherwise. Returns `None` if there are
    /// infinitely many amounts, too many ranges, or no amounts.
    pub fn new(amounts: &[Option<&Amounts>], letters: RunAlphabet) -> Option<Runs> {
        let mut windows = vec![];
        for (player, set) in amounts.iter().enumerate() {
            let Some(set) = set else { continue };
            set.max()?;
            for &(low, high) in set.ranges() {
                windows.extend(AmountWindow::of_range(player, low, high));
                if windows.len() > MAX_WINDOWS {
                    return None;
                }
            }
        }
        let max_amount = windows.iter().map(|window| window.high).max()?;
        let (runs, tail) = (vec![], vec![]);
        let (next_search, next_runs) = (FIRST_SEARCH, FIRST_RUNS);
        let (limits, stored) = ((MAX_LETTERS, MAX_RUNS), 0);
        Some(Runs {
            letters,
            windows,
            max_amount,
            runs,
            end: 0,
            tail,
            next_search,
            next_runs,
            period: None,
            stored,
            searched: (0, 0),
            limits,
        })
    }

    /// Returns the least heap up to `n` with a letter in this mask; `None` if there is none.
    /// The heap `n` must be computed or in a period.
    pub fn first(&self, n: u64, mask: u64) -> Option<u64> {
        for (number, run) in self.runs.iter().enumerate() {
            let fits = run.word.iter().position(|&letter| mask >> letter & 1 == 1);
            if let Some(at) = fits.map(|at| run.start + at as u64).filter(|&at| at < self.end_of(number)) {
                return (at <= n).then_some(at);
            }
        }
        let at = self.tail.iter().position(|&letter| mask >> letter & 1 == 1)?;
        Some(self.end + at as u64).filter(|&at| at <= n)
    }

    /// Returns the number of letters computed without the period.
    pub fn computed(&self) -> u64 {
        self.end + self.tail.len() as u64
    }

    /// Returns the period, if it was found so far.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the memory used in bytes.
    pub fn bytes(&self) -> u64 {
        let windows: usize = self.windows.iter().map(AmountWindow::bytes).sum();
        (self.stored + self.runs.capacity() * (size_of::<WordRun>() + 16) + windows + self.tail.capacity()) as u64
    }

    /// Computes the letters up to heap `n`, or as many as prove the period.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, and with `too_large` if the sequence is not regular enough.
    pub fn extend(&mut self, n: u64, budget: &Budget) -> Result<()> {
        let mut meter = budget.meter(text!("heaps"));
        while self.period.is_none() && self.computed() <= n {
            if n > u64::MAX - 2 && self.computed() > u64::MAX / 2 {
                return Err(irregular());
            }
            let extends_run = self.tail.is_empty() && !self.runs.is_empty();
            if extends_run && self.lengthen(n.saturating_add(1), &mut meter)? {
                continue;
            }
            meter.advance(1 + self.windows.len() as u64 / 8)?;
            let letter = self.next_letter()?;
            if let Some(run) = self.runs.last().filter(|_| extends_run) {
                if run.letter(self.end) == letter {
                    self.end += 1;
                    continue;
                }
                if !self.restore_tail() {
                    self.find_period(budget)?;
                }
            }
            self.tail.push(letter);
            if self.stored + self.tail.len() > self.limits.0 || self.runs.len() > self.limits.1 {
                return Err(irregular());
            }
            if self.tail.len() >= self.next_search {
                let bytes = u128::from(self.bytes()) + 8 * self.tail.len() as u128;
                budget.check_fits(bytes, &text!("the list of the runs of heaps"))?;
                self.make_runs();
            }
        }
        Ok(())
    }

    /// Returns the letter of a heap that is computed or in a period.
    pub fn letter(&self, n: u64) -> u8 {
        let at = self.computed_heap(n);
        match at.checked_sub(self.end) {
            Some(at) => self.tail[at as usize],
            None => self.runs[self.run_of(at)].letter(at),
        }
    }

    /// Returns the number of heaps in `least..=greatest` with a letter in this mask.
    ///
    /// # Errors
    /// Fails with `limit` if the time runs out.
    pub fn count(&self, least: u64, greatest: u64, mask: u64, meter: &mut Meter<'_>) -> Result<u128> {
        let Some(Period { preperiod, period }) = self.period.filter(|_| greatest >= self.computed()) else {
            return self.count_computed(least, greatest + 1, mask, meter);
        };
        let mut count = 0;
        let mut least = least;
        if least < preperiod {
            count += self.count_computed(least, preperiod.min(greatest + 1), mask, meter)?;
            least = preperiod;
        }
        if least > greatest {
            return Ok(count);
        }
        let length = greatest - least + 1;
        let end = preperiod + period;
        count += u128::from(length / period) * self.count_computed(preperiod, end, mask, meter)?;
        let start = preperiod + (least - preperiod) % period;
        let stop = start + length % period;
        count += self.count_computed(start, stop.min(end), mask, meter)?;
        if stop > end {
            count += self.count_computed(preperiod, stop - period, mask, meter)?;
        }
        Ok(count)
    }

    /// Returns the largest heap in `least..=greatest` with a letter in this mask; `None` if there is none.
    ///
    /// # Errors
    /// Fails with `limit` if the time runs out.
    pub fn last(&self, least: u64, greatest: u64, mask: u64, meter: &mut Meter<'_>) -> Result<Option<u64>> {
        // The search goes downwards, and skips the rest of each run that has no such letter.
        let mut heap = greatest;
        loop {
            if let Some(Period { preperiod, period }) = self.period
                && heap >= preperiod
                && greatest - heap >= period
            {
                // No heap of the period has such a letter, so the search continues below the period.
                match preperiod > least {
                    true => heap = preperiod - 1,
                    false => return Ok(None),
                }
            }
            let at = self.computed_heap(heap);
            let (start, width) = self.run_at(at);
            // The heap before the first heap of a period is the last heap of the period.
            let first = match self.period {
                Some(period) if heap >= self.computed() => start.max(period.preperiod),
                _ => start,
            };
            let below = (at - first).min(heap - least);
            for k in 0..width.min(below + 1) {
                meter.advance(1)?;
                if mask >> self.letter(heap - k) & 1 == 1 {
                    return Ok(Some(heap - k));
                }
            }
            match heap - least > below {
                true => heap -= below + 1,
                false => return Ok(None),
            }
        }
    }

    /// Returns the number of moves from heap `n` to heaps with a letter in this mask.
    /// The first `max_listed` amounts of these moves are listed in ascending order.
    ///
    /// # Errors
    /// Fails with `limit` if the time runs out.
    pub fn moves(
        &self,
        amounts: &Amounts,
        n: u64,
        mask: u64,
        max_listed: usize,
        budget: &Budget,
    ) -> Result<(u128, Vec<u64>)> {
        let mut meter = budget.meter(text!("moves"));
        let (mut count, mut list) = (0, vec![]);
        for &(low, high) in amounts.ranges().iter().take_while(|(low, _)| *low <= n) {
            let (least, mut heap) = (n - high.min(n), n - low);
            count += self.count(least, heap, mask, &mut meter)?;
            while list.len() < max_listed
                && let Some(found) = self.last(least, heap, mask, &mut meter)?
            {
                list.push(n - found);
                if found == least {
                    break;
                }
                heap = found - 1;
            }
        }
        Ok((count, list))
    }

    /// Returns a computed heap with the same letter as `n`.
    fn computed_heap(&self, n: u64) -> u64 {
        if n < self.computed() { n } else { self.period.map_or(n, |period| period.reduce(n)) }
    }

    /// Returns the start of the run or tail that contains a heap, and the length of its word.
    fn run_at(&self, at: u64) -> (u64, u64) {
        if at >= self.end {
            return (self.end, self.tail.len() as u64);
        }
        let run = &self.runs[self.run_of(at)];
        (run.start, run.word.len() as u64)
    }

    fn run_of(&self, at: u64) -> usize {
        self.runs.partition_point(|run| run.start <= at) - 1
    }

    fn count_computed(&self, least: u64, end: u64, mask: u64, meter: &mut Meter<'_>) -> Result<u128> {
        let mut count = 0u128;
        let mut at = least;
        while at < end {
            if at >= self.end {
                let tail = &self.tail[(at - self.end) as usize..(end - self.end) as usize];
                meter.advance(tail.len() as u64)?;
                return Ok(count + tail.iter().filter(|&&letter| mask >> letter & 1 == 1).count() as u128);
            }
            let number = self.run_of(at);
            let run = &self.runs[number];
            let stop = self.end_of(number).min(end);
            let (width, length) = (run.word.len() as u64, stop - at);
            meter.advance(1 + width.min(length))?;
            let fits = |at: u64| u64::from(mask >> run.letter(at) & 1 == 1);
            if length >= width {
                let per_word: u64 = (at..at + width).map(fits).sum();
                count += u128::from(per_word) * u128::from(length / width);
            }
            count += u128::from((stop - length % width..stop).map(fits).sum::<u64>());
            at = stop;
        }
        Ok(count)
    }

    fn end_of(&self, run: usize) -> u64 {
        self.runs.get(run + 1).map_or(self.end, |next| next.start)
    }

    /// Computes the letter after the last one.
    fn next_letter(&mut self) -> Result<u8> {
        let n = self.computed();
        let (mut seen, mut moves) = ([0u64; 2], [false; 2]);
        for window in &mut self.windows {
            if n >= window.low {
                let at = n - window.low;
                let letter = match at.checked_sub(self.end) {
                    Some(at) => self.tail[at as usize],
                    None => {
                        window.advance_to(&self.runs, at);
                        self.runs[window.run].letter(at)
                    }
                };
                seen[window.player] |= window.pass(letter, n);
                moves[window.player] = true;
            }
        }
        self.letters.letter(seen, moves).ok_or_else(irregular)
    }

    /// Lengthens the last run up to the next event, at most to `limit`, and returns whether it did so.
    /// The word must first continue through a common period of all inputs; then it continues as long as the
    /// inputs repeat.
    /// The tail must be empty.
    fn lengthen(&mut self, limit: u64, meter: &mut Meter<'_>) -> Result<bool> {
        let (n, last) = (self.end, self.runs.len() - 1);
        let width = self.runs[last].word.len() as u64;
        let (mut event, mut common) = (u64::MAX, width);
        for window in &mut self.windows {
            if n < window.low {
                event = event.min(window.low);
                continue;
            }
            let at = n - window.low;
            window.advance_to(&self.runs, at);
            if let Some(next) = self.runs.get(window.run + 1) {
                event = event.min(next.start.saturating_add(window.low));
            }
            let run = &self.runs[window.run];
            match window.steady(run, at, n) {
                None => return Ok(false),
                Some(Some(last_heap)) => event = event.min(last_heap),
                Some(None) => common = least_common_multiple(common, run.word.len() as u64),
            }
        }
        if common > MAX_COMMON_PERIOD || common > event.min(limit) - n {
            return Ok(false);
        }
        for _ in 0..common {
            meter.advance(1 + self.windows.len() as u64 / 8)?;
            let letter = self.next_letter()?;
            if letter != self.runs[last].letter(self.end) {
                // This letter is computed again later; the windows then pass it a second time, without effect.
                return Ok(false);
            }
            self.end += 1;
        }
        if event == u64::MAX {
            // There is no further event, so the inputs repeat forever, and the period is proved.
            self.period = Some(self.least_preperiod(self.runs[last].start, width, meter)?);
            return Ok(true);
        }
        self.end = event.min(limit);
        for window in self.windows.iter_mut().filter(|window| self.end > window.low) {
            window.skip(&self.runs, self.end);
        }
        Ok(true)
    }

    /// Searches the end of the tail for a repeated word, and turns the tail into runs if there is one.
    fn make_runs(&mut self) {
        self.next_search = self.tail.len() + self.tail.len() / 2;
        let least = self.tail.len() as u64 / 2;
        let repeats = |&(period, matched): &(u64, u64)| matched >= period && period + matched >= least;
        let Some((period, matched)) = suffixes::matches(&self.tail).find(repeats) else { return };
        let at = self.tail.len() - (period + matched) as usize;
        self.searched = (self.end, self.tail.len() as u64);
        if at > 0 {
            self.push_run(0, at);
        }
        self.push_run(at, at + period as usize);
        self.end = self.computed();
        self.tail.clear();
        self.next_search = FIRST_SEARCH;
    }

    /// Turns the last run back into a tail if it ended soon, together with the run made with it.
    /// A run that ends soon is part of a longer word. Returns whether the tail was restored.
    fn restore_tail(&mut self) -> bool {
        let (start, length) = self.searched;
        if length > MAX_RESTORED_TAIL || self.end - start >= 4 * length {
            return false;
        }
        self.tail = (start..self.end).map(|at| self.letter(at)).collect();
        while let Some(run) = self.runs.pop_if(|run| run.start >= start) {
            self.stored -= run.word.len();
        }
        self.end = start;
        self.next_search = 2 * self.tail.len().max(FIRST_SEARCH);
        for window in &mut self.windows {
            window.run = window.run.min(self.runs.len().saturating_sub(1));
        }
        true
    }

    /// Adds a run whose word is `tail[from..to]`, and which starts at this part of the tail.
    fn push_run(&mut self, from: usize, to: usize) {
        self.runs.push(WordRun { start: self.end + from as u64, word: self.tail[from..to].into() });
        self.stored += to - from;
    }

    /// Searches for the period of the whole sequence, by a repetition at the end of the list of runs.
    /// The repeated runs must contain all letters on which the next one depends.
    fn find_period(&mut self, budget: &Budget) -> Result<()> {
        if self.runs.len() < self.next_runs || self.end < self.max_amount {
            return Ok(());
        }
        self.next_runs = self.runs.len() + self.runs.len() / 2;
        let bytes = u128::from(self.bytes()) + 40 * self.runs.len() as u128;
        budget.check_fits(bytes, &text!("the list of the runs of heaps"))?;
        let mut numbers: FxHashMap<(&[u8], u64), u32> = FxHashMap::default();
        let mut list = Vec::with_capacity(self.runs.len());
        for (number, run) in self.runs.iter().enumerate() {
            if number % 4096 == 0 {
                budget.check()?;
            }
            let next = numbers.len() as u32;
            list.push(*numbers.entry((&*run.word, self.end_of(number) - run.start)).or_insert(next));
        }
        let start = |number: usize| self.runs.get(number).map_or(self.end, |run| run.start);
        let proves = |&(_, matched): &(u64, u64)| self.end - start(list.len() - matched as usize) >= self.max_amount;
        let Some((back, matched)) = suffixes::matches(&list).find(proves) else { return Ok(()) };
        let period = self.end - start(list.len() - back as usize);
        let from = start(list.len() - (back + matched) as usize);
        let mut meter = budget.meter(text!("heaps"));
        self.period = Some(self.least_preperiod(from, period, &mut meter)?);
        Ok(())
    }

    /// Returns the least preperiod, given that the letters repeat with this period from `from` on.
    fn least_preperiod(&self, from: u64, period: u64, meter: &mut Meter<'_>) -> Result<Period> {
        let mut preperiod = from;
        // Runs are compared backwards, one by one. Two runs that agree through a common period of their words agree
        // throughout.
        while preperiod > 0 {
            let (heap, shifted) = (preperiod - 1, preperiod - 1 + period);
            let [(start, width), (other, other_width)] = [heap, shifted].map(|at| self.run_at(at));
            let both = (heap - start).min(shifted - other) + 1;
            let compared = both.min(least_common_multiple(width, other_width));
            for k in 0..compared {
                meter.advance(1)?;
                if self.letter(heap - k) != self.letter(shifted - k) {
                    return Ok(Period { preperiod: preperiod - k, period });
                }
            }
            preperiod -= both;
        }
        Ok(Period { preperiod, period })
    }
}

/// Returns the error about a sequence that is too irregular.
fn irregular() -> Error {
    Error::new(ErrorKind::TooLarge, text!("the sequence is too irregular to be stored as runs"))
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

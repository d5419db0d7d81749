//! A range of amounts of one player, and the letters that it reaches while heaps grow.

use super::WordRun;

/// The maximal number of amounts in a range that is split into single amounts.
const MAX_SINGLE: u64 = 16;
/// The maximal number of different letters.
const LETTER_COUNT: usize = 64;

/// A single amount, or a long range of amounts: a window that moves along the sequence.
/// For heap n, the window consists of the heaps n − `high` to n − `low`; its near end is the heap n − `low`.
#[derive(Clone, Debug)]
pub(super) struct AmountWindow {
    pub player: usize,
    pub low: u64,
    pub high: u64,
    /// The index of the run that contains the near end of the window, or of an earlier run.
    pub run: usize,
    /// For long ranges, for each letter one plus the last heap of this letter that the near end has passed.
    /// It is 0 if the near end has not passed the letter.
    last: Option<Box<[u64; LETTER_COUNT]>>,
}

impl AmountWindow {
    /// Splits a short range into single amounts, and keeps a long range.
    pub fn of_range(player: usize, low: u64, high: u64) -> impl Iterator<Item = AmountWindow> {
        let single = high - low < MAX_SINGLE;
        let step = if single { 1 } else { high - low + 1 };
        (0..(high - low + 1) / step).map(move |k| {
            let low = low + k * step;
            let last = (!single).then(|| Box::new([0; LETTER_COUNT]));
            AmountWindow { player, low, high: if single { low } else { high }, run: 0, last }
        })
    }

    pub fn bytes(&self) -> usize {
        size_of::<AmountWindow>() + self.last.as_ref().map_or(0, |last| size_of_val(&**last))
    }

    /// Moves on to the run that contains heap `at`; no later call may pass an earlier heap.
    pub fn advance_to(&mut self, runs: &[WordRun], at: u64) {
        while runs.get(self.run + 1).is_some_and(|next| next.start <= at) {
            self.run += 1;
        }
    }

    /// Records that the near end of the window for heap `n` is a heap with this letter.
    /// Returns the mask of the letters in the window.
    pub fn pass(&mut self, letter: u8, n: u64) -> u64 {
        let Some(last) = &mut self.last else { return 1 << letter };
        last[usize::from(letter)] = n - self.low + 1;
        let in_window = |&(_, &place): &(usize, &u64)| place > 0 && n - (place - 1) <= self.high;
        last.iter().enumerate().filter(in_window).fold(0, |mask, (letter, _)| mask | 1 << letter)
    }

    /// Determines how the letters in the window continue from heap `n` while the near end is in this run.
    /// The near end is at `at`. The result is `Some(None)` if they repeat with the word of the run, `Some(Some(heap))`
    /// if they stay the same up to this heap, and `None` if neither is certain.
    pub fn steady(&self, run: &WordRun, at: u64, n: u64) -> Option<Option<u64>> {
        let Some(last) = &self.last else { return Some(None) };
        let width = run.word.len() as u64;
        if at - run.start >= self.high - self.low && width > 1 {
            // The whole window is inside the run.
            return Some(None);
        }
        // Otherwise the window must be at least as long as the word, and the near end must have passed a whole word.
        if width > self.high - self.low + 1 || at - run.start < width {
            return None;
        }
        let in_word = run.word.iter().fold(0u64, |mask, &letter| mask | 1 << letter);
        let leaving = last.iter().enumerate().filter(|&(letter, &place)| place > 0 && in_word >> letter & 1 == 0);
        // The letter of heap `place - 1` stays in the window up to heap `place - 1 + high`.
        let last_heap =
            leaving.map(|(_, &place)| place.saturating_add(self.high)).filter(|&last_heap| last_heap > n).min();
        Some(Some(last_heap.unwrap_or(u64::MAX)))
    }

    /// Records that the near end has passed all heaps below that of `n` without leaving its run.
    pub fn skip(&mut self, runs: &[WordRun], n: u64) {
        let Some(last) = &mut self.last else { return };
        let end = n - self.low;
        let run = &runs[self.run];
        let from = end.saturating_sub(run.word.len() as u64).max(run.start);
        for at in from..end {
            last[usize::from(run.letter(at))] = at + 1;
        }
    }
}

//! Computes the outcomes of sums of generators by the definition, for the learner's queries.

use super::step_budget::Steps;
use super::stop::Stop;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A sum of generators: the multiplicity of each, without trailing zeros.
///
/// The multiplicity of generator 0 is at most 1; see [`add`].
pub(super) type Word = SmallVec<[u8; 16]>;

/// Returns the sum of two words.
///
/// Generator 0 is the first letter with moves, so all its moves end it; two copies of it cancel, under misère play as
/// well.
pub(super) fn add(a: &Word, b: &Word) -> Result<Word, Stop> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut sum = long.clone();
    for (times, &more) in sum.iter_mut().zip(short) {
        *times = times.checked_add(more).ok_or(Stop::Long)?;
    }
    if let Some(first) = sum.first_mut() {
        *first &= 1;
    }
    trim(&mut sum);
    Ok(sum)
}

pub(super) fn trim(word: &mut Word) {
    while word.last() == Some(&0) {
        word.pop();
    }
}

/// Returns the word of a single generator.
pub(super) fn unit(generator: usize) -> Word {
    let mut word: Word = std::iter::repeat_n(0, generator).collect();
    word.push(1);
    word
}

/// Computes whether the player to move loses a sum, with a memo table.
#[derive(Debug, Default)]
pub(super) struct Oracle {
    /// The options of each generator.
    options: Vec<Vec<Word>>,
    lost: FxHashMap<Word, bool>,
}

/// A sum on the search stack; `generator` and `option` are the indices of its next option.
struct Frame {
    word: Word,
    generator: usize,
    option: usize,
}

impl Oracle {
    /// Sets the options of all generators; returns whether the memo table remains valid.
    ///
    /// The table is cleared if the options of an earlier generator changed.
    pub fn set_options(&mut self, options: Vec<Vec<Word>>) -> bool {
        let kept = options.len() >= self.options.len() && options[..self.options.len()] == self.options[..];
        if !kept {
            self.lost.clear();
        }
        self.options = options;
        kept
    }

    /// Returns the options of the generator with this index.
    pub fn options(&self, generator: usize) -> &[Word] {
        &self.options[generator]
    }

    /// Clears the memo table and the options.
    pub fn forget(&mut self) {
        self.lost = FxHashMap::default();
        self.options.clear();
    }

    fn known(&self, word: &Word) -> Option<bool> {
        // A player who has no move has won.
        if word.is_empty() { Some(false) } else { self.lost.get(word).copied() }
    }

    /// Reports whether the player to move loses the sum.
    pub fn is_lost(&mut self, word: &Word, steps: &mut Steps<'_>) -> Result<bool, Stop> {
        if let Some(known) = self.known(word) {
            return Ok(known);
        }
        let start = |word: Word| Frame { generator: word.len(), option: 0, word };
        let mut stack = vec![start(word.clone())];
        while let Some(frame) = stack.last_mut() {
            steps.count(1)?;
            let generator = frame.generator;
            // Generators in descending order, and the options of each in order.
            let option = (generator < frame.word.len()).then(|| self.options[generator].get(frame.option)).flatten();
            let Some(option) = option else {
                match (0..generator).rev().find(|&g| frame.word[g] > 0) {
                    Some(next) => (frame.generator, frame.option) = (next, 0),
                    None => {
                        let word = std::mem::take(&mut frame.word);
                        self.remember(word, true, steps)?;
                        stack.pop();
                    }
                }
                continue;
            };
            let mut rest = frame.word.clone();
            rest[generator] -= 1;
            let after = add(&rest, option)?;
            match self.known(&after) {
                Some(false) => frame.option += 1,
                Some(true) => {
                    let word = std::mem::take(&mut frame.word);
                    self.remember(word, false, steps)?;
                    stack.pop();
                }
                None => stack.push(start(after)),
            }
        }
        Ok(self.known(word) == Some(true))
    }

    fn remember(&mut self, word: Word, lost: bool, steps: &mut Steps<'_>) -> Result<(), Stop> {
        steps.check_capacity(self.lost.len())?;
        self.lost.insert(word, lost);
        Ok(())
    }
}

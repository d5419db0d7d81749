//! Computes the outcomes of sums of generators by the definition, for the learner's queries.

use super::step_budget::Steps;
use super::stop::StopReason;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A sum of generators, also called a *word*: the multiplicity of each, without trailing zeros.
///
/// The multiplicity of generator 0 is at most 1; see [`add`].
pub(super) type GeneratorCounts = SmallVec<[u8; 16]>;

/// Returns the sum of two words.
///
/// Generator 0 is the first letter with moves, so every move in generator 0 leaves no further moves. Two copies of
/// generator 0 cancel, under misère play as well.
pub(super) fn add(a: &GeneratorCounts, b: &GeneratorCounts) -> Result<GeneratorCounts, StopReason> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut sum = long.clone();
    for (times, &more) in sum.iter_mut().zip(short) {
        *times = times.checked_add(more).ok_or(StopReason::Multiplicity)?;
    }
    if let Some(first) = sum.first_mut() {
        *first &= 1;
    }
    trim(&mut sum);
    Ok(sum)
}

pub(super) fn trim(word: &mut GeneratorCounts) {
    while word.last() == Some(&0) {
        word.pop();
    }
}

/// Returns the word of a single generator.
pub(super) fn unit(generator: usize) -> GeneratorCounts {
    let mut word: GeneratorCounts = std::iter::repeat_n(0, generator).collect();
    word.push(1);
    word
}

/// Computes whether the player to move loses a sum, with a memo table.
#[derive(Debug, Default)]
pub(super) struct SumOracle {
    /// The options of each generator.
    options: Vec<Vec<GeneratorCounts>>,
    lost: FxHashMap<GeneratorCounts, bool>,
}

/// A sum on the search stack; `generator` and `option` are the indices of its next option.
struct OracleFrame {
    word: GeneratorCounts,
    generator: usize,
    option: usize,
}

impl SumOracle {
    /// Sets the options of all generators; returns whether the memo table remains valid.
    ///
    /// The table is cleared if the options of an earlier generator changed.
    pub fn set_options(&mut self, options: Vec<Vec<GeneratorCounts>>) -> bool {
        let is_unchanged = options.len() >= self.options.len() && options[..self.options.len()] == self.options[..];
        if !is_unchanged {
            self.lost.clear();
        }
        self.options = options;
        is_unchanged
    }

    /// Returns the options of the generator with this index.
    pub fn options(&self, generator: usize) -> &[GeneratorCounts] {
        &self.options[generator]
    }

    /// Clears the memo table and the options.
    pub fn clear(&mut self) {
        self.lost = FxHashMap::default();
        self.options.clear();
    }

    fn stored_result(&self, word: &GeneratorCounts) -> Option<bool> {
        // A player without a move wins, so the empty sum is not lost.
        if word.is_empty() { Some(false) } else { self.lost.get(word).copied() }
    }

    /// Reports whether the player to move loses the sum.
    pub fn is_lost(&mut self, word: &GeneratorCounts, steps: &mut Steps<'_>) -> Result<bool, StopReason> {
        if let Some(is_lost) = self.stored_result(word) {
            return Ok(is_lost);
        }
        let start = |word: GeneratorCounts| OracleFrame { generator: word.len(), option: 0, word };
        let mut stack = vec![start(word.clone())];
        while let Some(frame) = stack.last_mut() {
            steps.count(1)?;
            let generator = frame.generator;
            // Try the generators in descending order, and the options of each in order.
            let option = (generator < frame.word.len()).then(|| self.options[generator].get(frame.option)).flatten();
            let Some(option) = option else {
                match (0..generator).rev().find(|&g| frame.word[g] > 0) {
                    Some(next) => (frame.generator, frame.option) = (next, 0),
                    None => {
                        let word = std::mem::take(&mut frame.word);
                        self.store(word, true, steps)?;
                        stack.pop();
                    }
                }
                continue;
            };
            let mut rest = frame.word.clone();
            rest[generator] -= 1;
            let after = add(&rest, option)?;
            match self.stored_result(&after) {
                Some(false) => frame.option += 1,
                Some(true) => {
                    let word = std::mem::take(&mut frame.word);
                    self.store(word, false, steps)?;
                    stack.pop();
                }
                None => stack.push(start(after)),
            }
        }
        Ok(self.stored_result(word) == Some(true))
    }

    fn store(&mut self, word: GeneratorCounts, lost: bool, steps: &mut Steps<'_>) -> Result<(), StopReason> {
        steps.check_capacity(self.lost.len())?;
        self.lost.insert(word, lost);
        Ok(())
    }
}

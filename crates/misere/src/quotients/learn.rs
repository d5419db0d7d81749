//! Learns the misère quotient of a growing alphabet of components.
//!
//! Some letters are *generators*; every other letter is assumed to be equivalent to a word in generators.
//! The quotient is the syntactic monoid of the set of lost sums, so it is learned like a regular language (D. Angluin
//! 1987), but with commuting letters.
//! A *context* is a sum; it distinguishes two sums of generators if adding it to both gives different outcomes.
//! The outcomes come from an oracle that searches sums of generators by the definition, with words in place of other
//! letters.
//! - A new letter is assumed to equal an element such that all sums are still decided ([`close`]); if there is no such
//!   element, the letter becomes a generator, and the quotient is learned again.
//! - A sum that is still not decided reveals a missing context, or a wrong assumption about one of its letters, which
//!   then becomes a generator.
//!
//! Nothing here is trusted: the independent checker verifies the result before it is used.

use super::alphabet::Alphabet;
use super::closure::{BitSet, LetterType, UndecidedSum, close, intersects, is_within, set_of};
use super::oracle::{GeneratorCounts, SumOracle, add, trim, unit};
use super::step_budget::Steps;
use super::stop::{MAX_ORDER, StopReason};
use grundy_value::CompactSort;
use grundy_value::Quotient;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The state of learning.
#[derive(Debug)]
pub(super) struct Learner {
    /// The quotient and the images of all letters so far.
    learned: Learned,
    /// The letter of each generator.
    generators: Vec<usize>,
    /// The word that each letter is assumed to equal.
    words: Vec<GeneratorCounts>,
    /// The sums that distinguish elements.
    contexts: Vec<GeneratorCounts>,
    /// For each sum of generators, the set of contexts (by index) whose sum with it is lost.
    ///
    /// The last 64-bit entry of the `BitSet` is not part of the set: it is the number of contexts examined so far.
    rows: FxHashMap<GeneratorCounts, BitSet>,
    oracle: SumOracle,
    types: Vec<LetterType>,
    /// Whether an operation failed halfway; then no letter can be added any more.
    has_stopped: bool,
}

/// A quotient, with the images of the letters.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    pub quotient: Arc<Quotient>,
    /// For each element, the set of elements whose product with this element is lost.
    accepted_with: Arc<Vec<BitSet>>,
    pub images: Vec<u32>,
}

impl Learned {
    fn new(quotient: Quotient) -> Learned {
        let order = quotient.order();
        let accepted = |x: usize| set_of(order, |y| quotient.accepts(quotient.times(x as u32, y as u32)));
        let accepted_with = Arc::new((0..order).map(accepted).collect());
        Learned { quotient: Arc::new(quotient), accepted_with, images: vec![] }
    }

    /// Returns the distinct images of a letter's options; empty if the letter has no moves.
    fn options(&self, alphabet: &dyn Alphabet, letter: usize, steps: &mut Steps<'_>) -> Result<Vec<u32>, StopReason> {
        let mut images = vec![];
        let mut seen = vec![false; self.quotient.order()];
        let mut count = 0;
        alphabet.options(letter, &mut |after| {
            count += 1 + after.len() as u64;
            let image = after.iter().fold(0, |x, &component| self.quotient.times(x, self.images[component]));
            if !std::mem::replace(&mut seen[image as usize], true) {
                images.push(image);
            }
        });
        steps.count(1 + count / 4)?;
        Ok(images)
    }

    /// Returns the elements whose sum with a letter has a winning move in the letter.
    ///
    /// `options` has the images of the letter's options.
    fn winning_elements(&self, options: &[u32]) -> BitSet {
        let mut winning_elements = vec![0; self.quotient.order().div_ceil(64)];
        for &option in options {
            winning_elements.iter_mut().zip(&self.accepted_with[option as usize]).for_each(|(all, more)| *all |= more);
        }
        winning_elements
    }
}

/// Adds a type unless the list has an equal type.
fn add_type(types: &mut Vec<LetterType>, new: LetterType) {
    if !types.iter().any(|t| t.image == new.image && t.winning_elements == new.winning_elements) {
        types.push(new);
    }
}

/// The maximal number of repair rounds after a new generator.
const MAX_ROUNDS: usize = 400;

impl Learner {
    pub fn new() -> Learner {
        Learner {
            learned: Learned::new(Quotient::new(&[], vec![])),
            generators: vec![],
            words: vec![],
            contexts: vec![GeneratorCounts::new()],
            rows: FxHashMap::default(),
            oracle: SumOracle::default(),
            types: vec![],
            has_stopped: false,
        }
    }

    /// Returns the quotient of the letters so far.
    pub fn learned(&self) -> &Learned {
        &self.learned
    }

    /// Returns the number of generators.
    pub fn generators(&self) -> usize {
        self.generators.len()
    }

    /// Frees the memo tables; they are computed again when learning continues.
    pub fn free_memory(&mut self) {
        self.rows = FxHashMap::default();
        self.oracle.clear();
    }

    /// Adds the next letter of the alphabet.
    ///
    /// On failure the quotient of the previous letters remains, and no further letter can be added.
    pub fn extend(&mut self, alphabet: &dyn Alphabet, steps: &mut Steps<'_>) -> Result<(), StopReason> {
        if self.has_stopped {
            return Err(StopReason::Steps);
        }
        let state_before = (self.generators.clone(), self.learned.clone());
        let result = self.add_letter(alphabet, steps);
        if result.is_err() {
            self.has_stopped = true;
            (self.generators, self.learned) = state_before;
            self.free_memory();
        }
        result
    }

    fn add_letter(&mut self, alphabet: &dyn Alphabet, steps: &mut Steps<'_>) -> Result<(), StopReason> {
        let letter = self.learned.images.len();
        let options = self.learned.options(alphabet, letter, steps)?;
        if options.is_empty() {
            self.words.push(GeneratorCounts::new());
            self.learned.images.push(0);
            return Ok(());
        }
        let winning_elements = self.learned.winning_elements(&options);
        let order = self.learned.quotient.order();
        steps.count(order as u64)?;
        let is_consistent = |x: &u32| !intersects(&winning_elements, &self.learned.accepted_with[*x as usize]);
        let mut candidates: Vec<u32> = (0..order as u32).filter(is_consistent).collect();
        let has_smaller_type =
            |x: &&u32| self.types.iter().any(|t| t.image == **x && is_within(&t.winning_elements, &winning_elements));
        let mut found = candidates.iter().find(has_smaller_type).copied();
        if found.is_none() {
            // A letter without a winning move is lost by itself, so its image must be accepted.
            candidates.retain(|&x| winning_elements[0] & 1 == 1 || self.learned.quotient.accepts(x));
            let mut types = self.types.clone();
            for image in candidates {
                types.push(LetterType { image, winning_elements: winning_elements.clone(), letter });
                if close(&self.learned.quotient, &self.learned.accepted_with, &types, steps)?.is_none() {
                    found = Some(image);
                    break;
                }
                types.pop();
            }
        }
        match found {
            Some(image) => {
                add_type(&mut self.types, LetterType { image, winning_elements, letter });
                let word = self.learned.quotient.word(image);
                let narrow: Result<GeneratorCounts, _> = word.iter().map(|&times| u8::try_from(times)).collect();
                let mut word = narrow.map_err(|_| StopReason::Multiplicity)?;
                trim(&mut word);
                self.words.push(word);
                self.learned.images.push(image);
                Ok(())
            }
            None => {
                self.words.push(GeneratorCounts::new());
                self.make_generator(letter);
                self.repair(letter, alphabet, steps)
            }
        }
    }

    /// Makes a letter a generator.
    fn make_generator(&mut self, letter: usize) {
        let word = unit(self.generators.len());
        self.generators.push(letter);
        self.words[letter] = word.clone();
        self.contexts.push(word);
    }

    /// Learns until all sums of the letters up to `last` are decided.
    fn repair(&mut self, last: usize, alphabet: &dyn Alphabet, steps: &mut Steps<'_>) -> Result<(), StopReason> {
        self.update_oracle(alphabet)?;
        for _ in 0..MAX_ROUNDS {
            self.learn(steps)?;
            self.types.clear();
            for letter in 0..=last {
                let image = self.learned.quotient.evaluate_word(&widened(&self.words[letter]));
                let options = self.learned.options(alphabet, letter, steps)?;
                self.learned.images.push(image);
                if !options.is_empty() {
                    let winning_elements = self.learned.winning_elements(&options);
                    add_type(&mut self.types, LetterType { image, winning_elements, letter });
                }
            }
            let Some(failure) = close(&self.learned.quotient, &self.learned.accepted_with, &self.types, steps)? else {
                return Ok(());
            };
            if self.find_context(&failure, alphabet, steps)? {
                continue;
            }
            let wrong_letter = failure.letters.iter().copied().filter(|letter| !self.generators.contains(letter)).max();
            self.make_generator(wrong_letter.ok_or(StopReason::Rounds)?);
            self.update_oracle(alphabet)?;
        }
        Err(StopReason::Rounds)
    }

    fn update_oracle(&mut self, alphabet: &dyn Alphabet) -> Result<(), StopReason> {
        let mut all = vec![];
        for &letter in &self.generators {
            let mut options = vec![];
            let mut overflows = false;
            alphabet.options(letter, &mut |after| match after
                .iter()
                .try_fold(GeneratorCounts::new(), |sum, &component| add(&sum, &self.words[component]))
            {
                Ok(word) => options.push(word),
                Err(_) => overflows = true,
            });
            if overflows {
                return Err(StopReason::Multiplicity);
            }
            options.compact_sort();
            options.dedup();
            all.push(options);
        }
        if !self.oracle.set_options(all) {
            self.rows.clear();
        }
        Ok(())
    }

    /// Looks for a sum on which quotient and oracle differ; adds the sum and some subsums to the contexts.
    ///
    /// The candidates are the undecided sum `failure` and its options. Returns whether such a sum was found.
    fn find_context(
        &mut self,
        failure: &UndecidedSum,
        alphabet: &dyn Alphabet,
        steps: &mut Steps<'_>,
    ) -> Result<bool, StopReason> {
        let mut element: GeneratorCounts = self
            .learned
            .quotient
            .word(failure.element)
            .iter()
            .map(|&times| u8::try_from(times).unwrap_or(u8::MAX))
            .collect();
        trim(&mut element);
        let sum = |letters: &[usize]| letters.iter().try_fold(element.clone(), |sum, &l| add(&sum, &self.words[l]));
        let full_sum = sum(&failure.letters)?;
        let mut candidates = vec![full_sum.clone()];
        for at in 0..failure.letters.len() {
            let mut rest = failure.letters.clone();
            let letter = rest.remove(at);
            let rest = sum(&rest)?;
            let mut overflows = false;
            alphabet.options(letter, &mut |after| match after
                .iter()
                .try_fold(rest.clone(), |sum, &component| add(&sum, &self.words[component]))
            {
                Ok(word) => candidates.push(word),
                Err(_) => overflows = true,
            });
            if overflows {
                return Err(StopReason::Multiplicity);
            }
        }
        // Add the options that result from moves in the element of the undecided sum.
        for g in (0..element.len()).filter(|&g| element[g] > 0) {
            let mut rest = element.clone();
            rest[g] -= 1;
            trim(&mut rest);
            for option in self.oracle.options(g) {
                let option_sum =
                    failure.letters.iter().try_fold(add(&rest, option)?, |sum, &l| add(&sum, &self.words[l]))?;
                candidates.push(option_sum);
            }
        }
        let mut tested = FxHashSet::default();
        for word in candidates {
            if !tested.insert(word.clone()) {
                continue;
            }
            let quotient = &self.learned.quotient;
            let predicted = quotient.accepts(quotient.evaluate_word(&widened(&word)));
            if self.oracle.is_lost(&word, steps)? != predicted {
                let mut component = word;
                loop {
                    if !self.contexts.contains(&component) {
                        self.contexts.push(component.clone());
                    }
                    let Some(g) = component.iter().position(|&times| times > 0) else { break };
                    component[g] -= 1;
                    trim(&mut component);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the set of contexts (by index) whose sum with a word is lost.
    fn row(&mut self, word: &GeneratorCounts, steps: &mut Steps<'_>) -> Result<BitSet, StopReason> {
        let mut row = self.rows.remove(word).unwrap_or_default();
        // The last entry is the number of contexts already computed.
        let computed = row.pop().unwrap_or(0) as usize;
        row.resize(self.contexts.len().div_ceil(64), 0);
        steps.count(1)?;
        for (at, context) in self.contexts.iter().enumerate().skip(computed) {
            let lost = self.oracle.is_lost(&add(word, context)?, steps)?;
            row[at / 64] |= u64::from(lost) << (at % 64);
        }
        let mut stored_row = row.clone();
        stored_row.push(self.contexts.len() as u64);
        steps.check_capacity(self.rows.len() * (1 + self.contexts.len() / 256))?;
        self.rows.insert(word.clone(), stored_row);
        Ok(row)
    }

    /// Builds the quotient whose elements are the sums of generators that the contexts distinguish.
    ///
    /// The images of the letters are empty afterwards; the caller computes them.
    fn learn(&mut self, steps: &mut Steps<'_>) -> Result<(), StopReason> {
        let generators = self.generators.len();
        'learn: loop {
            let mut numbers: FxHashMap<BitSet, u32> = FxHashMap::default();
            let mut words = vec![GeneratorCounts::new()];
            let mut actions: Vec<Vec<u32>> = vec![vec![]; generators];
            numbers.insert(self.row(&words[0], steps)?, 0);
            let mut next = 0;
            while next < words.len() {
                for (g, action) in actions.iter_mut().enumerate() {
                    let word = add(&words[next], &unit(g))?;
                    let fresh = words.len() as u32;
                    let number = *numbers.entry(self.row(&word, steps)?).or_insert(fresh);
                    if number == fresh {
                        if words.len() >= MAX_ORDER {
                            return Err(StopReason::Elements);
                        }
                        words.push(word);
                    }
                    action.push(number);
                }
                next += 1;
            }
            for x in 0..words.len() {
                for g in 0..generators {
                    for h in 0..g {
                        if actions[h][actions[g][x] as usize] == actions[g][actions[h][x] as usize] {
                            continue;
                        }
                        // The actions of g and h do not commute, so two words have equal rows although adding
                        // a letter to both gives different rows. A context that distinguishes the longer
                        // words, extended by that letter, is added.
                        for (first, second) in [(g, h), (h, g)] {
                            let representative = &words[actions[first][x] as usize];
                            let word = add(&words[x], &unit(first))?;
                            let rows = [
                                self.row(&add(representative, &unit(second))?, steps)?,
                                self.row(&add(&word, &unit(second))?, steps)?,
                            ];
                            let distinguishing = (0..self.contexts.len())
                                .find(|&c| (rows[0][c / 64] ^ rows[1][c / 64]) >> (c % 64) & 1 == 1);
                            if let Some(c) = distinguishing {
                                let context = add(&self.contexts[c], &unit(second))?;
                                if self.contexts.contains(&context) {
                                    return Err(StopReason::Rounds);
                                }
                                self.contexts.push(context);
                                continue 'learn;
                            }
                        }
                        return Err(StopReason::Rounds);
                    }
                }
            }
            let mut accept = vec![];
            for (x, word) in words.iter().enumerate() {
                if self.oracle.is_lost(word, steps)? {
                    accept.push(x as u32);
                }
            }
            steps.count((words.len() * words.len()) as u64 / 16)?;
            self.learned = Learned::new(Quotient::new(&accept, actions));
            return Ok(());
        }
    }
}

fn widened(word: &GeneratorCounts) -> Vec<u32> {
    word.iter().map(|&times| times.into()).collect()
}

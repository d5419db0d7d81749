//! Learns an automaton from queries (D. Angluin 1987; R. L. Rivest and R. E. Schapire 1993).

use super::dfa::{Dfa, decode, encode};
use crate::numeration::Numeration;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::Variable;
use grundy_rules::{Error, ErrorKind, Result};
use rustc_hash::FxHashMap;

/// A function that returns whether numbers are in the relation, or `None` if this is unknown.
pub(crate) type Teacher<'t> = dyn FnMut(&[u64]) -> Result<Option<bool>> + 't;

/// The state of learning: a hypothesis, and the words from which it is built.
pub(crate) struct Learner {
    numeration: Numeration,
    weights: Vec<u64>,
    tracks: usize,
    /// Largest number in queries.
    bound: u64,
    /// Maximal number of states.
    max_states: usize,
    /// The suffixes that distinguish words.
    ///
    /// Two words lead to the same state iff, for every suffix, both or neither with the suffix are in the relation.
    suffixes: Vec<Vec<usize>>,
    /// A representative word for each state.
    words: Vec<Vec<usize>>,
    /// The current hypothesis; it may accept words that do not represent numbers.
    pub hypothesis: Dfa,
}

fn limit(message: Text) -> Error {
    Error::new(ErrorKind::Limit, message)
}

impl Learner {
    /// Builds the first hypothesis.
    ///
    /// # Errors
    /// `limit` if the teacher does not know enough numbers or the automaton becomes too large. The other methods have
    /// the same errors.
    pub fn new(
        numeration: Numeration,
        tracks: usize,
        bound: u64,
        max_states: usize,
        teacher: &mut Teacher<'_>,
    ) -> Result<Learner> {
        let letters = (numeration.radix() as usize).pow(tracks as u32);
        let hypothesis = Dfa { tracks: (0..tracks as Variable).collect(), letters, next: vec![], accept: vec![] };
        let (weights, suffixes, words) = (numeration.weights(), vec![vec![]], vec![]);
        let mut learner = Learner { numeration, weights, tracks, bound, max_states, suffixes, words, hypothesis };
        learner.rebuild(teacher)?;
        Ok(learner)
    }

    /// Reports whether the hypothesis contains these numbers.
    pub fn predicts(&self, numbers: &[u64]) -> bool {
        self.hypothesis.accepts(self.numeration, numbers)
    }

    fn query(&self, word: &[usize], teacher: &mut Teacher<'_>) -> Result<bool> {
        let answer = match decode(self.numeration, &self.weights, word, self.tracks) {
            Some(numbers) if numbers.iter().any(|&x| x > self.bound) => None,
            Some(numbers) => teacher(&numbers)?,
            // A word of at most `weights.len()` letters that cannot be decoded represents no numbers. A
            // longer word may represent numbers of more than 64 bits, so the answer is unknown.
            None => (word.len() <= self.weights.len()).then_some(false),
        };
        answer.ok_or_else(|| {
            limit(text!("the table up to {bound} does not contain enough information", bound = self.bound))
        })
    }

    /// Returns for each suffix whether the word followed by the suffix is in the relation.
    fn row(&self, word: &[usize], teacher: &mut Teacher<'_>) -> Result<Vec<bool>> {
        let mut longer = word.to_vec();
        let query = |suffix: &Vec<usize>| {
            longer.truncate(word.len());
            longer.extend(suffix);
            self.query(&longer, teacher)
        };
        self.suffixes.iter().map(query).collect()
    }

    /// Rebuilds the hypothesis; its states are the classes of words that no suffix distinguishes.
    fn rebuild(&mut self, teacher: &mut Teacher<'_>) -> Result<()> {
        let letters = self.hypothesis.letters;
        let mut words = vec![vec![]];
        let (mut next, mut accept) = (vec![], vec![]);
        let first = self.row(&[], teacher)?;
        accept.push(first[0]);
        let mut states: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
        states.insert(first, 0);
        let mut done = 0;
        while done < words.len() {
            for letter in 0..letters {
                let longer: Vec<usize> = words[done].iter().copied().chain([letter]).collect();
                let row = self.row(&longer, teacher)?;
                let accepts = row[0];
                let fresh = words.len() as u32;
                let state = *states.entry(row).or_insert(fresh);
                if state == fresh {
                    words.push(longer);
                    accept.push(accepts);
                }
                next.push(state);
            }
            done += 1;
            if words.len() > self.max_states {
                return Err(limit(text!("more than {most} states", most = self.max_states)));
            }
        }
        self.words = words;
        (self.hypothesis.next, self.hypothesis.accept) = (next, accept);
        Ok(())
    }

    /// Refines the hypothesis by a counterexample.
    ///
    /// This adds a suffix that distinguishes a prefix of the counterexample's word from the representative of the
    /// prefix's state.
    pub fn refine(&mut self, numbers: &[u64], teacher: &mut Teacher<'_>) -> Result<()> {
        let word = encode(self.numeration, numbers);
        let mut states = vec![0u32];
        for (k, &letter) in word.iter().enumerate() {
            states.push(self.hypothesis.step(states[k], letter));
        }
        let mut later = self.predicts(numbers);
        for k in (0..word.len()).rev() {
            let replaced = [&self.words[states[k] as usize][..], &word[k..]].concat();
            let now = self.query(&replaced, teacher)?;
            if now != later {
                self.suffixes.push(word[k + 1..].to_vec());
                return self.rebuild(teacher);
            }
            later = now;
        }
        Err(limit(text!("a counterexample gave no new information")))
    }

    /// Refines the hypothesis until it agrees with the teacher about all known numbers up to `max_number`.
    pub fn refine_up_to(&mut self, max_number: u64, teacher: &mut Teacher<'_>) -> Result<()> {
        let mut numbers = vec![0u64; self.tracks];
        loop {
            let known = teacher(&numbers)?;
            if known.is_some_and(|known| known != self.predicts(&numbers)) {
                self.refine(&numbers, teacher)?;
                // Start again, since the new hypothesis may be wrong where the old one was right.
                numbers.fill(0);
                continue;
            }
            let Some(place) = numbers.iter().position(|&x| x < max_number) else { return Ok(()) };
            numbers[place] += 1;
            numbers[..place].fill(0);
        }
    }
}

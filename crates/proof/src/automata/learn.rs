//! Learning an automaton from queries (D. Angluin 1987; R. L. Rivest and R. E. Schapire 1993).

use super::dfa::{Dfa, decode, encode};
use crate::numeration::Numeration;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::Variable;
use grundy_rules::{Error, ErrorKind, Result};
use rustc_hash::FxHashMap;

/// Whether numbers are in the relation; `None` where that is unknown.
pub(crate) type Teacher<'t> = dyn FnMut(&[u64]) -> Result<Option<bool>> + 't;

/// A hypothesis, with the words that it is built from.
pub(crate) struct Learner {
    numeration: Numeration,
    weights: Vec<u64>,
    tracks: usize,
    /// Largest number in queries, and maximal number of states.
    bound: u64,
    most: usize,
    /// Suffixes that distinguish words: words distinguished by one of them lead to different states.
    suffixes: Vec<Vec<usize>>,
    /// A representative word for each state.
    words: Vec<Vec<usize>>,
    /// The current hypothesis; it may accept words that represent no numbers.
    pub hypothesis: Dfa,
}

fn limit(message: Text) -> Error {
    Error::new(ErrorKind::Limit, message)
}

impl Learner {
    /// Builds the first hypothesis.
    ///
    /// # Errors
    /// `limit`, as for all methods here, if the table does not reach far enough or the automaton becomes too large.
    pub fn new(
        numeration: Numeration,
        tracks: usize,
        bound: u64,
        most: usize,
        teacher: &mut Teacher<'_>,
    ) -> Result<Learner> {
        let letters = (numeration.radix() as usize).pow(tracks as u32);
        let hypothesis = Dfa { tracks: (0..tracks as Variable).collect(), letters, next: vec![], accept: vec![] };
        let (weights, suffixes, words) = (numeration.weights(), vec![vec![]], vec![]);
        let mut learner = Learner { numeration, weights, tracks, bound, most, suffixes, words, hypothesis };
        learner.close(teacher)?;
        Ok(learner)
    }

    /// Whether the hypothesis contains these numbers.
    pub fn says(&self, numbers: &[u64]) -> bool {
        self.hypothesis.accepts(self.numeration, numbers)
    }

    fn ask(&self, word: &[usize], teacher: &mut Teacher<'_>) -> Result<bool> {
        let answer = match decode(self.numeration, &self.weights, word, self.tracks) {
            Some(numbers) if numbers.iter().any(|&x| x > self.bound) => None,
            Some(numbers) => teacher(&numbers)?,
            // Longer words may represent numbers beyond 64 bits.
            None => (word.len() <= self.weights.len()).then_some(false),
        };
        answer.ok_or_else(|| {
            limit(text!("the table up to {bound} does not contain enough information", bound = self.bound))
        })
    }

    fn row(&self, word: &[usize], teacher: &mut Teacher<'_>) -> Result<Vec<bool>> {
        let mut longer = word.to_vec();
        let ask = |suffix: &Vec<usize>| {
            longer.truncate(word.len());
            longer.extend(suffix);
            self.ask(&longer, teacher)
        };
        self.suffixes.iter().map(ask).collect()
    }

    /// Rebuilds the hypothesis: its states are the classes of words that the suffixes distinguish.
    fn close(&mut self, teacher: &mut Teacher<'_>) -> Result<()> {
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
            if words.len() > self.most {
                return Err(limit(text!("more than {most} states", most = self.most)));
            }
        }
        self.words = words;
        (self.hypothesis.next, self.hypothesis.accept) = (next, accept);
        Ok(())
    }

    /// Learns from a counterexample: finds a suffix that distinguishes a word from the word of its state.
    pub fn refine(&mut self, numbers: &[u64], teacher: &mut Teacher<'_>) -> Result<()> {
        let word = encode(self.numeration, numbers);
        let mut states = vec![0u32];
        for (k, &letter) in word.iter().enumerate() {
            states.push(self.hypothesis.step(states[k], letter));
        }
        let mut later = self.says(numbers);
        for k in (0..word.len()).rev() {
            let replaced = [&self.words[states[k] as usize][..], &word[k..]].concat();
            let now = self.ask(&replaced, teacher)?;
            if now != later {
                self.suffixes.push(word[k + 1..].to_vec());
                return self.close(teacher);
            }
            later = now;
        }
        Err(limit(text!("a counterexample gave no new information")))
    }

    /// Refines the hypothesis until it is right about all numbers up to `most`.
    pub fn settle(&mut self, most: u64, teacher: &mut Teacher<'_>) -> Result<()> {
        let mut numbers = vec![0u64; self.tracks];
        loop {
            let known = teacher(&numbers)?;
            if known.is_some_and(|known| known != self.says(&numbers)) {
                self.refine(&numbers, teacher)?;
                // The new hypothesis may be wrong where the old one was right.
                numbers.fill(0);
                continue;
            }
            let Some(place) = numbers.iter().position(|&x| x < most) else { return Ok(()) };
            numbers[place] += 1;
            numbers[..place].fill(0);
        }
    }
}

//! Deterministic finite automata that read the digits of several numbers in parallel.

use crate::numeration::Numeration;
use grundy_lang::text;
use grundy_rulelang::formula::Variable;
use grundy_rules::{Error, ErrorKind, Result};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A complete automaton that reads the most significant digit first.
///
/// The automaton accepts only words that represent numbers; leading zeros do not affect acceptance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    /// The variables whose digits are read, in increasing order.
    pub tracks: Vec<Variable>,
    /// The number of letters.
    ///
    /// A letter combines one digit per track: digit of track 0 + radix * digit of track 1 + ...
    pub letters: usize,
    /// The next state for state s and letter l, `next[s * letters + l]`; state 0 is the start.
    pub next: Vec<u32>,
    /// Whether each state accepts.
    pub accept: Vec<bool>,
}

impl Dfa {
    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// Returns the state that a letter leads to.
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    fn row(&self, state: usize) -> &[u32] {
        &self.next[state * self.letters..][..self.letters]
    }

    /// Returns the state that a word leads to.
    pub fn run(&self, word: &[usize]) -> u32 {
        word.iter().fold(0, |state, &letter| self.step(state, letter))
    }

    /// Reports whether the automaton accepts these numbers, one per track.
    pub fn accepts(&self, numeration: Numeration, numbers: &[u64]) -> bool {
        self.accept[self.run(&encode(numeration, numbers)) as usize]
    }

    /// Returns the state that does not accept and leads only to itself, if there is one.
    ///
    /// A minimal automaton has at most one such state.
    pub fn dead_state(&self) -> Option<u32> {
        let dead = |s: usize| !self.accept[s] && self.row(s).iter().all(|&t| t as usize == s);
        (0..self.states()).find(|&s| dead(s)).map(|s| s as u32)
    }

    /// Returns the minimal automaton (E. F. Moore 1956), and the number of rounds of refinement.
    ///
    /// All states must be reachable.
    pub fn minimal(&self) -> (Dfa, u64) {
        let states = self.states();
        let mut class: Vec<u32> = self.accept.iter().map(|&a| u32::from(a)).collect();
        let (mut count, mut rounds) = (0, 0);
        let mut first: Vec<u32> = vec![];
        loop {
            rounds += 1;
            let mut refined = vec![0; states];
            first.clear();
            // Classes with the same hash form a linked list: `heads` has the last class of each hash, `before` the
            // class that precedes each class.
            let mut heads: FxHashMap<u64, u32> = FxHashMap::default();
            let mut before: Vec<Option<u32>> = vec![];
            for s in 0..states {
                let mut hasher = FxHasher::default();
                class[s].hash(&mut hasher);
                self.row(s).iter().for_each(|&t| class[t as usize].hash(&mut hasher));
                let hash = hasher.finish();
                let same = |c: u32| {
                    let other = first[c as usize] as usize;
                    class[s] == class[other]
                        && self
                            .row(s)
                            .iter()
                            .zip(self.row(other))
                            .all(|(&t, &u)| class[t as usize] == class[u as usize])
                };
                let mut at = heads.get(&hash).copied();
                while let Some(c) = at.filter(|&c| !same(c)) {
                    at = before[c as usize];
                }
                refined[s] = at.unwrap_or_else(|| {
                    let fresh = first.len() as u32;
                    first.push(s as u32);
                    before.push(heads.insert(hash, fresh));
                    fresh
                });
            }
            class = refined;
            if first.len() == count {
                break;
            }
            count = first.len();
        }
        // State 0 comes first, so its class is 0, the initial state of the result.
        let next = first.iter().flat_map(|&s| self.row(s as usize).iter().map(|&t| class[t as usize])).collect();
        let accept = first.iter().map(|&s| self.accept[s as usize]).collect();
        (Dfa { tracks: self.tracks.clone(), letters: self.letters, next, accept }, rounds)
    }

    /// Returns a shortest accepted word, by a breadth-first search; `None` if there is none.
    pub fn witness(&self) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        let mut queue = vec![0u32];
        seen[0] = true;
        let mut done = 0;
        while done < queue.len() {
            let state = queue[done];
            done += 1;
            if self.accept[state as usize] {
                let (mut word, mut at) = (vec![], state);
                while let Some((before, letter)) = from[at as usize] {
                    word.push(letter);
                    at = before;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, &t) in self.row(state as usize).iter().enumerate() {
                if !std::mem::replace(&mut seen[t as usize], true) {
                    from[t as usize] = Some((state, letter));
                    queue.push(t);
                }
            }
        }
        None
    }

    /// Returns the automaton in the form of a certificate.
    pub fn to_certificate(&self) -> grundy_verify::Dfa {
        grundy_verify::Dfa {
            tracks: self.tracks.len(),
            accept: self.accept.iter().map(|&a| if a { '+' } else { '-' }).collect(),
            next: self.next.chunks(self.letters).map(<[u32]>::to_vec).collect(),
        }
    }

    /// Converts an automaton of a certificate; its tracks become the variables 0, 1, ...
    ///
    /// # Errors
    /// `refused` if the automaton is not complete.
    pub fn from_certificate(dfa: &grundy_verify::Dfa, numeration: Numeration) -> Result<Dfa> {
        let states = dfa.accept.len();
        let letters = u32::try_from(dfa.tracks).ok().and_then(|k| (numeration.radix() as usize).checked_pow(k));
        let fits = |letters: usize| {
            states > 0
                && dfa.next.len() == states
                && dfa.next.iter().all(|row| row.len() == letters && row.iter().all(|&t| (t as usize) < states))
        };
        let Some(letters) = letters.filter(|&letters| fits(letters)) else {
            return Err(Error::new(ErrorKind::Refused, text!("an automaton in the certificate is incomplete")));
        };
        let tracks = (0..dfa.tracks as Variable).collect();
        let accept = dfa.accept.chars().map(|c| c == '+').collect();
        Ok(Dfa { tracks, letters, next: dfa.next.concat(), accept })
    }
}

/// Returns the word of these numbers; it has as many letters as the largest number has digits.
pub fn encode(numeration: Numeration, numbers: &[u64]) -> Vec<usize> {
    let weights = numeration.weights();
    let max_number = numbers.iter().copied().max().unwrap_or(0);
    let length = weights.partition_point(|&weight| weight <= max_number);
    let radix = numeration.radix() as usize;
    let mut rest = numbers.to_vec();
    let mut word = Vec::with_capacity(length);
    for &weight in weights[..length].iter().rev() {
        let mut letter = 0;
        for number in rest.iter_mut().rev() {
            letter = letter * radix + (*number / weight) as usize;
            *number %= weight;
        }
        word.push(letter);
    }
    word
}

/// Returns the numbers of a word; `None` if the word is invalid or a number exceeds 64 bits.
pub fn decode(numeration: Numeration, weights: &[u64], word: &[usize], tracks: usize) -> Option<Vec<u64>> {
    let radix = numeration.radix() as usize;
    let mut numbers = vec![0u64; tracks];
    let mut full = vec![false; tracks];
    for (k, &letter) in word.iter().enumerate() {
        let mut letter = letter;
        for (number, full) in numbers.iter_mut().zip(&mut full) {
            let digit = (letter % radix) as u32;
            letter /= radix;
            if *full && digit > 0 {
                return None;
            }
            *full = numeration.is_full(digit);
            if digit > 0 {
                let weight = weights.get(word.len() - 1 - k)?;
                *number = number.checked_add(weight.checked_mul(digit.into())?)?;
            }
        }
    }
    Some(numbers)
}

//! Patterns given by the outputs of a finite automaton that reads the digits of all parameters at once.
//!
//! Sequences of this kind are called automatic. [`Automaton::fit`] learns an automaton from a table.
//!
//! Two prefixes of words lead to the same state iff no continuation distinguishes them (J. Myhill 1957; A. Nerode
//! 1958). The table is finite, so the learner merges optimistically: a prefix gets a state of its own iff known entries
//! distinguish it from all earlier states; otherwise it is identified with the first state that it agrees with. Then
//! the automaton is compared with the whole table.

use crate::data::{Data, check_budget_at};
use crate::numeration::{Numeration, Prefix};
use grundy_lang::{Text, text};
use grundy_rules::CompactSort;
use grundy_rules::Result;
use grundy_solve::{Budget, Quantity};
use rustc_hash::FxHashMap;

/// A deterministic automaton with output.
///
/// It reads the digits of all parameters at once, the most significant first; shorter words are padded with zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The numeration of the parameters.
    pub numeration: Numeration,
    /// The number of parameters.
    pub dims: usize,
    /// The next state for each state and letter, `next[s][letter]`; state 0 is the start.
    ///
    /// A letter combines one digit of each parameter: it is the number with these digits, in order of the parameters,
    /// in base `numeration.radix()`. The next state is `None` where the numeration does not allow these digits.
    pub next: Vec<Vec<Option<u32>>>,
    /// The code of the outcome, or the value, in each state.
    pub output: Vec<u32>,
}

/// Maximal number of states.
const MAX_STATES: usize = 100;
/// Maximal number of distinct outputs.
const MAX_OUTPUTS: usize = 16;
/// Minimal number of agreeing entries for identifying a prefix with an earlier state.
const MIN_EVIDENCE: u64 = 4;

impl Automaton {
    /// Returns the number of letters, each a combination of one digit per parameter.
    pub fn letters(&self) -> usize {
        letters(self.numeration, self.dims)
    }

    /// Returns the output at a position.
    pub fn at(&self, point: &[u64]) -> u64 {
        let weights = self.numeration.weights();
        self.run(point, &weights)
    }

    fn run(&self, point: &[u64], weights: &[u64]) -> u64 {
        self.output[self.walk(point, weights, |_, _| {})].into()
    }

    /// Returns the final state of a position; calls `visit` with each state and the letter read there.
    fn walk(&self, point: &[u64], weights: &[u64], mut visit: impl FnMut(usize, usize)) -> usize {
        let max_number = point.iter().copied().max().unwrap_or(0);
        let length = weights.partition_point(|&weight| weight <= max_number);
        let radix = u64::from(self.numeration.radix());
        let mut rest = [0u64; 3];
        rest[..point.len()].copy_from_slice(point);
        let mut state = 0usize;
        for &weight in weights[..length].iter().rev() {
            let mut letter = 0;
            for rest in &mut rest[..point.len()] {
                letter = letter * radix + *rest / weight;
                *rest %= weight;
            }
            visit(state, letter as usize);
            // The transition exists: numerations allow the greedy digits of every number.
            state = self.next[state][letter as usize].unwrap_or(0) as usize;
        }
        state
    }

    pub(crate) fn size(&self) -> usize {
        self.output.len() * (self.letters() + 1)
    }

    /// Reports whether the automaton agrees with the whole table.
    fn agrees_with(&self, data: &Data) -> bool {
        let weights = self.numeration.weights();
        data.points().all(|point| self.run(&point, &weights) == u64::from(data.at(&point)))
    }

    /// Reports whether entries outside the corner confirm every transition that the corner uses.
    ///
    /// The corner contains the points with coordinates below `from`. A transition that the corner uses is confirmed if
    /// at least `MIN_EVIDENCE` entries outside the corner use it.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn confirms_transitions(&self, data: &Data, from: u64, budget: &Budget) -> Result<bool> {
        let weights = self.numeration.weights();
        let letters = self.letters();
        // Count the uses of each transition inside and outside the corner.
        let mut use_counts = [vec![0u64; self.output.len() * letters], vec![0u64; self.output.len() * letters]];
        for (k, point) in data.points().enumerate() {
            check_budget_at(k, budget)?;
            let outside = point.iter().any(|&x| x >= from);
            self.walk(&point, &weights, |state, letter| {
                use_counts[usize::from(outside)][state * letters + letter] += 1
            });
        }
        Ok(use_counts[0].iter().zip(&use_counts[1]).all(|(&inside, &outside)| inside == 0 || outside >= MIN_EVIDENCE))
    }

    pub(crate) fn text(&self, of: Quantity, names: &[&str]) -> Text {
        let (states, digits) = (self.output.len(), self.numeration.text());
        let (list, place) = (names.join(", "), names.join(","));
        let reading = text!(
            "the automaton with {states} states that reads {list} in {digits}, most significant digit first",
            states,
            list = &list,
            digits = &digits
        );
        match of {
            Quantity::Grundy => text!("G({place}) is the output of {reading}", place, reading),
            Quantity::Outcome if self.has_only_p_and_n() => match self.regex() {
                Some(words) => Text::verbatim(format!("P iff {list} in {} is {words}", self.numeration.name())),
                None => text!("P iff the position is accepted by {reading}", reading),
            },
            Quantity::Outcome => text!("the outcome is the output of {reading}", reading),
        }
    }

    /// Reports whether the only outcomes are P and N.
    pub(crate) fn has_only_p_and_n(&self) -> bool {
        self.output.iter().all(|&o| o < 2)
    }

    /// Reports whether the P-positions have a short regular expression.
    pub(crate) fn has_regex(&self) -> bool {
        self.has_only_p_and_n() && self.regex().is_some()
    }

    /// Returns a short regular expression for the words of the P-positions, without leading zeros.
    ///
    /// Returns `None` if there is none, and for automata that read several parameters or have more than 6 states.
    fn regex(&self) -> Option<String> {
        if self.dims != 1 || self.output.len() > 6 {
            return None;
        }
        crate::regular::expression(&self.next, &self.output)
    }

    /// Returns the smallest automaton, in any of the numerations, that agrees with the whole table.
    ///
    /// The description of the automaton must have at most 1/`share` of the bits of a list of the table's entries.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn fit(data: &Data, share: u64, budget: &Budget) -> Result<Option<Automaton>> {
        let mut outputs = data.values().to_vec();
        outputs.compact_sort();
        outputs.dedup();
        if outputs.len() > MAX_OUTPUTS {
            return Ok(None);
        }
        let list_bits = list_bits(data);
        let mut best: Option<Automaton> = None;
        for numeration in Numeration::ALL {
            let Some(learned) = TableLearner::new(data, numeration, budget).learn()? else { continue };
            let complete = learned.complete().minimal();
            for automaton in [learned.minimal(), complete] {
                if share * automaton.bits() <= list_bits
                    && best.as_ref().is_none_or(|b| automaton.size() < b.size())
                    && automaton.agrees_with(data)
                {
                    best = Some(automaton);
                }
            }
        }
        Ok(best)
    }

    /// Estimates the size of a description of the automaton, in bits.
    fn bits(&self) -> u64 {
        let states = self.output.len() as u64;
        states * self.letters() as u64 * u64::from(states.ilog2() + 1)
    }

    /// Adds a state with output N for words that represent no number.
    ///
    /// The minimal automaton of the result may be smaller than that of the original.
    fn complete(&self) -> Automaton {
        let dead = self.output.len() as u32;
        let mut next: Vec<Vec<Option<u32>>> =
            self.next.iter().map(|row| row.iter().map(|t| Some(t.unwrap_or(dead))).collect()).collect();
        next.push(vec![Some(dead); self.letters()]);
        let output = self.output.iter().copied().chain([1]).collect();
        let complete = Automaton { next, output, ..*self };
        if self.next.iter().flatten().all(Option::is_some) { self.clone() } else { complete }
    }

    /// Merges states that no word distinguishes (E. F. Moore 1956).
    #[doc(hidden)]
    pub fn minimal(self) -> Automaton {
        let states = self.output.len();
        let mut class: Vec<u32> = self.output.clone();
        let mut count = 0;
        loop {
            let mut numbers = FxHashMap::default();
            let refined: Vec<u32> = (0..states)
                .map(|s| {
                    let successors: Vec<Option<u32>> =
                        self.next[s].iter().map(|t| t.map(|t| class[t as usize])).collect();
                    let number = numbers.len() as u32;
                    *numbers.entry((class[s], successors)).or_insert(number)
                })
                .collect();
            class = refined;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let first = |c: usize| class.iter().position(|&d| d as usize == c).unwrap_or(0);
        let chosen: Vec<usize> = (0..count).map(first).collect();
        Automaton {
            next: chosen.iter().map(|&s| self.next[s].iter().map(|t| t.map(|t| class[t as usize])).collect()).collect(),
            output: chosen.iter().map(|&s| self.output[s]).collect(),
            ..self
        }
    }
}

/// Estimates the size, in bits, of a list that describes the table.
///
/// The list contains either the places of all entries but the most frequent one, or the places where the entry differs
/// from the previous one, whichever takes fewer bits.
fn list_bits(data: &Data) -> u64 {
    let mut counts: FxHashMap<u32, u64> = FxHashMap::default();
    data.values().iter().for_each(|&entry| *counts.entry(entry).or_default() += 1);
    let total = data.values().len() as u64;
    let max_count = counts.values().copied().max().unwrap_or(0);
    let bits = |count: u64| count * u64::from((total / count.max(1)).max(1).ilog2() + 1);
    let listed = counts.values().map(|&count| bits(count)).sum::<u64>() - bits(max_count);
    let changes = data.values().windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
    // For each change, the list also contains the new entry.
    let others = u64::from((counts.len() as u64).ilog2());
    listed.min(bits(changes) + changes * others)
}

/// Returns the number of letters: combinations of one digit for each of `dims` parameters.
fn letters(numeration: Numeration, dims: usize) -> usize {
    (numeration.radix() as usize).pow(dims as u32)
}

/// The prefix of a word whose letters are tuples of digits, stored as one digit prefix per parameter.
type WordPrefix = Vec<Prefix>;

/// The state of learning an automaton from a table.
struct TableLearner<'a> {
    data: &'a Data,
    numeration: Numeration,
    weights: Vec<u64>,
    budget: &'a Budget,
}

impl<'a> TableLearner<'a> {
    fn new(data: &'a Data, numeration: Numeration, budget: &'a Budget) -> TableLearner<'a> {
        TableLearner { data, numeration, weights: numeration.weights(), budget }
    }

    /// Returns the automaton that the table suggests.
    ///
    /// Returns `None` if the table is too small or too many states are needed.
    fn learn(&self) -> Result<Option<Automaton>> {
        let dims = self.data.dims();
        let letters = letters(self.numeration, dims);
        // The table must have many more entries than the automaton has transitions.
        let max_states = MAX_STATES.min(self.data.values().len() / (4 * letters));
        let mut states: Vec<WordPrefix> = vec![vec![Prefix::default(); dims]];
        let mut next: Vec<Vec<Option<u32>>> = vec![];
        while next.len() < states.len() {
            self.budget.check()?;
            let mut row = vec![];
            for letter in 0..letters {
                let Some(longer) = self.push(&states[next.len()], letter) else {
                    row.push(None);
                    continue;
                };
                let mut state = None;
                for (k, other) in states.iter().enumerate() {
                    match self.compare(&longer, other) {
                        PrefixComparison::Different => {}
                        PrefixComparison::Same(entry_count) if entry_count < MIN_EVIDENCE => return Ok(None),
                        PrefixComparison::Same(_) => {
                            state = Some(k as u32);
                            break;
                        }
                    }
                }
                if state.is_none() {
                    if states.len() >= max_states || self.output(&longer).is_none() {
                        return Ok(None);
                    }
                    state = Some(states.len() as u32);
                    states.push(longer);
                }
                row.push(state);
            }
            next.push(row);
        }
        let output: Option<Vec<u32>> = states.iter().map(|state| self.output(state)).collect();
        Ok(output.map(|output| Automaton { numeration: self.numeration, dims, next, output }))
    }

    fn push(&self, prefixes: &WordPrefix, letter: usize) -> Option<WordPrefix> {
        let radix = self.numeration.radix() as usize;
        let mut digits = vec![0; prefixes.len()];
        let mut letter = letter;
        for digit in digits.iter_mut().rev() {
            *digit = (letter % radix) as u32;
            letter /= radix;
        }
        prefixes.iter().zip(digits).map(|(prefix, digit)| prefix.push(self.numeration, digit)).collect()
    }

    /// Returns the entry of the point that a word represents, if it is in the table.
    fn output(&self, prefixes: &WordPrefix) -> Option<u32> {
        let point: Vec<u64> = prefixes.iter().map(|prefix| prefix.range(&self.weights, 0).0).collect();
        point.iter().all(|&x| x < self.data.side()).then(|| self.data.at(&point))
    }

    /// Compares the entries of two prefixes with all continuations that are in the table.
    fn compare(&self, one: &WordPrefix, other: &WordPrefix) -> PrefixComparison {
        if one.iter().zip(other).any(|(p, q)| p.full != q.full) {
            return PrefixComparison::Different;
        }
        if one == other {
            return PrefixComparison::Same(u64::MAX);
        }
        let (side, dims) = (self.data.side(), one.len());
        let mut entry_count = 0;
        for k in 0..self.weights.len() {
            let mut starts = [[0u64; 3]; 2];
            let mut counts = [1u64; 3];
            for t in 0..dims {
                let ((first, count), (second, _)) = (one[t].range(&self.weights, k), other[t].range(&self.weights, k));
                let last = first.max(second);
                if last >= side {
                    return PrefixComparison::Same(entry_count);
                }
                (starts[0][t], starts[1][t], counts[t]) = (first, second, count.min(side - last));
            }
            for a in 0..counts[0] {
                for b in 0..counts[1] {
                    for c in 0..counts[2] {
                        let shift = [a, b, c];
                        let entry = |start: &[u64; 3]| {
                            let point: [u64; 3] = std::array::from_fn(|t| start[t] + shift[t]);
                            self.data.at(&point[..dims])
                        };
                        if entry(&starts[0]) != entry(&starts[1]) {
                            return PrefixComparison::Different;
                        }
                    }
                }
            }
            entry_count += counts.iter().product::<u64>();
        }
        PrefixComparison::Same(entry_count)
    }
}

/// The result of comparing two prefixes.
enum PrefixComparison {
    /// Some continuation distinguishes the prefixes.
    Different,
    /// All compared entries agree; the number counts them.
    Same(u64),
}

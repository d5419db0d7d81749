//! Automata in claims: those from certificates, and those built from regular expressions for digits.

use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::collections::HashMap;

/// An automaton that reads the digits of several numbers in parallel, most significant digits first.
///
/// ```
/// use grundy_syntax::automaton::Automaton;
/// let ones = Automaton::from_digit_expression("1*", "base 2").unwrap();
/// assert_eq!((0..20).filter(|&n| ones.accepts(&[n])).collect::<Vec<_>>(), [0, 1, 3, 7, 15]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The numeration system, in the notation of certificates: `base 2`, `ostrowski 1`.
    pub numeration: String,
    /// Whether the last track is the value of the position that the other tracks form.
    pub values: bool,
    /// The number of tracks, which are the numbers that the automaton reads.
    pub tracks: usize,
    /// One character per state: `+` if the state accepts, else `-`. State 0 is the initial state.
    pub accept: String,
    /// For each state, its successor by letter.
    ///
    /// A letter encodes one digit of each track: digit of track 0 + radix * digit of track 1 + ...
    pub next: Vec<Vec<u32>>,
}

/// The maximum number of states of an automaton that is built from a digit expression.
const MAX_STATES: usize = 1 << 12;
/// The maximum length of a digit expression, in bytes.
const MAX_LEN: usize = 1 << 10;
/// The maximum number of letters of an automaton, which are tuples of digits.
const MAX_LETTERS: usize = 1 << 20;

/// A numeration system: a base, or the Ostrowski numeration of a quadratic irrational.
#[derive(Clone, Copy)]
struct DigitRule {
    /// The largest digit.
    max_digit: u64,
    /// Whether the largest digit must be followed by 0, as in Ostrowski numerations.
    zero_after_max: bool,
}

impl DigitRule {
    fn parse(text: &str) -> Option<DigitRule> {
        let (kind, number) = text.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match kind {
            "base" if (2..=16).contains(&number) => Some(DigitRule { max_digit: number - 1, zero_after_max: false }),
            "ostrowski" if (1..=15).contains(&number) => Some(DigitRule { max_digit: number, zero_after_max: true }),
            _ => None,
        }
    }

    fn radix(self) -> usize {
        self.max_digit as usize + 1
    }

    /// Returns the place values up to `max_weight`, smallest first; the first one, 1, is always included.
    fn weights(self, max_weight: u64) -> Vec<u64> {
        let (mut weights, mut before) = (vec![1u64], 1u64);
        loop {
            let last = weights[weights.len() - 1];
            let next = match self.zero_after_max {
                false => last.checked_mul(self.max_digit + 1),
                true => last.checked_mul(self.max_digit).and_then(|next| next.checked_add(before)),
            };
            match next.filter(|&next| next <= max_weight) {
                Some(next) => {
                    before = last;
                    weights.push(next);
                }
                None => return weights,
            }
        }
    }
}

impl Automaton {
    /// Returns the number of parameters of a position: the number of tracks without the track of the value.
    pub fn arity(&self) -> usize {
        self.tracks.saturating_sub(usize::from(self.values))
    }

    /// Checks that the automaton is complete, fits its number of tracks, and ignores leading zeros.
    ///
    /// # Errors
    /// Returns an error `refused`, with the reason.
    pub fn check(&self) -> Result<()> {
        let wrong = |message: Text| Err(Error::new(ErrorKind::Refused, message));
        let Some(numeration) = DigitRule::parse(&self.numeration) else {
            return wrong(text!("the numeration of an automaton is invalid"));
        };
        let letters = numeration.radix().checked_pow(self.tracks as u32).filter(|&n| n <= MAX_LETTERS);
        let states = self.next.len();
        let is_sound = self.tracks > usize::from(self.values)
            && states > 0
            && self.accept.len() == states
            && self.accept.bytes().all(|sign| matches!(sign, b'+' | b'-'))
            && self.next.iter().all(|row| Some(row.len()) == letters && row.iter().all(|&to| (to as usize) < states))
            && self.next[0][0] == 0;
        if is_sound { Ok(()) } else { wrong(text!("the automaton is incomplete")) }
    }

    fn numeration(&self) -> DigitRule {
        DigitRule::parse(&self.numeration).unwrap_or(DigitRule { max_digit: 1, zero_after_max: false })
    }

    /// Returns whether the automaton accepts these numbers.
    pub fn accepts(&self, numbers: &[u64]) -> bool {
        let numeration = self.numeration();
        let mut rest = numbers.to_vec();
        let mut state = 0usize;
        for &weight in numeration.weights(numbers.iter().copied().max().unwrap_or(0)).iter().rev() {
            let letter = letter(&mut rest, weight, numeration);
            state = self.next[state][letter] as usize;
        }
        self.accept.as_bytes()[state] == b'+'
    }

    /// Returns the least value with which the automaton accepts; `None` if there is none up to 2^62.
    ///
    /// The value is the last track; `numbers` are the other tracks.
    pub fn value(&self, numbers: &[u64]) -> Option<u64> {
        const MAX_VALUE: u64 = 1 << 62;
        let max_number = numbers.iter().copied().max().unwrap_or(0);
        // A value is rarely much larger than the parameters of its position, so try small values first.
        let small = self.value_up_to(numbers, max_number.saturating_mul(4).saturating_add(4).min(MAX_VALUE));
        small.or_else(|| self.value_up_to(numbers, MAX_VALUE))
    }

    fn value_up_to(&self, numbers: &[u64], max_value: u64) -> Option<u64> {
        let numeration = self.numeration();
        let value_stride = numeration.radix().pow(numbers.len() as u32);
        let mut rest = numbers.to_vec();
        // The least value so far, by state and by whether the next digit must be 0.
        let mut reached: HashMap<(u32, bool), u64> = HashMap::from([((0, false), 0)]);
        for &weight in numeration.weights(max_value.max(numbers.iter().copied().max().unwrap_or(0))).iter().rev() {
            let letter = letter(&mut rest, weight, numeration);
            let mut next_reached: HashMap<(u32, bool), u64> = HashMap::new();
            for (&(state, must_be_zero), &value) in &reached {
                for digit in 0..=if must_be_zero { 0 } else { numeration.max_digit } {
                    let to = self.next[state as usize][letter + value_stride * digit as usize];
                    let Some(value) = weight.checked_mul(digit).and_then(|increase| value.checked_add(increase)) else {
                        continue;
                    };
                    let least = next_reached
                        .entry((to, numeration.zero_after_max && digit == numeration.max_digit))
                        .or_insert(value);
                    *least = value.min(*least);
                }
            }
            reached = next_reached;
        }
        let accepted = reached.iter().filter(|((state, _), _)| self.accept.as_bytes()[*state as usize] == b'+');
        accepted.map(|(_, &value)| value).min()
    }

    /// Builds the automaton that accepts the numbers whose digits match an expression.
    ///
    /// The digits are those without leading zeros. The expression consists of digits, brackets, and `|`, `*` and `?` as
    /// in regular expressions. The digits of 0 are the empty string.
    ///
    /// # Errors
    /// Returns `syntax` if the expression is invalid, and `too_large` if the automaton is too large.
    pub fn from_digit_expression(expression: &str, numeration: &str) -> Result<Automaton> {
        let example = || text!("for example {example}", example = "n in base 2 is 1(01)*");
        let wrong = |message: Text| Error::new(ErrorKind::Syntax, message).help(example());
        let Some(digit_rule) = DigitRule::parse(numeration) else {
            return Err(wrong(text!("the numeration of an automaton is invalid")));
        };
        if expression.len() > MAX_LEN {
            let message = text!("the regular expression for the digits has more than {most} symbols", most = MAX_LEN);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let nfa = Nfa::parse(expression, digit_rule.radix()).ok_or_else(|| {
            let radix = digit_rule.radix();
            wrong(text!("write the regular expression with digits below {radix}, brackets, `|`, `*` and `?`", radix))
        })?;
        // In state 0, only zeros have been read. Every other state is a set of states of the nondeterministic
        // automaton.
        let start = nfa.closure(vec![nfa.start]);
        let mut sets: Vec<Option<Vec<usize>>> = vec![None];
        let mut state_of_set: HashMap<Vec<usize>, u32> = HashMap::new();
        let mut next: Vec<Vec<u32>> = vec![];
        while next.len() < sets.len() {
            let from = sets[next.len()].clone();
            let mut row = vec![];
            for digit in 0..digit_rule.radix() {
                if from.is_none() && digit == 0 {
                    row.push(0);
                    continue;
                }
                let reached = nfa.closure(nfa.step(from.as_ref().unwrap_or(&start), digit));
                let new = sets.len() as u32;
                let state = *state_of_set.entry(reached.clone()).or_insert(new);
                if state == new {
                    sets.push(Some(reached));
                    if sets.len() > MAX_STATES {
                        let message = text!("the automaton has more than {most} states", most = MAX_STATES);
                        return Err(Error::new(ErrorKind::TooLarge, message));
                    }
                }
                row.push(state);
            }
            next.push(row);
        }
        let accepts = |set: &Option<Vec<usize>>| set.as_ref().unwrap_or(&start).contains(&nfa.end);
        let accept = sets.iter().map(|set| if accepts(set) { '+' } else { '-' }).collect();
        Ok(Automaton { numeration: numeration.to_string(), values: false, tracks: 1, accept, next })
    }
}

/// Returns the letter at the place with this weight.
///
/// Subtracts the digits of the letter from the numbers.
fn letter(rest: &mut [u64], weight: u64, numeration: DigitRule) -> usize {
    let mut letter = 0;
    for rest in rest.iter_mut().rev() {
        letter = letter * numeration.radix() + (*rest / weight) as usize;
        *rest %= weight;
    }
    letter
}

/// A nondeterministic automaton (K. Thompson 1968).
struct Nfa {
    /// For each state, the digit that it reads and the state to which this digit leads.
    ///
    /// The entry is `None` if the state reads no digit.
    digits: Vec<Option<(usize, usize)>>,
    /// For each state, the states that are reachable from it without reading a digit.
    epsilon: Vec<Vec<usize>>,
    start: usize,
    end: usize,
}

/// The first and the last state of a subexpression.
type Subexpression = (usize, usize);

/// An open bracket during parsing: its finished alternatives, and the factors of the current one.
#[derive(Default)]
struct OpenBracket {
    alternatives: Vec<Subexpression>,
    row: Vec<Subexpression>,
}

impl Nfa {
    fn new_state(&mut self) -> usize {
        self.digits.push(None);
        self.epsilon.push(vec![]);
        self.digits.len() - 1
    }

    /// Parses an expression; returns `None` if it is invalid or a digit is too large.
    fn parse(text: &str, radix: usize) -> Option<Nfa> {
        let mut nfa = Nfa { digits: vec![], epsilon: vec![], start: 0, end: 0 };
        let mut levels = vec![OpenBracket::default()];
        for symbol in text.bytes().filter(|b| !b.is_ascii_whitespace()) {
            match symbol {
                b'0'..=b'9' => {
                    let digit = usize::from(symbol - b'0');
                    let (from, to) = (nfa.new_state(), nfa.new_state());
                    nfa.digits[from] = Some((digit, to));
                    (digit < radix).then_some(())?;
                    levels.last_mut()?.row.push((from, to));
                }
                b'(' => levels.push(OpenBracket::default()),
                b'|' => {
                    let level = levels.last_mut()?;
                    let row = std::mem::take(&mut level.row);
                    let alternative = nfa.concatenate(row);
                    levels.last_mut()?.alternatives.push(alternative);
                }
                b')' => {
                    let level = levels.pop()?;
                    let group = nfa.alternate(level);
                    levels.last_mut()?.row.push(group);
                }
                b'*' | b'?' => {
                    let (from, to) = levels.last_mut()?.row.pop()?;
                    let (first, last) = (nfa.new_state(), nfa.new_state());
                    nfa.epsilon[first].extend([from, last]);
                    nfa.epsilon[to].push(last);
                    if symbol == b'*' {
                        nfa.epsilon[to].push(from);
                    }
                    levels.last_mut()?.row.push((first, last));
                }
                _ => return None,
            }
        }
        let level = levels.pop().filter(|_| levels.is_empty() && !text.trim().is_empty())?;
        (nfa.start, nfa.end) = nfa.alternate(level);
        Some(nfa)
    }

    fn concatenate(&mut self, row: Vec<Subexpression>) -> Subexpression {
        let (first, mut last) = (self.new_state(), self.new_state());
        self.epsilon[first].push(last);
        for (from, to) in row {
            self.epsilon[last].push(from);
            last = to;
        }
        (first, last)
    }

    /// Builds the alternation of the alternatives of a bracket.
    fn alternate(&mut self, level: OpenBracket) -> Subexpression {
        let alternative = self.concatenate(level.row);
        let (first, last) = (self.new_state(), self.new_state());
        for (from, to) in level.alternatives.into_iter().chain([alternative]) {
            self.epsilon[first].push(from);
            self.epsilon[to].push(last);
        }
        (first, last)
    }

    /// Returns all states that can be reached from `states` without reading a digit, in ascending order.
    fn closure(&self, mut states: Vec<usize>) -> Vec<usize> {
        let mut reached = vec![false; self.digits.len()];
        while let Some(state) = states.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                states.extend(&self.epsilon[state]);
            }
        }
        (0..reached.len()).filter(|&state| reached[state]).collect()
    }

    fn step(&self, from: &[usize], digit: usize) -> Vec<usize> {
        from.iter().filter_map(|&state| self.digits[state].filter(|(d, _)| *d == digit).map(|(_, to)| to)).collect()
    }
}

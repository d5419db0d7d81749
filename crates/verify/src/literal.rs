//! Machines for atoms of formulas and their negations, which read the digits of several numbers.
//!
//! All variables are read in parallel.
//!
//! A machine stops once no further digits can make it accept. All machines run only on words that represent numbers.
//! Leading zeros leave a machine in the initial state or in an equivalent state.

use crate::numeration::Numeration;
use grundy_rulelang::formula::Bitwise;
use std::rc::Rc;

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub kind: LiteralKind,
    /// The variables of the atom; or their tracks, once tracks are assigned.
    pub tracks: Vec<usize>,
}

/// A comparison of a sum with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    AtMost,
    Zero,
    NotZero,
}

/// The kind of an atom; `holds` is false for its negation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LiteralKind {
    /// `constant + factor * variable + ...` compared with 0.
    Linear { order: Order, constant: i64, factors: Vec<i64> },
    /// In base 2: the third number is, or is not, the result of the operation on the first two numbers.
    Bits { op: Bitwise, holds: bool },
    /// The digits of the first number are the first entries of these pairs, after leading zeros.
    ///
    /// The digits of the second number, if any, are the second entries. The first pair has a first entry
    /// other than 0.
    Number { digits: Rc<[[u32; 2]]> },
    /// The digits are (or are not) zeros and a single 1, followed by a multiple of `step` zeros.
    Single { step: i64, holds: bool },
    /// In Zeckendorf's numeration: the second number has the digits of the first followed by a 0.
    Shift,
    /// The numbers are, or are not, in a relation.
    Member { relation: usize, holds: bool },
}

/// The state of a machine. The meaning of the two numbers depends on the kind of its literal.
pub(crate) type MachineState = [i64; 2];

/// The state of a machine that accepts regardless of the digits that follow.
const ACCEPTED: MachineState = [i64::MAX, 0];

/// An automaton of the certificate, or one derived from such automata, prepared for running.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The number of numbers whose digits the automaton reads.
    pub tracks: usize,
    /// The next states: `letters` entries for each state, at index state * `letters` + letter.
    pub next: Vec<u32>,
    /// The number of letters; a letter combines one digit of each number.
    pub letters: usize,
    /// For each state, whether it accepts.
    pub accept: Vec<bool>,
    /// For each state, whether an accepting state can still be reached.
    pub can_accept: Vec<bool>,
    /// For each state, whether a rejecting state can still be reached.
    pub can_reject: Vec<bool>,
}

impl Relation {
    /// Builds the relation that contains only these numbers, in binary digits.
    ///
    /// The state is the number of digits read, counted from the first digit of the longest number. The last state is
    /// for all other words.
    pub fn numbers(numbers: &[u64]) -> Relation {
        let read = numbers.iter().map(|number| 64 - number.leading_zeros()).max().unwrap_or(0);
        let letters = 1 << numbers.len();
        let mut next = vec![read + 1; (read as usize + 2) * letters];
        next[0] = 0;
        for state in 0..read {
            let digit = |number: &u64| (number >> (read - 1 - state) & 1) as usize;
            let letter = numbers.iter().enumerate().fold(0, |letter, (k, number)| letter | digit(number) << k);
            next[state as usize * letters + letter] = state + 1;
        }
        let accept = (0..read + 2).map(|state| state == read).collect();
        Relation { tracks: numbers.len(), next, letters, accept, can_accept: vec![], can_reject: vec![] }
            .with_reachability()
    }

    /// Computes from which states an accepting state and from which a rejecting state can be reached.
    pub fn with_reachability(mut self) -> Relation {
        for accepts in [true, false] {
            let mut can: Vec<bool> = self.accept.iter().map(|&accept| accept == accepts).collect();
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for (state, row) in self.next.chunks_exact(self.letters).enumerate() {
                    if !can[state] && row.iter().any(|&to| can[to as usize]) {
                        can[state] = true;
                        changed = true;
                    }
                }
            }
            if accepts { self.can_accept = can } else { self.can_reject = can }
        }
        self
    }
}

/// The context shared by all machines.
pub struct Setting<'a> {
    /// The numeration in which the machines read digits.
    pub numeration: Numeration,
    /// The relations in formulas.
    pub relations: &'a [Relation],
}

impl Literal {
    /// Returns the state before any digit is read.
    ///
    /// The machine of `Shift` expects 0 as the first digit of the first number, since words have enough leading zeros.
    pub fn start(&self) -> MachineState {
        [0, 0]
    }

    /// Returns the state after one digit of each number; `None` if no continuation can be accepted.
    pub fn step(&self, state: MachineState, digits: &[u32], setting: &Setting<'_>) -> Option<MachineState> {
        if state == ACCEPTED {
            return Some(state);
        }
        let digit = |k: usize| digits[self.tracks[k]];
        match &self.kind {
            LiteralKind::Linear { order, constant, factors } => {
                let added = factors.iter().zip(&self.tracks).map(|(f, &track)| f * i64::from(digits[track])).sum();
                let next = setting.numeration.push(state, added);
                let sum = |positive: bool| factors.iter().filter(|f| (**f > 0) == positive).sum::<i64>();
                let more = stays_positive(setting.numeration, next, -sum(false), *constant);
                let less = stays_positive(setting.numeration, next.map(|x| -x), sum(true), -constant);
                match order {
                    Order::AtMost if more => None,
                    Order::Zero if more || less => None,
                    Order::AtMost if less => Some(ACCEPTED),
                    Order::NotZero if more || less => Some(ACCEPTED),
                    _ => Some(next),
                }
            }
            LiteralKind::Bits { op, holds } => {
                let result = op.apply(digit(0).into(), digit(1).into());
                match (result == u128::from(digit(2)), holds) {
                    (true, _) => Some(state),
                    (false, true) => None,
                    (false, false) => Some(ACCEPTED),
                }
            }
            // The state is the number of digits read.
            LiteralKind::Number { digits: expected } => {
                let read = [digit(0), self.tracks.get(1).map_or(0, |&track| digits[track])];
                match expected.get(state[0] as usize) {
                    Some(&next) if next == read => Some([state[0] + 1, 0]),
                    _ => (state[0] == 0 && read == [0, 0]).then_some(state),
                }
            }
            // The state is 0 before the digit 1. After it, the state is 1 + (the number of zeros so far modulo `step`).
            LiteralKind::Single { step, holds } => match (state[0], digit(0)) {
                (0, 0) => Some(state),
                (0, 1) => Some([1, 0]),
                (zeros, 0) => Some([1 + zeros % step, 0]),
                _ if *holds => None,
                _ => Some(ACCEPTED),
            },
            // The second part of the state is the digit of the second number that was read last. The next digit of the
            // first number must equal it.
            LiteralKind::Shift => (i64::from(digit(0)) == state[1]).then(|| [0, i64::from(digit(1))]),
            LiteralKind::Member { relation, holds } => {
                let automaton = &setting.relations[*relation];
                let radix = setting.numeration.radix() as usize;
                let letter = self.tracks.iter().rev().fold(0, |sum, &track| sum * radix + digits[track] as usize);
                let next = automaton.next[state[0] as usize * automaton.letters + letter] as usize;
                match if *holds { automaton.can_accept[next] } else { automaton.can_reject[next] } {
                    true => Some([next as i64, 0]),
                    false => None,
                }
            }
        }
    }

    /// Reports whether the numbers read so far satisfy the literal.
    pub fn accepts(&self, state: MachineState, setting: &Setting<'_>) -> bool {
        if state == ACCEPTED {
            return true;
        }
        match &self.kind {
            LiteralKind::Linear { order, constant, .. } => {
                let sum = state[0] + state[1] + constant;
                match order {
                    Order::AtMost => sum <= 0,
                    Order::Zero => sum == 0,
                    Order::NotZero => sum != 0,
                }
            }
            LiteralKind::Bits { holds, .. } => *holds,
            LiteralKind::Number { digits } => state[0] as usize == digits.len(),
            LiteralKind::Single { holds, .. } => (state[0] == 1) == *holds,
            LiteralKind::Shift => state[1] == 0,
            LiteralKind::Member { relation, holds } => setting.relations[*relation].accept[state[0] as usize] == *holds,
        }
    }
}

/// Reports whether a sum is positive regardless of which and how many digits follow.
///
/// Let U(k) be the weights of the numeration, [p, q] the state, and c the constant. With k digits to come, each number
/// grows by at most U(k) - 1 (see `numeration`). So the numbers with negative factors decrease the sum by at most
/// w*(U(k) - 1), where w is the sum of the absolute values of those factors. Let g(k) = (p-w)*U(k) + q*U(k-1). Then
/// g(k) + w + c must be positive for all k >= 0.
/// - In a base, q = 0, and it suffices that p >= w and that the sum is positive for k = 0.
/// - Ostrowski's weights satisfy a recurrence, and so does g: g(k+1) = t*g(k) + g(k-1) with t >= 1. So if g(0) >= 0 and
///   g(1) >= 0, then g(k+1) >= g(k) for k >= 1, and the minimum is g(0) or g(1). With U(-1) = U(0) = 1 and
///   U(1) = t + 1, these are p-w+q and (t+1)*(p-w)+q.
///
/// Nothing overflows: factors and constants are at most 2^31, there are at most 65 variables, and digits are below 16.
/// So each letter adds at most D = 2^41. The numbers p and q remain small as long as the sign of the sum is open:
/// - In a base, |p| is at most w or |c|.
/// - For Ostrowski's weights, let b > 1 and -1/b be the roots of x^2 = t*x + 1. A digit d changes q - p/b into
///   (q + d - p/b) * (-1/b), so |q - p/b| stays below D/(b-1). The sum grows in proportion to p*b + q, so its sign is
///   decided once |p*b + q| exceeds a small multiple of D + w + |c|. Hence p and q are below 2^50.
fn stays_positive(numeration: Numeration, [p, q]: MachineState, w: i64, c: i64) -> bool {
    match numeration {
        Numeration::Base(_) => p >= w && p.saturating_add(c) > 0,
        Numeration::Ostrowski(t) => {
            let first = (p - w).saturating_add(q);
            let second = (p - w).saturating_mul(i64::from(t) + 1).saturating_add(q);
            first >= 0 && second >= 0 && first.min(second).saturating_add(w + c) > 0
        }
    }
}

//! Describes automata in words, by a property of the digits that exactly the P-positions have.
//!
//! A description is exact: for each of a few properties, the automaton and a machine that recognizes the property are
//! compared on all numbers by traversing their product.

use crate::automaton::Automaton;
use crate::pattern::{Pattern, PatternForm};
use grundy_lang::{Text, text};
use grundy_solve::Quantity;
use std::collections::BTreeSet;

/// A property of the digits of a number, read from the most significant digit.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Property {
    /// The number of trailing copies of the digit is `rest` modulo `modulus`.
    End { digit: u32, modulus: u32, rest: u32 },
    /// The number is this digit followed by zeros.
    Single { digit: u32 },
    /// All digits are equal to this digit.
    Only { digit: u32 },
    /// The number of copies of the digit is `rest` modulo `modulus`.
    Count { digit: u32, modulus: u32, rest: u32 },
    /// The number of digits is `rest` modulo `modulus`.
    Length { modulus: u32, rest: u32 },
    /// The sum of the digits is `rest` modulo `modulus`.
    Sum { modulus: u32, rest: u32 },
    /// The digit occurs twice in a row.
    Twice { digit: u32 },
}

/// The state after which the property does not hold, whatever digits follow.
const NEVER: u32 = u32::MAX;

impl Property {
    /// Returns all properties considered for a numeration with `radix` digits, simplest first.
    pub fn all(radix: u32) -> impl Iterator<Item = Property> {
        let digits = move || 0..radix;
        let rests = || (2..=3).flat_map(|modulus| (0..modulus).map(move |rest| (modulus, rest)));
        let single = (1..radix).map(|digit| Property::Single { digit });
        let only = (1..radix).map(|digit| Property::Only { digit });
        let end =
            digits().flat_map(move |digit| rests().map(move |(modulus, rest)| Property::End { digit, modulus, rest }));
        let count = digits()
            .flat_map(move |digit| rests().map(move |(modulus, rest)| Property::Count { digit, modulus, rest }));
        let length = rests().map(|(modulus, rest)| Property::Length { modulus, rest });
        let sum = rests().map(|(modulus, rest)| Property::Sum { modulus, rest });
        let twice = digits().map(|digit| Property::Twice { digit });
        single.chain(only).chain(end).chain(count).chain(length).chain(sum).chain(twice)
    }

    /// Returns the state after reading a digit; `first` marks the first digit, which is not 0.
    ///
    /// The initial state is 0.
    pub fn step(self, state: u32, read: u32, first: bool) -> u32 {
        match self {
            Property::End { digit, modulus, .. } if read == digit => (state + 1) % modulus,
            Property::End { .. } => 0,
            Property::Single { digit } if read == if first { digit } else { 0 } => state,
            Property::Only { digit } if read == digit => state,
            Property::Single { .. } | Property::Only { .. } => NEVER,
            Property::Count { digit, modulus, .. } => (state + u32::from(read == digit)) % modulus,
            Property::Length { modulus, .. } => (state + 1) % modulus,
            Property::Sum { modulus, .. } => (state + read) % modulus,
            // The state is 1 after one copy of the digit, and stays 2 once two copies were adjacent.
            Property::Twice { digit } => match state {
                2 => 2,
                1 if read == digit => 2,
                _ => u32::from(read == digit),
            },
        }
    }

    /// Reports whether a number that leads to the state has the property.
    pub fn holds(self, state: u32) -> bool {
        match self {
            Property::End { rest, .. }
            | Property::Count { rest, .. }
            | Property::Length { rest, .. }
            | Property::Sum { rest, .. } => state == rest,
            Property::Single { .. } | Property::Only { .. } => state != NEVER,
            Property::Twice { .. } => state == 2,
        }
    }

    /// Reports whether the positive P-positions are exactly the numbers with the property.
    ///
    /// If `holds` is false, reports whether the positive P-positions are exactly the numbers without the property.
    fn characterizes(self, automaton: &Automaton, holds: bool) -> bool {
        // The state of the automaton, the state of the property, and the last digit (`None` before the first one).
        type PropertyState = (u32, u32, Option<u32>);
        let start: PropertyState = (0, 0, None);
        let (mut seen, mut pending) = (BTreeSet::from([start]), vec![start]);
        while let Some((theirs, own, last)) = pending.pop() {
            if last.is_some() && (automaton.output[theirs as usize] == 0) != (self.holds(own) == holds) {
                return false;
            }
            for digit in 0..automaton.numeration.radix() {
                let follows = last.map_or(digit > 0, |last| digit == 0 || !automaton.numeration.is_full(last));
                let Some(next) = automaton.next[theirs as usize][digit as usize].filter(|_| follows) else { continue };
                let place = (next, self.step(own, digit, last.is_none()), Some(digit));
                if seen.insert(place) {
                    pending.push(place);
                }
            }
        }
        true
    }

    /// Returns the statement that a number has the property.
    pub fn text(self, name: &str, automaton: &Automaton) -> Text {
        let digits = automaton.numeration.text();
        match self {
            Property::Single { digit: 1 } => match automaton.numeration {
                crate::Numeration::Base(base) => text!("{name} is a power of {base}", name, base),
                crate::Numeration::Ostrowski(1) => text!("{name} is a Fibonacci number", name),
                _ => text!("{name} in {digits} is 1 followed by zeros", name, digits),
            },
            Property::Single { digit } => {
                text!("{name} in {digits} is {digit} followed by zeros", name, digits, digit)
            }
            Property::Only { digit } => text!("all digits of {name} in {digits} are {digit}", name, digits, digit),
            Property::End { digit, modulus: 2, rest: 0 } => {
                text!("{name} in {digits} ends in an even number of digits {digit}", name, digits, digit)
            }
            Property::End { digit, modulus: 2, .. } => {
                text!("{name} in {digits} ends in an odd number of digits {digit}", name, digits, digit)
            }
            Property::End { digit, modulus, rest } => text!(
                "the number of trailing digits {digit} of {name} in {digits} is {rest} mod {modulus}",
                digit,
                name,
                digits,
                rest,
                modulus
            ),
            Property::Count { digit, modulus: 2, rest: 0 } => {
                text!("{name} in {digits} has an even number of digits {digit}", name, digits, digit)
            }
            Property::Count { digit, modulus: 2, .. } => {
                text!("{name} in {digits} has an odd number of digits {digit}", name, digits, digit)
            }
            Property::Count { digit, modulus, rest } => text!(
                "the number of digits {digit} of {name} in {digits} is {rest} mod {modulus}",
                digit,
                name,
                digits,
                rest,
                modulus
            ),
            Property::Length { modulus: 2, rest: 0 } => {
                text!("{name} in {digits} has an even number of digits", name, digits)
            }
            Property::Length { modulus: 2, .. } => {
                text!("{name} in {digits} has an odd number of digits", name, digits)
            }
            Property::Length { modulus, rest } => {
                text!("the number of digits of {name} in {digits} is {rest} mod {modulus}", name, digits, rest, modulus)
            }
            Property::Sum { modulus, rest } => text!(
                "the sum of the digits of {name} in {digits} is {rest} mod {modulus}",
                name,
                digits,
                rest,
                modulus
            ),
            Property::Twice { digit } => {
                text!("{name} in {digits} has two adjacent digits {digit}", name, digits, digit)
            }
        }
    }
}

impl Pattern {
    /// Describes the P-positions in words, if the pattern is an automaton on one number.
    ///
    /// Returns `None` if there is no simple description.
    ///
    /// ```
    /// use grundy_proof::{FindOptions, find};
    /// use grundy_solve::{Budget, Solver};
    /// let rules = grundy_games::parse_rules("rule{ n -> n-1; n/2 }").unwrap();
    /// let mut words = vec![];
    /// find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |finding| {
    ///     words.extend(finding.pattern.and_then(|pattern| pattern.in_words(&[])));
    /// })?;
    /// assert_eq!(words[0].to_string(), "P iff n is 0, or n in base 2 ends in an odd number of digits 0");
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn in_words(&self, names: &[String]) -> Option<Text> {
        let (PatternForm::Automaton(automaton), Quantity::Outcome) = (&self.form, self.of) else { return None };
        let names = self.parameter_names(names);
        let &[name] = &names[..] else { return None };
        if automaton.dims != 1 || !automaton.has_only_p_and_n() {
            return None;
        }
        let all = || Property::all(automaton.numeration.radix());
        let (property, holds) = all()
            .map(|property| (property, true))
            .chain(all().map(|property| (property, false)))
            .find(|(property, holds)| property.characterizes(automaton, *holds))?;
        let words = property.text(name, automaton);
        let words = if holds { words } else { text!("it is not true that {words}", words) };
        Some(match automaton.at(&[0]) {
            0 => text!("P iff {name} is 0, or {words}", name, words),
            _ => text!("P iff {name} is not 0, and {words}", name, words),
        })
    }
}

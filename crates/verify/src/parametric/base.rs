//! The coordinates of the letters, and the condition that the letters satisfy.

use super::coordinates::{Lowering, RadixDivisor, VariableMap};
use super::eliminate::is_impossible;
use super::mixed_radix::{MixedRadix, Number, all, not, zero};
use super::{MAX_TIMES, Proof, decide};
use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::formula::{Divisor, Formula, Linear, Variable};
use grundy_rules::Result;

impl Proof<'_> {
    /// Computes the coordinates of divisors and letters, and the condition on the letters in coordinates.
    pub(super) fn build(&mut self, work: &mut WorkCounter<'_>) -> Result<()> {
        let letters_of: Vec<Variable> = (0..self.arity as Variable).filter(|v| !self.numbers.contains(v)).collect();
        // Start without divisors, to find out which letters are short (see `MAX_TIMES`).
        let plain: VariableMap = letters_of.iter().map(|&v| (v, Number::plain(Linear::variable(v)))).collect();
        let condition = match self.divisors.is_empty() {
            true => self.condition(&MixedRadix::default(), &plain)?,
            // Parts of the condition with divisions are omitted; the other parts suffice for bounds.
            false => self.divisor_free_part(&plain),
        };
        let Some(first) = self.first_divisor()? else {
            self.letters = plain;
            self.base = condition;
            return self.check_satisfiable(work);
        };
        let cannot_be =
            |formula: Formula, work: &mut WorkCounter<'_>| is_impossible(&all([condition.clone(), formula]), work);
        if !cannot_be(Formula::at_most(&first, &zero()), work)? {
            let divisor = first.to_text(self.names);
            return Err(refused(text!("the divisor `{divisor}` may be 0", divisor)));
        }
        if self.divisors.len() > 1 {
            // A short letter may be too large for a remainder. If the proof fails for this reason, all letters get
            // coordinates.
            let (next, letters) = (self.next, self.letters.clone());
            if self.coordinates(&letters_of, &condition, true, work).is_ok() {
                return Ok(());
            }
            (self.next, self.letters, self.mixed_radix) = (next, letters, MixedRadix::default());
        }
        self.coordinates(&letters_of, &condition, self.divisors.len() < 2, work)
    }

    /// Assigns coordinates to the letters.
    ///
    /// A letter is short if it is at most `MAX_TIMES` times the first divisor. If `allow_short` is set, a short letter
    /// is its own lowest coordinate, and its other coordinates are 0.
    fn coordinates(
        &mut self,
        letters: &[Variable],
        condition: &Formula,
        allow_short: bool,
        work: &mut WorkCounter<'_>,
    ) -> Result<()> {
        let Some(first) = self.first_divisor()? else { return Ok(()) };
        let cannot_be =
            |formula: Formula, work: &mut WorkCounter<'_>| is_impossible(&all([condition.clone(), formula]), work);
        self.mixed_radix.first = Some(first.clone());
        let mut facts = vec![];
        // The lowest coordinate of a letter is the letter's own variable. A second coordinate is a new variable.
        for &v in letters {
            let letter = Linear::variable(v);
            if first == letter {
                self.letters.insert(v, Number::multiple(Linear::number(1)).with_bounds([Some((0, 0)), Some((0, 1))]));
                continue;
            }
            let mut short = None;
            let is_in_divisor = first.terms.iter().any(|(w, _)| *w == v);
            for times in (1..=MAX_TIMES).filter(|_| allow_short || is_in_divisor) {
                let is_larger = Formula::less(&zero().plus(times, &first), &letter);
                if cannot_be(is_larger, work)? {
                    short = Some(Number::short(letter.clone(), times));
                    break;
                }
            }
            if short.is_none() && is_in_divisor {
                let (letter, divisor) = (letter.to_text(self.names), first.to_text(self.names));
                return Err(refused(text!(
                    "the condition on the letters does not ensure that `{letter}` is at most {most}*({divisor})",
                    letter,
                    most = MAX_TIMES,
                    divisor
                )));
            }
            let number = match short {
                Some(number) => number,
                None => {
                    let (low, high) = (Linear::variable(v), Linear::variable(self.next));
                    self.next += 1;
                    facts.push(Formula::less(&low, &first));
                    // Bounds in units of the second divisor are added once that divisor is known.
                    Number::normal([low, high, zero()]).with_bounds([Some((0, 1)), None])
                }
            };
            self.letters.insert(v, number);
        }
        let at = self.lowering(&MixedRadix::default(), &[]).sum(&first, &self.letters)?.at;
        self.levels = vec![RadixDivisor { text: first.to_text(self.names), at }];
        if let Some(second) = self.divisors.get(1) {
            self.add_second_divisor(second, &facts, work)?;
        }
        let mixed_radix = self.mixed_radix.clone();
        let (letters, sound) = (self.letters.clone(), mixed_radix.is_sound());
        let translated = self.condition(&mixed_radix, &letters)?;
        self.base = all(facts.into_iter().chain([translated, sound]));
        self.normalise(work)?;
        self.check_satisfiable(work)
    }

    /// Determines M and s of the second divisor D2 = M*D1 + s.
    fn add_second_divisor(&mut self, second: &Divisor, facts: &[Formula], work: &mut WorkCounter<'_>) -> Result<()> {
        let Some(first) = self.mixed_radix.first.clone() else { return Ok(()) };
        let (one_level, letters) = (self.mixed_radix.clone(), self.letters.clone());
        let condition = self.condition(&one_level, &letters)?;
        let number = self.lowering(&one_level, &self.levels).divisor(second, &letters)?;
        let base = all(facts.iter().cloned().chain([condition, one_level.is_sound()]));
        let mut found = None;
        for times in -MAX_TIMES..=MAX_TIMES {
            let many = number.at[1].plus(1, &Linear::number(times));
            let rest = number.at[0].plus(-times, &first);
            let mixed_radix = MixedRadix { first: Some(first.clone()), second: Some([many.clone(), rest.clone()]) };
            if is_impossible(&all([base.clone(), not(mixed_radix.is_sound())]), work)? {
                found = Some(mixed_radix);
                break;
            }
        }
        let Some(mixed_radix) = found else {
            return Err(refused(text!(
                "for all values of the letters, `{second}` cannot be written as a fixed multiple of `{first}` plus a \
                smaller remainder",
                second = second.to_text(self.names),
                first = first.to_text(self.names)
            )));
        };
        // Letters with two coordinates must be less than the second divisor.
        for number in self.letters.values_mut() {
            let [low, middle, _] = number.at.clone();
            if middle == zero() || low == zero() && middle.as_number() == Some(1) {
                continue;
            }
            let at = [low, middle, zero()];
            let is_not_less = all([base.clone(), not(mixed_radix.is_normal(&at))]);
            if !is_impossible(&is_not_less, work)? {
                return Err(refused(text!(
                    "the condition on the letters does not ensure that every letter is less than the larger divisor"
                )));
            }
            *number = Number::normal(at);
        }
        self.mixed_radix = mixed_radix;
        self.levels.push(RadixDivisor { text: second.to_text(self.names), at: number.at });
        Ok(())
    }

    /// Returns the first divisor, which must be a linear expression in the letters, without divisions.
    fn first_divisor(&self) -> Result<Option<Linear>> {
        match self.divisors.first() {
            Some(first) if !first.divisions.is_empty() => {
                let text = first.to_text(self.names);
                Err(refused(text!("the divisor `{divisor}` is not a sum of letters", divisor = text)))
            }
            first => Ok(first.map(|first| first.sum.clone())),
        }
    }

    /// Returns a translator into the coordinates of this mixed radix system.
    fn lowering<'s>(&'s self, mixed_radix: &'s MixedRadix, divisors: &'s [RadixDivisor]) -> Lowering<'s> {
        Lowering { mixed_radix, divisors, names: self.names, next: self.next, side_conditions: vec![] }
    }

    /// Marks the letters whose coordinates are proved to be normal.
    fn normalise(&mut self, work: &mut WorkCounter<'_>) -> Result<()> {
        for number in self.letters.values_mut() {
            let natural = self.mixed_radix.is_natural_and_normal(&number.at);
            if is_impossible(&all([self.base.clone(), not(natural)]), work)? {
                number.normal = true;
            }
        }
        Ok(())
    }

    /// Returns those parts of the condition that can be expressed without divisors.
    fn divisor_free_part(&mut self, letters: &VariableMap) -> Formula {
        let mixed_radix = MixedRadix::default();
        let mut lowering = self.lowering(&mixed_radix, &[]);
        let (mut pending, mut translated) = (vec![&self.statement.condition], vec![]);
        while let Some(one) = pending.pop() {
            match one {
                Formula::All(list) => pending.extend(list),
                Formula::Exists(_, inner) => pending.push(inner),
                // A condition on the result of a division cannot be translated without divisors.
                other => translated.extend(lowering.formula(other, letters).ok()),
            }
        }
        self.next = lowering.next;
        all(translated)
    }

    /// Returns the condition on the letters, in the coordinates of this mixed radix system.
    fn condition(&mut self, mixed_radix: &MixedRadix, letters: &VariableMap) -> Result<Formula> {
        let mut lowering = self.lowering(mixed_radix, &self.levels[..mixed_radix.height()]);
        let translated = lowering.formula(&self.statement.condition, letters)?;
        let (next, side_conditions) = (lowering.next, lowering.side_conditions);
        self.next = next;
        match side_conditions.into_iter().next() {
            Some((what, _)) => Err(refused(what)),
            None => Ok(translated),
        }
    }

    /// Checks that some values of the letters satisfy the condition.
    fn check_satisfiable(&self, work: &mut WorkCounter<'_>) -> Result<()> {
        match decide::solution(&self.base, work)? {
            Some(_) => Ok(()),
            None => Err(refused(text!("no values of the letters satisfy the condition"))),
        }
    }
}

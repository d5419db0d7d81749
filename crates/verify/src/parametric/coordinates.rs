//! Translates formulas about numbers into formulas about their coordinates.
//!
//! Sums are compared by the lemma of `mixed_radix`, or coordinate by coordinate if both sides are normal. A division
//! with remainder by one of the divisors becomes a condition on coordinates. Formulas that cannot be translated are
//! refused.

use super::eliminate::exists;
use super::mixed_radix::{Compare, MixedRadix, Number, all, any, lexical, not, zero};
use crate::certificate::refused;
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Division, Divisor, Formula, Linear, Variable};
use grundy_rules::{Error, Result};
use std::collections::BTreeMap;

/// The coordinates of the variables of a formula.
pub(crate) type VariableMap = BTreeMap<Variable, Number>;

/// A divisor of the mixed radix system, with its coordinates.
#[derive(Clone, Debug)]
pub(crate) struct RadixDivisor {
    /// The text of the divisor, for messages.
    pub text: String,
    /// The coordinates of the divisor, each a linear expression in the letters (symbolic parameters).
    pub at: [Linear; 3],
}

/// A translator of formulas into coordinates.
pub(crate) struct Lowering<'a> {
    pub mixed_radix: &'a MixedRadix,
    /// The divisors of the mixed radix system, lowest first.
    pub divisors: &'a [RadixDivisor],
    /// The names of variables, for error messages.
    pub names: &'a [String],
    /// The number of the next new variable.
    pub next: Variable,
    /// Side conditions: formulas that must be impossible wherever the result is used.
    ///
    /// Each has an error message. They describe the cases in which a negative number would be divided.
    pub side_conditions: Vec<(Text, Formula)>,
}

impl Lowering<'_> {
    /// Returns a new variable.
    pub fn new_variable(&mut self) -> Variable {
        self.next += 1;
        self.next - 1
    }

    /// Returns a number with new variables as its normal coordinates, and these variables.
    pub fn new_number(&mut self) -> (Vec<Variable>, Number) {
        let height = self.mixed_radix.height();
        let tracks: Vec<Variable> = (0..=height).map(|_| self.new_variable()).collect();
        let at = std::array::from_fn(|k| tracks.get(k).map_or_else(zero, |&v| Linear::variable(v)));
        (tracks, Number::normal(at))
    }

    /// Returns the coordinates of a linear expression.
    pub fn sum(&self, sum: &Linear, variable_map: &VariableMap) -> Result<Number> {
        if let Some(number) = sum.as_variable().and_then(|v| variable_map.get(&v)) {
            return Ok(number.clone());
        }
        let mut total = Number::constant(sum.constant);
        for (variable, factor) in &sum.terms {
            let number = variable_map
                .get(variable)
                .ok_or_else(|| refused(text!("a formula uses a variable that is not defined")))?;
            total = total.plus(*factor, number);
        }
        Ok(total)
    }

    /// Returns a formula in coordinates that compares the sum with 0.
    fn compare(&self, sum: &Linear, how: Compare, variable_map: &VariableMap) -> Result<Formula> {
        if let Some(formula) = self.compare_lexically(sum, how, variable_map) {
            return Ok(formula);
        }
        let number = self.sum(sum, variable_map)?;
        self.mixed_radix.compare(&number, how).ok_or_else(|| self.comparison_error(sum))
    }

    /// Compares two numbers with normal coordinates, coordinate by coordinate.
    ///
    /// Returns `None` unless the sum expresses `x <= y`, `x < y` or `x = y` for such numbers.
    fn compare_lexically(&self, sum: &Linear, how: Compare, variable_map: &VariableMap) -> Option<Formula> {
        let [(u, a), (v, b)] = sum.terms[..] else { return None };
        let (x, y) = match (a, b) {
            (1, -1) => (variable_map.get(&u)?, variable_map.get(&v)?),
            (-1, 1) => (variable_map.get(&v)?, variable_map.get(&u)?),
            _ => return None,
        };
        let usable = x.normal && y.normal && (sum.constant == 0 || sum.constant == 1 && how == Compare::AtMost);
        if !usable {
            return None;
        }
        let (x, y): (Vec<&Linear>, Vec<&Linear>) = (x.at.iter().collect(), y.at.iter().collect());
        Some(match how {
            Compare::AtMost => lexical(&x, &y, sum.constant == 1),
            Compare::Equal => all(x.iter().zip(&y).map(|(x, y)| Formula::equal(x, y))),
        })
    }

    /// Translates a formula, given the coordinates of its variables.
    pub fn formula(&mut self, formula: &Formula, variable_map: &VariableMap) -> Result<Formula> {
        Ok(match formula {
            Formula::AtMostZero(sum) => self.compare(sum, Compare::AtMost, variable_map)?,
            Formula::Zero(sum) => self.compare(sum, Compare::Equal, variable_map)?,
            Formula::All(list) => all(self.each(list, variable_map)?),
            Formula::Any(list) => any(self.each(list, variable_map)?),
            Formula::Not(inner) => not(self.formula(inner, variable_map)?),
            Formula::Exists(variables, inner) => self.quantified(variables, inner, variable_map)?,
            Formula::Divided(_) | Formula::Product(_) => {
                return Err(refused(text!("a division or a product occurs in a place where it is not supported")));
            }
            Formula::Bits(..) => {
                return Err(refused(text!("proofs for all values of the letters do not support bitwise operations")));
            }
            Formula::PowerOf(..) => {
                return Err(refused(text!("proofs for all values of the letters do not support powers")));
            }
            Formula::Fibonacci(_) | Formula::FloorPhi(..) => {
                return Err(refused(text!("proofs for all values of the letters do not support the golden ratio")));
            }
            Formula::Member(..) => {
                return Err(refused(text!("proofs for all values of the letters do not support automata")));
            }
        })
    }

    fn each(&mut self, list: &[Formula], variable_map: &VariableMap) -> Result<Vec<Formula>> {
        list.iter().map(|one| self.formula(one, variable_map)).collect()
    }

    /// Translates an existential quantifier.
    ///
    /// Variables that a division or a product determines are replaced by their coordinates. The other
    /// variables are first translated as plain numbers without coordinates, which suffices for example for
    /// the quotient of a quotient by 2. If that fails, they get coordinates.
    fn quantified(&mut self, variables: &[Variable], inner: &Formula, variable_map: &VariableMap) -> Result<Formula> {
        let list = match inner {
            Formula::All(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        let mut plain = Err(refused(text!("a formula uses a variable that is not defined")));
        for with_coordinates in [false, true] {
            let length_before = self.side_conditions.len();
            plain = self.quantified_conjunction(variables, list, variable_map, with_coordinates);
            match &plain {
                Ok(_) => break,
                Err(_) if self.mixed_radix.height() > 0 && !with_coordinates => {
                    self.side_conditions.truncate(length_before);
                }
                Err(_) => break,
            }
        }
        plain
    }

    /// Translates a quantifier over a conjunction, with or without coordinates for its variables.
    fn quantified_conjunction(
        &mut self,
        variables: &[Variable],
        list: &[Formula],
        variable_map: &VariableMap,
        with_coordinates: bool,
    ) -> Result<Formula> {
        let mut variable_map = variable_map.clone();
        let fixed = list.iter().flat_map(|one| match one {
            Formula::Divided(division) => vec![division.quotient, division.remainder],
            Formula::Product([_, _, z]) => z.as_variable().into_iter().collect(),
            _ => vec![],
        });
        let fixed: Vec<Variable> = fixed.collect();
        let (mut tracks, mut facts) = (vec![], vec![]);
        for &variable in variables.iter().filter(|v| !fixed.contains(v)) {
            if with_coordinates {
                let (own, number) = self.new_number();
                facts.push(self.mixed_radix.is_normal(&number.at));
                tracks.extend(own);
                variable_map.insert(variable, number);
            } else {
                let track = self.new_variable();
                tracks.push(track);
                variable_map.insert(variable, Number::plain(Linear::variable(track)));
            }
        }
        let mut pending: Vec<&Formula> = list.iter().collect();
        loop {
            let before = pending.len();
            let mut later = vec![];
            for one in pending {
                let is_mapped = |sum: &Linear| sum.terms.iter().all(|(v, _)| variable_map.contains_key(v));
                match one {
                    Formula::Divided(division) if is_mapped(&division.dividend) && is_mapped(&division.divisor) => {
                        if !variables.contains(&division.quotient) || !variables.contains(&division.remainder) {
                            return Err(refused(text!(
                                "a division or a product occurs in a place where it is not supported"
                            )));
                        }
                        let (own, fact) = self.add_division(division, &mut variable_map)?;
                        tracks.extend(own);
                        facts.push(fact);
                    }
                    Formula::Product([x, y, z]) if is_mapped(x) && is_mapped(y) => {
                        let Some(z) = z.as_variable().filter(|z| variables.contains(z)) else {
                            return Err(refused(text!(
                                "a division or a product occurs in a place where it is not supported"
                            )));
                        };
                        let product = self.product(x, y, &variable_map)?;
                        variable_map.insert(z, product);
                    }
                    other => later.push(other),
                }
            }
            pending = later;
            if pending.len() == before || pending.is_empty() {
                break;
            }
        }
        for one in pending {
            facts.push(self.formula(one, &variable_map)?);
        }
        Ok(exists(tracks, all(facts)))
    }

    /// Returns the coordinates of a divisor. Only lower divisors may occur as divisors within it.
    pub fn divisor(&mut self, divisor: &Divisor, variable_map: &VariableMap) -> Result<Number> {
        let mut variable_map = variable_map.clone();
        for division in &divisor.divisions {
            let (tracks, _) = self.add_division(division, &mut variable_map)?;
            if !tracks.is_empty() {
                return Err(refused(text!(
                    "no single formula gives the quotient of `{sum}` for all values of the letters",
                    sum = self.shown(&division.dividend)
                )));
            }
        }
        self.sum(&divisor.sum, &variable_map)
    }

    /// Adds the coordinates of the quotient and the remainder of a division to the map.
    ///
    /// Returns the new variables that represent the dividend, if there are any, and the condition that they
    /// satisfy.
    fn add_division(
        &mut self,
        division: &Division,
        variable_map: &mut VariableMap,
    ) -> Result<(Vec<Variable>, Formula)> {
        let Division { dividend: of, divisor: by, quotient, remainder: rest } = division;
        let number = self.sum(by, variable_map)?;
        let Some(level) = self.divisors.iter().position(|divisor| divisor.at == number.at) else {
            let divisors: Vec<&str> = self.divisors.iter().map(|divisor| &*divisor.text).collect();
            let message = text!(
                "`{by}` is not one of the divisors {divisors}",
                by = self.shown(by),
                divisors = divisors.join(", ")
            );
            return Err(refused(message));
        };
        let mut number = self.sum(of, variable_map)?;
        let (mut tracks, mut fact) = (vec![], Formula::All(vec![]));
        if !number.normal {
            // Introduce normal coordinates. They exist, since the number is natural wherever the formula is used.
            let (own, normal) = self.new_number();
            let same = self.mixed_radix.compare(&number.plus(-1, &normal), Compare::Equal);
            let negative = self.mixed_radix.compare(&number.plus(1, &Number::constant(1)), Compare::AtMost);
            let (Some(same), Some(negative)) = (same, negative) else {
                return Err(self.comparison_error(of));
            };
            if negative != Formula::Any(vec![]) {
                self.side_conditions
                    .push((text!("the dividend `{of}` may be negative", of = self.shown(of)), negative));
            }
            fact = all([self.mixed_radix.is_normal(&normal.at), same]);
            tracks = own;
            number = normal;
        }
        let top = self.divisors.len() - 1;
        let [low, middle, high] = number.at.clone();
        let linear_quotient = match (level, top) {
            (0, 0) => Some(middle.clone()),
            (1, 1) => Some(high),
            // The quotient by the smaller divisor is linear only for numbers below the larger divisor, or if the larger
            // divisor is a constant multiple of the smaller one.
            (0, 1) if high == zero() => Some(middle.clone()),
            (0, 1) => match &self.mixed_radix.second {
                Some([many, rest]) if *rest == zero() => many.as_number().map(|many| middle.plus(many, &high)),
                _ => None,
            },
            _ => None,
        };
        let Some(linear_quotient) = linear_quotient else {
            return Err(refused(text!(
                "the quotient of `{of}` by `{by}` involves a product of two unknown numbers",
                of = self.shown(of),
                by = self.shown(by)
            )));
        };
        variable_map.insert(*quotient, Number::plain(linear_quotient));
        let remainder_at = match level {
            0 => [low, zero(), zero()],
            _ => [low, middle, zero()],
        };
        variable_map.insert(*rest, Number::normal(remainder_at));
        Ok((tracks, fact))
    }

    /// Returns the coordinates of the product of a number and the smaller divisor.
    fn product(&self, x: &Linear, y: &Linear, variable_map: &VariableMap) -> Result<Number> {
        for (x, y) in [(x, y), (y, x)] {
            let number = self.sum(y, variable_map)?;
            let is_divisor = self.divisors.first().is_some_and(|divisor| divisor.at == number.at);
            if let Some(plain) = self.sum(x, variable_map)?.as_plain().filter(|_| is_divisor) {
                return Ok(Number::multiple(plain.clone()));
            }
        }
        Err(refused(text!("`({x})*({y})` is a product of two unknown numbers", x = self.shown(x), y = self.shown(y))))
    }

    /// Returns the error for a sum that cannot be compared with 0.
    pub fn comparison_error(&self, sum: &Linear) -> Error {
        refused(text!(
            "proofs for all values of the letters cannot compare `{sum}` with 0: this sum contains a quotient and \
            another number",
            sum = self.shown(sum)
        ))
    }

    /// Formats a sum for error messages.
    pub fn shown(&self, sum: &Linear) -> String {
        sum.to_text(self.names)
    }
}

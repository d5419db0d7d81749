//! Patterns: formulas that agree with a table and can be evaluated at any position.

use crate::automaton::Automaton;
use crate::beatty::Beatty;
use crate::closed_form::Expression;
use crate::modes::Modes;
use crate::periodic::{Arithmetic, Periodic};
use crate::recursion::Recursion;
use grundy_lang::Text;
use grundy_solve::Quantity;

/// A pattern of the outcomes or Grundy values of a game whose positions are one to three numbers.
///
/// ```
/// use grundy_proof::{PatternForm, Pattern, Periodic};
/// use grundy_solve::Quantity;
/// let form = PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 2] });
/// let pattern = Pattern { of: Quantity::Grundy, dims: 1, form };
/// assert_eq!(pattern.eval(&[10u64.pow(18)]), Some(1));
/// assert_eq!(pattern.formula(), "G(n) = n mod 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The quantity: outcomes, coded as in [`crate::OUTCOMES`], or Grundy values.
    pub of: Quantity,
    /// The number of parameters of a position.
    pub dims: usize,
    /// The kind of the pattern, with its data.
    pub form: PatternForm,
}

/// The kinds of patterns, from special to general.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternForm {
    /// A sequence that is periodic after a preperiod.
    Periodic(Periodic),
    /// An arithmetic-periodic sequence, which grows by a constant with every period.
    Arithmetic(Arithmetic),
    /// A closed form over the parameters.
    Expression(Expression),
    /// A recursion over the digits of the parameter.
    Recursion(Recursion),
    /// P-positions given by multiples of a quadratic irrational.
    Beatty(Beatty),
    /// For each value of a small parameter, a periodic sequence in the other one.
    Modes(Modes),
    /// The output of an automaton that reads the digits of the parameters.
    Automaton(Automaton),
}

impl PatternForm {
    /// Returns the name of the kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            PatternForm::Periodic(_) => "periodic",
            PatternForm::Arithmetic(_) => "arithmetic",
            PatternForm::Expression(_) => "expression",
            PatternForm::Recursion(_) => "binary_recursion",
            PatternForm::Beatty(_) => "beatty",
            PatternForm::Modes(_) => "modes",
            PatternForm::Automaton(_) => "automaton",
        }
    }

    /// Returns the size of the pattern's description, in numbers and symbols.
    ///
    /// Of two patterns that fit a table, the shorter one is preferred.
    pub fn size(&self) -> usize {
        match self {
            PatternForm::Periodic(p) => p.size(),
            PatternForm::Arithmetic(p) => p.size(),
            PatternForm::Expression(e) => e.size(),
            PatternForm::Recursion(r) => r.size(),
            PatternForm::Beatty(b) => b.size(),
            PatternForm::Modes(m) => m.size(),
            PatternForm::Automaton(a) => a.size(),
        }
    }
}

impl Pattern {
    /// Returns the code of the outcome, or the Grundy value, at a position.
    ///
    /// Returns `None` where the pattern is undefined or its numbers exceed 127 bits.
    pub fn eval(&self, point: &[u64]) -> Option<u64> {
        match &self.form {
            PatternForm::Periodic(p) => Some(p.at(point[0])),
            PatternForm::Arithmetic(p) => p.at(point[0]),
            PatternForm::Expression(e) => e.at(point),
            PatternForm::Recursion(r) => r.at(point[0]),
            PatternForm::Beatty(b) => b.at(point),
            PatternForm::Modes(m) => Some(m.at(point)),
            PatternForm::Automaton(a) => Some(a.at(point)),
        }
    }

    /// Returns the usual names of this pattern's parameters in formulas.
    pub fn names(&self) -> &'static [&'static str] {
        names(self.dims)
    }

    /// Returns the usual names of one to three parameters in formulas.
    pub fn parameters(dims: usize) -> &'static [&'static str] {
        names(dims)
    }

    /// Returns the pattern as a formula in one line, with the usual names of the parameters.
    pub fn formula(&self) -> String {
        self.formula_in(&[])
    }

    /// Returns the pattern as a formula in one line, with the given names of the parameters.
    ///
    /// ```
    /// use grundy_proof::{PatternForm, Pattern, Periodic};
    /// let form = PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 2] });
    /// let pattern = Pattern { of: grundy_solve::Quantity::Grundy, dims: 1, form };
    /// assert_eq!(pattern.formula_in(&["m".to_string()]), "G(m) = m mod 3");
    /// ```
    pub fn formula_in(&self, names: &[String]) -> String {
        self.text_in(names).to_string()
    }

    /// Returns the formula of [`Pattern::formula_in`] as a translatable text.
    ///
    /// Formulas are the same in every language; only the description of an automaton in words is translated.
    ///
    /// ```
    /// use grundy_lang::Language;
    /// use grundy_proof::{PatternForm, Pattern, Periodic};
    /// let form = PatternForm::Periodic(Periodic { head: vec![0], cycle: vec![2, 1] });
    /// let text = Pattern { of: grundy_solve::Quantity::Grundy, dims: 1, form }.text_in(&[]);
    /// assert_eq!(text, "G(n) = [1, 2][n mod 2] for n != 0; G(0) = 0");
    /// assert_eq!(text.in_language(Language::Chinese), text.to_string());
    /// ```
    pub fn text_in(&self, names: &[String]) -> Text {
        let names = self.parameter_names(names);
        match &self.form {
            PatternForm::Periodic(p) => p.text(self.of, names[0]),
            PatternForm::Arithmetic(p) => p.text(names[0]),
            PatternForm::Expression(e) => e.text(self.of, &names),
            PatternForm::Recursion(r) => r.text(names[0]),
            PatternForm::Beatty(b) => b.text([names[0], names[1]]),
            PatternForm::Modes(m) => m.text(self.of, [names[0], names[1]]),
            PatternForm::Automaton(a) => a.text(self.of, &names),
        }
    }

    /// Returns the pattern as a claim, in the form that is proved most easily; `None` for automata.
    ///
    /// Only for arithmetic patterns does the claim differ from the formula.
    pub(crate) fn claim_in(&self, names: &[String]) -> Option<String> {
        match &self.form {
            PatternForm::Arithmetic(a) => a.claim(self.parameter_names(names)[0]),
            PatternForm::Automaton(_) => None,
            _ => Some(self.formula_in(names)),
        }
    }

    /// Returns the pattern as a claim in one line that reads its automaton from the given certificate file.
    ///
    /// Returns `None` if the pattern is not an automaton or claims cannot refer to it.
    ///
    /// ```
    /// use grundy_proof::{Automaton, PatternForm, Numeration, Pattern};
    /// // The automaton reads the number of ones modulo 2; its outputs are 1 and 3.
    /// let next = vec![vec![Some(0), Some(1)], vec![Some(1), Some(0)]];
    /// let automaton = Automaton { numeration: Numeration::Base(2), dims: 1, next, output: vec![1, 3] };
    /// let pattern = Pattern { of: grundy_solve::Quantity::Grundy, dims: 1, form: PatternForm::Automaton(automaton) };
    /// assert_eq!(pattern.formula_by(&[], "my.cert").unwrap(), "G(n) = automaton(@my.cert)");
    /// ```
    pub fn formula_by(&self, names: &[String], file: &str) -> Option<String> {
        let PatternForm::Automaton(automaton) = &self.form else { return None };
        let plain = !file.is_empty() && !file.contains(|c: char| c.is_whitespace() || ")],;\"".contains(c));
        let file = if plain { file.to_string() } else { format!("\"{file}\"") };
        match self.of {
            Quantity::Grundy => Some(format!("G({}) = automaton(@{file})", self.parameter_names(names).join(","))),
            Quantity::Outcome if automaton.has_regex() => None,
            Quantity::Outcome => automaton.has_only_p_and_n().then(|| format!("P iff automaton(@{file})")),
        }
    }

    /// Returns the given names if there is one for each parameter, else the usual names.
    pub(crate) fn parameter_names<'a>(&self, names: &'a [String]) -> Vec<&'a str> {
        if names.len() == self.dims { names.iter().map(String::as_str).collect() } else { self.names().to_vec() }
    }
}

pub(crate) fn names(dims: usize) -> &'static [&'static str] {
    if dims == 1 { &["n"] } else { &["a", "b", "c"][..dims] }
}

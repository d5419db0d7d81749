//! What a table follows, as far as it goes: a formula that can be evaluated anywhere.

use crate::automaton::Automaton;
use crate::beatty::Beatty;
use crate::expression::Expression;
use crate::periodic::{Arithmetic, Periodic};
use crate::recursion::Recursion;
use grundy_lang::{Text, text};
use grundy_solve::Of;

/// A pattern of the outcomes or values of a game whose positions are one to three numbers.
///
/// ```
/// use grundy_proof::{Form, Pattern, Periodic};
/// use grundy_solve::Of;
/// let form = Form::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 2] });
/// let pattern = Pattern { of: Of::Grundy, dims: 1, form };
/// assert_eq!(pattern.eval(&[10u64.pow(18)]), Some(1));
/// assert_eq!(pattern.formula(), "G(n) = n mod 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Whether it tells outcomes, coded as in [`crate::OUTCOMES`], or Grundy values.
    pub of: Of,
    /// How many parameters a position has.
    pub dims: usize,
    /// What it says.
    pub form: Form,
}

/// The kinds of patterns, in growing order of strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The same from some index on, again and again.
    Periodic(Periodic),
    /// The same but for a constant that is added with every period.
    Arithmetic(Arithmetic),
    /// A closed form over the parameters.
    Expression(Expression),
    /// A recursion over the digits.
    Recursion(Recursion),
    /// Beatty sequences of a quadratic irrational.
    Beatty(Beatty),
    /// What an automaton says that reads the digits.
    Automaton(Automaton),
}

impl Form {
    /// The name used in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Form::Periodic(_) => "periodic",
            Form::Arithmetic(_) => "arithmetic",
            Form::Expression(_) => "expression",
            Form::Recursion(_) => "binary_recursion",
            Form::Beatty(_) => "beatty",
            Form::Automaton(_) => "automaton",
        }
    }

    /// How much there is to say, in numbers and signs: of two patterns that fit the shorter one is preferred.
    pub fn size(&self) -> usize {
        match self {
            Form::Periodic(p) => p.size(),
            Form::Arithmetic(p) => p.size(),
            Form::Expression(e) => e.size(),
            Form::Recursion(r) => r.size(),
            Form::Beatty(b) => b.size(),
            Form::Automaton(a) => a.size(),
        }
    }
}

impl Pattern {
    /// The code of the outcome, or the Grundy value, at a position; `None` where the pattern says nothing or its numbers exceed
    /// 127 bits.
    pub fn eval(&self, point: &[u64]) -> Option<u64> {
        match &self.form {
            Form::Periodic(p) => Some(p.at(point[0])),
            Form::Arithmetic(p) => p.at(point[0]),
            Form::Expression(e) => e.at(point),
            Form::Recursion(r) => r.at(point[0]),
            Form::Beatty(b) => b.at(point),
            Form::Automaton(a) => Some(a.at(point)),
        }
    }

    /// The names of the parameters in formulas.
    pub fn names(&self) -> &'static [&'static str] {
        names(self.dims)
    }

    /// The names of so many parameters, one to three, in formulas.
    pub fn parameters(dims: usize) -> &'static [&'static str] {
        names(dims)
    }

    /// The pattern in one line.
    pub fn formula(&self) -> String {
        match &self.form {
            Form::Periodic(p) => p.formula(self.of),
            Form::Arithmetic(p) => p.formula(),
            Form::Expression(e) => e.formula(self.of, self.names()),
            Form::Recursion(r) => r.formula(),
            Form::Beatty(b) => b.formula(),
            Form::Automaton(a) => a.formula(self.of, self.names()),
        }
    }

    /// The pattern in one line, with these names of the parameters.
    ///
    /// ```
    /// use grundy_proof::{Form, Pattern, Periodic};
    /// let form = Form::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 2] });
    /// let pattern = Pattern { of: grundy_solve::Of::Grundy, dims: 1, form };
    /// assert_eq!(pattern.formula_in(&["m".to_string()]), "G(m) = m mod 3");
    /// ```
    pub fn formula_in(&self, names: &[String]) -> String {
        renamed(&self.formula(), self.names(), names)
    }

    /// The same in words that can be said in other languages.
    pub fn text_in(&self, names: &[String]) -> Text {
        if let Form::Automaton(automaton) = &self.form {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            return automaton.text(self.of, &names);
        }
        match self.formula_in(names).as_str() {
            "every position is P" => text!("every position is P"),
            "no position is P" => text!("no position is P"),
            formula => Text::verbatim(formula),
        }
    }

    /// The pattern in the language of claims, if it has words for it.
    pub(crate) fn claim_in(&self, names: &[String]) -> Option<String> {
        let text = match &self.form {
            Form::Beatty(b) => b.claim()?,
            Form::Arithmetic(a) => a.claim()?,
            Form::Recursion(r) => r.formula().replace([',', ';'], " and"),
            Form::Automaton(_) => return None,
            _ => self.formula(),
        };
        Some(renamed(&text, self.names(), names))
    }
}

/// The text with other names: words that are a name are replaced, all at once.
fn renamed(text: &str, names: &[&str], by: &[String]) -> String {
    if names.len() != by.len() || names.iter().zip(by).all(|(name, by)| name == by) {
        return text.to_string();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        out.push_str(names.iter().position(|name| *name == word).map_or(word, |k| &by[k]));
        rest = &rest[end..];
    }
    out + rest
}

pub(crate) fn names(dims: usize) -> &'static [&'static str] {
    if dims == 1 { &["n"] } else { &["a", "b", "c"][..dims] }
}

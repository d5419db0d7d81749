//! Claims about all positions of a game: `P iff n % 3 == 0`, `G(n) == n % 5`, `G(2*n) == n and G(2*n+1) == G(n)`.
//!
//! They are written in the expressions of the rule language, over the parameters of a position. `G(...)` is the Grundy value of a
//! position; `P(...)`, `N(...)`, `L(...)`, `R(...)` say what its outcome is; `floor(x*phi)` is x times the golden ratio, rounded
//! down.
//!
//! A claim is read from left to right. What `and` and `or` decide by their left side does not ask the right side, and statements
//! behind one another, with `,` or `;` between, are like conditions with `and` between. Where a position is asked about that has
//! a negative parameter, or an entry that a list does not have, the claim says nothing: it is *silent* there. Where the condition
//! behind `for` fails, the position is out of scope, which is no silence.

mod formulas;
mod lettered;
mod read;
mod says;

pub use crate::syntax::automaton::Automaton;
pub use crate::syntax::claim::Name;
pub use formulas::{Known, Side};
pub use lettered::{Parametric, ValuedPart, divisor, sum};

use crate::syntax::claim::{Component, Lookup, LookupKind, Statement};
use crate::syntax::code::Code;
use crate::syntax::token::{Token, Tokens};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Outcome, Result, Ruleset};
use std::fmt;

/// A claim about all positions of a game.
///
/// ```
/// use grundy_rulelang::claims::{Claim, Entry, Says};
/// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
/// let claim = Claim::parse("P iff n % 3 == 0", &rules).unwrap();
/// let outcome = |n: u64| Entry::Outcome(if n % 3 == 0 { grundy_rules::Outcome::P } else { grundy_rules::Outcome::N });
/// assert_eq!(claim.says(&[7], &mut |at| Some(outcome(at[0]))).unwrap(), Says::Holds);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    text: String,
    /// The variables: it is claimed for all their numbers.
    names: Vec<String>,
    /// How many of them, the first ones, are the position itself; none if it speaks of positions by their parameters only.
    own: usize,
    /// How many parameters a position has.
    parameters: usize,
    parts: Vec<Component>,
    asked: Vec<Lookup>,
    automata: Vec<Automaton>,
    /// How many of the automata, the first ones, are named in the text.
    named: usize,
    /// Whether its formulas may divide by letters.
    letters: bool,
    /// What the form of the rules says of letters: it is part of every scope.
    implied: Option<(String, Code)>,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Who wins.
    Outcome(Outcome),
    /// The Grundy value.
    Value(u64),
}

/// What a claim says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// It holds there.
    Holds,
    /// It does not.
    Fails,
    /// Nothing: it asks about a position with a negative parameter, or for an entry that a list does not have.
    Silent,
    /// The position is not in its scope.
    OutOfScope,
    /// What it asks is not known.
    Unknown,
}

/// Where the automata come from that claims name.
pub trait Automata {
    /// The automaton of this name.
    ///
    /// # Errors
    /// Whatever keeps it from being had.
    fn automaton(&mut self, name: &Name) -> Result<Automaton>;
}

/// No automata at all: every name is refused.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoAutomata;

impl Automata for NoAutomata {
    fn automaton(&mut self, _name: &Name) -> Result<Automaton> {
        Err(Error::new(ErrorKind::Unsupported, text!("claims cannot name automata here")))
    }
}

/// As it was written, without comments and with single spaces where there were any.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Claim {
    /// Reads a claim about the positions of this game. Its parameters have the names that the rule gives them; otherwise they
    /// are `n`, or `a`, `b`, ...: so many heaps as are named, for games played on heaps.
    ///
    /// # Errors
    /// `syntax`, `bad_argument` or `unsupported`, with the place in the claim.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let nim = grundy_games::parse_rules("nim").unwrap();
    /// assert_eq!(Claim::parse("P iff a xor b xor c == 0", &nim).unwrap().arity(), 3);
    /// // Names that are no parameters are for all numbers.
    /// let claim = Claim::parse("P(0,n,n)", &nim).unwrap();
    /// assert_eq!((claim.names(), claim.parameters()), (&["n".to_string()][..], 3));
    /// let error = Claim::parse("exists b: P(a,c", &nim).unwrap_err();
    /// assert_eq!(error.span, Some(15..15));
    /// ```
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Claim> {
        Claim::parse_with(text, rules, &mut NoAutomata)
    }

    /// The same for claims that may name automata.
    ///
    /// # Errors
    /// As [`Claim::parse`], and those of what the automata come from.
    pub fn parse_with(text: &str, rules: &Ruleset, source: &mut dyn Automata) -> Result<Claim> {
        grundy_rules::with_ascii_signs(text, |text| Claim::of_ascii(text, rules, source))
    }

    /// The claim as a certificate has it, and the automata that stand beside it there, which it names by numbers.
    pub fn in_certificate(&self) -> Result<(String, Vec<Automaton>)> {
        let mut files: Vec<String> = vec![];
        let text = regular(&self.text, &mut |file| {
            let known = files.iter().position(|known| known == file).unwrap_or(files.len());
            if known == files.len() {
                files.push(file.to_string());
            }
            Some((known + 1).to_string())
        })?;
        Ok((text, self.automata[..self.named].to_vec()))
    }

    /// What the form of the rules says of letters, as part of what is claimed: `1 <= l <= r`; empty if that is nothing.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[l..r]").unwrap();
    /// assert_eq!(Claim::parse("P iff n % (l+r) < l", &rules).unwrap().condition(), "1 <= l <= r");
    /// ```
    pub fn condition(&self) -> &str {
        self.implied.as_ref().map_or("", |(text, _)| text)
    }

    /// What is claimed of a game, with what its letters satisfy.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[l..r]").unwrap();
    /// let claim = Claim::parse("P iff n % (l+r) < l", &rules).unwrap();
    /// assert_eq!(claim.statement(&rules), "take[l..r], 1 <= l <= r: P iff n % (l+r) < l");
    /// ```
    pub fn statement(&self, rules: &Ruleset) -> String {
        match self.condition() {
            "" => format!("{rules}: {self}"),
            condition => format!("{rules}, {condition}: {self}"),
        }
    }

    /// How many variables it has: the parameters of the position, or the names for all of whose numbers it is claimed.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// How many parameters a position has in the claim.
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// Whether its variables are the parameters of a position and no others.
    pub fn is_of_positions(&self) -> bool {
        self.own == self.names.len() && self.own == self.parameters
    }

    /// Whether it asks about the position that its variables are, outside of quantifiers.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
    /// let asks_own = |text| Claim::parse(text, &rules).unwrap().asks_own();
    /// assert!(asks_own("P iff n % 3 == 0") && !asks_own("G(n+1) == 0"));
    /// ```
    pub fn asks_own(&self) -> bool {
        self.asked.iter().any(|asked| asked.is_of_game() && asked.is_own())
    }

    /// The names for all of whose numbers it is claimed of every position that it speaks of.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
    /// assert_eq!(Claim::parse("P iff n == 3k", &rules).unwrap().free(), ["k"]);
    /// ```
    pub fn free(&self) -> &[String] {
        if self.own == 0 { &[] } else { &self.names[self.own..] }
    }

    /// Whether it has `exists` or `forall`.
    pub fn has_quantifiers(&self) -> bool {
        self.asked.iter().any(|asked| matches!(asked.what, LookupKind::Quantified(_)))
    }

    /// The names of the variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether Grundy values are spoken of.
    pub fn has_values(&self) -> bool {
        any_asked(&self.asked, &|what| *what == LookupKind::Value)
    }

    /// Whether outcomes are spoken of.
    pub fn has_outcomes(&self) -> bool {
        any_asked(&self.asked, &|what| matches!(what, LookupKind::Outcome(_)))
    }

    /// The automata that it speaks of, those that it names first.
    pub fn automata(&self) -> &[Automaton] {
        &self.automata
    }

    /// The outcome that is characterised, if the claim is `P iff ...`, `N iff ...`, `L iff ...` or `R iff ...` and no more.
    pub fn outcome(&self) -> Option<Outcome> {
        let [Component { statements, scope: None }] = &self.parts[..] else { return None };
        let [Statement { left, right: Some(_) }] = &statements[..] else { return None };
        match self.asked_by(left)? {
            asked @ Lookup { what: LookupKind::Outcome(outcome), .. } if self.is_of_positions() && asked.is_own() => {
                Some(*outcome)
            }
            _ => None,
        }
    }

    /// What is asked, if the expression is no more than that.
    fn asked_by(&self, code: &Code) -> Option<&Lookup> {
        self.asked.get((code.as_variable()? as usize).checked_sub(self.arity())?)
    }
}

/// Whether anything of this kind is asked, also within quantifiers, which are at most as deep as brackets.
fn any_asked(list: &[Lookup], is: &dyn Fn(&LookupKind) -> bool) -> bool {
    list.iter().any(|asked| match &asked.what {
        LookupKind::Quantified(quantified) => any_asked(&quantified.asked, is),
        what => is(what),
    })
}

/// The words of a claim with a space wherever there was white space or a comment, and something else for the names of files.
fn regular(text: &str, file: &mut dyn FnMut(&str) -> Option<String>) -> Result<String> {
    let mut input = Tokens::of_claim(text)?;
    let mut out = String::with_capacity(text.len());
    let mut end = input.span().start;
    while input.peek() != Token::End {
        let (span, token) = (input.span(), input.peek());
        if span.start > end {
            out.push(' ');
        }
        end = span.end;
        match token {
            Token::File(name) => match file(name) {
                Some(other) => out.push_str(&other),
                None => out.push_str(input.slice(span)),
            },
            _ => out.push_str(input.slice(span)),
        }
        input.take()?;
    }
    Ok(out)
}

//! Claims about all positions of a game: `P iff n % 3 == 0`, `G(2*n) == n and G(2*n+1) == G(n)`.
//!
//! Claims use the expressions of the rule language, with the parameters of a position as names. `G(...)` is the Grundy
//! value of a position. `P(...)`, `N(...)`, `L(...)` and `R(...)` are true if the position has this outcome; without
//! brackets, they refer to the current position. `floor(x*phi)` is x times the golden ratio, rounded down.
//!
//! Statements are separated by `,` or `;`. A claim is true at a position if all of its statements are true there. A
//! condition after `for` is the *scope* of consecutive statements; these statements and their scope form a *clause*.
//!
//! A claim is evaluated from left to right. If the left side of `and` or `or` decides, the right side is not evaluated,
//! and no statement is evaluated after one that fails. If a claim looks up a position with a negative parameter, or an
//! entry that a list does not have, the claim makes no statement: it is *silent* there. If no scope holds, the position
//! is *out of scope*, which does not count as silent.
//!
//! Start with [`Claim`]. `read` parses claims, after `synonyms` has replaced other words for their terms. `evaluate`
//! evaluates claims at positions, `formulas` translates them to formulas, and `parametric` does so for claims about
//! games with symbolic parameters. `options` recognises claims that state the definition of outcomes and values.

mod evaluate;
mod formulas;
mod options;
mod parametric;
mod read;
pub(crate) mod synonyms;

pub use formulas::{EquationSide, KnownRelations};
pub use grundy_syntax::automaton::Automaton;
pub use grundy_syntax::claim::AutomatonName;
pub use options::{OptionSpan, OptionsStatement};
pub use parametric::{Parametric, ValueClause, divisor, sum};

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_syntax::claim::{Lookup, LookupKind, ScopedStatements, Statement};
use grundy_syntax::code::Code;
use grundy_syntax::token::{Token, Tokens};
use std::fmt;

/// A claim about all positions of a game.
///
/// ```
/// use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
/// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
/// let claim = Claim::parse("P iff n % 3 == 0", &rules).unwrap();
/// let outcome =
///     |n: u64| KnownResult::Outcome(if n % 3 == 0 { grundy_rules::Outcome::P } else { grundy_rules::Outcome::N });
/// assert_eq!(claim.evaluate(&[7], &mut |at| Some(outcome(at[0]))).unwrap(), ClaimResult::Holds);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    text: String,
    /// The names of the variables; the claim is made for all their values.
    names: Vec<String>,
    /// The number of leading names that are the parameters of the current position.
    ///
    /// The number is 0 if the claim gives the parameters of every position that it looks up.
    current_count: usize,
    /// The number of parameters of a position.
    parameters: usize,
    /// The clauses: statements with their scopes.
    clauses: Vec<ScopedStatements>,
    /// The look-ups; their results are variables of the code, with the indices after those of the names.
    lookups: Vec<Lookup>,
    automata: Vec<Automaton>,
    /// The number of automata that the text names.
    ///
    /// These automata come first in `automata`; the others come from digit expressions.
    named_count: usize,
    /// Whether the formulas of the claim can divide by symbolic parameters.
    symbolic_divisors: bool,
    /// The condition that the form of the rules implies for symbolic parameters, as text and code.
    ///
    /// The condition is part of every scope.
    implied: Option<(String, Code)>,
}

/// The known outcome or value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownResult {
    /// The outcome.
    Outcome(Outcome),
    /// The Grundy value.
    Value(u64),
}

/// The result of evaluating a claim at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimResult {
    /// The claim holds.
    Holds,
    /// The claim fails.
    Fails,
    /// The claim is silent: it looks up a position with a negative parameter, or a missing entry of a list.
    Silent,
    /// The position is out of scope.
    OutOfScope,
    /// The claim depends on an unknown position, or on a quantifier that the values tried do not decide.
    Unknown,
}

/// The source of the automata that claims name.
pub trait Automata {
    /// Returns the automaton with this name.
    ///
    /// # Errors
    /// Any error of the source.
    fn automaton(&mut self, name: &AutomatonName) -> Result<Automaton>;
}

/// A source without automata: it returns an error for every name.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoAutomata;

impl Automata for NoAutomata {
    fn automaton(&mut self, _name: &AutomatonName) -> Result<Automaton> {
        Err(Error::new(ErrorKind::Unsupported, text!("claims cannot refer to automata here")))
    }
}

/// Writes the claim as the user wrote it, in one line.
///
/// Synonyms are replaced by `G`, `iff` and so on, white space by single spaces; comments are left out.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Claim {
    /// Parses a claim about the positions of a game.
    ///
    /// The parameters of a position have the names that the game gives them. For games on heaps the name is `n`, or the
    /// names are `a`, `b`, ..., as many as the claim uses; for games on steps they are `a1`, `a2`, ...
    ///
    /// # Errors
    /// `syntax`, `bad_argument` or `unsupported`, with the span in the claim.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let nim = grundy_games::parse_rules("nim").unwrap();
    /// assert_eq!(Claim::parse("P iff a xor b xor c == 0", &nim).unwrap().arity(), 3);
    /// // A name that is not a parameter of the position is a variable for all numbers.
    /// let claim = Claim::parse("P(0,n,n)", &nim).unwrap();
    /// assert_eq!((claim.names(), claim.parameters()), (&["n".to_string()][..], 3));
    /// let error = Claim::parse("exists b: P(a,c", &nim).unwrap_err();
    /// assert_eq!(error.span, Some(15..15));
    /// ```
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Claim> {
        Claim::parse_with(text, rules, &mut NoAutomata)
    }

    /// Parses a claim that can name automata.
    ///
    /// # Errors
    /// The errors of [`Claim::parse`], and the errors of the source of the automata.
    pub fn parse_with(text: &str, rules: &Ruleset, source: &mut dyn Automata) -> Result<Claim> {
        let names = rules.game.coordinate_names();
        grundy_rules::with_half_width(text, |text| {
            synonyms::with_replaced(text, &names, |text| Claim::parse_ascii(text, rules, source))
        })
    }

    /// Returns the text of the claim as a certificate stores it, and the automata that it names.
    ///
    /// The stored text names each automaton by its number in the certificate, counted from 1.
    pub fn in_certificate(&self) -> Result<(String, Vec<Automaton>)> {
        let mut files: Vec<String> = vec![];
        let text = normalise_text(&self.text, &mut |file| {
            let known = files.iter().position(|known| known == file).unwrap_or(files.len());
            if known == files.len() {
                files.push(file.to_string());
            }
            Some((known + 1).to_string())
        })?;
        Ok((text, self.automata[..self.named_count].to_vec()))
    }

    /// Returns the condition that the form of the rules implies for symbolic parameters.
    ///
    /// An example is `1 <= l <= r`. The text is empty if there is no condition.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[l..r]").unwrap();
    /// assert_eq!(Claim::parse("P iff n % (l+r) < l", &rules).unwrap().condition(), "1 <= l <= r");
    /// ```
    pub fn condition(&self) -> &str {
        self.implied.as_ref().map_or("", |(text, _)| text)
    }

    /// Returns the full statement: the game, the condition on its symbolic parameters, and the claim.
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

    /// Returns the number of variables of the claim.
    ///
    /// These are the parameters of the current position, if the claim refers to one, followed by all other names.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of parameters of a position in the claim.
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// Returns whether the variables of the claim are exactly the parameters of a position.
    pub fn is_of_positions(&self) -> bool {
        self.current_count == self.names.len() && self.current_count == self.parameters
    }

    /// Returns whether the claim looks up the current position, outside of quantifiers.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
    /// let looks_up_current = |text| Claim::parse(text, &rules).unwrap().looks_up_current();
    /// assert!(looks_up_current("P iff n % 3 == 0") && !looks_up_current("G(n+1) == 0"));
    /// ```
    pub fn looks_up_current(&self) -> bool {
        self.lookups.iter().any(|lookup| lookup.is_of_game() && lookup.is_current_position())
    }

    /// Returns the variables other than the parameters of the current position.
    ///
    /// The claim must hold for all their values at each position. The list is empty if there is no current position.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[1,2]").unwrap();
    /// assert_eq!(Claim::parse("P iff n == 3k", &rules).unwrap().extra_variables(), ["k"]);
    /// ```
    pub fn extra_variables(&self) -> &[String] {
        if self.current_count == 0 { &[] } else { &self.names[self.current_count..] }
    }

    /// Reports whether the claim uses `exists`, `forall` or `mex` over a range, which visit many positions.
    pub fn looks_up_many_positions(&self) -> bool {
        self.lookups.iter().any(|lookup| matches!(lookup.kind, LookupKind::Quantified(_) | LookupKind::Mex))
    }

    /// Returns the names of the variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether the claim looks up Grundy values.
    pub fn has_values(&self) -> bool {
        any_lookup(&self.lookups, &|what| matches!(what, LookupKind::Value | LookupKind::Mex))
    }

    /// Returns whether the claim looks up outcomes.
    pub fn has_outcomes(&self) -> bool {
        any_lookup(&self.lookups, &|what| matches!(what, LookupKind::Outcome(_)))
    }

    /// Returns the automata that the claim uses, the named ones first.
    pub fn automata(&self) -> &[Automaton] {
        &self.automata
    }

    /// Returns the outcome that the claim characterises.
    ///
    /// Returns `None` unless the claim is a single statement such as `P iff ...`.
    pub fn outcome(&self) -> Option<Outcome> {
        let [ScopedStatements { statements, scope: None }] = &self.clauses[..] else { return None };
        let [Statement { left, right: Some(_) }] = &statements[..] else { return None };
        match self.as_lookup(left)? {
            lookup @ Lookup { kind: LookupKind::Outcome(outcome), .. }
                if self.is_of_positions() && lookup.is_current_position() =>
            {
                Some(*outcome)
            }
            _ => None,
        }
    }

    /// Returns the look-up if the expression consists of one look-up and nothing else.
    fn as_lookup(&self, code: &Code) -> Option<&Lookup> {
        self.lookups.get((code.as_variable()? as usize).checked_sub(self.arity())?)
    }
}

/// Returns whether a look-up in the list satisfies `is`, including look-ups within quantifiers.
///
/// The recursion is as deep as quantifiers are nested, which the parser limits.
fn any_lookup(list: &[Lookup], is: &dyn Fn(&LookupKind) -> bool) -> bool {
    list.iter().any(|lookup| match &lookup.kind {
        LookupKind::Quantified(quantified) => any_lookup(&quantified.lookups, is),
        what => is(what),
    })
}

/// Returns the text of a claim with single spaces for white space and comments.
///
/// `file` receives the name of each file in the claim. It returns the text to write instead, or `None` to keep the
/// name.
fn normalise_text(text: &str, file: &mut dyn FnMut(&str) -> Option<String>) -> Result<String> {
    let mut input = Tokens::for_claim(text)?;
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

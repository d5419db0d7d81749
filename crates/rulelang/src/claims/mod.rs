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

mod automaton;
mod formulas;
mod lettered;

pub use automaton::Automaton;
pub use formulas::{Known, Side};
pub use lettered::{Lettered, ValuedPart, divisor, sum};

use crate::code::{Binary, Code, Fault};
use crate::parse::{self, Asked, Claimed, Looked, Part};
use crate::token::{LARGEST, Token, Tokens};
use grundy_lang::{Text, text};
use grundy_rules::heaps::heap_names;
use grundy_rules::{Error, ErrorKind, Outcome, Result, Ruleset};
use std::fmt;

/// A correct claim about outcomes, and one about values.
pub(crate) const EXAMPLE: Text = text!("P iff n % 3 == 0, or G(n) == n % 5");

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
    names: Vec<String>,
    parts: Vec<Part>,
    asked: Vec<Asked>,
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

/// What names an automaton in a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The certificate in a file: `automaton(@wythoff.cert)`.
    File(String),
    /// The automaton of this number, from 1 on, in the certificate that the claim stands in: `automaton(1)`.
    Number(u64),
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

/// Why a claim does not get through at a position.
#[derive(Clone, Copy)]
enum Stop {
    Silent,
    Unknown,
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
    /// let error = Claim::parse("G(n) == n % k", &nim).unwrap_err();
    /// assert_eq!(error.message, "nothing is called `k` here");
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

    fn of_ascii(text: &str, rules: &Ruleset, source: &mut dyn Automata) -> Result<Claim> {
        let mut names = rules.game.parameters();
        if names.is_empty() {
            let message = text!(
                "the positions of {game} are no numbers that a claim could be about",
                game = rules.game.rules_text()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut claim = Claimed::default();
        // Several heaps, if the claim speaks of a, b, ..., or of an automaton that reads several.
        let (mut most, mut one) = (0, false);
        let mut input = Tokens::of_claim(text)?;
        while input.peek() != Token::End {
            let Token::Name(name) = input.take()? else { continue };
            one |= name == "n";
            if let Some(place) = heap_names(8).iter().position(|known| known == name) {
                most = most.max(place + 1);
            }
            if name == "automaton" && input.eat("(")? {
                let name = match input.peek() {
                    Token::File(file) => Name::File(file.to_string()),
                    Token::Number(number) => Name::Number(number as u64),
                    _ => continue,
                };
                if !claim.named.contains(&name) {
                    let found = source.automaton(&name).map_err(|error| match error.span {
                        Some(_) => error,
                        None => error.at(input.span()),
                    })?;
                    most = most.max(if found.arity() > 1 { found.arity() } else { 0 });
                    claim.named.push(name);
                    claim.automata.push(found);
                }
            }
        }
        if names == ["n"] && rules.game.card().name != "rule" && (1..=8).contains(&most) && !one {
            names = heap_names(most);
        }
        let mut input = Tokens::of_claim(text)?;
        if input.peek() == Token::End {
            return Err(empty(&input));
        }
        let named = claim.automata.len();
        let letters = rules.game.letters();
        claim.numbers = letters.map(|letters| letters.numbers);
        let implied = match letters.map(|letters| letters.condition.as_str()) {
            None | Some("") => None,
            Some(text) => Some((text.to_string(), parse::condition(&mut Tokens::of_claim(text)?, &names)?)),
        };
        let Claimed { mut parts, asked, automata, .. } = parse::claim(&mut input, &names, claim)?;
        if let Some((_, implied)) = &implied {
            for part in &mut parts {
                part.scope = Some(match part.scope.take() {
                    None => implied.clone(),
                    Some(scope) => {
                        let span = scope.span();
                        implied.clone().binary(Binary::Both, scope, span)
                    }
                });
            }
        }
        if !asked.iter().any(Asked::is_of_game) {
            let message = text!("the claim says nothing about the game");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(0..text.len())
                .help(text!("for example {example}", example = EXAMPLE)));
        }
        Ok(Claim { text: regular(text, &mut |_| None)?, names, parts, asked, automata, named, letters: false, implied })
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

    /// How many parameters a position has in the claim.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// The names of the parameters.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether Grundy values are spoken of.
    pub fn has_values(&self) -> bool {
        self.asked.iter().any(|asked| asked.what == Looked::Value)
    }

    /// Whether outcomes are spoken of.
    pub fn has_outcomes(&self) -> bool {
        self.asked.iter().any(|asked| matches!(asked.what, Looked::Outcome(_)))
    }

    /// The automata that it speaks of, those that it names first.
    pub fn automata(&self) -> &[Automaton] {
        &self.automata
    }

    /// The outcome that is characterised, if the claim is `P iff ...`, `N iff ...`, `L iff ...` or `R iff ...` and no more.
    pub fn outcome(&self) -> Option<Outcome> {
        let [Part { statements, scope: None }] = &self.parts[..] else { return None };
        let [parse::Statement { left, right: Some(_) }] = &statements[..] else { return None };
        match self.asked_by(left)? {
            asked @ Asked { what: Looked::Outcome(outcome), .. } if asked.is_own() => Some(*outcome),
            _ => None,
        }
    }

    /// What is asked, if the expression is no more than that.
    fn asked_by(&self, code: &Code) -> Option<&Asked> {
        self.asked.get((code.as_variable()? as usize).checked_sub(self.arity())?)
    }

    /// What the claim says of a position.
    ///
    /// # Errors
    /// `bad_argument` with the place for a division by zero and the like; `limit` for numbers above 2^62.
    pub fn says(&self, at: &[u64], entry: &mut dyn FnMut(&[u64]) -> Option<Entry>) -> Result<Says> {
        let mut values: Vec<Result<i64, Stopped>> = vec![];
        for &x in at {
            let x = i64::try_from(x).ok().filter(|&x| x <= LARGEST);
            values.push(Ok(x.ok_or_else(|| Error::new(ErrorKind::Limit, text!("a number exceeds 2^62")))?));
        }
        // Everything is looked up, and what could not be matters only where it is met.
        let mut troubles: Vec<Error> = vec![];
        for asked in &self.asked {
            let mut of = vec![];
            let mut stopped = None;
            for code in &asked.of {
                match code.lazily(&values[..at.len()]) {
                    Ok(x) => of.push(x),
                    Err(Fault::Variable(stop)) => stopped = stopped.or(Some(stop)),
                    Err(Fault::Trouble(trouble, span)) => {
                        troubles.push(Error::new(ErrorKind::BadArgument, trouble.message()).at(span));
                        stopped = stopped.or(Some(Stopped::Trouble(troubles.len() - 1)));
                    }
                }
            }
            values.push(match stopped {
                Some(stopped) => Err(stopped),
                None => self.look(asked, &of, entry).map_err(|stop| match stop {
                    Stop::Silent => Stopped::Silent,
                    Stop::Unknown => Stopped::Unknown,
                }),
            });
        }
        let truth = |code: &Code| -> Result<Result<bool, Says>> {
            match code.lazily(&values) {
                Ok(value) => Ok(Ok(value != 0)),
                Err(Fault::Variable(Stopped::Silent)) => Ok(Err(Says::Silent)),
                Err(Fault::Variable(Stopped::Unknown)) => Ok(Err(Says::Unknown)),
                Err(Fault::Variable(Stopped::Trouble(k))) => Err(troubles[k].clone()),
                Err(Fault::Trouble(trouble, span)) => {
                    Err(Error::new(ErrorKind::BadArgument, trouble.message()).at(span))
                }
            }
        };
        let mut says = Says::OutOfScope;
        for part in &self.parts {
            if let Some(scope) = &part.scope {
                match truth(scope)? {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(stop) => return Ok(stop),
                }
            }
            says = Says::Holds;
            for statement in &part.statements {
                let holds = match (truth(&statement.left)?, &statement.right) {
                    (Err(stop), _) => return Ok(stop),
                    (Ok(left), None) => left,
                    (Ok(left), Some(right)) => match truth(right)? {
                        Ok(right) => left == right,
                        Err(stop) => return Ok(stop),
                    },
                };
                if !holds {
                    return Ok(Says::Fails);
                }
            }
        }
        Ok(says)
    }

    /// What is asked, of these numbers.
    fn look(&self, asked: &Asked, of: &[i64], entry: &mut dyn FnMut(&[u64]) -> Option<Entry>) -> Result<i64, Stop> {
        let natural: Option<Vec<u64>> = of.iter().map(|&x| u64::try_from(x).ok()).collect();
        match (&asked.what, natural) {
            (Looked::List(list), natural) => {
                let place = natural.and_then(|of| usize::try_from(of[0]).ok());
                place.and_then(|place| list.get(place)).copied().ok_or(Stop::Silent)
            }
            // Negative numbers have no digits.
            (Looked::Automaton(_), None) => Ok(0),
            (Looked::Automaton(k), Some(of)) => match &self.automata[*k] {
                automaton if automaton.values => {
                    let value = automaton.value(&of).ok_or(Stop::Silent)?;
                    Ok(i64::try_from(value).unwrap_or(LARGEST).min(LARGEST))
                }
                automaton => Ok(i64::from(automaton.accepts(&of))),
            },
            (_, None) => Err(Stop::Silent),
            (Looked::Value, Some(of)) => match entry(&of) {
                Some(Entry::Value(value)) => Ok(i64::try_from(value).unwrap_or(LARGEST).min(LARGEST)),
                _ => Err(Stop::Unknown),
            },
            (Looked::Outcome(outcome), Some(of)) => match entry(&of) {
                Some(Entry::Outcome(known)) => Ok(i64::from(known == *outcome)),
                Some(Entry::Value(value)) => {
                    Ok(i64::from(*outcome == if value == 0 { Outcome::P } else { Outcome::N }))
                }
                None => Err(Stop::Unknown),
            },
        }
    }
}

/// The same with errors, which stand in a list beside.
#[derive(Clone, Copy)]
enum Stopped {
    Silent,
    Unknown,
    Trouble(usize),
}

impl Asked {
    /// Whether it asks about a position of the game.
    fn is_of_game(&self) -> bool {
        matches!(self.what, Looked::Value | Looked::Outcome(_))
    }

    /// Whether it asks about the position itself.
    fn is_own(&self) -> bool {
        self.of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32))
    }
}

/// That a claim, or its condition, is missing.
pub(crate) fn empty(input: &Tokens<'_>) -> Error {
    Error::new(ErrorKind::Syntax, text!("the claim is empty"))
        .at(input.span())
        .help(text!("for example {example}", example = EXAMPLE))
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

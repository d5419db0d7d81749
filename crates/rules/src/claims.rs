//! Claims about all positions of a game: `P iff n % 3 == 0`, `G(n) == n % 5`, `G(2*n) == n and G(2*n+1) == G(n)`.
//!
//! They are written in the expressions of the rule language, over the parameters of a position. `G(...)` is the Grundy value of a
//! position, `P(...)` says that it is a P-position, `floor(x*phi)` is x times the golden ratio, rounded down.

use crate::formula::{Formula, Linear, Variable};
use crate::rule::code::Code;
use crate::rule::parse::{self, Asked};
use crate::rule::token::{Token, Tokens};
use crate::rule::translate::{Meaning, Translator};
use crate::{Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_lang::{Text, text};
use std::fmt;

/// A correct claim about outcomes, and one about values.
pub(crate) const EXAMPLE: Text = text!("P iff n % 3 == 0, or G(n) == n % 5");

/// A claim about all positions of a game.
///
/// ```
/// use grundy_rules::claims::{Claim, Entry};
/// let rules = grundy_rules::parse_rules("take[1,2]").unwrap();
/// let claim = Claim::parse("P iff n % 3 == 0", &rules).unwrap();
/// let outcome = |n: u64| Entry::Outcome(if n % 3 == 0 { grundy_rules::Outcome::P } else { grundy_rules::Outcome::N });
/// assert_eq!(claim.holds(&[7], &mut |at| Some(outcome(at[0]))).unwrap(), Some(true));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    text: String,
    names: Vec<String>,
    /// The outcome that the condition is claimed to be equivalent to.
    outcome: Option<Outcome>,
    condition: Code,
    asked: Vec<Asked>,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Who wins.
    Outcome(Outcome),
    /// The Grundy value.
    Value(u64),
}

/// As it was written.
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
    /// use grundy_rules::claims::Claim;
    /// let nim = grundy_rules::parse_rules("nim").unwrap();
    /// assert_eq!(Claim::parse("P iff a xor b xor c == 0", &nim).unwrap().arity(), 3);
    /// let error = Claim::parse("G(n) == n % k", &nim).unwrap_err();
    /// assert_eq!(error.message, "nothing is called `k` here");
    /// ```
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Claim> {
        crate::signs::read(text, |text| Claim::of_ascii(text, rules))
    }

    fn of_ascii(text: &str, rules: &Ruleset) -> Result<Claim> {
        let mut names = rules.game.parameters();
        if names == ["n"] && rules.game.card().name != "rule" {
            // Several heaps, if the claim speaks of a, b, ...
            let mut most = 0;
            let mut input = Tokens::new(text, 0)?;
            let mut one = false;
            while input.peek() != Token::End {
                if let Token::Name(name) = input.take()? {
                    one |= name == "n";
                    if let Some(place) = heap_names(8).iter().position(|known| known == name) {
                        most = most.max(place + 1);
                    }
                }
            }
            if most > 0 && !one {
                names = heap_names(most);
            }
        }
        if names.is_empty() {
            let message = text!(
                "the positions of {game} are no numbers that a claim could be about",
                game = rules.game.rules_text()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut input = Tokens::new(text, 0)?;
        let mark = input.mark();
        let outcome = match input.peek() {
            Token::Name("P") => Some(Outcome::P),
            Token::Name("N") => Some(Outcome::N),
            Token::Name("L") => Some(Outcome::L),
            Token::Name("R") => Some(Outcome::R),
            _ => None,
        };
        let mut claimed = None;
        if outcome.is_some() {
            input.take()?;
            if input.eat_word("iff")? {
                claimed = outcome;
            } else {
                input.back_to(mark);
            }
        }
        if input.peek() == Token::End {
            return Err(Error::new(ErrorKind::Syntax, text!("the claim is empty"))
                .at(input.span())
                .help(text!("for example {example}", example = EXAMPLE)));
        }
        let (condition, asked) = parse::claim(&mut input, &names)?;
        if claimed.is_none() && asked.is_empty() {
            let message = text!("the claim says nothing about the game");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(0..text.len())
                .help(text!("for example {example}", example = EXAMPLE)));
        }
        Ok(Claim { text: with_and(text.trim()), names, outcome: claimed, condition, asked })
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
        self.asked.iter().any(|asked| asked.value)
    }

    /// Whether outcomes are spoken of.
    pub fn has_outcomes(&self) -> bool {
        self.outcome.is_some() || self.asked.iter().any(|asked| !asked.value)
    }

    /// The outcome that is characterised, if the claim is `P iff ...`, `N iff ...`, `L iff ...` or `R iff ...`.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the claim holds at a position; `None` where it says nothing, since it asks about a position with negative
    /// parameters, or where what it asks is not known.
    ///
    /// # Errors
    /// `bad_argument` with the place for a division by zero and the like; `limit` for numbers above 2^62.
    pub fn holds(&self, at: &[u64], entry: &mut dyn FnMut(&[u64]) -> Option<Entry>) -> Result<Option<bool>> {
        let mut values: Vec<i64> = vec![];
        for &x in at {
            values.push(i64::try_from(x).map_err(|_| Error::new(ErrorKind::Limit, text!("a number exceeds 2^62")))?);
        }
        let number = |code: &Code, values: &[i64]| {
            code.one(values).map_err(|(trouble, span)| Error::new(ErrorKind::BadArgument, trouble.message()).at(span))
        };
        for asked in &self.asked {
            let mut of = vec![];
            for code in &asked.of {
                match u64::try_from(number(code, &values[..at.len()])?) {
                    Ok(x) => of.push(x),
                    Err(_) => return Ok(None),
                }
            }
            let Some(entry) = entry(&of) else { return Ok(None) };
            values.push(match entry {
                Entry::Value(value) if asked.value => i64::try_from(value).unwrap_or(i64::MAX),
                Entry::Value(value) => i64::from(value == 0),
                Entry::Outcome(outcome) if !asked.value => i64::from(outcome == Outcome::P),
                Entry::Outcome(_) => return Ok(None),
            });
        }
        let holds = number(&self.condition, &values)? != 0;
        let Some(outcome) = self.outcome else { return Ok(Some(holds)) };
        Ok(entry(at).map(|entry| {
            let is = match entry {
                Entry::Outcome(known) => known == outcome,
                Entry::Value(value) => (value == 0) == (outcome == Outcome::P),
            };
            is == holds
        }))
    }

    /// The relation that is claimed: of the parameters, from variable 0, that are P-positions; or of the parameters and the
    /// value behind them, if the claim is about the value of the position alone. `None` for other claims, such as those that
    /// compare the values of two positions.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas do not have.
    pub fn relation(&self) -> Result<Option<Formula>> {
        let own = |asked: &Asked| asked.of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32));
        let value = Linear::variable(self.arity() as Variable);
        let places = match self.outcome {
            Some(Outcome::P | Outcome::N) if self.asked.is_empty() => vec![],
            None if self.asked.iter().all(|asked| asked.value && own(asked)) => {
                vec![Meaning::Number(value); self.asked.len()]
            }
            _ => return Ok(None),
        };
        let mut translator = self.translator(places);
        let mut condition = translator.truth(&self.condition)?;
        if self.outcome == Some(Outcome::N) {
            condition = condition.not();
        }
        Ok(Some(closed(translator, vec![condition])))
    }

    /// Formulas over the parameters that hold exactly where the claim fails, with relation 0 the P-positions, or, if `values`,
    /// the positions with their values. The claim follows if none of them can be satisfied.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas do not have, and for values where the relation is of P-positions.
    pub fn violations(&self, values: bool) -> Result<Vec<Formula>> {
        let lost = |mut of: Vec<Linear>| {
            of.extend(values.then(Linear::default));
            Formula::Member(0, of)
        };
        let mut translator = self.translator(vec![]);
        let mut meanings = vec![];
        let mut facts = vec![];
        for asked in &self.asked {
            if asked.value && !values {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    text!("the claim is about values, and only P-positions are known"),
                ));
            }
            let mut lists = vec![];
            for code in &asked.of {
                lists.push(translator.number(code)?);
            }
            let cases = Translator::together(&lists, &self.condition)?;
            let natural =
                |of: &[Linear]| of.iter().map(|e| Formula::at_most(&Linear::default(), e)).collect::<Vec<_>>();
            let each = |tell: &dyn Fn(&[Linear]) -> Formula| {
                Formula::Any(cases.iter().map(|(when, of)| Formula::All(vec![when.clone(), tell(of)])).collect())
            };
            facts.push(each(&|of| Formula::All(natural(of))));
            if asked.value {
                let value = translator.define();
                facts.push(each(&|of| Formula::Member(0, [of, std::slice::from_ref(&value)].concat())));
                meanings.push(Meaning::Number(value));
            } else {
                meanings.push(Meaning::Truth(each(&|of| lost(of.to_vec()))));
            }
        }
        translator.places.extend(meanings);
        let holds = translator.truth(&self.condition)?;
        let position: Vec<Linear> = (0..self.arity() as Variable).map(Linear::variable).collect();
        let Some(outcome) = self.outcome else {
            facts.push(holds.not());
            return Ok(vec![closed(translator, facts)]);
        };
        let is = match outcome {
            Outcome::P => lost(position),
            Outcome::N => lost(position).not(),
            _ => return Err(Error::new(ErrorKind::Unsupported, text!("formulas tell P- and N-positions only"))),
        };
        let wrong = [vec![is.clone(), holds.clone().not()], vec![is.not(), holds]];
        let translators = [translator.clone(), translator];
        Ok(translators.into_iter().zip(wrong).map(|(t, wrong)| closed(t, [&facts[..], &wrong[..]].concat())).collect())
    }

    fn translator(&self, behind: Vec<Meaning>) -> Translator {
        let arity = self.arity() as Variable;
        let mut places: Vec<Meaning> = (0..arity).map(|v| Meaning::Number(Linear::variable(v))).collect();
        places.extend(behind);
        // The variable behind the parameters is the value's.
        Translator::new(places, arity + 1)
    }
}

/// That there are numbers for the added variables so that their definitions and the facts hold.
fn closed(translator: Translator, facts: Vec<Formula>) -> Formula {
    let all = Formula::All([translator.definitions, facts].concat());
    if translator.added.is_empty() { all } else { Formula::Exists(translator.added, Box::new(all)) }
}

/// The text with `and` for commas and semicolons between conditions.
fn with_and(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0i32;
    for c in text.chars() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(c, ',' | ';') { out.push_str(" and") } else { out.push(c) }
    }
    out
}

/// The names of so many heaps.
pub(crate) fn heap_names(count: usize) -> Vec<String> {
    ["a", "b", "c", "d", "e", "f", "g", "h"].iter().take(count).map(|name| name.to_string()).collect()
}

//! Claims about all positions of a game: their trees, their text, and whether they hold.

use super::expr::{Condition, Environment, Stop};
use super::facts::Facts;
use super::parse::Reader;
use super::spell::Speller;
use crate::random::Random;

/// The statement of a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// `P iff COND`, and likewise for the other outcome letters.
    Outcome(char, Condition),
    /// `COND iff COND`.
    Equivalence(Condition, Condition),
    /// `COND`.
    Condition(Condition),
}

/// A claim, with the scope in which it is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    pub body: Body,
    pub scope: Option<Condition>,
}

impl Claim {
    /// Evaluates the claim at a position, given the facts up to `max_number`; `None` outside its scope.
    pub fn holds(&self, at: &[i64], facts: &Facts, max_number: i64) -> Result<Option<bool>, Stop> {
        let inside = |of: &[i64]| match of.iter().max() {
            Some(&n) if n > facts.max_number && facts.is_complete => Err(Stop::Silent),
            Some(&n) if n > max_number => Err(Stop::Unknown),
            _ => Ok(()),
        };
        let own = |of: &[i64]| if of.is_empty() { at.to_vec() } else { of.to_vec() };
        let value = |of: &[i64]| {
            let of = own(of);
            inside(&of)?;
            facts.value(&of).ok_or(Stop::Unknown)
        };
        let lost = |of: &[i64]| {
            let of = own(of);
            inside(&of)?;
            facts.outcome(&of).map(|letter| letter == 'P').ok_or(Stop::Unknown)
        };
        let environment = Environment { names: at, value: &value, lost: &lost };
        if let Some(scope) = &self.scope
            && !scope.eval(&environment)?
        {
            return Ok(None);
        }
        Ok(Some(match &self.body {
            Body::Outcome(letter, condition) => {
                let holds = condition.eval(&environment)?;
                inside(at)?;
                holds == (facts.outcome(at).ok_or(Stop::Unknown)? == *letter)
            }
            Body::Equivalence(a, b) => a.eval(&environment)? == b.eval(&environment)?,
            Body::Condition(condition) => condition.eval(&environment)?,
        }))
    }

    /// Returns the claim as text.
    pub fn write(&self, names: &[String], spare: bool, random: &mut Random) -> String {
        let mut speller = Speller { names, claim: true, minimal: spare, random, out: vec![] };
        match &self.body {
            Body::Outcome(letter, condition) => {
                speller.push(&letter.to_string());
                speller.push("iff");
                speller.condition(condition, 1);
            }
            Body::Equivalence(a, b) => {
                speller.condition(a, 1);
                speller.push("iff");
                speller.condition(b, 1);
            }
            Body::Condition(condition) => speller.condition(condition, 0),
        }
        if let Some(scope) = &self.scope {
            // Statements separated by semicolons have their own scopes, so write commas.
            speller.out.iter_mut().filter(|word| *word == ";").for_each(|word| *word = ",".into());
            speller.push("for");
            speller.condition(scope, 1);
        }
        speller.text()
    }

    /// Parses a claim.
    pub fn read(text: &str, names: &[String]) -> Option<Claim> {
        let mut reader = Reader::new(text, names);
        let letter = text.trim_start().chars().next().filter(|letter| "PNLR".contains(*letter));
        let outcome = letter.filter(|letter| Reader::new(text, names).accept(&letter.to_string()));
        let mut body = None;
        if let Some(letter) = outcome
            && reader.accept(&letter.to_string())
        {
            if reader.accept("iff") {
                body = Some(Body::Outcome(letter, reader.condition()?));
            } else {
                reader = Reader::new(text, names);
            }
        }
        let body = match body {
            Some(body) => body,
            None => {
                let condition = reader.condition()?;
                if reader.accept("iff") {
                    Body::Equivalence(condition, reader.condition()?)
                } else {
                    Body::Condition(condition)
                }
            }
        };
        let scope = if reader.accept("for") { Some(reader.condition()?) } else { None };
        reader.is_at_end().then_some(Claim { body, scope })
    }

    /// Returns all literals of the claim.
    pub fn literals(&mut self) -> Vec<&mut i64> {
        let mut found = vec![];
        match &mut self.body {
            Body::Outcome(_, a) | Body::Condition(a) => a.literals(&mut found),
            Body::Equivalence(a, b) => {
                a.literals(&mut found);
                b.literals(&mut found);
            }
        }
        self.scope.iter_mut().for_each(|scope| scope.literals(&mut found));
        found
    }

    /// Returns the conditions of which the claim consists.
    pub fn conditions(&mut self) -> Vec<&mut Condition> {
        let mut all = match &mut self.body {
            Body::Outcome(_, a) | Body::Condition(a) => vec![a],
            Body::Equivalence(a, b) => vec![a, b],
        };
        all.extend(&mut self.scope);
        all
    }
}

/// The result of comparing a claim with the facts.
#[derive(Default, Debug)]
pub struct ClaimResult {
    /// The first position where the claim fails.
    pub counterexample: Option<Vec<i64>>,
    /// The positions about which the claim is silent, because it refers to a position that does not exist.
    pub silent: Vec<Vec<i64>>,
    /// Whether the claim is undefined somewhere: a division by zero, or a number that is too large.
    pub is_undefined: bool,
    /// Number of positions of the scope where the claim holds.
    pub held_count: usize,
}

/// Evaluates the claim at all positions with numbers up to `max_number`.
pub fn compare_with_facts(claim: &Claim, facts: &Facts, max_number: i64) -> ClaimResult {
    let mut result = ClaimResult::default();
    for at in facts.in_order().into_iter().filter(|at| at.iter().all(|&n| n <= max_number)) {
        match claim.holds(&at, facts, max_number) {
            Ok(Some(true)) => result.held_count += 1,
            Ok(Some(false)) => {
                result.counterexample.get_or_insert(at);
            }
            Ok(None) => {}
            Err(Stop::Silent) => result.silent.push(at),
            Err(Stop::Bad) => result.is_undefined = true,
            Err(Stop::Unknown) => {}
        }
    }
    result
}

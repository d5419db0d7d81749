//! Translates claims about games with symbolic parameters (letters), for proofs for all their values.

use super::Claim;
use super::formulas::closed;
use crate::logic::formula::{Divisor, Formula, Linear, Variable};
use crate::logic::translate::{Meaning, Translator, always};
use crate::syntax::claim::{Component, LookupKind};
use crate::syntax::code::Code;
use crate::syntax::parse;
use crate::syntax::token::Tokens;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Outcome, Result};

/// The content of a claim for all values of the symbolic parameters, by which its formulas can divide.
#[derive(Clone, Debug, PartialEq)]
pub struct Parametric {
    /// Whether the claim is about values. The variable of the value comes after the parameters.
    pub values: bool,
    /// The condition on the symbolic parameters.
    pub condition: Formula,
    /// The relations of the claim.
    ///
    /// A claim about values has one relation: the positions with their values. A claim about outcomes has one relation:
    /// the positions that are lost for the player to move. In a partizan game it has two: the positions that Left loses
    /// moving first, then those that Right loses moving first.
    pub relations: Vec<Formula>,
    /// The outcomes that the claim characterises in a partizan game, with their conditions; otherwise empty.
    pub classes: Vec<(Outcome, Formula)>,
    /// The clauses of a claim about values, if there are several; otherwise empty.
    pub parts: Vec<ValuedComponent>,
}

/// One clause of a claim about values.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedComponent {
    /// The scope of the clause.
    pub scope: Formula,
    /// The relation between a position in the scope and its value.
    pub value: Formula,
}

impl Claim {
    /// Returns the content of the claim for all values of its symbolic parameters.
    ///
    /// For an impartial game, the claim must be `P iff ...` or `N iff ...`, or give values in one or several clauses.
    /// For a partizan game, it must characterise at least three outcomes. The result is `None` for other claims.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas cannot express.
    pub fn lettered(&self, partizan: bool) -> Result<Option<Parametric>> {
        let claim = Claim { letters: true, ..self.clone() };
        if partizan { claim.partizan_letters() } else { claim.read_letters() }
    }

    /// Handles `P iff ..., N iff ..., L iff ...` for a partizan game.
    ///
    /// The claim must give at least three outcomes; the fourth applies to all other positions.
    fn partizan_letters(&self) -> Result<Option<Parametric>> {
        if !self.is_of_positions() || self.has_quantifiers() {
            return Ok(None);
        }
        let [part] = &self.parts[..] else { return Ok(None) };
        let condition = match &part.scope {
            Some(scope) if self.game_asked(scope).next().is_some() => return Ok(None),
            Some(scope) => self.scope(scope)?,
            None => Some(always()),
        };
        let Some(condition) = condition else { return Ok(None) };
        let mut classes: Vec<(Outcome, Formula)> = vec![];
        for statement in &part.statements {
            let Some(right) = &statement.right else { return Ok(None) };
            let asked = self.asked_by(&statement.left).filter(|asked| asked.is_own());
            let Some(LookupKind::Outcome(outcome)) = asked.map(|asked| &asked.what) else { return Ok(None) };
            if self.game_asked(right).next().is_some() || classes.iter().any(|(known, _)| known == outcome) {
                return Ok(None);
            }
            let Some(holds) = self.scope(right)? else { return Ok(None) };
            classes.push((*outcome, holds));
        }
        if classes.len() < 3 {
            return Ok(None);
        }
        let is = |outcome: Outcome| {
            let known = classes.iter().find(|(known, _)| *known == outcome).map(|(_, holds)| holds.clone());
            let others = || Formula::Any(classes.iter().map(|(_, holds)| holds.clone()).collect());
            known.unwrap_or_else(|| others().not())
        };
        let relations = vec![
            Formula::Any(vec![is(Outcome::P), is(Outcome::R)]),
            Formula::Any(vec![is(Outcome::P), is(Outcome::L)]),
        ];
        Ok(Some(Parametric { values: false, condition, relations, classes, parts: vec![] }))
    }

    /// Handles claims about an impartial game.
    fn read_letters(&self) -> Result<Option<Parametric>> {
        let values = self.has_values();
        let own = self.asked.iter().all(|asked| match asked.what {
            LookupKind::Value => values && asked.is_own(),
            LookupKind::Outcome(_) => !values && asked.is_own(),
            LookupKind::List(_) => true,
            LookupKind::Automaton(_) | LookupKind::Quantified(_) => false,
        });
        if !own || !self.is_of_positions() || self.parts.iter().any(|part| part.statements.len() != 1) {
            return Ok(None);
        }
        let asks = |part: &Component| part.scope.as_ref().is_some_and(|scope| self.game_asked(scope).next().is_some());
        if self.parts.iter().any(asks) {
            return Ok(None);
        }
        if let [part] = &self.parts[..] {
            let condition = match &part.scope {
                Some(scope) => self.scope(scope)?,
                None => Some(always()),
            };
            let Some(condition) = condition else { return Ok(None) };
            let part = Component { scope: None, ..part.clone() };
            let statement = &part.statements[0];
            if !values && statement.right.is_none() {
                return Ok(None);
            }
            let relation = if values { self.valued(statement, &part)? } else { self.lost(statement, &part)? };
            let lettered =
                |relation| Parametric { values, condition, relations: vec![relation], classes: vec![], parts: vec![] };
            return Ok(relation.map(lettered));
        }
        if !values {
            return Ok(None);
        }
        let mut parts = vec![];
        for part in &self.parts {
            let scope = match &part.scope {
                Some(scope) => self.scope(scope)?,
                None => Some(always()),
            };
            let value = self.valued(&part.statements[0], &Component { scope: None, ..part.clone() })?;
            let (Some(scope), Some(value)) = (scope, value) else { return Ok(None) };
            parts.push(ValuedComponent { scope, value });
        }
        let ways = parts.iter().map(|part| Formula::All(vec![part.scope.clone(), part.value.clone()]));
        let relation = Formula::Any(ways.collect());
        let condition = match &self.implied {
            Some((_, implied)) => self.scope(implied)?,
            None => Some(always()),
        };
        let relations = vec![relation];
        Ok(condition.map(|condition| Parametric { values, condition, relations, classes: vec![], parts }))
    }

    /// Translates a scope to a formula; `None` if the scope can be undefined.
    fn scope(&self, scope: &Code) -> Result<Option<Formula>> {
        let mut translator = self.translator();
        self.places(&mut translator, &[scope], &mut |_, _, _| Ok(Meaning::Truth(always())), 0)?;
        let (truth, speaks) = translator.spoken(scope)?;
        Ok((speaks == always()).then(|| closed(translator, vec![truth])))
    }
}

/// Parses a sum of parameters with these names, such as `2*k+1`.
///
/// # Errors
/// `syntax` with the span; `unsupported` for other expressions.
///
/// ```
/// let names = ["n".to_string(), "k".to_string()];
/// let sum = grundy_rulelang::claims::sum("2*k+1", &names).unwrap();
/// assert_eq!(sum.eval(&[0, 5]), Some(11));
/// assert!(grundy_rulelang::claims::sum("k*n", &names).is_err());
/// ```
pub fn sum(text: &str, names: &[String]) -> Result<Linear> {
    let Divisor { sum, divisions } = divisor(text, names)?;
    match divisions.is_empty() {
        true => Ok(sum),
        false => Err(Error::new(ErrorKind::Unsupported, text!("this is not a sum of letters")).at(0..text.len())),
    }
}

/// Parses a sum of parameters and of remainders and quotients of such sums, such as `a+2*b-b%a`.
///
/// # Errors
/// `syntax` with the span; `unsupported` for other expressions.
///
/// ```
/// let names = ["n".to_string(), "a".to_string(), "b".to_string()];
/// let divisor = grundy_rulelang::claims::divisor("2*b + a - b%a", &names).unwrap();
/// assert_eq!(divisor.written(&names), "a+2*b-(b%a)");
/// ```
pub fn divisor(text: &str, names: &[String]) -> Result<Divisor> {
    let mut input = Tokens::of_claim(text)?;
    let code = parse::sum(&mut input, names)?;
    let places = (0..names.len() as Variable).map(|v| Meaning::Number(Linear::variable(v))).collect();
    let mut translator = Translator { letters: true, ..Translator::new(places, names.len() as Variable) };
    let none = || Error::new(ErrorKind::Unsupported, text!("this is not a sum of letters")).at(code.span());
    let cases = translator.number(&code)?;
    let [case] = &cases[..] else { return Err(none()) };
    let division = |one: &Formula| match one {
        Formula::Divided(division) => Some((**division).clone()),
        _ => None,
    };
    let divisions: Option<Vec<_>> = translator.definitions.iter().map(division).collect();
    match divisions.filter(|_| case.is_whole()) {
        Some(divisions) => Ok(Divisor { sum: case.value.clone(), divisions }),
        None => Err(none()),
    }
}

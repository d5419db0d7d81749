//! Translates claims about games with symbolic parameters, for proofs that cover all parameter values.
//!
//! A symbolic parameter is a letter in the name of a game, such as `l` and `r` in `take[l..r]`.

use super::Claim;
use super::formulas::exists_added;
use crate::logic::formula::{Divisor, Formula, Linear, Variable};
use crate::logic::translate::{Meaning, Translator, always};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Outcome, Result};
use grundy_syntax::claim::{LookupKind, ScopedStatements};
use grundy_syntax::code::Code;
use grundy_syntax::parse;
use grundy_syntax::token::Tokens;

/// The content of a claim about a game with symbolic parameters.
///
/// The formulas can divide by these parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Parametric {
    /// Whether the claim is about Grundy values.
    ///
    /// The variable of the value has the first index after the parameters.
    pub values: bool,
    /// The condition on the symbolic parameters.
    pub condition: Formula,
    /// The relations of the claim.
    ///
    /// - A claim about values has one relation: the pairs of a position and its value.
    /// - A claim about the outcomes of an impartial game has one relation: the P-positions.
    /// - A claim about the outcomes of a partizan game has two relations: the positions that Left loses moving first,
    ///   then those that Right loses moving first.
    pub relations: Vec<Formula>,
    /// The outcomes that the claim characterises in a partizan game, with their conditions.
    ///
    /// The list is empty for other games.
    pub classes: Vec<(Outcome, Formula)>,
    /// The clauses of a claim about values, if there are several; otherwise empty.
    pub clauses: Vec<ValueClause>,
}

/// One clause of a claim about values.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueClause {
    /// The scope of the clause.
    pub scope: Formula,
    /// The relation between a position in the scope and its value.
    pub value: Formula,
}

impl Claim {
    /// Returns the content of the claim for all values of its symbolic parameters.
    ///
    /// Returns `None` for unsuitable claims. For an impartial game, the claim must be `P iff ...` or `N iff ...`, or
    /// must give values in one or several clauses. For a partizan game, it must characterise at least three outcomes.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas cannot express.
    pub fn to_parametric(&self, partizan: bool) -> Result<Option<Parametric>> {
        let claim = Claim { symbolic_divisors: true, ..self.clone() };
        if partizan { claim.partizan_parametric() } else { claim.impartial_parametric() }
    }

    /// Translates a claim such as `P iff ..., N iff ..., L iff ...` about a partizan game.
    ///
    /// The claim must characterise at least three outcomes; the fourth outcome applies to all other positions.
    fn partizan_parametric(&self) -> Result<Option<Parametric>> {
        if !self.is_of_positions() || self.looks_up_many_positions() {
            return Ok(None);
        }
        let [clause] = &self.clauses[..] else { return Ok(None) };
        let condition = match &clause.scope {
            Some(scope) if self.position_lookups(scope).next().is_some() => return Ok(None),
            Some(scope) => self.translate_scope(scope)?,
            None => Some(always()),
        };
        let Some(condition) = condition else { return Ok(None) };
        let mut classes: Vec<(Outcome, Formula)> = vec![];
        for statement in &clause.statements {
            let Some(right) = &statement.right else { return Ok(None) };
            let lookup = self.as_lookup(&statement.left).filter(|lookup| lookup.is_current_position());
            let Some(LookupKind::Outcome(outcome)) = lookup.map(|lookup| &lookup.kind) else { return Ok(None) };
            if self.position_lookups(right).next().is_some() || classes.iter().any(|(known, _)| known == outcome) {
                return Ok(None);
            }
            let Some(holds) = self.translate_scope(right)? else { return Ok(None) };
            classes.push((*outcome, holds));
        }
        if classes.len() < 3 {
            return Ok(None);
        }
        let outcome_formula = |outcome: Outcome| {
            let known = classes.iter().find(|(known, _)| *known == outcome).map(|(_, holds)| holds.clone());
            let others = || Formula::Any(classes.iter().map(|(_, holds)| holds.clone()).collect());
            known.unwrap_or_else(|| others().not())
        };
        let relations = vec![
            Formula::Any(vec![outcome_formula(Outcome::P), outcome_formula(Outcome::R)]),
            Formula::Any(vec![outcome_formula(Outcome::P), outcome_formula(Outcome::L)]),
        ];
        Ok(Some(Parametric { values: false, condition, relations, classes, clauses: vec![] }))
    }

    /// Translates a claim about an impartial game.
    fn impartial_parametric(&self) -> Result<Option<Parametric>> {
        let values = self.has_values();
        let only_current = self.lookups.iter().all(|lookup| match lookup.kind {
            LookupKind::Value => values && lookup.is_current_position(),
            LookupKind::Outcome(_) => !values && lookup.is_current_position(),
            LookupKind::List(_) => true,
            LookupKind::Automaton(_) | LookupKind::Quantified(_) | LookupKind::Mex => false,
        });
        if !only_current || !self.is_of_positions() || self.clauses.iter().any(|clause| clause.statements.len() != 1) {
            return Ok(None);
        }
        let scope_looks_up = |clause: &ScopedStatements| {
            clause.scope.as_ref().is_some_and(|scope| self.position_lookups(scope).next().is_some())
        };
        if self.clauses.iter().any(scope_looks_up) {
            return Ok(None);
        }
        if let [clause] = &self.clauses[..] {
            let condition = match &clause.scope {
                Some(scope) => self.translate_scope(scope)?,
                None => Some(always()),
            };
            let Some(condition) = condition else { return Ok(None) };
            let clause = ScopedStatements { scope: None, ..clause.clone() };
            let statement = &clause.statements[0];
            if !values && statement.right.is_none() {
                return Ok(None);
            }
            let relation = if values {
                self.positions_with_values(statement, &clause)?
            } else {
                self.p_positions(statement, &clause)?
            };
            let parametric = |relation| Parametric {
                values,
                condition,
                relations: vec![relation],
                classes: vec![],
                clauses: vec![],
            };
            return Ok(relation.map(parametric));
        }
        if !values {
            return Ok(None);
        }
        let mut clauses = vec![];
        for clause in &self.clauses {
            let scope = match &clause.scope {
                Some(scope) => self.translate_scope(scope)?,
                None => Some(always()),
            };
            let value =
                self.positions_with_values(&clause.statements[0], &ScopedStatements { scope: None, ..clause.clone() })?;
            let (Some(scope), Some(value)) = (scope, value) else { return Ok(None) };
            clauses.push(ValueClause { scope, value });
        }
        let formula = |clause: &ValueClause| Formula::All(vec![clause.scope.clone(), clause.value.clone()]);
        let relation = Formula::Any(clauses.iter().map(formula).collect());
        let condition = match &self.implied {
            Some((_, implied)) => self.translate_scope(implied)?,
            None => Some(always()),
        };
        let relations = vec![relation];
        Ok(condition.map(|condition| Parametric { values, condition, relations, classes: vec![], clauses }))
    }

    /// Translates a scope or another condition to a formula; `None` if the condition can be undefined.
    fn translate_scope(&self, scope: &Code) -> Result<Option<Formula>> {
        let mut translator = self.translator();
        self.add_meanings(&mut translator, &[scope], &mut |_, _, _| Ok(Meaning::Truth(always())), 0)?;
        let (truth, domain) = translator.truth_and_domain(scope)?;
        Ok((domain == always()).then(|| exists_added(translator, vec![truth])))
    }
}

/// Parses a linear expression in the parameters with these names, such as `2*k+1`.
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
        false => Err(Error::new(ErrorKind::Unsupported, text!("this expression is not a sum of multiples of letters"))
            .at(0..text.len())),
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
/// assert_eq!(divisor.to_text(&names), "a+2*b-(b%a)");
/// ```
pub fn divisor(text: &str, names: &[String]) -> Result<Divisor> {
    let mut input = Tokens::for_claim(text)?;
    let code = parse::sum(&mut input, names)?;
    let meanings = (0..names.len() as Variable).map(|v| Meaning::Number(Linear::variable(v))).collect();
    let mut translator = Translator { symbolic_divisors: true, ..Translator::new(meanings, names.len() as Variable) };
    let not_a_sum = || {
        Error::new(ErrorKind::Unsupported, text!("this expression is not a sum of multiples of letters"))
            .at(code.span())
    };
    let cases = translator.number(&code)?;
    let [case] = &cases[..] else { return Err(not_a_sum()) };
    let division = |one: &Formula| match one {
        Formula::Divided(division) => Some((**division).clone()),
        _ => None,
    };
    let divisions: Option<Vec<_>> = translator.definitions.iter().map(division).collect();
    match divisions.filter(|_| case.is_unconditional()) {
        Some(divisions) => Ok(Divisor { sum: case.value.clone(), divisions }),
        None => Err(not_a_sum()),
    }
}

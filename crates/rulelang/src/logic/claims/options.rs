//! Recognises claims that state the definition of outcomes or values: the options of a position are listed.
//!
//! Examples are `P(n) iff N(n-a) and N(n-b)` and `G(n) = mex(G(n-1)..G(n-k))`. Such a claim holds in every game in
//! which the listed positions are exactly the options.

use super::Claim;
use crate::logic::formula::{Formula, Linear};
use crate::logic::translate::{Meaning, Translator, always, and, is_nonnegative};
use grundy_rules::{Outcome, Result};
use grundy_syntax::claim::{Lookup, LookupKind, ScopedStatements, Statement};
use grundy_syntax::code::{Code, Op};
use grundy_syntax::operator::{Binary, Unary};

/// Consecutive positions: one position, or all positions between two that differ in one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpan {
    /// The parameters of the first position.
    pub first: Vec<Linear>,
    /// The parameters of the last position.
    ///
    /// The parameter that varies may be smaller than in the first position.
    pub last: Vec<Linear>,
}

impl OptionSpan {
    /// Returns the condition that the positions exist: no parameter is negative.
    pub fn exists(&self) -> Formula {
        are_natural(self.first.iter().chain(&self.last))
    }

    /// Returns the condition that a position is in the span.
    pub fn contains(&self, position: &[Linear]) -> Formula {
        let ends = self.first.iter().zip(&self.last);
        let is_inside = ends.zip(position).map(|((first, last), x)| match first == last {
            true => Formula::equal(first, x),
            false => {
                let between = |low: &Linear, high: &Linear| {
                    Formula::All(vec![Formula::at_most(low, x), Formula::at_most(x, high)])
                };
                Formula::Any(vec![between(first, last), between(last, first)])
            }
        });
        Formula::All(is_inside.collect())
    }
}

/// A statement that the outcome or value of a position follows from those of the listed positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsStatement {
    /// Whether the statement is about Grundy values.
    pub values: bool,
    /// The condition under which the statement is made.
    ///
    /// It contains the definitions of the variables beyond those of the claim.
    pub scope: Formula,
    /// The parameters of the position.
    pub position: Vec<Linear>,
    /// The listed positions.
    ///
    /// The list is empty if the statement gives the result of a position without moves.
    pub options: Vec<OptionSpan>,
}

impl OptionsStatement {
    /// Returns the condition that the position and all listed positions exist.
    ///
    /// If some of them do not exist, the statement may be silent.
    pub fn all_exist(&self) -> Formula {
        let options = self.options.iter().map(OptionSpan::exists);
        options.fold(are_natural(self.position.iter()), and)
    }
}

fn are_natural<'l>(numbers: impl Iterator<Item = &'l Linear>) -> Formula {
    numbers.filter(|number| !number.is_natural()).map(is_nonnegative).fold(always(), and)
}

/// A condition on outcomes of positions: all of them are N-positions, or some of them is a P-position.
struct OutcomeList<'c> {
    all_n: bool,
    lookups: Vec<&'c Lookup>,
}

impl Claim {
    /// Returns the claim as statements that list the options of positions.
    ///
    /// Returns `None` for all other claims.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas cannot express.
    ///
    /// ```
    /// use grundy_rulelang::claims::Claim;
    /// let rules = grundy_games::parse_rules("take[a,b]").unwrap();
    /// let statements = |text| Claim::parse(text, &rules).unwrap().options_statements().unwrap();
    /// let statement = &statements("P(n) iff N(n-a) and N(n-b) for n >= b").unwrap()[0];
    /// assert_eq!((statement.values, statement.options.len()), (false, 2));
    /// assert_eq!(statements("P iff n == 0"), None);
    /// ```
    pub fn options_statements(&self) -> Result<Option<Vec<OptionsStatement>>> {
        let mut list = vec![];
        for clause in &self.clauses {
            if clause.scope.as_ref().is_some_and(|scope| self.position_lookups(scope).next().is_some()) {
                return Ok(None);
            }
            for statement in &clause.statements {
                let Some(statement) = self.options_statement(statement, clause)? else { return Ok(None) };
                list.push(statement);
            }
        }
        Ok(Some(list))
    }

    fn options_statement(&self, statement: &Statement, clause: &ScopedStatements) -> Result<Option<OptionsStatement>> {
        let Some((values, position, options)) = self.listed_lookups(statement) else { return Ok(None) };
        let mut translator = self.translator();
        let (position, options) = match self.translate_spans(&mut translator, position, &options)? {
            Some(spans) => spans,
            None => return Ok(None),
        };
        let mut facts = vec![];
        if let Some(scope) = &clause.scope {
            self.add_meanings(&mut translator, &[scope], &mut |_, _, _| Ok(Meaning::Truth(always())), 0)?;
            let (truth, domain) = translator.truth_and_domain(scope)?;
            facts.extend([domain, truth]);
        }
        facts.extend(translator.definitions);
        facts.retain(|fact| *fact != always());
        Ok(Some(OptionsStatement { values, scope: Formula::All(facts), position, options }))
    }

    /// Returns whether a statement is about values, and its look-ups.
    ///
    /// These are the look-up of the position and those of its options.
    fn listed_lookups<'c>(&'c self, statement: &'c Statement) -> Option<(bool, &'c Lookup, Vec<&'c Lookup>)> {
        if let (None, Some((Binary::Equal, left, right))) = (&statement.right, statement.left.operands()) {
            let single = |code: &Code| self.as_lookup(code).filter(|lookup| lookup.kind == LookupKind::Value);
            let sides = [(&left, &right), (&right, &left)];
            return sides.into_iter().find_map(|(one, other)| Some((true, single(one)?, self.mex_lookups(other)?)));
        }
        let left = self.outcome_list(&statement.left)?;
        let Some(right) = &statement.right else {
            // The statement says that a single position is a P-position.
            return match &left.lookups[..] {
                [one] if !left.all_n => Some((false, one, vec![])),
                _ => None,
            };
        };
        let right = self.outcome_list(right)?;
        match (&left.lookups[..], &right.lookups[..]) {
            _ if left.all_n == right.all_n => None,
            // Of two single positions, the current one is the one whose options are listed.
            ([one], [other]) if other.is_current_position() => Some((false, other, vec![one])),
            ([one], _) => Some((false, one, right.lookups)),
            (_, [one]) => Some((false, one, left.lookups)),
            _ => None,
        }
    }

    /// Returns the look-ups in a `mex` of values; none if the expression is 0, the mex of an empty list.
    fn mex_lookups(&self, code: &Code) -> Option<Vec<&Lookup>> {
        if code.constant() == Some(0) {
            return Some(vec![]);
        }
        if let Some(lookup) = self.as_lookup(code) {
            return (lookup.kind == LookupKind::Mex).then(|| vec![lookup]);
        }
        let (Op::Mex(_), rest) = code.ops().split_last()? else { return None };
        let value = |op: &Op| match op {
            Op::Variable(v) => {
                let lookup = self.lookups.get((*v as usize).checked_sub(self.arity())?)?;
                (lookup.kind == LookupKind::Value).then_some(lookup)
            }
            _ => None,
        };
        rest.iter().map(value).collect()
    }

    /// Returns the look-ups of a condition of outcomes.
    ///
    /// The outcomes are joined by `and`, or by `or`, and `not`.
    fn outcome_list<'c>(&'c self, code: &Code) -> Option<OutcomeList<'c>> {
        let (mut lookups, mut all_n) = (vec![], None);
        let mut pending = vec![(code.clone(), false)];
        while let Some((code, negated)) = pending.pop() {
            if let Some(lookup) = self.as_lookup(&code) {
                let is_n = match lookup.kind {
                    LookupKind::Outcome(Outcome::N) => !negated,
                    LookupKind::Outcome(Outcome::P) => negated,
                    _ => return None,
                };
                if *all_n.get_or_insert(is_n) != is_n {
                    return None;
                }
                lookups.push(lookup);
                continue;
            }
            if let Some(inner) = code.without_last(Op::Unary(Unary::Not)) {
                pending.push((inner, !negated));
                continue;
            }
            // Under a negation, `and` and `or` change places.
            let (op, left, right) = code.operands()?;
            let joins_n = match op {
                Binary::Both => !negated,
                Binary::Either => negated,
                _ => return None,
            };
            if *all_n.get_or_insert(joins_n) != joins_n {
                return None;
            }
            pending.extend([(right, negated), (left, negated)]);
        }
        Some(OutcomeList { all_n: all_n?, lookups })
    }

    /// Translates the arguments of look-ups; `None` if an argument has several cases.
    fn translate_spans(
        &self,
        translator: &mut Translator,
        position: &Lookup,
        options: &[&Lookup],
    ) -> Result<Option<(Vec<Linear>, Vec<OptionSpan>)>> {
        let mut translate = |list: &[Code]| -> Result<Option<Vec<Linear>>> {
            let mut numbers = vec![];
            for code in list {
                if code.uses_from(self.arity() as u32) {
                    return Ok(None);
                }
                match &translator.number(code)?[..] {
                    [case] if case.is_unconditional() => numbers.push(case.value.clone()),
                    _ => return Ok(None),
                }
            }
            Ok(Some(numbers))
        };
        let Some(position) = translate(&position.of)? else { return Ok(None) };
        let mut spans = vec![];
        for lookup in options {
            let length = position.len().max(1);
            let ends = if lookup.kind == LookupKind::Mex { 2 * length } else { length };
            for of in lookup.of.chunks_exact(ends) {
                let (first, last) = of.split_at(length);
                let Some(first) = translate(first)? else { return Ok(None) };
                let last = match last {
                    [] => first.clone(),
                    last => match translate(last)? {
                        Some(last) => last,
                        None => return Ok(None),
                    },
                };
                spans.push(OptionSpan { first, last });
            }
        }
        Ok(Some((position, spans)))
    }
}

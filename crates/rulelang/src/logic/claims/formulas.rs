//! Translates claims to formulas: where they fail, where they are silent, what they characterise.
//!
//! A claim is proved if it never fails and is never silent, that is, if the formulas that [`Claim::violations`] and
//! [`Claim::silences`] return are all unsatisfiable.

use super::Claim;
use crate::logic::formula::{Formula, Linear, Variable};
use crate::logic::translate::{Meaning, Translator, always, and};
use grundy_lang::text;
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Outcome, Result};
use grundy_syntax::automaton::Automaton;
use grundy_syntax::claim::{Lookup, LookupKind, Quantified, ScopedStatements, Statement};
use grundy_syntax::code::{Code, Op};
use grundy_syntax::operator::Binary;

/// The relations through which formulas about a claim refer to the results of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownRelations {
    /// Relation 0: the P-positions; all others are N-positions.
    Lost,
    /// Relations 0 to 3: the positions with the outcomes P, N, L, R.
    Outcomes,
    /// Relation 0: the pairs of a position and its value.
    Values,
}

impl KnownRelations {
    /// Returns the number of these relations; the automata of the claim have the next indices, in order.
    pub fn relations(self) -> usize {
        if self == KnownRelations::Outcomes { 4 } else { 1 }
    }
}

/// A condition as two formulas: `truth` holds where it is true, and `domain` where it is defined.
struct PartialCondition {
    truth: Formula,
    domain: Formula,
}

/// A translated clause of a claim.
///
/// A statement consists of a left side and, if it is an `iff`, a right side.
struct TranslatedClause {
    scope: PartialCondition,
    statements: Vec<(PartialCondition, Option<PartialCondition>)>,
}

impl Claim {
    /// Returns the relation that the claim characterises; `None` for claims that characterise none.
    ///
    /// For claims about outcomes, the relation is the set of P-positions; their parameters are the first variables. For
    /// claims about values, the relation is the set of pairs of a position and its value; the value is the next
    /// variable. The result is `None`, for example, for claims that compare two positions. The relations to which the
    /// formula refers are the automata of the claim, from index 0.
    ///
    /// The flag is `true` if the claim is equivalent to the relation. Otherwise the claim has scopes or several
    /// statements, or looks up other positions, and the relation is only a guess.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas cannot express.
    pub fn relation(&self) -> Result<Option<(Formula, bool)>> {
        let values = self.has_values();
        if values && self.has_outcomes() {
            return Ok(None);
        }
        let mut alternatives = vec![];
        for clause in &self.clauses {
            // A scope that looks up positions cannot be part of the relation.
            if clause.scope.as_ref().is_some_and(|scope| self.position_lookups(scope).next().is_some()) {
                return Ok(None);
            }
            for statement in &clause.statements {
                let formula = if values {
                    self.positions_with_values(statement, clause)?
                } else {
                    self.p_positions(statement, clause)?
                };
                let Some(formula) = formula else { return Ok(None) };
                alternatives.push(formula);
            }
        }
        let exact = self.lookups.iter().filter(|lookup| lookup.is_of_game()).all(Lookup::is_current_position)
            && self.is_of_positions()
            && alternatives.len() == 1
            && self.clauses.iter().all(|clause| clause.scope.is_none());
        Ok(Some((if alternatives.len() == 1 { alternatives.remove(0) } else { Formula::Any(alternatives) }, exact)))
    }

    /// Returns the look-ups of positions in an expression, including quantifiers that look up positions.
    pub(super) fn position_lookups<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = &'a Lookup> {
        let used = self.lookups.iter().enumerate().filter(|(k, _)| code.uses((self.arity() + k) as u32));
        used.map(|(_, lookup)| lookup).filter(|lookup| lookup.is_of_game())
    }

    /// Returns the P-positions that a statement such as `P iff ...` or `P(0)` defines.
    ///
    /// Returns `None` if the statement defines none.
    pub(super) fn p_positions(&self, statement: &Statement, clause: &ScopedStatements) -> Result<Option<Formula>> {
        let (quantity, condition) = match (&statement.left, &statement.right) {
            (left, None) => (left, None),
            (left, Some(right)) if self.as_lookup(left).is_some() => (left, Some(right)),
            (left, Some(right)) => (right, Some(left)),
        };
        let Some(Lookup { kind: LookupKind::Outcome(outcome @ (Outcome::P | Outcome::N)), of }) =
            self.as_lookup(quantity)
        else {
            return Ok(None);
        };
        if condition.is_some_and(|condition| self.position_lookups(condition).next().is_some()) {
            return Ok(None);
        }
        let codes: Vec<&Code> = condition.into_iter().chain(&clause.scope).collect();
        let (mut translator, mut facts) =
            self.position_translator(of, &codes, &mut |_, _, _| Ok(Meaning::Truth(always())))?;
        let mut holds = always();
        if let Some(condition) = condition {
            let (truth, domain) = translator.truth_and_domain(condition)?;
            if domain != always() {
                return Ok(None);
            }
            holds = truth;
        }
        facts.push(if *outcome == Outcome::N { holds.not() } else { holds });
        self.in_scope(translator, facts, clause)
    }

    /// Returns the pairs of a position and its value that a statement defines; `None` if it defines none.
    ///
    /// Examples are `G(n) == n % 3`, `G(2n) = n` and `G(0) = 1`.
    pub(super) fn positions_with_values(
        &self,
        statement: &Statement,
        clause: &ScopedStatements,
    ) -> Result<Option<Formula>> {
        let codes: Vec<&Code> = std::iter::once(&statement.left).chain(&statement.right).collect();
        let mut lookup = codes.iter().flat_map(|code| self.position_lookups(code));
        let Some(Lookup { kind: LookupKind::Value, of }) = lookup.next() else { return Ok(None) };
        let is_same_value = |other: &Lookup| {
            other.kind == LookupKind::Value && other.of.iter().zip(of).all(|(a, b)| a.ops() == b.ops())
        };
        if !lookup.all(is_same_value) {
            return Ok(None);
        }
        let value = Linear::variable(self.parameters() as Variable);
        let all: Vec<&Code> = codes.iter().copied().chain(&clause.scope).collect();
        let (mut translator, mut facts) =
            self.position_translator(of, &all, &mut |_, _, _| Ok(Meaning::Number(value.clone())))?;
        let (left, domain) = translator.truth_and_domain(&statement.left)?;
        let (right, right_domain) = match &statement.right {
            Some(right) => translator.truth_and_domain(right)?,
            None => (always(), always()),
        };
        if and(domain, right_domain) != always() {
            return Ok(None);
        }
        facts.push(equivalence(left, right));
        self.in_scope(translator, facts, clause)
    }

    /// Returns a translator whose variables 0, 1, ... are the parameters of the position that is looked up.
    ///
    /// If `of` is not the current position, the variables of the claim become new variables, and the returned
    /// formulas relate them to the position. `game` translates the look-ups in the expressions `codes`.
    fn position_translator(
        &self,
        of: &[Code],
        codes: &[&Code],
        game: LookupTranslator<'_>,
    ) -> Result<(Translator, Vec<Formula>)> {
        let mut translator = self.translator();
        let mut facts = vec![];
        let is_current = of.iter().enumerate().all(|(k, code)| code.as_variable() == Some(k as u32));
        if !is_current || !self.is_of_positions() {
            for index in 0..self.arity() {
                let fresh = translator.add_variable();
                translator.meanings[index] = Meaning::Number(fresh);
            }
            let mut lists = vec![];
            for code in of {
                lists.push(translator.number(code)?);
            }
            let span_code = of.first().cloned().unwrap_or_default();
            let equal = |values: &[Linear]| {
                let pairs = (0..).zip(values);
                Formula::All(pairs.map(|(v, value)| Formula::equal(&Linear::variable(v), value)).collect())
            };
            let cases = Translator::combine_cases(&lists, &span_code)?;
            facts.push(Formula::Any(cases.iter().map(|(when, values)| and(when.clone(), equal(values))).collect()));
        }
        self.add_meanings(&mut translator, codes, game, 0)?;
        Ok((translator, facts))
    }

    /// Adds the scope of a clause to the facts and quantifies the new variables.
    ///
    /// The result is `None` if the scope can be undefined.
    fn in_scope(
        &self,
        mut translator: Translator,
        mut facts: Vec<Formula>,
        clause: &ScopedStatements,
    ) -> Result<Option<Formula>> {
        if let Some(scope) = &clause.scope {
            let (truth, domain) = translator.truth_and_domain(scope)?;
            if domain != always() {
                return Ok(None);
            }
            facts.push(truth);
        }
        Ok(Some(exists_added(translator, facts)))
    }

    /// Returns formulas over the parameters that describe where the claim fails.
    ///
    /// Each formula describes where one statement is false while all scopes and statements up to it are defined. The
    /// claim fails exactly where one of the formulas holds. It fails nowhere if none of them can be satisfied.
    ///
    /// # Errors
    /// `unsupported` for expressions that formulas cannot express, and for quantities that `known` does not include.
    pub fn violations(&self, known: KnownRelations) -> Result<Vec<Formula>> {
        let mut list = vec![];
        for last in 0..self.clauses.len() {
            for end in 0..self.clauses[last].statements.len() {
                // The formula requires that the earlier statements are defined; the later ones do not matter.
                let (translator, clauses) = self.translate_clauses(known, last, Some(end))?;
                let mut before = vec![];
                for (index, clause) in clauses.iter().enumerate() {
                    before.push(clause.scope.domain.clone());
                    let in_scope = clause.scope.truth.clone();
                    let count = clause.statements.len();
                    let mut domains = always();
                    for (k, (left, right)) in clause.statements.iter().enumerate() {
                        domains = and(domains, left.domain.clone());
                        domains = and(domains, right.as_ref().map_or_else(always, |right| right.domain.clone()));
                        if (index, k + 1) != (last, count) {
                            continue;
                        }
                        before.push(in_scope.clone());
                        before.push(domains.clone());
                        let (left, right) = (&left.truth, right.as_ref().map(|right| &right.truth));
                        let wrong = match right {
                            None => vec![vec![left.clone().not()]],
                            // An equivalence gives two formulas: each has a smaller automaton than their disjunction.
                            Some(right) => {
                                vec![vec![left.clone(), right.clone().not()], vec![left.clone().not(), right.clone()]]
                            }
                        };
                        for wrong in wrong {
                            list.push(exists_added(translator.clone(), [&before[..], &wrong[..]].concat()));
                        }
                    }
                    if index < last && domains != always() {
                        before.push(Formula::Any(vec![in_scope.not(), domains]));
                    }
                }
            }
        }
        Ok(list)
    }

    /// Returns formulas that describe where the claim is silent.
    ///
    /// If the claim fails nowhere, it is silent exactly where one of the formulas holds.
    ///
    /// # Errors
    /// As [`Claim::violations`].
    pub fn silences(&self, known: KnownRelations) -> Result<Vec<Formula>> {
        let (translator, clauses) = self.translate_clauses(known, usize::MAX, None)?;
        let mut list = vec![];
        for clause in clauses {
            if clause.scope.domain != always() {
                list.push(exists_added(translator.clone(), vec![clause.scope.domain.clone().not()]));
            }
            for statement in clause.statements.into_iter().flat_map(|(left, right)| std::iter::once(left).chain(right))
            {
                if statement.domain != always() {
                    let silent = vec![clause.scope.domain.clone(), clause.scope.truth.clone(), statement.domain.not()];
                    list.push(exists_added(translator.clone(), silent));
                }
            }
        }
        Ok(list)
    }

    /// Returns a formula that describes where the claim makes a statement.
    ///
    /// The formula is correct if the claim fails nowhere. It is the empty conjunction if the form of the claim shows
    /// that the claim makes a statement everywhere.
    ///
    /// # Errors
    /// As [`Claim::violations`].
    pub fn coverage(&self, known: KnownRelations) -> Result<Formula> {
        let (translator, clauses) = self.translate_clauses(known, usize::MAX, None)?;
        let (mut all, mut scopes) = (vec![], vec![]);
        for clause in clauses {
            all.push(clause.scope.domain.clone());
            let mut domains = always();
            for one in clause.statements.into_iter().flat_map(|(left, right)| std::iter::once(left).chain(right)) {
                domains = and(domains, one.domain);
            }
            if domains != always() {
                all.push(Formula::Any(vec![clause.scope.truth.clone().not(), domains]));
            }
            scopes.push(clause.scope.truth);
        }
        if !scopes.contains(&always()) {
            all.push(Formula::Any(scopes));
        }
        all.retain(|one| *one != always());
        Ok(if all.is_empty() { always() } else { exists_added(translator, all) })
    }

    /// Translates the clauses up to index `last`, and of clause `last` the statements up to index `end`.
    ///
    /// If `end` is `None`, all statements are translated.
    fn translate_clauses(
        &self,
        known: KnownRelations,
        last: usize,
        end: Option<usize>,
    ) -> Result<(Translator, Vec<TranslatedClause>)> {
        let clauses = &self.clauses[..self.clauses.len().min(last.saturating_add(1))];
        let upto = |index: usize, clause: &'_ ScopedStatements| match end {
            Some(end) if index == last => end + 1,
            _ => clause.statements.len(),
        };
        let mut codes: Vec<&Code> = vec![];
        for (index, clause) in clauses.iter().enumerate() {
            codes.extend(&clause.scope);
            codes.extend(
                clause.statements[..upto(index, clause)].iter().flat_map(|s| std::iter::once(&s.left).chain(&s.right)),
            );
        }
        let mut translator = self.translator();
        let is_member = |of: Vec<Linear>, relation: usize| {
            Formula::Member(
                relation,
                if known == KnownRelations::Values { [of, vec![Linear::default()]].concat() } else { of },
            )
        };
        let mut meaning = |translator: &mut Translator, lookup: &Lookup, cases: &[(Formula, Vec<Linear>)]| {
            let each = |formula_at: &dyn Fn(&[Linear]) -> Formula| {
                let mut list = cases.iter().map(|(when, of)| and(when.clone(), formula_at(of)));
                match (list.next(), list.next()) {
                    (Some(one), None) => one,
                    (one, other) => Formula::Any(one.into_iter().chain(other).chain(list).collect()),
                }
            };
            let natural = |of: &[Linear]| {
                let zero = Linear::default();
                let signs = of.iter().filter(|e| !e.is_natural());
                Formula::All(signs.map(|e| Formula::at_most(&zero, e)).collect())
            };
            let domain = if cases.iter().all(|(_, of)| natural(of) == always()) { always() } else { each(&natural) };
            let is = match lookup.kind {
                LookupKind::Value if known != KnownRelations::Values => {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        text!("the claim is about values, but only outcomes are known"),
                    ));
                }
                LookupKind::Value => {
                    // Every position has exactly one value. If a parameter is negative, there is no position; the
                    // variable is then 0, so that the definition determines it in every case.
                    let value = translator.add_variable();
                    let with = |of: &[Linear]| Formula::Member(0, [of, std::slice::from_ref(&value)].concat());
                    translator.definitions.push(each(&|of| match natural(of) {
                        sign if sign == always() => with(of),
                        sign => Formula::Any(vec![
                            and(sign.clone(), with(of)),
                            Formula::All(vec![sign.not(), Formula::Zero(value.clone())]),
                        ]),
                    }));
                    Meaning::Number(value)
                }
                LookupKind::Outcome(outcome) => Meaning::Truth(match (known, outcome) {
                    (KnownRelations::Outcomes, Outcome::P | Outcome::N | Outcome::L | Outcome::R) => {
                        let relation = match outcome {
                            Outcome::P => 0,
                            Outcome::N => 1,
                            Outcome::L => 2,
                            _ => 3,
                        };
                        each(&|of| is_member(of.to_vec(), relation))
                    }
                    (_, Outcome::P) => each(&|of| is_member(of.to_vec(), 0)),
                    (_, Outcome::N) => each(&|of| is_member(of.to_vec(), 0)).not(),
                    _ => {
                        return Err(Error::new(
                            ErrorKind::Unsupported,
                            text!("formulas distinguish only P- and N-positions"),
                        ));
                    }
                }),
                LookupKind::Mex => {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        text!("formulas in proofs cannot express `mex` over a range whose length varies"),
                    ));
                }
                _ => {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        text!("the claim refers to something other than a position"),
                    ));
                }
            };
            Ok(if domain == always() { is } else { Meaning::Where(Box::new(is), domain) })
        };
        self.add_meanings(&mut translator, &codes, &mut meaning, known.relations())?;
        let mut translate = |code: &Code| -> Result<PartialCondition> {
            let (truth, domain) = translator.truth_and_domain(code)?;
            Ok(PartialCondition { truth, domain })
        };
        let mut list = vec![];
        for (index, clause) in clauses.iter().enumerate() {
            let scope = match &clause.scope {
                Some(scope) => translate(scope)?,
                None => PartialCondition { truth: always(), domain: always() },
            };
            let mut statements = vec![];
            for statement in &clause.statements[..upto(index, clause)] {
                statements
                    .push((translate(&statement.left)?, statement.right.as_ref().map(&mut translate).transpose()?));
            }
            list.push(TranslatedClause { scope, statements });
        }
        Ok((translator, list))
    }

    /// Adds the meanings of the look-ups in these expressions to the translator.
    ///
    /// `game` returns the meanings of look-ups of positions. The automata of the claim are the relations with indices
    /// from `automata` on.
    pub(super) fn add_meanings(
        &self,
        translator: &mut Translator,
        codes: &[&Code],
        game: LookupTranslator<'_>,
        automata: usize,
    ) -> Result<()> {
        self.add_lookups(translator, (&self.lookups, self.arity()), codes, game, automata)
    }

    /// Adds the meanings of the look-ups in `list`, whose indices start at `variables`.
    ///
    /// The other arguments are those of `add_meanings`.
    fn add_lookups(
        &self,
        translator: &mut Translator,
        (list, variables): (&[Lookup], usize),
        codes: &[&Code],
        game: LookupTranslator<'_>,
        automata: usize,
    ) -> Result<()> {
        for (k, lookup) in list.iter().enumerate() {
            let index = (variables + k) as u32;
            if !codes.iter().any(|code| code.uses(index)) {
                translator.meanings.push(Meaning::Truth(always()));
                continue;
            }
            let mut lists = vec![];
            for code in &lookup.of {
                lists.push(translator.number(code)?);
            }
            let span_code = codes.first().map(|code| (*code).clone()).unwrap_or_default();
            let cases = Translator::combine_cases(&lists, &span_code)?;
            let meaning = match &lookup.kind {
                LookupKind::Automaton(k) => {
                    self.automaton_meaning(translator, &self.automata[*k], automata + k, &cases)
                }
                LookupKind::List(list) => {
                    let rest = match lookup.of[0].ops().last() {
                        Some(Op::WithNumber(Binary::Rem, divisor)) => Some(*divisor),
                        _ => None,
                    };
                    let always_inside = rest.is_some_and(|divisor| 0 < divisor && divisor <= list.len() as i64);
                    list_meaning(translator, list, &cases, always_inside)
                }
                LookupKind::Quantified(quantified) => self.quantified(translator, quantified, game, automata)?,
                _ => game(translator, lookup, &cases)?,
            };
            translator.meanings.push(meaning);
        }
        Ok(())
    }

    /// Translates `exists` and `forall`.
    ///
    /// The result is defined if some values of the bound variables decide it, or if the condition is defined for all
    /// their values. The recursion is as deep as quantifiers are nested, which the parser limits.
    fn quantified(
        &self,
        translator: &mut Translator,
        quantified: &Quantified,
        game: LookupTranslator<'_>,
        automata: usize,
    ) -> Result<Meaning> {
        let Quantified { exists, outer, bound, lookups, condition, .. } = quantified;
        let mut inner = Translator::new(translator.meanings[..*outer].to_vec(), translator.next);
        let mut bound_variables = vec![];
        for _ in 0..*bound {
            let (variable, number) = inner.fresh();
            bound_variables.push(variable);
            inner.meanings.push(Meaning::Number(number));
        }
        self.add_lookups(&mut inner, (lookups, outer + bound), &[condition], game, automata)?;
        let (truth, domain) = inner.truth_and_domain(condition)?;
        translator.next = inner.next;
        let exists_bound = |facts: Vec<Formula>| match exists_added(inner.clone(), facts) {
            Formula::Exists(added, inner) => Formula::Exists([&bound_variables[..], &added].concat(), inner),
            formula => Formula::Exists(bound_variables.clone(), Box::new(formula)),
        };
        let decides = if *exists { truth } else { truth.not() };
        let decided = exists_bound(vec![domain.clone(), decides]);
        let holds = Meaning::Truth(if *exists { decided.clone() } else { decided.clone().not() });
        if domain == always() {
            return Ok(holds);
        }
        let silent = exists_bound(vec![domain.not()]);
        Ok(Meaning::Where(Box::new(holds), Formula::Any(vec![decided, silent.not()])))
    }

    /// Translates a look-up in an automaton, which accepts positions or gives them values.
    ///
    /// If the automaton gives values, callers must prove that it gives each position exactly one value.
    fn automaton_meaning(
        &self,
        translator: &mut Translator,
        automaton: &Automaton,
        relation: usize,
        cases: &[(Formula, Vec<Linear>)],
    ) -> Meaning {
        let value = automaton.values.then(|| translator.add_variable());
        let each = cases.iter().map(|(when, of)| {
            let of = of.iter().cloned().chain(value.clone()).collect();
            and(when.clone(), Formula::Member(relation, of))
        });
        let formula = Formula::Any(each.collect());
        match value {
            None => Meaning::Truth(formula),
            Some(value) => {
                translator.definitions.push(formula);
                Meaning::Number(value)
            }
        }
    }

    /// Returns a translator whose first variables are those of the claim.
    pub(super) fn translator(&self) -> Translator {
        let arity = self.arity() as Variable;
        let meanings: Vec<Meaning> = (0..arity).map(|v| Meaning::Number(Linear::variable(v))).collect();
        // The variable after the parameters of a position is reserved for its value.
        let translator = Translator::new(meanings, arity.max(self.parameters() as Variable) + 1);
        Translator { symbolic_divisors: self.symbolic_divisors, ..translator }
    }
}

/// A function that returns the meaning of a look-up of a position.
///
/// The last argument gives the parameters of the position by cases: conditions with one expression per parameter.
type LookupTranslator<'a> = &'a mut dyn FnMut(&mut Translator, &Lookup, &[(Formula, Vec<Linear>)]) -> Result<Meaning>;

/// Translates a look-up in a list.
///
/// The result is undefined where the index is outside the list. `always_inside` promises that this cannot happen.
fn list_meaning(
    translator: &mut Translator,
    list: &[i64],
    cases: &[(Formula, Vec<Linear>)],
    always_inside: bool,
) -> Meaning {
    let value = translator.add_variable();
    // Entries can be negative, but variables cannot, so the variable is the entry minus `least`.
    let least = list.iter().copied().min().unwrap_or(0).min(0);
    let mut distinct_entries = list.to_vec();
    distinct_entries.compact_sort();
    distinct_entries.dedup();
    let (mut arms, mut within) = (vec![], vec![]);
    for (when, of) in cases {
        let Some(index) = of.first() else { continue };
        let index_is = |k: usize| Formula::equal(index, &Linear::number(k as i64));
        for kind in &distinct_entries {
            let indices: Vec<Formula> = (0..list.len()).filter(|&k| list[k] == *kind).map(index_is).collect();
            let is = Formula::equal(&value, &Linear::number(kind - least));
            arms.push(and(when.clone(), Formula::All(vec![is, Formula::Any(indices)])));
        }
        if always_inside {
            continue;
        }
        let below = Formula::less(index, &Linear::default());
        let above = Formula::at_most(&Linear::number(list.len() as i64), index);
        let zero = Formula::Zero(value.clone());
        arms.push(and(when.clone(), Formula::All(vec![Formula::Any(vec![below.clone(), above.clone()]), zero])));
        within.push(and(when.clone(), Formula::All(vec![below.not(), above.not()])));
    }
    translator.definitions.push(Formula::Any(arms));
    let is = Meaning::Number(value.plus(1, &Linear::number(least)));
    if always_inside { is } else { Meaning::Where(Box::new(is), Formula::Any(within)) }
}

/// Returns a formula that holds if both conditions hold or neither holds.
fn equivalence(left: Formula, right: Formula) -> Formula {
    if right == always() {
        return left;
    }
    let neither = Formula::All(vec![left.clone().not(), right.clone().not()]);
    Formula::Any(vec![Formula::All(vec![left, right]), neither])
}

/// Returns a formula which states that some new variables satisfy the definitions and the facts.
///
/// For all values of the other variables, each definition determines the new variables that no earlier definition
/// contains. Definitions of variables that the facts do not need are omitted.
pub(super) fn exists_added(translator: Translator, mut facts: Vec<Formula>) -> Formula {
    facts.retain(|fact| *fact != always());
    let mut introduced = vec![];
    let mut definitions = vec![];
    for definition in translator.definitions {
        let (old, introduced_here): (Vec<Variable>, Vec<Variable>) = definition
            .variables()
            .into_iter()
            .filter(|v| translator.added.contains(v))
            .partition(|v| introduced.contains(v));
        introduced.extend(&introduced_here);
        definitions.push((definition, old, introduced_here));
    }
    let mut needed: Vec<Variable> = facts.iter().flat_map(Formula::variables).collect();
    let mut needed_definitions = vec![];
    for (definition, old, introduced_here) in definitions.into_iter().rev() {
        if introduced_here.is_empty() || introduced_here.iter().any(|v| needed.contains(v)) {
            needed.extend(old.into_iter().chain(introduced_here));
            needed_definitions.push(definition);
        }
    }
    needed_definitions.reverse();
    let added: Vec<Variable> = translator.added.into_iter().filter(|v| needed.contains(v)).collect();
    let all = Formula::All([needed_definitions, facts].concat());
    if added.is_empty() { all } else { Formula::Exists(added, Box::new(all)) }
}

/// One side of an equation between Grundy values and linear expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EquationSide {
    /// A linear expression.
    Number(Linear),
    /// The Grundy value of the position with this parameter.
    Value(Linear),
}

impl Claim {
    /// Returns the equations of a claim with one variable; `None` if it contains anything but equations.
    ///
    /// An example is `G(2*n) == n and G(2*n+1) == G(n)`. The claim states each equation for every number.
    pub fn equations(&self) -> Option<Vec<(EquationSide, EquationSide)>> {
        if self.arity() != 1 || !self.is_of_positions() || self.clauses.iter().any(|clause| clause.scope.is_some()) {
            return None;
        }
        let mut pending = vec![];
        for statement in self.clauses.iter().flat_map(|clause| &clause.statements) {
            if statement.right.is_some() {
                return None;
            }
            pending.push(statement.left.clone());
        }
        let mut equations = vec![];
        while let Some(code) = pending.pop() {
            match code.operands()? {
                (Binary::Both, left, right) => pending.extend([left, right]),
                (Binary::Equal, left, right) => equations.push((self.side(&left)?, self.side(&right)?)),
                _ => return None,
            }
        }
        Some(equations)
    }

    /// Translates one side of an equation; `None` if it is neither a value nor a linear expression.
    fn side(&self, code: &Code) -> Option<EquationSide> {
        let line = |code: &Code| match &self.translator().number(code).ok()?[..] {
            [case] if case.is_unconditional() => Some(case.value.clone()),
            _ => None,
        };
        match self.as_lookup(code) {
            Some(Lookup { kind: LookupKind::Value, of }) => Some(EquationSide::Value(line(of.first()?)?)),
            Some(_) => None,
            None if code.uses_from(self.arity() as u32) => None,
            None => Some(EquationSide::Number(line(code)?)),
        }
    }
}

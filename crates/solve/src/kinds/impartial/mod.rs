//! Sums of short impartial games, by the values of the components and the theorems on sums.
//!
//! [`ImpartialSolver::verdict`] finds the outcome and how it is known. The module `component_values` evaluates
//! components, `quotient` solves wild misère sums, `moves` lists the winning moves, and `working` explains the values.

mod component_values;
mod moves;
mod quotient;
mod working;

pub(super) use component_values::{SourcedValue, TermValues, prefer_fault};

use crate::answer::{Answer, Reason, TableQuantity};
use crate::closed_form_source::ProvedClosedForm;
use crate::listing::FoundMoves;
use crate::question::{MovesWanted, Question};
use crate::simplify::simplify;
use crate::tables::{TableEngine, Tables};
use component_values::{ComponentEvaluator, TableReply, prefers_closed_form};
use grundy_engines::multiset::check_if_large;
use grundy_engines::runs::{LongRuns, RunAlphabet};
use grundy_engines::search::{Goal, ImpartialSearch};
use grundy_engines::tables::VertexTable;
use grundy_engines::theorems::{SPRAGUE_GRUNDY, TAME_SUMS, WINDOW_STATE};
use grundy_engines::value_table::{ComponentGenus, Quantity};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    AnyComponent, DynPosition, Error, ErrorKind, Genus, NimSum, Nimber, Outcome, Play, Player, PositionSum, Result,
    Rules, RulesId, SumRules, TableForm,
};
use std::sync::Arc;

/// The largest number of cells of a table that is computed if a theorem already gives the outcome.
const MAX_CHEAP_CELLS: u128 = 1 << 20;

/// Solves the sum: outcome, value, winning moves and reasons.
pub(crate) fn solve(
    position_sum: &PositionSum,
    question: &Question,
    budget: &Budget,
    tables: &mut Tables,
) -> Result<Answer> {
    let mut solver = ImpartialSolver::new(position_sum, question, budget, tables);
    let verdict = solver.verdict()?;
    let components = if question.wants_working { solver.component_summaries(&verdict) } else { vec![] };
    let mut answer = Answer::for_position(position_sum);
    answer.result.outcome = Some(verdict.outcome);
    (answer.values.grundy, answer.values.genus) = (verdict.grundy, verdict.genus);
    answer.explanation.simplified = simplify(&components, position_sum.component_count(), position_sum.play);
    answer.explanation.components = components;
    if question.moves != MovesWanted::None {
        solver.winning_moves(verdict, &mut answer)?;
    }
    answer.explanation.reasons = solver.reasons;
    answer.nodes = solver.nodes;
    Ok(answer)
}

/// The outcome and value of a position, and how they were found.
struct Verdict {
    outcome: Outcome,
    grundy: Option<Nimber>,
    /// The genus under misère play, if it determines the outcome.
    genus: Option<Genus>,
    source: VerdictSource,
}

/// How the verdict was found, which decides how its winning moves are listed.
enum VerdictSource {
    /// A theorem of the game gives the outcome of the only component.
    OutcomeTheorem(TermComponent),
    /// A closed form, found and proved at run time, gives the outcome of the only component.
    ProvedClosedForm(TermComponent, Arc<dyn ProvedClosedForm>),
    /// The values of all components, by term, and their sum.
    Values { terms: Vec<TermValues>, nim_sum: NimSum },
    /// The misère Grundy value of the only component with moves.
    OnlyMovable(TermComponent),
    /// A search, a quotient or a table of outcomes, which also found the requested winning moves, by term.
    Found(Vec<(usize, Vec<FoundMoves>)>),
}

/// A component: the index of its term, and the index of the component in the term.
type TermComponent = (usize, usize);

/// The solver of one sum of short impartial games.
pub(super) struct ImpartialSolver<'a> {
    position_sum: &'a PositionSum,
    question: &'a Question,
    budget: &'a Budget,
    tables: &'a mut Tables,
    /// The tables of the graphs evaluated so far, each with the address of its graph.
    /// The sum keeps the graph alive.
    graphs: Vec<(usize, VertexTable)>,
    /// The position whose table was used last, by address, with the engine and the index of that table.
    /// This cache saves printing the rules for each heap of a long sum, which would dominate the running time.
    last_table: Option<(usize, TableEngine, usize)>,
    /// The evaluator of components without a table, created at first use.
    component_evaluator: Option<ComponentEvaluator>,
    /// The rules whose tables failed because the moves of some entry could not be listed.
    failed_rules: Vec<RulesId>,
    /// The fault that made a table unusable; it is reported if the search that replaces the table fails.
    fault: Option<Error>,
    pub reasons: Vec<Reason>,
    pub nodes: u64,
    /// Whether there may be more winning moves than were found.
    has_unlisted_moves: bool,
}

impl<'a> ImpartialSolver<'a> {
    pub fn new(
        position_sum: &'a PositionSum,
        question: &'a Question,
        budget: &'a Budget,
        tables: &'a mut Tables,
    ) -> ImpartialSolver<'a> {
        ImpartialSolver {
            position_sum,
            question,
            budget,
            tables,
            graphs: vec![],
            last_table: None,
            component_evaluator: None,
            failed_rules: vec![],
            fault: None,
            reasons: Vec::with_capacity(1),
            nodes: 0,
            has_unlisted_moves: false,
        }
    }

    pub fn add_reason(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    fn verdict(&mut self) -> Result<Verdict> {
        if !self.question.use_theorems {
            let goal = if self.position_sum.play == Play::Normal { Goal::Value } else { Goal::Outcome };
            return self.search(goal);
        }
        if let Some(verdict) = self.verdict_by_theorem()? {
            return Ok(verdict);
        }
        if let Some(verdict) = self.verdict_by_proved_closed_form(false)? {
            return Ok(verdict);
        }
        match self.solve_by_values() {
            // Positions beyond all tables may still have a closed form.
            Err(error) if error.kind == ErrorKind::Limit => {
                self.budget.check()?;
                if let Some(verdict) = self.outcome_by_regular_sequence()? {
                    return Ok(verdict);
                }
                self.verdict_by_proved_closed_form(true)?.ok_or(error)
            }
            verdict => verdict,
        }
    }

    /// Solves a single heap of a taking game by its outcomes, which may be regular even if values are not.
    fn outcome_by_regular_sequence(&mut self) -> Result<Option<Verdict>> {
        let position_sum = self.position_sum;
        let [term] = position_sum.terms.as_slice() else { return Ok(None) };
        let position = &*term.position;
        let ruleset = position.ruleset();
        let Some(amounts) = ruleset.table_form().and_then(TableForm::amounts).filter(|_| term.copies == 1) else {
            return Ok(None);
        };
        if position.len() != 1 {
            return Ok(None);
        }
        let ([heap, ..], play) = (position.table_coordinates(0), position_sum.play);
        let mut outcomes = LongRuns::default();
        let Some(runs) = outcomes.up_to(&[Some(amounts)], RunAlphabet::Outcomes(play), heap, self.budget)? else {
            return Ok(None);
        };
        let outcome = if runs.letter(heap) == 0 { Outcome::P } else { Outcome::N };
        let mut found = vec![];
        if outcome == Outcome::N && self.question.moves != MovesWanted::None {
            let (count, taken) = runs.moves(amounts, heap, 1, self.question.moves.max_listed(), self.budget)?;
            let moves = taken.iter().map(|amount| position.move_to(0, Player::LEFT, &[[heap - amount, 0, 0]]));
            let Some(moves) = moves.collect::<Option<Vec<_>>>() else { return Ok(None) };
            found.push((0, vec![FoundMoves::wins(0, count, moves)]));
        }
        self.reasons.clear();
        self.add_reason(match runs.period().filter(|_| heap >= runs.computed()) {
            Some(period) => Reason::Period { quantity: TableQuantity::Outcomes, period, theorem: &WINDOW_STATE },
            None => Reason::Table { quantity: TableQuantity::Outcomes, to: heap },
        });
        let grundy = (play == Play::Normal && outcome == Outcome::P).then_some(Nimber::ZERO);
        Ok(Some(Verdict { outcome, grundy, genus: None, source: VerdictSource::Found(found) }))
    }

    /// Solves a single component by a theorem of its game; `None` if there is no such theorem.
    fn verdict_by_theorem(&mut self) -> Result<Option<Verdict>> {
        let [term] = self.position_sum.terms.as_slice() else { return Ok(None) };
        if term.copies != 1 || term.position.len() != 1 {
            return Ok(None);
        }
        let Some((outcome, theorem)) = term.position.outcome_by_theorem(0, self.position_sum.play) else {
            return Ok(None);
        };
        self.add_reason(Reason::Theorem(theorem));
        let mut grundy = None;
        if self.position_sum.play == Play::Normal {
            if outcome == Outcome::P {
                grundy = Some(Nimber::ZERO);
            } else if is_cheap(&*term.position) {
                // The value is optional here: a tight limit omits it, but a cancellation ends the work.
                let reply = self.look_up(&*term.position, 0);
                self.budget.check()?;
                if let Ok(TableReply::Known(ComponentGenus { genus: Some(genus), .. }, basis)) = reply {
                    grundy = Some(genus.normal);
                    self.add_provenance(basis);
                }
            }
        }
        Ok(Some(Verdict { outcome, grundy, genus: None, source: VerdictSource::OutcomeTheorem((0, 0)) }))
    }

    /// Solves a single component by a closed form proved at run time; `None` if none was found.
    ///
    /// Unless `in_any_case` is set, the component must be far beyond tables and a short search must fail.
    fn verdict_by_proved_closed_form(&mut self, in_any_case: bool) -> Result<Option<Verdict>> {
        let position_sum = self.position_sum;
        let [term] = position_sum.terms.as_slice() else { return Ok(None) };
        let position = &*term.position;
        if term.copies != 1 || position.len() != 1 || !(in_any_case || prefers_closed_form(position, 0)) {
            return Ok(None);
        }
        if !in_any_case && self.value_by_short_search(position, 0)?.is_some() {
            return Ok(None);
        }
        let Some((proof, entry)) = self.proved(position, 0, Quantity::Outcome)? else { return Ok(None) };
        let outcome = if entry == 0 { Outcome::P } else { Outcome::N };
        let mut grundy = None;
        if position_sum.play == Play::Normal {
            if outcome == Outcome::P {
                grundy = Some(Nimber::ZERO);
            } else if let Some((values, value)) = self.proved(position, 0, Quantity::Grundy)? {
                self.add_reason(Reason::Proof { statement: values.statement(), method: values.method() });
                grundy = Some(value.into());
            }
        }
        self.add_reason(Reason::Proof { statement: proof.statement(), method: proof.method() });
        Ok(Some(Verdict { outcome, grundy, genus: None, source: VerdictSource::ProvedClosedForm((0, 0), proof) }))
    }

    /// Solves the sum by the values of its components.
    fn solve_by_values(&mut self) -> Result<Verdict> {
        let play = self.position_sum.play;
        let mut nim_sum = NimSum::default();
        let mut tame = true;
        let mut terms = Vec::with_capacity(self.position_sum.terms.len());
        // The theorem that gave the values of the last term; `covered` stays true while one theorem covers the sum.
        let mut covering = None;
        let mut covered = true;
        let heap_tables = if play == Play::Misere { count_heap_tables(self.position_sum) } else { 0 };
        for term in &self.position_sum.terms {
            if term.copies == 0 {
                terms.push(TermValues::Absent);
                continue;
            }
            if let Some(stated) = term.position.sum_by_theorem(play) {
                covered &= stated.theorem.covers_sums && covering.is_none_or(|known| known == stated.theorem);
                covering = Some(stated.theorem);
                self.add_reason(Reason::Theorem(stated.theorem));
                nim_sum.add_sum(stated.sum, term.copies);
                terms.push(TermValues::ByTheorem(stated.theorem));
                continue;
            }
            covered = false;
            let bytes = term.position.len() as u128 * size_of::<SourcedValue>() as u128;
            self.budget.check_fits(bytes, &text!("the list of the values of all heaps"))?;
            let mut each = Vec::with_capacity(term.position.len());
            for component in 0..term.position.len() {
                let known = self.component_value(&*term.position, component)?;
                // A component of unknown value is not tame, so `nim_sum` is not used below.
                nim_sum.add(known.value.genus.unwrap_or(Genus::END), term.copies);
                tame &= known.value.tame;
                each.push(known);
            }
            terms.push(TermValues::Each(each));
        }
        // Rules that failed, or that turned out to have moves that do not decrease the heap, no longer have a table of
        // misère values. The values found so far would then not give the winning moves of their other heaps.
        tame &= play == Play::Normal
            || (self.failed_rules.is_empty() && heap_tables == count_heap_tables(self.position_sum));
        let source = VerdictSource::Values { terms, nim_sum };
        if !tame {
            let only = match self.only_movable() {
                Some(place) => self
                    .component_value(&*self.position_sum.terms[place.0].position, place.1)?
                    .value
                    .genus
                    .zip(Some(place)),
                None => None,
            };
            return match only {
                Some((genus, place)) => {
                    let outcome = genus.misere_outcome();
                    let source = VerdictSource::OnlyMovable(place);
                    Ok(Verdict { outcome, grundy: None, genus: Some(genus), source })
                }
                // A quotient is built from all smaller heaps, like a table, so it would fail too.
                None if !self.failed_rules.is_empty() => self.search(Goal::Outcome),
                None => {
                    self.position_sum.check_and_clear_fault()?;
                    let verdict = self.solve_by_quotient();
                    if let Some(fault) = self.position_sum.take_fault() {
                        // The rule failed at a heap that play may not reach. A search meets the fault only if
                        // play reaches that heap.
                        self.tables.clear_quotients();
                        self.fault.get_or_insert(fault);
                        return self.search(Goal::Outcome);
                    }
                    match verdict? {
                        Some(verdict) => Ok(verdict),
                        None => self.search(Goal::Outcome),
                    }
                }
            };
        }
        if self.position_sum.component_count() > 1 && !covered {
            let theorem = if play == Play::Normal { &SPRAGUE_GRUNDY } else { &TAME_SUMS };
            self.add_reason(Reason::Theorem(theorem));
        }
        let grundy = (play == Play::Normal).then(|| nim_sum.value());
        let genus = (play == Play::Misere).then(|| nim_sum.genus());
        Ok(Verdict { outcome: nim_sum.outcome(play), grundy, genus, source })
    }

    /// Returns the only component that has moves, if there is exactly one.
    fn only_movable(&self) -> Option<TermComponent> {
        let mut only = None;
        for (t, term) in self.position_sum.terms.iter().enumerate() {
            for component in (0..term.position.len()).filter(|_| term.copies > 0) {
                if term.position.moves(component, Player::LEFT).next().is_some() {
                    if only.is_some() || term.copies > 1 {
                        return None;
                    }
                    only = Some((t, component));
                }
            }
        }
        only
    }

    /// Returns the type-erased components of each term, as searches require, and their common rules.
    fn erased(&self) -> (SumRules, Vec<Vec<AnyComponent>>) {
        let mut rules = SumRules::default();
        let components =
            self.position_sum.terms.iter().map(|t| t.position.erased_components(&mut rules, false)).collect();
        (rules, components)
    }

    /// Solves the sum by one search, which finds the outcome and the winning moves.
    fn search(&mut self, goal: Goal) -> Result<Verdict> {
        self.reasons.clear();
        let (rules, components) = self.erased();
        let budget = self.tables.remaining_budget(self.budget);
        let mut search = ImpartialSearch::new(&rules, self.position_sum.play, goal, &budget);
        let root = search.position(with_copies(self.position_sum, &components))?;
        let value = search.evaluate(root.clone());
        self.position_sum.check_and_clear_fault()?;
        let value = value.map_err(|error| prefer_fault(error, self.fault.take()))?;
        let mut winning = vec![];
        if self.question.moves != MovesWanted::None {
            let mut remaining = self.question.moves.max_listed();
            for (t, term) in self.position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
                let mut found = vec![];
                for (component, erased) in components[t].iter().enumerate() {
                    let (mut count, mut moves) = (0, vec![]);
                    for mv in term.position.moves(component, Player::LEFT) {
                        check_if_large(&rules, erased, self.budget)?;
                        let after = rules.play_counted(erased, Player::LEFT, &mv);
                        let option = search.replace(&root, erased, &after)?;
                        if search.evaluate(option)? == 0 {
                            count += 1;
                            if moves.len() < remaining {
                                moves.push(mv);
                            }
                        }
                    }
                    if count > 0 {
                        remaining -= moves.len();
                        found.push(FoundMoves::wins(component, count, moves));
                    }
                }
                winning.push((t, found));
            }
        }
        self.nodes += search.evaluated();
        self.add_reason(Reason::Search { nodes: self.nodes });
        let grundy = (goal == Goal::Value && self.position_sum.play == Play::Normal).then(|| Nimber::from(value));
        let outcome = Nimber::from(value).outcome();
        Ok(Verdict { outcome, grundy, genus: None, source: VerdictSource::Found(winning) })
    }
}

/// Returns the number of terms whose game has a table indexed by the size of a heap.
fn count_heap_tables(position_sum: &PositionSum) -> usize {
    position_sum
        .terms
        .iter()
        .filter(|t| t.position.ruleset().table_form().is_some_and(|view| view.heap_rules().is_some()))
        .count()
}

/// Reports whether the value of the first component comes from a small table of pairs.
fn is_cheap(position: &dyn DynPosition) -> bool {
    let [a, b, _] = position.table_coordinates(0);
    let cells = (u128::from(a) + 1).saturating_mul(u128::from(b) + 1);
    position.ruleset().table_form().is_some_and(|view| view.dims() == 2 && !view.is_dense()) && cells <= MAX_CHEAP_CELLS
}

/// Reports whether the sum has a graph whose rules are too long to be printed with each component.
pub(super) fn has_long_rules(position_sum: &PositionSum) -> bool {
    let long = |position: &dyn DynPosition| position.count_printed_numbers() > 1000 + position.len();
    position_sum
        .terms
        .iter()
        .any(|t| t.position.ruleset().table_form().is_some_and(|view| view.graph().is_some()) && long(&*t.position))
}

pub(super) fn with_copies<'a>(
    position_sum: &'a PositionSum,
    components: &'a [Vec<AnyComponent>],
) -> impl Iterator<Item = (&'a AnyComponent, u64)> {
    position_sum.terms.iter().zip(components).flat_map(|(term, components)| components.iter().map(|p| (p, term.copies)))
}

//! The values of the components of a sum: by theorem, by table or by search, and the reasons for them.
//!
//! Start with [`ImpartialSolver::component_value`], which tries the methods in order.

use super::ImpartialSolver;
use crate::answer::{Reason, TableQuantity};
use crate::closed_form_source::ProvedClosedForm;
use crate::engine_choice::{prefers_short_search, short_search_budget};
use crate::tables::TableEngine;
use crate::value_evaluator::{Memo, ValueEvaluator};
use grundy_engines::dense::EntryNeed;
use grundy_engines::tables::VertexTable;
use grundy_engines::value_table::{ComponentGenus, Provenance, Quantity, TableQuery, ValueTable};
use grundy_engines::values::GrundyMemo;
use grundy_rules::Budget;
use grundy_rules::{
    AnyComponent, AnyMove, DynPosition, DynRuleset, EndlessPlay, Error, ErrorKind, Genus, Play, Player, Result,
    Ruleset, SumRules, TheoremInfo,
};
use std::mem::discriminant;
use std::sync::Arc;

/// Components of larger heaps, or of more table cells, are first looked up among closed forms.
/// A table is begun only if no closed form is found.
const MAX_TABLE_FIRST_HEAP: u64 = 1 << 16;
const MAX_TABLE_FIRST_CELLS: u128 = 1 << 24;
/// If a table is too large, a search of at most this many positions and bytes is tried.
const MAX_SEARCH_POSITIONS: u64 = 1 << 20;
const MAX_SEARCH_BYTES: u64 = 1 << 28;
/// The maximal number of steps that such a search takes to list moves, about one second.
const MAX_SEARCH_STEPS: u64 = 1 << 27;

/// An evaluator of components by their options or by their game's own engine, kept for one question.
pub(super) struct ComponentEvaluator {
    rules: SumRules,
    value_evaluator: ValueEvaluator,
    memo: Memo,
}

impl ComponentEvaluator {
    pub fn new(budget: &Budget) -> ComponentEvaluator {
        ComponentEvaluator {
            rules: SumRules::default(),
            value_evaluator: ValueEvaluator::new(budget),
            memo: Memo::default(),
        }
    }

    /// Interns a component of a position, without the others of its term.
    pub fn intern(&mut self, position: &dyn DynPosition, component: usize) -> AnyComponent {
        position.component(component).erased_components(&mut self.rules, false).swap_remove(0)
    }

    /// Returns the rules of all interned components.
    pub fn rules(&self) -> &SumRules {
        &self.rules
    }

    /// Returns the value of a component under normal play, by the first engine that succeeds.
    pub fn component_value(&mut self, component: &AnyComponent) -> Result<ComponentGenus> {
        let nim = self.value_evaluator.nimber(&self.rules, &mut self.memo, component)?;
        Ok(ComponentGenus::from_genus(Genus::for_nim_heap(nim)))
    }

    /// Returns the moves of a component to this Grundy value, if its game's own engine finds them.
    pub fn moves_to_nimber(&mut self, component: &AnyComponent, nim: u128) -> Option<Result<Vec<AnyMove>>> {
        self.value_evaluator.moves_to_nimber(&self.rules, component, nim)
    }

    /// Stops the use of tables, after a rule failed in one; see [`ValueEvaluator::disable_tables`].
    pub fn disable_tables(&mut self) {
        self.value_evaluator.disable_tables();
    }

    /// Returns the number of positions evaluated.
    pub fn evaluated(&self) -> u64 {
        self.value_evaluator.evaluated()
    }
}

/// The values of the components of one term.
pub(crate) enum TermValues {
    /// The term has no copies, so its value is not needed.
    Absent,
    /// This theorem gives the values of all components.
    ByTheorem(&'static TheoremInfo),
    /// A value per component, by theorem, table or search.
    Each(Vec<SourcedValue>),
}

/// The value of one component and its source.
#[derive(Clone)]
pub(crate) struct SourcedValue {
    pub value: ComponentGenus,
    /// The theorem that gives the value; `None` if a proof, a table or a search gives it.
    pub theorem: Option<&'static TheoremInfo>,
    /// The proved closed form that gives the value.
    pub(super) proof: Option<Arc<dyn ProvedClosedForm>>,
    /// Whether a search or the options gave the value; the game's table is then not used for moves.
    pub(super) searched: bool,
}

impl SourcedValue {
    fn new(value: ComponentGenus) -> SourcedValue {
        SourcedValue { value, theorem: None, proof: None, searched: false }
    }
}

/// The reply of a table for a component.
pub(super) enum TableReply {
    /// No engine fills a table of values under this play convention.
    NoTable,
    /// The rule could not list the moves at some entry of the table.
    ///
    /// Play from the component may never reach this entry.
    Fault(Error),
    /// The value, and how the table obtained it.
    Known(ComponentGenus, Provenance),
}

/// Returns a component with its rules, without the possibly many other components of its term.
pub(super) fn component_with_rules(position: &dyn DynPosition, component: usize) -> (SumRules, AnyComponent) {
    let mut rules = SumRules::default();
    let component = position.component(component).erased_components(&mut rules, false).swap_remove(0);
    (rules, component)
}

impl<'a> ImpartialSolver<'a> {
    /// Returns the value of a component: by theorem, by table or by search.
    pub fn component_value(&mut self, position: &dyn DynPosition, component: usize) -> Result<SourcedValue> {
        let play = self.position_sum.play;
        if let Some((genus, theorem)) = position.genus_by_theorem(component, play) {
            self.add_reason(Reason::Theorem(theorem));
            return Ok(SourcedValue { theorem: Some(theorem), ..SourcedValue::new(ComponentGenus::from_genus(genus)) });
        }
        if let Some(value) = self.value_by_short_search(position, component)? {
            return Ok(SourcedValue { searched: true, ..SourcedValue::new(value) });
        }
        if play == Play::Normal
            && prefers_closed_form(position, component)
            && let Some(known) = self.value_by_proof(position, component)?
        {
            return Ok(known);
        }
        let fault = match self.look_up(position, component) {
            Err(error) if error.kind == ErrorKind::Limit && play == Play::Normal => {
                self.budget.check()?;
                if let Some(known) = self.value_by_proof(position, component)? {
                    return Ok(known);
                }
                if position.ruleset().table_form().is_some_and(|view| view.amounts().is_some()) {
                    return Err(error);
                }
                // Except in games of taking amounts, play may skip most entries of a table, so a search may succeed.
                let value = self.value_by_longer_search(position, component)?.ok_or(error)?;
                return Ok(SourcedValue { searched: true, ..SourcedValue::new(value) });
            }
            Err(error) => return Err(error),
            Ok(TableReply::Known(value, basis)) => {
                self.add_provenance(basis);
                return Ok(SourcedValue::new(value));
            }
            Ok(TableReply::Fault(fault)) => Some(fault),
            Ok(TableReply::NoTable) => None,
        };
        // A table contains positions that play does not reach. If the rule fails at a position of the table, the
        // component is searched. The search meets the fault only if play reaches that position.
        if play == Play::Normal {
            let value = match fault {
                None => self.value_by_evaluator(position, component)?,
                Some(fault) => {
                    match self.search_within(position, component, self.tables.remaining_budget(self.budget), u64::MAX) {
                        Ok(value) => value.ok_or(fault)?,
                        Err(error) => return Err(prefer_fault(error, Some(fault))),
                    }
                }
            };
            return Ok(SourcedValue { searched: true, ..SourcedValue::new(value) });
        }
        self.fault = self.fault.take().or(fault);
        let value = match position.moves(component, Player::LEFT).next() {
            None => ComponentGenus::from_genus(Genus::END),
            // Without a table the genera of the options are unknown, so the whole sum is searched.
            Some(_) => ComponentGenus::UNKNOWN,
        };
        check_fault(position.ruleset())?;
        Ok(SourcedValue::new(value))
    }

    /// Returns the value of a component under normal play by its game's own engine, or else by its options.
    fn value_by_evaluator(&mut self, position: &dyn DynPosition, component: usize) -> Result<ComponentGenus> {
        let budget = self.tables.remaining_budget(self.budget);
        let components = self.component_evaluator.get_or_insert_with(|| ComponentEvaluator::new(&budget));
        let before = components.evaluated();
        let erased = components.intern(position, component);
        let value = components.component_value(&erased);
        self.nodes += components.evaluated() - before;
        check_fault(position.ruleset())?;
        let value = value?;
        self.add_search();
        Ok(value)
    }

    /// Returns the value under normal play of a component with large indices in a table, by a short search.
    /// Returns `None` under misère play, for other components, or if the limits of the search do not suffice.
    pub(super) fn value_by_short_search(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
    ) -> Result<Option<ComponentGenus>> {
        let is_far = position
            .ruleset()
            .table_form()
            .is_some_and(|view| prefers_short_search(view, position.table_coordinates(component)));
        if self.position_sum.play != Play::Normal || !is_far {
            return Ok(None);
        }
        let found = self.search_within(position, component, short_search_budget(self.budget), MAX_SEARCH_STEPS);
        match found {
            // A position that repeats in the search also repeats in play, so this error is final.
            Err(error) if error.is_interrupt() || error.endless() == Some(EndlessPlay::Loopy) => Err(error),
            Err(_) => self.budget.check().map(|()| None),
            found => found,
        }
    }

    /// Returns the Grundy value of a position, which need not be a term of the sum.
    ///
    /// # Errors
    /// Returns the errors of [`ImpartialSolver::component_value`].
    pub fn value_of_position(&mut self, position: &dyn DynPosition) -> Result<u128> {
        let mut sum = 0;
        for component in 0..position.len() {
            // Clear the cache before and after: its key is an address, and positions may reuse addresses.
            self.last_table = None;
            let known = self.component_value(position, component);
            self.last_table = None;
            sum ^= known?.value.genus.map_or(0, |genus| genus.normal.0);
        }
        Ok(sum)
    }

    /// Returns the value of a component under normal play by a longer search; `None` beyond its limits.
    fn value_by_longer_search(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
    ) -> Result<Option<ComponentGenus>> {
        let remaining = self.tables.remaining_budget(self.budget);
        let small = Budget {
            nodes: remaining.nodes.min(MAX_SEARCH_POSITIONS),
            bytes: remaining.bytes.min(MAX_SEARCH_BYTES),
            ..remaining
        };
        self.search_within(position, component, small, MAX_SEARCH_STEPS)
    }

    /// Returns the value of a component under normal play by a search within limits.
    /// Returns `None` if the limits do not suffice.
    fn search_within(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        limits: Budget,
        steps: u64,
    ) -> Result<Option<ComponentGenus>> {
        let (rules, component) = component_with_rules(position, component);
        let mut values = GrundyMemo::new(&rules, &[], &limits).with_steps(steps);
        let found = values.evaluate(&component);
        // A search visits only positions that play reaches, so a fault that it met is an error of this position.
        check_fault(position.ruleset())?;
        match found {
            Ok(value) => {
                self.nodes += values.evaluated();
                self.add_search();
                Ok(Some(ComponentGenus::from_genus(Genus::for_nim_heap(value.0))))
            }
            Err(error) if error.kind == ErrorKind::Limit => self.budget.check().map(|()| None),
            Err(error) => Err(error),
        }
    }

    /// Returns a proved closed form of the game of a position, and its entry for a component.
    /// Returns `None` if no closed form was found.
    pub(super) fn proved(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        quantity: Quantity,
    ) -> Result<Option<(Arc<dyn ProvedClosedForm>, u64)>> {
        // Games that may be periodic need no closed form: the engines prove their periods.
        let tabled = position.ruleset().table_form().is_some_and(|view| view.is_tabulated() && !view.may_repeat());
        if !tabled || !self.question.use_theorems {
            return Ok(None);
        }
        let rules = Ruleset {
            play: self.position_sum.play,
            game: position.ruleset().clone_box(),
            library: self.position_sum.library.clone(),
        };
        let proof = self.tables.proved(rules, quantity, self.budget)?;
        Ok(proof.and_then(|proof| {
            let entry = proof.entry(position.table_coordinates(component))?;
            Some((proof, entry))
        }))
    }

    /// Returns the value of a component under normal play by a proved closed form, if there is one.
    fn value_by_proof(&mut self, position: &dyn DynPosition, component: usize) -> Result<Option<SourcedValue>> {
        let Some((proof, value)) = self.proved(position, component, Quantity::Grundy)? else { return Ok(None) };
        self.add_reason(Reason::Proof { statement: proof.statement(), method: proof.method() });
        let value = ComponentGenus::from_genus(Genus::for_nim_heap(value.into()));
        Ok(Some(SourcedValue { proof: Some(proof), ..SourcedValue::new(value) }))
    }

    /// Returns the query for the table of a position, if its game has one.
    pub(super) fn query<'p>(&self, position: &'p dyn DynPosition) -> Option<TableQuery<'p>>
    where
        'a: 'p,
    {
        Some(TableQuery { rules: position.ruleset().table_form()?, play: self.position_sum.play, budget: self.budget })
    }

    /// Returns the table of a position, if an engine computes one under this play convention.
    pub(super) fn table_for(
        &mut self,
        position: &dyn DynPosition,
        query: &TableQuery<'_>,
    ) -> Option<&mut dyn ValueTable> {
        if let Some(graph) = query.rules.graph() {
            let address = std::ptr::from_ref(graph).addr();
            let index = self.graphs.iter().position(|&(at, _)| at == address).unwrap_or_else(|| {
                self.graphs.push((address, VertexTable::default()));
                self.graphs.len() - 1
            });
            return Some(&mut self.graphs[index].1);
        }
        let engine = TableEngine::for_query(EntryNeed::Values, query)?;
        if !self.failed_rules.is_empty() && self.failed_rules.contains(&position.ruleset().id()) {
            return None;
        }
        let address = std::ptr::from_ref(position).cast::<()>().addr();
        let index = match self.last_table {
            Some((at, by, index)) if (at, by) == (address, engine) => index,
            _ => self.tables.table_index(&position.ruleset().id(), engine, query.rules),
        };
        self.last_table = Some((address, engine, index));
        Some(self.tables.table_at(index))
    }

    /// Looks up the value of a component in the table of its game.
    ///
    /// A rule on heaps may turn out to have moves that do not decrease the heap; it then reports another kind of
    /// table, which is tried next.
    pub(super) fn look_up(&mut self, position: &dyn DynPosition, component: usize) -> Result<TableReply> {
        while let Some(query) = self.query(position) {
            let at = position.table_coordinates(component);
            // Fail now if a fault is recorded already: it was met in play, not in the table.
            check_fault(position.ruleset())?;
            let Some(table) = self.table_for(position, &query) else { break };
            let before = table.evaluated();
            let value = table.genus_at(at, &query);
            let (evaluated, basis) = (table.evaluated() - before, table.provenance(at, query.play));
            self.nodes += evaluated;
            if let Some(fault) = position.ruleset().take_fault() {
                // Entries from the faulty position on are meaningless. The table is reset, and this question uses
                // no table of these rules again.
                self.failed_rules.push(position.ruleset().id());
                if let Some((_, engine, index)) = self.last_table.take().filter(|_| query.rules.graph().is_none()) {
                    self.tables.reset(index, engine, query.rules);
                }
                return Ok(TableReply::Fault(fault));
            }
            if position.ruleset().table_form().is_some_and(|view| discriminant(&view) == discriminant(&query.rules)) {
                return Ok(TableReply::Known(value?, basis));
            }
        }
        Ok(TableReply::NoTable)
    }

    /// Records a reason that says how a table obtained a value.
    pub(super) fn add_provenance(&mut self, basis: Provenance) {
        match basis {
            Provenance::Period(period, theorem) => {
                self.add_reason(Reason::Period { quantity: self.table_quantity(), period, theorem });
            }
            Provenance::Table(to) => self.add_table(to),
            Provenance::Search => self.add_search(),
        }
    }

    /// Records that positions were searched; a single reason counts all of them.
    pub(super) fn add_search(&mut self) {
        self.reasons.retain(|reason| !matches!(reason, Reason::Search { .. }));
        self.reasons.push(Reason::Search { nodes: self.nodes });
    }

    /// Records that a table was used; a single reason with the largest heap represents all tables.
    fn add_table(&mut self, heap: u64) {
        for reason in &mut self.reasons {
            if let Reason::Table { to, .. } = reason {
                *to = heap.max(*to);
                return;
            }
        }
        let quantity = self.table_quantity();
        self.reasons.push(Reason::Table { quantity, to: heap });
    }

    /// Returns the quantity that tables hold under the play convention of the position.
    fn table_quantity(&self) -> TableQuantity {
        match self.position_sum.play {
            Play::Normal => TableQuantity::Values,
            Play::Misere => TableQuantity::Genera,
        }
    }
}

/// Returns an error if the rules have recorded a fault: moves that could not be listed in play.
/// The fault stays recorded, so that the solver reports it in any case.
///
/// # Errors
/// Returns the recorded fault of the rules.
pub(super) fn check_fault(rules: &dyn DynRuleset) -> Result<()> {
    rules.fault().map_or(Ok(()), Err)
}

/// Returns the fault of a table, if any, in place of the error of the search that replaced the table.
/// Interruptions and repetition errors are returned unchanged: other code handles them.
pub(crate) fn prefer_fault(error: Error, fault: Option<Error>) -> Error {
    if error.is_interrupt() || error.endless() == Some(EndlessPlay::Loopy) { error } else { fault.unwrap_or(error) }
}

/// Reports whether closed forms are looked up before a table is computed.
pub(super) fn prefers_closed_form(position: &dyn DynPosition, component: usize) -> bool {
    let numbers = position.table_coordinates(component);
    let cells = numbers.iter().fold(1u128, |cells, &n| cells.saturating_mul(u128::from(n) + 1));
    // Theorems and periods cover most taking games; closed forms are looked up for the others.
    let view = position.ruleset().table_form().filter(|view| view.is_tabulated() && view.amounts().is_none());
    view.is_some_and(
        |view| if view.dims() == 1 { numbers[0] > MAX_TABLE_FIRST_HEAP } else { cells > MAX_TABLE_FIRST_CELLS },
    )
}

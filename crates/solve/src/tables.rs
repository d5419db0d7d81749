//! Tables of values that a solver keeps between questions, so that all positions of a game share them.

use crate::closed_form_source::{ClosedFormSource, ProvedClosedForm};
use crate::solved_positions::SolvedInMemory;
use grundy_engines::dense::{DenseTable, EntryNeed};
use grundy_engines::partizan::Outcomes;
use grundy_engines::rivals::Losers;
use grundy_engines::splits::SplitTable;
use grundy_engines::tables::{AmountsTable, PairTable};
use grundy_engines::value_table::{Quantity, TableQuery, ValueTable};
use grundy_misere::quotients::{HeapQuotient, Quotients};
use grundy_rules::clock::Instant;
use grundy_rules::{
    Amounts, DynRuleset, Library, Play, Player, PositionSum, Result, Rival, RulesId, Ruleset, TableForm,
};
use grundy_rules::{Budget, Caches};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// The engine that fills a table. A table is identified by its engine and the identity of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TableEngine {
    Heaps,
    Pairs,
    Dense(EntryNeed, Play),
}

impl TableEngine {
    /// Returns the engine that fills a table of an impartial game with the entries that are needed.
    /// Returns `None` if no engine does so under the play convention of the query.
    pub fn for_query(need: EntryNeed, query: &TableQuery<'_>) -> Option<TableEngine> {
        match query.rules {
            TableForm::Heaps(_) => Some(TableEngine::Heaps),
            TableForm::Pairs(_) => Some(TableEngine::Pairs),
            // These rules are not known to be tame, so misère values would not help in sums.
            TableForm::Dense(_) if need == EntryNeed::Values && query.play == Play::Misere => None,
            TableForm::Dense(_) => Some(TableEngine::Dense(need, query.play)),
            TableForm::PartizanHeaps { .. }
            | TableForm::Digraph(_)
            | TableForm::Rivals(_)
            | TableForm::Row { .. }
            | TableForm::Strings(_) => None,
        }
    }

    /// Creates an empty table of these rules for this engine.
    fn table(self, rules: TableForm<'_>) -> Box<dyn ValueTable> {
        match (self, rules) {
            (_, TableForm::Heaps(heaps)) => match heaps.amounts() {
                Some(amounts) => Box::new(AmountsTable::new(amounts)),
                None => Box::new(SplitTable::new(heaps)),
            },
            (_, TableForm::Pairs(steps)) => Box::new(PairTable::new(steps)),
            (TableEngine::Dense(need, play), _) => Box::new(DenseTable::new(rules.dims(), need, play)),
            _ => unreachable!("these have no engine"),
        }
    }
}

/// Key of a proof: rules, play convention and quantity.
type ProofKey = (RulesId, Play, Quantity);

/// Tables that the current question does not use, set aside so that their memory can be reclaimed.
#[derive(Default)]
struct UnusedTables {
    value_tables: Vec<(TableEngine, RulesId, Box<dyn ValueTable>)>,
    positions: Option<(RulesId, SolvedInMemory)>,
}

/// Tables by game, shared by all questions to one solver.
#[derive(Default)]
pub struct Tables {
    /// The tables of impartial games; `indices` has their indices, by engine and rules.
    value_tables: Vec<Box<dyn ValueTable>>,
    indices: FxHashMap<TableEngine, HashMap<RulesId, usize>>,
    partizan: [HashMap<RulesId, Outcomes>; 2],
    /// The tables of games of several players, by the rules and the opponent of the coalition, if any.
    rivals: HashMap<(RulesId, Option<Player>), Losers>,
    /// All positions of the game that was last solved by retrograde analysis.
    positions: Option<(RulesId, SolvedInMemory)>,
    /// The source of proved closed forms; `proofs` caches its replies.
    closed_form_source: Option<Arc<dyn ClosedFormSource>>,
    proofs: HashMap<ProofKey, Option<Arc<dyn ProvedClosedForm>>>,
    /// The keys in `proofs` for which the search timed out, so that the reply is not final.
    timed_out: Vec<ProofKey>,
    quotients: Quotients,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The tables have too many entries to be printed.
        f.debug_struct("Tables").field("indices", &self.indices).finish_non_exhaustive()
    }
}

impl Tables {
    /// Creates tables for a solver with a source of closed forms.
    pub(crate) fn with_closed_form_source(source: Arc<dyn ClosedFormSource>) -> Tables {
        Tables { closed_form_source: Some(source), ..Tables::default() }
    }

    /// Returns the budget without the memory of the existing tables.
    pub(crate) fn remaining_budget(&self, budget: &Budget) -> Budget {
        let table_bytes = self.bytes().min(budget.bytes);
        Budget { bytes: budget.bytes - table_bytes, bytes_in_use: budget.bytes_in_use + table_bytes, ..budget.clone() }
    }

    /// Begins a question: drops replies of the source of closed forms that timed out.
    ///
    /// The source is asked again about them.
    pub(crate) fn begin(&mut self) {
        for key in self.timed_out.drain(..) {
            self.proofs.remove(&key);
        }
    }

    /// Returns a proved closed form of a game, if the source has one; the reply is cached.
    pub(crate) fn proved(
        &mut self,
        rules: Ruleset,
        quantity: Quantity,
        budget: &Budget,
    ) -> Result<Option<Arc<dyn ProvedClosedForm>>> {
        let Some(source) = &self.closed_form_source else { return Ok(None) };
        let key = (rules.game.id(), rules.play, quantity);
        if let Some(known) = self.proofs.get(&key) {
            return Ok(known.clone());
        }
        if let Some(fault) = rules.game.fault() {
            return Err(fault);
        }
        // The source gets half of the time; the engines that are tried without a proof need the rest.
        let (remaining, now) = (self.remaining_budget(budget), Instant::now());
        let deadline = remaining.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let half = Budget { deadline, progress: None, ..remaining };
        let game = rules.game.clone_box();
        let reply = source.find_proof(rules, quantity, &half);
        if game.take_fault().is_some() {
            // The prover met the fault in tables. The engines that are tried next meet it only if play reaches the
            // position of the fault.
            budget.check()?;
            self.proofs.insert(key, None);
            return Ok(None);
        }
        if half.check().is_err() && !matches!(reply, Ok(Some(_))) {
            budget.check()?;
            // The search for a proof was cut short, and the next question may have more time.
            self.timed_out.push(key.clone());
            self.proofs.insert(key, None);
            return Ok(None);
        }
        let proved = reply?;
        self.proofs.insert(key, proved.clone());
        Ok(proved)
    }

    /// Returns the misère quotient of these games, for heaps up to `largest[i]` in game `i`.
    /// Returns `None` if the quotient is neither known nor found within the limits.
    pub(crate) fn quotient(
        &mut self,
        games: &[&dyn DynRuleset],
        largest: &[u64],
        library: &Library,
        budget: &Budget,
    ) -> Result<Option<Arc<HeapQuotient>>> {
        let budget = self.remaining_budget(budget);
        self.quotients.get_or_learn(games, largest, library, &budget)
    }

    /// Clears all quotients.
    pub(crate) fn clear_quotients(&mut self) {
        self.quotients.clear();
    }

    /// Returns the table of the game with this identity, creating it if necessary.
    /// Returns `None` if no engine fills a table with the entries that `need` selects.
    pub fn table_for(&mut self, id: &RulesId, need: EntryNeed, query: &TableQuery<'_>) -> Option<&mut dyn ValueTable> {
        if let Some(sides) = query.rules.partizan_amounts() {
            return Some(self.partizan(id, sides, query.play));
        }
        let index = self.table_index(id, TableEngine::for_query(need, query)?, query.rules);
        Some(self.table_at(index))
    }

    /// Returns the index of the table of these rules and this engine, creating it if needed.
    /// The index is valid until the tables are cleared or set aside; frequent callers store it.
    pub(crate) fn table_index(&mut self, id: &RulesId, engine: TableEngine, rules: TableForm<'_>) -> usize {
        let indices = self.indices.entry(engine).or_default();
        if let Some(&index) = indices.get(id) {
            return index;
        }
        indices.insert(id.clone(), self.value_tables.len());
        self.value_tables.push(engine.table(rules));
        self.value_tables.len() - 1
    }

    /// Empties the table of this index; `engine` and `rules` must be those of the table.
    pub(crate) fn reset(&mut self, index: usize, engine: TableEngine, rules: TableForm<'_>) {
        self.value_tables[index] = engine.table(rules);
    }

    /// Returns the table of this index.
    pub(crate) fn table_at(&mut self, index: usize) -> &mut dyn ValueTable {
        &mut *self.value_tables[index]
    }

    /// Returns the table of outcomes of a heap from which Left and Right take amounts of their own sets.
    pub(crate) fn partizan(&mut self, id: &RulesId, sets: [Option<&Amounts>; 2], play: Play) -> &mut Outcomes {
        let tables = &mut self.partizan[usize::from(play == Play::Misere)];
        if !tables.contains_key(id) {
            tables.insert(id.clone(), Outcomes::new(sets.map(Option::<&_>::cloned), play));
        }
        tables.get_mut(id).expect("inserted above")
    }

    /// Returns the table of a game in which several players take from one heap.
    /// If `lone_player` is set, all other players form a coalition against that player.
    pub(crate) fn rivals(&mut self, id: RulesId, rivals: &[Rival], lone_player: Option<Player>) -> &mut Losers {
        self.rivals.entry((id, lone_player)).or_insert_with(|| match lone_player {
            Some(player) => Losers::against(rivals, player),
            None => Losers::new(rivals),
        })
    }

    /// Returns all positions of the game with this identity.
    /// Returns `None` unless it is the last game whose positions were all solved.
    pub(crate) fn all_positions(&self, id: &RulesId) -> Option<&SolvedInMemory> {
        self.positions.as_ref().filter(|(of, _)| of == id).map(|(_, solved)| solved)
    }

    /// Stores all positions of the game with this identity, in place of those of another game.
    pub(crate) fn store_positions(&mut self, id: RulesId, solved: SolvedInMemory) {
        self.positions = Some((id, solved));
    }

    /// Removes the tables that a question about this sum does not use, and returns them as caches.
    /// The caches may be dropped when the work needs their memory.
    pub(crate) fn take_unused(&mut self, position_sum: &PositionSum) -> Caches {
        let used: HashSet<RulesId> = position_sum.terms.iter().map(|term| term.position.ruleset().id()).collect();
        let mut engines: Vec<Option<(TableEngine, RulesId)>> = self.value_tables.iter().map(|_| None).collect();
        for (engine, indices) in self.indices.drain() {
            indices.into_iter().for_each(|(id, index)| engines[index] = Some((engine, id)));
        }
        let (mut unused, mut bytes) = (UnusedTables::default(), 0);
        for (of, table) in engines.into_iter().zip(std::mem::take(&mut self.value_tables)) {
            let Some((engine, id)) = of else { continue };
            if used.contains(&id) {
                self.indices.entry(engine).or_default().insert(id, self.value_tables.len());
                self.value_tables.push(table);
            } else {
                bytes += 256 + table.bytes();
                unused.value_tables.push((engine, id, table));
            }
        }
        unused.positions = self.positions.take_if(|(id, _)| !used.contains(id));
        bytes += unused.positions.as_ref().map_or(0, |(_, solved)| solved.bytes());
        Caches::new(unused, bytes)
    }

    /// Puts back the tables that were set aside, unless they were dropped.
    pub(crate) fn restore_unused(&mut self, caches: &Caches) {
        let Some(unused) = caches.take::<UnusedTables>() else { return };
        for (engine, id, table) in unused.value_tables {
            if let Entry::Vacant(free) = self.indices.entry(engine).or_default().entry(id) {
                free.insert(self.value_tables.len());
                self.value_tables.push(table);
            }
        }
        self.positions = self.positions.take().or(unused.positions);
    }

    /// Returns the memory used by all tables, in bytes.
    pub fn bytes(&self) -> u64 {
        let value_tables: u64 = self.value_tables.iter().map(|t| 256 + t.bytes()).sum();
        let partizan: u64 = self.partizan.iter().flat_map(HashMap::values).map(|t| 256 + t.bytes()).sum();
        let rivals: u64 = self.rivals.values().map(|t| 256 + t.bytes()).sum();
        let positions = self.positions.as_ref().map_or(0, |(_, solved)| solved.bytes());
        value_tables + partizan + rivals + positions + self.quotients.bytes()
    }

    /// Returns the number of tables.
    pub fn count(&self) -> usize {
        let partizan: usize = self.partizan.iter().map(HashMap::len).sum();
        self.value_tables.len()
            + partizan
            + self.rivals.len()
            + usize::from(self.positions.is_some())
            + self.quotients.count()
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.value_tables.clear();
        self.indices.clear();
        self.partizan.iter_mut().for_each(HashMap::clear);
        self.rivals.clear();
        self.positions = None;
        self.quotients.clear();
    }
}

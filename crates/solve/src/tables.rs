//! Tables of values that outlive one question, so that all positions of one game share them.

use crate::oracle::{Oracle, Proved};
use crate::solved_positions::Numbered;
use grundy_engines::cells::{Cells, Quantity, TableQuery};
use grundy_engines::dense::{DenseTable, EntryNeed};
use grundy_engines::partizan::Outcomes;
use grundy_engines::rivals::Losers;
use grundy_engines::splits::SplitTable;
use grundy_engines::tables::{AmountsTable, PairTable};
use grundy_misere::quotients::{HeapQuotient, Quotients};
use grundy_rules::clock::Instant;
use grundy_rules::{
    Amounts, DynRuleset, Library, Play, Player, PositionSum, Result, Rival, RulesId, Ruleset, TableView,
};
use grundy_rules::{Budget, Caches};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// What fills a table: with the identity of the rules this is what tables are kept by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Engine {
    Heaps,
    Pairs,
    Dense(EntryNeed, Play),
}

impl Engine {
    /// Who fills a table of impartial games that tells this; `None` if nobody does, or not under this play.
    pub fn of(tell: EntryNeed, under: &TableQuery<'_>) -> Option<Engine> {
        match under.rules {
            TableView::Heaps(_) => Some(Engine::Heaps),
            TableView::Rays(_) => Some(Engine::Pairs),
            // Misère values are no help in sums of rules that are not known to be tame.
            TableView::Dense(_) if tell == EntryNeed::Values && under.play == Play::Misere => None,
            TableView::Dense(_) => Some(Engine::Dense(tell, under.play)),
            TableView::Partizan { .. } | TableView::Digraph(_) | TableView::Rivals(_) | TableView::Row { .. } => None,
        }
    }

    /// An empty table of these rules, of which the engine is.
    fn table(self, rules: TableView<'_>) -> Box<dyn Cells> {
        match (self, rules) {
            (_, TableView::Heaps(heaps)) => match heaps.amounts() {
                Some(amounts) => Box::new(AmountsTable::new(amounts)),
                None => Box::new(SplitTable::new(heaps)),
            },
            (_, TableView::Rays(steps)) => Box::new(PairTable::new(steps)),
            (Engine::Dense(tell, play), _) => Box::new(DenseTable::new(rules.dims(), tell, play)),
            _ => unreachable!("these have no engine"),
        }
    }
}

/// Rules, how they are played, and what of them is asked.
type Asked = (RulesId, Play, Quantity);

/// Tables that a question does not use.
#[derive(Default)]
struct SetAside {
    cells: Vec<(Engine, RulesId, Box<dyn Cells>)>,
    positions: Option<(RulesId, Numbered)>,
}

/// Tables by game, shared by all questions put to one solver.
#[derive(Default)]
pub struct Tables {
    /// Those of impartial games, and their numbers by what fills them and by the rules.
    cells: Vec<Box<dyn Cells>>,
    numbers: FxHashMap<Engine, HashMap<RulesId, usize>>,
    partizan: [HashMap<RulesId, Outcomes>; 2],
    /// Those of games of several players, by the rules and by whoever plays against all others.
    rivals: HashMap<(RulesId, Option<Player>), Losers>,
    /// All positions of one game.
    positions: Option<(RulesId, Numbered)>,
    /// Who proves closed forms, and what it said.
    oracle: Option<Arc<dyn Oracle>>,
    proofs: HashMap<Asked, Option<Arc<dyn Proved>>>,
    /// Of which time ended before it had looked for a proof to the end.
    late: Vec<Asked>,
    quotients: Quotients,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Their entries would fill pages.
        f.debug_struct("Tables").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

impl Tables {
    /// Tables of a solver that has somebody to ask for closed forms.
    pub(crate) fn with_oracle(oracle: Arc<dyn Oracle>) -> Tables {
        Tables { oracle: Some(oracle), ..Tables::default() }
    }

    /// What the budget leaves to work beside the tables that are there.
    pub(crate) fn beside(&self, budget: &Budget) -> Budget {
        let tables = self.bytes().min(budget.bytes);
        Budget { bytes: budget.bytes - tables, held: budget.held + tables, ..budget.clone() }
    }

    /// Begins a question: what was given up for lack of time is looked for again.
    pub(crate) fn begin(&mut self) {
        for asked in self.late.drain(..) {
            self.proofs.remove(&asked);
        }
    }

    /// What is proved of a game, asked once.
    pub(crate) fn proved(&mut self, rules: Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Arc<dyn Proved>>> {
        let Some(oracle) = &self.oracle else { return Ok(None) };
        let key = (rules.game.id(), rules.play, of);
        if let Some(known) = self.proofs.get(&key) {
            return Ok(known.clone());
        }
        if let Some(fault) = rules.game.fault() {
            return Err(fault);
        }
        // The engines that are asked without a proof need their share of the time.
        let (beside, now) = (self.beside(budget), Instant::now());
        let deadline = beside.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let half = Budget { deadline, progress: None, ..beside };
        let game = rules.game.copied();
        let told = oracle.ask(rules, of, &half);
        if game.take_fault().is_some() {
            // It was met in tables: the engines that are asked without a proof find out whether play reaches it.
            budget.check()?;
            self.proofs.insert(key, None);
            return Ok(None);
        }
        if half.check().is_err() && !matches!(told, Ok(Some(_))) {
            budget.check()?;
            // It is not known that there is no proof: the next question may have more time.
            self.late.push(key.clone());
            self.proofs.insert(key, None);
            return Ok(None);
        }
        let proved = told?;
        self.proofs.insert(key, proved.clone());
        Ok(proved)
    }

    /// The misère quotient of the heaps of these games, if it is known, or learned soon, up to the largest heap of each.
    pub(crate) fn quotient(
        &mut self,
        games: &[&dyn DynRuleset],
        largest: &[u64],
        library: &Library,
        budget: &Budget,
    ) -> Result<Option<Arc<HeapQuotient>>> {
        let budget = self.beside(budget);
        self.quotients.of(games, largest, library, &budget)
    }

    /// Forgets all quotients.
    pub(crate) fn clear_quotients(&mut self) {
        self.quotients.clear();
    }

    /// The table of the game of this identity; `None` if no engine fills one that tells what is wanted.
    pub fn open(&mut self, id: &RulesId, tell: EntryNeed, under: &TableQuery<'_>) -> Option<&mut dyn Cells> {
        if let Some(sides) = under.rules.sides() {
            return Some(self.partizan(id, sides, under.play));
        }
        let number = self.number(id, Engine::of(tell, under)?, under.rules);
        Some(self.numbered(number))
    }

    /// Returns the number of the table of these rules and this engine. It is valid until all tables are forgotten; callers that ask often
    /// keep it.
    pub(crate) fn number(&mut self, id: &RulesId, engine: Engine, rules: TableView<'_>) -> usize {
        let numbers = self.numbers.entry(engine).or_default();
        if let Some(&number) = numbers.get(id) {
            return number;
        }
        numbers.insert(id.clone(), self.cells.len());
        self.cells.push(engine.table(rules));
        self.cells.len() - 1
    }

    /// Empties the table of this number, whose engine and rules these are.
    pub(crate) fn reset(&mut self, number: usize, engine: Engine, rules: TableView<'_>) {
        self.cells[number] = engine.table(rules);
    }

    /// The table of this number.
    pub(crate) fn numbered(&mut self, number: usize) -> &mut dyn Cells {
        &mut *self.cells[number]
    }

    /// The outcomes of a heap from which Left and Right take by sets of their own.
    pub(crate) fn partizan(&mut self, id: &RulesId, sets: [Option<&Amounts>; 2], play: Play) -> &mut Outcomes {
        let tables = &mut self.partizan[usize::from(play == Play::Misere)];
        if !tables.contains_key(id) {
            tables.insert(id.clone(), Outcomes::new(sets.map(Option::<&_>::cloned), play));
        }
        tables.get_mut(id).expect("inserted above")
    }

    /// The table of a game in which several players take from one heap; all of them against one, if that is asked.
    pub(crate) fn rivals(&mut self, id: RulesId, rivals: &[Rival], against: Option<Player>) -> &mut Losers {
        self.rivals.entry((id, against)).or_insert_with(|| match against {
            Some(seat) => Losers::against(rivals, seat),
            None => Losers::new(rivals),
        })
    }

    /// All positions of the game of this identity, if they were solved and no other game after it.
    pub(crate) fn all_positions(&self, id: &RulesId) -> Option<&Numbered> {
        self.positions.as_ref().filter(|(of, _)| of == id).map(|(_, known)| known)
    }

    /// Keeps all positions of the game of this identity instead of those of another one.
    pub(crate) fn keep_positions(&mut self, id: RulesId, known: Numbered) {
        self.positions = Some((id, known));
    }

    /// Takes the large tables out that a question about this sum does not use, as caches that give way to its work.
    pub(crate) fn set_aside(&mut self, spec: &PositionSum) -> Caches {
        let used: HashSet<RulesId> = spec.terms.iter().map(|term| term.position.ruleset().id()).collect();
        let mut engines: Vec<Option<(Engine, RulesId)>> = self.cells.iter().map(|_| None).collect();
        for (engine, numbers) in self.numbers.drain() {
            numbers.into_iter().for_each(|(id, number)| engines[number] = Some((engine, id)));
        }
        let (mut aside, mut bytes) = (SetAside::default(), 0);
        for (of, table) in engines.into_iter().zip(std::mem::take(&mut self.cells)) {
            let Some((engine, id)) = of else { continue };
            if used.contains(&id) {
                self.numbers.entry(engine).or_default().insert(id, self.cells.len());
                self.cells.push(table);
            } else {
                bytes += 256 + table.bytes();
                aside.cells.push((engine, id, table));
            }
        }
        aside.positions = self.positions.take_if(|(id, _)| !used.contains(id));
        bytes += aside.positions.as_ref().map_or(0, |(_, known)| known.bytes());
        Caches::new(aside, bytes)
    }

    /// Puts tables back that were set aside, unless they have given way.
    pub(crate) fn take_back(&mut self, caches: &Caches) {
        let Some(aside) = caches.take::<SetAside>() else { return };
        for (engine, id, table) in aside.cells {
            if let Entry::Vacant(free) = self.numbers.entry(engine).or_default().entry(id) {
                free.insert(self.cells.len());
                self.cells.push(table);
            }
        }
        self.positions = self.positions.take().or(aside.positions);
    }

    /// The bytes that all tables take.
    pub fn bytes(&self) -> u64 {
        let cells: u64 = self.cells.iter().map(|t| 256 + t.bytes()).sum();
        let partizan: u64 = self.partizan.iter().flat_map(HashMap::values).map(|t| 256 + t.bytes()).sum();
        let rivals: u64 = self.rivals.values().map(|t| 256 + t.bytes()).sum();
        let positions = self.positions.as_ref().map_or(0, |(_, known)| known.bytes());
        cells + partizan + rivals + positions + self.quotients.bytes()
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        let partizan: usize = self.partizan.iter().map(HashMap::len).sum();
        self.cells.len() + partizan + self.rivals.len() + usize::from(self.positions.is_some()) + self.quotients.count()
    }

    /// Forgets all tables.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.numbers.clear();
        self.partizan.iter_mut().for_each(HashMap::clear);
        self.rivals.clear();
        self.positions = None;
        self.quotients.clear();
    }
}

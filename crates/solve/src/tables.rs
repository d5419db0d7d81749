//! Tables of values that outlive one question, so that all positions of one game share them.

use crate::oracle::{Oracle, Proved};
use crate::solved_positions::Numbered;
use grundy_engines::cells::{Cells, Of, Under};
use grundy_engines::dense::{DenseTable, Tell};
use grundy_engines::partizan::Outcomes;
use grundy_engines::rivals::Losers;
use grundy_engines::splits::SplitTable;
use grundy_engines::tables::{AmountsTable, PairTable};
use grundy_misere::quotients::{HeapQuotient, Quotients};
use grundy_rules::Budget;
use grundy_rules::clock::Instant;
use grundy_rules::{Amounts, HeapRules, Library, Play, Result, Rival, Ruleset, Seat, TableView};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// What fills a table: with the name of the game this is what tables are kept by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Engine {
    Heaps,
    Pairs,
    Dense(Tell, Play),
}

impl Engine {
    /// Who fills a table of impartial games that tells this; `None` if nobody does, or not under this play.
    pub fn of(tell: Tell, under: &Under<'_>) -> Option<Engine> {
        match under.rules {
            TableView::Heaps(_) => Some(Engine::Heaps),
            TableView::Rays(_) => Some(Engine::Pairs),
            // Misère values are no help in sums of rules that are not known to be tame.
            TableView::Dense(_) if tell == Tell::Values && under.play == Play::Misere => None,
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

/// A game, as a text, how it is played, and what of it is asked.
type Asked = (String, Play, Of);

/// Tables by game, shared by all questions put to one solver.
#[derive(Default)]
pub struct Tables {
    /// Those of impartial games, and their numbers by what fills them and the name of the game.
    cells: Vec<Box<dyn Cells>>,
    names: FxHashMap<Engine, HashMap<String, usize>>,
    partizan: [HashMap<String, Outcomes>; 2],
    rivals: HashMap<String, Losers>,
    /// All positions of one game.
    positions: Option<(String, Numbered)>,
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
        f.debug_struct("Tables").field("names", &self.names).finish_non_exhaustive()
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
    pub(crate) fn proved(&mut self, rules: Ruleset, of: Of, budget: &Budget) -> Result<Option<Arc<dyn Proved>>> {
        let Some(oracle) = &self.oracle else { return Ok(None) };
        let key = (rules.game.rules_text(), rules.play, of);
        if let Some(known) = self.proofs.get(&key) {
            return Ok(known.clone());
        }
        // The engines that are asked without a proof need their share of the time.
        let (beside, now) = (self.beside(budget), Instant::now());
        let deadline = beside.deadline.map(|end| now + end.saturating_duration_since(now) / 2);
        let half = Budget { deadline, progress: None, ..beside };
        let told = oracle.ask(rules, of, &half);
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
        games: &[(String, &dyn HeapRules)],
        largest: &[u64],
        library: &Library,
        budget: &Budget,
    ) -> Result<Option<Arc<HeapQuotient>>> {
        let budget = self.beside(budget);
        self.quotients.of(games, largest, library, &budget)
    }

    /// The table of the game of this name; `None` if no engine fills one that tells what is wanted. `name` is that of the game
    /// with its parameters.
    pub fn open(&mut self, name: &str, tell: Tell, under: &Under<'_>) -> Option<&mut dyn Cells> {
        if let Some(sides) = under.rules.sides() {
            return Some(self.partizan(name, sides, under.play));
        }
        let number = self.number(name, Engine::of(tell, under)?, under.rules);
        Some(self.numbered(number))
    }

    /// The number of the table of this name and engine, which stands until all tables are forgotten: who asks often does so by
    /// number.
    pub(crate) fn number(&mut self, name: &str, engine: Engine, rules: TableView<'_>) -> usize {
        let names = self.names.entry(engine).or_default();
        if let Some(&number) = names.get(name) {
            return number;
        }
        names.insert(name.to_string(), self.cells.len());
        self.cells.push(engine.table(rules));
        self.cells.len() - 1
    }

    /// The table of this number.
    pub(crate) fn numbered(&mut self, number: usize) -> &mut dyn Cells {
        &mut *self.cells[number]
    }

    /// The outcomes of a heap from which Left and Right take by sets of their own.
    pub(crate) fn partizan(&mut self, rules: &str, sets: [Option<&Amounts>; 2], play: Play) -> &mut Outcomes {
        let tables = &mut self.partizan[usize::from(play == Play::Misere)];
        if !tables.contains_key(rules) {
            tables.insert(rules.to_string(), Outcomes::new(sets.map(Option::<&_>::cloned), play));
        }
        tables.get_mut(rules).expect("inserted above")
    }

    /// The table of a game in which several players take from one heap; all of them against one, if that is asked.
    pub(crate) fn rivals(&mut self, rules: &str, rivals: &[Rival], against: Option<Seat>) -> &mut Losers {
        // No two tables have the same name: rules end with a bracket.
        let name = against.map_or_else(|| rules.to_string(), |seat| format!("{rules} {}", seat.0));
        self.rivals.entry(name).or_insert_with(|| match against {
            Some(seat) => Losers::against(rivals, seat),
            None => Losers::new(rivals),
        })
    }

    /// All positions of the game of this name, if they were solved and no other game after it.
    pub(crate) fn all_positions(&self, rules: &str) -> Option<&Numbered> {
        self.positions.as_ref().filter(|(name, _)| name == rules).map(|(_, known)| known)
    }

    /// Keeps all positions of the game of this name instead of those of another one.
    pub(crate) fn keep_positions(&mut self, rules: &str, known: Numbered) {
        self.positions = Some((rules.to_string(), known));
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
        self.names.clear();
        self.partizan.iter_mut().for_each(HashMap::clear);
        self.rivals.clear();
        self.positions = None;
        self.quotients.clear();
    }
}

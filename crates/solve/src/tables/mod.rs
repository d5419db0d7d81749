//! Tables of values that outlive one question, so that all positions of one game share them.

use crate::answer::{GUY_SMITH, WINDOW_STATE};
use crate::budget::Budget;
use crate::dense::{DenseTable, Tell};
use crate::heap::{Period, Sequence};
use crate::oracle::{Oracle, Proved};
use crate::partizan::Outcomes;
use crate::rays::RayTable;
use crate::rivals::Losers;
use crate::splits::SplitTable;
use crate::tabulate::Of;
use grundy_lang::text;
use grundy_rules::{Amounts, Genus, HeapRules, Nimber, Play, Result, Rival, Ruleset, TheoremCard};
use std::collections::HashMap;
use std::sync::Arc;

/// Tables by game, shared by all questions put to one solver.
#[derive(Debug, Default)]
pub struct Tables {
    heaps: Vec<HeapTable>,
    heap_names: HashMap<String, usize>,
    pairs: HashMap<String, PairTable>,
    dense: HashMap<(String, Tell, Play), DenseTable>,
    partizan: [HashMap<String, Outcomes>; 2],
    rivals: HashMap<String, Losers>,
    /// Who proves closed forms, and what it said.
    oracle: Option<Arc<dyn Oracle>>,
    proofs: HashMap<(String, Play, Of), Option<Arc<dyn Proved>>>,
}

impl Tables {
    /// Tables of a solver that has somebody to ask for closed forms.
    pub(crate) fn with_oracle(oracle: Arc<dyn Oracle>) -> Tables {
        Tables { oracle: Some(oracle), ..Tables::default() }
    }

    /// What is proved of a game, asked once.
    pub(crate) fn proved(&mut self, rules: Ruleset, of: Of, budget: &Budget<'_>) -> Result<Option<Arc<dyn Proved>>> {
        let Some(oracle) = &self.oracle else { return Ok(None) };
        let key = (rules.game.rules_text(), rules.play, of);
        if let Some(known) = self.proofs.get(&key) {
            return Ok(known.clone());
        }
        let proved = oracle.ask(rules, of, budget)?;
        self.proofs.insert(key, proved.clone());
        Ok(proved)
    }

    /// The table of a heap game.
    pub(crate) fn heap(&mut self, rules: &str, heaps: &dyn HeapRules) -> &mut HeapTable {
        let number = self.heap_number(rules, heaps);
        self.numbered_heap(number)
    }

    /// The number of the table of a heap game, which stands until all tables are forgotten: who asks often does so by number.
    pub(crate) fn heap_number(&mut self, rules: &str, heaps: &dyn HeapRules) -> usize {
        if let Some(&number) = self.heap_names.get(rules) {
            return number;
        }
        self.heap_names.insert(rules.to_string(), self.heaps.len());
        self.heaps.push(HeapTable::new(heaps));
        self.heaps.len() - 1
    }

    /// The table of this number.
    pub(crate) fn numbered_heap(&mut self, number: usize) -> &mut HeapTable {
        &mut self.heaps[number]
    }

    /// The table of a game on pairs.
    pub(crate) fn pair(&mut self, rules: &str, steps: &[[u64; 2]]) -> &mut PairTable {
        if !self.pairs.contains_key(rules) {
            self.pairs.insert(rules.to_string(), PairTable { steps: steps.to_vec(), ..PairTable::default() });
        }
        self.pairs.get_mut(rules).expect("inserted above")
    }

    /// The dense table of a game.
    pub(crate) fn dense(&mut self, rules: &str, dims: usize, tell: Tell, play: Play) -> &mut DenseTable {
        self.dense.entry((rules.to_string(), tell, play)).or_insert_with(|| DenseTable::new(dims, tell, play))
    }

    /// The outcomes of a heap from which Left and Right take by sets of their own.
    pub(crate) fn partizan(&mut self, rules: &str, sets: [Option<&Amounts>; 2], play: Play) -> &mut Outcomes {
        let tables = &mut self.partizan[usize::from(play == Play::Misere)];
        if !tables.contains_key(rules) {
            tables.insert(rules.to_string(), Outcomes::new(sets.map(Option::<&_>::cloned), play));
        }
        tables.get_mut(rules).expect("inserted above")
    }

    /// The table of a game in which several players take from one heap.
    pub(crate) fn rivals(&mut self, rules: &str, rivals: &[Rival]) -> &mut Losers {
        if !self.rivals.contains_key(rules) {
            self.rivals.insert(rules.to_string(), Losers::new(rivals));
        }
        self.rivals.get_mut(rules).expect("inserted above")
    }

    /// The bytes that all tables take.
    pub fn bytes(&self) -> u64 {
        let heaps: u64 = self.heaps.iter().map(|t| 256 + t.bytes()).sum();
        let partizan: u64 = self.partizan.iter().flat_map(HashMap::values).map(|t| 256 + t.bytes()).sum();
        let rivals: u64 = self.rivals.values().map(|t| 256 + t.bytes()).sum();
        let pairs: u64 = self.pairs.values().map(|t| 256 + t.normal.bytes() + t.misere.bytes()).sum();
        let dense: u64 = self.dense.values().map(|t| 256 + t.bytes()).sum();
        heaps + pairs + dense + partizan + rivals
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        let partizan: usize = self.partizan.iter().map(HashMap::len).sum();
        self.heaps.len() + self.pairs.len() + self.dense.len() + partizan + self.rivals.len()
    }

    /// Forgets all tables.
    pub fn clear(&mut self) {
        self.heaps.clear();
        self.heap_names.clear();
        self.pairs.clear();
        self.dense.clear();
        self.partizan.iter_mut().for_each(HashMap::clear);
        self.rivals.clear();
    }
}

/// What a table says of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Under normal play only the normal value was looked up; the genus is that of the Nim heap of this value. `None` where
    /// followers are not tame and nothing is known.
    pub genus: Option<Genus>,
    /// Whether the component behaves as such in sums. Always so under normal play.
    pub tame: bool,
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Worth = Worth { genus: None, tame: false };

    /// A component that behaves in sums as its genus says.
    pub fn of(genus: Genus) -> Worth {
        Worth { genus: Some(genus), tame: true }
    }

    pub fn normal(value: u32) -> Worth {
        Worth::of(Genus::of_nim_heap(value.into()))
    }
}

/// The values of a heap game.
#[derive(Debug)]
pub(crate) enum HeapTable {
    /// Every move takes an amount and leaves one heap.
    Amounts(Box<AmountsTable>),
    /// Moves may split.
    Splits(SplitTable),
}

impl HeapTable {
    fn new(heaps: &dyn HeapRules) -> HeapTable {
        match heaps.amounts() {
            Some(amounts) => HeapTable::Amounts(Box::new(AmountsTable::new(amounts))),
            None => HeapTable::Splits(SplitTable::new(heaps)),
        }
    }

    /// What a heap is worth; `heaps` are the rules that the table was made for.
    pub fn worth(&mut self, heaps: &dyn HeapRules, heap: u64, play: Play, budget: &Budget<'_>) -> Result<Worth> {
        match (self, play) {
            (HeapTable::Amounts(table), play) => table.worth(heap, play, budget),
            (HeapTable::Splits(table), Play::Normal) => Ok(Worth::normal(table.value(heaps, heap, budget)?)),
            (HeapTable::Splits(table), Play::Misere) => {
                Ok(table.genus(heaps, heap, budget)?.map_or(Worth::UNKNOWN, Worth::of))
            }
        }
    }

    /// How many moves from a heap leave one of this value, where every move takes an amount; `None` elsewhere.
    pub fn moves_to(&mut self, heap: u64, value: u128, budget: &Budget<'_>) -> Result<Option<u128>> {
        match self {
            HeapTable::Amounts(table) => table.normal.moves_to(heap, value, budget).map(Some),
            HeapTable::Splits(_) => Ok(None),
        }
    }

    /// The least heap of which the table cannot tell what it is worth, if one was met.
    pub fn first_unknown(&self, play: Play) -> Option<u64> {
        match self {
            HeapTable::Splits(table) if play == Play::Misere => table.wild(),
            _ => None,
        }
    }

    /// How many heaps the table has, the period it proves, and by which theorem.
    pub fn extent(&self, play: Play) -> (u64, Option<(Period, &'static TheoremCard)>) {
        match self {
            HeapTable::Amounts(table) => {
                let sequence = if play == Play::Normal { &table.normal } else { &table.misere };
                (sequence.computed(), sequence.period().map(|p| (p, &WINDOW_STATE)))
            }
            HeapTable::Splits(table) => {
                let (computed, period) = table.extent();
                (computed, period.filter(|_| play == Play::Normal).map(|p| (p, &GUY_SMITH)))
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            HeapTable::Amounts(table) => table.normal.bytes() + table.misere.bytes(),
            HeapTable::Splits(table) => table.bytes(),
        }
    }
}

/// The values of a subtraction game.
#[derive(Debug)]
pub(crate) struct AmountsTable {
    normal: Sequence,
    misere: Sequence,
    /// All heaps below this one are tame.
    tame: u64,
    /// The least heap that is not, if it was met.
    wild: Option<u64>,
}

impl AmountsTable {
    fn new(amounts: &Amounts) -> AmountsTable {
        let sequence = |play| Sequence::new(amounts.clone(), play);
        AmountsTable { normal: sequence(Play::Normal), misere: sequence(Play::Misere), tame: 0, wild: None }
    }

    fn worth(&mut self, heap: u64, play: Play, budget: &Budget<'_>) -> Result<Worth> {
        if play == Play::Normal {
            return Ok(Worth::normal(self.normal.value(heap, budget)?));
        }
        Ok(Worth { genus: Some(self.genus(heap, budget)?), tame: self.tame_to(heap, budget)? })
    }

    fn genus(&mut self, heap: u64, budget: &Budget<'_>) -> Result<Genus> {
        let normal = Nimber(self.normal.value(heap, budget)?.into());
        let misere = Nimber(self.misere.value(heap, budget)?.into());
        Ok(Genus { normal, misere })
    }

    /// Whether all heaps up to this one are tame; every follower of the heap is among them.
    fn tame_to(&mut self, heap: u64, budget: &Budget<'_>) -> Result<bool> {
        let mut last = heap;
        if let (Some(p), Some(q)) = (self.normal.period(), self.misere.period()) {
            // Behind the longer preperiod the pairs repeat with a common period.
            let common = (p.period / gcd(p.period, q.period)).saturating_mul(q.period);
            last = last.min(p.preperiod.max(q.preperiod).saturating_add(common));
        }
        let mut meter = budget.meter(text!("heaps"));
        while self.wild.is_none() && self.tame <= last {
            meter.tick(1)?;
            if self.genus(self.tame, budget)?.is_tame() {
                self.tame += 1;
            } else {
                self.wild = Some(self.tame);
            }
        }
        Ok(self.wild.is_none_or(|wild| heap < wild))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The values of a game on pairs.
#[derive(Debug, Default)]
pub(crate) struct PairTable {
    steps: Vec<[u64; 2]>,
    normal: RayTable,
    misere: RayTable,
    /// Whether every pair of both tables is tame, once that was asked.
    tame: Option<bool>,
}

impl PairTable {
    pub fn worth(&mut self, pair: [u64; 2], play: Play, budget: &Budget<'_>) -> Result<Worth> {
        let mirrored = |&[x, y]: &[u64; 2]| self.steps.contains(&[y, x]);
        let [a, b] = pair;
        // Where the players' moves are the same in both directions, so are the values.
        let pair = if self.steps.iter().all(mirrored) { [a.min(b), a.max(b)] } else { pair };
        let grown = grow(&self.steps, &mut self.normal, Play::Normal, pair, budget)?;
        if play == Play::Normal {
            return Ok(Worth::normal(self.normal.value(pair)));
        }
        if grow(&self.steps, &mut self.misere, Play::Misere, pair, budget)? || grown {
            self.tame = None;
        }
        let normal = Nimber(self.normal.value(pair).into());
        let genus = Genus { normal, misere: Nimber(self.misere.value(pair).into()) };
        let tame = *self.tame.get_or_insert_with(|| self.normal.is_tame_with(&self.misere));
        Ok(Worth { genus: Some(genus), tame })
    }
}

/// Makes the table cover `pair`, and tells whether it had to.
///
/// It grows by half where that fits, so that a run of growing questions stays cheap, and starts anew where one table for all
/// pairs asked so far would be much larger than what is asked.
fn grow(steps: &[[u64; 2]], table: &mut RayTable, play: Play, pair: [u64; 2], budget: &Budget<'_>) -> Result<bool> {
    if table.covers(pair) {
        return Ok(false);
    }
    let roomy = [table.enclosing(pair, 3), table.enclosing(pair, 2)];
    let mut sizes = roomy.into_iter().filter(|&to| RayTable::cells(to) / 4 <= RayTable::cells(pair));
    let grown = sizes.find_map(|to| RayTable::compute(steps, play, to, budget).ok());
    *table = match grown {
        Some(table) => table,
        None => RayTable::compute(steps, play, pair, budget)?,
    };
    Ok(true)
}

//! Tables of the values of subtraction games, under normal and misère play.

use crate::heap::HeapSequence;
use crate::runs::{LongRuns, RunAlphabet, Runs};
use crate::theorems::WINDOW_STATE;
use crate::value_table::{ComponentGenus, Provenance, TableQuery, ValueTable};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Amounts, Coordinates, Genus, HeapMove, Nimber, Play, Result};

/// The table of a subtraction game on one heap.
#[derive(Debug)]
pub struct AmountsTable {
    amounts: Amounts,
    normal: HeapSequence,
    misere: HeapSequence,
    /// The genera stored as runs; they replace the tables if these would be long.
    genera: LongRuns,
    /// All heaps below this one are known to be tame.
    tame: u64,
    /// The least heap that is not tame, once it is found.
    first_wild: Option<u64>,
}

impl AmountsTable {
    /// Creates an empty table for these amounts.
    pub fn new(amounts: &Amounts) -> AmountsTable {
        let sequence = |play| HeapSequence::new(amounts.clone(), play);
        let (normal, misere) = (sequence(Play::Normal), sequence(Play::Misere));
        AmountsTable {
            amounts: amounts.clone(),
            normal,
            misere,
            genera: LongRuns::default(),
            tame: 0,
            first_wild: None,
        }
    }

    /// Returns the genera as runs, computed up to `heap` or to a proved period; `None` if tables are used.
    fn genera(&mut self, heap: u64, budget: &Budget) -> Result<Option<&Runs>> {
        if heap < self.misere.computed() {
            return Ok(None);
        }
        self.genera.up_to(&[Some(&self.amounts)], RunAlphabet::Genera, heap, budget)
    }

    fn genus(&mut self, heap: u64, budget: &Budget) -> Result<Genus> {
        if let Some(genera) = self.genera(heap, budget)? {
            return Ok(RunAlphabet::genus(genera.letter(heap)));
        }
        let normal = Nimber(self.normal.value(heap, budget)?.into());
        let misere = Nimber(self.misere.value(heap, budget)?.into());
        Ok(Genus { normal, misere })
    }

    /// Checks whether all heaps up to this one are tame; play from this heap reaches no other heaps.
    fn tame_to(&mut self, heap: u64, budget: &Budget) -> Result<bool> {
        let mut last = heap;
        if let Some(genera) = self.genera(heap, budget)? {
            return Ok(genera.first(heap, !RunAlphabet::TAME).is_none());
        }
        if let (Some(p), Some(q)) = (self.normal.period(), self.misere.period()) {
            // Beyond the longer preperiod the pairs of values repeat with a common period, so one period suffices.
            let common = (p.period / gcd(p.period, q.period)).saturating_mul(q.period);
            last = last.min(p.preperiod.max(q.preperiod).saturating_add(common));
        }
        let mut meter = budget.meter(text!("heaps"));
        while self.first_wild.is_none() && self.tame <= last {
            meter.advance(1)?;
            if self.genus(self.tame, budget)?.is_tame() {
                self.tame += 1;
            } else {
                self.first_wild = Some(self.tame);
            }
        }
        Ok(self.first_wild.is_none_or(|wild| heap < wild))
    }
}

impl ValueTable for AmountsTable {
    fn genus_at(&mut self, [heap, ..]: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus> {
        if query.play == Play::Normal {
            return Ok(ComponentGenus::normal(self.normal.value(heap, query.budget)?));
        }
        Ok(ComponentGenus { genus: Some(self.genus(heap, query.budget)?), tame: self.tame_to(heap, query.budget)? })
    }

    fn fill(&mut self, to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        self.genus_at(to, query).map(|_| None)
    }

    fn provenance(&self, [heap, ..]: Coordinates, play: Play) -> Provenance {
        let genera = self.genera.known().filter(|_| play == Play::Misere);
        let (period, computed) = match (play, genera) {
            (_, Some(genera)) => (genera.period(), genera.computed()),
            (Play::Normal, None) => (self.normal.period(), self.normal.computed_to()),
            (Play::Misere, None) => (self.misere.period(), self.misere.computed_to()),
        };
        match period {
            Some(period) if heap >= computed => Provenance::Period(period, &WINDOW_STATE),
            _ => Provenance::Table(heap),
        }
    }

    fn moves_where(
        &mut self,
        heap: u64,
        fits: &dyn Fn(Genus) -> bool,
        max_listed: usize,
        query: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<u64>)>> {
        let (runs, genus): (_, fn(u8) -> Genus) = match query.play {
            Play::Normal => (self.normal.runs(heap, query.budget)?, |letter| Genus::for_nim_heap(letter.into())),
            Play::Misere if heap < self.misere.computed() => return Ok(None),
            Play::Misere => (
                self.genera.up_to(&[Some(&self.amounts)], RunAlphabet::Genera, heap, query.budget)?,
                RunAlphabet::genus,
            ),
        };
        let Some(runs) = runs else { return Ok(None) };
        let fitting = (0..64u8).filter(|&letter| fits(genus(letter)));
        let mask = fitting.fold(0, |mask, letter| mask | 1 << letter);
        let (count, taken) = runs.moves(&self.amounts, heap, mask, max_listed, query.budget)?;
        Ok(Some((count, taken.into_iter().map(|amount| heap - amount).collect())))
    }

    /// Counts the moves if none is to be listed; otherwise returns `None`.
    fn moves_to(
        &mut self,
        heap: u64,
        value: u128,
        max_listed: usize,
        query: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<HeapMove>)>> {
        if max_listed > 0 {
            return Ok(None);
        }
        Ok(Some((self.normal.moves_to(heap, value, query.budget)?, vec![])))
    }

    fn bytes(&self) -> u64 {
        self.normal.bytes() + self.misere.bytes() + self.genera.known().map_or(0, Runs::bytes)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

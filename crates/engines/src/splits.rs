//! Tables of heap games whose moves may split heaps, such as octal games, Grundy's game and user rules.
//!
//! If the moves are the same at every size, normal values come from the engine for long sequences, otherwise from the
//! definition. Once a period is proved, the winning moves of huge heaps are counted by residue classes. Misère genera
//! are computed by the definition as long as all smaller heaps are tame, because then the genus of a split is known.

use crate::heap::Period;
use crate::value_table::{ComponentGenus, Provenance, TableQuery, ValueTable};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    Code, Coordinates, Error, ErrorKind, Genus, HeapMove, HeapRules, NimSum, Nimber, Play, Result, mex,
};
use grundy_sequence::{GUY_SMITH, Sequence, SequenceOptions};

/// The number of heaps after which a misère table is checked against the memory limit.
const MAX_UNCHECKED_HEAPS: u64 = 1 << 10;

/// The table of one game, computed as far as requested.
#[derive(Debug, Default)]
pub struct SplitTable {
    pub(crate) normal: Normal,
    genera: Vec<Genus>,
    /// The least heap that is not tame, once it is found. The genera of larger heaps stay unknown.
    first_wild: Option<u64>,
}

/// The normal Grundy values.
#[derive(Debug)]
pub(crate) enum Normal {
    /// The engine for moves that are the same at every size.
    Sequence(Box<Sequence>),
    /// The values by size, for moves that only the rules can list.
    Listed(Vec<u32>),
}

impl Default for Normal {
    fn default() -> Self {
        Normal::Listed(vec![])
    }
}

impl SplitTable {
    /// Creates an empty table of these rules.
    pub fn new(rules: &dyn HeapRules) -> SplitTable {
        let sequence = rules.splitting().and_then(|moves| Sequence::new(&moves, SequenceOptions::default()).ok());
        let normal = sequence.map_or_else(Normal::default, |sequence| Normal::Sequence(Box::new(sequence)));
        SplitTable { normal, ..SplitTable::default() }
    }

    /// Returns the normal Grundy value of a heap.
    ///
    /// # Errors
    /// Fails with `limit` if neither a table up to `n` nor one up to a proved period fits the budget.
    pub(crate) fn value(&mut self, rules: &dyn HeapRules, n: u64, budget: &Budget) -> Result<u32> {
        match &mut self.normal {
            Normal::Sequence(sequence) => sequence.value(n, budget),
            Normal::Listed(list) => {
                extend_list(list, rules, n, budget)?;
                Ok(list[n as usize])
            }
        }
    }

    /// Returns the genus of a heap; `None` if this heap or a smaller one is not tame.
    ///
    /// # Errors
    /// Fails with `limit` if the table of genera does not fit the budget or the time runs out.
    fn genus(&mut self, rules: &dyn HeapRules, n: u64, budget: &Budget) -> Result<Option<Genus>> {
        let mut meter = budget.meter(text!("heaps")).with_total(n.saturating_add(1));
        while self.first_wild.is_none() && self.genera.len() as u64 <= n {
            let size = self.genera.len() as u64;
            if size == MAX_UNCHECKED_HEAPS.min(n) {
                // Most games that are not tame have a small heap that is not, and then no large table is needed.
                let bytes = (u128::from(n) + 1) * size_of::<Genus>() as u128;
                budget.check_fits(bytes, &text!("the table of misère values of all heaps up to {n}", n))?;
            }
            meter.set_progress(size);
            meter.advance(1 + size / 16)?;
            budget.check()?;
            let (mut normal, mut misere, mut is_descending) = (vec![], vec![], true);
            let genera = &self.genera;
            rules.options(size, &mut |remaining| {
                is_descending &= remaining.iter().all(|&heap| heap < size);
                if !is_descending {
                    return;
                }
                let sum: NimSum = remaining.iter().map(|&heap| genera[heap as usize]).collect();
                let genus = sum.genus();
                normal.push(genus.normal.0);
                misere.push(genus.misere.0);
            });
            if !is_descending {
                return Err(not_smaller_error(size));
            }
            let genus = if normal.is_empty() {
                Genus::END
            } else {
                Genus { normal: Nimber(mex(normal)), misere: Nimber(mex(misere)) }
            };
            if genus.is_tame() {
                self.genera.push(genus);
            } else {
                self.first_wild = Some(size);
            }
        }
        Ok(self.genera.get(usize::try_from(n).unwrap_or(usize::MAX)).copied())
    }

    /// Counts the moves from a heap in the period to the value `to`, and lists the first `max_listed`.
    /// The moves are counted by residue classes. The code must be octal. Returns `None` if no period is known.
    pub(crate) fn periodic_moves(
        &self,
        code: &Code,
        heap: u64,
        to: u128,
        max_listed: usize,
    ) -> Option<(u128, Vec<HeapMove>)> {
        let Normal::Sequence(sequence) = &self.normal else { return None };
        let value = |n: u64| sequence.known_value(n).map_or(0, u128::from);
        let fits = |remaining: &[u64]| remaining.iter().fold(0, |xor, &heap| xor ^ value(heap)) == to;
        Some(moves_in_period(code, sequence.period()?, heap, max_listed, &fits))
    }
}

/// Counts the moves by an octal code to heaps that satisfy `fits`, and lists the first `max_listed`.
/// The moves are counted by residue classes. The heap, and the heap minus any amount of the code, must be
/// beyond a period, and `fits` must depend only on the places of heaps in the period.
pub fn moves_in_period(
    code: &Code,
    period: Period,
    heap: u64,
    max_listed: usize,
    fits: &dyn Fn(&[u64]) -> bool,
) -> (u128, Vec<HeapMove>) {
    let (mut count, mut moves) = (0u128, vec![]);
    for (take, &digit) in code.digits().iter().enumerate() {
        let take = take as u64;
        // This never skips an amount: by assumption, `rest` is also beyond a period, so it is at least 2.
        let Some(rest) = heap.checked_sub(take).filter(|&rest| rest >= 2) else { continue };
        if digit & 2 != 0 && take > 0 && fits(&[rest]) {
            count += 1;
            if moves.len() < max_listed {
                moves.push(HeapMove { take, remaining: [rest].into_iter().collect() });
            }
        }
        if digit & 4 != 0 {
            let splits = periodic_splits(fits, period, rest);
            count += splits.count;
            let list = splits.list(period, rest).take(max_listed - moves.len());
            moves.extend(list.map(|a| HeapMove { take, remaining: [a, rest - a].into_iter().collect() }));
        }
    }
    (count, moves)
}

impl ValueTable for SplitTable {
    fn genus_at(&mut self, [heap, ..]: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus> {
        let rules = query.rules.heap_rules().expect("the table was created for heaps");
        match query.play {
            Play::Normal => Ok(ComponentGenus::normal(self.value(rules, heap, query.budget)?)),
            Play::Misere => {
                Ok(self.genus(rules, heap, query.budget)?.map_or(ComponentGenus::UNKNOWN, ComponentGenus::from_genus))
            }
        }
    }

    fn fill(&mut self, to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        let known = self.genus_at(to, query)?.genus.is_some();
        Ok(self.first_wild.filter(|_| !known))
    }

    fn provenance(&self, [heap, ..]: Coordinates, play: Play) -> Provenance {
        match &self.normal {
            Normal::Sequence(sequence) if play == Play::Normal && heap >= sequence.computed() => {
                sequence.period().map_or(Provenance::Table(heap), |period| Provenance::Period(period, &GUY_SMITH))
            }
            _ => Provenance::Table(heap),
        }
    }

    /// Counts the moves of octal games from heaps beyond the computed table, by the proved period.
    /// Returns `None` for other games and heaps.
    fn moves_to(
        &mut self,
        heap: u64,
        value: u128,
        max_listed: usize,
        query: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<HeapMove>)>> {
        let Some(code) = query.rules.code().filter(|code| code.is_octal()) else { return Ok(None) };
        match self.provenance([heap, 0, 0], Play::Normal) {
            Provenance::Period(..) => Ok(self.periodic_moves(code, heap, value, max_listed)),
            Provenance::Table(_) | Provenance::Search => Ok(None),
        }
    }

    fn bytes(&self) -> u64 {
        let normal = match &self.normal {
            Normal::Sequence(sequence) => sequence.bytes(),
            Normal::Listed(list) => 4 * list.capacity() as u64,
        };
        normal + (size_of::<Genus>() * self.genera.capacity()) as u64
    }
}

/// Returns the splits of `rest` into a ≤ b that satisfy `fits`.
/// Splits with a in the preperiod are listed one by one. The others depend only on the residue class of a.
fn periodic_splits(fits: &dyn Fn(&[u64]) -> bool, period: Period, rest: u64) -> PeriodicSplits {
    let fits = |a: &u64| fits(&[*a, rest - a]);
    let start = period.preperiod.max(1);
    let single: Vec<u64> = (1..start.min(rest / 2 + 1)).filter(fits).collect();
    let last = (start + period.period - 1).min(rest / 2);
    let classes: Vec<u64> = (start..=last).filter(fits).collect();
    let in_classes: u128 = classes.iter().map(|a| u128::from((rest / 2 - a) / period.period) + 1).sum();
    PeriodicSplits { count: single.len() as u128 + in_classes, single, classes }
}

/// Extends the list to the values of all heaps up to `n`, by listing their options.
fn extend_list(list: &mut Vec<u32>, rules: &dyn HeapRules, n: u64, budget: &Budget) -> Result<()> {
    if n < list.len() as u64 {
        return Ok(());
    }
    budget.check_fits((u128::from(n) + 1) * 8, &text!("the table of all heaps up to {n}", n))?;
    let mut meter = budget.meter(text!("heaps")).with_total(n.saturating_add(1));
    let mut seen = OptionMarks::default();
    while list.len() as u64 <= n {
        let size = list.len();
        // The number of steps for a heap is about its size.
        meter.set_progress(size as u64);
        meter.advance(1 + size as u64 / 64)?;
        // The rules may test any number of candidates for the options of one heap.
        budget.check()?;
        seen.clear(size);
        let mut is_descending = true;
        rules.options(size as u64, &mut |remaining| {
            is_descending &= remaining.iter().all(|&heap| heap < size as u64);
            if is_descending {
                seen.see(remaining.iter().fold(0, |xor, &heap| xor ^ list[heap as usize]));
            }
        });
        if !is_descending {
            return Err(not_smaller_error(size as u64));
        }
        list.push(seen.mex());
    }
    Ok(())
}

/// Returns the error for a heap with a move to a heap that is not smaller.
/// The table keeps the entries of all smaller heaps.
///
/// Rules that have listed such a move report another kind of table from then on, so the caller can retry with that
/// table.
fn not_smaller_error(heap: u64) -> Error {
    Error::new(ErrorKind::Unsupported, text!("heap {heap} has a move to a heap that is not smaller", heap))
}

/// The set of the values of the options of one heap.
#[derive(Default)]
struct OptionMarks {
    mark: u32,
    marks: Vec<u32>,
}

impl OptionMarks {
    /// Clears the set in constant time, because the marks of smaller heaps do not count for this size.
    fn clear(&mut self, size: usize) {
        self.mark = size as u32 + 1;
    }

    fn see(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marks.len() {
            self.marks.resize((value + 1).next_power_of_two().max(64), 0);
        }
        self.marks[value] = self.mark;
    }

    fn mex(&self) -> u32 {
        self.marks.iter().position(|&m| m != self.mark).unwrap_or(self.marks.len()) as u32
    }
}

struct PeriodicSplits {
    count: u128,
    single: Vec<u64>,
    /// The least a of each residue class that satisfies the condition.
    classes: Vec<u64>,
}

impl PeriodicSplits {
    /// Iterates over the splits in ascending order of their smaller heap a.
    fn list(self, period: Period, rest: u64) -> impl Iterator<Item = u64> {
        let classes = self.classes;
        let none = classes.is_empty();
        let rounds = (0..).map(move |round| round * period.period).take_while(move |&shift| !none && shift <= rest / 2);
        let in_classes = rounds
            .flat_map(move |shift| classes.clone().into_iter().map(move |a| a + shift).filter(move |&a| a <= rest / 2));
        self.single.into_iter().chain(in_classes)
    }
}

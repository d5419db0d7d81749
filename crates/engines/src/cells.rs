//! The interface of value tables, common to all engines.

use crate::heap::Period;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Genus, HeapMove, Nimber, Outcome, Play, Result, Ruleset, TableView, TheoremInfo};

/// The quantity that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// The outcomes.
    Outcome,
    /// The Grundy values, and the outcomes that follow from them.
    Grundy,
}

impl Quantity {
    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Outcome => "outcome",
            Quantity::Grundy => "grundy",
        }
    }

    /// Returns the default quantity of a table of these rules: Grundy values where game and play have them.
    pub fn usual(rules: &Ruleset) -> Quantity {
        if rules.play == Play::Normal && !rules.is_partizan() { Quantity::Grundy } else { Quantity::Outcome }
    }
}

/// One entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if the table holds values.
    pub grundy: Option<Nimber>,
}

impl Cell {
    /// Creates an entry of which only the outcome is known.
    #[inline]
    pub fn of_outcome(outcome: Outcome) -> Cell {
        Cell { outcome, grundy: None }
    }

    /// Returns the entry of a component with this genus.
    #[inline]
    pub fn of_genus(genus: Genus, play: Play, of: Quantity) -> Cell {
        match play {
            Play::Normal => {
                Cell { outcome: genus.normal.outcome(), grundy: (of == Quantity::Grundy).then_some(genus.normal) }
            }
            Play::Misere => Cell::of_outcome(genus.misere_outcome()),
        }
    }

    /// Creates an entry from a Grundy value, or from 0 for P and 1 for N.
    #[inline]
    pub fn of_value(value: u32, play: Play, of: Quantity) -> Cell {
        let value = Nimber::from(u64::from(value));
        Cell { outcome: value.outcome(), grundy: (play == Play::Normal && of == Quantity::Grundy).then_some(value) }
    }
}

/// What a table gives for one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The genus; under normal play that of the Nim heap of the normal value, which alone is looked up.
    /// `None` if the options are not all tame and nothing is known.
    pub genus: Option<Genus>,
    /// Whether the component behaves like its genus in sums. Always true under normal play.
    pub tame: bool,
}

impl Worth {
    /// Nothing is known.
    pub const UNKNOWN: Worth = Worth { genus: None, tame: false };

    /// Creates the value of a component that behaves like this genus in sums.
    #[inline]
    pub fn of(genus: Genus) -> Worth {
        Worth { genus: Some(genus), tame: true }
    }

    /// Creates the value of a component with this Grundy value under normal play.
    #[inline]
    pub fn normal(value: u32) -> Worth {
        Worth::of(Genus::of_nim_heap(value.into()))
    }
}

/// How a table obtained an entry.
pub enum Provenance {
    /// From the period that this theorem proves; the entry lies beyond the computed ones.
    Period(Period, &'static TheoremInfo),
    /// Computed with all entries up to this number.
    Table(u64),
    /// Computed on demand: a search with a memo.
    Search,
}

/// The parameters of a query.
/// They are not part of the table because it outlives questions and their positions.
pub struct TableQuery<'a> {
    /// The rules for which the table was opened.
    pub rules: TableView<'a>,
    /// The play convention.
    pub play: Play,
    /// The limits of the work.
    pub budget: &'a Budget,
}

/// The entries of one game, as far as they were requested.
///
/// Components are identified by their `coordinates`. Methods that compute fail with `limit` if the budget
/// does not suffice.
pub trait Cells: Send + Sync {
    /// Returns the value of a component for use in sums.
    fn worth(&mut self, at: Coordinates, under: &TableQuery<'_>) -> Result<Worth>;

    /// Returns the entry of a single component.
    ///
    /// # Panics
    /// If the entry is unknown. Callers must have filled the table, and checked how far it reaches.
    fn cell(&mut self, at: Coordinates, of: Quantity, under: &TableQuery<'_>) -> Result<Cell> {
        let genus = self.worth(at, under)?.genus.expect("the table was filled up to its bound");
        Ok(Cell::of_genus(genus, under.play, of))
    }

    /// Computes everything that entries up to `to` need, memory first.
    /// Returns the least heap whose value the table cannot give, if it is at most `to`.
    fn fill(&mut self, to: Coordinates, under: &TableQuery<'_>) -> Result<Option<u64>>;

    /// Returns how an entry that was queried was obtained.
    fn basis(&self, at: Coordinates, play: Play) -> Provenance;

    /// Returns the number of moves from a heap to this value under normal play, and the first `room` of them.
    /// `None` if evaluating each move is as fast.
    fn moves_to(
        &mut self,
        heap: u64,
        value: u128,
        room: usize,
        under: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<HeapMove>)>> {
        let _ = (heap, value, room, under);
        Ok(None)
    }

    /// Returns how many moves from a heap leave one whose genus fits, and the first `room` heaps left.
    /// Under normal play the genus is that of a Nim heap. `None` if evaluating each move is as fast.
    fn moves_where(
        &mut self,
        heap: u64,
        fits: &dyn Fn(Genus) -> bool,
        room: usize,
        under: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<u64>)>> {
        let _ = (heap, fits, room, under);
        Ok(None)
    }

    /// Returns the number of positions evaluated that count as searched.
    fn evaluated(&self) -> u64 {
        0
    }

    /// Returns the memory used by the table in bytes.
    fn bytes(&self) -> u64;
}

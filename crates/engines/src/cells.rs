//! What every table can be asked, whichever engine fills it.

use crate::heap::Period;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Genus, HeapMove, Nimber, Outcome, Play, Result, Ruleset, TableView, TheoremInfo};

/// What a table is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Who wins.
    Outcome,
    /// The Grundy values, and who wins by them.
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

    /// What a table of these rules tells if nobody says: Grundy values, where the game and the play have them.
    pub fn usual(rules: &Ruleset) -> Quantity {
        if rules.play == Play::Normal && !rules.is_partizan() { Quantity::Grundy } else { Quantity::Outcome }
    }
}

/// One entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the table tells values.
    pub grundy: Option<Nimber>,
}

impl Cell {
    /// An entry of which only the outcome is known.
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

    /// An entry from a value, or from 0 for P and 1 for N.
    #[inline]
    pub fn of_value(value: u32, play: Play, of: Quantity) -> Cell {
        let value = Nimber::from(u64::from(value));
        Cell { outcome: value.outcome(), grundy: (play == Play::Normal && of == Quantity::Grundy).then_some(value) }
    }
}

/// What a table says of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
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
    #[inline]
    pub fn of(genus: Genus) -> Worth {
        Worth { genus: Some(genus), tame: true }
    }

    /// Returns the worth of a component with this Grundy value under normal play.
    #[inline]
    pub fn normal(value: u32) -> Worth {
        Worth::of(Genus::of_nim_heap(value.into()))
    }
}

/// By what a table knows an entry.
pub enum Provenance {
    /// It was not computed: it lies behind the table, in the period that this theorem proves.
    Period(Period, &'static TheoremInfo),
    /// It was computed with all entries up to this number.
    Table(u64),
    /// It was computed because it was asked for: a search with memory.
    Search,
}

/// What a question brings to a table: a table outlives questions, and the rules of a position do not.
pub struct TableQuery<'a> {
    /// Those that the table was opened for.
    pub rules: TableView<'a>,
    /// The play convention.
    pub play: Play,
    /// The limits of the work.
    pub budget: &'a Budget,
}

/// The entries of one game, as far as they were asked for.
///
/// Numbers of components are those that `coordinates` tells. All that computes fails with `limit` if the budget does not suffice.
pub trait Cells: Send + Sync {
    /// What a component is worth in sums.
    fn worth(&mut self, at: Coordinates, under: &TableQuery<'_>) -> Result<Worth>;

    /// The entry of a component that stands alone.
    ///
    /// # Panics
    /// If nothing is known of it: whoever reads entries has filled the table, and asked how far it knows.
    fn cell(&mut self, at: Coordinates, of: Quantity, under: &TableQuery<'_>) -> Result<Cell> {
        let genus = self.worth(at, under)?.genus.expect("the table was filled up to its bound");
        Ok(Cell::of_genus(genus, under.play, of))
    }

    /// Computes all that entries up to `to` take, memory first. The least heap of which the table cannot tell what it is worth,
    /// if it is no larger than `to`.
    fn fill(&mut self, to: Coordinates, under: &TableQuery<'_>) -> Result<Option<u64>>;

    /// By what the entry is known that was asked for.
    fn basis(&self, at: Coordinates, play: Play) -> Provenance;

    /// How many moves from a heap leave this value under normal play, and the first `room` of them; `None` where looking at each
    /// move is as good.
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

    /// How many moves from a heap leave one with a fitting genus, under normal play that of a Nim heap, and the first `room` heaps that
    /// are left; `None` where looking at each move is as good.
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

    /// How many positions were evaluated that count as searched.
    fn evaluated(&self) -> u64 {
        0
    }

    /// The bytes that the table takes.
    fn bytes(&self) -> u64;
}

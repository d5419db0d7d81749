//! The interface of value tables, common to all engines.

use crate::heap::Period;
use grundy_rules::Budget;
use grundy_rules::{
    Coordinates, Genus, HeapMove, Kind, Nimber, Outcome, Play, Result, Ruleset, TableForm, TheoremInfo,
};

/// The quantity that a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Outcomes only.
    Outcome,
    /// Grundy values, and the outcomes that follow from them.
    Grundy,
}

impl Quantity {
    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Outcome => "outcome",
            Quantity::Grundy => "grundy",
        }
    }

    /// Returns the default quantity of a table of these rules.
    /// The default is Grundy values for an impartial game under normal play, and outcomes otherwise.
    pub fn default_for(rules: &Ruleset) -> Quantity {
        let has_no_values = matches!(rules.kind(), Some(Kind::Partizan | Kind::NonstandardImpartial));
        if rules.play == Play::Normal && !has_no_values { Quantity::Grundy } else { Quantity::Outcome }
    }
}

/// One entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if the table holds Grundy values.
    pub grundy: Option<Nimber>,
}

impl TableEntry {
    /// Creates an entry of which only the outcome is known.
    #[inline]
    pub fn from_outcome(outcome: Outcome) -> TableEntry {
        TableEntry { outcome, grundy: None }
    }

    /// Returns the entry of a component with this genus; `quantity` is the quantity that the table holds.
    #[inline]
    pub fn from_genus(genus: Genus, play: Play, quantity: Quantity) -> TableEntry {
        match play {
            Play::Normal => TableEntry {
                outcome: genus.normal.outcome(),
                grundy: (quantity == Quantity::Grundy).then_some(genus.normal),
            },
            Play::Misere => TableEntry::from_outcome(genus.misere_outcome()),
        }
    }

    /// Creates an entry from a number: a Grundy value, or 0 for outcome P and 1 for outcome N.
    #[inline]
    pub fn from_value(value: u32, play: Play, quantity: Quantity) -> TableEntry {
        let value = Nimber::from(u64::from(value));
        TableEntry {
            outcome: value.outcome(),
            grundy: (play == Play::Normal && quantity == Quantity::Grundy).then_some(value),
        }
    }
}

/// The genus of one component, and whether the component is tame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentGenus {
    /// The genus; `None` if it is unknown, for example because some option is not tame.
    /// Under normal play only the normal value is looked up, and the genus is that of the Nim heap of this
    /// value.
    pub genus: Option<Genus>,
    /// Whether the component behaves like its genus in sums. Always true under normal play.
    pub tame: bool,
}

impl ComponentGenus {
    /// The genus of a component about which nothing is known.
    pub const UNKNOWN: ComponentGenus = ComponentGenus { genus: None, tame: false };

    /// Returns this genus for a component that behaves like it in sums.
    #[inline]
    pub fn from_genus(genus: Genus) -> ComponentGenus {
        ComponentGenus { genus: Some(genus), tame: true }
    }

    /// Creates the genus of a component with this Grundy value under normal play.
    #[inline]
    pub fn normal(value: u32) -> ComponentGenus {
        ComponentGenus::from_genus(Genus::for_nim_heap(value.into()))
    }
}

/// The method by which a table obtained an entry.
pub enum Provenance {
    /// The entry is beyond the computed entries and follows from the period that this theorem proves.
    Period(Period, &'static TheoremInfo),
    /// The entry was computed together with all entries whose coordinates are at most this number.
    Table(u64),
    /// The entry was computed on demand by a search with a memo table.
    Search,
}

/// The parameters of a query.
/// They are not stored in the table, because one table answers queries about different positions.
pub struct TableQuery<'a> {
    /// The rules for which the table was created.
    pub rules: TableForm<'a>,
    /// The play convention.
    pub play: Play,
    /// The limits on time and memory.
    pub budget: &'a Budget,
}

/// A table of values of one game; it computes the entries that are requested.
///
/// Components are identified by their `coordinates`. A method that computes fails with `limit` if the budget does not
/// suffice.
pub trait ValueTable: Send + Sync {
    /// Returns the genus of a component for use in sums.
    fn genus_at(&mut self, at: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus>;

    /// Returns the entry of a single component.
    ///
    /// # Panics
    /// Panics if the entry is unknown: callers fill the table first and check how far it reaches.
    fn cell(&mut self, at: Coordinates, quantity: Quantity, query: &TableQuery<'_>) -> Result<TableEntry> {
        let genus = self.genus_at(at, query)?.genus.expect("the table was filled up to its bound");
        Ok(TableEntry::from_genus(genus, query.play, quantity))
    }

    /// Computes all entries up to `to`, after checking that they fit the memory budget.
    /// Returns the least heap whose genus cannot be found because it is not tame; `None` if no entry is
    /// missing.
    fn fill(&mut self, to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>>;

    /// Returns how the table obtained an entry that was queried before.
    fn provenance(&self, at: Coordinates, play: Play) -> Provenance;

    /// Counts the moves from a heap to heaps of this value under normal play.
    /// The first `max_listed` of them are listed. Returns `None` if the table is no faster than evaluating
    /// each move.
    fn moves_to(
        &mut self,
        heap: u64,
        value: u128,
        max_listed: usize,
        query: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<HeapMove>)>> {
        let _ = (heap, value, max_listed, query);
        Ok(None)
    }

    /// Counts the moves to heaps whose genus satisfies `fits`, and lists the first `max_listed` such heaps.
    /// Under normal play the genus is that of a Nim heap. Returns `None` if the table is no faster than evaluating each
    /// move.
    fn moves_where(
        &mut self,
        heap: u64,
        fits: &dyn Fn(Genus) -> bool,
        max_listed: usize,
        query: &TableQuery<'_>,
    ) -> Result<Option<(u128, Vec<u64>)>> {
        let _ = (heap, fits, max_listed, query);
        Ok(None)
    }

    /// Returns the number of evaluated positions, for the statistics of the search.
    fn evaluated(&self) -> u64 {
        0
    }

    /// Returns the memory used by the table in bytes.
    fn bytes(&self) -> u64;
}

//! Tables of the outcomes or values of all heaps, pairs or triples of numbers up to a bound.
//!
//! `build.rs` makes a [`Table`], `brute_force.rs` computes entries by brute force, and `losers.rs` has the
//! tables of games of several players. `trees.rs` has the tables of all trees.

mod brute_force;
mod build;
mod losers;
pub(crate) mod trees;

use brute_force::SearchedEntries;
use grundy_engines::heap::HeapOutcomes;
use grundy_engines::value_table::{Quantity, TableEntry, TableQuery, ValueTable};
use grundy_rules::Budget;
use grundy_rules::{Coordinates, DynPosition, Outcome, Result, Ruleset, TheoremInfo};
pub use losers::LoserTable;
pub use trees::{Combination, TreePattern, TreeRow, TreeTable};

/// A table of all heaps, pairs or triples of numbers from the least to a bound, readable in any order.
///
/// All computation that needs much memory happened when the table was made. Reading an entry fails only on a timeout,
/// on a cancellation, or if a search for a gap in a theorem exceeds the budget.
pub struct Table<'a> {
    rules: &'a Ruleset,
    quantity: Quantity,
    from: u64,
    to: u64,
    dims: usize,
    /// Whether the engine's table is indexed by the coordinates of a position, and not by its table index.
    indexed_by_coordinates: bool,
    source: TableSource<'a>,
    budget: &'a Budget,
    read: u64,
}

enum TableSource<'a> {
    /// A theorem gives the first and the last entry, and nearly all entries between them.
    /// The other entries are found by search.
    Theorem,
    /// An engine has filled its table with all entries.
    Engine(&'a mut dyn ValueTable, TableQuery<'a>),
    /// The outcomes of heaps from which players take amounts.
    Won(HeapOutcomes),
    /// The outcomes of the positions of a partizan game, found by search; the last number varies fastest.
    Classes(Vec<Outcome>),
    /// Entries computed by search, preceded by those of an engine's table, if there are any.
    Searched(Option<(&'a mut dyn ValueTable, TableQuery<'a>)>, SearchedEntries),
}

impl Table<'_> {
    /// Returns the game and the play convention.
    pub fn rules(&self) -> &Ruleset {
        self.rules
    }

    /// Returns the quantity that the entries hold.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Returns the least number in the positions of the table: 0 unless the game begins at a larger number.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Returns the largest number in the positions of the table.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// Returns the number of coordinates: 1 for heaps, 2 for pairs, 3 for triples.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Returns the coordinates of the last entry: the bound for each used number, and zeros for the others.
    pub fn last(&self) -> Coordinates {
        corner(self.dims, self.to)
    }

    /// Returns the coordinates of the first entry, with zeros for numbers that are not used.
    pub fn first(&self) -> Coordinates {
        corner(self.dims, self.from)
    }

    /// Reports whether an engine's table has the first entries and search the others.
    #[doc(hidden)]
    pub fn continues_engine_table(&self) -> bool {
        matches!(self.source, TableSource::Searched(Some(_), _))
    }

    /// Returns the entry of the heap `[n, 0, 0]`, the pair `[a, b, 0]`, or the triple `[a, b, c]`.
    ///
    /// Each used number must be at least [`Table::from`] and at most [`Table::to`].
    ///
    /// # Errors
    /// Fails with `limit` if the work timed out or was interrupted, or if a search for a gap in a theorem exceeds the
    /// budget.
    pub fn cell(&mut self, at: Coordinates) -> Result<TableEntry> {
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(4096) {
            self.budget.check()?;
        }
        let (rules, play) = (self.rules, self.rules.play);
        let place = if self.indexed_by_coordinates { at } else { rules.game.table_coordinates_at(at).unwrap_or(at) };
        match &mut self.source {
            // The theorem may have gaps; a position in a gap is searched on its own.
            TableSource::Theorem => {
                entry_at(rules, self.quantity, at).map_or_else(|| gap(rules, self.quantity, at, self.budget), Ok)
            }
            TableSource::Engine(cells, query) => cells.cell(place, self.quantity, query),
            TableSource::Won(outcomes) => {
                Ok(TableEntry::from_value(outcomes.is_won(place[0]).into(), play, self.quantity))
            }
            TableSource::Classes(list) => {
                let side = self.to - self.from + 1;
                let index = at[..self.dims].iter().fold(0, |index, &n| index * side + n - self.from);
                Ok(TableEntry::from_outcome(list[index as usize]))
            }
            TableSource::Searched(Some((cells, query)), searched) if at[0] < searched.from => {
                cells.cell(at, self.quantity, query)
            }
            TableSource::Searched(_, searched) => Ok(searched.cell(at, play, self.quantity)),
        }
    }
}

/// Returns the coordinates with `to` for each of `dims` numbers, and zeros for the others.
fn corner(dims: usize, to: u64) -> Coordinates {
    std::array::from_fn(|k| if k < dims { to } else { 0 })
}

/// Reports whether theorems give the first and the last entry, and so all but a few entries.
fn is_closed(rules: &Ruleset, of: Quantity, first: Coordinates, last: Coordinates) -> bool {
    entry_at(rules, of, last).is_some() && entry_at(rules, of, first).is_some()
}

/// Returns the entry of the component of these numbers, if a theorem gives it.
fn entry_at(rules: &Ruleset, of: Quantity, at: Coordinates) -> Option<TableEntry> {
    entry_by_theorem(rules, of, &*rules.game.position_at(at)?).map(|(entry, _)| entry)
}

/// Returns the entry of a position of one component, with the theorem that gives it, if there is one.
fn entry_by_theorem(
    rules: &Ruleset,
    of: Quantity,
    position: &dyn DynPosition,
) -> Option<(TableEntry, &'static TheoremInfo)> {
    if let Some((genus, theorem)) = position.genus_by_theorem(0, rules.play) {
        return Some((TableEntry::from_genus(genus, rules.play, of), theorem));
    }
    if of == Quantity::Grundy {
        return None;
    }
    position.outcome_by_theorem(0, rules.play).map(|(outcome, theorem)| (TableEntry::from_outcome(outcome), theorem))
}

/// Returns an entry that theorems do not give although they give the first and the last entry.
fn gap(rules: &Ruleset, of: Quantity, at: Coordinates, budget: &Budget) -> Result<TableEntry> {
    let searched = SearchedEntries::one(rules, of, at, budget)?;
    Ok(TableEntry::from_value(searched, rules.play, of))
}

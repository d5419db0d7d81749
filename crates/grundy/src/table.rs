//! Tables of outcomes and Grundy values.

use crate::rendered_result::{RenderedResult, print_and_serialize};
use crate::{Nimber, Outcome};
use grundy_engines::value_table::TableEntry;

/// A table of outcomes and, where they exist, Grundy values.
///
/// [`Grundy::table`](crate::Grundy::table) returns it.
///
/// The table covers all heaps up to a bound, or all pairs or triples of numbers up to the bound.
///
/// `Serialize` writes the JSON of `grundy table --of grundy`, or of `--of outcome` for games without Grundy
/// values; `Display` prints its text.
#[derive(Clone, Debug)]
pub struct Table {
    from: u64,
    to: u64,
    dimensions: usize,
    cells: Vec<TableEntry>,
    written: RenderedResult,
}

impl Table {
    pub(crate) fn new(from: u64, to: u64, dimensions: usize, cells: Vec<TableEntry>, written: RenderedResult) -> Table {
        Table { from, to, dimensions, cells, written }
    }

    /// Returns the least number of the table: 0 or 1.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Returns the largest coordinate of a position in the table, such as the size of the largest heap.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// Returns the number of coordinates of a position: 1 for heaps, 2 for pairs, 3 for triples.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the outcome of the position with these numbers; `None` outside the table.
    pub fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        self.cell(position).map(|cell| cell.outcome)
    }

    /// Returns the Grundy value of the position with these numbers.
    ///
    /// `None` outside the table or if there is no value.
    pub fn grundy_value(&self, position: &[u64]) -> Option<Nimber> {
        self.cell(position)?.grundy
    }

    fn cell(&self, position: &[u64]) -> Option<&TableEntry> {
        let side = self.to - self.from + 1;
        let inside = |&n: &u64| (self.from..=self.to).contains(&n);
        if position.len() != self.dimensions || !position.iter().all(inside) {
            return None;
        }
        let index = position.iter().fold(0, |index, n| index * side + (n - self.from));
        self.cells.get(usize::try_from(index).ok()?)
    }
}

print_and_serialize!(Table);

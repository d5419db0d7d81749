//! Implements the interface of value tables for dense tables.

use super::DenseTable;
use super::lazy::beyond_bytes;
use crate::cells::{Cell, Cells, Provenance, Quantity, TableQuery, Worth};
use crate::endless::comes_again;
use grundy_rules::{Coordinates, DenseRules, Endless, Error, Play, Result, TableView};

impl Cells for DenseTable {
    fn worth(&mut self, at: Coordinates, under: &TableQuery<'_>) -> Result<Worth> {
        // Value tables reject games with infinite play.
        let again = |error: &Error| error.endless() == Some(Endless::Again);
        let value = self.value(rules(under), at, under.budget);
        Ok(Worth::normal(value.map_err(|error| if again(&error) { comes_again() } else { error })?))
    }

    fn cell(&mut self, at: Coordinates, of: Quantity, under: &TableQuery<'_>) -> Result<Cell> {
        Ok(Cell::of_value(self.value(rules(under), at, under.budget)?, under.play, of))
    }

    fn fill(&mut self, to: Coordinates, under: &TableQuery<'_>) -> Result<Option<u64>> {
        self.fill(rules(under), to, under.budget).map(|()| None)
    }

    fn basis(&self, _at: Coordinates, _play: Play) -> Provenance {
        Provenance::Search
    }

    /// Returns the number of evaluated cells; each cell whose options were evaluated counts once.
    fn evaluated(&self) -> u64 {
        self.evaluated
    }

    fn bytes(&self) -> u64 {
        (self.shape.cells() as u128 * self.cells.width()) as u64 + beyond_bytes(self.beyond.capacity()) as u64
    }
}

fn rules<'a>(under: &TableQuery<'a>) -> &'a dyn DenseRules {
    match under.rules {
        TableView::Dense(rules) => rules,
        _ => unreachable!("a dense table is opened for dense rules"),
    }
}

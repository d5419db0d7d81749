//! Implements the interface of value tables for dense tables.

use super::DenseTable;
use super::lazy::outside_bytes;
use crate::endless::repetition_error;
use crate::value_table::{ComponentGenus, Provenance, Quantity, TableEntry, TableQuery, ValueTable};
use grundy_rules::{Coordinates, DenseRules, EndlessPlay, Error, Play, Result, TableForm};

impl ValueTable for DenseTable {
    fn genus_at(&mut self, at: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus> {
        // Value tables reject games with infinite play.
        let again = |error: &Error| error.endless() == Some(EndlessPlay::Loopy);
        let value = self.value(rules(query), at, query.budget);
        Ok(ComponentGenus::normal(value.map_err(|error| if again(&error) { repetition_error() } else { error })?))
    }

    fn cell(&mut self, at: Coordinates, of: Quantity, query: &TableQuery<'_>) -> Result<TableEntry> {
        Ok(TableEntry::from_value(self.value(rules(query), at, query.budget)?, query.play, of))
    }

    fn fill(&mut self, to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        self.fill(rules(query), to, query.budget).map(|()| None)
    }

    fn provenance(&self, _at: Coordinates, _play: Play) -> Provenance {
        Provenance::Search
    }

    /// Returns the number of evaluated cells; each cell whose options were evaluated counts once.
    fn evaluated(&self) -> u64 {
        self.evaluated
    }

    fn bytes(&self) -> u64 {
        (self.shape.cells() as u128 * self.cells.width()) as u64 + outside_bytes(self.outside.capacity()) as u64
    }
}

fn rules<'a>(query: &TableQuery<'a>) -> &'a dyn DenseRules {
    match query.rules {
        TableForm::Dense(rules) => rules,
        _ => unreachable!("a dense table is opened for dense rules"),
    }
}

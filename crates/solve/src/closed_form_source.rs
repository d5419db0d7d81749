//! The interface to provers of closed forms, for positions beyond the reach of tables.
//!
//! The prover is in a crate that depends on this one. A caller passes it to the solver as a [`ClosedFormSource`].

use grundy_engines::value_table::Quantity;
use grundy_lang::Text;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Result, Ruleset};
use std::fmt::Debug;
use std::sync::Arc;

/// A source of proved closed forms of games.
pub trait ClosedFormSource: Debug + Send + Sync {
    /// Returns a proved closed form of the outcomes or Grundy values of a game, if there is one.
    ///
    /// # Errors
    /// Fails with `limit` if the work was interrupted. Finding no proof within the budget is not an error.
    fn find_proof(&self, rules: Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Arc<dyn ProvedClosedForm>>>;
}

/// A closed form that is proved for all positions.
pub trait ProvedClosedForm: Debug + Send + Sync {
    /// Returns the entry of a position: its Grundy value, or 0 for P and 1 for N.
    /// Returns `None` if a number becomes too large.
    fn entry(&self, at: Coordinates) -> Option<u64>;

    /// Returns all options of a position with this entry, each once, as lists of components.
    /// Returns `None` if not all of them can be listed.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    fn options(&self, at: Coordinates, entry: u64, budget: &Budget) -> Result<Option<Vec<Vec<Coordinates>>>>;

    /// Returns the statement that is proved.
    fn statement(&self) -> Text;

    /// Returns the method of proof.
    fn method(&self) -> Text;
}

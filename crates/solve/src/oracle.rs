//! An interface for closed forms that were proved elsewhere, for positions beyond the reach of tables.
//!
//! Engines know nothing of proofs, which are made by crates above this one.
//! A caller that has a prover passes it to the solver as an [`Oracle`].

use grundy_engines::cells::Quantity;
use grundy_lang::Text;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Result, Ruleset};
use std::fmt::Debug;
use std::sync::Arc;

/// A source of proved closed forms of games.
pub trait Oracle: Debug + Send + Sync {
    /// Returns what is proved of the outcomes, or of the Grundy values, of a game.
    ///
    /// # Errors
    /// `limit` if the work was interrupted; it is not an error that no proof was found within the budget.
    fn ask(&self, rules: Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Arc<dyn Proved>>>;
}

/// A closed form that is proved for all positions.
pub trait Proved: Debug + Send + Sync {
    /// Returns the Grundy value of a position, or 0 for P and 1 for N; `None` if numbers become too large.
    fn entry(&self, at: Coordinates) -> Option<u64>;

    /// Returns all options with this entry, each once, as the components that are left.
    /// `None` if not all can be listed.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    fn options(&self, at: Coordinates, entry: u64, budget: &Budget) -> Result<Option<Vec<Vec<Coordinates>>>>;

    /// Returns the statement that is proved.
    fn statement(&self) -> Text;

    /// Returns the method of proof.
    fn method(&self) -> Text;
}

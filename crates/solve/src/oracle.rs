//! Closed forms that somebody else has proved: asked for positions that no table reaches.
//!
//! Engines know nothing of proofs, which are made by what stands above them. So whoever has a prover gives it to the solver
//! as an [`Oracle`].

use grundy_engines::cells::Quantity;
use grundy_lang::Text;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Result, Ruleset};
use std::fmt::Debug;
use std::sync::Arc;

/// Somebody who knows closed forms of games, each of them proved.
pub trait Oracle: Debug + Send + Sync {
    /// What is proved of the outcomes, or of the Grundy values, of a game.
    ///
    /// # Errors
    /// `limit` if the work was interrupted; that there is no proof within the budget is no error.
    fn ask(&self, rules: Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Arc<dyn Proved>>>;
}

/// A closed form that was proved for all positions.
pub trait Proved: Debug + Send + Sync {
    /// The Grundy value of the position of these numbers, or 0 for P and 1 for N; `None` where numbers become too large.
    fn entry(&self, at: Coordinates) -> Option<u64>;

    /// All options with this entry, each once and as the components that are left; `None` if they cannot all be told.
    ///
    /// # Errors
    /// `limit` if the budget ends.
    fn options(&self, at: Coordinates, entry: u64, budget: &Budget) -> Result<Option<Vec<Vec<Coordinates>>>>;

    /// What is proved.
    fn statement(&self) -> Text;

    /// How.
    fn method(&self) -> Text;
}

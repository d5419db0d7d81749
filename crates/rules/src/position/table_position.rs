//! The trait of positions for engines with tables.

use super::DynPosition;
use crate::indexed::{TerminalResult, Tiers};
use crate::{AnyMove, Budget, ComponentNumbering, Coordinates, Player, Result};

/// A predicate on the options of a component.
///
/// The argument is the coordinates of the components that a move leaves, each with its number of copies.
pub type MoveFilter<'a> = &'a mut dyn FnMut(&[(Coordinates, u64)]) -> Result<bool>;

/// The interface of a position for engines with tables, which identify components by numbers.
pub trait TablePosition {
    /// Returns the coordinates of a component in the table of the game.
    fn table_coordinates(&self, component: usize) -> Coordinates;

    /// Counts the moves of `by` in a component that the filter accepts, and lists the first `list` of them.
    ///
    /// # Errors
    /// The errors of the filter.
    fn filter_moves(
        &self,
        component: usize,
        by: Player,
        list: usize,
        filter: MoveFilter<'_>,
    ) -> Result<(u128, Vec<AnyMove>)>;

    /// Returns the move of `by` that leaves these components: see [`Game::move_to`](crate::Game::move_to).
    fn move_to(&self, component: usize, by: Player, after: &[Coordinates]) -> Option<AnyMove>;

    /// Returns an empty numbering of components of these rules.
    fn component_numbering(&self) -> Box<dyn ComponentNumbering>;

    /// Returns the result if play has ended in a component.
    ///
    /// See [`Game::terminal_result`](crate::Game::terminal_result).
    fn terminal_result(&self, component: usize) -> Option<TerminalResult>;

    /// Returns the numbering of positions from a component: see [`Game::tiers`](crate::Game::tiers).
    fn tiers(&self, component: usize, budget: &Budget) -> Option<Result<Box<dyn Tiers>>>;

    /// Encodes a component as 64-bit words: see [`Game::encode`](crate::Game::encode).
    fn encode(&self, component: usize) -> Option<Vec<u64>>;

    /// Decodes a component as a position: see [`Game::decode`](crate::Game::decode).
    fn decode(&self, words: &[u64]) -> Option<Box<dyn DynPosition>>;
}

//! How a position stands in tables.

use super::DynPosition;
use crate::indexed::{End, Tiers};
use crate::{AnyMove, Budget, Coordinates, Graph, Player, Result};

/// Which options of a component an engine wants: called with the coordinates of the components that a move leaves, each with how
/// often it is left.
pub type MoveFilter<'a> = &'a mut dyn FnMut(&[(Coordinates, u64)]) -> Result<bool>;

/// What engines ask that keep tables: their components are numbers.
pub trait Tabled {
    /// Where a component stands in the table of the game.
    fn coordinates(&self, part: usize) -> Coordinates;

    /// Counts the moves of `by` in a component that the filter wants, and lists the first `list` of them.
    ///
    /// # Errors
    /// The filter's.
    fn filter_moves(
        &self,
        part: usize,
        by: Player,
        list: usize,
        filter: MoveFilter<'_>,
    ) -> Result<(u128, Vec<AnyMove>)>;

    /// The move of `by` that leaves the components of these coordinates, as [`Game::move_to`](crate::Game::move_to) tells it.
    fn move_to(&self, part: usize, by: Player, left: &[Coordinates]) -> Option<AnyMove>;

    /// The components of these rules by number, none yet.
    fn graph(&self) -> Box<dyn Graph>;

    /// How play has ended in a component, as [`Game::end`](crate::Game::end) tells it.
    fn end(&self, part: usize) -> Option<End>;

    /// How positions of the game are numbered, as [`Game::tiers`](crate::Game::tiers) tells it of a component.
    fn tiers(&self, part: usize, budget: &Budget) -> Option<Result<Box<dyn Tiers>>>;

    /// A component as words, as [`Game::words`](crate::Game::words) tells it.
    fn words(&self, part: usize) -> Option<Vec<u64>>;

    /// The component of these words alone, as [`Game::of_words`](crate::Game::of_words) tells it.
    fn of_words(&self, words: &[u64]) -> Option<Box<dyn DynPosition>>;
}

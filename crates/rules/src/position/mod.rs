//! Type-erased positions of one game: the result of parsing, and the input of engines and interfaces.
//!
//! The interface of a position is split by its users: [`DynPosition`] is for play, [`PositionTheorems`] for theorems,
//! [`TablePosition`] for engines with tables, and [`PositionDisplay`] for display. Methods that depend only on the
//! rules are in [`DynRuleset`], which [`DynPosition::ruleset`] returns.

mod display;
mod ruleset;
mod table_position;
mod theorems;

pub use display::PositionDisplay;
pub use ruleset::DynRuleset;
pub use table_position::{MoveFilter, TablePosition};
pub use theorems::{PositionTheorems, SumByTheorem};

use crate::{AnyComponent, AnyMove, MoveList, MoveText, Player, SumRules};

/// A type-erased position of one game.
///
/// [`GamePosition`](crate::GamePosition) implements this trait for every [`Game`](crate::Game). Components are
/// identified by their index, counted from 0.
pub trait DynPosition: PositionTheorems + TablePosition + PositionDisplay + Send + Sync {
    /// Returns the game without its position.
    fn ruleset(&self) -> &dyn DynRuleset;

    /// Returns the number of components.
    fn len(&self) -> usize;

    /// Returns whether there are no components.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the player to move.
    fn first_player(&self) -> Player;

    /// Returns the moves of `by` in a component, in the order of [`crate::Rules::moves`].
    ///
    /// There may be more moves than fit in memory.
    fn moves(&self, component: usize, by: Player) -> MoveList<'_, AnyMove>;

    /// Returns the number of moves of `by` in a component.
    ///
    /// Returns `None` if this number is not known without listing the moves.
    fn count_moves(&self, component: usize, by: Player) -> Option<u128> {
        let (min, max) = self.moves(component, by).size_hint();
        (max == Some(min)).then_some(min as u128)
    }

    /// Returns the legal moves that match the numbers in a move's description.
    ///
    /// The method is for positions with too many moves to list; `None` means that the caller must search the list.
    /// See [`Game::moves_from_numbers`](crate::Game::moves_from_numbers).
    fn moves_from_numbers(&self, component: usize, by: Player, numbers: &[u64]) -> Option<Vec<AnyMove>>;

    /// Describes a move.
    fn describe(&self, component: usize, mv: &AnyMove) -> MoveText;

    /// Returns the variables of the rules and their values in a move of `by`.
    ///
    /// See [`Game::variables`](crate::Game::variables).
    fn variables(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(String, i64)>;

    /// Returns the player to move after a move of `by`.
    fn next_player(&self, component: usize, by: Player, mv: &AnyMove) -> Player;

    /// Returns the points of a move for the player who makes it; 0 in games that are not won on points.
    fn points(&self, component: usize, by: Player, mv: &AnyMove) -> i64;

    /// Returns the position after a move of `by`.
    fn after(&self, component: usize, by: Player, mv: &AnyMove) -> Box<dyn DynPosition>;

    /// Returns the position after a move of `by` as terms of a sum, with the number of copies of each term.
    ///
    /// Each component that the move leaves three times or more is a separate term; all others form one term.
    fn after_counted(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(Box<dyn DynPosition>, u64)>;

    /// Returns the position that consists of one component.
    ///
    /// `position.component(component).after(0, by, &mv)` is then the result of a move in this component,
    /// without the others.
    fn component(&self, component: usize) -> Box<dyn DynPosition>;

    /// Returns the components, or their negatives, type-erased, and adds the rules of the game to `rules`.
    ///
    /// Impartial games are their own negatives.
    fn erased_components(&self, rules: &mut SumRules, negative: bool) -> Vec<AnyComponent>;

    /// Returns the position under the same rules with these erased components.
    ///
    /// The components must come from [`DynPosition::erased_components`] of positions under these rules, or from moves
    /// in such components. `first` is the player to move, in games where this player is part of the position.
    fn with_components(&self, components: &[&AnyComponent], first: Player) -> Box<dyn DynPosition>;

    /// Clones the position; the rules are shared.
    fn clone_box(&self) -> Box<dyn DynPosition>;
}

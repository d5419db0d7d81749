//! Positions of one game with erased types: the result of parsing, on which engines and user interfaces work.
//!
//! The interface of a position is split by its users: [`DynPosition`] is for play, [`Known`] for theorems,
//! [`Tabled`] for engines with tables, and [`Seen`] for display. What depends only on the rules is in
//! [`DynPosition::ruleset`].

mod known;
mod ruleset;
mod seen;
mod tabled;

pub use known::{ClosedForm, Known};
pub use ruleset::DynRuleset;
pub use seen::Seen;
pub use tabled::{MoveFilter, Tabled};

use crate::{AnyComponent, AnyMove, AnyRules, MoveList, MoveText, Player};

/// A position of one game with erased types.
///
/// [`GamePosition`](crate::GamePosition) implements it for every [`Game`](crate::Game). Components are
/// identified by their index, counted from 0.
pub trait DynPosition: Known + Tabled + Seen + Send + Sync {
    /// Returns the game without its position.
    fn ruleset(&self) -> &dyn DynRuleset;

    /// Returns the number of components.
    fn len(&self) -> usize;

    /// Whether there are no components.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the player to move.
    fn first(&self) -> Player;

    /// Returns the moves of `by` in a component, in the order of [`crate::Rules::moves`].
    ///
    /// There may be more than can be listed.
    fn moves(&self, component: usize, by: Player) -> MoveList<'_, AnyMove>;

    /// Returns the number of these moves, if it is known without listing them.
    fn count_moves(&self, component: usize, by: Player) -> Option<u128> {
        let (least, most) = self.moves(component, by).size_hint();
        (most == Some(least)).then_some(least as u128)
    }

    /// Returns the legal moves that may be meant by the numbers in a move's description.
    ///
    /// Used where there may be too many moves to list: see [`Game::moves_named`](crate::Game::moves_named).
    fn moves_named(&self, component: usize, by: Player, numbers: &[u64]) -> Option<Vec<AnyMove>>;

    /// Describes a move.
    fn describe(&self, component: usize, mv: &AnyMove) -> MoveText;

    /// Returns the variables of the rules with which `by` makes a move, with their values.
    ///
    /// See [`Game::variables`](crate::Game::variables).
    fn variables(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(String, i64)>;

    /// Returns the player to move after a move of `by`.
    fn next(&self, component: usize, by: Player, mv: &AnyMove) -> Player;

    /// Returns the points of a move for the player who makes it; 0 in games that are not won on points.
    fn points(&self, component: usize, by: Player, mv: &AnyMove) -> i64;

    /// Returns the position after a move of `by`.
    fn after(&self, component: usize, by: Player, mv: &AnyMove) -> Box<dyn DynPosition>;

    /// Returns the same position as terms of a sum, with the number of copies of each term.
    ///
    /// Components that the move leaves three times or more are terms of their own; all others form one term.
    fn after_counted(&self, component: usize, by: Player, mv: &AnyMove) -> Vec<(Box<dyn DynPosition>, u64)>;

    /// Returns one component as a position of its own.
    ///
    /// `position.component(component).after(0, by, &mv)` is then what a move leaves of this component alone.
    fn component(&self, component: usize) -> Box<dyn DynPosition>;

    /// Returns the components, or their negatives, as components of a sum of any games.
    ///
    /// Impartial games are their own negatives.
    fn erase(&self, rules: &mut AnyRules, negative: bool) -> Vec<AnyComponent>;

    /// Returns the position under the same rules with these erased components.
    ///
    /// They come from [`DynPosition::erase`] of such positions, or are what moves leave of them. `first` is
    /// to move where that is part of the position.
    fn of_erased(&self, components: &[&AnyComponent], first: Player) -> Box<dyn DynPosition>;

    /// Clones the position; the rules are shared.
    fn clone_box(&self) -> Box<dyn DynPosition>;
}

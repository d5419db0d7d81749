//! A position of one game, with its types erased: what parsing yields and engines and faces work on.
//!
//! What is asked of a position is split by who asks: players in [`DynPosition`], those who know theorems in [`Known`], engines
//! with tables in [`Tabled`], people who look at it in [`Seen`]. What its rules tell alone is asked of [`DynPosition::ruleset`].

mod known;
mod ruleset;
mod seen;
mod tabled;

pub use known::{ClosedForm, Known};
pub use ruleset::DynRuleset;
pub use seen::Seen;
pub use tabled::{MoveFilter, Tabled};

use crate::{AnyMove, AnyPart, AnyRules, MoveList, MoveText, Player};

/// A position of one game whose types are not known: blanket-implemented by [`GamePosition`](crate::GamePosition) for every [`Game`](crate::Game).
///
/// Components are named by their place, counted from 0.
pub trait DynPosition: Known + Tabled + Seen + Send + Sync {
    /// The game without its position.
    fn ruleset(&self) -> &dyn DynRuleset;

    /// How many components there are.
    fn len(&self) -> usize;

    /// Whether there are no components at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who is to move.
    fn first(&self) -> Player;

    /// The moves of `by` in a component, in the order of [`crate::Rules::moves`]: there may be more than can be listed.
    fn moves(&self, part: usize, by: Player) -> MoveList<'_, AnyMove>;

    /// How many they are, if that is known without listing them.
    fn count_moves(&self, part: usize, by: Player) -> Option<u128> {
        let (least, most) = self.moves(part, by).size_hint();
        (most == Some(least)).then_some(least as u128)
    }

    /// The legal moves that may be meant by the numbers in a move's description, where there may be too many to list, as
    /// [`Game::moves_named`](crate::Game::moves_named) tells them.
    fn moves_named(&self, part: usize, by: Player, numbers: &[u64]) -> Option<Vec<AnyMove>>;

    /// Describes a move.
    fn describe(&self, part: usize, mv: &AnyMove) -> MoveText;

    /// The variables of the rules, with their values, with which `by` makes a move: [`Game::variables`](crate::Game::variables).
    fn variables(&self, part: usize, by: Player, mv: &AnyMove) -> Vec<(String, i64)>;

    /// Who moves after a move of `by`.
    fn next(&self, part: usize, by: Player, mv: &AnyMove) -> Player;

    /// What a move is worth to the player who makes it: 0 in games that are not won on points.
    fn points(&self, part: usize, by: Player, mv: &AnyMove) -> i64;

    /// The position that a move of `by` leaves.
    fn after(&self, part: usize, by: Player, mv: &AnyMove) -> Box<dyn DynPosition>;

    /// The same as terms of a sum: the components of which there are few in one term, then each that the move leaves three times or
    /// more, with how often.
    fn after_counted(&self, part: usize, by: Player, mv: &AnyMove) -> Vec<(Box<dyn DynPosition>, u64)>;

    /// One component as a position of its own. What a move leaves of it: `position.alone(part).after(0, by, &mv)`.
    fn alone(&self, part: usize) -> Box<dyn DynPosition>;

    /// The components, or their negatives, as components of a sum of any games. Impartial games are their own negatives.
    fn erase(&self, rules: &mut AnyRules, negative: bool) -> Vec<AnyPart>;

    /// The position under the same rules of components that were [erased](DynPosition::erase) of such positions, or are left of them;
    /// `first` is to move where that is part of the position.
    fn of_erased(&self, parts: &[&AnyPart], first: Player) -> Box<dyn DynPosition>;

    /// A copy; the rules are shared.
    fn copied(&self) -> Box<dyn DynPosition>;
}

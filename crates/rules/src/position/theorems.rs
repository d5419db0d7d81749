//! The trait for statements of theorems about a position.

use crate::{AnyMove, KnownMoves, MoveList, Player, TheoremInfo, TheoremInstance};
use grundy_value::{Genus, NimSum, Outcome, Play};

/// The sum of all components of a position, whose values one theorem states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumByTheorem {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The sum of the components' values.
    pub sum: NimSum,
}

/// The statements of theorems about a position.
///
/// Theorems state values and genera only of impartial components, and outcomes of any component.
pub trait PositionTheorems {
    /// Returns the genus of a component, if a theorem states it.
    ///
    /// Under normal play this is the genus of the equal Nim heap.
    fn genus_by_theorem(&self, component: usize, play: Play) -> Option<(Genus, &'static TheoremInfo)>;

    /// Returns the sum of all components, if one theorem states the values of all of them.
    fn sum_by_theorem(&self, play: Play) -> Option<SumByTheorem>;

    /// Counts the moves in this position that win the sum that contains it; `sum` is that sum.
    ///
    /// Call this method only if [`PositionTheorems::sum_by_theorem`] returns the sum of all components.
    fn count_winning_moves(&self, play: Play, sum: NimSum) -> u128;

    /// Returns the number of moves in a component that make the whole sum a P-position, and these moves.
    ///
    /// `rest` is the sum of all other components. Returns `None` unless a theorem states the component's
    /// genus.
    fn moves_to_p_position(&self, component: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)>;

    /// Returns the outcome of a component on its own, if a theorem states it.
    fn outcome_by_theorem(&self, component: usize, play: Play) -> Option<(Outcome, &'static TheoremInfo)>;

    /// Returns the statement of a theorem about the moves by which `by` wins a component on its own.
    ///
    /// Returns `None` unless a theorem states the component's outcome.
    fn winning_moves_by_theorem(&self, component: usize, by: Player, play: Play) -> Option<KnownMoves<'_>>;

    /// Returns the statement of the theorem of this name about a component in its scope.
    ///
    /// Returns `None` if the component is outside the scope; an engine may have used the theorem for another term of
    /// the sum. Unlike [`PositionTheorems::genus_by_theorem`] and [`PositionTheorems::outcome_by_theorem`], this
    /// method evaluates the theorem even if another theorem is preferred.
    fn apply_theorem(&self, component: usize, theorem: &str) -> Option<TheoremInstance<'_>>;
}

//! What theorems state about a position.

use crate::{AnyMove, MoveList, Player, Spoken, TheoremInfo, Told};
use grundy_value::{Genus, NimSum, Outcome, Play};

/// A theorem that covers all components of a position, and the sum of their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The sum of the components.
    pub sum: NimSum,
}

/// What theorems state about a position.
///
/// Values are stated only of components in which both players have the same moves; outcomes of any component.
pub trait Known {
    /// Returns the genus of a component, if a theorem states it; under normal play that of its Nim heap.
    fn worth(&self, component: usize, play: Play) -> Option<(Genus, &'static TheoremInfo)>;

    /// Returns the sum of all components, if one theorem states the values of all of them.
    fn closed_form(&self, play: Play) -> Option<ClosedForm>;

    /// Counts the moves in this position that win `whole`, the sum that the position belongs to.
    ///
    /// It applies where [`Known::closed_form`] states the values.
    fn count_winning(&self, play: Play, whole: NimSum) -> u128;

    /// Returns the moves of a component that make a P-position together with `rest`, and their number.
    ///
    /// `rest` is the sum without the component. `None` unless a theorem states what the component is worth.
    fn completing(&self, component: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)>;

    /// Returns the outcome of a component that stands alone, if a theorem states it.
    fn outcome(&self, component: usize, play: Play) -> Option<(Outcome, &'static TheoremInfo)>;

    /// Returns what a theorem states about the moves by which `by` wins a component that stands alone.
    ///
    /// `None` unless a theorem states its outcome.
    fn winning_moves(&self, component: usize, by: Player, play: Play) -> Option<Told<'_>>;

    /// Returns what the theorem of this name states about a component in its scope.
    ///
    /// `None` if the component is outside the scope: the theorem may have been used for another term of the
    /// sum. Unlike [`Known::worth`] and [`Known::outcome`], this evaluates the theorem even if another one is
    /// preferred.
    fn spoken(&self, component: usize, theorem: &str) -> Option<Spoken<'_>>;
}

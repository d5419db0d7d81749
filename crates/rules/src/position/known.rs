//! What is known of a position in closed form.

use crate::{AnyMove, MoveList, Player, Spoken, TheoremInfo, Told};
use grundy_value::{Genus, NimSum, Outcome, Play};

/// What one theorem says of all components of a position together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The theorem.
    pub theorem: &'static TheoremInfo,
    /// The sum of the components.
    pub sum: NimSum,
}

/// What theorems tell of a position. What they say of worth speaks of components in which both players have the same moves; who
/// wins is said of any.
pub trait Known {
    /// What a component is worth by theorem: its genus, under normal play that of the Nim heap of its value.
    fn worth(&self, part: usize, play: Play) -> Option<(Genus, &'static TheoremInfo)>;

    /// All components at once, if one theorem gives the values of all of them.
    fn closed_form(&self, play: Play) -> Option<ClosedForm>;

    /// How many moves in this position win `whole`, the sum that it is part of, where [`Known::closed_form`] gives the values.
    fn count_winning(&self, play: Play, whole: NimSum) -> u128;

    /// The moves of a component that make a P-position together with `rest`, the sum without it, where a theorem tells
    /// what the component is worth.
    fn completing(&self, part: usize, play: Play, rest: NimSum) -> Option<(u128, MoveList<'_, AnyMove>)>;

    /// Who wins a component that stands alone, by theorem.
    fn outcome(&self, part: usize, play: Play) -> Option<(Outcome, &'static TheoremInfo)>;

    /// What is told of the moves by which `by` wins a component that stands alone, where a theorem gives its outcome.
    fn winning_moves(&self, part: usize, by: Player, play: Play) -> Option<Told<'_>>;

    /// What the theorem of this name says of a component; `None` if it is not in the theorem's scope, as when the theorem was used
    /// for another term of the sum. Unlike [`Known::worth`] and [`Known::outcome`] this asks the theorem itself, preferred or not.
    fn spoken(&self, part: usize, theorem: &str) -> Option<Spoken<'_>>;
}

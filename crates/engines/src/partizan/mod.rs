//! Partizan games, in which Left and Right have different moves.
//!
//! [`search`] is the recursion on any position of any short game, for sums, under normal and misère play. [`heap`]
//! tabulates one heap from which Left and Right take amounts from different sets, 64 heaps at a time, and proves the
//! period of its outcomes.

pub mod heap;
mod recurrence;
pub mod search;
pub(crate) mod window;

pub use heap::Outcomes;
pub use search::{PartizanSearch, outcome, winning_moves};

use grundy_rules::Outcome;

/// Returns the outcome class, given whether Left and Right win moving first.
///
/// ```
/// use grundy_rules::Outcome;
/// assert_eq!(grundy_engines::partizan::class(true, false), Outcome::L);
/// ```
pub fn class(left_first_wins: bool, right_first_wins: bool) -> Outcome {
    match (left_first_wins, right_first_wins) {
        (true, true) => Outcome::N,
        (false, false) => Outcome::P,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
    }
}

//! Values of impartial games with cycles.

use crate::{Nimber, Outcome};
use std::collections::BTreeSet;
use std::fmt;

/// The value of a position of an impartial game in which positions can come again, under normal play.
///
/// A position is worth a nimber, or `inf{K}`, where `K` holds the nimbers of its options: from it the player to move can
/// go to each nimber of `K`, and can also avoid that the play ends (Smith 1966; Fraenkel and Perl 1975).
///
/// ```
/// use grundy_value::{LoopyValue, Nimber, Outcome};
/// let value = LoopyValue::Infinite([0, 2].into());
/// assert_eq!(value.to_string(), "inf{0,2}");
/// assert_eq!(value.outcome(), Outcome::N);
/// assert_eq!(LoopyValue::Infinite([].into()).outcome(), Outcome::D);
/// assert_eq!(LoopyValue::Nim(Nimber(3)).to_string(), "3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopyValue {
    /// That of a Nim heap.
    Nim(Nimber),
    /// `inf{K}`.
    Infinite(BTreeSet<u128>),
}

impl LoopyValue {
    /// Who wins a position of this value that stands alone.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Nim(nimber) => nimber.outcome(),
            LoopyValue::Infinite(options) if options.contains(&0) => Outcome::N,
            LoopyValue::Infinite(_) => Outcome::D,
        }
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Nim(nimber) => write!(f, "{}", nimber.0),
            LoopyValue::Infinite(options) => {
                let options: Vec<String> = options.iter().map(u128::to_string).collect();
                write!(f, "inf{{{}}}", options.join(","))
            }
        }
    }
}

//! Values of impartial games with cycles.

use crate::{Nimber, Outcome};
use std::collections::BTreeSet;
use std::fmt;

/// The value under normal play of a position of an impartial game in which positions can recur.
///
/// The value is a nimber, or `inf{K}`, where `K` is the set of nimbers among the options: the player to move can
/// move to each nimber of `K`, and can also prevent the play from ending (Smith 1966; Fraenkel and Perl 1975).
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
    /// The value of a Nim heap.
    Nim(Nimber),
    /// `inf{K}` with the set K.
    Infinite(BTreeSet<u128>),
}

impl LoopyValue {
    /// Returns the outcome of a position of this value on its own.
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

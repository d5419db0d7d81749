//! Why solving a group of tiers stops.

use grundy_rules::Error;

/// Why solving a group stops.
#[derive(Debug)]
pub enum Stop {
    /// A number does not fit its words; wider words are needed.
    Narrow,
    /// A move leads to a slot that is not lower, so one pass does not suffice.
    Rises,
    /// Any other error.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

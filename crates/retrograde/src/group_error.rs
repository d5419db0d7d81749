//! The reasons why solving a group of tiers stops.

use grundy_rules::Error;

/// The reason why solving a group stops without a result.
#[derive(Debug)]
pub enum GroupError {
    /// A number does not fit its words, so wider words are needed.
    Narrow,
    /// A move leads to a slot that is not lower, so one pass does not suffice.
    Rises,
    /// Any other error, which is reported to the caller.
    Failed(Error),
}

impl From<Error> for GroupError {
    fn from(error: Error) -> GroupError {
        GroupError::Failed(error)
    }
}

//! Why a group of tiers is not solved.

use grundy_rules::Error;

/// Why a group is not solved.
#[derive(Debug)]
pub enum Stop {
    /// Numbers outgrew the words that they are kept in: larger ones will do.
    Narrow,
    /// A move leads to a slot that is no lower one.
    Rises,
    /// Anything else.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

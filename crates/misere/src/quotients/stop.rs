//! The reasons why learning a quotient stops.

use grundy_lang::{Text, text};
use grundy_rules::Error;

/// The maximal order of quotients that are learned; the checker accepts no larger ones.
pub const MAX_ORDER: usize = 4096;

/// The maximal number of learning steps for one request; after these, a search is tried instead.
pub(crate) const MAX_QUICK_STEPS: u64 = 3_000_000;

/// The reason why learning stopped.
#[derive(Clone, Debug)]
pub(crate) enum StopReason {
    /// The quotient has too many elements.
    Elements,
    /// The memo tables have too many sums.
    Sums,
    /// Learning takes too many steps.
    Steps,
    /// Deciding all sums takes too many states.
    States,
    /// The multiplicity of a letter in a word exceeds 255.
    Multiplicity,
    /// Learning makes no progress, or takes too many rounds.
    Rounds,
    /// Play need not end.
    Endless(Error),
    /// A limit of the budget was reached.
    Budget(Error),
}

impl StopReason {
    /// Returns the reason as a message for users.
    pub fn to_text(&self) -> Text {
        match self {
            StopReason::Elements => text!("more than {most} elements", most = MAX_ORDER),
            StopReason::Sums => text!("too many sums to store"),
            StopReason::Steps => text!("too many steps"),
            StopReason::States | StopReason::Multiplicity | StopReason::Rounds => text!("too many sums to distinguish"),
            StopReason::Endless(error) | StopReason::Budget(error) => error.message.clone(),
        }
    }
}

//! The reasons why learning a quotient stops.

use grundy_lang::{Text, text};
use grundy_rules::Error;

/// Maximal order of quotients that are learned; the checker accepts no larger ones.
pub const MAX_ORDER: usize = 4096;

/// Maximal number of learning steps while answering a request; after these, a search is tried instead.
pub(crate) const MAX_QUICK_STEPS: u64 = 3_000_000;

/// The reason why learning stopped.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// The quotient has too many elements.
    Elements,
    /// The memo tables have too many sums.
    Sums,
    /// Learning takes too many steps.
    Steps,
    /// Deciding all sums takes too many states.
    States,
    /// A multiplicity in a word exceeds 255.
    Long,
    /// Learning makes no progress, or takes too many rounds.
    Rounds,
    /// Play need not end.
    Endless(Error),
    /// A limit of the budget was reached.
    Budget(Error),
}

impl Stop {
    /// Returns the reason as a message for users.
    pub fn to_text(&self) -> Text {
        match self {
            Stop::Elements => text!("more than {most} elements", most = MAX_ORDER),
            Stop::Sums => text!("too many sums to store"),
            Stop::Steps => text!("too many steps"),
            Stop::States | Stop::Long | Stop::Rounds => text!("too many sums to distinguish"),
            Stop::Endless(error) | Stop::Budget(error) => error.message.clone(),
        }
    }
}

//! Why learning a quotient stops.

use grundy_lang::{Text, text};
use grundy_rules::Error;

/// Larger quotients are not learned: the checker would not read them.
pub const MAX_ORDER: usize = 4096;

/// So many steps are spent on learning before a search is tried.
pub(crate) const QUICK_STEPS: u64 = 3_000_000;

/// Why learning stopped.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// The quotient has too many elements.
    Elements,
    /// Too many sums to remember.
    Sums,
    /// Too many steps.
    Steps,
    /// Too many states of sums.
    States,
    /// A word is too long.
    Long,
    /// Learning went in circles.
    Rounds,
    /// Play need not end.
    Endless(Error),
    /// A limit of the question.
    Budget(Error),
}

impl Stop {
    /// Returns the reason as a message.
    pub fn said(&self) -> Text {
        match self {
            Stop::Elements => text!("more than {most} elements", most = MAX_ORDER),
            Stop::Sums => text!("too many sums to remember"),
            Stop::Steps => text!("too many steps"),
            Stop::States | Stop::Long | Stop::Rounds => text!("too many sums to tell apart"),
            Stop::Endless(error) | Stop::Budget(error) => error.message.clone(),
        }
    }
}

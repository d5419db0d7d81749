//! Definitions shared by the passes over the cells.

use grundy_rules::{Coordinates, Error};
use rustc_hash::FxHashMap;

/// The quantity that the cells hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryNeed {
    /// Values; under misère play those in which a component without moves has value 1.
    Values,
    /// Outcomes: 0 for P and 1 for N.
    Outcomes,
}

/// The known cells outside of the box.
pub(super) type Beyond = FxHashMap<Coordinates, u32>;

/// The results of a pass other than the cells of the box.
pub(super) struct Known<'t> {
    pub beyond: &'t mut Beyond,
    pub evaluated: &'t mut u64,
}

/// Why a pass over the cells stops.
pub(super) enum Stop {
    /// A value does not fit the cells.
    Narrow,
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

/// Formats a position for people.
pub(super) fn shown(at: &[u64]) -> String {
    match at {
        [n] => n.to_string(),
        _ => format!("({})", at.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
    }
}

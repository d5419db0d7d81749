//! Definitions that both passes over the cells use.

use grundy_rules::{Coordinates, Error};
use rustc_hash::FxHashMap;

/// The quantity that the cells hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryNeed {
    /// Grundy values under normal play, and misère Grundy values under misère play.
    /// The misère value of a component without moves is 1.
    Values,
    /// Outcomes, encoded as 0 for P and 1 for N.
    Outcomes,
}

/// The states of the cells outside of the box.
pub(super) type OutsideCells = FxHashMap<Coordinates, u32>;

/// The data that a pass updates besides the cells of the box.
/// These are the cells outside of the box and the number of evaluated cells.
pub(super) struct PassResults<'t> {
    pub outside: &'t mut OutsideCells,
    pub evaluated: &'t mut u64,
}

/// The reason why a pass over the cells stops early.
pub(super) enum PassError {
    /// A value does not fit the width of the cells.
    Narrow,
    Failed(Error),
}

impl From<Error> for PassError {
    fn from(error: Error) -> PassError {
        PassError::Failed(error)
    }
}

/// Formats the coordinates of a position for messages.
pub(super) fn position_text(at: &[u64]) -> String {
    match at {
        [n] => n.to_string(),
        _ => format!("({})", at.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
    }
}

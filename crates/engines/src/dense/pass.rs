//! What the passes over the cells share.

use grundy_rules::{Coordinates, Error};
use rustc_hash::FxHashMap;

/// What the cells tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryNeed {
    /// Values: under misère play those in which a component without moves has value 1.
    Values,
    /// 0 for P and 1 for N.
    Outcomes,
}

/// What is known outside of the box.
pub(super) type Beyond = FxHashMap<Coordinates, u32>;

/// What a pass adds to beside the cells of the box.
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

/// A position as people write it.
pub(super) fn shown(at: &[u64]) -> String {
    match at {
        [n] => n.to_string(),
        _ => format!("({})", at.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
    }
}

//! Errors that occur while moves are listed, in games whose rules are written by users.

use crate::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first error that occurred while moves were listed.
///
/// While an error is recorded, lists of moves may be incomplete.
///
/// ```
/// use grundy_rules::{Error, ErrorKind, FirstFault, text};
/// let first = FirstFault::default();
/// first.record(|| Error::new(ErrorKind::BadArgument, text!("division by zero")));
/// assert!(first.is_recorded() && first.error().is_some());
/// assert_eq!(first.take().unwrap().message, "division by zero");
/// assert!(first.error().is_none());
/// ```
#[derive(Debug, Default)]
pub struct FirstFault {
    error: Mutex<Option<Error>>,
    /// Whether `error` is set.
    ///
    /// Rules check this flag before every move, because taking the lock costs more than a move.
    is_set: AtomicBool,
}

impl FirstFault {
    /// Records an error unless one is recorded already.
    pub fn record(&self, error: impl FnOnce() -> Error) {
        let mut first = self.lock();
        first.get_or_insert_with(error);
        self.is_set.store(true, Ordering::Release);
    }

    /// Returns whether an error is recorded.
    pub fn is_recorded(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }

    /// Returns the recorded error.
    pub fn error(&self) -> Option<Error> {
        if self.is_recorded() { self.lock().clone() } else { None }
    }

    /// Takes the recorded error, so that the next lists of moves start without one.
    pub fn take(&self) -> Option<Error> {
        if !self.is_recorded() {
            return None;
        }
        let mut first = self.lock();
        self.is_set.store(false, Ordering::Release);
        first.take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Error>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

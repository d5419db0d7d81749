//! Errors of games whose moves are computed from what users write: a record that whoever asked for the moves takes out.

use crate::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first error met while moves were listed. Until somebody takes it, lists of moves may be incomplete.
///
/// ```
/// use grundy_rules::{Error, ErrorKind, FirstFault, text};
/// let first = FirstFault::default();
/// first.note(|| Error::new(ErrorKind::BadArgument, text!("division by zero")));
/// assert!(first.is_noted() && first.error().is_some());
/// assert_eq!(first.take().unwrap().message, "division by zero");
/// assert!(first.error().is_none());
/// ```
#[derive(Debug, Default)]
pub struct FirstFault {
    error: Mutex<Option<Error>>,
    /// Asked before every move: the lock would take longer than the move.
    noted: AtomicBool,
}

impl FirstFault {
    /// Notes a fault; the first one stays.
    pub fn note(&self, error: impl FnOnce() -> Error) {
        let mut first = self.lock();
        first.get_or_insert_with(error);
        self.noted.store(true, Ordering::Release);
    }

    /// Whether there was a fault.
    pub fn is_noted(&self) -> bool {
        self.noted.load(Ordering::Acquire)
    }

    /// The fault.
    pub fn error(&self) -> Option<Error> {
        if self.is_noted() { self.lock().clone() } else { None }
    }

    /// Takes the fault out, so that the next lists of moves begin without one.
    pub fn take(&self) -> Option<Error> {
        if !self.is_noted() {
            return None;
        }
        let mut first = self.lock();
        self.noted.store(false, Ordering::Release);
        first.take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Error>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

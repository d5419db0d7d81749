//! What went wrong while moves were looked for, in games whose moves are computed from what users write.

use crate::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first fault that was met, if there was one: until it is forgotten no answer is any.
///
/// ```
/// use grundy_rules::{Error, ErrorKind, FirstFault, text};
/// let first = FirstFault::default();
/// first.note(|| Error::new(ErrorKind::BadArgument, text!("division by zero")));
/// assert!(first.is_noted() && first.error().is_some());
/// first.forget();
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

    /// Forgets it, before other positions are asked about.
    pub fn forget(&self) {
        let mut first = self.lock();
        *first = None;
        self.noted.store(false, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Error>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! A flag to stop work from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops long work.
///
/// Clones share the flag: the work gets one clone, and the code that may stop the work another.
///
/// ```
/// use grundy_rules::Cancel;
/// let cancel = Cancel::default();
/// let other = cancel.clone();
/// std::thread::spawn(move || other.stop()).join().unwrap();
/// assert!(cancel.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops all work that checks this flag.
    ///
    /// The work notices within milliseconds and ends with an error of kind `limit`.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the work should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

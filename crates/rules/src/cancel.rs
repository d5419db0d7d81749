//! A flag to cancel work from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that cancels long work.
///
/// Clones share the flag: the work gets one clone, and the code that may cancel the work another.
///
/// ```
/// use grundy_rules::Cancel;
/// let cancel = Cancel::default();
/// let other = cancel.clone();
/// std::thread::spawn(move || other.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Cancels all work that checks this flag.
    ///
    /// The work notices within milliseconds and ends with an error of kind `limit`.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the work was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

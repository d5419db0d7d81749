//! Records of long searches, from which a later search continues.

use crate::Budget;

/// Takes consecutive chunks of the words of a search.
pub type WordSink<'a> = dyn FnMut(&[u64]) + 'a;

/// A place where the results of long searches are saved while the searches go on.
///
/// A search has a name, which together with the position says everything on which its results depend. The results are
/// groups of 64-bit words. Failures are kept by the implementation, since a search can go on without its records.
pub trait SearchRecords: Send + Sync {
    /// Passes the saved words of the search with this name to `read`.
    ///
    /// Each chunk has a multiple of `group` words. Nothing is passed if there are no words, or if they cannot be read. `read` returns whether it wants more.
    fn load(&self, search: &str, group: usize, read: &mut dyn FnMut(&[u64]) -> bool);

    /// Reports whether it is time to save.
    fn is_due(&self) -> bool;

    /// Saves the words of a search, which replace those saved before.
    ///
    /// `write` calls its argument with consecutive chunks of the words.
    fn save(&self, search: &str, write: &mut dyn FnMut(&mut WordSink<'_>));
}

/// The number of positions from which on a search that has found its answer is saved.
const MIN_NODES_OF_FINISHED: u64 = 1 << 16;
/// The number of positions from which on a search that a limit ends is saved.
const MIN_NODES_OF_UNFINISHED: u64 = 1 << 10;
/// The maximum size of results that are saved after an interruption by the user, in bytes.
///
/// Larger ones take too long to write.
const MAX_BYTES_AFTER_INTERRUPT: u64 = 1 << 26;

impl Budget {
    /// Returns the records in which a search of `nodes` positions should save its results when it ends.
    ///
    /// `is_finished` says whether it has found its answer. Returns `None` if there are no records, if the search was
    /// short, or if the user interrupted it and the results take too many bytes.
    pub fn records_at_end(&self, nodes: u64, is_finished: bool, bytes: u64) -> Option<&dyn SearchRecords> {
        let min_nodes = if is_finished { MIN_NODES_OF_FINISHED } else { MIN_NODES_OF_UNFINISHED };
        let is_saved = nodes >= min_nodes && !(self.is_cancelled() && bytes > MAX_BYTES_AFTER_INTERRUPT);
        self.records.as_deref().filter(|_| is_saved)
    }

    /// Returns the records in which a search should save its results now, while it goes on.
    pub fn records_due(&self) -> Option<&dyn SearchRecords> {
        self.records.as_deref().filter(|records| records.is_due())
    }
}

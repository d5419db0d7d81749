//! The processes that solve groups together.

use crate::stop::Stop;

/// The processes that solve groups together, as seen by one of them.
pub trait Peers: Sync {
    /// Returns the index of this process.
    fn index(&self) -> usize;

    /// Returns the number of processes.
    fn count(&self) -> usize;

    /// Sends a parcel to another process, where it has arrived at the next meeting.
    fn send(&self, to: usize, parcel: Vec<u8>);

    /// A barrier for all processes, which exchanges words and delivers parcels.
    /// Passes the parcels sent to this process to `take` in any order, and returns the words of all, by process.
    ///
    /// # Errors
    /// `io` if a process is gone, the error of one that [fails](Peers::fail), `limit` if one is interrupted, and those
    /// of `take`.
    fn meet(&self, words: &[u64], take: &mut dyn FnMut(&[u8]) -> Result<(), Stop>) -> Result<Vec<Vec<u64>>, Stop>;

    /// Informs the other processes at the next meeting that this one failed.
    /// Does nothing if this process received the error from another one.
    fn fail(&self, error: &grundy_rules::Error);
}

//! The interface between the processes that solve groups together.

use crate::group_error::GroupError;

/// The interface of one process to the processes that solve groups together.
pub trait Peers: Sync {
    /// Returns the index of this process, from 0.
    fn index(&self) -> usize;

    /// Returns the number of processes.
    fn count(&self) -> usize;

    /// Sends a parcel to another process, which receives it at the next meeting.
    fn send(&self, to: usize, parcel: Vec<u8>);

    /// Meets all other processes: waits for them at a barrier, exchanges words and receives parcels.
    ///
    /// Passes the parcels sent to this process to `take` in any order. Returns the words of each process, by index.
    ///
    /// # Errors
    /// Fails with `io` if a process is gone, and with `limit` if a process is interrupted. Also returns the
    /// error of a process that [fails](Peers::fail), and the errors of `take`.
    fn meet(
        &self,
        words: &[u64],
        take: &mut dyn FnMut(&[u8]) -> Result<(), GroupError>,
    ) -> Result<Vec<Vec<u64>>, GroupError>;

    /// Informs the other processes at the next meeting that this process failed.
    ///
    /// Does nothing if this process received the error from another process.
    fn fail(&self, error: &grundy_rules::Error);
}

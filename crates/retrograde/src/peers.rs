//! The processes that solve groups together.

use crate::stop::Stop;

/// The processes that solve groups together, as one of them sees them.
pub trait Peers: Sync {
    /// Which one this is.
    fn index(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Sends a parcel to another one: it is there when all have met the next time.
    fn send(&self, to: usize, parcel: Vec<u8>);

    /// Has all processes meet: gives the parcels that this one was sent, in any order, and returns what all of them say, in their order.
    ///
    /// # Errors
    /// `io` if one is gone, the error of one that [fails](Peers::fail), `limit` for one that is interrupted, and those of who takes what was sent.
    fn meet(&self, words: &[u64], take: &mut dyn FnMut(&[u8]) -> Result<(), Stop>) -> Result<Vec<Vec<u64>>, Stop>;

    /// Tells the others, where they meet the next time, that this one ends by an error; nothing if it has that from another one.
    fn fail(&self, error: &grundy_rules::Error);
}

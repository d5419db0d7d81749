//! Databases of solved positions that several processes compute together.
//!
//! Each tier is distributed over all processes: each process holds a slice of the current group in dense arrays.
//! `grundy_retrograde` solves the groups, and only requires an implementation of [`Peers`]. This crate provides one. A
//! launcher starts the processes and numbers them, the processes find each other ([`ProcessId`]), and timely dataflow
//! carries their messages ([`Wire`]). All processes see the same folder, and its files are identical to those that one
//! machine would write.
//!
//! If a process is lost, the others end with a short error message. When they are started again, with any number of
//! processes, they continue from the last checkpoint. [`supervise()`] starts processes on this machine and restarts
//! them. Start reading with [`solve_into`].
//!
//! [`Peers`]: grundy_retrograde::Peers

mod connect;
mod connection_watch;
mod discovery;
mod process_id;
mod supervise;
mod wire;

pub use process_id::ProcessId;
pub use supervise::{Supervised, supervise};
pub use wire::Wire;

use grundy_rules::{Budget, PositionSum, Result};
use grundy_store::database::{Folder, FolderLock};
use std::path::Path;
use std::sync::Arc;

/// Solves all reachable positions together with the other processes, and writes them to a folder.
///
/// All processes must call this function with the same position and the same folder. `every` is the number of
/// seconds between checkpoints; `None` means the default.
///
/// # Errors
/// Returns the errors of [`Folder::open`] and [`Folder::solve`], the errors of the other processes, and `io` if a
/// process cannot be reached or is lost.
pub fn solve_into(
    path: &Path,
    spec: &PositionSum,
    process: &ProcessId,
    every: Option<u64>,
    budget: &Budget,
) -> Result<()> {
    // The lock is taken before the other processes are contacted, so that a cluster that uses the folder is not
    // disturbed.
    let hold = if process.index == 0 { Some(FolderLock::take(path)?) } else { None };
    let wire = Arc::new(Wire::connect(process, path, &spec.to_string(), budget)?);
    let done = Folder::open_with(path, spec, wire.clone(), hold, budget).and_then(|folder| {
        // All processes are connected, so their addresses are no longer needed.
        discovery::remove_all(path);
        let folder = match every {
            Some(seconds) => folder.with_checkpoint_interval(seconds),
            None => folder,
        };
        folder.solve(budget)
    });
    match &done {
        Ok(()) => wire.end(),
        Err(error) => grundy_retrograde::Peers::fail(&*wire, error),
    }
    done
}

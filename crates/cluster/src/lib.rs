//! Databases of solved positions that several processes compute together.
//!
//! Each tier is distributed over all processes: each one holds a part of the current group in dense arrays.
//! `grundy_retrograde` does the solving, and only requires [`Peers`]. This crate provides them: processes that are
//! started by anything that numbers them find each other ([`ProcessId`]), and timely dataflow carries their messages
//! ([`Wire`]). All processes see the same folder, and its files are identical to those that one machine would write.
//!
//! If a process is lost, the others end with an error of one line. Started again, with any number of processes, they
//! continue from the last checkpoint. [`supervise`] starts processes on this machine and restarts them.
//!
//! [`Peers`]: grundy_retrograde::Peers

mod connect;
mod discovery;
mod heartbeat;
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

/// Solves all positions that play reaches into a folder, together with the other processes.
///
/// All processes call this with the same position.
///
/// # Errors
/// The errors of [`Folder::open`] and [`Folder::solve`]; `io` if a process cannot be reached or is lost; the errors of the
/// other processes.
pub fn solve_into(
    path: &Path,
    spec: &PositionSum,
    place: &ProcessId,
    every: Option<u64>,
    budget: &Budget,
) -> Result<()> {
    // The lock is taken before other processes are contacted, so that another cluster at work is not disturbed.
    let hold = if place.index == 0 { Some(FolderLock::take(path)?) } else { None };
    let wire = Arc::new(Wire::connect(place, path, &spec.to_string(), budget)?);
    let done = Folder::open_with(path, spec, wire.clone(), hold, budget).and_then(|folder| {
        // All processes are connected, so no addresses are needed any more.
        discovery::forget(path);
        let folder = match every {
            Some(seconds) => folder.every(seconds),
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

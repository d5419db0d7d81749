//! Databases of solved positions made by several processes together: one tier is spread over all of them.
//!
//! Each process keeps a part of the group that is solved, in dense arrays; how it does is `grundy_retrograde`'s, which asks for [`Peers`] alone. Here they are: processes
//! started by anything that gives each a number find each other ([`ProcessId`]), and timely dataflow carries what they send ([`Wire`]). The folder is one that all of them
//! see. The files in it are those that one machine makes, byte by byte.
//!
//! Where a process is lost the others end, by an error of one line; started again, with any number of processes, they go on from the last checkpoint.
//! [`supervise`] starts some processes on this machine and does that.
//!
//! [`Peers`]: grundy_retrograde::Peers

mod connect;
mod discovery;
mod heartbeat;
mod place;
mod supervise;
mod wire;

pub use place::ProcessId;
pub use supervise::{Supervised, supervise};
pub use wire::Wire;

use grundy_rules::{Budget, PositionSum, Result};
use grundy_store::database::{Folder, FolderLock};
use std::path::Path;
use std::sync::Arc;

/// Solves all that play from a position reaches into a folder, together with the other processes of its cluster. All call this with the same position.
///
/// # Errors
/// As [`Folder::open`] and [`Folder::solve`]; `io` if a process cannot be reached or is lost; the errors of the other processes.
pub fn solve_into(
    path: &Path,
    spec: &PositionSum,
    place: &ProcessId,
    every: Option<u64>,
    budget: &Budget,
) -> Result<()> {
    // Before the others are looked for: where another cluster works, it is not disturbed.
    let hold = if place.index == 0 { Some(FolderLock::take(path)?) } else { None };
    let wire = Arc::new(Wire::connect(place, path, &spec.to_string(), budget)?);
    let done = Folder::open_with(path, spec, wire.clone(), hold, budget).and_then(|folder| {
        // All have met: nobody looks for anybody any more.
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

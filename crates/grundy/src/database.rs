//! Folders in which all positions of a game are solved.

use grundy_store::database::Manifest;
use std::path::{Path, PathBuf};

/// A folder of solved positions that [`Grundy::open_database`](crate::Grundy::open_database) opened.
#[derive(Clone, Debug)]
pub struct Database {
    folder: PathBuf,
    position: String,
    is_complete: bool,
    positions: u64,
}

impl Database {
    pub(crate) fn new(folder: &Path, manifest: &Manifest, is_complete: bool) -> Database {
        let positions = manifest.tiers.iter().map(|tier| tier.positions.iter().sum::<u64>()).sum();
        Database { folder: folder.to_path_buf(), position: manifest.spec.clone(), is_complete, positions }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The position whose game is solved, in the notation.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// Whether all tiers are solved: an interrupted `grundy db make` leaves a folder that is not complete.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How many positions are solved.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

//! Databases: folders that hold every solved position of a game.

use grundy_store::database::Manifest;
use std::path::{Path, PathBuf};

/// A database that was opened by [`Grundy::open_database`](crate::Grundy::open_database).
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

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the starting position of the solved game, in the notation.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// Reports whether all tiers are solved.
    ///
    /// If `grundy solve --into` is interrupted, it leaves an incomplete folder.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the number of solved positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

//! A store that keeps finished tiers in memory, and groups of tiers in files while they are solved.

use grundy::unstable::rules::indexed::Tier;
use grundy::unstable::solve::tiers::{Codes, GroupError, InMemory, Saved, Spill, Take, Tally, TierCodes, TierStore};
use grundy::{Error, ErrorKind, Result};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, remove_dir_all};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A store whose folder is removed when the store is dropped.
pub struct Files {
    folder: PathBuf,
    tiers: InMemory,
    files: Mutex<HashMap<String, Arc<File>>>,
}

impl Files {
    pub fn new(folder: &Path) -> Files {
        Files { folder: folder.to_path_buf(), tiers: InMemory::default(), files: Mutex::default() }
    }

    /// Returns the total counts of positions of all tiers, by result.
    pub fn tally(&self) -> Tally {
        self.tiers.tally()
    }

    fn file(&self, name: &str) -> std::io::Result<Arc<File>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files.get(name) {
            return Ok(Arc::clone(file));
        }
        let path = self.folder.join(name);
        let file = Arc::new(OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?);
        files.insert(name.to_string(), Arc::clone(&file));
        Ok(file)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // The files are of no use after this run, so errors are ignored.
        let _ = remove_dir_all(&self.folder);
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Io, grundy::unstable::lang::text!("{error}", error))
}

impl TierStore for Files {
    fn has(&self, group: &[Tier]) -> bool {
        self.tiers.has(group)
    }

    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>> {
        self.tiers.column(tier)
    }

    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        self.tiers.commit(tiers, codes)
    }

    fn spill(&self) -> Option<&dyn Spill> {
        Some(self)
    }
}

impl Spill for Files {
    fn read(&self, name: &str, at: u64, bytes: &mut [u8]) -> Result<()> {
        let file = self.file(name).map_err(failed)?;
        let mut done = 0;
        while done < bytes.len() {
            match file.read_at(&mut bytes[done..], at + done as u64).map_err(failed)? {
                0 => {
                    bytes[done..].fill(0);
                    break;
                }
                some => done += some,
            }
        }
        Ok(())
    }

    fn write(&self, name: &str, at: u64, bytes: &[u8]) -> Result<()> {
        self.file(name).and_then(|file| file.write_all_at(bytes, at)).map_err(failed)
    }

    fn save(&self, _: u32, _: &mut dyn FnMut(&mut Take<'_>) -> Result<(), GroupError>) -> Result<(), GroupError> {
        Ok(())
    }

    fn saved(&self) -> Result<Option<Saved>> {
        Ok(None)
    }

    fn load(&self, _: &Saved, _: u64, _: &mut [u8]) -> Result<()> {
        Ok(())
    }

    /// Returns the seconds between checkpoints: the maximum, since no run continues from a checkpoint.
    fn checkpoint_seconds(&self) -> u64 {
        u64::MAX
    }
}

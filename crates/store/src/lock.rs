//! Locks that admit one process at a time to a folder.

use crate::file_ops::{FileOp, failed, refused};
use grundy_lang::text;
use grundy_rules::{Result, Suggestion};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// A lock that keeps other processes out of a folder until it is dropped.
///
/// The system releases the lock however the process ends, even after `kill -9`. The empty file `lock` remains, but only
/// a lock on it counts, not its existence.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Fails with `refused` if another process holds the lock, and with `io` if the folder cannot be written to.
    pub fn take(folder: &Path) -> Result<Lock> {
        let path = folder.join("lock");
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = opened.map_err(|error| failed(&path, FileOp::Write, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                let error = refused(folder, text!("another process is using the folder; wait until that process ends"));
                Err(error.with_suggestion(Suggestion::Folder))
            }
            // Some network file systems have no locks; there, users must avoid concurrent use themselves.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Lock { _file: file }),
            Err(TryLockError::Error(error)) => Err(failed(&path, FileOp::Lock, &error)),
        }
    }
}

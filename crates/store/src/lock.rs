//! One process at a time in a folder.

use crate::{FileOp, failed, refused};
use grundy_lang::text;
use grundy_rules::{Result, Suggestion};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// Keeps other processes out of a folder as long as it lives. The system gives the lock back however the process ends, so that
/// none stays behind after `kill -9`; the empty file `lock` stays and says nothing.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder.
    ///
    /// # Errors
    /// `refused` if another process has it, `io` if the folder cannot be written to.
    pub fn take(folder: &Path) -> Result<Lock> {
        let path = folder.join("lock");
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = opened.map_err(|error| failed(&path, FileOp::Write, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                let error = refused(folder, text!("another process is using it; wait until it ends"));
                Err(error.with_suggestion(Suggestion::Folder))
            }
            // Some network file systems have no locks: there the user has to take care.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Lock { _file: file }),
            Err(TryLockError::Error(error)) => Err(failed(&path, FileOp::Lock, &error)),
        }
    }
}

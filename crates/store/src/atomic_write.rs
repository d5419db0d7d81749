//! Atomic writes: files are written completely or not at all.

use crate::file_ops::{FileOp, failed};
use grundy_rules::Result;
use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A temporary file that replaces its target when it is complete.
pub(crate) struct AtomicFile {
    file: File,
    temp_path: PathBuf,
    /// Whether the file has replaced its target.
    is_committed: bool,
}

impl AtomicFile {
    /// Creates a temporary file in the folder of `path`.
    pub fn create_for(path: &Path) -> io::Result<AtomicFile> {
        let mut name = path.file_name().ok_or(ErrorKind::InvalidFilename)?.to_os_string();
        name.push(format!(".{}.tmp", std::process::id()));
        let temp_path = path.with_file_name(name);
        Ok(AtomicFile { file: File::create(&temp_path)?, temp_path, is_committed: false })
    }

    /// Syncs the file and renames it to `path`.
    pub fn commit(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.temp_path, path)?;
        self.is_committed = true;
        // The rename is durable only after the folder is synced, which not every system supports.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // An incomplete file is of no use, so it is removed.
        if !self.is_committed {
            let _ = std::fs::remove_file(&self.temp_path);
        }
    }
}

/// Writes a file atomically: first to a temporary file, which then replaces the target.
///
/// # Errors
/// Fails with `io`, and names the file.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        // Devices and pipes cannot be replaced, so they are written directly.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return std::fs::write(path, bytes);
        }
        let mut file = AtomicFile::create_for(path)?;
        file.write_all(bytes)?;
        file.commit(path)
    };
    write().map_err(|error| failed(path, FileOp::Write, &error))
}

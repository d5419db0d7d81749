//! Files that are written whole or not at all.

use crate::{Doing, failed};
use grundy_rules::Result;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes a file whole or not at all: beside it first, then in its place.
///
/// # Errors
/// `io` with the name of the file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error: std::io::Error| failed(path, Doing::Write, &error);
    // Devices and pipes are no files to put another in place of.
    if path.metadata().is_ok_and(|about| !about.is_file()) {
        return std::fs::write(path, bytes).map_err(failed);
    }
    let mut name = path.file_name().ok_or_else(|| failed(ErrorKind::InvalidFilename.into()))?.to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| {
        // What is left of it is of no use.
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })?;
    // That the name leads to the new file is on the disk when the folder is; not every system can sync folders.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

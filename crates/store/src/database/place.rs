//! Positioned reads and writes of files.

use std::fs::File;
use std::io::Result;

/// Reads from an offset; beyond the end of the file it yields zeros.
pub(super) fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        match read_some(file, at + done as u64, &mut bytes[done..]) {
            Ok(0) => {
                bytes[done..].fill(0);
                break;
            }
            Ok(some) => done += some,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn read_some(file: &File, at: u64, bytes: &mut [u8]) -> Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, at)
}

#[cfg(windows)]
fn read_some(file: &File, at: u64, bytes: &mut [u8]) -> Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, at)
}

/// Writes at an offset.
#[cfg(unix)]
pub(super) fn write_at(file: &File, at: u64, bytes: &[u8]) -> Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

/// Writes at an offset.
#[cfg(windows)]
pub(super) fn write_at(file: &File, mut at: u64, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        let some = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        at += some as u64;
        bytes = &bytes[some..];
    }
    Ok(())
}

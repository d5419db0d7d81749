//! Positioned reads and writes of files, on Unix and Windows.

use std::fs::File;
use std::io::Result;

/// Fills `bytes` from an offset of a file; bytes beyond the end of the file are zeros.
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

/// Writes all bytes at an offset of a file.
#[cfg(unix)]
pub(super) fn write_at(file: &File, at: u64, bytes: &[u8]) -> Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

/// Writes all bytes at an offset of a file.
#[cfg(windows)]
pub(super) fn write_at(file: &File, mut at: u64, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        let some = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        at += some as u64;
        bytes = &bytes[some..];
    }
    Ok(())
}

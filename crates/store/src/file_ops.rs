//! The operations on files that all parts of this crate share, with their errors.

use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Returns the 64-bit FNV-1a checksum of the concatenated byte strings.
pub(crate) fn checksum(slices: &[&[u8]]) -> u64 {
    let bytes = slices.iter().flat_map(|slice| slice.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The file operation that failed.
#[derive(Clone, Copy)]
pub(crate) enum FileOp {
    Read,
    Write,
    Create,
    Lock,
}

/// Returns the error for a file on which an operation failed.
pub(crate) fn failed(path: &Path, operation: FileOp, error: &std::io::Error) -> Error {
    let path = path.display().to_string();
    let message = match operation {
        FileOp::Read => text!("`{path}` cannot be read: {error}", path, error),
        FileOp::Write => text!("`{path}` cannot be written: {error}", path, error),
        FileOp::Lock => text!("`{path}` cannot be locked: {error}", path, error),
        FileOp::Create => text!("`{path}` cannot be created: {error}", path, error),
    };
    Error::new(ErrorKind::Io, message)
}

/// Opens a regular file for reading.
/// Other files are rejected, because reading a pipe might never end.
pub(crate) fn open_regular(path: &Path) -> std::io::Result<File> {
    let kind = std::fs::metadata(path)?.file_type();
    match kind.is_file() {
        true => File::open(path),
        false if kind.is_dir() => {
            Err(std::io::Error::new(std::io::ErrorKind::IsADirectory, text!("this is a folder, not a file")))
        }
        false => Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, text!("this is not a regular file"))),
    }
}

/// Reads a whole regular file.
pub(crate) fn read_regular(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = open_regular(path)?;
    let mut bytes = Vec::with_capacity(file.metadata().map_or(0, |about| about.len() as usize + 1));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the error for a file with invalid contents.
pub(crate) fn refused(path: &Path, why: Text) -> Error {
    Error::new(ErrorKind::Refused, text!("`{path}` cannot be used: {why}", path = path.display().to_string(), why))
}

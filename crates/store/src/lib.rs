//! Files: the values of long sequences, checkpoints, and logs of surveys. Beside the faces, the only crate that opens files.
//!
//! Whatever ends a process, `kill -9` and a full disk included, leaves files that the next one goes on from: new data is added
//! behind what counts, synced, and counts only when a small file that says so has taken the place of the one before.

mod checkpoint;
mod lock;
mod log;
mod values;
mod whole;

pub use checkpoint::Checkpoint;
pub use log::Log;
pub use values::ValueFile;
pub use whole::write_whole;

use grundy_rules::{Error, ErrorKind};
use std::path::Path;

/// A checksum of bytes: FNV-1a, 64 bits.
pub(crate) fn checksum(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The error of a file that cannot be read or written.
pub(crate) fn failed(path: &Path, doing: &str, error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("`{}` cannot be {doing}: {error}", path.display()))
}

/// The error of a file that is not what it should be.
pub(crate) fn refused(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Refused, format!("`{}` is refused: {why}", path.display()))
}

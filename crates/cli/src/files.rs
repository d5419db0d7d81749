//! `@name` in the notation: files and the standard input.

use grundy::rules::Sources;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

/// Reads files, and the standard input once, up to a limit.
pub struct Files {
    limit: u64,
    stdin: Stdin,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stdin {
    Fresh,
    Read,
    /// Where that is, for the message.
    Refused(&'static str),
}

impl Files {
    /// Files of at most `limit` bytes.
    pub fn new(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Fresh }
    }

    /// The same where the standard input has another use.
    pub fn without_stdin(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Refused("in a batch") }
    }

    /// The same where it holds the moves of a play.
    pub fn of_play(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Refused("in a play") }
    }
}

impl Sources for Files {
    fn read(&mut self, name: &str) -> Result<Vec<u8>> {
        if name == "-" {
            match self.stdin {
                Stdin::Fresh => self.stdin = Stdin::Read,
                Stdin::Read => return Err(Error::new(ErrorKind::Unsupported, "it can be read only once")),
                Stdin::Refused(place) => {
                    return Err(Error::new(ErrorKind::Unsupported, format!("`@-` cannot be used {place}")));
                }
            }
            return read_up_to(std::io::stdin().lock(), 0, self.limit);
        }
        let file = File::open(name)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, "it is a directory"));
        }
        read_up_to(file, about.len(), self.limit)
    }
}

/// Writes a file whole or not at all: beside it first, then in its place.
///
/// # Errors
/// `io` with the name of the file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> grundy::Result<()> {
    let failed = |error: Error| {
        let message = format!("`{}` cannot be written: {error}", path.display());
        grundy::Error::new(grundy::ErrorKind::Io, message)
    };
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
    })
}

/// Everything a reader gives, refused when it exceeds the limit. Devices tell no length and may never end.
fn read_up_to(reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>> {
    let too_large = || {
        let message = format!("it has more than {limit} bytes, the memory limit");
        Error::new(ErrorKind::FileTooLarge, message)
    };
    if expected > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

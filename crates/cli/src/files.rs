//! `@name` in the notation: files and the standard input.

pub use grundy::store::write_whole;

use grundy::lang::{Text, text};
use grundy::rules::Sources;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};

/// Reads files, and the standard input once, up to a limit.
pub struct Files {
    limit: u64,
    stdin: Stdin,
}

#[derive(PartialEq, Eq)]
enum Stdin {
    Fresh,
    Read,
    /// Where that is, for the message.
    Refused(Text),
}

impl Files {
    /// Files of at most `limit` bytes.
    pub fn new(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Fresh }
    }

    /// The same where the standard input has another use.
    pub fn without_stdin(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Refused(text!("`@-` cannot be used in a batch")) }
    }

    /// The same where its lines are positions.
    pub fn of_lines(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Refused(text!("the lines of the standard input are positions here")) }
    }

    /// The same where it holds the moves of a play.
    pub fn of_play(limit: u64) -> Files {
        Files { limit, stdin: Stdin::Refused(text!("`@-` cannot be used in a play")) }
    }
}

impl Sources for Files {
    fn read(&mut self, name: &str) -> Result<Vec<u8>> {
        if name == "-" {
            match &self.stdin {
                Stdin::Fresh => self.stdin = Stdin::Read,
                Stdin::Read => return Err(Error::new(ErrorKind::Unsupported, text!("it can be read only once"))),
                Stdin::Refused(why) => return Err(Error::new(ErrorKind::Unsupported, why.clone())),
            }
            return read_up_to(std::io::stdin().lock(), 0, self.limit);
        }
        let file = File::open(name)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, text!("it is a directory")));
        }
        read_up_to(file, about.len(), self.limit)
    }
}

/// Everything a reader gives, refused when it exceeds the limit. Devices tell no length and may never end.
fn read_up_to(reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>> {
    let too_large = || {
        let message = text!("it has more than {limit} bytes, the memory limit", limit);
        Error::new(ErrorKind::FileTooLarge, message)
    };
    if expected > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

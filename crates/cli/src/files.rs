//! `@name` in the notation: files and the standard input.

pub use grundy::unstable::store::write_whole;

use grundy::Budget;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::Sources;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Reads files, and the standard input once, within the limits of the work.
pub struct Files {
    budget: Budget,
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
    /// Files that fit the memory, read in time.
    pub fn new(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Fresh }
    }

    /// The same where the standard input has another use.
    pub fn without_stdin(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Refused(text!("`@-` cannot be used in a batch")) }
    }

    /// The same where its lines are positions.
    pub fn of_lines(budget: &Budget) -> Files {
        Files {
            budget: budget.clone(),
            stdin: Stdin::Refused(text!("the lines of the standard input are positions here")),
        }
    }

    /// The same where it holds the moves of a play.
    pub fn of_play(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Refused(text!("`@-` cannot be used in a play")) }
    }

    /// New limits for what is read next.
    pub fn renew(&mut self, budget: &Budget) {
        self.budget.clone_from(budget);
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
            return read_up_to(Patient::stdin(&self.budget), 0, self.budget.bytes);
        }
        let (reader, expected) = Patient::open(Path::new(name), &self.budget)?;
        read_up_to(reader, expected, self.budget.bytes)
    }

    fn look(&mut self) -> grundy::Result<()> {
        self.budget.check()
    }
}

/// The text of a file, read within the limits of the budget, even from a pipe to which nobody writes.
///
/// # Errors
/// `io`; `limit`.
#[cfg(feature = "cluster")]
pub fn read_text(path: &Path, budget: &Budget) -> grundy::Result<String> {
    let bytes = Patient::open(path, budget).and_then(|(reader, expected)| read_up_to(reader, expected, budget.bytes));
    let text = bytes.and_then(|bytes| {
        String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, text!("it is not valid UTF-8")))
    });
    text.map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref::<grundy::Error>()) {
        // A limit is told as it is.
        Some(limit) => limit.clone(),
        None => {
            let kind = match error.kind() {
                ErrorKind::FileTooLarge => grundy::ErrorKind::Limit,
                _ => grundy::ErrorKind::Io,
            };
            let path = path.display().to_string();
            grundy::Error::new(kind, text!("`{path}` cannot be read: {error}", path, error = &error)).caused_by(error)
        }
    })
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

/// Reads no longer than the limits of the work allow, even where nothing ever comes: from a pipe or a terminal.
pub struct Patient {
    from: From,
    budget: Budget,
}

enum From {
    File(File),
    /// Another thread reads, and waits for ever if it must.
    Pieces {
        pieces: Receiver<Result<Vec<u8>>>,
        rest: Vec<u8>,
        at: usize,
    },
}

/// How much is read between two looks at the limits.
const PIECE: usize = 1 << 20;
/// How many pieces wait at most to be taken.
const WAITING: usize = 2;
/// How long nobody looks at the limits while nothing comes.
const LOOK: Duration = Duration::from_millis(20);

impl Patient {
    /// The standard input.
    pub fn stdin(budget: &Budget) -> Patient {
        Patient::waiting(|| Ok(std::io::stdin()), budget)
    }

    /// A file, and how long it says it is.
    ///
    /// # Errors
    /// What the system says; that it is a directory.
    pub fn open(path: &Path, budget: &Budget) -> Result<(Patient, u64)> {
        let about = std::fs::metadata(path)?;
        if about.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, text!("it is a directory")));
        }
        if about.is_file() {
            let file = File::open(path)?;
            return Ok((Patient { from: From::File(file), budget: budget.clone() }, about.len()));
        }
        // Even to open a pipe may take for ever.
        let path = path.to_path_buf();
        Ok((Patient::waiting(move || File::open(path), budget), 0))
    }

    fn waiting<R: Read>(open: impl FnOnce() -> Result<R> + Send + 'static, budget: &Budget) -> Patient {
        let (sender, pieces) = sync_channel(WAITING);
        std::thread::spawn(move || match open() {
            Ok(reader) => send_pieces(reader, &sender),
            // Nobody hears it if the reader has given up.
            Err(error) => drop(sender.send(Err(error))),
        });
        Patient { from: From::Pieces { pieces, rest: vec![], at: 0 }, budget: budget.clone() }
    }
}

/// Sends what comes until it ends, fails, or is wanted no more.
fn send_pieces(mut reader: impl Read, to: &SyncSender<Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match reader.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read,
        };
        let ends = !matches!(read, Ok(length) if length > 0);
        let sent = read.map(|length| {
            piece.truncate(length);
            // A terminal or a slow pipe gives little at a time.
            piece.shrink_to_fit();
            piece
        });
        if to.send(sent).is_err() || ends {
            return;
        }
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        // The error goes as it is through those who read: see `grundy::unstable::rules::Sources`.
        let look = || self.budget.check().map_err(|error| Error::new(ErrorKind::TimedOut, error));
        look()?;
        match &mut self.from {
            From::File(file) => {
                let most = into.len().min(PIECE);
                file.read(&mut into[..most])
            }
            From::Pieces { pieces, rest, at } => {
                while *at == rest.len() {
                    match pieces.recv_timeout(LOOK) {
                        Ok(piece) => (*rest, *at) = (piece?, 0),
                        Err(RecvTimeoutError::Timeout) => {
                            look()?;
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => return Ok(0),
                    }
                    if rest.is_empty() {
                        return Ok(0);
                    }
                }
                let length = into.len().min(rest.len() - *at);
                into[..length].copy_from_slice(&rest[*at..*at + length]);
                *at += length;
                Ok(length)
            }
        }
    }
}

/// Writes the certificate of a reply to the file that was asked for. Returns the error to be told beside the reply if there is no
/// certificate.
pub fn write_proof(path: Option<&Path>, reply: &grundy_ask::Reply) -> grundy::Result<Option<grundy::Error>> {
    let Some(path) = path else { return Ok(None) };
    match reply.certificate() {
        Some(certificate) => write_whole(path, certificate.to_text().as_bytes()).map(|()| None),
        None => {
            let message = text!("`{path}` was not written: there is no proof", path = path.display().to_string());
            Ok(Some(grundy::Error::new(grundy::ErrorKind::Limit, message)))
        }
    }
}

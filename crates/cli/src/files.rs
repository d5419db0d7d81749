//! Reads the files and the standard input that specs refer to by `@name`, and writes certificates.

pub use grundy::unstable::store::write_atomic;

use grundy::Budget;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::Sources;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Reads files, and standard input at most once, within the limits of the budget.
pub struct Files {
    budget: Budget,
    stdin: Stdin,
}

#[derive(PartialEq, Eq)]
enum Stdin {
    Fresh,
    Read,
    /// Standard input has another use; the text is the error message.
    Refused(Text),
}

impl Files {
    /// Creates sources for files and standard input, limited by the budget.
    pub fn new(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Fresh }
    }

    /// Creates sources for a batch, in which standard input cannot be read.
    pub fn without_stdin(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Refused(text!("`@-` cannot be used in `grundy batch`")) }
    }

    /// Creates sources for a command whose standard input contains positions, one per line.
    pub fn for_lines(budget: &Budget) -> Files {
        Files {
            budget: budget.clone(),
            stdin: Stdin::Refused(text!("the standard input already supplies the positions")),
        }
    }

    /// Creates sources for a play, whose standard input contains moves.
    pub fn for_play(budget: &Budget) -> Files {
        Files { budget: budget.clone(), stdin: Stdin::Refused(text!("`@-` cannot be used in `grundy play`")) }
    }

    /// Sets new limits for the next reads.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget.clone_from(budget);
    }
}

impl Sources for Files {
    fn read(&mut self, name: &str) -> Result<Vec<u8>> {
        if name == "-" {
            match &self.stdin {
                Stdin::Fresh => self.stdin = Stdin::Read,
                Stdin::Read => {
                    return Err(Error::new(ErrorKind::Unsupported, text!("only one list can be read from it")));
                }
                Stdin::Refused(why) => return Err(Error::new(ErrorKind::Unsupported, why.clone())),
            }
            return read_up_to(LimitedReader::stdin(&self.budget), 0, self.budget.bytes);
        }
        let (reader, expected) = LimitedReader::open(Path::new(name), &self.budget)?;
        read_up_to(reader, expected, self.budget.bytes)
    }

    fn poll(&mut self) -> grundy::Result<()> {
        self.budget.check()
    }
}

/// Reads a text file within the limits of the budget, even if it is a pipe that supplies no data.
///
/// # Errors
/// Fails with `io` if the file cannot be read or is not UTF-8, and with `limit` if a limit of the budget is
/// exceeded.
#[cfg(feature = "cluster")]
pub fn read_text(path: &Path, budget: &Budget) -> grundy::Result<String> {
    let bytes =
        LimitedReader::open(path, budget).and_then(|(reader, expected)| read_up_to(reader, expected, budget.bytes));
    let text = bytes.and_then(|bytes| {
        String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, text!("the file is not valid UTF-8")))
    });
    text.map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref::<grundy::Error>()) {
        // An exceeded limit is reported unchanged.
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

/// Reads everything from a reader and fails if there are more than `limit` bytes.
///
/// The reader itself is limited too, because a device reports no length (`expected` is 0) and may never end.
fn read_up_to(reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>> {
    let too_large = || {
        let message = text!("the content exceeds the memory limit of {limit} bytes", limit);
        Error::new(ErrorKind::FileTooLarge, message)
    };
    if expected > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// A reader that respects the limits even while a pipe or a terminal supplies no data.
pub struct LimitedReader {
    source: ReaderSource,
    budget: Budget,
}

enum ReaderSource {
    File(File),
    /// Another thread reads the data and sends it in chunks; that thread may block for ever.
    Chunks {
        chunks: Receiver<Result<Vec<u8>>>,
        rest: Vec<u8>,
        at: usize,
    },
}

/// The number of bytes read between two checks of the limits.
const CHUNK_LEN: usize = 1 << 20;
/// The maximum number of chunks in the queue.
const MAX_QUEUED_CHUNKS: usize = 2;
/// The time between two checks of the limits while no data arrives.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl LimitedReader {
    /// Returns a reader of standard input.
    pub fn stdin(budget: &Budget) -> LimitedReader {
        LimitedReader::from_thread(|| Ok(std::io::stdin()), budget)
    }

    /// Opens a file; returns the reader and the length that the system reports.
    ///
    /// # Errors
    /// Returns the errors of the system; also fails if the path is a directory.
    pub fn open(path: &Path, budget: &Budget) -> Result<(LimitedReader, u64)> {
        let metadata = std::fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, text!("this is a folder, not a file")));
        }
        if metadata.is_file() {
            let file = File::open(path)?;
            return Ok((LimitedReader { source: ReaderSource::File(file), budget: budget.clone() }, metadata.len()));
        }
        // Opening a pipe may block for ever as well, so the thread opens it.
        let path = path.to_path_buf();
        Ok((LimitedReader::from_thread(move || File::open(path), budget), 0))
    }

    fn from_thread<R: Read>(open: impl FnOnce() -> Result<R> + Send + 'static, budget: &Budget) -> LimitedReader {
        let (sender, chunks) = sync_channel(MAX_QUEUED_CHUNKS);
        std::thread::spawn(move || match open() {
            Ok(reader) => send_chunks(reader, &sender),
            // Sending fails if the receiver is gone.
            Err(error) => drop(sender.send(Err(error))),
        });
        LimitedReader { source: ReaderSource::Chunks { chunks, rest: vec![], at: 0 }, budget: budget.clone() }
    }
}

/// Reads the input and sends it in chunks until the input ends, reading fails, or the receiver is gone.
fn send_chunks(mut reader: impl Read, to: &SyncSender<Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK_LEN];
        let read = match reader.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read,
        };
        let is_last = !matches!(read, Ok(length) if length > 0);
        let sent = read.map(|length| {
            chunk.truncate(length);
            // A terminal or a slow pipe supplies few bytes at a time.
            chunk.shrink_to_fit();
            chunk
        });
        if to.send(sent).is_err() || is_last {
            return;
        }
    }
}

impl Read for LimitedReader {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        // Wrap the error, so that callers get it back unchanged: see `grundy::unstable::rules::Sources`.
        let check_budget = || self.budget.check().map_err(|error| Error::new(ErrorKind::TimedOut, error));
        check_budget()?;
        match &mut self.source {
            ReaderSource::File(file) => {
                let max_len = into.len().min(CHUNK_LEN);
                file.read(&mut into[..max_len])
            }
            ReaderSource::Chunks { chunks, rest, at } => {
                while *at == rest.len() {
                    match chunks.recv_timeout(POLL_INTERVAL) {
                        Ok(chunk) => (*rest, *at) = (chunk?, 0),
                        Err(RecvTimeoutError::Timeout) => {
                            check_budget()?;
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

/// Writes the certificate of a reply to the requested file.
///
/// Returns an error to be shown along with the reply if there is no certificate.
pub fn write_proof(path: Option<&Path>, reply: &grundy_ask::Reply) -> grundy::Result<Option<grundy::Error>> {
    let Some(path) = path else { return Ok(None) };
    match reply.certificate() {
        Some(certificate) => write_atomic(path, certificate.to_text().as_bytes()).map(|()| None),
        None => {
            let message = text!("`{path}` was not written: there is no proof", path = path.display().to_string());
            Ok(Some(grundy::Error::new(grundy::ErrorKind::Limit, message)))
        }
    }
}

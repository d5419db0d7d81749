//! Checkpoints of searches: a folder with the results of the searches for one position.
//!
//! The file `manifest` names the position. Each search has a file, which is replaced atomically: lines of text with the
//! version, the position and the name of the search, then the words, their number and a checksum, 8 bytes each with the
//! least significant byte first.

use crate::atomic_write::{AtomicFile, write_atomic};
use crate::file_ops::{FileOp, checksum, failed, open_regular, read_regular, refused};
use crate::lock::Lock;
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Error, Result, SearchRecords, Suggestion, WordSink};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The first line of the manifest and of the files, with the version of their format.
///
/// It changes whenever the searches change the meaning of their words.
const FIRST_LINE: &str = "grundy search 1";
/// The name of the manifest.
const MANIFEST: &str = "manifest";
/// The start of the names of the files of searches.
const FILE_PREFIX: &str = "search-";
/// The maximum length of a line before the words, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 21;
/// The number of bytes that are read at once, a multiple of 8.
const CHUNK_BYTES: usize = 1 << 16;

/// A folder in which searches for one position save their results.
///
/// ```
/// use grundy_rules::{Budget, SearchRecords};
/// use grundy_store::SearchFolder;
/// use std::time::Duration;
/// let path = std::env::temp_dir().join(format!("grundy-search-{}", std::process::id()));
/// let open = |position| SearchFolder::open(&path, position, Duration::from_secs(600), &Budget::default());
/// let folder = open("cram(5x5)").unwrap();
/// folder.save("a search", &mut |write| write(&[1, 2, 3, 4]));
/// let mut words = vec![];
/// folder.load("a search", 2, &mut |chunk| {
///     words.extend_from_slice(chunk);
///     true
/// });
/// assert_eq!(words, [1, 2, 3, 4]);
/// assert!(folder.take_fault().is_none());
/// drop(folder);
/// assert!(open("cram(5x6)").is_err());
/// std::fs::remove_dir_all(&path).unwrap();
/// ```
#[derive(Debug)]
pub struct SearchFolder {
    folder: PathBuf,
    position: String,
    interval: Duration,
    state: Mutex<FolderState>,
    _lock: Lock,
}

#[derive(Debug)]
struct FolderState {
    /// The time of the next save.
    next: Instant,
    /// The first failure; nothing is saved after it.
    fault: Option<Error>,
}

impl SearchFolder {
    /// Opens or creates the folder of a position, whose searches save their results after each `interval`.
    ///
    /// # Errors
    /// `refused` if the folder belongs to another position or version, was changed, or is in use by another process;
    /// `limit` if the time ends while the files are checked; `io`.
    pub fn open(folder: &Path, position: &str, interval: Duration, budget: &Budget) -> Result<SearchFolder> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, FileOp::Create, &error))?;
        let lock = Lock::take(folder)?;
        let manifest = folder.join(MANIFEST);
        let body = format!("{FIRST_LINE}\nposition {position}\n");
        let own = format!("{body}checksum {:016x}\n", checksum(&[body.as_bytes()]));
        if manifest.exists() {
            let bytes = read_regular(&manifest).map_err(|error| failed(&manifest, FileOp::Read, &error))?;
            if bytes != own.as_bytes() {
                return Err(other_manifest(&manifest, &String::from_utf8_lossy(&bytes), position));
            }
        } else {
            write_atomic(&manifest, own.as_bytes())?;
        }
        let state = FolderState { next: next_save(interval), fault: None };
        let (folder, position) = (folder.to_path_buf(), position.to_string());
        let folder = SearchFolder { folder, position, interval, state: Mutex::new(state), _lock: lock };
        folder.check(budget)?;
        Ok(folder)
    }

    /// Returns the failure that ended the saving, if there was one, and forgets it.
    pub fn take_fault(&self) -> Option<Error> {
        self.state().fault.take()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, FolderState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the path of the file of a search, and the lines at its start.
    fn file_of(&self, search: &str) -> (PathBuf, String) {
        let path = self.folder.join(format!("{FILE_PREFIX}{:016x}", checksum(&[search.as_bytes()])));
        (path, format!("{FIRST_LINE}\nposition {}\nsearch {search}\n", self.position))
    }

    /// Checks the files of all searches.
    fn check(&self, budget: &Budget) -> Result<()> {
        let read_error = |error: io::Error| failed(&self.folder, FileOp::Read, &error);
        for entry in std::fs::read_dir(&self.folder).map_err(read_error)? {
            let path = entry.map_err(read_error)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some((digits, rest)) = name.strip_prefix(FILE_PREFIX).and_then(|rest| rest.split_at_checked(16)) else {
                continue;
            };
            match u64::from_str_radix(digits, 16) {
                Ok(sum) if rest.is_empty() => self.check_file(&path, sum, budget)?,
                // A process that was killed left this file. Nobody else uses the folder.
                Ok(_) if rest.ends_with(".tmp") => {
                    std::fs::remove_file(&path).map_err(|error| failed(&path, FileOp::Write, &error))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks the file of a search whose name has this checksum.
    fn check_file(&self, path: &Path, name_sum: u64, budget: &Budget) -> Result<()> {
        let read_error = |error: io::Error| failed(path, FileOp::Read, &error);
        let changed = || refused(path, text!("the checksum does not match: the file was changed"));
        let file = open_regular(path).map_err(read_error)?;
        let mut word_bytes = file.metadata().map_err(read_error)?.len();
        let mut input = BufReader::with_capacity(CHUNK_BYTES, file);
        let mut header = vec![];
        for _ in 0..3 {
            let mut limited = (&mut input).take(MAX_LINE_BYTES);
            limited.read_until(b'\n', &mut header).map_err(read_error)?;
        }
        let expected = format!("{FIRST_LINE}\nposition {}\nsearch ", self.position);
        let name = header.strip_prefix(expected.as_bytes()).and_then(|name| name.strip_suffix(b"\n"));
        if name.is_none_or(|name| checksum(&[name]) != name_sum) {
            return Err(changed());
        }
        // The words, their number and the checksum.
        word_bytes = word_bytes.checked_sub(header.len() as u64 + 16).ok_or_else(changed)?;
        let mut sum = WordChecksum::new(&header);
        for k in 0..word_bytes / 8 {
            sum.add(read_word(&mut input).map_err(read_error)?);
            if k.is_multiple_of(1 << 16) {
                budget.check()?;
            }
        }
        let [count, summed] = [(); 2].map(|()| read_word(&mut input).unwrap_or(0));
        sum.add(count);
        if word_bytes % 8 != 0 || count != word_bytes / 8 || summed != sum.0 {
            return Err(changed());
        }
        Ok(())
    }

    /// Reads the file of a search, if there is one, which was checked before.
    fn read(&self, search: &str, group: usize, read: &mut dyn FnMut(&[u64]) -> bool) -> Result<()> {
        let (path, header) = self.file_of(search);
        if !path.exists() {
            return Ok(());
        }
        let read_error = |error: io::Error| failed(&path, FileOp::Read, &error);
        let mut file = open_regular(&path).map_err(read_error)?;
        let bytes = file.metadata().map_err(read_error)?.len();
        let mut left = bytes.saturating_sub(header.len() as u64 + 16) / 8;
        let mut first = vec![0; header.len()];
        file.read_exact(&mut first).map_err(read_error)?;
        // Two searches whose names have equal checksums would share a file.
        if first != header.as_bytes() {
            return Ok(());
        }
        let mut input = BufReader::with_capacity(CHUNK_BYTES, file);
        let chunk_len = (CHUNK_BYTES / 8 / group).max(1) * group;
        let mut chunk = Vec::with_capacity(chunk_len);
        while left > 0 {
            chunk.clear();
            for _ in 0..left.min(chunk_len as u64) {
                chunk.push(read_word(&mut input).map_err(read_error)?);
            }
            left -= chunk.len() as u64;
            if !read(&chunk) {
                break;
            }
        }
        Ok(())
    }

    /// Replaces the file of a search.
    fn write(&self, search: &str, write: &mut dyn FnMut(&mut WordSink<'_>)) -> io::Result<()> {
        let (path, header) = self.file_of(search);
        let mut out = BufWriter::with_capacity(CHUNK_BYTES, AtomicFile::create_for(&path)?);
        out.write_all(header.as_bytes())?;
        let mut sum = WordChecksum::new(header.as_bytes());
        let (mut count, mut done) = (0u64, Ok(()));
        write(&mut |words| {
            for &word in words {
                sum.add(word);
                count += 1;
                if done.is_ok() {
                    done = out.write_all(&word.to_le_bytes());
                }
            }
        });
        done?;
        sum.add(count);
        out.write_all(&count.to_le_bytes())?;
        out.write_all(&sum.0.to_le_bytes())?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.commit(&path)
    }
}

impl SearchRecords for SearchFolder {
    fn load(&self, search: &str, group: usize, read: &mut dyn FnMut(&[u64]) -> bool) {
        if let Err(error) = self.read(search, group, read) {
            self.state().fault.get_or_insert(error);
        }
    }

    fn is_due(&self) -> bool {
        let state = self.state();
        state.fault.is_none() && Instant::now() >= state.next
    }

    fn save(&self, search: &str, write: &mut dyn FnMut(&mut WordSink<'_>)) {
        if self.state().fault.is_some() {
            return;
        }
        let written = self.write(search, write);
        let mut state = self.state();
        state.next = next_save(self.interval);
        if let Err(error) = written {
            let error = failed(&self.file_of(search).0, FileOp::Write, &error)
                .help(text!("the work saved so far is kept; run the same command again to continue"));
            state.fault.get_or_insert(error);
        }
    }
}

/// The FNV-1a checksum of 64-bit words, which begins with that of a text.
struct WordChecksum(u64);

impl WordChecksum {
    fn new(header: &[u8]) -> WordChecksum {
        WordChecksum(checksum(&[header]))
    }

    fn add(&mut self, word: u64) {
        // The rotation lets high bits affect low ones.
        self.0 = (self.0 ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(29);
    }
}

/// Reads a word.
fn read_word(input: &mut BufReader<File>) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Returns the time of the next save.
fn next_save(interval: Duration) -> Instant {
    Instant::now() + interval
}

/// Returns the error for a manifest that is not the one of this position.
fn other_manifest(path: &Path, text: &str, position: &str) -> Error {
    let mut lines = text.lines();
    let first: String = lines.next().unwrap_or("").chars().take(60).collect();
    if first != FIRST_LINE {
        return refused(
            path,
            text!("the file begins with `{first}`, but this program reads `{expected}`", first, expected = FIRST_LINE),
        );
    }
    match lines.next().and_then(|line| line.strip_prefix("position ")) {
        Some(other) if other != position => {
            let of: String = other.chars().take(200).collect();
            let error =
                refused(path, text!("the checkpoint belongs to `{of}`, not to `{rules}`", of, rules = position));
            error.with_suggestion(Suggestion::Folder)
        }
        _ => refused(path, text!("the checksum does not match: the file was changed")),
    }
}

//! Logs of lines with checksums; each line is on the disk before the next task starts.

use crate::atomic_write::write_atomic;
use crate::file_ops::{FileOp, checksum, failed, refused};
use crate::lock::Lock;
use grundy_lang::text;
use grundy_rules::Result;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// An append-only file of lines.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    _lock: Lock,
}

impl Log {
    /// Opens or creates the log with this name in a folder, and returns the log and its lines.
    ///
    /// The first line of the file, `about`, identifies the subject of the log. An unfinished last line is dropped.
    ///
    /// # Errors
    /// Fails with `refused` if the file has another subject, a line was changed, or another process is using the
    /// folder; and with `io` if the file cannot be read or written.
    pub fn open(folder: &Path, name: &str, about: &str) -> Result<(Log, Vec<String>)> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, FileOp::Create, &error))?;
        let lock = Lock::take(folder)?;
        let path = &folder.join(name);
        let head = format!("{about}\n");
        if !path.exists() {
            write_atomic(path, head.as_bytes())?;
        }
        let bytes = crate::file_ops::read_regular(path).map_err(|error| failed(path, FileOp::Read, &error))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| refused(path, text!("the file is not text")))?;
        let Some(rest) = text.strip_prefix(&head) else {
            let first: String = text.lines().next().unwrap_or("").chars().take(60).collect();
            return Err(refused(path, text!("the file begins with `{first}` instead of `{about}`", first, about)));
        };
        let finished = rest.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = vec![];
        for (number, line) in rest[..finished].lines().enumerate() {
            let checked = line
                .rsplit_once(' ')
                .filter(|(content, sum)| *sum == format!("{:016x}", checksum(&[content.as_bytes()])));
            let Some((content, _)) = checked else {
                return Err(refused(path, text!("the checksum of line {number} does not match", number = number + 2)));
            };
            lines.push(content.to_string());
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|error| failed(path, FileOp::Write, &error))?;
        file.set_len((head.len() + finished) as u64).map_err(|error| failed(path, FileOp::Write, &error))?;
        Ok((Log { path: path.clone(), file, _lock: lock }, lines))
    }

    /// Appends a line; the line is on the disk when this function returns.
    ///
    /// # Errors
    /// Fails with `io` if the line cannot be written.
    pub fn add(&mut self, line: &str) -> Result<()> {
        let line = format!("{line} {:016x}\n", checksum(&[line.as_bytes()]));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| failed(&self.path, FileOp::Write, &error))
    }
}

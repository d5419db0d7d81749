//! Remembers which rows passed, so that a run with unchanged files does not repeat them.
//!
//! The key is a hash of all files that git tracks or would track, of the versions of the compiler, Python and node, of
//! the path of the browser, and of variables that change builds. Continuous integration repeats all rows. A row that was
//! skipped, because the machine lacks a tool, is not remembered.

use crate::hash::hash;
use crate::process::{command, root, target};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The rows that passed with the present files.
pub struct PassedRows {
    /// The hash of the files, or `None` if rows are not remembered.
    files: Option<String>,
    rows: BTreeSet<String>,
}

impl PassedRows {
    /// Reads which rows passed with the present files; with `repeat_all`, the result contains none.
    pub fn read(repeat_all: bool) -> PassedRows {
        let files = if std::env::var_os("CI").is_some() { None } else { files_hash() };
        let text = path().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let mut lines = text.lines();
        let is_same = !repeat_all && files.is_some() && lines.next() == files.as_deref();
        let rows = if is_same { lines.map(String::from).collect() } else { BTreeSet::new() };
        PassedRows { files, rows }
    }

    /// Returns true, after a message, if this row passed with the present files.
    pub fn contains(&self, row: &str) -> bool {
        let passed = self.rows.contains(row);
        if passed {
            eprintln!("xtask: {row} passed with the same files (`--repeat` repeats it)");
        }
        passed
    }

    /// Remembers that a row passed, unless files have changed since [`PassedRows::read`].
    ///
    /// A file that cannot be written only means that the row is repeated.
    pub fn add(&mut self, row: &str) {
        let (Some(files), Some(path)) = (&self.files, path()) else { return };
        if !self.rows.contains(row) && files_hash().as_ref() == Some(files) {
            self.rows.insert(row.to_string());
            let lines: String = self.rows.iter().map(|row| format!("\n{row}")).collect();
            let new = path.with_extension("new");
            let _ = std::fs::write(&new, format!("{files}{lines}\n")).and_then(|()| std::fs::rename(&new, &path));
        }
    }
}

/// The start of the message of a skipped row.
pub const SKIPPED: &str = "xtask: skipped";

/// Whether this process has skipped a row since the last call of [`take_skipped`].
static HAS_SKIPPED: AtomicBool = AtomicBool::new(false);

/// Records that the row that is running was skipped; it counts as passed, but is not remembered.
pub fn record_skipped() {
    HAS_SKIPPED.store(true, Ordering::Relaxed);
}

/// Reports whether a row was skipped since the last call.
pub fn take_skipped() -> bool {
    HAS_SKIPPED.swap(false, Ordering::Relaxed)
}

fn path() -> Option<PathBuf> {
    target().ok().map(|target| target.join("passed-rows.txt"))
}

/// Returns the hash that the head of this file describes, or `None` without git.
fn files_hash() -> Option<String> {
    let output = |program: &str, args: &[&str]| {
        let output = command(program, args).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let listed = output("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let compiler = output("rustc", &["--version", "--verbose"])?;
    // Tools that are missing have an empty version.
    let tools = ["python3", "node"].map(|tool| output(tool, &["--version"]).unwrap_or_default());
    let browser = crate::browser::search().map(|path| path.into_os_string().into_encoded_bytes());
    let variables = ["GRUNDY_BROWSER", "RUSTFLAGS"].map(|name| std::env::var_os(name).unwrap_or_default());
    let names = String::from_utf8(listed).ok()?;
    // The list also has deleted files that are still in the index; they have no content.
    let file = |name: &str| match std::fs::read(root().join(name)) {
        Ok(content) => hash([name.as_bytes(), b"file", &content]),
        Err(error) => hash([name.as_bytes(), error.kind().to_string().as_bytes()]),
    };
    let mut hashes: Vec<Vec<u8>> = names.split_terminator('\0').map(|name| file(name).into_bytes()).collect();
    hashes.extend([compiler, browser.unwrap_or_default()].into_iter().chain(tools));
    hashes.extend(variables.map(std::ffi::OsString::into_encoded_bytes));
    Some(hash(hashes.iter().map(Vec::as_slice)))
}

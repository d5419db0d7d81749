//! Remembers which rows passed, so that a run with unchanged files does not repeat them.
//!
//! The key is a hash of all files that git tracks or would track, and of the compiler's version. Continuous
//! integration repeats all rows.

use crate::hash::hash;
use crate::process::{command, root, target};
use std::collections::BTreeSet;
use std::path::PathBuf;

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
        if files_hash().as_ref() == Some(files) {
            self.rows.insert(row.to_string());
            let lines: String = self.rows.iter().map(|row| format!("\n{row}")).collect();
            let new = path.with_extension("new");
            let _ = std::fs::write(&new, format!("{files}{lines}\n")).and_then(|()| std::fs::rename(&new, &path));
        }
    }
}

fn path() -> Option<PathBuf> {
    target().ok().map(|target| target.join("passed-rows.txt"))
}

/// Returns a hash of all files and the compiler's version, or `None` without git.
fn files_hash() -> Option<String> {
    let output = |program: &str, args: &[&str]| {
        let output = command(program, args).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let listed = output("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let compiler = output("rustc", &["--version", "--verbose"])?;
    let names = String::from_utf8(listed).ok()?;
    // A deleted file that is still in the index counts as empty.
    let read = |name: &str| std::fs::read(root().join(name)).unwrap_or_default();
    let files = names.split_terminator('\0').map(|name| hash([name.as_bytes(), &read(name)]).into_bytes());
    let hashes: Vec<Vec<u8>> = files.chain([compiler]).collect();
    Some(hash(hashes.iter().map(Vec::as_slice)))
}

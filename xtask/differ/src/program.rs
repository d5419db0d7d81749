//! The program as a black box.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// Maximum time of a run; every question sets a much lower limit, so a longer run is a disagreement.
const MAX_RUN_TIME: Duration = Duration::from_secs(120);

/// The program under test, and a folder for files that it reads and writes.
pub struct Program {
    path: PathBuf,
    folder: PathBuf,
    /// Number of questions by subject.
    tally: Mutex<BTreeMap<&'static str, usize>>,
}

/// The result of a run.
pub struct Run {
    /// The exit code; `None` if a signal ended the run or the run did not end in time.
    pub status: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Program {
    pub fn new(path: PathBuf, folder: PathBuf) -> Program {
        Program { path, folder, tally: Mutex::default() }
    }

    /// Counts questions or answers of a subject.
    pub fn count(&self, subject: &'static str, amount: usize) {
        *self.tally.lock().expect("nobody panics here").entry(subject).or_default() += amount;
    }

    /// Returns all counts as text.
    pub fn counts_text(&self) -> String {
        let tally = self.tally.lock().expect("nobody panics here");
        tally.iter().map(|(subject, amount)| format!("{amount} {subject}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs the program.
    pub fn run(&self, args: &[String]) -> Result<Run, String> {
        let mut command = Command::new(&self.path);
        command.args(args).env("LANGUAGE", "en").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{} did not start: {error}", self.path.display()))?;
        let (mut out, mut err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let (done, ended) = mpsc::channel();
        let watch = std::thread::spawn(move || {
            if ended.recv_timeout(MAX_RUN_TIME) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = child.kill();
            }
            child.wait().ok().and_then(|status| status.code())
        });
        let errors = std::thread::spawn(move || {
            let mut text = vec![];
            let _ = err.read_to_end(&mut text);
            text
        });
        let mut output = vec![];
        let _ = out.read_to_end(&mut output);
        let _ = done.send(());
        let status = watch.join().unwrap_or(None);
        let errors = errors.join().unwrap_or_default();
        Ok(Run { status, output: lossy(&output), errors: lossy(&errors) })
    }

    /// Runs the program and parses its output as lines of JSON.
    pub fn lines(&self, args: &[String]) -> Result<(Run, Vec<Value>), String> {
        let run = self.run(args)?;
        let mut lines = vec![];
        for line in run.output.lines().filter(|line| !line.is_empty()) {
            lines.push(serde_json::from_str(line).map_err(|error| format!("no JSON ({error}): {line}"))?);
        }
        Ok((run, lines))
    }

    /// Runs `batch` on many positions and returns the answers.
    pub fn batch(&self, flags: &[&str], file: &str, positions: &[String]) -> Result<Vec<Value>, String> {
        let path = self.file(file);
        std::fs::write(&path, positions.join("\n") + "\n").map_err(|error| format!("{}: {error}", path.display()))?;
        let mut args: Vec<String> =
            ["batch", "--quiet", "--threads", "1", "--time", "20", "--memory", "1G"].map(String::from).to_vec();
        args.extend(flags.iter().map(|flag| flag.to_string()));
        args.push(path.display().to_string());
        let (run, lines) = self.lines(&args)?;
        if run.status != Some(0) || lines.len() != positions.len() {
            let last = positions.get(lines.len()).map_or("", String::as_str);
            return Err(format!(
                "batch ended with {:?} after {} of {} lines, at {last}\n{}",
                run.status,
                lines.len(),
                positions.len(),
                run.errors
            ));
        }
        Ok(lines)
    }

    /// Returns a small set of lines that ends with line `at` and makes the answer to that line wrong.
    ///
    /// The result is empty if the answer is wrong without other lines, or if the error is not reproduced.
    pub fn minimal_failing_lines(
        &self,
        (flags, file): (&[&str], &str),
        positions: &[String],
        at: usize,
        is_wrong: impl Fn(&Value) -> bool,
    ) -> Result<Vec<String>, String> {
        let mut lines = positions[..=at].to_vec();
        let wrong =
            |lines: &[String]| self.batch(flags, file, lines).map(|answers| answers.last().is_some_and(&is_wrong));
        if wrong(&lines[at..])? || !wrong(&lines)? {
            return Ok(vec![]);
        }
        let mut length = lines.len() - 1;
        while length > 0 {
            let mut from = 0;
            while from + length < lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(from..from + length);
                if wrong(&fewer)? { lines = fewer } else { from += length }
            }
            length /= 2;
        }
        Ok(lines)
    }

    /// Writes lines to a file that is named after their checksum, and returns its path.
    pub fn keep(&self, lines: &[String]) -> Result<String, String> {
        let text = lines.join("\n") + "\n";
        let sum = text.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let path = self.file(&format!("kept-{sum:016x}.txt"));
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path.display().to_string())
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a command line that can be pasted into a shell.
pub fn command_line(args: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=".contains(c);
    let quoted = args.iter().map(|arg| match arg.chars().all(plain) && !arg.is_empty() {
        true => arg.clone(),
        false => format!("'{}'", arg.replace('\'', "'\\''")),
    });
    format!("grundy {}", quoted.collect::<Vec<_>>().join(" "))
}

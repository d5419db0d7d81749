//! `grundy batch`: reads one spec per line and writes one JSON object per line.

use crate::args::BatchArgs;
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::specs::STDIN;
use grundy::unstable::json::{JsonOptions, push_answer_json};
use grundy::unstable::lang::{Text, text};
use grundy::unstable::solve::Answer;
use grundy::unstable::solve::Solver;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::OutputOptions;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, IsTerminal, Read, Stdout, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum length of a line in bytes; longer lists belong in files.
pub const MAX_LINE_LEN: u64 = 64 << 20;
/// The maximum number of bytes skipped in search of the end of a line that is too long.
const MAX_SKIPPED: u64 = 1 << 32;

pub fn run(args: &BatchArgs, console: &Console) -> std::io::Result<ExitCode> {
    let input: Box<dyn Read> = match &args.file {
        None => Box::new(std::io::stdin().lock()),
        Some(path) if path.as_os_str() == STDIN => Box::new(std::io::stdin().lock()),
        Some(path) => match open(path) {
            Ok(file) => Box::new(file),
            Err(error) => {
                console.error("", &error);
                return Ok(exit_code(&error));
            }
        },
    };
    let out = Mutex::new(BufWriter::with_capacity(1 << 16, std::io::stdout()));
    std::thread::scope(|scope| {
        let (stop_sender, stopped) = mpsc::channel::<()>();
        let shared = &out;
        // Flush regularly, so that finished answers do not wait for a slow one and survive the end of the
        // process. If the reader has closed the pipe, the next write reports it.
        scope.spawn(move || {
            while stopped.recv_timeout(MAX_FLUSH_DELAY) == Err(RecvTimeoutError::Timeout) {
                let _ = lock_output(shared).flush();
            }
        });
        let code = answer_lines(args, console, BufReader::with_capacity(1 << 16, input), shared);
        drop(stop_sender);
        code
    })
}

/// The maximum time that a finished answer waits to be flushed.
const MAX_FLUSH_DELAY: Duration = Duration::from_millis(200);

/// The number of lines between two progress reports.
const PROGRESS_INTERVAL: u64 = 64;

type SharedOutput = Mutex<BufWriter<Stdout>>;

fn lock_output(out: &SharedOutput) -> MutexGuard<'_, BufWriter<Stdout>> {
    // A panic in another thread leaves the buffer in a valid state, so ignore the poisoning.
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer_lines(
    args: &BatchArgs,
    console: &Console,
    mut input: BufReader<Box<dyn Read>>,
    out: &SharedOutput,
) -> std::io::Result<ExitCode> {
    let files = Files::without_stdin(&console.budget(&args.common));
    let batch = grundy_ask::BatchRequest::new(args.common.solve_request("", args.moves, args.why));
    let mut batch_run = BatchRun {
        args,
        console,
        batch,
        output: console.output_options(true),
        solver: grundy::unstable::proof::solver_with_proofs(),
        files,
    };
    if let Err(error) =
        crate::db::set_database(&mut batch_run.solver, args.db.as_deref(), &console.budget(&args.common))
    {
        console.error("", &error);
        return Ok(exit_code(&error));
    }
    let max_len = MAX_LINE_LEN.min(args.common.limits.memory.max(1));
    let mut line = vec![];
    let mut json = String::new();
    // On a terminal, the answers themselves show the progress.
    let shows_progress = !args.common.limits.quiet && !std::io::stdout().is_terminal();
    let size = args.file.as_ref().and_then(|path| path.metadata().ok()).filter(|about| about.is_file());
    let (mut read, size) = (0, size.map(|about| about.len()));
    for number in 1.. {
        // A client may wait for the answer to its line before it sends the next one, so flush first.
        if input.buffer().is_empty() {
            lock_output(out).flush()?;
        }
        let cannot_read = |error: Text| {
            lock_output(out).flush()?;
            let error = Error::new(ErrorKind::Io, text!("cannot read line {number}: {error}", number, error));
            console.error("", &error);
            Ok(ExitCode::from(1))
        };
        let is_complete = match next_line(&mut input, &mut line, max_len) {
            Ok(None) => break,
            Ok(Some(is_complete)) => is_complete,
            Err(error) => return cannot_read(Text::from(&error)),
        };
        if !is_complete {
            // Report the error before the rest of the line is skipped: the line may never end.
            line = vec![];
            lock_output(out)
                .write_all((console.error_json(&long_line_error(max_len), Some(number)) + "\n").as_bytes())?;
            lock_output(out).flush()?;
            match skip_line(&mut input) {
                Ok(true) => continue,
                Ok(false) => {
                    return cannot_read(text!("the line does not end within {most} bytes", most = MAX_SKIPPED));
                }
                Err(error) => return cannot_read(Text::from(&error)),
            }
        }
        if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() || trimmed[0] == b'#' {
            continue;
        }
        json.clear();
        read += line.len() as u64 + 1;
        if shows_progress && number % PROGRESS_INTERVAL == 0 {
            console.status(&text!("{number} lines", number), read, size);
        }
        match batch_run.answer(&line) {
            Ok(answer) => push_answer_json(&answer, batch_run.json_options(number), &mut json),
            Err(error) => json.push_str(&console.error_json(&error, Some(number))),
        }
        json.push('\n');
        if console.interrupted() {
            lock_output(out).flush()?;
            let message = text!("interrupted at line {number}", number);
            console.error("", &Error::new(ErrorKind::Limit, message));
            return Ok(ExitCode::from(1));
        }
        lock_output(out).write_all(json.as_bytes())?;
    }
    lock_output(out).flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The UTF-8 byte order mark, which some editors put at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn open(path: &std::path::Path) -> Result<File> {
    let fail = |error: std::io::Error| {
        Error::new(ErrorKind::Io, text!("cannot read {path}: {error}", path = path.display().to_string(), error))
    };
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Error::new(
            ErrorKind::Io,
            text!("cannot read {path}: this is a folder, not a file", path = path.display().to_string()),
        ));
    }
    Ok(file)
}

/// Reads a line into `line`, without its line break.
///
/// Returns `None` at the end of the input, and `Some(false)` if the line has more than `max_len` bytes and is cut.
pub fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>, max_len: u64) -> std::io::Result<Option<bool>> {
    line.clear();
    if input.by_ref().take(max_len.saturating_add(1)).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        return Ok(Some(true));
    }
    // Either the last line of the input, or a line that is too long.
    Ok(Some(line.len() as u64 <= max_len))
}

/// Skips the rest of a line; returns `false` if it does not end within `MAX_SKIPPED` bytes.
pub fn skip_line(input: &mut impl BufRead) -> std::io::Result<bool> {
    let mut skipped = 0;
    while skipped < MAX_SKIPPED {
        let chunk = input.fill_buf()?;
        let (length, ends) = match chunk.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (chunk.len(), chunk.is_empty()),
        };
        input.consume(length);
        if ends {
            return Ok(true);
        }
        skipped += length as u64;
    }
    Ok(false)
}

/// Returns the error for a line of standard input that does not end within `MAX_SKIPPED` bytes.
pub fn endless_line_error() -> Error {
    let error = text!("the line does not end within {most} bytes", most = MAX_SKIPPED);
    let message = text!("cannot read {source}: {error}", source = text!("the standard input"), error);
    Error::new(ErrorKind::Limit, message)
}

pub fn long_line_error(max_len: u64) -> Error {
    let error = Error::new(ErrorKind::TooLarge, text!("the line has more than {most} bytes", most = max_len));
    error.help(text!("put long lists in a file: nim(@heaps.txt)"))
}

struct BatchRun<'a> {
    args: &'a BatchArgs,
    console: &'a Console,
    batch: grundy_ask::BatchRequest,
    output: OutputOptions<'a>,
    solver: Solver,
    files: Files,
}

impl BatchRun<'_> {
    fn json_options(&self, line: u64) -> JsonOptions {
        JsonOptions { line: Some(line), why: self.args.why.into(), ..self.output.json_options() }
    }

    /// Answers a line within its own limits.
    fn answer(&mut self, line: &[u8]) -> Result<Answer> {
        let budget = self.console.budget(&self.args.common);
        self.files.set_budget(&budget);
        let mut context = self.console.request_context(&mut self.solver, &budget, &mut self.files, self.output);
        self.batch.answer(line, &mut context)
    }
}

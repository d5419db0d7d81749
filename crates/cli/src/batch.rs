//! `grundy batch`: one spec a line in, one JSON object a line out.

use crate::args::Batch;
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::specs::STDIN;
use grundy::lang::text;
use grundy::render::{error_json, push_answer_json};
use grundy::{Answer, Error, ErrorKind, Play, Result, Solver, parse_with};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Stdout, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest line that is read whole: longer lists belong into files.
const LONGEST_LINE: u64 = 64 << 20;

pub fn run(args: &Batch, console: &Console) -> std::io::Result<ExitCode> {
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
        let (working, ended) = mpsc::channel::<()>();
        let shared = &out;
        // Finished answers do not wait for a long one, nor are they lost when somebody ends the run. A reader who went away
        // is the business of the next write.
        scope.spawn(move || {
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let _ = locked(shared).flush();
            }
        });
        let code = answer_lines(args, console, BufReader::with_capacity(1 << 16, input), shared);
        drop(working);
        code
    })
}

/// How long a finished answer waits for others at most.
const PATIENCE: Duration = Duration::from_millis(200);

type Out = Mutex<BufWriter<Stdout>>;

fn locked(out: &Out) -> MutexGuard<'_, BufWriter<Stdout>> {
    // A panic elsewhere leaves whole bytes behind.
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer_lines(
    args: &Batch,
    console: &Console,
    mut input: BufReader<Box<dyn Read>>,
    out: &Out,
) -> std::io::Result<ExitCode> {
    let mut work = Work { args, console, solver: Solver::new(), files: Files::without_stdin(args.common.memory) };
    let mut line = vec![];
    let mut json = String::new();
    for number in 1.. {
        // Whoever sends a line and waits for its answer gets it before we wait for the next.
        if input.buffer().is_empty() {
            locked(out).flush()?;
        }
        let whole = match next_line(&mut input, &mut line) {
            Ok(None) => break,
            Ok(Some(whole)) => whole,
            Err(error) => {
                locked(out).flush()?;
                let error = Error::new(ErrorKind::Io, text!("cannot read line {number}: {error}", number, error));
                console.error("", &error);
                return Ok(ExitCode::from(1));
            }
        };
        if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        let trimmed = line.trim_ascii();
        if trimmed.is_empty() || trimmed[0] == b'#' {
            continue;
        }
        json.clear();
        match if whole { work.answer(&line) } else { Err(too_long()) } {
            Ok(answer) => push_answer_json(&answer, Some(number), &mut json),
            Err(error) => json.push_str(&error_json(&error, Some(number))),
        }
        json.push('\n');
        if console.interrupted() {
            locked(out).flush()?;
            let message = text!("interrupted at line {number}", number);
            console.error("", &Error::new(ErrorKind::Limit, message));
            return Ok(ExitCode::from(1));
        }
        locked(out).write_all(json.as_bytes())?;
    }
    locked(out).flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Some editors put it before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn open(path: &std::path::Path) -> Result<File> {
    let fail = |error: std::io::Error| {
        Error::new(ErrorKind::Io, text!("cannot read {path}: {error}", path = path.display().to_string(), error))
    };
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Error::new(
            ErrorKind::Io,
            text!("cannot read {path}: it is a directory", path = path.display().to_string()),
        ));
    }
    Ok(file)
}

/// Reads a line without its end; `None` at the end of the input, `false` if it was too long and is cut.
pub fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<Option<bool>> {
    line.clear();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        return Ok(Some(true));
    }
    // Either the last line of the input, or a line without end.
    let whole = (line.len() as u64) < LONGEST_LINE;
    if !whole {
        input.skip_until(b'\n')?;
    }
    Ok(Some(whole))
}

pub fn too_long() -> Error {
    let error = Error::new(ErrorKind::TooLarge, text!("the line has more than {most} bytes", most = LONGEST_LINE));
    error.help(text!("put long lists into a file: nim(@heaps.txt)"))
}

/// A line as text.
pub fn utf8(line: &[u8]) -> Result<&str> {
    std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to();
        // A character cut short by the end of the line runs up to there.
        let end = error.error_len().map_or(line.len(), |length| at + length);
        let error = Error::new(ErrorKind::Syntax, text!("the line is not valid UTF-8")).at(at..end);
        error.help(text!("a line is UTF-8 text, for example nim(3,4,5)"))
    })
}

struct Work<'a> {
    args: &'a Batch,
    console: &'a Console,
    solver: Solver,
    files: Files,
}

impl Work<'_> {
    fn answer(&mut self, line: &[u8]) -> Result<Answer> {
        let mut spec = parse_with(utf8(line)?, &mut self.files)?;
        let common = &self.args.common;
        if common.misere {
            spec.play = Play::Misere;
        }
        self.solver.solve(&spec, &common.question(self.args.moves, false), &self.console.budget(common))
    }
}

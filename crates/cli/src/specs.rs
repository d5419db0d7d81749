//! Conversion of command-line arguments to specs.

use crate::batch::{MAX_LINE_LEN, long_line_error, next_line, skip_line};
use grundy::unstable::lang::text;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::solve::utf8;
use grundy_ask::specs_from_words;
use std::ffi::OsString;
use std::io::{BufReader, StdinLock};

/// The argument that is replaced by the lines of standard input, each of which is a spec.
pub const STDIN: &str = "-";

/// Returns the specs in the arguments: one per argument, or one formed by a game name and its position.
///
/// Arguments that form one spec are joined, so that a mistake in them is reported once.
pub fn spec_texts(args: &[OsString]) -> Vec<Result<String>> {
    let texts: Option<Vec<&str>> = args.iter().map(|arg| arg.to_str()).collect();
    let Some(texts) = texts else { return args.iter().map(text_of).collect() };
    specs_from_words(&texts).into_iter().map(Ok).collect()
}

fn text_of(arg: &OsString) -> Result<String> {
    arg.to_str().map(str::to_string).ok_or_else(|| {
        // No span can be shown in invalid UTF-8, so the message contains the argument, with U+FFFD for invalid
        // bytes.
        let message = text!("the argument `{arg}` is not valid UTF-8", arg = arg.to_string_lossy());
        Error::new(ErrorKind::Syntax, message).help(text!("a SPEC must be UTF-8 text, for example nim(3,4,5)"))
    })
}

/// An iterator over specs, which reads standard input line by line as lines arrive.
pub struct Specs {
    pending: std::vec::IntoIter<Result<String>>,
    input: Option<BufReader<StdinLock<'static>>>,
    was_read: bool,
    line: Vec<u8>,
}

impl Specs {
    /// Creates the iterator over the specs of these arguments.
    pub fn from_args(args: &[OsString]) -> Specs {
        Specs { pending: spec_texts(args).into_iter(), input: None, was_read: false, line: vec![] }
    }

    /// Returns the next line of standard input that is neither blank nor a comment.
    fn next_line(&mut self) -> Option<Result<String>> {
        let input = self.input.as_mut()?;
        loop {
            let is_complete = match next_line(input, &mut self.line, MAX_LINE_LEN) {
                Ok(None) => break,
                Ok(Some(is_complete)) => is_complete,
                Err(error) => {
                    self.input = None;
                    let message = text!("cannot read {source}: {error}", source = text!("the standard input"), error);
                    return Some(Err(Error::new(ErrorKind::Io, message)));
                }
            };
            if !is_complete {
                self.line = vec![];
                // Stop reading if the line has no end.
                if !skip_line(input).is_ok_and(|ended| ended) {
                    self.input = None;
                }
                return Some(Err(long_line_error(MAX_LINE_LEN)));
            }
            // Some editors put a byte order mark at the start of a file.
            let line = self.line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.line).trim_ascii();
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            return Some(utf8(line).map(str::to_string));
        }
        self.input = None;
        None
    }
}

impl Iterator for Specs {
    type Item = Result<String>;

    fn next(&mut self) -> Option<Result<String>> {
        loop {
            if let Some(line) = self.next_line() {
                return Some(line);
            }
            match self.pending.next()? {
                Ok(text) if text == STDIN && self.was_read => {
                    let message = text!("the standard input can be read only once");
                    return Some(Err(Error::new(ErrorKind::Unsupported, message)));
                }
                Ok(text) if text == STDIN => {
                    self.was_read = true;
                    self.input = Some(BufReader::with_capacity(1 << 16, std::io::stdin().lock()));
                }
                text => return Some(text),
            }
        }
    }
}

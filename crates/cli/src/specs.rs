//! Conversion of command-line arguments to specs.

use crate::batch::{MAX_LINE_LEN, long_line_error, next_line, skip_line};
use grundy::unstable::lang::text;
use grundy::unstable::rules::{is_misere, to_half_width};
use grundy::{Error, ErrorKind, Result};
use grundy_ask::solve::utf8;
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
    let misere = texts.first().is_some_and(|first| is_misere(first));
    let (prefix, words) = match texts.split_first() {
        Some((_, rest)) if misere && !rest.is_empty() => ("misere ", rest),
        _ => ("", &texts[..]),
    };
    if words.first().is_some_and(|word| is_bare(word)) {
        return vec![Ok(format!("{prefix}{}", with_position(words)))];
    }
    let is_loose = |word: &&str| {
        word.starts_with('+')
            || word.ends_with('+')
            || is_misere(word)
            || to_half_width(word).starts_with(|c: char| c.is_ascii_digit()) && !word.contains('(')
    };
    if words.len() > 1 && words.iter().any(is_loose) {
        return vec![Ok(format!("{prefix}{}", words.join(" ")))];
    }
    // The shell may have split text inside brackets.
    let mut specs: Vec<String> = vec![];
    let mut open = false;
    for word in words {
        match specs.last_mut() {
            Some(last) if open => *last = format!("{last} {word}"),
            _ => specs.push(word.to_string()),
        }
        open = specs.last().is_some_and(|last| is_open(last));
    }
    if let Some(first) = specs.first_mut() {
        *first = format!("{prefix}{first}");
    }
    specs.into_iter().map(Ok).collect()
}

fn text_of(arg: &OsString) -> Result<String> {
    arg.to_str().map(str::to_string).ok_or_else(|| {
        // No span can be shown in invalid UTF-8, so the message contains the argument, with U+FFFD for invalid
        // bytes.
        let message = text!("the argument `{arg}` is not valid UTF-8", arg = arg.to_string_lossy());
        Error::new(ErrorKind::Syntax, message).help(text!("a SPEC must be UTF-8 text, for example nim(3,4,5)"))
    })
}

/// Reports whether the text has more opening than closing brackets.
fn is_open(text: &str) -> bool {
    let text = to_half_width(text);
    text.matches(['(', '[', '{']).count() > text.matches([')', ']', '}']).count()
}

/// Joins a game, whose parameters may be separate words, and the words of its position to a spec.
fn with_position(words: &[&str]) -> String {
    let mut game = words[0].to_string();
    let mut rest = &words[1..];
    while let Some((next, others)) = rest.split_first() {
        let parameters = !game.ends_with([']', '}']) && to_half_width(next).starts_with(['[', '{']);
        if !is_open(&game) && !parameters {
            break;
        }
        game = if parameters && !is_open(&game) { format!("{game}{next}") } else { format!("{game} {next}") };
        rest = others;
    }
    match rest {
        [] => game,
        [first, ..] if to_half_width(first).starts_with('(') => format!("{game}{}", rest.join(" ")),
        _ => {
            let position = rest.iter().map(|word| word.trim_matches([',', '，'])).filter(|word| !word.is_empty());
            format!("{game}({})", position.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Reports whether the text is a game without a position: `nim`, `take[1..3]`, `-2*nim`.
///
/// Later words may close its brackets.
fn is_bare(text: &str) -> bool {
    let text = to_half_width(text);
    let rest = text.strip_prefix('-').unwrap_or(&text).trim_start();
    let (factor, game) = rest.split_once('*').unwrap_or(("1", rest));
    let name = &game[..game.find(['[', '{']).unwrap_or(game.len())];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let parameters = &game[name.len()..];
    is_name
        && !is_misere(name)
        && factor.chars().all(|c| c.is_ascii_digit() || matches!(c, '_' | '^' | ' '))
        && (parameters.is_empty()
            || parameters.ends_with([']', '}']) && !is_open(parameters)
            || is_open(parameters) && !parameters.contains('('))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(args: &[&str]) -> Vec<String> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        spec_texts(&args).into_iter().map(|t| t.unwrap()).collect()
    }

    #[test]
    fn shell_forms() {
        assert_eq!(texts(&["nim", "3", "4", "5"]), ["nim(3, 4, 5)"]);
        assert_eq!(texts(&["misere", "nim", "1", "1", "2"]), ["misere nim(1, 1, 2)"]);
        assert_eq!(texts(&["take[1..3]", "7"]), ["take[1..3](7)"]);
        assert_eq!(texts(&["nim", "@heaps.txt"]), ["nim(@heaps.txt)"]);
        assert_eq!(texts(&["nim(3)", "nim(4)"]), ["nim(3)", "nim(4)"]);
        assert_eq!(texts(&["misere", "nim(3)", "nim(4)"]), ["misere nim(3)", "nim(4)"]);
        assert_eq!(texts(&["nim"]), ["nim"]);
        assert_eq!(texts(&["misere"]), ["misere"]);
        assert_eq!(texts(&["3*nim(2)"]), ["3*nim(2)"]);
        assert_eq!(texts(&["3*nim", "2"]), ["3*nim(2)"]);
        assert_eq!(texts(&["-take[1 | 2]", "2", "3"]), ["-take[1 | 2](2, 3)"]);
        assert_eq!(texts(&["rule{ n -> n-1 }", "7"]), ["rule{ n -> n-1 }(7)"]);
        assert_eq!(texts(&["尼姆", "3", "4"]), ["尼姆(3, 4)"]);
        assert_eq!(texts(&["take【1，3】", "4"]), ["take【1，3】(4)"]);
        assert_eq!(texts(&["Misere", "Nim", "3"]), ["misere Nim(3)"]);
    }

    #[test]
    fn arguments_of_one_spec_are_joined() {
        for (args, text) in [
            (&["nim", "3,4,5"][..], "nim(3,4,5)"),
            (&["nim", "3,", "4,", "5"], "nim(3, 4, 5)"),
            (&["nim", "(3,4,5)"], "nim(3,4,5)"),
            (&["nim(3,", "4,", "5)"], "nim(3, 4, 5)"),
            (&["take", "[1,3]", "5"], "take[1,3](5)"),
            (&["take[1,", "3]", "5", "6"], "take[1, 3](5, 6)"),
            (&["rule", "{", "n", "->", "n-1", "}", "7"], "rule{ n -> n-1 }(7)"),
            (&["nim(3)", "+", "nim(4)"], "nim(3) + nim(4)"),
            (&["3", "4", "5"], "3 4 5"),
            (&["misere", "3", "4"], "misere 3 4"),
            (&["nim(3)", "misere"], "nim(3) misere"),
            (&["nim(3", "nim(4)"], "nim(3 nim(4)"),
        ] {
            assert_eq!(texts(args), [text]);
        }
    }
}

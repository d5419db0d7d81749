//! Reads rules and boards from files.
//!
//! A file of rules has one rule without braces, or several named rules: `cram = { [..] -> [##]; [. / .] -> [# / #] }`.
//! Outside pictures, `#` starts a comment. In a file of boards, each line is a row of a board, and blank lines separate
//! the boards.

use crate::parse::{self, ParsedRule, PictureTarget};
use grundy_lang::{Text, text};
use grundy_rules::{Cursor, Error, ErrorKind, NoSources, Result, to_half_width};
use std::ops::Range;

/// A file: its name and content, and the span of its name in the command.
pub(crate) struct SourceFile {
    name: String,
    content: String,
    span: Range<usize>,
}

impl SourceFile {
    /// Reads the file that `@file` names.
    ///
    /// # Errors
    /// The errors of [`Cursor::source`], and `syntax` if the file is not UTF-8.
    pub fn read(input: &mut Cursor<'_>) -> Result<SourceFile> {
        let (name, bytes, span) = input.source()?;
        match std::str::from_utf8(&bytes) {
            // Each full-width character is replaced by one ASCII character, so lines and columns in messages stay
            // correct.
            Ok(text) => {
                let content = to_half_width(text.trim_start_matches('\u{feff}')).into();
                Ok(SourceFile { name: name.into_owned(), content, span })
            }
            Err(_) => {
                Err(Error::new(ErrorKind::Syntax, text!("{name} is not UTF-8 text", name = name.as_ref())).at(span))
            }
        }
    }

    /// Adds the position in the file to the message of an error, and sets its span to the file name.
    fn locate(&self, mut error: Error, base: usize) -> Error {
        let at = base + error.span.as_ref().map_or(0, |span| span.start);
        let before = self.content.get(..at).unwrap_or(&self.content);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let file = &self.name;
        error.message = text!("{file}:{line}:{column}: {error}", file, line, column, error = error.message);
        error.at(self.span.clone())
    }

    fn expected(&self, at: usize, what: Text) -> Error {
        let message = match self.content.get(at..).and_then(|rest| rest.chars().next()) {
            Some(c) => text!("expected {what}, found `{c}`", what, c),
            None => text!("expected {what}, found the end of the text", what),
        };
        let error = Error::new(ErrorKind::Syntax, message).help(text!("for example {example}", example = EXAMPLE));
        self.locate(error, at)
    }

    /// Returns the offset after white space and comments that start at `at`.
    fn skip(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.content[at..];
            at += rest.len() - rest.trim_start().len();
            if !self.content[at..].starts_with('#') {
                return at;
            }
            at += self.content[at..].find('\n').unwrap_or(self.content.len() - at);
        }
    }

    /// Returns the length, in bytes, of the word at an offset; 0 if there is no word.
    fn word(&self, at: usize) -> usize {
        let rest = &self.content[at..];
        rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
    }

    /// Returns the offset of the brace that closes the brace just before `at`.
    ///
    /// Within a picture, `#` does not start a comment.
    fn closing(&self, mut at: usize) -> Result<usize> {
        let (mut depth, mut in_picture) = (1usize, false);
        while let Some(c) = self.content[at..].chars().next() {
            match c {
                '#' if !in_picture => {
                    at = self.skip(at);
                    continue;
                }
                '[' => in_picture = true,
                ']' => in_picture = false,
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(at);
            }
            at += c.len_utf8();
        }
        Err(self.expected(at, text!("`}}`")))
    }

    /// Returns the name of each rule and the range of its text.
    ///
    /// If the file does not begin with the name of a rule, it is a single rule, which gets an empty name.
    fn rules(&self) -> Result<Vec<(&str, Range<usize>)>> {
        let mut found: Vec<(&str, Range<usize>)> = vec![];
        let mut at = self.skip(0);
        while at < self.content.len() {
            let end = at + self.word(at);
            let name = &self.content[at..end];
            let equals = self.skip(end);
            if name.is_empty() || !self.content[equals..].starts_with('=') {
                if found.is_empty() {
                    return Ok(vec![("", at..self.content.len())]);
                }
                return Err(self.expected(at, text!("a named rule")));
            }
            let brace = self.skip(equals + 1);
            if !self.content[brace..].starts_with('{') {
                return Err(self.expected(brace, text!("`{{`")));
            }
            if found.iter().any(|(known, _)| *known == name) {
                let message = text!("`{named}` is already defined", named = name);
                return Err(self.locate(Error::new(ErrorKind::BadArgument, message), at));
            }
            let close = self.closing(brace + 1)?;
            found.push((name, brace + 1..close));
            at = self.skip(close + 1);
        }
        Ok(found)
    }

    /// Returns the pictures of boards, with rows separated by `/`, and the offset of each in the file.
    pub fn boards(&self) -> Vec<(String, usize)> {
        let (mut boards, mut at, mut start) = (vec![], 0, None);
        for line in self.content.split_inclusive('\n').chain(["\n"]) {
            match (line.trim().is_empty(), start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    let rows = self.content[from..at].trim_end_matches(['\n', '\r']);
                    boards.push((rows.replace('\n', "/"), from));
                    start = None;
                }
                _ => {}
            }
            at = (at + line.len()).min(self.content.len());
        }
        boards
    }

    /// Adds the position in the file to the error of a board that was parsed from the file.
    ///
    /// # Errors
    /// The given error, with the position in the file; `offset` is that of the board.
    pub fn board<T>(&self, offset: usize, result: Result<T>) -> Result<T> {
        result.map_err(|error| self.locate(error, offset))
    }
}

const EXAMPLE: &str = "cram = { [..] -> [##]; [. / .] -> [# / #] }";

/// Parses the name of a file of rules, `[@file]` or `[@file: name]`, and returns the rule from it.
///
/// # Errors
/// `io`, or `syntax` or `bad_argument`, with the position in the file if the file is at fault.
pub(crate) fn rule(input: &mut Cursor<'_>, subject: PictureTarget) -> Result<ParsedRule> {
    let example = match subject {
        PictureTarget::Boards => "board[@mygame.grundy](4x4)",
        PictureTarget::Graphs => "graph[@mygame.grundy](a-b,b-c)",
    };
    input.expect('[', example)?;
    let file = SourceFile::read(input).map_err(|error| match error.kind {
        ErrorKind::Io => error.help(text!("for example {example}", example)),
        _ => error,
    })?;
    let wanted = if input.accept(':') { Some(input.name(text!("the name of a rule"))?) } else { None };
    input.expect(']', example)?;
    let rules = file.rules()?;
    let found = match &wanted {
        Some((wanted, _)) => rules.iter().find(|(name, _)| *name == &**wanted),
        None => rules.last(),
    };
    let name = &*file.name;
    let Some((_, range)) = found else {
        let Some((wanted, at)) = wanted else {
            let error =
                Error::new(ErrorKind::BadArgument, text!("{name} contains no rule", name)).at(file.span.clone());
            return Err(error.help(text!("for example {example}", example = EXAMPLE)));
        };
        let message = text!("{name} has no rule called `{wanted}`", name, wanted);
        let known: Vec<&str> = rules.iter().map(|(name, _)| *name).filter(|name| !name.is_empty()).collect();
        let error = Error::new(ErrorKind::BadArgument, message).at(at);
        return Err(error.help(text!("the file contains the rules {known}", known = known.join(", "))));
    };
    let mut sources = NoSources;
    let mut cursor = Cursor::new(&file.content[range.clone()], &mut sources);
    parse::rule(&mut cursor, None, subject).map_err(|error| file.locate(error, range.start))
}

//! The lexer of names, arrows and comments in files of graphs, optimised for files of 10^7 lines.

use grundy_lang::{Text, escape_hidden, text};
use grundy_rules::{Error, VertexName};
use std::borrow::Cow;

/// An error in parsing a graph file: a mistake with its offset, or the reason why parsing was stopped.
#[derive(Debug, PartialEq, Eq)]
pub struct GraphFileError {
    /// The offset of the mistake in bytes; 0 if parsing was stopped.
    pub at: usize,
    /// The error message.
    pub message: Text,
    /// Whether the file is well formed but its graph exceeds the limits.
    pub too_large: bool,
    /// The error that stopped the parsing, if it is not a mistake in the file.
    pub stopped: Option<Box<Error>>,
}

impl GraphFileError {
    /// Returns an error which states that `error` stopped the parsing.
    pub fn stopped(error: Error) -> GraphFileError {
        GraphFileError { stopped: Some(Box::new(error)), ..GraphFileError::new(0, text!("interrupted")) }
    }

    /// Returns the error for a mistake at this offset in bytes.
    pub fn new(at: usize, message: Text) -> GraphFileError {
        GraphFileError { at, message, too_large: false, stopped: None }
    }
}

/// A name as written in a file.
pub enum FileName<'a> {
    /// A number of at most 19 digits, without leading zeros.
    Number(u64),
    /// A word, or the content of quotes.
    Text(Cow<'a, str>),
}

impl FileName<'_> {
    /// Converts the name to the name of a vertex.
    pub fn as_vertex(&self) -> VertexName<'_> {
        match self {
            FileName::Number(number) => VertexName::Number(*number),
            FileName::Text(text) => VertexName::read(text),
        }
    }
}

/// A lexer: the content of a file, and the offset up to which it is parsed.
pub struct Lexer<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The offset of the next byte.
    pub at: usize,
}

impl<'a> Lexer<'a> {
    /// Returns a lexer at the start of a file, after a byte order mark if there is one.
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 } }
    }

    /// Returns the next byte; `None` at the end of the file.
    #[inline]
    pub fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Returns whether `token` comes next.
    pub fn starts_with(&self, token: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(token)
    }

    /// Consumes `token` if it comes next, and returns whether it did.
    #[inline]
    pub fn accept(&mut self, token: &[u8]) -> bool {
        let found = self.starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Skips blanks and comments within the line.
    #[inline]
    pub fn skip_blanks(&mut self) {
        while let Some(b) = self.byte() {
            match b {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'#' => self.skip_line(),
                b'/' if self.starts_with(b"//") => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Skips to the end of the line.
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// Skips white space and comments, including `/* */`, over any number of lines.
    ///
    /// # Errors
    /// If a comment `/* */` is not closed.
    pub fn skip_space(&mut self) -> Result<(), GraphFileError> {
        loop {
            self.skip_blanks();
            if self.byte() == Some(b'\n') {
                self.at += 1;
            } else if self.starts_with(b"/*") {
                let rest = &self.bytes[self.at..];
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                self.at += 4 + end.ok_or_else(|| GraphFileError::new(self.at, text!("the comment is not closed")))?;
            } else {
                return Ok(());
            }
        }
    }

    /// Parses a name: digits; or letters, digits and `_`; or any text in double quotes.
    ///
    /// `what` describes the expected name in error messages.
    ///
    /// # Errors
    /// If no valid name starts here.
    #[inline]
    pub fn name(&mut self, what: Text) -> Result<FileName<'a>, GraphFileError> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(digit) = self.byte().map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            value = value.wrapping_mul(10).wrapping_add(digit.into());
            self.at += 1;
        }
        let length = self.at - start;
        // Nineteen digits always fit into 64 bits. A name with leading zeros is a text.
        if length > 0 && length < 20 && (length == 1 || self.bytes[start] != b'0') && !self.in_name() {
            return Ok(FileName::Number(value));
        }
        self.text(start, what)
    }

    /// Returns whether the next byte belongs to a name without quotes.
    #[inline]
    fn in_name(&self) -> bool {
        self.byte().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80)
    }

    #[inline(never)]
    fn text(&mut self, start: usize, what: Text) -> Result<FileName<'a>, GraphFileError> {
        self.at = start;
        if self.byte() == Some(b'"') {
            return self.quoted();
        }
        while self.in_name() {
            self.at += 1;
        }
        let name = utf8(&self.bytes[start..self.at], start)?;
        let digits = name.starts_with(|c: char| c.is_ascii_digit());
        let belongs = |c: char| if digits { c.is_ascii_digit() } else { c == '_' || c.is_alphanumeric() };
        match name.char_indices().find(|&(_, c)| !belongs(c)) {
            None if !name.is_empty() => Ok(FileName::Text(Cow::Borrowed(name))),
            None => Err(self.expected(what)),
            Some((at, _)) if digits => {
                let message = text!("a name that starts with a digit is a number: put `{name}` in double quotes", name);
                Err(GraphFileError::new(start + at, message))
            }
            Some((at, c)) => Err(GraphFileError::new(
                start + at,
                text!("expected {what}, found `{c}`", what, c = escape_hidden(c.encode_utf8(&mut [0; 4])).into_owned()),
            )),
        }
    }

    fn quoted(&mut self) -> Result<FileName<'a>, GraphFileError> {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().position(|&b| b == b'"' || b == b'\n');
        let Some(length) = length.filter(|&length| rest[length] == b'"') else {
            return Err(GraphFileError::new(start, text!("the quoted name is not closed on its line")));
        };
        self.at += length + 2;
        let name = utf8(&rest[..length], start + 1)?;
        if let Some((at, c)) = name.char_indices().find(|(_, c)| c.is_control()) {
            let message =
                text!("names cannot contain control characters such as {c}", c = c.escape_default().to_string());
            return Err(GraphFileError::new(start + 1 + at, message));
        }
        Ok(FileName::Text(Cow::Borrowed(name)))
    }

    /// Returns the error for a next byte where `what` was expected.
    pub fn expected(&self, what: Text) -> GraphFileError {
        let found = match self.byte() {
            None => text!("found the end of the file"),
            Some(b'\n') => text!("found the end of the line"),
            Some(b) if b.is_ascii_graphic() => text!("found `{b}`", b = char::from(b)),
            Some(b) if b < 0x80 => text!("found the byte 0x{b}", b = format!("{:02x}", b)),
            Some(_) => match utf8(&self.bytes[self.at..self.bytes.len().min(self.at + 4)], 0) {
                Ok(text) => text!("found `{chars}`", chars = text.chars().next().unwrap_or_default()),
                Err(fault) if fault.at == 0 => text!("found a byte that is not UTF-8"),
                Err(_) => text!("found a character outside ASCII"),
            },
        };
        GraphFileError::new(self.at, text!("expected {what}, {found}", what, found))
    }
}

fn utf8(bytes: &[u8], at: usize) -> Result<&str, GraphFileError> {
    std::str::from_utf8(bytes)
        .map_err(|error| GraphFileError::new(at + error.valid_up_to(), text!("the name is not UTF-8")))
}

/// Returns the length in bytes of the unquoted name or number at the start; 0 if there is none.
///
/// Examples are `red`, `-1.5` and `.5`.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let digits = bytes[sign..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    if bytes[sign..sign + digits].iter().any(u8::is_ascii_digit) {
        return sign + digits;
    }
    let belongs = |c: &char| c.is_alphanumeric() || *c == '_';
    bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().chars().take_while(belongs).map(char::len_utf8).sum())
}

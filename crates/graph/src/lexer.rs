//! Names, arrows and comments in files of graphs, byte by byte: 10^7 lines pass through here.

use grundy_lang::{Text, text, visible};
use grundy_rules::{Error, VertexName};
use std::borrow::Cow;

/// What is wrong with a file, and at which byte.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte.
    pub at: usize,
    /// What is wrong.
    pub message: Text,
    /// Whether the file is well formed but larger than a graph may be.
    pub too_large: bool,
    /// The error that ended the reading, if it is none of the file.
    pub stopped: Option<Box<Error>>,
}

impl Fault {
    /// Reading may not go on.
    pub fn stopped(error: Error) -> Fault {
        Fault { stopped: Some(Box::new(error)), ..Fault::new(0, text!("interrupted")) }
    }

    /// A mistake in the file.
    pub fn new(at: usize, message: Text) -> Fault {
        Fault { at, message, too_large: false, stopped: None }
    }
}

/// A name as it stands in a file.
pub enum FileName<'a> {
    /// A number.
    Number(u64),
    /// A word, or what stands in quotes.
    Text(Cow<'a, str>),
}

impl FileName<'_> {
    /// The vertex that it names.
    pub fn as_vertex(&self) -> VertexName<'_> {
        match self {
            FileName::Number(number) => VertexName::Number(*number),
            FileName::Text(text) => VertexName::read(text),
        }
    }
}

/// A place in a file, moving forward.
pub struct Lexer<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The byte that comes next.
    pub at: usize,
}

impl<'a> Lexer<'a> {
    /// Some editors put a byte order mark before the text: it is stepped over.
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 } }
    }

    /// The byte that comes next.
    #[inline]
    pub fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Whether `token` comes next.
    pub fn starts_with(&self, token: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(token)
    }

    /// Steps over `token` if it comes next.
    #[inline]
    pub fn eat(&mut self, token: &[u8]) -> bool {
        let found = self.starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Steps over blanks and comments within the line.
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

    /// To the end of the line.
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// Steps over white space and comments, `/* */` among them, through as many lines as they take.
    pub fn skip_space(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_blanks();
            if self.byte() == Some(b'\n') {
                self.at += 1;
            } else if self.starts_with(b"/*") {
                let rest = &self.bytes[self.at..];
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                self.at += 4 + end.ok_or_else(|| Fault::new(self.at, text!("the comment has no end")))?;
            } else {
                return Ok(());
            }
        }
    }

    /// A name: digits; letters, digits and `_`; anything in double quotes.
    #[inline]
    pub fn name(&mut self, what: Text) -> Result<FileName<'a>, Fault> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(digit) = self.byte().map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            value = value.wrapping_mul(10).wrapping_add(digit.into());
            self.at += 1;
        }
        let length = self.at - start;
        // Nineteen digits always fit, and leading zeros make a text.
        if length > 0 && length < 20 && (length == 1 || self.bytes[start] != b'0') && !self.in_name() {
            return Ok(FileName::Number(value));
        }
        self.text(start, what)
    }

    /// Whether the byte that comes next belongs to a name without quotes.
    #[inline]
    fn in_name(&self) -> bool {
        self.byte().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80)
    }

    #[inline(never)]
    fn text(&mut self, start: usize, what: Text) -> Result<FileName<'a>, Fault> {
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
                Err(Fault::new(start + at, message))
            }
            Some((at, c)) => Err(Fault::new(
                start + at,
                text!("expected {what}, found `{c}`", what, c = visible(c.encode_utf8(&mut [0; 4])).into_owned()),
            )),
        }
    }

    fn quoted(&mut self) -> Result<FileName<'a>, Fault> {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().position(|&b| b == b'"' || b == b'\n');
        let Some(length) = length.filter(|&length| rest[length] == b'"') else {
            return Err(Fault::new(start, text!("the quoted name has no end on its line")));
        };
        self.at += length + 2;
        let name = utf8(&rest[..length], start + 1)?;
        if let Some((at, c)) = name.char_indices().find(|(_, c)| c.is_control()) {
            let message = text!("names have no control characters, such as {c}", c = c.escape_default().to_string());
            return Err(Fault::new(start + 1 + at, message));
        }
        Ok(FileName::Text(Cow::Borrowed(name)))
    }

    /// The fault that `what` was expected here.
    pub fn expected(&self, what: Text) -> Fault {
        let found = match self.byte() {
            None => text!("the file ends"),
            Some(b'\n') => text!("the line ends"),
            Some(b) if b.is_ascii_graphic() => text!("found `{b}`", b = char::from(b)),
            Some(b) if b < 0x80 => text!("found the byte 0x{b}", b = format!("{:02x}", b)),
            Some(_) => match utf8(&self.bytes[self.at..self.bytes.len().min(self.at + 4)], 0) {
                Ok(text) => text!("found `{chars}`", chars = text.chars().next().unwrap_or_default()),
                Err(fault) if fault.at == 0 => text!("found a byte that is not UTF-8"),
                Err(_) => text!("found another character"),
            },
        };
        Fault::new(self.at, text!("expected {what}, {found}", what, found))
    }
}

fn utf8(bytes: &[u8], at: usize) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| Fault::new(at + error.valid_up_to(), text!("the name is not UTF-8")))
}

/// How many bytes the name or the number without quotes takes that stands at the start, `red`, `-1.5` or `.5`; 0 if none does.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let digits = bytes[sign..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    if bytes[sign..sign + digits].iter().any(u8::is_ascii_digit) {
        return sign + digits;
    }
    let belongs = |c: &char| c.is_alphanumeric() || *c == '_';
    bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().chars().take_while(belongs).map(char::len_utf8).sum())
}

//! The lexer of the notation: [`Cursor`] passes over the text once, and all its errors have spans.

use crate::{Error, ErrorKind, Result, Suggestion};
use grundy_lang::{Arg, Text, escape_hidden, text};
use std::borrow::Cow;
use std::io;
use std::ops::Range;

/// The provider of the content of `@name` in the notation; user interfaces implement it to read files.
pub trait Sources {
    /// Returns the content of a source; `-` is the standard input.
    ///
    /// # Errors
    /// Any error that prevented reading; [`io::ErrorKind::FileTooLarge`] if the source exceeds the memory limit. If
    /// the error wraps an [`Error`] of this crate, such as a limit that was reached, the parser returns the wrapped
    /// error.
    fn read(&mut self, name: &str) -> io::Result<Vec<u8>>;

    /// Checks whether parsing may go on; parsers call it from time to time.
    ///
    /// # Errors
    /// `limit` if parsing must stop.
    fn poll(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The maximum number of words of a game's name, such as `tic tac toe`.
pub const MAX_NAME_WORDS: usize = 6;

/// Sources that reject every `@name`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn read(&mut self, _name: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, text!("files cannot be read here")))
    }
}

/// A number, or the set of powers of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `12`, `1_000` or `10^18`.
    Number(u64),
    /// `2^k`: the powers of a base.
    PowersOf(u64),
}

/// A lexer: a text and an offset in it, with methods that parse tokens from there on.
///
/// White space is skipped before every token. Numbers are `12`, `1_000` and `10^18`, up to 2^64−1. In all
/// methods, `what` describes the expected token for errors, and `example` is a correct text for their help.
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// Whether the text is one line of a longer text; this affects error messages.
    line: bool,
    sources: &'a mut dyn Sources,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of `text`; `sources` provides the content of each `@name`.
    pub fn new(text: &'a str, sources: &'a mut dyn Sources) -> Cursor<'a> {
        Cursor { text, at: 0, line: false, sources }
    }

    /// Returns a cursor at the start of a line of a longer text.
    pub fn for_line(text: &'a str, sources: &'a mut dyn Sources) -> Cursor<'a> {
        Cursor { line: true, ..Cursor::new(text, sources) }
    }

    /// Checks whether parsing may go on, with [`Sources::poll`].
    ///
    /// # Errors
    /// `limit` if parsing must stop.
    pub fn poll(&mut self) -> Result<()> {
        self.sources.poll()
    }

    /// Returns the text from the cursor on.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    #[inline]
    fn skip_space(&mut self) {
        let rest = self.rest();
        // Usually there is no white space at all.
        if rest.as_bytes().first().is_some_and(|&b| b <= b' ' || b >= 0x80) {
            self.at = self.text.len() - rest.trim_start().len();
        }
    }

    /// Returns the next character that is not white space, and leaves the cursor before it.
    #[inline]
    pub fn peek(&mut self) -> Option<char> {
        match self.text.as_bytes().get(self.at) {
            // By far the most common case is a single byte that is not white space.
            Some(&b) if b.is_ascii_graphic() => Some(char::from(b)),
            _ => {
                self.skip_space();
                self.rest().chars().next()
            }
        }
    }

    /// Consumes `c` if it comes next, and returns whether it did.
    #[inline]
    pub fn accept(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Consumes `token` if it comes next, and returns whether it did.
    pub fn accept_str(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Returns whether `c` comes before the next `end` in the rest of the text. The cursor does not move.
    pub fn occurs_before(&self, c: char, end: char) -> bool {
        self.rest().find([c, end]).is_some_and(|at| self.rest()[at..].starts_with(c))
    }

    /// Returns the span of the first character of the next token; empty at the end of the text.
    pub fn next_span(&mut self) -> Range<usize> {
        let width = self.peek().map_or(0, char::len_utf8);
        self.at..self.at + width
    }

    /// Returns the span from the last character before the cursor to the first one after it.
    ///
    /// White space is ignored. For an empty list this is the span of its brackets.
    pub fn around(&mut self) -> Range<usize> {
        let end = self.next_span().end;
        let before = self.text[..self.at].trim_end();
        before.char_indices().next_back().map_or(0, |(at, _)| at)..end
    }

    /// Returns the cursor's offset in bytes.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the text of a span.
    pub fn text_at(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or("")
    }

    /// Returns a `syntax` error: `what` was expected at the cursor, but something else was found.
    pub fn expected(&mut self, what: Text) -> Error {
        let span = self.next_span();
        let found = match self.peek() {
            None if self.line => text!("found the end of the line"),
            None => text!("found the end of the text"),
            Some(c) => text!("found `{c}`", c = escape_hidden(c.encode_utf8(&mut [0; 4])).into_owned()),
        };
        Error::new(ErrorKind::Syntax, text!("expected {what}, {found}", what, found)).at(span)
    }

    /// Consumes `c`, which must come next.
    ///
    /// # Errors
    /// `syntax` if something else comes next.
    pub fn expect(&mut self, c: char, example: impl Into<Arg>) -> Result<()> {
        if self.accept(c) {
            return Ok(());
        }
        let error = self.expected(text!("`{c}`", c));
        Err(error.or_example(example))
    }

    /// Checks that the cursor is at the end of the text, apart from white space.
    ///
    /// # Errors
    /// `syntax` if more text follows.
    pub fn expect_end(&mut self) -> Result<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(text!("the end of the text"))),
        }
    }

    /// Parses a name, with or without double quotes.
    ///
    /// A name without quotes is a letter or `_`, then letters, digits and `_`; or it has digits only.
    ///
    /// # Errors
    /// `syntax` if no name starts here or a quote is not closed.
    pub fn name(&mut self, what: Text) -> Result<(Cow<'a, str>, Range<usize>)> {
        self.skip_space();
        let (start, rest) = (self.at, self.rest());
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some(length) = quoted.find('"') else {
                let message = text!("the quoted name is not closed");
                return Err(Error::new(ErrorKind::Syntax, message)
                    .at(start..self.text.len())
                    .help(text!("add a `\"`")));
            };
            self.at += length + 2;
            if let Some((at, c)) = quoted[..length].char_indices().find(|(_, c)| c.is_control()) {
                let message =
                    text!("names cannot contain control characters such as {c}", c = c.escape_default().to_string());
                let at = start + 1 + at;
                return Err(Error::new(ErrorKind::Syntax, message).at(at..at + c.len_utf8()));
            }
            return Ok((Cow::Borrowed(&quoted[..length]), start..self.at));
        }
        let digits = rest.starts_with(|c: char| c.is_ascii_digit());
        let belongs = |c: char| if digits { c.is_ascii_digit() } else { c == '_' || c.is_alphanumeric() };
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected(what));
        }
        self.at += length;
        Ok((Cow::Borrowed(&rest[..length]), start..self.at))
    }

    /// Reads further words of a name that starts at `start` and ends at the cursor, such as `tic tac-toe`.
    ///
    /// White space or hyphens separate the words, and a bracket or the end of the text must follow them. Returns the
    /// longest known name, with its span, and moves the cursor to its end. If no longer name is known, the function
    /// returns `None`, and the cursor does not move.
    pub(crate) fn extend_name(
        &mut self,
        start: usize,
        is_known: impl Fn(&str) -> bool,
    ) -> Option<(&'a str, Range<usize>)> {
        let text = self.text;
        let (mut end, mut longest) = (self.at, None);
        for _ in 1..MAX_NAME_WORDS {
            let rest = &text[end..];
            let word = rest.trim_start_matches(|c: char| c == '-' || c.is_whitespace());
            let length = word.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(word.len());
            if word.len() == rest.len() || length == 0 {
                break;
            }
            end = text.len() - word.len() + length;
            let next = text[end..].trim_start().chars().next();
            if matches!(next, None | Some('(' | '[' | '{')) && is_known(&text[start..end]) {
                longest = Some(end);
            }
        }
        self.at = longest?;
        Some((&text[start..self.at], start..self.at))
    }

    /// Returns the text between `{` and the matching `}`, and its offset in bytes.
    ///
    /// Braces in quoted text and in comments, which start with `#`, do not count.
    ///
    /// # Errors
    /// `syntax` if no `{` comes next, or if the bracket is never closed.
    pub fn braces(&mut self, example: &str) -> Result<(&'a str, usize)> {
        self.expect('{', example)?;
        let start = self.at;
        let mut depth = 1usize;
        let mut bytes = self.rest().bytes().enumerate();
        while let Some((at, b)) = bytes.next() {
            match b {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b'#' => drop(bytes.by_ref().find(|(_, b)| *b == b'\n')),
                b'"' => drop(bytes.by_ref().find(|(_, b)| *b == b'"')),
                _ => {}
            }
            if depth == 0 {
                self.at = start + at + 1;
                return Ok((&self.text[start..start + at], start));
            }
        }
        Err(Error::new(ErrorKind::Syntax, text!("this bracket is never closed"))
            .at(start - 1..start)
            .help(text!("add a `}}`")))
    }

    /// Moves the cursor forward by this number of bytes, which must end at a character.
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Consumes the longest run of characters that satisfy `belongs`; returns the run and its span.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> (&'a str, Range<usize>) {
        self.skip_space();
        let (start, rest) = (self.at, self.rest());
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        (&rest[..length], start..self.at)
    }

    /// Parses a number.
    ///
    /// # Errors
    /// `syntax` if no number comes next, `too_large` if the number exceeds 2^64−1.
    pub fn integer(&mut self, what: Text) -> Result<(u64, Range<usize>)> {
        match self.literal(what.clone())? {
            (Literal::Number(n), span) => Ok((n, span)),
            (Literal::PowersOf(base), span) => {
                let message = text!("expected {what}, found the set {base}^k", what, base);
                Err(Error::new(ErrorKind::Syntax, message)
                    .at(span)
                    .help(text!("an exponent must be a number, as in 10^18")))
            }
        }
    }

    /// Parses a number of at least 1; `zero` is the error message for 0.
    ///
    /// # Errors
    /// The same errors as [`Cursor::integer`]; `bad_argument` for 0.
    pub fn positive(&mut self, what: Text, zero: Text, example: impl Into<Arg>) -> Result<u64> {
        match self.integer(what) {
            Ok((0, span)) => Err(Error::new(ErrorKind::BadArgument, zero).at(span).or_example(example)),
            Ok((number, _)) => Ok(number),
            Err(error) => Err(error.or_example(example)),
        }
    }

    /// Parses `[k]`, the parameter of a game, where k is at least 1.
    ///
    /// # Errors
    /// The same errors as [`Cursor::positive`]; `syntax` for other brackets.
    ///
    /// ```
    /// use grundy_rules::{Cursor, NoSources, text};
    /// let what = text!("the number of heaps");
    /// let read = |text| {
    ///     Cursor::new(text, &mut NoSources).parameter(what.clone(), text!("a heap is missing"), "moore[2]")
    /// };
    /// assert_eq!(read("[2]").unwrap(), 2);
    /// assert_eq!(read("[0]").unwrap_err().message, "a heap is missing");
    /// ```
    pub fn parameter(&mut self, what: Text, zero: Text, example: &str) -> Result<u64> {
        self.expect('[', example)?;
        let number = self.positive(what, zero, example)?;
        self.expect(']', example)?;
        Ok(number)
    }

    /// Parses a number, or a base followed by `^k`.
    ///
    /// # Errors
    /// `syntax` if no number comes next, `too_large` if the number exceeds 2^64−1.
    pub fn literal(&mut self, what: Text) -> Result<(Literal, Range<usize>)> {
        self.skip_space();
        let start = self.at;
        let base = self.digits(what)?;
        // White space before a possible `^` is not part of the number.
        let end = self.at;
        if !self.accept('^') {
            return Ok((Literal::Number(base), start..end));
        }
        if self.peek() == Some('k') {
            self.at += 1;
            return Ok((Literal::PowersOf(base), start..self.at));
        }
        let exponent = self.digits(text!("an exponent")).map_err(|e| e.or_example("10^18"))?;
        let power = match base {
            0 | 1 => Some(if exponent == 0 { 1 } else { base }),
            _ => u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e)),
        };
        let power = power.ok_or_else(|| too_large::<u64>(start..self.at))?;
        Ok((Literal::Number(power), start..self.at))
    }

    fn digits(&mut self, what: Text) -> Result<u64> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.expected(what));
        }
        let start = self.at;
        let (value, length) = leading_number(&self.text.as_bytes()[start..]);
        self.at += length;
        value.ok_or_else(|| too_large::<u64>(start..self.at))
    }

    /// Parses a list of numbers from `open` to the matching `close`, possibly empty.
    ///
    /// An item `@name` is replaced by all numbers of a source, which must contain at least one. The numbers are
    /// decimal and separated by white space or commas; `#` starts a comment.
    ///
    /// # Errors
    /// `syntax` and `too_large` as for numbers, `io` for a source that cannot be read.
    pub fn numbers(&mut self, open: char, close: char, example: &str) -> Result<Vec<u64>> {
        self.expect(open, example)?;
        if self.accept(close) { Ok(vec![]) } else { self.list(close, example) }
    }

    /// Parses a list of numbers as [`Cursor::numbers`] does, but allows negative numbers.
    ///
    /// # Errors
    /// `syntax`, `too_large` for numbers outside the range of `i64`, `io` for a source that cannot be read.
    pub fn signed_numbers(&mut self, open: char, close: char, example: &str) -> Result<Vec<i64>> {
        self.expect(open, example)?;
        if self.accept(close) { Ok(vec![]) } else { self.list(close, example) }
    }

    /// Parses the items of a list up to and including `close`.
    fn list<T: ListItem>(&mut self, close: char, example: &str) -> Result<Vec<T>> {
        let mut list = Vec::with_capacity(4);
        loop {
            let start = self.next_span().start;
            if self.peek() == Some('@') {
                self.source_numbers(&mut list)?;
            } else {
                list.push(self.item().map_err(|e| e.or_example(example))?);
                if list.len().is_multiple_of(1 << 16) {
                    self.poll()?;
                }
            }
            if self.accept(close) {
                return Ok(list);
            }
            if !self.accept(',') {
                return Err(self.separator_error(start, close).or_example(example));
            }
        }
    }

    /// Returns the error for a number that is followed neither by `,` nor by the end of its list.
    fn separator_error(&mut self, start: usize, close: char) -> Error {
        let decimals =
            self.rest().strip_prefix('.').map_or(0, |rest| rest.len() - rest.trim_start_matches(is_digit).len());
        if decimals > 0 {
            let span = start..self.at + 1 + decimals;
            let message = text!("expected a whole number, found {number}", number = &self.text[span.clone()]);
            return Error::new(ErrorKind::Syntax, message).at(span);
        }
        let error = self.expected(text!("`,` or `{close}`", close));
        match self.peek() {
            Some('+' | '-' | '*' | '/') => error.help(text!(
                "write numbers out in full; the only arithmetic allowed is powers such as {example}",
                example = "10^18"
            )),
            _ => error,
        }
    }

    fn item<T: ListItem>(&mut self) -> Result<T> {
        self.skip_space();
        let start = self.at;
        if !T::SIGNED
            && let Some(rest) = self.rest().strip_prefix('-')
            && let digits @ 1.. = rest.len() - rest.trim_start_matches(is_digit).len()
        {
            let message = text!("expected a number of at least 0, found -{number}", number = &rest[..digits]);
            return Err(Error::new(ErrorKind::Syntax, message).at(start..start + 1 + digits));
        }
        let negative = T::SIGNED && self.accept('-');
        let (magnitude, span) = self.integer(text!("a number"))?;
        T::from_magnitude(negative, magnitude).ok_or_else(|| too_large::<T>(start..span.end))
    }

    /// Parses `@name`, and returns the numbers of the source, at least one, and the span.
    pub(crate) fn source_amounts(&mut self) -> Result<(Vec<u64>, Range<usize>)> {
        let mut amounts = vec![];
        let span = self.source_numbers(&mut amounts)?;
        Ok((amounts, span))
    }

    /// Appends the numbers of a source `@name` to `list`, and returns the span of the name.
    fn source_numbers<T: ListItem>(&mut self, list: &mut Vec<T>) -> Result<Range<usize>> {
        let (name, bytes, span) = self.source()?;
        self.parse_source(&name, &bytes, &span, list)?;
        Ok(span)
    }

    /// Returns the numbers of a source whose name is at this span; there is at least one.
    ///
    /// # Errors
    /// The errors of [`Cursor::source`], and `syntax` or `bad_argument` if the content is not a list of numbers.
    pub fn list_of_source(&mut self, name: &str, span: &Range<usize>) -> Result<Vec<i64>> {
        let bytes = self.read_source(name, span)?;
        let mut list = vec![];
        self.parse_source(name, &bytes, span, &mut list)?;
        Ok(list)
    }

    /// Appends the numbers in the content of a source to `list`.
    fn parse_source<T: ListItem>(
        &mut self,
        name: &str,
        bytes: &[u8],
        span: &Range<usize>,
        list: &mut Vec<T>,
    ) -> Result<()> {
        let name = source_label(name);
        let before = list.len();
        // Some editors put a byte order mark before the text.
        let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while at < bytes.len() {
            self.poll()?;
            at = parse_numbers(bytes, at, list).map_err(|(at, fault)| {
                let message =
                    text!("{place}: {fault}", place = place_in_source(&name, bytes, at), fault = fault.message::<T>());
                let kind = if fault == NumberError::TooLarge { ErrorKind::TooLarge } else { ErrorKind::Syntax };
                Error::new(kind, message).at(span.clone()).help(LIST_HELP)
            })?;
        }
        if list.len() == before {
            let message = text!("{name} contains no numbers", name);
            return Err(Error::new(ErrorKind::BadArgument, message).at(span.clone()).help(LIST_HELP));
        }
        Ok(())
    }

    /// Parses an item `@name` or `@"name"`, and returns the name, the content of the source and the span.
    ///
    /// # Errors
    /// `io` if the source cannot be read, `limit` if it exceeds the memory limit, `syntax` if the name is missing.
    pub fn source(&mut self) -> Result<(Cow<'a, str>, Vec<u8>, Range<usize>)> {
        self.expect('@', "nim(@heaps.txt)")?;
        let start = self.at - 1;
        let rest = self.rest();
        let name = if rest.starts_with('"') {
            self.name(text!("a file name"))?.0
        } else {
            let end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | ')' | ']' | '(' | '[');
            let length = rest.find(end).unwrap_or(rest.len());
            // A colon before white space belongs to the following text: rule[@file: name].
            let spaced = rest[length..].starts_with(char::is_whitespace);
            let length = if spaced && rest[..length].ends_with(':') { length - 1 } else { length };
            self.at += length;
            Cow::Borrowed(&rest[..length])
        };
        let span = start..self.at;
        if name.is_empty() {
            let error = Error::new(ErrorKind::Syntax, text!("expected a file name after `@`")).at(span);
            return Err(
                error.help(text!("for example nim(@heaps.txt), nim(@\"my heaps.txt\") or nim(@-) for standard input"))
            );
        }
        let bytes = self.read_source(&name, &span)?;
        Ok((name, bytes, span))
    }

    /// Reads a source whose name is at this span.
    ///
    /// # Errors
    /// The same errors as [`Cursor::source`].
    pub fn read_source(&mut self, name: &str, span: &Range<usize>) -> Result<Vec<u8>> {
        let read = self.sources.read(name);
        if read.is_err() {
            // A limit that was reached while reading is the error to report.
            self.poll()?;
        }
        read.map_err(|error| {
            if let Some(ours) = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
                return ours.clone();
            }
            let kind = match error.kind() {
                io::ErrorKind::FileTooLarge => ErrorKind::Limit,
                io::ErrorKind::Unsupported => ErrorKind::Unsupported,
                _ => ErrorKind::Io,
            };
            let message = text!("cannot read {source}: {error}", source = source_label(name), error = &error);
            let error = Error::new(kind, message).at(span.clone()).caused_by(error);
            if kind == ErrorKind::Limit {
                return error.with_suggestion(Suggestion::Memory(16 << 30));
            }
            error.help(text!("name a file, for example nim(@heaps.txt) or nim(@\"my heaps.txt\")"))
        })
    }
}

impl Error {
    /// Sets an example of the correct form as help text, unless the error already has a help text.
    pub fn or_example(self, example: impl Into<Arg>) -> Error {
        self.or_help(text!("for example {example}", example = example.into()))
    }

    /// Sets this help text, unless the error already has one.
    pub fn or_help(self, advice: Text) -> Error {
        if self.help.is_some() { self } else { self.help(advice) }
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

const LIST_HELP: Text = text!("separate the numbers of a list by spaces, commas or line ends; # starts a comment");

/// Returns the location of the byte at offset `at` as `name:line:byte`; lines and bytes count from 1.
pub fn place_in_source(source: &Text, bytes: &[u8], at: usize) -> Text {
    let line_start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |k| k + 1);
    let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
    Text::concat([source.clone(), Text::verbatim(format!(":{line}:{}", at - line_start + 1))])
}

/// Returns the name of a source for messages.
pub fn source_label(name: &str) -> Text {
    if name == "-" { text!("the standard input") } else { Text::verbatim(name) }
}

/// The type of the items of a list: numbers with or without a sign.
trait ListItem: Sized {
    const SIGNED: bool;
    const TOO_LARGE: Text;
    const RANGE: Text;

    /// Returns the number with this sign and magnitude, if it is in range.
    fn from_magnitude(negative: bool, magnitude: u64) -> Option<Self>;
}

impl ListItem for u64 {
    const SIGNED: bool = false;
    const TOO_LARGE: Text = text!("the number exceeds 2^64-1 = 18446744073709551615");
    const RANGE: Text = text!("numbers go up to 2^64-1, for example 10^18");

    fn from_magnitude(_negative: bool, magnitude: u64) -> Option<u64> {
        Some(magnitude)
    }
}

impl ListItem for i64 {
    const SIGNED: bool = true;
    const TOO_LARGE: Text = text!("the number is not between -2^63 and 2^63-1");
    const RANGE: Text = text!("numbers go from -2^63 to 2^63-1, for example -10^18");

    fn from_magnitude(negative: bool, magnitude: u64) -> Option<i64> {
        if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
    }
}

fn too_large<T: ListItem>(span: Range<usize>) -> Error {
    Error::new(ErrorKind::TooLarge, T::TOO_LARGE).at(span).help(T::RANGE)
}

/// Returns the number at the start of `bytes`, and its length in bytes.
///
/// The number is `None` if it exceeds 2^64−1.
#[inline]
fn leading_number(bytes: &[u8]) -> (Option<u64>, usize) {
    let (mut value, mut length) = (0u64, 0);
    while let Some(digit) = bytes.get(length).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        length += 1;
    }
    if length < 20 && bytes.get(length) != Some(&b'_') {
        return (Some(value), length);
    }
    // The rest of the function is for rare cases: leading zeros, underscores, and numbers close to 2^64.
    let length = bytes.iter().position(|b| !matches!(b, b'0'..=b'9' | b'_')).unwrap_or(bytes.len());
    (decimal(&bytes[..length]), length)
}

/// Returns the value of decimal digits with `_` between them, if it is below 2^64.
fn decimal(digits: &[u8]) -> Option<u64> {
    let mut value = 0u64;
    // Nineteen digits always fit.
    let check_from = 19.min(digits.len());
    for &b in &digits[..check_from] {
        if b != b'_' {
            value = value * 10 + u64::from(b - b'0');
        }
    }
    for &b in &digits[check_from..] {
        if b != b'_' {
            value = value.checked_mul(10)?.checked_add(u64::from(b - b'0'))?;
        }
    }
    Some(value)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberError {
    NoNumber(u8),
    TooLarge,
}

impl NumberError {
    fn message<T: ListItem>(self) -> Text {
        match self {
            NumberError::NoNumber(b) if b.is_ascii_graphic() => {
                text!("expected a number, found `{b}`", b = char::from(b))
            }
            NumberError::NoNumber(b) => text!("expected a number, found the byte 0x{b}", b = format!("{:02x}", b)),
            NumberError::TooLarge => T::TOO_LARGE,
        }
    }
}

/// The number of bytes of a source that are parsed between two checks of the limits.
const CHUNK_BYTES: usize = 1 << 20;

/// Parses the numbers of the next [`CHUNK_BYTES`] bytes of a source.
///
/// Returns the offset after these numbers, or the offset of the first error and the error. The function is optimised
/// for lists of ten million heaps.
fn parse_numbers<T: ListItem>(
    bytes: &[u8],
    mut at: usize,
    list: &mut Vec<T>,
) -> std::result::Result<usize, (usize, NumberError)> {
    let end = bytes.len().min(at + CHUNK_BYTES);
    while at < end {
        let b = bytes[at];
        let negative = T::SIGNED && b == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if b.is_ascii_digit() || negative {
            let sign = usize::from(negative);
            let (value, length) = leading_number(&bytes[at + sign..]);
            let value = value
                .and_then(|magnitude| T::from_magnitude(negative, magnitude))
                .ok_or((at, NumberError::TooLarge))?;
            at += sign + length;
            match bytes.get(at) {
                None | Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b'#') => list.push(value),
                Some(&b) => return Err((at, NumberError::NoNumber(b))),
            }
        } else if matches!(b, b' ' | b'\n' | b'\r' | b'\t' | b',') {
            at += 1;
        } else if b == b'#' {
            at = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |k| at + k);
        } else {
            return Err((at, NumberError::NoNumber(b)));
        }
    }
    Ok(at)
}

//! The lexer of the rule language: tokens with their spans.

use grundy_lang::{Arg, Text, escape_hidden, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// Examples of claims for error messages: one about outcomes and one about values.
pub const CLAIM_EXAMPLE: Text = text!("P iff n % 3 == 0, or G(n) == n % 5");

/// Returns whether a word starts a statement after the options of a rule.
pub fn starts_statement(word: &str) -> bool {
    matches!(word, "within" | "tier" | "same" | "wins" | "loses")
}

/// A token of the rule language. Texts are slices of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Number(i64),
    Name(&'a str),
    /// A text in quotes, without the quotes.
    Text(&'a str),
    /// A file name after `@`, as in `@name` or `@"a name"`.
    File(&'a str),
    Symbol(&'static str),
    End,
}

/// The symbols. Longer symbols precede their prefixes.
const SYMBOLS: &[&str] = &[
    "->", "...", "..", "==", "!=", "<=", ">=", "(", ")", "{", "}", "[", "]", ",", ";", ":", "+", "-", "*", "/", "%",
    "^", "&", "|", "<", ">", "=", "?",
];

/// Operators of other languages, each with a suggestion. Longer operators precede their prefixes.
const FOREIGN_OPERATORS: &[(&str, Text)] = &[
    ("<=>", text!("write `iff`, as in P iff n % 3 == 0")),
    ("<->", text!("write `iff`, as in P iff n % 3 == 0")),
    ("\u{21d4}", text!("write `iff`, as in P iff n % 3 == 0")),
    ("\u{2194}", text!("write `iff`, as in P iff n % 3 == 0")),
    ("=>", text!("`>=` means at least; in claims, `B for A` means that B is true whenever A is")),
    ("\u{21d2}", text!("in claims, `B for A` means that B is true whenever A is")),
    ("&&", text!("write `and`, as in n > 2 and n % 2 == 0")),
    ("\u{2227}", text!("write `and`, as in n > 2 and n % 2 == 0")),
    ("\u{2228}", text!("write `or`, as in n < 2 or n % 2 == 0")),
    ("!", text!("write `not` before a condition, and `!=` between numbers that differ")),
    ("\u{ac}", text!("write `not`, as in not n % 2 == 0")),
    ("**", text!("write `^`, as in 10^18 or n^2")),
    ("//", text!("quotients are rounded down: write n/2")),
    ("\u{2261}", text!("write remainders with `%`, as in n % 3 == 0")),
    ("\u{2208}", text!("write `in`, as in n in {{1,3,4}}")),
    ("\u{2209}", text!("write `not in`, as in n not in {{1,3,4}}")),
    ("\u{d7}", text!("write `*`, as in 2*n")),
    ("\u{b7}", text!("write `*`, as in 2*n")),
    ("\u{f7}", text!("quotients are rounded down: write n/2")),
];

/// The largest number of the rule language, 2^62.
///
/// The sum of two such numbers fits into `i64`, so it can be checked after the addition.
pub const MAX_NUMBER: i64 = 1 << 62;

/// A lexer with one token of look-ahead; it skips white space and `#` comments.
pub struct Tokens<'a> {
    text: &'a str,
    /// The offset of the text in the user's input, in bytes. All spans are relative to the input.
    base: usize,
    /// The offset in the text, in bytes, of the end of the next token.
    offset: usize,
    /// The next token, not yet consumed.
    next: Token<'a>,
    /// The span of the next token.
    span: Range<usize>,
    /// The end of the last consumed token in the input, in bytes.
    last_end: usize,
    /// Whether the text is a claim, which changes error messages.
    is_claim: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, base: usize) -> Result<Tokens<'a>> {
        let mut tokens =
            Tokens { text, base, offset: 0, next: Token::End, span: base..base, last_end: base, is_claim: false };
        tokens.advance()?;
        Ok(tokens)
    }

    /// Creates the lexer of a claim.
    pub fn for_claim(text: &'a str) -> Result<Tokens<'a>> {
        let mut tokens = Tokens { text, base: 0, offset: 0, next: Token::End, span: 0..0, last_end: 0, is_claim: true };
        tokens.advance()?;
        Ok(tokens)
    }

    /// Returns the digits that end directly before the next token, such as the `2` of `2k`.
    pub fn number_before(&self) -> Option<&'a str> {
        let before = &self.text[..self.span.start.checked_sub(self.base)?];
        let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        (digits > 0).then(|| &before[before.len() - digits..])
    }

    /// Returns the next token without consuming it.
    pub fn peek(&self) -> Token<'a> {
        self.next
    }

    /// Returns the span of the next token.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the end of the last consumed token.
    pub fn last_token_end(&self) -> usize {
        self.last_end
    }

    /// Consumes and returns the next token.
    pub fn take(&mut self) -> Result<Token<'a>> {
        let token = self.next;
        self.advance()?;
        Ok(token)
    }

    /// Returns the state of the lexer, to be restored with `restore`.
    pub fn mark(&self) -> (usize, Token<'a>, Range<usize>, usize) {
        (self.offset, self.next, self.span.clone(), self.last_end)
    }

    pub fn restore(&mut self, mark: (usize, Token<'a>, Range<usize>, usize)) {
        (self.offset, self.next, self.span, self.last_end) = mark;
    }

    /// Returns whether the next token is this symbol.
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self.next, Token::Symbol(s) if s == symbol)
    }

    /// Returns whether the next token is this name.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.next, Token::Name(w) if w == word)
    }

    /// Consumes the next token if it is this symbol; returns whether it was consumed.
    pub fn accept(&mut self, symbol: &str) -> Result<bool> {
        let matches = self.is(symbol);
        if matches {
            self.advance()?;
        }
        Ok(matches)
    }

    pub fn accept_word(&mut self, word: &str) -> Result<bool> {
        let matches = self.is_word(word);
        if matches {
            self.advance()?;
        }
        Ok(matches)
    }

    /// Consumes this symbol, or returns an error if the next token is a different one.
    pub fn expect(&mut self, symbol: &str, example: impl Into<Arg>) -> Result<()> {
        if self.accept(symbol)? { Ok(()) } else { Err(self.expected(text!("`{symbol}`", symbol), example)) }
    }

    /// Returns the error that `what` was expected instead of the next token.
    pub fn expected(&self, what: Text, example: impl Into<Arg>) -> Error {
        let found = match self.next {
            Token::End if self.is_claim => text!("found the end of the claim"),
            Token::End => text!("found the end of the rule"),
            Token::Number(n) => text!("found `{n}`", n),
            Token::Name(name) | Token::Text(name) | Token::File(name) => {
                text!("found `{chars}`", chars = name.chars().take(40).collect::<String>())
            }
            Token::Symbol(symbol) => text!("found `{symbol}`", symbol),
        };
        let error = Error::new(ErrorKind::Syntax, text!("expected {what}, {found}", what, found)).at(self.span());
        error.help(text!("for example {example}", example = example.into()))
    }

    pub fn empty_claim(&self) -> Error {
        Error::new(ErrorKind::Syntax, text!("the claim is empty"))
            .at(self.span())
            .help(text!("for example {example}", example = CLAIM_EXAMPLE))
    }

    fn advance(&mut self) -> Result<()> {
        self.last_end = self.span.end;
        self.skip_space();
        let rest = &self.text[self.offset..];
        let start = self.offset;
        let Some(first) = rest.chars().next() else {
            self.set_next(Token::End, start);
            return Ok(());
        };
        if first.is_ascii_digit() {
            let length = rest.find(|c: char| c != '_' && !c.is_ascii_digit()).unwrap_or(rest.len());
            let digits = rest[..length].bytes().filter(|&b| b != b'_');
            let value = digits.fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
            self.offset += length;
            self.set_next(Token::Number(value), start);
            if value > MAX_NUMBER {
                let error = Error::new(ErrorKind::TooLarge, text!("numbers in rules go up to 2^62")).at(self.span());
                return Err(error.help(text!("for example 10^18")));
            }
            return self.reject_non_integers(start);
        }
        if first == '_' || first.is_alphabetic() {
            let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            self.offset += length;
            self.set_next(Token::Name(&rest[..length]), start);
            return Ok(());
        }
        if first == '"' {
            let text = self.quoted()?;
            self.set_next(Token::Text(text), start);
            return Ok(());
        }
        if first == '@' {
            self.offset += 1;
            let name = match self.text[self.offset..].starts_with('"') {
                true => self.quoted()?,
                false => {
                    let rest = &self.text[self.offset..];
                    let ends = |c: char| c.is_whitespace() || matches!(c, ')' | ']' | ',' | ';');
                    let length = rest.find(ends).unwrap_or(rest.len());
                    self.offset += length;
                    &rest[..length]
                }
            };
            self.set_next(Token::File(name), start);
            return Ok(());
        }
        let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s));
        let foreign = FOREIGN_OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign));
        if let Some((sign, help)) = foreign.filter(|(sign, _)| symbol.is_none_or(|s| s.len() < sign.len())) {
            let span = self.base + start..self.base + start + sign.len();
            return Err(Error::new(ErrorKind::Syntax, text!("`{sign}` has no meaning here", sign = *sign))
                .at(span)
                .help(help.clone()));
        }
        let (symbol, length) = match (symbol, first) {
            (Some(symbol), _) => (*symbol, symbol.len()),
            // Mathematical signs, which users paste from papers, are accepted too.
            (None, '→') => ("->", first.len_utf8()),
            (None, '≤') => ("<=", first.len_utf8()),
            (None, '≥') => (">=", first.len_utf8()),
            (None, '≠') => ("!=", first.len_utf8()),
            (None, '−') => ("-", first.len_utf8()),
            (None, '⊕') => {
                self.offset += first.len_utf8();
                self.set_next(Token::Name("xor"), start);
                return Ok(());
            }
            (None, _) => {
                let span = self.base + start..self.base + start + first.len_utf8();
                let first = escape_hidden(first.encode_utf8(&mut [0; 4])).into_owned();
                let (message, help) = match self.is_claim {
                    true => (
                        text!("`{first}` has no meaning in a claim", first),
                        text!("for example {example}", example = &CLAIM_EXAMPLE),
                    ),
                    false => (
                        text!("`{first}` has no meaning in a rule", first),
                        text!("for example rule{{ n -> n-k for k in {{1,3,4}} }}"),
                    ),
                };
                return Err(Error::new(ErrorKind::Syntax, message).at(span).help(help));
            }
        };
        self.offset += length;
        self.set_next(Token::Symbol(symbol), start);
        Ok(())
    }

    /// Consumes a text in quotes and returns it without the quotes.
    fn quoted(&mut self) -> Result<&'a str> {
        let rest = &self.text[self.offset..];
        let Some(length) = rest[1..].find('"') else {
            let span = self.base + self.offset..self.base + self.text.len();
            let error = Error::new(ErrorKind::Syntax, text!("the quoted name is not closed")).at(span);
            return Err(error.help(text!("add a `\"`")));
        };
        self.offset += length + 2;
        Ok(&rest[1..1 + length])
    }

    /// Rejects numbers with a decimal point or in scientific notation, such as `1.618` and `1e18`.
    fn reject_non_integers(&self, start: usize) -> Result<()> {
        let rest = &self.text.as_bytes()[self.offset..];
        let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_digit);
        let (mut length, exponent) = match rest.first() {
            Some(b'.') if digit(1) => (2, false),
            Some(b'e' | b'E') if digit(1) => (2, true),
            _ => return Ok(()),
        };
        while digit(length) {
            length += 1;
        }
        let span = self.base + start..self.base + self.offset + length;
        let shown: String = self.text[start..self.offset + length].chars().take(40).collect();
        let error = Error::new(
            ErrorKind::Syntax,
            text!("`{shown}` is not an integer, but all numbers here are integers", shown),
        );
        let help = match exponent {
            true => text!("powers are written with `^`: 10^18"),
            false => text!("floor(n*phi) is n times the golden ratio, (3*n)/2 is half of 3*n; both are rounded down"),
        };
        Err(error.at(span).help(help))
    }

    /// Returns the text of a span.
    pub fn slice(&self, span: Range<usize>) -> &'a str {
        &self.text[span.start - self.base..span.end - self.base]
    }

    fn set_next(&mut self, token: Token<'a>, start: usize) {
        self.next = token;
        self.span = self.base + start..self.base + self.offset;
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.offset..];
            self.offset = self.text.len() - rest.trim_start().len();
            if !self.text[self.offset..].starts_with('#') {
                return;
            }
            self.offset += self.text[self.offset..].find('\n').unwrap_or(self.text.len() - self.offset);
        }
    }
}

//! The parser for expressions of values.
//!
//! The start symbol of the grammar is `sum`:
//!
//! ```text
//! sum         = ["-"] product { ("+" | "-") product }        a minus that touches a digit belongs to the number
//! product     = ordinal_sum { ("heat" | "cool" | "norton") ordinal_sum }
//! ordinal_sum = item { ":" item }
//! item        = number [infinitesimals] | infinitesimals | integer "*" item | ("+-" | "±") item
//!             | "{" forms "}" [infinitesimals] | "(" sum ")" [infinitesimals] | name "(" .. ")"
//! ```

mod error;
mod functions;

pub use error::{ParseError, ParseErrorKind, ParseErrorSource};
use functions::begins_down;
pub use functions::{begins_value, game_text_len};

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use std::ops::Range;

/// The maximum nesting depth of brackets.
const MAX_DEPTH: u32 = 200;

/// A function that evaluates a game within an expression, given the text of the game.
pub type GameEvaluator<'a, E> = dyn FnMut(&mut ValueArena, &str) -> Result<Value, E> + 'a;

impl ValueArena {
    /// Parses an expression of values.
    ///
    /// ```
    /// use grundy_value::{SymbolSet, ValueArena};
    /// let mut values = ValueArena::new();
    /// let sum = values.parse("{2|0||-1} + ^*")?;
    /// assert_eq!(values.text(sum, SymbolSet::Ascii)?, "{2^*|^*||-1^*}");
    /// assert_eq!(values.parse("{2|0|-1}").unwrap_err().span, 4..5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is invalid or a limit is reached, with the span.
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        match self.parse_with_games(text, &mut |_, _| Err(())) {
            Ok(value) => Ok(value),
            Err(ParseError { span, source: ParseErrorSource::Text(kind) }) => {
                Err(ParseError { span, source: ParseErrorSource::Text(kind) })
            }
            Err(ParseError { span, source: ParseErrorSource::Game(()) }) => {
                Err(ParseError { span, source: ParseErrorSource::Text(ParseErrorKind::Name) })
            }
        }
    }

    /// Parses the first term of a sum, with its sign, and returns its value and its length in bytes.
    ///
    /// ```
    /// use grundy_value::ValueArena;
    /// let mut values = ValueArena::new();
    /// let (value, length) = values.parse_term("3/4^* + nim(3)").unwrap();
    /// assert_eq!((value, length), (values.parse("3/4 + ^*").unwrap(), 5));
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is invalid, contains a game, or a limit is reached, with the span.
    pub fn parse_term(&mut self, text: &str) -> Result<(Value, usize), ParseError<()>> {
        let games: &mut GameEvaluator<()> = &mut |_, _| Err(());
        let mut parser = ExpressionParser { values: self, text, at: 0, depth: 0, games };
        let value = parser.signed_product()?;
        Ok((value, text[..parser.at].trim_end().len()))
    }

    /// Parses an expression that may contain games, such as `nim(3)`, which `games` evaluates.
    ///
    /// A name that is not a function is parsed as a game, together with the brackets that follow.
    ///
    /// # Errors
    ///
    /// If the text is invalid or a limit is reached, with the span.
    pub fn parse_with_games<E>(&mut self, text: &str, games: &mut GameEvaluator<E>) -> Result<Value, ParseError<E>> {
        let mut parser = ExpressionParser { values: self, text, at: 0, depth: 0, games };
        let value = parser.sum()?;
        if parser.peek().is_some() {
            return Err(parser.error_here(ParseErrorKind::ExpectedOperator));
        }
        Ok(value)
    }
}

struct ExpressionParser<'a, 'g, E> {
    values: &'a mut ValueArena,
    text: &'a str,
    at: usize,
    depth: u32,
    games: &'a mut GameEvaluator<'g, E>,
}

/// The content of braces.
enum BraceContent {
    /// The options in a list without bars, as in `{1, *}`.
    List(Vec<Value>),
    /// The value of a form, as in `{1|*}`.
    Form(Value),
}

impl BraceContent {
    /// Returns the options in a larger form: those of the list, or the form as the only option.
    fn into_options(self) -> Vec<Value> {
        match self {
            BraceContent::List(options) => options,
            BraceContent::Form(value) => vec![value],
        }
    }
}

type ParseResult<T, E> = Result<T, ParseError<E>>;

impl<E> ExpressionParser<'_, '_, E> {
    fn fail<T>(&self, span: Range<usize>, kind: ParseErrorKind) -> ParseResult<T, E> {
        Err(ParseError { span, source: ParseErrorSource::Text(kind) })
    }

    /// Returns an error whose span is the next character.
    fn error_here(&mut self, kind: ParseErrorKind) -> ParseError<E> {
        let length = self.peek().map_or(0, char::len_utf8);
        ParseError { span: self.at..self.at + length, source: ParseErrorSource::Text(kind) }
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Skips white space and returns the next character.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.next_char()
    }

    /// Consumes `sign` if it comes next, and returns whether it did.
    fn accept(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// Converts a limit in the result of an operation to a parse error.
    ///
    /// The span of the error extends from `from` to the current offset.
    fn with_span<T>(&self, from: usize, result: Result<T, ValueLimit>) -> ParseResult<T, E> {
        result.or_else(|limit| self.fail(from..self.at, ParseErrorKind::Limit(limit)))
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> ParseResult<T, E>) -> ParseResult<T, E> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_here(ParseErrorKind::Limit(ValueLimit::Depth)));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn sum(&mut self) -> ParseResult<Value, E> {
        self.nested(|r| {
            let from = r.at;
            let mut sum = r.signed_product()?;
            loop {
                match r.peek() {
                    Some('±') => {}
                    Some('+') if r.text[r.at..].starts_with("+-") => {}
                    Some('+') => {
                        r.at += 1;
                        r.peek();
                    }
                    Some('-' | '−') => {}
                    _ => return Ok(sum),
                }
                let next = r.signed_product()?;
                let result = r.values.add(sum, next);
                sum = r.with_span(from, result)?;
            }
        })
    }

    /// Parses a product with an optional minus sign.
    ///
    /// A minus that touches a number belongs to that number alone.
    fn signed_product(&mut self) -> ParseResult<Value, E> {
        let minus = matches!(self.peek(), Some('-' | '−')) && !self.touches_number();
        if !minus {
            return self.product();
        }
        let from = self.at;
        self.at += self.next_char().map_or(0, char::len_utf8);
        let value =
            self.nested(|r| if matches!(r.peek(), Some('-' | '−')) { r.signed_product() } else { r.product() })?;
        let result = self.values.negative(value);
        self.with_span(from, result)
    }

    fn touches_number(&self) -> bool {
        self.text[self.at..].chars().nth(1).is_some_and(|c| c.is_ascii_digit())
    }

    fn product(&mut self) -> ParseResult<Value, E> {
        let from = self.at;
        let mut value = self.ordinal_sum()?;
        loop {
            self.peek();
            let Some(word) = ["heat", "cool", "norton"].into_iter().find(|&w| self.word() == w) else {
                return Ok(value);
            };
            self.at += word.len();
            self.peek();
            let start = self.at;
            let other = self.ordinal_sum()?;
            let span = start..start + self.text[start..self.at].trim_end().len();
            value = self.apply(word, from, value, (span, other))?;
        }
    }

    /// Returns the word at the current offset, without consuming it.
    fn word(&self) -> &str {
        let rest = &self.text[self.at..];
        &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())]
    }

    fn ordinal_sum(&mut self) -> ParseResult<Value, E> {
        let from = self.at;
        let mut value = self.item()?;
        while self.peek() == Some(':') {
            self.at += 1;
            let next = self.item()?;
            let result = self.values.ordinal_sum(value, next);
            value = self.with_span(from, result)?;
        }
        Ok(value)
    }

    fn item(&mut self) -> ParseResult<Value, E> {
        match self.peek() {
            Some('0'..='9' | '-' | '−') => self.number_and_infinitesimals(),
            Some('*' | '∗' | '^' | '↑' | '↓') => self.infinitesimals_after(Value::ZERO),
            Some('v') if begins_down(&self.text[self.at..]) => self.infinitesimals_after(Value::ZERO),
            Some('±') => self.switch("±"),
            Some('+') if self.text[self.at..].starts_with("+-") => self.switch("+-"),
            Some('{') => self.nested(Self::form_in_braces),
            Some('(') => {
                let opening = self.at;
                self.at += 1;
                let value = self.sum()?;
                self.close(opening, ')')?;
                self.infinitesimals_after(value)
            }
            Some(c) if c.is_ascii_alphabetic() => self.named(),
            _ => Err(self.error_here(ParseErrorKind::ExpectedValue)),
        }
    }

    fn close(&mut self, opening: usize, bracket: char) -> ParseResult<(), E> {
        if self.peek() == Some(bracket) {
            self.at += 1;
            return Ok(());
        }
        match self.peek() {
            None => self.fail(opening..opening + 1, ParseErrorKind::UnclosedBracket),
            Some(_) => Err(self.error_here(ParseErrorKind::ExpectedOperator)),
        }
    }

    /// Parses a decimal integer, whose digits may be separated by `_`.
    fn digits(&mut self) -> ParseResult<i64, E> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        let from = self.at;
        let digits: String = rest[..length].chars().filter(|&c| c != '_').collect();
        self.at += length;
        if digits.is_empty() {
            return Err(self.error_here(ParseErrorKind::Integer));
        }
        digits.parse().or_else(|_| self.fail(from..self.at, ParseErrorKind::Limit(ValueLimit::Number)))
    }

    /// Parses a number with an optional sign and denominator.
    fn number(&mut self) -> ParseResult<Dyadic, E> {
        let from = self.at;
        let minus = matches!(self.next_char(), Some('-' | '−'));
        self.at += if minus { self.next_char().map_or(0, char::len_utf8) } else { 0 };
        let numerator = i128::from(self.digits()?);
        let mut exponent = 0;
        if self.accept("/") {
            let place = self.at;
            let denominator = self.digits()?;
            if denominator.count_ones() != 1 {
                return self.fail(place..self.at, ParseErrorKind::Denominator);
            }
            exponent = denominator.trailing_zeros();
        }
        self.with_span(from, Dyadic::new(if minus { -numerator } else { numerator }, exponent))
    }

    /// Parses a number and the infinitesimals that follow, such as `3/4v*`; or copies, such as `3*nim(2)`.
    fn number_and_infinitesimals(&mut self) -> ParseResult<Value, E> {
        let from = self.at;
        let x = self.number()?;
        let before = self.at;
        if self.peek() == Some('*') {
            self.at += 1;
            self.peek();
            if self.begins_item() {
                let Some(copies) = x.to_integer() else { return self.fail(from..before, ParseErrorKind::Integer) };
                let value = self.nested(Self::item)?;
                let result = self.values.times(copies, value);
                return self.with_span(from, result);
            }
        }
        self.at = before;
        let result = self.values.number(x);
        let value = self.with_span(from, result)?;
        self.infinitesimals_after(value)
    }

    /// Returns whether an item that `3*` can multiply starts here: neither a number nor an operator word.
    fn begins_item(&self) -> bool {
        match self.next_char() {
            Some('^' | '↑' | '↓' | '±' | '{' | '(') => true,
            Some(c) if c.is_ascii_alphabetic() => !["heat", "cool", "norton"].contains(&self.word()),
            _ => false,
        }
    }

    /// Returns the sum of `before` and all arrows, stars and tinies that follow without space.
    fn infinitesimals_after(&mut self, before: Value) -> ParseResult<Value, E> {
        let mut sum = before;
        loop {
            let from = self.at;
            let added = match self.next_char() {
                Some('*' | '∗') => {
                    self.at += self.next_char().map_or(0, char::len_utf8);
                    let nim = if self.at_digit() { self.digits()? } else { 1 };
                    let nim = self.with_span(from, u32::try_from(nim).map_err(|_| ValueLimit::Number))?;
                    self.values.nimber(nim)
                }
                Some(c @ ('^' | '↑' | 'v' | '↓')) if c != 'v' || begins_down(&self.text[self.at..]) => {
                    self.arrows(c)?
                }
                Some('T' | 't' | 'M' | 'm') if self.is_tiny() => Ok(self.function()?),
                _ => return Ok(sum),
            };
            let result = added.and_then(|added| self.values.add(sum, added));
            sum = self.with_span(from, result)?;
        }
    }

    fn is_tiny(&self) -> bool {
        let word = self.word();
        ["tiny", "miny"].iter().any(|name| word.eq_ignore_ascii_case(name))
            && self.text[self.at + word.len()..].starts_with('(')
    }

    fn at_digit(&self) -> bool {
        self.next_char().is_some_and(|c| c.is_ascii_digit())
    }

    /// Parses arrows of one direction: `^^`, `^3`, `^[2]`, `^<3>`.
    fn arrows(&mut self, arrow: char) -> ParseResult<Result<Value, ValueLimit>, E> {
        let from = self.at;
        let mut count: i64 = 0;
        while self.next_char() == Some(arrow) {
            self.at += arrow.len_utf8();
            count += 1;
        }
        let up = matches!(arrow, '^' | '↑');
        let bracket = self.next_char().filter(|c| count == 1 && matches!(c, '[' | '<'));
        if let Some(opening) = bracket {
            let place = self.at;
            self.at += 1;
            self.peek();
            let digits = self.at;
            let n = self.digits()? as u64;
            if opening == '<' && n == 0 {
                return self.fail(digits..self.at, ParseErrorKind::Integer);
            }
            self.close(place, if opening == '[' { ']' } else { '>' })?;
            let result = if opening == '[' { self.values.up_sum(n) } else { self.values.up_power(n) };
            let value = self.with_span(from, result)?;
            return Ok(if up { Ok(value) } else { self.values.negative(value) });
        }
        if self.at_digit() {
            // `^^3` means ^ + ^3, since a number belongs to the last arrow.
            count = count.saturating_add(self.digits()? - 1);
        }
        let ups = i32::try_from(count).map_err(|_| ValueLimit::Number);
        Ok(ups.and_then(|n| {
            self.values
                .intern_number_ups_star(NumberUpsStar { up: if up { n } else { -n }, ..NumberUpsStar::default() })
        }))
    }

    /// Parses a switch: ± followed by a number, an item, or options in braces.
    fn switch(&mut self, sign: &str) -> ParseResult<Value, E> {
        let from = self.at;
        self.at += sign.len();
        if self.at_digit() {
            let x = self.number()?;
            let result = self.values.number(x);
            let value = self.with_span(from, result)?;
            let value = self.switch_of(from, vec![value])?;
            return self.infinitesimals_after(value);
        }
        let options = match self.peek() {
            Some('{') => self.nested(Self::braces)?.into_options(),
            _ => vec![self.nested(Self::item)?],
        };
        self.switch_of(from, options)
    }

    /// Returns the game with these options for Left and their negatives for Right.
    fn switch_of(&mut self, from: usize, left: Vec<Value>) -> ParseResult<Value, E> {
        let result = (|| {
            let right: Vec<Value> = left.iter().map(|&x| self.values.negative(x)).collect::<Result<_, _>>()?;
            self.values.value_from_options(&left, &right)
        })();
        self.with_span(from, result)
    }

    /// Parses a form in braces and the infinitesimals that follow; braces without a bar are an error.
    fn form_in_braces(&mut self) -> ParseResult<Value, E> {
        let opening = self.at;
        match self.braces()? {
            BraceContent::Form(value) => self.infinitesimals_after(value),
            BraceContent::List(_) => self.fail(opening..self.at, ParseErrorKind::MissingBar),
        }
    }

    /// Parses braces: a form if there is a bar in them, otherwise a list of options.
    fn braces(&mut self) -> ParseResult<BraceContent, E> {
        let opening = self.at;
        self.at += 1;
        let (mut lists, mut bars) = (vec![self.list()?], vec![]);
        while self.peek() == Some('|') {
            let rest = &self.text[self.at..];
            let length = rest.len() - rest.trim_start_matches('|').len();
            bars.push(self.at..self.at + length);
            self.at += length;
            lists.push(self.list()?);
        }
        self.close(opening, '}')?;
        self.form(lists, &bars)
    }

    /// Parses a list of values separated by commas, which may be empty.
    fn list(&mut self) -> ParseResult<Vec<Value>, E> {
        let mut list = vec![];
        if matches!(self.peek(), Some('|' | '}')) {
            return Ok(list);
        }
        loop {
            list.push(self.sum()?);
            if self.peek() != Some(',') {
                return Ok(list);
            }
            self.at += 1;
        }
    }

    /// Builds a form from its lists of options; the longest run of bars is the outermost one.
    ///
    /// Without bars there is only one list, which is returned as it is.
    fn form(&mut self, mut lists: Vec<Vec<Value>>, bars: &[Range<usize>]) -> ParseResult<BraceContent, E> {
        let Some(longest) = bars.iter().map(|b| b.len()).max() else {
            return Ok(BraceContent::List(lists.pop().unwrap_or_default()));
        };
        let outermost = bars.iter().position(|b| b.len() == longest).unwrap_or(0);
        if let Some(other) = bars[outermost + 1..].iter().find(|b| b.len() == longest) {
            return self.fail(other.clone(), ParseErrorKind::AmbiguousBars);
        }
        let after = lists.split_off(outermost + 1);
        self.nested(|r| {
            let left = r.form(lists, &bars[..outermost])?.into_options();
            let right = r.form(after, &bars[outermost + 1..])?.into_options();
            let result = r.values.value_from_options(&left, &right);
            Ok(BraceContent::Form(r.with_span(bars[outermost].start, result)?))
        })
    }
}

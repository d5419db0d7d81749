//! Parses expressions of impartial games under misère play.
//!
//! ```text
//! sum  = item { "+" item }
//! item = [ integer "*" ] ( "{" [ sum { "," sum } ] "}" | "(" sum ")" | game ) | "0" | "*" [ integer ]
//! ```

use super::{MisereForm, MisereForms};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, PositionSum, Result, is_misere, with_half_width};
use grundy_value::game_text_len;

impl MisereForms {
    /// Parses an expression and returns its form; `parse_game` parses the positions in it.
    ///
    /// ```
    /// use grundy_misere::forms::MisereForms;
    /// use grundy_rules::Budget;
    /// let mut forms = MisereForms::new(&Budget::default());
    /// let form = forms.parse("misere {*2, *3} + 2*nim(1)", &mut |game| grundy_games::parse(game)).unwrap();
    /// assert_eq!(forms.text(form), "{*2,*3}");
    /// let error = forms.parse("* + {0,1}", &mut |game| grundy_games::parse(game)).unwrap_err();
    /// assert_eq!(error.span, Some(7..8));
    /// ```
    ///
    /// # Errors
    /// Fails with `syntax` errors, which have their span in the text. Also returns the errors of
    /// [`MisereForms::form_of`].
    pub fn parse(&mut self, text: &str, parse_game: &mut dyn FnMut(&str) -> Result<PositionSum>) -> Result<MisereForm> {
        with_half_width(text, |text| FormParser { forms: self, text, at: misere_prefix_len(text), parse_game }.parse())
    }
}

/// Returns the length in bytes of a prefix that marks misère play, such as `misere`, or 0.
///
/// ```
/// assert_eq!(grundy_misere::forms::misere_prefix_len("misere {*2}"), 6);
/// assert_eq!(grundy_misere::forms::misere_prefix_len("nim(2)"), 0);
/// ```
pub fn misere_prefix_len(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - start);
    if is_misere(&text[start..start + word]) { start + word } else { 0 }
}

struct FormParser<'a> {
    forms: &'a mut MisereForms,
    text: &'a str,
    at: usize,
    parse_game: &'a mut dyn FnMut(&str) -> Result<PositionSum>,
}

/// An open bracket or brace, with its multiplicity, the sum before it and the options read inside it.
struct FormFrame {
    opening: usize,
    braces: bool,
    copies: u64,
    /// The sum that precedes the bracket.
    sum: MisereForm,
    options: Vec<MisereForm>,
}

impl FormParser<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn expected(&mut self, message: Text, example: &str) -> Error {
        let width = self.peek().map_or(0, char::len_utf8);
        let error = Error::new(ErrorKind::Syntax, message).at(self.at..self.at + width);
        error.help(text!("for example {example}", example))
    }

    /// Parses the whole text; open brackets are on an explicit stack, since they may be nested deeply.
    fn parse(mut self) -> Result<MisereForm> {
        let zero = self.forms.intern_options(vec![]);
        let mut stack: Vec<FormFrame> = vec![];
        let mut sum = zero;
        // True where an item must follow: at the start, after a plus sign or a comma, and after an opening bracket.
        let mut expects_item = true;
        loop {
            let next = self.peek();
            if !expects_item || next == Some('}') {
                match next {
                    Some('+') if !expects_item => self.at += 1,
                    Some(c @ (',' | '}')) if stack.last().is_some_and(|frame| frame.braces) => {
                        let frame = stack.last_mut().expect("the stack has an open bracket");
                        // Only empty braces may end without an item.
                        let empty = expects_item
                            && c == '}'
                            && frame.options.is_empty()
                            && self.text[..self.at].trim_end().ends_with('{');
                        if expects_item && !empty {
                            return Err(self.item_expected());
                        }
                        if !empty {
                            frame.options.push(sum);
                        }
                        self.at += 1;
                        sum = zero;
                        if c == '}' {
                            let frame = stack.pop().expect("the stack has an open bracket");
                            let form = self.forms.intern_options(frame.options);
                            sum = self.forms.times(frame.copies, form)?;
                            sum = self.forms.add(frame.sum, sum)?;
                            expects_item = false;
                            continue;
                        }
                    }
                    Some(')') if stack.last().is_some_and(|frame| !frame.braces) => {
                        let frame = stack.pop().expect("the stack has an open bracket");
                        self.at += 1;
                        let all = self.forms.times(frame.copies, sum)?;
                        sum = self.forms.add(frame.sum, all)?;
                        continue;
                    }
                    None => match stack.last() {
                        None => return Ok(sum),
                        Some(frame) => {
                            let error = Error::new(ErrorKind::Syntax, text!("this bracket is not closed"));
                            return Err(error
                                .at(frame.opening..frame.opening + 1)
                                .help(text!("for example {example}", example = "{*2,{0,*3}}")));
                        }
                    },
                    Some(_) if expects_item => return Err(self.item_expected()),
                    Some('|') => {
                        return Err(self.expected(
                            text!("`|` is not allowed here: in an impartial game, both players have the same options"),
                            "{*2,{0,*3}}",
                        ));
                    }
                    Some(_) => return Err(self.expected(text!("a sign such as + is expected here"), "{*2,*3} + *")),
                }
                expects_item = true;
                continue;
            }
            let copies = self.copies()?;
            match self.peek() {
                Some(c @ ('{' | '(')) => {
                    stack.push(FormFrame { opening: self.at, braces: c == '{', copies, sum, options: vec![] });
                    self.at += 1;
                    sum = zero;
                }
                _ => {
                    let item = self.item()?;
                    let all = self.forms.times(copies, item)?;
                    sum = self.forms.add(sum, all)?;
                    expects_item = false;
                }
            }
        }
    }

    fn item_expected(&mut self) -> Error {
        self.expected(text!("an impartial game is expected here"), "*2, {*2,*3}, kayles(5)")
    }

    fn digits(&mut self) -> Result<u64> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        let span = self.at..self.at + length;
        self.at += length;
        let digits: String = rest[..length].chars().filter(|&c| c != '_').collect();
        digits.parse().map_err(|_| Error::new(ErrorKind::TooLarge, text!("this number is too large")).at(span))
    }

    /// Parses the number of copies of the next item, `3*` before a bracket or a name; 1 if there is none.
    fn copies(&mut self) -> Result<u64> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(1);
        }
        let from = self.at;
        let copies = self.digits()?;
        if self.peek() == Some('*') {
            self.at += 1;
            if self.peek().is_some_and(|c| matches!(c, '{' | '(') || c.is_alphabetic()) {
                return Ok(copies);
            }
        }
        self.at = from;
        Ok(1)
    }

    /// Parses an item without brackets: 0, a Nim heap such as `*2`, or a position such as `kayles(5)`.
    fn item(&mut self) -> Result<MisereForm> {
        let from = self.at;
        match self.peek() {
            Some('*') => {
                self.at += 1;
                let size = match self.text[self.at..].starts_with(|c: char| c.is_ascii_digit()) {
                    true => self.digits()?,
                    false => 1,
                };
                let size = u32::try_from(size).map_err(|_| {
                    Error::new(ErrorKind::TooLarge, text!("this number is too large")).at(from..self.at)
                })?;
                self.forms.nim(size)
            }
            Some(c) if c.is_ascii_digit() => {
                if self.digits()? == 0 {
                    return Ok(self.forms.intern_options(vec![]));
                }
                let message = text!("numbers other than 0 are not impartial games");
                let error = Error::new(ErrorKind::Syntax, message).at(from..self.at);
                Err(error.help(text!("for example {example}", example = "*2, {*2,*3}, kayles(5)")))
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let length = game_text_len(&self.text[from..]).map_err(|opening| {
                    let error = Error::new(ErrorKind::Syntax, text!("this bracket is not closed"));
                    error.at(from + opening..from + opening + 1)
                })?;
                self.at = from + length;
                let spec = (self.parse_game)(&self.text[from..self.at]);
                spec.and_then(|spec| self.forms.form_of(&spec)).map_err(|error| {
                    let place = error.span.clone().map_or(from..self.at, |span| from + span.start..from + span.end);
                    error.at(place)
                })
            }
            _ => Err(self.item_expected()),
        }
    }
}

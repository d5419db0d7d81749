//! The parsing of functions and of games within an expression.

use super::super::arena::Value;
use super::super::{Dyadic, ValueArena, ValueLimit};
use super::{ExpressionParser, ParseError, ParseErrorKind, ParseErrorSource, ParseResult};

/// A function of one value, which returns `None` where it is undefined.
type UnaryFunction = fn(&mut ValueArena, Value) -> Result<Option<Value>, ValueLimit>;

/// The functions of one value; their names ignore case.
const UNARY_FUNCTIONS: [(&str, UnaryFunction); 7] = [
    ("tiny", |values, x| values.tiny(x).map(Some)),
    ("miny", |values, x| values.tiny(x).and_then(|tiny| values.negative(tiny)).map(Some)),
    ("freeze", |values, x| values.freeze(x).map(Some)),
    ("reduced", |values, x| values.reduced(x).map(Some)),
    ("remote_star", |values, x| values.remote_star(x).map(Some)),
    ("companion", |values, x| values.companion(x).map(Some)),
    ("atomic_weight", ValueArena::atomic_weight),
];

/// The names of the functions of several values.
const N_ARY_FUNCTIONS: [&str; 4] = ["heat", "cool", "norton", "overheat"];

impl<E> ExpressionParser<'_, '_, E> {
    pub(super) fn apply(
        &mut self,
        word: &str,
        from: usize,
        g: Value,
        (place, x): (usize, Value),
    ) -> ParseResult<Value, E> {
        let result = match word {
            "heat" => self.values.heat(g, x),
            "norton" => self.values.norton(g, x),
            _ => match self.values.number_of(x) {
                Some(t) if t >= Dyadic::ZERO => self.values.cool(g, t),
                _ => return self.fail(place..self.at, ParseErrorKind::Temperature),
            },
        };
        self.with_span(from, result)
    }

    /// Parses a function with the signs that follow it without space, or a game.
    pub(super) fn named(&mut self) -> ParseResult<Value, E> {
        let word = self.word().to_ascii_lowercase();
        let is_function =
            UNARY_FUNCTIONS.iter().any(|(name, _)| *name == word) || N_ARY_FUNCTIONS.contains(&word.as_str());
        if !is_function || !self.text[self.at + word.len()..].starts_with('(') {
            return self.game(self.at);
        }
        let value = self.function()?;
        self.signs_after(value)
    }

    /// Parses a function with its arguments in brackets, and applies it.
    pub(super) fn function(&mut self) -> ParseResult<Value, E> {
        let from = self.at;
        let word = self.word().to_ascii_lowercase();
        let one = UNARY_FUNCTIONS.iter().find(|(name, _)| *name == word);
        let open = from + word.len();
        self.at = open + 1;
        let mut args: Vec<(usize, Value)> = vec![];
        loop {
            self.peek();
            args.push((self.at, self.sum()?));
            if self.peek() != Some(',') {
                break;
            }
            self.at += 1;
        }
        self.close(open, ')')?;
        let result = match (one, &args[..]) {
            (Some((_, function)), &[(place, x)]) => match function(self.values, x) {
                Ok(None) => return self.fail(place..self.at - 1, ParseErrorKind::ExpectedValue),
                value => value.map(|x| x.unwrap_or(Value::ZERO)),
            },
            (None, &[(_, g), (_, s), (_, t)]) if word == "overheat" => self.values.overheat(g, s, t),
            (None, &[(_, g), other]) if word != "overheat" => return self.apply(&word, from, g, other),
            _ => return self.fail(from..self.at, ParseErrorKind::ExpectedValue),
        };
        self.with_span(from, result)
    }

    /// Parses a game, whose extent [`game_text_len`] determines, and evaluates it.
    fn game(&mut self, from: usize) -> ParseResult<Value, E> {
        match game_text_len(&self.text[from..]) {
            Ok(length) => self.at = from + length,
            Err(open) => return self.fail(from + open..from + open + 1, ParseErrorKind::UnclosedBracket),
        }
        let text = &self.text[from..self.at];
        let span = from..self.at;
        (self.games)(self.values, text).map_err(|e| ParseError { span, source: ParseErrorSource::Game(e) })
    }
}

/// Returns the length in bytes of the game at the start of a text.
///
/// A game is a name with any number of bracketed texts that follow without space. Brackets in quotes do not
/// count. The play convention `misere` may precede the name.
///
/// ```
/// use grundy_value::game_text_len;
/// assert_eq!(game_text_len("take[1,3](4) + ^"), Ok(12));
/// assert_eq!(game_text_len("misere nim(4), 0"), Ok(13));
/// assert_eq!(game_text_len("take[1,3](4"), Err(9));
/// ```
///
/// # Errors
/// The offset in bytes of a bracket that is not closed.
pub fn game_text_len(text: &str) -> Result<usize, usize> {
    let word = |at: usize| {
        let rest = &text[at..];
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
    };
    let mut at = word(0);
    if text[..at].eq_ignore_ascii_case("misere") {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        at += word(at);
    }
    while text[at..].starts_with(['(', '[', '{']) {
        let open = at;
        let (mut depth, mut quoted) = (0u64, false);
        let closing = text[open..].char_indices().find(|&(_, c)| {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        at = open + closing.ok_or(open)?.0 + 1;
    }
    Ok(at)
}

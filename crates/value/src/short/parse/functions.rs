//! The parsing of functions and of games within an expression.

use super::super::arena::Value;
use super::super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use super::{ExpressionParser, ParseError, ParseErrorKind, ParseErrorSource, ParseResult};
use crate::Nimber;
use std::ops::Range;

/// A function of one value, which returns `None` where it is undefined.
type UnaryFunction = fn(&mut ValueArena, Value) -> Result<Option<Value>, ValueLimit>;

/// The functions of one value: each name in small letters, an example of a call, and the function.
const UNARY_FUNCTIONS: [(&str, &str, UnaryFunction); 7] = [
    ("tiny", "Tiny(2)", |values, x| values.tiny(x).map(Some)),
    ("miny", "Miny(2)", |values, x| values.tiny(x).and_then(|tiny| values.negative(tiny)).map(Some)),
    ("freeze", "freeze({2|-1})", |values, x| values.freeze(x).map(Some)),
    ("reduced", "reduced({2|-1})", |values, x| values.reduced(x).map(Some)),
    ("remote_star", "remote_star(^3)", |values, x| values.remote_star(x).map(Some)),
    ("companion", "companion(^*)", |values, x| values.companion(x).map(Some)),
    ("atomic_weight", "atomic_weight(^3)", ValueArena::atomic_weight),
];

/// The functions of several values and those of nimbers: each name with an example of a call.
const OTHER_FUNCTIONS: [(&str, &str); 8] = [
    ("heat", "heat({2|-1}, 1)"),
    ("cool", "cool({2|-1}, 1/2)"),
    ("norton", "norton(2, ^)"),
    ("overheat", "overheat(2, ^, 1)"),
    ("nim_product", "nim_product(*2, *3)"),
    ("nim_power", "nim_power(*2, 5)"),
    ("nim_inverse", "nim_inverse(*7)"),
    ("nim_sqrt", "nim_sqrt(*5)"),
];

/// An argument of a function: its span without the space around it, and its value.
type Argument = (Range<usize>, Value);

impl<E> ExpressionParser<'_, '_, E> {
    /// Applies a function of two values.
    pub(super) fn apply(&mut self, word: &str, from: usize, g: Value, (span, x): Argument) -> ParseResult<Value, E> {
        let result = match word {
            "heat" => self.values.heat(g, x),
            "norton" => self.values.norton(g, x),
            _ => match self.values.number_of(x) {
                Some(t) if t >= Dyadic::ZERO => self.values.cool(g, t),
                _ => return self.fail(span, ParseErrorKind::Temperature),
            },
        };
        self.with_span(from, result)
    }

    /// Parses a function with the infinitesimals that follow it without space, or a game.
    pub(super) fn named(&mut self) -> ParseResult<Value, E> {
        let word = self.word().to_ascii_lowercase();
        if !is_function(&word) || !self.text[self.at + word.len()..].starts_with('(') {
            return self.game(self.at);
        }
        let value = self.function()?;
        self.infinitesimals_after(value)
    }

    /// Parses a function with its arguments in brackets, and applies it.
    pub(super) fn function(&mut self) -> ParseResult<Value, E> {
        let from = self.at;
        let word = self.word().to_ascii_lowercase();
        let opening = from + word.len();
        self.at = opening + 1;
        let mut args: Vec<Argument> = vec![];
        loop {
            self.peek();
            let start = self.at;
            let value = self.sum()?;
            args.push((start..start + self.text[start..self.at].trim_end().len(), value));
            if self.peek() != Some(',') {
                break;
            }
            self.at += 1;
        }
        self.close(opening, ')')?;
        if let Some((_, example, function)) = UNARY_FUNCTIONS.iter().find(|(name, ..)| *name == word) {
            let [(span, x)] = &args[..] else { return self.fail(from..self.at, ParseErrorKind::Arguments(example)) };
            return match function(self.values, *x) {
                Ok(None) => self.fail(span.clone(), ParseErrorKind::ExpectedValue),
                value => self.with_span(from, value.map(|x| x.unwrap_or(Value::ZERO))),
            };
        }
        match (&word[..], &args[..]) {
            ("overheat", &[(_, g), (_, s), (_, t)]) => {
                let result = self.values.overheat(g, s, t);
                self.with_span(from, result)
            }
            ("heat" | "cool" | "norton", [(_, g), other]) => self.apply(&word, from, *g, other.clone()),
            ("nim_product", [a, b]) => {
                let product = self.nimber_of(a)? * self.nimber_of(b)?;
                self.nimber(from, product)
            }
            ("nim_power", [base, exponent]) => {
                let base = self.nimber_of(base)?;
                let exponent = self.natural_of(exponent)?;
                self.nimber(from, base.pow(exponent))
            }
            ("nim_inverse", [a]) => match self.nimber_of(a)?.inverse() {
                Some(inverse) => self.nimber(from, inverse),
                None => self.fail(a.0.clone(), ParseErrorKind::InverseOfZero),
            },
            ("nim_sqrt", [a]) => {
                let root = self.nimber_of(a)?.sqrt();
                self.nimber(from, root)
            }
            _ => {
                let call = OTHER_FUNCTIONS.iter().find(|(name, _)| *name == word);
                let example = call.map_or("", |(_, example)| example);
                self.fail(from..self.at, ParseErrorKind::Arguments(example))
            }
        }
    }

    /// Returns the nimber that an argument equals.
    fn nimber_of(&self, (span, value): &Argument) -> ParseResult<Nimber, E> {
        match self.values.number_ups_star(*value) {
            Some(NumberUpsStar { number: Dyadic::ZERO, up: 0, nim }) => Ok(Nimber(nim.into())),
            _ => self.fail(span.clone(), ParseErrorKind::Nimber),
        }
    }

    /// Returns the natural number that an argument equals.
    fn natural_of(&self, (span, value): &Argument) -> ParseResult<u128, E> {
        let integer = self.values.number_of(*value).and_then(Dyadic::to_integer);
        match integer.and_then(|n| u128::try_from(n).ok()) {
            Some(n) => Ok(n),
            None => self.fail(span.clone(), ParseErrorKind::Exponent),
        }
    }

    /// Returns the value of a nimber that a function has computed.
    ///
    /// The nimbers below 2^32, those that the arena holds, are a field, so no function leaves it.
    fn nimber(&mut self, from: usize, nimber: Nimber) -> ParseResult<Value, E> {
        let nim = u32::try_from(nimber.0).map_err(|_| ValueLimit::Number);
        let result = nim.and_then(|nim| self.values.nimber(nim));
        self.with_span(from, result)
    }

    /// Parses a game, whose extent [`game_text_len`] determines, and evaluates it.
    fn game(&mut self, from: usize) -> ParseResult<Value, E> {
        match game_text_len(&self.text[from..]) {
            Ok(length) => self.at = from + length,
            Err(opening) => return self.fail(from + opening..from + opening + 1, ParseErrorKind::UnclosedBracket),
        }
        let text = &self.text[from..self.at];
        let span = from..self.at;
        (self.games)(self.values, text).map_err(|e| ParseError { span, source: ParseErrorSource::Game(e) })
    }
}

/// Returns whether a text starts as a value does: with a sign of values, a digit or a function.
///
/// ```
/// use grundy_value::begins_value;
/// assert!(["3/4", "^*", "{1|0}", "v2 + nim(3)", "Tiny(2)"].iter().all(|text| begins_value(text)));
/// assert!(!["nim(3)", "(1/2)", "vv(2)"].iter().any(|text| begins_value(text)));
/// ```
pub fn begins_value(text: &str) -> bool {
    let word = &text[..text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())];
    match text.chars().next() {
        Some('0'..='9' | '*' | '∗' | '^' | '↑' | '↓' | '±' | '{') => true,
        Some('+') => text.starts_with("+-"),
        Some('v') if begins_down(text) => true,
        _ => text[word.len()..].starts_with('(') && is_function(&word.to_ascii_lowercase()),
    }
}

/// Returns whether a text starts with `v`s that mean downs and are not part of a word.
pub(super) fn begins_down(text: &str) -> bool {
    let rest = text.trim_start_matches('v');
    !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '(')
}

/// Returns whether a word in small letters is the name of a function.
fn is_function(word: &str) -> bool {
    UNARY_FUNCTIONS.iter().any(|(name, ..)| *name == word) || OTHER_FUNCTIONS.iter().any(|(name, _)| *name == word)
}

/// Returns the length in bytes of the game at the start of a text.
///
/// A game is a name with any number of bracketed texts that follow without space. Brackets in quotes do not
/// count. The play convention `misere` and the word `impartial` may precede the name.
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
    for prefix in ["misere", "impartial"] {
        if text[..at].to_ascii_lowercase().ends_with(prefix) {
            let rest = &text[at..];
            at += rest.len() - rest.trim_start().len();
            at += word(at);
        }
    }
    while text[at..].starts_with(['(', '[', '{']) {
        let opening = at;
        let (mut depth, mut quoted) = (0u64, false);
        let closing = text[opening..].char_indices().find(|&(_, c)| {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        at = opening + closing.ok_or(opening)?.0 + 1;
    }
    Ok(at)
}

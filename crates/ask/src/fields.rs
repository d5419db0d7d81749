//! The fields of a request, which parsers take one by one by name.
//!
//! A field that no parser takes is an error: ignoring a misspelt field would answer a different question.

use crate::output::OutputOptions;
use grundy_json::IntegerFormat;
use grundy_lang::{Language, Text, text};
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Cursor, NoSources, Player, to_half_width};
use grundy_rules::{Error, ErrorKind, Result};
use serde_json::{Map, Number, Value};
use std::time::Duration;

/// Maximum length of a request, in bytes.
pub const MAX_LEN: usize = 64 << 20;

pub(crate) struct Fields {
    remaining: Map<String, Value>,
    /// The names that were requested so far, including those of absent fields.
    requested: Vec<&'static str>,
}

/// Maximum number of characters of the user's input that an error repeats.
const MAX_SHOWN_CHARS: usize = 60;

/// Returns the text as errors show it, shortened if it is long.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}

/// Returns the names as a list.
pub(crate) fn name_list(names: &[&str]) -> Text {
    Text::list(names.iter().map(|name| Text::verbatim(*name)))
}

fn missing(name: &'static str, example: &str) -> Error {
    let error = Error::new(ErrorKind::BadArgument, text!("`{name}` is missing", name));
    error.help(text!("for example {example}", example = format!("\"{name}\":\"{example}\"")))
}

impl Fields {
    pub fn read(request: &str) -> Result<Fields> {
        let example = || text!("for example {example}", example = r#"{"do":"solve","spec":"nim(3,4,5)"}"#);
        if request.len() > MAX_LEN {
            let message = text!("the request has more than {most} bytes", most = MAX_LEN);
            return Err(Error::new(ErrorKind::TooLarge, message).help(example()));
        }
        match serde_json::from_str(request) {
            Ok(Value::Object(given)) => Ok(Fields { remaining: given, requested: vec![] }),
            Ok(_) => Err(Error::new(ErrorKind::Syntax, text!("the request is not a JSON object")).help(example())),
            Err(error) => {
                let message = text!("the request is not valid JSON: {error}", error = error.to_string());
                Err(Error::new(ErrorKind::Syntax, message).help(example()))
            }
        }
    }

    /// Takes an optional field; null counts as absent.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.requested.push(name);
        self.remaining.remove(name).filter(|value| !value.is_null())
    }

    pub fn text(&mut self, name: &'static str) -> Result<Option<String>> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(bad_argument(text!("`{name}` must be a string", name))),
        }
    }

    /// Takes a list of objects, each parsed like a request of its own.
    pub fn objects(&mut self, name: &'static str) -> Result<Option<Vec<Fields>>> {
        let object = |value| match value {
            Value::Object(given) => Ok(Fields { remaining: given, requested: vec![] }),
            _ => Err(bad_argument(text!("`{name}` must be a list of objects", name))),
        };
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(list)) => list.into_iter().map(object).collect::<Result<_>>().map(Some),
            Some(other) => object(other).and(Err(bad_argument(text!("`{name}` must be a list of objects", name)))),
        }
    }

    /// Takes a list of two numbers.
    pub fn number_pair(&mut self, name: &'static str) -> Result<Option<[u64; 2]>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let numbers = value.as_array().map(|list| list.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>());
        match numbers.flatten().as_deref() {
            Some(&[a, b]) => Ok(Some([a, b])),
            _ => Err(bad_argument(text!("`{name}` must be a list of two numbers", name))),
        }
    }

    /// Takes a required text; the error for a missing one shows `example`.
    pub fn required(&mut self, name: &'static str, example: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| missing(name, example))
    }

    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(bad_argument(text!("`{name}` must be true or false", name))),
        }
    }

    /// Takes a number or its text in the notation; a text can hold 2^64 - 1 exactly in every client.
    pub fn number(&mut self, name: &'static str) -> Result<Option<u64>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let parsed = match &value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => number(text),
            _ => None,
        };
        let parsed = parsed.ok_or_else(|| {
            let error = bad_argument(text!("`{name}` must be a number from 0 to 2^64 - 1", name));
            error.help(text!("for example {example}", example = format!(r#""{name}":100, "{name}":"10^6""#)))
        });
        parsed.map(Some)
    }

    /// Takes a player, counted from 1.
    pub fn player(&mut self, name: &'static str) -> Result<Option<Player>> {
        let Some(player) = self.number(name)? else { return Ok(None) };
        match u8::try_from(player) {
            Ok(player @ 1..) => Ok(Some(Player(player - 1))),
            _ => Err(bad_argument(text!("`{name}` must be the number of a player, counted from 1", name))),
        }
    }

    /// Takes a number of seconds.
    pub fn seconds(&mut self, name: &'static str) -> Result<Option<Duration>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let seconds = match &value {
            // Parsed by the JSON grammar for numbers, so that text and number have one syntax.
            Value::String(text) => text.parse::<Number>().ok().and_then(|number| number.as_f64()),
            other => other.as_f64(),
        };
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Some).ok_or_else(|| bad_argument(text!("expected a number of seconds such as 10 or 0.5")))
    }

    /// Takes one of several words; a number is matched by its decimal digits.
    pub fn choice<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let value_text = value.as_u64().map(|number| number.to_string());
        let value_text = value_text.as_deref().or(value.as_str());
        let chosen = words.iter().find(|(word, _)| value_text == Some(word));
        chosen.map(|(_, choice)| Some(*choice)).ok_or_else(|| {
            let names = Text::or(words.iter().map(|(word, _)| Text::verbatim(*word)));
            bad_argument(text!("`{name}` must be {names}", name, names))
        })
    }

    /// Checks that every field was taken.
    ///
    /// # Errors
    /// `bad_argument` for a field that was not taken, with the nearest known name or the list of all names.
    pub fn expect_end(self) -> Result<()> {
        let Some(name) = self.remaining.keys().next() else { return Ok(()) };
        let error = bad_argument(text!("this operation has no field `{name}`", name = shorten(name)));
        Err(match grundy_rules::nearest_names(name, self.requested.iter().copied()).first() {
            Some(near) => error.help(text!("did you mean {near}?", near = format!("`{near}`"))),
            None => error.help(text!("the fields of this operation are {names}", names = name_list(&self.requested))),
        })
    }
}

fn bad_argument(message: Text) -> Error {
    Error::new(ErrorKind::BadArgument, message)
}

/// Parses a number in the notation.
fn number(text: &str) -> Option<u64> {
    let text = to_half_width(text);
    let mut sources = NoSources;
    let mut input = Cursor::new(&text, &mut sources);
    let (number, _) = input.integer(text!("a number")).ok()?;
    input.expect_end().ok().map(|()| number)
}

/// Reads the fields that control how the reply is written.
///
/// If a field is invalid, the settings from earlier fields stay in effect.
pub(crate) fn read_output_options(fields: &mut Fields, output: &mut OutputOptions<'_>) -> Result<()> {
    const LANGUAGES: [(&str, Language); 2] = [("en", Language::English), ("zh", Language::Chinese)];
    output.language = fields.choice("lang", &LANGUAGES)?.unwrap_or_default();
    output.numbers = fields.choice("numbers", &IntegerFormat::NAMES)?.unwrap_or_default();
    Ok(())
}

/// Returns the budget lowered to the limits of the request.
pub(crate) fn read_budget(fields: &mut Fields, budget: &Budget) -> Result<Budget> {
    let mut limits = budget.clone();
    if let Some(bytes) = fields.number("memory")? {
        limits.bytes = limits.bytes.min(bytes);
    }
    if let Some(time) = fields.seconds("time")? {
        let end = Instant::now().checked_add(time);
        limits.deadline = [limits.deadline, end].into_iter().flatten().min();
    }
    if let Some(threads) = fields.number("threads")? {
        limits.threads = limits.threads.min(usize::try_from(threads).unwrap_or(usize::MAX)).max(1);
    }
    Ok(limits)
}

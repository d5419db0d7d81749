//! The type [`Text`] of messages that can be shown in any language, and the macro that builds it.

use crate::{Language, escape_hidden};
use std::fmt::{self, Write};
use std::io;

/// A message with its arguments, which can be shown in any language; `Display` shows it in English.
///
/// The macro [`text!`](crate::text) builds a message with translations; names, numbers and formulas, which are
/// the same in every language, are [verbatim](Text::verbatim).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(TextContent);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TextContent {
    /// An English message with the names of its arguments in braces, and the arguments.
    Message(&'static str, Vec<(&'static str, Arg)>),
    /// Text that is the same in every language.
    Verbatim(String),
    /// Several texts, separated by the language's comma for list items.
    List(Vec<Text>),
    /// Several texts without separators.
    Concat(Vec<Text>),
    /// A text between two terminal codes.
    Painted(Box<(String, Text, String)>),
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Text that is the same in every language.
    Verbatim(String),
    /// A number.
    Number(u128),
    /// A text, which is shown in the language of the message.
    Text(Text),
}

/// Builds a message with translations.
///
/// The message is followed by the values of the names in its braces, as in `format!`. The compiler checks that
/// the names agree. A name without a value takes the value of the variable of that name.
///
/// ```
/// use grundy_lang::text;
/// assert_eq!(text!("there is no game `{name}`", name = "chess").to_string(), "there is no game `chess`");
/// assert_eq!(text!("add a `}}`").to_string(), "add a `}`");
/// ```
#[macro_export]
macro_rules! text {
    ($message:literal) => {{
        // The closure is never called: it makes the compiler check the message. A message without names can be
        // used in a constant.
        let _ = || { let _ = ::std::format_args!($message); };
        $crate::Text::constant($message)
    }};
    ($message:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        // The closure is never called: it makes the compiler check the names against the message.
        let _ = || { let _ = ::std::format_args!($message $(, $name = "")*); };
        $crate::Text::message($message, ::std::vec![$((::std::stringify!($name), $crate::Arg::from($crate::text!(@ $name $($value)?)))),*])
    }};
    (@ $name:ident $value:expr) => { $value };
    (@ $name:ident) => { $name };
}

impl Text {
    /// Returns a message without arguments; literal braces in it must be doubled.
    pub const fn constant(message: &'static str) -> Text {
        Text(TextContent::Message(message, Vec::new()))
    }

    /// Returns a message with arguments; literal braces in it must be doubled, as in `format!`.
    ///
    /// Use [`text!`](crate::text) instead, which checks the names.
    pub fn message(message: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text(TextContent::Message(message, args))
    }

    /// Returns text that is the same in every language: names, numbers, formulas, user input.
    pub fn verbatim(text: impl Into<String>) -> Text {
        Text(TextContent::Verbatim(text.into()))
    }

    /// Joins several texts by commas as items of a list.
    pub fn list(texts: impl IntoIterator<Item = Text>) -> Text {
        Text(TextContent::List(texts.into_iter().collect()))
    }

    /// Joins several statements on one line by commas.
    ///
    /// Chinese uses different commas for statements and for the items of a list.
    pub fn join_clauses(texts: impl IntoIterator<Item = Text>) -> Text {
        texts.into_iter().reduce(|before, next| text!("{before}, {next}", before, next)).unwrap_or(Text::empty())
    }

    /// Joins several texts without separators.
    pub fn concat(texts: impl IntoIterator<Item = Text>) -> Text {
        Text(TextContent::Concat(texts.into_iter().collect()))
    }

    /// Returns the text between two codes, such as those that start and end a colour on a terminal.
    ///
    /// The codes are written without escapes, so they must never come from user input.
    pub fn painted(before: impl Into<String>, text: Text, after: impl Into<String>) -> Text {
        Text(TextContent::Painted(Box::new((before.into(), text, after.into()))))
    }

    /// Joins several texts with "and": "a, b and c".
    pub fn and(texts: impl IntoIterator<Item = Text>) -> Text {
        Text::with_last(texts, |first, last| text!("{first} and {last}", first, last))
    }

    /// Joins several alternatives with "or": "a, b or c".
    pub fn or(texts: impl IntoIterator<Item = Text>) -> Text {
        Text::with_last(texts, |first, last| text!("{first} or {last}", first, last))
    }

    fn with_last(texts: impl IntoIterator<Item = Text>, join: fn(Text, Text) -> Text) -> Text {
        let mut texts: Vec<Text> = texts.into_iter().collect();
        match (texts.pop(), texts.is_empty()) {
            (None, _) => Text::empty(),
            (Some(last), true) => last,
            (Some(last), false) => join(Text::list(texts), last),
        }
    }

    /// Returns the empty text.
    pub const fn empty() -> Text {
        Text(TextContent::Verbatim(String::new()))
    }

    /// Returns the argument of this name; `None` if the text is not a message with such an argument.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let TextContent::Message(_, args) = &self.0 else { return None };
        args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            TextContent::Message(message, _) => message.is_empty(),
            TextContent::Verbatim(text) => text.is_empty(),
            TextContent::List(texts) | TextContent::Concat(texts) => texts.iter().all(Text::is_empty),
            TextContent::Painted(painted) => painted.1.is_empty(),
        }
    }

    /// Returns the text in a language.
    pub fn in_language(&self, language: Language) -> String {
        let mut out = String::with_capacity(64);
        // Writing to a string does not fail.
        let _ = self.write(language, &mut out);
        out
    }

    /// Writes the text in a language.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, language: Language, out: &mut impl Write) -> fmt::Result {
        match &self.0 {
            TextContent::Message(message, args) => fill(language.translate(message), args, language, out),
            TextContent::Verbatim(text) => out.write_str(&escape_hidden(text)),
            TextContent::List(texts) => {
                let comma = language.translate(", ");
                texts.iter().enumerate().try_for_each(|(k, text)| {
                    out.write_str(if k > 0 { comma } else { "" })?;
                    text.write(language, out)
                })
            }
            TextContent::Concat(texts) => texts.iter().try_for_each(|text| text.write(language, out)),
            TextContent::Painted(painted) => {
                let (before, text, after) = &**painted;
                out.write_str(before)?;
                text.write(language, out)?;
                out.write_str(after)
            }
        }
    }
}

/// Writes a message: replaces names in braces by their arguments, and doubled braces by single braces.
fn fill(message: &str, args: &[(&str, Arg)], language: Language, out: &mut impl Write) -> fmt::Result {
    let mut rest = message;
    // Messages are short and written by the million; a loop over bytes finds braces faster than a string search.
    while let Some(at) = rest.bytes().position(|b| b == b'{' || b == b'}') {
        out.write_str(&rest[..at])?;
        let brace = &rest[at..];
        if brace.starts_with("{{") || brace.starts_with("}}") {
            out.write_str(&brace[..1])?;
            rest = &brace[2..];
            continue;
        }
        let end = brace.bytes().position(|b| b == b'}').unwrap_or(brace.len() - 1);
        let name = brace.get(1..end).unwrap_or_default();
        match args.iter().find(|(known, _)| *known == name) {
            Some((_, Arg::Verbatim(text))) => out.write_str(&escape_hidden(text))?,
            Some((_, Arg::Number(number))) => write!(out, "{number}")?,
            Some((_, Arg::Text(text))) => text.write(language, out)?,
            // The translation has a name that the message lacks; a test rejects such translations.
            None => out.write_str(&brace[..=end])?,
        }
        rest = &brace[end + 1..];
    }
    out.write_str(rest)
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Language::English, f)
    }
}

/// Compares the English text.
impl PartialEq<str> for Text {
    fn eq(&self, english: &str) -> bool {
        self.in_language(Language::English) == english
    }
}

/// Compares the English text.
impl PartialEq<&str> for Text {
    fn eq(&self, english: &&str) -> bool {
        self == *english
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(text)
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::empty()
    }
}

impl From<&Text> for Arg {
    fn from(text: &Text) -> Arg {
        Arg::Text(text.clone())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl From<$number> for Arg {
            fn from(number: $number) -> Arg {
                Arg::Number(number as u128)
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, u128, usize);

impl From<&u64> for Arg {
    fn from(number: &u64) -> Arg {
        Arg::from(*number)
    }
}

macro_rules! verbatim {
    ($($kind:ty),*) => { $(
        impl From<$kind> for Arg {
            fn from(value: $kind) -> Arg {
                Arg::Verbatim(value.to_string())
            }
        }
    )* };
}
verbatim!(i8, i16, i32, i64, i128, isize, char, &str, &String, std::borrow::Cow<'_, str>, fmt::Arguments<'_>);

impl std::error::Error for Text {}

/// Converts an error of reading or writing a file to a text.
///
/// If the error wraps a [`Text`], the result is that text.
impl From<&io::Error> for Text {
    fn from(error: &io::Error) -> Text {
        if let Some(text) = error.get_ref().and_then(|inner| inner.downcast_ref::<Text>()) {
            return text.clone();
        }
        match error.kind() {
            io::ErrorKind::NotFound => text!("there is no such file or folder"),
            io::ErrorKind::PermissionDenied => text!("permission denied"),
            _ => Text::verbatim(error.to_string()),
        }
    }
}

impl From<&io::Error> for Arg {
    fn from(error: &io::Error) -> Arg {
        Arg::Text(error.into())
    }
}

impl From<io::Error> for Arg {
    fn from(error: io::Error) -> Arg {
        Arg::from(&error)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Verbatim(text)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Language, Text};

    #[cfg(feature = "zh")]
    #[test]
    fn joined_texts_follow_the_language() {
        let inner = text!("heap {heap}", heap = 3);
        let outer = text!("take {take} from {place}, {{{take}}}", take = "two", place = inner);
        assert_eq!(outer.to_string(), "take two from heap 3, {two}");
        assert_eq!(Text::list([Text::verbatim("a"), Text::verbatim("b")]).to_string(), "a, b");
        assert_eq!(Text::list([Text::verbatim("a"), Text::verbatim("b")]).in_language(Language::Chinese), "a、b");
        assert_eq!(Text::join_clauses([Text::verbatim("a"), Text::verbatim("b")]).to_string(), "a, b");
        assert_eq!(
            Text::join_clauses([Text::verbatim("a"), Text::verbatim("b")]).in_language(Language::Chinese),
            "a，b"
        );
        assert!(Text::join_clauses([]).is_empty());
        let items = |n: usize| ["a", "b", "c"].into_iter().take(n).map(Text::verbatim);
        assert_eq!([0, 1, 2, 3].map(|n| Text::and(items(n)).to_string()), ["", "a", "a and b", "a, b and c"]);
        assert!(Text::concat([]).is_empty() && Text::empty().is_empty() && !outer.is_empty());
    }
}

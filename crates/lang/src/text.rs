//! Messages that have not been said in a language yet.

use crate::{Language, visible};
use std::fmt::{self, Write};
use std::io;

/// A message with what is put into it, which can still be said in any language. `Display` says it in English.
///
/// The macro [`text!`](crate::text) makes it of a message that has translations; names, numbers and formulas, which are the
/// same in every language, are [verbatim](Text::verbatim).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(Said);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    /// An English message with `{names}` in it.
    Message(&'static str, Vec<(&'static str, Arg)>),
    /// The same in every language.
    Verbatim(String),
    /// Several texts, set apart as a language does.
    List(Vec<Text>),
    /// Several texts one behind the other.
    Row(Vec<Text>),
    /// A text between two codes of a terminal.
    Painted(Box<(String, Text, String)>),
}

/// What is put into a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The same in every language.
    Verbatim(String),
    /// A number.
    Number(u128),
    /// Text with translations of its own.
    Text(Text),
}

/// A message with translations. Behind it stands what its names in braces mean, as in `format!`; the compiler checks that
/// they are the same names. A name alone means the variable of that name.
///
/// ```
/// use grundy_lang::text;
/// assert_eq!(text!("there is no game `{name}`", name = "chess").to_string(), "there is no game `chess`");
/// assert_eq!(text!("add a `}}`").to_string(), "add a `}`");
/// ```
#[macro_export]
macro_rules! text {
    ($message:literal) => {{
        // Never called, as below. A message without names can stand in a constant.
        let _ = || { let _ = ::std::format_args!($message); };
        $crate::Text::constant($message)
    }};
    ($message:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        // Never called: only so that the compiler holds the names against the message.
        let _ = || { let _ = ::std::format_args!($message $(, $name = "")*); };
        $crate::Text::message($message, ::std::vec![$((::std::stringify!($name), $crate::Arg::from($crate::text!(@ $name $($value)?)))),*])
    }};
    (@ $name:ident $value:expr) => { $value };
    (@ $name:ident) => { $name };
}

impl Text {
    /// A message without names, whose braces are doubled all the same.
    pub const fn constant(message: &'static str) -> Text {
        Text(Said::Message(message, Vec::new()))
    }

    /// A message, whose braces are doubled as in `format!`, and what its names mean. [`text!`](crate::text) checks the names.
    pub fn message(message: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text(Said::Message(message, args))
    }

    /// What is the same in every language: names, numbers, formulas, what others wrote.
    pub fn verbatim(text: impl Into<String>) -> Text {
        Text(Said::Verbatim(text.into()))
    }

    /// Several texts, set apart by commas.
    pub fn list(texts: impl IntoIterator<Item = Text>) -> Text {
        Text(Said::List(texts.into_iter().collect()))
    }

    /// Several statements in one line, set apart by commas. Chinese has one comma for them and another for the items of a list.
    pub fn clauses(texts: impl IntoIterator<Item = Text>) -> Text {
        texts.into_iter().reduce(|before, next| text!("{before}, {next}", before, next)).unwrap_or(Text::empty())
    }

    /// Several texts, one behind the other.
    pub fn row(texts: impl IntoIterator<Item = Text>) -> Text {
        Text(Said::Row(texts.into_iter().collect()))
    }

    /// The text between two codes, as those of a terminal that begin a colour and end it: they are written as they are, and are
    /// never what others wrote.
    pub fn painted(before: impl Into<String>, text: Text, after: impl Into<String>) -> Text {
        Text(Said::Painted(Box::new((before.into(), text, after.into()))))
    }

    /// Several texts, all of which are meant: "a, b and c".
    pub fn and(texts: impl IntoIterator<Item = Text>) -> Text {
        Text::with_last(texts, |first, last| text!("{first} and {last}", first, last))
    }

    /// Several texts to choose from: "a, b or c".
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

    /// Nothing.
    pub const fn empty() -> Text {
        Text(Said::Verbatim(String::new()))
    }

    /// What is put into the message under a name.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let Said::Message(_, args) = &self.0 else { return None };
        args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Said::Message(message, _) => message.is_empty(),
            Said::Verbatim(text) => text.is_empty(),
            Said::List(texts) | Said::Row(texts) => texts.iter().all(Text::is_empty),
            Said::Painted(painted) => painted.1.is_empty(),
        }
    }

    /// The text in a language.
    pub fn in_language(&self, language: Language) -> String {
        let mut out = String::with_capacity(64);
        // Writing to a string does not fail.
        let _ = self.write(language, &mut out);
        out
    }

    /// Writes the text in a language.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, language: Language, out: &mut impl Write) -> fmt::Result {
        match &self.0 {
            Said::Message(message, args) => fill(language.word(message), args, language, out),
            Said::Verbatim(text) => out.write_str(&visible(text)),
            Said::List(texts) => {
                let comma = language.word(", ");
                texts.iter().enumerate().try_for_each(|(k, text)| {
                    out.write_str(if k > 0 { comma } else { "" })?;
                    text.write(language, out)
                })
            }
            Said::Row(texts) => texts.iter().try_for_each(|text| text.write(language, out)),
            Said::Painted(painted) => {
                let (before, text, after) = &**painted;
                out.write_str(before)?;
                text.write(language, out)?;
                out.write_str(after)
            }
        }
    }
}

/// Writes a message with its names replaced and its doubled braces single.
fn fill(message: &str, args: &[(&str, Arg)], language: Language, out: &mut impl Write) -> fmt::Result {
    let mut rest = message;
    // Messages are short, and answers say them by the million: a loop over bytes is sooner at the brace than a search.
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
            Some((_, Arg::Verbatim(text))) => out.write_str(&visible(text))?,
            Some((_, Arg::Number(number))) => write!(out, "{number}")?,
            Some((_, Arg::Text(text))) => text.write(language, out)?,
            // A translation with a name that the message lacks: a test refuses it.
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

/// Whether the text is this in English.
impl PartialEq<str> for Text {
    fn eq(&self, english: &str) -> bool {
        self.in_language(Language::English) == english
    }
}

/// Whether the text is this in English.
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

/// Why a file could not be read or written. The text of an error that was made of a [`Text`] keeps its translations.
impl From<&io::Error> for Arg {
    fn from(error: &io::Error) -> Arg {
        if let Some(text) = error.get_ref().and_then(|inner| inner.downcast_ref::<Text>()) {
            return Arg::from(text);
        }
        Arg::Text(match error.kind() {
            io::ErrorKind::NotFound => text!("there is no such file or folder"),
            io::ErrorKind::PermissionDenied => text!("permission denied"),
            _ => Text::verbatim(error.to_string()),
        })
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

    #[test]
    fn texts_keep_their_parts_apart() {
        let inner = text!("heap {heap}", heap = 3);
        let outer = text!("take {take} from {place}, {{{take}}}", take = "two", place = inner);
        assert_eq!(outer.to_string(), "take two from heap 3, {two}");
        assert_eq!(Text::list([Text::verbatim("a"), Text::verbatim("b")]).to_string(), "a, b");
        assert_eq!(Text::list([Text::verbatim("a"), Text::verbatim("b")]).in_language(Language::Chinese), "a、b");
        assert_eq!(Text::clauses([Text::verbatim("a"), Text::verbatim("b")]).to_string(), "a, b");
        assert_eq!(Text::clauses([Text::verbatim("a"), Text::verbatim("b")]).in_language(Language::Chinese), "a，b");
        assert!(Text::clauses([]).is_empty());
        let letters = |n: usize| ["a", "b", "c"].into_iter().take(n).map(Text::verbatim);
        assert_eq!([0, 1, 2, 3].map(|n| Text::and(letters(n)).to_string()), ["", "a", "a and b", "a, b and c"]);
        assert!(Text::row([]).is_empty() && Text::empty().is_empty() && !outer.is_empty());
    }
}

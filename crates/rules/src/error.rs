//! What can go wrong, where, and what would have been right.

use grundy_lang::{Arg, Text, text};
use std::fmt;
use std::ops::Range;

/// The result of reading or answering a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kinds of error that scripts can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The text does not follow the notation.
    Syntax,
    /// No game has this name.
    UnknownGame,
    /// The text is well formed, but a game cannot be played with these arguments.
    BadArgument,
    /// A number or a file exceeds what the notation allows.
    TooLarge,
    /// The work exceeds its memory, node or time limit, or was interrupted.
    Limit,
    /// A file could not be read or written.
    Io,
    /// The request makes sense, but this combination cannot be answered.
    Unsupported,
    /// A certificate or checkpoint was examined and rejected.
    Refused,
}

impl ErrorKind {
    /// The stable name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Syntax => "syntax",
            ErrorKind::UnknownGame => "unknown_game",
            ErrorKind::BadArgument => "bad_argument",
            ErrorKind::TooLarge => "too_large",
            ErrorKind::Limit => "limit",
            ErrorKind::Io => "io",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Refused => "refused",
        }
    }
}

/// An error that says what was wrong, where, and how to say it right.
///
/// ```
/// let error = grundy_rules::parse("nim(3,x)").unwrap_err();
/// assert_eq!(error.kind.name(), "syntax");
/// assert_eq!(error.span, Some(6..7));
/// assert!(error.help.unwrap().to_string().contains("nim(3,4,5)"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What was expected and what was found, in one sentence.
    pub message: Text,
    /// The place in the text, in bytes.
    pub span: Option<Range<usize>>,
    /// How to mend it, with a correct example.
    pub help: Option<Text>,
}

impl Error {
    /// An error without a place or help.
    pub fn new(kind: ErrorKind, message: Text) -> Error {
        Error { kind, message, span: None, help: None }
    }

    /// The same error at a place of the text.
    pub fn at(mut self, span: Range<usize>) -> Error {
        self.span = Some(span);
        self
    }

    /// The same error with a way to mend it.
    pub fn help(mut self, help: Text) -> Error {
        self.help = Some(help);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// An error within another message.
impl From<&Error> for Arg {
    fn from(error: &Error) -> Arg {
        let message = &error.message;
        Arg::Text(match &error.help {
            None => message.clone(),
            Some(help) => text!("{message} ({help})", message, help),
        })
    }
}

impl From<Error> for Arg {
    fn from(error: Error) -> Arg {
        Arg::from(&error)
    }
}

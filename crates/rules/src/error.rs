//! Errors with a message, a span in the text, and a correction.

use crate::Player;
use grundy_lang::{Arg, Text, text};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The result of parsing or answering a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kinds of error that scripts can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// All kinds of error.
    pub const ALL: [ErrorKind; 8] = [
        ErrorKind::Syntax,
        ErrorKind::UnknownGame,
        ErrorKind::BadArgument,
        ErrorKind::TooLarge,
        ErrorKind::Limit,
        ErrorKind::Io,
        ErrorKind::Unsupported,
        ErrorKind::Refused,
    ];

    /// Returns the stable name used in JSON.
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

/// An error with a message, the span of the mistake, and a correct example.
///
/// ```
/// let error = grundy_games::parse("nim(3,x)").unwrap_err();
/// assert_eq!(error.kind.name(), "syntax");
/// assert_eq!(error.span, Some(6..7));
/// assert!(error.help.unwrap().to_string().contains("nim(3,4,5)"));
/// ```
///
/// `Display` prints one line. `Debug` also shows the span in the text, because people see the `Debug` form when
/// `main` returns an error or `unwrap` fails:
///
/// ```
/// let error = grundy_games::parse("nim(3) + wythof(3,5)").unwrap_err();
/// assert_eq!(error.to_string(), "there is no game `wythof` (did you mean `wythoff`?)");
/// assert_eq!(
///     format!("{error:?}"),
///     "there is no game `wythof`\n  nim(3) + wythof(3,5)\n           ^^^^^^\n  help: did you mean `wythoff`?"
/// );
/// ```
#[derive(Clone)]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// One sentence that states what was expected and what was found.
    pub message: Text,
    /// The span of the mistake in the text, as a range of bytes.
    pub span: Option<Range<usize>>,
    /// A sentence on how to correct the text, with an example.
    pub help: Option<Text>,
    /// Further information about the error.
    pub details: Option<Box<ErrorDetails>>,
}

/// Further information about an error. It does not affect whether two errors are equal.
#[derive(Clone, Debug, Default)]
pub struct ErrorDetails {
    /// The text around the span, and the span within this text.
    excerpt: Option<(String, Range<usize>)>,
    /// The system error that caused this one.
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// A change of the request that would help.
    suggestion: Option<Suggestion>,
    /// The limit that was reached.
    limit: Option<Limit>,
    /// The reason why play does not end.
    endless: Option<EndlessPlay>,
    /// The first moves that a search settled before it reached a limit.
    settled: Vec<SettledMove>,
}

/// A first move whose result a search found before it reached a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledMove {
    /// The player who makes the move.
    pub by: Player,
    /// The move in words.
    pub text: Text,
    /// Whether the player who makes the move wins.
    pub wins: bool,
}

/// The reason why play need not end, for errors of engines that require finite play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndlessPlay {
    /// A position can recur: the game is loopy.
    Loopy,
    /// A move can be repeated for ever, each time to larger numbers.
    UnboundedNumbers,
    /// A position recurs for ever, each time with more components next to it.
    UnboundedComponents,
}

/// The user's limit that was reached.
///
/// An error of the kind [`ErrorKind::Limit`] without a `Limit` reached a limit of the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The user interrupted the work.
    Interrupted,
    /// The time limit was reached.
    Time,
    /// More memory was needed than allowed.
    Memory {
        /// The bytes needed.
        needed: u128,
        /// The bytes allowed.
        limit: u64,
    },
    /// More units of work were needed than allowed.
    Nodes {
        /// The units allowed.
        limit: u64,
    },
}

impl Limit {
    /// Returns the stable name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Interrupted => "interrupted",
            Limit::Time => "time",
            Limit::Memory { .. } => "memory",
            Limit::Nodes { .. } => "nodes",
        }
    }
}

/// A change of the request that would help.
///
/// Each user interface phrases the suggestion in terms of its own options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suggestion {
    /// Allow more memory; this many bytes are likely to be enough.
    Memory(u64),
    /// Allow more time.
    Time,
    /// Request the answer without a list of moves.
    NoMoves,
    /// Request outcomes instead of values.
    Outcomes,
    /// Request only the P-positions, or values.
    PositionsOrValues,
    /// Request all positions, among which the P-positions are marked.
    AllPositions,
    /// Use a bound of at most this number, or one of these formats, which have no limit.
    Smaller(u64, &'static [&'static str]),
    /// Use one of these formats.
    Formats(&'static [&'static str]),
    /// Use a format that graph-drawing programs read.
    Graphviz,
    /// Use a smaller bound of the table.
    SmallerTable,
    /// Use another folder to store values.
    Folder,
    /// Give a bound of the table; an example has the game's text and this bound.
    Bound(String, u64),
}

impl Suggestion {
    /// Returns the default text of the suggestion, for callers that do not phrase their own.
    pub fn text(&self) -> Text {
        let formats = |names: &[&str]| Text::or(names.iter().map(|name| Text::verbatim(*name)));
        match self {
            Suggestion::Memory(bytes) => {
                text!("more memory may be enough: {gib} GiB", gib = bytes.div_ceil(1 << 30))
            }
            Suggestion::Time => text!("more time may be enough"),
            Suggestion::NoMoves => text!("leaving out the list of moves may be enough"),
            Suggestion::Outcomes => text!("outcomes can be computed instead"),
            Suggestion::PositionsOrValues => text!("this format can contain P-positions or, under normal play, values"),
            Suggestion::AllPositions => text!("the picture marks the P-positions"),
            Suggestion::Smaller(max_bound, names) => {
                text!(
                    "a picture can show tables up to {most}; for larger tables, use the format {formats}",
                    most = max_bound,
                    formats = formats(names)
                )
            }
            Suggestion::Formats(names) => text!("use the format {formats}", formats = formats(names)),
            Suggestion::Graphviz => text!("Graphviz can lay out larger graphs"),
            Suggestion::SmallerTable => text!("choose a smaller bound"),
            Suggestion::Folder => text!("use another folder"),
            Suggestion::Bound(_, bound) => text!("give a bound, for example {bound}", bound = *bound),
        }
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        let key = |error: &Error| (error.kind, error.span.clone());
        key(self) == key(other) && self.message == other.message && self.help == other.help
    }
}

impl Eq for Error {}

/// The maximum number of bytes of text shown on either side of an error.
const MAX_CONTEXT: usize = 60;

/// Returns the text around `span`, in about `max_bytes` bytes, and the span within the result.
///
/// ```
/// let (shown, place) = grundy_rules::excerpt(&"7".repeat(1000), 500..501, usize::MAX);
/// assert!(shown.len() < 200 && &shown[place] == "7");
/// ```
pub fn excerpt(text: &str, span: Range<usize>, max_bytes: usize) -> (String, Range<usize>) {
    let boundary = |at: usize, step: fn(usize) -> usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at = step(at);
        }
        at
    };
    let shown_bytes = span.len().min((max_bytes / 2).min(2 * MAX_CONTEXT));
    // The dots on both sides take 6 bytes.
    let context = (max_bytes.saturating_sub(shown_bytes + 6) / 2).clamp(2, MAX_CONTEXT);
    let from = boundary(span.start.saturating_sub(context), |at| at - 1);
    let end = span.start.saturating_add(shown_bytes);
    let to = boundary(end.saturating_add(context), |at| at + 1);
    let (before, after) = (if from > 0 { "..." } else { "" }, if to < text.len() { "..." } else { "" });
    let shift = |at: usize| boundary(at, |at| at - 1).saturating_sub(from) + before.len();
    let shown = format!("{before}{}{after}", &text[from..to]);
    let place = shift(span.start)..shift(end).max(shift(span.start));
    (shown, place)
}

impl Error {
    /// Returns an error without a span or help.
    pub fn new(kind: ErrorKind, message: Text) -> Error {
        Error { kind, message, span: None, help: None, details: None }
    }

    /// Returns an error of the kind [`ErrorKind::Limit`] which states that `limit` was reached.
    ///
    /// ```
    /// use grundy_rules::{Error, ErrorKind, Limit};
    /// let error = Error::for_limit(Limit::Time, grundy_lang::text!("the time limit is reached"));
    /// assert_eq!((error.kind, error.limit()), (ErrorKind::Limit, Some(Limit::Time)));
    /// ```
    pub fn for_limit(limit: Limit, message: Text) -> Error {
        let mut error = Error::new(ErrorKind::Limit, message);
        error.details.get_or_insert_default().limit = Some(limit);
        error
    }

    /// Returns the user's limit that was reached, if this caused the error.
    pub fn limit(&self) -> Option<Limit> {
        self.details.as_ref()?.limit
    }

    /// Returns an error of the kind [`ErrorKind::Unsupported`] which states that play need not end.
    ///
    /// ```
    /// use grundy_rules::{EndlessPlay, Error, ErrorKind};
    /// let error = Error::for_endless_play(EndlessPlay::Loopy, grundy_lang::text!("a position can come again"));
    /// assert_eq!((error.kind, error.endless()), (ErrorKind::Unsupported, Some(EndlessPlay::Loopy)));
    /// ```
    pub fn for_endless_play(endless: EndlessPlay, message: Text) -> Error {
        let mut error = Error::new(ErrorKind::Unsupported, message);
        error.details.get_or_insert_default().endless = Some(endless);
        error
    }

    /// Returns the reason why play need not end, if this caused the error.
    pub fn endless(&self) -> Option<EndlessPlay> {
        self.details.as_ref()?.endless
    }

    /// Adds the first moves that a search settled before it reached the limit.
    ///
    /// ```
    /// use grundy_lang::text;
    /// use grundy_rules::{Error, Limit, Player, SettledMove};
    /// let settled = SettledMove { by: Player::LEFT, text: text!("take all"), wins: false };
    /// let error = Error::for_limit(Limit::Time, text!("the time limit is reached")).with_settled(vec![settled]);
    /// assert!(!error.settled()[0].wins);
    /// ```
    pub fn with_settled(mut self, settled: Vec<SettledMove>) -> Error {
        self.details.get_or_insert_default().settled = settled;
        self
    }

    /// Returns the first moves that a search settled before it reached the limit.
    pub fn settled(&self) -> &[SettledMove] {
        self.details.as_ref().map_or(&[], |details| &details.settled)
    }

    /// Returns whether the user interrupted the work, as opposed to any other limit.
    pub fn is_interrupt(&self) -> bool {
        self.limit() == Some(Limit::Interrupted)
    }

    /// Sets the span of the mistake in the text.
    pub fn at(mut self, span: Range<usize>) -> Error {
        self.span = Some(span);
        self
    }

    /// Sets the help text and drops any suggestion.
    pub fn help(mut self, help: Text) -> Error {
        self.help = Some(help);
        if let Some(details) = &mut self.details {
            details.suggestion = None;
        }
        self
    }

    /// Sets the suggestion, whose text becomes the help.
    ///
    /// ```
    /// use grundy_rules::{Error, ErrorKind, Suggestion};
    /// let error = Error::new(ErrorKind::Limit, grundy_lang::text!("interrupted")).with_suggestion(Suggestion::Memory(16 << 30));
    /// assert_eq!(error.to_string(), "interrupted (more memory may be enough: 16 GiB)");
    /// assert_eq!(error.suggestion(), Some(&Suggestion::Memory(16 << 30)));
    /// ```
    pub fn with_suggestion(mut self, suggestion: Suggestion) -> Error {
        self.help = Some(suggestion.text());
        self.details.get_or_insert_default().suggestion = Some(suggestion);
        self
    }

    /// Returns the suggestion, if there is one. Its text is in [`Error::help`](struct@Error) as well.
    pub fn suggestion(&self) -> Option<&Suggestion> {
        self.details.as_ref()?.suggestion.as_ref()
    }

    /// Stores an excerpt of `text` around the error's span.
    pub fn in_text(mut self, text: &str) -> Error {
        if let Some(span) = self.span.clone() {
            self.details.get_or_insert_default().excerpt = Some(excerpt(text, span, usize::MAX));
        }
        self
    }

    /// Sets the error that caused this one, its [`source`](std::error::Error::source).
    pub fn caused_by(mut self, cause: impl std::error::Error + Send + Sync + 'static) -> Error {
        self.details.get_or_insert_default().cause = Some(Arc::new(cause));
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

/// Prints the message, the span in the text and the help on separate lines.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        match (self.details.as_ref().and_then(|details| details.excerpt.as_ref()), &self.span) {
            (Some((text, place)), Some(_)) => underline(text, place, f)?,
            (None, Some(span)) => write!(f, "\n  at bytes {}..{}", span.start, span.end)?,
            _ => {}
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// Prints the lines of a text, with a line of carets below each line that the span `place` covers.
fn underline(text: &str, place: &Range<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // An empty span, such as the end of the text, is marked by one caret.
    let place = place.start..place.end.max(place.start + 1);
    let mut start = 0;
    for line in text.split('\n') {
        let shown: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        write!(f, "\n  {shown}")?;
        // The line break counts as a character of the line.
        let (from, to) = (place.start.max(start), place.end.min(start + line.len() + 1));
        if from < to {
            let columns =
                |to: usize| line.char_indices().take_while(move |(at, _)| start + at < to).map(|(_, c)| width(c));
            let (before, marked) = (columns(from).sum::<usize>(), columns(to).sum::<usize>());
            write!(f, "\n  {}{}", " ".repeat(before), "^".repeat((marked - before).max(1)))?;
        }
        start += line.len() + 1;
    }
    Ok(())
}

/// Returns the number of columns that a character takes: two for Chinese and other wide characters.
fn width(c: char) -> usize {
    let wide = matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{20000}'..='\u{3fffd}');
    if wide { 2 } else { 1 }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = self.details.as_ref()?.cause.as_ref()?;
        Some(&**cause)
    }
}

/// Formats the error for use within another message.
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

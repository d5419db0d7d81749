//! Reads rules from files.
//!
//! A file contains rules with names, `name = { n -> n-1; n/2 }`, or a single rule without braces and name.
//! `use "other"` includes the rules of another file, `example name(7) is P` or `is 3` states the outcome or the Grundy
//! value of a position, and `#` starts a comment.

use super::rule::Rule;
use grundy_lang::{Text, text};
use grundy_rules::{Cursor, Error, ErrorKind, Game, Result, Sources};
use grundy_syntax::token::{Token, Tokens};
use std::ops::Range;

/// The maximum nesting depth of files that include each other.
const MAX_FILES: usize = 64;

const EXAMPLE: Text = text!("rule[@mygame.grundy](10) or rule[@mygame.grundy: name](10)");

/// An example in a file of rules: `example half(7) is P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleExample {
    /// The position as the program accepts it, `rule[@"file": half](7)`.
    pub spec: String,
    /// The position in the notation of the file, `half(7)`.
    pub written: String,
    /// The outcome `N`, `P`, `L`, `R` or `D`, or the Grundy value.
    pub expected: String,
    /// The file and the line, counted from 1, separated by a colon.
    pub place: String,
}

/// Parses `[@file]` or `[@file: name]` and returns the rule that it selects.
///
/// `[@file]` selects the last rule of the file, and `[@file: name]` the last rule with this name.
pub(crate) fn read(input: &mut Cursor<'_>) -> Result<Rule> {
    input.expect('[', &EXAMPLE)?;
    let mut files = Files::default();
    let (name, bytes, span) = input.source().map_err(|error| with_name_suggestion(error, input))?;
    files.load(&name, &bytes, &span, input)?;
    let wanted = if input.accept(':') {
        Some(input.name(text!("the name of a rule")).map_err(|e| e.or_example(&EXAMPLE))?)
    } else {
        None
    };
    input.expect(']', &EXAMPLE)?;
    let selected = match &wanted {
        Some((wanted, _)) => files.rules.iter().rev().find(|named| named.name == *wanted),
        None => files.rules.last(),
    };
    match (selected, wanted) {
        (Some(named), _) => named.parse(input, &span),
        (None, Some((wanted, at))) => {
            let known: Vec<&str> = files.rules.iter().map(|r| r.name.as_str()).filter(|n| !n.is_empty()).collect();
            let error =
                Error::new(ErrorKind::BadArgument, text!("{name} has no rule called `{wanted}`", name, wanted)).at(at);
            Err(error.help(text!("the file contains the rules {known}", known = known.join(", "))))
        }
        (None, None) => {
            let error = Error::new(ErrorKind::BadArgument, text!("{name} contains no rule", name)).at(span);
            Err(error.help(text!("a file contains rules such as `half = {{ n -> n-k for k in 1..n/2 }}`")))
        }
    }
}

/// Adds a suggestion to the error of an unreadable file.
///
/// A common cause is a missing space before the name of the rule, as in `rule[@half.grundy:half]`.
fn with_name_suggestion(error: Error, input: &Cursor<'_>) -> Error {
    let written = error.span.clone().map_or("", |span| input.text_at(span));
    match (error.kind, written.rsplit_once(':')) {
        (ErrorKind::Io, Some((file, rule))) if !rule.is_empty() => {
            error.help(text!("put a space before the name of a rule: rule[{file}: {rule}](10)", file, rule))
        }
        (ErrorKind::Io, _) => error.help(text!("for example {example}", example = EXAMPLE)),
        _ => error,
    }
}

/// The rules of a file and of the files that it includes.
#[derive(Default)]
struct Files {
    /// The names of the files that are being read, the outermost first.
    open_files: Vec<String>,
    rules: Vec<FileRule>,
}

/// A rule in a file.
struct FileRule {
    /// The name; empty if the file is a single rule.
    name: String,
    text: String,
    place: RuleLocation,
}

impl FileRule {
    /// Parses the rule; the files of its lists are relative to the folder of its own file.
    fn parse(&self, input: &mut Cursor<'_>, span: &Range<usize>) -> Result<Rule> {
        let mut read_list = |list: &str, at: &Range<usize>| {
            let numbers = input.list_of_source(&resolve_path(&self.place.file, list), span);
            numbers.map_err(|error| error.at(at.clone()))
        };
        Rule::at(&self.text, 0, &mut read_list).map_err(|error| self.place.locate_error(error, span))
    }
}

/// The location of a rule in a file.
///
/// The location consists of the name and content of the file, and the offset of the rule in the content, in bytes.
#[derive(Clone)]
struct RuleLocation {
    file: String,
    content: std::sync::Arc<str>,
    base: usize,
}

impl RuleLocation {
    /// Adds the location to an error.
    ///
    /// The file, line and column precede the message, and `span` becomes the span of the error.
    fn locate_error(&self, mut error: Error, span: &Range<usize>) -> Error {
        let at = self.base + error.span.as_ref().map_or(0, |s| s.start);
        let before = &self.content[..at.min(self.content.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        error.message =
            text!("{file}:{line}:{column}: {error}", file = &self.file, line, column, error = error.message);
        error.at(span.clone())
    }
}

impl Files {
    fn load(&mut self, name: &str, bytes: &[u8], span: &Range<usize>, input: &mut Cursor<'_>) -> Result<()> {
        if self.open_files.iter().any(|file| file == name) {
            let mut cycle = self.open_files.clone();
            cycle.push(name.to_string());
            let error = Error::new(ErrorKind::BadArgument, text!("the rule file includes itself")).at(span.clone());
            return Err(error.help(Text::verbatim(cycle.join(" > "))));
        }
        if self.open_files.len() == MAX_FILES {
            let message = text!("rule files are nested more than {most_files} levels deep", most_files = MAX_FILES);
            return Err(Error::new(ErrorKind::TooLarge, message).at(span.clone()));
        }
        let content: std::sync::Arc<str> = match std::str::from_utf8(bytes) {
            // Each full-width or typographic character becomes one ASCII character, so lines and columns stay the same.
            Ok(text) => grundy_rules::to_half_width(text.trim_start_matches('\u{feff}')).into(),
            Err(_) => {
                let message = text!("{name} is not UTF-8 text", name);
                return Err(Error::new(ErrorKind::Syntax, message).at(span.clone()));
            }
        };
        self.open_files.push(name.to_string());
        let place = RuleLocation { file: name.to_string(), content: content.clone(), base: 0 };
        self.statements(&content, &place, span, input)?;
        self.open_files.pop();
        Ok(())
    }

    fn statements(
        &mut self,
        content: &str,
        place: &RuleLocation,
        span: &Range<usize>,
        input: &mut Cursor<'_>,
    ) -> Result<()> {
        let locate = |error| place.locate_error(error, span);
        let mut tokens = Tokens::new(content, 0).map_err(locate)?;
        const STATEMENT: &str = "half = { n -> n-k for k in 1..n/2 }";
        let mut first = true;
        loop {
            let start = tokens.span().start;
            match tokens.peek() {
                Token::End => return Ok(()),
                Token::Name("use") => {
                    tokens.take().map_err(locate)?;
                    let Token::Text(other) = tokens.peek() else {
                        return Err(locate(tokens.expected(text!("a file name in quotes"), "use \"other.grundy\"")));
                    };
                    tokens.take().map_err(locate)?;
                    let other = resolve_path(&place.file, other);
                    let bytes = input.read_source(&other, span)?;
                    self.load(&other, &bytes, span, input)?;
                }
                Token::Name("example") => {
                    parse_example(&mut tokens).map_err(locate)?;
                }
                Token::Name(name) if is_definition(&mut tokens).map_err(locate)? => {
                    tokens.expect("{", STATEMENT).map_err(locate)?;
                    let from = tokens.span().start;
                    let mut depth = 1usize;
                    while depth > 0 {
                        match tokens.peek() {
                            Token::Symbol("{") => depth += 1,
                            Token::Symbol("}") => depth -= 1,
                            Token::End => return Err(locate(tokens.expected(text!("`}}`"), STATEMENT))),
                            _ => {}
                        }
                        if depth > 0 {
                            tokens.take().map_err(locate)?;
                        }
                    }
                    let to = tokens.span().start;
                    tokens.take().map_err(locate)?;
                    let base = from;
                    let named = FileRule {
                        name: name.to_string(),
                        text: content[from..to].to_string(),
                        place: RuleLocation { base, ..place.clone() },
                    };
                    if self.rules.iter().any(|known| known.name == named.name && known.place.file == named.place.file) {
                        let message = text!("`{named}` is already defined", named = named.name);
                        return Err(
                            place.locate_error(Error::new(ErrorKind::BadArgument, message).at(start..start), span)
                        );
                    }
                    self.rules.push(named);
                }
                _ if first => {
                    // The entire file is one rule.
                    let named = FileRule {
                        name: String::new(),
                        text: content[start..].to_string(),
                        place: RuleLocation { base: start, ..place.clone() },
                    };
                    self.rules.push(named);
                    return Ok(());
                }
                _ => return Err(locate(tokens.expected(text!("a named rule, `use` or `example`"), STATEMENT))),
            }
            first = false;
        }
    }
}

/// Consumes `name =` if `name = {` is next; otherwise consumes nothing and returns `false`.
fn is_definition(tokens: &mut Tokens<'_>) -> Result<bool> {
    let mark = tokens.mark();
    tokens.take()?;
    if tokens.accept("=")? && tokens.is("{") {
        return Ok(true);
    }
    tokens.restore(mark);
    Ok(false)
}

/// Resolves the path `other`, which is relative to the folder of `file`.
fn resolve_path(file: &str, other: &str) -> String {
    match file.rfind('/') {
        Some(slash) if !other.starts_with('/') => format!("{}/{other}", &file[..slash]),
        _ => other.to_string(),
    }
}

/// Checks that every rule of a file, and of the files that it includes, can be parsed.
///
/// # Errors
/// Returns the first error. Its message starts with the file, line and column; it has no span.
///
/// ```
/// use grundy_rulelang::check_rule_file;
/// use grundy_rules::NoSources;
/// assert!(check_rule_file("half.grundy", &mut NoSources).unwrap_err().message.to_string().starts_with("cannot read"));
/// ```
pub fn check_rule_file(file: &str, sources: &mut dyn Sources) -> Result<()> {
    let text = format!("@\"{file}\"");
    let mut read = || {
        let mut input = Cursor::new(&text, sources);
        let mut files = Files::default();
        let (name, bytes, span) = input.source()?;
        files.load(&name, &bytes, &span, &mut input)?;
        files.rules.iter().try_for_each(|named| named.parse(&mut input, &span).map(drop))
    };
    read().map_err(|error| Error { span: None, ..error })
}

/// Returns the examples in a file of rules, without those in the files that it includes.
///
/// # Errors
/// `syntax` if the text cannot be parsed.
///
/// ```
/// use grundy_rulelang::rule_examples;
/// let examples = rule_examples("half.grundy", "half = { n -> n-k for k in 1..n/2 }\nexample half(7) is P").unwrap();
/// assert_eq!((examples[0].spec.as_str(), examples[0].expected.as_str()), ("rule[@\"half.grundy\": half](7)", "P"));
/// assert_eq!(examples[0].place, "half.grundy:2");
/// ```
pub fn rule_examples(file: &str, content: &str) -> Result<Vec<RuleExample>> {
    let mut examples = vec![];
    let content = &*grundy_rules::to_half_width(content.trim_start_matches('\u{feff}'));
    let mut tokens = Tokens::new(content, 0)?;
    while tokens.peek() != Token::End {
        if !tokens.is_word("example") {
            tokens.take()?;
            continue;
        }
        let line = content[..tokens.span().start].matches('\n').count() + 1;
        let Example { rule, position, expected } = parse_example(&mut tokens)?;
        let position = content[position].trim();
        let spec = format!("{}[@\"{file}\": {rule}]{position}", Rule::INFO.name);
        let written = format!("{rule}{position}");
        let expected = expected.to_string();
        examples.push(RuleExample { spec, written, expected, place: format!("{file}:{line}") });
    }
    Ok(examples)
}

/// A parsed `example` statement.
struct Example<'a> {
    rule: &'a str,
    /// The span of the position, including the brackets.
    position: Range<usize>,
    expected: &'a str,
}

/// Parses `example half(7) is P`.
fn parse_example<'a>(tokens: &mut Tokens<'a>) -> Result<Example<'a>> {
    const EXAMPLE: &str = "example half(7) is P, or example half(7) is 3";
    tokens.take()?;
    let Token::Name(rule) = tokens.peek() else {
        return Err(tokens.expected(text!("the name of a rule"), EXAMPLE));
    };
    tokens.take()?;
    let start = tokens.span().start;
    tokens.expect("(", EXAMPLE)?;
    while !tokens.accept(")")? {
        // Numbers have the notation of positions: `7`, `10^18`.
        skip_number(tokens, EXAMPLE)?;
        if tokens.accept("^")? {
            skip_number(tokens, EXAMPLE)?;
        }
        if !tokens.is(")") {
            tokens.expect(",", EXAMPLE)?;
        }
    }
    let position = start..tokens.last_token_end();
    if !tokens.accept_word("is")? {
        return Err(tokens.expected(text!("`is`"), EXAMPLE));
    }
    let expected = match tokens.peek() {
        Token::Number(_) | Token::Name("P" | "N" | "L" | "R" | "D") => tokens.slice(tokens.span()),
        _ => return Err(tokens.expected(text!("an outcome or a Grundy value"), EXAMPLE)),
    };
    tokens.take()?;
    Ok(Example { rule, position, expected })
}

fn skip_number(tokens: &mut Tokens<'_>, example: &str) -> Result<()> {
    match tokens.peek() {
        Token::Number(_) => tokens.take().map(drop),
        _ => Err(tokens.expected(text!("a number"), example)),
    }
}

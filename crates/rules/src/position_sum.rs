//! Sums of positions, and the parser of their notation: `[ "misere" ] term { ("+" | "-") term }`.
//!
//! A term is a position of a game, a sum in brackets, or a value such as `3/4` (`value_component`); the first two may
//! have a factor.

use crate::half_width::with_half_width;
use crate::impartial_game::{impartial_position, is_impartial_prefix};
use crate::indexed::TerminalResult;
use crate::library::{is_misere, requires_single_term, unknown_game};
use crate::number::push_number;
use crate::suggestions::{self, ExpectedText};
use crate::value_component::{ValueTerms, is_switch, is_value};
use crate::{Cursor, DynPosition, Error, ErrorKind, Game, GamePosition, Kind, Library, NoSources, Result, Sources};
use grundy_lang::text;
use grundy_value::Play;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A sum of positions and its play convention.
#[derive(Clone, Debug)]
pub struct PositionSum {
    /// The play convention: misère play if the text requests it, otherwise normal play.
    pub play: Play,
    /// The terms of the sum; factors before brackets are multiplied into the terms.
    pub terms: Vec<SumTerm>,
    /// The games that texts about the sum may name, such as the texts of positions after moves.
    pub library: Library,
}

/// One term of a sum: some copies of a position, or of its negative.
#[derive(Debug)]
pub struct SumTerm {
    /// Whether Left and Right are exchanged, which makes no difference for impartial games.
    pub negative: bool,
    /// The number of copies in the sum; 0 is allowed.
    pub copies: u64,
    /// The position.
    pub position: Box<dyn DynPosition>,
}

/// The location of a component in a sum; all indices start at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComponentIndex {
    /// The index of the term in [`PositionSum::terms`].
    pub term: usize,
    /// The index of the copy, below [`SumTerm::copies`].
    pub copy: u64,
    /// The index of the component in the term's position.
    pub component: usize,
}

impl PositionSum {
    /// Returns the sum of these terms, with an empty library.
    pub fn new(play: Play, terms: Vec<SumTerm>) -> PositionSum {
        PositionSum { play, terms, library: Library::new() }
    }

    /// Returns a sum of one position.
    pub fn from_position(play: Play, position: Box<dyn DynPosition>) -> PositionSum {
        PositionSum::new(play, vec![SumTerm { negative: false, copies: 1, position }])
    }

    /// Returns a position of one game under normal play, with a library that contains only this game.
    ///
    /// ```
    /// use grundy_games::nim::Nim;
    /// use grundy_rules::PositionSum;
    /// let sum = PositionSum::from_components(Nim, [3, 4]) + PositionSum::from_components(Nim, [5]);
    /// assert_eq!(sum.to_string(), "nim(3,4) + nim(5)");
    /// ```
    pub fn from_components<G: Game>(game: G, components: impl IntoIterator<Item = G::Component>) -> PositionSum {
        let position = GamePosition::new(game, components.into_iter().collect());
        let sum = PositionSum::from_position(Play::Normal, Box::new(position));
        PositionSum { library: Library::new().with::<G>(), ..sum }
    }

    /// Returns the number of components of the sum, including copies.
    pub fn component_count(&self) -> u128 {
        self.terms.iter().map(|t| u128::from(t.copies) * t.position.len() as u128).sum()
    }

    /// Returns the kind of the sum.
    ///
    /// This is the kind of the first term whose kind is not summable, if there is one. Otherwise the sum is partizan
    /// if some term is, else impartial.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_rules::Kind;
    /// assert_eq!(parse("nim(3) + wythoff(1,2)").unwrap().kind(), Kind::Impartial);
    /// ```
    pub fn kind(&self) -> Kind {
        let kinds = || self.terms.iter().map(|t| t.position.ruleset().kind());
        let not_summable = kinds().find(|k| !k.is_summable());
        let partizan = || if kinds().any(|k| k == Kind::Partizan) { Kind::Partizan } else { Kind::Impartial };
        not_summable.unwrap_or_else(partizan)
    }

    /// Returns the result for the player to move, if a condition has ended play in a component.
    pub fn terminal_result(&self) -> Option<TerminalResult> {
        if self.kind() != Kind::NonstandardImpartial {
            return None;
        }
        let terms = self.terms.iter().filter(|term| term.copies > 0).map(|term| &*term.position);
        TerminalResult::of_sum(
            terms.flat_map(|position| {
                (0..position.len()).filter_map(move |component| position.terminal_result(component))
            }),
        )
    }

    /// Returns whether every play of the sum must end.
    pub fn is_short(&self) -> bool {
        self.terms.iter().all(|t| t.position.ruleset().is_short())
    }

    /// Takes the errors that occurred in all terms while moves were listed, and returns the first one.
    pub fn take_fault(&self) -> Option<Error> {
        // Every term is cleared, because later work would take a remaining error for its own.
        self.terms.iter().fold(None, |first, term| first.or(term.position.ruleset().take_fault()))
    }

    /// Checks that the moves of all terms could be listed since the last call; takes the error otherwise.
    ///
    /// ```
    /// let spec = grundy_games::parse("rule{ n -> n-1 if n/(n-2) > 0 }(2)").unwrap();
    /// assert_eq!(spec.terms[0].position.moves(0, grundy_rules::Player::LEFT).count(), 0);
    /// assert_eq!(spec.check_and_clear_fault().unwrap_err().message, "division by zero");
    /// assert!(spec.check_and_clear_fault().is_ok());
    /// ```
    ///
    /// # Errors
    /// The error of the rules.
    pub fn check_and_clear_fault(&self) -> Result<()> {
        self.take_fault().map_or(Ok(()), Err)
    }

    /// Returns whether the sum is short enough to be printed.
    ///
    /// The limits are 1000 components, including copies, and about 1000 numbers.
    pub fn is_printable(&self) -> bool {
        let numbers = || self.terms.iter().map(|t| t.position.count_printed_numbers().max(1)).sum::<usize>();
        self.component_count() <= 1000 && numbers() <= 1000
    }

    /// Returns the canonical text, as `Display` prints it, without an intermediate copy.
    pub fn canonical_text(&self) -> String {
        let mut out = String::with_capacity(32);
        if self.play == Play::Misere {
            out.push_str("misere ");
        }
        for (k, term) in self.terms.iter().enumerate() {
            if k > 0 {
                out.push_str(" + ");
            }
            term.write_copies(term.copies, &mut out);
        }
        out
    }
}

impl SumTerm {
    /// Writes `copies` copies of this term, such as `-3*nim(5)`.
    pub fn write_copies(&self, copies: u64, out: &mut String) {
        self.write_factor(copies, out);
        let needs_brackets = self.position.is_bare() && (self.negative || copies != 1);
        out.push_str(if needs_brackets { "(" } else { "" });
        self.position.write(out);
        out.push_str(if needs_brackets { ")" } else { "" });
    }

    /// Writes the sign and the factor before the position, such as `-3*`.
    pub fn write_factor(&self, copies: u64, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        if copies != 1 {
            push_number(copies, out);
            out.push('*');
        }
    }
}

impl fmt::Display for PositionSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical_text())
    }
}

/// Parses the text of a sum that names no files.
///
/// # Errors
/// The same errors as [`parse_with`]; naming a file is `unsupported`.
///
/// ```
/// let spec = grundy_games::parse("2*(nim(1) + -3*威佐夫(3,5))").unwrap();
/// assert_eq!(spec.to_string(), "2*nim(1) + -6*wythoff(3,5)");
/// ```
pub fn parse(text: &str, library: &Library) -> Result<PositionSum> {
    parse_with(text, library, &mut NoSources)
}

/// Parses the text of a sum whose lists may come from `sources`.
///
/// Nested brackets are handled with an explicit stack, so only memory limits their depth.
///
/// # Errors
/// Any error of the notation or of a game's arguments, with its span in bytes.
pub fn parse_with(text: &str, library: &Library, sources: &mut dyn Sources) -> Result<PositionSum> {
    with_half_width(text, |text| {
        let mut mention = None;
        let check = |text: &str, sources: &mut dyn Sources| parse_sum(text, library, sources, &mut None).map(|_| ());
        parse_sum(text, library, sources, &mut mention)
            .map_err(|error| suggestions::with_suggestion(error, text, &mention, ExpectedText::Position, check))
    })
}

/// Parses a sum; the caller adds suggestions to errors.
///
/// `mention` receives the last game that the text names.
fn parse_sum(
    text: &str,
    library: &Library,
    sources: &mut dyn Sources,
    mention: &mut suggestions::GameMention,
) -> Result<PositionSum> {
    let mut input = Cursor::new(text, sources);
    let mut play = Play::Normal;
    let mut terms = Vec::with_capacity(1);
    let mut values = ValueTerms::default();
    let mut brackets: Vec<BracketFrame> = vec![];
    let mut first = true;
    // Whether a binary minus is the next sign.
    let mut follows_minus = false;
    // The name, with its span, of a game that implies misère play.
    let mut misere_game_name: Option<(&'static str, Range<usize>)> = None;
    loop {
        let after_minus = std::mem::take(&mut follows_minus);
        let outer = brackets.last().map_or(BracketFrame::TOP, |f| BracketFrame { ..*f });
        input.peek();
        if is_value(input.rest()) {
            values.parse(&mut input, outer.copies, outer.negative)?;
            first = false;
        } else {
            let mut frame = outer;
            if after_minus {
                input.accept('-');
                frame.negative = !frame.negative;
            }
            if input.accept('-') {
                frame.negative = !frame.negative;
            }
            let mut atom = Atom::parse(&mut input)?;
            if first && !frame.negative && matches!(&atom, Atom::Name(name, _) if is_misere(name)) {
                play = Play::Misere;
                first = false;
                continue;
            }
            first = false;
            if let Atom::Number(factor, span) = atom {
                if !input.accept('*') {
                    return Err(input.expected(text!("`*` and a game")).or_example("3*nim(5)"));
                }
                let product = frame.copies.checked_mul(factor).ok_or_else(|| {
                    let error = Error::new(ErrorKind::TooLarge, text!("the sum has more than 2^64-1 copies of a term"))
                        .at(span);
                    error.help(text!(
                        "the product of the factors before a term must be at most 2^64-1, for example 10^18*nim(5)"
                    ))
                })?;
                frame.copies = product;
                atom = Atom::parse(&mut input)?;
            }
            match atom {
                Atom::Open(at) => {
                    brackets.push(BracketFrame { at, ..frame });
                    continue;
                }
                Atom::Number(_, span) => {
                    let error =
                        Error::new(ErrorKind::Syntax, text!("expected a game after `*`, found a number")).at(span);
                    return Err(error.help(text!("for example 3*nim(5)")));
                }
                Atom::Name(mut name, mut span) => {
                    let start = span.start;
                    let is_made_impartial = is_impartial_prefix(&name);
                    if is_made_impartial {
                        let next = input.name(text!("a game"));
                        (name, span) = next.map_err(|e| e.or_example("impartial clobber(2x3)"))?;
                    }
                    let (name, span) = library.extend_name(name, span, &mut input);
                    let found = library.find_named(&name);
                    let (name, game) = found.ok_or_else(|| unknown_game(&name, span.clone(), library))?;
                    if game.misere_names().contains(&name) {
                        let first = terms.is_empty() && brackets.is_empty() && play == Play::Normal;
                        if !first || frame.negative || frame.copies != 1 {
                            return Err(requires_single_term(name, span, game));
                        }
                        play = Play::Misere;
                        misere_game_name = Some((name, span.clone()));
                    }
                    *mention = Some((game, span));
                    let mut position = game.parse(name, &mut input)?;
                    if is_made_impartial {
                        position = impartial_position(position).map_err(|error| error.at(start..input.offset()))?;
                    }
                    terms.push(SumTerm { negative: frame.negative, copies: frame.copies, position });
                }
            }
        }
        loop {
            match input.peek() {
                Some('+' | '-' | '±') => {
                    if let (Some((name, span)), Some((game, _))) = (&misere_game_name, &*mention) {
                        return Err(requires_single_term(name, span.clone(), *game));
                    }
                    // A minus belongs to the next term, and so does the sign of a switch, as in `nim(3) +-2`.
                    follows_minus = input.peek() == Some('-');
                    if !is_switch(input.rest()) {
                        input.accept('+');
                    }
                    break;
                }
                Some(')') if !brackets.is_empty() => {
                    input.accept(')');
                    brackets.pop();
                }
                None if brackets.is_empty() => {
                    terms.extend(values.into_term()?);
                    return Ok(PositionSum { play, terms, library: library.clone() });
                }
                None => {
                    let at = brackets[brackets.len() - 1].at;
                    let error = Error::new(ErrorKind::Syntax, text!("this bracket is never closed")).at(at..at + 1);
                    return Err(error.help(text!("add a `)`")));
                }
                Some(_) => {
                    let what =
                        if brackets.is_empty() { text!("`+` or the end of the text") } else { text!("`+` or `)`") };
                    return Err(input.expected(what).or_example("nim(3) + nim(4)"));
                }
            }
        }
    }
}

/// An open bracket: its offset, and the sign and factor of its content.
struct BracketFrame {
    at: usize,
    negative: bool,
    copies: u64,
}

impl BracketFrame {
    const TOP: BracketFrame = BracketFrame { at: 0, negative: false, copies: 1 };
}

enum Atom<'a> {
    Number(u64, Range<usize>),
    Name(Cow<'a, str>, Range<usize>),
    Open(usize),
}

impl<'a> Atom<'a> {
    fn parse(input: &mut Cursor<'a>) -> Result<Atom<'a>> {
        match input.peek() {
            Some('(') => {
                let at = input.offset();
                input.accept('(');
                Ok(Atom::Open(at))
            }
            Some(c) if c.is_ascii_digit() => {
                let (number, span) = input.integer(text!("a number"))?;
                Ok(Atom::Number(number, span))
            }
            _ => {
                let (name, span) = input.name(text!("a game")).map_err(|e| e.or_example("nim(3,4,5)"))?;
                Ok(Atom::Name(name, span))
            }
        }
    }
}

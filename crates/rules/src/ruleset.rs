//! A game without its position, such as `misere take[1,3,4]`, for tables and sequences.

use crate::half_width::with_half_width;
use crate::impartial_game::{impartial_ruleset, is_impartial_prefix};
use crate::library::{is_misere, requires_single_term, unknown_game};
use crate::suggestions::{self, ExpectedText};
use crate::{
    Cursor, DynPosition, DynRuleset, Error, ErrorKind, Kind, Library, NoSources, PositionSum, Result, Sources,
    Splitting,
};
use grundy_lang::{Arg, text};
use grundy_value::Play;
use std::fmt;

/// A game with fixed parameters, together with the play convention: normal or misère play.
///
/// This is what a text such as `misere take[1,3,4]` names. The rules alone are a [`DynRuleset`].
#[derive(Debug)]
pub struct Ruleset {
    /// The play convention: misère play if the text requests it, otherwise normal play.
    pub play: Play,
    /// The rules of a game with fixed parameters, type-erased.
    pub game: Box<dyn DynRuleset>,
    /// The games that texts about this game may name, such as the texts of its certificates.
    pub library: Library,
}

impl Ruleset {
    /// Returns the number of numbers in a position: one to three.
    ///
    /// Returns `None` for games whose positions are not lists of numbers, or are lists of any length.
    ///
    /// ```
    /// let dims = |text| grundy_games::parse_rules(text).unwrap().dims();
    /// assert_eq!([dims("nim"), dims("euclid"), dims("stairs")], [Some(1), Some(2), None]);
    /// ```
    pub fn dims(&self) -> Option<usize> {
        self.game.dims()
    }

    /// Returns the kind of game; `None` for games whose positions are not one to three numbers.
    pub fn kind(&self) -> Option<Kind> {
        self.game.position_at(self.game.min_coordinates()).map(|_| self.game.kind())
    }

    /// Returns whether [`Ruleset::kind`] is partizan, so that Left and Right have moves of their own.
    pub fn is_partizan(&self) -> bool {
        self.kind() == Some(Kind::Partizan)
    }

    /// Returns whether positions have Grundy values: the game is impartial and under normal play.
    ///
    /// ```
    /// let has_values = |text| grundy_games::parse_rules(text).unwrap().has_values();
    /// assert!(has_values("kayles") && !has_values("misere kayles") && !has_values("take[1 | 2]"));
    /// ```
    pub fn has_values(&self) -> bool {
        self.play == Play::Normal && self.kind() == Some(Kind::Impartial)
    }

    /// Returns a position of the game as a sum with the same play convention.
    pub fn position_sum(&self, position: Box<dyn DynPosition>) -> PositionSum {
        PositionSum { library: self.library.clone(), ..PositionSum::from_position(self.play, position) }
    }
}

/// Prints the canonical text, with the prefix `misere ` under misère play.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.play == Play::Misere { "misere " } else { "" };
        write!(f, "{prefix}{}", self.game.rules_text())
    }
}

impl Splitting {
    /// Returns the moves of a game of heaps whose sequence of values is infinite; `None` for other games.
    ///
    /// ```
    /// use grundy_games::parse_rules;
    /// use grundy_rules::Splitting;
    /// let of = |text| Splitting::from_rules(&parse_rules(text).unwrap());
    /// assert!(of("kayles").is_some() && of("take[1,3,4]").is_some());
    /// assert!(of("wythoff").is_none() && of("count[1,2; 20]").is_none());
    /// ```
    pub fn from_rules(rules: &Ruleset) -> Option<Splitting> {
        let heaps = rules.game.table_form()?.heap_rules().filter(|_| rules.game.max_index().is_none())?;
        let taking = || Some(Splitting { amounts: Some(heaps.amounts()?.clone()), ..Splitting::default() });
        heaps.splitting().or_else(taking)
    }
}

/// Parses a game without its position.
///
/// # Errors
/// The same errors as [`parse_rules_with`]; naming a file is `unsupported`.
///
/// ```
/// let rules = grundy_games::parse_rules("misere bash[3]").unwrap();
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// let error = grundy_games::parse_rules("nim(3,4)").unwrap_err();
/// assert_eq!(error.help.unwrap(), "omit the position: nim");
/// ```
pub fn parse_rules(text: &str, library: &Library) -> Result<Ruleset> {
    parse_rules_with(text, library, &mut NoSources)
}

/// Parses a game without its position, whose lists may come from `sources`.
///
/// The syntax is `[ "misere" ] [ "impartial" ] game [ "[" parameters "]" ]`.
///
/// # Errors
/// Any error of the notation or of the game's parameters, and `syntax` if a position or a sum follows.
pub fn parse_rules_with(text: &str, library: &Library, sources: &mut dyn Sources) -> Result<Ruleset> {
    with_half_width(text, |text| {
        let mut mention = None;
        let check =
            |text: &str, sources: &mut dyn Sources| parse_ruleset(text, library, sources, &mut None).map(|_| ());
        parse_ruleset(text, library, sources, &mut mention)
            .map_err(|error| suggestions::with_suggestion(error, text, &mention, ExpectedText::Rules, check))
    })
}

/// Parses a game without its position; the caller adds suggestions to errors.
///
/// `mention` receives the game that the text names.
fn parse_ruleset(
    text: &str,
    library: &Library,
    sources: &mut dyn Sources,
    mention: &mut suggestions::GameMention,
) -> Result<Ruleset> {
    const EXAMPLE: &str = "take[1,3,4]";
    let mut input = Cursor::new(text, sources);
    let mut play = Play::Normal;
    let mut start = input.next_span().start;
    let (mut name, mut span) = input.name(text!("a game")).map_err(|e| e.or_example(EXAMPLE))?;
    if is_misere(&name) {
        play = Play::Misere;
        start = input.next_span().start;
        (name, span) = input.name(text!("a game")).map_err(|e| e.or_example("misere take[1,3,4]"))?;
    }
    let is_made_impartial = is_impartial_prefix(&name);
    if is_made_impartial {
        (name, span) = input.name(text!("a game")).map_err(|e| e.or_example("impartial clobber"))?;
    }
    (name, span) = library.extend_name(name, span, &mut input);
    let (name, entry) = library.find_named(&name).ok_or_else(|| unknown_game(&name, span.clone(), library))?;
    if entry.misere_names().contains(&name) {
        if play == Play::Misere {
            return Err(requires_single_term(name, span, entry));
        }
        play = Play::Misere;
    }
    *mention = Some((entry, span));
    let mut game = entry.parse_rules(name, &mut input).map_err(without_position)?;
    if is_made_impartial {
        game = impartial_ruleset(game).map_err(|error| error.at(start..input.offset()))?;
    }
    // White space before the following text is not part of the game's text.
    let written = text[start..input.offset()].trim();
    match input.peek() {
        None => Ok(Ruleset { play, game, library: library.clone() }),
        Some('(') => {
            let at = input.next_span().start;
            let error = Error::new(ErrorKind::Syntax, text!("expected a game without a position"))
                .at(at..text.trim_end().len());
            Err(error.help(text!("omit the position: {written}", written)))
        }
        Some('[') if !entry.info().notation.contains('[') => {
            Err(input.expected(text!("the end of the text")).help(text!("{written} has no parameters", written)))
        }
        Some(_) => Err(input.expected(text!("the end of the text")).or_example(EXAMPLE)),
    }
}

/// Removes the position from the example in an error, since the examples of games contain positions.
fn without_position(mut error: Error) -> Error {
    if let Some(Arg::Verbatim(example)) = error.help.as_ref().and_then(|help| help.arg("example"))
        && let Some((rules, _)) = example.split_once('(')
    {
        error.help = Some(text!("for example {example}", example = rules));
    }
    error
}

impl From<&Ruleset> for Arg {
    fn from(rules: &Ruleset) -> Arg {
        Arg::Verbatim(rules.to_string())
    }
}

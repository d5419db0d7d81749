//! A game without its position, `misere take[1,3,4]`: what tables and sequences are asked for.

use crate::mistakes::{self, Form};
use crate::signs::with_ascii_signs;
use crate::spec::{is_misere, stands_alone, unknown_game};
use crate::{
    Card, Coordinates, Cursor, DynPosition, Error, ErrorKind, Game, Kind, Letters, Library, Multiplayer, NoSources,
    Result, RulesId, Sources, Spec, TableView, Term,
};
use grundy_lang::{Arg, text};
use grundy_value::Play;
use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

/// A game, its parameters and the convention it is played by.
#[derive(Debug)]
pub struct Ruleset {
    /// Normal, or misère if the text said so.
    pub play: Play,
    /// The game with its parameters.
    pub game: Box<dyn DynRuleset>,
    /// The games that texts about it may name, as those of certificates.
    pub library: Library,
}

impl Ruleset {
    /// How many numbers make a position: one to three. `None` for games whose positions are no such list, or lists of any length.
    ///
    /// ```
    /// let dims = |text| grundy_games::parse_rules(text).unwrap().dims();
    /// assert_eq!([dims("nim"), dims("euclid"), dims("stairs")], [Some(1), Some(2), None]);
    /// ```
    pub fn dims(&self) -> Option<usize> {
        self.game.dims()
    }

    /// What kind of game its positions are; `None` for games whose positions are no list of one to three numbers.
    pub fn kind(&self) -> Option<Kind> {
        self.game.position(self.game.first()).map(|_| self.game.kind())
    }

    /// Whether Left and Right have moves of their own.
    pub fn is_partizan(&self) -> bool {
        self.kind() == Some(Kind::Partizan)
    }

    /// Whether its positions have Grundy values: those of impartial games under normal play.
    ///
    /// ```
    /// let has_values = |text| grundy_games::parse_rules(text).unwrap().has_values();
    /// assert!(has_values("kayles") && !has_values("misere kayles") && !has_values("take[1 | 2]"));
    /// ```
    pub fn has_values(&self) -> bool {
        self.play == Play::Normal && self.kind() == Some(Kind::Impartial)
    }

    /// A position of the game on its own, played as the rules say.
    pub fn alone(&self, position: Box<dyn DynPosition>) -> Spec {
        Spec { library: self.library.clone(), ..Spec::alone(self.play, position) }
    }
}

/// The canonical text, with its `misere ` prefix where it has one.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.play == Play::Misere { "misere " } else { "" };
        write!(f, "{prefix}{}", self.game.rules_text())
    }
}

/// A game with its parameters whose types are not known: blanket-implemented by [`Bare`] for every [`Game`].
///
/// Components are named by the numbers that make their position.
pub trait DynRuleset: fmt::Debug + Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// The game without its position, as text: `take[1..3]`.
    fn rules_text(&self) -> String;

    /// The type of the game, which tells games apart that are written alike.
    fn game_type(&self) -> TypeId;

    /// The identity of the rules: what tables are kept by.
    fn id(&self) -> RulesId {
        RulesId::new(self.game_type(), self.rules_text())
    }

    /// What kind of game it is.
    fn kind(&self) -> Kind;

    /// Whether every play must end.
    fn is_short(&self) -> bool;

    /// Whether a move may be followed by another one of the same player.
    fn has_extra_turns(&self) -> bool;

    /// What games of several players tell of them.
    fn multiplayer(&self) -> Option<&dyn Multiplayer>;

    /// How many players there are.
    fn players(&self) -> u8 {
        self.multiplayer().map_or(2, Multiplayer::players)
    }

    /// How the game's values stand in a table.
    fn table(&self) -> Option<TableView<'_>>;

    /// The rules in the rule language, without braces, where the table does not say them: `grundy_rulelang::rule_of` asks for both.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("rule{ n -> n-1; n/2 }").unwrap();
    /// assert_eq!(rules.game.as_rule().unwrap(), "n -> n-1; n/2");
    /// ```
    fn as_rule(&self) -> Option<String>;

    /// What is said of parameters that no move changes, in games that have such letters.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("take[l..r]").unwrap();
    /// assert_eq!(rules.game.letters().unwrap().condition, "1 <= l <= r");
    /// ```
    fn letters(&self) -> Option<&Letters>;

    /// The names of the numbers that make a position; none for games whose positions are no list of one to three numbers.
    fn parameters(&self) -> Vec<String>;

    /// How many numbers make a position, as [`Ruleset::dims`] tells it.
    fn dims(&self) -> Option<usize> {
        let dims = self.parameters().len();
        ((1..=3).contains(&dims) && self.position(self.first()).is_some()).then_some(dims)
    }

    /// The least number of a position, where tables begin.
    ///
    /// ```
    /// let least = |text| grundy_games::parse_rules(text).unwrap().game.least();
    /// assert_eq!([least("wythoff"), least("chomp")], [0, 1]);
    /// ```
    fn least(&self) -> u64;

    /// The least numbers of a position, with zeros behind the last one.
    fn first(&self) -> Coordinates {
        let dims = self.parameters().len();
        std::array::from_fn(|k| if k < dims { self.least() } else { 0 })
    }

    /// Returns the error met while moves were listed, if there was one: an answer or a table computed meanwhile is invalid.
    fn fault(&self) -> Option<Error>;

    /// Returns the same error and forgets it, so that other positions can be asked about.
    fn take_fault(&self) -> Option<Error>;

    /// Fails if moves could not be listed since the last call: the error is taken.
    ///
    /// # Errors
    /// The error of the rules.
    fn check_moves(&self) -> Result<()> {
        self.take_fault().map_or(Ok(()), Err)
    }

    /// The largest number of a position, in games that have no larger one.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.largest(), Some(30));
    /// ```
    fn largest(&self) -> Option<u64>;

    /// The component of these numbers, standing alone, with zeros behind the last one; `None` if the game has no such component.
    fn position(&self, at: Coordinates) -> Option<Box<dyn DynPosition>>;

    /// Where that component stands in the game's table; `None` if there is no such component or no table.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.place([7, 0, 0]), Some([23, 0, 0])); // what is missing
    /// ```
    fn place(&self, at: Coordinates) -> Option<Coordinates>;

    /// The position of these numbers, as they would stand between the brackets; `None` if the game has no such position.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("euclid").unwrap();
    /// assert_eq!(rules.game.position_of(&[8, 5]).unwrap().to_string(), "euclid(8,5)");
    /// assert!(rules.game.position_of(&[8]).is_none());
    /// ```
    fn position_of(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>>;

    /// A copy that shares the rules.
    fn copied(&self) -> Box<dyn DynRuleset>;
}

/// The rules of a game without any position.
pub struct Bare<G: Game>(pub(crate) Arc<G>);

impl<G: Game> Bare<G> {
    /// The game of these rules.
    pub fn new(rules: G) -> Bare<G> {
        Bare(Arc::new(rules))
    }
}

impl<G: Game> fmt::Debug for Bare<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules_text())
    }
}

impl<G: Game> DynRuleset for Bare<G> {
    fn card(&self) -> &'static Card {
        self.0.card()
    }

    fn rules_text(&self) -> String {
        let mut out = String::new();
        self.0.write_rules(&mut out);
        out
    }

    fn game_type(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn is_short(&self) -> bool {
        self.0.is_short()
    }

    fn has_extra_turns(&self) -> bool {
        self.0.has_extra_turns()
    }

    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        self.0.multiplayer()
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.0.table()
    }

    fn as_rule(&self) -> Option<String> {
        self.0.as_rule()
    }

    fn letters(&self) -> Option<&Letters> {
        self.0.letters()
    }

    fn parameters(&self) -> Vec<String> {
        self.0.parameters()
    }

    fn fault(&self) -> Option<Error> {
        self.0.fault()?.error()
    }

    fn take_fault(&self) -> Option<Error> {
        self.0.fault()?.take()
    }

    fn least(&self) -> u64 {
        self.0.least()
    }

    fn largest(&self) -> Option<u64> {
        self.0.largest()
    }

    fn position(&self, at: Coordinates) -> Option<Box<dyn DynPosition>> {
        Some(Box::new(Term::of_shared(&self.0, vec![self.0.part_at(at)?])))
    }

    fn place(&self, at: Coordinates) -> Option<Coordinates> {
        self.0.table()?;
        Some(self.0.coordinates(&self.0.part_at(at)?))
    }

    fn position_of(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>> {
        let text = in_brackets(numbers);
        let mut sources = NoSources;
        let mut input = Cursor::new(&text, &mut sources);
        let (parts, _) = self.0.parse_position(G::CARD.name, &mut input).ok()?;
        input.end().ok()?;
        Some(Box::new(Term::of_shared(&self.0, parts)))
    }

    fn copied(&self) -> Box<dyn DynRuleset> {
        Box::new(Bare(Arc::clone(&self.0)))
    }
}

/// A position of these numbers as it is written.
fn in_brackets(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("({})", numbers.join(","))
}

/// Reads a game without its position.
///
/// # Errors
/// As [`parse_rules_with`]; naming a file is `unsupported`.
///
/// ```
/// let rules = grundy_games::parse_rules("misere bash[3]").unwrap();
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// let error = grundy_games::parse_rules("nim(3,4)").unwrap_err();
/// assert_eq!(error.help.unwrap(), "leave the position out: nim");
/// ```
pub fn parse_rules(text: &str, library: &Library) -> Result<Ruleset> {
    parse_rules_with(text, library, &mut NoSources)
}

/// Reads a game without its position, `[ "misere" ] game [ "[" parameters "]" ]`, whose lists may stand in `sources`.
///
/// # Errors
/// Any error of the notation or of the game's parameters, and `syntax` if a position or a sum follows.
pub fn parse_rules_with(text: &str, library: &Library, sources: &mut dyn Sources) -> Result<Ruleset> {
    with_ascii_signs(text, |text| {
        let mut game = None;
        let read = |text: &str, sources: &mut dyn Sources| read(text, library, sources, &mut None).map(|_| ());
        self::read(text, library, sources, &mut game)
            .map_err(|error| mistakes::advised(error, text, &game, Form::Rules, read))
    })
}

/// The same without advice on mistakes; `game` is the one that was named.
fn read(text: &str, library: &Library, sources: &mut dyn Sources, named: &mut mistakes::Named) -> Result<Ruleset> {
    const EXAMPLE: &str = "take[1,3,4]";
    let mut input = Cursor::new(text, sources);
    let mut play = Play::Normal;
    let mut start = input.here().start;
    let (mut name, mut span) = input.name(text!("a game")).map_err(|e| e.help_if_none(EXAMPLE))?;
    if is_misere(&name) {
        play = Play::Misere;
        start = input.here().start;
        (name, span) = input.name(text!("a game")).map_err(|e| e.help_if_none("misere take[1,3,4]"))?;
    }
    let (name, entry) = library.find_named(&name).ok_or_else(|| unknown_game(&name, span.clone(), library))?;
    if entry.misere_names().contains(&name) {
        if play == Play::Misere {
            return Err(stands_alone(name, span, entry));
        }
        play = Play::Misere;
    }
    *named = Some((entry, span));
    let game = entry.parse_rules(name, &mut input).map_err(without_position)?;
    // White space before what follows is no part of the game.
    let written = text[start..input.offset()].trim();
    match input.peek() {
        None => Ok(Ruleset { play, game, library: library.clone() }),
        Some('(') => {
            let at = input.here().start;
            let error = Error::new(ErrorKind::Syntax, text!("expected a game without its position"))
                .at(at..text.trim_end().len());
            Err(error.help(text!("leave the position out: {written}", written)))
        }
        Some('[') if !entry.card().notation.contains('[') => {
            Err(input.expected(text!("the end of the text")).help(text!("{written} has no parameters", written)))
        }
        Some(_) => Err(input.expected(text!("the end of the text")).help_if_none(EXAMPLE)),
    }
}

/// The same error, its example without the position: games give examples of whole specs.
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

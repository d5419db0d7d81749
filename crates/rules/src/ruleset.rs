//! A game without its position, `misere take[1,3,4]`: what tables and sequences are asked for.

use crate::mistakes::{self, Form};
use crate::signs;
use crate::spec::{is_misere, unknown_game};
use crate::{
    Card, Coordinates, Cursor, DynPosition, Error, ErrorKind, Game, NoSources, Result, Sources, TableView, Term,
    TheoremCard, registry,
};
use grundy_lang::{Arg, text};
use grundy_value::{Genus, Outcome, Play};
use std::fmt;
use std::sync::Arc;

/// A game, its parameters and the convention it is played by.
#[derive(Debug)]
pub struct Ruleset {
    /// Normal, or misère if the text said so.
    pub play: Play,
    /// The game with its parameters.
    pub game: Box<dyn DynRuleset>,
}

impl Ruleset {
    /// How many numbers make a position: one to three. `None` for games whose positions are no such list, or lists of any length.
    ///
    /// ```
    /// let dims = |text| grundy_rules::parse_rules(text).unwrap().dims();
    /// assert_eq!([dims("nim"), dims("euclid"), dims("stairs")], [Some(1), Some(2), None]);
    /// ```
    pub fn dims(&self) -> Option<usize> {
        let dims = self.game.parameters().len();
        ((1..=3).contains(&dims) && self.game.position([0; 3]).is_some()).then_some(dims)
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

    /// How the game's values stand in a table.
    fn table(&self) -> Option<TableView<'_>>;

    /// The rules in the rule language, without braces; `None` if it has no words for them.
    ///
    /// ```
    /// let rules = grundy_rules::parse_rules("kayles").unwrap();
    /// assert!(rules.game.as_rule().unwrap().starts_with("n -> n-1 if n == 1; n-1 if n > 1; (i)+(n-1-i) for i in 1..n"));
    /// ```
    fn as_rule(&self) -> Option<String>;

    /// The names of the numbers that make a position; none for games whose positions are no list of one to three numbers.
    fn parameters(&self) -> Vec<String>;

    /// What went wrong while moves were looked for; a table computed meanwhile is none.
    fn fault(&self) -> Option<Error>;

    /// The largest number of a position, in games that have no larger one.
    ///
    /// ```
    /// let rules = grundy_rules::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.largest(), Some(30));
    /// ```
    fn largest(&self) -> Option<u64>;

    /// The component of these numbers, standing alone, with zeros behind the last one; `None` if the game has no such component.
    fn position(&self, at: Coordinates) -> Option<Box<dyn DynPosition>>;

    /// Where that component stands in the game's table; `None` if there is no such component or no table.
    ///
    /// ```
    /// let rules = grundy_rules::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.place([7, 0, 0]), Some([23, 0, 0])); // what is missing
    /// ```
    fn place(&self, at: Coordinates) -> Option<Coordinates>;

    /// The position of these numbers, as they would stand between the brackets; `None` if the game has no such position.
    ///
    /// ```
    /// let rules = grundy_rules::parse_rules("euclid").unwrap();
    /// assert_eq!(format!("{:?}", rules.game.position_of(&[8, 5]).unwrap()), "euclid(8,5)");
    /// assert!(rules.game.position_of(&[8]).is_none());
    /// ```
    fn position_of(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>>;

    /// What that component is worth by theorem, as [`DynPosition::worth`] tells it.
    fn worth(&self, at: Coordinates, play: Play) -> Option<(Genus, &'static TheoremCard)>;

    /// Who wins that component by theorem.
    fn outcome(&self, at: Coordinates, play: Play) -> Option<(Outcome, &'static TheoremCard)>;
}

/// The rules of a game without any position.
pub struct Bare<G: Game>(Arc<G>);

impl<G: Game> Bare<G> {
    /// The game of these rules.
    pub fn new(rules: G) -> Bare<G> {
        Bare(Arc::new(rules))
    }

    fn term(&self, at: Coordinates) -> Option<Term<G>> {
        Some(Term::of_shared(Arc::clone(&self.0), vec![self.0.part_at(at)?]))
    }
}

impl<G: Game> fmt::Debug for Bare<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.rules_text())
    }
}

impl<G: Game> DynRuleset for Bare<G> {
    fn card(&self) -> &'static Card {
        &G::CARD
    }

    fn rules_text(&self) -> String {
        self.0.rules_text()
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.0.table()
    }

    fn as_rule(&self) -> Option<String> {
        self.0.as_rule()
    }

    fn parameters(&self) -> Vec<String> {
        self.0.parameters()
    }

    fn fault(&self) -> Option<Error> {
        self.0.fault()
    }

    fn largest(&self) -> Option<u64> {
        self.0.largest()
    }

    fn position(&self, at: Coordinates) -> Option<Box<dyn DynPosition>> {
        Some(Box::new(self.term(at)?))
    }

    fn place(&self, at: Coordinates) -> Option<Coordinates> {
        self.0.table()?;
        Some(self.0.coordinates(&self.0.part_at(at)?))
    }

    fn position_of(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>> {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let text = format!("({})", numbers.join(","));
        let mut sources = NoSources;
        let mut input = Cursor::new(&text, &mut sources);
        let (parts, _) = self.0.parse_position(G::CARD.name, &mut input).ok()?;
        input.end().ok()?;
        Some(Box::new(Term::of_shared(Arc::clone(&self.0), parts)))
    }

    fn worth(&self, at: Coordinates, play: Play) -> Option<(Genus, &'static TheoremCard)> {
        self.term(at)?.worth(0, play)
    }

    fn outcome(&self, at: Coordinates, play: Play) -> Option<(Outcome, &'static TheoremCard)> {
        self.term(at)?.outcome(0, play)
    }
}

/// Reads a game without its position.
///
/// # Errors
/// As [`parse_rules_with`]; naming a file is `unsupported`.
///
/// ```
/// let rules = grundy_rules::parse_rules("misere bash[3]").unwrap();
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// let error = grundy_rules::parse_rules("nim(3,4)").unwrap_err();
/// assert_eq!(error.help.unwrap(), "leave the position out: nim");
/// ```
pub fn parse_rules(text: &str) -> Result<Ruleset> {
    parse_rules_with(text, &mut NoSources)
}

/// Reads a game without its position, `[ "misere" ] game [ "[" parameters "]" ]`, whose lists may stand in `sources`.
///
/// # Errors
/// Any error of the notation or of the game's parameters, and `syntax` if a position or a sum follows.
pub fn parse_rules_with(text: &str, sources: &mut dyn Sources) -> Result<Ruleset> {
    signs::read(text, |text| {
        let mut game = None;
        let read = |text: &str, sources: &mut dyn Sources| read(text, sources, &mut None).map(|_| ());
        self::read(text, sources, &mut game).map_err(|error| mistakes::advised(error, text, &game, Form::Rules, read))
    })
}

/// The same without advice on mistakes; `game` is the one that was named.
fn read(text: &str, sources: &mut dyn Sources, named: &mut mistakes::Named) -> Result<Ruleset> {
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
    let (name, entry) = registry::find_named(&name).ok_or_else(|| unknown_game(&name, span.clone()))?;
    *named = Some((entry, span));
    let game = entry.parse_rules(name, &mut input).map_err(without_position)?;
    // White space before what follows is no part of the game.
    let written = text[start..input.offset()].trim();
    match input.peek() {
        None => Ok(Ruleset { play, game }),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use std::collections::HashSet;

    #[test]
    fn games_print_as_they_are_read() {
        for (text, printed) in [
            ("take[3,1,2]", "take[1..3]"),
            (" misere take[2,5] ", "misere take[2,5]"),
            ("威佐夫", "wythoff"),
            ("octal[.77]", "octal[0.77]"),
            ("kayles", "kayles"),
        ] {
            assert_eq!(parse_rules(text).unwrap().to_string(), printed);
        }
    }

    #[test]
    fn what_follows_is_named() {
        for (text, span, message, help) in [
            ("nim(3,4)", 3..8, "expected a game without its position", "leave the position out: nim"),
            ("misere take[2] (3) ", 15..18, "expected a game without its position", "leave the position out: take[2]"),
            ("kayles + nim", 7..8, "expected the end of the text, found `+`", "for example take[1,3,4]"),
            ("kayles[3]", 6..7, "expected the end of the text, found `[`", "kayles has no parameters"),
            ("misere", 6..6, "expected a game, the text ends", "for example misere take[1,3,4]"),
            ("", 0..0, "expected a game, the text ends", "for example take[1,3,4]"),
            ("3*nim", 1..2, "", ""),
            ("take", 4..4, "expected `[` and the set of amounts, the text ends", "for example take[1,3,4]"),
        ] {
            let error = parse_rules(text).unwrap_err();
            if message.is_empty() {
                assert_eq!(error.kind, ErrorKind::UnknownGame, "{text}");
                continue;
            }
            assert_eq!(error.message, message, "{text}");
            assert_eq!(error.span, Some(span), "{text}");
            assert_eq!(error.help.map(|help| help.to_string()).as_deref(), Some(help), "{text}");
        }
    }

    /// The numbers by which components are asked for are those that are printed, whatever the table counts, and the place in the
    /// table is that of the component.
    #[test]
    fn components_are_numbered_as_they_are_printed() {
        let mut met = HashSet::new();
        for entry in GAMES {
            for position in entry.samples().take(300) {
                // The position makes the rules of some games.
                let Ok(Ruleset { game: rules, .. }) = parse_rules(&position.rules_text()) else { continue };
                let dims = rules.parameters().len();
                if dims == 0 || !met.insert(position.rules_text()) {
                    continue;
                }
                let largest = rules.largest();
                for at in (0..7u64.pow(dims as u32)).map(|k| [k % 7, k / 7 % 7, k / 49]) {
                    let read = rules.position_of(&at[..dims]);
                    assert_eq!(
                        read.is_some(),
                        largest.is_none_or(|most| at.iter().all(|&n| n <= most)),
                        "{rules:?} {at:?}"
                    );
                    let alone = rules.position(at);
                    let texts = [&read, &alone].map(|p| p.as_ref().map(|p| p.write_one(0)));
                    assert_eq!(texts[0], texts[1], "{rules:?} {at:?}");
                    let Some(alone) = alone else { continue };
                    assert_eq!(rules.place(at), rules.table().map(|_| alone.coordinates(0)), "{rules:?} {at:?}");
                }
            }
        }
        assert!(met.len() > 30, "{met:?}");
    }

    /// What each component of a sample looks like can be asked for by the place in the table as well, where that counts alike.
    #[test]
    fn tables_have_a_place_for_every_component() {
        for entry in GAMES {
            // A row of values is no part of the rules' text.
            let of_rules = |table: Option<TableView<'_>>| !matches!(table, None | Some(TableView::Row { .. }));
            for position in entry.samples().take(300).filter(|p| of_rules(p.table())) {
                let rules = parse_rules(&position.rules_text()).unwrap().game;
                assert_eq!(rules.rules_text(), position.rules_text());
                for part in (0..position.len()).filter(|_| rules.largest().is_none()) {
                    let alone = rules.position(position.coordinates(part));
                    let alone = alone.unwrap_or_else(|| panic!("{position:?} has a table but no part_at"));
                    assert_eq!(alone.write_one(0), position.write_one(part));
                }
            }
        }
    }
}

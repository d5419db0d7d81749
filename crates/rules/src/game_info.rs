//! What people read about a game, and what kind of game it is.

use crate::{Error, ErrorKind, Play, Result};
use grundy_lang::text;

/// Which moves the two players have, and what decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both players have the same moves.
    Impartial,
    /// Left and Right have moves of their own.
    Partizan,
    /// Both players have the same moves, but play also ends at positions that are won, lost or drawn, as a line of marks is: they
    /// stand alone, and engines that know moves alone are not asked.
    Positional,
    /// Points decide.
    Scoring,
    /// More than two players.
    Multiplayer,
}

impl Kind {
    /// The name used in JSON and on cards.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Impartial | Kind::Positional => "impartial",
            Kind::Partizan => "partizan",
            Kind::Scoring => "scoring",
            Kind::Multiplayer => "multiplayer",
        }
    }

    /// Whether the last move decides between two players: then positions have outcomes and add up. Points and several players give
    /// results of their own, and such positions stand alone.
    pub fn is_summable(self) -> bool {
        matches!(self, Kind::Impartial | Kind::Partizan)
    }

    /// Whether an outcome tells who wins: points and several players give results of their own.
    pub fn has_outcomes(self) -> bool {
        self.is_summable() || self == Kind::Positional
    }

    /// How many players there are; `None` where the parameters of the game say it.
    pub fn players(self) -> Option<u8> {
        match self {
            Kind::Impartial | Kind::Partizan | Kind::Positional | Kind::Scoring => Some(2),
            Kind::Multiplayer => None,
        }
    }
}

/// What people read about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The canonical name in the notation.
    pub name: &'static str,
    /// Other names that the notation accepts.
    pub aliases: &'static [&'static str],
    /// What the field calls it.
    pub title: &'static str,
    /// The rules, in one or two sentences.
    pub rules: &'static str,
    /// The form of a spec, with placeholders.
    pub notation: &'static str,
    /// A correct spec.
    pub example: &'static str,
    /// Who may move what: in all positions, or in those that are met first.
    pub kind: Kind,
    /// What kind of game some parameters or positions make, if another one.
    pub also: Option<Kind>,
    /// Whether every play must end, in all positions: none can come again.
    pub short: bool,
    /// Examples of positions that are of the other kind, or whose play need not end although that of others does.
    pub others: &'static [&'static str],
    /// Whether misère play can be asked for.
    pub misere: bool,
}

impl GameInfo {
    /// The card of an impartial game whose play must end, which may be played under misère play. It has one name:
    /// `GameInfo { aliases: &["other"], ..GameInfo::impartial(...) }` gives it more.
    ///
    /// ```
    /// use grundy_rules::GameInfo;
    /// const CARD: GameInfo = GameInfo::impartial("evens", "Evens", "A move takes 2.", "evens(heap, ...)", "evens(4)");
    /// assert!(CARD.short && CARD.misere);
    /// ```
    pub const fn impartial(
        name: &'static str,
        title: &'static str,
        rules: &'static str,
        notation: &'static str,
        example: &'static str,
    ) -> GameInfo {
        let (kind, also, short, misere) = (Kind::Impartial, None, true, true);
        GameInfo { name, aliases: &[], title, rules, notation, example, kind, also, short, others: &[], misere }
    }

    /// Fails for misère play of a game in which it means nothing, or another game.
    ///
    /// # Errors
    /// `unsupported`.
    ///
    /// ```
    /// use grundy_games::library;
    /// use grundy_rules::Play;
    /// let card = library().find("treblecross").unwrap().card();
    /// assert!(card.check_play(Play::Normal).is_ok() && card.check_play(Play::Misere).is_err());
    /// ```
    pub fn check_play(&self, play: Play) -> Result<()> {
        if play == Play::Normal || self.misere {
            return Ok(());
        }
        let message = text!("`{name}` is not played under misère play", name = self.name);
        Err(Error::new(ErrorKind::Unsupported, message).help(text!("leave `misere` out")))
    }
}

/// What is said of the parameters of a game that no move changes, as the k of `take[1..k]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// How many of the parameters, the first ones, are the numbers of the position; those behind them are letters.
    pub numbers: usize,
    /// What the letters satisfy by the form of the rules, in the language of claims: `1 <= l <= r`; empty if that is nothing.
    pub condition: String,
}

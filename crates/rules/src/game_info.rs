//! The description of a game for users, and the kinds of games.

use crate::{Error, ErrorKind, Play, Result};
use grundy_lang::text;

/// The kind of a game: which moves the players have, and what decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both players have the same moves.
    Impartial,
    /// Left and Right have moves of their own.
    Partizan,
    /// Both players have the same moves, but play can end while moves remain, or a player can move again.
    ///
    /// Examples are a game won by a line of marks, and Nimstring. Positions of such games cannot be added to other
    /// games. Engines reject these games unless they support them.
    NonstandardImpartial,
    /// Points decide the game.
    Scoring,
    /// The game has more than two players.
    Multiplayer,
}

impl Kind {
    /// Returns the name used in JSON and in game information.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Impartial | Kind::NonstandardImpartial => "impartial",
            Kind::Partizan => "partizan",
            Kind::Scoring => "scoring",
            Kind::Multiplayer => "multiplayer",
        }
    }

    /// Returns whether the last move decides between two players, so that positions can be added.
    ///
    /// Games decided by points or with several players have results of their own, and their positions cannot
    /// be added.
    pub fn is_summable(self) -> bool {
        matches!(self, Kind::Impartial | Kind::Partizan)
    }

    /// Returns whether positions have outcomes; games on points or of several players have other results.
    pub fn has_outcomes(self) -> bool {
        self.is_summable() || self == Kind::NonstandardImpartial
    }

    /// Returns the number of players; `None` if this number depends on the parameters of the game.
    pub fn players(self) -> Option<u8> {
        match self {
            Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial | Kind::Scoring => Some(2),
            Kind::Multiplayer => None,
        }
    }
}

/// The description of a game for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The canonical name in the notation.
    pub name: &'static str,
    /// Other names that the notation accepts.
    pub aliases: &'static [&'static str],
    /// The name of the game in the literature.
    pub title: &'static str,
    /// The rules, in one or two sentences.
    pub rules: &'static str,
    /// The form of a position in the notation, with placeholders for parameters and positions.
    pub notation: &'static str,
    /// A correct position in the notation.
    pub example: &'static str,
    /// The kind of the game, or of most of its positions if they differ in kind.
    pub kind: Kind,
    /// The kind of the game under some parameters or positions, if it differs.
    pub other_kind: Option<Kind>,
    /// Whether every play from every position must end, so that no position can recur.
    pub short: bool,
    /// Examples of positions of the kind `other_kind`, or of positions with endless play.
    ///
    /// The latter are given if most positions of the game have no endless play.
    pub other_examples: &'static [&'static str],
    /// Whether misère play is allowed.
    pub misere: bool,
}

impl GameInfo {
    /// Returns the information about an impartial game whose play must end and which allows misère play.
    ///
    /// The game has one name: `GameInfo { aliases: &["other"], ..GameInfo::impartial(...) }` adds more.
    ///
    /// ```
    /// use grundy_rules::GameInfo;
    /// const INFO: GameInfo = GameInfo::impartial("evens", "Evens", "A move takes 2.", "evens(heap, ...)", "evens(4)");
    /// assert!(INFO.short && INFO.misere);
    /// ```
    pub const fn impartial(
        name: &'static str,
        title: &'static str,
        rules: &'static str,
        notation: &'static str,
        example: &'static str,
    ) -> GameInfo {
        let (kind, other_kind, short, misere) = (Kind::Impartial, None, true, true);
        GameInfo {
            name,
            aliases: &[],
            title,
            rules,
            notation,
            example,
            kind,
            other_kind,
            short,
            other_examples: &[],
            misere,
        }
    }

    /// Checks that the game may be played by this convention.
    ///
    /// # Errors
    /// `unsupported` for misère play of a game that has no misère play.
    ///
    /// ```
    /// use grundy_games::library;
    /// use grundy_rules::Play;
    /// let info = library().find("treblecross").unwrap().info();
    /// assert!(info.check_play(Play::Normal).is_ok() && info.check_play(Play::Misere).is_err());
    /// ```
    pub fn check_play(&self, play: Play) -> Result<()> {
        if play == Play::Normal || self.misere {
            return Ok(());
        }
        let message = text!("`{name}` cannot be played under misère play", name = self.name);
        Err(Error::new(ErrorKind::Unsupported, message).help(text!("omit `misere`")))
    }
}

/// The symbolic parameters of a game, which no move changes, such as the k of `take[1..k]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicParams {
    /// The number of leading parameters that make up the position; the later ones are symbolic.
    pub position_params: usize,
    /// The condition on the symbolic parameters that the form of the rules implies.
    ///
    /// The condition is in the language of claims, such as `1 <= l <= r`; it is empty if there is none.
    pub condition: String,
    /// The amounts of a taking game whose set is finite and the same for both players; otherwise empty.
    pub amounts: Vec<SymbolicAmounts>,
}

/// An amount, or a range of amounts, that depends on symbolic parameters.
///
/// A bound is a linear expression: its constant, followed by one coefficient for each symbolic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicAmounts {
    /// The amount, or the least amount of the range.
    pub low: Vec<i64>,
    /// The largest amount of the range; `None` for a single amount.
    pub high: Option<Vec<i64>>,
}

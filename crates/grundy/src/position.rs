//! Positions: parsed from text or built from components, added, and changed by moves.

use crate::{Error, Player, Result};
use grundy_rules::{Game, PositionSum};
use grundy_solve::{Move, NextMover};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// A position: a sum of terms, which may belong to different games.
///
/// [`str::parse`] reads the notation with the games of Grundy, [`Grundy::read`](crate::Grundy::read) with your
/// own games as well, and [`Position::new`] builds a position from components. The operators form sums,
/// differences, negatives and multiples; a sum is played under misère play if one of its terms is. Serde
/// represents a position by its text.
///
/// ```
/// use grundy::{Position, games::Nim};
/// let sum = "kayles(5)".parse::<Position>()? + 2 * Position::new(Nim, [3, 4]) - "wythoff(1,2)".parse()?;
/// assert_eq!(sum.to_string(), "kayles(5) + 2*nim(3,4) + -wythoff(1,2)");
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    spec: PositionSum,
    to_move: Option<Player>,
}

impl Position {
    /// Returns the position with these components of a game, under normal play.
    pub fn new<G: Game>(game: G, components: impl IntoIterator<Item = G::Component>) -> Position {
        PositionSum::from_components(game, components).into()
    }

    /// Returns the position as a sum of terms, the form that the engines take.
    pub(crate) fn spec(&self) -> &PositionSum {
        &self.spec
    }

    /// Returns the player to move; `None` if either player may move.
    ///
    /// The player is known if this position arose by a move that only one of the players could make.
    pub fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    /// Returns the position after a move from an answer about this position.
    ///
    /// ```
    /// let sum: grundy::Position = "3*nim(2) + nim(1)".parse()?;
    /// let answer = grundy::Grundy::new().solve(&sum)?;
    /// assert_eq!(sum.after(answer.best().unwrap()).to_string(), "nim(1) + 2*nim(2) + nim(1)");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the move belongs to another position.
    #[must_use]
    pub fn after(&self, mv: &Move) -> Position {
        let first = || self.spec.terms.first().map_or(Player::LEFT, |term| term.position.first_player());
        let to_move = mv.by.map(|by| if mv.next == Some(NextMover::Same) { by } else { by.other() });
        Position { spec: self.spec.after(mv.place, mv.by.unwrap_or_else(first), &mv.mv).0, to_move }
    }
}

impl From<PositionSum> for Position {
    fn from(spec: PositionSum) -> Position {
        Position { spec, to_move: None }
    }
}

impl From<Position> for PositionSum {
    fn from(position: Position) -> PositionSum {
        position.spec
    }
}

impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position> {
        grundy_games::parse(text).map(Position::from)
    }
}

/// Prints the canonical text, also with more than 1000 numbers.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Add for Position {
    type Output = Position;

    fn add(self, other: Position) -> Position {
        (self.spec + other.spec).into()
    }
}

impl Sub for Position {
    type Output = Position;

    fn sub(self, other: Position) -> Position {
        (self.spec - other.spec).into()
    }
}

impl Neg for Position {
    type Output = Position;

    fn neg(self) -> Position {
        (-self.spec).into()
    }
}

/// Returns the sum of this many copies of a position.
///
/// # Panics
/// If a term reaches more than 2^64-1 copies, like overflow in integer arithmetic.
impl Mul<Position> for u64 {
    type Output = Position;

    fn mul(self, position: Position) -> Position {
        (self * position.spec).into()
    }
}

/// Returns the sum of this many copies, with the position as the first factor.
impl Mul<u64> for Position {
    type Output = Position;

    fn mul(self, copies: u64) -> Position {
        copies * self
    }
}

//! The interface of games for the brute force.
//!
//! Positions are lists of numbers, and rules list their moves.

use crate::random::Random;
use serde_json::Value;
use std::rc::Rc;

/// A component of a position, as numbers that its rules interpret.
pub type Part = Vec<i64>;

/// The two players of a partizan game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// The reason why a position has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A division by zero, or a number that is too large.
    Bad,
    /// More positions than the brute force searches.
    Large,
}

/// A move in one component: the components that it leaves, and its fields in JSON.
pub struct Move {
    pub to: Vec<Part>,
    pub move_fields: Vec<(&'static str, Value)>,
}

impl Move {
    pub fn new(to: Vec<Part>, move_fields: Vec<(&'static str, Value)>) -> Move {
        Move { to, move_fields }
    }
}

/// Rules for two players: a player who cannot move loses, or wins under misère play.
pub trait Rules {
    /// Returns the game's name in the library.
    fn game(&self) -> &'static str;

    /// Returns the canonical text of the rules, if it is known in advance.
    fn canonical(&self) -> Option<String>;

    /// Returns a random valid spelling of the rules.
    fn written(&self, _random: &mut Random) -> String {
        self.canonical().unwrap_or_default()
    }

    /// Reports whether the players have different moves in these components.
    fn is_partizan(&self, _parts: &[Part]) -> bool {
        false
    }

    /// Returns all moves of a component.
    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault>;

    /// Returns a key, equal for components that are the same position.
    fn key(&self, part: &[i64]) -> Part {
        part.to_vec()
    }

    /// Returns a random component of about this size.
    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        vec![random.between(0, size)]
    }

    /// Returns the maximum number of components in a term.
    fn max_components(&self) -> usize {
        4
    }

    /// Returns the canonical text of components, in parentheses.
    fn components_text(&self, parts: &[Part]) -> String {
        let numbers: Vec<String> = parts.iter().flatten().map(i64::to_string).collect();
        format!("({})", numbers.join(","))
    }

    /// Returns a random valid spelling of the components.
    fn random_spelling(&self, parts: &[Part], _random: &mut Random) -> String {
        self.components_text(parts)
    }

    /// Parses the text that [`Rules::components_text`] writes.
    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        Some(numbers(text)?.into_iter().map(|n| vec![n]).collect())
    }

    /// Returns the name of the JSON field with the number of the component.
    fn place(&self) -> Option<&'static str> {
        Some("heap")
    }

    /// Returns the number of coordinates of a position in `find` and `prove`.
    ///
    /// The number is 0 if these commands do not support the game.
    fn dims(&self) -> usize {
        1
    }

    /// Reports whether `table` supports the game.
    fn has_table(&self) -> bool {
        self.dims() > 0
    }

    /// Reports whether claims about the game are supported.
    fn has_claims(&self) -> bool {
        self.dims() > 0
    }

    /// Reports whether the game has misère play.
    fn has_misere(&self) -> bool {
        true
    }

    /// Returns the component at a position of a table.
    fn component_at(&self, at: &[i64]) -> Option<Part> {
        Some(at.to_vec())
    }

    /// Returns the names of the parameters in claims.
    fn parameters(&self) -> Vec<String> {
        match self.dims() {
            1 => vec!["n".into()],
            dims => ["a", "b", "c"][..dims].iter().map(|name| name.to_string()).collect(),
        }
    }

    /// Returns simpler rules that may show the same disagreement.
    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        vec![]
    }

    /// Returns simpler components.
    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let mut smaller = vec![];
        for k in 0..part.len() {
            for less in [0, part[k] / 2, part[k] - 1] {
                if 0 <= less && less < part[k] {
                    let mut other = part.to_vec();
                    other[k] = less;
                    smaller.push(other);
                }
            }
        }
        smaller
    }
}

/// Parses numbers in parentheses.
pub fn numbers(text: &str) -> Option<Vec<i64>> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    if inner.is_empty() {
        return Some(vec![]);
    }
    inner.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Parses a single component of `length` numbers, for games whose position is a tuple.
pub fn parse_one_component(text: &str, length: usize) -> Option<Vec<Part>> {
    numbers(text).filter(|part| part.len() == length).map(|part| vec![part])
}

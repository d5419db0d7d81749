//! What the brute force knows of games: positions are lists of numbers, and a rule lists the moves of one.

use crate::random::Random;
use serde_json::Value;
use std::rc::Rc;

/// A component of a position, as numbers whose meaning its rules know.
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

/// Why a position has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A division by zero, or a number that is too large.
    Bad,
    /// More positions than the brute force goes through.
    Large,
}

/// A move in one component: what it leaves, and what a program would read of it.
pub struct Move {
    pub to: Vec<Part>,
    pub told: Vec<(&'static str, Value)>,
}

impl Move {
    pub fn new(to: Vec<Part>, told: Vec<(&'static str, Value)>) -> Move {
        Move { to, told }
    }
}

/// Rules for two players where who cannot move loses, or wins under misère play.
pub trait Rules {
    /// The game's name in the registry.
    fn game(&self) -> &'static str;

    /// The rules as they are printed, if that can be told beforehand.
    fn canonical(&self) -> Option<String>;

    /// The rules as somebody might write them.
    fn written(&self, _random: &mut Random) -> String {
        self.canonical().unwrap_or_default()
    }

    /// Whether the players have moves of their own in these components.
    fn is_partizan(&self, _parts: &[Part]) -> bool {
        false
    }

    /// All moves of a component.
    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault>;

    /// Equal for components that are the same position.
    fn key(&self, part: &[i64]) -> Part {
        part.to_vec()
    }

    /// A component of about this size.
    fn random_part(&self, size: i64, random: &mut Random) -> Part {
        vec![random.between(0, size)]
    }

    /// How many components a term may have.
    fn most_parts(&self) -> usize {
        4
    }

    /// The brackets with the components, as they are printed.
    fn write_parts(&self, parts: &[Part]) -> String {
        let numbers: Vec<String> = parts.iter().flatten().map(i64::to_string).collect();
        format!("({})", numbers.join(","))
    }

    /// The same, as somebody might write it.
    fn written_parts(&self, parts: &[Part], _random: &mut Random) -> String {
        self.write_parts(parts)
    }

    /// Reads what [`Rules::write_parts`] writes.
    fn read_parts(&self, text: &str) -> Option<Vec<Part>> {
        Some(numbers(text)?.into_iter().map(|n| vec![n]).collect())
    }

    /// The field of a move that numbers the component.
    fn place(&self) -> Option<&'static str> {
        Some("heap")
    }

    /// How many numbers a position of `find` and `prove` is; 0 if there are no such positions.
    fn dims(&self) -> usize {
        1
    }

    /// Whether `table` knows the game.
    fn has_table(&self) -> bool {
        self.dims() > 0
    }

    /// Whether claims can be made about the game.
    fn has_claims(&self) -> bool {
        self.dims() > 0
    }

    /// Whether the game is played misère.
    fn has_misere(&self) -> bool {
        true
    }

    /// The position that stands at a place of a table.
    fn part_at(&self, at: &[i64]) -> Option<Part> {
        Some(at.to_vec())
    }

    /// The names of the parameters in claims.
    fn parameters(&self) -> Vec<String> {
        match self.dims() {
            1 => vec!["n".into()],
            dims => ["a", "b", "c"][..dims].iter().map(|name| name.to_string()).collect(),
        }
    }

    /// Rules that are simpler and may show the same disagreement.
    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        vec![]
    }

    /// Positions that are simpler.
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

/// The numbers between brackets.
pub fn numbers(text: &str) -> Option<Vec<i64>> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    if inner.is_empty() {
        return Some(vec![]);
    }
    inner.split(',').map(|n| n.trim().parse().ok()).collect()
}

/// Pairs, for games whose position is two numbers.
pub fn one_part(text: &str, length: usize) -> Option<Vec<Part>> {
    numbers(text).filter(|part| part.len() == length).map(|part| vec![part])
}

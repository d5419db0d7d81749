//! The identity of rules with erased types: the key of tables, memos and the components of a sum.

use std::any::TypeId;
use std::fmt;

/// The type of a game and its parameters.
///
/// Positions share tables if and only if their rules have the same identity. Games of different types are
/// different, even if their names are equal.
///
/// ```
/// let id = |text| grundy_games::parse_rules(text).unwrap().game.id();
/// assert_eq!(id("bash[3]"), id("take[1..3]"));
/// assert_ne!(id("take[1..3]"), id("take[1..4]"));
/// assert_ne!(id("take[1..3]"), id("rule{ n -> n-k for k in 1..3 }"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RulesId {
    game: TypeId,
    /// The name and parameters in canonical notation; equal parameters of one type have equal notation.
    parameters: Box<str>,
}

impl RulesId {
    pub(crate) fn new(game: TypeId, parameters: String) -> RulesId {
        RulesId { game, parameters: parameters.into() }
    }
}

impl fmt::Debug for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parameters)
    }
}

/// The key that distinguishes the games of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameKey {
    Rules(RulesId),
    /// The address in memory of rules whose parameters are missing in the notation or too long to compare.
    ///
    /// The sum owns the rules, so the address stays valid.
    Address(usize),
    /// Nim heaps that replace components of other games.
    NimHeaps,
}

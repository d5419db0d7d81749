//! The identity of rules whose types are erased: what tables, memos and the components of a sum are kept by.

use std::any::TypeId;
use std::fmt;

/// The type of a game and its parameters.
///
/// Positions share tables exactly if their rules have the same identity. Games of different types are different, whatever they are called.
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
    /// The parameters in canonical notation, which is equal for equal parameters of one type.
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

/// What tells the games of a sum apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameKey {
    Rules(RulesId),
    /// The place in memory of rules whose parameters are not all written, or are too long to be compared. The sum keeps them there.
    Place(usize),
    /// Nim heaps that stand for components of other games.
    NimHeaps,
}

//! The type-erased rules of a game with its parameters.

use super::DynPosition;
use crate::{Coordinates, Error, GameInfo, Kind, Multiplayer, Result, RulesId, SymbolicParams, TableForm};
use grundy_lang::Text;
use std::any::TypeId;
use std::fmt;

/// The rules of a game with fixed parameters, type-erased.
///
/// [`RulesHandle`](crate::RulesHandle) implements this trait for every [`Game`](crate::Game). Components are
/// identified by the numbers that make up their position.
pub trait DynRuleset: fmt::Debug + Send + Sync {
    /// Returns the information about the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns the name and parameters of the game as text, such as `take[1..3]`.
    fn rules_text(&self) -> String;

    /// Returns [`Game::remark`](crate::Game::remark) for the first line of answers.
    fn remark(&self) -> Text;

    /// Returns the type of the game, which distinguishes games with equal notation.
    fn game_type(&self) -> TypeId;

    /// Returns the identity of the rules, the key of tables.
    fn id(&self) -> RulesId {
        RulesId::new(self.game_type(), self.rules_text())
    }

    /// Returns the kind of game.
    fn kind(&self) -> Kind;

    /// Returns whether every play must end.
    fn is_short(&self) -> bool;

    /// Returns whether a move may be followed by another one of the same player.
    fn has_extra_turns(&self) -> bool;

    /// Returns the interface of games of several players, if this is one.
    fn multiplayer(&self) -> Option<&dyn Multiplayer>;

    /// Returns the number of players.
    fn players(&self) -> u8 {
        self.multiplayer().map_or(2, Multiplayer::players)
    }

    /// Returns the arrangement of the game's values in a table, if it has one.
    fn table_form(&self) -> Option<TableForm<'_>>;

    /// Returns the rules in the rule language, without braces, where the table does not determine them.
    ///
    /// `grundy_rulelang::rule_of` uses this text if there is one, and the table otherwise.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("rule{ n -> n-1; n/2 }").unwrap();
    /// assert_eq!(rules.game.as_rule().unwrap(), "n -> n-1; n/2");
    /// ```
    fn as_rule(&self) -> Option<String>;

    /// Returns the symbolic parameters, which no move changes; `None` if the game has none.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("take[l..r]").unwrap();
    /// assert_eq!(rules.game.symbolic_params().unwrap().condition, "1 <= l <= r");
    /// ```
    fn symbolic_params(&self) -> Option<&SymbolicParams>;

    /// Returns the names of the numbers that make up a position.
    ///
    /// The list is empty for games whose positions are not one to three numbers.
    fn coordinate_names(&self) -> Vec<String>;

    /// Returns the number of numbers in a position, 1 to 3: see [`Ruleset::dims`](crate::Ruleset::dims).
    fn dims(&self) -> Option<usize> {
        let dims = self.coordinate_names().len();
        ((1..=3).contains(&dims) && self.position_at(self.min_coordinates()).is_some()).then_some(dims)
    }

    /// Returns the least value of the numbers that make up a position; tables begin at this value.
    ///
    /// ```
    /// let min_index = |text| grundy_games::parse_rules(text).unwrap().game.min_index();
    /// assert_eq!([min_index("wythoff"), min_index("chomp")], [0, 1]);
    /// ```
    fn min_index(&self) -> u64;

    /// Returns the least numbers of a position, padded with zeros.
    fn min_coordinates(&self) -> Coordinates {
        let dims = self.coordinate_names().len();
        std::array::from_fn(|k| if k < dims { self.min_index() } else { 0 })
    }

    /// Returns the error that occurred while moves were listed; answers computed meanwhile are invalid.
    fn fault(&self) -> Option<Error>;

    /// Takes the error that [`DynRuleset::fault`] returns, so that other positions can be examined.
    fn take_fault(&self) -> Option<Error>;

    /// Fails if an error occurred while moves were listed since the last call, and clears this error.
    ///
    /// # Errors
    /// The error of the rules.
    fn check_and_clear_fault(&self) -> Result<()> {
        self.take_fault().map_or(Ok(()), Err)
    }

    /// Returns the largest number of a position, if there is one.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.max_index(), Some(30));
    /// ```
    fn max_index(&self) -> Option<u64>;

    /// Returns the position without components.
    fn empty_position(&self) -> Box<dyn DynPosition>;

    /// Returns the component of these numbers, padded with zeros, as a position; `None` if there is none.
    fn position_at(&self, at: Coordinates) -> Option<Box<dyn DynPosition>>;

    /// Returns the position that is this rooted tree; `None` if no positions of the game are trees.
    ///
    /// Vertex 0 is the root. Vertex k + 1 is a child of the vertex `parents[k]`, which is at most k.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("hackenbush").unwrap();
    /// assert_eq!(rules.game.tree(&[0, 1, 1]).unwrap().to_string(), "hackenbush(0-1,1-2,1-3)");
    /// ```
    fn tree(&self, parents: &[u32]) -> Option<Box<dyn DynPosition>>;

    /// Returns the table coordinates of the component of these numbers.
    ///
    /// Returns `None` if there is no such component or no table.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("count[1..4; 30]").unwrap();
    /// assert_eq!(rules.game.table_coordinates_at([7, 0, 0]), Some([23, 0, 0])); // 30 - 7, the distance to the goal
    /// ```
    fn table_coordinates_at(&self, at: Coordinates) -> Option<Coordinates>;

    /// Returns the position with these numbers between its brackets; `None` if there is none.
    ///
    /// ```
    /// let rules = grundy_games::parse_rules("euclid").unwrap();
    /// assert_eq!(rules.game.position_from_numbers(&[8, 5]).unwrap().to_string(), "euclid(8,5)");
    /// assert!(rules.game.position_from_numbers(&[8]).is_none());
    /// ```
    fn position_from_numbers(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>>;

    /// Clones the handle; the rules are shared.
    fn clone_box(&self) -> Box<dyn DynRuleset>;
}

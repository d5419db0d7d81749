//! A game with its parameters, with its types erased.

use super::DynPosition;
use crate::{Coordinates, Error, GameInfo, Kind, Letters, Multiplayer, Result, RulesId, TableView};
use std::any::TypeId;
use std::fmt;

/// A game with its parameters whose types are not known: blanket-implemented by [`RulesHandle`](crate::RulesHandle) for every [`Game`](crate::Game).
///
/// Components are named by the numbers that make their position.
pub trait DynRuleset: fmt::Debug + Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static GameInfo;

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

    /// How many numbers make a position, as [`Ruleset::dims`](crate::Ruleset::dims) tells it.
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

//! The type-erased games that a library lists.

use crate::{Cursor, DynPosition, DynRuleset, GameInfo, Result, TheoremInfo, Tools};

/// A type-erased game, as a [`Library`](crate::Library) lists it.
pub trait DynGame: Send + Sync {
    /// Returns the information about the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns the names that mean the game under misère play; a text with such a name has only one term.
    fn misere_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the drawing tools of a game on graphs; `None` for other games.
    fn tools(&self) -> Option<Tools> {
        None
    }

    /// Returns the theorems about the game.
    fn theorems(&self) -> Vec<&'static TheoremInfo>;

    /// Parses `[parameters](position)` after the game's name; `alias` is the name that was used.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the span and a correct example.
    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>>;

    /// Parses `[parameters]` after the game's name.
    ///
    /// # Errors
    /// The same errors as [`DynGame::parse`].
    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>>;

    /// Iterates over small positions in order of increasing size, for the conformance suite.
    ///
    /// The iterator is empty on WebAssembly.
    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>>;
}

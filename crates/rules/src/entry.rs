//! Games with erased types, as a library lists them.

use crate::{Cursor, DynPosition, DynRuleset, GameInfo, Result, TheoremInfo, Tools};

/// A game whose type is erased, as a library lists it.
pub trait Entry: Send + Sync {
    /// Returns the information about the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns the names that mean the game under misère play; such a name must be the only term.
    fn misere_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the tools to draw positions with, for games on graphs.
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
    /// As [`Entry::parse`].
    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>>;

    /// Iterates over small positions in growing order, for the conformance suite; none in a browser.
    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>>;
}

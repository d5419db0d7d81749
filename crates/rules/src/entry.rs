//! A game whose type is not known, as a library lists it.

use crate::{Cursor, DynPosition, DynRuleset, GameInfo, Result, TheoremInfo, Tools};

/// What a library lists: a game whose type is not known.
pub trait Entry: Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static GameInfo;

    /// Names that mean the game under misère play, which stand alone.
    fn misere_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// What there is to draw its positions with, in games on graphs.
    fn tools(&self) -> Option<Tools> {
        None
    }

    /// What is known about the game in closed form.
    fn theorems(&self) -> Vec<&'static TheoremInfo>;

    /// Reads `[parameters](position)` behind the game's name; `alias` is the name that was used.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the place and a correct example.
    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>>;

    /// Reads `[parameters]` behind the game's name.
    ///
    /// # Errors
    /// As [`Entry::parse`].
    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>>;

    /// Small positions in growing order, for the conformance suite; none in a browser, which does not run it.
    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>>;
}

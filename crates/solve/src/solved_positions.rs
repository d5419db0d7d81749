//! All positions of one game, solved and stored in memory.

use grundy_engines::digraph::LoopyOutcome;
use grundy_lang::text;
use grundy_retrograde::{InMemory, decode_outcome};
use grundy_rules::indexed::Tiers;
use grundy_rules::{DynPosition, Error, ErrorKind, Result};
use std::fmt;

/// The positions of a game, with the result of each.
pub(crate) struct SolvedInMemory {
    pub tiers: Box<dyn Tiers>,
    pub results: InMemory,
}

impl fmt::Debug for SolvedInMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbered").field("kept", &self.results).finish_non_exhaustive()
    }
}

impl SolvedInMemory {
    /// Returns the memory used in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.results.bytes()
    }

    /// Returns the outcome and remoteness for the player to move in a position.
    ///
    /// # Errors
    /// Fails with `bad_argument` for a position that play does not reach.
    pub(crate) fn loopy_outcome(&self, position: &dyn DynPosition) -> Result<LoopyOutcome> {
        let words = position.encode(0).ok_or_else(|| unreachable_position(position))?;
        let slot = self.tiers.find(&words).ok_or_else(|| unreachable_position(position))?;
        self.results.code(slot).and_then(decode_outcome).ok_or_else(|| unreachable_position(position))
    }
}

/// Returns the error for a position that no play reaches.
pub(crate) fn unreachable_position(position: &dyn DynPosition) -> Error {
    let message = text!("{position} cannot be reached in play", position = position.to_string());
    Error::new(ErrorKind::BadArgument, message)
}

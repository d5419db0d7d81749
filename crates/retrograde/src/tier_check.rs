//! Checks that moves lead to the declared tiers.

use grundy_lang::text;
use grundy_rules::indexed::{Batch, Tier, Tiers};
use grundy_rules::{Error, ErrorKind, Result};

/// The number of slots whose moves are generated in one batch.
pub(super) const SLOTS_PER_BATCH: u64 = 1024;

/// Returns an error if the moves of the batch could not be generated or lead to an undeclared tier.
pub(super) fn check_tiers(tiers: &dyn Tiers, tier: Tier, batch: &mut Batch) -> Result<()> {
    if let Some(error) = batch.error.take() {
        return Err(error);
    }
    batch.undeclared_move.map_or(Ok(()), |(slot, to)| Err(undeclared_move_error(tiers, tier, slot, to)))
}

/// Returns the error for a move to a tier that is not declared as a target of moves.
fn undeclared_move_error(tiers: &dyn Tiers, tier: Tier, slot: u64, to: Tier) -> Error {
    let words = tiers.encode(tier, slot).map_or(vec![], |(words, _)| words);
    let message = text!(
        "a move from {position} leads from tier {tier} to tier {to}, which is not declared as a target of the moves \
        from tier {tier}",
        tier = tiers.name(tier),
        to = tiers.name(to),
        position = format!("{words:?}")
    );
    Error::new(ErrorKind::BadArgument, message)
}

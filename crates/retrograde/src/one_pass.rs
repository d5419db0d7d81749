//! Solves a tier whose moves all lead to lower slots or to other tiers in one pass.

use super::forward::OptionSummary;
use super::group_error::GroupError;
use super::tier_check::{SLOTS_PER_BATCH, check_tiers};
use super::tier_codes::TierResult;
use super::tier_codes::{Tally, TierCodes};
use super::tier_store::{SolvedTiers, TierStore};
use grundy_lang::text;
use grundy_rules::indexed::{Batch, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind};

/// Solves the only tier of a group.
///
/// Fails with [`GroupError::Rises`] if a move within the tier does not lead to a lower slot.
pub(super) fn solve_in_one_pass(
    tiers: &dyn Tiers,
    group: &[Tier],
    tier_store: &dyn TierStore,
    budget: &Budget,
) -> Result<TierResult, GroupError> {
    let &[tier] = group else {
        let error = Error::new(
            ErrorKind::BadArgument,
            text!("a tier that is solved in one pass must be the only tier of its group"),
        );
        return Err(error.into());
    };
    let solved = SolvedTiers::load(tiers, group, tier_store)?;
    let slots = tiers.size(tier);
    let fits = budget.check_fits(u128::from(slots) * 8 + solved.bytes(), &text!("a group of {slots} positions", slots));
    if let Err(error) = fits {
        // If files can be used, try the general method: it needs more than one pass, but little memory.
        return Err(if tier_store.spill().is_some() { GroupError::Rises } else { error.into() });
    }
    let mut codes = vec![u32::MAX; slots as usize];
    let (mut tally, mut batch, mut last) = (Tally { slots, ..Tally::default() }, Batch::default(), 0);
    let mut meter = budget.meter(text!("positions")).with_total(slots);
    let mut from = 0;
    while from < slots {
        let to = slots.min(from + SLOTS_PER_BATCH);
        meter.advance(to - from)?;
        tiers.expand(tier, from..to, group, true, &mut batch);
        check_tiers(tiers, tier, &mut batch)?;
        let mut start = 0;
        for (p, &slot) in batch.slots.iter().enumerate() {
            let mut summary = OptionSummary::EMPTY;
            for &(to, at) in &batch.links[start as usize..batch.slice_ends[p] as usize] {
                if to != tier {
                    summary.add_option(solved.column(to, &mut last).map(|column| column.code(at)));
                } else if at < slot {
                    summary.add_option(Some(codes[at as usize]));
                } else {
                    return Err(GroupError::Rises);
                }
            }
            start = batch.slice_ends[p];
            let code = summary.code(batch.ends[p]);
            if code >= u32::MAX - 1 {
                return Err(GroupError::Narrow);
            }
            codes[slot as usize] = code;
            tally.count(code, batch.orbits[p]);
        }
        from = to;
    }
    let mut column = TierCodes::with_slot_capacity(slots, tally.longest.unwrap_or(0));
    codes.iter().for_each(|&code| column.push((code != u32::MAX).then_some(code)));
    Ok(TierResult { tier, column, tally })
}

//! The positions that can be reached from a start position.

use super::tier_check::{SLOTS_PER_BATCH, check_tiers};
use grundy_lang::text;
use grundy_rules::indexed::{Batch, Slot, Tier, Tiers};
use grundy_rules::{Budget, Result};
use std::collections::BTreeMap;

/// The slots of each tier that play from a start position reaches, as one bit set per tier.
#[derive(Debug, Default)]
pub struct ReachedSlots {
    tiers: BTreeMap<Tier, Vec<u64>>,
}

impl ReachedSlots {
    /// Marks the reached slots of `groups`, which must be in the order of solving.
    ///
    /// All moves of a position must lead to other groups.
    ///
    /// # Errors
    /// Fails with `limit` if the bit sets do not fit the budget, before memory is allocated, and with
    /// `bad_argument` for moves to undeclared tiers.
    pub fn compute(tiers: &dyn Tiers, groups: &[Vec<Tier>], start: Slot, budget: &Budget) -> Result<ReachedSlots> {
        let all = || groups.iter().flatten();
        let slots: u128 = all().map(|&tier| u128::from(tiers.size(tier))).sum();
        budget.check_fits(slots / 8, &text!("a bit for each of {slots} positions", slots))?;
        let empty = |&tier: &Tier| (tier, vec![0u64; tiers.size(tier).div_ceil(64) as usize]);
        let mut reach = ReachedSlots { tiers: all().map(empty).collect() };
        reach.mark(start.tier, start.at);
        let mut batch = Batch::default();
        let mut meter = budget.meter(text!("positions")).with_total(u64::try_from(slots).ok());
        for &tier in groups.iter().rev().flatten() {
            let size = tiers.size(tier);
            for from in (0..size).step_by(SLOTS_PER_BATCH as usize) {
                let to = size.min(from + SLOTS_PER_BATCH);
                meter.advance(to - from)?;
                if !(from..to).step_by(64).any(|slot| reach.word(tier, slot) != 0) {
                    continue;
                }
                tiers.expand(tier, from..to, &[], true, &mut batch);
                check_tiers(tiers, tier, &mut batch)?;
                let mut start = 0;
                for (p, &slot) in batch.slots.iter().enumerate() {
                    if reach.has(tier, slot) {
                        for &(to, at) in &batch.links[start..batch.slice_ends[p] as usize] {
                            reach.mark(to, at);
                        }
                    }
                    start = batch.slice_ends[p] as usize;
                }
            }
        }
        Ok(reach)
    }

    fn word(&self, tier: Tier, slot: u64) -> u64 {
        self.tiers.get(&tier).and_then(|bits| bits.get(slot as usize / 64)).copied().unwrap_or(0)
    }

    /// Reports whether play reaches a slot.
    pub fn has(&self, tier: Tier, slot: u64) -> bool {
        self.word(tier, slot) >> (slot % 64) & 1 == 1
    }

    fn mark(&mut self, tier: Tier, slot: u64) {
        if let Some(word) = self.tiers.get_mut(&tier).and_then(|bits| bits.get_mut(slot as usize / 64)) {
            *word |= 1 << (slot % 64);
        }
    }
}

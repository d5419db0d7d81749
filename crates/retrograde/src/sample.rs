//! Samples of positions, the recomputed code of a slot, and memory estimates.

use super::cells::UnsignedWord;
use super::forward::OptionSummary;
use super::group_error::GroupError;
use super::group_layout::GroupLayout;
use super::storage::parents_mismatch;
use super::tier_check::check_tiers;
use grundy_rules::Result;
use grundy_rules::indexed::{Batch, Parents, Tier, Tiers};
use grundy_value::CompactSort;

/// The number of slots checked per tier.
const SAMPLES: u64 = 16;

/// Iterates over at most [`SAMPLES`] slots of a tier, evenly distributed.
fn samples(size: u64) -> impl Iterator<Item = u64> {
    let count = SAMPLES.min(size);
    (0..count).map(move |k| (u128::from(k) * u128::from(size) / u128::from(count)) as u64)
}

/// Returns an error if the moves of some sample within the group do not agree with the parents.
///
/// Let a position of orbit A have moves to orbit B. The number of these moves times the size of A must equal the number
/// of times that A is listed as a parent of B, times the size of B.
pub(super) fn check_parents(tiers: &dyn Tiers, shape: &GroupLayout) -> Result<(), GroupError> {
    let (mut batch, mut parents) = (Batch::default(), Parents::default());
    for &tier in &shape.tiers {
        for slot in samples(tiers.size(tier)) {
            tiers.expand(tier, slot..slot + 1, &shape.tiers, true, &mut batch);
            let Some(&orbit) = batch.orbits.first() else { continue };
            let mut inside: Vec<(Tier, u64)> =
                batch.links.iter().copied().filter(|(to, _)| shape.tiers.contains(to)).collect();
            inside.compact_sort();
            for same in inside.chunk_by(|a, b| a == b) {
                let (to, at) = same[0];
                tiers.parents(to, &[at], &mut parents);
                let back = parents.parents.iter().filter(|&&parent| parent == (tier, slot)).count() as u64;
                let other = parents.orbits.first().copied().unwrap_or(0);
                if same.len() as u64 * u64::from(orbit) != back * u64::from(other) {
                    return Err(parents_mismatch().into());
                }
            }
        }
    }
    Ok(())
}

/// Estimates from samples the average number of moves of a position within the group, rounded up.
pub(super) fn moves_inside(tiers: &dyn Tiers, shape: &GroupLayout) -> u64 {
    let (mut batch, mut moves, mut positions) = (Batch::default(), 0, 0);
    for &tier in &shape.tiers {
        for slot in samples(tiers.size(tier)) {
            // Each sample expands 16 slots, because some slots have no position.
            tiers.expand(tier, slot..(slot + 16).min(tiers.size(tier)), &shape.tiers, false, &mut batch);
            moves += batch.inside.iter().map(|&inside| u64::from(inside)).sum::<u64>();
            positions += batch.slots.len() as u64;
        }
    }
    moves.div_ceil(positions.max(1))
}

/// Recomputes the code of a slot from the codes of its options; `None` for a slot without a position.
///
/// `batch` is a buffer that is reused. `code` returns the codes of other slots.
///
/// # Errors
/// Returns the errors of `code`, and the errors of generating the moves.
pub fn recompute_code(
    tiers: &dyn Tiers,
    tier: Tier,
    slot: u64,
    batch: &mut Batch,
    code: &mut dyn FnMut(Tier, u64) -> Result<u32>,
) -> Result<Option<u32>> {
    tiers.expand(tier, slot..slot + 1, &[tier], true, batch);
    check_tiers(tiers, tier, batch)?;
    let mut summary = OptionSummary::EMPTY;
    for &(to, at) in &batch.links {
        summary.add_option(Some(code(to, at)?));
    }
    Ok(batch.ends.first().map(|&end| summary.code(end)))
}

/// Estimates the memory in bytes for solving a group.
pub fn memory_needed<W: UnsignedWord>(tiers: &dyn Tiers, shape: &GroupLayout) -> u128 {
    // Memory is needed for the cells, for the positions decided at a superstep, and for the final codes.
    let slots = u128::from(shape.slots());
    let cells = slots * (2 * W::BYTES as u128 + 3);
    if tiers.has_parents() { cells } else { cells + slots * (4 + 12 * u128::from(moves_inside(tiers, shape))) }
}

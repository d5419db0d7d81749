//! Estimates of the cost of solving a game, from the cost of its first groups.

use super::file;
use super::folder::require_numbering;
use grundy_lang::text;
use grundy_retrograde::{Estimate, GroupLayout, InMemory, TierStore, memory_needed, reachable_groups, solve_groups};
use grundy_rules::clock::Instant;
use grundy_rules::indexed::{Batch, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, PositionSum, Result};
use std::time::Duration;

/// The time after which no further group is measured.
const MAX_MEASURED_TIME: Duration = Duration::from_millis(700);
/// The number of slots per tier that are sampled to count moves.
const SAMPLES: u64 = 64;

/// Estimates the cost of solving all positions that play can reach.
///
/// The first groups are solved with one thread to measure the rate.
///
/// # Errors
/// Returns the errors of [`require_numbering`], and `limit` if even the first groups exceed the budget.
pub fn estimate(spec: &PositionSum, budget: &Budget) -> Result<Estimate> {
    let (tiers, start) = require_numbering(spec, budget)?;
    let groups = reachable_groups(&*tiers, start.tier);
    let mut result = Estimate { groups: groups.len() as u64, ..Estimate::default() };
    let mut largest = 0u128;
    for group in &groups {
        let shape = GroupLayout::new(&*tiers, group);
        result.tiers += group.len() as u64;
        result.slots = result.slots.saturating_add(shape.slots());
        result.largest = result.largest.max(shape.slots());
        let after: u128 = group
            .iter()
            .flat_map(|&tier| tiers.after(tier))
            .filter(|tier| !group.contains(tier))
            .map(|tier| u128::from(tiers.size(tier)))
            .sum();
        let bits = if tiers.reachable_only() { u128::from(result.slots) / 8 } else { 0 };
        largest = largest.max(memory_needed::<u16>(&*tiers, &shape) + after + bits);
        result.moves = result.moves.saturating_add(group.iter().map(|&tier| estimate_moves(&*tiers, tier)).sum());
    }
    result.memory = u64::try_from(largest).unwrap_or(u64::MAX);
    let Measured { slots, bytes, spent } = Measured::measure(&*tiers, &groups, budget)?;
    result.measured = slots;
    result.rate = (u128::from(slots) * 1_000_000_000 / spent.as_nanos().max(1)) as u64;
    result.core_seconds = (u128::from(result.slots) / u128::from(result.rate.max(1))) as u64;
    let packed = u128::from(result.slots) * u128::from(bytes) / u128::from(slots.max(1));
    let disk = packed + DiskNeed::for_groups(&*tiers, &groups, budget).spilled;
    result.disk = u64::try_from(disk).unwrap_or(u64::MAX);
    Ok(result)
}

/// The measured cost of the first groups.
struct Measured {
    slots: u64,
    /// The size of the groups' files in bytes.
    bytes: u64,
    spent: Duration,
}

impl Measured {
    /// Solves the first groups with one thread, until `MAX_MEASURED_TIME` is exceeded.
    fn measure(tiers: &dyn Tiers, groups: &[Vec<Tier>], budget: &Budget) -> Result<Measured> {
        let (solved, since) = (InMemory::default(), Instant::now());
        let single_threaded = Budget { threads: 1, ..budget.clone() };
        let mut measured = Measured { slots: 0, bytes: 0, spent: Duration::ZERO };
        for group in groups {
            solve_groups(tiers, std::slice::from_ref(group), None, &solved, &single_threaded)?;
            measured.spent = since.elapsed();
            for &tier in group {
                let Some(column) = solved.column(tier)? else { continue };
                measured.slots += column.len();
                let packed = file::packed_bytes(0, tier, "", &column, 3)
                    .map_err(|error| Error::new(ErrorKind::Io, text!("a tier cannot be compressed: {error}", error)))?;
                measured.bytes += packed.len() as u64;
            }
            if since.elapsed() >= MAX_MEASURED_TIME {
                break;
            }
        }
        Ok(measured)
    }
}

/// The disk space that groups of tiers need.
pub(super) struct DiskNeed {
    slots: u128,
    /// The bytes for solving the largest group that does not fit into memory, with two checkpoints.
    spilled: u128,
}

impl DiskNeed {
    pub fn for_groups(tiers: &dyn Tiers, groups: &[Vec<Tier>], budget: &Budget) -> DiskNeed {
        let mut need = DiskNeed { slots: 0, spilled: 0 };
        for group in groups {
            let shape = GroupLayout::new(tiers, group);
            need.slots += u128::from(shape.slots());
            let memory = memory_needed::<u16>(tiers, &shape);
            if memory > u128::from(budget.bytes) {
                // `memory` covers the cells and the stored moves. Each of the two checkpoints adds a copy of the
                // cells, with 4 bytes per slot.
                need.spilled = need.spilled.max(memory + 8 * u128::from(shape.slots()));
            }
        }
        need
    }

    /// Returns an upper bound on the disk space, in bytes.
    ///
    /// The bound counts one byte per slot, the footers of the files, and the space for the largest group solved on
    /// disk.
    pub fn max_bytes(&self) -> u128 {
        self.slots + self.slots / 256 + self.spilled
    }

    /// Estimates the disk space in bytes from the sizes of the first groups.
    pub fn estimate_bytes(&self, tiers: &dyn Tiers, groups: &[Vec<Tier>], budget: &Budget) -> Result<u128> {
        // If not even the first groups fit into memory, the upper bound is used.
        let Ok(Measured { slots, bytes, .. }) = Measured::measure(tiers, groups, budget) else {
            return Ok(self.max_bytes());
        };
        Ok(self.slots * u128::from(bytes) / u128::from(slots.max(1)) + self.spilled)
    }
}

/// Estimates the number of moves of the positions of a tier by sampling.
fn estimate_moves(tiers: &dyn Tiers, tier: Tier) -> u64 {
    let (size, mut batch) = (tiers.size(tier), Batch::default());
    let (mut moves, mut slots) = (0u128, 0u128);
    for k in 0..SAMPLES.min(size) {
        let slot = (u128::from(k) * u128::from(size) / u128::from(SAMPLES.min(size))) as u64;
        tiers.expand(tier, slot..slot + 1, &[tier], true, &mut batch);
        moves += batch.links.len() as u128;
        slots += 1;
    }
    u64::try_from(u128::from(size) * moves / slots.max(1)).unwrap_or(u64::MAX)
}

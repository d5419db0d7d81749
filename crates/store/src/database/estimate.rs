//! What it would take to solve a game, by what a part of it takes.

use super::{file, folder::numbered};
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::indexed::{Batch, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, Result, Spec};
use grundy_solve::tiers::{Estimate, InMemory, Keeper, Shape, needed, reached, solve_groups};
use std::time::Duration;

/// The work is measured so long.
const MEASURED: Duration = Duration::from_millis(700);
/// So many slots of each tier tell how many moves there are.
const SAMPLES: u64 = 64;

/// What it would take to solve all that play from a position reaches. Some first groups are solved, by one thread, to tell.
///
/// # Errors
/// As [`numbered`]; `limit` if even the first groups are beyond the budget.
pub fn estimate(spec: &Spec, budget: &Budget) -> Result<Estimate> {
    let (tiers, start) = numbered(spec, budget)?;
    let groups = reached(&*tiers, start.tier);
    let mut found = Estimate { groups: groups.len() as u64, ..Estimate::default() };
    let mut largest = 0u128;
    for group in &groups {
        let shape = Shape::of(&*tiers, group);
        found.tiers += group.len() as u64;
        found.slots = found.slots.saturating_add(shape.slots());
        found.largest = found.largest.max(shape.slots());
        let after: u128 = group
            .iter()
            .flat_map(|&tier| tiers.after(tier))
            .filter(|tier| !group.contains(tier))
            .map(|tier| u128::from(tiers.size(tier)))
            .sum();
        let bits = if tiers.only_reached() { u128::from(found.slots) / 8 } else { 0 };
        largest = largest.max(needed::<u16>(&*tiers, &shape) + after + bits);
        found.moves = found.moves.saturating_add(group.iter().map(|&tier| moves(&*tiers, tier)).sum());
    }
    found.memory = u64::try_from(largest).unwrap_or(u64::MAX);
    let (kept, since) = (InMemory::default(), Instant::now());
    let one = Budget { threads: 1, ..budget.clone() };
    let (mut spent, mut bytes) = (Duration::ZERO, 0u64);
    for group in &groups {
        solve_groups(&*tiers, std::slice::from_ref(group), None, &kept, &one)?;
        spent = since.elapsed();
        for &tier in group {
            let Some(column) = kept.column(tier)? else { continue };
            found.measured += column.len();
            let packed = file::packed(0, tier, "", &column, 3)
                .map_err(|error| Error::new(ErrorKind::Io, text!("a tier cannot be packed: {error}", error)))?;
            bytes += packed.len() as u64;
        }
        if since.elapsed() >= MEASURED {
            break;
        }
    }
    let nanos = spent.as_nanos().max(1);
    let measured = u128::from(found.measured.max(1));
    found.rate = (measured * 1_000_000_000 / nanos) as u64;
    found.core_seconds = (u128::from(found.slots) / u128::from(found.rate.max(1))) as u64;
    found.disk = (u128::from(found.slots) * u128::from(bytes) / measured) as u64;
    Ok(found)
}

/// How many moves the positions of a tier have, by samples.
fn moves(tiers: &dyn Tiers, tier: Tier) -> u64 {
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

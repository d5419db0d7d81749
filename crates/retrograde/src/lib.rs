//! Retrograde analysis of all positions of a game: computes outcomes and remotenesses.
//!
//! Tiers divide the positions of a game, and a group consists of tiers whose moves lead to each other. The positions of
//! a tier are numbered by *slots*; some slots have no position. Groups are solved one after another, each in two
//! phases. First, `forward` evaluates the moves of every position out of the group. Then, superstep by superstep, the
//! positions decided at remoteness r send messages to the positions with moves to them (`supersteps`). Both phases work
//! on a [`Storage`], which keeps the group in memory, in files or divided among processes. A [`TierStore`] keeps the
//! solved groups. The slots of a group are divided into at most 256 partitions, regardless of the number of threads or
//! processes, so results do not depend on these numbers. Start with [`solve`].
//!
//! ```
//! use grundy_rules::Budget;
//! use grundy_retrograde::{InMemory, solve};
//! let spec = grundy_games::parse("quixo[3](start)").unwrap();
//! let position = &*spec.terms[0].position;
//! let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
//! let start = tiers.find(&position.encode(0).unwrap()).unwrap();
//! let kept = InMemory::default();
//! solve(&*tiers, start, &kept, &Budget::default()).unwrap();
//! let tally = kept.tally();
//! assert_eq!(tally.positions, [12_748, 6_935, 0]);
//! assert_eq!((tally.longest, kept.code(start).unwrap()), (Some(8), 8 << 1 | 1)); // won, with remoteness 7
//! ```

mod cells;
mod checkpoint;
mod disk_storage;
mod distributed_storage;
mod estimate;
mod forward;
mod group_error;
mod group_layout;
mod one_pass;
mod peers;
mod reach;
mod sample;
mod storage;
mod supersteps;
mod task;
mod tier_check;
mod tier_codes;
mod tier_store;

pub use cells::{Message, SlotState, UnsignedWord};
pub use disk_storage::DiskStorage;
pub use estimate::Estimate;
pub use group_error::GroupError;
pub use group_layout::{GroupLayout, PARTITIONS};
pub use peers::Peers;
pub use reach::ReachedSlots;
pub use sample::{memory_needed, recompute_code};
pub use storage::{Edges, MemoryStorage, Storage};
pub use tier_codes::{Tally, TierCodes, decode_outcome};
pub use tier_store::{Codes, InMemory, Saved, SolvedTiers, Spill, Take, TierStore};

use grundy_lang::text;
use grundy_rules::indexed::{Slot, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, Result};
use supersteps::solve_and_commit;
use task::GroupTask;

/// Returns the groups that play from a tier reaches, in the order in which they are solved.
pub fn reachable_groups(tiers: &dyn Tiers, from: Tier) -> Vec<Vec<Tier>> {
    let groups = tiers.groups();
    let (mut reached_tiers, mut list) = (vec![from], vec![]);
    // Moves lead to earlier groups. So, in reverse order, all groups with moves to a group come before that group.
    for group in groups.into_iter().rev() {
        if group.iter().any(|tier| reached_tiers.contains(tier)) {
            for tier in group.iter().flat_map(|&tier| tiers.after(tier)) {
                if !reached_tiers.contains(&tier) {
                    reached_tiers.push(tier);
                }
            }
            list.push(group);
        }
    }
    list.reverse();
    list
}

/// Solves all groups that play from a position reaches, except those that are already in the store.
///
/// # Errors
/// Returns the errors of [`solve_groups`].
pub fn solve(tiers: &dyn Tiers, start: Slot, tier_store: &dyn TierStore, budget: &Budget) -> Result<()> {
    let groups = reachable_groups(tiers, start.tier);
    if groups.iter().all(|group| tier_store.has(group)) {
        return Ok(());
    }
    let reach = if tiers.reachable_only() { Some(ReachedSlots::compute(tiers, &groups, start, budget)?) } else { None };
    solve_groups(tiers, &groups, reach.as_ref(), tier_store, budget)
}

/// Solves groups in order, except those that are already in the store.
///
/// If `reach` is present, only reached positions are solved.
///
/// # Errors
/// Fails with `limit` if the budget does not suffice, before memory is allocated, and with `too_large` if a
/// group or a count is too large. Fails with `bad_argument` for inconsistent tiers: moves to undeclared
/// tiers, or parents that do not agree with the moves.
pub fn solve_groups(
    tiers: &dyn Tiers,
    groups: &[Vec<Tier>],
    reach: Option<&ReachedSlots>,
    tier_store: &dyn TierStore,
    budget: &Budget,
) -> Result<()> {
    for group in groups {
        budget.check()?;
        if tier_store.has(group) {
            continue;
        }
        let done = match solve_group::<u16>(tiers, group, reach, tier_store, budget) {
            Err(GroupError::Narrow) => solve_group::<u32>(tiers, group, reach, tier_store, budget),
            done => done,
        };
        match done {
            Ok(()) => {}
            Err(GroupError::Failed(error)) => return Err(error),
            Err(GroupError::Narrow | GroupError::Rises) => {
                return Err(Error::new(ErrorKind::TooLarge, text!("a position has too many moves to count")));
            }
        }
    }
    Ok(())
}

/// Solves a group with words of type `W` and commits it to the store.
fn solve_group<W: UnsignedWord>(
    tiers: &dyn Tiers,
    group: &[Tier],
    reach: Option<&ReachedSlots>,
    tier_store: &dyn TierStore,
    budget: &Budget,
) -> Result<(), GroupError> {
    if tiers.is_descending() {
        let sweep = || one_pass::solve_in_one_pass(tiers, group, tier_store, budget).map(Some);
        let done =
            match tier_store.peers().map_or_else(sweep, |peers| distributed_storage::on_first_process(peers, sweep)) {
                // A group with moves to slots that are not lower needs more than one pass, as below.
                Err(GroupError::Rises) => None,
                done => Some(done?),
            };
        if let Some(done) = done {
            // Only the first process has results.
            let tiers: Vec<(Tier, Tally)> = done.iter().map(|done| (done.tier, done.tally)).collect();
            return tier_store
                .commit(&tiers, &mut |take| Ok(done.iter().try_for_each(|done| take(0, &done.column))?));
        }
    }
    let shape = GroupLayout::new(tiers, group);
    if tiers.has_parents() {
        sample::check_parents(tiers, &shape)?;
    }
    let solved = SolvedTiers::load(tiers, group, tier_store)?;
    if shape.shift > 30 {
        let message = text!("a group of {slots} positions is too large to solve", slots = shape.slots());
        return Err(Error::new(ErrorKind::TooLarge, message).into());
    }
    let task = GroupTask { tiers, shape: &shape, solved: &solved, reach, spill: tier_store.spill(), budget };
    if let Some(peers) = tier_store.peers() {
        return distributed_storage::solve::<W>(&task, peers, tier_store);
    }
    let need = memory_needed::<W>(tiers, &shape) + solved.bytes();
    match (budget.check_fits(need, &text!("a group of {slots} positions", slots = shape.slots())), tier_store.spill()) {
        (Ok(()), _) => solve_and_commit(&task, &MemoryStorage::<W>::new(&shape), tier_store),
        (Err(error), None) => Err(error.into()),
        (Err(_), Some(spill)) => {
            // The codes of earlier groups stay in memory, so they reduce the budget.
            let remaining_bytes = u128::from(budget.bytes).saturating_sub(solved.bytes());
            let budget = &Budget { bytes: remaining_bytes as u64, ..budget.clone() };
            let backend = DiskStorage::<W>::new(&shape, spill, !tiers.has_parents(), budget)?;
            solve_and_commit(&GroupTask { budget, ..task }, &backend, tier_store)
        }
    }
}

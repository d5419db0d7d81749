//! Retrograde analysis of all positions of a game: outcome and remoteness, one group of tiers after another.
//!
//! Tiers divide the positions of a game, and a group consists of tiers whose moves lead to each other. A group is
//! solved in two phases: `forward` evaluates the moves of every position out of the group; then, superstep by
//! superstep, the positions decided at remoteness r send messages to the positions with moves to them
//! (`supersteps`). Both work on a [`Storage`], which keeps the group in memory, in files or divided among processes.
//! A [`TierStore`] keeps the solved groups. Slots are divided into at most 256 partitions, regardless of the number
//! of threads or processes, so results do not depend on that number. Start with [`solve`].
//!
//! ```
//! use grundy_rules::Budget;
//! use grundy_retrograde::{InMemory, solve};
//! let spec = grundy_games::parse("quixo[3](start)").unwrap();
//! let position = &*spec.terms[0].position;
//! let tiers = position.tiers(0, &Budget::default()).unwrap().unwrap();
//! let start = tiers.find(&position.words(0).unwrap()).unwrap();
//! let kept = InMemory::default();
//! solve(&*tiers, start, &kept, &Budget::default()).unwrap();
//! let tally = kept.tally();
//! assert_eq!(tally.positions, [12_748, 6_935, 0]);
//! assert_eq!((tally.longest, kept.code(start).unwrap()), (Some(8), 8 << 1 | 1)); // won in 7
//! ```

mod cells;
mod checkpoint;
mod column;
mod estimate;
mod falls;
mod forward;
mod peers;
mod reach;
mod sample;
mod shape;
mod shared;
mod sound;
mod spilled;
mod stop;
mod storage;
mod supersteps;
mod task;
mod tier_store;

pub use cells::{Cell, Message, Word};
pub use column::{Column, Tally, fate_of};
pub use estimate::Estimate;
pub use peers::Peers;
pub use reach::Reach;
pub use sample::{needed, recomputed};
pub use shape::{PARTITIONS, Shape};
pub use spilled::DiskStorage;
pub use stop::Stop;
pub use storage::{Edges, MemoryStorage, Storage};
pub use tier_store::{Codes, InMemory, Known, Saved, Spill, Take, TierStore};

use grundy_lang::text;
use grundy_rules::indexed::{Slot, Tier, Tiers};
use grundy_rules::{Budget, Error, ErrorKind, Result};
use supersteps::solved_in;
use task::Asked;

/// Returns the groups that play from a tier reaches, in the order of solving.
pub fn reached(tiers: &dyn Tiers, from: Tier) -> Vec<Vec<Tier>> {
    let groups = tiers.groups();
    let (mut wanted, mut list) = (vec![from], vec![]);
    // Moves lead to earlier groups. So, iterating backwards, all groups with moves to a group come before it.
    for group in groups.into_iter().rev() {
        if group.iter().any(|tier| wanted.contains(tier)) {
            for tier in group.iter().flat_map(|&tier| tiers.after(tier)) {
                if !wanted.contains(&tier) {
                    wanted.push(tier);
                }
            }
            list.push(group);
        }
    }
    list.reverse();
    list
}

/// Solves all groups that play from a position reaches, except those already in the store.
///
/// # Errors
/// The errors of [`solve_groups`].
pub fn solve(tiers: &dyn Tiers, start: Slot, keeper: &dyn TierStore, budget: &Budget) -> Result<()> {
    let groups = reached(tiers, start.tier);
    if groups.iter().all(|group| keeper.has(group)) {
        return Ok(());
    }
    let reach = if tiers.reachable_only() { Some(Reach::of(tiers, &groups, start, budget)?) } else { None };
    solve_groups(tiers, &groups, reach.as_ref(), keeper, budget)
}

/// Solves groups in order, except those already in the store; with `reach`, only reached positions.
///
/// # Errors
/// `limit` if the budget does not suffice, before memory is allocated; `too_large` if a group or a count is too large;
/// `bad_argument` for inconsistent tiers: moves to undeclared tiers, or parents that do not match the moves.
pub fn solve_groups(
    tiers: &dyn Tiers,
    groups: &[Vec<Tier>],
    reach: Option<&Reach>,
    keeper: &dyn TierStore,
    budget: &Budget,
) -> Result<()> {
    for group in groups {
        budget.check()?;
        if keeper.has(group) {
            continue;
        }
        let done = match group_with::<u16>(tiers, group, reach, keeper, budget) {
            Err(Stop::Narrow) => group_with::<u32>(tiers, group, reach, keeper, budget),
            done => done,
        };
        match done {
            Ok(()) => {}
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Narrow | Stop::Rises) => {
                return Err(Error::new(ErrorKind::TooLarge, text!("a position has too many moves to count")));
            }
        }
    }
    Ok(())
}

/// Solves a group with words of type `W` and commits it to the store.
fn group_with<W: Word>(
    tiers: &dyn Tiers,
    group: &[Tier],
    reach: Option<&Reach>,
    keeper: &dyn TierStore,
    budget: &Budget,
) -> Result<(), Stop> {
    if tiers.is_descending() {
        let sweep = || falls::sweep(tiers, group, keeper, budget).map(Some);
        let done = match keeper.peers().map_or_else(sweep, |peers| shared::alone(peers, sweep)) {
            // A group with rising moves needs more than one pass, as below.
            Err(Stop::Rises) => None,
            done => Some(done?),
        };
        if let Some(done) = done {
            // Only the first process has results.
            let tiers: Vec<(Tier, Tally)> = done.iter().map(|done| (done.tier, done.tally)).collect();
            return keeper.commit(&tiers, &mut |take| Ok(done.iter().try_for_each(|done| take(0, &done.column))?));
        }
    }
    let shape = Shape::of(tiers, group);
    if tiers.has_parents() {
        sample::moves_agree(tiers, &shape)?;
    }
    let known = Known::of(tiers, group, keeper)?;
    if shape.shift > 30 {
        let message = text!("a group of {slots} positions is too large to solve", slots = shape.slots());
        return Err(Error::new(ErrorKind::TooLarge, message).into());
    }
    let asked = Asked { tiers, shape: &shape, known: &known, reach, spill: keeper.spill(), budget };
    if let Some(peers) = keeper.peers() {
        return shared::solve::<W>(&asked, peers, keeper);
    }
    let need = needed::<W>(tiers, &shape) + known.bytes();
    match (budget.fits(need, &text!("a group of {slots} positions", slots = shape.slots())), keeper.spill()) {
        (Ok(()), _) => solved_in(&asked, &MemoryStorage::<W>::new(&shape), keeper),
        (Err(error), None) => Err(error.into()),
        (Err(_), Some(spill)) => {
            // The columns of earlier groups stay in memory, so they reduce the budget.
            let left = u128::from(budget.bytes).saturating_sub(known.bytes());
            let budget = &Budget { bytes: left as u64, ..budget.clone() };
            let room = DiskStorage::<W>::new(&shape, spill, !tiers.has_parents(), budget)?;
            solved_in(&Asked { budget, ..asked }, &room, keeper)
        }
    }
}

//! All positions of a game at once: outcome and remoteness of every one, group of tiers by group of tiers.
//!
//! A group is solved backwards from what is known: first every position looks at what its moves out of the group lead to (`forward`),
//! then, superstep by superstep, those that are decided at remoteness r tell the positions from which moves lead to them
//! (`supersteps`). A [`Storage`] stores a group, in memory or in files; a [`TierStore`] has the groups before
//! it. Slots are dealt to 256 partitions, however many threads or processes work at them, so that results do not depend on their number.
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

/// The groups that play from a tier reaches, in the order of solving.
pub fn reached(tiers: &dyn Tiers, from: Tier) -> Vec<Vec<Tier>> {
    let groups = tiers.groups();
    let (mut wanted, mut list) = (vec![from], vec![]);
    // Moves lead to groups before: from the last one on every group is known to be wanted once it is met.
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

/// Solves all groups that play from a position reaches, but for those that the keeper has.
///
/// # Errors
/// As [`solve_groups`].
pub fn solve(tiers: &dyn Tiers, start: Slot, keeper: &dyn TierStore, budget: &Budget) -> Result<()> {
    let groups = reached(tiers, start.tier);
    if groups.iter().all(|group| keeper.has(group)) {
        return Ok(());
    }
    let reach = if tiers.only_reached() { Some(Reach::of(tiers, &groups, start, budget)?) } else { None };
    solve_groups(tiers, &groups, reach.as_ref(), keeper, budget)
}

/// Solves groups in order, but for those that the keeper has; of their positions those that are reached, if that is said.
///
/// # Errors
/// `limit` if the budget does not suffice, before memory is taken; `bad_argument` for tiers that are none: moves that lead out of those
/// that they should, parents that are not those that have the moves.
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
                return Err(Error::new(ErrorKind::TooLarge, text!("a position has more moves than are counted")));
            }
        }
    }
    Ok(())
}

/// Solves a group, and has the keeper take it.
fn group_with<W: Word>(
    tiers: &dyn Tiers,
    group: &[Tier],
    reach: Option<&Reach>,
    keeper: &dyn TierStore,
    budget: &Budget,
) -> Result<(), Stop> {
    if tiers.falls() {
        let sweep = || falls::sweep(tiers, group, keeper, budget).map(Some);
        let done = match keeper.peers().map_or_else(sweep, |peers| shared::alone(peers, sweep)) {
            // Then it takes more than a pass.
            Err(Stop::Rises) => None,
            done => Some(done?),
        };
        if let Some(done) = done {
            // Processes other than the first have nothing of it.
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
        let message = text!("a group of {slots} positions is larger than are counted", slots = shape.slots());
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
            // What is known of groups before is in memory.
            let left = u128::from(budget.bytes).saturating_sub(known.bytes());
            let budget = &Budget { bytes: left as u64, ..budget.clone() };
            let room = DiskStorage::<W>::new(&shape, spill, !tiers.has_parents(), budget)?;
            solved_in(&Asked { budget, ..asked }, &room, keeper)
        }
    }
}

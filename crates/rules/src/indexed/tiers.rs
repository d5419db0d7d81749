//! The type-erased, batched form of [`Indexed`], which engines use.

use super::{Indexed, Slot, TerminalResult, Tier};
use crate::Error;
use std::ops::Range;

/// The positions of a range of slots and their moves; engines reuse one batch for many ranges.
#[derive(Debug, Default)]
pub struct Batch {
    /// The slots that have positions, in order.
    pub slots: Vec<u64>,
    /// For each position, the size of its orbit.
    pub orbits: Vec<u32>,
    /// For each position, the result if play has ended there: see [`Indexed::terminal_result`].
    pub ends: Vec<Option<TerminalResult>>,
    /// For each position, the number of moves that stay in the group of tiers.
    pub inside: Vec<u32>,
    /// For each position, the end of its links in `links`.
    pub slice_ends: Vec<u32>,
    /// The tier and slot that each move leads to. Moves within the group are listed only on request.
    pub links: Vec<(Tier, u64)>,
    /// The slot of a position with a move to a tier that [`Tiers::after`] wrongly omits, and this tier.
    pub undeclared_move: Option<(u64, Tier)>,
    /// The error that occurred while the moves of a position were listed.
    pub error: Option<Error>,
}

impl Batch {
    /// Empties the batch.
    pub fn clear(&mut self) {
        let Batch { slots, orbits, ends, inside, slice_ends, links, undeclared_move, error } = self;
        slots.clear();
        orbits.clear();
        ends.clear();
        inside.clear();
        slice_ends.clear();
        links.clear();
        (*undeclared_move, *error) = (None, None);
    }
}

/// The parents of a list of positions, from which moves lead to these positions.
///
/// Engines reuse one value for many lists.
#[derive(Debug, Default)]
pub struct Parents {
    /// The sizes of the orbits of the requested slots.
    pub orbits: Vec<u32>,
    /// For each position, the end of its parents in `parents`.
    pub slice_ends: Vec<u32>,
    /// The parents: a tier of the group and a slot in it.
    pub parents: Vec<(Tier, u64)>,
}

/// [`Indexed`] with erased types; every type that implements [`Indexed`] implements this trait.
pub trait Tiers: Send + Sync {
    /// Returns [`Indexed::HAS_PARENTS`] of the game.
    fn has_parents(&self) -> bool;
    /// Returns [`Indexed::is_descending`] of the game.
    fn is_descending(&self) -> bool;
    /// Returns [`Indexed::reachable_only`] of the game.
    fn reachable_only(&self) -> bool;
    /// Returns [`Indexed::groups`] of the game.
    fn groups(&self) -> Vec<Vec<Tier>>;
    /// Returns [`Indexed::after`] of the game.
    fn after(&self, tier: Tier) -> Vec<Tier>;
    /// Returns [`Indexed::name`] of the game.
    fn name(&self, tier: Tier) -> String;
    /// Returns [`Indexed::size`] of the game.
    fn size(&self, tier: Tier) -> u64;

    /// Fills the batch with the positions of a range of slots.
    ///
    /// Moves to tiers of `group` are counted; with `all` they are listed as well.
    fn expand(&self, tier: Tier, slots: Range<u64>, group: &[Tier], all: bool, batch: &mut Batch);

    /// Fills `parents` with the parents of these slots.
    ///
    /// If [`Tiers::has_parents`] is false, only the orbits are filled in.
    fn parents(&self, tier: Tier, slots: &[u64], parents: &mut Parents);

    /// Returns the slot of the position that these words encode; `None` if it is in no tier.
    fn find(&self, words: &[u64]) -> Option<Slot>;

    /// Returns the words that encode a position of a slot, and the size of its orbit.
    ///
    /// Returns `None` for an empty slot.
    fn encode(&self, tier: Tier, slot: u64) -> Option<(Vec<u64>, u32)>;
}

impl<T: Indexed> Tiers for T {
    fn has_parents(&self) -> bool {
        T::HAS_PARENTS
    }

    fn is_descending(&self) -> bool {
        Indexed::is_descending(self)
    }

    fn reachable_only(&self) -> bool {
        Indexed::reachable_only(self)
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        Indexed::groups(self)
    }

    fn after(&self, tier: Tier) -> Vec<Tier> {
        Indexed::after(self, tier)
    }

    fn name(&self, tier: Tier) -> String {
        Indexed::name(self, tier)
    }

    fn size(&self, tier: Tier) -> u64 {
        Indexed::size(self, tier)
    }

    fn expand(&self, tier: Tier, slots: Range<u64>, group: &[Tier], all: bool, batch: &mut Batch) {
        batch.clear();
        let Batch { slots: batch_slots, orbits, ends, inside, slice_ends, links, undeclared_move, .. } = batch;
        let declared = Indexed::after(self, tier);
        let locate = |to: Tier| (group.contains(&to), declared.contains(&to));
        // Consecutive moves often lead to the same tier, so the last result is kept.
        let mut last = (tier, locate(tier));
        self.each(tier, slots, |slot, position, orbit| {
            let end = self.terminal_result(&position);
            let mut inside_count = 0;
            if end.is_none() {
                self.children(tier, &position, |to, child| {
                    if to != last.0 {
                        last = (to, locate(to));
                    }
                    let (in_group, is_declared) = last.1;
                    inside_count += u32::from(in_group);
                    if !in_group && !is_declared {
                        *undeclared_move = Some((slot, to));
                    } else if all || !in_group {
                        links.push((to, self.rank(to, &child).0));
                    }
                });
            }
            batch_slots.push(slot);
            orbits.push(orbit);
            ends.push(end);
            inside.push(inside_count);
            slice_ends.push(links.len() as u32);
        });
    }

    fn parents(&self, tier: Tier, slots: &[u64], parents: &mut Parents) {
        let Parents { orbits, slice_ends, parents } = parents;
        orbits.clear();
        slice_ends.clear();
        parents.clear();
        for &slot in slots {
            // Slots without a position are never requested.
            let Some((position, orbit)) = self.unrank(tier, slot) else { continue };
            orbits.push(orbit);
            Indexed::parents(self, tier, &position, |from, parent| parents.push((from, self.rank(from, &parent).0)));
            slice_ends.push(parents.len() as u32);
        }
    }

    fn find(&self, words: &[u64]) -> Option<Slot> {
        let (tier, position) = self.decode(words)?;
        let (at, orbit) = self.rank(tier, &position);
        Some(Slot { tier, at, orbit })
    }

    fn encode(&self, tier: Tier, slot: u64) -> Option<(Vec<u64>, u32)> {
        let (position, orbit) = self.unrank(tier, slot)?;
        Some((Indexed::encode(self, &position), orbit))
    }
}

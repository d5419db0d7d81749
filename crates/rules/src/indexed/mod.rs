//! Positions that are numbered: what it takes to solve all of them at once.
//!
//! A *tier* is a set of positions with numbers 0, 1, 2, ..., its *slots*; some slots may be of no position. Moves lead within a *group* of
//! tiers or to a group before it, so that groups are solved one after another. Positions that are images of each other under a
//! symmetry, an *orbit*, share a slot. Positions are those of the player to move: who that is stands in none.
//!
//! [`Indexed`] is what a game writes; [`Tiers`] is the same with types erased, in batches, which engines ask.

mod pieces;
mod product;
mod subsets;
mod sums;
mod tiers;

pub use pieces::Pieces;
pub use product::{Numbering, Product, SubsetsOf, SumsOf};
pub use subsets::Subsets;
pub use sums::Sums;
pub use tiers::{Batch, Links, Tiers};

use std::ops::Range;

/// The name of a tier.
pub type Tier = u32;

/// How play has ended for the player to move, where it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// Where a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The tier.
    pub tier: Tier,
    /// The number of the position's orbit in its tier.
    pub at: u64,
    /// How many positions share it.
    pub orbit: u32,
}

/// Positions of the player to move, numbered densely within tiers.
pub trait Indexed: Send + Sync + 'static {
    /// A position, packed.
    type Pos: Copy;

    /// Whether [`Indexed::parents`] tells from where moves lead to a position.
    const HAS_PARENTS: bool = false;

    /// Whether moves within a group lead to lower slots of the same tier only: then values are found in one pass.
    fn falls(&self) -> bool {
        false
    }

    /// Whether only those positions count that play from a start comes to: the others are left out. Moves lead out of every tier then.
    fn only_reached(&self) -> bool {
        false
    }

    /// The tiers in the order in which they are solved: moves lead into the same group or into one before.
    fn groups(&self) -> Vec<Vec<Tier>>;

    /// The tiers that moves from a tier may lead to.
    fn after(&self, tier: Tier) -> Vec<Tier>;

    /// The name of a tier, as files have it: lower case letters, digits and `_`.
    fn name(&self, tier: Tier) -> String;

    /// How many slots a tier has.
    fn size(&self, tier: Tier) -> u64;

    /// Where a position of a tier stands in it, and how many share that slot.
    fn rank(&self, tier: Tier, position: &Self::Pos) -> (u64, u32);

    /// A position of a slot, with the size of its orbit; `None` for a slot of no position.
    fn unrank(&self, tier: Tier, slot: u64) -> Option<(Self::Pos, u32)>;

    /// Shows the positions of a range of slots in order, with the sizes of their orbits. Override it where going through them is
    /// cheaper than finding each.
    fn each(&self, tier: Tier, slots: Range<u64>, mut show: impl FnMut(u64, Self::Pos, u32)) {
        for slot in slots {
            if let Some((position, orbit)) = self.unrank(tier, slot) {
                show(slot, position, orbit);
            }
        }
    }

    /// How play has ended, where it has otherwise than by a lack of moves: who cannot move has lost.
    fn end(&self, position: &Self::Pos) -> Option<End>;

    /// Shows what each move from a position of a tier leads to, with its tier. Nobody asks it of ended positions.
    fn children(&self, tier: Tier, position: &Self::Pos, show: impl FnMut(Tier, Self::Pos));

    /// Shows the positions of the same group from which a move leads to a position of a tier: one call for each position and move, so that
    /// pairs of positions are joined as often as [`Indexed::children`] joins them. Ended positions are none of them. Override it together
    /// with [`Indexed::HAS_PARENTS`]; without it engines keep all moves within a group.
    fn parents(&self, tier: Tier, position: &Self::Pos, show: impl FnMut(Tier, Self::Pos)) {
        let _ = (tier, position, show);
    }

    /// The position that these words stand for, as a [`Game`](crate::Game) writes a component as words, with its tier; `None` if it
    /// has no place in any tier.
    fn read(&self, words: &[u64]) -> Option<(Tier, Self::Pos)>;

    /// A position as words.
    fn words(&self, position: &Self::Pos) -> Vec<u64>;
}

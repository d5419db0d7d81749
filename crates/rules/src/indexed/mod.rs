//! Numberings of positions, for engines that solve all positions of a game at once.
//!
//! A *tier* is a set of positions, which are numbered by *slots* 0, 1, 2, ...; some slots may have no position. Moves
//! lead to the same *group* of tiers or to an earlier group, so groups are solved in order. Positions that are images
//! of each other under a symmetry form an *orbit* and share a slot. A position is described from the point of view of
//! the player to move, and does not record which player that is.
//!
//! Start with [`Indexed`], the trait that a game implements. [`Tiers`] is its type-erased, batched form, which
//! engines use. [`Pieces`], [`Subsets`], [`Sums`] and [`Product`] are numberings from which games build their own.

mod pieces;
mod product;
mod subsets;
mod sums;
mod tiers;

pub use pieces::Pieces;
pub use product::{Numbering, Product, SubsetsOf, SumsOf};
pub use subsets::Subsets;
pub use sums::Sums;
pub use tiers::{Batch, Parents, Tiers};

use std::ops::Range;

/// The number of a tier.
pub type Tier = u32;

/// The result of a finished game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerminalResult {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Neither player has won.
    Draw,
}

impl TerminalResult {
    /// Returns the result of a sum in which play has ended in components with these results.
    ///
    /// If the results differ, a loss takes precedence over a win, and a win over a draw. Returns `None` if there are no
    /// results.
    ///
    /// ```
    /// use grundy_rules::indexed::TerminalResult::{self, Loss, Win};
    /// assert_eq!(TerminalResult::of_sum([Win, Loss]), Some(Loss));
    /// assert_eq!(TerminalResult::of_sum([]), None);
    /// ```
    pub fn of_sum(results: impl IntoIterator<Item = TerminalResult>) -> Option<TerminalResult> {
        let priority = |result: &TerminalResult| match result {
            TerminalResult::Loss => 0,
            TerminalResult::Win => 1,
            TerminalResult::Draw => 2,
        };
        results.into_iter().min_by_key(priority)
    }
}

/// The location of a position in the tables: its tier and its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The tier.
    pub tier: Tier,
    /// The slot within the tier.
    pub at: u64,
    /// The number of positions in the orbit.
    pub orbit: u32,
}

/// Positions from the point of view of the player to move, numbered densely within tiers.
pub trait Indexed: Send + Sync + 'static {
    /// A position in a compact form.
    type Pos: Copy;

    /// Whether [`Indexed::parents`] returns the positions from which moves lead to a position.
    const HAS_PARENTS: bool = false;

    /// Returns whether moves within a group lead only to lower slots of the same tier.
    ///
    /// One pass over the slots then finds all values.
    fn is_descending(&self) -> bool {
        false
    }

    /// Returns whether engines solve only the positions that are reachable from a start position.
    ///
    /// Every move must then lead to another tier.
    fn reachable_only(&self) -> bool {
        false
    }

    /// Returns the groups of tiers in the order of solving: moves lead to the same group or an earlier one.
    fn groups(&self) -> Vec<Vec<Tier>>;

    /// Returns the tiers that moves from a tier may lead to.
    fn after(&self, tier: Tier) -> Vec<Tier>;

    /// Returns the name of a tier for use in file names: lower case letters, digits and `_`.
    fn name(&self, tier: Tier) -> String;

    /// Returns the number of slots of a tier.
    fn size(&self, tier: Tier) -> u64;

    /// Returns the slot of a position within its tier, and the size of its orbit.
    fn rank(&self, tier: Tier, position: &Self::Pos) -> (u64, u32);

    /// Returns a position of a slot and the size of its orbit; `None` if the slot has no position.
    fn unrank(&self, tier: Tier, slot: u64) -> Option<(Self::Pos, u32)>;

    /// Calls `visit` for each position of a range of slots in order, with slot, position and orbit size.
    ///
    /// Override this method where iteration is cheaper than a call of [`Indexed::unrank`] for each slot.
    fn each(&self, tier: Tier, slots: Range<u64>, mut visit: impl FnMut(u64, Self::Pos, u32)) {
        for slot in slots {
            if let Some((position, orbit)) = self.unrank(tier, slot) {
                visit(slot, position, orbit);
            }
        }
    }

    /// Returns the result if play has ended other than by a lack of moves.
    ///
    /// A player who cannot move in a position without such a result loses.
    fn terminal_result(&self, position: &Self::Pos) -> Option<TerminalResult>;

    /// Calls `visit` with the tier and position that each move leads to.
    ///
    /// Engines never call this method for positions with an [`Indexed::terminal_result`].
    fn children(&self, tier: Tier, position: &Self::Pos, visit: impl FnMut(Tier, Self::Pos));

    /// Calls `visit` with the positions of the same group from which moves lead to a position.
    ///
    /// There is one call for each position and move, so that a pair of positions occurs as often as in
    /// [`Indexed::children`]. Positions with an [`Indexed::terminal_result`] are omitted. Override this method together
    /// with [`Indexed::HAS_PARENTS`]; otherwise engines store all moves within a group.
    fn parents(&self, tier: Tier, position: &Self::Pos, visit: impl FnMut(Tier, Self::Pos)) {
        let _ = (tier, position, visit);
    }

    /// Decodes a position and its tier from the words of [`Game::encode`](crate::Game::encode).
    ///
    /// Returns `None` if the position is in no tier.
    fn decode(&self, words: &[u64]) -> Option<(Tier, Self::Pos)>;

    /// Encodes a position as words.
    fn encode(&self, position: &Self::Pos) -> Vec<u64>;
}

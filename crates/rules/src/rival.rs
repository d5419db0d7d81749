//! A player among several who take from one heap.

use crate::{Amounts, Seat};

/// A player of an n-player taking game: what they may take, and whom they want to lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// What the player may take; `None` if they cannot move.
    pub amounts: Option<Amounts>,
    /// All seats, in the order in which the player wants them to lose.
    pub ranking: Vec<Seat>,
}

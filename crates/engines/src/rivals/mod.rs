//! Games of n players in which who cannot move loses and each ranks whom they most want that to be.
//!
//! [`multiplayer`] searches any rules that implement [`Multiplayer`](grundy_rules::Multiplayer), [`Losers`] is the table of
//! taking from one heap. Both follow the same recursion: the player in turn chooses the move whose loser stands highest in
//! their ranking; who has no move is the loser.

pub mod multiplayer;
mod table;
pub mod together;

pub use table::Losers;

//! Games of n players in which the player who cannot move loses; each player ranks the possible losers.
//!
//! [`multiplayer`] searches any rules that implement [`Multiplayer`](grundy_rules::Multiplayer), [`Losers`]
//! is the table of games of taking from one heap. Both follow the same recursion: the player to move chooses the
//! move whose loser stands highest in the ranking; a player without a move is the loser.

pub mod multiplayer;
mod table;
pub mod together;

pub use table::Losers;

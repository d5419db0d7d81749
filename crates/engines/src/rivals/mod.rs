//! Games of n players in which a player who cannot move loses; each player ranks the possible losers.
//!
//! [`multiplayer`] searches any rules that implement [`Multiplayer`](grundy_rules::Multiplayer). [`Losers`] is the
//! table for games of taking from one heap. [`coalition`] sets one player against a coalition of all others. All follow
//! the same recursion: the player to move chooses the move whose loser ranks highest in the player's ranking, and a
//! player without a move is the loser.

pub mod coalition;
pub mod multiplayer;
mod table;

pub use table::Losers;

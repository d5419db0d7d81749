//! The integration tests of this crate, in one program, so that only one is linked.

mod board_reference;
mod boards_match_reference;
mod docs;
mod graph_reference;
mod graphs_match_reference;
mod parsing;
mod retrograde;
mod special_games_match_reference;
mod values;

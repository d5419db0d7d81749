//! The integration tests of this crate, as modules of one program, so that only one program is linked.

mod bits;
mod board_reference;
mod boards_match_reference;
mod cells;
mod cuts;
mod docs;
mod graph_reference;
mod graphs_match_reference;
mod named;
mod named_graphs;
mod nogo;
mod outcome_search;
mod owners;
mod parsing;
mod random;
mod regions;
mod retrograde;
mod special_games_match_reference;
mod values;

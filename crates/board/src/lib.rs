//! Games on boards and graphs whose moves are given by pictures.
//!
//! A picture shows some cells before and after a move. For example, Clobber is
//! `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")`, and on graphs, Arc Kayles is
//! `graph{ [.-.] -> [#-#] }(a-b,b-c)`. `docs/boards.md` describes the language.
//!
//! - Parsing: `parse` parses a whole rule into the types of `pattern`, `pattern_parser` parses one side of a picture,
//!   and `rule_parser` checks the two sides against each other. `file` reads rules and boards from files; `notation`
//!   parses boards (`cells`) in the notation of positions.
//! - Rules: `rule` represents a rule that can be played. `instantiate` fixes the directions of pictures and the lengths
//!   of their runs, `moves` lists the moves, `regions` splits boards into independent regions, `symmetry` finds
//!   symmetries and `termination` proves that play ends.
//! - Small boards as bits: `bit_rule` and `compiled_rule` represent rules by bits, `bits` shifts sets of cells,
//!   and `evaluate` computes values, with `nimber_search` for impartial rules. `outcome_search` finds winning first
//!   moves if values are too expensive.
//! - Games: `game` is the game `board`, `named` lists the named games and `theorems` their theorems. `nogo`, with
//!   `nogo_search`, and `hare_and_hounds` are games that pictures cannot describe. `graph` is the counterpart of all
//!   this for graphs.
//!
//! Read `pattern` and `rule` first.

mod bit_rule;
mod bits;
mod board_move;
mod cells;
mod compiled_rule;
mod end_condition;
mod end_search;
mod entries;
mod evaluate;
mod file;
mod game;
pub mod graph;
mod hare_and_hounds;
mod instantiate;
mod moves;
pub mod named;
mod nimber_search;
mod nogo;
mod nogo_search;
mod notation;
mod outcome_search;
mod owners;
mod parse;
mod pattern;
mod pattern_parser;
mod picture_moves;
mod regions;
mod rule;
mod rule_parser;
mod samples;
mod symmetry;
mod termination;
mod theorems;

pub use board_move::BoardMove;
pub use cells::Cells;
pub use game::BoardGame;
pub use graph::{GraphComponent, GraphGame, GraphKey, GraphMove};
pub use hare_and_hounds::HareAndHounds;
pub use nogo::NoGo;

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub use crate::bit_rule::BitRule;
    pub use crate::bits::{corner_shift, image, neighbours, pairs, rows_reversed, used_columns};
    pub use crate::compiled_rule::CompiledRule;
    pub use crate::evaluate::{BoardEvaluator, value};
    pub use crate::graph::rule::GraphRule;
    pub use crate::nimber_search::{BitboardRegions, NimberMemo, NimberSearch};
    pub use crate::outcome_search::{EvaluatedCells, OutcomeSearch, Strips};
    pub use crate::pattern::GridSymmetry;
    pub use crate::rule::PictureRule;
    pub use crate::samples::sample;
}

//! Games on boards and graphs, given by pictures of their moves.
//!
//! A picture shows some cells before and after a move. For example, Clobber is
//! `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")`, and on graphs, Arc Kayles is
//! `graph{ [.-.] -> [#-#] }(a-b,b-c)`. `docs/boards.md` describes the language.
//!
//! - Parsing: `parse` reads a whole rule into the types of `pattern`, `pattern_parser` reads one side of a picture,
//!   and `rule_parser` checks the two sides against each other. `file` reads rules and boards from files; `position`
//!   reads boards (`cells`) in the notation of positions.
//! - Rules: `rule` holds a rule that is ready to be played. `instantiate` fixes the directions of pictures and the
//!   lengths of their runs, `moves` lists the moves, `regions` splits boards into independent regions, `symmetry`
//!   finds symmetries and `termination` proves that play ends.
//! - Small boards as bits: `planes` and `compiled` represent rules by bits, `bits` shifts sets of cells, and
//!   `evaluate` computes values. `openings` with `cuts` finds winning first moves where values are out of reach.
//! - Games: `game` is the game `board`, `named` lists the games with names and `theorems` their theorems. `nogo` and
//!   `hare_and_hounds` are games that pictures cannot describe. `graph` is the counterpart of all this for graphs.
//!
//! Start with `pattern` and `rule`.

mod bits;
mod board_move;
mod cells;
mod compiled;
mod cuts;
mod entries;
mod evaluate;
mod file;
mod game;
pub mod graph;
mod hare_and_hounds;
mod instantiate;
mod moves;
pub mod named;
mod nogo;
mod openings;
mod parse;
mod pattern;
mod pattern_parser;
mod planes;
mod position;
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

//! Games on boards, drawn as pictures of their moves: `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")` is Clobber.
//!
//! `read`, `side` and `sides` read pictures (`drawn`), `fixed` lays them on a board (`cells`), `moves` plays them, `measure` shows that
//! play ends. `graph` has the same on graphs: `graph{ [.-.] -> [#-#] }(a-b,b-c)` is Arc Kayles.

mod bits;
mod cells;
mod compiled;
mod cuts;
mod evaluate;
mod file;
mod game;
pub mod graph;
mod hare_and_hounds;
mod instantiate;
mod listed;
mod moved;
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

pub use cells::Cells;
pub use game::Board;
pub use graph::{GraphGame, GraphKey, GraphMove, GraphPart};
pub use hare_and_hounds::HareAndHounds;
pub use moved::BoardMove;
pub use nogo::NoGo;

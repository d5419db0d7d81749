//! Games on boards and graphs, given by pictures of their moves.
//!
//! A picture shows some cells before and after a move. For example, Clobber is
//! `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")`, and on graphs, Arc Kayles is
//! `graph{ [.-.] -> [#-#] }(a-b,b-c)`. `docs/boards.md` describes the language.
//!
//! - Parsing: `parse` reads a whole rule, `pattern_parser` one side of a picture and `rule_parser` checks both sides;
//!   the result is a `pattern`. `file` reads rules and boards from files, `position` boards (`cells`) in the
//!   notation.
//! - Rules: `rule` is a rule ready to be played. `instantiate` fixes the lengths of runs and the directions, `moves`
//!   lists the moves, `regions` splits boards into independent regions, `symmetry` finds symmetries and `termination`
//!   proves that play ends.
//! - Values of small boards as bits: `planes`, `compiled` and `bits` represent them, `evaluate` computes values, and
//!   `openings` with `cuts` finds winning moves where values are out of reach.
//! - Games: `game` is the game `board`, `named` has the games with names, `theorems` their theorems. `nogo` and
//!   `hare_and_hounds` cannot be given by pictures. `graph` has the same for graphs.
//!
//! Start with `pattern` and `rule`.

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
pub use graph::{GraphComponent, GraphGame, GraphKey, GraphMove};
pub use hare_and_hounds::HareAndHounds;
pub use moved::BoardMove;
pub use nogo::NoGo;

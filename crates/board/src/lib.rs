//! Games on boards, drawn as pictures of their moves: `board{ left: [xo] -> [.x] along rook; right: swap x o }("xox/ox.")` is Clobber.
//!
//! `read`, `side` and `sides` read pictures (`drawn`), `fixed` lays them on a board (`cells`), `moves` plays them, `measure` shows that
//! play ends. `graph` has the same on graphs: `graph{ [.-.] -> [#-#] }(a-b,b-c)` is Arc Kayles.

mod bits;
mod cells;
mod compiled;
mod cuts;
mod drawn;
mod evaluate;
mod file;
mod fixed;
mod game;
pub mod graph;
mod hare_and_hounds;
mod listed;
mod measure;
mod moved;
mod moves;
pub mod named;
mod nogo;
mod openings;
mod planes;
mod position;
mod read;
mod regions;
mod rule;
mod samples;
mod side;
mod sides;
mod symmetry;
mod theorems;

pub use cells::Cells;
pub use game::Board;
pub use graph::{GraphGame, GraphKey, GraphMove, GraphPart};
pub use hare_and_hounds::HareAndHounds;
pub use moved::BoardMove;
pub use nogo::NoGo;

//! The solvers of the kinds of games: one module per kind turns a position into an answer.
//!
//! `impartial`, `loopy`, `partizan`, `scoring`, `rivals` and `retrograde` are called by `solver.rs`. `first_moves`
//! and `partizan_values` are steps of `partizan`; `end_conditions` and `nimstring` are steps of `retrograde`.
//! `heap_replacement` and `move_probe` are shared helpers.

pub(crate) mod end_conditions;
mod first_moves;
pub(crate) mod heap_replacement;
pub(crate) mod impartial;
pub(crate) mod loopy;
mod move_probe;
mod nimstring;
pub(crate) mod partizan;
mod partizan_solver;
mod partizan_values;
pub(crate) mod retrograde;
pub(crate) mod rivals;
pub(crate) mod scoring;

pub use retrograde::SolvedPositions;

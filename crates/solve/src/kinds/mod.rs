//! How each kind of game is solved: one module per kind, from a position to an answer.

pub(crate) mod impartial;
pub(crate) mod loopy;
mod move_probe;
pub(crate) mod nim_heap;
pub(crate) mod numbered;
pub(crate) mod openings;
pub(crate) mod partizan;
mod partizan_work;
pub(crate) mod rivals;
pub(crate) mod scoring;
mod valued;

pub use numbered::Solved;

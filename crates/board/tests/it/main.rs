//! The integration tests of this crate: one program, so that it is linked once.

mod docs;
mod endings;
mod graph_judge;
mod graph_judged;
mod hand_judged;
mod judge;
mod judged;
mod read;
mod values;

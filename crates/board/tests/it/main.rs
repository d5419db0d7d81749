//! The integration tests of this crate, in one program, so that only one is linked.

mod docs;
mod endings;
mod graph_judge;
mod graph_judged;
mod hand_judged;
mod judge;
mod judged;
mod read;
mod values;

//! The integration tests of this crate: one program, so that it is linked once.

mod blind;
mod graphs;
mod shared;
mod spilled;

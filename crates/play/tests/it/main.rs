//! The integration tests of this crate, in one program so that linking happens once.

mod lines;
mod owners;
mod plays;

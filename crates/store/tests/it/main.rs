//! The integration tests of this crate, in one program, so that they are linked once.

mod folders;
mod listed;
mod searches;

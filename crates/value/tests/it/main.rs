//! The integration tests of this crate: one program, so that it is linked once.

mod common;
mod infinitesimals;
mod laws;
mod limits;
mod texts;

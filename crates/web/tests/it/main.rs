//! The integration tests of this crate, in one program so that it is linked only once.

mod answers;
mod common;
mod threats;

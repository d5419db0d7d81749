//! The integration tests of this crate, in one program so that it is linked only once.

mod common;
mod infinitesimals;
mod laws;
mod limits;
mod nim_arithmetic;
mod texts;

//! The integration tests of this crate: one program, so that it is linked once.

mod pictures;
mod proof_text;

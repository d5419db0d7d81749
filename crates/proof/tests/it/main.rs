//! The integration tests of this crate: one program, so that it is linked once.

mod agreement;
mod automata;
#[path = "../../../rulelang/tests/it/claim_trees/mod.rs"]
mod claim_trees;
mod claims;
mod code;
mod families;
mod games;
mod heaps;
mod letters;
mod paste;
mod planted;
mod quantifiers;
mod stopped;

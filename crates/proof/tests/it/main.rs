//! The integration tests of this crate; they form one program, so that it is linked only once.

mod agreement;
mod automata;
mod cancellation;
#[path = "../../../rulelang/tests/it/claim_trees/mod.rs"]
mod claim_trees;
mod claims;
mod code;
mod families;
mod formula_roundtrip;
mod games;
mod heaps;
mod planted;
mod quantifiers;
mod symbolic_params;

//! The integration tests of this crate; they form one program, so that it is linked only once.

mod agreement;
mod algebra;
mod automata;
mod automaton;
mod beatty;
mod cancellation;
#[path = "../../../rulelang/tests/it/claim_trees/mod.rs"]
mod claim_trees;
mod claims;
mod closed_form;
mod closed_form_source;
mod code;
mod digit_properties;
mod expr;
mod families;
mod family_forms;
mod find;
mod formula_roundtrip;
mod games;
mod heaps;
mod informative_positions;
mod losers;
mod lost_boards;
mod modes;
mod numeration;
mod periodic;
mod planted;
mod quantifiers;
mod recursion;
mod reference_table;
mod regular;
mod solutions;
mod symbolic_params;

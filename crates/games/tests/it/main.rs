//! The integration tests of this crate, in one program, so that only one is linked.

mod components;
mod errors;
mod hackenbush;
mod moves_named;
mod notation;
mod other_kinds;
mod plans;
mod rivals;
mod rulesets;
mod signs;
mod suggestions;
mod theory;

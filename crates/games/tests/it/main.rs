//! The integration tests of this crate, as modules of one program, so that only one program is linked.

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

//! The integration tests of this crate: one program, so that it is linked once.

mod components;
mod errors;
mod hackenbush;
mod mistakes;
mod moves_named;
mod notation;
mod other_kinds;
mod plans;
mod rivals;
mod rulesets;
mod signs;
mod theory;

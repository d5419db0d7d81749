//! The JSON, schema 2: every object with its fields, in the order in which they are written.
//!
//! What is written is held against these descriptions wherever debug assertions are on, so in every test; `docs/schema.json` is made of
//! them. Readers ignore fields that they do not know: later versions may add some without a new number.

pub(crate) mod answer;
pub(crate) mod board;
mod describe;
pub(crate) mod found;
pub(crate) mod lists;
mod numbers;
mod object;
mod shape;
pub(crate) mod steps;

pub use describe::{schema_json, strict_schema_json};
pub(crate) use grundy_render::push_number;
pub use numbers::{Numbers, TextNumbers};
pub(crate) use object::{Object, push_list, push_text};
pub(crate) use shape::Shape;

/// The version of the JSON. It changes when a program that reads it would have to change.
pub(crate) const SCHEMA: u8 = 2;

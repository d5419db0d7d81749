//! The JSON schema, version 2: every object with its fields, in the order in which they are written.
//!
//! With debug assertions, and so in every test, output is checked against these descriptions; `docs/schema.json` is
//! generated from them. Readers must ignore unknown fields: later versions may add fields without a new version
//! number.
//!
//! `shape` defines the types of descriptions, `object` writes objects, `numbers` writes integers as text, and
//! `describe` generates the JSON Schema. The other modules contain the descriptions. Start with `shape`.

pub(crate) mod answer;
pub(crate) mod board;
mod describe;
pub(crate) mod findings;
pub(crate) mod lists;
mod numbers;
mod object;
mod shape;
pub(crate) mod steps;

pub use describe::{schema_json, strict_schema_json};
pub(crate) use grundy_render::push_number;
pub use numbers::{IntegerFormat, TextNumbers};
pub(crate) use object::{Object, push_list, push_text};
pub(crate) use shape::ObjectSchema;

/// The version of the JSON format, which changes when programs that read it have to change.
pub(crate) const SCHEMA: u8 = 2;

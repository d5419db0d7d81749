//! Replies as JSON, their schema, and tables in all formats.
//!
//! The crate solves nothing and prints nothing: functions return strings, except that tables, which may be long, go to
//! a writer that the caller provides, as JSON or in another [`TableFormat`]. Explanations and pictures inside the JSON
//! come from `grundy-render`.
//!
//! Start with `schema`, which describes and writes every object; then read `answer` and `table`.

mod answer;
mod board;
mod check;
mod database;
mod error;
mod family;
mod files;
mod find;
mod forms;
mod games;
mod losers;
mod losers_found;
mod misere;
mod options;
mod pairs;
mod position;
mod prove;
mod quotient;
mod schema;
mod sequence;
mod sides;
mod steps;
mod table;
mod trees;
mod value;
mod vertices;

pub use answer::{answer_json, push_answer_json};
pub use board::{ExpectedAnswer, ShownPiece, board_json, drawn_json};
pub use check::{checked_json, example_json};
pub use database::{estimated_json, folder_json};
pub use error::error_json;
pub use files::file_json;
pub use find::finding_json;
pub use forms::{check_forms, forms_found_json, write_forms};
pub use games::{cards_json, completions_json};
pub use losers::{check_losers, write_losers};
pub use losers_found::losers_json;
pub use misere::misere_value_json;
pub use options::JsonOptions;
pub use pairs::{check_pairs, write_pairs};
pub use position::{parsed_json, rules_json};
pub use prove::{verdict_json, verified_json};
pub use quotient::{quotient_json, quotients_json};
pub use schema::{IntegerFormat, TextNumbers, schema_json, strict_schema_json};
pub use sequence::{sequence_json, statistics_json, survey_json};
pub use sides::{check_sides, write_sides};
pub use table::{TableFormat, TableOutput, check_table, write_p_positions, write_table};
pub use trees::{check_trees, write_trees};
pub use value::value_json;
pub use vertices::{check_vertices, write_vertices};

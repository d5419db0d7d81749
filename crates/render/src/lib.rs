//! Answers, errors and cards as text and JSON. Solves nothing and prints nothing: functions return strings; tables,
//! which may be long, go to a sink that the caller gives.

mod check;
mod digraph;
mod json;
mod object;
mod plot;
mod svg;
mod table;
mod text;

pub use check::{checked_json, checked_text, example_json, example_text};
pub use digraph::{graph_dot, graph_svg};
pub use json::{answer_json, cards_json, error_json, push_answer_json};
pub use table::{Failure, TableFormat, check_table, write_p_positions, write_table};
pub use text::{Why, answer_text, card_text, games_text};

//! Answers, errors and cards as text and JSON. Solves nothing and prints nothing: functions return strings; tables,
//! which may be long, go to a sink that the caller gives.

mod automaton;
mod board;
mod check;
mod columns;
mod database;
mod digraph;
mod family;
mod files;
mod find;
mod forms;
mod json;
mod losers;
mod losers_found;
mod misere;
mod pairs;
mod patterns;
mod pictures;
mod plot;
mod prove;
mod quotient;
mod schema;
mod sequence;
mod sides;
mod steps;
mod style;
mod svg;
mod table;
mod text;
mod theory;
mod told;
mod value;
mod vertices;
mod working;

pub use automaton::automaton_dot;
pub use board::{ShownPiece, Worth, board_json, drawn_json};
pub use check::{checked_json, checked_text, example_json, example_text};
pub use columns::{cut, pad, width};
pub use database::{Counts, FolderInfo, estimated_json, estimated_text, folder_json, folder_text};
pub use digraph::{Graph, graph_dot, graph_svg};
pub use family::{FAMILIES_CSV, families_markdown, families_summary, family_csv, family_markdown, family_text};
pub use files::{file_json, finding_code, finding_svg};
pub use find::{finding_json, finding_text, finding_text_in};
pub use forms::{Forms, FormsFound, check_forms, forms_found_json, forms_found_text, write_forms};
pub use json::{
    Json, answer_json, cards_json, completions_json, error_json, parsed_json, push_answer_json, rules_json,
};
pub use losers::{check_losers, write_losers};
pub use losers_found::{losers_json, losers_text};
pub use misere::{misere_value_json, misere_value_text};
pub use pairs::{check_pairs, write_pairs};
pub use pictures::{column_name, position_dot, position_svg};
pub use prove::{verdict_json, verdict_text, verified_json, verified_text};
pub use quotient::{quotient_json, quotient_text, quotients_csv, quotients_json, quotients_markdown};
pub use schema::{Numbers, TextNumbers, schema_json, strict_schema_json};
pub use sequence::{
    Found, PeriodProof, efforts_text, histogram_svg, news_markdown, sequence_json, sequence_svg, sequence_text,
    statistics_json, statistics_text, survey_csv, survey_json, survey_markdown, write_sequence,
};
pub use sides::{Sides, check_sides, write_sides};
pub use style::{Style, Tone, wrap};
pub use table::{Failure, TableFormat, check_table, write_p_positions, write_table};
pub use text::{Shown, Why, answer_shown, answer_text, card_text, games_text};
pub use theory::proof_of;
pub use told::told;
pub use value::{thermograph_svg, value_json, value_text};
pub use vertices::{check_vertices, write_vertices};

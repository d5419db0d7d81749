//! Answers and descriptions of games as text and pictures; `grundy-json` writes them as JSON.
//!
//! The crate solves nothing and prints nothing: functions return strings, except that tables, which may be long, go to
//! a writer that the caller provides.
//!
//! Start with `text` (answers), `table` (tables) and `style` (line width and colours). `svg` and `plot` are the base
//! of the pictures; the other modules each render one kind of result.

mod automaton;
mod check;
mod columns;
mod database;
mod digraph;
mod family;
mod files;
mod find;
mod forms;
mod losers;
mod losers_found;
mod misere;
mod pairs;
mod patterns;
mod pictures;
mod plot;
mod prove;
mod quotient;
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
pub use check::{checked_text, example_result, example_text};
pub use columns::{cut, pad, width};
pub use database::{Counts, FolderInfo, estimated_text, folder_text};
pub use digraph::{Graph, graph_dot, graph_svg};
pub use family::{
    FAMILIES_CSV, families_markdown, families_summary, family_csv, family_formula, family_markdown, family_text,
};
pub use files::{finding_code, finding_svg};
pub use find::{finding_explanation, finding_text, finding_text_in, has_automaton};
pub use forms::{Forms, FormsFound, forms_found_text, write_forms_csv, write_forms_text};
pub use losers::{loser_entry, write_losers_csv, write_losers_text};
pub use losers_found::{losers_formula, losers_text};
pub use misere::misere_value_text;
pub use pairs::{each_pair, write_pairs_csv, write_pairs_text};
pub use pictures::{column_name, drawing_dot, drawing_list, position_dot, position_svg};
pub use plot::table_svg;
pub use prove::{claim_explanation, verdict_text, verified_text};
pub use quotient::{quotient_generators, quotient_text, quotients_csv, quotients_markdown};
pub use sequence::{
    EqualBy, Found, PeriodProof, SurveyEntry, efforts_text, histogram_svg, news_markdown, sequence_svg, sequence_text,
    statistics_text, survey_csv, survey_entries, survey_markdown, write_sequence,
};
pub use sides::{Sides, wins_moving_first, write_sides_csv, write_sides_text};
pub use style::{Style, Tone, wrap};
pub use table::{
    Failure, each_cell, push_number, write_p_positions_bfile, write_p_positions_csv, write_p_positions_text,
    write_table_bfile, write_table_csv, write_table_text,
};
pub use text::{Shown, Why, answer_shown, answer_text, card_text, games_text, table_holds, table_of};
pub use theory::proof_of;
pub use told::told;
pub use value::{printable_value, thermograph_svg, value_text};
pub use vertices::{lost_vertices, vertices_of, write_vertices_csv, write_vertices_text};
pub use working::{Working, strategy_reason};

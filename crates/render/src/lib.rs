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
mod explanation;
mod family;
mod files;
mod find;
mod forms;
mod losers;
mod losers_found;
mod markdown;
mod misere;
mod pairs;
mod patterns;
mod pictures;
mod plot;
mod proof_text;
mod prove;
mod quotient;
mod row_plot;
mod sequence;
mod sides;
mod steps;
mod style;
mod svg;
mod symbolic_range;
mod table;
mod text;
mod theory;
mod tree;
mod trees;
mod value;
mod vertices;

pub use automaton::automaton_dot;
pub use check::{checked_text, example_result, example_text};
pub use columns::{pad, truncate, width};
pub use database::{Counts, FolderInfo, estimated_text, folder_text};
pub use digraph::{DigraphDrawing, graph_dot, graph_svg};
pub use explanation::{Working, strategy_reason};
pub use family::{
    FAMILIES_CSV, families_markdown, families_summary, family_csv, family_formula, family_markdown, family_text,
};
pub use files::{finding_code, finding_svg};
pub use find::{finding_explanation, finding_text, finding_text_with_file, has_automaton};
pub use forms::{Forms, FormsFound, forms_found_text, write_forms_csv, write_forms_text};
pub use losers::{loser_number, write_losers_csv, write_losers_text};
pub use losers_found::{losers_formula, losers_text};
pub use markdown::markdown_text;
pub use misere::misere_value_text;
pub use pairs::{each_pair, write_pairs_csv, write_pairs_text};
pub use pictures::{drawing_dot, drawing_list, position_dot, position_svg};
pub use plot::table_svg;
pub use proof_text::explain_proof;
pub use prove::{claim_explanation, verdict_text, verified_text};
pub use quotient::{quotient_generators, quotient_text, quotients_csv, quotients_markdown};
pub use row_plot::{losers_svg, sides_svg, vertices_svg};
pub use sequence::{
    EqualBy, PeriodProof, SurveyEntry, SurveyFinding, histogram_svg, kernel_stats_text, news_markdown, sequence_svg,
    sequence_text, statistics_text, survey_csv, survey_entries, survey_markdown, write_sequence,
};
pub use sides::{Sides, wins_moving_first, write_sides_csv, write_sides_text};
pub use style::{Style, Tone, wrap};
pub use table::{
    TableWriteError, each_cell, each_cell_in_scope, push_number, write_p_positions_bfile, write_p_positions_csv,
    write_p_positions_text, write_table_bfile, write_table_csv, write_table_text,
};
pub use text::{
    AnswerTextOptions, ReasonDetail, answer_text, answer_text_with, game_text, games_text, table_quantity, table_shape,
};
pub use theory::{theorem_proof, theory_proofs};
pub use tree::{TreeDrawing, tree_dot, tree_svg};
pub use trees::{listed_trees, tree_formula, write_trees_csv, write_trees_text};
pub use value::{printable_value, thermograph_svg, value_text};
pub use vertices::{lost_vertices, vertex_quantity, write_vertices_csv, write_vertices_text};

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod columns {
        pub use crate::columns::{approximate_width, char_width};
    }
    pub mod digraph {
        /// Returns the number of vertices of a drawing.
        pub fn vertex_count(drawing: &crate::DigraphDrawing) -> usize {
            drawing.vertex_count()
        }
    }
    pub mod plot {
        pub use crate::plot::OUTCOMES;
    }
    pub mod style {
        pub use crate::style::break_line;
    }
    pub mod svg {
        pub use crate::svg::{Anchor, Svg, ticks, two_lines, viridis};
    }
    pub mod theory {
        pub use crate::theory::{Section, label, prose, references, sections};
    }
}

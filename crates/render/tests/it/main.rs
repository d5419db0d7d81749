//! The integration tests of this crate: one program, so that it is linked once.

mod check;
mod columns;
mod digraph;
mod markdown;
mod pictures;
mod plot;
mod proof_text;
mod row_plot;
mod style;
mod svg;
mod theory;

//! The integration tests of this crate. They form one program, so that the libraries are linked only once.

mod dense;
mod dense_cells;
mod dense_marks;
mod dense_order;
mod heap;
mod memory;
mod multiset;
mod partizan_window;
mod positions;
mod rays;
mod runs;
mod scoring_row;
mod scoring_table;
mod search;
mod splits;
mod values;

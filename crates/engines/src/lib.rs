//! Search and table engines for outcomes and values.
//! Each engine can be used alone with any `Rules`; `grundy-solve` selects an engine.
//!
//! Start with [`search`], the recursion for P- and N-positions on any impartial position. [`values`] computes
//! Grundy values component by component, with or without theorems. [`heap`] is the engine for sequences of
//! subtraction games. [`partizan`] solves partizan games, [`scoring`] scoring games, and [`rivals`] games of
//! several players; [`reach`] and [`digraph`] solve games with infinite play. The tables of all engines are
//! queried through the trait [`value_table::ValueTable`].
//!
//! ```
//! use grundy_engines::search;
//! use grundy_games::nim::Nim;
//! use grundy_rules::{Budget, Outcome, Play};
//!
//! assert_eq!(search::outcome(&Nim, &[3, 4, 5], Play::Normal, &Budget::default()).unwrap(), Outcome::N);
//! ```

pub mod cycles;
pub mod dense;
pub mod digraph;
pub mod endless;
pub mod heap;
pub mod memory;
pub mod multiset;
pub mod partizan;
pub mod positions;
mod rays;
pub mod reach;
pub mod rivals;
pub mod runs;
pub mod scoring;
pub mod search;
mod space;
pub mod splits;
pub mod tables;
pub mod theorems;
pub mod value_table;
pub mod values;

pub use grundy_rules::Budget;

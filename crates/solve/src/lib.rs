//! The solver, which answers questions about positions. It does no input or output.
//!
//! [`Solver`] answers a [`Question`] about a parsed position with the engine for its kind of game.
//! For rules of your own, call the engines directly; this crate re-exports those of `grundy-engines`.
//! Start with `solver.rs`, which dispatches to the modules in `kinds`, one for each kind of game.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Outcome;
//! use grundy_solve::{Budget, Question, Solver};
//!
//! let position_sum = parse("nim(3,4,5)").unwrap();
//! let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
//! assert_eq!(answer.result.outcome, Some(Outcome::N));
//! assert_eq!(answer.moves.listed[0].text, "take 2 from heap 1");
//! ```

mod answer;
mod closed_form_source;
mod engine_choice;
mod kinds;
mod listing;
mod question;
mod simplify;
mod solved_positions;
mod solver;
mod strategy;
mod supported;
mod tables;
mod tabulate;
pub mod trace;
pub mod value_evaluator;

pub use answer::{
    Answer, ComponentSummary, Move, MoveResult, NextMover, PositionValue, Reason, Simplified, TableQuantity,
};
pub use closed_form_source::{ClosedFormSource, ProvedClosedForm};
pub use grundy_engines::cycles::with_cycle;
pub use grundy_engines::rivals::multiplayer;
pub use grundy_engines::theorems::{SUM_THEOREMS, WINDOW_STATE};
pub use grundy_engines::value_table::{Quantity, TableEntry};
pub use grundy_engines::{digraph, heap, partizan, reach, rivals, scoring, search, values};
pub use grundy_rules::{Budget, Meter, Progress, Usage};
pub use grundy_sequence as sequence;
pub use grundy_sequence::suffixes;
pub use kinds::SolvedPositions;
pub use question::{MovesWanted, Question};
pub use solver::Solver;
pub use strategy::mirroring_move;
pub use supported::check_alternating_moves;
pub use tables::Tables;
pub use tabulate::{Combination, LoserTable, Table, TreePattern, TreeRow, TreeTable};

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod simplify {
        pub use crate::simplify::simplify;
    }
    pub mod trees {
        pub use crate::tabulate::trees::{Tree, count_trees, trees};
    }
}

//! Finds, confirms and proves patterns in the tables of games, and writes them as formulas and code.
//!
//! [`find`] computes the table of a game, fits patterns of increasingly general kinds to a corner of the table, and
//! compares each with the rest of the table. A [`Pattern`] can be evaluated at any position, also beyond the table.
//!
//! Start with `find.rs`, then `pattern.rs` (the kinds of patterns) and `prove/mod.rs` (proofs of claims). Each kind of
//! pattern has a file of its own, `automata/` learns and proves automata, and `families/` finds patterns of games with
//! symbolic parameters ("letters").
//!
//! ```
//! use grundy_proof::{FindOptions, find};
//! use grundy_solve::{Budget, Solver};
//! let rules = grundy_games::parse_rules("rule{ n -> n-k for k in 1..n/2 }").unwrap();
//! let query = FindOptions { to: Some(600), ..FindOptions::default() };
//! let mut formulas = vec![];
//! find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |f| formulas.extend(f.pattern.map(|p| p.formula()))).unwrap();
//! assert_eq!(formulas[1], "G(2n) = n, G(2n+1) = G(n); G(0) = 0");
//! ```

pub mod automata;
mod automaton;
mod beatty;
mod closed_form;
mod closed_form_source;
mod code;
mod data;
mod digit_properties;
mod expr;
mod families;
mod find;
mod finding;
mod informative_positions;
mod losers;
mod modes;
mod numeration;
mod pattern;
mod periodic;
mod prove;
mod proved_period;
mod recursion;
mod regular;

pub use automaton::Automaton;
pub use beatty::{Beatty, BeattyRule, Irrational};
pub use closed_form::{Body, Expression};
pub use closed_form_source::{Proofs, solver_with_proofs};
pub use code::{CodeLanguage, code};
pub use data::{BoxPoints, Data, OUTCOMES, code_of, default_bound, shape_of, table_of};
pub use expr::{Binary, Condition, Expr, Relation, Unary};
pub use families::survey_families;
pub use find::{find, fit};
pub use finding::{Case, Family, FindOptions, Finding, Single, Status};
pub use losers::{LosersFound, find_losers};
pub use modes::Modes;
pub use numeration::Numeration;
pub use pattern::{Pattern, PatternForm};
pub use periodic::{Arithmetic, Periodic};
pub use prove::{ClaimVerdict, ProveOptions, UncoveredPositions, lost_boards, prove, replies};
pub use recursion::{Recursion, RecursionStep};

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod automata {
        pub use crate::automata::algebra::{Algebra, AlgebraLimits};
        pub use crate::automata::compile::is_expressible;
        pub use crate::automata::dfa::{Dfa, decode, encode};
        pub use crate::automata::search::solution;
        pub use crate::automata::solutions::solutions;
    }
    pub mod closed_form {
        pub use crate::closed_form::apply;
    }
    pub mod digit_properties {
        pub use crate::digit_properties::Property;
    }
    pub mod families {
        pub use crate::families::blocks::{Affine, Block, Cut, SequenceFamily, cut};
        pub use crate::families::claim::{claim, residue_condition};
        pub use crate::families::sequence::{Repeating, first_entries, repeating};
        pub use crate::families::set::{AmountSet, rules_text};
    }
    pub mod find {
        pub use crate::find::{TheoremAgreement, compare_with_theorems};
    }
    pub mod informative_positions {
        pub use crate::informative_positions::informative_positions;
    }
    pub mod losers {
        pub use crate::losers::{repeats, rows_by_definition};
    }
    pub mod numeration {
        pub use crate::numeration::Prefix;
    }
    pub mod reference_table {
        pub use crate::prove::reference_table::{ReferenceTable, first_point, next_point};
    }
    pub mod regular {
        pub use crate::regular::expression;
    }
}

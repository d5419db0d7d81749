//! The rules of combinatorial games and their notation.
//!
//! Everything a game *is* stands here; how it is *solved* stands in `grundy-solve`. A ruleset is a value of a type that
//! implements [`Rules`]; a game with a name in the notation implements [`Game`] on top and has one line in the
//! [`registry`]. Text becomes a position with [`parse`]:
//!
//! ```
//! use grundy_rules::{Play, parse};
//!
//! let spec = parse("misere take[3,1,2](7) + 2*nim(10^3)").unwrap();
//! assert_eq!(spec.play, Play::Misere);
//! assert_eq!(spec.to_string(), "misere take[1..3](7) + 2*nim(1000)");
//! ```

mod amounts;
mod any;
mod canonical;
pub mod claims;
mod code;
mod code_pattern;
mod dense;
mod digraph;
mod error;
pub mod formula;
mod game;
pub mod games;
mod graph;
mod mistakes;
mod number;
mod picture;
mod position;
pub mod registry;
mod rival;
mod rule;
mod rules;
mod ruleset;
mod signs;
mod spec;
mod splitting;
mod spoken;
mod syntax;
mod theorem;

pub use amounts::{Amounts, Named};
pub use any::{AnyKey, AnyMove, AnyPart, AnyRules};
pub use code::{Code, HeapMove};
pub use dense::{DenseRules, LANES, OptionWalker, Options, run_at};
pub use digraph::{Arcs, Digraph, DigraphBuilder, MOST_EDGES, VertexName};
pub use error::{About, Error, ErrorKind, Result, excerpt};
pub use game::{Card, Coordinates, Field, Game, Kind, MoveText, TableView};
pub use graph::Graph;
pub use grundy_lang::{Language, Text, text};
pub use grundy_value::{Genus, LoopyValue, NimSum, Nimber, Outcome, Play, mex};
pub use number::is_prime;
pub use picture::Picture;
pub use position::{ClosedForm, DynPosition, MoveFilter, Term};
pub use registry::Entry;
pub use rival::Rival;
pub use rule::file::{RuleExample, check_rule_file, rule_examples};
pub use rules::{HeapRules, Impartial, Multiplayer, Parts, Rules, Scored, Seat};
pub use ruleset::{Bare, DynRuleset, Ruleset, parse_rules, parse_rules_with};
pub use signs::ascii_signs;
pub use spec::{Spec, Summand, is_misere, parse, parse_with};
pub use splitting::Splitting;
pub use spoken::{MovesFor, Says, Spoken};
pub use syntax::{Cursor, NoSources, Sources};
pub use theorem::{Claim, MoveList, Theorem, TheoremCard};

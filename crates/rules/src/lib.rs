//! The rules of combinatorial games and their notation.
//!
//! This crate defines what a game must provide; the games themselves are in `grundy-games`, and the engines
//! that *solve* them in `grundy-solve`. A ruleset is a value of a type that implements [`Rules`]. A game with
//! a name in the notation also implements [`Game`] and is added to a [`Library`]. [`parse`] turns text into a
//! position, a [`PositionSum`] whose terms are type-erased as [`DynPosition`]s. Start with [`Rules`] and [`Game`].
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//!
//! let spec = parse("misere take[3,1,2](7) + 2*nim(10^3)").unwrap();
//! assert_eq!(spec.play, Play::Misere);
//! assert_eq!(spec.to_string(), "misere take[1..3](7) + 2*nim(1000)");
//! ```

mod amounts;
mod arithmetic;
mod budget;
mod cancel;
pub mod clock;
mod code;
mod code_pattern;
mod component_numbering;
mod components;
mod dense;
pub mod digraph;
mod dyn_game;
mod editor;
mod erased_rules;
mod error;
mod fault;
mod game;
mod game_info;
mod game_position;
mod half_width;
pub mod heaps;
mod identity;
mod impartial_game;
pub mod indexed;
pub mod lexer;
mod library;
mod move_text;
mod named_set;
mod notation;
mod number;
mod opaque;
mod picture;
mod picture_board;
mod player;
mod position;
mod position_sum;
mod rival;
pub mod rows;
mod rules;
mod ruleset;
mod scope;
mod search_records;
mod split_mix;
mod splitting;
mod string_graph;
mod suggestions;
mod sum_rules;
mod theorem;
mod theorem_instance;
mod value_component;
mod value_errors;
mod view;
mod winning_first_moves;

pub use amounts::{Amounts, Members, SET_HELP};
pub use budget::{Budget, BudgetCaches, Caches, Meter, Progress, Usage, size_text};
pub use cancel::Cancel;
pub use code::{Code, HeapMove};
pub use component_numbering::ComponentNumbering;
pub use components::{Components, Coordinates, CountedComponents};
pub use dense::{DenseRules, LANES, OptionBatch, OptionWalker, normalise_coordinates, run_at};
pub use digraph::{Arcs, Digraph, DigraphBuilder, MAX_EDGES, VertexName};
pub use dyn_game::DynGame;
pub use editor::{Editor, Tools};
pub use error::{EndlessPlay, Error, ErrorDetails, ErrorKind, Limit, Result, SettledMove, Suggestion, excerpt};
pub use fault::FirstFault;
pub use game::Game;
pub use game_info::{GameInfo, Kind, SymbolicAmounts, SymbolicParams};
pub use game_position::{GamePosition, RulesHandle};
pub use grundy_lang::{Language, Text, text};
pub use grundy_value::{CompactSort, Genus, LoopyValue, NimSum, Nimber, Outcome, Play, PlayerResult, mex};
pub use half_width::{to_half_width, with_half_width};
pub use identity::RulesId;
pub use lexer::{Cursor, MAX_NAME_WORDS, NoSources, Sources};
pub use library::{ALL_GAMES, Library, dyn_game, is_misere, nearest_names};
pub use move_text::{Field, MoveText, cell_name, column_name};
pub use named_set::NamedSet;
pub use notation::{ComponentFamily, CoordinateConversion, Notation};
pub use number::{is_prime, push_number, push_numbers, push_parameter};
pub use opaque::{AnyComponent, AnyKey, AnyMove};
pub use picture::{Color, Drawing, Grid, Line, Picture, Point, Users, heap_sizes_after};
pub use picture_board::{PictureBoard, PictureCell, PictureMove};
pub use player::Player;
pub use position::{
    DynPosition, DynRuleset, MoveFilter, PositionDisplay, PositionTheorems, SumByTheorem, TablePosition,
};
pub use position_sum::{ComponentIndex, PositionSum, SumTerm, parse, parse_with};
pub use rival::Rival;
pub use rules::{HeapRules, Impartial, Multiplayer, PointsFn, Rules, Scored};
pub use ruleset::{Ruleset, parse_rules, parse_rules_with};
pub use scope::{BudgetScope, claim_bytes, spend};
pub use search_records::{SearchRecords, WordSink};
pub use split_mix::SplitMix64;
pub use splitting::Splitting;
pub use string_graph::{GROUND, StringGraph};
pub use sum_rules::SumRules;
pub use theorem::{
    Claim, IntegerMoves, MoveList, MovesByInteger, Plan, StatedMoves, Theorem, TheoremInfo, WinningMove, boxed,
};
pub use theorem_instance::{AnyIntegerMoves, ClaimInstance, GameValueFn, KnownMoves, MovesFor, TheoremInstance};
pub use value_errors::{error_in_value, error_of_limit};
pub use view::TableForm;
pub use winning_first_moves::{FirstMove, FirstMoveResult, SumWithValue, UnfinishedSearch, WinningFirstMoves};

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub use crate::scope::CHECK_STRIDE;

    /// The maximal number of units that a meter counts between two checks.
    pub const MAX_METER_STRIDE: u64 = crate::Meter::MAX_STRIDE;
}

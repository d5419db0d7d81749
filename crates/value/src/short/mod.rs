//! Values of short partizan games: an arena of canonical forms, and the theory built on it.
//!
//! A [`Value`] is an index into its [`ValueArena`]: equal games have equal indices. Start with `arena`, which
//! stores the values, `canonical_form`, which computes canonical forms, and `comparison`, which compares values.
//! `number_ups_star` contains the values number + ups + star, and `parse` and `print` the notation. Sources of the
//! theory: J. H. Conway, *On Numbers and Games* (1976); E. Berlekamp, J. Conway, R. Guy, *Winning Ways* (1982),
//! ch. 2-8; A. N. Siegel, *Combinatorial Game Theory* (2013), ch. II.

mod arena;
mod atomic;
mod canonical_form;
mod companion;
mod comparison;
mod copy;
mod dyadic;
mod facts;
mod followers;
mod heat;
mod limit;
mod memos;
mod number_ups_star;
mod ordinal;
mod parse;
mod print;
mod reduced;
mod signature;
mod stop_bounds;
mod sum;
mod thermograph;
mod uptimal;

pub use arena::{Value, ValueArena};
pub use dyadic::Dyadic;
pub use facts::ValueFacts;
pub use limit::{ArenaLimits, ValueLimit};
pub use number_ups_star::NumberUpsStar;
pub use parse::{GameEvaluator, ParseError, ParseErrorKind, ParseErrorSource, begins_value, game_text_len};
pub use print::SymbolSet;
pub use stop_bounds::{StopBounds, StopBoundsMemo};
pub use thermograph::{Thermograph, Wall};

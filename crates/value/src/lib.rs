//! Values of combinatorial games.
//!
//! This crate contains the values that engines compute and user interfaces print, but no games, and no input or
//! output. Start with [`Nimber`] for impartial games, [`Genus`] and [`Quotient`] for misère play, and [`ValueArena`]
//! for partizan games.
//!
//! ```
//! use grundy_value::{Nimber, Outcome};
//!
//! let sum = Nimber(3) + Nimber(4) + Nimber(5);
//! assert_eq!(sum, Nimber(2));
//! assert_eq!(sum.outcome(), Outcome::N);
//! assert_eq!(sum.to_string(), "*2");
//! ```

mod compact_sort;
mod field;
mod genus;
mod loopy;
mod nimber;
mod outcome;
mod quotient;
mod short;

pub use compact_sort::CompactSort;
pub use genus::{Genus, NimSum};
pub use loopy::LoopyValue;
pub use nimber::{Nimber, mex};
pub use outcome::{Outcome, Play, PlayerResult};
pub use quotient::{MAX_ELEMENTS, Quotient, Word, generator_name};
pub use short::{
    ArenaLimits, Dyadic, GameEvaluator, NumberUpsStar, ParseError, ParseErrorKind, ParseErrorSource, StopBounds,
    StopBoundsMemo, SymbolSet, Thermograph, Value, ValueArena, ValueFacts, ValueLimit, Wall, begins_value,
    game_text_len,
};

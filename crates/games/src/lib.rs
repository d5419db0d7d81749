//! The games of Grundy: one module for each game, and the library that lists them all.
//!
//! Every game module has the same order: rules, sources, theory and notation with an example that runs; parameters and
//! components; moves; notation; theorems. `docs/adding-a-game.md` explains how to add a game. The simplest example is
//! `nim`.
//!
//! ```
//! let spec = grundy_games::parse("misere take[3,1,2](7) + 2*nim(10^3)").unwrap();
//! assert_eq!(spec.to_string(), "misere take[1..3](7) + 2*nim(1000)");
//! ```

pub mod childish_hackenbush;
pub mod chomp;
mod coins;
pub mod connect;
pub mod count;
pub mod empty_and_divide;
pub mod endnim;
pub mod euclid;
pub mod fibonacci_nim;
pub mod grundy_game;
pub mod hackenbush;
mod heap_moves;
pub mod lasker;
mod line_games;
pub mod mnk;
pub mod moore;
pub mod named_octal;
pub mod nim;
pub mod octal;
mod pairs;
pub mod partizan_take;
pub mod quixo;
pub mod rivals;
pub mod row;
pub mod stairs;
pub mod strings_and_coins;
pub mod take;
pub mod token;
pub mod treblecross;
pub mod triangles;
pub mod weighted_arc_kayles;
pub mod wythoff;

use grundy_rules::{Library, PositionSum, Result, Ruleset, Sources};
use std::sync::LazyLock;

static STANDARD: LazyLock<Library> = LazyLock::new(|| {
    // This is the order in which lists show the games.
    let games = Library::new()
        .with::<nim::Nim>()
        .with::<take::Take>()
        .with::<partizan_take::PartizanTake>()
        .with::<count::Count>()
        .with::<wythoff::Wythoff>()
        .with::<lasker::Lasker>()
        .with::<stairs::Stairs>()
        .with::<moore::Moore>()
        .with::<chomp::Chomp>()
        .with::<fibonacci_nim::FibonacciNim>()
        .with::<euclid::Euclid>()
        .with::<empty_and_divide::EmptyAndDivide>();
    let games = coins::with_all(games)
        .with::<octal::Octal>()
        .with::<named_octal::Kayles>()
        .with::<named_octal::DawsonKayles>()
        .with::<named_octal::DawsonChess>()
        .with::<named_octal::Guiles>()
        .with::<named_octal::Officers>()
        .with::<treblecross::Treblecross>()
        .with::<grundy_game::GrundyGame>()
        .with::<hackenbush::Hackenbush>()
        .with::<childish_hackenbush::ChildishHackenbush>()
        .with::<endnim::EndNim>()
        .with::<triangles::Triangles>()
        .with::<row::RowGame>();
    let games = strings_and_coins::with_all(games)
        .with::<rivals::Rivals>()
        .with::<token::Token>()
        .with::<quixo::Quixo>()
        .with::<mnk::Mnk>()
        .with::<connect::Connect>();
    let games = grundy_board::graph::named::with_all(grundy_board::named::with_all(games))
        .with::<weighted_arc_kayles::WeightedArcKayles>();
    grundy_rulelang::named::with_all(games)
        .with::<grundy_rulelang::Rule>()
        .with::<grundy_board::BoardGame>()
        .with::<grundy_board::GraphGame>()
});

/// Returns the library of all games, including those with user-defined rules.
///
/// ```
/// use grundy_games::library;
/// assert_eq!(library().games()[0].info().name, "nim");
/// ```
pub fn library() -> &'static Library {
    &STANDARD
}

/// Parses a sum of positions that refers to no files: [`grundy_rules::parse`] with the [`library`].
///
/// # Errors
/// The same errors as [`grundy_rules::parse`].
pub fn parse(text: &str) -> Result<PositionSum> {
    grundy_rules::parse(text, library())
}

/// Parses a sum of positions; the files that it refers to are read from `sources`.
///
/// # Errors
/// The same errors as [`grundy_rules::parse_with`].
pub fn parse_with(text: &str, sources: &mut dyn Sources) -> Result<PositionSum> {
    grundy_rules::parse_with(text, library(), sources)
}

/// Parses one of these games without a position: [`grundy_rules::parse_rules`] with the [`library`].
///
/// # Errors
/// The same errors as [`grundy_rules::parse_rules`].
pub fn parse_rules(text: &str) -> Result<Ruleset> {
    grundy_rules::parse_rules(text, library())
}

/// Parses one of these games without a position; the files that it refers to are read from `sources`.
///
/// # Errors
/// The same errors as [`grundy_rules::parse_rules_with`].
pub fn parse_rules_with(text: &str, sources: &mut dyn Sources) -> Result<Ruleset> {
    grundy_rules::parse_rules_with(text, library(), sources)
}

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub use crate::coins::row::{Row, Turned, odious};
    pub use crate::hackenbush::nested::Nested;
}

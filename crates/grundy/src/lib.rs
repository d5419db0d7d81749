//! # Grundy, the workbench for combinatorial games
//!
//! Computes the outcome of a position, its winning moves and the reasons, for numbers up to 2^64.
//!
//! ```
//! let answer = grundy::solve("nim(3,4,5)")?;
//! assert_eq!(answer.outcome(), Some(grundy::Outcome::N));
//! assert_eq!(answer.grundy_value(), Some(grundy::Nimber(2)));
//! assert_eq!(answer.moves()[0].text, "take 2 from heap 1");
//! assert_eq!(answer.moves()[0].to.as_deref(), Some("nim(1,4,5)"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Sums, multiples and misère play are part of the notation:
//!
//! ```
//! let answer = grundy::solve("misere 3*nim(2) + take[1..4](17)")?;
//! assert!(answer.is_lost());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Positions are values: read them or build them from components, add them, and make moves in them; answers
//! print themselves.
//!
//! ```
//! use grundy::{Grundy, Position, games::{Chomp, Moore, Nim}};
//! let mut g = Grundy::new().memory(1 << 30);
//! let sum = g.read("chomp(2x3)")? + Position::new(Nim, [3, 5]) - Position::new(Moore::new(2), [[1, 2, 4].into()]);
//! let answer = g.solve(&sum)?;
//! println!("{answer}"); // in the language of g
//! if let Some(best) = answer.best() {
//!     let next = sum.after(best); // best.place, best.mv, best.by
//!     assert!(g.solve(&next)?.is_lost());
//! }
//! serde_json::to_writer(std::io::sink(), &answer)?;
//! # let board = Position::new(Chomp, [[3, 3].into()]);
//! # assert_eq!(board.to_string(), "chomp(2x3)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which method to call
//!
//! | question | method |
//! |---|---|
//! | outcome of a position, winning moves and reasons | [`Grundy::solve`] |
//! | only one of these results | [`Grundy::wins`], [`Grundy::winning_moves`], [`Grundy::grundy_value`] |
//! | canonical form, stops, mean, temperature, atomic weight | [`Grundy::value`] |
//! | all positions up to a bound | [`Grundy::table`], [`Grundy::outcomes`]; all vertices of a graph: [`digraph`] |
//! | the pattern of a game, with a proof | [`Grundy::find`], [`Grundy::prove`], [`Grundy::verify`] |
//! | Grundy values of 10^6 heaps and their period | [`Grundy::sequence`] |
//! | misère play of sums | [`Grundy::solve`] with the prefix `misere`, [`Grundy::quotient`] |
//! | a play, move by move | [`Grundy::play`] |
//! | lookup of positions that were solved before | [`Grundy::open_database`], with the feature `database` |
//!
//! `docs/reference.md` describes the notation of positions; the table in `README.md` lists the games.
//!
//! # Features
//!
//! All are off by default.
//!
//! - `zh`: answers and errors in Chinese ([`Grundy::language`]). Adds 400 kB to a program.
//! - `database`: folders of solved positions. Compiles zstd, a library in C.
//! - `all-sizes`: faster values of boards whose cells have two states, such as Domineering. Compiles more code.
//!
//! JSON is always there, because requests are read from it. Proofs are always there too, because the solver finds and
//! proves closed forms for heaps that tables do not reach.
//!
//! [`judge`] shows how to solve the problems of online judges in a few lines.
//!
//! The same engines solve rules of your own: implement [`Rules`] and pass a position to [`search`].
//!
//! ```
//! use grundy::prelude::*;
//!
//! /// Take one stone, or split a heap into two equal ones.
//! struct Halves;
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! enum Move { Take, Split }
//!
//! impl Rules for Halves {
//!     type Component = u32;
//!     type Move = Move;
//!     type Key = u32;
//!     fn moves(&self, &heap: &u32, _by: Player) -> impl Iterator<Item = Move> {
//!         let split = (heap > 0 && heap % 2 == 0).then_some(Move::Split);
//!         (heap > 0).then_some(Move::Take).into_iter().chain(split)
//!     }
//!     fn play(&self, &heap: &u32, _by: Player, mv: &Move) -> Components<u32> {
//!         match mv {
//!             Move::Take => [heap - 1].into_iter().collect(),
//!             Move::Split => [heap / 2, heap / 2].into_iter().collect(),
//!         }
//!     }
//!     fn key(&self, &heap: &u32) -> u32 {
//!         heap
//!     }
//! }
//! impl Impartial for Halves {}
//!
//! let budget = Budget::default();
//! assert_eq!(search::outcome(&Halves, &[4, 7], Play::Normal, &budget)?, Outcome::N);
//! assert_eq!(search::grundy(&Halves, &[4], &budget)?, Nimber(1));
//! # Ok::<(), grundy::Error>(())
//! ```

mod answer;
#[cfg(feature = "database")]
mod database;
pub mod judge;
mod pattern;
mod position;
mod proof;
mod quotient;
mod rendered_result;
mod sequence;
mod table;
mod value;
mod workbench;

pub use answer::{Answer, Verdict};
#[cfg(feature = "database")]
pub use database::Database;
pub use pattern::{Pattern, PatternStatus};
pub use position::Position;
pub use proof::{ProofResult, VerifiedProof};
pub use quotient::MisereQuotient;
pub use sequence::Sequence;
pub use table::Table;
pub use value::Value;
pub use workbench::Grundy;

pub use grundy_conformance::Checked;
pub use grundy_games::{parse, parse_rules, parse_with};
pub use grundy_lang::Language;
pub use grundy_proof::CodeLanguage;
pub use grundy_rules::{
    Amounts, Budget, Cancel, Components, Error, ErrorKind, Impartial, Limit, Multiplayer, Nimber, Outcome, Play,
    Player, PlayerResult, Result, Rules, Scored, TheoremInfo,
};
pub use grundy_sequence::Period;
pub use grundy_solve::{Move, MoveResult, multiplayer, partizan, reach, scoring, search};
pub use grundy_value::Dyadic;

/// Games whose positions can be made of components instead of text: `Position::new(Nim, [3, 5])`.
pub mod games {
    pub use grundy_games::{chomp::Chomp, moore::Moore, nim::Nim, wythoff::Wythoff};
}

/// Sessions in which a position is played move by move.
pub mod play {
    pub use grundy_play::{End, LegalMove, PlayPosition, Session};
}

/// The traits and types for a new game with a name and a notation.
///
/// [`Grundy::with`] adds the game to the library.
pub mod game {
    pub use grundy_lang::{Text, text};
    pub use grundy_rules::{
        Claim, Coordinates, Cursor, Field, Game, GameInfo, HeapRules, Kind, MoveText, TableForm, Theorem, push_number,
    };
}

/// Games on directed graphs given by their edges: Grundy values and outcomes of all vertices at once.
pub mod digraph {
    pub use grundy_engines::digraph::{GrundyValues, LoopyOutcome, RetrogradeResult};
    pub use grundy_rules::Arcs;
}

/// The crates of the library, for Grundy's own programs; any item may change in any version.
pub mod unstable {
    pub use grundy_ask as ask;
    pub use grundy_games as games;
    pub use grundy_json as json;
    pub use grundy_lang as lang;
    pub use grundy_play as play;
    pub use grundy_proof as proof;
    pub use grundy_render as render;
    pub use grundy_rulelang as rulelang;
    pub use grundy_store as store;
    pub use grundy_value as value;
    pub use grundy_verify as verify;

    /// The traits of games, the notation, and the graphs that games are played on.
    pub mod rules {
        pub use grundy_graph::{CanonicalLabels, LabelledGraph, read_drawing};
        pub use grundy_rules::*;

        /// Directed graphs in flat arrays, and their parsers.
        pub mod digraph {
            pub use grundy_graph::{FileName, GraphFileError, Lexer, read_graph};
            pub use grundy_rules::digraph::*;
        }
    }

    /// The solver, the engines that it chooses among, and the checks of both against brute force.
    pub mod solve {
        pub use grundy_conformance as check;
        pub use grundy_misere::{forms as misere, quotients};
        pub use grundy_retrograde as tiers;
        pub use grundy_solve::*;
    }
}

/// The items that small programs need.
pub mod prelude {
    pub use crate::{
        Amounts, Answer, Budget, Components, Error, Grundy, Impartial, Move, Multiplayer, Nimber, Outcome, Play,
        Player, Position, Rules, Scored, Verdict, multiplayer, parse, parse_rules, partizan, reach, scoring, search,
        solve,
    };
}

/// Solves a position given as text, within the default budget.
///
/// Use [`Grundy`] for more than one question.
///
/// # Errors
/// Any error of the notation, with its span, and `limit` if the position exceeds the default memory.
///
/// ```
/// assert!(grundy::solve("wythoff(3,5)")?.moves().is_empty()); // a P-position
/// assert!(grundy::solve("wytoff(3,5)").unwrap_err().help.unwrap().to_string().contains("wythoff"));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn solve(text: &str) -> Result<Answer> {
    let mut g = Grundy::new();
    let position = g.read(text)?;
    g.solve(&position)
}

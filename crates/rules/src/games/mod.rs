//! Every game: one file each, and one line each in the list below.
//!
//! A file reads from top to bottom: rules, sources, theory and notation with an example that runs; the parameters and
//! components; the moves; the notation; the theorems; tests.

use crate::registry::{Entry, entry};

macro_rules! games {
    ($($module:ident::{$($game:ident),*},)*) => {
        $(pub mod $module;)*

        /// Every game, in the order in which lists show them.
        pub static GAMES: &[&dyn Entry] = &[$($(entry::<$module::$game>()),*),*];
    };
}

// `cargo fmt` does not see modules that a macro declares: `cargo xtask fmt` formats them.
games! {
    nim::{Nim},
    take::{Take},
    partizan_take::{PartizanTake},
    count::{Count},
    wythoff::{Wythoff},
    lasker::{Lasker},
    stairs::{Stairs},
    fibonacci_nim::{FibonacciNim},
    euclid::{Euclid},
    empty_and_divide::{EmptyAndDivide},
    octal::{Octal},
    named::{Kayles, DawsonKayles, DawsonChess, Guiles, Officers},
    treblecross::{Treblecross},
    grundy_game::{GrundyGame},
    hackenbush::{Hackenbush},
    triangles::{Triangles},
    row::{Row},
    rivals::{Rivals},
    token::{Token},
    rule::{Rule},
}

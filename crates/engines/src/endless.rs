//! The errors of searches in games with infinite play.

use grundy_lang::text;
use grundy_rules::{Endless, Error};

/// Returns the error of searches that need every play to end.
pub fn comes_again() -> Error {
    Error::plays_on(Endless::Again, text!("a position can repeat; this search does not support games with cycles"))
}

/// Returns the error of searches in which play repeats a move to ever larger numbers.
pub fn endless() -> Error {
    let message = text!("play need not end: a move can be repeated forever with ever larger numbers");
    let error = Error::plays_on(Endless::Larger, message);
    error.help(text!("a condition that bounds the numbers may be missing, as in `n+1 if n < 100`"))
}

/// Returns the error of searches that do not end because a position repeats with more components each time.
pub fn piling_up() -> Error {
    let message =
        text!("play need not end: a position can repeat forever, each time with more components alongside it");
    let error = Error::plays_on(Endless::More, message);
    error.help(text!(
        "a move must not split a position into components that lead back to it; for example, `(i)+(n-i) for i in \
        1..n-1` is allowed"
    ))
}

/// A search checks for infinite play for the first time when it has met this many components.
pub const ENDLESS: usize = 4096;

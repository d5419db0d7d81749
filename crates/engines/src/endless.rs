//! The errors of searches in games with infinite play.

use grundy_lang::text;
use grundy_rules::{EndlessPlay, Error};

/// Returns the error for a position that can repeat, in a search that needs every play to end.
pub fn repetition_error() -> Error {
    Error::for_endless_play(
        EndlessPlay::Loopy,
        text!("a position can repeat; this search does not support games with cycles"),
    )
}

/// Returns the error for a move that can be repeated with ever larger numbers.
pub fn endless_play_error() -> Error {
    let message = text!("play need not end: a move can be repeated forever with ever larger numbers");
    let error = Error::for_endless_play(EndlessPlay::UnboundedNumbers, message);
    error.help(text!("a condition that bounds the numbers may be missing, for example `n < 100` in `n+1 if n < 100`"))
}

/// Returns the error for a position that can repeat with more components each time.
pub fn growing_sum_error() -> Error {
    let message =
        text!("play need not end: a position can repeat forever, each time with more components alongside it");
    let error = Error::for_endless_play(EndlessPlay::UnboundedComponents, message);
    error.help(text!(
        "a move must not split a position into components that lead back to it; for example, `(i)+(n-i) for i in \
        1..n-1` is allowed"
    ))
}

/// The number of components at which a search first checks for infinite play.
pub const MIN_ENDLESS_CHECK: usize = 4096;

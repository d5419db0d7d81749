//! POJ 2975, Nim: how many first moves win, in the format of HDU 1850, and so the same program.
//!
//! Statement and sample: <http://poj.org/problem?id=2975>.

#[path = "hdu_1850.rs"]
mod hdu_1850;

pub use hdu_1850::{answers, main};

//! POJ 3480, John: HDU 1907 in all but the number, and so the same program.
//!
//! Statement and sample: <http://poj.org/problem?id=3480>.

#[path = "hdu_1907.rs"]
mod hdu_1907;

pub use hdu_1907::{answers, main};

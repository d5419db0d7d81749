//! Luogu P4279 [SHOI2008], 小约翰的游戏: misère Nim, which John begins, in the format of HDU 1907, and so the same program.
//!
//! Statement and sample: <https://www.luogu.com.cn/problem/P4279>.

#[path = "hdu_1907.rs"]
mod hdu_1907;

pub use hdu_1907::{answers, main};

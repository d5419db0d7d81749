//! Luogu P2252 [SHOI2002], 取石子游戏: Wythoff's game, one case in the format of POJ 1067, and so the same program.
//!
//! Statement and sample: <https://www.luogu.com.cn/problem/P2252>.

#[path = "poj_1067.rs"]
mod poj_1067;

pub use poj_1067::{answers, main};

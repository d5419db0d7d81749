//! Misère Nim: the player who takes the last object loses.

use grundy::prelude::*;

/// HDU 1907, John: misère Nim with sweets; the player who eats the last one loses.
///
/// First line: the number of cases; each is `n a1 ... an`.
///
/// The library provides misère Nim. Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1907>.
pub fn hdu_1907(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("misere nim({})", heaps.join(",")))?;
        out.push_str(if wins { "John\n" } else { "Brother\n" });
    }
    Ok(out)
}

/// POJ 3480, John: the same problem as HDU 1907 under another number.
///
/// Statement and sample: <http://poj.org/problem?id=3480>.
pub fn poj_3480(input: &str) -> grundy::Result<String> {
    hdu_1907(input)
}

/// Luogu P4279 [SHOI2008], 小约翰的游戏: misère Nim, which John begins, in the format of HDU 1907.
///
/// Statement and sample: <https://www.luogu.com.cn/problem/P4279>.
pub fn luogu_p4279(input: &str) -> grundy::Result<String> {
    hdu_1907(input)
}

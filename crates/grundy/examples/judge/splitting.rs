//! Heap games whose moves may split a heap.

use grundy::prelude::*;

/// HDU 3032, Nim or not Nim?: Lasker's Nim; a move takes from a heap or splits it into two.
///
/// Alice moves first. First line: the number of cases; each is `n s1 ... sn`.
///
/// The library provides Lasker's Nim, by its closed form. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=3032>.
pub fn hdu_3032(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("lasker({})", heaps.join(",")))?;
        out.push_str(if wins { "Alice\n" } else { "Bob\n" });
    }
    Ok(out)
}

/// Luogu P2148 [SDOI2009], E&D: decide who wins Empty and Divide.
///
/// Heaps come in pairs; a move discards one heap of a pair and splits the other. First line: the number of cases; each
/// is `n s1 ... sn`.
///
/// The library provides Empty and Divide, `ed(a,b)`, by its closed form. Statement and sample:
/// <https://www.luogu.com.cn/problem/P2148>.
pub fn luogu_p2148(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let pairs: Vec<String> = heaps.chunks(2).map(|pair| format!("ed({})", pair.join(","))).collect();
        let wins = g.wins(&pairs.join("+"))?;
        out.push_str(if wins { "YES\n" } else { "NO\n" });
    }
    Ok(out)
}

/// CSES 2207, Grundy's Game: a move splits a heap into two of different sizes; n goes up to 10^6.
///
/// First line: the number of cases; each is n.
///
/// The library provides the engine of long sequences, which computes all values up to the largest n within the judge's
/// limit of one second. The engine assumes nothing about heaps beyond the published tables.
/// Statement and sample: <https://cses.fi/problemset/task/2207>.
pub fn cses_grundys_game(input: &str) -> grundy::Result<String> {
    let heaps = input.split_ascii_whitespace().skip(1).map(|n| n.parse().expect("a heap"));
    let heaps: Vec<usize> = heaps.collect();
    let outcomes = Grundy::new().outcomes("grundy_game", heaps.iter().max().map_or(0, |&n| n as u64))?;
    Ok(heaps.iter().map(|&n| if outcomes[n] == Outcome::N { "first\n" } else { "second\n" }).collect())
}

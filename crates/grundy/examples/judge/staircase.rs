//! Staircase Nim: only every other stair or gap affects the outcome.

use grundy::prelude::*;

/// CSES 1099, Stair Game: a move carries balls from a stair to the stair before; balls on stair 1 stay.
///
/// First line: the number of cases; each is `n p1 ... pn`.
///
/// The library provides staircase Nim with a frozen lowest stair. Statement and sample:
/// <https://cses.fi/problemset/task/1099>.
pub fn cses_stair_game(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("stairs[frozen]({})", heaps.join(",")))?;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// POJ 1704, Georgia and Bob: chessmen on a strip move left, never onto or over another chessman.
///
/// Georgia moves first. First line: the number of cases; each is `n p1 ... pn`.
///
/// The library provides staircase Nim: a move transfers squares from the gap before a chessman to the gap behind it. So
/// the gaps are stairs, and the rightmost gap is the lowest stair. Statement and sample:
/// <http://poj.org/problem?id=1704>.
pub fn poj_1704(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace().map(|p| p.parse::<u64>().expect("a place"));
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let mut places: Vec<u64> = words.by_ref().take(n as usize).chain([0]).collect();
        places.sort_unstable();
        let gaps: Vec<String> = places.windows(2).rev().map(|pair| (pair[1] - pair[0] - 1).to_string()).collect();
        let wins = g.wins(&format!("stairs[ground]({})", gaps.join(",")))?;
        out.push_str(if wins { "Georgia will win\n" } else { "Bob will win\n" });
    }
    Ok(out)
}

//! A scoring game in a few lines of Rust: a move takes the value at either end of a row and scores it.
//!
//! `deque [N]` solves a row of N values, by default 3000. It uses the search for any scoring game, and a recursion over
//! all contiguous parts of the row that is specific to this game. It prints the score difference, both times, and the
//! peak memory of the program.

use grundy::unstable::solve::scoring::{Config, solve};
use grundy::{Budget, Components, Player, Rules, Scored};
use std::time::Instant;

/// The values of the row.
struct Deque(Vec<i64>);

impl Rules for Deque {
    /// The remaining part of the row: the index of its first value, and the index after its last value.
    type Component = (u32, u32);
    /// Whether the player takes the first value; otherwise the player takes the last value.
    type Move = bool;
    type Key = (u32, u32);

    fn moves(&self, &(from, to): &(u32, u32), _by: Player) -> impl Iterator<Item = bool> {
        [true, false].into_iter().take(match to - from {
            0 => 0,
            1 => 1,
            _ => 2,
        })
    }

    fn play(&self, &(from, to): &(u32, u32), _by: Player, &first: &bool) -> Components<(u32, u32)> {
        let left = if first { (from + 1, to) } else { (from, to - 1) };
        std::iter::once(left).collect()
    }

    fn key(&self, &part: &(u32, u32)) -> (u32, u32) {
        part
    }
}

impl Scored for Deque {
    fn points(&self, &(from, to): &(u32, u32), _by: Player, &first: &bool) -> i64 {
        self.0[if first { from as usize } else { to as usize - 1 }]
    }
}

fn main() {
    let count: u32 = std::env::args().nth(1).map_or(3000, |n| n.parse().expect("how many values"));
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % 1_000_000_000
    };
    let deque = Deque((0..count).map(|_| random()).collect());
    let start = Instant::now();
    let solved = solve(&deque, &[(0, count)], Player::LEFT, &Config::FULL, &Budget::default()).expect("it fits");
    let search = start.elapsed();
    let start = Instant::now();
    let expected = recursion(&deque.0);
    let plain = start.elapsed();
    assert_eq!(solved.score, expected);
    println!("{count} values: difference {expected}, {} positions searched", solved.nodes);
    println!("search {search:?}, recursion {plain:?}, {} of memory", memory());
}

/// Returns the score difference of the row, computed for every contiguous part, shortest parts first.
fn recursion(values: &[i64]) -> i64 {
    let mut differences = vec![0; values.len() + 1];
    for length in 1..=values.len() {
        for from in 0..=values.len() - length {
            differences[from] =
                (values[from] - differences[from + 1]).max(values[from + length - 1] - differences[from]);
        }
    }
    differences[0]
}

/// Returns the peak memory of the program as a text, or "unknown" if the system does not report it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or("unknown".to_string(), |peak| peak.trim().to_string())
}

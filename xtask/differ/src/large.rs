//! Large inputs under small limits.
//!
//! Huge heaps in sums with positions that have no Grundy value, and large boards.

use super::games;
use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Maximum time of a run with a small time limit, on a busy machine; a longer run counts as a hang.
const MAX_RUN_TIME: Duration = Duration::from_secs(30);
/// Positions that are added to a large heap. Some are loopy, some partizan, some both.
const ADDED_POSITIONS: [&str; 8] = [
    "backsliding_toads_and_frogs(\"t.f\")",
    "backsliding_toads_and_frogs(\"tf.\")",
    "token[a>b,b>a,b>c](a)",
    "rule{ n -> n+1 if n < 3; n-1 }(2)",
    "rule{ left: n -> n-1; n+1 if n == 0; right: n -> n-1 }(2)",
    "push(\"x.xo\")",
    "domineering(2x3)",
    "hackenbush(0-1:b,1-2:r)",
];

/// Compares sums with a large heap and with a small heap of the same value; tests a large board.
pub fn large(program: &Program, file: &str, count: usize, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let (mut texts, mut found) = (vec![], vec![]);
    for _ in 0..count {
        let mut set: Vec<u64> = (0..1 + random.below(3)).map(|_| 1 + random.below(6)).collect();
        set.sort_unstable();
        set.dedup();
        let (from, period) = period(&set);
        let heap = 1_000_000_000_000 + random.below(1_000_000);
        let small = from + period + (heap - from) % period;
        let numbers = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let added = random.pick(&ADDED_POSITIONS);
        texts.extend([small, heap].map(|heap| format!("{added} + take[{numbers}]({heap})")));
    }
    program.count("sums with a large heap", count);
    for (pair, texts) in program.batch(&[], file, &texts)?.chunks(2).zip(texts.chunks(2)) {
        let summary = |answer: &Value| {
            ["outcome", "grundy", "left_first", "right_first", "moves_total", "value"]
                .map(|field| answer[field].clone())
        };
        if summary(&pair[0]) != summary(&pair[1]) || !pair[1]["error"].is_null() {
            found.push(Disagreement {
                subject: "solve: a large heap in a sum".into(),
                message: format!("says {}, but of {} it says {}", pair[1], texts[0], pair[0]),
                command: command_line(&["solve".into(), texts[1].clone(), "--format".into(), "json".into()]),
            });
        }
    }
    let boards: Vec<&str> = games::board_names().collect();
    let (rows, columns) = (9 + random.below(55), 9 + random.below(55));
    let name = *random.pick(&boards);
    // Toppling Dominoes is played in one row.
    let rows = if name == "toppling_dominoes" { 1 } else { rows };
    let text = format!("{name}({rows}x{columns})");
    let args = ["solve", &text, "--time", "0.3", "--memory", "40M", "--quiet"].map(String::from);
    let since = Instant::now();
    let status = program.run(&args)?.status;
    program.count("large boards", 1);
    if !matches!(status, Some(0 | 1)) || since.elapsed() > MAX_RUN_TIME {
        found.push(Disagreement {
            subject: "solve: the limits of a large board".into(),
            message: format!("ends with {status:?} after {} s", since.elapsed().as_secs()),
            command: command_line(&args),
        });
    }
    Ok(found)
}

/// Returns the preperiod and the period of the Grundy values of a subtraction game.
///
/// As many consecutive values as the largest amount determine all later values.
fn period(set: &[u64]) -> (u64, u64) {
    let window = *set.last().expect("a set has an amount") as usize;
    let mut values: Vec<u64> = vec![];
    loop {
        let n = values.len();
        let options: Vec<u64> = set.iter().filter_map(|&k| values.get(n.checked_sub(k as usize)?).copied()).collect();
        values.push((0..).find(|value| !options.contains(value)).expect("some number is no option"));
        let end = values.len();
        let last = &values[end.saturating_sub(window)..];
        if let Some(at) = (0..(end.saturating_sub(window))).find(|&at| &values[at..at + window] == last) {
            return (at as u64 + window as u64, (end - window - at) as u64);
        }
    }
}

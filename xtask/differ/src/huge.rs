//! Positions that the program answers without a full search.
//!
//! The positions are huge heaps with amounts of similar size, and large cakes.
//!
//! The brute force fills a table of all smaller heaps and of all smaller cakes.

use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;

/// The largest heap; the program's own tables have less than half as many entries.
const MAX_HEAP: i64 = 40_000_000;

/// Tests four large heaps with one set of amounts under normal and misère play, and some large cakes.
pub fn huge(program: &Program, file: &str, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let (mut texts, mut expected) = (vec![], vec![]);
    let mut set: Vec<(i64, i64)> = (0..random.between(1, 3)).map(|_| random.between(1, 9)).map(|n| (n, n)).collect();
    for _ in 0..random.between(1, 2) {
        let low = random.between(4_300_000, 9_000_000);
        set.push((low, low + *random.pick(&[0, 0, 1, 2_000_000])));
    }
    let items = set.iter().map(|(low, high)| if low == high { low.to_string() } else { format!("{low}..{high}") });
    let items = items.collect::<Vec<_>>().join(",");
    let heaps: Vec<i64> = (0..4).map(|_| random.between(MAX_HEAP / 2, MAX_HEAP)).collect();
    for (misere, prefix) in [(false, ""), (true, "misere ")] {
        let lost = lost(&set, misere);
        for &heap in &heaps {
            texts.push(format!("{prefix}take[{items}]({heap})"));
            expected.push(("outcome", if lost[heap as usize] { "P" } else { "N" }.to_string()));
        }
    }
    let size = 150;
    let table = cutcake(size);
    for _ in 0..4 {
        let (m, n) = (random.between(1, size as i64), random.between(1, size as i64));
        texts.push(format!("cutcake({m},{n})"));
        expected.push(("value", table[m as usize][n as usize].to_string()));
    }
    program.count("huge positions", texts.len());
    let answers = program.batch(&["--moves", "count"], file, &texts)?;
    let mut found = vec![];
    for ((answer, text), (field, expected)) in answers.iter().zip(&texts).zip(&expected) {
        // Sets with irregular sequences may exceed the memory limit.
        if answer["error"]["kind"] == "limit" {
            continue;
        }
        if answer[field] != expected.as_str() {
            found.push(Disagreement {
                subject: format!("huge positions: {field}"),
                message: format!("{text}: the program says {}, brute force {expected}", answer[field]),
                command: command_line(&["solve".to_string(), text.clone()]),
            });
        }
    }
    Ok(found)
}

/// Returns, for each heap, whether the player to move loses.
fn lost(set: &[(i64, i64)], misere: bool) -> Vec<bool> {
    let least = set.iter().map(|(low, _)| *low).min().unwrap_or(1);
    // For each range of amounts, the last lost heap that can be reached by taking its least amount.
    let mut last = vec![i64::MIN / 2; set.len()];
    let mut lost: Vec<bool> = Vec::with_capacity(MAX_HEAP as usize + 1);
    for n in 0..=MAX_HEAP {
        let mut wins = misere && n < least;
        for (&(low, high), last) in set.iter().zip(&mut last) {
            if n >= low && lost[(n - low) as usize] {
                *last = n - low;
            }
            wins |= n - *last <= high;
        }
        lost.push(!wins);
    }
    lost
}

/// Returns the values of all cakes up to a size, which are integers.
fn cutcake(size: usize) -> Vec<Vec<i64>> {
    let mut table = vec![vec![0i64; size + 1]; size + 1];
    for m in 1..=size {
        for n in 1..=size {
            let left = (1..n).map(|b| table[m][b] + table[m][n - b]).max();
            let right = (1..m).map(|a| table[a][n] + table[m - a][n]).min();
            // The value is the simplest number between the options.
            table[m][n] = match (left, right) {
                (Some(left), _) if left >= 0 => left + 1,
                (_, Some(right)) if right <= 0 => right - 1,
                _ => 0,
            };
        }
    }
    table
}

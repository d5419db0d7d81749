//! Compares the speed at which options are listed by rules written as text and by loops in Rust.

use crate::stopwatch::{Report, Target};
use grundy::unstable::rulelang::Rule;
use grundy::unstable::rules::{DenseRules, OptionBatch};
use std::time::Instant;

const WYTHOFF: &str = "(a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b)";
const SQUARES: &str = "n -> n-k*k for k in 1.. while k*k <= n";
/// A rule of no recognised form, with a condition that is evaluated for every option.
const GUARDED: &str = "(a,b) -> (a-k,b-l) for k in 0..a for l in 0..b if (k+l) % 3 == 1 and k <= 2*l";

/// Returns the checksum with one more option (a, b).
fn add(sum: u64, a: u64, b: u64) -> u64 {
    sum.wrapping_add((a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b).wrapping_mul(0xff51_afd7_ed55_8ccd))
}

/// Returns the number of options of all positions and their checksum, by the interpreter of rules.
fn interpreted(text: &str, positions: impl Iterator<Item = [u64; 3]>) -> (u64, u64) {
    let rule = Rule::new(text).expect("a rule");
    let mut walker = rule.walker();
    let (mut count, mut sum) = (0, 0);
    for at in positions {
        walker.start(at);
        while let Some(options) = walker.next().expect("no faults") {
            match options {
                OptionBatch::Run { count: length, numbers } => {
                    count += length;
                    let [mut a, mut da, dda] = numbers[0];
                    let [mut b, mut db, ddb] = numbers.get(1).copied().unwrap_or_default();
                    for _ in 0..length {
                        sum = add(sum, a as u64, b as u64);
                        (a, b) = (a + da, b + db);
                        (da, db) = (da + dda, db + ddb);
                    }
                }
                OptionBatch::Lanes { mut legal, numbers, .. } => {
                    count += u64::from(legal.count_ones());
                    let second = numbers.get(1).unwrap_or(&[0; 64]);
                    while legal != 0 {
                        let lane = legal.trailing_zeros() as usize;
                        legal &= legal - 1;
                        sum = add(sum, numbers[0][lane] as u64, second[lane] as u64);
                    }
                }
                OptionBatch::Counted(components) => {
                    count += 1;
                    sum = components.iter().fold(sum, |sum, ([a, b, _], _)| add(sum, *a, *b));
                }
                OptionBatch::Extended { added, others, .. } => {
                    count += 1;
                    sum = added.iter().chain(others).fold(sum, |sum, ([a, b, _], _)| add(sum, *a, *b));
                }
            }
        }
    }
    (count, sum)
}

fn wythoff(side: u64) -> (u64, u64) {
    let (mut count, mut sum) = (0, 0);
    for a in 0..side {
        for b in 0..side {
            (1..=a).for_each(|k| sum = add(sum, a - k, b));
            (1..=b).for_each(|k| sum = add(sum, a, b - k));
            (1..=a.min(b)).for_each(|k| sum = add(sum, a - k, b - k));
            count += a + b + a.min(b);
        }
    }
    (count, sum)
}

fn squares(heaps: u64) -> (u64, u64) {
    let (mut count, mut sum) = (0, 0);
    for n in 0..=heaps {
        let mut k = 1;
        while k * k <= n {
            (count, sum) = (count + 1, add(sum, n - k * k, 0));
            k += 1;
        }
    }
    (count, sum)
}

fn guarded(side: u64) -> (u64, u64) {
    let (mut count, mut sum) = (0, 0);
    for a in 0..side {
        for b in 0..side {
            for k in 0..=a {
                for l in 0..=b {
                    if (k + l) % 3 == 1 && k <= 2 * l {
                        (count, sum) = (count + 1, add(sum, a - k, b - l));
                    }
                }
            }
        }
    }
    (count, sum)
}

fn pairs(side: u64) -> impl Iterator<Item = [u64; 3]> {
    (0..side).flat_map(move |a| (0..side).map(move |b| [a, b, 0]))
}

/// Returns the time of the interpreter divided by that of the loops, each the minimum of five runs.
fn ratio(by_rule: impl Fn() -> (u64, u64), by_loops: impl Fn() -> (u64, u64)) -> f64 {
    let least = |run: &dyn Fn() -> (u64, u64)| {
        let times = (0..5).map(|_| {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed().as_secs_f64()
        });
        times.fold(f64::INFINITY, f64::min)
    };
    least(&by_rule) / least(&by_loops)
}

fn compare(
    name: &str,
    max_ratio: f64,
    by_rule: impl Fn() -> (u64, u64),
    by_loops: impl Fn() -> (u64, u64),
    report: &mut Report,
) {
    if !report.wants(name) {
        return;
    }
    assert_eq!(by_rule(), by_loops(), "{name}");
    report.sample(name, Target::Count { unit: "times the loops", max: max_ratio }, || ratio(&by_rule, &by_loops));
}

pub fn measure(report: &mut Report) {
    let positions = |heaps: u64| (0..=heaps).map(|n| [n, 0, 0]);
    let name = "options of the rule of Wythoff, 300 x 300";
    compare(name, 3.0, || interpreted(WYTHOFF, pairs(300)), || wythoff(300), report);
    let name = "options of the rule of subtract-a-square to 5000";
    compare(name, 3.0, || interpreted(SQUARES, positions(5000)), || squares(5000), report);
    let name = "options of a rule with conditions, 60 x 60";
    compare(name, 10.0, || interpreted(GUARDED, pairs(60)), || guarded(60), report);
}

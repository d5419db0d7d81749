//! Measures the engines through the library.

use crate::stopwatch::{Report, Target};
use crate::window::Window;
use grundy::unstable::solve::heap::{HeapSequence, Period};
use grundy::unstable::solve::{MovesWanted, Question, Solver};
use grundy::{Amounts, Budget, Nimber, Outcome, Play, parse};

/// A preperiod and a period, as numbers of heaps.
type Repeat = (u64, u64);

/// Sets of at most four amounts, with preperiod and period of their outcomes, then of their values.
const SETS: [(&str, Repeat, Repeat); 6] = [
    ("1,3,4", (0, 7), (0, 7)),
    ("2,5,7,11", (0, 22), (0, 22)),
    ("1,2,4,8", (0, 3), (0, 3)),
    ("13,35,48", (0, 1027), (0, 1027)),
    ("4,10,12,19", (11, 22), (15, 22)),
    ("9,64", (0, 73), (0, 73)),
];

pub fn measure(report: &mut Report) {
    for (set, outcomes, values) in SETS {
        window(set, period(outcomes), report);
        sequence(set, period(values), report);
    }
    wythoff(report);
}

fn period((preperiod, period): Repeat) -> Period {
    Period { preperiod, period }
}

/// Returns the Grundy values by the definition: the least number that is not the value of an option.
fn values_by_mex(amounts: &Amounts, count: u64) -> Vec<u32> {
    let mut list: Vec<u32> = vec![];
    for n in 0..count {
        let options: Vec<u32> = amounts.up_to(n).map(|s| list[(n - s) as usize]).collect();
        list.push((0..).find(|value| !options.contains(value)).unwrap_or(0));
    }
    list
}

fn window(set: &str, expected: Period, report: &mut Report) {
    const HEAPS: u64 = 1 << 22;
    let budget = Budget::default();
    let amounts: Amounts = set.parse().expect("a set");
    let window = Window::new(&amounts, Play::Normal).expect("amounts of at most 64");

    let name = format!("outcomes of take[{set}]");
    if report.wants(&name) {
        let bits = window.p_positions(5000);
        for (n, value) in values_by_mex(&amounts, 5000).into_iter().enumerate() {
            assert_eq!(bits[n / 64] >> (n % 64) & 1 == 1, value == 0, "{name}: heap {n}");
        }
        let target = Target::Rate { units: HEAPS as f64, unit: "outcomes", min: 3e8 };
        report.time(name, target, || window.p_positions(HEAPS));
    }

    let name = format!("period of the outcomes of take[{set}]");
    if report.wants(&name) {
        assert_eq!(window.period(&budget).expect("no limit"), expected, "{name}");
        report.time_short(name, Target::Seconds(10e-6), || {
            Window::new(std::hint::black_box(&amounts), Play::Normal).map(|w| w.period(&budget))
        });
    }
}

fn sequence(set: &str, expected: Period, report: &mut Report) {
    const HEAPS: u64 = 1 << 22;
    const LARGE_HEAP: u64 = 1_000_000_000_000_000_000;
    let budget = Budget::default();
    let amounts: Amounts = set.parse().expect("a set");

    let name = format!("values of take[{set}]");
    if report.wants(&name) {
        let mut sequence = HeapSequence::new(amounts.clone(), Play::Normal);
        sequence.extend(5000, &budget).expect("a small table");
        for (n, value) in (0..).zip(values_by_mex(&amounts, 5000)) {
            assert_eq!(sequence.value(n, &budget).expect("computed"), value, "{name}: heap {n}");
        }
        let target = Target::Rate { units: HEAPS as f64, unit: "values", min: 1e8 };
        report.time(name, target, || {
            let mut sequence = HeapSequence::new(amounts.clone(), Play::Normal);
            sequence.extend(HEAPS - 1, &budget).expect("a table within the default memory");
            sequence
        });
    }

    let name = format!("period of the values of take[{set}]");
    if report.wants(&name) {
        let mut sequence = HeapSequence::new(amounts.clone(), Play::Normal);
        sequence.value(LARGE_HEAP, &budget).expect("a period");
        assert_eq!(sequence.period(), Some(expected), "{name}");
        report.time_short(name, Target::Seconds(10e-6), || {
            HeapSequence::new(amounts.clone(), Play::Normal).value(LARGE_HEAP, &budget)
        });
    }
}

fn wythoff(report: &mut Report) {
    let name = "wythoff table, 4096 x 4096";
    if !report.wants(name) {
        return;
    }
    let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
    let solve = |text: &str| {
        let spec = parse(text).expect("a spec");
        // A new solver has no tables. In a sum the Grundy values are needed, so the theorem on P-positions is not
        // sufficient.
        Solver::new().solve(&spec, &question, &Budget::default()).expect("a table within the default memory")
    };
    for (pair, value) in [("1,1", 2), ("3,4", 2), ("7,4", 0), ("9,9", 16)] {
        assert_eq!(solve(&format!("nim(0) + wythoff({pair})")).values.grundy, Some(Nimber(value)), "wythoff({pair})");
    }
    // This P-position is close to the largest pair measured: ⌊1564 φ⌋ = 2530, and 2530 + 1564 = 4094.
    assert_eq!(solve("nim(0) + wythoff(2530,4094)").result.outcome, Some(Outcome::P));
    report.time(name, Target::Seconds(2.0), || solve("nim(0) + wythoff(4095,4095)"));
}

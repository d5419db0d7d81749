//! Measures the arena of values of short games: heating, comparisons, long stalks, bytes per value.

use crate::stopwatch::{Report, Target};
use grundy::unstable::value::{Dyadic, NumberUpsStar, Outcome, Value, ValueArena};
use std::collections::HashMap;

/// The message for the limits of the arena, which are never reached here.
const WITHIN_LIMITS: &str = "within the usual limits";

pub fn measure(report: &mut Report) {
    for (nim, seconds) in [(12, 0.05), (14, 0.3)] {
        let name = format!("values: *{nim} heat 1");
        if report.wants(&name) {
            heat(nim);
            report.time(name, Target::Seconds(seconds), || heat(nim));
        }
    }
    compared(report);
    stalks(report);
    bytes(report);
}

/// Heats the nimber *n, where n is `nim`, by 1; checks mean, temperature and left stop.
fn heat(nim: u32) {
    let mut values = ValueArena::new();
    let (star, one) = (values.nimber(nim).expect(WITHIN_LIMITS), values.integer(1).expect(WITHIN_LIMITS));
    let hot = values.heat(star, one).expect(WITHIN_LIMITS);
    let drawn = values.thermograph(hot).expect(WITHIN_LIMITS);
    assert_eq!((drawn.mean(), drawn.temperature), (Dyadic::ZERO, Dyadic::ONE));
    assert_eq!(values.left_stop(hot), Dyadic::ONE);
}

/// Returns whether g <= h, by the definition.
/// The relation holds iff no left option x of g has h <= x and no right option x of h has x <= g.
fn by_definition(values: &mut ValueArena, g: Value, h: Value, memo: &mut HashMap<(Value, Value), bool>) -> bool {
    if let Some(&le) = memo.get(&(g, h)) {
        return le;
    }
    let (left, right) = (values.left_options(g).expect(WITHIN_LIMITS), values.right_options(h).expect(WITHIN_LIMITS));
    let le = !left.into_iter().any(|x| by_definition(values, h, x, memo))
        && !right.into_iter().any(|x| by_definition(values, x, g, memo));
    memo.insert((g, h), le);
    le
}

/// Measures comparisons of all pairs among many numbers, ups with and without a star, and switches.
fn compared(report: &mut Report) {
    let name = "values: 10^6 comparisons of numbers, ups, switches";
    if !report.wants(name) {
        return;
    }
    let mut values = ValueArena::new();
    let mut all = vec![];
    for n in -125i32..125 {
        let number = Dyadic::new((2 * n + 1).into(), 3).expect(WITHIN_LIMITS);
        all.push(values.integer(n.into()).expect(WITHIN_LIMITS));
        all.push(values.number(number).expect(WITHIN_LIMITS));
        all.push(
            values
                .intern_number_ups_star(NumberUpsStar {
                    number: Dyadic::integer(n.signum().into()),
                    up: n,
                    nim: (n & 1) as u32,
                })
                .expect(WITHIN_LIMITS),
        );
        let (high, low) =
            (values.integer(n.into()).expect(WITHIN_LIMITS), values.integer((n - 3).into()).expect(WITHIN_LIMITS));
        all.push(values.value_from_options(&[high], &[low]).expect(WITHIN_LIMITS));
    }
    let mut memo = HashMap::new();
    for &g in all[400..600].iter().step_by(3) {
        for &h in all[380..620].iter().step_by(3) {
            let expected = by_definition(&mut values, g, h, &mut memo);
            assert_eq!(values.le(g, h).expect(WITHIN_LIMITS), expected, "{g:?} {h:?}");
        }
    }
    assert_eq!(all.len() * all.len(), 1_000_000);
    report.time(name, Target::Seconds(0.1), || {
        let mut count = 0;
        for &g in &all {
            for &h in &all {
                count += u32::from(values.le(g, h).expect(WITHIN_LIMITS));
            }
        }
        count
    });
}

/// Measures Hackenbush stalks as ordinal sums: all edges green, and a green edge below 10^5 blue edges.
fn stalks(report: &mut Report) {
    let length = 100_000;
    let name = "values: a green stalk of 10^5 edges, edge by edge";
    if report.wants(name) {
        report.time(name, Target::Seconds(0.1), || {
            let mut values = ValueArena::new();
            let star = values.nimber(1).expect(WITHIN_LIMITS);
            let mut stalk = Value::ZERO;
            for _ in 0..length {
                stalk = values.ordinal_sum(stalk, star).expect(WITHIN_LIMITS);
            }
            assert_eq!(stalk, values.nimber(length).expect(WITHIN_LIMITS));
        });
    }
    let name = "values: a green edge below 10^5 blue ones";
    if report.wants(name) {
        report.time(name, Target::Seconds(0.1), || {
            let mut values = ValueArena::new();
            let (star, blue) =
                (values.nimber(1).expect(WITHIN_LIMITS), values.integer(length.into()).expect(WITHIN_LIMITS));
            let stalk = values.ordinal_sum(star, blue).expect(WITHIN_LIMITS);
            assert_eq!(values.outcome(stalk), Ok(Outcome::N));
        });
    }
}

/// Measures the bytes per value for values with 15 options per side.
/// No option is dominated or reversible: the options are the switches {100+i | 50-i} and their negatives.
fn bytes(report: &mut Report) {
    let name = "values: bytes a value with 30 options";
    if !report.wants(name) {
        return;
    }
    let count = 100_000;
    report.sample(name, Target::Count { unit: "B", max: 260.0 }, || {
        let mut values = ValueArena::new();
        let switches: Vec<Value> = (0..40)
            .map(|i| {
                let (high, low) =
                    (values.integer(100 + i).expect(WITHIN_LIMITS), values.integer(50 - i).expect(WITHIN_LIMITS));
                values.value_from_options(&[high], &[low]).expect(WITHIN_LIMITS)
            })
            .collect();
        let mirrored: Vec<Value> = switches.iter().map(|&x| values.negative(x).expect(WITHIN_LIMITS)).collect();
        let (bytes_before, count_before) = (values.bytes(), values.count());
        let mut state = 1u64;
        let mut fifteen = |all: &[Value]| -> Vec<Value> {
            let mut all = all.to_vec();
            for i in 0..15 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                all.swap(i, i + (state >> 33) as usize % (40 - i));
            }
            all.truncate(15);
            all
        };
        for _ in 0..count {
            let (left, right) = (fifteen(&switches), fifteen(&mirrored));
            let g = values.value_from_options(&left, &right).expect(WITHIN_LIMITS);
            let left = values.left_options(g).expect(WITHIN_LIMITS);
            let right = values.right_options(g).expect(WITHIN_LIMITS);
            assert_eq!(left.len() + right.len(), 30, "nothing is dominated or reversible");
        }
        (values.bytes() - bytes_before) as f64 / (values.count() - count_before) as f64
    });
}

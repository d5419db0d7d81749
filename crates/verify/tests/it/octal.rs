//! Wrong values of octal games are found.

use grundy_rules::Code;
use grundy_verify::Limits;
use grundy_verify::internals::octal::{ValueMarks, first_wrong, mark_unsplit_options, split_sums};
use grundy_verify::internals::work::WorkCounter;

fn values(code: &Code, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for n in 0..length {
        let mut marks = ValueMarks::default();
        marks.start();
        mark_unsplit_options(code, &values, n, &mut marks);
        split_sums(code, n).for_each(|rest| (1..rest).for_each(|a| marks.insert(values[a] ^ values[rest - a])));
        values.push(marks.least());
    }
    values
}

#[test]
fn wrong_values_are_found() {
    let limits = Limits::default();
    let mut seed = 3u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    for code in ["0.6", "0.07", "0.106", "0.77", "0.156", "4.3", "0.3", "4.04", "0.0402", "4.4"] {
        let code: Code = code.parse().unwrap();
        let right = values(&code, 400);
        let wrong = |claimed: &[u32]| first_wrong(&code, claimed, &mut WorkCounter::new(&limits).unwrap()).unwrap();
        assert_eq!(wrong(&right), None, "{code}");
        for _ in 0..40 {
            let (mut claimed, n) = (right.clone(), below(400));
            let other = [below(12) as u32, right[n] ^ 1, right[n] + 1, u32::MAX][below(4)];
            claimed[n] = other;
            let expected = (other != right[n]).then_some((n, right[n]));
            assert_eq!(wrong(&claimed), expected, "{code} with {other} at {n}");
        }
    }
}

//! Compares the values of rows with the recursion.

use grundy_engines::scoring::row_values;
use grundy_rules::{Amounts, Budget};

#[test]
fn values_agree_with_the_recursion() {
    let mut seed = 5u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let sets =
        ["1..3", "1..", "1", "2..20", "3..10,15..30", "5..", "2^k", "k^2,7..", "1,4,9..17,40..", "fib", "30..40"];
    for case in 0..400 {
        let amounts: Amounts = sets[case % sets.len()].parse().unwrap();
        let length = random(60) as usize;
        let mut sums = vec![0i64];
        for _ in 0..length {
            sums.push(sums[sums.len() - 1] + random(21) as i64 - 9);
        }
        let mut gain = vec![0i64; length + 1];
        for place in (0..=length).rev() {
            let moves = amounts.up_to((length - place) as u64).map(|k| place + k as usize);
            gain[place] = moves.map(|to| sums[to] - sums[place] - gain[to]).max().unwrap_or(0);
        }
        let from = random(length as u64 + 1) as usize;
        let results = row_values(&amounts, &sums, from, &Budget::default()).unwrap();
        let expected: Vec<i64> = (from..=length).map(|place| sums[place] - gain[place]).collect();
        assert_eq!(results, expected, "row[{amounts}] from {from}: {sums:?}");
    }
}

//! Tests the sequences and outcomes of subtraction games.

use grundy_engines::heap::{HeapOutcomes, HeapSequence, Period};
use grundy_engines::internals::heap::computed_value;
use grundy_rules::{Amounts, Budget, ErrorKind, Play, mex};

fn slow(amounts: &Amounts, play: Play, count: u64) -> Vec<u32> {
    let mut list: Vec<u32> = vec![];
    for n in 0..count {
        let options: Vec<u128> = amounts.up_to(n).map(|s| list[(n - s) as usize].into()).collect();
        list.push(match (options.is_empty(), play) {
            (true, Play::Misere) => 1,
            _ => mex(options) as u32,
        });
    }
    list
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    let wide: String = (0..80).map(|k| format!("{},", 2 * k + 3)).collect::<String>() + "1000";
    for set in [
        "1",
        "1,2",
        "2,5",
        "1,3,4",
        "2,4,7,9",
        "3,5,6,9,11",
        "1,2,4,8,16,32,64",
        "1..9",
        "3..70",
        "5..200,300",
        "k^2",
        "fib",
        "prime",
        "2^k,7",
        "3,2^k,20..40,k^2",
        "1,4,7..",
        "9..",
        "2,30..",
        "prime,50..60,90..",
        &wide,
        "1,2,70..75,400",
    ] {
        let amounts: Amounts = set.parse().unwrap();
        for play in [Play::Normal, Play::Misere] {
            let expected = slow(&amounts, play, 700);
            let mut sequence = HeapSequence::new(amounts.clone(), play);
            // Extending in steps tests that the kernels can resume.
            for n in [0, 1, 5, 64, 65, 300, 699] {
                sequence.extend(n, &Budget::default()).unwrap();
            }
            let found: Vec<u32> = (0..700).map(|n| computed_value(&sequence, n)).collect();
            assert_eq!(found, expected, "take[{set}] {play}");
        }
    }
}

#[test]
fn outcomes_agree_with_values() {
    for set in ["k^2", "fib", "prime", "2^k,7", "3^k,2,4..6", "5,prime,90..", "1,4,7..", "9..", "3,5..6,k^2"] {
        let amounts: Amounts = set.parse().unwrap();
        assert!(HeapOutcomes::supports(&amounts), "{set}");
        for play in [Play::Normal, Play::Misere] {
            let outcomes = HeapOutcomes::compute(&amounts, play, 700, &Budget::default()).unwrap();
            let values = slow(&amounts, play, 701);
            assert!((0..=700).all(|n| outcomes.is_won(n) == (values[n as usize] != 0)), "take[{set}] {play}");
        }
    }
    assert!(
        !HeapOutcomes::supports(&"1..9".parse().unwrap()) && !HeapOutcomes::supports(&"k^2,30..90".parse().unwrap())
    );
    let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    let error = HeapOutcomes::compute(&"prime".parse().unwrap(), Play::Normal, 10u64.pow(6), &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

#[test]
fn periods_are_exact_and_least() {
    for set in
        ["1", "1,2", "2,5", "1,3,4", "2,4,7", "3,5,6,9", "4,10,12,19", "1..9", "3..7,11", "2,7,8,12", "5..90,200"]
    {
        let amounts: Amounts = set.parse().unwrap();
        for play in [Play::Normal, Play::Misere] {
            let mut sequence = HeapSequence::new(amounts.clone(), play);
            let budget = Budget::default();
            let far = sequence.value(10u64.pow(18) + 7, &budget).unwrap();
            let Period { preperiod, period } = sequence.period().unwrap();
            let (pre, p) = (preperiod as usize, period as usize);
            let list = slow(&amounts, play, (pre + 3 * p + 600) as u64);
            let repeats = |from: usize, p: usize| (from..list.len() - p).all(|n| list[n] == list[n + p]);
            assert!(repeats(pre, p), "take[{set}] {play}: {pre}, {p}");
            assert!(pre == 0 || !repeats(pre - 1, p), "take[{set}] {play}: preperiod {pre} is not least");
            assert!((1..p).all(|q| !repeats(pre, q)), "take[{set}] {play}: period {p} is not least");
            let place = sequence.period().unwrap().reduce(10u64.pow(18) + 7);
            assert_eq!(far, list[place as usize]);
        }
    }
}

#[test]
fn memory_is_checked_before_the_table_grows() {
    let mut sequence = HeapSequence::new("k^2".parse().unwrap(), Play::Normal);
    let error = sequence.value(10u64.pow(12), &Budget::default()).unwrap_err();
    assert_eq!(
        error.message,
        "the table of heaps up to 1000000000000 for the amounts k^2 needs 3.6 TiB, but the memory limit is 4.0 GiB"
    );
    assert_eq!(sequence.computed(), 0);
    // There are too many ranges for runs, so the table is tried and exceeds the limit.
    let many: String = (0..1100).map(|k| format!("{},", 5 * k + 3)).collect::<String>() + "1000000000000";
    let mut huge = HeapSequence::new(many.parse().unwrap(), Play::Normal);
    assert_eq!(huge.value(10u64.pow(13), &Budget::default()).unwrap_err().kind, ErrorKind::Limit);
}

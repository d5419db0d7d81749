//! Tests the splits of heaps of Lasker's Nim that have a given value.

use grundy_games::lasker::{Splits, heap_of, value};

#[test]
fn splits_agree_with_trying_all() {
    for n in 0..200u64 {
        for to in 0..140u128 {
            let slow: Vec<u64> = (1..=n / 2).filter(|&a| value(a) ^ value(n - a) == to).collect();
            let splits = Splits::new(n, to);
            assert_eq!(splits.total(), slow.len() as u128, "{n} to {to}");
            assert_eq!(splits.collect::<Vec<_>>(), slow, "{n} to {to}");
        }
    }
}

#[test]
fn more_splits_than_can_be_listed() {
    let top = u64::MAX;
    assert_eq!(value(top), 1 << 64);
    assert_eq!(heap_of(1 << 64), Some(top));
    // n = 2^62 − 2 has a very large number of splits: they are counted without enumeration, and the first thousand
    // are checked.
    let n = (1u64 << 62) - 2;
    let splits = Splits::new(n, value(n) ^ 2);
    let count = splits.total();
    let first: Vec<u64> = splits.take(1000).collect();
    assert!(first.windows(2).all(|w| w[0] < w[1]));
    assert!(first.iter().all(|&a| value(a) ^ value(n - a) == value(n) ^ 2));
    assert!(count >= first.len() as u128);
    let largest = (0..70).map(|bit| Splits::new(4095, 1 << bit).total()).max().unwrap();
    assert_eq!(largest, (1..=2047u64).filter(|&a| value(a) ^ value(4095 - a) == 4096).count() as u128);
}

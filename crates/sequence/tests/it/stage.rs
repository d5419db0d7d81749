//! Tests the count of pairs.

use grundy_sequence::internals::stage::sum_of_halves;

#[test]
fn pairs_are_counted() {
    for n in 0..50usize {
        assert_eq!(sum_of_halves(n), (0..n as u128).map(|k| k / 2).sum::<u128>(), "{n}");
    }
}

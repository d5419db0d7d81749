//! Tests the formulas of Empty and Divide.

use grundy_games::empty_and_divide::{count, misere_count, misere_outcome, misere_parts, parts, value};
use grundy_rules::Outcome;

#[test]
fn divisions_by_formula_match_brute_force() {
    for heap in 0..200u64 {
        for to in 0..9u128 {
            let all = (1..=heap / 2).filter(|&part| u128::from(value([part, heap - part])) == to);
            let slow: Vec<u64> = all.collect();
            assert_eq!(parts(heap, to).collect::<Vec<_>>(), slow, "{heap} to {to}");
            assert_eq!(count(heap, to), slow.len() as u128, "{heap} to {to}");
        }
        let slow: Vec<u64> = (1..=heap / 2).filter(|&part| misere_outcome([part, heap - part]) == Outcome::P).collect();
        assert_eq!(misere_parts(heap).collect::<Vec<_>>(), slow, "{heap}");
        assert_eq!(misere_count(heap), slow.len() as u128, "{heap}");
    }
}

#[test]
fn exact_at_the_top_of_the_range() {
    let top = u64::MAX;
    // All bits of n - 1 = 2^64 - 2 are 1 except the lowest.
    assert_eq!([value([top, top]), value([top - 1, top]), value([top, 2])], [0, 64, 64]);
    // Below its highest bit, each bit is 1 in exactly one of the two numbers; the lowest bit is 1 in both.
    assert_eq!(count(top, 63), 1);
    assert_eq!(count(1 << 63, 62), 1);
    assert_eq!(count((1 << 63) + 1, 63), 1 << 62);
    for heap in [top, top - 1, 1 << 63, (1 << 63) + 1] {
        for to in 0..70u128 {
            assert_eq!(parts(heap, to).next().is_some(), count(heap, to) > 0, "{heap} to {to}");
            for part in parts(heap, to).take(100) {
                assert_eq!(u128::from(value([part, heap - part])), to);
            }
        }
    }
    assert!(misere_parts(top - 2).take(100).all(|part| misere_outcome([part, top - 2 - part]) == Outcome::P));
}

//! The divisors that a variable of a rule ranges over.

use grundy_rulelang::internals::divisors;

#[test]
fn divisors_match_trial_division() {
    for n in (-2..3000).chain([720_720, 999_983 * 2, 1 << 20, 10_007 * 10_009]) {
        let by_trial_division: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
        assert_eq!(divisors(n), by_trial_division, "{n}");
    }
}

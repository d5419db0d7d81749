//! The theorems on Cutcake and Maundy Cake.

use grundy_rulelang::internals::{Cuts, cutcake, cuts, maundy_cake};

#[test]
fn cuts_match_enumeration() {
    for m in 0..40u64 {
        for n in 0..40 {
            for min_total in -45..45 {
                let total = |b: u64| cutcake(m, b) + cutcake(m, n - b);
                let slow: Vec<u64> = (1..=n / 2).filter(|&b| m > 0 && total(b) >= min_total).collect();
                let fast = cuts(m, n, min_total);
                assert_eq!(
                    fast.iter().map(|cuts| cuts.count()).sum::<u128>(),
                    slow.len() as u128,
                    "{m} {n} {min_total}"
                );
                assert_eq!(fast.into_iter().flat_map(Cuts::numbers).collect::<Vec<_>>(), slow, "{m} {n} {min_total}");
            }
        }
    }
}

#[test]
fn huge_cakes_have_known_values() {
    assert_eq!(cutcake(3, 1_000_000_000), 499_999_999);
    assert_eq!(cutcake(1_000_000_000, 3), -499_999_999);
    assert_eq!(cutcake(1 << 62, (1 << 62) - 1), 1 - 2);
    assert_eq!(cuts(3, 1 << 62, 0).into_iter().map(Cuts::count).sum::<u128>(), 1 << 61);
    // OEIS A006022.
    let first = [0, 1, 1, 3, 1, 4, 1, 7, 4, 6, 1, 10, 1, 8, 6, 15, 1, 13];
    assert!((1..).zip(first).all(|(n, value)| maundy_cake(1, n) == value));
}

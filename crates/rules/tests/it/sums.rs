//! Tests the numbering of lists by their sums.

use grundy_rules::indexed::Sums;

/// Compares ranks with an enumeration of all lists in order.
#[test]
fn ranks_match_enumeration() {
    for (bounds, weights, total) in [
        (vec![3, 4, 2], vec![1, 1, 1], 6),
        (vec![3, 9, 2], vec![2, 0, 3], 9),
        (vec![5], vec![1], 4),
        (vec![2, 2], vec![0, 0], 0),
        (vec![0, 3, 4], vec![7, 1, 2], 11),
    ] {
        for exact in [false, true] {
            let sums = Sums::new(&bounds, &weights, total, exact).unwrap();
            for total in 0..=total {
                let all: u64 = bounds.iter().map(|m| m + 1).product();
                let mut count = 0;
                for code in 0..all {
                    let mut rest = code;
                    let mut list: Vec<u64> = bounds
                        .iter()
                        .rev()
                        .map(|m| {
                            let n = rest % (m + 1);
                            rest /= m + 1;
                            n
                        })
                        .collect();
                    list.reverse();
                    let sum: u64 = list.iter().zip(&weights).map(|(n, w)| n * w).sum();
                    assert_eq!(sums.sum(&list), Some(sum));
                    let right = if exact { sum == total } else { sum <= total };
                    assert_eq!(sums.rank(total, &list), right.then_some(count), "{list:?} of {bounds:?}, {total}");
                    if right {
                        let mut unranked = vec![9; list.len()];
                        sums.unrank(total, count, &mut unranked);
                        assert_eq!(unranked, list);
                        count += 1;
                    }
                }
                assert_eq!(sums.size(total), count);
            }
        }
    }
    assert_eq!(Sums::new(&[u64::MAX, 1], &[0, 0], 0, false), None);
    assert_eq!(Sums::new(&[1 << 40], &[1], 1 << 40, false), None);
}

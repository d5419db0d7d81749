//! Tests the search for regularities.

use grundy_sequence::Regularity;
use grundy_sequence::internals::regularity::find_regularity;

fn found(value: impl Fn(u32) -> u32, length: u32) -> Option<Regularity> {
    find_regularity(&(0..length).map(value).collect::<Vec<u32>>())
}

#[test]
fn regularities_are_found() {
    let of = |preperiod, period, saltus, exceptions: &[u64]| {
        Some(Regularity { preperiod, period, saltus, exceptions: exceptions.to_vec() })
    };
    assert_eq!(found(|n| n % 5, 100), of(0, 5, 0, &[]));
    assert_eq!(found(|n| if n < 20 { 9 * n % 7 } else { n % 5 + n / 5 * 8 }, 200), of(20, 5, 8, &[]));
    assert_eq!(found(|n| n, 100), of(0, 1, 1, &[]));
    // Residue 2 repeats, and the others grow.
    assert_eq!(found(|n| if n % 7 == 2 { 3 } else { n % 7 + n / 7 * 16 }, 200), of(0, 7, 16, &[2]));
    // The value of heap 0 differs, so heap 0 is not part of the period.
    assert_eq!(found(|n| if n == 0 { 0 } else { 1 - n % 2 }, 100), of(1, 2, 0, &[]));
    // These are rejected: a regularity in less than half of the values, no regularity, different growth, too few
    // values.
    assert_eq!(found(|n| if n < 110 { n * n % 97 } else { n % 5 }, 200), None);
    assert_eq!(found(|n| n * n % 97, 300), None);
    assert_eq!(found(|n| n / 3 * (1 + n % 3), 300), None);
    assert_eq!(found(|n| n, 60), None);
}

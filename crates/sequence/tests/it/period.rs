//! Tests the search for periods.

use grundy_rules::{Budget, Cancel};
use grundy_sequence::SequenceValues;
use grundy_sequence::internals::period::{PeriodResult, PeriodSearch};

#[test]
fn interrupted_search_resumes() {
    // Digit sums in base 7 nearly repeat at all scales. From heap `start` on, the sequence is periodic.
    let digits = |mut n: u32| -> u8 {
        let mut sum = 0;
        while n > 0 {
            (sum, n) = (sum + n % 7, n / 7);
        }
        sum as u8
    };
    for start in [300_000, 600_000] {
        let list = (0..1u32 << 20).map(|n| if n < start { digits(n) } else { (n % 1000 % 13) as u8 }).collect();
        let (values, length) = (SequenceValues::Bytes(list), 1 << 20);
        let uninterrupted = PeriodSearch::new(length, 2).run(&values, &Budget::default()).unwrap();
        assert_eq!(matches!(uninterrupted, PeriodResult::Proved(_)), start == 300_000, "{uninterrupted:?}");
        let stopped = Cancel::default();
        stopped.cancel();
        let budget = Budget { cancel: Some(stopped.clone()), ..Budget::default() };
        let mut search = PeriodSearch::new(length, 2);
        let mut interruptions = 0;
        let parts = loop {
            match search.run(&values, &budget) {
                Ok(found) => break found,
                Err(_) => interruptions += 1,
            }
        };
        assert_eq!(parts, uninterrupted);
        assert!(start == 300_000 || interruptions >= 2, "{interruptions}");
    }
}

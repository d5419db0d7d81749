//! Tests the choice between kernels and between numbers of threads.

use grundy_sequence::internals::kernel_choice::{Cost, KernelChoice, MIN_FILTER_COST, STEPS_PER_TRIAL, ThreadChooser};
use std::time::Duration;

/// The filter is tried if its lower bound is less than the scalar cost; then measured costs decide.
#[test]
fn cheaper_kernel_is_chosen() {
    let mut choice = KernelChoice::default();
    assert!(!choice.prefers_filter(1000, 0) && choice.min_cost(1000).is_none(), "the scalar kernel comes first");
    choice.scalar = Some(Cost { nanoseconds: 100.0, heap: 1000 });
    let pairs = (100.0 / MIN_FILTER_COST) as usize;
    assert!(choice.prefers_filter(1000, pairs / 2) && !choice.prefers_filter(1000, pairs * 2));
    assert_eq!(choice.min_cost(1000), Some(100.0));
    // The measured filter takes 60 nanoseconds at heap 2000 and 120 at heap 4000, whatever the number of pairs.
    choice.filter = Some(Cost { nanoseconds: 30.0, heap: 1000 });
    for pairs in [0, pairs * 2] {
        assert!(choice.prefers_filter(2000, pairs) && !choice.prefers_filter(4000, pairs));
    }
    assert_eq!([2000, 4000].map(|n| choice.min_cost(n)), [Some(60.0), Some(100.0)]);
    choice.forget();
    assert!(!choice.prefers_filter(2000, 0), "the scalar kernel is measured again");
}

/// Returns how many of `steps` steps use two threads.
///
/// Each step with one thread takes 10 microseconds, and the k-th step with two threads takes `took(k)`.
fn twos(steps: u32, took: impl Fn(u32) -> u64) -> u32 {
    let (mut pace, mut twos) = (ThreadChooser::default(), 0);
    for _ in 0..steps {
        let threads = pace.threads(2);
        pace.record_time(threads, Duration::from_micros(if threads == 2 { took(twos) } else { 10 }));
        twos += u32::from(threads == 2);
    }
    twos
}

#[test]
fn faster_thread_count_is_used_and_the_other_tried() {
    assert!(twos(10 * STEPS_PER_TRIAL, |_| 6) >= 10 * STEPS_PER_TRIAL - 12);
    let few = twos(10 * STEPS_PER_TRIAL, |_| 14);
    assert!((8..=22).contains(&few), "{few}");
    // A single disturbed step does not disable the second thread.
    assert!(twos(10 * STEPS_PER_TRIAL, |k| if k % 8 == 3 { 50 } else { 6 }) >= 10 * STEPS_PER_TRIAL - 12);
    assert_eq!(ThreadChooser::default().threads(1), 1);
}

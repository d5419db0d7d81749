//! Tests budgets, their caches, and meters.

use grundy_rules::clock::Instant;
use grundy_rules::internals::MAX_METER_STRIDE;
use grundy_rules::{Budget, Caches, Cancel, Limit, Progress, Text, size_text, text};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn size_text_rounds_down() {
    for (bytes, text) in [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB"),
        (1536, "1.5 KiB"),
        (5 << 30, "5.0 GiB"),
        (1 << 80, "1048576.0 EiB"),
        (u128::MAX, "295147905179352825855.9 EiB"),
    ] {
        assert_eq!(size_text(bytes), text);
    }
}

#[test]
fn sizes_that_round_alike_are_printed_in_bytes() {
    let budget = Budget { bytes: 1 << 20, ..Budget::default() };
    let error = budget.check_fits((1 << 20) + 9, &text!("a search")).unwrap_err();
    assert_eq!(error.limit(), Some(Limit::Memory { needed: (1 << 20) + 9, limit: 1 << 20 }));
    assert_eq!(error.message.to_string(), "a search needs 1048585 bytes, but the memory limit is 1048576 bytes");
}

#[test]
fn memory_is_suggested_up_to_a_maximum() {
    let help =
        |bytes: u128| Budget::default().check_fits(bytes, &text!("a search")).unwrap_err().help.unwrap().to_string();
    assert_eq!(help(5 << 30), "more memory may be enough: 16 GiB");
    assert_eq!(help(20 << 30), "more memory may be enough: 32 GiB");
    assert_eq!(help(256 << 30), "more memory may be enough: 256 GiB");
    assert_eq!(help(7 << 40), "no machine has that much memory: use smaller numbers");
    assert_eq!(help(u128::MAX), "no machine has that much memory: use smaller numbers");
}

/// Checks that work drops the caches when it needs their memory.
///
/// A part of the work with a smaller limit must not drop the caches.
#[test]
fn caches_are_dropped_when_memory_is_needed() {
    let full = Budget { bytes: 1000, ..Budget::default() };
    let what = text!("a search");
    let caches = Arc::new(Caches::new("tables", 400));
    let budget = full.with_caches(&caches);
    let part = Budget { bytes: budget.bytes.min(300), ..budget.clone() };
    assert!(part.check_fits(301, &what).is_err() && budget.check_fits(1001, &what).is_err());
    assert_eq!(caches.take::<&str>(), Some("tables"));
    let caches = Arc::new(Caches::new("tables", 400));
    let budget = full.with_caches(&caches);
    assert!(budget.check_fits(601, &what).is_ok() && budget.check_fits(1000, &what).is_ok());
    assert_eq!(caches.take::<&str>(), None);
    let error = budget.check_fits(1001, &what).unwrap_err();
    assert_eq!(error.message.to_string(), "a search needs 1001 bytes, but the memory limit is 1000 bytes");
}

#[test]
fn meter_stops_at_limits() {
    let flag = Cancel::default();
    let budget = Budget { cancel: Some(flag.clone()), nodes: 5000, ..Budget::default() };
    let mut meter = budget.meter(text!("positions"));
    for _ in 0..3000 {
        meter.advance(1).unwrap();
    }
    flag.cancel();
    let left = (0..).take_while(|_| meter.advance(1).is_ok()).count();
    assert!(left <= MAX_METER_STRIDE as usize);
    let other = Budget { cancel: None, ..budget.clone() };
    let mut meter = other.meter(text!("positions"));
    assert_eq!((0..).take_while(|_| meter.advance(1).is_ok()).count(), 5000);
    let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    assert_eq!(late.check().unwrap_err().limit(), Some(Limit::Time));
    assert!(budget.check().unwrap_err().is_interrupt());
}

/// Checks that a meter checks the limits after every unit if units are slow.
#[test]
fn meter_checks_every_slow_unit() {
    let flag = Cancel::default();
    let budget = Budget { cancel: Some(flag.clone()), ..Budget::default() };
    let mut meter = budget.meter(text!("positions"));
    let mut slow = || {
        std::thread::sleep(Duration::from_millis(10));
        meter.advance(1)
    };
    (0..5).for_each(|_| slow().unwrap());
    flag.cancel();
    assert!((0..).take_while(|_| slow().is_ok()).count() <= 1);
}

/// [`Meter::set_progress`] sets the reported progress; the count of units is independent of it.
#[test]
fn meter_reports_progress() {
    struct RecordedProgress(std::sync::Mutex<Vec<(String, u64, Option<u64>)>>);
    impl Progress for RecordedProgress {
        fn report(&self, work: &Text, done: u64, total: Option<u64>) {
            self.0.lock().unwrap().push((work.to_string(), done, total));
        }
    }
    let reports = Arc::new(RecordedProgress(std::sync::Mutex::default()));
    let budget = Budget { progress: Some(reports.clone()), ..Budget::default() };
    budget.meter(text!("positions")).advance(7).unwrap();
    let mut meter = budget.meter(text!("heaps")).with_total(100);
    meter.set_progress(3);
    meter.advance(5000).unwrap();
    assert_eq!(meter.done(), 5000);
    let reports = reports.0.lock().unwrap();
    assert_eq!(*reports, [("positions".to_string(), 7, None), ("heaps".to_string(), 3, Some(100))]);
}

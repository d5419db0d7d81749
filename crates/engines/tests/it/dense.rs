//! Tests dense tables with rules given by Rust functions, which the rule language cannot express.

use grundy_engines::dense::{DenseTable, EntryNeed};
use grundy_engines::internals::dense::has_cells_outside;
use grundy_engines::value_table::ValueTable as _;
use grundy_rules::{
    Budget, Cancel, Coordinates, DenseRules, ErrorKind, LANES, OptionBatch, OptionWalker, Play, Result,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Rules on pairs whose options are listed by a function.
struct ListedRules<F>(F);

struct Lister<'r, F> {
    rules: &'r ListedRules<F>,
    at: Option<Coordinates>,
    lanes: [[i64; LANES]; 2],
}

impl<F: Fn(Coordinates) -> Vec<[u64; 2]> + Send + Sync> DenseRules for ListedRules<F> {
    fn dims(&self) -> usize {
        2
    }

    fn splits(&self) -> bool {
        false
    }

    fn walker(&self) -> Box<dyn OptionWalker + '_> {
        Box::new(Lister { rules: self, at: None, lanes: [[0; LANES]; 2] })
    }
}

impl<F: Fn(Coordinates) -> Vec<[u64; 2]>> OptionWalker for Lister<'_, F> {
    fn start(&mut self, at: Coordinates) {
        self.at = Some(at);
    }

    fn next(&mut self) -> Result<Option<OptionBatch<'_>>> {
        let Some(at) = self.at.take() else { return Ok(None) };
        let options = (self.rules.0)(at);
        for (lane, option) in options.iter().enumerate() {
            (0..2).for_each(|k| self.lanes[k][lane] = option[k] as i64);
        }
        Ok(Some(OptionBatch::Lanes { legal: (1 << options.len()) - 1, numbers: &self.lanes, copies: &[] }))
    }
}

/// Returns the options: one step down in either number.
/// The Grundy value of a pair is the parity of its sum.
fn steps([a, b, _]: Coordinates) -> Vec<[u64; 2]> {
    let left = a.checked_sub(1).map(|a| [a, b]);
    left.into_iter().chain(b.checked_sub(1).map(|b| [a, b])).collect()
}

fn table() -> DenseTable {
    DenseTable::new(2, EntryNeed::Values, Play::Normal)
}

#[test]
fn a_panic_stops_all_threads_and_resets_open_cells() {
    let broken = AtomicBool::new(true);
    let rules = ListedRules(|at| {
        assert!(!(broken.load(Ordering::Relaxed) && at == [40, 70, 0]), "rules with a fault");
        steps(at)
    });
    for threads in [1, 2, 8] {
        broken.store(true, Ordering::Relaxed);
        let budget = Budget { threads, ..Budget::default() };
        let (mut filled, mut queried) = (table(), table());
        assert!(catch_unwind(AssertUnwindSafe(|| filled.fill(&rules, [150, 150, 0], &budget))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| queried.value(&rules, [150, 150, 0], &budget))).is_err());
        broken.store(false, Ordering::Relaxed);
        for at in [[41, 70, 0], [150, 150, 0], [149, 150, 0]] {
            assert_eq!(filled.value(&rules, at, &budget).unwrap() as u64, (at[0] ^ at[1]) % 2);
            assert_eq!(queried.value(&rules, at, &budget).unwrap() as u64, (at[0] ^ at[1]) % 2);
        }
    }
}

#[test]
fn cells_are_counted_once_by_all_threads() {
    let rules = ListedRules(steps);
    let to = [90, 63, 0];
    let cells = 91 * 64;
    for threads in [1, 2, 8] {
        let budget = Budget { threads, ..Budget::default() };
        let mut full = table();
        full.fill(&rules, to, &budget).unwrap();
        assert_eq!(full.evaluated(), cells);
        assert!(table().fill(&rules, to, &Budget { nodes: cells, ..budget.clone() }).is_ok());
        for nodes in [1000, cells - 1] {
            let mut component = table();
            let error = component.fill(&rules, to, &Budget { nodes, ..budget.clone() }).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Limit);
            assert!(component.evaluated() <= nodes + 3000, "{} of {nodes}", component.evaluated());
            // After the error the known cells are correct, and the other cells can still be computed.
            assert_eq!(component.value(&rules, [90, 63, 0], &budget).unwrap(), 1);
        }
    }
}

#[test]
fn memory_outside_of_the_box_is_limited() {
    // Every cell of a row depends on the next cell of the row, so the computation never ends.
    let rules = ListedRules(|[a, b, _]: Coordinates| vec![[a, b + 1]]);
    for bytes in [1 << 16, 1 << 20, 1 << 22] {
        let mut table = table();
        let error = table.value(&rules, [1, 1, 0], &Budget { bytes, ..Budget::default() }).unwrap_err();
        assert!(error.kind == ErrorKind::Limit && error.message.to_string().contains("reachable in play"), "{error}");
        assert!(table.bytes() <= bytes, "{} of {bytes}", table.bytes());
        assert!(!has_cells_outside(&table));
    }
}

#[test]
fn blocks_without_options_are_skipped() {
    struct Pausing(Vec<[i64; LANES]>, usize);
    struct Waiter<'r>(&'r Pausing, usize);
    impl DenseRules for Pausing {
        fn dims(&self) -> usize {
            1
        }
        fn splits(&self) -> bool {
            false
        }
        fn walker(&self) -> Box<dyn OptionWalker + '_> {
            Box::new(Waiter(self, 0))
        }
    }
    impl OptionWalker for Waiter<'_> {
        fn start(&mut self, _: Coordinates) {
            self.1 = self.0.1;
        }
        fn next(&mut self) -> Result<Option<OptionBatch<'_>>> {
            let more = self.1.checked_sub(1);
            self.1 = more.unwrap_or(0);
            Ok(more.map(|_| OptionBatch::Lanes { legal: 0, numbers: &self.0.0, copies: &[] }))
        }
    }
    for need in [EntryNeed::Values, EntryNeed::Outcomes] {
        for (play, value) in [(Play::Normal, 0), (Play::Misere, 1)] {
            let rules = Pausing(vec![[0; LANES]], 3);
            assert_eq!(DenseTable::new(1, need, play).value(&rules, [5, 0, 0], &Budget::default()), Ok(value));
        }
    }
    let stop = Cancel::default();
    stop.cancel();
    let budget = Budget { cancel: Some(stop.clone()), ..Budget::default() };
    let endless = Pausing(vec![[0; LANES]], usize::MAX);
    let error = DenseTable::new(1, EntryNeed::Values, Play::Normal).value(&endless, [5, 0, 0], &budget).unwrap_err();
    assert_eq!(error.message, "interrupted");
}

//! Helpers of a search: threads that search the same position and fill the common table.

use super::position::EvaluatedCells;
use super::search::{OutcomeSearch, RootPosition};
use super::shared::SharedData;
use crate::bit_rule::BitRule;
use grundy_rules::{Budget, Usage};
use grundy_value::{ArenaLimits, ValueArena};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// The number of positions after which a search starts its helpers.
///
/// Short searches have none, since each helper first evaluates strips and regions that the main search already knows.
pub const NODES_BEFORE_HELPERS: u64 = 1 << 15;
/// The stack of a helper, in bytes.
pub const STACK_BYTES: usize = 16 << 20;

/// The helpers of a search, which are stopped and awaited when this list is dropped.
pub struct Helpers {
    shared: Arc<SharedData>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for Helpers {
    fn drop(&mut self) {
        // A helper has an empty list of its own, which must not stop the others.
        if !self.threads.is_empty() {
            self.shared.set_done();
        }
        for thread in self.threads.drain(..) {
            // A helper that failed has only left work to the search.
            drop(thread.join());
        }
    }
}

impl Helpers {
    /// Returns a list without helpers.
    pub fn new(shared: Arc<SharedData>) -> Helpers {
        Helpers { shared, threads: vec![] }
    }

    /// Starts helpers that search `root`, as many as the shared data allow.
    ///
    /// Values of the root are copied from `values` into an arena of each helper. Helpers that need more than a part of
    /// the memory are not started, or end.
    pub fn start<const K: usize, const W: u32>(
        &mut self,
        bit_rule: &BitRule,
        root: &RootPosition<K>,
        evaluated_cells: EvaluatedCells,
        values: &mut ValueArena,
        budget: &Budget,
    ) {
        let count = self.shared.threads();
        // The helpers stop before the main search lacks memory.
        let usage = budget.usage.map(|usage| Usage { limit: usage.limit - usage.limit / 8, ..usage });
        let bytes = budget.bytes / (2 * count as u64);
        for _ in 1..count {
            let budget = Budget { progress: None, records: None, usage, bytes, threads: 1, ..budget.clone() };
            let (stopping, stop_budget) = (Arc::clone(&self.shared), budget.clone());
            let should_stop = Box::new(move || stopping.is_done() || stop_budget.check().is_err());
            let arena_bytes = usize::try_from(bytes / 4).unwrap_or(usize::MAX);
            let limits = ArenaLimits { bytes: arena_bytes, should_stop, ..ArenaLimits::default() };
            let mut arena = ValueArena::with_limits(limits);
            let Ok(root) = root.copy_into(values, &mut arena) else { return };
            let (shared, bit_rule) = (Arc::clone(&self.shared), bit_rule.clone());
            let work = move || {
                let scope = budget.enter();
                let search =
                    OutcomeSearch::<K, W>::with_shared(&bit_rule, evaluated_cells, &mut arena, shared, &budget);
                search.help(&root);
                drop(scope);
            };
            let Ok(thread) = Builder::new().stack_size(STACK_BYTES).spawn(work) else { return };
            self.shared.set_has_helpers();
            self.threads.push(thread);
        }
    }
}

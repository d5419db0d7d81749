//! Helpers of a search for Grundy values: threads that search the same question and add to the common table.

use super::shared::SharedNimbers;
use super::{NimberMemo, NimberSearch, Question, RegionRules};
use grundy_rules::{Budget, Usage};
use std::hash::Hash;
use std::sync::Arc;
use std::thread::JoinHandle;

/// The helpers of a search, which are stopped and awaited when this list is dropped.
pub struct Helpers<B: Clone + Eq + Hash> {
    pub shared: Arc<SharedNimbers<B>>,
    threads: Vec<JoinHandle<()>>,
}

impl<B: Clone + Eq + Hash> Drop for Helpers<B> {
    fn drop(&mut self) {
        self.shared.set_done();
        for thread in self.threads.drain(..) {
            // A helper that failed has only left work to the search.
            drop(thread.join());
        }
    }
}

impl<B: Clone + Eq + Hash> Helpers<B> {
    /// Starts helpers that search a question, as many as the budget allows besides the main search.
    ///
    /// Helpers that need more than a part of the memory end. Returns `None` if no helper can be started.
    pub fn start<R: RegionRules<Board = B>>(rules: &R, question: &Question<B>, budget: &Budget) -> Option<Helpers<B>> {
        let count = budget.threads();
        let shared = Arc::new(SharedNimbers::new(budget.bytes / 8));
        let mut helpers = Helpers { shared, threads: vec![] };
        // The helpers stop before the main search lacks memory.
        let usage = budget.usage.map(|usage| Usage { limit: usage.limit - usage.limit / 8, ..usage });
        let bytes = budget.bytes / (2 * count as u64);
        for _ in 1..count {
            let budget = Budget { progress: None, records: None, usage, bytes, threads: 1, ..budget.clone() };
            match rules.start_helper(question.clone(), Arc::clone(&helpers.shared), budget) {
                Some(thread) => helpers.threads.push(thread),
                None => break,
            }
        }
        (!helpers.threads.is_empty()).then_some(helpers)
    }
}

/// Answers a question in a thread of its own, and shares what is found.
pub fn run_helper<R: RegionRules>(
    rules: &R,
    question: &Question<R::Board>,
    shared: &Arc<SharedNimbers<R::Board>>,
    budget: &Budget,
) {
    let scope = budget.enter();
    let mut memo = NimberMemo::default();
    let mut search = NimberSearch::helper(rules, &mut memo, Arc::clone(shared), budget);
    // If a limit is reached, the main search goes on alone.
    drop(search.answer(question));
    shared.add_helper_nodes(search.nodes);
    drop(scope);
}

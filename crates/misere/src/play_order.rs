//! Lists the heaps of a game in the order of play: options first, even if they are larger.

use grundy_engines::endless::{MIN_ENDLESS_CHECK, endless_play_error};
use grundy_lang::text;
use grundy_rules::{Budget, EndlessPlay, Error, HeapRules, Result, claim_bytes};
use grundy_value::CompactSort;
use rustc_hash::FxHashMap;

/// The memory for a visited heap, in bytes.
const HEAP_BYTES: u128 = 64;
/// The memory for a heap on the stack, in bytes.
const PENDING_BYTES: u128 = 16;
/// The length at which a list of options is first deduplicated and checked against the budget.
///
/// Both are repeated whenever the length has doubled.
const MIN_DEDUP_LEN: usize = 1 << 12;
/// The maximal number of heaps in a cycle that an error message lists completely.
const MAX_SHOWN: usize = 8;

/// The heaps of one game visited so far.
///
/// If heaps are requested in ascending order and all moves lead to smaller heaps, each request returns a single heap.
/// If moves lead to larger heaps, a request also returns the larger heaps; every heap comes after its options.
#[derive(Debug, Default)]
pub(crate) struct PlayOrder {
    /// For each visited heap, whether all heaps reachable from it were visited.
    ///
    /// The value is false while the heap is on the current path.
    finished: FxHashMap<u64, bool>,
    /// The number of heaps on the stack.
    pending_count: usize,
}

/// A heap on the current path, with those of its options that are still to be visited.
struct HeapFrame {
    heap: u64,
    pending: Vec<u64>,
}

impl PlayOrder {
    /// Visits a heap and all heaps reachable from it; returns the new heaps, each after its options.
    ///
    /// After an error, heaps whose visit was finished count as visited, although they were not returned.
    ///
    /// # Errors
    /// Fails with `unsupported` if play can return to a heap or can reach ever larger heaps, and with `limit`
    /// if the budget runs out.
    pub fn visit(&mut self, rules: &dyn HeapRules, heap: u64, budget: &Budget) -> Result<Vec<u64>> {
        if self.finished.contains_key(&heap) {
            return Ok(vec![]);
        }
        let mut path: Vec<HeapFrame> = vec![];
        let visited = self.visit_all(rules, heap, &mut path, budget);
        // Remove unfinished heaps, so that the next call finds a consistent state.
        for frame in &path {
            self.finished.remove(&frame.heap);
        }
        self.pending_count = 0;
        visited
    }

    fn visit_all(
        &mut self,
        rules: &dyn HeapRules,
        heap: u64,
        path: &mut Vec<HeapFrame>,
        budget: &Budget,
    ) -> Result<Vec<u64>> {
        let (mut finished, mut meter) = (vec![], budget.meter(text!("heaps")));
        let pending = self.start_visit(rules, heap, budget)?;
        path.push(HeapFrame { heap, pending });
        while let Some(frame) = path.last_mut() {
            let Some(next) = frame.pending.pop() else {
                meter.advance(1)?;
                self.finished.insert(frame.heap, true);
                finished.push(frame.heap);
                path.pop();
                continue;
            };
            self.pending_count -= 1;
            match self.finished.get(&next) {
                Some(true) => {}
                Some(false) => return Err(repetition_error(path, next)),
                None => {
                    budget.check()?;
                    let pending = self.start_visit(rules, next, budget)?;
                    path.push(HeapFrame { heap: next, pending });
                }
            }
        }
        Ok(finished)
    }

    /// Starts the visit of a heap; returns those of its options whose visit is not finished.
    fn start_visit(&mut self, rules: &dyn HeapRules, heap: u64, budget: &Budget) -> Result<Vec<u64>> {
        let visited_count = self.finished.len();
        if visited_count >= MIN_ENDLESS_CHECK && visited_count.is_power_of_two() && rules.has_unbounded_moves_from(heap)
        {
            return Err(endless_play_error());
        }
        let mut pending: Vec<u64> = vec![];
        let scope = budget.enter();
        let what = || text!("a list of the heaps reached in play");
        let mut next_dedup_len = MIN_DEDUP_LEN;
        rules.options(heap, &mut |components| {
            pending.extend(components.iter().filter(|&component| self.finished.get(component) != Some(&true)));
            if pending.len() >= next_dedup_len {
                // Many moves may lead to the same heaps, so remove duplicates.
                pending.compact_sort();
                pending.dedup();
                next_dedup_len = MIN_DEDUP_LEN.max(2 * pending.len());
                claim_bytes(2 * next_dedup_len as u64 * PENDING_BYTES as u64, what);
            }
        });
        scope.finish(Ok(()))?;
        // Visit larger heaps before smaller ones, and those farthest from `heap` first: this keeps the stack small if
        // all moves lead to larger heaps, or all to smaller ones.
        pending.compact_sort_by_key(|&component| {
            (component >= heap, if component < heap { u64::MAX - component } else { component })
        });
        pending.dedup();
        self.pending_count += pending.len();
        let bytes = (visited_count as u128 + 1) * HEAP_BYTES + self.pending_count as u128 * PENDING_BYTES;
        budget.check_fits(bytes, &what())?;
        self.finished.insert(heap, false);
        Ok(pending)
    }
}

/// Returns the error for a heap to which play can return, with the cycle.
fn repetition_error(path: &[HeapFrame], back: u64) -> Error {
    let from = path.iter().position(|frame| frame.heap == back).unwrap_or(0);
    let names: Vec<String> = path[from..].iter().map(|frame| frame.heap.to_string()).collect();
    let steps = match names.len() {
        0..=MAX_SHOWN => names.join(" -> "),
        many => format!("{} -> ... (+{}) -> {}", names[..3].join(" -> "), many - 4, names[many - 1]),
    };
    let steps = format!("{steps} -> {back}");
    let error =
        Error::for_endless_play(EndlessPlay::Loopy, text!("the position {back} can repeat: {steps}", back, steps));
    error.help(text!(
        "values and outcomes can be computed only if every play ends; a condition such as `if k > 0` may \
        be missing"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{ErrorKind, parse_rules};

    fn order(rule: &str, to: u64) -> Result<Vec<Vec<u64>>> {
        let rules = parse_rules(rule, grundy_games::library()).unwrap();
        let heaps = rules.game.table_form().and_then(|view| view.one_number_rules()).unwrap();
        let mut order = PlayOrder::default();
        (0..=to).map(|heap| order.visit(heaps, heap, &Budget::default())).collect()
    }

    #[test]
    fn options_come_first() {
        assert_eq!(order("kayles", 3).unwrap(), [[0], [1], [2], [3]]);
        assert_eq!(order("rule{ n -> n+1 if n < 3 }", 2).unwrap(), [vec![3, 2, 1, 0], vec![], vec![]]);
        // 1 leads to 10, and 10 leads to 4 + 2.
        let rule = "rule{ n -> 10 if n == 1; (4)+(2) if n == 10 }";
        assert_eq!(order(rule, 2).unwrap(), [vec![0], vec![2, 4, 10, 1], vec![]]);
    }

    #[test]
    fn play_without_end_is_refused() {
        let error = order("rule{ n -> n-1; 2*n if n%2 == 1 }", 3).unwrap_err();
        assert_eq!(error.message, "the position 1 can repeat: 1 -> 2 -> 1");
        assert_eq!(error.endless(), Some(EndlessPlay::Loopy));
        assert_eq!(order("rule{ n -> n+1 }", 0).unwrap_err().endless(), Some(EndlessPlay::UnboundedNumbers));
        // No formula shows that this rule grows, so only the budget stops it.
        let rules = parse_rules("rule{ n -> n+3 if n%2 == 0; n-1 if n%2 == 1 }", grundy_games::library()).unwrap();
        let heaps = rules.game.table_form().and_then(|view| view.one_number_rules()).unwrap();
        let budget = Budget { nodes: 1000, bytes: 1 << 20, ..Budget::default() };
        let error = PlayOrder::default().visit(heaps, 0, &budget).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
    }
}

//! Heaps in the order of play: each behind all heaps that its moves leave, which may be larger ones.

use grundy_engines::endless::{ENDLESS, endless};
use grundy_lang::text;
use grundy_rules::{Budget, Endless, Error, HeapRules, Result, fits};
use grundy_value::InOrder;
use rustc_hash::FxHashMap;

/// Bytes of a visited heap, and of a heap on the stack.
const HEAP_BYTES: u128 = 64;
const WAITING_BYTES: u128 = 16;
/// The list of the heaps that moves lead to is freed of duplicates and checked against the budget at this length, and each time it has doubled since.
const MIN_DEDUP_LEN: usize = 1 << 12;
/// A cycle of more heaps is shown by its first ones.
const MAX_SHOWN: usize = 8;

/// The heaps of one game that were visited so far.
///
/// Heaps that are asked for in ascending order come back alone where all moves go down; where some go up, the larger heaps that
/// play comes to stand in front of them.
#[derive(Debug, Default)]
pub(crate) struct PlayOrder {
    /// Whether all heaps reachable from a heap were visited; those on the current path are open.
    done: FxHashMap<u64, bool>,
    /// The number of heaps on the stack.
    waiting: usize,
}

/// A heap on the way, with the heaps that its moves leave and that were not visited when it was met.
struct Frame {
    heap: u64,
    left: Vec<u64>,
}

impl PlayOrder {
    /// Visits a heap and all that play from it comes to; returns those that were not visited before, each behind its options.
    ///
    /// Heaps that are visited stay visited after an error.
    ///
    /// # Errors
    /// `unsupported` if a heap can come again or play climbs for ever, `limit` where the budget ends first.
    pub fn visit(&mut self, rules: &dyn HeapRules, heap: u64, budget: &Budget) -> Result<Vec<u64>> {
        if self.done.contains_key(&heap) {
            return Ok(vec![]);
        }
        let mut way: Vec<Frame> = vec![];
        let visited = self.visit_all(rules, heap, &mut way, budget);
        // Whoever asks again must find nothing half done.
        for frame in &way {
            self.done.remove(&frame.heap);
        }
        self.waiting = 0;
        visited
    }

    fn visit_all(
        &mut self,
        rules: &dyn HeapRules,
        heap: u64,
        way: &mut Vec<Frame>,
        budget: &Budget,
    ) -> Result<Vec<u64>> {
        let (mut found, mut meter) = (vec![], budget.meter(text!("heaps")));
        let left = self.open(rules, heap, budget)?;
        way.push(Frame { heap, left });
        while let Some(frame) = way.last_mut() {
            let Some(next) = frame.left.pop() else {
                meter.tick(1)?;
                self.done.insert(frame.heap, true);
                found.push(frame.heap);
                way.pop();
                continue;
            };
            self.waiting -= 1;
            match self.done.get(&next) {
                Some(true) => {}
                Some(false) => return Err(comes_again(way, next)),
                None => {
                    budget.check()?;
                    let left = self.open(rules, next, budget)?;
                    way.push(Frame { heap: next, left });
                }
            }
        }
        Ok(found)
    }

    /// Begins a heap; returns the heaps that its moves leave and that are not known to be done.
    fn open(&mut self, rules: &dyn HeapRules, heap: u64, budget: &Budget) -> Result<Vec<u64>> {
        let met = self.done.len();
        if met >= ENDLESS && met.is_power_of_two() && rules.climbs_from(heap) {
            return Err(endless());
        }
        let mut left: Vec<u64> = vec![];
        let scope = budget.enter();
        let what = || text!("a list of the heaps that play comes to");
        let mut room = MIN_DEDUP_LEN;
        rules.options(heap, &mut |parts| {
            left.extend(parts.iter().filter(|&part| self.done.get(part) != Some(&true)));
            if left.len() >= room {
                // Many moves may lead to the same heaps.
                left.put_in_order();
                left.dedup();
                room = MIN_DEDUP_LEN.max(2 * left.len());
                fits(2 * room as u64 * WAITING_BYTES as u64, what);
            }
        });
        scope.finish(Ok(()))?;
        // Larger heaps before smaller ones, those far away first: then few wait where all moves go up, or down.
        left.put_in_order_by_key(|&part| (part >= heap, if part < heap { u64::MAX - part } else { part }));
        left.dedup();
        self.waiting += left.len();
        let bytes = (met as u128 + 1) * HEAP_BYTES + self.waiting as u128 * WAITING_BYTES;
        budget.fits(bytes, &what())?;
        self.done.insert(heap, false);
        Ok(left)
    }
}

/// The error of a heap that play comes back to.
fn comes_again(way: &[Frame], back: u64) -> Error {
    let from = way.iter().position(|frame| frame.heap == back).unwrap_or(0);
    let names: Vec<String> = way[from..].iter().map(|frame| frame.heap.to_string()).collect();
    let steps = match names.len() {
        0..=MAX_SHOWN => names.join(" -> "),
        many => format!("{} -> ... (+{}) -> {}", names[..3].join(" -> "), many - 4, names[many - 1]),
    };
    let steps = format!("{steps} -> {back}");
    let error = Error::plays_on(Endless::Again, text!("the position {back} can come again: {steps}", back, steps));
    error.help(text!(
        "values and outcomes belong to rules under which every play ends; a condition such as `if k > 0` may be missing"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{ErrorKind, parse_rules};

    fn order(rule: &str, to: u64) -> Result<Vec<Vec<u64>>> {
        let rules = parse_rules(rule, grundy_games::library()).unwrap();
        let heaps = rules.game.table().and_then(|view| view.options_of_heaps()).unwrap();
        let mut order = PlayOrder::default();
        (0..=to).map(|heap| order.visit(heaps, heap, &Budget::default())).collect()
    }

    #[test]
    fn options_come_first() {
        assert_eq!(order("kayles", 3).unwrap(), [[0], [1], [2], [3]]);
        assert_eq!(order("rule{ n -> n+1 if n < 3 }", 2).unwrap(), [vec![3, 2, 1, 0], vec![], vec![]]);
        // 1 leads to 10, 10 to 4 and 2.
        let rule = "rule{ n -> 10 if n == 1; (4)+(2) if n == 10 }";
        assert_eq!(order(rule, 2).unwrap(), [vec![0], vec![2, 4, 10, 1], vec![]]);
    }

    #[test]
    fn play_without_end_is_refused() {
        let error = order("rule{ n -> n-1; 2*n if n%2 == 1 }", 3).unwrap_err();
        assert_eq!(error.message, "the position 1 can come again: 1 -> 2 -> 1");
        assert_eq!(error.endless(), Some(Endless::Again));
        assert_eq!(order("rule{ n -> n+1 }", 0).unwrap_err().endless(), Some(Endless::Larger));
        // No formula shows that this one climbs: the budget ends it.
        let rules = parse_rules("rule{ n -> n+3 if n%2 == 0; n-1 if n%2 == 1 }", grundy_games::library()).unwrap();
        let heaps = rules.game.table().and_then(|view| view.options_of_heaps()).unwrap();
        let budget = Budget { nodes: 1000, bytes: 1 << 20, ..Budget::default() };
        let error = PlayOrder::default().visit(heaps, 0, &budget).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
    }
}

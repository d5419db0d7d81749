//! Solves games with infinite play, as a reference for the tests.
//!
//! A position is won if some option is lost for the opponent, and lost if all options are won. These rules are applied
//! until they give no further result; the remaining positions are draws.

use grundy_rules::PlayerResult;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the results if Left and if Right moves first; `None` if there are more than 6000 positions.
pub fn solve<P: Clone + Ord>(start: &P, options: impl Fn(&P, usize) -> BTreeSet<P>) -> Option<[PlayerResult; 2]> {
    let mut all: BTreeMap<(P, usize), Vec<(P, usize)>> = BTreeMap::new();
    let mut waiting = vec![(start.clone(), 0), (start.clone(), 1)];
    while let Some((position, player)) = waiting.pop() {
        if all.contains_key(&(position.clone(), player)) {
            continue;
        }
        let left: Vec<(P, usize)> = options(&position, player).into_iter().map(|option| (option, 1 - player)).collect();
        waiting.extend(left.iter().cloned());
        all.insert((position, player), left);
        if all.len() > 6000 {
            return None;
        }
    }
    let mut known: BTreeMap<(P, usize), bool> = BTreeMap::new();
    loop {
        let decided = |known: &BTreeMap<(P, usize), bool>, options: &[(P, usize)]| {
            if options.iter().any(|option| known.get(option) == Some(&false)) {
                return Some(true);
            }
            options.iter().all(|option| known.get(option) == Some(&true)).then_some(false)
        };
        let open = all.iter().filter(|(position, _)| !known.contains_key(position));
        let more: Vec<((P, usize), bool)> =
            open.filter_map(|(position, options)| Some((position.clone(), decided(&known, options)?))).collect();
        if more.is_empty() {
            return Some([0, 1].map(|player| match known.get(&(start.clone(), player)) {
                Some(true) => PlayerResult::Win,
                Some(false) => PlayerResult::Loss,
                None => PlayerResult::Draw,
            }));
        }
        known.extend(more);
    }
}

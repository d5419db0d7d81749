//! The positions of a rule whose numbers only go down, numbered: all lists up to those of a start.

use crate::game::{Parameters, Rule};
use grundy_rules::indexed::{Batch, Links, Mixed, Slot, Tier, Tiers};
use grundy_rules::{Budget, DenseRules, Kind, OptionWalker, Options, Result, run_at};
use grundy_rules::{Coordinates, Game};
use std::ops::Range;

/// The only tier, and the one in which positions beyond the start would be.
const ALL: Tier = 0;
const BEYOND: Tier = 1;

struct Boxed {
    rule: Rule,
    all: Mixed,
    dims: usize,
}

/// The positions up to those of a start; nothing for rules that have none of few numbers, or whose moves leave several components.
pub(crate) fn tiers(rule: &Rule, start: &Parameters, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
    let dims = rule.arity();
    if rule.kind() != Kind::Impartial || rule.splits() || dims > 3 || rule.letters().is_some() {
        return None;
    }
    let all = Mixed::new(start)?;
    let copy = rule.as_rule().map(|text| Rule::new(&text))?;
    let _ = budget;
    Some(copy.map(|rule| {
        let boxed: Box<dyn Tiers> = Box::new(Boxed { rule, all, dims });
        boxed
    }))
}

impl Boxed {
    /// The slots that the moves of a position lead to; `None` if one leads beyond.
    fn children(
        &self,
        walker: &mut dyn OptionWalker,
        at: Coordinates,
        show: &mut dyn FnMut(Option<u64>),
    ) -> Result<()> {
        let mut left = [0u64; 3];
        walker.start(at);
        while let Some(options) = walker.next()? {
            let mut one = |number: &dyn Fn(usize) -> i64| {
                (0..self.dims).for_each(|k| left[k] = number(k) as u64);
                show(self.all.rank(&left[..self.dims]));
            };
            match options {
                Options::Run { count, numbers } => {
                    (0..count as i64).for_each(|option| one(&|k| run_at(numbers[k], option)));
                }
                Options::Lanes { mut legal, numbers } => {
                    while legal != 0 {
                        let lane = legal.trailing_zeros() as usize;
                        legal &= legal - 1;
                        one(&|k| numbers[k][lane]);
                    }
                }
            }
        }
        Ok(())
    }

    fn at(&self, slot: u64) -> Coordinates {
        let list = self.all.unrank(slot);
        std::array::from_fn(|k| list.get(k).copied().unwrap_or(0))
    }
}

impl Tiers for Boxed {
    fn has_parents(&self) -> bool {
        false
    }

    fn falls(&self) -> bool {
        true
    }

    fn only_reached(&self) -> bool {
        false
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        vec![vec![ALL]]
    }

    fn after(&self, _tier: Tier) -> Vec<Tier> {
        vec![ALL]
    }

    fn name(&self, tier: Tier) -> String {
        if tier == ALL { "all".to_string() } else { "beyond".to_string() }
    }

    fn size(&self, _tier: Tier) -> u64 {
        self.all.size()
    }

    fn expand(&self, tier: Tier, slots: Range<u64>, group: &[Tier], all: bool, batch: &mut Batch) {
        batch.clear();
        let mut walker = self.rule.walker();
        let inside = group.contains(&tier);
        for slot in slots {
            let (from, mut moves, mut beyond) = (batch.links.len(), 0u32, false);
            let walked = self.children(&mut *walker, self.at(slot), &mut |to| match to {
                Some(to) => {
                    moves += 1;
                    if all || !inside {
                        batch.links.push((ALL, to));
                    }
                }
                None => beyond = true,
            });
            if let Err(error) = walked {
                batch.failed = Some(error);
            }
            if beyond {
                batch.astray = Some((slot, BEYOND));
                batch.links.truncate(from);
            }
            batch.slots.push(slot);
            batch.orbits.push(1);
            batch.ends.push(None);
            batch.inside.push(if inside { moves } else { 0 });
            batch.until.push(batch.links.len() as u32);
        }
    }

    fn parents(&self, _tier: Tier, slots: &[u64], links: &mut Links) {
        links.orbits.clear();
        links.orbits.resize(slots.len(), 1);
        links.until.clear();
        links.until.resize(slots.len(), 0);
        links.parents.clear();
    }

    fn find(&self, words: &[u64]) -> Option<Slot> {
        Some(Slot { tier: ALL, at: self.all.rank(words)?, orbit: 1 })
    }

    fn words(&self, _tier: Tier, slot: u64) -> Option<(Vec<u64>, u32)> {
        (slot < self.all.size()).then(|| (self.all.unrank(slot), 1))
    }
}

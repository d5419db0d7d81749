//! Brute force by the definition: values are the mex of the values of all options.
//!
//! There are two tables:
//! - `Ruleset::values` holds single components. The value of an option that splits is the xor of its components, which
//!   makes 10^4 positions cheap; components with such options get no misère value.
//! - `Brute::sums` holds sums played as one game and uses no theorem. The theorems on sums, including the xor, are
//!   checked against this table.

use grundy_lang::text;
use grundy_rules::{Budget, Meter};
use grundy_rules::{
    ComponentNumbering, DynPosition, EndlessPlay, Error, Genus, NimSum, Nimber, Player, Result, RulesId, SumRules,
};
use grundy_value::CompactSort;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// A component: the index of its ruleset in `Brute::rulesets`, and its number under that ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Id {
    rules: u32,
    number: u32,
}

/// The value of a single component.
#[derive(Clone, Copy, Debug)]
pub(super) struct BruteValue {
    pub normal: u32,
    /// The misère Grundy value.
    ///
    /// `None` if some move from the component or from a follower leaves several components.
    misere: Option<u32>,
    /// Whether the component and all its followers are tame; false if the misère value is not known.
    tame: bool,
    /// Whether the component has no moves.
    has_ended: bool,
}

/// The value of a sum, played as one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct SumValue {
    pub genus: Genus,
    /// Whether the sum and all its followers are tame.
    pub tame: bool,
}

/// The value of the position after a move in a single component.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionValue {
    pub normal: u128,
    /// The genus; `None` if it was not requested, or if computing it by the definition is too costly.
    pub genus: Option<Genus>,
}

/// The state of a component in the depth-first evaluation.
#[derive(Clone, Copy)]
enum BruteState {
    New,
    /// The component is on the stack; reaching it again means that play can return to it.
    Open,
    Done(BruteValue),
}

/// A ruleset with the numbering of its components and their values, by number.
struct Ruleset {
    numbering: Box<dyn ComponentNumbering>,
    values: Vec<BruteState>,
}

impl Ruleset {
    fn state(&self, number: u32) -> BruteState {
        self.values.get(number as usize).copied().unwrap_or(BruteState::New)
    }

    fn set(&mut self, number: u32, state: BruteState) {
        let number = number as usize;
        if number >= self.values.len() {
            self.values.resize((number + 1).next_power_of_two(), BruteState::New);
        }
        self.values[number] = state;
    }
}

/// The options of a component, each a list of components, in the order of the moves.
#[derive(Default)]
struct OptionLists {
    flat: Vec<Id>,
    ends: Vec<usize>,
}

impl OptionLists {
    fn push(&mut self, rules: u32, components: &[u32]) {
        self.flat.extend(components.iter().map(|&number| Id { rules, number }));
        self.ends.push(self.flat.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[Id]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.flat[start..end])
    }
}

/// A position of a sum: its components that have moves, sorted.
type Key = Box<[Id]>;

/// The tables of brute force, shared by all theorems that are checked together.
pub(super) struct Brute<'a> {
    budget: &'a Budget,
    meter: Meter<'a>,
    ids: FxHashMap<RulesId, u32>,
    rulesets: Vec<Ruleset>,
    sums: FxHashMap<Key, SumValue>,
}

/// The approximate memory of an entry of `sums`, in bytes: its key, its value and the allocation.
const SUM_ENTRY_BYTES: u128 = 128;

impl<'a> Brute<'a> {
    pub fn new(budget: &'a Budget) -> Brute<'a> {
        let meter = budget.meter(text!("moves"));
        Brute { budget, meter, ids: FxHashMap::default(), rulesets: vec![], sums: FxHashMap::default() }
    }

    /// Returns the number of moves played so far.
    pub fn moves_played(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the number of positions of sums in the table.
    pub fn sum_count(&self) -> usize {
        self.sums.len()
    }

    fn ruleset(&mut self, position: &dyn DynPosition) -> u32 {
        let next = self.rulesets.len() as u32;
        let rules = *self.ids.entry(position.ruleset().id()).or_insert(next);
        if rules == next {
            self.rulesets.push(Ruleset { numbering: position.component_numbering(), values: vec![] });
        }
        rules
    }

    /// Registers the ruleset of a position if needed, and returns the components of the position.
    pub fn ids(&mut self, position: &dyn DynPosition) -> Vec<Id> {
        let rules = self.ruleset(position);
        let numbering = &mut self.rulesets[rules as usize].numbering;
        let components = position.erased_components(&mut SumRules::default(), false);
        components.iter().map(|component| Id { rules, number: numbering.number(component) }).collect()
    }

    fn options(&mut self, id: Id) -> Result<OptionLists> {
        let mut options = OptionLists::default();
        let rules = id.rules;
        let numbering = &mut self.rulesets[rules as usize].numbering;
        numbering.options(id.number, Player::LEFT, &mut |components| options.push(rules, components));
        self.meter.advance(1 + options.ends.len() as u64)?;
        Ok(options)
    }

    fn state(&self, id: Id) -> BruteState {
        self.rulesets[id.rules as usize].state(id.number)
    }

    /// Computes the value of a component from the values of its options.
    ///
    /// # Errors
    /// `limit` if the budget is exhausted; `unsupported` if play can return to a component.
    pub fn value(&mut self, id: Id) -> Result<BruteValue> {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if let BruteState::Done(value) = self.state(top) {
                stack.pop();
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            }
            let options = self.options(top)?;
            self.rulesets[top.rules as usize].set(top.number, BruteState::Open);
            let before = stack.len();
            for &component in &options.flat {
                match self.state(component) {
                    BruteState::Done(_) => {}
                    BruteState::New => stack.push(component),
                    BruteState::Open => {
                        let message =
                            text!("a component can repeat: the game has cycles and no ordinary Grundy values");
                        return Err(Error::for_endless_play(EndlessPlay::Loopy, message));
                    }
                }
            }
            if stack.len() == before {
                let value = self.value_from_options(&options);
                self.rulesets[top.rules as usize].set(top.number, BruteState::Done(value));
            }
        }
        unreachable!("the stack holds the root until it is done")
    }

    fn value_from_options(&self, options: &OptionLists) -> BruteValue {
        let (mut normal, mut misere) = (vec![], vec![]);
        let mut tame = true;
        for components in options.iter() {
            let mut xor = 0;
            let mut last_with_moves = None;
            let mut several = false;
            for &id in components {
                let BruteState::Done(value) = self.state(id) else { unreachable!("options come first") };
                xor ^= value.normal;
                if !value.has_ended {
                    several |= last_with_moves.is_some();
                    last_with_moves = Some(value);
                }
            }
            normal.push(xor);
            match last_with_moves {
                _ if several => tame = false,
                None => misere.push(1),
                Some(value) => {
                    tame &= value.tame;
                    misere.extend(value.misere);
                }
            }
        }
        let has_ended = normal.is_empty();
        let has_misere = misere.len() == normal.len();
        let normal = least_missing(&normal);
        let misere = has_misere.then(|| if has_ended { 1 } else { least_missing(&misere) });
        tame = tame && misere.is_some_and(|misere| genus_of(normal, misere).is_tame());
        BruteValue { normal, misere, tame, has_ended }
    }

    /// Returns the genus of a component and whether it is tame.
    ///
    /// Returns `None` if the computation takes more than `max_positions` new positions of sums.
    pub fn genus(&mut self, id: Id, max_positions: usize) -> Result<Option<SumValue>> {
        let value = self.value(id)?;
        match value.misere {
            Some(misere) => Ok(Some(SumValue { genus: genus_of(value.normal, misere), tame: value.tame })),
            None => self.sum_value(&[id], max_positions),
        }
    }

    /// Returns the value of the position after each move in a component, in the order of the moves.
    ///
    /// Computes genera only if `genera` is set. A genus is `None` if it takes more than `max_positions` new
    /// positions of sums.
    pub fn values_after_moves(
        &mut self,
        position: &dyn DynPosition,
        component: usize,
        genera: bool,
        max_positions: usize,
    ) -> Result<Vec<OptionValue>> {
        let rules = self.ruleset(position);
        let component = position.erased_components(&mut SumRules::default(), false).swap_remove(component);
        let mut options = OptionLists::default();
        self.rulesets[rules as usize]
            .numbering
            .component_options(&component, Player::LEFT, &mut |components| options.push(rules, components));
        self.meter.advance(1 + options.ends.len() as u64)?;
        let mut values_after = Vec::with_capacity(options.ends.len());
        for components in options.iter() {
            let mut normal = 0;
            for &id in components {
                normal ^= u128::from(self.value(id)?.normal);
            }
            let genus = match components {
                _ if !genera => None,
                [only] => self.genus(*only, max_positions)?,
                _ => self.sum_value(components, max_positions)?,
            };
            values_after.push(OptionValue { normal, genus: genus.map(|sum| sum.genus) });
        }
        Ok(values_after)
    }

    /// Computes the value of a sum, played as one game.
    ///
    /// Returns `None` if the computation takes more than `max_positions` new positions.
    ///
    /// # Errors
    /// The errors of [`Brute::value`].
    pub fn sum_value(&mut self, ids: &[Id], max_positions: usize) -> Result<Option<SumValue>> {
        let root = self.key(ids.iter().copied())?;
        let start = self.sums.len();
        let mut visited = 0;
        // The options of components are cached, because many positions of a sum share a component.
        let mut known_options: FxHashMap<Id, OptionLists> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(top) = stack.last() {
            if let Some(&sum) = self.sums.get(top) {
                stack.pop();
                if stack.is_empty() {
                    return Ok(Some(sum));
                }
                continue;
            }
            visited += 1;
            if self.sums.len() - start > max_positions || visited > 2 * max_positions {
                return Ok(None);
            }
            let top = top.clone();
            let before = stack.len();
            let (mut normal, mut misere, mut tame) = (vec![], vec![], true);
            for (k, &id) in top.iter().enumerate() {
                if k > 0 && top[k - 1] == id {
                    continue;
                }
                if let Entry::Vacant(entry) = known_options.entry(id) {
                    entry.insert(self.options(id)?);
                }
                for components in known_options[&id].iter() {
                    self.meter.advance(1)?;
                    let others = top.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, id)| *id);
                    let option = self.key(others.chain(components.iter().copied()))?;
                    match self.sums.get(&option) {
                        Some(sum) => {
                            normal.push(sum.genus.normal.0 as u32);
                            misere.push(sum.genus.misere.0 as u32);
                            tame &= sum.tame;
                        }
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == before {
                let genus = match normal.is_empty() {
                    true => Genus::END,
                    false => genus_of(least_missing(&normal), least_missing(&misere)),
                };
                self.budget.check_fits(self.sums.len() as u128 * SUM_ENTRY_BYTES, &text!("the table of sums"))?;
                self.sums.insert(top, SumValue { genus, tame: tame && genus.is_tame() });
            }
        }
        unreachable!("the stack holds the root until it is done")
    }

    /// Returns the key of a sum: its components that have moves, sorted.
    fn key(&mut self, ids: impl Iterator<Item = Id>) -> Result<Key> {
        let mut key = vec![];
        for id in ids {
            if !self.value(id)?.has_ended {
                key.push(id);
            }
        }
        key.compact_sort();
        Ok(key.into_boxed_slice())
    }

    /// Reports whether a component has at most `max_followers` followers, including itself.
    pub fn is_small(&mut self, id: Id, max_followers: usize) -> Result<bool> {
        let mut found: FxHashSet<Id> = [id].into_iter().collect();
        let mut next = vec![id];
        while let Some(id) = next.pop() {
            for &follower in &self.options(id)?.flat {
                if found.insert(follower) {
                    next.push(follower);
                }
            }
            if found.len() > max_followers {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

pub(super) fn genus_of(normal: u32, misere: u32) -> Genus {
    Genus { normal: Nimber(normal.into()), misere: Nimber(misere.into()) }
}

/// Returns the mex of the values, which is at most their number.
fn least_missing(values: &[u32]) -> u32 {
    let mut seen = vec![false; values.len() + 1];
    for &value in values {
        if let Some(is_seen) = seen.get_mut(value as usize) {
            *is_seen = true;
        }
    }
    seen.iter().position(|&s| !s).unwrap_or(values.len()) as u32
}

/// Returns the value of a sum of a single component with this genus.
pub(super) fn single_sum(genus: Genus) -> NimSum {
    [genus].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_engines::search;
    use grundy_games::parse;
    use grundy_rules::{Play, Rules as _};

    /// Both tables agree with the engine `search`, on games with and without moves that split.
    #[test]
    fn both_tables_agree_with_search() {
        let budget = Budget::default();
        let mut brute = Brute::new(&budget);
        for text in ["kayles(7)", "lasker(5)", "take[1,3,4](11)", "wythoff(3,4)", "kayles(3,4)", "nim(1,2,3)", "nim(0)"]
        {
            let spec = parse(text).unwrap();
            let position = &*spec.terms[0].position;
            let mut rules = SumRules::default();
            let components = position.erased_components(&mut rules, false);
            let ids = brute.ids(position);
            let sum = brute.sum_value(&ids, usize::MAX / 2).unwrap().unwrap();
            assert_eq!(sum.genus.normal, search::grundy(&rules, &components, &budget).unwrap(), "{text}");
            let misere = search::outcome(&rules, &components, Play::Misere, &budget).unwrap();
            assert_eq!(sum.genus.misere_outcome(), misere, "{text}");
            for (k, (&id, component)) in ids.iter().zip(&components).enumerate() {
                let expected = search::grundy(&rules, std::slice::from_ref(component), &budget).unwrap();
                assert_eq!(u128::from(brute.value(id).unwrap().normal), expected.0, "{text}");
                let options = brute.values_after_moves(position, k, true, 1 << 20).unwrap();
                assert_eq!(options.len(), rules.moves(component, grundy_rules::Player::LEFT).count());
                assert!(options.iter().all(|option| option.genus.unwrap().normal.0 == option.normal));
            }
        }
    }

    #[test]
    fn a_large_sum_is_given_up() {
        let budget = Budget::default();
        let mut brute = Brute::new(&budget);
        let spec = parse("nim(9,10,11,12)").unwrap();
        let ids = brute.ids(&*spec.terms[0].position);
        assert!(brute.sum_value(&ids, 100).unwrap().is_none());
        assert!(brute.sum_value(&ids, 100_000).unwrap().unwrap().tame);
    }
}

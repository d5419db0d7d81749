//! Entries of tables that no theorem and no engine gives, computed by brute force.
//!
//! One search computes all entries of a table, so that each entry reuses the positions evaluated before.

use crate::kinds::end_conditions::ComponentValues;
use grundy_engines::partizan;
use grundy_engines::search::{Goal, ImpartialSearch};
use grundy_engines::value_table::{Quantity, TableEntry};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Error, Outcome, Play, Result, Ruleset, SumRules};

/// Computes the outcomes of a partizan game from `first` to `last`, in the order of [`places`].
pub(super) fn search_outcomes(
    rules: &Ruleset,
    first: Coordinates,
    last: Coordinates,
    budget: &Budget,
) -> Result<Vec<Outcome>> {
    let to = last[0];
    budget.check_fits(count_cells(first, last), &text!("a table up to {to}", to))?;
    let mut sum_rules = SumRules::default();
    // Register the ruleset once; all positions then share its index.
    rules.game.position_at(first).map(|position| position.erased_components(&mut sum_rules, false));
    let sum_rules = sum_rules;
    let mut search = partizan::PartizanSearch::new(&sum_rules, rules.play, budget);
    let mut list = vec![];
    for at in places(first, last) {
        check_budget(list.len(), rules, at, budget)?;
        let components = rules
            .game
            .position_at(at)
            .map(|p| p.erased_components(&mut SumRules::default(), false))
            .unwrap_or_default();
        let position = search.position(components.iter().map(|component| (component, 1)))?;
        list.push(search.outcome(&position).map_err(|error| in_search_of(rules, at, error))?);
    }
    Ok(list)
}

/// Computes the outcomes of a rule with `wins if` or `loses if`, in the order of [`places`].
pub(super) fn outcomes_with_ends(
    rules: &Ruleset,
    first: Coordinates,
    last: Coordinates,
    budget: &Budget,
) -> Result<Vec<Outcome>> {
    let to = last[0];
    budget.check_fits(count_cells(first, last), &text!("a table up to {to}", to))?;
    let mut list = vec![];
    // All positions of the table exist, since `Table::build` has checked the last one.
    let Some(origin) = rules.game.position_at(first) else { return Ok(list) };
    let mut values = ComponentValues::new(&*origin, budget);
    for at in places(first, last) {
        let Some(position) = rules.game.position_at(at) else { return Ok(list) };
        list.push(values.outcome(&*position, 0).map_err(|error| in_search_of(rules, at, error))?);
    }
    Ok(list)
}

/// Returns the number of entries of a table from `first` to `last`.
fn count_cells(first: Coordinates, last: Coordinates) -> u128 {
    let sides = first.iter().zip(last).map(|(from, to)| u128::from(to - from) + 1);
    sides.fold(1, |cells: u128, side| cells.saturating_mul(side))
}

/// Iterates over all coordinates from `first` to `last`; the last number varies fastest.
fn places(first: Coordinates, last: Coordinates) -> impl Iterator<Item = Coordinates> {
    let side = move |k: usize| first[k]..=last[k];
    side(0).flat_map(move |a| side(1).flat_map(move |b| side(2).map(move |c| [a, b, c])))
}

/// Checks the limits at every 1024th position; `done` is the number of positions evaluated.
/// The searches do not suffice for this: after a cancellation rules list no moves, and the search of a position
/// without moves does not check the limits.
fn check_budget(done: usize, rules: &Ruleset, at: Coordinates, budget: &Budget) -> Result<()> {
    if done.is_multiple_of(1024) { budget.check().map_err(|error| in_search_of(rules, at, error)) } else { Ok(()) }
}

/// Returns the error of a search, with the coordinates of the position added to its message.
fn in_search_of(rules: &Ruleset, at: Coordinates, error: Error) -> Error {
    let numbers: Vec<String> = at[..rules.dims().unwrap_or(1)].iter().map(u64::to_string).collect();
    let place = if numbers.len() == 1 { numbers[0].clone() } else { format!("({})", numbers.join(",")) };
    let message = text!("{error} while searching position {place}", error = error.message, place);
    Error { message, ..error }
}

/// The entries found by brute force, from `from` on.
pub(super) struct SearchedEntries {
    /// The first number of the first entry.
    pub from: u64,
    /// The least second and third numbers; `sides` has the counts of second and third numbers.
    least: [u64; 2],
    sides: [u64; 2],
    /// The Grundy values, or 0 for P and 1 for N, in row-major order.
    values: Vec<u32>,
}

impl SearchedEntries {
    fn goal(rules: &Ruleset, of: Quantity) -> Goal {
        if rules.play == Play::Normal && of == Quantity::Grundy { Goal::Value } else { Goal::Outcome }
    }

    /// Computes one entry by its own search.
    pub fn one(rules: &Ruleset, of: Quantity, at: Coordinates, budget: &Budget) -> Result<u32> {
        let mut sum_rules = SumRules::default();
        let components = rules
            .game
            .position_at(at)
            .map(|position| position.erased_components(&mut sum_rules, false))
            .unwrap_or_default();
        let mut search = ImpartialSearch::new(&sum_rules, rules.play, SearchedEntries::goal(rules, of), budget);
        let root = search.position(components.iter().map(|component| (component, 1)))?;
        Ok(search.evaluate(root)? as u32)
    }

    /// Computes all entries from `first` to `last` by one search.
    pub fn all(
        rules: &Ruleset,
        of: Quantity,
        first: Coordinates,
        last: Coordinates,
        budget: &Budget,
    ) -> Result<SearchedEntries> {
        let to = last[0];
        budget.check_fits(count_cells(first, last).saturating_mul(4), &text!("a table up to {to}", to))?;
        let mut sum_rules = SumRules::default();
        // Register the ruleset once; all components then share its index.
        let sample = rules.game.position_at(rules.game.min_coordinates());
        sample.map(|position| position.erased_components(&mut sum_rules, false));
        let sum_rules = sum_rules;
        let mut scratch = SumRules::default();
        let mut search = ImpartialSearch::new(&sum_rules, rules.play, SearchedEntries::goal(rules, of), budget);
        let mut values = vec![];
        for at in places(first, last) {
            check_budget(values.len(), rules, at, budget)?;
            let components =
                rules.game.position_at(at).map(|p| p.erased_components(&mut scratch, false)).unwrap_or_default();
            let root = search.position(components.iter().map(|component| (component, 1)))?;
            values.push(search.evaluate(root).map_err(|error| in_search_of(rules, at, error))? as u32);
        }
        let sides = [1, 2].map(|k| last[k] - first[k] + 1);
        Ok(SearchedEntries { from: first[0], least: [first[1], first[2]], sides, values })
    }

    pub fn cell(&self, [a, b, c]: Coordinates, play: Play, of: Quantity) -> TableEntry {
        let ([columns, depth], [least_b, least_c]) = (self.sides, self.least);
        let value = self.values[(((a - self.from) * columns + b - least_b) * depth + c - least_c) as usize];
        TableEntry::from_value(value, play, of)
    }
}

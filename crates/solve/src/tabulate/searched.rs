//! Entries that no theorem and no engine tells: by brute force, each with the help of those before it.

use crate::budget::Budget;
use crate::partizan;
use crate::search::{Goal, Search};
use crate::tables::{Cell, Of};
use grundy_lang::text;
use grundy_rules::{AnyRules, Coordinates, Error, Outcome, Play, Result, Ruleset};

/// The outcomes of all positions up to `last` where Left and Right have moves of their own, by one search.
pub(super) fn classes(rules: &Ruleset, last: Coordinates, budget: &Budget) -> Result<Vec<Outcome>> {
    let to = last[0];
    budget.fits(cells(last), &text!("a table up to {to}", to))?;
    let mut any = AnyRules::default();
    // The ruleset is registered once; all positions then share its number.
    rules.game.position([0; 3]).map(|position| position.erase(&mut any, false));
    let any = any;
    let mut search = partizan::Search::new(&any, rules.play, budget);
    let mut list = vec![];
    for at in places(last) {
        let parts = rules.game.position(at).map(|p| p.erase(&mut AnyRules::default(), false)).unwrap_or_default();
        let position = search.position(parts.iter().map(|part| (part, 1)))?;
        list.push(search.outcome(&position).map_err(|error| in_search_of(rules, at, error))?);
    }
    Ok(list)
}

/// How many entries a table up to `last` has.
fn cells(last: Coordinates) -> u128 {
    last.iter().fold(1, |cells: u128, &n| cells.saturating_mul(u128::from(n) + 1))
}

/// All numbers up to `last`, the last number running fastest.
fn places([a, b, c]: Coordinates) -> impl Iterator<Item = Coordinates> {
    (0..=a).flat_map(move |a| (0..=b).flat_map(move |b| (0..=c).map(move |c| [a, b, c])))
}

/// The error of a search, with the position that was searched.
fn in_search_of(rules: &Ruleset, at: Coordinates, error: Error) -> Error {
    let numbers: Vec<String> = at[..rules.dims().unwrap_or(1)].iter().map(u64::to_string).collect();
    let place = if numbers.len() == 1 { numbers[0].clone() } else { format!("({})", numbers.join(",")) };
    let message = text!("{error} in the search of {place}", error = error.message, place);
    Error { message, ..error }
}

/// Entries found by brute force.
pub(super) struct Searched {
    /// The first number of the first of them.
    pub from: u64,
    /// The last numbers behind the first.
    last: [u64; 2],
    /// Grundy values, or 0 for P and 1 for N.
    values: Vec<u32>,
}

impl Searched {
    fn goal(rules: &Ruleset, of: Of) -> Goal {
        if rules.play == Play::Normal && of == Of::Grundy { Goal::Value } else { Goal::Outcome }
    }

    pub fn one(rules: &Ruleset, of: Of, at: Coordinates, budget: &Budget) -> Result<u32> {
        let mut any = AnyRules::default();
        let parts = rules.game.position(at).map(|position| position.erase(&mut any, false)).unwrap_or_default();
        let mut search = Search::new(&any, rules.play, Searched::goal(rules, of), budget);
        let root = search.position(parts.iter().map(|part| (part, 1)))?;
        Ok(search.evaluate(root)? as u32)
    }

    /// All entries up to `last` whose first number is at least `from`: one search, so that each finds what the ones before
    /// it met.
    pub fn all(rules: &Ruleset, of: Of, from: u64, last: Coordinates, budget: &Budget) -> Result<Searched> {
        let [to, rest @ ..] = last;
        budget.fits(cells([to - from, rest[0], rest[1]]).saturating_mul(4), &text!("a table up to {to}", to))?;
        let mut any = AnyRules::default();
        // The ruleset is registered once; all components then share its number.
        let corner = rules.game.position([0; 3]);
        corner.map(|position| position.erase(&mut any, false));
        let any = any;
        let mut scratch = AnyRules::default();
        let mut search = Search::new(&any, rules.play, Searched::goal(rules, of), budget);
        let mut values = vec![];
        for at in (from..=to).flat_map(|a| places([0, rest[0], rest[1]]).map(move |[_, b, c]| [a, b, c])) {
            let parts = rules.game.position(at).map(|p| p.erase(&mut scratch, false)).unwrap_or_default();
            let root = search.position(parts.iter().map(|part| (part, 1)))?;
            values.push(search.evaluate(root).map_err(|error| in_search_of(rules, at, error))? as u32);
        }
        Ok(Searched { from, last: rest, values })
    }

    pub fn cell(&self, [a, b, c]: Coordinates, play: Play, of: Of) -> Cell {
        let [columns, depth] = self.last.map(|n| n + 1);
        let value = self.values[(((a - self.from) * columns + b) * depth + c) as usize];
        Cell::of_value(value, play, of)
    }
}

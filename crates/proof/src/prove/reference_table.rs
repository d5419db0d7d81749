//! Compares claims with a table of the game, and finds counterexamples.

use super::{ClaimVerdict, ProveOptions, UncoveredPositions};
use crate::data::{Data, OUTCOMES, code_of, default_bound, is_complete, shape_of, splits_positions, table_of};
use grundy_lang::text;
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rules::{Error, ErrorKind, Kind, Outcome, Play, Result, Ruleset};
use grundy_solve::{Budget, MovesWanted, Quantity, Question, Solver};
use grundy_verify::Failure;
use std::cell::RefCell;

/// A table of positions that claims are compared with.
///
/// Entries of sums of heaps are computed from a table of single heaps.
pub struct ReferenceTable<'a> {
    rules: &'a Ruleset,
    /// The number of heaps of a position; 1 for games with several parameters.
    ///
    /// If there are several heaps, the table contains the entries of single heaps.
    heaps: usize,
    /// The quantity of the table, outcomes or values.
    of: Quantity,
    table: Data,
    use_theorems: bool,
    solver: RefCell<&'a mut Solver>,
    budget: &'a Budget,
    /// The first error that occurred while a sum was solved.
    first_error: RefCell<Option<Error>>,
}

/// Maximal number of parameters of positions in tables.
const MAX_TABLE_PARAMETERS: usize = 3;
/// Default bounds of tables whose positions are solved one by one, by number of parameters.
///
/// The last bound is for 8 or more parameters.
const DEFAULT_BOUNDS_ONE_BY_ONE: [u64; 9] = [0, 60, 24, 10, 6, 4, 3, 2, 2];
/// Default bounds of tables for sums, by number of heaps.
///
/// The last bound is for 8 or more heaps.
const DEFAULT_BOUNDS_OF_SUMS: [u64; 9] = [0, 10_000, 150, 32, 12, 7, 5, 4, 3];

impl<'a> ReferenceTable<'a> {
    /// Computes the table for a claim, up to the requested bound or a default bound.
    ///
    /// # Errors
    /// `unsupported` for claims about the Grundy values of games that have none; `limit` if the budget runs out.
    pub fn new(
        rules: &'a Ruleset,
        claim: &Claim,
        query: ProveOptions,
        solver: &'a mut Solver,
        budget: &'a Budget,
    ) -> Result<ReferenceTable<'a>> {
        let has_values = rules.play == Play::Normal && rules.game.kind() == Kind::Impartial;
        if claim.has_values() && !has_values {
            return Err(no_values());
        }
        // Games played on a list of steps have no named parameters.
        if !(1..=MAX_TABLE_PARAMETERS).contains(&rules.game.coordinate_names().len()) {
            return ReferenceTable::new_one_by_one(rules, claim, query, solver, budget);
        }
        let (dims, kind) = shape_of(rules)?;
        let heaps = if claim.parameters() == dims { 1 } else { claim.parameters() };
        if heaps > 1 && kind != Kind::Impartial {
            let message = text!("claims about several heaps require an impartial game");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        if heaps > 1 && rules.game.position_from_numbers(&vec![0; heaps]).is_none() {
            return Err(Error::new(ErrorKind::Unsupported, text!("{rules} has no positions of several heaps", rules)));
        }
        // If positions may split, compute values, since proofs then need the values.
        let wants_values = claim.has_values() || ((heaps > 1 || splits_positions(rules)) && has_values);
        let of = if wants_values { Quantity::Grundy } else { Quantity::Outcome };
        let usual = default_bound(rules, of, query.use_theorems)?;
        let mut bound =
            query.to.unwrap_or(if heaps > 1 { usual.min(DEFAULT_BOUNDS_OF_SUMS[heaps.min(8)]) } else { usual });
        let table = loop {
            match table_of(rules, of, bound, query.use_theorems, solver, budget) {
                // There may be no positions up to the usual bound, or positions may lead to too many others.
                Err(error)
                    if query.to.is_none()
                        && bound > 1
                        && matches!(error.kind, ErrorKind::Limit | ErrorKind::BadArgument) =>
                {
                    budget.check()?;
                    bound /= 2;
                }
                table => break table?,
            }
        };
        let first_error = RefCell::new(None);
        Ok(ReferenceTable {
            rules,
            heaps,
            of,
            table,
            use_theorems: query.use_theorems,
            solver: RefCell::new(solver),
            budget,
            first_error,
        })
    }

    /// Computes the table for positions with many parameters or with steps, position by position.
    fn new_one_by_one(
        rules: &'a Ruleset,
        claim: &Claim,
        query: ProveOptions,
        solver: &'a mut Solver,
        budget: &'a Budget,
    ) -> Result<ReferenceTable<'a>> {
        if !rules.game.kind().is_summable() {
            let message = text!("patterns describe outcomes or Grundy values, and `{rules}` has neither", rules);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        rules.game.info().check_play(rules.play)?;
        let parameter_count = claim.parameters();
        let of = if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome };
        let side = query.to.unwrap_or(DEFAULT_BOUNDS_ONE_BY_ONE[parameter_count.min(8)]).saturating_add(1);
        let all = side.checked_pow(parameter_count as u32);
        let table_text = text!("the table up to {to}", to = side - 1);
        budget.check_fits(u128::from(all.unwrap_or(u64::MAX)).saturating_mul(4), &table_text)?;
        let mut meter = budget.meter(text!("positions")).with_total(all);
        let question = Question {
            use_theorems: query.use_theorems,
            moves: MovesWanted::None,
            wants_working: false,
            ..Question::default()
        };
        let mut values = vec![];
        for k in 0..all.unwrap_or(0) {
            meter.advance(1)?;
            let at: Vec<String> =
                (0..parameter_count).rev().map(|j| (k / side.pow(j as u32) % side).to_string()).collect();
            let spec = grundy_rules::parse(&format!("{rules}({})", at.join(",")), &rules.library)?;
            let answer = solver.solve(&spec, &question, budget)?;
            let unsupported = |message| Error::new(ErrorKind::Unsupported, message);
            values.push(match of {
                Quantity::Outcome => {
                    let outcome = answer.result.outcome;
                    code_of(
                        outcome.ok_or_else(|| {
                            unsupported(text!("{position} has no outcome", position = spec.to_string()))
                        })?,
                    )
                }
                Quantity::Grundy => {
                    let value = answer.values.grundy.and_then(|value| u32::try_from(value.0).ok());
                    value.ok_or_else(|| {
                        unsupported(text!("{position} has no Grundy value below 2^32", position = spec.to_string()))
                    })?
                }
            });
        }
        let table = Data::new(parameter_count, side, values);
        let (solver, first_error) = (RefCell::new(solver), RefCell::new(None));
        Ok(ReferenceTable { rules, heaps: 1, of, table, use_theorems: query.use_theorems, solver, budget, first_error })
    }

    /// Returns the largest parameter of the table.
    pub fn to(&self) -> u64 {
        self.table.side() - 1
    }

    /// Reports whether a table up to a parameter is fast to compute.
    ///
    /// For sums, this is a table of single heaps.
    pub fn is_cheap(&self, to: u64) -> bool {
        const MAX_CHEAP_ENTRIES: u64 = 1 << 20;
        let dims = if self.heaps > 1 { 1 } else { self.table.dims() };
        to.saturating_add(1).checked_pow(dims as u32).is_some_and(|entries| entries <= MAX_CHEAP_ENTRIES)
    }

    /// Returns the table of single heaps, or of positions with all their parameters.
    pub fn table(&self) -> &Data {
        &self.table
    }

    /// Returns the quantity of the table, outcomes or values.
    pub fn quantity(&self) -> Quantity {
        self.of
    }

    /// Returns the number of heaps, or of steps, of a position.
    pub fn heaps(&self) -> usize {
        // For games with steps, the dimension of the table is the number of steps.
        if self.rules.game.coordinate_names().is_empty() { self.table.dims() } else { self.heaps }
    }

    fn decode(&self, entry: u32) -> KnownResult {
        match self.of {
            Quantity::Grundy => KnownResult::Value(entry.into()),
            Quantity::Outcome => KnownResult::Outcome(OUTCOMES[entry as usize]),
        }
    }

    /// Returns the entry of a position; `None` beyond the table, or after an error, which is stored.
    pub fn entry(&self, at: &[u64]) -> Option<KnownResult> {
        if at.iter().any(|&x| x > self.to()) {
            return None;
        }
        if self.heaps == 1 {
            return Some(self.decode(self.table.at(at)));
        }
        if self.of == Quantity::Grundy {
            return Some(KnownResult::Value(at.iter().fold(0, |sum, &x| sum ^ u64::from(self.table.at(&[x])))));
        }
        match self.solve(at) {
            Ok(outcome) => Some(KnownResult::Outcome(outcome)),
            Err(error) => {
                self.first_error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    /// Solves a sum of heaps, if the table has only the outcomes of single heaps, as under misère play.
    fn solve(&self, at: &[u64]) -> Result<Outcome> {
        let position = self.rules.game.position_from_numbers(at).ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("{rules} has no positions of several heaps", rules = self.rules))
        })?;
        let spec = self.rules.position_sum(position);
        let question = Question {
            use_theorems: self.use_theorems,
            moves: MovesWanted::None,
            wants_working: false,
            ..Question::default()
        };
        let answer = self.solver.borrow_mut().solve(&spec, &question, self.budget)?;
        answer.result.outcome.ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("{position} has no outcome", position = spec.to_string()))
        })
    }

    /// Reports whether the table contains every position of the game.
    pub fn is_complete(&self) -> bool {
        self.heaps == 1 && is_complete(self.rules, &self.table)
    }

    /// Returns the largest value of the variables for which the claim is compared.
    ///
    /// This is the bound of the table, or less if the claim has quantifiers or more variables than parameters.
    fn max_compared(&self, claim: &Claim) -> u64 {
        if claim.is_of_positions() && !claim.looks_up_many_positions() {
            return self.to();
        }
        let max_positions: u64 = if claim.looks_up_many_positions() { 1 << 12 } else { 1 << 20 };
        let fits = |&side: &u64| side.checked_pow(claim.arity() as u32).is_some_and(|all| all <= max_positions);
        (1..=self.to().saturating_add(1)).take_while(fits).last().map_or(0, |side| side - 1)
    }

    /// Returns the verdict if the table refutes the claim.
    ///
    /// If the table does not cover all positions of smaller sum than the counterexample, a larger table is tried first.
    ///
    /// # Errors
    /// The same as [`ReferenceTable::compare`].
    pub fn refutation(&self, claim: &Claim, query: ProveOptions, compared: &Compared) -> Result<Option<ClaimVerdict>> {
        let Some(counterexample) = compared.first_failure.clone() else { return Ok(None) };
        let sum = sum_of(&counterexample);
        let near = (sum > self.to() && self.is_cheap(sum)).then(|| vec![sum]);
        if let Some(refuted) = self.search_larger_table(claim, query, near)? {
            return Ok(Some(refuted));
        }
        let entry = self.entry_at(claim, &counterexample);
        // The counterexample is known to be least only if no position before it is undecided.
        let least = sum <= self.to() && compared.unknown == 0;
        let uncovered = UncoveredPositions { count: None, first: compared.first_uncovered.clone() };
        Ok(Some(ClaimVerdict::Refuted { counterexample, least, entry, checked_to: compared.complete_to, uncovered }))
    }

    /// Searches for a counterexample in a larger table, which contains the position `near`.
    ///
    /// `near` is a position at which a proof failed. Returns `None` if the user requested a bound, or if the
    /// larger table refutes nothing or exceeds the budget.
    ///
    /// # Errors
    /// The same as [`ReferenceTable::compare`], except `limit`.
    pub fn search_larger_table(
        &self,
        claim: &Claim,
        query: ProveOptions,
        near: Option<Vec<u64>>,
    ) -> Result<Option<ClaimVerdict>> {
        let Some(near) = near.filter(|_| query.to.is_none()) else { return Ok(None) };
        let Some(to) = table_to(&near, claim) else { return Ok(None) };
        let query = ProveOptions { to: Some(to), ..query };
        let mut solver = self.solver.borrow_mut();
        let refute = || -> Result<Option<ClaimVerdict>> {
            let larger = ReferenceTable::new(self.rules, claim, query, &mut solver, self.budget)?;
            larger.refutation(claim, query, &larger.compare(claim)?)
        };
        match { refute }() {
            Err(error) if error.kind == ErrorKind::Limit && !error.is_interrupt() => Ok(None),
            result => result,
        }
    }

    /// Returns the verdict for a counterexample found by the checker.
    pub fn verdict_of_checker(&self, claim: &Claim, failure: Failure, compared: &Compared) -> ClaimVerdict {
        let Failure { numbers, least } = failure;
        let counterexample: Vec<u64> = numbers.into_iter().map(|x| u64::try_from(x).unwrap_or(u64::MAX)).collect();
        let entry = self.entry_at(claim, &counterexample);
        let uncovered = UncoveredPositions { count: None, first: compared.first_uncovered.clone() };
        ClaimVerdict::Refuted { counterexample, least, entry, checked_to: compared.complete_to, uncovered }
    }

    /// Returns the true entry at a counterexample, if its variables are the parameters of a position.
    pub fn entry_at(&self, claim: &Claim, at: &[u64]) -> Option<KnownResult> {
        if claim.is_of_positions() && claim.looks_up_current() { self.entry(at) } else { None }
    }

    /// Compares the claim with the table up to the first position at which it fails.
    ///
    /// Positions are ordered by the sum of their parameters, then lexicographically.
    ///
    /// # Errors
    /// `bad_argument` if the claim is undefined at some position; `limit` if the budget runs out.
    pub fn compare(&self, claim: &Claim) -> Result<Compared> {
        let to = self.max_compared(claim);
        let all = to.saturating_add(1).checked_pow(claim.arity() as u32);
        let mut meter = self.budget.meter(text!("positions")).with_total(all);
        let mut compared = Compared { complete_to: to, ..Compared::default() };
        for total in 0..=to.saturating_mul(claim.arity() as u64) {
            for at in points(total, claim.arity(), to) {
                meter.advance(1)?;
                let result =
                    claim.evaluate(&at, &mut |at| self.entry(at)).map_err(|error| match claim.names().last() {
                        Some(name) if error.kind == ErrorKind::BadArgument && !claim.is_of_positions() => {
                            error.help(text!(
                                "the claim must hold for all numbers {name}, including 0; to exclude 0, write `for \
                                {name} > 0`",
                                name
                            ))
                        }
                        _ => error,
                    });
                let result = match result? {
                    // The table contains all positions of the game, so the claim refers to positions that do not exist.
                    ClaimResult::Unknown if self.is_complete() && !claim.looks_up_many_positions() => {
                        ClaimResult::Silent
                    }
                    result => result,
                };
                if let Some(error) = self.first_error.borrow_mut().take() {
                    return Err(error);
                }
                if result == ClaimResult::Fails {
                    return Ok(Compared { first_failure: Some(at), ..compared });
                }
                compared.count(result, &at);
            }
        }
        Ok(compared)
    }
}

/// Maximal bounds of tables that are computed to find a counterexample.
///
/// Index k is for k + 1 parameters.
const MAX_BOUNDS: [u64; 4] = [1 << 24, 5000, 200, 60];

/// Returns the bound of a table that contains the position `near`, if the table is small enough.
///
/// If possible, the table also contains all positions of smaller sum.
pub(super) fn table_to(near: &[u64], claim: &Claim) -> Option<u64> {
    let max_bound = MAX_BOUNDS.get(claim.parameters() - 1).copied().unwrap_or(0);
    // A table whose bound is the sum contains all points of smaller sum; otherwise the largest coordinate is enough.
    Some(sum_of(near)).filter(|&to| to <= max_bound).or(near.iter().copied().max().filter(|&to| to <= max_bound))
}

fn sum_of(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |sum, &x| sum.saturating_add(x))
}

/// Maximal number of listed positions that a claim does not cover.
const MAX_SHOWN: usize = 10;

/// Returns the error for a claim about the Grundy values of a game that has none.
pub(crate) fn no_values() -> Error {
    let message = text!("only impartial games under normal play have Grundy values");
    Error::new(ErrorKind::Unsupported, message).help(text!("make a claim about outcomes: 'P iff ...'"))
}

/// The result of comparing a claim with a table.
#[derive(Default)]
pub struct Compared {
    /// The first position at which the claim fails.
    pub first_failure: Option<Vec<u64>>,
    /// The largest parameter up to which every position was decided.
    pub complete_to: u64,
    /// The number of positions at which the claim holds.
    pub holds_count: u64,
    /// The number of positions outside the claim's scope.
    pub out_of_scope: u64,
    /// The number of positions at which the claim is undecided.
    pub unknown: u64,
    /// The number of positions that the claim does not cover.
    pub uncovered: u64,
    /// The first positions that the claim does not cover, at most [`MAX_SHOWN`].
    pub first_uncovered: Vec<Vec<u64>>,
}

impl Compared {
    /// Counts the position `at`, where the claim's result is `result`; failures are not counted.
    pub fn count(&mut self, result: ClaimResult, at: &[u64]) {
        match result {
            ClaimResult::Fails => {}
            ClaimResult::Holds => self.holds_count += 1,
            ClaimResult::OutOfScope => self.out_of_scope += 1,
            ClaimResult::Silent => {
                self.uncovered += 1;
                if self.first_uncovered.len() < MAX_SHOWN {
                    self.first_uncovered.push(at.to_vec());
                }
            }
            ClaimResult::Unknown => {
                self.unknown += 1;
                let largest = at.iter().copied().max().unwrap_or(0);
                self.complete_to = self.complete_to.min(largest.saturating_sub(1));
            }
        }
    }
}

/// Returns all points with this sum of coordinates up to `max_coordinate`, in lexicographic order.
pub(crate) fn points(total: u64, arity: usize, max_coordinate: u64) -> impl Iterator<Item = Vec<u64>> {
    std::iter::successors(first_point(total, arity, max_coordinate), move |at| next_point(at.clone(), max_coordinate))
}

/// Returns the lexicographically first point of this sum, with coordinates up to `max_coordinate`.
pub fn first_point(total: u64, arity: usize, max_coordinate: u64) -> Option<Vec<u64>> {
    let mut point = vec![0; arity];
    fill(&mut point, total, max_coordinate).then_some(point)
}

/// Distributes `rest` over the coordinates, starting with the last.
///
/// Returns `false` if `rest` is too large.
fn fill(point: &mut [u64], mut rest: u64, max_coordinate: u64) -> bool {
    for x in point.iter_mut().rev() {
        *x = rest.min(max_coordinate);
        rest -= *x;
    }
    rest == 0
}

/// Returns the next point of the same sum in lexicographic order, if there is one.
pub fn next_point(mut point: Vec<u64>, max_coordinate: u64) -> Option<Vec<u64>> {
    for k in (0..point.len().saturating_sub(1)).rev() {
        let later_sum: u64 = point[k + 1..].iter().sum();
        if point[k] < max_coordinate && later_sum > 0 {
            point[k] += 1;
            if fill(&mut point[k + 1..], later_sum - 1, max_coordinate) {
                return Some(point);
            }
        }
    }
    None
}

//! Enumerates the options of one position in blocks.
//!
//! An [`OptionWalk`] goes through the options of the rule ([`RuleOption`]) one after the other and returns blocks of
//! options of the position. For each option of the rule, it tries three methods in this order:
//!
//! 1. Polynomial forms give all options of the position at once.
//! 2. A few sample values give a run, which is a linear or quadratic progression.
//! 3. Each value of the innermost variable is evaluated in a lane of its own.
//!
//! An `OptionWalk` never removes duplicates.

use super::fault::{FaultKind, RuleFault};
use super::lanes::{LANES, Lanes, Scope, Stack};
use super::numbers::{RemainingNumbers, divisors};
use grundy_rules::{CompactSort, CountedComponents};
use grundy_syntax::ast::{Loop, OptionPlayers, Rule, RuleOption, VariableRange};
use grundy_syntax::code::Code;
use grundy_syntax::polynomial::MAX_VARIABLE;
use grundy_syntax::token::MAX_NUMBER;
use grundy_syntax::trend;
use smallvec::SmallVec;
use std::ops::Range;

mod fill;

pub(crate) use fill::merge_equal;

/// The parameters of a position, in the order of the rule.
pub type Parameters = SmallVec<[u64; 3]>;

/// The maximum total cost of the numbers examined between two moves; a number costs about 1.
///
/// The search between two moves cannot be cancelled; this limit keeps it below a second.
pub(crate) const MAX_STEPS: u64 = 1 << 27;
/// The cost after which `next_block` returns, so that the caller can check the time.
const PAUSE_COST: u64 = 1 << 22;
/// The cost of a run, whatever its length, and of one repetition of a repeated move.
const RUN_COST: u64 = 16;
/// The maximum number of options of a run, so that the caller can check the time between runs.
const MAX_RUN_LEN: i64 = 1 << 20;
/// The number of trial divisions that count as a cost of 1.
///
/// The constant is more than 1, because trial division of most numbers ends early.
const DIVISIONS_PER_STEP: u64 = 4;
/// The largest number whose divisors are listed.
const MAX_DIVIDED: i64 = 1 << 50;

/// A block of options of the position that come from one option of the rule.
///
/// A block is a run of any length, or up to 64 options in lanes, or a single option with a sum.
#[derive(Default)]
pub(crate) struct OptionBlock {
    /// The index of the option in the rule, from 0.
    pub option_index: usize,
    /// The number of options in the run; 0 if the options are in lanes.
    pub count: u64,
    /// The values of each parameter of each component along the run, as progressions.
    ///
    /// The three numbers of a progression are its first value, its first difference and its second difference.
    pub run: Vec<[i64; 3]>,
    /// The values of each parameter of each component, in order: one number per lane.
    pub values: Vec<Lanes>,
    /// A mask with one bit for each lane that holds a legal move. A single option with a sum uses lane 0.
    pub legal: u64,
    /// The sorted, distinct components of an option with a sum, with their numbers of copies.
    ///
    /// `None` for other options.
    pub counted: Option<CountedComponents<Parameters>>,
    /// The components of the sum, if the sum extends that of the previous legal option; otherwise `None`.
    ///
    /// `counted` then contains only the components outside the sum.
    pub extension: Option<SumExtension>,
    /// The points of the move, if the option has `gain`; such a move is the only one in its block.
    pub points: i64,
}

/// The components of a sum that grows from option to option.
///
/// An option leaves the components in its own `added` and those in `added` of all legal options before it, back to the
/// last one with `starts`.
#[derive(Debug)]
pub(crate) struct SumExtension {
    /// Whether this option is the first, so that it has no components from earlier options.
    pub starts: bool,
    /// The sorted, distinct components that the previous legal option lacks, with their numbers of copies.
    pub added: CountedComponents<Parameters>,
    /// The next value of the variable of the sum.
    next: i64,
    /// Whether no component has a negative parameter.
    is_legal: bool,
    /// Whether the last option was legal, so that its components have been returned.
    is_delivered: bool,
}

impl Default for SumExtension {
    fn default() -> SumExtension {
        SumExtension { starts: true, added: CountedComponents::new(), next: 0, is_legal: true, is_delivered: false }
    }
}

impl OptionBlock {
    /// Restricts the run to the options with indices `low..=high`, from 0.
    ///
    /// The run becomes empty if `low > high`.
    #[inline]
    fn restrict(&mut self, low: i64, high: i64) {
        self.count = (high - low + 1).max(0) as u64;
        if low > 0 && self.count > 0 {
            for [first, step, curvature] in &mut self.run {
                *first += *step * low + *curvature * (low * (low - 1) / 2);
                *step += *curvature * low;
            }
        }
    }

    /// Converts a run of at most 64 options into lanes.
    fn expand_to_lanes(&mut self) {
        let count = self.count as usize;
        self.values.resize(self.run.len(), [0; LANES]);
        for (values, &[first, step, curvature]) in self.values.iter_mut().zip(&self.run) {
            let (mut number, mut step) = (first, step);
            for value in &mut values[..count] {
                *value = number;
                number += step;
                step += curvature;
            }
        }
        self.legal = u64::MAX >> (LANES - count);
        self.count = 0;
    }
}

/// An enumeration of the options of one position, block by block.
pub(crate) struct OptionWalk<'r> {
    rule: &'r Rule,
    side: OptionPlayers,
    /// The values of the parameters, followed by those of the variables.
    values: Vec<i64>,
    option_index: usize,
    /// The iterators of the variables, outermost first.
    ///
    /// The list is empty before the enumeration of an option of the rule begins.
    numbers: Vec<RemainingNumbers<'r>>,
    begun: bool,
    /// The state of a repeated move, while its repetition continues.
    resume: Option<ResumePoint>,
    /// The cost of the numbers examined since the last move.
    cost_since_move: u64,
    /// The cost since the last pause.
    cost_since_pause: u64,
    /// The cost of the numbers examined at this position before the last move.
    cost_before_move: u64,
    stack: Stack,
    /// The values of the innermost variable, one per lane.
    inner: Lanes,
    block: OptionBlock,
    /// Whether all bounds of the innermost variable have values.
    bounded: bool,
    /// Whether to return runs where possible; otherwise all options come in lanes.
    returns_runs: bool,
    /// Whether to return only the new components of a sum that grows from option to option.
    extends_sums: bool,
    /// Whether an option with `must` is a move, so that the other options are not.
    found_must: bool,
    /// Whether polynomial forms apply: the parameters are below `MAX_VARIABLE`, and not all of them are 0.
    forms_apply: bool,
}

/// The state of a repeated move.
///
/// The positions reached by the repetition can enter a cycle that does not contain the first position. To detect this,
/// the position after 1, 2, 4, 8, ... repetitions is stored and compared with the later ones (R. P. Brent 1980).
struct ResumePoint {
    /// The position before the first repetition.
    from: Vec<i64>,
    /// The stored position.
    checkpoint: Vec<i64>,
    /// The number of repetitions so far.
    moves: u64,
}

impl<'r> OptionWalk<'r> {
    /// Creates an enumeration of the options that `side` has in the position with these parameters.
    pub fn new(rule: &'r Rule, side: OptionPlayers, position: &[u64]) -> OptionWalk<'r> {
        let max_variables = rule.options.iter().map(|c| c.loops.len() + c.sum_depth).max().unwrap_or(0);
        let mut values: Vec<i64> = position.iter().map(|&n| n.min(MAX_NUMBER as u64) as i64).collect();
        values.resize(rule.arity + max_variables, 0);
        let small = are_small(&values[..rule.arity]);
        OptionWalk {
            rule,
            side,
            values,
            option_index: 0,
            numbers: vec![],
            begun: false,
            resume: None,
            cost_since_move: 0,
            cost_since_pause: 0,
            cost_before_move: 0,
            stack: Stack::default(),
            inner: [0; LANES],
            block: OptionBlock::default(),
            bounded: false,
            returns_runs: false,
            extends_sums: false,
            found_must: false,
            forms_apply: small,
        }
    }

    /// Makes the enumeration return only the new components of a sum that grows from option to option.
    pub fn with_extensions(self) -> OptionWalk<'r> {
        OptionWalk { extends_sums: true, ..self }
    }

    /// Makes the enumeration return runs where possible.
    pub fn with_runs(self) -> OptionWalk<'r> {
        OptionWalk { returns_runs: true, ..self }
    }

    /// Restarts the enumeration from another position.
    pub fn restart(&mut self, position: &[u64]) {
        for (value, &n) in self.values.iter_mut().zip(position) {
            *value = n.min(MAX_NUMBER as u64) as i64;
        }
        self.option_index = 0;
        self.numbers.clear();
        self.begun = false;
        self.resume = None;
        self.found_must = false;
        (self.cost_since_move, self.cost_before_move) = (0, 0);
        self.forms_apply = are_small(&self.values[..self.rule.arity]);
    }

    /// Returns the total cost of the numbers examined so far; a number costs about 1.
    pub fn total_cost(&self) -> u64 {
        self.cost_before_move + self.cost_since_move
    }

    /// Returns the next block of options; `None` at the end.
    ///
    /// An empty block does not mean the end: it lets the caller check the time during a long search.
    pub fn next_block(&mut self) -> Result<Option<&OptionBlock>, RuleFault> {
        loop {
            if self.cost_since_pause > PAUSE_COST {
                self.cost_since_pause = 0;
                (self.block.count, self.block.legal) = (0, 0);
                return Ok(Some(&self.block));
            }
            let Some(option) = self.rule.options.get(self.option_index) else { return Ok(None) };
            if self.found_must && !option.must {
                return Ok(None);
            }
            if option.side != OptionPlayers::Both && self.side != OptionPlayers::Both && option.side != self.side {
                self.option_index += 1;
                continue;
            }
            if !self.begun
                && self.forms_apply
                && let Some(has_options) = self.fill_from_forms(option)
            {
                self.option_index += 1;
                if has_options {
                    self.found_must |= option.must;
                    return Ok(Some(&self.block));
                }
                continue;
            }
            if self.advance(option)? {
                if self.block.legal != 0 || self.block.count != 0 {
                    self.found_must |= option.must;
                    self.cost_before_move += std::mem::take(&mut self.cost_since_move);
                    if self.block.count != 0 && !(self.returns_runs && option.copies.is_empty()) {
                        self.block.expand_to_lanes();
                    }
                    return Ok(Some(&self.block));
                }
            } else {
                self.option_index += 1;
                self.begun = false;
                self.numbers.clear();
            }
        }
    }

    /// Finds the first move that satisfies `predicate` among the options of the rule that have variables.
    ///
    /// Returns the index of the option in the rule and the values of its variables, or `None` if no move satisfies
    /// `predicate`. Repeated moves are skipped.
    ///
    /// # Errors
    /// The first fault, if one occurs before such a move.
    pub fn first_with_variables(
        &mut self,
        predicate: impl Fn(&RuleOption, &OptionBlock) -> bool,
    ) -> Result<Option<(usize, &[i64])>, RuleFault> {
        for (k, option) in self.rule.options.iter().enumerate() {
            let of_opponent =
                option.side != OptionPlayers::Both && self.side != OptionPlayers::Both && option.side != self.side;
            let Some(inner) = option.loops.len().checked_sub(1).filter(|_| !of_opponent && !option.repeat) else {
                continue;
            };
            (self.option_index, self.block.count) = (k, 0);
            self.numbers.clear();
            let mut holds = true;
            for condition in &option.conditions {
                holds = holds && self.holds(condition)?;
            }
            while holds && self.next_assignment(option, inner)? {
                self.fill_single(option)?;
                if self.block.legal != 0 && predicate(option, &self.block) {
                    return Ok(Some((k, &self.values[self.rule.arity..][..option.loops.len()])));
                }
                holds = !self.numbers.is_empty();
            }
        }
        Ok(None)
    }

    /// Returns the first and the last number of a variable that has polynomial forms.
    ///
    /// The variable ranges over an interval, a set without gaps, or the squares; for the squares, the results are the
    /// first and the last square root. Returns `None` if a bound has no value, the first number is negative, or the
    /// last number is too large for forms.
    #[inline]
    fn endpoints(&self, variable: &Loop) -> Option<(i64, i64)> {
        let (from, mut to) = match &variable.source {
            VariableRange::Range(from, to) => (
                from.try_evaluate_at(&self.values)?,
                to.as_ref().map_or(Some(MAX_NUMBER), |to| to.try_evaluate_at(&self.values))?,
            ),
            VariableRange::Set(_) => variable.interval()?,
            _ => (1, MAX_NUMBER),
        };
        for bound in &variable.bounds {
            to = to.min(bound.try_evaluate_at(&self.values)?);
        }
        for bound in &variable.square_bounds {
            // If the bound is negative, no square satisfies it, so the range is empty.
            to = to.min(bound.try_evaluate_at(&self.values)?.checked_isqrt().unwrap_or(-1));
        }
        for form in &variable.nonnegative_forms {
            to = to.min(form.last(&self.values));
        }
        if from < 0 || to > MAX_VARIABLE {
            return None;
        }
        if matches!(variable.source, VariableRange::Sequence(_)) {
            to = to.checked_isqrt().unwrap_or(-1);
        }
        Some((from, to))
    }

    /// Fills the block with the next options of the position from `option`; returns `false` at the end.
    fn advance(&mut self, option: &'r RuleOption) -> Result<bool, RuleFault> {
        self.block.points = 0;
        self.block.count = 0;
        self.block.legal = 0;
        self.block.counted = None;
        if let Some(resume_point) = self.resume.take() {
            return self.fill_repeated(option, resume_point);
        }
        let first = !self.begun;
        if first {
            self.begun = true;
            self.block.extension = None;
            for condition in &option.conditions {
                if !self.holds(condition)? {
                    return Ok(false);
                }
            }
        }
        let Some(inner) = option.loops.len().checked_sub(1) else {
            return if first { self.fill_single(option) } else { Ok(false) };
        };
        if option.repeat || !option.sums.is_empty() || option.gain.is_some() {
            return if self.next_assignment(option, inner)? { self.fill_single(option) } else { Ok(false) };
        }
        loop {
            if self.numbers.len() <= inner {
                // Advance the outer variables.
                if inner > 0 && !self.next_assignment(option, inner - 1)?
                    || inner == 0 && !first && self.numbers.is_empty()
                {
                    return Ok(false);
                }
                let numbers = self.iterator_for(&option.loops[inner])?;
                self.numbers.push(numbers);
            }
            if self.fill_lanes(option, &option.loops[inner])? {
                return Ok(true);
            }
            self.numbers.pop();
            if inner == 0 {
                return Ok(false);
            }
        }
    }

    /// Advances the variables to their next values that satisfy all conditions.
    ///
    /// The variables are those with nesting depth 0 to `depth`. Returns `false` if there are no such values.
    fn next_assignment(&mut self, option: &'r RuleOption, depth: usize) -> Result<bool, RuleFault> {
        if self.numbers.is_empty() {
            let numbers = self.iterator_for(&option.loops[0])?;
            self.numbers.push(numbers);
            self.block.extension = None;
        }
        while let Some(last) = self.numbers.len().checked_sub(1) {
            let Some(value) = self.numbers[last].next() else {
                self.numbers.pop();
                if self.numbers.is_empty() {
                    return Ok(false);
                }
                continue;
            };
            self.add_cost(1, option)?;
            let mut numbers = std::mem::replace(&mut self.numbers[last], RemainingNumbers::EMPTY);
            let fulfilled = self.assign(&option.loops[last], value, &mut numbers)?;
            self.numbers[last] = numbers;
            if !fulfilled {
                continue;
            }
            if last == depth {
                return Ok(true);
            }
            let numbers = self.iterator_for(&option.loops[last + 1])?;
            self.numbers.push(numbers);
            self.block.extension = None;
        }
        Ok(false)
    }

    /// Assigns a value to a variable and returns whether its conditions hold.
    ///
    /// Empties `rest`, the further values of the variable, if none of them can satisfy the conditions.
    fn assign(&mut self, variable: &Loop, value: i64, rest: &mut RemainingNumbers<'_>) -> Result<bool, RuleFault> {
        self.values[variable.index as usize] = value;
        // A stop condition without a value is ignored here: evaluating the original condition reports the error.
        if variable.stops.iter().any(|stop| stop.evaluate_at(&self.values) == Ok(0)) {
            *rest = RemainingNumbers::EMPTY;
            return Ok(false);
        }
        for guard in &variable.guards {
            if !self.holds(&guard.condition)? {
                if guard.is_while {
                    *rest = RemainingNumbers::EMPTY;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn add_cost(&mut self, steps: u64, option: &RuleOption) -> Result<(), RuleFault> {
        let cost = steps * option.cost;
        self.cost_since_move += cost;
        self.cost_since_pause += cost;
        if self.cost_since_move > MAX_STEPS {
            return Err(RuleFault { kind: FaultKind::Endless, span: option.span.clone() });
        }
        Ok(())
    }

    fn evaluate_number(&mut self, code: &Code) -> Result<i64, RuleFault> {
        if let Some(value) = code.try_evaluate_at(&self.values) {
            return Ok(value);
        }
        let result = Scope { values: &self.values, inner: None, lanes: 1 }.evaluate(code, &mut self.stack);
        if result.undefined == 0 {
            return Ok(result.values[0]);
        }
        code.evaluate_at(&self.values).map_err(|(error, span)| RuleFault { kind: FaultKind::EvalError(error), span })
    }

    fn holds(&mut self, condition: &Code) -> Result<bool, RuleFault> {
        Ok(self.evaluate_number(condition)? != 0)
    }

    /// Creates the iterator of a variable, given the values of the outer variables.
    fn iterator_for(&mut self, variable: &'r Loop) -> Result<RemainingNumbers<'r>, RuleFault> {
        let mut bound = MAX_NUMBER;
        self.bounded = true;
        let bounds = variable.bounds.iter().map(|code| (code, false));
        for (code, square) in bounds.chain(variable.square_bounds.iter().map(|code| (code, true))) {
            // A bound without a value is ignored here: evaluating the original condition reports the error.
            match code.try_evaluate_at(&self.values).or_else(|| code.evaluate_at(&self.values).ok()) {
                // If the bound is negative, no square satisfies it, so the range is empty.
                Some(value) if square => bound = bound.min(value.checked_isqrt().unwrap_or(-1)),
                Some(value) => bound = bound.min(value),
                None => self.bounded = false,
            }
        }
        for form in &variable.nonnegative_forms {
            bound = bound.min(form.last(&self.values));
        }
        if variable.source.is_endless() && bound == MAX_NUMBER && self.is_infinite(variable) {
            return Err(self.infinite_loop_fault(variable));
        }
        if let Some(fixed) = &variable.fixed {
            return Ok(RemainingNumbers::Fixed(fixed[..fixed.partition_point(|&n| n <= bound)].iter()));
        }
        Ok(match &variable.source {
            VariableRange::Range(from, to) => {
                let from = self.evaluate_number(from)?;
                let to = match to {
                    Some(to) => self.evaluate_number(to)?,
                    None => MAX_NUMBER,
                };
                RemainingNumbers::Range(from, to.min(bound))
            }
            VariableRange::Set(items) => {
                if let [(from, Some(to))] = &items[..] {
                    return Ok(RemainingNumbers::Range(
                        self.evaluate_number(from)?,
                        self.evaluate_number(to)?.min(bound),
                    ));
                }
                let mut ranges = vec![];
                for (from, to) in items {
                    let from = self.evaluate_number(from)?;
                    let to = match to {
                        Some(to) => self.evaluate_number(to)?.min(bound),
                        None => from,
                    };
                    if from <= to {
                        ranges.push((from, to));
                    }
                }
                ranges.compact_sort();
                let mut list = vec![];
                for (from, to) in ranges {
                    let from = list.last().map_or(from, |&last: &i64| from.max(last + 1));
                    let max_gap = MAX_STEPS as i64 / 16;
                    if to.saturating_sub(from) > max_gap {
                        return Err(RuleFault { kind: FaultKind::Endless, span: first_span(items) });
                    }
                    list.extend(from..=to);
                }
                RemainingNumbers::List(list.into_iter())
            }
            VariableRange::Divisors(divided) => {
                let (number, span) = (self.evaluate_number(divided)?, divided.span());
                if number > MAX_DIVIDED {
                    return Err(RuleFault { kind: FaultKind::Divisors, span });
                }
                // The trial divisions also take time, so their cost is added.
                self.cost_since_move += number.max(0).isqrt() as u64 / DIVISIONS_PER_STEP;
                self.cost_since_pause += number.max(0).isqrt() as u64 / DIVISIONS_PER_STEP;
                RemainingNumbers::List(divisors(number).into_iter())
            }
            VariableRange::Powers(base) => {
                let base = self.evaluate_number(base)?;
                RemainingNumbers::Powers(base, Some(1), bound)
            }
            VariableRange::Sequence(sequence) => RemainingNumbers::Sequence(*sequence, [0, 0], 0, bound),
        })
    }

    /// Returns whether the loop is infinite for the current values of the other variables.
    ///
    /// This is the case if every condition that could end the loop holds for all values of the loop variable.
    /// Returns `false` if this cannot be shown.
    fn is_infinite(&mut self, variable: &Loop) -> bool {
        /// A number beyond the end of most finite loops.
        ///
        /// A condition that fails at this number shows that the loop ends.
        const PROBE: i64 = 1 << 31;
        if !(variable.bounds.is_empty() && variable.square_bounds.is_empty() && variable.nonnegative_forms.is_empty()) {
            return false;
        }
        let ends = || {
            variable
                .stops
                .iter()
                .chain(variable.guards.iter().filter(|guard| guard.is_while).map(|guard| &guard.condition))
        };
        self.values[variable.index as usize] = PROBE;
        ends().all(|end| end.try_evaluate_at(&self.values) != Some(0))
            && ends().all(|end| trend::holds_for_all(end, variable.index, &self.values))
    }

    /// Returns the fault of an infinite loop, with the values of the variables that make the loop infinite.
    fn infinite_loop_fault(&self, variable: &Loop) -> RuleFault {
        let option = &self.rule.options[self.option_index];
        let used = |v: u32| variable.stops.iter().any(|stop| stop.uses(v));
        // The list contains the parameters that are 0 and the outer variables of the option, but not those of enclosing
        // sums.
        let names = self.rule.names.iter().zip(0..);
        let parameters = names.filter(|&(_, v)| used(v) && self.values[v as usize] == 0);
        let outer =
            option.loops.iter().take_while(|outer| outer.index != variable.index).filter(|outer| used(outer.index));
        let used = parameters.chain(outer.map(|outer| (&outer.name, outer.index)));
        let assignment = used.map(|(name, v)| (name.clone(), self.values[v as usize])).collect();
        RuleFault {
            kind: FaultKind::InfiniteLoop { name: variable.name.clone(), assignment },
            span: option.span.clone(),
        }
    }
}

/// Returns whether polynomial forms apply to these parameters.
///
/// Forms do not apply if all parameters are 0, because each option must then be checked.
#[inline]
fn are_small(parameters: &[i64]) -> bool {
    let combined = parameters.iter().fold(0, |combined, &n| combined | n);
    0 < combined && combined < MAX_VARIABLE
}

fn first_span(items: &[(Code, Option<Code>)]) -> Range<usize> {
    items.first().map_or(0..0, |(from, _)| from.span())
}

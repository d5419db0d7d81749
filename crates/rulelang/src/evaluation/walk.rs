//! Enumerates the options of one position, up to 64 at a time.
//!
//! An [`OptionWalk`] goes through the options of the rule ([`RuleOption`]) one after the other and returns blocks of
//! options of the position. For each option of the rule, it tries three methods in this order:
//!
//! 1. Polynomial forms give all options of the position at once.
//! 2. A few sample values give a run, which is a linear or quadratic progression.
//! 3. Each value of the innermost variable is evaluated in a lane of its own.
//!
//! An `OptionWalk` never removes duplicates.

use super::fault::{FaultKind, MAX_COMPONENTS, RuleFault};
use super::lanes::{LANES, Lanes, Scope, Stack};
use super::numbers::{RemainingNumbers, divisors};
use crate::syntax::ast::{Content, Loop, OptionItem, OptionPlayers, Rule, RuleOption, VariableRange};
use crate::syntax::code::Code;
use crate::syntax::operator::EvalError;
use crate::syntax::polynomial::MAX_VARIABLE;
use crate::syntax::token::MAX_NUMBER;
use crate::syntax::trend;
use grundy_rules::CompactSort;
use grundy_rules::{CountedComponents, run_at};
use smallvec::SmallVec;
use std::ops::Range;

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
        let max_variables = rule.options.iter().map(|c| c.loops.len() + c.depth).max().unwrap_or(0);
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
            forms_apply: small,
        }
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
                    return Ok(Some(&self.block));
                }
                continue;
            }
            if self.advance(option)? {
                if self.block.legal != 0 || self.block.count != 0 {
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

    /// Fills the block with all options of the position that `option` gives, using polynomial forms.
    ///
    /// Returns whether there are any options. Returns `None` if forms do not apply or an evaluation fails. The slower
    /// methods then handle the option and report the error.
    #[inline]
    fn fill_from_forms(&mut self, option: &RuleOption) -> Option<bool> {
        let forms = match &option.forms {
            Some(forms) => &forms[..],
            None if option.loops.is_empty() && !option.repeat && option.sums.is_empty() => &[],
            None => return None,
        };
        for condition in &option.conditions {
            if condition.try_evaluate_at(&self.values)? == 0 {
                return Some(false);
            }
        }
        self.block.option_index = self.option_index;
        self.block.legal = 0;
        self.block.counted = None;
        self.block.run.clear();
        let runs = self.returns_runs && option.copies.is_empty();
        let (mut low, mut high) = (0, 0);
        if let Some(variable) = option.loops.first() {
            let (from, to) = self.endpoints(variable)?;
            let count = to - from + 1;
            if count <= 0 {
                return Some(false);
            }
            if count > if runs { MAX_RUN_LEN } else { LANES as i64 } {
                return None;
            }
            high = count - 1;
            for form in forms {
                let run = form.run(&self.values, from);
                let (first, last) = non_negative_range(run, count)?;
                (low, high) = (low.max(first), high.min(last));
                self.block.run.push(run);
            }
        } else {
            for code in option.components.iter().flatten() {
                let number = code.try_evaluate_at(&self.values)?;
                high = high.min(number >> 63);
                self.block.run.push([number, 0, 0]);
            }
        }
        self.block.restrict(low, high);
        if self.block.count != 0 && !runs {
            self.block.expand_to_lanes();
        }
        Some(low <= high)
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
        self.block.count = 0;
        self.block.legal = 0;
        self.block.counted = None;
        if let Some(resume_point) = self.resume.take() {
            return self.fill_repeated(option, resume_point);
        }
        let first = !self.begun;
        if first {
            self.begun = true;
            for condition in &option.conditions {
                if !self.holds(condition)? {
                    return Ok(false);
                }
            }
        }
        let Some(inner) = option.loops.len().checked_sub(1) else {
            return if first { self.fill_single(option) } else { Ok(false) };
        };
        if option.repeat || !option.sums.is_empty() {
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
        }
        while let Some(last) = self.numbers.len().checked_sub(1) {
            let variable = &option.loops[last];
            let Some(value) = self.numbers[last].next() else {
                self.numbers.pop();
                if self.numbers.is_empty() {
                    return Ok(false);
                }
                continue;
            };
            self.add_cost(1, option)?;
            self.values[variable.index as usize] = value;
            // A stop condition without a value is ignored here: evaluating the original condition reports the error.
            if variable.stops.iter().any(|stop| stop.evaluate_at(&self.values) == Ok(0)) {
                self.numbers[last] = RemainingNumbers::Range(1, 0);
                continue;
            }
            let mut fulfilled = true;
            for guard in &variable.guards {
                if !self.holds(&guard.condition)? {
                    fulfilled = false;
                    if guard.is_while {
                        self.numbers[last] = RemainingNumbers::Range(1, 0);
                    }
                    break;
                }
            }
            if !fulfilled {
                continue;
            }
            if last == depth {
                return Ok(true);
            }
            let numbers = self.iterator_for(&option.loops[last + 1])?;
            self.numbers.push(numbers);
        }
        Ok(false)
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
        let result = code.evaluate(&Scope { values: &self.values, inner: None, lanes: 1 }, &mut self.stack);
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

    /// Evaluates the options for the next values of the innermost variable: a run, or at most 64 in lanes.
    ///
    /// Returns `false` if no values remain.
    fn fill_lanes(&mut self, option: &'r RuleOption, variable: &'r Loop) -> Result<bool, RuleFault> {
        if let Some(degree) = option.degree
            && let Some(covered) = self.fill_run(option, variable, degree)
        {
            self.add_cost(RUN_COST, option)?;
            return Ok(covered > 0);
        }
        let last = self.numbers.len() - 1;
        let mut lanes = self.numbers[last].fill(&mut self.inner);
        if lanes == 0 {
            return Ok(false);
        }
        self.add_cost(lanes as u64, option)?;
        let mut legal = u64::MAX >> (LANES - lanes);
        let place = variable.index;
        for stop in &variable.stops {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let result = stop.evaluate(&scope, &mut self.stack);
            let holds = pack_bits(&result.values, lanes, |value| u64::from(value != 0));
            let first = (legal & !holds & !result.undefined).trailing_zeros();
            if first < 64 {
                self.numbers[last] = RemainingNumbers::Range(1, 0);
                if first == 0 {
                    self.block.legal = 0;
                    return Ok(true);
                }
                legal &= (1 << first) - 1;
                lanes = first as usize;
            }
        }
        // If the variable ascends from a non-negative number and stays within its bounds, the guards marked as implied
        // hold.
        let bounded = self.bounded
            && self.inner[0] >= 0
            && !matches!(variable.source, VariableRange::Set(_) | VariableRange::Divisors(_));
        for guard in variable.guards.iter().filter(|guard| !(guard.implied && bounded)) {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let result = guard.condition.evaluate(&scope, &mut self.stack);
            let holds = pack_bits(&result.values, lanes, |value| u64::from(value != 0));
            let mut undefined = result.undefined & legal;
            if guard.is_while {
                let first = (legal & !holds & !result.undefined).trailing_zeros();
                if first < 64 {
                    undefined &= (1 << first) - 1;
                    legal &= (1 << first) - 1;
                    lanes = first as usize;
                    self.numbers[last] = RemainingNumbers::Range(1, 0);
                }
            }
            if undefined != 0 {
                return Err(self.eval_fault(&guard.condition, place, self.inner[undefined.trailing_zeros() as usize]));
            }
            legal &= holds;
            if legal == 0 {
                self.block.legal = 0;
                return Ok(true);
            }
        }
        let count = option.components.iter().map(Vec::len).sum();
        self.block.values.resize(count, [0; LANES]);
        self.block.option_index = self.option_index;
        for (k, code) in option.components.iter().flatten().enumerate() {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let result = code.evaluate(&scope, &mut self.stack);
            let undefined = result.undefined & legal;
            if undefined != 0 {
                return Err(self.eval_fault(code, place, self.inner[undefined.trailing_zeros() as usize]));
            }
            let target = &mut self.block.values[k];
            target[..lanes].copy_from_slice(&result.values[..lanes]);
            let negative = target[..lanes].iter().fold(0, |sign, v| sign | v) < 0;
            if negative {
                legal &= pack_bits(target, lanes, |value| !value as u64 >> 63);
            }
        }
        self.block.legal = legal & (u64::MAX >> (LANES - lanes.max(1)));
        self.remove_passes(option);
        Ok(true)
    }

    /// Computes a run of options whose parameters are polynomials of this degree (1 or 2) in the variable.
    ///
    /// Evaluates at most three values of the variable. Returns the number of values that the run covers; `None` if
    /// the values must be evaluated one by one.
    fn fill_run(&mut self, option: &'r RuleOption, variable: &Loop, degree: u32) -> Option<u64> {
        let last = self.numbers.len() - 1;
        let RemainingNumbers::Range(from, to) = self.numbers[last] else { return None };
        if from > to {
            return Some(0);
        }
        if self.values[..self.rule.arity].iter().all(|&v| v == 0) {
            // A move from all zeros to all zeros is not a move, so each option must be checked.
            return None;
        }
        let implied = self.bounded && from >= 0 && matches!(variable.source, VariableRange::Range(..));
        if !variable.guards.is_empty() && !implied {
            return None;
        }
        let max_len = if self.returns_runs && option.copies.is_empty() { MAX_RUN_LEN } else { LANES as i64 };
        let end = to.min(from.saturating_add(max_len - 1));
        let count = end - from + 1;
        self.block.run.clear();
        // The indices of the options without negative parameters.
        let (mut low, mut high) = (0, count - 1);
        let place = variable.index as usize;
        let mut is_exhausted = false;
        for code in option.components.iter().flatten() {
            let mut value_at = |k: i64| {
                self.values[place] = k;
                code.try_evaluate_at(&self.values)
            };
            let first = value_at(from)?;
            let (mut step, mut curvature) = (0, 0);
            if degree == 2 && count > 2 {
                let (second, third) = (value_at(from + 1)?, value_at(from + 2)?);
                // If the absolute values of all terms have a small sum, no intermediate value is too large.
                self.values[place] = from.abs().max(end.abs());
                if code.magnitude(&self.values)? > MAX_NUMBER / 8 {
                    return None;
                }
                (step, curvature) = (second - first, third - 2 * second + first);
            } else if count > 1 && code.uses(variable.index) {
                // Every subexpression is linear in the variable, so its values lie between those at the two ends.
                step = value_at(end)?.checked_sub(first)? / (count - 1);
            }
            let (start, stop) = non_negative_range([first, step, curvature], count)?;
            (low, high) = (low.max(start), high.min(stop));
            // Once a progression that does not increase is negative, it stays negative.
            is_exhausted |= start > stop && step <= 0 && curvature <= 0;
            self.block.run.push([first, step, curvature]);
        }
        self.numbers[last] =
            if is_exhausted { RemainingNumbers::Range(1, 0) } else { RemainingNumbers::Range(end + 1, to) };
        self.block.option_index = self.option_index;
        self.block.restrict(low, high);
        Some(count as u64)
    }

    /// Evaluates the option for the current values of the variables, in lane 0.
    fn fill_single(&mut self, option: &'r RuleOption) -> Result<bool, RuleFault> {
        if !option.sums.is_empty() {
            return self.fill_counted(option).map(|()| true);
        }
        let mut legal = true;
        self.block.values.resize(option.components.iter().map(Vec::len).sum(), [0; LANES]);
        self.block.option_index = self.option_index;
        for (k, code) in option.components.iter().flatten().enumerate() {
            let value = self.evaluate_number(code)?;
            self.block.values[k][0] = value;
            legal &= value >= 0;
        }
        self.block.legal = u64::from(legal);
        self.remove_passes(option);
        // A repeated move ends once it leaves more than one component.
        if option.repeat && self.block.legal != 0 && option.components.len() == 1 {
            let from = self.values[..self.rule.arity].to_vec();
            self.resume = Some(ResumePoint { checkpoint: from.clone(), from, moves: 0 });
        }
        Ok(true)
    }

    /// Evaluates an option with sums for the current values of the variables.
    fn fill_counted(&mut self, option: &'r RuleOption) -> Result<(), RuleFault> {
        self.block.option_index = self.option_index;
        let mut components = CountedParameters::new();
        let mut legal = true;
        for (k, component) in option.components.iter().take(option.component_count()).enumerate() {
            let times = match option.copies.get(k).copied().flatten() {
                Some(at) => self.evaluate_number(&option.components[option.component_count()][at])?,
                None => 1,
            };
            legal &= self.add_position(option, component, times.max(0) as u64, &mut components)? && times >= 0;
        }
        for item in &option.sums {
            legal = legal && self.add_item(option, item, 1, &mut components)?;
        }
        merge_equal(&mut components, option)?;
        let is_empty = |component: &Parameters| component.iter().all(|&n| n == 0);
        // As for other options, a move from all zeros to all zeros is not a move.
        let stays = all_zero(&self.values[..self.rule.arity]) && !components.is_empty();
        let passes = stays && components.iter().all(|(component, _)| is_empty(component));
        self.block.legal = u64::from(legal && !passes);
        self.block.counted = Some(components);
        Ok(())
    }

    /// Adds `copies` copies of the components of `item` to `list`; returns `false` if the move is illegal.
    ///
    /// The number of variables of an option limits the depth of the recursion.
    fn add_item(
        &mut self,
        option: &RuleOption,
        item: &OptionItem,
        copies: u64,
        list: &mut CountedParameters,
    ) -> Result<bool, RuleFault> {
        let mut copies = copies;
        if let Some(times) = &item.times {
            let Ok(number) = u64::try_from(self.evaluate_number(times)?) else { return Ok(false) };
            copies = multiply_copies(copies, number, times.span())?;
        }
        let sum = match &item.content {
            Content::Position(component) => return self.add_position(option, component, copies, list),
            Content::Sum(sum) => sum,
        };
        let (from, to) = (self.evaluate_number(&sum.from)?, self.evaluate_number(&sum.to)?);
        if from > to {
            return Ok(true);
        }
        let items = |walk: &mut Self, copies: u64, list: &mut CountedParameters| {
            for item in &sum.items {
                if !walk.add_item(option, item, copies, list)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        if !sum.varies {
            return items(self, multiply_copies(copies, to.abs_diff(from) + 1, sum.span.clone())?, list);
        }
        for number in from..=to {
            self.add_cost(1, option)?;
            self.values[sum.index as usize] = number;
            if !items(self, copies, list)? {
                return Ok(false);
            }
            if list.len() > 2 * MAX_COMPONENTS {
                merge_equal(list, option)?;
            }
        }
        Ok(true)
    }

    /// Adds `copies` copies of a component to `list`; returns `false` if one of its parameters is negative.
    fn add_position(
        &mut self,
        option: &RuleOption,
        component: &[Code],
        copies: u64,
        list: &mut CountedParameters,
    ) -> Result<bool, RuleFault> {
        self.add_cost(1, option)?;
        let (mut numbers, mut natural) = (Parameters::new(), true);
        for code in component {
            let number = self.evaluate_number(code)?;
            natural &= number >= 0;
            numbers.push(number as u64);
        }
        if natural && copies > 0 {
            list.push((numbers, copies));
        }
        Ok(natural)
    }

    /// Performs the next repetition of a repeated move.
    fn fill_repeated(&mut self, option: &'r RuleOption, mut resume: ResumePoint) -> Result<bool, RuleFault> {
        let arity = self.rule.arity;
        let before: Vec<i64> = self.values[..arity].to_vec();
        for k in 0..arity {
            self.values[k] = self.block.values[k][0];
        }
        self.add_cost(RUN_COST, option)?;
        let reached = &self.values[..arity];
        let mut continues =
            ![&before, &resume.from, &resume.checkpoint].into_iter().any(|earlier| earlier[..] == *reached);
        resume.moves += 1;
        if resume.moves.is_power_of_two() {
            resume.checkpoint.copy_from_slice(reached);
        }
        if resume.moves > MAX_STEPS {
            return Err(RuleFault { kind: FaultKind::Endless, span: option.span.clone() });
        }
        for condition in
            option.conditions.iter().chain(option.loops.iter().flat_map(|l| l.guards.iter().map(|g| &g.condition)))
        {
            continues = continues && self.holds(condition)?;
        }
        if continues {
            self.fill_single(option)?;
            // A sequence of repetitions that returns to its start is not a move.
            let returns_to_start = (0..arity).all(|k| self.block.values[k][0] == resume.from[k]);
            continues = self.block.legal != 0 && !returns_to_start;
        }
        if continues {
            self.resume = Some(resume);
            return Ok(true);
        }
        self.values[..arity].copy_from_slice(&resume.from);
        self.resume = None;
        self.block.legal = 0;
        // If the option has variables, the caller continues with their next values.
        Ok(!option.loops.is_empty())
    }

    /// Removes moves from the all-zero position to all-zero components.
    ///
    /// For example, neither `n/2` nor `(n)+(n)` is a move at `n = 0`.
    fn remove_passes(&mut self, option: &RuleOption) {
        if !option.components.is_empty() && self.block.legal != 0 && all_zero(&self.values[..self.rule.arity]) {
            let arity = self.rule.arity;
            for lane in 0..LANES {
                let (components, times) =
                    self.block.values.split_at(self.block.values.len().min(option.parameter_count(arity)));
                let is_present = |component: usize| match option.copies.get(component) {
                    Some(&Some(at)) => times[at][lane] != 0,
                    _ => true,
                };
                let mut after = components
                    .chunks_exact(arity)
                    .enumerate()
                    .filter(|(component, _)| is_present(*component))
                    .peekable();
                if after.peek().is_some() && after.all(|(_, values)| values.iter().all(|values| values[lane] == 0)) {
                    self.block.legal &= !(1 << lane);
                }
            }
        }
    }

    fn eval_fault(&mut self, code: &Code, place: u32, inner: i64) -> RuleFault {
        self.values[place as usize] = inner;
        match code.evaluate_at(&self.values) {
            Err((error, span)) => RuleFault { kind: FaultKind::EvalError(error), span },
            Ok(_) => RuleFault { kind: FaultKind::EvalError(EvalError::TooLarge), span: code.span() },
        }
    }
}

/// Components with their numbers of copies, in any order.
type CountedParameters = CountedComponents<Parameters>;

/// Sorts the components and merges equal ones, adding up their copies.
pub(crate) fn merge_equal(list: &mut CountedParameters, option: &RuleOption) -> Result<(), RuleFault> {
    list.compact_sort();
    let mut distinct: usize = 0;
    for k in 0..list.len() {
        if distinct > 0 && list[distinct - 1].0 == list[k].0 {
            let sum = list[distinct - 1].1.checked_add(list[k].1);
            list[distinct - 1].1 = sum.ok_or(RuleFault { kind: FaultKind::Copies, span: option.span.clone() })?;
        } else {
            list.swap(distinct, k);
            distinct += 1;
        }
    }
    list.truncate(distinct);
    if distinct > MAX_COMPONENTS {
        return Err(RuleFault { kind: FaultKind::Components, span: option.span.clone() });
    }
    Ok(())
}

fn multiply_copies(a: u64, b: u64, span: Range<usize>) -> Result<u64, RuleFault> {
    a.checked_mul(b).ok_or(RuleFault { kind: FaultKind::Copies, span })
}

fn all_zero(parameters: &[i64]) -> bool {
    parameters.iter().all(|&n| n == 0)
}

/// Returns whether polynomial forms apply to these parameters.
///
/// Forms do not apply if all parameters are 0, because each option must then be checked.
#[inline]
fn are_small(parameters: &[i64]) -> bool {
    let combined = parameters.iter().fold(0, |combined, &n| combined | n);
    0 < combined && combined < MAX_VARIABLE
}

/// Returns the first and the last index of the non-negative numbers in a run of `count` numbers.
///
/// `run` holds the first value, the first difference and the second difference. If all numbers are negative, the first
/// index exceeds the last. Returns `None` if the non-negative numbers may have gaps and so must be examined one by one.
#[inline]
fn non_negative_range(run: [i64; 3], count: i64) -> Option<(i64, i64)> {
    let [first, step, curvature] = run;
    let end = count - 1;
    if curvature == 0 {
        return Some(match (first < 0, step) {
            (true, ..=0) => (count, end),
            (true, _) => ((step - 1 - first) / step, end),
            (false, ..0) => (0, end.min(first / -step)),
            (false, _) => (0, end),
        });
    }
    let last_step = step + curvature * (end - 1);
    if first >= 0 && run_at(run, end) >= 0 {
        // A convex progression can have its minimum inside the run.
        return (curvature < 0 || step >= 0 || last_step <= 0).then_some((0, end));
    }
    if step > 0 || last_step > 0 {
        return None;
    }
    // The run does not increase, so a binary search finds its last non-negative number.
    let (mut low, mut high) = (-1, end);
    while low < high {
        let middle = high - (high - low) / 2;
        if run_at(run, middle) >= 0 { low = middle } else { high = middle - 1 }
    }
    Some(if low < 0 { (count, end) } else { (0, low) })
}

/// Packs one bit per lane into a word; bit `k` belongs to lane `k`.
#[inline(always)]
fn pack_bits(values: &Lanes, lanes: usize, bit: impl Fn(i64) -> u64) -> u64 {
    let mut word = 0;
    for (k, chunk) in values[..lanes.next_multiple_of(8)].chunks_exact(8).enumerate() {
        // The shift amounts are constants after unrolling, so the bits are independent of each other.
        let byte = chunk.iter().enumerate().fold(0, |byte, (lane, &value)| byte | bit(value) << lane);
        word |= byte << (8 * k);
    }
    word & (u64::MAX >> (LANES - lanes.max(1)))
}

fn first_span(items: &[(Code, Option<Code>)]) -> Range<usize> {
    items.first().map_or(0..0, |(from, _)| from.span())
}

#[cfg(test)]
mod tests {
    use super::divisors;

    #[test]
    fn divisors_match_trial_division() {
        for n in (-2..3000).chain([720_720, 999_983 * 2, 1 << 20, 10_007 * 10_009]) {
            let by_trial_division: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(divisors(n), by_trial_division, "{n}");
        }
    }
}

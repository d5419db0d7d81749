//! Enumerates the options of one position, up to 64 at a time.
//!
//! A `Walk` goes through the options of the rule (`Choice`) one after the other and returns blocks of options of the
//! position. It tries three methods in this order: polynomial forms give all options of a choice at once, a few sample
//! values give an arithmetic progression, and otherwise each value of the innermost variable is evaluated in its lane.
//! A `Walk` never removes duplicates.

use super::fault::{Fault, FaultKind, MAX_COMPONENTS};
use super::lanes::{LANES, Lanes, Scope, Stack};
use super::numbers::{Numbers, divisors};
use crate::syntax::ast::{Choice, Content, Item, Loop, Rule, Side, Source};
use crate::syntax::code::Code;
use crate::syntax::form::SMALL;
use crate::syntax::operator::EvalError;
use crate::syntax::token::LARGEST;
use crate::syntax::trend;
use grundy_rules::InOrder;
use grundy_rules::{CountedComponents, run_at};
use smallvec::SmallVec;
use std::ops::Range;

/// The parameters of a position, in the order of the rule.
pub type Parameters = SmallVec<[u64; 3]>;

/// The maximum total cost of the numbers examined between one move and the next.
///
/// The search between two moves cannot be cancelled; this limit keeps it below a second.
pub(crate) const MAX_STEPS: u64 = 1 << 27;
/// The cost after which `next_block` returns, so that the caller can check the time.
const PAUSE: u64 = 1 << 22;
/// The cost of a run of any length, and of one repetition of a repeated move.
const ONE_RUN: u64 = 16;
/// The maximum number of options of a run, so that the caller can check the time between runs.
const MAX_RUN_LEN: i64 = 1 << 20;
/// The number of trial divisions that count as one step. Most numbers factor before the last division.
const DIVISIONS: u64 = 4;
/// The largest number whose divisors are listed.
const LARGEST_DIVIDED: i64 = 1 << 50;

/// Options of the position that come from one option of the rule.
///
/// A block is a run of any length, or up to 64 options in lanes, or a single option with a sum.
#[derive(Default)]
pub(crate) struct Block {
    /// The index of the option of the rule.
    pub choice: usize,
    /// The number of options in the run; 0 if the options are in lanes.
    pub count: u64,
    /// The progression of each parameter of each component along the run, in order.
    ///
    /// Its three numbers are the first value, the first difference and the second difference.
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

impl Block {
    /// Restricts the run to the options with indices `low..=high`; the run becomes empty if `low > high`.
    #[inline]
    fn cut(&mut self, low: i64, high: i64) {
        self.count = (high - low + 1).max(0) as u64;
        if low > 0 && self.count > 0 {
            for [first, step, bend] in &mut self.run {
                *first += *step * low + *bend * (low * (low - 1) / 2);
                *step += *bend * low;
            }
        }
    }

    /// Converts a run of at most 64 options into lanes.
    fn spread(&mut self) {
        let count = self.count as usize;
        self.values.resize(self.run.len(), [0; LANES]);
        for (values, &[first, step, bend]) in self.values.iter_mut().zip(&self.run) {
            let (mut number, mut step) = (first, step);
            for value in &mut values[..count] {
                *value = number;
                number += step;
                step += bend;
            }
        }
        self.legal = u64::MAX >> (LANES - count);
        self.count = 0;
    }
}

/// Enumerates the options of one position, block by block.
pub(crate) struct Walk<'r> {
    rule: &'r Rule,
    side: Side,
    /// The values of the parameters, followed by those of the variables.
    values: Vec<i64>,
    choice: usize,
    /// The iterators of the variables, from the outermost; empty before enumeration of a choice begins.
    numbers: Vec<Numbers<'r>>,
    begun: bool,
    /// The state of a repeated move, while its repetition continues.
    again: Option<ResumePoint>,
    /// The cost of the numbers examined since the last move.
    steps: u64,
    /// The cost since the last pause.
    since_pause: u64,
    /// The cost of the numbers examined at this position before the last move.
    work: u64,
    stack: Stack,
    /// The values of the innermost variable, one per lane.
    inner: Lanes,
    block: Block,
    /// Whether all bounds of the innermost variable have values.
    bounded: bool,
    /// Whether to return runs where possible; otherwise all options come in lanes.
    runs: bool,
    /// Whether polynomial forms apply: the parameters are below `form::SMALL`, and not all of them are 0.
    small: bool,
}

/// The state of a repeated move.
///
/// The positions of the repetition can run into a cycle that does not contain the first one. To detect this, the
/// position after each power of two of moves is stored and compared with the later ones (R. P. Brent 1980).
struct ResumePoint {
    /// The position before the first repetition.
    from: Vec<i64>,
    /// The stored position.
    kept: Vec<i64>,
    /// The number of repetitions so far.
    moves: u64,
}

impl<'r> Walk<'r> {
    /// Creates an enumeration of the options of `side` from this position, given by its parameters.
    pub fn new(rule: &'r Rule, side: Side, position: &[u64]) -> Walk<'r> {
        let most = rule.choices.iter().map(|c| c.loops.len() + c.depth).max().unwrap_or(0);
        let mut values: Vec<i64> = position.iter().map(|&n| n.min(LARGEST as u64) as i64).collect();
        values.resize(rule.arity + most, 0);
        let small = are_small(&values[..rule.arity]);
        Walk {
            rule,
            side,
            values,
            choice: 0,
            numbers: vec![],
            begun: false,
            again: None,
            steps: 0,
            since_pause: 0,
            work: 0,
            stack: Stack::default(),
            inner: [0; LANES],
            block: Block::default(),
            bounded: false,
            runs: false,
            small,
        }
    }

    /// Makes the enumeration return runs where possible.
    pub fn with_runs(self) -> Walk<'r> {
        Walk { runs: true, ..self }
    }

    /// Restarts the enumeration from another position.
    pub fn restart(&mut self, position: &[u64]) {
        for (value, &n) in self.values.iter_mut().zip(position) {
            *value = n.min(LARGEST as u64) as i64;
        }
        self.choice = 0;
        self.numbers.clear();
        self.begun = false;
        self.again = None;
        (self.steps, self.work) = (0, 0);
        self.small = are_small(&self.values[..self.rule.arity]);
    }

    /// Returns the total cost of the numbers examined so far, about one per number.
    pub fn all_steps(&self) -> u64 {
        self.work + self.steps
    }

    /// Returns the next block of options; `None` at the end. An empty block is a pause in a long search.
    pub fn next_block(&mut self) -> Result<Option<&Block>, Fault> {
        loop {
            if self.since_pause > PAUSE {
                self.since_pause = 0;
                (self.block.count, self.block.legal) = (0, 0);
                return Ok(Some(&self.block));
            }
            let Some(choice) = self.rule.choices.get(self.choice) else { return Ok(None) };
            if choice.side != Side::Both && self.side != Side::Both && choice.side != self.side {
                self.choice += 1;
                continue;
            }
            if !self.begun
                && self.small
                && let Some(any) = self.whole(choice)
            {
                self.choice += 1;
                if any {
                    return Ok(Some(&self.block));
                }
                continue;
            }
            if self.advance(choice)? {
                if self.block.legal != 0 || self.block.count != 0 {
                    self.work += std::mem::take(&mut self.steps);
                    if self.block.count != 0 && !(self.runs && choice.copies.is_empty()) {
                        self.block.spread();
                    }
                    return Ok(Some(&self.block));
                }
            } else {
                self.choice += 1;
                self.begun = false;
                self.numbers.clear();
            }
        }
    }

    /// Finds the first option of the rule with variables that gives a move satisfying `is`.
    ///
    /// Returns its index and the values of its variables. Repeated moves are skipped.
    ///
    /// # Errors
    /// The first fault, if one occurs before such a move.
    pub fn first_with_variables(
        &mut self,
        is: impl Fn(&Choice, &Block) -> bool,
    ) -> Result<Option<(usize, &[i64])>, Fault> {
        for (k, choice) in self.rule.choices.iter().enumerate() {
            let other = choice.side != Side::Both && self.side != Side::Both && choice.side != self.side;
            let Some(inner) = choice.loops.len().checked_sub(1).filter(|_| !other && !choice.repeat) else { continue };
            (self.choice, self.block.count) = (k, 0);
            self.numbers.clear();
            let mut holds = true;
            for condition in &choice.conditions {
                holds = holds && self.holds(condition)?;
            }
            while holds && self.step(choice, inner)? {
                self.single(choice)?;
                if self.block.legal != 0 && is(choice, &self.block) {
                    return Ok(Some((k, &self.values[self.rule.arity..][..choice.loops.len()])));
                }
                holds = !self.numbers.is_empty();
            }
        }
        Ok(None)
    }

    /// Fills the block with all options of a choice at once, by forms; returns whether there are any.
    ///
    /// Returns `None` if forms do not apply, or if an evaluation fails, so that the slow path reports the error.
    #[inline]
    fn whole(&mut self, choice: &Choice) -> Option<bool> {
        let forms = match &choice.forms {
            Some(forms) => &forms[..],
            None if choice.loops.is_empty() && !choice.repeat && choice.sums.is_empty() => &[],
            None => return None,
        };
        for condition in &choice.conditions {
            if condition.quick(&self.values)? == 0 {
                return Some(false);
            }
        }
        self.block.choice = self.choice;
        self.block.legal = 0;
        self.block.counted = None;
        self.block.run.clear();
        let runs = self.runs && choice.copies.is_empty();
        let (mut low, mut high) = (0, 0);
        if let Some(one) = choice.loops.first() {
            let (from, to) = self.ends(one)?;
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
                let (first, last) = natural(run, count)?;
                (low, high) = (low.max(first), high.min(last));
                self.block.run.push(run);
            }
        } else {
            for code in choice.components.iter().flatten() {
                let number = code.quick(&self.values)?;
                high = high.min(number >> 63);
                self.block.run.push([number, 0, 0]);
            }
        }
        self.block.cut(low, high);
        if self.block.count != 0 && !runs {
            self.block.spread();
        }
        Some(low <= high)
    }

    /// Returns the first and the last number of a variable; for the squares, those of their roots.
    ///
    /// The variable ranges over an interval, a set without gaps, or the squares. Returns `None` if a bound has no value
    /// or is too large for forms.
    #[inline]
    fn ends(&self, one: &Loop) -> Option<(i64, i64)> {
        let (from, mut to) = match &one.source {
            Source::Range(from, to) => {
                (from.quick(&self.values)?, to.as_ref().map_or(Some(LARGEST), |to| to.quick(&self.values))?)
            }
            Source::Set(_) => one.in_a_row()?,
            _ => (1, LARGEST),
        };
        for bound in &one.bounds {
            to = to.min(bound.quick(&self.values)?);
        }
        for bound in &one.roots {
            // No square is negative.
            to = to.min(bound.quick(&self.values)?.checked_isqrt().unwrap_or(-1));
        }
        for form in &one.falling {
            to = to.min(form.last(&self.values));
        }
        if from < 0 || to > SMALL {
            return None;
        }
        if matches!(one.source, Source::Sequence(_)) {
            to = to.checked_isqrt().unwrap_or(-1);
        }
        Some((from, to))
    }

    /// Fills the block with the next options of this choice; returns `false` at the end.
    fn advance(&mut self, choice: &'r Choice) -> Result<bool, Fault> {
        self.block.count = 0;
        self.block.legal = 0;
        self.block.counted = None;
        if let Some(reached) = self.again.take() {
            return self.repeat(choice, reached);
        }
        let first = !self.begun;
        if first {
            self.begun = true;
            for condition in &choice.conditions {
                if !self.holds(condition)? {
                    return Ok(false);
                }
            }
        }
        let Some(inner) = choice.loops.len().checked_sub(1) else {
            return if first { self.single(choice) } else { Ok(false) };
        };
        if choice.repeat || !choice.sums.is_empty() {
            return if self.step(choice, inner)? { self.single(choice) } else { Ok(false) };
        }
        loop {
            if self.numbers.len() <= inner {
                // Advance the outer variables.
                if inner > 0 && !self.step(choice, inner - 1)? || inner == 0 && !first && self.numbers.is_empty() {
                    return Ok(false);
                }
                let numbers = self.start(&choice.loops[inner])?;
                self.numbers.push(numbers);
            }
            if self.lanes(choice, &choice.loops[inner])? {
                return Ok(true);
            }
            self.numbers.pop();
            if inner == 0 {
                return Ok(false);
            }
        }
    }

    /// Advances the variables up to index `depth` to their next values that satisfy all conditions.
    ///
    /// Returns `false` if there are none.
    fn step(&mut self, choice: &'r Choice, depth: usize) -> Result<bool, Fault> {
        if self.numbers.is_empty() {
            let numbers = self.start(&choice.loops[0])?;
            self.numbers.push(numbers);
        }
        while let Some(last) = self.numbers.len().checked_sub(1) {
            let one = &choice.loops[last];
            let Some(value) = self.numbers[last].next() else {
                self.numbers.pop();
                if self.numbers.is_empty() {
                    return Ok(false);
                }
                continue;
            };
            self.count(1, choice)?;
            self.values[one.place as usize] = value;
            // A stop condition without a value is ignored here; the condition that it comes from reports the error.
            if one.stops.iter().any(|stop| stop.one(&self.values) == Ok(0)) {
                self.numbers[last] = Numbers::Range(1, 0);
                continue;
            }
            let mut fulfilled = true;
            for guard in &one.guards {
                if !self.holds(&guard.condition)? {
                    fulfilled = false;
                    if guard.ends {
                        self.numbers[last] = Numbers::Range(1, 0);
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
            let numbers = self.start(&choice.loops[last + 1])?;
            self.numbers.push(numbers);
        }
        Ok(false)
    }

    fn count(&mut self, steps: u64, choice: &Choice) -> Result<(), Fault> {
        let cost = steps * choice.cost;
        self.steps += cost;
        self.since_pause += cost;
        if self.steps > MAX_STEPS {
            return Err(Fault { what: FaultKind::Endless, span: choice.span.clone() });
        }
        Ok(())
    }

    fn number(&mut self, code: &Code) -> Result<i64, Fault> {
        if let Some(value) = code.quick(&self.values) {
            return Ok(value);
        }
        let worth = code.evaluate(&Scope { values: &self.values, inner: None, lanes: 1 }, &mut self.stack);
        if worth.none == 0 {
            return Ok(worth.values[0]);
        }
        code.one(&self.values).map_err(|(trouble, span)| Fault { what: FaultKind::EvalError(trouble), span })
    }

    fn holds(&mut self, condition: &Code) -> Result<bool, Fault> {
        Ok(self.number(condition)? != 0)
    }

    /// Creates the iterator of a variable, given the values of the outer variables.
    fn start(&mut self, one: &'r Loop) -> Result<Numbers<'r>, Fault> {
        let mut bound = LARGEST;
        self.bounded = true;
        for (code, square) in one.bounds.iter().map(|b| (b, false)).chain(one.roots.iter().map(|b| (b, true))) {
            // A bound without a value is ignored here; the condition that it comes from reports the error.
            match code.quick(&self.values).or_else(|| code.one(&self.values).ok()) {
                // No square is negative.
                Some(value) if square => bound = bound.min(value.checked_isqrt().unwrap_or(-1)),
                Some(value) => bound = bound.min(value),
                None => self.bounded = false,
            }
        }
        for form in &one.falling {
            bound = bound.min(form.last(&self.values));
        }
        if one.source.is_endless() && bound == LARGEST && self.is_infinite(one) {
            return Err(self.infinite_loop_fault(one));
        }
        if let Some(fixed) = &one.fixed {
            return Ok(Numbers::Fixed(fixed[..fixed.partition_point(|&n| n <= bound)].iter()));
        }
        Ok(match &one.source {
            Source::Range(from, to) => {
                let from = self.number(from)?;
                let to = match to {
                    Some(to) => self.number(to)?,
                    None => LARGEST,
                };
                Numbers::Range(from, to.min(bound))
            }
            Source::Set(items) => {
                if let [(from, Some(to))] = &items[..] {
                    return Ok(Numbers::Range(self.number(from)?, self.number(to)?.min(bound)));
                }
                let mut ranges = vec![];
                for (from, to) in items {
                    let from = self.number(from)?;
                    let to = match to {
                        Some(to) => self.number(to)?.min(bound),
                        None => from,
                    };
                    if from <= to {
                        ranges.push((from, to));
                    }
                }
                ranges.put_in_order();
                let mut list = vec![];
                for (from, to) in ranges {
                    let from = list.last().map_or(from, |&last: &i64| from.max(last + 1));
                    let room = MAX_STEPS as i64 / 16;
                    if to.saturating_sub(from) > room {
                        return Err(Fault { what: FaultKind::Endless, span: one_span(items) });
                    }
                    list.extend(from..=to);
                }
                Numbers::List(list.into_iter())
            }
            Source::Divisors(of) => {
                let (number, span) = (self.number(of)?, of.span());
                if number > LARGEST_DIVIDED {
                    return Err(Fault { what: FaultKind::Divisors, span });
                }
                // Trial division has a cost of its own, so its candidates are counted too.
                self.steps += number.max(0).isqrt() as u64 / DIVISIONS;
                self.since_pause += number.max(0).isqrt() as u64 / DIVISIONS;
                Numbers::List(divisors(number).into_iter())
            }
            Source::Powers(base) => {
                let base = self.number(base)?;
                Numbers::Powers(base, Some(1), bound)
            }
            Source::Sequence(sequence) => Numbers::Sequence(*sequence, [0, 0], 0, bound),
        })
    }

    /// Returns whether the loop is infinite for the current values of the other variables.
    ///
    /// This is the case if no condition that could end the loop depends on the loop variable for these values.
    fn is_infinite(&mut self, one: &Loop) -> bool {
        /// A number beyond the last one of most finite loops.
        const PROBE: i64 = 1 << 31;
        if !(one.bounds.is_empty() && one.roots.is_empty() && one.falling.is_empty()) {
            return false;
        }
        let ends =
            || one.stops.iter().chain(one.guards.iter().filter(|guard| guard.ends).map(|guard| &guard.condition));
        self.values[one.place as usize] = PROBE;
        ends().all(|end| end.quick(&self.values) != Some(0))
            && ends().all(|end| trend::holds_for_all(end, one.place, &self.values))
    }

    /// Returns the fault of an infinite loop, with the values of variables that make it infinite.
    fn infinite_loop_fault(&self, one: &Loop) -> Fault {
        let choice = &self.rule.choices[self.choice];
        let used = |place: u32| one.stops.iter().any(|stop| stop.uses(place));
        let names = self.rule.names.iter().zip(0..);
        let parameters = names.filter(|&(_, place)| used(place) && self.values[place as usize] == 0);
        let outer = choice.loops.iter().take_while(|outer| outer.place != one.place).filter(|outer| used(outer.place));
        let used = parameters.chain(outer.map(|outer| (&outer.name, outer.place)));
        let assignment = used.map(|(name, place)| (name.clone(), self.values[place as usize])).collect();
        Fault { what: FaultKind::InfiniteLoop { name: one.name.clone(), assignment }, span: choice.span.clone() }
    }

    /// Evaluates the options for the next values of the innermost variable, at most 64 in lanes or a run.
    ///
    /// Returns `false` if no values remain.
    fn lanes(&mut self, choice: &'r Choice, one: &'r Loop) -> Result<bool, Fault> {
        if let Some(degree) = choice.degree
            && let Some(seen) = self.run(choice, one, degree)
        {
            self.count(ONE_RUN, choice)?;
            return Ok(seen > 0);
        }
        let last = self.numbers.len() - 1;
        let mut lanes = self.numbers[last].fill(&mut self.inner);
        if lanes == 0 {
            return Ok(false);
        }
        self.count(lanes as u64, choice)?;
        let mut wanted = u64::MAX >> (LANES - lanes);
        let place = one.place;
        for stop in &one.stops {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let worth = stop.evaluate(&scope, &mut self.stack);
            let holds = bits(&worth.values, lanes, |value| u64::from(value != 0));
            let first = (wanted & !holds & !worth.none).trailing_zeros();
            if first < 64 {
                self.numbers[last] = Numbers::Range(1, 0);
                if first == 0 {
                    self.block.legal = 0;
                    return Ok(true);
                }
                wanted &= (1 << first) - 1;
                lanes = first as usize;
            }
        }
        // If the variable ascends from 0 or more within its bounds, the implied conditions hold.
        let bounded = self.bounded && self.inner[0] >= 0 && !matches!(one.source, Source::Set(_) | Source::Divisors(_));
        for guard in one.guards.iter().filter(|guard| !(guard.implied && bounded)) {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let worth = guard.condition.evaluate(&scope, &mut self.stack);
            let holds = bits(&worth.values, lanes, |value| u64::from(value != 0));
            let mut none = worth.none & wanted;
            if guard.ends {
                let first = (wanted & !holds & !worth.none).trailing_zeros();
                if first < 64 {
                    none &= (1 << first) - 1;
                    wanted &= (1 << first) - 1;
                    lanes = first as usize;
                    self.numbers[last] = Numbers::Range(1, 0);
                }
            }
            if none != 0 {
                return Err(self.trouble(&guard.condition, place, self.inner[none.trailing_zeros() as usize]));
            }
            wanted &= holds;
            if wanted == 0 {
                self.block.legal = 0;
                return Ok(true);
            }
        }
        let count = choice.components.iter().map(Vec::len).sum();
        self.block.values.resize(count, [0; LANES]);
        self.block.choice = self.choice;
        for (k, code) in choice.components.iter().flatten().enumerate() {
            let scope = Scope { values: &self.values, inner: Some((place, &self.inner)), lanes };
            let worth = code.evaluate(&scope, &mut self.stack);
            let none = worth.none & wanted;
            if none != 0 {
                return Err(self.trouble(code, place, self.inner[none.trailing_zeros() as usize]));
            }
            let target = &mut self.block.values[k];
            target[..lanes].copy_from_slice(&worth.values[..lanes]);
            let negative = target[..lanes].iter().fold(0, |sign, v| sign | v) < 0;
            if negative {
                wanted &= bits(target, lanes, |value| !value as u64 >> 63);
            }
        }
        self.block.legal = wanted & (u64::MAX >> (LANES - lanes.max(1)));
        self.drop_passing(choice);
        Ok(true)
    }

    /// Computes a run of options, if all parameters are polynomials of this degree in the variable.
    ///
    /// Only a few values are evaluated. Returns the number of values of the variable that the run covers; `None` if
    /// they must be evaluated one by one.
    fn run(&mut self, choice: &'r Choice, one: &Loop, degree: u32) -> Option<u64> {
        let last = self.numbers.len() - 1;
        let Numbers::Range(from, to) = self.numbers[last] else { return None };
        if from > to {
            return Some(0);
        }
        if self.values[..self.rule.arity].iter().all(|&v| v == 0) {
            // A move from all zeros to all zeros is not a move, so each option must be checked.
            return None;
        }
        let implied = self.bounded && from >= 0 && matches!(one.source, Source::Range(..));
        if !one.guards.is_empty() && !implied {
            return None;
        }
        let most = if self.runs && choice.copies.is_empty() { MAX_RUN_LEN } else { LANES as i64 };
        let end = to.min(from.saturating_add(most - 1));
        let count = end - from + 1;
        self.block.run.clear();
        // The indices of the options without negative parameters.
        let (mut low, mut high) = (0, count - 1);
        let place = one.place as usize;
        let mut over = false;
        for code in choice.components.iter().flatten() {
            let mut at = |k: i64| {
                self.values[place] = k;
                code.quick(&self.values)
            };
            let first = at(from)?;
            let (mut step, mut bend) = (0, 0);
            if degree == 2 && count > 2 {
                let (second, third) = (at(from + 1)?, at(from + 2)?);
                // If all terms add up to a small number even with equal signs, no intermediate value is too large.
                self.values[place] = from.abs().max(end.abs());
                if code.magnitude(&self.values)? > LARGEST / 8 {
                    return None;
                }
                (step, bend) = (second - first, third - 2 * second + first);
            } else if count > 1 && code.uses(one.place) {
                // Every subexpression is linear in the variable, so it stays between its values at the two ends.
                step = at(end)?.checked_sub(first)? / (count - 1);
            }
            let (start, stop) = natural([first, step, bend], count)?;
            (low, high) = (low.max(start), high.min(stop));
            // Once a progression that does not increase is negative, it stays negative.
            over |= start > stop && step <= 0 && bend <= 0;
            self.block.run.push([first, step, bend]);
        }
        self.numbers[last] = if over { Numbers::Range(1, 0) } else { Numbers::Range(end + 1, to) };
        self.block.choice = self.choice;
        self.block.cut(low, high);
        Some(count as u64)
    }

    /// Evaluates the option for the current values of the variables, in lane 0.
    fn single(&mut self, choice: &'r Choice) -> Result<bool, Fault> {
        if !choice.sums.is_empty() {
            return self.counted(choice).map(|()| true);
        }
        let mut legal = true;
        self.block.values.resize(choice.components.iter().map(Vec::len).sum(), [0; LANES]);
        self.block.choice = self.choice;
        for (k, code) in choice.components.iter().flatten().enumerate() {
            let value = self.number(code)?;
            self.block.values[k][0] = value;
            legal &= value >= 0;
        }
        self.block.legal = u64::from(legal);
        self.drop_passing(choice);
        // A repeated move ends once it leaves more than one component.
        if choice.repeat && self.block.legal != 0 && choice.components.len() == 1 {
            let from = self.values[..self.rule.arity].to_vec();
            self.again = Some(ResumePoint { kept: from.clone(), from, moves: 0 });
        }
        Ok(true)
    }

    /// Evaluates an option with sums for the current values of the variables.
    fn counted(&mut self, choice: &'r Choice) -> Result<(), Fault> {
        self.block.choice = self.choice;
        let mut components = Components::new();
        let mut legal = true;
        for (k, component) in choice.components.iter().take(choice.component_count()).enumerate() {
            let times = match choice.copies.get(k).copied().flatten() {
                Some(at) => self.number(&choice.components[choice.component_count()][at])?,
                None => 1,
            };
            legal &= self.position(choice, component, times.max(0) as u64, &mut components)? && times >= 0;
        }
        for item in &choice.sums {
            legal = legal && self.add_item(choice, item, 1, &mut components)?;
        }
        gather(&mut components, choice)?;
        let is_empty = |component: &Parameters| component.iter().all(|&n| n == 0);
        // As for other options, a move from all zeros to all zeros is not a move.
        let stays = is_zero(&self.values[..self.rule.arity]) && !components.is_empty();
        let passes = stays && components.iter().all(|(component, _)| is_empty(component));
        self.block.legal = u64::from(legal && !passes);
        self.block.counted = Some(components);
        Ok(())
    }

    /// Adds `copies` copies of the components of `item` to `list`; returns `false` if the move is illegal.
    ///
    /// The recursion is at most as deep as the number of variables of an option.
    fn add_item(&mut self, choice: &Choice, item: &Item, copies: u64, list: &mut Components) -> Result<bool, Fault> {
        let mut copies = copies;
        if let Some(times) = &item.times {
            let Ok(number) = u64::try_from(self.number(times)?) else { return Ok(false) };
            copies = multiplied(copies, number, times.span())?;
        }
        let sum = match &item.content {
            Content::Position(component) => return self.position(choice, component, copies, list),
            Content::Sum(sum) => sum,
        };
        let (from, to) = (self.number(&sum.from)?, self.number(&sum.to)?);
        if from > to {
            return Ok(true);
        }
        let items = |walk: &mut Self, copies: u64, list: &mut Components| {
            for item in &sum.items {
                if !walk.add_item(choice, item, copies, list)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        if !sum.varies {
            return items(self, multiplied(copies, to.abs_diff(from) + 1, sum.span.clone())?, list);
        }
        for number in from..=to {
            self.count(1, choice)?;
            self.values[sum.place as usize] = number;
            if !items(self, copies, list)? {
                return Ok(false);
            }
            if list.len() > 2 * MAX_COMPONENTS {
                gather(list, choice)?;
            }
        }
        Ok(true)
    }

    /// Adds `copies` copies of a component to `list`; returns `false` if one of its parameters is negative.
    fn position(
        &mut self,
        choice: &Choice,
        component: &[Code],
        copies: u64,
        list: &mut Components,
    ) -> Result<bool, Fault> {
        self.count(1, choice)?;
        let (mut numbers, mut natural) = (Parameters::new(), true);
        for code in component {
            let number = self.number(code)?;
            natural &= number >= 0;
            numbers.push(number as u64);
        }
        if natural && copies > 0 {
            list.push((numbers, copies));
        }
        Ok(natural)
    }

    /// Performs the next repetition of a repeated move.
    fn repeat(&mut self, choice: &'r Choice, mut again: ResumePoint) -> Result<bool, Fault> {
        let arity = self.rule.arity;
        let before: Vec<i64> = self.values[..arity].to_vec();
        for k in 0..arity {
            self.values[k] = self.block.values[k][0];
        }
        self.count(ONE_RUN, choice)?;
        let reached = &self.values[..arity];
        let mut goes_on = ![&before, &again.from, &again.kept].into_iter().any(|earlier| earlier[..] == *reached);
        again.moves += 1;
        if again.moves.is_power_of_two() {
            again.kept.copy_from_slice(reached);
        }
        if again.moves > MAX_STEPS {
            return Err(Fault { what: FaultKind::Endless, span: choice.span.clone() });
        }
        for condition in
            choice.conditions.iter().chain(choice.loops.iter().flat_map(|l| l.guards.iter().map(|g| &g.condition)))
        {
            goes_on = goes_on && self.holds(condition)?;
        }
        if goes_on {
            self.single(choice)?;
            // A sequence of moves that returns to its start is not a move.
            let back = (0..arity).all(|k| self.block.values[k][0] == again.from[k]);
            goes_on = self.block.legal != 0 && !back;
        }
        if goes_on {
            self.again = Some(again);
            return Ok(true);
        }
        self.values[..arity].copy_from_slice(&again.from);
        self.again = None;
        self.block.legal = 0;
        // Advance the variables.
        Ok(!choice.loops.is_empty())
    }

    /// Removes moves from all zeros to all zeros: from 0, neither `n/2` nor `(n)+(n)` is a move.
    fn drop_passing(&mut self, choice: &Choice) {
        if !choice.components.is_empty() && self.block.legal != 0 && is_zero(&self.values[..self.rule.arity]) {
            let arity = self.rule.arity;
            for lane in 0..LANES {
                let (components, times) =
                    self.block.values.split_at(self.block.values.len().min(choice.numbers(arity)));
                let there = |component: usize| match choice.copies.get(component) {
                    Some(&Some(at)) => times[at][lane] != 0,
                    _ => true,
                };
                let mut left =
                    components.chunks_exact(arity).enumerate().filter(|(component, _)| there(*component)).peekable();
                if left.peek().is_some() && left.all(|(_, values)| values.iter().all(|values| values[lane] == 0)) {
                    self.block.legal &= !(1 << lane);
                }
            }
        }
    }

    fn trouble(&mut self, code: &Code, place: u32, inner: i64) -> Fault {
        self.values[place as usize] = inner;
        match code.one(&self.values) {
            Err((trouble, span)) => Fault { what: FaultKind::EvalError(trouble), span },
            Ok(_) => Fault { what: FaultKind::EvalError(EvalError::TooLarge), span: code.span() },
        }
    }
}

/// Components with their numbers of copies, in any order.
type Components = CountedComponents<Parameters>;

/// Sorts the components and merges equal ones, adding up their copies.
pub(crate) fn gather(list: &mut Components, choice: &Choice) -> Result<(), Fault> {
    list.put_in_order();
    let mut kept: usize = 0;
    for k in 0..list.len() {
        if kept > 0 && list[kept - 1].0 == list[k].0 {
            let sum = list[kept - 1].1.checked_add(list[k].1);
            list[kept - 1].1 = sum.ok_or(Fault { what: FaultKind::Copies, span: choice.span.clone() })?;
        } else {
            list.swap(kept, k);
            kept += 1;
        }
    }
    list.truncate(kept);
    if kept > MAX_COMPONENTS {
        return Err(Fault { what: FaultKind::Components, span: choice.span.clone() });
    }
    Ok(())
}

fn multiplied(a: u64, b: u64, span: Range<usize>) -> Result<u64, Fault> {
    a.checked_mul(b).ok_or(Fault { what: FaultKind::Copies, span })
}

fn is_zero(parameters: &[i64]) -> bool {
    parameters.iter().all(|&n| n == 0)
}

/// Returns whether polynomial forms apply to these parameters.
///
/// They do not at all zeros, where each option must be checked.
#[inline]
fn are_small(parameters: &[i64]) -> bool {
    let all = parameters.iter().fold(0, |all, &n| all | n);
    0 < all && all < SMALL
}

/// Returns the first and the last index of the non-negative numbers in a run of `count` numbers.
///
/// If all numbers are negative, the first index exceeds the last. Returns `None` if the non-negative
/// numbers need not be contiguous, so that they must be examined one by one.
#[inline]
fn natural(run: [i64; 3], count: i64) -> Option<(i64, i64)> {
    let [first, step, bend] = run;
    let end = count - 1;
    if bend == 0 {
        return Some(match (first < 0, step) {
            (true, ..=0) => (count, end),
            (true, _) => ((step - 1 - first) / step, end),
            (false, ..0) => (0, end.min(first / -step)),
            (false, _) => (0, end),
        });
    }
    let last_step = step + bend * (end - 1);
    if first >= 0 && run_at(run, end) >= 0 {
        // A convex progression can have its minimum inside the run.
        return (bend < 0 || step >= 0 || last_step <= 0).then_some((0, end));
    }
    if step > 0 || last_step > 0 {
        return None;
    }
    // The run is decreasing.
    let (mut low, mut high) = (-1, end);
    while low < high {
        let middle = high - (high - low) / 2;
        if run_at(run, middle) >= 0 { low = middle } else { high = middle - 1 }
    }
    Some(if low < 0 { (count, end) } else { (0, low) })
}

/// Packs one bit per lane into a word.
#[inline(always)]
fn bits(values: &Lanes, lanes: usize, bit: impl Fn(i64) -> u64) -> u64 {
    let mut word = 0;
    for (k, eight) in values[..lanes.next_multiple_of(8)].chunks_exact(8).enumerate() {
        // The shifts are by constants, so no step depends on the one before.
        let byte = eight.iter().enumerate().fold(0, |byte, (lane, &value)| byte | bit(value) << lane);
        word |= byte << (8 * k);
    }
    word & (u64::MAX >> (LANES - lanes.max(1)))
}

fn one_span(items: &[(Code, Option<Code>)]) -> Range<usize> {
    items.first().map_or(0..0, |(from, _)| from.span())
}

#[cfg(test)]
mod tests {
    use super::divisors;

    #[test]
    fn divisors_are_those_of_trial_division() {
        for n in (-2..3000).chain([720_720, 999_983 * 2, 1 << 20, 10_007 * 10_009]) {
            let plain: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(divisors(n), plain, "{n}");
        }
    }
}

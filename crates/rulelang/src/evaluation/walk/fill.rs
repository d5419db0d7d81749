//! Fills the block of an [`OptionWalk`] with the next options of a position.

use super::{MAX_RUN_LEN, MAX_STEPS, OptionWalk, Parameters, RUN_COST, ResumePoint, SumExtension};
use crate::evaluation::fault::{FaultKind, MAX_COMPONENTS, RuleFault};
use crate::evaluation::lanes::{LANES, Lanes, Scope};
use crate::evaluation::numbers::RemainingNumbers;
use grundy_rules::{CompactSort, CountedComponents, run_at, spend};
use grundy_syntax::ast::{Content, Loop, OptionItem, RuleOption, SumExpression, VariableRange};
use grundy_syntax::code::Code;
use grundy_syntax::operator::EvalError;
use grundy_syntax::token::MAX_NUMBER;
use std::ops::Range;

impl<'r> OptionWalk<'r> {
    /// Fills the block with all options of the position that `option` gives, using polynomial forms.
    ///
    /// Returns whether there are any options. Returns `None` if forms do not apply or an evaluation fails. The slower
    /// methods then handle the option and report the error.
    #[inline]
    pub(super) fn fill_from_forms(&mut self, option: &RuleOption) -> Option<bool> {
        let forms = match &option.forms {
            Some(forms) => &forms[..],
            None if option.loops.is_empty() && !option.repeat && option.sums.is_empty() && option.gain.is_none() => &[],
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

    /// Evaluates the options for the next values of the innermost variable: a run, or at most 64 in lanes.
    ///
    /// Returns `false` if no values remain.
    pub(super) fn fill_lanes(&mut self, option: &'r RuleOption, variable: &'r Loop) -> Result<bool, RuleFault> {
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
            let result = scope.evaluate(stop, &mut self.stack);
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
            let result = scope.evaluate(&guard.condition, &mut self.stack);
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
            let result = scope.evaluate(code, &mut self.stack);
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
            // An option that leads from all zeros to all zeros is not a move, so each option must be checked.
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

    /// Evaluates the option and its points for the current values of the variables, in lane 0.
    pub(super) fn fill_single(&mut self, option: &'r RuleOption) -> Result<bool, RuleFault> {
        let is_evaluated = self.fill_without_points(option)?;
        // If the option is not a legal move, its points may have no value.
        if let Some(gain) = option.gain.as_ref().filter(|_| self.block.legal != 0) {
            self.block.points = self.evaluate_number(gain)?;
        }
        Ok(is_evaluated)
    }

    fn fill_without_points(&mut self, option: &'r RuleOption) -> Result<bool, RuleFault> {
        if !option.sums.is_empty() {
            return match &option.sums[..] {
                // At the all-zero position, an option that leaves only zeros is not a move, so all components must be
                // known.
                [OptionItem { content: Content::Sum(sum), .. }]
                    if self.extends_sums && option.extends_sum && !all_zero(&self.values[..self.rule.arity]) =>
                {
                    self.fill_extension(option, sum)
                }
                _ => self.fill_counted(option),
            }
            .map(|()| true);
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
        self.block.extension = None;
        let mut components = CountedParameters::new();
        let mut legal = self.add_fixed(option, &mut components)?;
        for item in &option.sums {
            legal = legal && self.add_item(option, item, 1, &mut components)?;
        }
        merge_equal(&mut components, option)?;
        let is_empty = |component: &Parameters| component.iter().all(|&n| n == 0);
        // With or without sums, an option that leads from all zeros to all zeros is not a move.
        let stays = all_zero(&self.values[..self.rule.arity]) && !components.is_empty();
        let passes = stays && components.iter().all(|(component, _)| is_empty(component));
        self.block.legal = u64::from(legal && !passes);
        self.block.counted = Some(components);
        Ok(())
    }

    /// Adds the components outside of sums to `list`; returns `false` if the move is illegal.
    fn add_fixed(&mut self, option: &RuleOption, list: &mut CountedParameters) -> Result<bool, RuleFault> {
        let mut legal = true;
        for (k, component) in option.components.iter().take(option.component_count()).enumerate() {
            let times = match option.copies.get(k).copied().flatten() {
                Some(at) => self.evaluate_number(&option.components[option.component_count()][at])?,
                None => 1,
            };
            legal &= self.add_position(option, component, times.max(0) as u64, list)? && times >= 0;
        }
        Ok(legal)
    }

    /// Adds `copies` copies of the components of `item` to `list`; returns `false` if the move is illegal.
    ///
    /// The number of variables of an option limits the depth of the recursion.
    fn add_item(
        &mut self,
        option: &RuleOption,
        item: &'r OptionItem,
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
        if sum.varies {
            return self.for_each_term(option, &sum.loops, |walk| walk.add_items(option, sum, copies, list));
        }
        // All terms are equal, so one of them is evaluated, and the others are counted. An empty sum has none.
        let (mut terms, mut term) = (0, CountedParameters::new());
        match &sum.loops[..] {
            [Loop { source: VariableRange::Range(from, Some(to)), guards, .. }] if guards.is_empty() => {
                let (from, to) = (self.evaluate_number(from)?, self.evaluate_number(to)?);
                terms = if from > to { 0 } else { to.abs_diff(from) + 1 };
                if terms > 0 && !self.add_items(option, sum, 1, &mut term)? {
                    return Ok(false);
                }
            }
            _ => {
                let legal = self.for_each_term(option, &sum.loops, |walk| {
                    terms += 1;
                    Ok(terms > 1 || walk.add_items(option, sum, 1, &mut term)?)
                })?;
                if !legal {
                    return Ok(false);
                }
            }
        }
        let copies = multiply_copies(copies, terms, sum.span.clone())?;
        for (component, count) in term {
            let copies = multiply_copies(copies, count, sum.span.clone())?;
            if copies > 0 {
                list.push((component, copies));
            }
        }
        Ok(true)
    }

    /// Adds the items of a sum for the current values of its variables, as [`OptionWalk::add_item`] does.
    fn add_items(
        &mut self,
        option: &RuleOption,
        sum: &'r SumExpression,
        copies: u64,
        list: &mut CountedParameters,
    ) -> Result<bool, RuleFault> {
        for item in &sum.items {
            if !self.add_item(option, item, copies, list)? {
                return Ok(false);
            }
        }
        if list.len() > 2 * MAX_COMPONENTS {
            // If the budget is exhausted, the move is not listed, and the results are discarded.
            if !spend(list.len() as u64) {
                return Ok(false);
            }
            merge_equal(list, option)?;
        }
        Ok(true)
    }

    /// Calls `visit` for all values of the variables of a sum that satisfy all conditions.
    ///
    /// Stops and returns `false` as soon as `visit` returns `false`.
    fn for_each_term(
        &mut self,
        option: &RuleOption,
        loops: &'r [Loop],
        mut visit: impl FnMut(&mut Self) -> Result<bool, RuleFault>,
    ) -> Result<bool, RuleFault> {
        let mut iterators = vec![self.iterator_for(&loops[0])?];
        while let Some(last) = iterators.len().checked_sub(1) {
            let variable = &loops[last];
            let Some(value) = iterators[last].next() else {
                iterators.pop();
                continue;
            };
            self.add_cost(1, option)?;
            if !self.assign(variable, value, &mut iterators[last])? {
                continue;
            }
            match loops.get(last + 1) {
                Some(inner) => iterators.push(self.iterator_for(inner)?),
                None if visit(self)? => {}
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Evaluates an option whose sum contains that of the previous one; see [`RuleOption::extends_sum`].
    ///
    /// Only the new terms are evaluated.
    fn fill_extension(&mut self, option: &'r RuleOption, sum: &'r SumExpression) -> Result<(), RuleFault> {
        let [Loop { source: VariableRange::Range(from, Some(to)), index, .. }] = &sum.loops[..] else {
            return self.fill_counted(option);
        };
        self.block.option_index = self.option_index;
        let (from, to) = (self.evaluate_number(from)?, self.evaluate_number(to)?);
        let mut extension = match self.block.extension.take() {
            // A sum that ends before the previous one starts again.
            Some(extension) if to >= extension.next - 1 => extension,
            _ => SumExtension { next: from, starts: true, ..SumExtension::default() },
        };
        if std::mem::take(&mut extension.is_delivered) {
            extension.added.clear();
            extension.starts = false;
        }
        while extension.is_legal && extension.next <= to {
            self.add_cost(1, option)?;
            self.values[*index as usize] = extension.next;
            extension.is_legal = self.add_items(option, sum, 1, &mut extension.added)?;
            extension.next += 1;
        }
        let mut components = CountedParameters::new();
        let is_legal = extension.is_legal && self.add_fixed(option, &mut components)?;
        merge_equal(&mut extension.added, option)?;
        merge_equal(&mut components, option)?;
        extension.is_delivered = is_legal;
        self.block.legal = u64::from(is_legal);
        self.block.counted = Some(components);
        self.block.extension = Some(extension);
        Ok(())
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
    pub(super) fn fill_repeated(&mut self, option: &'r RuleOption, mut resume: ResumePoint) -> Result<bool, RuleFault> {
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

    pub(super) fn eval_fault(&mut self, code: &Code, place: u32, inner: i64) -> RuleFault {
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

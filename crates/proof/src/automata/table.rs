//! Computes outcomes and values of positions from the formulas of a game's moves, for learning.

use grundy_lang::text;
use grundy_rulelang::formula::{Formula, GameFormula, Linear, Variable};
use grundy_rules::{Error, ErrorKind, Play, Result, mex};
use grundy_solve::{Budget, Meter};
use grundy_verify::Quantity;
use rustc_hash::FxHashMap;

/// The components that a move leaves.
type OptionPositions = Vec<Vec<u64>>;

/// One alternative of a move's guard, with a plan for listing the values of the move's variables.
struct GuardCase {
    /// The index of the move.
    index: usize,
    /// The conditions that contain only the position's parameters.
    first: Vec<Formula>,
    /// The variables in the order of enumeration.
    ///
    /// The values of earlier variables bound the later variables.
    steps: Vec<VariableStep>,
}

/// The plan for listing the values of one variable.
struct VariableStep {
    variable: Variable,
    /// Conditions `expression <= 0`: the expression without this variable, and the variable's coefficient.
    ///
    /// Later variables are left out of the expression.
    bounds: Vec<(Linear, i64)>,
    /// Conditions that can be tested once the variable is known.
    tests: Vec<Formula>,
}

/// A generator of the options of positions, from the formulas of a game's moves.
pub(crate) struct OptionLister<'g> {
    game: &'g GameFormula,
    cases: Vec<GuardCase>,
    variables: usize,
}

/// Maximal number of alternatives into which a guard is split.
const MAX_CASES: usize = 64;
/// Maximal number of variables of a game's formulas.
const MAX_VARIABLES: usize = 1 << 12;

impl<'g> OptionLister<'g> {
    /// Plans how options are listed.
    ///
    /// # Errors
    /// `unsupported` if no order of a move's variables is found in which its guard bounds each variable.
    pub fn new(game: &'g GameFormula) -> Result<OptionLister<'g>> {
        let of_move = |m: &grundy_rulelang::formula::MoveFormula| {
            m.guard.variables().into_iter().chain(m.variables.iter().copied()).max().map_or(0, |v| v as usize + 1)
        };
        let variables = game.moves.iter().map(of_move).max().unwrap_or(0).max(game.arity);
        if variables > MAX_VARIABLES {
            return Err(Error::new(ErrorKind::Unsupported, text!("a rule has too many variables")));
        }
        let mut cases = vec![];
        for (index, m) in game.moves.iter().enumerate() {
            if m.repeat {
                continue;
            }
            for parts in alternatives(&m.guard) {
                let Some(case) = plan(game, index, &m.variables, parts) else {
                    let message = text!("the options of move {index} cannot be listed", index = index + 1);
                    return Err(Error::new(ErrorKind::Unsupported, message));
                };
                cases.push(case);
            }
        }
        Ok(OptionLister { game, cases, variables })
    }

    /// Calls `visit` with the components of each option until `visit` returns true.
    ///
    /// Options may occur more than once; those of repeated moves come first. `meter` counts steps.
    pub fn for_each_option(
        &self,
        position: &[u64],
        meter: &mut dyn FnMut(u64) -> Result<()>,
        visit: &mut dyn FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<()> {
        for m in self.game.moves.iter().filter(|m| m.repeat) {
            let mut at = position.to_vec();
            let mut next = vec![vec![]];
            while m.guard.eval(&at) == Some(true) {
                meter(1)?;
                if !evaluate(&m.targets, &at, &mut next) {
                    break;
                }
                if visit(&next) {
                    return Ok(());
                }
                at.clone_from(&next[0]);
            }
        }
        let mut values = vec![0u64; self.variables];
        values[..position.len()].copy_from_slice(position);
        for case in &self.cases {
            if self.list_case(case, &mut values, meter, visit)? {
                break;
            }
        }
        Ok(())
    }

    /// Lists the options of one case; returns whether `visit` returned true.
    ///
    /// The variables are enumerated by backtracking.
    fn list_case(
        &self,
        case: &GuardCase,
        values: &mut [u64],
        meter: &mut dyn FnMut(u64) -> Result<()>,
        visit: &mut dyn FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<bool> {
        let holds = |tests: &[Formula], values: &[u64]| tests.iter().all(|f| f.eval(values) == Some(true));
        if !holds(&case.first, values) {
            return Ok(false);
        }
        let targets = &self.game.moves[case.index].targets;
        let mut after = vec![vec![]; targets.len()];
        // The upper bounds of the variables that have values, in the order of `case.steps`.
        let mut upper_bounds: Vec<u64> = vec![];
        let mut descends = true;
        loop {
            meter(1)?;
            if descends {
                let Some(step) = case.steps.get(upper_bounds.len()) else {
                    // If a target is below 0, skip the move; such rules have no proof.
                    if evaluate(targets, values, &mut after) && visit(&after) {
                        return Ok(true);
                    }
                    descends = false;
                    continue;
                };
                match step.range(values) {
                    Some((low, high)) => {
                        values[step.variable as usize] = low;
                        upper_bounds.push(high);
                    }
                    None => {
                        descends = false;
                        continue;
                    }
                }
            } else {
                let Some(&high) = upper_bounds.last() else { return Ok(false) };
                let value = &mut values[case.steps[upper_bounds.len() - 1].variable as usize];
                if *value >= high {
                    *value = 0;
                    upper_bounds.pop();
                    continue;
                }
                *value += 1;
            }
            descends = holds(&case.steps[upper_bounds.len() - 1].tests, values);
        }
    }
}

/// Evaluates the components that a move leaves; returns whether all numbers are natural.
fn evaluate(targets: &[Vec<Linear>], values: &[u64], after: &mut [Vec<u64>]) -> bool {
    targets.iter().zip(after).all(|(target, component)| {
        component.clear();
        component.extend(target.iter().map_while(|e| e.eval(values).and_then(|x| u64::try_from(x).ok())));
        component.len() == target.len()
    })
}

impl VariableStep {
    /// Returns the range of the variable; `None` if the range is empty.
    fn range(&self, values: &[u64]) -> Option<(u64, u64)> {
        let (mut low, mut high) = (0i128, i128::from(u64::MAX));
        for (rest, coefficient) in &self.bounds {
            // The condition is rest + coefficient * variable <= 0.
            let rest = rest.eval(values)?;
            let coefficient = i128::from(*coefficient);
            if coefficient > 0 {
                high = high.min((-rest).div_euclid(coefficient));
            } else {
                // The lower bound is rest / -coefficient, rounded up.
                low = low.max(-((-rest).div_euclid(-coefficient)));
            }
        }
        (low <= high).then(|| Some((u64::try_from(low).ok()?, u64::try_from(high).ok()?)))?
    }
}

/// Splits a guard into alternatives, each a list of conditions that must all hold.
fn alternatives(guard: &Formula) -> Vec<Vec<Formula>> {
    let mut done: Vec<Vec<Formula>> = vec![];
    let mut pending: Vec<(Vec<Formula>, Vec<Formula>)> = vec![(vec![], vec![guard.clone()])];
    while let Some((mut parts, mut rest)) = pending.pop() {
        match rest.pop() {
            None => done.push(parts),
            Some(Formula::All(list)) => {
                rest.extend(list);
                pending.push((parts, rest));
            }
            Some(Formula::Any(list)) if pending.len() + done.len() + list.len() <= MAX_CASES => {
                for one in list {
                    let mut rest = rest.clone();
                    rest.push(one);
                    pending.push((parts.clone(), rest));
                }
            }
            // The negation of e <= 0 is 1 - e <= 0.
            Some(Formula::Not(inner)) if matches!(*inner, Formula::AtMostZero(_)) => {
                if let Formula::AtMostZero(e) = *inner {
                    parts.push(Formula::AtMostZero(Linear::number(1).plus(-1, &e)));
                }
                pending.push((parts, rest));
            }
            Some(other) => {
                parts.push(other);
                pending.push((parts, rest));
            }
        }
    }
    done
}

/// Finds an order of the variables in which each has an upper bound given by the earlier variables.
///
/// Returns `None` if there is no such order.
fn plan(game: &GameFormula, index: usize, variables: &[Variable], parts: Vec<Formula>) -> Option<GuardCase> {
    let mut known: Vec<Variable> = (0..game.arity as Variable).collect();
    let mut todo = variables.to_vec();
    let within = |f: &Formula, known: &[Variable]| f.variables().iter().all(|v| known.contains(v));
    let (first, mut rest): (Vec<Formula>, Vec<Formula>) = parts.into_iter().partition(|f| within(f, &known));
    let mut linear: Vec<Linear> = vec![];
    for part in first.iter().chain(&rest) {
        match part {
            Formula::AtMostZero(e) => linear.push(e.clone()),
            Formula::Zero(e) => linear.extend([e.clone(), Linear::default().plus(-1, e)]),
            Formula::Bits(op, [x, y, z]) => {
                // None of x xor y, x and y, x or y exceeds x + y; for xor this holds for every permutation of the
                // three numbers.
                let mut sum = |a: &Linear, b: &Linear, c: &Linear| linear.push(c.plus(-1, a).plus(-1, b));
                sum(x, y, z);
                if *op == grundy_rulelang::formula::Bitwise::Xor {
                    sum(x, z, y);
                    sum(y, z, x);
                }
            }
            _ => {}
        }
    }
    let mut steps = vec![];
    while !todo.is_empty() {
        let bounds = |variable: Variable| -> Vec<(Linear, i64)> {
            let bound = |e: &Linear| {
                let coefficient = e.terms.iter().find(|t| t.0 == variable)?.1;
                // A variable without a value and with a positive coefficient can only increase the sum. So the
                // condition without this variable is weaker, and still a bound.
                let usable = e.terms.iter().all(|t| t.0 == variable || known.contains(&t.0) || t.1 > 0);
                let terms = e.terms.iter().copied().filter(|t| known.contains(&t.0)).collect();
                usable.then_some((Linear { constant: e.constant, terms }, coefficient))
            };
            linear.iter().filter_map(bound).collect()
        };
        let bounded = |v: Variable| bounds(v).iter().any(|b| b.1 > 0);
        // Prefer a variable that also has a lower bound: such a variable often has a single value.
        let place = (0..todo.len()).find(|&k| bounded(todo[k]) && bounds(todo[k]).iter().any(|b| b.1 < 0));
        let place = place.or_else(|| (0..todo.len()).find(|&k| bounded(todo[k])))?;
        let variable = todo.remove(place);
        let bounds = bounds(variable);
        known.push(variable);
        let (tests, later) = rest.into_iter().partition(|f| within(f, &known));
        rest = later;
        steps.push(VariableStep { variable, bounds, tests });
    }
    rest.is_empty().then_some(GuardCase { index, first, steps })
}

/// A memo table of outcomes (0 for P, 1 for N) or values, computed on demand.
pub(crate) struct LazyTable<'g, 'b> {
    moves: &'g OptionLister<'g>,
    play: Play,
    of: Quantity,
    entries: FxHashMap<Vec<u64>, u64>,
    budget: &'b Budget,
    meter: Meter<'b>,
    /// The number of steps since the last call of [`LazyTable::allow`].
    work: u64,
    /// The maximal value of `work`.
    max_work: u64,
}

/// A position on the search stack.
struct TableFrame {
    position: Vec<u64>,
    /// Options whose entries were unknown when they were listed and are not yet in `option_entries`.
    pending: Vec<OptionPositions>,
    /// Whether there are options.
    can_move: bool,
    /// The known entries of options.
    option_entries: Vec<u64>,
}

impl<'g, 'b> LazyTable<'g, 'b> {
    /// Creates an empty table for a game whose play is known to end.
    pub fn new(moves: &'g OptionLister<'g>, play: Play, of: Quantity, budget: &'b Budget) -> LazyTable<'g, 'b> {
        let meter = budget.meter(text!("moves"));
        LazyTable { moves, play, of, entries: FxHashMap::default(), budget, meter, work: 0, max_work: 0 }
    }

    /// Sets the number of steps that may be taken from now on.
    pub fn allow(&mut self, steps: u64) {
        (self.work, self.max_work) = (0, steps);
    }

    /// Returns the code of the outcome, or the value, of a position, by a depth-first search.
    ///
    /// # Errors
    /// `limit` if the allowed steps are used up or the budget runs out.
    pub fn at(&mut self, position: &[u64]) -> Result<u64> {
        if let Some(&known) = self.entries.get(position) {
            return Ok(known);
        }
        let mut stack = vec![self.frame(position.to_vec())?];
        while let Some(frame) = stack.last_mut() {
            let won = self.of == Quantity::Outcome && frame.option_entries.last() == Some(&0);
            let Some(after) = frame.pending.last().filter(|_| !won) else {
                let entry = match self.of {
                    Quantity::Outcome if !frame.can_move => u64::from(self.play == Play::Misere),
                    Quantity::Outcome => u64::from(won),
                    // The value of a position is at most the number of its options, so it fits 64 bits.
                    Quantity::Grundy => mex(frame.option_entries.iter().map(|&value| u128::from(value))) as u64,
                };
                let position = std::mem::take(&mut frame.position);
                if self.entries.len().is_power_of_two() {
                    // Count entries, keys and hash slots of the memo table, whose capacity may double now.
                    let bytes = 2 * self.entries.len() as u128 * (8 * position.len() as u128 + 64);
                    self.budget.check_fits(bytes, &text!("a table from which to learn an automaton"))?;
                }
                self.entries.insert(position, entry);
                stack.pop();
                continue;
            };
            match after.iter().find(|component| !self.entries.contains_key(*component)) {
                Some(unknown) => {
                    let unknown = unknown.clone();
                    let frame = self.frame(unknown)?;
                    stack.push(frame);
                }
                None => {
                    frame.option_entries.extend(entry_of_sum(&self.entries, self.of, self.play, after));
                    frame.pending.pop();
                }
            }
        }
        Ok(self.entries[position])
    }

    /// Lists the options of a position and looks up their entries.
    fn frame(&mut self, position: Vec<u64>) -> Result<TableFrame> {
        let LazyTable { moves, play, of, entries, meter, work, max_work, .. } = self;
        let mut spend = |units: u64| {
            *work += units;
            if *work > *max_work {
                return Err(Error::new(
                    ErrorKind::Limit,
                    text!("the table needs more than {most} steps", most = *max_work),
                ));
            }
            meter.advance(units)
        };
        let (mut pending, mut can_move, mut option_entries) = (vec![], false, vec![]);
        moves.for_each_option(&position, &mut spend, &mut |after| {
            can_move = true;
            match entry_of_sum(entries, *of, *play, after) {
                Some(entry) => option_entries.push(entry),
                None => pending.push(after.to_vec()),
            }
            // Stop at a move to a P-position, which decides the outcome.
            *of == Quantity::Outcome && option_entries.last() == Some(&0)
        })?;
        Ok(TableFrame { position, pending, can_move, option_entries })
    }
}

/// Returns the entry of a sum of components, if known.
///
/// The entry for no components is that of a position without moves. Several components occur only for values.
fn entry_of_sum(entries: &FxHashMap<Vec<u64>, u64>, of: Quantity, play: Play, after: &[Vec<u64>]) -> Option<u64> {
    let empty_entry = u64::from(of == Quantity::Outcome && play == Play::Misere);
    match after {
        [] => Some(empty_entry),
        components => components.iter().try_fold(0, |sum, component| Some(sum ^ entries.get(component)?)),
    }
}

//! Splits formulas into conjunctions, whose satisfiability is decided one by one.
//!
//! Negations are pushed down to the atoms, disjunctions are split into branches, and the variables of positive
//! quantifiers become free, which preserves satisfiability. The remaining quantifiers are *blocks*: "there are no
//! numbers for these variables such that ...". The disjunctions in a block give several blocks.
//!
//! Atoms other than comparisons have variables as arguments. Any other argument is replaced by a new variable with an
//! equation. Such an atom holds only if its arguments are natural numbers, which the equation ensures. Its negation
//! also holds if an argument is negative, which gives another branch for each argument.

use crate::certificate::refused;
use crate::literal::{Literal, LiteralKind, Order, Setting};
use crate::numeration::Numeration;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::Result;

/// A conjunction of literals and blocks.
///
/// A literal is an atom or its negation. Its tracks are variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conjunction {
    pub literals: Vec<Literal>,
    /// Each block states that no numbers for its own variables satisfy its literals.
    ///
    /// Blocks contain no blocks.
    pub blocks: Vec<Conjunction>,
    /// The variables that belong to this conjunction: those of its quantifiers, and new variables.
    pub own: Vec<Variable>,
}

/// The maximum depth of nested formulas.
const MAX_DEPTH: usize = 200;
/// The first new variable. The variables of formulas have smaller numbers.
const FIRST_NEW: Variable = 1 << 30;

/// A sum as a list of variables with their factors.
type Terms = Vec<(Variable, i64)>;

/// A partially built conjunction.
#[derive(Clone)]
struct Branch<'f> {
    /// Formulas that must hold (`true`) or must not hold (`false`).
    todo: Vec<(&'f Formula, bool)>,
    /// Lists of formulas, marked as in `todo`. At least one entry of each list must be satisfied.
    forks: Vec<Vec<(&'f Formula, bool)>>,
    /// New variables that are equal to expressions.
    names: Vec<(Linear, Variable)>,
    /// New variables that are equal to large numbers.
    numbers: Vec<(i64, Variable)>,
    /// The next new variable.
    next: Variable,
    /// Bounds that follow from the comparisons so far: the terms of a sum, its least and its largest value.
    bounds: Vec<(Terms, i64, i64)>,
    done: Conjunction,
}

/// Calls `visit` with conjunctions whose disjunction is the formula, until `visit` returns true.
pub(crate) fn each_conjunction(
    formula: &Formula,
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
    visit: &mut dyn FnMut(Conjunction, &mut WorkCounter<'_>) -> Result<bool>,
) -> Result<()> {
    check_size(formula)?;
    let mut next = FIRST_NEW;
    let formula = with_unique_variables(formula, &mut next);
    walk(&formula, next, false, setting, work, visit)
}

fn walk(
    formula: &Formula,
    next: Variable,
    inside_block: bool,
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
    visit: &mut dyn FnMut(Conjunction, &mut WorkCounter<'_>) -> Result<bool>,
) -> Result<()> {
    let todo = vec![(formula, true)];
    let done = Conjunction::default();
    let start = Branch { todo, forks: vec![], names: vec![], numbers: vec![], next, bounds: vec![], done };
    let mut branches = vec![start];
    while let Some(mut branch) = branches.pop() {
        work.steps(16)?;
        if let Some((formula, holds)) = branch.todo.pop() {
            branches.extend(branch.add(formula, holds, inside_block, setting, work)?);
        } else if let Some(fork) = branch.take_narrowest_fork(work)? {
            for alternative in fork {
                let mut one = branch.clone();
                one.todo.push(alternative);
                branches.push(one);
            }
        } else if visit(branch.finish(setting), work)? {
            return Ok(());
        }
    }
    Ok(())
}

impl<'f> Branch<'f> {
    /// Returns the branches that result from requiring that the formula holds, or that it does not hold.
    ///
    /// `inside_block` is set inside a block, in which no further block may occur.
    fn add(
        mut self,
        formula: &'f Formula,
        holds: bool,
        inside_block: bool,
        setting: &Setting<'_>,
        work: &mut WorkCounter<'_>,
    ) -> Result<Vec<Branch<'f>>> {
        match formula {
            Formula::All(list) | Formula::Any(list) => {
                let parts = list.iter().map(|one| (one, holds));
                if matches!(formula, Formula::All(_)) == holds {
                    self.todo.extend(parts);
                } else {
                    self.forks.push(parts.collect());
                }
            }
            Formula::Not(inner) => self.todo.push((inner, !holds)),
            // Bound variables have unique names, so they need no renaming to become free.
            Formula::Exists(bound, inner) if holds => {
                self.done.own.extend(bound);
                self.todo.push((inner, true));
            }
            Formula::Exists(_, _) if inside_block => {
                return Err(refused(text!("a formula nests quantifiers more deeply than this program supports")));
            }
            Formula::Exists(bound, inner) => {
                let blocks = &mut self.done.blocks;
                // New variables in a block belong to the block.
                walk(inner, self.next, true, setting, work, &mut |mut block, _| {
                    block.own.extend(bound);
                    blocks.push(block);
                    Ok(false)
                })?;
            }
            Formula::AtMostZero(e) if holds => return self.compare(Order::AtMost, e),
            // The negation, e > 0, is 1 - e <= 0.
            Formula::AtMostZero(e) => return self.compare(Order::AtMost, &Linear::number(1).plus(-1, e)),
            Formula::Zero(e) => {
                return self.compare(if holds { Order::Zero } else { Order::NotZero }, e);
            }
            Formula::Bits(op, [x, y, z]) => {
                if setting.numeration != Numeration::Base(2) {
                    return Err(refused(text!("bitwise operations need base 2")));
                }
                return self.atom(LiteralKind::Bits { op: *op, holds }, &[x, y, z], holds);
            }
            Formula::PowerOf(base, e) => {
                let step = match setting.numeration {
                    Numeration::Base(b) => exponent(b.into(), *base),
                    Numeration::Ostrowski(_) => None,
                };
                let Some(step) = step else {
                    return Err(refused(text!(
                        "powers of {base} cannot be recognized by their digits in this numeration",
                        base
                    )));
                };
                return self.atom(LiteralKind::Single { step, holds }, &[e], holds);
            }
            Formula::Fibonacci(e) => {
                zeckendorf(setting)?;
                return self.atom(LiteralKind::Single { step: 1, holds }, &[e], holds);
            }
            Formula::FloorPhi(x, y) => {
                zeckendorf(setting)?;
                return self.floor_phi(x, y, holds);
            }
            Formula::Divided(_) | Formula::Product(_) => {
                return Err(refused(text!("automata cannot express divisions by letters")));
            }
            Formula::Member(relation, list) => {
                if setting.relations.get(*relation).is_none_or(|r| r.tracks != list.len()) {
                    let message = text!(
                        "relation {relation} is not a relation between {list} numbers",
                        relation = *relation,
                        list = list.len()
                    );
                    return Err(refused(message));
                }
                let list: Vec<&Linear> = list.iter().collect();
                return self.atom(LiteralKind::Member { relation: *relation, holds }, &list, holds);
            }
        }
        Ok(vec![self])
    }

    /// Removes and returns the fork with the fewest entries that may still hold.
    ///
    /// Entries that are known to fail are removed, and forks with an entry that is known to hold are dropped.
    /// Without this simplification, a few mutually exclusive cases would result in thousands of branches.
    fn take_narrowest_fork(&mut self, work: &mut WorkCounter<'_>) -> Result<Option<Vec<(&'f Formula, bool)>>> {
        let mut undecided = vec![];
        for mut fork in std::mem::take(&mut self.forks) {
            work.steps(fork.len() as u64)?;
            fork.retain(|&(formula, holds)| self.decided_by_bounds(formula) != Some(!holds));
            if !fork.iter().any(|&(formula, holds)| self.decided_by_bounds(formula) == Some(holds)) {
                undecided.push(fork);
            }
        }
        let least = (0..undecided.len()).min_by_key(|&k| undecided[k].len());
        let fork = least.map(|k| undecided.swap_remove(k));
        self.forks = undecided;
        Ok(fork)
    }

    /// Returns whether the formula holds; `None` if the bounds do not decide it.
    ///
    /// Recursion is at most [`MAX_DEPTH`] deep.
    fn decided_by_bounds(&self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::AtMostZero(e) => {
                let (least, most) = self.range(e)?;
                if most <= 0 { Some(true) } else { (least > 0).then_some(false) }
            }
            Formula::Zero(e) => {
                let (least, most) = self.range(e)?;
                if least == 0 && most == 0 { Some(true) } else { (least > 0 || most < 0).then_some(false) }
            }
            Formula::All(list) | Formula::Any(list) => {
                // One false entry decides a conjunction, one true entry a disjunction.
                let all = matches!(formula, Formula::All(_));
                let mut is_undecided = false;
                for one in list {
                    match self.decided_by_bounds(one) {
                        Some(holds) if holds != all => return Some(!all),
                        Some(_) => {}
                        None => is_undecided = true,
                    }
                }
                (!is_undecided).then_some(all)
            }
            Formula::Not(inner) => self.decided_by_bounds(inner).map(|holds| !holds),
            _ => None,
        }
    }

    /// Returns the least and the largest value of a sum; `None` if it has no bounds.
    fn range(&self, e: &Linear) -> Option<(i64, i64)> {
        if let Some(number) = e.as_number() {
            return Some((number, number));
        }
        let (terms, flipped) = canonical(e);
        let (_, least, most) = self.bounds.iter().find(|(bounded, ..)| *bounded == terms)?;
        let (least, most) = if flipped { (-most, -least) } else { (*least, *most) };
        Some((least.saturating_add(e.constant), most.saturating_add(e.constant)))
    }

    /// Adds a comparison to the bounds; returns whether the bounds are still consistent.
    fn add_bound(&mut self, order: Order, e: &Linear) -> bool {
        let (terms, flipped) = canonical(e);
        let place = self.bounds.iter().position(|(bounded, ..)| *bounded == terms);
        let place = place.unwrap_or_else(|| {
            self.bounds.push((terms, -MAX_BOUND, MAX_BOUND));
            self.bounds.len() - 1
        });
        let (_, least, most) = &mut self.bounds[place];
        // The sum of the terms is at most (or equal to) the negated constant; if flipped, at least (or equal to) the
        // constant.
        let (low, high) = match (order, flipped) {
            (Order::AtMost, false) => (-MAX_BOUND, -e.constant),
            (Order::AtMost, true) => (e.constant, MAX_BOUND),
            (Order::Zero, false) => (-e.constant, -e.constant),
            (Order::Zero, true) => (e.constant, e.constant),
            (Order::NotZero, _) => (-MAX_BOUND, MAX_BOUND),
        };
        (*least, *most) = (low.max(*least), high.min(*most));
        least <= most
    }

    /// Requires a comparison, unless it is already decided.
    ///
    /// Returns no branch if the comparison contradicts the bounds.
    fn compare(mut self, order: Order, sum: &Linear) -> Result<Vec<Branch<'f>>> {
        if let Some(number) = sum.as_number() {
            let holds = match order {
                Order::AtMost => number <= 0,
                Order::Zero => number == 0,
                Order::NotZero => number != 0,
            };
            return Ok(if holds { vec![self] } else { vec![] });
        }
        self.add_comparison(order, sum)?;
        Ok(if self.add_bound(order, sum) { vec![self] } else { vec![] })
    }

    /// Adds a comparison to the conjunction.
    ///
    /// A machine has about as many states as the constant of its comparison. So a large constant is replaced
    /// by a variable with fixed digits. Constants close to each other share this variable.
    fn add_comparison(&mut self, order: Order, sum: &Linear) -> Result<()> {
        let mut literal = comparison(order, sum)?;
        if let LiteralKind::Linear { constant, factors, .. } = &mut literal.kind
            && constant.abs() > MAX_CONSTANT
        {
            let size = constant.abs();
            let existing = self.numbers.iter().find(|(number, _)| (size - number).abs() <= MAX_CONSTANT).copied();
            let (number, name) = existing.unwrap_or((size, self.next));
            let sign = constant.signum();
            *constant -= sign * number;
            factors.push(sign);
            literal.tracks.push(name as usize);
            if existing.is_none() {
                self.next += 1;
                self.numbers.push((number, name));
                self.done.own.push(name);
            }
        }
        self.add_literal(literal);
        Ok(())
    }

    /// Returns the conjunction, with literals for the digits of large numbers.
    ///
    /// Smaller numbers are read in parallel with the largest number, whose first digit determines where their
    /// digits begin.
    fn finish(mut self, setting: &Setting<'_>) -> Conjunction {
        self.numbers.compact_sort();
        let Some((largest, first)) = self.numbers.pop() else { return self.done };
        let largest = setting.numeration.digits(largest.unsigned_abs());
        let one = largest.iter().map(|&digit| [digit, 0]).collect();
        self.add_literal(Literal { kind: LiteralKind::Number { digits: one }, tracks: vec![first as usize] });
        for (number, name) in std::mem::take(&mut self.numbers) {
            let own = setting.numeration.digits(number.unsigned_abs());
            let own = std::iter::repeat_n(0, largest.len() - own.len()).chain(own);
            let digits = largest.iter().copied().zip(own).map(|(digit, own)| [digit, own]).collect();
            self.add_literal(Literal {
                kind: LiteralKind::Number { digits },
                tracks: vec![first as usize, name as usize],
            });
        }
        self.done
    }

    /// Adds a literal, unless the conjunction already contains it.
    fn add_literal(&mut self, literal: Literal) {
        if !self.done.literals.contains(&literal) {
            self.done.literals.push(literal);
        }
    }

    /// Adds an atom with these arguments, or its negation if `holds` is false.
    ///
    /// The negation also holds if an argument is negative.
    fn atom(mut self, kind: LiteralKind, expressions: &[&Linear], holds: bool) -> Result<Vec<Branch<'f>>> {
        let mut branches = vec![];
        if !holds {
            for e in expressions.iter().filter(|e| !e.is_natural()) {
                branches.extend(self.clone().compare(Order::AtMost, &e.plus(1, &Linear::number(1)))?);
            }
        }
        let tracks = expressions.iter().map(|e| self.variable_of(e)).collect::<Result<_>>()?;
        self.add_literal(Literal { kind, tracks });
        branches.push(self);
        Ok(branches)
    }

    /// Returns the variable of the expression, or a new variable with an equation.
    fn variable_of(&mut self, expression: &Linear) -> Result<usize> {
        if let Some(variable) = expression.as_variable() {
            return Ok(variable as usize);
        }
        if let Some((_, name)) = self.names.iter().find(|(e, _)| e == expression) {
            return Ok(*name as usize);
        }
        let name = self.next;
        self.next += 1;
        self.names.push((expression.clone(), name));
        self.done.own.push(name);
        self.add_comparison(Order::Zero, &expression.plus(-1, &Linear::variable(name)))?;
        Ok(name as usize)
    }

    /// Adds y = floor(x*phi), where phi is the golden ratio, or its negation.
    ///
    /// Theorem: for x >= 1, floor(x*phi) - 1 has the digits of x - 1 in Zeckendorf's numeration followed by a 0.
    ///
    /// Proof: let F(2) = 1, F(3) = 2, and so on. Let n = x - 1 be the sum of F(i) for i in a set I, where all i >= 2
    /// and no two i are adjacent. Let m be the sum of F(i+1) for i in I, and let r = 1 - phi = -1/phi, so r^2 = r + 1
    /// and 1 - r^2 = -r.
    /// - Since F(i+1) - phi*F(i) = r^i, the difference m - phi*n is E, the sum of r^i for i in I.
    /// - As r < 0, E is less than the sum over all even i >= 2, which is r^2/(1 - r^2) = -r = phi - 1.
    /// - E is more than the sum over all odd i >= 3, which is r^3/(1 - r^2) = -r^2 = phi - 2.
    ///
    /// So phi - 2 < m - phi*n < phi - 1. Hence m + 1 < phi*(n + 1) < m + 2, that is, floor(phi*x) = m + 1.
    ///
    /// For x = 0, floor(x*phi) = 0. Every x has exactly one such y. So for natural x and y the negation states that the
    /// floor is some z other than y.
    fn floor_phi(mut self, x: &Linear, y: &Linear, holds: bool) -> Result<Vec<Branch<'f>>> {
        let mut branches = vec![];
        let mut y = y.clone();
        if !holds {
            for e in [x, &y].into_iter().filter(|e| !e.is_natural()) {
                branches.extend(self.clone().compare(Order::AtMost, &e.plus(1, &Linear::number(1)))?);
            }
            // The expressions are natural here, and z is the floor.
            let z = Linear::variable(self.next);
            self.done.own.push(self.next);
            self.next += 1;
            self.variable_of(&y)?;
            let differs = self.compare(Order::NotZero, &z.plus(-1, &y))?;
            let Some(branch) = differs.into_iter().next() else { return Ok(branches) };
            self = branch;
            y = z;
        }
        for branch in self.clone().compare(Order::Zero, x)? {
            branches.extend(branch.compare(Order::Zero, &y)?);
        }
        let less = |e: &Linear| e.plus(-1, &Linear::number(1));
        branches.extend(self.atom(LiteralKind::Shift, &[&less(x), &less(&y)], true)?);
        Ok(branches)
    }
}

/// The maximum absolute value of constants in comparisons; larger constants become variables.
const MAX_CONSTANT: i64 = 255;

/// A bound above all sums in comparisons, since constants are at most 2^31.
const MAX_BOUND: i64 = 1 << 60;

/// Returns the terms of a sum, and whether they are negated so that the first factor is positive.
fn canonical(e: &Linear) -> (Terms, bool) {
    let flipped = e.terms.first().is_some_and(|term| term.1 < 0);
    (e.terms.iter().map(|&(v, factor)| (v, if flipped { -factor } else { factor })).collect(), flipped)
}

/// Returns the literal of a comparison.
fn comparison(order: Order, sum: &Linear) -> Result<Literal> {
    if !sum.is_small() || sum.terms.len() > 64 {
        return Err(refused(text!("a formula contains numbers above 2^31")));
    }
    let factors = sum.terms.iter().map(|term| term.1).collect();
    let tracks = sum.terms.iter().map(|term| term.0 as usize).collect();
    Ok(Literal { kind: LiteralKind::Linear { order, constant: sum.constant, factors }, tracks })
}

/// Refuses any numeration other than Zeckendorf's.
fn zeckendorf(setting: &Setting<'_>) -> Result<()> {
    match setting.numeration {
        Numeration::Ostrowski(1) => Ok(()),
        _ => Err(refused(text!("Fibonacci numbers and the golden ratio need the numeration `ostrowski 1`"))),
    }
}

/// Returns the exponent e >= 1 with base^e = power; `None` if there is none.
fn exponent(base: u64, power: u64) -> Option<i64> {
    let (mut now, mut e) = (base, 1);
    while now < power {
        now = now.checked_mul(base)?;
        e += 1;
    }
    (now == power).then_some(e)
}

/// Refuses formulas that are nested too deeply, before any recursion into them.
pub(crate) fn check_size(formula: &Formula) -> Result<()> {
    let mut pending = vec![(formula, 0)];
    while let Some((formula, depth)) = pending.pop() {
        if depth > MAX_DEPTH {
            return Err(refused(text!("a formula is nested too deeply")));
        }
        match formula {
            Formula::All(list) | Formula::Any(list) => pending.extend(list.iter().map(|f| (f, depth + 1))),
            Formula::Not(inner) => pending.push((inner, depth + 1)),
            Formula::Exists(bound, inner) => {
                if bound.iter().any(|&v| v >= FIRST_NEW) {
                    return Err(refused(text!("a formula has too many variables")));
                }
                pending.push((inner, depth + 1));
            }
            _ => {}
        }
    }
    match formula.variables().last() {
        Some(&last) if last >= FIRST_NEW => Err(refused(text!("a formula has too many variables"))),
        _ => Ok(()),
    }
}

/// Renames bound variables so that every quantifier binds different variables.
///
/// Recursion is at most [`MAX_DEPTH`] deep.
fn with_unique_variables(formula: &Formula, next: &mut Variable) -> Formula {
    let all = |list: &[Formula], next: &mut Variable| list.iter().map(|f| with_unique_variables(f, next)).collect();
    match formula {
        Formula::All(list) => Formula::All(all(list, next)),
        Formula::Any(list) => Formula::Any(all(list, next)),
        Formula::Not(inner) => Formula::Not(Box::new(with_unique_variables(inner, next))),
        Formula::Exists(bound, inner) => {
            let new: Vec<Variable> = (*next..).take(bound.len()).collect();
            *next += bound.len() as Variable;
            // The inner formula is renamed first, so its bound variables are not renamed again.
            let inner = with_unique_variables(inner, next);
            let names: Vec<_> = bound.iter().zip(&new).map(|(&old, &new)| (old, Linear::variable(new))).collect();
            Formula::Exists(new, Box::new(inner.replace(&names)))
        }
        atom => atom.clone(),
    }
}

//! Finds closed forms by enumerating all small expressions.
//!
//! Expressions are built from smaller ones, size by size; of all expressions with the same values on a sample of
//! points, only the first is kept (observational equivalence: A. Udupa et al., "TRANSIT: specifying protocols with
//! concolic snippets", PLDI 2013). Points at which a candidate failed are tested first for later candidates.

use crate::data::Data;
use crate::expr::{Binary, Condition, Expr, Relation, Unary};
use crate::periodic::{all_p_formula, for_indices_from, join_statements, no_p_formula, values};
use grundy_lang::{Text, text};
use grundy_rules::CompactSort;
use grundy_rules::Result;
use grundy_solve::{Budget, Quantity};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A closed form, with exceptions for small positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The entries of the first positions, from 0 on, for which the formula does not hold.
    ///
    /// The list is empty for two or three parameters.
    pub head: Vec<u32>,
    /// The formula.
    pub body: Body,
}

/// The formula of a closed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An expression for the Grundy value.
    Value(Expr),
    /// One or two conditions that hold together exactly at the P-positions; all other positions are N.
    PPositions(Vec<Condition>),
}

impl Expression {
    /// Returns the outcome code or the value; `None` where the value is undefined or exceeds 64 bits.
    pub fn at(&self, point: &[u64]) -> Option<u64> {
        if let [n] = *point
            && let Some(entry) = usize::try_from(n).ok().and_then(|n| self.head.get(n))
        {
            return Some((*entry).into());
        }
        match &self.body {
            Body::Value(expr) => expr.eval(point).and_then(|value| u64::try_from(value).ok()),
            Body::PPositions(conditions) => {
                let holds: Option<Vec<bool>> = conditions.iter().map(|condition| condition.holds(point)).collect();
                holds.map(|holds| u64::from(holds.contains(&false)))
            }
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.head.len()
            + match &self.body {
                Body::Value(expr) => expr.size(),
                Body::PPositions(conditions) => conditions.iter().map(Condition::size).sum(),
            }
    }

    /// Returns the formula, with the given names of the parameters.
    pub(crate) fn text(&self, of: Quantity, names: &[&str]) -> Text {
        let formula = match &self.body {
            Body::Value(expr) => Text::verbatim(format!("G({}) = {}", names.join(","), expr.text(names))),
            Body::PPositions(conditions) => match &conditions[..] {
                [Condition { left, relation, right }] if left == right => match relation.holds(0, 0) {
                    true => all_p_formula(),
                    false => no_p_formula(),
                },
                _ => Text::verbatim(format!("P iff {}", self.p_condition_text(names))),
            },
        };
        if self.head.is_empty() {
            return formula;
        }
        let is = |(n, &outcome): (usize, &u32)| format!("{}({n})", crate::OUTCOMES[outcome as usize].name());
        let early = match of {
            Quantity::Grundy => values(&self.head),
            Quantity::Outcome => Text::verbatim(self.head.iter().enumerate().map(is).collect::<Vec<_>>().join(", ")),
        };
        // Only positions of one parameter have a head.
        join_statements([for_indices_from(formula, names[0], self.head.len()), early])
    }

    /// Returns the condition of P-positions, with the given names of the parameters; empty for a value.
    pub fn p_condition_text(&self, names: &[&str]) -> String {
        let Body::PPositions(conditions) = &self.body else { return String::new() };
        conditions.iter().map(|condition| condition.text(names)).collect::<Vec<_>>().join(" and ")
    }

    /// Returns the first small expression that agrees with the whole table.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn fit(data: &Data, of: Quantity, budget: &Budget) -> Result<Option<Expression>> {
        if of == Quantity::Outcome && data.values().iter().any(|&code| code > 1) {
            return Ok(None);
        }
        let starts = if data.dims() == 1 { 0..=1 } else { 0..=0 };
        let mut best: Option<Expression> = None;
        for from in starts {
            let Some(body) = ExpressionSearch::new(data, of, from, budget)?.run()? else { continue };
            let found = Expression { head: data.values()[..from as usize].to_vec(), body };
            if best.as_ref().is_none_or(|b| found.size() < b.size()) {
                best = Some(found);
            }
        }
        Ok(best)
    }
}

/// Number of sample points that distinguish expressions.
const SAMPLE_SIZE: usize = 40;
/// Maximal number of distinct expressions that are kept.
const MAX_EXPRESSIONS: usize = 12_000;
/// Maximal number of candidates that are built.
const MAX_CANDIDATES: usize = 300_000;
/// Maximal number of expressions that are used as sides of comparisons.
const MAX_SIDES: usize = 3000;
/// Maximal number of pairs of expressions that are compared.
const MAX_PAIRS: u64 = 4_000_000;
/// Maximal size of the left sides in conjunctions of two comparisons.
const MAX_SIDE_SIZE: usize = 5;
/// Maximal number of comparisons that are combined into conjunctions.
const MAX_COMPARISONS: usize = 2000;
/// Maximal absolute value at a sample point; expressions with larger values are dropped.
const MAX_ABS_VALUE: i64 = 1 << 31;

/// An expression whose operands are indices of smaller expressions.
#[derive(Clone, Copy)]
enum ExpressionNode {
    Parameter(usize),
    Number(i64),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
}

/// The state of the search for a closed form.
struct ExpressionSearch<'a> {
    data: &'a Data,
    of: Quantity,
    /// The first index at which the formula must hold, for tables of one parameter.
    from: u64,
    /// The sample points.
    sample: Vec<Vec<u64>>,
    /// The entry at each sample point.
    target: Vec<i64>,
    /// The distinct expressions so far.
    nodes: Vec<ExpressionNode>,
    /// The values of each node at all sample points, node after node.
    values: Vec<i64>,
    /// For each hash of values at the sample points, a node with such values.
    node_by_hash: FxHashMap<u64, usize>,
    /// The range of nodes of each size, starting with size 1.
    sizes: Vec<Range<usize>>,
    /// Points at which earlier candidates failed.
    counterexamples: Vec<Vec<u64>>,
    budget: &'a Budget,
}

impl<'a> ExpressionSearch<'a> {
    fn new(data: &'a Data, of: Quantity, from: u64, budget: &'a Budget) -> Result<ExpressionSearch<'a>> {
        let bytes =
            (MAX_EXPRESSIONS + SAMPLE_SIZE) * (SAMPLE_SIZE * size_of::<i64>() + 2 * size_of::<ExpressionNode>() + 32);
        // All points are listed once, and copied once more while they are sorted and split.
        let bytes = bytes + data.values().len() * (3 * size_of::<Vec<u64>>() + 2 * 32);
        budget.check_fits(bytes as u128, &text!("the search for an expression"))?;
        let mut points: Vec<Vec<u64>> = data.points().filter(|p| data.dims() > 1 || p[0] >= from).collect();
        points.compact_sort_by_key(|point| (point.iter().max().copied(), point.clone()));
        let sample = match of {
            Quantity::Grundy => sample_points(&points, SAMPLE_SIZE),
            Quantity::Outcome => {
                let (lost, won): (Vec<_>, Vec<_>) = points.into_iter().partition(|p| data.at(p) == 0);
                [sample_points(&lost, SAMPLE_SIZE / 2), sample_points(&won, SAMPLE_SIZE / 2)].concat()
            }
        };
        let target = sample.iter().map(|point| data.at(point).into()).collect();
        Ok(ExpressionSearch {
            data,
            of,
            from,
            sample,
            target,
            nodes: vec![],
            values: vec![],
            node_by_hash: FxHashMap::default(),
            sizes: vec![],
            counterexamples: vec![],
            budget,
        })
    }

    fn run(mut self) -> Result<Option<Body>> {
        if self.sample.is_empty() {
            return Ok(None);
        }
        match self.of {
            Quantity::Grundy => Ok(self.grow(MAX_EXPRESSIONS)?.map(Body::Value)),
            Quantity::Outcome => {
                self.grow(MAX_SIDES)?;
                let one = self.compare()?.map(|condition| vec![condition]);
                // Prefer a conjunction of two comparisons without unary operations to a single comparison that has a
                // unary operation, unless the conjunction is much longer. For one parameter, residues and digits
                // describe P-positions better than conjunctions.
                if self.data.dims() > 1
                    && one.as_ref().is_none_or(|one| one[0].reads_digits())
                    && let Some(two) = self.find_conjunction()?
                    && one
                        .as_ref()
                        .is_none_or(|one| two.iter().map(Condition::size).sum::<usize>() <= one[0].size() + 4)
                {
                    return Ok(Some(Body::PPositions(two)));
                }
                Ok(one.map(Body::PPositions))
            }
        }
    }

    /// Builds expressions size by size; returns the first one that agrees with the table of values.
    fn grow(&mut self, max_nodes: usize) -> Result<Option<Expr>> {
        let mut row = vec![];
        let mut candidate_count = 0;
        let leaves = (0..self.data.dims()).map(ExpressionNode::Parameter).chain((0..=4).map(ExpressionNode::Number));
        for leaf in leaves {
            if self.add(leaf, &mut row)? {
                return Ok(Some(self.expr(self.nodes.len() - 1)));
            }
        }
        self.sizes.push(0..self.nodes.len());
        for size in 2.. {
            let start = self.nodes.len();
            let candidates = self.candidates(size);
            for node in candidates {
                candidate_count += 1;
                if candidate_count % 4096 == 0 {
                    self.budget.check()?;
                }
                if candidate_count > MAX_CANDIDATES || self.nodes.len() >= max_nodes {
                    self.sizes.push(start..self.nodes.len());
                    return Ok(None);
                }
                if self.add(node, &mut row)? {
                    return Ok(Some(self.expr(self.nodes.len() - 1)));
                }
            }
            self.sizes.push(start..self.nodes.len());
            // If two consecutive sizes yield no new expression, no larger size does.
            if self.sizes[size - 2..].iter().all(Range::is_empty) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Lists every expression of this size whose operands are among the expressions kept so far.
    fn candidates(&self, size: usize) -> impl Iterator<Item = ExpressionNode> + use<> {
        let sizes = self.sizes.clone();
        let numbers = self.data.dims()..sizes[0].end;
        // A unary operation adds 2 to the size, and unary operations are not nested, since they make formulas
        // hard to read.
        let below = size.checked_sub(3).map_or(0..0, |k| sizes[k].clone());
        let below: Vec<usize> = below.filter(|&x| !matches!(self.nodes[x], ExpressionNode::Unary(..))).collect();
        let unary = below.into_iter().flat_map(|x| Unary::ALL.map(|op| ExpressionNode::Unary(op, x)));
        // If operands may be swapped, the longer operand is on the left, as in a xor b xor c.
        let binary = (1..size - 1).rev().flat_map(move |long| {
            let short = size - 1 - long;
            let (left, right) = (sizes[long - 1].clone(), sizes[short - 1].clone());
            let numbers = numbers.clone();
            left.flat_map(move |x| {
                let numbers = numbers.clone();
                right.clone().flat_map(move |y| {
                    let is_first_order = long > short || long == short && x < y;
                    // Bitwise operations with a constant are left out: remainders describe single bits better.
                    let allow_bitwise = !numbers.contains(&y);
                    let is_useful = move |op: &Binary| {
                        (is_first_order || !op.commutes()) && (allow_bitwise || !matches!(op, Binary::And | Binary::Or))
                    };
                    Binary::ALL.into_iter().filter(is_useful).map(move |op| ExpressionNode::Binary(op, x, y))
                })
            })
        });
        unary.chain(binary)
    }

    fn row(&self, node: usize) -> &[i64] {
        let width = self.sample.len();
        &self.values[node * width..(node + 1) * width]
    }

    /// Adds an expression if it is defined at all sample points and has new values there.
    ///
    /// Returns true if its values agree with the whole table.
    fn add(&mut self, node: ExpressionNode, row: &mut Vec<i64>) -> Result<bool> {
        row.clear();
        for k in 0..self.sample.len() {
            let width = self.sample.len();
            let at = |node: usize| self.values[node * width + k];
            let value = match node {
                ExpressionNode::Parameter(p) => i64::try_from(self.sample[k][p]).ok(),
                ExpressionNode::Number(n) => Some(n),
                ExpressionNode::Unary(op, x) => op.apply(at(x).into()).and_then(|v| i64::try_from(v).ok()),
                ExpressionNode::Binary(op, x, y) => apply(op, at(x), at(y)),
            };
            match value.filter(|v| v.abs() <= MAX_ABS_VALUE) {
                Some(value) => row.push(value),
                None => return Ok(false),
            }
        }
        let mut hasher = FxHasher::default();
        row.hash(&mut hasher);
        if let Some(&other) = self.node_by_hash.get(&hasher.finish())
            && self.row(other) == row
        {
            return Ok(false);
        }
        self.node_by_hash.insert(hasher.finish(), self.nodes.len());
        self.nodes.push(node);
        self.values.extend_from_slice(row);
        if self.of == Quantity::Outcome || *row != self.target {
            return Ok(false);
        }
        let expr = self.expr(self.nodes.len() - 1);
        let data = self.data;
        Ok(self.agrees_with_table(&|point| expr.eval(point) == Some(data.at(point).into())))
    }

    /// Returns the first comparison of two expressions that holds exactly at the P-positions.
    fn compare(&mut self) -> Result<Option<Condition>> {
        let mut pairs = 0u64;
        for size in 2..=2 * self.sizes.len() {
            for long in (1..size).rev() {
                let (Some(left), Some(right)) = (self.sizes.get(long - 1), self.sizes.get(size - long - 1)) else {
                    continue;
                };
                let longer = 2 * long > size;
                let (left, right) = (left.clone(), right.clone());
                for x in left {
                    self.budget.check()?;
                    for y in right.clone() {
                        pairs += 1;
                        if pairs > MAX_PAIRS {
                            return Ok(None);
                        }
                        let is_first_order = longer || (2 * long == size && x < y);
                        if let Some(condition) = self.condition(x, y, is_first_order) {
                            return Ok(Some(condition));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns two comparisons with numbers that hold together exactly at the P-positions.
    fn find_conjunction(&mut self) -> Result<Option<Vec<Condition>>> {
        let numbers = self.data.dims()..self.sizes[0].end;
        let last_node = self.sizes.get(MAX_SIDE_SIZE - 1).map_or(self.nodes.len(), |size| size.end);
        // Comparisons that hold at all P-positions of the sample, each with the set of other sample points at which it
        // fails; only the smallest comparison with each set is kept.
        let mut comparisons: Vec<(u64, usize, Relation, usize)> = vec![];
        let all = self.target.iter().enumerate().filter(|(_, code)| **code != 0).fold(0u64, |set, (k, _)| set | 1 << k);
        for x in 0..last_node {
            self.budget.check()?;
            if self.expr(x).reads_digits() {
                continue;
            }
            for y in numbers.clone() {
                for relation in Relation::ALL {
                    let (mut fails, mut holds) = (0u64, true);
                    for (k, ((a, b), &code)) in self.row(x).iter().zip(self.row(y)).zip(&self.target).enumerate() {
                        if !relation.holds((*a).into(), (*b).into()) {
                            holds &= code != 0;
                            fails |= 1 << k;
                        }
                    }
                    if holds
                        && fails != 0
                        && comparisons.len() < MAX_COMPARISONS
                        && comparisons.iter().all(|comparison| comparison.0 != fails)
                    {
                        comparisons.push((fails, x, relation, y));
                    }
                }
            }
        }
        let condition = |search: &Self, &(_, x, relation, y): &(u64, usize, Relation, usize)| Condition {
            left: search.expr(x),
            relation,
            right: search.expr(y),
        };
        for long in 0..comparisons.len() {
            for short in 0..long {
                if comparisons[long].0 | comparisons[short].0 != all {
                    continue;
                }
                let conjunction = vec![condition(self, &comparisons[short]), condition(self, &comparisons[long])];
                let data = self.data;
                let lost =
                    |point: &[u64]| conjunction.iter().map(|one| one.holds(point)).collect::<Option<Vec<bool>>>();
                if self.agrees_with_table(&|point| {
                    lost(point).is_some_and(|holds| holds.contains(&false) != (data.at(point) == 0))
                }) {
                    return Ok(Some(conjunction));
                }
            }
        }
        Ok(None)
    }

    /// Returns a relation of two expressions that holds exactly at the P-positions, if there is one.
    ///
    /// Symmetric relations are tried only if `allow_symmetric` is set; callers set it for one order of each pair.
    fn condition(&mut self, x: usize, y: usize, allow_symmetric: bool) -> Option<Condition> {
        let (first, second) = (self.row(x), self.row(y));
        // The sets of orderings (less, equal, greater) of the sides that occur at P-positions and at N-positions.
        let (mut lost, mut won) = (0u8, 0u8);
        for ((a, b), &code) in first.iter().zip(second).zip(&self.target) {
            let ordering = 1 << (a.cmp(b) as i8 + 1);
            if code == 0 {
                lost |= ordering
            } else {
                won |= ordering
            }
            if lost & won != 0 {
                return None;
            }
        }
        for relation in Relation::ALL {
            let orderings = [(-1, 0), (0, 0), (1, 0)].iter().enumerate();
            let holds = orderings.fold(0u8, |set, (k, &(a, b))| set | u8::from(relation.holds(a, b)) << k);
            if lost & !holds != 0 || won & holds != 0 || (relation.commutes() && !allow_symmetric) {
                continue;
            }
            let condition = Condition { left: self.expr(x), relation, right: self.expr(y) };
            let data = self.data;
            if self.agrees_with_table(&|point| condition.holds(point) == Some(data.at(point) == 0)) {
                return Some(condition);
            }
        }
        None
    }

    /// Reports whether a candidate agrees with the table at every point from `from` on.
    ///
    /// A point at which the candidate fails is added to `counterexamples`.
    fn agrees_with_table(&mut self, agrees: &dyn Fn(&[u64]) -> bool) -> bool {
        if !self.counterexamples.iter().all(|point| agrees(point)) {
            return false;
        }
        let is_in_scope = |point: &Vec<u64>| self.data.dims() > 1 || point[0] >= self.from;
        match self.data.points().filter(is_in_scope).find(|point| !agrees(point)) {
            None => true,
            Some(point) => {
                self.counterexamples.push(point);
                false
            }
        }
    }

    fn expr(&self, node: usize) -> Expr {
        match self.nodes[node] {
            ExpressionNode::Parameter(p) => Expr::Parameter(p),
            ExpressionNode::Number(n) => Expr::Number(n),
            ExpressionNode::Unary(op, x) => Expr::unary(op, self.expr(x)),
            ExpressionNode::Binary(op, x, y) => match (self.expr(x), self.expr(y)) {
                // Fold constants: 1 + 4 becomes 5.
                (Expr::Number(x), Expr::Number(y)) => Expr::Number(apply(op, x, y).unwrap_or(0)),
                (x, y) => Expr::binary(op, x, y),
            },
        }
    }
}

/// Computes [`Binary::apply`] for numbers of absolute value at most 2^31, which do not overflow.
#[inline]
pub fn apply(op: Binary, x: i64, y: i64) -> Option<i64> {
    let natural = x >= 0 && y >= 0;
    match op {
        Binary::Add => Some(x + y),
        Binary::Sub => Some(x - y),
        Binary::Mul => Some(x * y),
        Binary::Div => (x >= 0 && y > 0).then(|| x / y),
        Binary::Mod => (x >= 0 && y > 0).then(|| x % y),
        Binary::Xor => natural.then_some(x ^ y),
        Binary::And => natural.then_some(x & y),
        Binary::Or => natural.then_some(x | y),
        Binary::Min => Some(x.min(y)),
        Binary::Max => Some(x.max(y)),
    }
}

/// Selects `count` points: the first `count / 2`, and others spread pseudorandomly over the rest.
///
/// The spacing is irregular so that it does not coincide with the period of a pattern.
fn sample_points(points: &[Vec<u64>], count: usize) -> Vec<Vec<u64>> {
    if points.len() <= count {
        return points.to_vec();
    }
    let early = count / 2;
    let mut chosen = points[..early].to_vec();
    let rest = &points[early..];
    let parts = count - early;
    // A linear congruential generator with Knuth's constants.
    let mut state = 1u64;
    for part in 0..parts {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (from, to) = (part * rest.len() / parts, (part + 1) * rest.len() / parts);
        chosen.push(rest[from + (state >> 33) as usize % (to - from)].clone());
    }
    chosen
}

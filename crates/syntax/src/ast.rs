//! The syntax tree of a rule: its options, their players and variables, and the resulting positions.

use super::code::{Code, Op};
use super::operator::Binary;
use super::polynomial::QuadraticForm;
use grundy_rules::{CompactSort, NamedSet};
use std::ops::Range;

/// The players who may use an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionPlayers {
    Both,
    Left,
    Right,
}

/// A rule: its options, in the order in which they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The number of parameters of a position.
    pub arity: usize,
    /// The names of the parameters, as the first option gives them.
    pub names: Vec<String>,
    pub options: Vec<RuleOption>,
    /// The statements about all positions.
    pub bounds: Bounds,
}

/// The statements after the options of a rule, such as `within a <= 40, b <= 40  wins if a == b`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Conditions that every position satisfies.
    pub within: Vec<Code>,
    /// The tier of a position. Moves never lead to a higher tier.
    pub tier: Option<Code>,
    /// Images of a position, with one expression per parameter, that have the same value as the position.
    pub same: Vec<Vec<Code>>,
    /// The conditions under which play has ended, in the order in which they are written.
    pub ends: Vec<EndCondition>,
    pub span: Range<usize>,
}

/// A condition under which play has ended: `wins if COND` or `loses if COND`.
#[derive(Clone, Debug, PartialEq)]
pub struct EndCondition {
    /// Whether the player to move has won; otherwise this player has lost.
    pub wins: bool,
    pub condition: Code,
}

impl Bounds {
    /// Returns whether the rule has no statements after its options.
    pub fn is_empty(&self) -> bool {
        self.within.is_empty() && self.tier.is_none() && self.same.is_empty() && self.ends.is_empty()
    }
}

/// One option of a rule: the positions that it leads to, for all values of its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleOption {
    pub side: OptionPlayers,
    /// The components after the move, each with an expression for every parameter.
    ///
    /// If some components have a number of copies, the list has one more entry: the expressions of these numbers.
    pub components: Vec<Vec<Code>>,
    /// For each component, the index of its number of copies in the last entry of `components`.
    ///
    /// The index is `None` for one copy. The list is empty if every component has one copy.
    pub copies: Vec<Option<usize>>,
    /// Further components, from terms `sum(...)`.
    pub sums: Vec<OptionItem>,
    /// Whether the sum grows with the innermost variable: larger values only add terms at its end.
    ///
    /// For example, `sum(n-i for i in 1..k)` grows with `k`. The option has no other sum.
    pub extends_sum: bool,
    /// Whether the option has the mark `must`.
    ///
    /// If an option with this mark is a move, the player must use such an option. In a rule, these options precede all
    /// others.
    pub must: bool,
    /// Whether the move can be made any number of times in one turn.
    pub repeat: bool,
    /// The points that the player who makes the move gains; `None` if the option has no `gain`.
    pub gain: Option<Code>,
    /// The conditions that precede all variables.
    pub conditions: Vec<Code>,
    /// The variables, outermost first.
    pub loops: Vec<Loop>,
    /// The degree, 1 or 2, of the parameters of all components as polynomials in the innermost variable.
    ///
    /// `None` if they are not such polynomials, or if the variable has conditions other than its bounds.
    pub degree: Option<u32>,
    /// The parameters of all components as polynomials in the only variable.
    ///
    /// `None` unless they are such polynomials and the variable has no conditions other than its bounds. The variable
    /// must range over an interval or over the squares. If it ranges over the squares, the polynomials are in its
    /// square root.
    pub forms: Option<Vec<QuadraticForm>>,
    /// The number of variables of nested sums: the maximum over all positions in sums.
    pub sum_depth: usize,
    /// The cost of one combination of values of the variables: 1, or more if its evaluation is slow.
    pub cost: u64,
    pub span: Range<usize>,
}

/// A position, or a sum of positions, that an option leaves, with its multiplicity.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionItem {
    /// The multiplicity; `None` means 1.
    pub times: Option<Code>,
    pub content: Content,
}

/// The content of an [`OptionItem`].
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// An expression for every parameter.
    Position(Vec<Code>),
    Sum(Box<SumExpression>),
}

/// The sum `sum(E for i in a..b)`: the items of `E` for all values of its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct SumExpression {
    /// The variables of the sum with their conditions, outermost first; there is at least one.
    ///
    /// Their indices follow those of the parameters, of the variables of the option and of the outer sums.
    pub loops: Vec<Loop>,
    pub items: Vec<OptionItem>,
    /// Whether the items depend on a variable of the sum.
    ///
    /// If they do not, all values of the variables give equal items.
    pub varies: bool,
    pub span: Range<usize>,
}

impl OptionItem {
    /// Returns all expressions, including those of nested sums.
    pub fn codes(&self) -> Vec<&Code> {
        let mut codes: Vec<&Code> = self.times.iter().collect();
        match &self.content {
            Content::Position(numbers) => codes.extend(numbers),
            Content::Sum(sum) => {
                codes.extend(sum.loops.iter().flat_map(Loop::codes));
                codes.extend(sum.items.iter().flat_map(OptionItem::codes));
            }
        }
        codes
    }

    /// Returns the number of variables of nested sums: the maximum over all positions in the item.
    pub fn sum_depth(&self) -> usize {
        match &self.content {
            Content::Position(_) => 0,
            Content::Sum(sum) => sum.loops.len() + sum.items.iter().map(OptionItem::sum_depth).max().unwrap_or(0),
        }
    }
}

/// A variable, the numbers over which it ranges, and the conditions on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The name of the variable.
    pub name: String,
    /// The index of the variable in the code; the parameters have the first indices.
    pub index: u32,
    pub source: VariableRange,
    /// The numbers of a small constant set in ascending order; `None` for other ranges.
    pub fixed: Option<Vec<i64>>,
    pub guards: Vec<Guard>,
    /// Upper bounds of the variable that follow from its conditions and from the components.
    pub bounds: Vec<Code>,
    /// Upper bounds of the square of the variable.
    pub square_bounds: Vec<Code>,
    /// Polynomials that must not be negative, but are negative for all large values of the variable.
    ///
    /// They bound the variable of an endless sequence that has no `bounds`.
    pub nonnegative_forms: Vec<QuadraticForm>,
    /// Conditions that are false for all larger values once they fail.
    ///
    /// They end loops over endless sequences that have no other bounds.
    pub stops: Vec<Code>,
}

impl Loop {
    /// Returns the expressions of the range and of the conditions.
    fn codes(&self) -> Vec<&Code> {
        let mut codes: Vec<&Code> = match &self.source {
            VariableRange::Range(from, to) => std::iter::once(from).chain(to).collect(),
            VariableRange::Set(items) => items.iter().flat_map(|(from, to)| std::iter::once(from).chain(to)).collect(),
            VariableRange::Divisors(code) | VariableRange::Powers(code) => vec![code],
            VariableRange::Sequence(_) => vec![],
        };
        codes.extend(self.guards.iter().map(|guard| &guard.condition));
        codes
    }

    /// Returns the first and the last number of a small set without gaps, such as `{1,2}`.
    ///
    /// Returns `None` for other ranges.
    #[inline]
    pub fn interval(&self) -> Option<(i64, i64)> {
        let fixed = self.fixed.as_deref()?;
        let (&first, &last) = (fixed.first()?, fixed.last()?);
        // The numbers are sorted and distinct.
        (last - first == fixed.len() as i64 - 1).then_some((first, last))
    }

    /// Returns whether the variable ranges over an endless sequence and no condition ends it.
    pub fn lacks_end(&self) -> bool {
        self.source.is_endless()
            && self.bounds.is_empty()
            && self.square_bounds.is_empty()
            && self.nonnegative_forms.is_empty()
            && self.stops.is_empty()
            && !self.guards.iter().any(|guard| guard.is_while)
    }
}

/// A condition on a variable, after `if` or `while`.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Whether the loop ends when the condition first fails, as for `while`.
    pub is_while: bool,
    /// Whether `Loop::bounds` and `Loop::square_bounds` imply the condition.
    ///
    /// The implication holds for non-negative values of the variable.
    pub implied: bool,
    pub condition: Code,
}

/// The numbers over which a variable ranges.
#[derive(Clone, Debug, PartialEq)]
pub enum VariableRange {
    /// The numbers from the first to the last, both included; the range is endless if the last is `None`.
    Range(Code, Option<Code>),
    /// Numbers and ranges; a single number is stored as a range with equal ends.
    Set(Vec<(Code, Option<Code>)>),
    Divisors(Code),
    Powers(Code),
    Sequence(NamedSet),
}

impl RuleOption {
    /// Returns the number of components outside of sums, counting copies once.
    pub fn component_count(&self) -> usize {
        if self.copies.is_empty() { self.components.len() } else { self.copies.len() }
    }

    /// Returns the total number of parameters of the components outside of sums, counting copies once.
    pub fn parameter_count(&self, arity: usize) -> usize {
        self.component_count() * arity
    }

    /// Returns whether the option has sums or numbers of copies.
    ///
    /// If so, the number of components after a move can depend on the position.
    pub fn counts_copies(&self) -> bool {
        !self.copies.is_empty() || !self.sums.is_empty()
    }

    /// Returns the first term `sum(...)`.
    pub fn first_sum(&self) -> Option<&SumExpression> {
        self.sums.iter().find_map(|item| match &item.content {
            Content::Sum(sum) => Some(&**sum),
            Content::Position(_) => None,
        })
    }

    /// Returns whether the move leaves no component.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty() && self.sums.is_empty()
    }

    /// Returns an iterator over all expressions.
    fn codes(&self) -> impl Iterator<Item = &Code> {
        let components = self.components.iter().flatten().chain(&self.conditions).chain(&self.gain);
        components.chain(self.loops.iter().flat_map(Loop::codes)).chain(self.sums.iter().flat_map(OptionItem::codes))
    }

    /// Computes [`RuleOption::extends_sum`].
    pub fn compute_extends_sum(sums: &[OptionItem], loops: &[Loop]) -> bool {
        let ([OptionItem { times: None, content: Content::Sum(sum) }], Some(inner)) = (sums, loops.last()) else {
            return false;
        };
        let [variable] = &sum.loops[..] else { return false };
        let VariableRange::Range(from, Some(to)) = &variable.source else { return false };
        let terms = sum.items.iter().flat_map(OptionItem::codes);
        let is_fixed = variable.guards.is_empty()
            && !from.uses(inner.index)
            && !terms.into_iter().any(|code| code.uses(inner.index));
        is_fixed && to.uses(inner.index)
    }

    /// Computes [`RuleOption::cost`].
    pub fn compute_cost(components: &[Vec<Code>], sums: &[OptionItem], loops: &[Loop]) -> u64 {
        let conditions = loops.iter().flat_map(|one| one.guards.iter().map(|guard| &guard.condition));
        let codes = components.iter().flatten().chain(conditions).chain(sums.iter().flat_map(OptionItem::codes));
        let sequence_cost = |variable: &Loop| match variable.source {
            VariableRange::Sequence(NamedSet::Primes) => 100,
            VariableRange::Sequence(NamedSet::Squarefree | NamedSet::Practical) => 1000,
            _ => 0,
        };
        (codes.map(Code::cost).sum::<u64>() / 2 + loops.iter().map(sequence_cost).sum::<u64>()).max(1)
    }

    /// Computes [`RuleOption::forms`].
    ///
    /// Returns `None` if the variable does not range over an interval, a set without gaps, or the squares.
    pub fn compute_forms(components: &[Vec<Code>], loops: &[Loop]) -> Option<Vec<QuadraticForm>> {
        let [variable] = loops else { return None };
        let squares = variable.source == VariableRange::Sequence(NamedSet::SQUARES);
        if !squares && !matches!(variable.source, VariableRange::Range(..)) && variable.interval().is_none() {
            return None;
        }
        let form = |code: &Code| {
            let form = QuadraticForm::from_code(code, variable.index)?;
            if squares { form.in_root() } else { Some(form) }
        };
        components.iter().flatten().map(form).collect()
    }

    /// Returns whether different values of the variable certainly give different positions.
    ///
    /// This is the case for a single component if the variable is subtracted from one of its parameters.
    pub fn is_injective(&self) -> bool {
        let ([component], [variable], true) = (&self.components[..], &self.loops[..], self.sums.is_empty()) else {
            return self.components.len() == 1 && self.loops.is_empty() && !self.repeat;
        };
        let Some(last) = component.iter().find(|code| code.uses(variable.index)) else { return false };
        let minus = Op::WithVariable(Binary::Sub, variable.index);
        !self.repeat && last.without_last(minus).is_some_and(|rest| !rest.uses(variable.index))
    }
}

impl Rule {
    /// Returns whether the number of copies of a component can depend on the position.
    pub fn counts_copies(&self) -> bool {
        self.options.iter().any(RuleOption::counts_copies)
    }

    /// Returns whether moves have points.
    pub fn has_points(&self) -> bool {
        self.options.iter().any(|option| option.gain.is_some())
    }

    /// Returns whether some options have the mark `must`.
    pub fn has_must(&self) -> bool {
        self.options.first().is_some_and(|option| option.must)
    }

    /// Returns whether the options of a position can depend on parameter `k`.
    ///
    /// They can if some expression uses the parameter, or if the rule has bounds or a repeated move.
    pub fn depends_on(&self, k: usize) -> bool {
        // The bounds can use any parameter. A repeated move continues from another position, whose parameters
        // matter too.
        let any = !self.bounds.is_empty() || self.options.iter().any(|option| option.repeat);
        any || self.options.iter().any(|option| option.codes().any(|code| code.uses(k as u32)))
    }
}

impl VariableRange {
    /// Returns the sorted, distinct numbers of a small constant set; `None` for a single range.
    pub fn fixed(&self) -> Option<Vec<i64>> {
        const MAX_FIXED: usize = 4096;
        let VariableRange::Set(items) = self else { return None };
        if items.len() == 1 {
            return None;
        }
        let mut list = vec![];
        for (from, to) in items {
            let from = from.constant()?;
            let to = to.as_ref().map_or(Some(from), Code::constant)?;
            if to.saturating_sub(from) >= (MAX_FIXED - list.len()) as i64 {
                return None;
            }
            list.extend(from..=to);
        }
        list.compact_sort();
        list.dedup();
        Some(list)
    }

    /// Returns whether the numbers increase without an upper end.
    pub fn is_endless(&self) -> bool {
        matches!(self, VariableRange::Range(_, None) | VariableRange::Powers(_) | VariableRange::Sequence(_))
    }
}

//! The syntax tree of a rule: who may use an option, from which position, and to which positions it leads.

use super::code::{Code, Op};
use super::form::Form;
use super::operator::Binary;
use grundy_rules::InOrder;
use std::ops::Range;

/// The players who may use an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Both,
    Left,
    Right,
}

/// A rule: its options, in the order in which they are written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rule {
    /// The number of parameters of a position.
    pub arity: usize,
    /// The names of the parameters in the first option.
    pub names: Vec<String>,
    pub choices: Vec<Choice>,
    /// The statements about all positions.
    pub bounds: Bounds,
}

/// The statements after the options of a rule: `within a <= 40, a+b <= 60  tier a+b  same (b,a)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bounds {
    /// Conditions that all positions satisfy.
    pub within: Vec<Code>,
    /// The tier of a position; moves never lead to a higher tier.
    pub tier: Option<Code>,
    /// Images of a position that have the same value.
    pub same: Vec<Vec<Code>>,
    pub span: Range<usize>,
}

impl Bounds {
    /// Whether there are no such statements.
    pub fn is_empty(&self) -> bool {
        self.within.is_empty() && self.tier.is_none() && self.same.is_empty()
    }
}

/// One option of a rule: the positions that it leads to, for all values of its variables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub side: Side,
    /// The components that it leaves, each with a value for every parameter.
    ///
    /// If some are left several times, the last entry has the numbers of copies.
    pub components: Vec<Vec<Code>>,
    /// For each component, the index of its number of copies; empty if each is left once.
    pub copies: Vec<Option<usize>>,
    /// Further components, which it leaves by `sum(...)`.
    pub sums: Vec<Item>,
    /// Whether the move can be made several times in one turn.
    pub repeat: bool,
    /// The conditions before any variable.
    pub conditions: Vec<Code>,
    /// The variables, outermost first.
    pub loops: Vec<Loop>,
    /// The degree, 1 or 2, of the numbers of all components as polynomials in the innermost variable.
    ///
    /// `None` if they are not, or if the variable has conditions other than its bounds.
    pub degree: Option<u32>,
    /// The numbers of all components as polynomials in the only variable.
    ///
    /// `None` unless they are, the variable has no conditions other than its bounds, and it runs through a range, or
    /// through the squares; then they are polynomials in its root.
    pub forms: Option<Vec<Form>>,
    /// The nesting depth of sums.
    pub depth: usize,
    /// The cost of examining one number of its variables: above 1 if that is slow.
    pub cost: u64,
    pub span: Range<usize>,
}

/// A position, or a sum of positions, that an option leaves, with its multiplicity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// The multiplicity; `None` means once.
    pub times: Option<Code>,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// A value for every parameter.
    Position(Vec<Code>),
    Sum(Box<Sum>),
}

/// `sum(E for i in a..b)`: the items for each number of the variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sum {
    /// The index of the variable, after the parameters and the variables of the option.
    pub place: u32,
    pub from: Code,
    pub to: Code,
    pub items: Vec<Item>,
    /// Whether the items use the variable. If they do not, all numbers give equal items.
    pub varies: bool,
    pub span: Range<usize>,
}

impl Item {
    /// All expressions, including those of nested sums.
    pub fn codes(&self) -> Vec<&Code> {
        let mut codes: Vec<&Code> = self.times.iter().collect();
        match &self.content {
            Content::Position(numbers) => codes.extend(numbers),
            Content::Sum(sum) => {
                codes.extend([&sum.from, &sum.to]);
                codes.extend(sum.items.iter().flat_map(Item::codes));
            }
        }
        codes
    }

    /// Returns the depth to which sums are nested.
    pub fn depth(&self) -> usize {
        match &self.content {
            Content::Position(_) => 0,
            Content::Sum(sum) => 1 + sum.items.iter().map(Item::depth).max().unwrap_or(0),
        }
    }
}

/// A variable, the numbers it runs through, and the conditions on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loop {
    /// The variable's name.
    pub name: String,
    /// Its index among parameters and variables.
    pub place: u32,
    pub source: Source,
    /// The numbers of a small set that does not depend on the position, in ascending order.
    pub fixed: Option<Vec<i64>>,
    pub guards: Vec<Guard>,
    /// Upper bounds of the variable, if it runs through an endless increasing sequence.
    pub bounds: Vec<Code>,
    /// Upper bounds of its square.
    pub roots: Vec<Code>,
    /// For endless sequences: expressions that must not be negative and decrease with the variable.
    pub falling: Vec<Form>,
    /// For endless sequences without other bounds: conditions that, once they fail, fail for all later numbers.
    pub stops: Vec<Code>,
}

impl Loop {
    /// Returns the first and the last number of a small set without gaps, such as `{1,2}`.
    #[inline]
    pub fn in_a_row(&self) -> Option<(i64, i64)> {
        let fixed = self.fixed.as_deref()?;
        let (&first, &last) = (fixed.first()?, fixed.last()?);
        // The numbers are sorted and distinct.
        (last - first == fixed.len() as i64 - 1).then_some((first, last))
    }

    /// Whether it runs through an endless sequence and nothing ends it.
    pub fn is_open(&self) -> bool {
        self.source.is_endless()
            && self.bounds.is_empty()
            && self.roots.is_empty()
            && self.falling.is_empty()
            && self.stops.is_empty()
            && !self.guards.iter().any(|guard| guard.ends)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guard {
    /// Whether the loop ends where the condition first fails.
    pub ends: bool,
    /// Whether the bounds of a non-negative variable imply the condition.
    pub implied: bool,
    pub condition: Code,
}

/// The numbers that a variable runs through.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// From the first number to the last one, if there is one.
    Range(Code, Option<Code>),
    /// Numbers and ranges.
    Set(Vec<(Code, Option<Code>)>),
    Divisors(Code),
    Powers(Code),
    Sequence(Sequence),
}

impl Choice {
    /// Returns the number of components outside of sums, equal ones counted once.
    pub fn component_count(&self) -> usize {
        if self.copies.is_empty() { self.components.len() } else { self.copies.len() }
    }

    /// Returns the total number of parameters of these components.
    pub fn numbers(&self, arity: usize) -> usize {
        self.component_count() * arity
    }

    /// Returns whether the number of components that it leaves may depend on the position.
    pub fn counts_copies(&self) -> bool {
        !self.copies.is_empty() || !self.sums.is_empty()
    }

    /// Whether it leaves no component.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty() && self.sums.is_empty()
    }

    /// All expressions.
    fn codes(&self) -> impl Iterator<Item = &Code> {
        fn of_loop(one: &Loop) -> Vec<&Code> {
            let mut codes: Vec<&Code> = match &one.source {
                Source::Range(from, to) => std::iter::once(from).chain(to).collect(),
                Source::Set(items) => items.iter().flat_map(|(from, to)| std::iter::once(from).chain(to)).collect(),
                Source::Divisors(code) | Source::Powers(code) => vec![code],
                Source::Sequence(_) => vec![],
            };
            codes.extend(one.guards.iter().map(|guard| &guard.condition));
            codes
        }
        let components = self.components.iter().flatten().chain(&self.conditions);
        components.chain(self.loops.iter().flat_map(of_loop)).chain(self.sums.iter().flat_map(Item::codes))
    }

    /// Computes [`Choice::cost`].
    pub fn find_cost(components: &[Vec<Code>], loops: &[Loop]) -> u64 {
        let codes = components.iter().flatten().chain(loops.iter().flat_map(|l| l.guards.iter().map(|g| &g.condition)));
        let primes = loops.iter().filter(|one| one.source == Source::Sequence(Sequence::Primes)).count() as u64;
        (codes.map(Code::cost).sum::<u64>() / 2 + 100 * primes).max(1)
    }

    /// Computes [`Choice::forms`].
    ///
    /// `None` if the variable runs neither through a range, nor a set without gaps, nor the squares.
    pub fn find_forms(components: &[Vec<Code>], loops: &[Loop]) -> Option<Vec<Form>> {
        let [one] = loops else { return None };
        let squares = one.source == Source::Sequence(Sequence::Squares);
        if !squares && !matches!(one.source, Source::Range(..)) && one.in_a_row().is_none() {
            return None;
        }
        let form = |code: &Code| {
            let form = Form::of(code, one.place)?;
            if squares { form.in_root() } else { Some(form) }
        };
        components.iter().flatten().map(form).collect()
    }

    /// Whether different values of its variable are known to give different positions.
    ///
    /// This holds for a single component with a parameter that the variable is subtracted from.
    pub fn is_injective(&self) -> bool {
        let ([component], [one], true) = (&self.components[..], &self.loops[..], self.sums.is_empty()) else {
            return self.components.len() == 1 && self.loops.is_empty() && !self.repeat;
        };
        let Some(last) = component.iter().find(|code| code.uses(one.place)) else { return false };
        let minus = Op::WithVariable(Binary::Sub, one.place);
        !self.repeat && last.without_last(minus).is_some_and(|rest| !rest.uses(one.place))
    }
}

impl Rule {
    /// Whether the number of copies of a component can depend on the position.
    pub fn counts_copies(&self) -> bool {
        self.choices.iter().any(Choice::counts_copies)
    }

    /// Whether the options of a position can depend on its parameter `k`, as far as the text shows.
    pub fn reads(&self, k: usize) -> bool {
        // Statements about all positions can use any parameter, and a repeated move continues from its result.
        let any = !self.bounds.is_empty() || self.choices.iter().any(|choice| choice.repeat);
        any || self.choices.iter().any(|choice| choice.codes().any(|code| code.uses(k as u32)))
    }
}

impl Source {
    /// Returns the sorted, distinct numbers of a small constant set; `None` for a single range.
    pub fn fixed(&self) -> Option<Vec<i64>> {
        const MOST: usize = 4096;
        let Source::Set(items) = self else { return None };
        if items.len() == 1 {
            return None;
        }
        let mut list = vec![];
        for (from, to) in items {
            let from = from.constant()?;
            let to = to.as_ref().map_or(Some(from), Code::constant)?;
            if to.saturating_sub(from) >= (MOST - list.len()) as i64 {
                return None;
            }
            list.extend(from..=to);
        }
        list.put_in_order();
        list.dedup();
        Some(list)
    }

    /// Whether the numbers increase without end.
    pub fn is_endless(&self) -> bool {
        matches!(self, Source::Range(_, None) | Source::Powers(_) | Source::Sequence(_))
    }
}

/// Named increasing sequences; all start at 1 except the primes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    Squares,
    Primes,
    Factorials,
    Fibonacci,
    Triangular,
}

impl Sequence {
    pub const NAMES: [(&'static str, Sequence); 5] = [
        ("squares", Sequence::Squares),
        ("primes", Sequence::Primes),
        ("factorials", Sequence::Factorials),
        ("fibonacci", Sequence::Fibonacci),
        ("triangular", Sequence::Triangular),
    ];

    /// The name of the sequence in rules.
    pub fn name(self) -> &'static str {
        Sequence::NAMES.iter().find(|(_, sequence)| *sequence == self).map_or("squares", |(name, _)| name)
    }
}

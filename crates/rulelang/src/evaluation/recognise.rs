//! Recognises rules for which there are engines faster than the enumeration of options.

use grundy_rules::{Amounts, Code as Octal};
use grundy_syntax::ast::{Loop, OptionPlayers, Rule, RuleOption, VariableRange};
use grundy_syntax::code::{Code, Op};
use grundy_syntax::operator::Binary;

/// The type of game that a rule is recognised as.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RuleShape {
    /// Every move takes an amount in the player's set from the heap; `None` if the player has no moves.
    Take { left: Option<Amounts>, right: Option<Amounts> },
    /// A taking-and-breaking game, with its octal code.
    Octal(Octal),
    /// Every move of a game with two parameters subtracts a positive multiple of one of these steps.
    Pairs(Vec<[u64; 2]>),
    /// None of the above.
    Other,
}

impl RuleShape {
    pub fn recognise(rule: &Rule) -> RuleShape {
        if rule.counts_copies() || !rule.bounds.is_empty() || rule.has_must() || rule.has_points() {
            return RuleShape::Other;
        }
        recognise_taking(rule)
            .or_else(|| recognise_octal(rule))
            .or_else(|| recognise_rays(rule))
            .unwrap_or(RuleShape::Other)
    }
}

/// Returns whether the option is not a repeated move and has no condition before its variables.
fn is_plain(option: &RuleOption) -> bool {
    !option.repeat && option.conditions.is_empty()
}

fn recognise_taking(rule: &Rule) -> Option<RuleShape> {
    if rule.arity != 1 {
        return None;
    }
    let (mut left, mut right): (Vec<String>, Vec<String>) = (vec![], vec![]);
    for option in rule.options.iter().filter(|c| is_plain(c)) {
        let set = amounts_taken(option)?;
        if option.side != OptionPlayers::Right {
            left.push(set.clone());
        }
        if option.side != OptionPlayers::Left {
            right.push(set);
        }
    }
    if rule.options.iter().any(|c| !is_plain(c)) {
        return None;
    }
    let set = |items: Vec<String>| match items.is_empty() {
        true => Some(None),
        false => items.join(",").parse::<Amounts>().ok().map(Some),
    };
    Some(RuleShape::Take { left: set(left)?, right: set(right)? })
}

/// Returns the set of amounts that an option takes, in the notation of the game `take[...]`.
///
/// Returns `None` for options that do not only take an amount from the heap.
fn amounts_taken(option: &RuleOption) -> Option<String> {
    let [component] = &option.components[..] else { return None };
    let [value] = &component[..] else { return None };
    match (&option.loops[..], value.ops()) {
        ([], [Op::Variable(0), Op::WithNumber(Binary::Sub, c @ 1..)]) => Some(c.to_string()),
        ([variable], [Op::Variable(0), Op::WithVariable(Binary::Sub, k)])
            if *k == variable.index && guards_are_implied(variable, 0) =>
        {
            set_notation(&variable.source)
        }
        // Squares as users write them: `n - k*k for k in 1..`.
        ([variable], [Op::Variable(0), Op::Variable(k), Op::WithVariable(Binary::Mul, l), Op::Binary(Binary::Sub)])
            if *k == variable.index && k == l && starts_at_one(&variable.source) && squares_fit(variable) =>
        {
            Some("k^2".to_string())
        }
        _ => None,
    }
}

/// Returns whether every condition is `k <= n`. This condition is redundant since no heap is negative.
fn guards_are_implied(variable: &Loop, heap: u32) -> bool {
    variable
        .guards
        .iter()
        .all(|g| *g.condition.ops() == [Op::Variable(variable.index), Op::WithVariable(Binary::AtMost, heap)])
}

fn starts_at_one(source: &VariableRange) -> bool {
    matches!(source, VariableRange::Range(from, to) if from.constant() == Some(1)
        && to.as_ref().is_none_or(|to| to.as_variable() == Some(0)))
}

/// Returns whether every condition is `k*k <= n`.
fn squares_fit(variable: &Loop) -> bool {
    let k = variable.index;
    let fits = [Op::Variable(k), Op::WithVariable(Binary::Mul, k), Op::WithVariable(Binary::AtMost, 0)];
    variable.guards.iter().all(|g| *g.condition.ops() == fits)
}

fn set_notation(source: &VariableRange) -> Option<String> {
    let positive = |code: &Code| code.constant().filter(|&n| n >= 1);
    let range = |from: &Code, to: &Option<Code>| {
        let from = positive(from)?;
        match to {
            None => Some(format!("{from}..")),
            // The whole heap may be taken.
            Some(to) if to.as_variable() == Some(0) => Some(format!("{from}..")),
            Some(to) => {
                let to = to.constant().filter(|&to| to >= from)?;
                Some(format!("{from}..{to}"))
            }
        }
    };
    match source {
        VariableRange::Range(from, to) => range(from, to),
        VariableRange::Set(items) => {
            let items: Option<Vec<String>> = items.iter().map(|(from, to)| range(from, to)).collect();
            Some(items?.join(","))
        }
        VariableRange::Powers(base) => Some(format!("{}^k", base.constant().filter(|&b| b >= 2)?)),
        VariableRange::Sequence(set) => Some(set.to_string()),
        VariableRange::Divisors(_) => None,
    }
}

/// The largest index of a digit in the code of a taking-and-breaking game.
///
/// This is also the largest amount taken.
const MAX_DIGITS: i64 = 64;

/// Recognises taking-and-breaking games.
///
/// Their options are `n-t` and `(i)+(n-t-i)`. Here `t` is a constant or ranges over constants, and `i` ranges over
/// `0..n-t` or `1..n-t-1`.
fn recognise_octal(rule: &Rule) -> Option<RuleShape> {
    if rule.arity != 1 {
        return None;
    }
    let mut digits: Vec<u8> = vec![0];
    for option in &rule.options {
        if !is_plain(option) || option.side != OptionPlayers::Both {
            return None;
        }
        if let Some(set) = amounts_taken(option) {
            let set: Amounts = set.parse().ok()?;
            let reach = set.max()?;
            if reach > MAX_DIGITS as u64 {
                return None;
            }
            set.up_to(reach).for_each(|t| set_digit(&mut digits, t as usize, 3));
            continue;
        }
        let [first, second] = &option.components[..] else { return None };
        // The innermost variable must be the first of the two heaps after the split; an outer variable, if there is
        // one, is the amount taken.
        let (amounts, split) = match &option.loops[..] {
            [split] => (None, split),
            [amount, split] if amount.guards.is_empty() => (Some(amount), split),
            _ => return None,
        };
        if first[..] != [Code::variable(split.index, first[0].span())] || !split.guards.is_empty() {
            return None;
        }
        let VariableRange::Range(from, Some(to)) = &split.source else { return None };
        let from = from.constant()?;
        let range: Vec<i64> = match amounts.map(|a| (&a.source, a.index)) {
            None => vec![without_split(&second[0], split.index)?.constant_taken()?],
            Some((VariableRange::Range(low, Some(high)), _)) => {
                let (low, high) = (low.constant()?, high.constant()?);
                if high - low > MAX_DIGITS {
                    return None;
                }
                (low..=high).collect()
            }
            Some((VariableRange::Set(items), _)) => {
                let single =
                    |(from, to): &(Code, Option<Code>)| (to.as_ref() == Some(from)).then(|| from.constant()).flatten();
                items.iter().map(single).collect::<Option<_>>()?
            }
            Some(_) => return None,
        };
        let amount = amounts.map(|a| a.index);
        for t in range {
            if !(0..=MAX_DIGITS).contains(&t) || !equals_rest(without_split(&second[0], split.index)?, t, 0, amount) {
                return None;
            }
            let bits = match from {
                0 if equals_rest(Rest(to.ops().to_vec()), t, 0, amount) => 7,
                1 if equals_rest(Rest(to.ops().to_vec()), t, 1, amount) => 4,
                _ => return None,
            };
            if t == 0 && bits != 4 {
                // For t = 0, a range from 0 allows the option `(0)+(n)`, which leaves the heap unchanged.
                return None;
            }
            set_digit(&mut digits, t as usize, bits);
        }
    }
    (digits.iter().any(|d| *d != 0)).then(|| RuleShape::Octal(Octal::from_digits(&digits)))
}

fn set_digit(digits: &mut Vec<u8>, amount: usize, bits: u8) {
    if digits.len() <= amount {
        digits.resize(amount + 1, 0);
    }
    digits[amount] |= bits;
}

/// The instructions of the expression `n-t`.
struct Rest(Vec<Op>);

impl Rest {
    /// Returns `t` if it is a constant.
    fn constant_taken(&self) -> Option<i64> {
        match self.0[..] {
            [Op::Variable(0)] => Some(0),
            [Op::Variable(0), Op::WithNumber(Binary::Sub, t)] => Some(t),
            _ => None,
        }
    }
}

/// Removes the subtraction of the variable `split` from an expression.
///
/// If `i` is this variable, `n-t-i` and `n-i-t` both become `n-t`.
fn without_split(code: &Code, split: u32) -> Option<Rest> {
    let ops = code.ops();
    let minus = Op::WithVariable(Binary::Sub, split);
    let at = ops.iter().position(|op| *op == minus)?;
    let mut rest = ops.to_vec();
    rest.remove(at);
    Some(Rest(rest))
}

/// Returns whether the expression equals `n - t - less`, where the variable `amount` has the value `t`.
fn equals_rest(rest: Rest, t: i64, less: i64, amount: Option<u32>) -> bool {
    let mut taken = 0;
    let Some((Op::Variable(0), steps)) = rest.0.split_first() else { return false };
    for op in steps {
        match op {
            Op::WithNumber(Binary::Sub, n) => taken += n,
            Op::WithVariable(Binary::Sub, v) if Some(*v) == amount => taken += t,
            _ => return false,
        }
    }
    taken == t + less
}

fn recognise_rays(rule: &Rule) -> Option<RuleShape> {
    if rule.arity != 2 {
        return None;
    }
    let mut steps: Vec<[u64; 2]> = vec![];
    for option in &rule.options {
        let ([component], [variable]) = (&option.components[..], &option.loops[..]) else { return None };
        if !is_plain(option) || option.side != OptionPlayers::Both || !variable.guards.is_empty() {
            return None;
        }
        let step = [step_multiple(&component[0], 0, variable.index)?, step_multiple(&component[1], 1, variable.index)?];
        let VariableRange::Range(from, to) = &variable.source else { return None };
        if step == [0, 0] || from.constant() != Some(1) || !reaches_all(to.as_ref(), step) {
            return None;
        }
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    Some(RuleShape::Pairs(steps))
}

/// Returns `c` if the code is `a - c*k`, where `a` and `k` have the indices `parameter` and `k`.
fn step_multiple(code: &Code, parameter: u32, k: u32) -> Option<u64> {
    let (Op::Variable(first), rest) = code.ops().split_first()? else { return None };
    if *first != parameter {
        return None;
    }
    match *rest {
        [] => Some(0),
        [Op::WithVariable(Binary::Sub, v)] if v == k => Some(1),
        [Op::Number(c @ 1..), Op::WithVariable(Binary::Mul, v), Op::Binary(Binary::Sub)]
        | [Op::Variable(v), Op::WithNumber(Binary::Mul, c @ 1..), Op::Binary(Binary::Sub)]
            if v == k =>
        {
            Some(c as u64)
        }
        _ => None,
    }
}

/// Returns whether the range up to `to` includes every legal multiple of the step.
///
/// A multiple is legal if both parameters are still non-negative after it is subtracted. If `to` is `None`, the
/// range has no end.
fn reaches_all(to: Option<&Code>, step: [u64; 2]) -> bool {
    let Some(to) = to else { return true };
    let moving: Vec<u32> = (0..2).filter(|&k| step[k as usize] > 0).collect();
    match (to.ops(), &moving[..]) {
        ([Op::Variable(v)], moving) => moving.contains(v),
        ([Op::Variable(v), Op::WithVariable(Binary::Min, w)], [0, 1]) => v.min(w) == &0 && v.max(w) == &1,
        _ => false,
    }
}

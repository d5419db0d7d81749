//! Translates rules and claims to formulas.
//!
//! An expression becomes linear expressions by cases: `min(a,b)` is `a` if `a <= b`, and `b` otherwise. The
//! results of quotients and bitwise operations become new variables. For all values of the other variables, the
//! definition of a new variable determines exactly one value. So the definition may stay outside of a negation of
//! the condition that uses the variable.
//!
//! Start with [`Translator::number`] and [`Translator::truth`] for expressions, and with [`moves_of`] for rules.

use super::formula::{Bitwise, Division, Formula, Linear, MoveFormula, Variable};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, NamedSet, Result};
use grundy_syntax::ast::{Loop, RuleOption, VariableRange};
use grundy_syntax::code::{Code, Op};
use grundy_syntax::operator::{self, Binary, Unary};

/// The maximal number of cases of an expression.
const MAX_CASES: usize = 64;
/// The maximal number of operations in the code of an expression.
const MAX_STEPS: usize = 2000;

/// A value of an expression, and the condition under which it has this value.
#[derive(Clone)]
pub(crate) struct Case {
    when: Formula,
    pub value: Linear,
}

impl Case {
    /// Returns whether the case applies without a condition, so that it is the only case.
    pub fn is_unconditional(&self) -> bool {
        self.when == always()
    }
}

/// A translated subexpression: a number by cases, or a condition.
enum Operand {
    Number(Vec<Case>),
    Truth(Formula),
}

/// A translated subexpression, and the condition `domain` under which it is defined.
///
/// Only look-ups of claims can be undefined.
struct PartialOperand {
    item: Operand,
    domain: Formula,
}

/// The translation of a variable of the code: a number or a condition.
#[derive(Clone)]
pub(crate) enum Meaning {
    Number(Linear),
    Truth(Formula),
    /// A meaning that applies only if the formula holds; otherwise the value is undefined.
    Where(Box<Meaning>, Formula),
}

/// A quotient that has been translated.
///
/// The dividend is given by cases; `result` is the variable of the quotient.
#[derive(Clone)]
pub(crate) struct IntegerQuotient {
    dividend: Vec<(Formula, Linear)>,
    divisor: i64,
    result: Linear,
}

/// A translator of the expressions of one move or claim into formulas.
#[derive(Clone)]
pub(crate) struct Translator {
    /// The meanings of the variables of the code, by index.
    pub meanings: Vec<Meaning>,
    /// The new variables.
    pub added: Vec<Variable>,
    /// The formulas that determine the new variables.
    pub definitions: Vec<Formula>,
    /// The expressions that are remainders, and so non-negative.
    pub remainders: Vec<Linear>,
    /// The quotients that already have a variable; if one occurs again, its variable is used again.
    pub quotients: Vec<IntegerQuotient>,
    /// Whether divisors and factors can be symbolic parameters, as for the game `take[l..r]`.
    pub symbolic_divisors: bool,
    /// The index of the next new variable.
    pub next: Variable,
}

fn unsupported(what: Text, code: &Code) -> Error {
    let message = text!("formulas in proofs cannot express {what}", what);
    let help = text!(
        "formulas can use sums, min, max, xor, & and |, and multiplication and division with remainder by constants"
    );
    Error::new(ErrorKind::Unsupported, message).at(code.span()).help(help)
}

/// Returns the empty conjunction, which is always true.
pub(crate) fn always() -> Formula {
    Formula::All(vec![])
}

/// Returns the conjunction, flattened into one list.
pub(crate) fn and(a: Formula, b: Formula) -> Formula {
    if b == always() { a } else { both(&a, &b) }
}

/// Returns the disjunction, flattened into one list.
pub(crate) fn or(a: Formula, b: Formula) -> Formula {
    let mut list = vec![];
    for one in [a, b] {
        match one {
            Formula::Any(any) => list.extend(any),
            Formula::All(all) if all.is_empty() => return always(),
            other => list.push(other),
        }
    }
    Formula::Any(list)
}

/// Returns the condition under which an expression with `and` or `or` is defined.
///
/// `left` and `right` are the conditions under which the sides are defined. The right side need not be defined where
/// `decided` holds, that is, where the left side decides the result.
fn short_circuit_domain(left: Formula, decided: impl FnOnce() -> Formula, right: Formula) -> Formula {
    if right == always() { left } else { and(left, or(decided(), right)) }
}

fn both(a: &Formula, b: &Formula) -> Formula {
    let mut list = vec![];
    for one in [a, b] {
        match one {
            Formula::All(all) => list.extend(all.iter().cloned()),
            other => list.push(other.clone()),
        }
    }
    Formula::All(list)
}

/// Returns the conjunction of the conditions of two cases.
///
/// Returns `None` if the conditions are known to exclude each other.
fn consistent_conjunction(a: &Formula, b: &Formula) -> Option<Formula> {
    let Formula::All(mut list) = both(a, b) else { return None };
    let mut k = 0;
    while k < list.len() {
        let (before, after) = list.split_at(k);
        let Some(one) = after.first() else { break };
        if before.contains(one) {
            list.remove(k);
            continue;
        }
        // e <= 0 and f <= 0 exclude each other if e + f is a positive constant.
        let excludes = |other: &Formula| match (one, other) {
            (Formula::AtMostZero(e), Formula::AtMostZero(f)) => e.plus(1, f).as_number().is_some_and(|sum| sum > 0),
            _ => false,
        };
        if before.iter().any(excludes) {
            return None;
        }
        k += 1;
    }
    Some(Formula::All(list))
}

/// Returns whether the value is known to be non-negative wherever the condition holds.
///
/// This is known if no coefficient of the value is negative, or none of `e + value` for a conjunct `e <= 0`.
fn is_natural(value: &Linear, when: &Formula) -> bool {
    let conjuncts = match when {
        Formula::All(all) => &all[..],
        other => std::slice::from_ref(other),
    };
    let implies = |atom: &Formula| match atom {
        // e <= 0 implies value >= value + e. So the value is non-negative if value + e is.
        Formula::AtMostZero(e) => e.plus(1, value).is_natural(),
        _ => false,
    };
    value.is_natural() || conjuncts.iter().any(implies)
}

/// Returns the formula `value >= 0`.
pub(crate) fn is_nonnegative(value: &Linear) -> Formula {
    Formula::at_most(&Linear::default(), value)
}

impl Translator {
    /// Returns a translator with these meanings of the first variables.
    ///
    /// The first new variable has the index `next`.
    pub fn new(meanings: Vec<Meaning>, next: Variable) -> Translator {
        Translator {
            meanings,
            added: vec![],
            definitions: vec![],
            remainders: vec![],
            quotients: vec![],
            symbolic_divisors: false,
            next,
        }
    }

    /// Returns a new variable and its expression; the variable is not added to `added`.
    pub fn fresh(&mut self) -> (Variable, Linear) {
        self.next += 1;
        (self.next - 1, Linear::variable(self.next - 1))
    }

    /// Adds a new variable and returns it as an expression; the caller must add its definition.
    pub fn add_variable(&mut self) -> Linear {
        let (variable, linear) = self.fresh();
        self.added.push(variable);
        linear
    }

    /// Translates an expression to its values by cases.
    pub fn number(&mut self, code: &Code) -> Result<Vec<Case>> {
        match self.translate(code)?.item {
            Operand::Number(cases) => Ok(cases),
            Operand::Truth(_) => Err(unsupported(text!("conditions as numbers"), code)),
        }
    }

    /// Translates a condition to a formula.
    pub fn truth(&mut self, code: &Code) -> Result<Formula> {
        Ok(self.truth_and_domain(code)?.0)
    }

    /// Translates a condition to two formulas: where it is true, and where it is defined.
    pub fn truth_and_domain(&mut self, code: &Code) -> Result<(Formula, Formula)> {
        let PartialOperand { item, domain } = self.translate(code)?;
        match item {
            Operand::Truth(formula) => Ok((formula, domain)),
            Operand::Number(_) => Err(unsupported(text!("numbers as conditions"), code)),
        }
    }

    /// Translates an expression by running its code on a stack of translated subexpressions.
    fn translate(&mut self, code: &Code) -> Result<PartialOperand> {
        if code.ops().len() > MAX_STEPS {
            return Err(unsupported(text!("expressions of this length"), code));
        }
        let mut stack: Vec<PartialOperand> = vec![];
        let single_case = |value: Linear| Operand::Number(vec![Case { when: always(), value }]);
        let defined_number = |value: Linear| PartialOperand { item: single_case(value), domain: always() };
        let meaning_of = |meanings: &[Meaning], v: u32| {
            // Only variables that are bound within an expression lack a meaning.
            let found_meaning =
                meanings.get(v as usize).ok_or_else(|| unsupported(text!("expressions that bind variables"), code))?;
            let (meaning, domain) = match found_meaning {
                Meaning::Where(meaning, domain) => (&**meaning, domain.clone()),
                meaning => (meaning, always()),
            };
            let item = match meaning {
                Meaning::Number(value) => single_case(value.clone()),
                Meaning::Truth(formula) => Operand::Truth(formula.clone()),
                Meaning::Where(..) => return Err(unsupported(text!("conditions as numbers"), code)),
            };
            Ok(PartialOperand { item, domain })
        };
        for op in code.ops() {
            let result = match *op {
                Op::Number(n) => defined_number(Linear::number(n)),
                Op::Variable(v) => meaning_of(&self.meanings, v)?,
                Op::Unary(op) => {
                    let Some(PartialOperand { item, domain }) = stack.pop() else { break };
                    PartialOperand { item: self.unary(op, Some(item), code)?, domain }
                }
                Op::Binary(op) => {
                    let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else { break };
                    self.pair(op, left, right, code)?
                }
                Op::WithVariable(op, v) => {
                    let Some(left) = stack.pop() else { break };
                    let right = meaning_of(&self.meanings, v)?;
                    self.pair(op, left, right, code)?
                }
                Op::WithNumber(op, n) => {
                    let Some(left) = stack.pop() else { break };
                    self.pair(op, left, defined_number(Linear::number(n)), code)?
                }
                Op::Entry(_) => return Err(unsupported(text!("entries of lists"), code)),
                Op::Mex(count) => mex(stack.split_off(stack.len().saturating_sub(count as usize)), code)?,
            };
            if let Operand::Number(cases) = &result.item {
                if cases.len() > MAX_CASES {
                    return Err(unsupported(text!("so many cases"), code));
                }
                if !cases.iter().all(|case| case.value.is_small()) {
                    return Err(unsupported(text!("numbers above 2^31"), code));
                }
            }
            stack.push(result);
        }
        stack.pop().ok_or_else(|| unsupported(text!("empty expressions"), code))
    }

    /// Applies an operation to two subexpressions and combines the conditions under which they are defined.
    fn pair(&mut self, op: Binary, left: PartialOperand, right: PartialOperand, code: &Code) -> Result<PartialOperand> {
        let domain = match (op, &left.item) {
            (Binary::Both, Operand::Truth(first)) => {
                short_circuit_domain(left.domain, || first.clone().not(), right.domain)
            }
            (Binary::Either, Operand::Truth(first)) => {
                short_circuit_domain(left.domain, || first.clone(), right.domain)
            }
            _ => and(left.domain, right.domain),
        };
        Ok(PartialOperand { item: self.binary(op, Some(left.item), Some(right.item), code)?, domain })
    }

    fn unary(&mut self, op: Unary, item: Option<Operand>, code: &Code) -> Result<Operand> {
        let cases = match (op, item) {
            (Unary::Not, Some(Operand::Truth(formula))) => return Ok(Operand::Truth(formula.not())),
            (_, Some(Operand::Number(cases))) => cases,
            _ => return Err(unsupported(text!("conditions as numbers"), code)),
        };
        let mut result = vec![];
        if op == Unary::Phi {
            // All cases share one variable y, since exactly one of them applies. For positive x,
            // floor(-x*phi) = -floor(x*phi) - 1.
            let (y, mut arms) = (self.add_variable(), vec![]);
            for Case { when, value } in cases {
                let negative = Linear::default().plus(-1, &value);
                for (when, x, floor) in self.by_sign(when, value, negative) {
                    arms.push(both(&when, &Formula::FloorPhi(x, y.clone())));
                    let mirrored = Linear::number(-1).plus(-1, &y);
                    result.push(Case { when, value: if floor { y.clone() } else { mirrored } });
                }
            }
            self.definitions.push(any(arms));
            return Ok(Operand::Number(result));
        }
        if let Unary::LowestPower | Unary::HighestPower = op {
            return self.power(op, cases, code);
        }
        for Case { when, value } in cases {
            let negative = Linear::default().plus(-1, &value);
            match op {
                Unary::Negate => result.push(Case { when, value: negative }),
                Unary::Abs if is_natural(&value, &when) => result.push(Case { when, value }),
                Unary::Abs => {
                    let below = Formula::less(&value, &Linear::default());
                    result.push(Case { when: both(&when, &is_nonnegative(&value)), value });
                    result.push(Case { when: both(&when, &below), value: negative });
                }
                Unary::Isqrt | Unary::Popcount | Unary::TrailingOnes | Unary::TrailingZeros | Unary::Surd(_) => {
                    let Some(number) = value.as_number() else {
                        let what = match op {
                            Unary::Isqrt => text!("square roots"),
                            Unary::Surd(_) => text!("multiples of square roots"),
                            _ => text!("counts of binary digits"),
                        };
                        return Err(unsupported(what, code));
                    };
                    let computed = operator::unary(op, number).map_err(|error| unsupported(error.message(), code))?;
                    result.push(Case { when, value: Linear::number(computed) });
                }
                Unary::Not | Unary::Phi | Unary::LowestPower | Unary::HighestPower => {
                    return Err(unsupported(text!("numbers as conditions"), code));
                }
            }
        }
        Ok(Operand::Number(result))
    }

    /// Translates the largest power of 2 that divides a positive number, or that is at most the number.
    ///
    /// All cases share one variable, since exactly one of them applies.
    fn power(&mut self, op: Unary, cases: Vec<Case>, code: &Code) -> Result<Operand> {
        let y = self.add_variable();
        let (mut result, mut arms) = (vec![], vec![]);
        for Case { when, value } in cases {
            let before = value.plus(-1, &Linear::number(1));
            if !is_natural(&before, &when) {
                return Err(unsupported(text!("`lowest_power` or `highest_power` of a number that may be 0"), code));
            }
            let mut all = vec![Formula::PowerOf(2, y.clone())];
            all.extend(match op {
                // The number has the bit of y, and no lower bit.
                Unary::LowestPower => [
                    Formula::Bits(Bitwise::And, [y.clone(), value.clone(), y.clone()]),
                    Formula::Bits(Bitwise::And, [y.plus(-1, &Linear::number(1)), value.clone(), Linear::default()]),
                ],
                _ => [Formula::at_most(&y, &value), Formula::less(&value, &y.plus(1, &y))],
            });
            arms.push(both(&when, &Formula::All(all)));
            result.push(Case { when, value: y.clone() });
        }
        self.definitions.push(any(arms));
        Ok(Operand::Number(result))
    }

    fn binary(&mut self, op: Binary, left: Option<Operand>, right: Option<Operand>, code: &Code) -> Result<Operand> {
        let (left, right) = match (left, right) {
            (Some(Operand::Number(left)), Some(Operand::Number(right))) => (left, right),
            (Some(Operand::Truth(left)), Some(Operand::Truth(right))) => {
                return Ok(Operand::Truth(match op {
                    Binary::Both => both(&left, &right),
                    Binary::Either => or(left, right),
                    Binary::Equal => {
                        let neither = Formula::All(vec![left.clone().not(), right.clone().not()]);
                        Formula::Any(vec![Formula::All(vec![left, right]), neither])
                    }
                    _ => return Err(unsupported(text!("conditions as numbers"), code)),
                }));
            }
            _ => return Err(unsupported(text!("conditions as numbers"), code)),
        };
        let mut pairs = vec![];
        for a in &left {
            for b in &right {
                pairs.extend(consistent_conjunction(&a.when, &b.when).map(|when| (when, &a.value, &b.value)));
            }
        }
        let mut result = vec![];
        match op {
            Binary::Less | Binary::AtMost | Binary::Equal | Binary::Unequal => {
                let atom = |x: &Linear, y: &Linear| match op {
                    Binary::Less => Formula::less(x, y),
                    Binary::AtMost => Formula::at_most(x, y),
                    Binary::Equal => Formula::equal(x, y),
                    _ => Formula::equal(x, y).not(),
                };
                return Ok(Operand::Truth(any(pairs.iter().map(|(when, x, y)| both(when, &atom(x, y))).collect())));
            }
            Binary::Div | Binary::Rem => return self.divide(op, pairs, code),
            Binary::Xor => return Ok(self.bits(Bitwise::Xor, pairs)),
            Binary::And => return Ok(self.bits(Bitwise::And, pairs)),
            Binary::Or => return Ok(self.bits(Bitwise::Or, pairs)),
            _ => {}
        }
        for (when, x, y) in pairs {
            let value = match op {
                Binary::Add => x.plus(1, y),
                Binary::Sub => x.plus(-1, y),
                Binary::Mul => match (x.as_number(), y.as_number()) {
                    (_, Some(n)) => Linear::default().plus(n, x),
                    (Some(n), _) => Linear::default().plus(n, y),
                    _ if self.symbolic_divisors && when == always() => {
                        let product = self.add_variable();
                        self.definitions.push(Formula::Product([x.clone(), y.clone(), product.clone()]));
                        product
                    }
                    _ => return Err(unsupported(text!("products of two parameters"), code)),
                },
                Binary::Min | Binary::Max => {
                    // Minimum and maximum use the same conditions, so that their cases can be merged.
                    let (small, large) = if op == Binary::Min { (x, y) } else { (y, x) };
                    let cases = [(Formula::at_most(x, y), small), (Formula::less(y, x), large)];
                    let consistent = cases
                        .into_iter()
                        .filter_map(|(order, value)| Some((consistent_conjunction(&when, &order)?, value)));
                    result.extend(consistent.map(|(when, value)| Case { when, value: value.clone() }));
                    continue;
                }
                _ => match (x.as_number(), y.as_number()) {
                    (Some(a), Some(b)) => Linear::number(
                        operator::apply(op, a, b).map_err(|_| unsupported(text!("numbers above 2^62"), code))?,
                    ),
                    _ if op == Binary::Gcd => return Err(unsupported(text!("greatest common divisors"), code)),
                    _ => return Err(unsupported(text!("powers of parameters"), code)),
                },
            };
            result.push(Case { when, value });
        }
        Ok(Operand::Number(result))
    }

    /// Splits a case by the sign of the value; where the value is negative, `negated` replaces it.
    ///
    /// The flag of a resulting case is `true` if the original value is non-negative.
    fn by_sign(&self, when: Formula, value: Linear, negated: Linear) -> Vec<(Formula, Linear, bool)> {
        if is_natural(&value, &when) {
            return vec![(when, value, true)];
        }
        let below = Formula::less(&value, &Linear::default());
        let cases = [(is_nonnegative(&value), value, true), (below, negated, false)];
        cases.into_iter().filter_map(|(sign, x, is)| Some((consistent_conjunction(&when, &sign)?, x, is))).collect()
    }

    /// Translates a quotient, rounded down, or a remainder; the divisor is a positive constant.
    ///
    /// All cases share one variable, since exactly one of them applies.
    fn divide(&mut self, op: Binary, pairs: Vec<(Formula, &Linear, &Linear)>, code: &Code) -> Result<Operand> {
        let divisor = match pairs.first().and_then(|(_, _, y)| y.as_number()) {
            Some(divisor) if divisor > 0 && pairs.iter().all(|(_, _, y)| y.as_number() == Some(divisor)) => divisor,
            None if self.symbolic_divisors => return self.divide_symbolic(op, &pairs, code),
            _ => return Err(unsupported(text!("divisors that are not positive constants"), code)),
        };
        let (mut result, mut arms) = (vec![], vec![]);
        let dividends: Vec<(Formula, Linear)> = pairs.iter().map(|(when, x, _)| (when.clone(), (*x).clone())).collect();
        let known_quotient = self
            .quotients
            .iter()
            .find(|one| one.divisor == divisor && one.dividend == dividends)
            .map(|one| one.result.clone());
        let is_known = known_quotient.is_some();
        let q = known_quotient.unwrap_or_else(|| self.add_variable());
        let multiple = Linear::default().plus(divisor, &q);
        let end = multiple.plus(1, &Linear::number(divisor));
        for (when, x, _) in pairs {
            // For negative x, floor(x/d) = -ceil(-x/d). So q = ceil(-x/d), that is, d*q <= -x + d - 1 < d*q + d.
            let up = Linear::number(divisor - 1).plus(-1, x);
            for (when, y, floor) in self.by_sign(when, x.clone(), up) {
                // The two inequalities state that q = floor(y/d).
                arms.push(both(&when, &Formula::All(vec![Formula::at_most(&multiple, &y), Formula::less(&y, &end)])));
                let quotient = if floor { q.clone() } else { Linear::default().plus(-1, &q) };
                let rest = x.plus(-divisor, &quotient);
                self.remainders.push(rest.clone());
                let value = if op == Binary::Div { quotient } else { rest };
                result.push(Case { when, value });
            }
        }
        if !is_known {
            self.definitions.push(any(arms));
            self.quotients.push(IntegerQuotient { dividend: dividends, divisor, result: q });
        }
        Ok(Operand::Number(result))
    }

    /// Translates a quotient, rounded down, or a remainder; the divisor contains symbolic parameters.
    ///
    /// The formula is correct only for positive divisors; callers must ensure this.
    fn divide_symbolic(&mut self, op: Binary, pairs: &[(Formula, &Linear, &Linear)], code: &Code) -> Result<Operand> {
        let [(when, of, by)] = pairs else { return Err(unsupported(text!("so many cases"), code)) };
        if *when != always() {
            return Err(unsupported(text!("so many cases"), code));
        }
        let same = |known: &Division| known.dividend == **of && known.divisor == **by;
        let known = self.definitions.iter().find_map(|definition| match definition {
            Formula::Divided(known) if same(known) => Some((known.quotient, known.remainder)),
            _ => None,
        });
        let (quotient, rest) = known.unwrap_or_else(|| {
            let ((quotient, _), (rest, _)) = (self.fresh(), self.fresh());
            self.added.extend([quotient, rest]);
            let division = Division { dividend: (*of).clone(), divisor: (*by).clone(), quotient, remainder: rest };
            self.definitions.push(Formula::Divided(Box::new(division)));
            (quotient, rest)
        });
        let value = Linear::variable(if op == Binary::Div { quotient } else { rest });
        Ok(Operand::Number(vec![Case { when: always(), value }]))
    }

    /// Translates a bitwise operation; all cases share one variable, since exactly one of them applies.
    ///
    /// The bits of a negative number `x` are the complements of those of the natural number `-1 - x`.
    fn bits(&mut self, op: Bitwise, pairs: Vec<(Formula, &Linear, &Linear)>) -> Operand {
        let z = self.add_variable();
        let complement = |x: &Linear| Linear::number(-1).plus(-1, x);
        let (mut result, mut arms) = (vec![], vec![]);
        for (when, x, y) in pairs {
            for (when, x, x_is_natural) in self.bits_by_sign(when, x) {
                for (when, y, y_is_natural) in self.bits_by_sign(when.clone(), y) {
                    // Negative numbers are represented by their complements. `op` on the natural numbers that represent
                    // x and y has the result z; `value` is the result for x and y in terms of z.
                    let (op, value) = match (op, x_is_natural, y_is_natural) {
                        (op, true, true) => (op, z.clone()),
                        (Bitwise::Xor, false, false) => (Bitwise::Xor, z.clone()),
                        (Bitwise::Xor, ..) => (Bitwise::Xor, complement(&z)),
                        (Bitwise::And, false, false) => (Bitwise::Or, complement(&z)),
                        (Bitwise::Or, false, false) => (Bitwise::And, complement(&z)),
                        // The result is the set of bits that one natural number has and the other does not have, so the
                        // common bits z are subtracted. For `Or`, the result is the complement of this set.
                        (Bitwise::And, natural, _) => (Bitwise::And, if natural { &x } else { &y }.plus(-1, &z)),
                        (Bitwise::Or, natural, _) => {
                            (Bitwise::And, complement(&if natural { &y } else { &x }.plus(-1, &z)))
                        }
                    };
                    arms.push(both(&when, &Formula::Bits(op, [x.clone(), y.clone(), z.clone()])));
                    result.push(Case { when, value });
                }
            }
        }
        self.definitions.push(any(arms));
        Operand::Number(result)
    }

    /// Splits a case by the sign of `x`; where `x` is negative, `-1 - x` replaces it.
    ///
    /// The flag of a resulting case is `true` if `x` is non-negative.
    fn bits_by_sign(&self, when: Formula, x: &Linear) -> Vec<(Formula, Linear, bool)> {
        if self.remainders.contains(x) {
            return vec![(when, x.clone(), true)];
        }
        self.by_sign(when, x.clone(), Linear::number(-1).plus(-1, x))
    }

    /// Returns a formula that states that `holds` is true for the value of the case that applies.
    fn by_cases(cases: &[Case], holds: impl Fn(&Linear) -> Formula) -> Formula {
        any(cases.iter().map(|case| both(&case.when, &holds(&case.value))).collect())
    }

    /// Combines the cases of several expressions; each combined case has a value for each expression.
    pub fn combine_cases(lists: &[Vec<Case>], code: &Code) -> Result<Vec<(Formula, Vec<Linear>)>> {
        let mut all = vec![(always(), vec![])];
        for cases in lists {
            let longer = all.iter().flat_map(|(when, values): &(Formula, Vec<Linear>)| {
                cases.iter().filter_map(move |case| {
                    let mut values = values.clone();
                    values.push(case.value.clone());
                    Some((consistent_conjunction(when, &case.when)?, values))
                })
            });
            all = longer.collect();
            if all.len() > MAX_CASES {
                return Err(unsupported(text!("so many cases"), code));
            }
        }
        Ok(all)
    }
}

/// Translates the mex of some expressions, with one case for each possible value.
fn mex(list: Vec<PartialOperand>, code: &Code) -> Result<PartialOperand> {
    let (mut domain, mut lists) = (always(), vec![]);
    for one in list {
        let Operand::Number(cases) = one.item else { return Err(unsupported(text!("conditions as numbers"), code)) };
        domain = and(domain, one.domain);
        lists.push(cases);
    }
    let mut result = vec![];
    for (when, values) in Translator::combine_cases(&lists, code)? {
        let is = |n: i64| any(values.iter().map(|value| Formula::equal(value, &Linear::number(n))).collect());
        let mut below = when;
        for n in 0..=values.len() as i64 {
            result.push(Case { when: both(&below, &is(n).not()), value: Linear::number(n) });
            below = both(&below, &is(n));
        }
    }
    Ok(PartialOperand { item: Operand::Number(result), domain })
}

fn any(mut list: Vec<Formula>) -> Formula {
    if list.len() == 1 { list.remove(0) } else { Formula::Any(list) }
}

/// One option of a rule, translated to formulas.
pub(crate) struct OptionFormula {
    pub arity: usize,
    /// The variables of the rule.
    variables: Vec<Variable>,
    /// The new variables of the translation.
    pub added: Vec<Variable>,
    /// The formulas that determine the new variables.
    pub definitions: Vec<Formula>,
    /// The conditions of the option, and the ranges of its variables.
    pub guard: Vec<Formula>,
    /// The parameters of all components that the option leaves, in one list, by cases.
    ///
    /// Exactly one case applies.
    pub cases: Vec<(Formula, Vec<Linear>)>,
}

impl OptionFormula {
    /// Translates an option; with `symbolic_divisors`, divisors and factors can be symbolic parameters.
    pub fn from_option(arity: usize, option: &RuleOption, symbolic_divisors: bool) -> Result<OptionFormula> {
        if let Some(sum) = option.first_sum() {
            let span_code = Code::number(0, sum.span.clone());
            return Err(unsupported(text!("moves that leave a sum of variable length, `sum(...)`"), &span_code));
        }
        if option.counts_copies() {
            let span_code = Code::number(0, option.span.clone());
            return Err(unsupported(text!("moves that leave several copies of a position"), &span_code));
        }
        let parameters = (0..arity as Variable).map(|v| Meaning::Number(Linear::variable(v))).collect();
        let mut translator = Translator { symbolic_divisors, ..Translator::new(parameters, arity as Variable) };
        let mut guard = vec![];
        for condition in &option.conditions {
            guard.push(translator.truth(condition)?);
        }
        let mut variables = vec![];
        for one in &option.loops {
            variables.push(translator.variable(one, &mut guard)?);
        }
        let span_code = Code::number(0, option.span.clone());
        let mut numbers = vec![];
        for code in option.components.iter().flatten() {
            numbers.push(translator.number(code)?);
        }
        let cases = Translator::combine_cases(&numbers, &span_code)?;
        let Translator { added, definitions, .. } = translator;
        Ok(OptionFormula { arity, variables, added, definitions, guard, cases })
    }
}

/// Returns the moves of one option, one for each case of the components that it leaves.
pub(crate) fn moves_of(arity: usize, option: &RuleOption, symbolic_divisors: bool) -> Result<Vec<MoveFormula>> {
    let formula = OptionFormula::from_option(arity, option, symbolic_divisors)?;
    let span_code = Code::number(0, option.span.clone());
    let variables = [&formula.variables[..], &formula.added[..]].concat();
    if option.repeat && (!variables.is_empty() || option.components.len() != 1) {
        return Err(unsupported(text!("repeated moves with variables"), &span_code));
    }
    let mut moves = vec![];
    for (when, values) in formula.cases {
        let mut guard = [&formula.definitions[..], &formula.guard[..]].concat();
        if let Formula::All(all) = when {
            guard.extend(all);
        }
        guard.extend(values.iter().filter(|value| !value.is_natural()).map(is_nonnegative));
        if !option.components.is_empty() {
            // An option that leads from all zeros to all zeros is not a move.
            let sum = values.iter().fold(Linear::default(), |sum, value| sum.plus(1, value));
            let sum = (0..arity as Variable).fold(sum, |sum, v| sum.plus(1, &Linear::variable(v)));
            guard.push(Formula::less(&Linear::default(), &sum));
        }
        let targets = values.chunks(arity).map(<[Linear]>::to_vec).collect();
        moves.push(MoveFormula {
            variables: variables.clone(),
            guard: Formula::All(guard),
            targets,
            repeat: option.repeat,
        });
    }
    if option.repeat && moves.len() > 1 {
        return Err(unsupported(text!("repeated moves with several cases"), &span_code));
    }
    Ok(moves)
}

impl Translator {
    /// Translates the variable of a loop, adds its conditions to the guard, and returns the new variable.
    fn variable(&mut self, one: &Loop, guard: &mut Vec<Formula>) -> Result<Variable> {
        let (variable, mut number) = self.fresh();
        match &one.source {
            VariableRange::Range(from, to) => {
                let cases = self.number(from)?;
                if cases.iter().all(|case| is_natural(&case.value, &case.when)) {
                    guard.push(Translator::by_cases(&cases, |low| Formula::at_most(low, &number)));
                } else if let [case] = &cases[..] {
                    // The range may start below 0, so the new variable is the distance from the start.
                    number = number.plus(1, &case.value);
                } else {
                    return Err(unsupported(text!("ranges whose start has several cases and may be negative"), from));
                }
                if let Some(to) = to {
                    let cases = self.number(to)?;
                    guard.push(Translator::by_cases(&cases, |high| Formula::at_most(&number, high)));
                }
            }
            VariableRange::Set(items) => {
                let mut alternatives = vec![];
                for (from, to) in items {
                    let low = self.number(from)?;
                    if !low.iter().all(|case| is_natural(&case.value, &case.when)) {
                        return Err(unsupported(text!("sets with elements that may be negative"), from));
                    }
                    let above = Translator::by_cases(&low, |low| Formula::at_most(low, &number));
                    let high = match to {
                        Some(to) => self.number(to)?,
                        None => {
                            alternatives.push(above);
                            continue;
                        }
                    };
                    let below = Translator::by_cases(&high, |high| Formula::at_most(&number, high));
                    alternatives.push(if to.as_ref() == Some(from) {
                        Translator::by_cases(&low, |low| Formula::equal(low, &number))
                    } else {
                        both(&above, &below)
                    });
                }
                guard.push(any(alternatives));
            }
            VariableRange::Powers(base) => match base.constant() {
                Some(b @ 2..) => guard.push(Formula::PowerOf(b as u64, number.clone())),
                _ => return Err(unsupported(text!("powers of a base that is not a constant above 1"), base)),
            },
            VariableRange::Sequence(NamedSet::Fibonacci) => guard.push(Formula::Fibonacci(number.clone())),
            VariableRange::Sequence(set) => {
                let what = set.name().unwrap_or_default();
                let message = text!("formulas in proofs cannot express {what}", what);
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            VariableRange::Divisors(of) => return Err(unsupported(text!("the divisors of a number"), of)),
        }
        self.meanings.push(Meaning::Number(number));
        for condition in &one.guards {
            let before = self.added.len();
            let formula = self.truth(&condition.condition)?;
            // New variables can depend on the loop variable in any way, so a formula that contains them is not
            // accepted as an upper bound.
            let plain = self.added.len() == before;
            if condition.is_while && !(plain && is_upper_bound(&formula, variable)) {
                return Err(unsupported(text!("`while` conditions that are not upper bounds"), &condition.condition));
            }
            guard.push(formula);
        }
        Ok(variable)
    }
}

/// Returns whether the formula, once false for a value of the variable, is false for all larger ones.
fn is_upper_bound(formula: &Formula, variable: Variable) -> bool {
    match formula {
        Formula::AtMostZero(e) => e.terms.iter().all(|&(v, coefficient)| v != variable || coefficient > 0),
        Formula::All(list) | Formula::Any(list) => list.iter().all(|f| is_upper_bound(f, variable)),
        other => !other.variables().contains(&variable),
    }
}

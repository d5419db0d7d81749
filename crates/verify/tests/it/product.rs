//! Decisions about formulas agree with evaluation on small numbers.

use grundy_lang::Text;
use grundy_rulelang::formula::{Bitwise, Formula, Linear, Variable};
use grundy_verify::Limits;
use grundy_verify::internals::literal::{Relation, Setting};
use grundy_verify::internals::numeration::Numeration;
use grundy_verify::internals::parametric::solution_with;
use grundy_verify::internals::product::{check_impossible, satisfied, value};
use grundy_verify::internals::work::WorkCounter;

/// A pseudorandom generator that returns the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn sum(&mut self, variables: u64) -> Linear {
        let mut sum = Linear::number(self.below(9) as i64 - 4);
        for v in 0..variables {
            sum = sum.plus(self.below(5) as i64 - 2, &Linear::variable(v as Variable));
        }
        sum
    }

    fn formula(&mut self, numeration: Numeration, variables: u64, depth: u32) -> Formula {
        let kind = self.below(if depth == 0 { 5 } else { 9 });
        let golden = numeration == Numeration::Ostrowski(1);
        match kind {
            0 => Formula::Zero(self.sum(variables)),
            1 | 2 => Formula::AtMostZero(self.sum(variables)),
            3 if golden => Formula::FloorPhi(self.sum(variables), self.sum(variables)),
            4 if golden => Formula::Fibonacci(self.sum(variables)),
            3 | 4 => match numeration {
                Numeration::Base(2) if kind == 3 => {
                    let op = [Bitwise::Xor, Bitwise::And, Bitwise::Or][self.below(3) as usize];
                    Formula::Bits(op, [self.sum(variables), self.sum(variables), self.sum(variables)])
                }
                Numeration::Base(b) => Formula::PowerOf((b * b).into(), self.sum(variables)),
                Numeration::Ostrowski(_) => Formula::Zero(self.sum(variables)),
            },
            5 | 6 => Formula::All((0..2).map(|_| self.formula(numeration, variables, depth - 1)).collect()),
            7 => Formula::Any((0..2).map(|_| self.formula(numeration, variables, depth - 1)).collect()),
            _ => self.formula(numeration, variables, depth - 1).not(),
        }
    }
}

/// The upper bound, exclusive, of the numbers that are tried for free variables.
const MAX_TRIED: u64 = 24;

/// Evaluates the formula, trying only small numbers for bound variables.
fn eval(formula: &Formula, values: &mut Vec<u64>) -> bool {
    match formula {
        Formula::Exists(bound, inner) => {
            let v = bound[0] as usize;
            values.resize(values.len().max(v + 1), 0);
            (0..MAX_TRIED + 10).any(|x| {
                values[v] = x;
                eval(inner, values)
            })
        }
        Formula::Not(inner) => !eval(inner, values),
        Formula::All(list) => list.iter().all(|f| eval(f, values)),
        other => other.eval(values).unwrap(),
    }
}

/// Checks that unsatisfiable formulas have no small solutions, and that returned solutions are correct.
#[test]
fn decisions_agree_with_search() {
    let mut dice = Dice(7);
    let limits = Limits::default();
    for numeration in [Numeration::Base(2), Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)] {
        let setting = Setting { numeration, relations: &[] };
        let (mut possible, mut impossible) = (0, 0);
        for round in 0..100 {
            let mut formula = dice.formula(numeration, 2, 3);
            if round % 4 == 0 {
                // Adds a condition of the form "there is no z such that ...".
                let least = Linear::variable(2).plus(-1, &Linear::variable(0)).plus(-1, &Linear::number(9));
                let inner = vec![Formula::AtMostZero(least), dice.formula(numeration, 3, 1)];
                let inner = Formula::Exists(vec![2], Box::new(Formula::All(inner)));
                formula = Formula::All(vec![inner.not(), formula]);
            }
            let mut work = WorkCounter::new(&limits).unwrap();
            let found = check_impossible(&Text::verbatim("found"), &formula, &[0, 1], &setting, &mut work);
            match found {
                Ok(()) => {
                    impossible += 1;
                    for x in 0..MAX_TRIED {
                        for y in 0..MAX_TRIED {
                            assert!(!eval(&formula, &mut vec![x, y]), "{numeration:?} {formula:?} {x} {y}");
                        }
                    }
                }
                Err(error) => {
                    possible += 1;
                    let message = error.message.to_string();
                    let shown = message.rsplit_once('(').unwrap().1.trim_end_matches(')');
                    let mut values: Vec<u64> = shown.split(',').map(|n| n.parse().unwrap()).collect();
                    if values[0] > MAX_TRIED {
                        continue;
                    }
                    assert!(eval(&formula, &mut values), "{numeration:?} {formula:?} {values:?}");
                }
            }
        }
        assert!(possible > 25 && impossible > 8, "{possible} {impossible}");
    }
}

/// Checks the theorem on the golden ratio for many numbers, and decisions that use the theorem.
#[test]
fn floors_of_multiples_of_phi_are_shifts() {
    let digits = |mut n: u64| {
        let mut weights = vec![1u64, 2];
        while *weights.last().unwrap() <= n {
            weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
        }
        let mut digits = vec![];
        for weight in weights.into_iter().rev() {
            digits.push(u32::from(n >= weight));
            n -= if n >= weight { weight } else { 0 };
        }
        digits
    };
    for x in (1..10_000u64).chain(99_000..100_000) {
        let shifted = digits(x - 1).into_iter().chain([0]);
        let floor = ((5 * u128::from(x).pow(2)).isqrt() + u128::from(x)) / 2;
        assert_eq!(value(Numeration::Ostrowski(1), shifted) + 1, floor, "{x}");
    }
    let setting = Setting { numeration: Numeration::Ostrowski(1), relations: &[] };
    let limits = Limits::default();
    let at = |x: i64, y: i64| Formula::FloorPhi(Linear::number(x), Linear::number(y));
    let possible = |formula: &Formula| {
        check_impossible(&Text::empty(), formula, &[], &setting, &mut WorkCounter::new(&limits).unwrap()).is_err()
    };
    for x in -2..20 {
        for y in -2..36 {
            let holds = x >= 0 && y >= 0 && at(x, y).eval(&[]) == Some(true);
            assert_eq!(possible(&at(x, y)), holds, "{x} {y}");
            assert_eq!(possible(&at(x, y).not()), !holds, "{x} {y}");
        }
    }
}

/// Decides conditions on large numbers in few steps, with both decision procedures.
///
/// Each condition states something about the differences of the numbers from large constants. The result must agree
/// with that of the same condition on small numbers.
#[test]
fn large_constants_need_few_steps() {
    let mut dice = Dice(31);
    let limits = Limits { steps: 1 << 25, ..Limits::default() };
    let mut possible = 0;
    for round in 0..150 {
        let offsets: Vec<i64> = (0..2).map(|_| 1000 + (dice.below(150_000_000) >> dice.below(16)) as i64).collect();
        let mut atom = || {
            let sum = Linear::number(dice.below(61) as i64 - 30);
            let sum = sum.plus(dice.below(4) as i64 - 1, &Linear::variable(0));
            let sum = sum.plus(dice.below(4) as i64 - 1, &Linear::variable(1));
            if dice.below(2) == 0 { Formula::Zero(sum) } else { Formula::AtMostZero(sum) }
        };
        let few = |v: Variable| Formula::at_most(&Linear::variable(v), &Linear::number(30));
        let near = Formula::All(vec![few(0), few(1), atom(), Formula::Any(vec![atom().not(), atom()])]);
        // The same condition on the differences from the large constants. These must not be negative.
        let less = |v: usize| Linear::variable(v as Variable).plus(-1, &Linear::number(offsets[v]));
        let moved = near.replace(&[(0, less(0)), (1, less(1))]);
        let above = |v: usize| Formula::at_most(&Linear::number(offsets[v]), &Linear::variable(v as Variable));
        let moved = Formula::All(vec![above(0), above(1), moved]);
        let expected = (0..31).any(|x| (0..31).any(|y| near.eval(&[x, y]) == Some(true)));
        let numeration = [Numeration::Base(2), Numeration::Base(10), Numeration::Ostrowski(1)][round % 3];
        let setting = Setting { numeration, relations: &[] };
        let by_product = satisfied(&moved, &[0, 1], &setting, &mut WorkCounter::new(&limits).unwrap()).unwrap();
        let by_sets = solution_with(&moved, &[], &mut WorkCounter::new(&limits).unwrap()).unwrap();
        let by_sets = by_sets.map(|list| list.into_iter().map(|(_, x)| x).collect::<Vec<u128>>());
        for found in [by_product, by_sets] {
            assert_eq!(found.is_some(), expected, "{moved:?}");
            if let Some(numbers) = found {
                let values: Vec<u64> = numbers.iter().map(|&x| x as u64).collect();
                assert_eq!(moved.eval(&values), Some(true), "{moved:?} {values:?}");
            }
        }
        possible += u32::from(expected);
    }
    assert!((30..130).contains(&possible), "{possible}");
}

#[test]
fn searches_beyond_limits_are_rejected() {
    // The same relation of 5 states for each of nine variables, which are independent of one another.
    let next: Vec<u32> = (0..5).flat_map(|s| [s * 2 % 5, (s * 2 + 1) % 5]).collect();
    let yes = vec![true; 5];
    let accept = vec![true, false, false, false, false];
    let relation = Relation { tracks: 1, next, letters: 2, accept, can_accept: yes.clone(), can_reject: yes };
    let setting = Setting { numeration: Numeration::Base(2), relations: &[relation] };
    let mut list: Vec<Formula> = (0..9).map(|v| Formula::Member(0, vec![Linear::variable(v)])).collect();
    let sum = (0..9).fold(Linear::number(3), |sum, v| sum.plus(7, &Linear::variable(v)));
    list.push(Formula::Zero(sum.plus(-5, &Linear::variable(9))));
    list.push(Formula::equal(&Linear::variable(9), &Linear::number(1 << 20)));
    let formula = Formula::All(list);
    for limits in [Limits { steps: 100_000, ..Limits::default() }, Limits { bytes: 100_000, ..Limits::default() }] {
        let error = check_impossible(&Text::empty(), &formula, &[], &setting, &mut WorkCounter::new(&limits).unwrap())
            .unwrap_err();
        assert_eq!(error.kind, grundy_rules::ErrorKind::Limit);
    }
}

//! Compares the decision procedure and the lemma with exhaustive evaluation on small numbers.

use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_verify::Limits;
use grundy_verify::internals::parametric::{Compare, MixedRadix, Number, exists, is_impossible, solution, zero};
use grundy_verify::internals::work::WorkCounter;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn sum(&mut self, variables: &[Variable]) -> Linear {
        let start = Linear::number(self.below(9) as i64 - 4);
        variables.iter().fold(start, |sum, &v| sum.plus(self.below(5) as i64 - 2, &Linear::variable(v)))
    }

    /// Returns a random formula in which every quantifier binds a different variable.
    fn formula(&mut self, variables: &[Variable], depth: u32, next: &mut Variable) -> Formula {
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 => Formula::Zero(self.sum(variables)),
            1 | 2 => Formula::AtMostZero(self.sum(variables)),
            3 | 4 => Formula::All((0..2).map(|_| self.formula(variables, depth - 1, next)).collect()),
            5 => Formula::Any((0..2).map(|_| self.formula(variables, depth - 1, next)).collect()),
            6 => Formula::Not(Box::new(self.formula(variables, depth - 1, next))),
            _ => {
                *next += 1;
                let own = *next;
                // The bound of at most 9 makes exhaustive evaluation possible.
                let bound = Formula::at_most(&Linear::variable(own), &Linear::number(9));
                let inner = self.formula(&[variables, &[own]].concat(), depth - 1, next);
                Formula::Exists(vec![own], Box::new(Formula::All(vec![bound, inner])))
            }
        }
    }
}

/// The largest value tried for a bound variable in exhaustive evaluation; it exceeds the bound of 9.
const MAX_TRIED: u64 = 40;

fn holds(formula: &Formula, values: &mut Vec<u64>) -> bool {
    match formula {
        Formula::Exists(bound, inner) => {
            let v = bound[0] as usize;
            let rest: Vec<Variable> = bound[1..].to_vec();
            values.resize(values.len().max(v + 1), 0);
            let inner = if rest.is_empty() { (**inner).clone() } else { Formula::Exists(rest, inner.clone()) };
            (0..=MAX_TRIED).any(|x| {
                values[v] = x;
                holds(&inner, values)
            })
        }
        Formula::Not(inner) => !holds(inner, values),
        Formula::All(list) => list.iter().all(|one| holds(one, values)),
        Formula::Any(list) => list.iter().any(|one| holds(one, values)),
        atom => atom.eval(values).unwrap(),
    }
}

#[test]
fn decisions_agree_with_counting() {
    let limits = Limits::default();
    let mut dice = Dice(3);
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..600 {
        let formula = dice.formula(&[0, 1], 4, &mut 1);
        let mut work = WorkCounter::new(&limits).unwrap();
        let found = solution(&formula, &mut work).unwrap();
        assert_eq!(is_impossible(&formula, &mut work).unwrap(), found.is_none(), "{formula:?}");
        match found {
            Some(numbers) => {
                possible += 1;
                let value = |v: Variable| numbers.iter().find(|(w, _)| *w == v).map_or(0, |(_, x)| *x as u64);
                assert!(holds(&formula, &mut vec![value(0), value(1)]), "{formula:?} {numbers:?}");
            }
            None => {
                impossible += 1;
                for x in 0..12 {
                    for y in 0..12 {
                        assert!(!holds(&formula, &mut vec![x, y]), "{formula:?} {x} {y}");
                    }
                }
            }
        }
    }
    assert!(possible > 300 && impossible > 40, "{possible} {impossible}");
}

#[test]
fn eliminated_quantifiers_preserve_truth() {
    let mut dice = Dice(11);
    let mut gone = 0;
    for _ in 0..400 {
        let inner = dice.formula(&[0, 1, 2], 3, &mut 2);
        let bound = Formula::at_most(&Linear::variable(2), &Linear::number(9));
        let inner = Formula::All(vec![bound, inner]);
        let whole = Formula::Exists(vec![2], Box::new(inner.clone()));
        let less = exists(vec![2], inner);
        gone += usize::from(!less.variables().contains(&2) && !matches!(less, Formula::Exists(..)));
        for x in 0..5 {
            for y in 0..5 {
                assert_eq!(holds(&whole, &mut vec![x, y]), holds(&less, &mut vec![x, y]), "{whole:?} {less:?} {x} {y}");
            }
        }
    }
    assert!(gone > 150, "{gone}");
}

/// Compares sums in coordinates with the integers that they represent, for random divisors.
#[test]
fn sums_of_coordinates_are_compared_as_numbers() {
    let mut dice = Dice(7);
    for round in 0..3000 {
        let first = 1 + dice.below(6) as i64;
        let (many, rest) = (1 + dice.below(4) as i64, dice.below(first as u64) as i64);
        let second = many * first + rest;
        let two = round % 2 == 0;
        let divisors = two.then(|| [Linear::number(many), Linear::number(rest)]);
        let mixed_radix = MixedRadix { first: Some(Linear::number(first)), second: divisors };
        let mut number = Number::constant(0);
        let mut whole = 0;
        for _ in 0..1 + dice.below(3) {
            let x = dice.below(60) as i64;
            let at = match two {
                true => [x % second % first, x % second / first, x / second],
                false => [x % first, x / first, 0],
            };
            let at = at.map(Linear::number);
            assert!(holds(&mixed_radix.is_normal(&at), &mut vec![]));
            let factor = dice.below(5) as i64 - 2;
            number = number.plus(factor, &Number::normal(at));
            whole += factor * x;
        }
        let constant = dice.below(21) as i64 - 10;
        number = number.plus(1, &Number::constant(constant));
        whole += constant;
        for (how, is) in [(Compare::AtMost, whole <= 0), (Compare::Equal, whole == 0)] {
            let holds_at = mixed_radix.compare(&number, how).unwrap();
            assert_eq!(holds(&holds_at, &mut vec![]), is, "{first} {many} {rest} {two} {number:?}");
        }
        // Exactly one case of a subtraction applies if the difference is a natural number; otherwise none applies.
        let (x, y) = (dice.below(60) as i64, dice.below(60) as i64);
        let at = |x: i64| match two {
            true => [x % second % first, x % second / first, x / second].map(Linear::number),
            false => [x % first, x / first, 0].map(Linear::number),
        };
        let cases = mixed_radix.minus(&at(x), &at(y));
        let matching: Vec<_> = cases.iter().filter(|(when, _)| holds(when, &mut vec![])).collect();
        assert_eq!(matching.len(), usize::from(x >= y), "{x} - {y}");
        for (_, left) in matching {
            assert_eq!(*left, at(x - y), "{x} - {y}");
        }
    }
    assert_eq!(zero(), Linear::number(0));
}

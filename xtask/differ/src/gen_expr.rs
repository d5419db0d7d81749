//! Random expressions.

use super::expr::{BinaryOp, Condition, Function, Number, Relation};
use crate::random::Random;

/// The names and functions that an expression may use.
pub struct Sources {
    /// Number of names.
    pub names: usize,
    /// Number of coordinates of a position; 0 if expressions must not refer to positions.
    pub arguments: usize,
    /// Whether expressions may contain Grundy values, `G(...)`.
    pub values: bool,
}

pub fn literal(n: i64) -> Number {
    Number::Literal(n)
}

pub fn binary(op: BinaryOp, a: Number, b: Number) -> Number {
    Number::Binary(op, Box::new(a), Box::new(b))
}

pub fn compare(a: Number, relation: Relation, b: Number) -> Condition {
    Condition::Compare(a, vec![(relation, b)])
}

pub fn and(a: Condition, b: Condition) -> Condition {
    Condition::And(Box::new(a), Box::new(b))
}

pub fn or(a: Condition, b: Condition) -> Condition {
    Condition::Or(Box::new(a), Box::new(b))
}

pub fn not(a: Condition) -> Condition {
    Condition::Not(Box::new(a))
}

const RELATIONS: [Relation; 6] =
    [Relation::Equal, Relation::Unequal, Relation::Less, Relation::AtMost, Relation::More, Relation::AtLeast];

impl Sources {
    fn name(&self, random: &mut Random) -> Number {
        Number::Name(random.below(self.names as u64) as usize)
    }

    pub fn number(&self, depth: u32, random: &mut Random) -> Number {
        if depth == 0 || random.one_in(4) {
            return if random.one_in(3) { literal(random.between(0, 9)) } else { self.name(random) };
        }
        let mut sub = || self.number(depth - 1, random);
        let (a, b) = (sub(), sub());
        match random.below(14) {
            0 | 1 => binary(BinaryOp::Add, a, b),
            2 | 3 => binary(BinaryOp::Sub, a, b),
            4 => binary(BinaryOp::Mul, literal(random.between(0, 4)), a),
            5 => binary(BinaryOp::Mul, a, b),
            // Mostly choose divisors other than 0.
            6 if random.one_in(6) => binary(BinaryOp::Div, a, b),
            6 => binary(BinaryOp::Div, a, literal(*random.pick(&[1, 2, 3, 4, 5, -2, -3]))),
            7 if random.one_in(6) => binary(BinaryOp::Rem, a, b),
            7 | 8 => binary(BinaryOp::Rem, a, literal(*random.pick(&[2, 3, 4, 5, 6, 7, -2, -3]))),
            9 => binary(*random.pick(&[BinaryOp::Or, BinaryOp::Xor, BinaryOp::And]), a, b),
            10 => Number::Power(Box::new(a), random.between(0, 3) as u32),
            11 => match a {
                Number::Literal(n) => literal(-n),
                a => Number::Negative(Box::new(a)),
            },
            12 => self.call(a, b, random),
            _ if self.arguments > 0 && self.values => Number::Value(self.position(random)),
            _ => self.name(random),
        }
    }

    fn call(&self, a: Number, b: Number, random: &mut Random) -> Number {
        let several = [Function::Min, Function::Max];
        let single = [Function::Abs, Function::Floor, Function::Phi, Function::PhiSquared, Function::OverPhi];
        let natural = [Function::Popcount, Function::Isqrt];
        match random.below(4) {
            0 => Number::Call(*random.pick(&several), vec![a, b]),
            1 => Number::Call(*random.pick(&natural), vec![Number::Call(Function::Abs, vec![a])]),
            2 => Number::Call(Function::Gcd, vec![Number::Call(Function::Abs, vec![a]), literal(random.between(1, 9))]),
            _ => {
                let function = *random.pick(&single);
                // The program refuses to combine a quotient that is rounded down with an irrational number.
                let is_irrational = matches!(function, Function::Phi | Function::PhiSquared | Function::OverPhi);
                let a = if is_irrational && a.has_quotient() { Number::Call(Function::Floor, vec![a]) } else { a };
                Number::Call(function, vec![a])
            }
        }
    }

    /// Returns random expressions for the coordinates of a position, usually near the current one.
    pub fn position(&self, random: &mut Random) -> Vec<Number> {
        let near = |k: usize, random: &mut Random| {
            let name = Number::Name(k);
            match random.below(8) {
                0 | 1 => binary(BinaryOp::Sub, name, literal(random.between(1, 6))),
                2 | 3 => binary(BinaryOp::Add, name, literal(random.between(1, 6))),
                4 => binary(BinaryOp::Div, name, literal(2)),
                5 if random.one_in(2) => binary(BinaryOp::Mul, literal(2), name),
                6 => self.name(random),
                // The coordinates of a position must not refer to other positions.
                7 if random.one_in(3) => Sources { arguments: 0, values: false, ..*self }.number(1, random),
                _ => name,
            }
        };
        (0..self.arguments).map(|k| near(k, random)).collect()
    }

    pub fn condition(&self, depth: u32, random: &mut Random) -> Condition {
        if depth > 0 && !random.one_in(3) {
            let a = self.condition(depth - 1, random);
            return match random.below(5) {
                0 => not(a),
                1 | 2 => and(a, self.condition(depth - 1, random)),
                _ => or(a, self.condition(depth - 1, random)),
            };
        }
        let number = self.number(2, random);
        match random.below(8) {
            0..=2 => {
                let mut rest = vec![(*random.pick(&RELATIONS), self.number(1, random))];
                if random.one_in(4) {
                    rest.push((*random.pick(&RELATIONS), self.number(1, random)));
                }
                Condition::Compare(number, rest)
            }
            3..=5 => {
                let item = |random: &mut Random| {
                    let from = if random.one_in(6) { self.number(1, random) } else { literal(random.between(0, 9)) };
                    let to = literal(random.between(0, 12));
                    (from, random.one_in(4).then_some(to))
                };
                let of = (0..1 + random.below(3)).map(|_| item(random)).collect();
                Condition::Member { number, of, braces: true, not: random.one_in(2) }
            }
            6 => {
                let of = vec![(literal(random.between(0, 6)), Some(self.number(1, random)))];
                Condition::Member { number, of, braces: false, not: random.one_in(2) }
            }
            _ if self.arguments > 0 => Condition::Lost(self.position(random)),
            _ => compare(number, Relation::Equal, literal(random.between(0, 4))),
        }
    }
}

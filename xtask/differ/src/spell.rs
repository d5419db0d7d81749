//! Writes trees as text, with random white space, and with minimal or additional parentheses.

use super::expr::{BinaryOp, Condition, Function, Number, Relation};
use crate::random::Random;

/// Precedences, by the table of operators in the documentation of rules.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
const BITS: u8 = 5;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const NEGATE: u8 = 10;
const POWER: u8 = 11;
const ATOM: u8 = 12;

/// A writer of expressions and its options.
pub struct Speller<'a> {
    pub names: &'a [String],
    /// Whether to use the syntax of claims: products `2n`, absolute values `|a-b|`, and commas for `and`.
    pub claim: bool,
    /// Whether to write as few parentheses and blanks as possible.
    pub minimal: bool,
    pub random: &'a mut Random,
    pub out: Vec<String>,
}

impl Speller<'_> {
    pub fn push(&mut self, word: &str) {
        self.out.push(word.to_string());
    }

    fn bracketed(&mut self, needed: bool, write: impl FnOnce(&mut Self)) {
        let brackets = needed || (!self.minimal && self.random.one_in(8));
        if brackets {
            self.push("(");
        }
        write(self);
        if brackets {
            self.push(")");
        }
    }

    /// Writes a number; operators that bind weaker than `level` get parentheses.
    pub fn number(&mut self, number: &Number, level: u8) {
        match number {
            Number::Literal(n) if *n >= 0 => self.push(&n.to_string()),
            Number::Literal(n) => self.number(&Number::Negative(Box::new(Number::Literal(-n))), level),
            Number::Name(place) => {
                let name = self.names[*place].clone();
                self.push(&name);
            }
            Number::Binary(BinaryOp::Mul, a, b) if self.claim && self.juxtaposed(a, b, level) => {}
            Number::Binary(op, a, b) => {
                let (word, own) = match op {
                    BinaryOp::Or => ("|", BITS),
                    BinaryOp::Xor => ("xor", BITS + 1),
                    BinaryOp::And => ("&", BITS + 2),
                    BinaryOp::Add => ("+", SUM),
                    BinaryOp::Sub => ("-", SUM),
                    BinaryOp::Mul => ("*", PRODUCT),
                    BinaryOp::Div => ("/", PRODUCT),
                    BinaryOp::Rem if self.random.one_in(3) => ("mod", PRODUCT),
                    BinaryOp::Rem => ("%", PRODUCT),
                };
                self.bracketed(own < level, |to| {
                    to.number(a, own);
                    to.push(word);
                    to.number(b, own + 1);
                });
            }
            Number::Power(base, exponent) => self.bracketed(POWER < level, |to| {
                to.number(base, ATOM);
                to.push("^");
                to.push(&exponent.to_string());
            }),
            Number::Negative(a) => self.bracketed(NEGATE < level, |to| {
                to.push("-");
                to.number(a, NEGATE);
            }),
            Number::Call(function, of) => self.call(*function, of),
            Number::Value(of) => self.value(of),
            Number::Mex(of) => {
                self.push("mex");
                self.push("(");
                for (k, (first, last)) in of.iter().enumerate() {
                    if k > 0 {
                        self.push(",");
                    }
                    self.value(first);
                    if let Some(last) = last {
                        self.push("..");
                        self.value(last);
                    }
                }
                self.push(")");
            }
        }
    }

    fn value(&mut self, of: &[Number]) {
        let word = if self.claim && self.random.one_in(8) { "sg" } else { "G" };
        self.push(word);
        self.arguments(of);
    }

    /// Writes a product as `2n` or `2n^2`, if it has this form and cannot be misread.
    fn juxtaposed(&mut self, a: &Number, b: &Number, level: u8) -> bool {
        let Number::Literal(factor @ 0..) = a else { return false };
        let (name, exponent) = match b {
            Number::Name(place) => (*place, None),
            Number::Power(base, exponent) => match **base {
                Number::Name(place) => (place, Some(*exponent)),
                _ => return false,
            },
            _ => return false,
        };
        if level > PRODUCT || self.random.one_in(2) {
            return false;
        }
        let product = format!("{factor}{}", self.names[name]);
        self.push(&product);
        if let Some(exponent) = exponent {
            self.push("^");
            self.push(&exponent.to_string());
        }
        true
    }

    fn call(&mut self, function: Function, of: &[Number]) {
        let simple = |number: &Number| matches!(number, Number::Name(_) | Number::Literal(0..));
        if let (Function::Abs, [Number::Binary(BinaryOp::Sub, a, b)]) = (function, of)
            && self.claim
            && simple(a)
            && simple(b)
            && self.random.one_in(2)
        {
            self.push("|");
            self.number(a, SUM);
            self.push("-");
            self.number(b, SUM);
            self.push("|");
            return;
        }
        let name = match function {
            Function::Min => "min",
            Function::Max => "max",
            Function::Gcd => "gcd",
            Function::Popcount => "popcount",
            Function::Isqrt => "isqrt",
            Function::Abs => "abs",
            Function::TrailingZeros => "trailing_zeros",
            Function::TrailingOnes => "trailing_ones",
            Function::LowestPower => "lowest_power",
            Function::HighestPower => "highest_power",
            Function::Floor | Function::Phi | Function::PhiSquared | Function::OverPhi => "floor",
        };
        self.push(name);
        self.push("(");
        match function {
            Function::Phi | Function::PhiSquared | Function::OverPhi => {
                self.number(&of[0], ATOM);
                self.push(if function == Function::OverPhi { "/" } else { "*" });
                self.push("phi");
                if function == Function::PhiSquared {
                    self.push("^");
                    self.push("2");
                }
            }
            _ => self.list(of),
        }
        self.push(")");
    }

    fn list(&mut self, of: &[Number]) {
        for (k, number) in of.iter().enumerate() {
            if k > 0 {
                self.push(",");
            }
            self.number(number, 0);
        }
    }

    fn arguments(&mut self, of: &[Number]) {
        if of.is_empty() {
            return;
        }
        self.push("(");
        self.list(of);
        self.push(")");
    }

    /// Writes a condition; operators that bind weaker than `level` get parentheses.
    pub fn condition(&mut self, condition: &Condition, level: u8) {
        match condition {
            Condition::Compare(first, rest) => self.bracketed(COMPARE < level, |to| {
                to.number(first, BITS);
                for (relation, number) in rest {
                    let word = match relation {
                        Relation::Equal if to.claim && to.random.one_in(3) => "=",
                        Relation::Equal => "==",
                        Relation::Unequal => "!=",
                        Relation::Less => "<",
                        Relation::AtMost => "<=",
                        Relation::More => ">",
                        Relation::AtLeast => ">=",
                    };
                    to.push(word);
                    to.number(number, BITS);
                }
            }),
            Condition::Member { number, of, braces, not } => self.bracketed(COMPARE < level, |to| {
                to.number(number, BITS);
                if *not {
                    to.push("not");
                }
                to.push("in");
                if *braces {
                    to.push("{");
                }
                for (k, (from, upto)) in of.iter().enumerate() {
                    if k > 0 {
                        to.push(",");
                    }
                    to.number(from, BITS);
                    if let Some(upto) = upto {
                        to.push("..");
                        to.number(upto, BITS);
                    }
                }
                if *braces {
                    to.push("}");
                }
            }),
            Condition::Not(a) => self.bracketed(NOT < level, |to| {
                to.push("not");
                to.condition(a, NOT);
            }),
            Condition::And(a, b) => {
                let top =
                    level == 0 && self.claim && !matches!(**a, Condition::Or(..)) && !matches!(**b, Condition::Or(..));
                if top && self.random.one_in(4) {
                    self.condition(a, AND);
                    let comma = *self.random.pick(&[",", ";"]);
                    self.push(comma);
                    return self.condition(b, AND + 1);
                }
                self.bracketed(AND < level, |to| {
                    to.condition(a, AND);
                    to.push("and");
                    to.condition(b, AND + 1);
                });
            }
            Condition::Or(a, b) => self.bracketed(OR < level, |to| {
                to.condition(a, OR);
                to.push("or");
                to.condition(b, OR + 1);
            }),
            Condition::Lost(of) => {
                self.push("P");
                self.arguments(of);
            }
        }
    }

    /// Returns what was written, as one line.
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        for word in std::mem::take(&mut self.out) {
            let (last, first) = (text.chars().last(), word.chars().next());
            let needed =
                matches!((last, first), (Some(a), Some(b)) if (is_word(a) && is_word(b)) || (a == '|' && b == '|'));
            // A function name and its parenthesis must be adjacent.
            let call = last.is_some_and(is_word) && word == "(";
            if needed || (!self.minimal && !call && last.is_some() && self.random.one_in(2)) {
                text.push_str(if self.minimal || !self.random.one_in(12) { " " } else { "  " });
            }
            text.push_str(&word);
        }
        text
    }
}

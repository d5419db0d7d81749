//! Random rules, in most of which the numbers decrease.

use super::super::expr::{BinaryOp, Function, Number, Relation};
use super::super::gen_expr::{Sources, and, binary, compare, literal};
use super::super::play::{Rules, Side};
use super::rule::{Choice, Qualifier, Rule, Source};
use crate::random::Random;
use std::rc::Rc;

/// A generator of choices for rules with `arity` parameters.
struct Maker<'a> {
    arity: usize,
    names: Vec<String>,
    random: &'a mut Random,
}

pub fn name(k: usize) -> Number {
    Number::Name(k)
}

pub fn minus(a: Number, b: Number) -> Number {
    binary(BinaryOp::Sub, a, b)
}

impl Maker<'_> {
    fn fresh_variable(&mut self) -> usize {
        let name = ["k", "i", "j", "take", "x"].iter().find(|name| self.names.iter().all(|known| known != *name));
        self.names.push(name.expect("few variables").to_string());
        self.names.len() - 1
    }

    fn sources(&self) -> Sources {
        Sources { names: self.names.len(), arguments: 0, values: false }
    }

    /// Returns the range of a variable that is subtracted from parameter `of`.
    ///
    /// Half of the endless ranges get a condition that ends them.
    fn source(&mut self, of: usize, variable: usize, endless: bool) -> (Source, Vec<Qualifier>) {
        let random = &mut *self.random;
        let mut qualifiers = vec![];
        let up_to = |random: &mut Random| match random.below(4) {
            0 => name(of),
            1 => binary(BinaryOp::Div, name(of), literal(2)),
            2 => Number::Call(Function::Min, vec![name(of), literal(random.between(2, 6))]),
            _ => literal(random.between(1, 7)),
        };
        let source = match random.below(if endless { 8 } else { 6 }) {
            0..=2 => Source::Range(literal(random.between(1, 2)), Some(up_to(random))),
            3 => {
                let item = |random: &mut Random| {
                    let low = random.between(1, 6);
                    (literal(low), random.one_in(3).then(|| literal(random.between(low, 8))))
                };
                Source::Set((0..1 + random.below(3)).map(|_| item(random)).collect())
            }
            4 | 5 => Source::Divisors(name(of)),
            6 => Source::Range(literal(1), None),
            _ if random.one_in(6) => Source::Powers(random.between(2, 4)),
            _ => {
                const NAMES: [&str; 8] =
                    ["squares", "primes", "fibonacci", "triangular", "factorials", "cubes", "squarefree", "practical"];
                Source::Named(random.pick::<&str>(&NAMES))
            }
        };
        if source.is_endless() && random.one_in(2) {
            let bound = up_to(random);
            let relation = *random.pick(&[Relation::Less, Relation::AtMost]);
            let condition = compare(name(variable), relation, bound);
            qualifiers.push(if random.one_in(2) { Qualifier::If(condition) } else { Qualifier::While(condition) });
        }
        (source, qualifiers)
    }

    fn choice(&mut self) -> Choice {
        let of = self.random.below(self.arity as u64) as usize;
        let mut part: Vec<Number> = (0..self.arity).map(name).collect();
        let mut qualifiers = vec![];
        let mut repeat = false;
        let mut parts = None;
        let other = if self.arity > 1 { Some((of + 1) % self.arity) } else { None };
        match self.random.below(12) {
            0..=4 => {
                let variable = self.fresh_variable();
                // A range may lack an upper bound only if no second variable is subtracted: the loop then stops where the
                // parameter would become negative.
                let parted = other.is_none() && self.random.one_in(4);
                let (source, ends) = self.source(of, variable, !parted);
                qualifiers.push(Qualifier::For(variable, source));
                qualifiers.extend(ends);
                part[of] = minus(name(of), name(variable));
                if let Some(other) = other {
                    match self.random.below(6) {
                        0 => part[other] = minus(name(other), name(variable)),
                        1 => part[other] = binary(BinaryOp::Add, name(other), name(variable)),
                        2 => part[other] = binary(BinaryOp::Mul, literal(2), name(variable)),
                        3 => part.swap(of, other),
                        _ => {}
                    }
                } else if parted {
                    // Split the remainder into two components.
                    let cut = self.fresh_variable();
                    let rest = minus(minus(name(of), name(variable)), name(cut));
                    let low = literal(self.random.between(0, 1));
                    let high = minus(name(of), name(variable));
                    qualifiers.push(Qualifier::For(cut, Source::Range(low, Some(high))));
                    parts = Some(vec![vec![name(cut)], vec![rest]]);
                }
                repeat = self.random.one_in(8) && parts.is_none();
            }
            5 => part[of] = binary(BinaryOp::Div, name(of), literal(self.random.between(2, 3))),
            6 => {
                part[of] = minus(name(of), literal(self.random.between(1, 3)));
                repeat = self.random.one_in(5);
            }
            7 if other.is_none() => {
                let cut = self.fresh_variable();
                qualifiers.push(Qualifier::For(cut, Source::Range(literal(1), Some(minus(name(0), literal(1))))));
                parts = Some(vec![vec![name(cut)], vec![minus(name(0), name(cut))]]);
            }
            8 if other.is_none() && self.random.one_in(2) => {
                parts = Some(vec![vec![minus(name(0), literal(2))], vec![literal(1)], vec![literal(0)]]);
                qualifiers.push(Qualifier::If(compare(name(0), Relation::More, literal(1))));
            }
            8 if self.random.one_in(2) => parts = Some(vec![]),
            9 => {
                // Move to an arbitrary smaller number.
                let anything = self.sources().number(2, self.random);
                let below = binary(BinaryOp::Rem, anything, literal(self.random.between(2, 5)));
                part[of] = minus(minus(name(of), literal(1)), Number::Call(Function::Abs, vec![below]));
            }
            10 if self.random.one_in(3) => {
                // Move to arbitrary numbers, which permits rises and cycles.
                for number in &mut part {
                    if self.random.one_in(2) {
                        *number = Sources { names: self.arity, arguments: 0, values: false }.number(2, self.random);
                    }
                }
            }
            _ => {
                let Some(other) = other else {
                    part[0] = minus(name(0), literal(self.random.between(1, 4)));
                    return self.conditions(part, qualifiers, false, parts);
                };
                part[of] = minus(name(of), name(other));
                qualifiers.push(Qualifier::If(compare(name(other), Relation::More, literal(0))));
                repeat = self.random.one_in(2);
            }
        }
        self.conditions(part, qualifiers, repeat, parts)
    }

    fn conditions(
        &mut self,
        part: Vec<Number>,
        mut qualifiers: Vec<Qualifier>,
        repeat: bool,
        parts: Option<Vec<Vec<Number>>>,
    ) -> Choice {
        if self.random.one_in(2) {
            let mut condition = self.sources().condition(2, self.random);
            if self.random.one_in(8) {
                condition = and(condition, compare(name(0), Relation::Unequal, literal(self.random.between(0, 9))));
            }
            qualifiers.push(Qualifier::If(condition));
        }
        let mut times = None;
        let parts = parts.unwrap_or_else(|| {
            // Keep the number of copies small, because the brute force searches all plays of them.
            if self.arity > 1 && !repeat && self.random.one_in(6) {
                let of = name(self.random.below(self.names.len() as u64) as usize);
                times = Some(match self.random.below(4) {
                    0 => literal(self.random.between(0, 3)),
                    1 => minus(literal(2), of),
                    _ => Number::Call(Function::Min, vec![of, literal(2)]),
                });
            }
            vec![part]
        });
        // An endless variable ends where a component would be negative; that component must not be inside a sum.
        let is_endless = |one: &Qualifier| matches!(one, Qualifier::For(_, source) if source.is_endless());
        let plain = repeat || qualifiers.iter().any(is_endless);
        let (parts, sum) = self.summed(parts, &mut times, plain);
        Choice {
            side: None,
            must: self.random.one_in(10),
            repeat,
            parts,
            times,
            sum,
            qualifiers,
            names: self.names.clone(),
        }
    }

    /// Sometimes repeats the last component for all values of one or two variables with small ranges.
    #[allow(clippy::type_complexity)] // the parts of a choice, and its sum
    fn summed(
        &mut self,
        mut parts: Vec<Vec<Number>>,
        times: &mut Option<Number>,
        plain: bool,
    ) -> (Vec<Vec<Number>>, Option<Vec<Qualifier>>) {
        if plain || !self.random.one_in(6) {
            return (parts, None);
        }
        let known = self.names.len();
        let Some(last) = parts.last_mut() else { return (parts, None) };
        let variable = self.fresh_variable();
        let of = self.random.below(last.len() as u64) as usize;
        match self.random.below(5) {
            0 => last[of] = minus(last[of].clone(), name(variable)),
            1 => last[of] = Number::Call(Function::Min, vec![last[of].clone(), name(variable)]),
            2 => last[of] = binary(BinaryOp::Div, last[of].clone(), name(variable)),
            // Leave the components equal.
            _ => {}
        }
        let last_value = name(self.random.below(known as u64) as usize);
        let last_value = Number::Call(Function::Min, vec![last_value, literal(self.random.between(1, 3))]);
        if times.is_none() && self.random.one_in(6) {
            *times = Some(literal(self.random.between(0, 2)));
        }
        if known > self.arity && self.random.one_in(4) {
            // The sum grows with the last variable of the option.
            *last = (0..self.arity).map(name).collect();
            last[of] = minus(name(of), name(variable));
            let last_value = Number::Call(Function::Min, vec![name(known - 1), literal(self.random.between(2, 3))]);
            return (parts, Some(vec![Qualifier::For(variable, Source::Range(literal(1), Some(last_value)))]));
        }
        let first = literal(self.random.between(0, 1));
        let mut qualifiers = match self.random.below(6) {
            0 => {
                let named = *self.random.pick(&["squares", "primes", "fibonacci", "triangular", "factorials"]);
                let below = compare(name(variable), Relation::AtMost, last_value);
                let ends = if self.random.one_in(2) { Qualifier::If(below) } else { Qualifier::While(below) };
                vec![Qualifier::For(variable, Source::Named(named)), ends]
            }
            1 => {
                let items = (0..1 + self.random.below(2)).map(|_| (literal(self.random.between(0, 3)), None)).collect();
                vec![Qualifier::For(variable, Source::Set(items))]
            }
            _ => vec![Qualifier::For(variable, Source::Range(first, Some(last_value)))],
        };
        if self.random.one_in(4) {
            let inner = self.fresh_variable();
            if self.random.one_in(2) {
                last[of] = minus(last[of].clone(), name(inner));
            }
            let upper = Number::Call(Function::Min, vec![name(variable), literal(2)]);
            qualifiers.push(Qualifier::For(inner, Source::Range(literal(1), Some(upper))));
        }
        if self.random.one_in(3) {
            let condition = self.sources().condition(1, self.random);
            let is_while = self.random.one_in(3);
            qualifiers.push(if is_while { Qualifier::While(condition) } else { Qualifier::If(condition) });
        }
        (parts, Some(qualifiers))
    }
}

/// Returns rules on small numbers with random moves between them, often with cycles.
fn random_graph(random: &mut Random) -> Rc<dyn Rules> {
    let max_number = random.between(1, 4);
    let sides: &[Option<Side>] = if random.one_in(3) { &[None] } else { &[None, Some(Side::Left), Some(Side::Right)] };
    let mut choices: Vec<Choice> = vec![];
    for _ in 0..random.between(1, 2 * max_number) {
        let (from, mut to) = (random.between(0, max_number), random.between(0, max_number));
        if random.one_in(3) {
            to = to.min((from - 1).max(0));
        }
        let mut parts = vec![vec![literal(to)]];
        // A position that splits into copies of itself has infinitely many reachable positions.
        if random.one_in(5) && (to < from || from == 0) {
            parts.push(vec![literal(random.between(0, (from - 1).max(0)))]);
        }
        let at_number = Qualifier::If(compare(name(0), Relation::Equal, literal(from)));
        let names = vec!["n".to_string()];
        let side = *random.pick(sides);
        choices.push(Choice {
            side,
            must: false,
            repeat: false,
            parts,
            times: None,
            sum: None,
            qualifiers: vec![at_number],
            names,
        });
    }
    // Options before the first label belong to both players.
    choices.sort_by_key(|choice| choice.side.map(|side| side as u8));
    Rc::new(Rule::new(1, choices, random.one_in(3), random))
}

/// Returns a rule with one parameter that moves can increase, although play always ends.
///
/// The second result is the largest number that has moves.
pub fn random_rising(random: &mut Random) -> (Rc<dyn Rules>, i64) {
    let names = || vec!["n".to_string()];
    if random.one_in(3) {
        // The number rises up to a bound, in one or several steps.
        let max_number = random.between(3, 8);
        let mut choices = vec![];
        for _ in 0..random.between(1, 2) {
            let low = random.between(1, 3);
            let mut qualifiers = vec![];
            let (mut names, mut parts) = (names(), vec![vec![binary(BinaryOp::Add, name(0), literal(low))]]);
            if random.one_in(2) {
                names.push("k".to_string());
                qualifiers
                    .push(Qualifier::For(1, Source::Range(literal(low), Some(literal(low + random.between(0, 2))))));
                parts = vec![vec![binary(BinaryOp::Add, name(0), name(1))]];
            } else if random.one_in(3) {
                parts.push(vec![binary(BinaryOp::Add, name(0), literal(random.between(1, 4)))]);
            }
            qualifiers.push(Qualifier::If(compare(name(0), Relation::Less, literal(random.between(2, max_number)))));
            choices.push(Choice {
                side: None,
                must: false,
                repeat: false,
                parts,
                times: None,
                sum: None,
                qualifiers,
                names,
            });
        }
        return (Rc::new(Rule::new(1, choices, random.one_in(3), random)), max_number);
    }
    // Put the numbers in a random order; every move leads down that order.
    let max_number = random.between(2, 7);
    let mut order: Vec<i64> = (0..=max_number).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at as u64 + 1) as usize);
    }
    let choices = (0..random.between(2, 2 * max_number)).map(|_| {
        let from = random.between(1, max_number) as usize;
        let lower = |random: &mut Random| vec![literal(order[random.below(from as u64) as usize])];
        let mut parts = vec![lower(random)];
        if random.one_in(6) {
            parts.push(lower(random));
        }
        let at_number = Qualifier::If(compare(name(0), Relation::Equal, literal(order[from])));
        Choice {
            side: None,
            must: false,
            repeat: false,
            parts,
            times: None,
            sum: None,
            qualifiers: vec![at_number],
            names: names(),
        }
    });
    let choices = choices.collect();
    (Rc::new(Rule::new(1, choices, random.one_in(3), random)), max_number)
}

pub fn random_rule(random: &mut Random) -> Rc<dyn Rules> {
    if random.one_in(10) {
        return random_rising(random).0;
    }
    if random.one_in(6) {
        return random_graph(random);
    }
    let arity = *random.pick(&[1, 1, 1, 1, 2, 2, 3]);
    let partizan = random.one_in(6);
    let sets: [&[&str]; 3] =
        [&["n", "m", "a", "heap"], &["a b", "n m", "x y", "left_1 b_2"], &["a b c", "p q r", "n m l"]];
    let mut choices: Vec<Choice> = vec![];
    for _ in 0..1 + random.below(3) {
        let mut names: Vec<String> = random.pick(sets[arity - 1]).split(' ').map(String::from).collect();
        if let Some(first) = choices.first()
            && !random.one_in(4)
        {
            names = first.names[..arity].to_vec();
        }
        choices.push(Maker { arity, names, random }.choice());
    }
    if partizan {
        // Options before the first label belong to both players.
        let first = random.below(choices.len() as u64) as usize;
        let mut side = *random.pick(&Side::BOTH);
        for choice in &mut choices[first..] {
            choice.side = Some(side);
            if random.one_in(2) {
                side = side.other();
            }
        }
    }
    let spare = random.one_in(3);
    Rc::new(Rule::new(arity, choices, spare, random))
}

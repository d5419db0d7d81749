//! Random claims as trees, and an interpreter that evaluates them as the documentation describes.
//!
//! The interpreter shares no code with the library. Start with `Kind::claim`, `text` and `evaluate_claim`.

/// The reason why a claim neither holds nor fails at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Silent,
    OutOfScope,
    Unknown,
    EvalError,
}

/// A function that returns the value of a position; `None` if the value is unknown.
///
/// For claims about outcomes, 0 means P and every other number means N.
pub type Known<'a> = &'a dyn Fn(&[u64]) -> Option<u64>;

#[derive(Clone, Debug)]
pub enum Number {
    Constant(i64),
    Name(usize),
    Plus(Box<Number>, Box<Number>),
    Minus(Box<Number>, Box<Number>),
    Times(i64, Box<Number>),
    /// A quotient by a positive constant, rounded down.
    Over(Box<Number>, i64),
    Modulo(Box<Number>, i64),
    /// A quotient by any number, rounded down.
    Through(Box<Number>, Box<Number>),
    Least(Box<Number>, Box<Number>),
    Value(Vec<Number>),
    Entry(Vec<i64>, Box<Number>),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Less(Number, Number),
    Equal(Number, Number),
    /// Membership in a set: `in {0,2}`, or `not in {0,2}` if the flag is false.
    Among(Number, Vec<i64>, bool),
    /// The outcome of a position: `P(...)` or `N(...)`.
    Letter(char, Vec<Number>),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// Statements with a common scope; each statement is a condition, or two conditions joined by `iff`.
#[derive(Clone, Debug)]
pub struct Component {
    pub statements: Vec<(Condition, Option<Condition>)>,
    pub scope: Option<Condition>,
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The elements from which random claims are made.
#[derive(Clone, Copy)]
pub struct Kind {
    pub names: &'static [&'static str],
    /// Whether claims look up values of positions.
    pub values: bool,
    /// Whether divisors can be arbitrary expressions; formulas cannot express this.
    pub division: bool,
}

fn boxed_pair<T>(a: T, b: T) -> (Box<T>, Box<T>) {
    (Box::new(a), Box::new(b))
}

impl Kind {
    fn arithmetic(&self, random: &mut Random, depth: usize) -> Number {
        if depth == 0 {
            return match random.below(3) {
                0 => Number::Constant(random.below(8) as i64),
                _ => Number::Name(random.below(self.names.len())),
            };
        }
        match random.below(7) {
            0 | 1 => {
                let (a, b) = boxed_pair(self.arithmetic(random, depth - 1), Number::Constant(random.below(7) as i64));
                Number::Minus(a, b)
            }
            2 => {
                let (a, b) = boxed_pair(self.arithmetic(random, depth - 1), self.arithmetic(random, depth - 1));
                Number::Plus(a, b)
            }
            3 => Number::Times(2 + random.below(2) as i64, Box::new(self.arithmetic(random, depth - 1))),
            4 => Number::Over(Box::new(self.arithmetic(random, depth - 1)), 2 + random.below(3) as i64),
            5 => Number::Modulo(Box::new(self.arithmetic(random, depth - 1)), 2 + random.below(5) as i64),
            _ => {
                let (a, b) = boxed_pair(self.arithmetic(random, depth - 1), self.arithmetic(random, depth - 1));
                Number::Least(a, b)
            }
        }
    }

    /// Returns expressions for the parameters of a random position, mostly smaller than the current one.
    fn position(&self, random: &mut Random) -> Vec<Number> {
        let own = |k: usize| Number::Name(k);
        let mut of: Vec<Number> = (0..self.names.len()).map(own).collect();
        match random.below(6) {
            0 => {}
            1 if of.len() > 1 => of.reverse(),
            1 => of[0] = Number::Times(2, Box::new(own(0))),
            2 => of[0] = Number::Over(Box::new(own(0)), 2),
            3 => {
                let k = random.below(of.len());
                let (a, b) = boxed_pair(own(k), Number::Constant(1 + random.below(3) as i64));
                of[k] = Number::Plus(a, b);
            }
            _ => {
                let k = random.below(of.len());
                let (a, b) = boxed_pair(own(k), Number::Constant(1 + random.below(6) as i64));
                of[k] = Number::Minus(a, b);
            }
        }
        of
    }

    fn number(&self, random: &mut Random) -> Number {
        match random.below(5) {
            0 if self.values => Number::Value(self.position(random)),
            1 => {
                let list: Vec<i64> = (0..2 + random.below(3)).map(|_| random.below(5) as i64 - 1).collect();
                let index = if random.below(2) == 0 {
                    Number::Modulo(Box::new(self.arithmetic(random, 1)), list.len() as i64)
                } else {
                    self.arithmetic(random, 1)
                };
                Number::Entry(list, Box::new(index))
            }
            2 if self.division => {
                let (a, b) = boxed_pair(Number::Constant(6), self.arithmetic(random, 1));
                Number::Through(a, b)
            }
            _ => self.arithmetic(random, 2),
        }
    }

    pub fn condition(&self, random: &mut Random, depth: usize, with_lookups: bool) -> Condition {
        if depth == 0 {
            return match random.below(5) {
                0 | 1 if with_lookups => Condition::Letter(['P', 'P', 'N'][random.below(3)], self.position(random)),
                2 => Condition::Less(self.lookup_or_arithmetic(random, with_lookups), self.arithmetic(random, 1)),
                3 => {
                    let set = (0..1 + random.below(3)).map(|_| random.below(7) as i64).collect();
                    Condition::Among(self.lookup_or_arithmetic(random, with_lookups), set, random.below(2) == 0)
                }
                _ => Condition::Equal(self.lookup_or_arithmetic(random, with_lookups), self.arithmetic(random, 1)),
            };
        }
        let mut inner = || self.condition(random, depth - 1, with_lookups);
        let (a, b) = boxed_pair(inner(), inner());
        match random.below(5) {
            0 => Condition::Not(a),
            1 | 2 => Condition::And(a, b),
            _ => Condition::Or(a, b),
        }
    }

    fn lookup_or_arithmetic(&self, random: &mut Random, with_lookups: bool) -> Number {
        if with_lookups { self.number(random) } else { self.arithmetic(random, 2) }
    }

    pub fn claim(&self, random: &mut Random) -> Vec<Component> {
        let clause_count = 1 + usize::from(random.below(5) == 0);
        (0..clause_count)
            .map(|_| {
                let count = 1 + usize::from(random.below(5) == 0);
                let statements = (0..count)
                    .map(|_| {
                        let depth = random.below(3);
                        let right = self.condition(random, depth, true);
                        match random.below(4) {
                            0 => (right, None),
                            1 => {
                                let left = self.condition(random, 0, true);
                                (left, Some(right))
                            }
                            _ => {
                                let own = (0..self.names.len()).map(Number::Name).collect();
                                (Condition::Letter('P', own), Some(right))
                            }
                        }
                    })
                    .collect();
                let scope = (random.below(3) == 0)
                    .then(|| self.condition(random, random.0 as usize % 2, random.0.is_multiple_of(5)));
                Component { statements, scope }
            })
            .collect()
    }
}

impl Number {
    pub fn text(&self, names: &[&str]) -> String {
        let all = |of: &[Number]| of.iter().map(|of| of.text(names)).collect::<Vec<_>>().join(",");
        match self {
            Number::Constant(n) => n.to_string(),
            Number::Name(k) => names[*k].to_string(),
            Number::Plus(a, b) => format!("({}+{})", a.text(names), b.text(names)),
            Number::Minus(a, b) => format!("({}-{})", a.text(names), b.text(names)),
            Number::Times(n, a) => format!("({n}*{})", a.text(names)),
            Number::Over(a, n) => format!("({}/{n})", a.text(names)),
            Number::Modulo(a, n) => format!("({}%{n})", a.text(names)),
            Number::Through(a, b) => format!("({}/{})", a.text(names), b.text(names)),
            Number::Least(a, b) => format!("min({},{})", a.text(names), b.text(names)),
            Number::Value(of) => format!("G({})", all(of)),
            Number::Entry(list, index) => format!("{list:?}[{}]", index.text(names)),
        }
    }

    fn value(&self, at: &[u64], known: Known<'_>) -> Result<i64, Stop> {
        let value = |of: &Number| of.value(at, known);
        Ok(match self {
            Number::Constant(n) => *n,
            Number::Name(k) => at[*k] as i64,
            Number::Plus(a, b) => value(a)? + value(b)?,
            Number::Minus(a, b) => value(a)? - value(b)?,
            Number::Times(n, a) => n * value(a)?,
            Number::Over(a, n) => value(a)?.div_euclid(*n),
            Number::Modulo(a, n) => value(a)?.rem_euclid(*n),
            Number::Through(a, b) => match (value(a)?, value(b)?) {
                (_, 0) => return Err(Stop::EvalError),
                (a, b) if b < 0 => (-a).div_euclid(-b),
                (a, b) => a.div_euclid(b),
            },
            Number::Least(a, b) => value(a)?.min(value(b)?),
            Number::Value(of) => known_entry(of, at, known)? as i64,
            Number::Entry(list, index) => {
                let index = usize::try_from(value(index)?).map_err(|_| Stop::Silent)?;
                *list.get(index).ok_or(Stop::Silent)?
            }
        })
    }
}

fn known_entry(of: &[Number], at: &[u64], known: Known<'_>) -> Result<u64, Stop> {
    let mut position = vec![];
    let mut silent = false;
    for number in of {
        match u64::try_from(number.value(at, known)?) {
            Ok(x) => position.push(x),
            Err(_) => silent = true,
        }
    }
    if silent { Err(Stop::Silent) } else { known(&position).ok_or(Stop::Unknown) }
}

impl Condition {
    pub fn text(&self, names: &[&str]) -> String {
        match self {
            Condition::Less(a, b) => format!("{} < {}", a.text(names), b.text(names)),
            Condition::Equal(a, b) => format!("{} == {}", a.text(names), b.text(names)),
            Condition::Among(a, set, holds) => {
                let set: Vec<String> = set.iter().map(i64::to_string).collect();
                format!("{} {} {{{}}}", a.text(names), if *holds { "in" } else { "not in" }, set.join(","))
            }
            Condition::Letter(letter, of) => {
                let of: Vec<String> = of.iter().map(|of| of.text(names)).collect();
                format!("{letter}({})", of.join(","))
            }
            Condition::Not(a) => format!("not ({})", a.text(names)),
            Condition::And(a, b) => format!("({}) and ({})", a.text(names), b.text(names)),
            Condition::Or(a, b) => format!("({}) or ({})", a.text(names), b.text(names)),
        }
    }

    pub fn holds(&self, at: &[u64], known: Known<'_>) -> Result<bool, Stop> {
        Ok(match self {
            Condition::Less(a, b) => a.value(at, known)? < b.value(at, known)?,
            Condition::Equal(a, b) => a.value(at, known)? == b.value(at, known)?,
            Condition::Among(a, set, holds) => set.contains(&a.value(at, known)?) == *holds,
            Condition::Letter(letter, of) => (known_entry(of, at, known)? == 0) == (*letter == 'P'),
            Condition::Not(a) => !a.holds(at, known)?,
            Condition::And(a, b) => a.holds(at, known)? && b.holds(at, known)?,
            Condition::Or(a, b) => a.holds(at, known)? || b.holds(at, known)?,
        })
    }
}

pub fn text(claim: &[Component], names: &[&str]) -> String {
    let clauses: Vec<String> = claim
        .iter()
        .map(|clause| {
            let statements: Vec<String> = clause
                .statements
                .iter()
                .map(|(left, right)| match right {
                    Some(right) => format!("{} iff {}", left.text(names), right.text(names)),
                    None => left.text(names),
                })
                .collect();
            match &clause.scope {
                Some(scope) => format!("{} for {}", statements.join(", "), scope.text(names)),
                None => statements.join(", "),
            }
        })
        .collect();
    clauses.join("; ")
}

/// Evaluates the claim at a position; returns `true` if it holds and `false` if it fails.
pub fn evaluate_claim(claim: &[Component], at: &[u64], known: Known<'_>) -> Result<bool, Stop> {
    let mut result = Err(Stop::OutOfScope);
    for clause in claim {
        if let Some(scope) = &clause.scope
            && !scope.holds(at, known)?
        {
            continue;
        }
        result = Ok(true);
        for (left, right) in &clause.statements {
            let left = left.holds(at, known)?;
            let holds = match right {
                Some(right) => left == right.holds(at, known)?,
                None => left,
            };
            if !holds {
                return Ok(false);
            }
        }
    }
    result
}

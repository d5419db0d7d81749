//! Games and formulas written briefly, for tests.

use grundy_rules::formula::{Bitwise, Formula, GameFormula, Linear, MoveFormula, Variable};

/// Names, in the order of their variables.
#[derive(Clone, Default)]
pub struct Names(pub Vec<String>);

/// `game("a b", &["k: 1<=k & k<=a -> a-k,b", ...])`: the move's variables, its guard, its targets with `;` between components. A
/// `*` in front marks a move that may be repeated.
pub fn game(parameters: &str, moves: &[&str]) -> GameFormula {
    let names: Vec<String> = parameters.split(' ').map(String::from).collect();
    let one = |text: &&str| {
        let (head, target) = text.split_once("->").unwrap();
        let (variables, guard) = head.split_once(':').unwrap();
        let repeat = variables.starts_with('*');
        let mut known = Names(names.clone());
        let variables = variables.trim_start_matches('*').split_whitespace().map(|v| known.id(v)).collect();
        let guard = known.formula(guard);
        let targets = target
            .split(';')
            .filter(|t| !t.trim().is_empty())
            .map(|t| t.split(',').map(|e| known.linear(e)).collect())
            .collect();
        MoveFormula { variables, guard, targets, repeat }
    };
    GameFormula { arity: names.len(), moves: moves.iter().map(one).collect(), names }
}

/// A formula about parameters; other variables must be bound by `some x y (...)`.
pub fn formula(parameters: &str, text: &str) -> Formula {
    Names(parameters.split(' ').map(String::from).collect()).formula(text)
}

impl Names {
    fn id(&mut self, name: &str) -> Variable {
        let place = self.0.iter().position(|n| n == name).unwrap_or_else(|| {
            self.0.push(name.to_string());
            self.0.len() - 1
        });
        place as Variable
    }

    pub fn formula(&mut self, text: &str) -> Formula {
        let mut reader = Reader { rest: text, names: self };
        let formula = reader.any();
        assert!(reader.rest.trim().is_empty(), "{text}: what is `{}`?", reader.rest);
        formula
    }

    pub fn linear(&mut self, text: &str) -> Linear {
        let mut reader = Reader { rest: text, names: self };
        let linear = reader.linear();
        assert!(reader.rest.trim().is_empty(), "{text}: what is `{}`?", reader.rest);
        linear
    }
}

struct Reader<'t, 'n> {
    rest: &'t str,
    names: &'n mut Names,
}

impl<'t> Reader<'t, '_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let behind = self.rest.strip_prefix(token);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn word(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn any(&mut self) -> Formula {
        let mut list = vec![self.all()];
        while self.eat("|") {
            list.push(self.all());
        }
        if list.len() == 1 { list.remove(0) } else { Formula::Any(list) }
    }

    fn all(&mut self) -> Formula {
        let mut list = vec![self.one()];
        while self.eat("&") {
            list.push(self.one());
        }
        if list.len() == 1 { list.remove(0) } else { Formula::All(list) }
    }

    fn arguments(&mut self) -> Vec<Linear> {
        let mut list = vec![self.linear()];
        while self.eat(",") {
            list.push(self.linear());
        }
        assert!(self.eat(")"));
        list
    }

    fn one(&mut self) -> Formula {
        if self.eat("!") {
            return self.one().not();
        }
        if self.eat("true") {
            return Formula::All(vec![]);
        }
        if self.eat("some ") {
            let mut bound = vec![];
            while !self.eat("(") {
                let name = self.word();
                bound.push(self.names.id(name));
            }
            let inner = self.any();
            assert!(self.eat(")"));
            return Formula::Exists(bound, Box::new(inner));
        }
        if self.eat("(") {
            let inner = self.any();
            assert!(self.eat(")"));
            return inner;
        }
        for (name, op) in [("xor(", Bitwise::Xor), ("and(", Bitwise::And), ("or(", Bitwise::Or)] {
            if self.eat(name) {
                return Formula::Bits(op, self.arguments().try_into().unwrap());
            }
        }
        for (name, base) in [("pow2(", 2), ("pow3(", 3), ("pow4(", 4), ("pow5(", 5)] {
            if self.eat(name) {
                return Formula::PowerOf(base, self.arguments().remove(0));
            }
        }
        if self.eat("fib(") {
            return Formula::Fibonacci(self.arguments().remove(0));
        }
        if self.eat("phi(") {
            let list = self.arguments();
            return Formula::FloorPhi(list[0].clone(), list[1].clone());
        }
        if self.eat("rel(") {
            return Formula::Member(0, self.arguments());
        }
        let left = self.linear();
        let op = ["<=", ">=", "!=", "<", ">", "="].into_iter().find(|op| self.eat(op)).expect("a comparison");
        let right = self.linear();
        match op {
            "<=" => Formula::at_most(&left, &right),
            ">=" => Formula::at_most(&right, &left),
            "<" => Formula::less(&left, &right),
            ">" => Formula::less(&right, &left),
            "=" => Formula::equal(&left, &right),
            _ => Formula::equal(&left, &right).not(),
        }
    }

    fn linear(&mut self) -> Linear {
        let mut sum = Linear::default();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            let word = self.word();
            assert!(!word.is_empty(), "an expression expected at `{}`", self.rest);
            sum = match word.parse::<i64>() {
                Ok(number) if self.eat("*") => {
                    let name = self.word();
                    sum.plus(sign * number, &Linear::variable(self.names.id(name)))
                }
                Ok(number) => sum.plus(sign, &Linear::number(number)),
                Err(_) => sum.plus(sign, &Linear::variable(self.names.id(word))),
            };
            sign = if self.eat("+") {
                1
            } else if self.eat("-") {
                -1
            } else {
                return sum;
            };
        }
    }
}

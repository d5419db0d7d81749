//! The parser of expressions, for printed formulas and for claims in certificates.
//!
//! The parser follows the documentation of rules.

use super::expr::{BinaryOp, Condition, Function, Number, Relation};

/// A parser of one text; its functions return `None` for a text that they cannot parse.
pub struct Reader<'a> {
    tokens: Vec<String>,
    at: usize,
    names: &'a [String],
}

const SYMBOLS: [&str; 5] = ["==", "!=", "<=", ">=", ".."];

impl<'a> Reader<'a> {
    pub fn new(text: &str, names: &'a [String]) -> Reader<'a> {
        let mut words = vec![];
        let mut rest = text.trim_start();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_digit() {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
            } else if is_word(first) {
                rest.find(|c: char| !is_word(c)).unwrap_or(rest.len())
            } else {
                let long = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                long.map_or(first.len_utf8(), |symbol| symbol.len())
            };
            words.push(rest[..length].to_string());
            rest = rest[length..].trim_start();
        }
        Reader { tokens: words, at: 0, names }
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    pub fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        self.accept(word).then_some(())
    }

    /// Parses a condition; a comma or a semicolon between conditions means `and`.
    pub fn condition(&mut self) -> Option<Condition> {
        let mut left = self.conjunction()?;
        while self.accept("or") {
            left = Condition::Or(Box::new(left), Box::new(self.conjunction()?));
        }
        Some(left)
    }

    fn conjunction(&mut self) -> Option<Condition> {
        let mut left = self.negation()?;
        while ["and", ",", ";"].contains(&self.peek()) {
            self.at += 1;
            left = Condition::And(Box::new(left), Box::new(self.negation()?));
        }
        Some(left)
    }

    fn negation(&mut self) -> Option<Condition> {
        if self.accept("not") {
            return Some(Condition::Not(Box::new(self.negation()?)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Option<Condition> {
        let start = self.at;
        if self.accept("P") {
            return Some(Condition::Lost(self.arguments()?));
        }
        if let Some(number) = self.number() {
            if self.peek() == "not" || self.peek() == "in" {
                let not = self.accept("not");
                self.expect("in")?;
                return self.membership(number, not);
            }
            let mut rest = vec![];
            while let Some(relation) = self.relation() {
                rest.push((relation, self.number()?));
            }
            if !rest.is_empty() {
                return Some(Condition::Compare(number, rest));
            }
        }
        // Otherwise parse a condition in parentheses.
        self.at = start;
        self.expect("(")?;
        let inner = self.condition()?;
        self.expect(")")?;
        Some(inner)
    }

    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek() {
            "==" | "=" => Relation::Equal,
            "!=" => Relation::Unequal,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::More,
            ">=" => Relation::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    fn membership(&mut self, number: Number, not: bool) -> Option<Condition> {
        let braces = self.accept("{");
        let mut of = vec![];
        loop {
            let from = self.number()?;
            let to = if self.accept("..") { Some(self.number()?) } else { None };
            of.push((from, to));
            if !braces || self.accept("}") {
                return Some(Condition::Member { number, of, braces, not });
            }
            self.expect(",")?;
        }
    }

    /// Parses a number.
    pub fn number(&mut self) -> Option<Number> {
        self.binary(0)
    }

    /// Parses binary operators, starting at the weakest level.
    fn binary(&mut self, level: usize) -> Option<Number> {
        const LEVELS: [&[(&str, BinaryOp)]; 5] = [
            &[("|", BinaryOp::Or)],
            &[("xor", BinaryOp::Xor)],
            &[("&", BinaryOp::And)],
            &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
            &[("*", BinaryOp::Mul), ("/", BinaryOp::Div), ("%", BinaryOp::Rem), ("mod", BinaryOp::Rem)],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.prefix() };
        let mut left = self.binary(level + 1)?;
        while let Some(&(_, op)) = operators.iter().find(|(word, _)| *word == self.peek()) {
            let mark = self.at;
            self.at += 1;
            let Some(right) = self.binary(level + 1) else {
                // This is the closing bar of an absolute value.
                self.at = mark;
                return Some(left);
            };
            left = Number::Binary(op, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn prefix(&mut self) -> Option<Number> {
        if self.accept("-") {
            let number = self.prefix()?;
            return Some(match number {
                Number::Literal(n) if n >= 0 => Number::Literal(-n),
                number => Number::Negative(Box::new(number)),
            });
        }
        self.power()
    }

    fn power(&mut self) -> Option<Number> {
        let base = self.atom()?;
        // `2n` and `2n^2` are products.
        if let (Number::Literal(_), Some(place)) = (&base, self.names.iter().position(|name| name == self.peek())) {
            self.at += 1;
            let name = self.raised(Number::Name(place))?;
            return Some(Number::Binary(BinaryOp::Mul, Box::new(base), Box::new(name)));
        }
        self.raised(base)
    }

    fn raised(&mut self, base: Number) -> Option<Number> {
        if !self.accept("^") {
            return Some(base);
        }
        let exponent = self.peek().parse().ok()?;
        self.at += 1;
        Some(Number::Power(Box::new(base), exponent))
    }

    fn atom(&mut self) -> Option<Number> {
        let word = self.peek().to_string();
        if let Ok(n) = word.parse() {
            self.at += 1;
            return Some(Number::Literal(n));
        }
        if self.accept("(") {
            let inner = self.number()?;
            self.expect(")")?;
            return Some(inner);
        }
        if self.accept("|") {
            let inner = self.binary(1)?;
            self.expect("|")?;
            return Some(Number::Call(Function::Abs, vec![inner]));
        }
        if let Some(place) = self.names.iter().position(|name| *name == word) {
            self.at += 1;
            return Some(Number::Name(place));
        }
        if self.accept("G") || self.accept("sg") {
            return Some(Number::Value(self.arguments()?));
        }
        if self.accept("mex") {
            self.expect("(")?;
            let mut of = vec![];
            loop {
                let first = self.position()?;
                let last = if self.accept("..") { Some(self.position()?) } else { None };
                of.push((first, last));
                if self.accept(")") {
                    return Some(Number::Mex(of));
                }
                self.expect(",")?;
            }
        }
        let function = match word.as_str() {
            "min" => Function::Min,
            "max" => Function::Max,
            "gcd" => Function::Gcd,
            "popcount" => Function::Popcount,
            "isqrt" => Function::Isqrt,
            "abs" => Function::Abs,
            "trailing_zeros" => Function::TrailingZeros,
            "trailing_ones" => Function::TrailingOnes,
            "lowest_power" => Function::LowestPower,
            "highest_power" => Function::HighestPower,
            "floor" => return self.floor(),
            _ => return None,
        };
        self.at += 1;
        let of = self.arguments()?;
        (!of.is_empty()).then_some(Number::Call(function, of))
    }

    /// Parses `floor(x*phi)`, `floor(x*phi^2)`, `floor(x/phi)` or `floor` of any other number.
    fn floor(&mut self) -> Option<Number> {
        self.expect("floor")?;
        self.expect("(")?;
        let start = self.at;
        if let Some(number) = self.prefix() {
            let divided = self.peek() == "/";
            if (divided || self.peek() == "*") && self.tokens.get(self.at + 1).is_some_and(|word| word == "phi") {
                self.at += 2;
                let squared = self.accept("^") && self.accept("2");
                self.expect(")")?;
                let function = match (divided, squared) {
                    (true, _) => Function::OverPhi,
                    (_, true) => Function::PhiSquared,
                    _ => Function::Phi,
                };
                return Some(Number::Call(function, vec![number]));
            }
        }
        self.at = start;
        let number = self.number()?;
        self.expect(")")?;
        Some(Number::Call(Function::Floor, vec![number]))
    }

    /// Parses `G(...)` and returns the position.
    fn position(&mut self) -> Option<Vec<Number>> {
        (self.accept("G") || self.accept("sg")).then_some(())?;
        self.arguments()
    }

    fn arguments(&mut self) -> Option<Vec<Number>> {
        let mut of = vec![];
        if !self.accept("(") {
            return Some(of);
        }
        loop {
            of.push(self.number()?);
            if self.accept(")") {
                return Some(of);
            }
            self.expect(",")?;
        }
    }
}

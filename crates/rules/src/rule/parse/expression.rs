//! Expressions of rules and claims: numbers and conditions.

use super::{Asked, CLAIM, DEEPEST, EXAMPLE, Parser, RESERVED, parameters};
use crate::rule::code::{Binary, Code, Unary};
use crate::rule::token::Token;
use crate::{Error, ErrorKind, Result};
use grundy_lang::{Arg, Text, text};
use std::ops::Range;

/// Operators by how strongly they bind.
const LEVEL_NOT: u8 = 3;
const LEVEL_COMPARE: u8 = 4;
pub(super) const LEVEL_BITS: u8 = 5;
const LEVEL_NEGATE: u8 = 10;

#[derive(Clone, Copy)]
enum Means {
    Truth(Binary),
    Compare,
    In,
    NotIn,
    Number(Binary),
}

#[derive(Clone, Copy)]
struct Operator {
    symbol: &'static str,
    level: u8,
    means: Means,
}

fn operator(token: Token<'_>) -> Option<Operator> {
    let (symbol, level, means) = match token {
        Token::Name("or") => ("or", 1, Means::Truth(Binary::Either)),
        Token::Name("and") => ("and", 2, Means::Truth(Binary::Both)),
        Token::Name("in") => ("in", LEVEL_COMPARE, Means::In),
        Token::Name("mod") => ("mod", 9, Means::Number(Binary::Rem)),
        Token::Name("xor") => ("xor", 6, Means::Number(Binary::Xor)),
        Token::Symbol(symbol) => match symbol {
            "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" => (symbol, LEVEL_COMPARE, Means::Compare),
            "|" => (symbol, LEVEL_BITS, Means::Number(Binary::Or)),
            "&" => (symbol, 7, Means::Number(Binary::And)),
            "+" => (symbol, 8, Means::Number(Binary::Add)),
            "-" => (symbol, 8, Means::Number(Binary::Sub)),
            "*" => (symbol, 9, Means::Number(Binary::Mul)),
            "/" => (symbol, 9, Means::Number(Binary::Div)),
            "%" => (symbol, 9, Means::Number(Binary::Rem)),
            "^" => (symbol, 11, Means::Number(Binary::Pow)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Operator { symbol, level, means })
}

/// An expression that is read: a number or a condition.
struct Read {
    code: Code,
    condition: bool,
    span: Range<usize>,
}

impl Parser<'_, '_> {
    pub(super) fn number(&mut self, level: u8) -> Result<Code> {
        let read = self.expression(level)?;
        self.as_number(read)
    }

    fn as_number(&self, read: Read) -> Result<Code> {
        if read.condition {
            let error = Error::new(ErrorKind::Syntax, text!("expected a number, found a condition")).at(read.span);
            return Err(error.help(text!("conditions stand behind `if` and `while`")));
        }
        Ok(read.code)
    }

    pub(super) fn condition(&mut self) -> Result<Code> {
        let read = self.expression(0)?;
        self.as_condition(read)
    }

    fn as_condition(&self, read: Read) -> Result<Code> {
        if !read.condition {
            let error = Error::new(ErrorKind::Syntax, text!("expected a condition, found a number")).at(read.span);
            return Err(error.help(text!("for example `if n % 2 == 0`")));
        }
        Ok(read.code)
    }

    /// An expression whose operators bind at least as strongly as `level` says.
    fn expression(&mut self, level: u8) -> Result<Read> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = text!("brackets are nested more than {deepest} deep", deepest = DEEPEST);
            return Err(Error::new(ErrorKind::TooLarge, message).at(self.input.span()));
        }
        let mut left = self.operand()?;
        while let Some(operator) = self.operator()? {
            if operator.level < level {
                break;
            }
            self.input.take()?;
            left = self.apply(left, operator)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator that comes next; it is not stepped over, but for the `not` of `not in`.
    fn operator(&mut self) -> Result<Option<Operator>> {
        if !self.input.is_word("not") {
            return Ok(operator(self.input.peek()));
        }
        self.input.take()?;
        if self.input.is_word("in") {
            return Ok(Some(Operator { symbol: "not in", level: LEVEL_COMPARE, means: Means::NotIn }));
        }
        Err(self.input.expected(text!("`in`"), "if n % 5 not in {1,4}"))
    }

    fn apply(&mut self, left: Read, operator: Operator) -> Result<Read> {
        let start = left.span.start;
        let (code, condition) = match operator.means {
            Means::In => {
                let value = self.as_number(left)?;
                (self.membership(&value)?, true)
            }
            Means::NotIn => {
                let value = self.as_number(left)?;
                let span = start..self.input.end_of_last();
                (self.membership(&value)?.unary(Unary::Not, span), true)
            }
            Means::Truth(op) => {
                let right = self.expression(operator.level + 1)?;
                let span = start..right.span.end;
                (self.as_condition(left)?.binary(op, self.as_condition(right)?, span), true)
            }
            Means::Compare => {
                let value = self.as_number(left)?;
                (self.comparisons(value, operator.symbol, start)?, true)
            }
            Means::Number(op) => {
                // Powers group from the right.
                let right = self.expression(operator.level + u8::from(op != Binary::Pow))?;
                let span = start..right.span.end;
                (self.as_number(left)?.binary(op, self.as_number(right)?, span), false)
            }
        };
        Ok(Read { code, condition, span: start..self.input.end_of_last() })
    }

    /// `a < b <= c`, behind the first operator.
    fn comparisons(&mut self, mut left: Code, mut symbol: &'static str, start: usize) -> Result<Code> {
        let mut all: Option<Code> = None;
        loop {
            let right = self.number(LEVEL_BITS)?;
            let span = start..self.input.end_of_last();
            let (a, b) = (left, right.clone());
            let code = match symbol {
                "<" => a.binary(Binary::Less, b, span.clone()),
                "<=" => a.binary(Binary::AtMost, b, span.clone()),
                ">" => b.binary(Binary::Less, a, span.clone()),
                ">=" => b.binary(Binary::AtMost, a, span.clone()),
                "!=" => a.binary(Binary::Unequal, b, span.clone()),
                _ => a.binary(Binary::Equal, b, span.clone()),
            };
            let chained = match all {
                None => code,
                Some(all) => all.binary(Binary::Both, code, span),
            };
            match operator(self.input.peek()) {
                Some(Operator { means: Means::Compare, symbol: next, .. }) => {
                    self.input.take()?;
                    (all, left, symbol) = (Some(chained), right, next);
                }
                _ => return Ok(chained),
            }
        }
    }

    /// `{1,3..5}` or `1..5`, behind `in`.
    fn membership(&mut self, value: &Code) -> Result<Code> {
        let items = if self.input.is("{") {
            self.set(true)?
        } else {
            let from = self.number(LEVEL_BITS)?;
            self.input.expect("..", "if n % 5 in {1,4}")?;
            vec![(from, self.end_of_range()?)]
        };
        let mut any: Option<Code> = None;
        for (from, to) in items {
            let span = value.span().start..from.span().end;
            let code = match to {
                Some(to) if to == from => value.clone().binary(Binary::Equal, from, span.clone()),
                to => {
                    let above = from.binary(Binary::AtMost, value.clone(), span.clone());
                    match to {
                        None => above,
                        Some(to) => {
                            let below = value.clone().binary(Binary::AtMost, to, span.clone());
                            above.binary(Binary::Both, below, span.clone())
                        }
                    }
                }
            };
            any = Some(match any {
                None => code,
                Some(any) => any.binary(Binary::Either, code, span),
            });
        }
        Ok(any.expect("a set has a member"))
    }

    /// A number, a name, a function, brackets, or one of these behind `-` or `not`.
    fn operand(&mut self) -> Result<Read> {
        let span = self.input.span();
        let number = |code: Code, end: usize| Read { code, condition: false, span: span.start..end };
        match self.input.peek() {
            Token::Number(n) => {
                self.input.take()?;
                // Claims are formulas, where `2n` is a product.
                if let (Token::Name(name), true) = (self.input.peek(), self.asked.is_some())
                    && let Some(place) = self.names.iter().position(|&known| known == name)
                {
                    self.input.take()?;
                    let whole = span.start..self.input.end_of_last();
                    let variable = Code::variable(place as u32, whole.clone());
                    let product = Code::number(n, span.clone()).binary(Binary::Mul, variable, whole.clone());
                    return Ok(number(product, whole.end));
                }
                Ok(number(Code::number(n, span.clone()), span.end))
            }
            Token::Name("not") => {
                self.input.take()?;
                let read = self.expression(LEVEL_NOT)?;
                let whole = span.start..read.span.end;
                Ok(Read {
                    code: self.as_condition(read)?.unary(Unary::Not, whole.clone()),
                    condition: true,
                    span: whole,
                })
            }
            Token::Name(name) => {
                self.input.take()?;
                if self.asked.is_some() && matches!(name, "G" | "P") && !self.names.contains(&name) {
                    let code = self.ask(name == "G", span.clone())?;
                    return Ok(Read { code, condition: name == "P", span: span.start..self.input.end_of_last() });
                }
                if self.input.is("(") {
                    let code = self.call(name, span.clone())?;
                    return Ok(number(code, self.input.end_of_last()));
                }
                let Some(place) = self.names.iter().position(|&known| known == name) else {
                    return Err(self.unbound(name, span));
                };
                Ok(number(Code::variable(place as u32, span.clone()), span.end))
            }
            Token::Symbol("-") => {
                self.input.take()?;
                let code = self.number(LEVEL_NEGATE)?;
                let end = self.input.end_of_last();
                Ok(number(code.unary(Unary::Negate, span.start..end), end))
            }
            Token::Symbol("|") if self.asked.is_some() => {
                self.input.take()?;
                // Up to the bar that closes: no `|` of bits stands within.
                let code = self.number(LEVEL_BITS + 1)?;
                self.input.expect("|", "|a - b|")?;
                let end = self.input.end_of_last();
                Ok(number(code.unary(Unary::Abs, span.start..end), end))
            }
            Token::Symbol("(") => {
                self.input.take()?;
                let read = self.expression(0)?;
                self.input.expect(")", "(n-1)/2")?;
                Ok(Read { span: span.start..self.input.end_of_last(), ..read })
            }
            _ => Err(self.input.expected(
                text!("a number or a parameter"),
                if self.asked.is_some() { Arg::from(CLAIM) } else { Arg::from(EXAMPLE) },
            )),
        }
    }

    /// `G(n-1)` or `P(a,b)`, behind the name; without brackets the position itself is meant.
    fn ask(&mut self, value: bool, span: Range<usize>) -> Result<Code> {
        let mut of: Vec<Code> = (0..self.arity as u32).map(|v| Code::variable(v, span.clone())).collect();
        if self.input.eat("(")? {
            of = vec![self.number(0)?];
            while self.input.eat(",")? {
                of.push(self.number(0)?);
            }
            self.input.expect(")", &CLAIM)?;
            if of.len() != self.arity {
                let message = text!(
                    "a position has {parameters}, this one has {of}",
                    parameters = parameters(self.arity),
                    of = of.len()
                );
                return Err(Error::new(ErrorKind::BadArgument, message).at(span.start..self.input.end_of_last()));
            }
        }
        let whole = span.start..self.input.end_of_last();
        if of.iter().any(|code| code.uses_from(self.arity as u32)) {
            let message = text!("what is asked about a position cannot name another one");
            return Err(Error::new(ErrorKind::Unsupported, message).at(whole));
        }
        let Some(asked) = &mut self.asked else { return Err(self.unbound("G", whole)) };
        let same = |one: &Asked| one.value == value && one.of.iter().zip(&of).all(|(a, b)| a.ops() == b.ops());
        let known = asked.iter().position(same);
        let place = known.unwrap_or(asked.len());
        if known.is_none() {
            asked.push(Asked { value, of });
        }
        Ok(Code::variable((self.arity + place) as u32, whole))
    }

    /// `(x*phi)`, `(x*phi^2)`, `(phi*x)` or `(x/phi)`, behind `floor`: a number times the golden ratio, rounded down.
    fn golden(&mut self, span: Range<usize>) -> Result<Code> {
        const FLOOR: Text = text!("floor((b-a)*phi), floor(n*phi^2), floor(n/phi) or floor((n+1)/2)");
        self.input.expect("(", &FLOOR)?;
        if !self.speaks_of_phi()? {
            // All divisions round down.
            let code = self.number(0)?;
            self.input.expect(")", &FLOOR)?;
            return Ok(code);
        }
        let first = self.input.eat_word("phi")?;
        let mut squared = first && self.squared(&FLOOR)?;
        if first {
            self.input.expect("*", &FLOOR)?;
        }
        let mut code = self.number(LEVEL_NEGATE)?;
        let mut divided = false;
        if !first {
            loop {
                let times = self.input.eat("*")?;
                if !times {
                    self.input.expect("/", &FLOOR)?;
                }
                if self.input.eat_word("phi")? {
                    divided = !times;
                    squared = times && self.squared(&FLOOR)?;
                    break;
                }
                if !times {
                    return Err(self.input.expected(text!("`phi`"), &FLOOR));
                }
                let factor = self.number(LEVEL_NEGATE)?;
                code = code.binary(Binary::Mul, factor, span.start..self.input.end_of_last());
            }
        }
        self.input.expect(")", &FLOOR)?;
        let whole = span.start..self.input.end_of_last();
        // phi^2 = phi + 1 and 1/phi = phi - 1.
        let floor = code.clone().unary(Unary::Phi, whole.clone());
        Ok(match (squared, divided) {
            (true, _) => floor.binary(Binary::Add, code, whole),
            (_, true) => floor.binary(Binary::Sub, code, whole),
            _ => floor,
        })
    }

    /// Whether `phi` stands before the bracket that closes.
    fn speaks_of_phi(&mut self) -> Result<bool> {
        let mark = self.input.mark();
        let (mut depth, mut found) = (0usize, false);
        loop {
            match self.input.peek() {
                Token::End => break,
                Token::Symbol(")") if depth == 0 => break,
                Token::Symbol("(") => depth += 1,
                Token::Symbol(")") => depth -= 1,
                // That of a bracket within is read with that bracket.
                Token::Name("phi") => found |= depth == 0,
                _ => {}
            }
            self.input.take()?;
        }
        self.input.back_to(mark);
        Ok(found)
    }

    fn squared(&mut self, example: &Text) -> Result<bool> {
        if !self.input.eat("^")? {
            return Ok(false);
        }
        if self.input.peek() != Token::Number(2) {
            return Err(self.input.expected(text!("2"), example));
        }
        self.input.take()?;
        Ok(true)
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Code> {
        if name == "floor" {
            return self.golden(span);
        }
        let example = &text!("min(a,b), max(a,b), gcd(a,b), popcount(n), isqrt(n), abs(n) or floor(n*phi)");
        let several = match name {
            "min" => Some(Binary::Min),
            "max" => Some(Binary::Max),
            "gcd" => Some(Binary::Gcd),
            _ => None,
        };
        let single = match name {
            "popcount" => Some(Unary::Popcount),
            "isqrt" => Some(Unary::Isqrt),
            "abs" => Some(Unary::Abs),
            _ => None,
        };
        if several.is_none() && single.is_none() {
            let error = Error::new(ErrorKind::BadArgument, text!("there is no function `{name}`", name)).at(span);
            return Err(error.help(text!("functions are {example}", example)));
        }
        self.input.expect("(", example)?;
        let mut code = self.number(0)?;
        match (several, single) {
            (Some(op), _) => {
                if !self.input.is(",") {
                    return Err(self.input.expected(text!("`,` and another number"), example));
                }
                while self.input.eat(",")? {
                    let other = self.number(0)?;
                    code = code.binary(op, other, span.start..self.input.end_of_last());
                }
            }
            (_, Some(op)) => code = code.unary(op, span.clone()),
            (None, None) => {}
        }
        self.input.expect(")", example)?;
        Ok(code)
    }

    pub(super) fn unbound(&self, name: &str, span: Range<usize>) -> Error {
        let shown: String = name.chars().take(40).collect();
        let error =
            Error::new(ErrorKind::BadArgument, text!("nothing is called `{shown}` here", shown = &shown)).at(span);
        let known = Text::list(self.names.iter().map(|name| Text::verbatim(format!("`{name}`"))));
        if RESERVED.contains(&name) {
            return error.help(text!(
                "`{name}` is a word of the rule language; the names here are {known}",
                name,
                known
            ));
        }
        if self.asked.is_some() {
            return error.help(text!("the names here are {known}; put numbers in for all others", known));
        }
        error.help(text!(
            "the names here are {known}; declare others behind `for`, as in `for {shown} in 1..n`",
            known,
            shown
        ))
    }
}

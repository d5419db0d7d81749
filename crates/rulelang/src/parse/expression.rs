//! Expressions of rules and claims: numbers and conditions.

use super::{Asked, CLAIM, DEEPEST, EXAMPLE, Looked, Parser, RESERVED, parameters};
use crate::claims::{Automaton, Name};
use crate::code::{Binary, Code, Surd, Unary};
use crate::token::{LARGEST, Token};
use grundy_lang::{Arg, Text, text};
use grundy_rules::{Error, ErrorKind, Outcome, Result};
use std::ops::Range;

/// Operators by how strongly they bind.
const LEVEL_NOT: u8 = 3;
const LEVEL_COMPARE: u8 = 4;
pub(super) const LEVEL_BITS: u8 = 5;
const LEVEL_NEGATE: u8 = 10;
const LEVEL_POWER: u8 = 11;

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
            "^" => (symbol, LEVEL_POWER, Means::Number(Binary::Pow)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Operator { symbol, level, means })
}

/// What a name in front of brackets does.
enum Function {
    Single(Unary),
    Several(Binary),
}

fn function(name: &str) -> Option<Function> {
    Some(match name {
        "min" => Function::Several(Binary::Min),
        "max" => Function::Several(Binary::Max),
        "gcd" => Function::Several(Binary::Gcd),
        "popcount" => Function::Single(Unary::Popcount),
        "trailing_ones" => Function::Single(Unary::TrailingOnes),
        "trailing_zeros" => Function::Single(Unary::TrailingZeros),
        "lowest_power" => Function::Single(Unary::LowestPower),
        "highest_power" => Function::Single(Unary::HighestPower),
        "isqrt" => Function::Single(Unary::Isqrt),
        "abs" => Function::Single(Unary::Abs),
        _ => return None,
    })
}

/// What a letter in a claim asks about a position.
pub(super) fn asks(name: &str) -> Option<Looked> {
    Some(match name {
        "G" => Looked::Value,
        "P" => Looked::Outcome(Outcome::P),
        "N" => Looked::Outcome(Outcome::N),
        "L" => Looked::Outcome(Outcome::L),
        "R" => Looked::Outcome(Outcome::R),
        "D" => Looked::Outcome(Outcome::D),
        _ => return None,
    })
}

/// The irrational number that something is taken times.
enum Times {
    Phi,
    PhiSquared,
    OverPhi,
    Surd(Surd),
}

/// An expression that is read: a number or a condition.
pub(super) struct Read {
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
            if self.claim.is_some() {
                return Err(error.help(text!("write `iff` between conditions, as in P iff n % 3 == 0")));
            }
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
            // An automaton that tells values tells P-positions as well.
            if let (Some(place), Some(claim)) = (read.code.as_variable(), &self.claim)
                && let Some(Asked { what: Looked::Automaton(_), .. }) =
                    claim.asked.get((place as usize).wrapping_sub(self.arity))
            {
                return Ok(read.code.binary(Binary::Equal, Code::number(0, read.span.clone()), read.span));
            }
            let error = Error::new(ErrorKind::Syntax, text!("expected a condition, found a number")).at(read.span);
            if self.claim.is_some() {
                return Err(error.help(text!("for example {example}", example = &CLAIM)));
            }
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
            let end = self.input.span().end;
            self.input.take()?;
            if matches!(operator.means, Means::NotIn) {
                self.input.take()?;
            }
            // Bars side by side close and open values without sign elsewhere; between two operands they are a slip.
            if operator.symbol == "|" && self.input.is("|") && self.input.span().start == end {
                let error = Error::new(ErrorKind::Syntax, text!("`{sign}` means nothing here", sign = "||"));
                let help = text!("write `or`, as in n < 2 or n % 2 == 0");
                return Err(error.at(end - 1..end + 1).help(help));
            }
            left = self.apply(left, operator)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator that comes next; it is not stepped over, since an expression further out may be the one that takes it.
    fn operator(&mut self) -> Result<Option<Operator>> {
        if !self.input.is_word("not") {
            return Ok(operator(self.input.peek()));
        }
        let mark = self.input.mark();
        self.input.take()?;
        if !self.input.is_word("in") {
            return Err(self.input.expected(text!("`in`"), "if n % 5 not in {1,4}"));
        }
        self.input.back_to(mark);
        Ok(Some(Operator { symbol: "not in", level: LEVEL_COMPARE, means: Means::NotIn }))
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
            Means::Number(Binary::Pow) => {
                let exponent = self.exponent(start)?;
                let span = start..self.input.end_of_last();
                (self.as_number(left)?.binary(Binary::Pow, exponent, span), false)
            }
            Means::Number(op) => {
                let right = self.expression(operator.level + 1)?;
                let span = start..right.span.end;
                (self.as_number(left)?.binary(op, self.as_number(right)?, span), false)
            }
        };
        Ok(Read { code, condition, span: start..self.input.end_of_last() })
    }

    /// The exponent behind `^`, which is a number: what looks like a power of parameters is mostly meant to be an exclusive or.
    fn exponent(&mut self, start: usize) -> Result<Code> {
        let mark = self.input.mark();
        if let Token::Number(_) = self.input.peek() {
            self.input.take()?;
            if self.is_factor()? {
                let span = start..self.input.span().end;
                let error = Error::new(ErrorKind::Syntax, text!("it is not clear what is in the exponent")).at(span);
                return Err(error.help(text!("write the product with `*`: n^2*m is (n^2)*m, n^(2*3) is n^6")));
            }
            self.input.back_to(mark);
        }
        // Powers group from the right.
        let exponent = self.number(LEVEL_POWER)?;
        if exponent.constant().is_none() {
            let message = text!("`^` is the power, and its exponent is a number");
            let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.end_of_last());
            return Err(
                error.help(text!("`a xor b` is the exclusive or; rules have powers of b by `for k in powers(b)`"))
            );
        }
        Ok(exponent)
    }

    /// Whether a factor comes that needs no `*` behind a number. Claims are formulas, where `2n` is a product.
    fn is_factor(&mut self) -> Result<bool> {
        if self.claim.is_none() {
            return Ok(false);
        }
        Ok(match self.input.peek() {
            Token::Symbol("(") => true,
            Token::Name(name) if self.names.contains(&name) => true,
            Token::Name(name) => {
                let mark = self.input.mark();
                self.input.take()?;
                let call = self.input.is("(");
                self.input.back_to(mark);
                name == "G" || (call && (name == "floor" || function(name).is_some()))
            }
            _ => false,
        })
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
        if let (Token::Name(word @ ("base" | "Zeckendorf" | "weights")), true) =
            (self.input.peek(), self.claim.is_some())
            && !self.names.contains(&word)
        {
            return self.digits(value);
        }
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
                let code = Code::number(n, span.clone());
                if !self.is_factor()? {
                    return Ok(number(code, span.end));
                }
                // It binds more strongly than `*` and `/`, but `2n^2` is twice the square.
                let factor = self.number(LEVEL_POWER)?;
                let whole = span.start..self.input.end_of_last();
                Ok(number(code.binary(Binary::Mul, factor, whole.clone()), whole.end))
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
                if self.claim.is_some() && !self.names.contains(&name) {
                    if let Some(what) = asks(name) {
                        let condition = what != Looked::Value;
                        let code = self.ask(what, span.clone())?;
                        return Ok(Read { code, condition, span: span.start..self.input.end_of_last() });
                    }
                    if let "true" | "false" = name {
                        let code = Code::number(0, span.clone()).binary(
                            if name == "true" { Binary::Equal } else { Binary::Unequal },
                            Code::number(0, span.clone()),
                            span.clone(),
                        );
                        return Ok(Read { code, condition: true, span });
                    }
                    if name == "automaton" {
                        return self.automaton(span);
                    }
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
            Token::Symbol("[") if self.claim.is_some() => {
                let code = self.entry(span.clone())?;
                Ok(number(code, self.input.end_of_last()))
            }
            Token::Symbol("|") if self.claim.is_some() => {
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
                if self.claim.is_some() { Arg::from(CLAIM) } else { Arg::from(EXAMPLE) },
            )),
        }
    }

    /// `G(n-1)` or `P(a,b)`, behind the name; without brackets the position itself is meant.
    fn ask(&mut self, what: Looked, span: Range<usize>) -> Result<Code> {
        let mut of = self.position(&span);
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
        self.look(what, of, span.start..self.input.end_of_last())
    }

    /// The position itself.
    fn position(&self, span: &Range<usize>) -> Vec<Code> {
        (0..self.arity as u32).map(|v| Code::variable(v, span.clone())).collect()
    }

    /// The place of something that is looked up.
    fn look(&mut self, what: Looked, of: Vec<Code>, whole: Range<usize>) -> Result<Code> {
        if of.iter().any(|code| code.uses_from(self.arity as u32)) {
            let message = text!("what is asked about a position cannot name another one");
            return Err(Error::new(ErrorKind::Unsupported, message).at(whole));
        }
        let Some(claim) = &mut self.claim else { return Err(self.unbound("G", whole)) };
        let same = |one: &Asked| one.what == what && one.of.iter().zip(&of).all(|(a, b)| a.ops() == b.ops());
        let known = claim.asked.iter().position(same);
        let place = known.unwrap_or(claim.asked.len());
        if known.is_none() {
            claim.asked.push(Asked { what, of });
        }
        Ok(Code::variable((self.arity + place) as u32, whole))
    }

    /// `[0,1,2,2][n % 4]`, before the first bracket: an entry of a list, counted from 0.
    fn entry(&mut self, span: Range<usize>) -> Result<Code> {
        const LIST: &str = "[0,1,2,2][n % 4]";
        self.input.expect("[", LIST)?;
        let mut list = vec![];
        loop {
            let code = self.number(0)?;
            let Some(value) = code.constant() else {
                let error = Error::new(ErrorKind::BadArgument, text!("the entries of a list are numbers"));
                return Err(error.at(code.span()).help(text!("for example {example}", example = LIST)));
            };
            list.push(value);
            if !self.input.eat(",")? {
                break;
            }
        }
        self.input.expect("]", LIST)?;
        self.input.expect("[", LIST)?;
        let place = self.number(0)?;
        self.input.expect("]", LIST)?;
        self.look(Looked::List(list), vec![place], span.start..self.input.end_of_last())
    }

    /// `(@FILE)` or `(1)`, behind `automaton`: what the automaton of a certificate says of the position.
    fn automaton(&mut self, span: Range<usize>) -> Result<Read> {
        const AUTOMATON: &str = "automaton(@wythoff.cert)";
        self.input.expect("(", AUTOMATON)?;
        let name = match self.input.peek() {
            Token::File(file) => Name::File(file.to_string()),
            Token::Number(number) => Name::Number(number as u64),
            _ => return Err(self.input.expected(text!("`@` and the name of a certificate"), AUTOMATON)),
        };
        self.input.take()?;
        self.input.expect(")", AUTOMATON)?;
        let whole = span.start..self.input.end_of_last();
        let place = self.claim.as_ref().and_then(|claim| claim.named.iter().position(|known| *known == name));
        let Some((place, claim)) = place.zip(self.claim.as_ref()) else { return Err(self.unbound("automaton", whole)) };
        let automaton = &claim.automata[place];
        let values = automaton.values;
        if automaton.arity() != self.arity {
            let message = text!(
                "the automaton reads positions of {its}, the claim is about those of {ours}",
                its = parameters(automaton.arity()),
                ours = parameters(self.arity)
            );
            return Err(Error::new(ErrorKind::BadArgument, message).at(whole));
        }
        let of = self.position(&whole);
        Ok(Read { code: self.look(Looked::Automaton(place), of, whole.clone())?, condition: !values, span: whole })
    }

    /// `base 2 is (10)*`, behind `in`: whether the digits of the number, without leading zeros, are such a word.
    fn digits(&mut self, value: &Code) -> Result<Code> {
        const DIGITS: &str = "n in base 2 is 1(01)*";
        let start = self.input.span().start;
        let numeration = match self.input.take()? {
            Token::Name("base") => match self.input.take()? {
                Token::Number(base @ 2..=10) => format!("base {base}"),
                _ => {
                    let error = Error::new(ErrorKind::BadArgument, text!("the base is a number from 2 to 10"));
                    return Err(error
                        .at(start..self.input.end_of_last())
                        .help(text!("for example {example}", example = DIGITS)));
                }
            },
            Token::Name("weights") => {
                // 1, t + 1, t*(t + 1) + 1, ...
                let mut weights = vec![];
                while let Token::Number(weight) = self.input.peek() {
                    self.input.take()?;
                    weights.push(weight);
                    self.input.expect(",", DIGITS)?;
                }
                self.input.expect("...", DIGITS)?;
                let t = weights.get(1).map_or(0, |second| second - 1);
                let regular = |k: usize| match k {
                    0 => 1,
                    1 => t + 1,
                    _ => t.saturating_mul(weights[k - 1]).saturating_add(weights[k - 2]),
                };
                if !(1..=9).contains(&t) || (0..weights.len()).any(|k| weights[k] != regular(k)) {
                    let message = text!("the weights are 1, t+1, and each t times the last and the one before");
                    let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.end_of_last());
                    return Err(error.help(text!("for example n in weights 1, 3, 7, 17, ... is 1*")));
                }
                format!("ostrowski {t}")
            }
            _ => "ostrowski 1".to_string(),
        };
        if !self.input.eat_word("is")? {
            return Err(self.input.expected(text!("`is` and digits"), DIGITS));
        }
        // Digits, brackets, bars and signs up to what is none of these.
        let from = self.input.span();
        let mut depth = 0usize;
        loop {
            match self.input.peek() {
                Token::Symbol("(") => depth += 1,
                Token::Symbol(")") if depth == 0 => break,
                Token::Symbol(")") => depth -= 1,
                Token::Number(_) | Token::Symbol("*" | "?" | "|") => {}
                _ => break,
            }
            self.input.take()?;
        }
        let span = from.start..self.input.end_of_last().max(from.start);
        let words = self.input.slice(span.clone());
        let automaton = Automaton::of_words(words, &numeration).map_err(|error| error.at(span.clone()))?;
        let Some(claim) = &mut self.claim else { return Err(self.unbound("digits", span)) };
        let place = claim.automata.iter().position(|known| *known == automaton).unwrap_or(claim.automata.len());
        if place == claim.automata.len() {
            claim.automata.push(automaton);
        }
        let whole = value.span().start..self.input.end_of_last();
        self.look(Looked::Automaton(place), vec![value.clone()], whole)
    }

    /// `(x*phi)`, `(x*phi^2)`, `(phi*x)`, `(x/phi)` or `(x*(1 + sqrt(13))/2)`, behind `floor`: a number times the golden ratio,
    /// or times another number with a square root, rounded down. All divisions round down, so `floor` of other things is
    /// these themselves.
    fn floor(&mut self, span: Range<usize>) -> Result<Code> {
        const FLOOR: Text = text!("floor((b-a)*phi), floor(n*phi^2), floor(n/phi), floor(n*sqrt(2)) or floor((n+1)/2)");
        self.input.expect("(", &FLOOR)?;
        if !self.is_irrational(None)? {
            let code = self.number(0)?;
            self.input.expect(")", &FLOOR)?;
            return Ok(code);
        }
        let mut code: Option<Code> = None;
        let mut times: Option<Times> = None;
        let mut over = false;
        loop {
            let here = self.input.span();
            if self.is_irrational(Some(())).map_err(|error| error.help(FLOOR))? {
                let found = self.irrational(&FLOOR)?;
                if times.is_some() || (over && !matches!(found, Times::Phi)) {
                    let message = text!("irrational numbers are factors here, and one of them is enough");
                    let error = Error::new(ErrorKind::Unsupported, message).at(here);
                    return Err(error.help(text!("for example {example}", example = FLOOR)));
                }
                times = Some(if over { Times::OverPhi } else { found });
            } else {
                let factor = self.number(LEVEL_NEGATE)?;
                let whole = span.start..self.input.end_of_last();
                match (&mut times, over) {
                    (Some(Times::Surd(surd)), true) => {
                        let q = factor.constant().and_then(|q| u32::try_from(q).ok());
                        let Some(q) = q.and_then(|q| surd.q.checked_mul(q)).filter(|&q| 0 < q && q < 1 << 20) else {
                            let error = Error::new(ErrorKind::BadArgument, text!("the divisor is a small number"));
                            return Err(error.at(whole).help(text!("for example {example}", example = FLOOR)));
                        };
                        surd.q = q;
                    }
                    (Some(_), true) => return Err(self.input.expected(text!("`)`"), &FLOOR)),
                    _ => {
                        code = Some(match code {
                            None => factor,
                            Some(code) => code.binary(if over { Binary::Div } else { Binary::Mul }, factor, whole),
                        });
                    }
                }
            }
            over = self.input.eat("/")?;
            if !over && !self.input.eat("*")? {
                break;
            }
        }
        self.input.expect(")", &FLOOR)?;
        let whole = span.start..self.input.end_of_last();
        let code = code.unwrap_or_else(|| Code::number(1, whole.clone()));
        let phi = || code.clone().unary(Unary::Phi, whole.clone());
        // phi^2 = phi + 1 and 1/phi = phi - 1.
        Ok(match times {
            Some(Times::Phi) => phi(),
            Some(Times::PhiSquared) => phi().binary(Binary::Add, code.clone(), whole.clone()),
            Some(Times::OverPhi) => phi().binary(Binary::Sub, code.clone(), whole.clone()),
            Some(Times::Surd(surd)) => code.clone().unary(Unary::Surd(surd), whole.clone()),
            None => return Err(self.input.expected(text!("`phi`"), &FLOOR)),
        })
    }

    /// Whether an irrational number comes: `here` at once, in brackets perhaps; otherwise before the bracket that closes.
    fn is_irrational(&mut self, here: Option<()>) -> Result<bool> {
        let mark = self.input.mark();
        let (mut depth, mut found) = (0usize, false);
        loop {
            match self.input.peek() {
                Token::End => break,
                // What stands in a rounded number within is its own.
                Token::Name("floor") => {
                    self.input.take()?;
                    if here.is_some() && depth == 0 {
                        break;
                    }
                    let mut open = 0usize;
                    loop {
                        match self.input.peek() {
                            Token::Symbol("(") => open += 1,
                            Token::Symbol(")") => open = open.saturating_sub(1),
                            Token::End => break,
                            _ => {}
                        }
                        if open == 0 {
                            break;
                        }
                        self.input.take()?;
                    }
                    if self.input.peek() == Token::End {
                        break;
                    }
                }
                Token::Symbol(")") if depth == 0 => break,
                Token::Symbol("(") => depth += 1,
                Token::Symbol(")") => depth -= 1,
                Token::Name("phi") if depth == 0 => found = true,
                Token::Name("sqrt") => found = true,
                _ => {}
            }
            if here.is_some() && depth == 0 {
                break;
            }
            self.input.take()?;
        }
        self.input.back_to(mark);
        Ok(found)
    }

    /// `phi`, `phi^2`, `sqrt(2)` or `(1 + sqrt(13))`.
    fn irrational(&mut self, example: &Text) -> Result<Times> {
        if self.input.eat_word("phi")? {
            if !self.input.eat("^")? {
                return Ok(Times::Phi);
            }
            if self.input.peek() != Token::Number(2) {
                return Err(self.input.expected(text!("2"), example));
            }
            self.input.take()?;
            return Ok(Times::PhiSquared);
        }
        let start = self.input.span().start;
        let bracket = self.input.eat("(")?;
        let (mut p, mut d) = (0i64, None);
        let mut minus = bracket && self.input.eat("-")?;
        loop {
            if self.input.eat_word("sqrt")? {
                self.input.expect("(", example)?;
                let under = self.number(0)?;
                self.input.expect(")", example)?;
                if minus || d.is_some() {
                    return Err(self.input.expected(text!("one root that is added"), example));
                }
                d = Some(under.constant().unwrap_or(0));
            } else {
                let number = self.number(LEVEL_NEGATE)?.constant().unwrap_or(LARGEST);
                p = p.saturating_add(if minus { -number } else { number });
            }
            if !bracket {
                break;
            }
            minus = self.input.eat("-")?;
            if !minus && !self.input.eat("+")? {
                self.input.expect(")", example)?;
                break;
            }
        }
        let root = d.and_then(|d| u32::try_from(d).ok()).filter(|&d| d < 1 << 20 && d.isqrt().pow(2) != d);
        let p = i32::try_from(p).ok().filter(|p| p.abs() < 1 << 20);
        match (p, root) {
            (Some(p), Some(d)) => Ok(Times::Surd(Surd { p, d, q: 1 })),
            _ => {
                let message = text!("the number under the root is no square, and all are small");
                let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.end_of_last());
                Err(error.help(text!("for example {example}", example)))
            }
        }
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Code> {
        if name == "floor" {
            return self.floor(span);
        }
        let example = &text!("min(a,b), max(a,b), gcd(a,b), popcount(n), isqrt(n), abs(n) or floor(n*phi)");
        let Some(function) = function(name) else {
            let message = text!("there is no function `{name}`", name = name.chars().take(40).collect::<String>());
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            if self.names.contains(&name) {
                return Err(error.help(text!("products have a sign: {product}", product = format!("{name}*(...)"))));
            }
            if let Some(help) = self.claim.as_ref().and_then(|_| meant_in_claims(name)) {
                return Err(error.help(help));
            }
            return Err(error.help(text!("functions are {example}", example)));
        };
        self.input.expect("(", example)?;
        let mut code = self.number(0)?;
        match function {
            Function::Several(op) => {
                if !self.input.is(",") {
                    return Err(self.input.expected(text!("`,` and another number"), example));
                }
                while self.input.eat(",")? {
                    let other = self.number(0)?;
                    code = code.binary(op, other, span.start..self.input.end_of_last());
                }
            }
            Function::Single(op) => code = code.unary(op, span.clone()),
        }
        self.input.expect(")", example)?;
        Ok(code)
    }

    /// The error of a claim that goes on where it could end.
    pub(super) fn claim_goes_on(&self) -> Error {
        let error = self.input.expected(text!("`and`, `or`, `iff`, `for` or the end of the claim"), &CLAIM);
        match self.input.peek() {
            Token::Name(name) if self.input.number_before().is_some() => self.unbound(name, self.input.span()),
            Token::Name("if" | "when" | "where" | "while") | Token::Symbol("->") => error.help(text!(
                "`P iff C` says that P holds where C does and nowhere else, `P for C` speaks of those positions only"
            )),
            Token::Name("equals" | "means" | "当且仅当" | "等价于") => {
                error.help(text!("write `iff`, as in P iff n % 3 == 0"))
            }
            _ => error,
        }
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
        if self.claim.is_some() {
            let others = text!("the names here are {known}; put numbers in for all others", known);
            return error.help(meant_in_claims(name).unwrap_or(others));
        }
        error.help(text!(
            "the names here are {known}; declare others behind `for`, as in `for {shown} in 1..n`",
            known,
            shown
        ))
    }
}

/// What was probably meant by a name that claims do not know.
fn meant_in_claims(name: &str) -> Option<Text> {
    match name {
        "phi" => Some(text!("the golden ratio stands in `floor`, as in floor(n*phi)")),
        "p" | "l" | "r" | "g" | "grundy" | "value" | "outcome" | "lose" | "losing" | "loses" | "win" | "winning"
        | "wins" => Some(text!("`P`, `N`, `L` and `R` are the outcomes, `G(n)` is the value of n")),
        _ => None,
    }
}

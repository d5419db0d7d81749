//! From text to a rule.

use super::ast::{Choice, Guard, Loop, Rule, Sequence, Side, Source};
use super::code::{Binary, Code, Op, Unary};
use super::form::{Form, forms};
use super::token::{Token, Tokens};
use crate::{Error, ErrorKind, Result};
use std::ops::Range;

const EXAMPLE: &str = "rule{ n -> n-k for k in {1,3,4} }";
const CLAIM: &str = "P iff n % 3 == 0, or G(n) == n % 5";
/// The most parameters of a position.
pub(crate) const MOST_PARAMETERS: usize = 8;
/// The most options of a rule, and the most variables of one.
const MOST_OPTIONS: usize = 10_000;
const MOST_VARIABLES: usize = 16;
/// How deep brackets may nest: reading them is the only recursion here.
const DEEPEST: usize = 100;

/// Words that cannot name parameters or variables.
const RESERVED: &[&str] = &[
    "for",
    "in",
    "if",
    "while",
    "and",
    "or",
    "not",
    "xor",
    "mod",
    "repeat",
    "left",
    "right",
    "min",
    "max",
    "gcd",
    "popcount",
    "isqrt",
    "abs",
    "floor",
    "divisors",
    "powers",
    "squares",
    "primes",
    "factorials",
    "fibonacci",
    "triangular",
    "use",
    "example",
    "is",
];

/// Reads options up to `}` or the end, which is left.
pub(crate) fn rule(input: &mut Tokens<'_>) -> Result<Rule> {
    let start = input.span();
    let mut parser = Parser { input, names: vec![], arity: 0, depth: 0, asked: None };
    let (mut names, mut choices) = (vec![], vec![]);
    let mut side = Side::Both;
    loop {
        if let Some(labelled) = parser.label()? {
            side = labelled;
        }
        parser.pattern()?;
        if choices.is_empty() {
            names = parser.names.iter().map(|&name| name.to_string()).collect();
        }
        choices.push(parser.choice(side)?);
        if choices.len() > MOST_OPTIONS {
            return Err(Error::new(ErrorKind::TooLarge, format!("a rule has at most {MOST_OPTIONS} options")).at(start));
        }
        if !parser.input.eat(";")? || parser.at_end() {
            break;
        }
    }
    if !parser.at_end() {
        return Err(parser.input.expected("`;`, `for`, `if`, `while` or the end of the rule", EXAMPLE));
    }
    Ok(Rule { arity: parser.arity, names, choices })
}

/// What a claim asks about other positions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    /// Whether its value is asked for, or whether it is a P-position.
    pub value: bool,
    /// Its parameters.
    pub of: Vec<Code>,
}

/// Reads the condition of a claim up to the end. What it asks has places behind the parameters, in order.
pub(crate) fn claim<'a>(input: &mut Tokens<'a>, names: &'a [String]) -> Result<(Code, Vec<Asked>)> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let arity = names.len();
    let mut parser = Parser { input, names, arity, depth: 0, asked: Some(vec![]) };
    let mut condition = parser.condition()?;
    if parser.input.eat_word("iff")? {
        let other = parser.condition()?;
        let span = condition.span().start..parser.input.end_of_last();
        condition = condition.binary(Binary::Equal, other, span);
    }
    // As formulas are written: `G(2n) = n, G(2n+1) = G(n); G(0) = 0`.
    while parser.input.eat(",")? || parser.input.eat(";")? {
        let other = parser.condition()?;
        let span = condition.span().start..parser.input.end_of_last();
        condition = condition.binary(Binary::Both, other, span);
    }
    // `G(n+3) = G(n) for n >= 5`.
    if parser.input.eat_word("for")? {
        let scope = parser.condition()?;
        let span = condition.span().start..parser.input.end_of_last();
        condition = scope.unary(Unary::Not, span.clone()).binary(Binary::Either, condition, span);
    }
    if parser.input.peek() != Token::End {
        return Err(parser.input.expected("`and`, `or`, `iff` or the end of the claim", CLAIM));
    }
    Ok((condition, parser.asked.unwrap_or_default()))
}

struct Parser<'p, 'a> {
    input: &'p mut Tokens<'a>,
    /// The parameters, then the variables of the option that is being read.
    names: Vec<&'a str>,
    arity: usize,
    depth: usize,
    /// What a claim has asked so far; rules may not ask.
    asked: Option<Vec<Asked>>,
}

/// An expression that is read: a number or a condition.
struct Read {
    code: Code,
    condition: bool,
    span: Range<usize>,
}

impl<'a> Parser<'_, 'a> {
    fn at_end(&self) -> bool {
        self.input.is("}") || self.input.peek() == Token::End
    }

    /// `left:` or `right:`.
    fn label(&mut self) -> Result<Option<Side>> {
        let side = match self.input.peek() {
            Token::Name("left") => Side::Left,
            Token::Name("right") => Side::Right,
            _ => return Ok(None),
        };
        self.input.take()?;
        self.input.expect(":", "rule{ left: n -> n-1; right: n -> n-2 }")?;
        Ok(Some(side))
    }

    /// `n ->` or `(a,b) ->`; behind the first it may be left out.
    fn pattern(&mut self) -> Result<()> {
        self.names.truncate(self.arity);
        let mark = self.input.mark();
        let start = self.input.span().start;
        let mut names = vec![];
        let bracket = self.input.eat("(")?;
        while let Token::Name(name) = self.input.peek() {
            names.push((name, self.input.span()));
            self.input.take()?;
            if !bracket || !self.input.eat(",")? {
                break;
            }
        }
        let closed = !bracket || self.input.eat(")")?;
        if !closed || names.is_empty() || !self.input.is("->") {
            if self.arity > 0 {
                self.input.back_to(mark);
                return Ok(());
            }
            return Err(self.input.expected("the parameters and `->`", "rule{ n -> n-1 } or rule{ (a,b) -> (a-1,b) }"));
        }
        let span = start..self.input.end_of_last();
        self.input.take()?;
        if names.len() > MOST_PARAMETERS {
            let error = Error::new(ErrorKind::TooLarge, format!("a position has at most {MOST_PARAMETERS} parameters"));
            return Err(error.at(span));
        }
        if self.arity > 0 && names.len() != self.arity {
            let message =
                format!("a position has {} here and {} before", parameters(names.len()), parameters(self.arity));
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            return Err(
                error.help("give every option of a rule as many parameters, as in rule{ (a,b) -> (a-1,b); (a,b-1) }")
            );
        }
        self.names.clear();
        for (name, span) in names {
            self.declare(name, span)?;
        }
        self.arity = self.names.len();
        Ok(())
    }

    fn declare(&mut self, name: &'a str, span: Range<usize>) -> Result<()> {
        if RESERVED.contains(&name) {
            let error = Error::new(ErrorKind::Syntax, format!("`{name}` is a word of the rule language")).at(span);
            return Err(error.help("choose another name, for example n or k"));
        }
        if self.names.contains(&name) {
            let error =
                Error::new(ErrorKind::BadArgument, format!("`{name}` stands for something else already")).at(span);
            return Err(error.help("choose another name"));
        }
        self.names.push(name);
        Ok(())
    }

    /// The positions of an option, and the variables and conditions behind them.
    fn choice(&mut self, side: Side) -> Result<Choice> {
        let start = self.input.span().start;
        let repeat = self.input.eat_word("repeat")?;
        // The positions use variables that are declared behind them: these are read first.
        let before = self.input.mark();
        self.skip_to_qualifiers()?;
        let (conditions, mut loops) = self.qualifiers()?;
        let after = self.input.mark();
        let end = self.input.end_of_last();
        self.input.back_to(before);
        let parts = self.parts()?;
        if !self.is_qualifier() && !self.input.is(";") && !self.at_end() {
            return Err(self.input.expected("`for`, `if`, `while`, `;` or the end of the rule", EXAMPLE));
        }
        self.input.back_to(after);
        for (depth, one) in loops.iter_mut().enumerate() {
            one.bounds.extend(parts.iter().flatten().filter_map(|code| upper_bound(code, one.place)));
            if one.source.is_endless() && one.bounds.is_empty() {
                let ends = |form: &Form| form.falls() && !form.uses_within(one.place);
                let forms = parts.iter().flatten().filter_map(|code| Form::of(code, one.place));
                one.falling = forms.filter(ends).collect();
            }
            if one.source.is_endless()
                && one.bounds.is_empty()
                && one.roots.is_empty()
                && one.falling.is_empty()
                && !one.guards.iter().any(|g| g.ends)
            {
                let name = self.names[self.arity + depth];
                let span = match &one.source {
                    Source::Range(from, _) => from.span(),
                    _ => start..end,
                };
                let error =
                    Error::new(ErrorKind::BadArgument, format!("the numbers that `{name}` runs through have no end"));
                let help = format!(
                    "end them, for example `for {name} in 1..n` or `for {name} in 1.. while {name}*{name} <= n`"
                );
                return Err(error.at(span).help(help));
            }
        }
        let plain = |inner: &&Loop| !repeat && inner.guards.iter().all(|guard| guard.implied);
        let degree = loops.last().filter(plain).and_then(|inner| {
            let degrees: Option<Vec<u32>> = parts.iter().flatten().map(|code| code.degree_in(inner.place)).collect();
            degrees?.into_iter().max().map(|degree| degree.max(1))
        });
        let simple = !repeat && loops.iter().all(|one| one.guards.iter().all(|guard| guard.implied));
        let forms = if simple { forms(&parts, &loops) } else { None };
        let cost = Choice::find_cost(&parts, &loops);
        Ok(Choice { side, parts, repeat, conditions, loops, degree, forms, cost, span: start..end })
    }

    fn is_qualifier(&self) -> bool {
        matches!(self.input.peek(), Token::Name("for" | "if" | "while"))
    }

    /// Steps over the positions of an option without reading them.
    fn skip_to_qualifiers(&mut self) -> Result<()> {
        let mut open = 0usize;
        loop {
            match self.input.peek() {
                Token::End => return Ok(()),
                Token::Symbol("(" | "[" | "{") => open += 1,
                Token::Symbol(")" | "]" | "}") if open == 0 => return Ok(()),
                Token::Symbol(")" | "]" | "}") => open -= 1,
                Token::Symbol(";") if open == 0 => return Ok(()),
                Token::Name("for" | "if" | "while") if open == 0 => return Ok(()),
                _ => {}
            }
            self.input.take()?;
        }
    }

    fn qualifiers(&mut self) -> Result<(Vec<Code>, Vec<Loop>)> {
        let (mut conditions, mut loops): (Vec<Code>, Vec<Loop>) = (vec![], vec![]);
        loop {
            match self.input.peek() {
                Token::Name("for") => {
                    self.input.take()?;
                    let one = self.variable()?;
                    loops.push(one);
                    if loops.len() > MOST_VARIABLES {
                        let message = format!("an option has at most {MOST_VARIABLES} variables");
                        return Err(Error::new(ErrorKind::TooLarge, message).at(self.input.span()));
                    }
                }
                Token::Name(word @ ("if" | "while")) => {
                    self.input.take()?;
                    let condition = self.condition()?;
                    match loops.last_mut() {
                        None => conditions.push(condition),
                        Some(one) => {
                            let limit = condition.compared_with(one.place).filter(|l| !l.least.uses_from(one.place));
                            let implied = limit.as_ref().is_some_and(|limit| limit.exact);
                            if let Some(limit) = limit {
                                let bounds = if limit.square { &mut one.roots } else { &mut one.bounds };
                                bounds.push(limit.least);
                            }
                            one.guards.push(Guard { ends: word == "while", implied, condition });
                        }
                    }
                }
                _ => return Ok((conditions, loops)),
            }
        }
    }

    /// `k in 1..n`, behind `for`.
    fn variable(&mut self) -> Result<Loop> {
        const FOR: &str = "for k in 1..n";
        let span = self.input.span();
        let Token::Name(name) = self.input.peek() else { return Err(self.input.expected("a variable", FOR)) };
        self.input.take()?;
        if !self.input.eat_word("in")? {
            return Err(self.input.expected("`in`", FOR));
        }
        let source = self.source()?;
        self.declare(name, span)?;
        let (place, fixed) = (self.names.len() as u32 - 1, source.fixed());
        Ok(Loop { place, source, fixed, guards: vec![], bounds: vec![], roots: vec![], falling: vec![] })
    }

    fn source(&mut self) -> Result<Source> {
        if self.input.is("{") {
            return Ok(Source::Set(self.set(false)?));
        }
        if let Token::Name(word) = self.input.peek() {
            if let Some(&(_, sequence)) = Sequence::NAMES.iter().find(|(name, _)| *name == word) {
                self.input.take()?;
                return Ok(Source::Sequence(sequence));
            }
            if let "divisors" | "powers" = word {
                self.input.take()?;
                self.input.expect("(", "for d in divisors(n)")?;
                let of = self.number(0)?;
                self.input.expect(")", "for d in divisors(n)")?;
                return Ok(if word == "powers" { Source::Powers(of) } else { Source::Divisors(of) });
            }
        }
        let from = self.number(LEVEL_BITS)?;
        self.input.expect("..", "for k in 1..n, for k in {1,3,4} or for k in squares")?;
        Ok(Source::Range(from, self.end_of_range()?))
    }

    fn end_of_range(&mut self) -> Result<Option<Code>> {
        let starts = match self.input.peek() {
            Token::Number(_) => true,
            Token::Name(word) => !matches!(word, "for" | "if" | "while" | "and" | "or"),
            Token::Symbol(symbol) => matches!(symbol, "(" | "-"),
            _ => false,
        };
        if starts { Ok(Some(self.number(LEVEL_BITS)?)) } else { Ok(None) }
    }

    /// `{1,3..5}`; `endless` allows ranges without an end.
    fn set(&mut self, endless: bool) -> Result<Vec<(Code, Option<Code>)>> {
        const SET: &str = "{1,3,4} or {2..5}";
        self.input.expect("{", SET)?;
        let mut items = vec![];
        loop {
            let from = self.number(LEVEL_BITS)?;
            let span = self.input.span();
            let to = if self.input.eat("..")? {
                match self.end_of_range()? {
                    to @ Some(_) => to,
                    None if endless => None,
                    None => {
                        let error = Error::new(ErrorKind::BadArgument, "a range in a set has an end").at(span);
                        return Err(error.help(format!("for example {SET}")));
                    }
                }
            } else {
                Some(from.clone())
            };
            items.push((from, to));
            if self.input.eat("}")? {
                return Ok(items);
            }
            self.input.expect(",", SET)?;
        }
    }

    /// The components that an option leaves.
    fn parts(&mut self) -> Result<Vec<Vec<Code>>> {
        let mark = self.input.mark();
        if self.input.is("(") {
            if let Some(parts) = self.tuples()? {
                return Ok(parts);
            }
            self.input.back_to(mark);
        }
        let (start, code) = (self.input.span().start, self.number(0)?);
        if self.arity != 1 {
            let error = Error::new(ErrorKind::BadArgument, format!("a position has {}", parameters(self.arity)));
            let help = "an option is a position in brackets, for example rule{ (a,b) -> (a-1,b) }";
            return Err(error.at(start..self.input.end_of_last()).help(help));
        }
        Ok(vec![vec![code]])
    }

    /// `(a,b) + (c,d)`: positions in brackets. `None` if the brackets turn out to be arithmetic.
    fn tuples(&mut self) -> Result<Option<Vec<Vec<Code>>>> {
        let mut parts = vec![];
        loop {
            let start = self.input.span().start;
            self.input.expect("(", "(a-k,b)")?;
            if parts.is_empty() && self.input.eat(")")? {
                return Ok(Some(vec![]));
            }
            let mut part = vec![self.number(0)?];
            while self.input.eat(",")? {
                part.push(self.number(0)?);
            }
            self.input.expect(")", "(a-k,b)")?;
            let span = start..self.input.end_of_last();
            let ends = self.at_end() || self.input.is(";") || self.is_qualifier();
            if part.len() == 1 && !ends && !self.input.is("+") {
                return Ok(None);
            }
            if part.len() != self.arity {
                // `(a+b)` where one number is wanted later on is arithmetic; where positions are pairs it is a slip.
                let message = format!("a position has {}, this one has {}", parameters(self.arity), part.len());
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
            parts.push(part);
            if ends {
                return Ok(Some(parts));
            }
            self.input.take()?;
            if !self.input.is("(") {
                return if self.arity == 1 {
                    Ok(None)
                } else {
                    Err(self.input.expected("a position in brackets", "(a,b)+(c,d)"))
                };
            }
        }
    }

    fn number(&mut self, level: u8) -> Result<Code> {
        let read = self.expression(level)?;
        self.as_number(read)
    }

    fn as_number(&self, read: Read) -> Result<Code> {
        if read.condition {
            let error = Error::new(ErrorKind::Syntax, "expected a number, found a condition").at(read.span);
            return Err(error.help("conditions stand behind `if` and `while`"));
        }
        Ok(read.code)
    }

    fn condition(&mut self) -> Result<Code> {
        let read = self.expression(0)?;
        self.as_condition(read)
    }

    fn as_condition(&self, read: Read) -> Result<Code> {
        if !read.condition {
            let error = Error::new(ErrorKind::Syntax, "expected a condition, found a number").at(read.span);
            return Err(error.help("for example `if n % 2 == 0`"));
        }
        Ok(read.code)
    }

    /// An expression whose operators bind at least as strongly as `level` says.
    fn expression(&mut self, level: u8) -> Result<Read> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
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
        Err(self.input.expected("`in`", "if n % 5 not in {1,4}"))
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
            _ => {
                Err(self.input.expected("a number or a parameter", if self.asked.is_some() { CLAIM } else { EXAMPLE }))
            }
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
            self.input.expect(")", CLAIM)?;
            if of.len() != self.arity {
                let message = format!("a position has {}, this one has {}", parameters(self.arity), of.len());
                return Err(Error::new(ErrorKind::BadArgument, message).at(span.start..self.input.end_of_last()));
            }
        }
        let whole = span.start..self.input.end_of_last();
        if of.iter().any(|code| code.uses_from(self.arity as u32)) {
            let message = "what is asked about a position cannot name another one";
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
        const FLOOR: &str = "floor((b-a)*phi), floor(n*phi^2), floor(n/phi) or floor((n+1)/2)";
        self.input.expect("(", FLOOR)?;
        if !self.speaks_of_phi()? {
            // All divisions round down.
            let code = self.number(0)?;
            self.input.expect(")", FLOOR)?;
            return Ok(code);
        }
        let first = self.input.eat_word("phi")?;
        let mut squared = first && self.squared(FLOOR)?;
        if first {
            self.input.expect("*", FLOOR)?;
        }
        let mut code = self.number(LEVEL_NEGATE)?;
        let mut divided = false;
        if !first {
            loop {
                let times = self.input.eat("*")?;
                if !times {
                    self.input.expect("/", FLOOR)?;
                }
                if self.input.eat_word("phi")? {
                    divided = !times;
                    squared = times && self.squared(FLOOR)?;
                    break;
                }
                if !times {
                    return Err(self.input.expected("`phi`", FLOOR));
                }
                let factor = self.number(LEVEL_NEGATE)?;
                code = code.binary(Binary::Mul, factor, span.start..self.input.end_of_last());
            }
        }
        self.input.expect(")", FLOOR)?;
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

    fn squared(&mut self, example: &str) -> Result<bool> {
        if !self.input.eat("^")? {
            return Ok(false);
        }
        if self.input.peek() != Token::Number(2) {
            return Err(self.input.expected("2", example));
        }
        self.input.take()?;
        Ok(true)
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Code> {
        if name == "floor" {
            return self.golden(span);
        }
        let example = "min(a,b), max(a,b), gcd(a,b), popcount(n), isqrt(n), abs(n) or floor(n*phi)";
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
            let error = Error::new(ErrorKind::BadArgument, format!("there is no function `{name}`")).at(span);
            return Err(error.help(format!("functions are {example}")));
        }
        self.input.expect("(", example)?;
        let mut code = self.number(0)?;
        match (several, single) {
            (Some(op), _) => {
                if !self.input.is(",") {
                    return Err(self.input.expected("`,` and another number", example));
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

    fn unbound(&self, name: &str, span: Range<usize>) -> Error {
        let shown: String = name.chars().take(40).collect();
        let error = Error::new(ErrorKind::BadArgument, format!("nothing is called `{shown}` here")).at(span);
        let known = self.names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        if RESERVED.contains(&name) {
            return error.help(format!("`{name}` is a word of the rule language; the names here are {known}"));
        }
        error.help(format!("the names here are {known}; declare others behind `for`, as in `for {shown} in 1..n`"))
    }
}

fn parameters(count: usize) -> String {
    if count == 1 { "1 parameter".to_string() } else { format!("{count} parameters") }
}

/// Operators by how strongly they bind.
const LEVEL_NOT: u8 = 3;
const LEVEL_COMPARE: u8 = 4;
const LEVEL_BITS: u8 = 5;
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

/// `E` of a value `E - k` that must not be negative: then `k` is at most `E`.
fn upper_bound(code: &Code, variable: u32) -> Option<Code> {
    let bound = code.without_last(Op::WithVariable(Binary::Sub, variable))?;
    // The variables within are not known yet.
    (!bound.uses_from(variable)).then_some(bound)
}

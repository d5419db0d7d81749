//! Parses expressions of rules and claims: numbers and conditions.

use super::diagnostics::claim_name_suggestion;
use super::operand::{LEVEL_BITS, LEVEL_NEGATE, ParsedOperand};
use super::parser::{EXAMPLE, MAX_DEPTH, Parser};
use crate::claim::{Lookup, LookupKind, lookup_kind};
use crate::code::Code;
use crate::operator::{Binary, Unary};
use crate::token::{CLAIM_EXAMPLE, Token};
use grundy_lang::{Arg, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// The precedence levels of some operators. Operators of higher levels bind more strongly.
const LEVEL_NOT: u8 = 3;
const LEVEL_COMPARE: u8 = 4;
const LEVEL_POWER: u8 = 11;

/// The meaning of an infix operator.
#[derive(Clone, Copy)]
enum OperatorKind {
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
    kind: OperatorKind,
}

fn operator(token: Token<'_>) -> Option<Operator> {
    let (symbol, level, kind) = match token {
        Token::Name("or") => ("or", 1, OperatorKind::Truth(Binary::Either)),
        Token::Name("and") => ("and", 2, OperatorKind::Truth(Binary::Both)),
        Token::Name("in") => ("in", LEVEL_COMPARE, OperatorKind::In),
        Token::Name("mod") => ("mod", 9, OperatorKind::Number(Binary::Rem)),
        Token::Name("xor") => ("xor", 6, OperatorKind::Number(Binary::Xor)),
        Token::Symbol(symbol) => match symbol {
            "==" | "=" | "!=" | "<" | "<=" | ">" | ">=" => (symbol, LEVEL_COMPARE, OperatorKind::Compare),
            "|" => (symbol, LEVEL_BITS, OperatorKind::Number(Binary::Or)),
            "&" => (symbol, 7, OperatorKind::Number(Binary::And)),
            "+" => (symbol, 8, OperatorKind::Number(Binary::Add)),
            "-" => (symbol, 8, OperatorKind::Number(Binary::Sub)),
            "*" => (symbol, 9, OperatorKind::Number(Binary::Mul)),
            "/" => (symbol, 9, OperatorKind::Number(Binary::Div)),
            "%" => (symbol, 9, OperatorKind::Number(Binary::Rem)),
            "^" => (symbol, LEVEL_POWER, OperatorKind::Number(Binary::Pow)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Operator { symbol, level, kind })
}

/// The operation that a function name denotes.
enum Function {
    Single(Unary),
    Several(Binary),
}

/// Reports whether a quotient may be rounded down: it is not an exact quotient of two short constants.
///
/// Longer constants are not computed, so that parsing takes linear time.
fn may_be_rounded(dividend: &Code, divisor: &Code) -> bool {
    const MAX_OPS: usize = 16;
    let constant = |code: &Code| if code.ops().len() <= MAX_OPS { code.constant() } else { None };
    let divides = |(by, n): (i64, i64)| by != 0 && n % by == 0;
    !constant(divisor).zip(constant(dividend)).is_some_and(divides)
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

impl Parser<'_, '_> {
    pub(super) fn number(&mut self, level: u8) -> Result<Code> {
        let operand = self.expression(level)?;
        self.as_number(operand)
    }

    /// Parses one operand of a product, which must be a number.
    pub(super) fn factor(&mut self) -> Result<Code> {
        let operand = self.operand()?;
        self.as_number(operand)
    }

    pub(super) fn as_number(&self, operand: ParsedOperand) -> Result<Code> {
        if operand.is_condition {
            let error = Error::new(ErrorKind::Syntax, text!("expected a number, found a condition")).at(operand.span);
            if self.claim.is_some() {
                return Err(error.help(text!("write `iff` between conditions, as in P iff n % 3 == 0")));
            }
            return Err(error.help(text!("conditions go after `if` and `while`")));
        }
        if operand.surd.is_some() {
            let message = text!("an irrational number must be compared with another number or rounded down");
            let error = Error::new(ErrorKind::BadArgument, message).at(operand.span);
            return Err(error.help(text!("for example {example}", example = "b < a*phi, or b == floor(a*phi)")));
        }
        Ok(operand.code)
    }

    pub(super) fn condition(&mut self) -> Result<Code> {
        let operand = self.expression(0)?;
        self.as_condition(operand)
    }

    fn as_condition(&self, operand: ParsedOperand) -> Result<Code> {
        if !operand.is_condition {
            // An automaton with values, used as a condition, holds where the value is 0, that is, at the
            // P-positions.
            if let (Some(index), Some(claim)) = (operand.code.as_variable(), &self.claim)
                && let Some(Lookup { kind: LookupKind::Automaton(_), .. }) =
                    claim.lookups.get((index as usize).wrapping_sub(self.arity))
            {
                return Ok(operand.code.binary(Binary::Equal, Code::number(0, operand.span.clone()), operand.span));
            }
            let error = Error::new(ErrorKind::Syntax, text!("expected a condition, found a number")).at(operand.span);
            if self.claim.is_some() {
                let name = operand.code.as_variable().and_then(|index| self.names.get(index as usize));
                let suggestion = name.and_then(|name| claim_name_suggestion(name));
                return Err(
                    error.help(suggestion.unwrap_or_else(|| text!("for example {example}", example = &CLAIM_EXAMPLE)))
                );
            }
            return Err(error.help(text!("for example `if n % 2 == 0`")));
        }
        Ok(operand.code)
    }

    /// Parses an expression whose operators have at least this precedence level.
    pub(super) fn expression(&mut self, level: u8) -> Result<ParsedOperand> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message =
                text!("brackets, signs or `not` are nested more than {deepest} levels deep", deepest = MAX_DEPTH);
            return Err(Error::new(ErrorKind::TooLarge, message).at(self.input.span()));
        }
        let mut left = self.operand()?;
        while let Some(operator) = self.operator()? {
            if operator.level < level {
                break;
            }
            let end = self.input.span().end;
            self.input.take()?;
            if matches!(operator.kind, OperatorKind::NotIn) {
                self.input.take()?;
            }
            // Two adjacent bars in place of an operator are an error with a suggestion. Elsewhere, bars enclose
            // absolute values.
            if operator.symbol == "|" && self.input.is("|") && self.input.span().start == end {
                let error = Error::new(ErrorKind::Syntax, text!("`{sign}` has no meaning here", sign = "||"));
                let help = text!("write `or`, as in n < 2 or n % 2 == 0");
                return Err(error.at(end - 1..end + 1).help(help));
            }
            left = self.apply(left, operator)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Returns the next operator without consuming it, since it can belong to an outer expression.
    fn operator(&mut self) -> Result<Option<Operator>> {
        if !self.input.is_word("not") {
            return Ok(operator(self.input.peek()));
        }
        let mark = self.input.mark();
        self.input.take()?;
        if !self.input.is_word("in") {
            return Err(self.input.expected(text!("`in`"), "if n % 5 not in {1,4}"));
        }
        self.input.restore(mark);
        Ok(Some(Operator { symbol: "not in", level: LEVEL_COMPARE, kind: OperatorKind::NotIn }))
    }

    fn apply(&mut self, left: ParsedOperand, operator: Operator) -> Result<ParsedOperand> {
        let start = left.span.start;
        let mut rounded_quotient = left.rounded_quotient.clone();
        let (code, is_condition) = match operator.kind {
            OperatorKind::In => {
                let value = self.as_number(left)?;
                (self.membership(&value)?, true)
            }
            OperatorKind::NotIn => {
                let value = self.as_number(left)?;
                let span = start..self.input.last_token_end();
                (self.membership(&value)?.unary(Unary::Not, span), true)
            }
            OperatorKind::Truth(op) => {
                let right = self.expression(operator.level + 1)?;
                let span = start..right.span.end;
                (self.as_condition(left)?.binary(op, self.as_condition(right)?, span), true)
            }
            OperatorKind::Compare => (self.comparisons(left, operator.symbol, start)?, true),
            OperatorKind::Number(Binary::Pow) => {
                let exponent = self.exponent(start)?;
                let span = start..self.input.last_token_end();
                if left.surd.is_some() {
                    let span_of_exponent = span.clone();
                    let right = ParsedOperand {
                        code: exponent,
                        is_condition: false,
                        surd: None,
                        rounded_quotient: None,
                        span: span_of_exponent,
                    };
                    return self.irrational_number(Binary::Pow, left, right, span);
                }
                (self.as_number(left)?.binary(Binary::Pow, exponent, span), false)
            }
            OperatorKind::Number(op) => {
                let right = self.expression(operator.level + 1)?;
                let span = start..right.span.end;
                if (left.surd.is_some() || right.surd.is_some()) && !left.is_condition && !right.is_condition {
                    return self.irrational_number(op, left, right, span);
                }
                rounded_quotient = rounded_quotient.or(right.rounded_quotient.clone());
                if op == Binary::Div && may_be_rounded(&left.code, &right.code) {
                    rounded_quotient = Some(span.clone());
                }
                (self.as_number(left)?.binary(op, self.as_number(right)?, span), false)
            }
        };
        let span = start..self.input.last_token_end();
        Ok(ParsedOperand { code, is_condition, surd: None, rounded_quotient, span })
    }

    /// Parses the exponent after `^`, which must be constant.
    ///
    /// Users who write a parameter as the exponent usually mean an exclusive or, so the error suggests `xor`.
    fn exponent(&mut self, start: usize) -> Result<Code> {
        let mark = self.input.mark();
        if let Token::Number(_) = self.input.peek() {
            self.input.take()?;
            if self.is_factor()? {
                let span = start..self.input.span().end;
                let error = Error::new(ErrorKind::Syntax, text!("it is unclear where the exponent ends")).at(span);
                return Err(error.help(text!("write the product with `*`: n^2*m is (n^2)*m, n^(2*3) is n^6")));
            }
            self.input.restore(mark);
        }
        // Powers associate to the right.
        let exponent = self.number(LEVEL_POWER)?;
        if exponent.constant().is_none() {
            let message = text!("`^` is exponentiation, and its exponent must be a number");
            let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.last_token_end());
            return Err(error.help(text!(
                "exclusive or is written `a xor b`; in rules, write powers of b as `for k in powers(b)`"
            )));
        }
        Ok(exponent)
    }

    /// Returns whether a factor follows a number without `*`: in claims, `2n` is a product.
    fn is_factor(&mut self) -> Result<bool> {
        if self.claim.is_none() {
            return Ok(false);
        }
        Ok(match self.input.peek() {
            Token::Symbol("(") => true,
            Token::Name(name) if self.names.contains(&name) || self.may_be_variable(name) => true,
            Token::Name(name) => {
                let mark = self.input.mark();
                self.input.take()?;
                let call = self.input.is("(");
                self.input.restore(mark);
                name == "G" || (call && (name == "floor" || name == "mex" || function(name).is_some()))
            }
            _ => false,
        })
    }

    /// Parses the rest of chained comparisons such as `a < b <= c`, after the first operator.
    fn comparisons(&mut self, mut left: ParsedOperand, mut symbol: &'static str, start: usize) -> Result<Code> {
        let mut all: Option<Code> = None;
        loop {
            let right = self.expression(LEVEL_BITS)?;
            let span = start..self.input.last_token_end();
            let irrational = (left.surd.is_some() || right.surd.is_some()) && !left.is_condition && !right.is_condition;
            let order = irrational.then(|| self.irrational_order(&left, symbol, &right, span.clone())).transpose()?;
            let (a, b) = match &order {
                Some(_) => (Code::default(), Code::default()),
                None => (self.as_number(left)?, self.as_number(right.clone())?),
            };
            let code = match symbol {
                _ if let Some(order) = order => order,
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
                Some(Operator { kind: OperatorKind::Compare, symbol: next, .. }) => {
                    self.input.take()?;
                    (all, left, symbol) = (Some(chained), right, next);
                }
                _ => return Ok(chained),
            }
        }
    }

    /// Parses what follows `in`: a set `{1,3..5}`, a range `1..5`, or, in claims, a condition on digits.
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
        Ok(any.expect("a set has at least one item"))
    }

    /// Parses a number, a name, a function call or brackets, possibly after `-` or `not`.
    fn operand(&mut self) -> Result<ParsedOperand> {
        let span = self.input.span();
        let number = |code: Code, end: usize| ParsedOperand {
            code,
            is_condition: false,
            surd: None,
            rounded_quotient: None,
            span: span.start..end,
        };
        match self.input.peek() {
            Token::Number(n) => {
                self.input.take()?;
                let code = Code::number(n, span.clone());
                if !self.is_factor()? {
                    return Ok(number(code, span.end));
                }
                // This product binds more strongly than `*` and `/`, but less strongly than `^`: `2n^2` is twice the
                // square.
                let factor = self.number(LEVEL_POWER)?;
                let full_span = span.start..self.input.last_token_end();
                Ok(number(code.binary(Binary::Mul, factor, full_span.clone()), full_span.end))
            }
            Token::Name("not") => {
                self.input.take()?;
                let operand = self.expression(LEVEL_NOT)?;
                let full_span = span.start..operand.span.end;
                Ok(ParsedOperand {
                    code: self.as_condition(operand)?.unary(Unary::Not, full_span.clone()),
                    is_condition: true,
                    surd: None,
                    rounded_quotient: None,
                    span: full_span,
                })
            }
            Token::Name(name) => {
                self.input.take()?;
                if self.claim.is_some() && !self.names.contains(&name) {
                    if let Some(what) = lookup_kind(name) {
                        let is_condition = what != LookupKind::Value;
                        let code = self.lookup(what, span.clone())?;
                        return Ok(ParsedOperand {
                            code,
                            is_condition,
                            surd: None,
                            rounded_quotient: None,
                            span: span.start..self.input.last_token_end(),
                        });
                    }
                    if let "true" | "false" = name {
                        let code = Code::number(0, span.clone()).binary(
                            if name == "true" { Binary::Equal } else { Binary::Unequal },
                            Code::number(0, span.clone()),
                            span.clone(),
                        );
                        return Ok(ParsedOperand {
                            code,
                            is_condition: true,
                            surd: None,
                            rounded_quotient: None,
                            span,
                        });
                    }
                    match name {
                        "automaton" => return self.automaton(span),
                        "exists" | "forall" => return self.quantified(name == "exists", span),
                        _ => {}
                    }
                }
                let irrational = matches!(name, "phi" | "sqrt") && (self.claim.is_some() || self.inside_floor);
                if irrational && !self.names.contains(&name) {
                    return self.irrational_operand(name, span);
                }
                if let Some(list) = self.list_index(name) {
                    let code = self.entry_of_list(list, span.clone())?;
                    return Ok(number(code, self.input.last_token_end()));
                }
                let is_set = name == "mex" && self.claim.is_some() && self.input.is("{");
                if self.input.is("(") || is_set {
                    let code = self.call(name, span.clone())?;
                    return Ok(number(code, self.input.last_token_end()));
                }
                let Some(index) = self.names.iter().position(|&known| known == name) else {
                    if self.may_be_variable(name) {
                        self.unknown_name = Some(name.to_string());
                    }
                    return Err(self.unknown_name_error(name, span));
                };
                Ok(number(Code::variable(index as u32, span.clone()), span.end))
            }
            Token::Symbol("-") => {
                self.input.take()?;
                let operand = self.expression(LEVEL_NEGATE)?;
                let full_span = span.start..self.input.last_token_end();
                if operand.surd.is_some() {
                    let zero = number(Code::number(0, span.clone()), span.end);
                    return self.irrational_number(Binary::Sub, zero, operand, full_span);
                }
                let rounded_quotient = operand.rounded_quotient.clone();
                let code = self.as_number(operand)?.unary(Unary::Negate, full_span.clone());
                Ok(ParsedOperand { rounded_quotient, ..number(code, full_span.end) })
            }
            Token::Symbol("[") if self.claim.is_some() => {
                let code = self.entry(span.clone())?;
                Ok(number(code, self.input.last_token_end()))
            }
            Token::Symbol("|") if self.claim.is_some() => {
                self.input.take()?;
                // Parse up to the closing bar. A bitwise `|` cannot occur inside.
                let code = self.number(LEVEL_BITS + 1)?;
                self.input.expect("|", "|a - b|")?;
                let end = self.input.last_token_end();
                Ok(number(code.unary(Unary::Abs, span.start..end), end))
            }
            Token::Symbol("(") => {
                self.input.take()?;
                let operand = self.expression(0)?;
                self.input.expect(")", "(n-1)/2")?;
                Ok(ParsedOperand { span: span.start..self.input.last_token_end(), ..operand })
            }
            _ => Err(self.input.expected(
                text!("a number or a parameter"),
                if self.claim.is_some() { Arg::from(CLAIM_EXAMPLE) } else { Arg::from(EXAMPLE) },
            )),
        }
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Code> {
        if name == "floor" {
            return self.floor(span);
        }
        if name == "mex" && self.claim.is_some() {
            return self.mex(span);
        }
        let example = &text!(
            "min(a,b), max(a,b), gcd(a,b), popcount(n), isqrt(n), abs(n), trailing_zeros(n), trailing_ones(n), \
                lowest_power(n), highest_power(n) or floor(n*phi)"
        );
        let Some(function) = function(name) else {
            let message = text!("there is no function `{name}`", name = name.chars().take(40).collect::<String>());
            let error = Error::new(ErrorKind::BadArgument, message).at(span);
            if self.names.contains(&name) {
                return Err(
                    error.help(text!("write the multiplication sign: {product}", product = format!("{name}*(...)")))
                );
            }
            if name == "sum" && self.claim.is_none() {
                return Err(error.help(text!(
                    "`sum` is a sum of positions: put other positions in brackets, as in (n-1) + sum(n/k \
                        for i in 1..k)"
                )));
            }
            if let Some(help) = self.claim.as_ref().and_then(|_| claim_name_suggestion(name)) {
                return Err(error.help(help));
            }
            let lookups = text!("G(n), P(n), N(n), mex(x,y), {example}", example);
            return Err(error.help(text!(
                "functions are {example}",
                example = if self.claim.is_some() { &lookups } else { example }
            )));
        };
        self.input.expect("(", example)?;
        let mut code = self.number(0)?;
        match function {
            Function::Several(op) => {
                if !self.input.is(",") {
                    return Err(self.input.expected(text!("`,` and another number"), example));
                }
                while self.input.accept(",")? {
                    let other = self.number(0)?;
                    code = code.binary(op, other, span.start..self.input.last_token_end());
                }
            }
            Function::Single(op) => code = code.unary(op, span.clone()),
        }
        self.input.expect(")", example)?;
        Ok(code)
    }
}

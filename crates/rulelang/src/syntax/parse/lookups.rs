//! Parses the look-ups of claims (positions, lists, automata, and conditions on digits), `floor` and `mex`.

use super::operand::{LEVEL_NEGATE, MAX_UNDER_ROOT, ParsedOperand};
use super::parser::{Parser, parameters};
use crate::syntax::automaton::Automaton;
use crate::syntax::claim::{AutomatonName, Lookup, LookupKind};
use crate::syntax::code::Code;
use crate::syntax::operator::{Binary, Surd, Unary};
use crate::syntax::token::{CLAIM_EXAMPLE, MAX_NUMBER, Token};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// The maximum number of arguments of `mex`.
const MAX_MEX_ARGS: usize = 32;

/// The irrational factor of a product in `floor`.
enum IrrationalFactor {
    Phi,
    PhiSquared,
    OverPhi,
    Surd(Surd),
}

impl Parser<'_, '_> {
    /// Parses the argument of `G(n-1)` or `P(a,b)`. Without brackets, the argument is the current position.
    pub(super) fn lookup(&mut self, what: LookupKind, span: Range<usize>) -> Result<Code> {
        let mut of = self.position(&span);
        if !self.input.is("(") && self.current_count == 0 {
            return Err(self.input.expected(text!("`(` and a position"), &CLAIM_EXAMPLE));
        }
        if self.input.accept("(")? {
            of = vec![self.number(0)?];
            while self.input.accept(",")? {
                of.push(self.number(0)?);
            }
            self.input.expect(")", &CLAIM_EXAMPLE)?;
            if self.claim.as_ref().and_then(|claim| claim.numbers) == Some(of.len()) {
                let own_position = self.position(&span);
                of.extend_from_slice(&own_position[of.len()..]);
            }
            if of.len() != self.parameters {
                let message = text!(
                    "a position has {parameters}, but this one has {of}",
                    parameters = parameters(self.parameters),
                    of = of.len()
                );
                return Err(Error::new(ErrorKind::BadArgument, message).at(span.start..self.input.last_token_end()));
            }
        }
        self.add_lookup(what, of, span.start..self.input.last_token_end())
    }

    /// Returns the parameters of the current position.
    pub(super) fn position(&self, span: &Range<usize>) -> Vec<Code> {
        (0..self.current_count as u32).map(|v| Code::variable(v, span.clone())).collect()
    }

    /// Adds a look-up to the claim, unless the claim already has an equal one.
    ///
    /// Returns the variable of the result.
    fn add_lookup(&mut self, what: LookupKind, of: Vec<Code>, full_span: Range<usize>) -> Result<Code> {
        if of.iter().any(|code| code.uses_from(self.arity as u32)) {
            let message = text!("the argument of a term such as G(n) cannot contain another such term");
            return Err(Error::new(ErrorKind::Unsupported, message).at(full_span));
        }
        let Some(claim) = &mut self.claim else { return Err(self.unknown_name_error("G", full_span)) };
        let is_equal = |one: &Lookup| one.kind == what && one.of.iter().zip(&of).all(|(a, b)| a.ops() == b.ops());
        let found = claim.lookups.iter().position(is_equal);
        let index = found.unwrap_or(claim.lookups.len());
        if found.is_none() {
            claim.lookups.push(Lookup { kind: what, of });
        }
        Ok(Code::variable((self.arity + index) as u32, full_span))
    }

    /// Parses the arguments `(x, y, ...)` of `mex`.
    pub(super) fn mex(&mut self, span: Range<usize>) -> Result<Code> {
        const MEX: &str = "G(n) == mex(G(n-1), G(n-2)) for n >= 2";
        self.input.expect("(", MEX)?;
        let mut list = vec![self.number(0)?];
        while self.input.accept(",")? {
            list.push(self.number(0)?);
        }
        self.input.expect(")", MEX)?;
        let full_span = span.start..self.input.last_token_end();
        if list.len() > MAX_MEX_ARGS {
            let message = text!("`mex` takes at most {most} numbers", most = MAX_MEX_ARGS);
            return Err(Error::new(ErrorKind::TooLarge, message).at(full_span));
        }
        Ok(Code::mex(list, full_span))
    }

    /// Parses the look-up of an entry of a list by its index from 0, such as `[0,1,2,2][n % 4]`.
    pub(super) fn entry(&mut self, span: Range<usize>) -> Result<Code> {
        const LIST: &str = "[0,1,2,2][n % 4]";
        self.input.expect("[", LIST)?;
        let mut list = vec![];
        loop {
            let code = self.number(0)?;
            let Some(value) = code.constant() else {
                let error = Error::new(ErrorKind::BadArgument, text!("the entries of a list must be numbers"));
                return Err(error.at(code.span()).help(text!("for example {example}", example = LIST)));
            };
            list.push(value);
            if !self.input.accept(",")? {
                break;
            }
        }
        self.input.expect("]", LIST)?;
        self.input.expect("[", LIST)?;
        let index = self.number(0)?;
        self.input.expect("]", LIST)?;
        self.add_lookup(LookupKind::List(list), vec![index], span.start..self.input.last_token_end())
    }

    /// Parses `(@FILE)` or `(1)` after `automaton`.
    ///
    /// Adds a look-up of the current position in this automaton.
    pub(super) fn automaton(&mut self, span: Range<usize>) -> Result<ParsedOperand> {
        const AUTOMATON: &str = "automaton(@wythoff.cert)";
        self.input.expect("(", AUTOMATON)?;
        let name = match self.input.peek() {
            Token::File(file) => AutomatonName::File(file.to_string()),
            Token::Number(number) => AutomatonName::Number(number as u64),
            _ => return Err(self.input.expected(text!("`@` and the file name of a certificate"), AUTOMATON)),
        };
        self.input.take()?;
        self.input.expect(")", AUTOMATON)?;
        let full_span = span.start..self.input.last_token_end();
        let index = self.claim.as_ref().and_then(|claim| claim.automaton_names.iter().position(|known| *known == name));
        let Some((index, claim)) = index.zip(self.claim.as_ref()) else {
            return Err(self.unknown_name_error("automaton", full_span));
        };
        let automaton = &claim.automata[index];
        let values = automaton.values;
        if automaton.arity() != self.current_count {
            let message = text!(
                "the automaton reads positions with {its}, but the claim is about positions with {ours}",
                its = parameters(automaton.arity()),
                ours = parameters(self.current_count)
            );
            return Err(Error::new(ErrorKind::BadArgument, message).at(full_span));
        }
        let of = self.position(&full_span);
        Ok(ParsedOperand {
            code: self.add_lookup(LookupKind::Automaton(index), of, full_span.clone())?,
            is_condition: !values,
            surd: None,
            span: full_span,
        })
    }

    /// Parses `base 2 is (10)*` after `in`: the condition that the digits of `value` match an expression.
    ///
    /// The expression describes the digits without leading zeros.
    pub(super) fn digits(&mut self, value: &Code) -> Result<Code> {
        const DIGITS: &str = "n in base 2 is 1(01)*";
        let start = self.input.span().start;
        let numeration = match self.input.take()? {
            Token::Name("base") => match self.input.take()? {
                Token::Number(base @ 2..=10) => format!("base {base}"),
                _ => {
                    let error = Error::new(ErrorKind::BadArgument, text!("the base must be a number from 2 to 10"));
                    return Err(error
                        .at(start..self.input.last_token_end())
                        .help(text!("for example {example}", example = DIGITS)));
                }
            },
            Token::Name("weights") => {
                // The weights of the Ostrowski numeration with largest digit t are 1, t + 1, t*(t + 1) + 1, ...
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
                    let message = text!(
                        "the weights must be 1, t+1, and then t times the previous weight plus the one before it"
                    );
                    let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.last_token_end());
                    return Err(error.help(text!("for example n in weights 1, 3, 7, 17, ... is 1*")));
                }
                format!("ostrowski {t}")
            }
            _ => "ostrowski 1".to_string(),
        };
        if !self.input.accept_word("is")? {
            return Err(self.input.expected(text!("`is` and digits"), DIGITS));
        }
        // The expression consists of digits, brackets, `|`, `*` and `?`; any other token ends it.
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
        let span = from.start..self.input.last_token_end().max(from.start);
        let expression = self.input.slice(span.clone());
        let automaton =
            Automaton::from_digit_expression(expression, &numeration).map_err(|error| error.at(span.clone()))?;
        let Some(claim) = &mut self.claim else { return Err(self.unknown_name_error("digits", span)) };
        let index = claim.automata.iter().position(|known| *known == automaton).unwrap_or(claim.automata.len());
        if index == claim.automata.len() {
            claim.automata.push(automaton);
        }
        let full_span = value.span().start..self.input.last_token_end();
        self.add_lookup(LookupKind::Automaton(index), vec![value.clone()], full_span)
    }

    /// Parses the argument of `floor`, after the name.
    ///
    /// An argument with an irrational number has one of the forms `(x*phi)`, `(x*phi^2)`, `(phi*x)`, `(x/phi)` and
    /// `(x*(1 + sqrt(13))/2)`. Any other argument is an integer, since all divisions round down. So `floor` does not
    /// change such an argument.
    pub(super) fn floor(&mut self, span: Range<usize>) -> Result<Code> {
        const FLOOR: Text = text!("floor((b-a)*phi), floor(n*phi^2), floor(n/phi), floor(n*sqrt(2)) or floor((n+1)/2)");
        self.input.expect("(", &FLOOR)?;
        if !self.has_irrational(false)? {
            let code = self.number(0)?;
            self.input.expect(")", &FLOOR)?;
            return Ok(code);
        }
        let mut code: Option<Code> = None;
        let mut irrational: Option<IrrationalFactor> = None;
        let mut is_divisor = false;
        loop {
            let factor_span = self.input.span();
            if self.has_irrational(true).map_err(|error| error.help(FLOOR))? {
                let factor_kind = self.irrational(&FLOOR)?;
                if irrational.is_some() || (is_divisor && !matches!(factor_kind, IrrationalFactor::Phi)) {
                    let message = text!("an irrational number can only be a factor here, and only one is allowed");
                    let error = Error::new(ErrorKind::Unsupported, message).at(factor_span);
                    return Err(error.help(text!("for example {example}", example = FLOOR)));
                }
                irrational = Some(if is_divisor { IrrationalFactor::OverPhi } else { factor_kind });
            } else {
                let factor = self.number(LEVEL_NEGATE)?;
                let full_span = span.start..self.input.last_token_end();
                match (&mut irrational, is_divisor) {
                    (Some(IrrationalFactor::Surd(surd)), true) => {
                        let q = factor.constant().and_then(|q| u32::try_from(q).ok());
                        let Some(q) = q.and_then(|q| surd.q.checked_mul(q)).filter(|&q| 0 < q && q < 1 << 20) else {
                            let error = Error::new(
                                ErrorKind::BadArgument,
                                text!("the divisor must be a small positive number"),
                            );
                            return Err(error.at(full_span).help(text!("for example {example}", example = FLOOR)));
                        };
                        surd.q = q;
                    }
                    (Some(_), true) => return Err(self.input.expected(text!("`)`"), &FLOOR)),
                    _ => {
                        let op = if is_divisor { Binary::Div } else { Binary::Mul };
                        code = Some(match code {
                            None => factor,
                            Some(code) => code.binary(op, factor, full_span),
                        });
                    }
                }
            }
            is_divisor = self.input.accept("/")?;
            if !is_divisor && !self.input.accept("*")? {
                break;
            }
        }
        self.input.expect(")", &FLOOR)?;
        let full_span = span.start..self.input.last_token_end();
        let code = code.unwrap_or_else(|| Code::number(1, full_span.clone()));
        let phi = || code.clone().unary(Unary::Phi, full_span.clone());
        // Use phi^2 = phi + 1 and 1/phi = phi - 1.
        Ok(match irrational {
            Some(IrrationalFactor::Phi) => phi(),
            Some(IrrationalFactor::PhiSquared) => phi().binary(Binary::Add, code.clone(), full_span.clone()),
            Some(IrrationalFactor::OverPhi) => phi().binary(Binary::Sub, code.clone(), full_span.clone()),
            Some(IrrationalFactor::Surd(surd)) => code.clone().unary(Unary::Surd(surd), full_span.clone()),
            None => return Err(self.input.expected(text!("`phi`"), &FLOOR)),
        })
    }

    /// Returns whether an irrational number occurs before the closing bracket of `floor`.
    ///
    /// With `next_only`, only the next operand, which can be in brackets, is examined.
    fn has_irrational(&mut self, next_only: bool) -> Result<bool> {
        let mark = self.input.mark();
        let (mut depth, mut found) = (0usize, false);
        loop {
            match self.input.peek() {
                Token::End => break,
                // Irrational numbers within a nested `floor` belong to this inner `floor`.
                Token::Name("floor") => {
                    self.input.take()?;
                    if next_only && depth == 0 {
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
            if next_only && depth == 0 {
                break;
            }
            self.input.take()?;
        }
        self.input.restore(mark);
        Ok(found)
    }

    /// Parses an irrational factor: `phi`, `phi^2`, `sqrt(2)` or `(1 + sqrt(13))`.
    fn irrational(&mut self, example: &Text) -> Result<IrrationalFactor> {
        if self.input.accept_word("phi")? {
            if !self.input.accept("^")? {
                return Ok(IrrationalFactor::Phi);
            }
            if self.input.peek() != Token::Number(2) {
                return Err(self.input.expected(text!("2"), example));
            }
            self.input.take()?;
            return Ok(IrrationalFactor::PhiSquared);
        }
        let start = self.input.span().start;
        let bracket = self.input.accept("(")?;
        let (mut p, mut d) = (0i64, None);
        let mut minus = bracket && self.input.accept("-")?;
        loop {
            if self.input.accept_word("sqrt")? {
                self.input.expect("(", example)?;
                let under = self.number(0)?;
                self.input.expect(")", example)?;
                if minus || d.is_some() {
                    return Err(self.input.expected(text!("a single square root that is added"), example));
                }
                d = Some(under.constant().unwrap_or(0));
            } else {
                let number = self.number(LEVEL_NEGATE)?.constant().unwrap_or(MAX_NUMBER);
                p = p.saturating_add(if minus { -number } else { number });
            }
            if !bracket {
                break;
            }
            minus = self.input.accept("-")?;
            if !minus && !self.input.accept("+")? {
                self.input.expect(")", example)?;
                break;
            }
        }
        let root = d.and_then(|d| u32::try_from(d).ok()).filter(|&d| d < MAX_UNDER_ROOT && d.isqrt().pow(2) != d);
        let p = i32::try_from(p).ok().filter(|p| p.abs() < 1 << 20);
        match (p, root) {
            (Some(p), Some(d)) => Ok(IrrationalFactor::Surd(Surd { p, d, q: 1 })),
            _ => {
                let message = text!("the number under the root must not be a square, and all numbers must be small");
                let error = Error::new(ErrorKind::BadArgument, message).at(start..self.input.last_token_end());
                Err(error.help(text!("for example {example}", example)))
            }
        }
    }
}

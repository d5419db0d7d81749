//! Parses the look-ups of claims (positions, lists, automata, and conditions on digits), `floor` and `mex`.

use super::operand::ParsedOperand;
use super::parser::{Parser, parameters};
use crate::automaton::Automaton;
use crate::claim::{AutomatonName, Lookup, LookupKind};
use crate::code::Code;
use crate::operator::Binary;
use crate::polynomial::QuadraticForm;
use crate::token::{CLAIM_EXAMPLE, Token};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// The maximum number of arguments of `mex`.
const MAX_MEX_ARGS: usize = 32;

/// Examples of `mex` for error messages: of a list, and of a span of values.
const MEX: &str = "G(n) == mex(G(n-1), G(n-2)) for n >= 2";
const MEX_OF_SPAN: &str = "G(n) == mex(G(n-1)..G(n-5)) for n >= 5";

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
        let same_length = |one: &Lookup| one.of.len() == of.len();
        let is_equal = |one: &Lookup| {
            one.kind == what && same_length(one) && one.of.iter().zip(&of).all(|(a, b)| a.ops() == b.ops())
        };
        let found = claim.lookups.iter().position(is_equal);
        let index = found.unwrap_or(claim.lookups.len());
        if found.is_none() {
            claim.lookups.push(Lookup { kind: what, of });
        }
        Ok(Code::variable((self.arity + index) as u32, full_span))
    }

    /// Parses the arguments of `mex`: numbers and spans of values.
    ///
    /// Examples are `(x, y, ...)` and `(G(n-1)..G(n-k))`.
    ///
    /// A span of fixed length is a list of its values. If the length of a span varies, the result is a look-up of kind
    /// [`LookupKind::Mex`], and the other arguments must be values too.
    pub(super) fn mex(&mut self, span: Range<usize>) -> Result<Code> {
        let braces = self.input.accept("{")?;
        if !braces {
            self.input.expect("(", MEX)?;
        }
        let known = self.claim.as_ref().map_or(0, |claim| claim.lookups.len());
        let mut items = vec![];
        loop {
            let from = self.number(0)?;
            let to = if self.input.accept("..")? { Some(self.number(0)?) } else { None };
            items.push((from, to));
            if !self.input.accept(",")? {
                break;
            }
        }
        self.input.expect(if braces { "}" } else { ")" }, MEX)?;
        let full_span = span.start..self.input.last_token_end();
        let too_long = || {
            let message = text!("`mex` takes at most {most} numbers", most = MAX_MEX_ARGS);
            Error::new(ErrorKind::TooLarge, message).at(full_span.clone())
        };
        if items.len() > MAX_MEX_ARGS {
            return Err(too_long());
        }
        let (mut spans, mut varies) = (vec![], false);
        for (from, to) in &items {
            let ends = to.as_ref().map(|to| self.span_of_values(from, to)).transpose()?;
            varies |= ends.as_ref().is_some_and(|(_, _, length)| length.is_none());
            spans.push(ends);
        }
        if varies {
            let mut of = vec![];
            for ((from, _), ends) in items.iter().zip(spans) {
                let (first, last) = match ends {
                    Some((first, last, _)) => (first, last),
                    None => {
                        let value = self.value_argument(from)?;
                        (value.clone(), value)
                    }
                };
                of.extend(first.into_iter().chain(last));
            }
            // The values at the ends of spans need not be looked up by themselves.
            if let Some(claim) = &mut self.claim {
                claim.lookups.truncate(known);
            }
            return self.add_lookup(LookupKind::Mex, of, full_span);
        }
        let mut list = vec![];
        for ((from, to), ends) in items.into_iter().zip(spans) {
            let Some((first, last, length)) = ends else {
                list.push(from);
                continue;
            };
            let difference = length.unwrap_or(0);
            let inner = difference.unsigned_abs().saturating_sub(1);
            if inner >= MAX_MEX_ARGS as u64 {
                return Err(too_long());
            }
            let changed = (0..first.len()).find(|&k| first[k].ops() != last[k].ops());
            list.push(from);
            for step in 1..=inner as i64 {
                let mut of = first.clone();
                if let Some(k) = changed {
                    let step = Code::number(step, full_span.clone());
                    let op = if difference < 0 { Binary::Sub } else { Binary::Add };
                    of[k] = of[k].clone().binary(op, step, full_span.clone());
                }
                list.push(self.add_lookup(LookupKind::Value, of, full_span.clone())?);
            }
            list.extend(to.filter(|_| difference != 0));
        }
        if list.len() > MAX_MEX_ARGS {
            return Err(too_long());
        }
        Ok(Code::mex(list, full_span))
    }

    /// Returns the first and the last position of a span of values.
    ///
    /// The third result is the difference between the two positions in the parameter that varies. It is `None` if the
    /// difference is not the same for all values of the variables.
    fn span_of_values(&self, from: &Code, to: &Code) -> Result<(Vec<Code>, Vec<Code>, Option<i64>)> {
        let (first, last) = (self.value_argument(from)?, self.value_argument(to)?);
        let mut changed = first.iter().zip(&last).filter(|(a, b)| a.ops() != b.ops());
        let Some((a, b)) = changed.next() else { return Ok((first, last, Some(0))) };
        let span = from.span().start..to.span().end;
        if changed.next().is_some() {
            let message = text!("the positions at the ends of a range must differ in one number only");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(span)
                .help(text!("for example {example}", example = MEX_OF_SPAN)));
        }
        let difference = b.clone().binary(Binary::Sub, a.clone(), span);
        let form = QuadraticForm::from_code(&difference, u32::MAX);
        let length = difference.constant().or_else(|| form.and_then(|form| form.as_constant()));
        Ok((first, last, length))
    }

    /// Returns the position whose value the expression is.
    ///
    /// # Errors
    /// `bad_argument` for all expressions but `G(...)`.
    fn value_argument(&self, code: &Code) -> Result<Vec<Code>> {
        let index = code.as_variable().and_then(|index| (index as usize).checked_sub(self.arity));
        let lookup = index.zip(self.claim.as_ref()).and_then(|(index, claim)| claim.lookups.get(index));
        match lookup {
            Some(Lookup { kind: LookupKind::Value, of }) => Ok(of.clone()),
            _ => {
                let message = text!("a range in `mex` must consist of values of positions");
                let error = Error::new(ErrorKind::BadArgument, message).at(code.span());
                Err(error.help(text!("for example {example}", example = MEX_OF_SPAN)))
            }
        }
    }

    /// Parses the look-up of an entry of a list by its index from 0, such as `[0,1,2,2][n % 4]`.
    pub(super) fn entry(&mut self, span: Range<usize>) -> Result<Code> {
        const LOOKUP_EXAMPLE: &str = "[0,1,2,2][n % 4]";
        self.input.expect("[", LOOKUP_EXAMPLE)?;
        let mut list = vec![];
        loop {
            let code = self.number(0)?;
            let Some(value) = code.constant() else {
                let error = Error::new(ErrorKind::BadArgument, text!("the entries of a list must be numbers"));
                return Err(error.at(code.span()).help(text!("for example {example}", example = LOOKUP_EXAMPLE)));
            };
            list.push(value);
            if !self.input.accept(",")? {
                break;
            }
        }
        self.input.expect("]", LOOKUP_EXAMPLE)?;
        self.input.expect("[", LOOKUP_EXAMPLE)?;
        let index = self.number(0)?;
        self.input.expect("]", LOOKUP_EXAMPLE)?;
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
            rounded_quotient: None,
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
    /// An argument with an irrational number is a sum of integers and multiples of one irrational number, such as
    /// `(x*phi)`, `(x/phi)` or `(x*(1 + sqrt(13))/2)`. Any other argument is an integer, since all divisions round
    /// down. So `floor` does not change such an argument.
    pub(super) fn floor(&mut self, span: Range<usize>) -> Result<Code> {
        const FLOOR: Text = text!("floor((b-a)*phi), floor(n*phi^2), floor(n/phi), floor(n*sqrt(2)) or floor((n+1)/2)");
        self.input.expect("(", &FLOOR)?;
        if !self.has_irrational()? {
            let code = self.number(0)?;
            self.input.expect(")", &FLOOR)?;
            return Ok(code);
        }
        let outer = std::mem::replace(&mut self.inside_floor, true);
        let operand = self.expression(0);
        self.inside_floor = outer;
        let operand = operand?;
        self.input.expect(")", &FLOOR)?;
        self.rounded_down(operand, &(span.start..self.input.last_token_end()))
    }

    /// Returns whether an irrational number occurs before the closing bracket of `floor`.
    fn has_irrational(&mut self) -> Result<bool> {
        let mark = self.input.mark();
        let (mut depth, mut found) = (0usize, false);
        loop {
            match self.input.peek() {
                Token::End => break,
                // Irrational numbers within a nested `floor` belong to this inner `floor`.
                Token::Name("floor") => {
                    self.input.take()?;
                    let mut argument_depth = 0usize;
                    loop {
                        match self.input.peek() {
                            Token::Symbol("(") => argument_depth += 1,
                            Token::Symbol(")") => argument_depth = argument_depth.saturating_sub(1),
                            Token::End => break,
                            _ => {}
                        }
                        if argument_depth == 0 {
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
                Token::Name("phi" | "sqrt") => found = true,
                _ => {}
            }
            self.input.take()?;
        }
        self.input.restore(mark);
        Ok(found)
    }
}

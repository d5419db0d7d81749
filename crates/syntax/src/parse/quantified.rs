//! Parses `exists b: CONDITION` and `forall b, c: CONDITION` in claims.

use super::operand::ParsedOperand;
use super::parser::{MAX_VARIABLES, Parser};
use crate::claim::{Lookup, LookupKind, Quantified, lookup_kind};
use crate::code::{Code, Op};
use crate::operator::{Binary, Unary};
use crate::polynomial::QuadraticForm;
use crate::token::Token;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

const EXISTS: &str = "exists b: P(a,b)";

impl<'a> Parser<'_, 'a> {
    /// Parses the rest of a quantified condition, after `exists` or `forall`.
    pub(super) fn quantified(&mut self, exists: bool, span: Range<usize>) -> Result<ParsedOperand> {
        let (outer, outer_name_count) = (self.arity, self.names.len());
        loop {
            let name_span = self.input.span();
            let Token::Name(name) = self.input.peek() else {
                return Err(self.input.expected(text!("a variable"), EXISTS));
            };
            self.input.take()?;
            if lookup_kind(name).is_some() || matches!(name, "exists" | "forall" | "iff" | "phi" | "sqrt") {
                let message = text!("`{name}` is a reserved word of claims and cannot be a variable", name);
                return Err(Error::new(ErrorKind::Syntax, message)
                    .at(name_span)
                    .help(text!("for example {example}", example = EXISTS)));
            }
            self.declare(name, name_span.clone())?;
            if self.names.len() > MAX_VARIABLES {
                let message = text!("a claim has at most {most} variables", most = MAX_VARIABLES);
                return Err(Error::new(ErrorKind::TooLarge, message).at(name_span));
            }
            if !self.input.accept(",")? {
                break;
            }
        }
        self.input.expect(":", EXISTS)?;
        let bound = self.names.len() - outer_name_count;
        self.arity = outer + bound;
        let outer_lookups = self.claim.as_mut().map(|claim| std::mem::take(&mut claim.lookups)).unwrap_or_default();
        let mut condition = self.condition()?;
        if self.input.accept_word("iff")? {
            let right = self.condition()?;
            let full_span = condition.span().start..right.span().end;
            condition = condition.binary(Binary::Equal, right, full_span);
        }
        self.arity = outer;
        self.names.truncate(outer_name_count);
        let full_span = span.start..self.input.last_token_end();
        let Some(claim) = &mut self.claim else { return Err(self.unknown_name_error("exists", full_span)) };
        let lookups = std::mem::replace(&mut claim.lookups, outer_lookups);
        let ends = (0..bound).map(|k| ends(&condition, exists, outer + k, outer + bound)).collect();
        let quantified = Quantified { exists, outer, bound, lookups, condition, ends };
        claim.lookups.push(Lookup { kind: LookupKind::Quantified(Box::new(quantified)), of: vec![] });
        let index = outer + claim.lookups.len() - 1;
        Ok(ParsedOperand {
            code: Code::variable(index as u32, full_span.clone()),
            is_condition: true,
            surd: None,
            rounded_quotient: None,
            span: full_span,
        })
    }
}

/// The maximum number of subconditions that `ends` examines.
const MAX_SUBCONDITIONS: usize = 64;

/// Returns polynomials in `variable` that decide the condition once one of them is negative.
///
/// Each polynomial is negative for all large values of `variable`. If a polynomial is negative, the condition is false
/// under `exists` and true under `forall`. Subconditions after the first look-up are not used, since evaluation can
/// stop at a look-up without a value.
fn ends(condition: &Code, exists: bool, variable: usize, variables: usize) -> Vec<QuadraticForm> {
    let mut result = vec![];
    let mut pending = vec![(condition.clone(), exists)];
    for _ in 0..MAX_SUBCONDITIONS {
        let Some((code, holds)) = pending.pop() else { break };
        if let Some(inner) = code.without_last(Op::Unary(Unary::Not)) {
            pending.push((inner, !holds));
            continue;
        }
        let operands = code.operands();
        if let Some((Binary::Both, left, right)) = operands.clone().filter(|_| holds) {
            pending.extend([(right, holds), (left, holds)]);
            continue;
        }
        if let Some((Binary::Either, left, right)) = operands.clone().filter(|_| !holds) {
            pending.extend([(right, holds), (left, holds)]);
            continue;
        }
        if code.uses_from(variables as u32) {
            break;
        }
        let Some((op, left, right)) = operands else { continue };
        // Returns the code of `b - a - by`, which must not be negative.
        let less = |a: &Code, b: &Code, by: i64| {
            let span = a.span();
            let difference = b.clone().binary(Binary::Sub, a.clone(), span.clone());
            difference.binary(Binary::Sub, Code::number(by, span.clone()), span)
        };
        let signs = match (op, holds) {
            (Binary::AtMost, true) => vec![less(&left, &right, 0)],
            (Binary::Less, true) => vec![less(&left, &right, 1)],
            (Binary::AtMost, false) => vec![less(&right, &left, 1)],
            (Binary::Less, false) => vec![less(&right, &left, 0)],
            (Binary::Equal, true) | (Binary::Unequal, false) => vec![less(&left, &right, 0), less(&right, &left, 0)],
            _ => continue,
        };
        let forms = signs.iter().filter_map(|code| QuadraticForm::from_code(code, variable as u32));
        result.extend(
            forms.filter(QuadraticForm::is_eventually_negative).filter_map(|form| form.drop_inner(variable as u32)),
        );
    }
    result
}

//! Parses the statements after the options of a rule: `within`, `tier`, `same`, `wins if` and `loses if`.

use super::parser::{Parser, parameters};
use crate::ast::{Bounds, EndCondition};
use crate::code::Code;
use crate::token::Token;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};

/// An example of `within`, `tier` and `same` for error messages.
const EXAMPLE: &str = "rule{ (a,b) -> (a-1,b); (a,b-1) within a <= 40, b <= 40 tier a+b same (b,a) }";
/// An example of `loses if` for error messages.
const END_EXAMPLE: &str = "rule{ n -> n-1; n-2 loses if n == 1 }";

impl<'a> Parser<'_, 'a> {
    /// Parses all statements after the options; `names` are the names of the parameters.
    pub(super) fn bounds(&mut self, names: &[&'a str]) -> Result<Bounds> {
        let (mut within, mut tier, mut same, mut ends) = (vec![], None, vec![], vec![]);
        self.names = names.to_vec();
        let start = self.input.span().start;
        loop {
            let span = self.input.span();
            match self.input.peek() {
                Token::Name("within") => {
                    self.input.take()?;
                    within.extend(self.list(Self::condition)?);
                }
                Token::Name("tier") => {
                    self.input.take()?;
                    if tier.is_some() {
                        let error =
                            Error::new(ErrorKind::BadArgument, text!("a rule can have only one `tier`")).at(span);
                        return Err(error.help(text!("for example {example}", example = EXAMPLE)));
                    }
                    tier = Some(self.number(0)?);
                }
                Token::Name("same") => {
                    self.input.take()?;
                    same.extend(self.list(Self::image)?);
                }
                Token::Name(word @ ("wins" | "loses")) => {
                    self.input.take()?;
                    if !self.input.accept_word("if")? {
                        return Err(self.input.expected(text!("`if` and a condition"), END_EXAMPLE));
                    }
                    let conditions = self.list(Self::condition)?;
                    ends.extend(
                        conditions.into_iter().map(|condition| EndCondition { wins: word == "wins", condition }),
                    );
                }
                Token::End => break,
                _ if self.input.is("}") => break,
                _ => {
                    let statements = text!("`within`, `tier`, `same`, `wins if`, `loses if` or the end of the rule");
                    return Err(self.input.expected(statements, EXAMPLE));
                }
            }
        }
        Ok(Bounds { within, tier, same, ends, span: start..self.input.last_token_end() })
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.input.accept(",")? {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Parses an image: `(b,a)`, or a single expression if positions have one parameter.
    fn image(&mut self) -> Result<Vec<Code>> {
        let start = self.input.span().start;
        if self.arity == 1 {
            return Ok(vec![self.number(0)?]);
        }
        self.input.expect("(", EXAMPLE)?;
        let image = self.list(|parser| parser.number(0))?;
        self.input.expect(")", EXAMPLE)?;
        if image.len() == self.arity {
            return Ok(image);
        }
        let (expected, actual) = (parameters(self.arity), image.len());
        let message =
            text!("a position has {parameters}, but this one has {part}", parameters = expected, part = actual);
        Err(Error::new(ErrorKind::BadArgument, message).at(start..self.input.last_token_end()))
    }
}

//! Parses the lists before the options of a rule, such as `v = [3,1,4];`, and their entries.

use super::ListReader;
use super::parser::Parser;
use crate::code::Code;
use crate::token::{MAX_NUMBER, Token};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

const LIST_EXAMPLE: &str =
    "rule{ v = [3,1,4,1]; (l,r) -> (l+1,r) gain v[l] if l <= r; (l,r-1) gain v[r] if l <= r }(1,4)";

/// The maximum number of entries of all lists of a rule together.
const MAX_ENTRIES: usize = 1 << 20;

impl Parser<'_, '_> {
    /// Parses all lists before the options.
    pub(super) fn lists(&mut self, read_list: &mut ListReader<'_>) -> Result<()> {
        let (mut lists, mut entries) = (vec![], 0);
        loop {
            let (mark, start) = (self.input.mark(), self.input.span());
            let Token::Name(name) = self.input.peek() else { break };
            self.input.take()?;
            if !self.input.accept("=")? && !self.input.accept("==")? {
                self.input.restore(mark);
                break;
            }
            self.declare(name, start.clone())?;
            self.names.pop();
            let span = self.input.span();
            let list = match self.input.peek() {
                Token::File(file) => {
                    self.input.take()?;
                    read_list(file, &span)?
                }
                _ => self.list_of_numbers()?,
            };
            entries += list.len();
            let full_span = start.start..self.input.last_token_end();
            if entries > MAX_ENTRIES {
                let message = text!("the lists of a rule have at most {most} entries", most = MAX_ENTRIES);
                return Err(Error::new(ErrorKind::TooLarge, message).at(full_span));
            }
            if let Some(large) = list.iter().find(|entry| entry.unsigned_abs() > MAX_NUMBER as u64) {
                let message = text!("{large} is too large for a rule", large = *large);
                return Err(Error::new(ErrorKind::TooLarge, message).at(full_span));
            }
            self.input.expect(";", LIST_EXAMPLE)?;
            self.list_names.push(name);
            lists.push(list);
        }
        self.lists = lists.into();
        Ok(())
    }

    /// Parses `[3,1,4]`.
    fn list_of_numbers(&mut self) -> Result<Vec<i64>> {
        self.input.expect("[", LIST_EXAMPLE)?;
        let mut list = vec![];
        loop {
            let code = self.number(0)?;
            let Some(entry) = code.constant() else {
                let error = Error::new(ErrorKind::BadArgument, text!("the entries of a list must be numbers"));
                return Err(error.at(code.span()).help(text!("for example {example}", example = LIST_EXAMPLE)));
            };
            list.push(entry);
            if self.input.accept("]")? {
                return Ok(list);
            }
            self.input.expect(",", LIST_EXAMPLE)?;
        }
    }

    /// Returns the index of the list with this name.
    pub(super) fn list_index(&self, name: &str) -> Option<usize> {
        self.list_names.iter().position(|known| *known == name)
    }

    /// Parses the index in `v[n]`, after the name of the list.
    pub(super) fn entry_of_list(&mut self, list: usize, span: Range<usize>) -> Result<Code> {
        if !self.input.accept("[")? {
            let name = self.list_names[list];
            let message = text!("`{name}` is a list, so write an index after it", name);
            let error = Error::new(ErrorKind::Syntax, message).at(span);
            return Err(error.help(text!("entries are counted from 1: {name}[1] is the first one", name)));
        }
        let index = self.number(0)?;
        self.input.expect("]", LIST_EXAMPLE)?;
        Ok(index.entry(list as u32, self.lists.clone(), span.start..self.input.last_token_end()))
    }
}

//! The state of the parser of rules and claims.

use crate::claim::ParsedClaim;
use crate::code::Lists;
use crate::token::Tokens;
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

pub(super) const EXAMPLE: &str = "rule{ n -> n-k for k in {1,3,4} }";
/// The maximum number of variables of an option or a claim.
pub(super) const MAX_VARIABLES: usize = 16;
/// The maximum nesting depth of brackets, signs and `not`, which are the only recursion of the parser.
pub(super) const MAX_DEPTH: usize = 100;

/// Words that cannot name parameters or variables.
pub(super) const RESERVED: &[&str] = &[
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
    "sum",
    "trailing_ones",
    "trailing_zeros",
    "lowest_power",
    "highest_power",
    "isqrt",
    "abs",
    "floor",
    "divisors",
    "powers",
    "squares",
    "cubes",
    "primes",
    "factorials",
    "fibonacci",
    "triangular",
    "squarefree",
    "practical",
    "use",
    "example",
    "is",
    "within",
    "tier",
    "same",
    "wins",
    "loses",
    "must",
    "gain",
];

/// The parser of one rule or claim.
pub(super) struct Parser<'p, 'a> {
    pub(super) input: &'p mut Tokens<'a>,
    /// The names of the parameters, followed by those of the variables of the current option.
    pub(super) names: Vec<&'a str>,
    /// The lower bound, if known, of each name in `names`; names that are not yet parsed have no entry.
    pub(super) lower_bounds: Vec<Option<i64>>,
    /// The number of parameters in a rule, or the number of names in a claim.
    ///
    /// The variables of an option and the look-ups of a claim have the indices from this number on.
    pub(super) arity: usize,
    /// The names of the lists of a rule, and their entries once all lists are known.
    pub(super) list_names: Vec<&'a str>,
    pub(super) lists: Lists,
    /// The current nesting depth.
    pub(super) depth: usize,
    /// The claim as parsed so far, to which look-ups are added; `None` for rules, which have no look-ups.
    pub(super) claim: Option<ParsedClaim>,
    /// The number of names at the start of the list that are the parameters of the current position.
    pub(super) current_count: usize,
    /// The number of parameters of a position.
    pub(super) parameters: usize,
    /// Whether the parser is inside the brackets of `floor`, where rules may contain irrational numbers.
    pub(super) inside_floor: bool,
    /// An unknown name that could be a variable over all numbers; `None` if no such name has occurred.
    pub(super) unknown_name: Option<String>,
}

impl<'p, 'a> Parser<'p, 'a> {
    pub(super) fn new(input: &'p mut Tokens<'a>, names: Vec<&'a str>, claim: Option<ParsedClaim>) -> Parser<'p, 'a> {
        let arity = names.len();
        Parser {
            input,
            names,
            lower_bounds: vec![],
            arity,
            list_names: vec![],
            lists: Lists::default(),
            depth: 0,
            claim,
            current_count: arity,
            parameters: arity,
            inside_floor: false,
            unknown_name: None,
        }
    }

    /// Returns whether an unknown name can be a variable of the claim over all numbers.
    ///
    /// Such a name is a lower-case letter, optionally followed by digits.
    pub(super) fn may_be_variable(&self, name: &str) -> bool {
        let mut rest = name.chars();
        let letter = rest.next().is_some_and(|c| c.is_ascii_lowercase()) && rest.all(|c| c.is_ascii_digit());
        letter && self.claim.as_ref().is_some_and(|claim| claim.allows_new_variables) && !self.names.contains(&name)
    }

    /// Declares a variable. Returns an error if its name is a reserved word or in use.
    pub(super) fn declare(&mut self, name: &'a str, span: Range<usize>) -> Result<()> {
        if RESERVED.contains(&name) {
            let error =
                Error::new(ErrorKind::Syntax, text!("`{name}` is a reserved word of the rule language", name)).at(span);
            return Err(error.help(text!("choose another name, for example n or k")));
        }
        if self.names.contains(&name) || self.list_names.contains(&name) {
            let error =
                Error::new(ErrorKind::BadArgument, text!("`{name}` already has another meaning", name)).at(span);
            return Err(error.help(text!("choose another name")));
        }
        self.names.push(name);
        Ok(())
    }
}

/// Returns the phrase `1 parameter` or `N parameters`.
pub(super) fn parameters(count: usize) -> Text {
    if count == 1 { text!("1 parameter") } else { text!("{count} parameters", count) }
}

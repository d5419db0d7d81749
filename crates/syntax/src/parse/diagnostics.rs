//! Errors, with suggestions, for misplaced tokens and unknown names.

use super::parser::{Parser, RESERVED};
use crate::token::{CLAIM_EXAMPLE, Token};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind};
use std::ops::Range;

impl Parser<'_, '_> {
    /// Returns the error for further text after the end of a complete claim.
    pub(super) fn trailing_claim_error(&self) -> Error {
        let error = self.input.expected(text!("`and`, `or`, `iff`, `for` or the end of the claim"), &CLAIM_EXAMPLE);
        match self.input.peek() {
            Token::Name(name) if self.input.number_before().is_some() => {
                self.unknown_name_error(name, self.input.span())
            }
            Token::Name("if" | "when" | "where" | "while") | Token::Symbol("->") => error.help(text!(
                "`P iff C` means that P is true exactly when C is; `P for C` is only about positions that satisfy C"
            )),
            Token::Name("equals" | "means" | "当且仅当" | "等价于") => {
                error.help(text!("write `iff`, as in P iff n % 3 == 0"))
            }
            _ => error,
        }
    }

    pub(super) fn unknown_name_error(&self, name: &str, span: Range<usize>) -> Error {
        let shown: String = name.chars().take(40).collect();
        let error = Error::new(ErrorKind::BadArgument, text!("`{shown}` is not defined here", shown = &shown)).at(span);
        let known = Text::list(self.names.iter().map(|name| Text::verbatim(format!("`{name}`"))));
        let suggestion = self.claim.as_ref().and_then(|_| claim_name_suggestion(name));
        if RESERVED.contains(&name) && suggestion.is_none() {
            return error.help(text!(
                "`{name}` is a reserved word of the rule language; the names here are {known}",
                name,
                known
            ));
        }
        if self.claim.is_some() {
            let others = text!("the names here are {known}; replace all others by numbers", known);
            return error.help(suggestion.unwrap_or(others));
        }
        error.help(text!(
            "the names here are {known}; declare others after `for`, as in `for {shown} in 1..n`",
            known,
            shown
        ))
    }
}

/// Returns a suggestion for an unknown name in a claim; `None` if its probable meaning is not known.
pub(super) fn claim_name_suggestion(name: &str) -> Option<Text> {
    match name {
        "p" | "l" | "r" | "g" | "grundy" | "value" | "outcome" | "lose" | "losing" | "loses" | "win" | "winning"
        | "wins" => Some(text!("`P`, `N`, `L` and `R` are the outcomes; `G(n)` is the value of n")),
        "a_i" | "b_i" | "a_n" | "b_n" | "a_k" | "b_k" => Some(text!(
            "claims have no sequences; for Wythoff's game, `P iff min(a,b) == floor(abs(a-b)*phi)` describes the \
            pairs, and `exists a: P(a,a+n)` says that every difference n occurs in a pair"
        )),
        "powers" => Some(text!("write `n in base 2 is 10*` for the powers of 2")),
        "fibonacci" => Some(text!("write `n in Zeckendorf is 10*` for the Fibonacci numbers")),
        _ => None,
    }
}

//! The result of a successful check.

use grundy_lang::Text;

/// The result of checking a certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The verified statement in words.
    pub statement: Text,
    /// The number of positions examined one by one.
    pub positions: u64,
    /// The number of states of products of automata that were explored.
    pub states: u64,
    /// A position that the claim says nothing about, if there is one. Numbers above 2^100 are capped.
    pub silent: Option<Vec<u128>>,
}

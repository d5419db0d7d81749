//! The result of a successful check.

use grundy_lang::Text;

/// What a checked certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The statement in words.
    pub statement: Text,
    /// The number of positions examined one by one.
    pub positions: u64,
    /// The number of states of products of automata that were explored.
    pub states: u64,
    /// A position that the claim says nothing about, if there is one; numbers above 2^100 are capped.
    pub silent: Option<Vec<u128>>,
}

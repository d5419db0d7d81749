//! The result of a successful check.

use grundy_lang::Text;

/// The result of a successful check: the statement, and measures of the work done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The verified statement, in words.
    pub statement: Text,
    /// The number of positions that were examined individually.
    pub positions: u64,
    /// The number of states of products of automata that were explored.
    pub states: u64,
    /// A position about which the claim says nothing, if there is one.
    ///
    /// Numbers above 2^100 are replaced by 2^100.
    pub silent: Option<Vec<u128>>,
}

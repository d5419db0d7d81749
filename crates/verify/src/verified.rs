//! What a certificate shows.

use grundy_lang::Text;

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The statement in words.
    pub statement: Text,
    /// How many positions were looked at one by one.
    pub positions: u64,
    /// How many states of products of automata were gone through.
    pub states: u64,
    /// A position of which the claim says nothing, if there is one; numbers above 2^100 count as that.
    pub silent: Option<Vec<u128>>,
}

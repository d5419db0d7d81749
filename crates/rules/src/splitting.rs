//! Moves that take from a heap and may split the rest, as input of the sequence engine.

use crate::{Amounts, Code};

/// The moves of a game of heaps: the amounts that may be taken, and the splits of the rest.
///
/// ```
/// use grundy_rules::Splitting;
/// let kayles = Splitting::from_code(&"0.77".parse().unwrap());
/// assert_eq!((kayles.whole, kayles.one, kayles.two), (vec![1, 2], vec![1, 2], vec![1, 2]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splitting {
    /// Sizes of the heaps that a move may take whole.
    pub whole: Vec<u64>,
    /// Amounts that a move may take if one non-empty heap remains.
    pub one: Vec<u64>,
    /// Amounts that a move may take if two non-empty heaps remain.
    pub two: Vec<u64>,
    /// Amounts that a move may take if three non-empty heaps remain.
    pub three: Vec<u64>,
    /// Whether two remaining heaps must differ in size.
    pub unequal: bool,
    /// Amounts that a move may also take, whether one heap or nothing remains.
    pub amounts: Option<Amounts>,
}

impl Splitting {
    /// Returns the moves of an octal or hexadecimal code.
    pub fn from_code(code: &Code) -> Splitting {
        let amounts = |bit: u8, least: u64| -> Vec<u64> {
            let digits = (0u64..).zip(code.digits());
            digits.filter(|&(take, &digit)| take >= least && digit & bit != 0).map(|(take, _)| take).collect()
        };
        Splitting {
            whole: amounts(1, 1),
            one: amounts(2, 1),
            two: amounts(4, 0),
            three: amounts(8, 0),
            ..Splitting::default()
        }
    }

    /// Returns the largest amount that a move takes; `None` if it is unbounded.
    pub fn reach(&self) -> Option<u64> {
        let lists = [&self.whole, &self.one, &self.two, &self.three];
        let max_listed = lists.into_iter().flatten().copied().max().unwrap_or(0);
        match &self.amounts {
            Some(amounts) => amounts.max().map(|max| max.max(max_listed)),
            None => Some(max_listed),
        }
    }
}

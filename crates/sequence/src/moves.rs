//! The moves of a game in the form that the kernels read.

use grundy_rules::CompactSort;
use grundy_rules::{Amounts, Splitting};

/// The amounts that moves take, as `usize` indices, with properties that kernels need.
#[derive(Clone, Debug)]
pub struct KernelMoves {
    /// The sizes of heaps that a move may take completely.
    pub whole: Vec<usize>,
    /// The amounts whose removal may leave one heap.
    pub one: Vec<usize>,
    /// The amounts whose removal may leave two heaps.
    pub two: Vec<usize>,
    /// The amounts whose removal may leave three heaps.
    pub three: Vec<usize>,
    /// Whether the two heaps that a split leaves must differ.
    pub unequal: bool,
    /// Further amounts whose removal may leave one heap or none; `None` for most games.
    pub amounts: Option<Amounts>,
    /// The members of `amounts` up to a bound, and this bound.
    pub fetched: (Vec<usize>, usize),
    /// The largest amount; `None` if there is no bound.
    pub reach: Option<usize>,
}

impl KernelMoves {
    /// Converts the moves of a game.
    pub fn new(splitting: &Splitting) -> KernelMoves {
        let indices = |list: &[u64]| -> Vec<usize> { list.iter().filter_map(|&n| usize::try_from(n).ok()).collect() };
        // Kernels process the splits in ascending order.
        let mut two = indices(&splitting.two);
        two.compact_sort();
        two.dedup();
        KernelMoves {
            whole: indices(&splitting.whole),
            one: indices(&splitting.one),
            two,
            three: indices(&splitting.three),
            unequal: splitting.unequal,
            amounts: splitting.amounts.clone(),
            fetched: (vec![], 0),
            reach: splitting.reach().and_then(|reach| usize::try_from(reach).ok()),
        }
    }

    /// Extends `fetched` to the amounts up to `to`.
    pub fn fetch(&mut self, to: usize) {
        let Some(amounts) = &self.amounts else { return };
        if to > self.fetched.1 {
            let more = amounts.between(self.fetched.1 as u64 + 1, to as u64);
            self.fetched.0.extend(more.map(|amount| amount as usize));
            self.fetched.1 = to;
        }
    }

    /// Reports whether the sparse space applies.
    ///
    /// Some move must split a heap, no move may leave three heaps, and the amounts must be finite.
    pub fn is_sparse(&self) -> bool {
        self.three.is_empty() && self.amounts.is_none() && !self.two.is_empty()
    }

    /// Returns the common parity of the amounts of all splits; `None` if they have both parities.
    ///
    /// If the parity is 0, the sum of the two heaps left by a split of heap n has the parity of n, otherwise the
    /// opposite.
    pub fn split_parity(&self) -> Option<usize> {
        let parity = self.two.first()? % 2;
        self.two.iter().all(|take| take % 2 == parity).then_some(parity)
    }
}

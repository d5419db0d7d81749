//! Sets of edges, with one bit for each edge.

use smallvec::{SmallVec, smallvec};

/// A set of edges of one graph; sets for graphs of up to 128 edges need no heap allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    /// Returns the empty set for a graph of `edges` edges.
    pub fn empty(edges: usize) -> Bits {
        Bits(smallvec![0; edges.div_ceil(64)])
    }

    /// Returns the set of those edges, of `edges` edges in all, for which `wanted` returns `true`.
    pub fn from_fn(edges: usize, wanted: impl Fn(usize) -> bool) -> Bits {
        let mut bits = Bits::empty(edges);
        (0..edges).filter(|&edge| wanted(edge)).for_each(|edge| bits.insert(edge));
        bits
    }

    pub fn insert(&mut self, edge: usize) {
        self.0[edge / 64] |= 1 << (edge % 64);
    }

    pub fn remove(&mut self, edge: usize) {
        self.0[edge / 64] &= !(1 << (edge % 64));
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the number of edges of the set whose index is less than `edge`.
    pub fn rank(&self, edge: usize) -> usize {
        let in_full_words: u32 = self.0[..edge / 64].iter().map(|word| word.count_ones()).sum();
        let below = self.0[edge / 64] & ((1 << (edge % 64)) - 1);
        (in_full_words + below.count_ones()) as usize
    }

    /// Returns the edges in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let ones = |word: u64| {
            std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|&w| w != 0))
                .map(|w| w.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(move |(k, &word)| ones(word).map(move |bit| 64 * k + bit))
    }

    /// Returns the edges in descending order.
    pub fn iter_back(&self) -> impl Iterator<Item = usize> {
        let ones = |word: u64| {
            let top = |w: &u64| 63 - w.leading_zeros() as usize;
            std::iter::successors((word != 0).then_some(word), move |w| Some(w ^ (1 << top(w))).filter(|&w| w != 0))
                .map(move |w| top(&w))
        };
        self.0.iter().enumerate().rev().flat_map(move |(k, &word)| ones(word).map(move |bit| 64 * k + bit))
    }

    /// Returns the first edge of the set whose index is at least `from`; `None` if there is none.
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut rest = self.0.get(word)? & (u64::MAX << (from % 64));
        while rest == 0 {
            word += 1;
            rest = *self.0.get(word)?;
        }
        Some(64 * word + rest.trailing_zeros() as usize)
    }

    /// Returns the number of bytes that the set allocates on the heap.
    pub fn bytes(&self) -> u64 {
        if self.0.spilled() { 8 * self.0.len() as u64 } else { 0 }
    }
}

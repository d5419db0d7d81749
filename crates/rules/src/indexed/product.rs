//! Numberings of items up to symmetries, and their products.

use super::{Subsets, Sums};

/// A numbering of items by slots 0, 1, 2, ..., where images under a symmetry share a slot.
pub trait Numbering {
    /// The type of the numbered items.
    type Item;

    /// Returns the number of slots.
    fn size(&self) -> u64;

    /// Returns the slot of an item and the number of items that share it; `None` if it is not numbered.
    fn rank(&self, item: &Self::Item) -> Option<(u64, u32)>;

    /// Returns the representative of a slot and the number of items that share the slot.
    ///
    /// Returns `None` for an empty slot.
    fn unrank(&self, slot: u64) -> Option<(Self::Item, u32)>;
}

/// The numbering of the lists of [`Sums`] for one total, which form one tier.
#[derive(Clone, Debug)]
pub struct SumsOf {
    sums: Sums,
    total: u64,
    count: usize,
}

/// The numbering of the sets of [`Subsets`] with a given number of elements; these sets form one tier.
pub struct SubsetsOf {
    subsets: Subsets,
    count: u32,
}

impl Sums {
    /// Returns the numbering of the lists for this total; `count` is the length of a list.
    pub fn for_total(self, total: u64, count: usize) -> SumsOf {
        SumsOf { sums: self, total, count }
    }
}

impl Subsets {
    /// Returns the numbering of the sets of `count` elements.
    pub fn for_size(self, count: u32) -> SubsetsOf {
        SubsetsOf { subsets: self, count }
    }
}

impl Numbering for SumsOf {
    type Item = Vec<u64>;

    fn size(&self) -> u64 {
        self.sums.size(self.total)
    }

    fn rank(&self, list: &Vec<u64>) -> Option<(u64, u32)> {
        self.sums.rank(self.total, list).map(|slot| (slot, 1))
    }

    fn unrank(&self, slot: u64) -> Option<(Vec<u64>, u32)> {
        let mut list = vec![0; self.count];
        (slot < self.size()).then(|| self.sums.unrank(self.total, slot, &mut list))?;
        Some((list, 1))
    }
}

impl Numbering for SubsetsOf {
    type Item = u32;

    fn size(&self) -> u64 {
        self.subsets.size(self.count)
    }

    fn rank(&self, &set: &u32) -> Option<(u64, u32)> {
        let is_member = set >> self.subsets.elements() == 0 && set.count_ones() == self.count;
        is_member.then(|| self.subsets.rank(set))
    }

    fn unrank(&self, slot: u64) -> Option<(u32, u32)> {
        self.subsets.unrank(self.count, slot)
    }
}

/// Pairs of items of two numberings; the second one varies fastest.
///
/// A symmetry of one item is a symmetry of the pair. Symmetries that change both items at once are not used.
///
/// ```
/// use grundy_rules::indexed::{Numbering, Product, Subsets, Sums};
/// // Four lamps in a circle, of which two are lit, up to rotation; and a die that shows 0 to 5.
/// let lamps = Subsets::new(4, &[vec![1, 2, 3, 0]]).unwrap().for_size(2);
/// let die = Sums::new(&[5], &[0], 0, false).unwrap().for_total(0, 1);
/// let both = Product::new(lamps, die).unwrap();
/// assert_eq!((both.size(), both.rank(&(0b1100, vec![4]))), (2 * 6, Some((4, 4))));
/// assert_eq!(both.unrank(6 + 5), Some(((0b0101, vec![5]), 2)));
/// ```
#[derive(Clone, Debug)]
pub struct Product<A, B> {
    first: A,
    second: B,
    size: u64,
}

impl<A: Numbering, B: Numbering> Product<A, B> {
    /// Returns the numbering of pairs; `None` if there are 2^64 or more.
    pub fn new(first: A, second: B) -> Option<Product<A, B>> {
        let size = first.size().checked_mul(second.size())?;
        Some(Product { first, second, size })
    }
}

impl<A: Numbering, B: Numbering> Numbering for Product<A, B> {
    type Item = (A::Item, B::Item);

    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, (first, second): &(A::Item, B::Item)) -> Option<(u64, u32)> {
        let ((a, of_a), (b, of_b)) = (self.first.rank(first)?, self.second.rank(second)?);
        Some((a * self.second.size() + b, of_a.checked_mul(of_b)?))
    }

    fn unrank(&self, slot: u64) -> Option<((A::Item, B::Item), u32)> {
        let each = self.second.size().max(1);
        let ((a, of_a), (b, of_b)) = (self.first.unrank(slot / each)?, self.second.unrank(slot % each)?);
        Some(((a, b), of_a.checked_mul(of_b)?))
    }
}

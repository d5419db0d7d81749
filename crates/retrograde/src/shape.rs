//! The order of the slots of a group of tiers.

use grundy_rules::indexed::{Tier, Tiers};

/// Into how many partitions the slots of a group are dealt, at most.
pub const PARTITIONS: u64 = 256;

/// How the slots of a group follow one another, and how they are dealt to partitions.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The tiers of the group.
    pub tiers: Vec<Tier>,
    /// Where each begins among the slots of the group, and where the last one ends.
    pub starts: Vec<u64>,
    /// A partition has 2^shift slots, but for the last one.
    pub shift: u32,
}

impl Shape {
    /// That of a group.
    pub fn of(tiers: &dyn Tiers, group: &[Tier]) -> Shape {
        let mut starts = vec![0];
        for &tier in group {
            starts.push(starts[starts.len() - 1] + tiers.size(tier));
        }
        let size = starts[group.len()].div_ceil(PARTITIONS).max(64).next_power_of_two();
        Shape { tiers: group.to_vec(), starts, shift: size.trailing_zeros() }
    }

    /// How many slots the group has.
    pub fn slots(&self) -> u64 {
        self.starts[self.tiers.len()]
    }

    /// How many partitions there are.
    pub fn partitions(&self) -> usize {
        self.slots().div_ceil(1 << self.shift) as usize
    }

    /// The slots of a partition.
    pub fn range(&self, partition: usize) -> std::ops::Range<u64> {
        let from = (partition as u64) << self.shift;
        from..(from + (1 << self.shift)).min(self.slots())
    }

    /// A slot of a tier among those of the group.
    #[inline]
    pub fn slot(&self, tier: Tier, at: u64) -> u64 {
        // Groups have a tier or two.
        let k = self.tiers.iter().position(|&one| one == tier).unwrap_or(0);
        self.starts[k] + at
    }

    /// The pieces of a range of slots that lie in one tier each: its number in the group, and the slots in it.
    pub fn pieces(&self, range: std::ops::Range<u64>) -> impl Iterator<Item = (usize, std::ops::Range<u64>)> {
        (0..self.tiers.len()).filter_map(move |k| {
            let (from, to) = (range.start.max(self.starts[k]), range.end.min(self.starts[k + 1]));
            (from < to).then(|| (k, from - self.starts[k]..to - self.starts[k]))
        })
    }
}

//! The order of the slots of a group of tiers, and their partitions.

use grundy_rules::indexed::{Tier, Tiers};

/// The maximum number of partitions of the slots of a group.
pub const PARTITIONS: u64 = 256;

/// The order of the slots of a group, and their division into partitions.
#[derive(Clone, Debug)]
pub struct GroupLayout {
    /// The tiers of the group.
    pub tiers: Vec<Tier>,
    /// The first slot of each tier in the group; the last entry is the number of all slots.
    pub starts: Vec<u64>,
    /// The binary logarithm of the number of slots of each partition; the last partition may have fewer.
    pub shift: u32,
}

impl GroupLayout {
    /// Computes the order of the slots of a group and their partitions.
    pub fn new(tiers: &dyn Tiers, group: &[Tier]) -> GroupLayout {
        let mut starts = vec![0];
        for &tier in group {
            starts.push(starts[starts.len() - 1] + tiers.size(tier));
        }
        let size = starts[group.len()].div_ceil(PARTITIONS).max(64).next_power_of_two();
        GroupLayout { tiers: group.to_vec(), starts, shift: size.trailing_zeros() }
    }

    /// Returns the number of slots of the group.
    pub fn slots(&self) -> u64 {
        self.starts[self.tiers.len()]
    }

    /// Returns the number of partitions.
    pub fn partitions(&self) -> usize {
        self.slots().div_ceil(1 << self.shift) as usize
    }

    /// Returns the range of the group's slots that a partition contains.
    pub fn range(&self, partition: usize) -> std::ops::Range<u64> {
        let from = (partition as u64) << self.shift;
        from..(from + (1 << self.shift)).min(self.slots())
    }

    /// Converts a slot of a tier to a slot of the group.
    #[inline]
    pub fn slot(&self, tier: Tier, at: u64) -> u64 {
        // A linear search is fast, since groups have one or two tiers.
        let k = self.tiers.iter().position(|&one| one == tier).unwrap_or(0);
        self.starts[k] + at
    }

    /// Splits a range of the group's slots by tier.
    ///
    /// Each item is a tier's index in the group, with a range of the slots of the tier.
    pub fn pieces(&self, range: std::ops::Range<u64>) -> impl Iterator<Item = (usize, std::ops::Range<u64>)> {
        (0..self.tiers.len()).filter_map(move |k| {
            let (from, to) = (range.start.max(self.starts[k]), range.end.min(self.starts[k + 1]));
            (from < to).then(|| (k, from - self.starts[k]..to - self.starts[k]))
        })
    }
}

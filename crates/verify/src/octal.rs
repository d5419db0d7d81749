//! Checks the values of octal games against the definition.
//!
//! No option of a heap may have the claimed value, and every smaller value must be the value of some option.
//!
//! For the first condition, most pairs of heaps can be skipped. A value is *common* if it has an odd number
//! of bits in a mask, and *rare* otherwise; in some games the parity of the heap counts as an additional bit.
//! A heap is common or rare like its value. The value of a pair is the xor of the values of its heaps, so a
//! pair with a common value has exactly one rare heap. So if the claimed value of a heap is common, only
//! splits with a rare heap could have this value. This holds for any mask and any number of rare heaps; a
//! mask with few rare heaps is only faster.

use crate::work::WorkCounter;
use grundy_rules::{Code, Result};

/// Returns the first heap whose claimed value is wrong, and its correct value, if there is one.
pub fn first_wrong(code: &Code, claimed: &[u32], work: &mut WorkCounter<'_>) -> Result<Option<(usize, u32)>> {
    let rarity = RarityRule::with_fewest_rare(code, claimed);
    let rare_heaps: Vec<usize> = (1..claimed.len()).filter(|&n| !rarity.is_common(n, claimed[n])).collect();
    work.reserve(8 * rare_heaps.len() as u64)?;
    let splits = code.digits().iter().filter(|&&digit| digit & 4 != 0).count() as u64;
    let pairs: u64 = rare_heaps.iter().map(|&rare| (claimed.len() - rare) as u64).sum();
    work.expect(splits.saturating_mul(pairs))?;
    let mut check = OctalCheck { code, claimed, rarity, rare_heaps, marks: ValueMarks::default() };
    for from in (0..claimed.len()).step_by(BLOCK) {
        let excluded = check.excluded(from, work)?;
        for (n, excluded) in (from..claimed.len()).zip(excluded) {
            // All earlier claims are correct, so the definition yields the correct value of this heap.
            if excluded != 0 || !check.is_least(n, work)? {
                return Ok(Some((n, check.by_definition(n))));
            }
        }
    }
    Ok(None)
}

/// The number of consecutive heaps that [`OctalCheck::excluded`] checks together.
const BLOCK: usize = 1 << 12;

/// The state of the check of one sequence.
struct OctalCheck<'a> {
    code: &'a Code,
    claimed: &'a [u32],
    rarity: RarityRule,
    /// The nonempty heaps that are rare according to the claimed values.
    rare_heaps: Vec<usize>,
    marks: ValueMarks,
}

impl OctalCheck<'_> {
    /// Compares the claimed values of a block with the splits that have a rare heap.
    ///
    /// The result for a heap is 0 iff no such split has the claimed value. The other heap of a split is not empty.
    fn excluded(&self, from: usize, work: &mut WorkCounter<'_>) -> Result<Vec<u32>> {
        let end = self.claimed.len().min(from + BLOCK);
        let mut excluded = vec![0; end - from];
        for (taken, _) in self.code.digits().iter().enumerate().filter(|(_, digit)| *digit & 4 != 0) {
            for &rare in self.rare_heaps.iter().take_while(|&&rare| taken + rare + 1 < end) {
                // The other heap must not be empty.
                let first = from.max(taken + rare + 1);
                let value = self.claimed[rare];
                let other = &self.claimed[first - taken - rare..end - taken - rare];
                let (claimed, excluded) = (&self.claimed[first..end], &mut excluded[first - from..]);
                for ((excluded, claimed), other) in excluded.iter_mut().zip(claimed).zip(other) {
                    *excluded |= u32::from(other ^ value == *claimed);
                }
                work.steps((end - first) as u64 / 8)?;
            }
        }
        Ok(excluded)
    }

    /// Reports whether all smaller values are values of options, and the claimed value is not.
    ///
    /// For the second condition, `excluded` has already checked pairs with a rare heap.
    fn is_least(&mut self, n: usize, work: &mut WorkCounter<'_>) -> Result<bool> {
        let OctalCheck { code, claimed, rarity, rare_heaps, marks } = self;
        let value = claimed[n];
        // A value is at most the number of options. This check avoids loops up to huge wrong values.
        if value as usize > code.digits().len() * (n / 2 + 2) {
            return Ok(false);
        }
        marks.start();
        mark_unsplit_options(code, claimed, n, marks);
        // The numbers of smaller values that are not yet marked: [rare values, common values].
        let mut missing = [0usize; 2];
        for smaller in (0..value).filter(|&smaller| !marks.contains(smaller)) {
            missing[usize::from(rarity.is_common(n, smaller))] += 1;
        }
        let mut steps = u64::from(value);
        let mut mark_option = |option: u32, missing: &mut [usize; 2]| {
            if option <= value && !marks.contains(option) {
                marks.insert(option);
                if option < value {
                    missing[usize::from(rarity.is_common(n, option))] -= 1;
                }
            }
            steps += 1;
        };
        for rest in split_sums(code, n) {
            let mut candidates = rare_heaps.iter().take_while(|&&rare| rare < rest);
            while missing[1] > 0
                && let Some(&rare) = candidates.next()
            {
                mark_option(claimed[rare] ^ claimed[rest - rare], &mut missing);
            }
        }
        let all = !rarity.is_common(n, value);
        for rest in split_sums(code, n) {
            let mut pairs = 1..=rest / 2;
            while (all || missing != [0, 0])
                && let Some(a) = pairs.next()
            {
                mark_option(claimed[a] ^ claimed[rest - a], &mut missing);
            }
        }
        work.steps(steps)?;
        Ok(missing == [0, 0] && !marks.contains(value))
    }

    /// Returns the value of a heap by the definition, given that the earlier claims are correct.
    fn by_definition(&mut self, n: usize) -> u32 {
        self.marks.start();
        mark_unsplit_options(self.code, self.claimed, n, &mut self.marks);
        for rest in split_sums(self.code, n) {
            (1..=rest / 2).for_each(|a| self.marks.insert(self.claimed[a] ^ self.claimed[rest - a]));
        }
        self.marks.least()
    }
}

/// Marks the options that consist of at most one heap.
///
/// In a digit, the bit 1 allows leaving no heap, 2 one heap, and 4 two heaps.
pub fn mark_unsplit_options(code: &Code, values: &[u32], n: usize, marks: &mut ValueMarks) {
    for (taken, digit) in code.digits().iter().enumerate().take(n + 1).skip(1) {
        if digit & 1 != 0 && taken == n {
            marks.insert(0);
        }
        if digit & 2 != 0 && taken < n {
            marks.insert(values[n - taken]);
        }
    }
}

/// Iterates over the possible sums of two heaps that a split of heap n leaves.
pub fn split_sums(code: &Code, n: usize) -> impl Iterator<Item = usize> {
    let digits = code.digits().iter().enumerate();
    digits.filter(|(_, digit)| *digit & 4 != 0).map_while(move |(taken, _)| n.checked_sub(taken))
}

/// The criterion by which values, and the heaps with these values, are common or rare.
struct RarityRule {
    mask: u32,
    /// Whether the parity of the heap counts as an additional bit.
    ///
    /// This requires that all splits take amounts of the same parity.
    alternating: bool,
    /// The common parity of the amounts that splits take, if there is one.
    parity: usize,
}

/// The upper bound, exclusive, of the masks that are tried.
const MASK_END: u32 = 1 << 10;

impl RarityRule {
    /// Returns the criterion with the fewest rare heaps.
    fn with_fewest_rare(code: &Code, values: &[u32]) -> RarityRule {
        let mut counts = std::collections::BTreeMap::new();
        values.iter().enumerate().for_each(|(n, &value)| *counts.entry((n % 2, value % MASK_END)).or_insert(0u64) += 1);
        let splits: Vec<usize> = split_sums(code, usize::MAX).map(|rest| (usize::MAX - rest) % 2).collect();
        let parity = splits.first().copied().unwrap_or(0);
        let may_alternate = splits.iter().all(|&other| other == parity);
        let masks =
            (1..MASK_END).flat_map(|mask| [false, true].map(|alternating| RarityRule { mask, alternating, parity }));
        let fewest = masks.filter(|rarity| may_alternate || !rarity.alternating).min_by_key(|rarity| {
            let rare = counts.iter().filter(|((n, value), _)| !rarity.is_common(*n, *value));
            rare.map(|(_, count)| count).sum::<u64>()
        });
        fewest.unwrap_or(RarityRule { mask: 1, alternating: false, parity })
    }

    /// Reports whether `value` is common as the value of heap n, or of a pair that a move from n leaves.
    fn is_common(&self, n: usize, value: u32) -> bool {
        let parity_bit = if self.alternating { ((n ^ self.parity) & 1) as u32 } else { 0 };
        ((value & self.mask).count_ones() + parity_bit) % 2 == 1
    }
}

/// A set of values that can be cleared in constant time.
#[derive(Default)]
pub struct ValueMarks {
    /// For each value, the round in which it was last added; [`ValueMarks::start`] begins a new round.
    last: Vec<u64>,
    round: u64,
}

impl ValueMarks {
    /// Removes all values.
    pub fn start(&mut self) {
        self.round += 1;
    }

    /// Adds a value.
    pub fn insert(&mut self, value: u32) {
        // Correct values are at most the number of options, and xors are below twice that, so the list stays short.
        let value = value as usize;
        if value >= self.last.len() {
            self.last.resize(value + 1, 0);
        }
        self.last[value] = self.round;
    }

    fn contains(&self, value: u32) -> bool {
        self.last.get(value as usize) == Some(&self.round)
    }

    /// Returns the least value that is not in the set.
    pub fn least(&self) -> u32 {
        self.last.iter().position(|&round| round != self.round).unwrap_or(self.last.len()) as u32
    }
}

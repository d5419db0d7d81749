//! Summaries of sequences. A summary depends only on the values, not on how they were computed.

use super::regularity::{self, Regularity};
use super::sequence::{Certificate, Sequence};
use super::space;
use super::values::{Checksum, StoredValue, each_width};
use grundy_rules::Budget;
use grundy_rules::Result;

/// The part of a [`SequenceState`](super::SequenceState) without the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateHeader {
    /// The mask that distinguishes rare values from common ones.
    pub mask: u32,
    /// Whether the parity of the heap counts as an additional bit of the mask.
    pub alternating: bool,
    /// The number of values at which the next search for a period is due.
    pub search_at: u64,
}

/// The sparse space of a summary: the mask with the fewest rare heaps, and these heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RareHeaps {
    /// Heaps whose values have an even number of bits in this mask are rare.
    pub mask: u32,
    /// Whether the parity of the heap counts as an additional bit of the mask.
    pub alternating: bool,
    /// The number of rare heaps, including heap 0 as in the literature.
    pub count: u64,
    /// The largest rare heap; `None` if there is none.
    pub last: Option<u64>,
    /// The first rare heaps with their values, at most [`LISTED`].
    pub list: Vec<(u64, u32)>,
}

/// The maximum number of rare heaps that are listed.
pub const LISTED: usize = 10_000;

/// A summary of the computed values, or of the values that the proof of the period needs.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The last heap of the summary: the last one computed, or the last one needed to prove the period.
    pub computed_to: u64,
    /// The largest value of the heaps up to `computed_to`.
    pub max_value: u32,
    /// The rare heaps; `None` for games without a sparse space.
    pub rare_heaps: Option<RareHeaps>,
    /// Indexed by value: the number of heaps from 0 on with this value.
    pub histogram: Vec<u64>,
    /// The heaps whose values exceed all earlier values, with these values.
    pub records: Vec<(u64, u32)>,
    /// The proof of the period, if there is one.
    pub certificate: Option<Certificate>,
    /// An unproved regularity that the values show; `None` if a period is proved.
    pub regularity: Option<Regularity>,
    /// The checksum, as in [`Sequence::checksum`], of the values up to `computed_to`.
    pub checksum: u64,
    /// A second checksum (FNV-1a) of the values up to the end of the first period, or of all values.
    ///
    /// Games with equal sequences have equal digests, even if their proofs need different numbers of heaps.
    pub digest: u64,
    /// The number of zeros at the end of the first period.
    pub zeros: u64,
}

impl Sequence {
    /// Returns the data that are needed to continue a sequence in addition to the values.
    pub fn state_header(&self) -> StateHeader {
        let space = self.space.as_ref();
        StateHeader {
            mask: space.map_or(0, |space| space.mask),
            alternating: space.is_some_and(|space| space.alternating),
            search_at: self.search_at as u64,
        }
    }

    /// Searches for a period in the computed values. The search does not affect later values or searches.
    ///
    /// # Errors
    /// Fails with `limit` on cancellation or timeout.
    pub fn search_now(&mut self, budget: &Budget) -> Result<()> {
        budget.check()?;
        if self.certificate.is_none() && self.can_certify() {
            self.find_period(budget)?;
        }
        Ok(())
    }

    /// Summarises the sequence. The result does not depend on kernels and interruptions.
    ///
    /// ```
    /// use grundy_rules::Splitting;
    /// use grundy_rules::Budget;
    /// use grundy_sequence::{SequenceOptions, Sequence};
    /// let kayles = Splitting::from_code(&"0.77".parse().unwrap());
    /// let mut sequence = Sequence::new(&kayles, SequenceOptions::default()).unwrap();
    /// sequence.extend_to(1000, &Budget::default()).unwrap();
    /// let summary = sequence.summary();
    /// // 2 * 71 + 2 * 12 + 2 values prove the period.
    /// assert_eq!((summary.computed_to, summary.max_value), (167, 8));
    /// ```
    pub fn summary(&self) -> Summary {
        let reach = self.moves.reach.unwrap_or(0) as u64;
        let (length, distinct) = match self.period() {
            Some(period) => {
                let needed = 2 * period.preperiod.max(1) + 2 * period.period + reach;
                (self.length.min(needed as usize), (period.preperiod + period.period) as usize)
            }
            None => (self.length, self.length),
        };
        let mut checksum = Checksum::default();
        checksum.count(&self.values, length);
        let mut summary = Summary {
            computed_to: (length as u64).saturating_sub(1),
            max_value: checksum.max_value(),
            rare_heaps: None,
            histogram: vec![0; checksum.max_value() as usize + 1],
            records: vec![],
            certificate: self.certificate,
            regularity: None,
            checksum: checksum.get(),
            digest: 0xcbf2_9ce4_8422_2325,
            zeros: 0,
        };
        each_width!(&self.values, list => {
            let list = &list[..length];
            let mut max_so_far = None;
            for (n, value) in list.iter().map(|value| value.get()).enumerate() {
                summary.histogram[value as usize] += 1;
                if max_so_far.is_none_or(|max_so_far| value > max_so_far) {
                    max_so_far = Some(value);
                    summary.records.push((n as u64, value));
                }
            }
            for value in &list[..distinct] {
                summary.digest = (summary.digest ^ u64::from(value.get())).wrapping_mul(0x100_0000_01b3);
            }
            summary.zeros = list[..distinct].iter().rev().take_while(|value| value.get() == 0).count() as u64;
            if self.certificate.is_none() {
                summary.regularity = regularity::find_regularity(list);
            }
            if self.moves.is_sparse() && length > 1 {
                summary.rare_heaps = Some(self.rares_of(list));
            }
        });
        summary
    }

    /// Finds the sparse space with the fewest rare heaps in these values.
    fn rares_of<T: StoredValue>(&self, list: &[T]) -> RareHeaps {
        let (mask, alternating) = space::mask_with_fewest_rare_heaps(&self.moves, list);
        let space = space::Space {
            mask,
            alternating,
            parity: self.moves.split_parity().unwrap_or(0),
            ..space::Space::default()
        };
        let mut rares = RareHeaps { mask, alternating, count: 0, last: None, list: vec![] };
        for (n, value) in list.iter().map(|value| value.get()).enumerate() {
            if !space.is_common(n, value) {
                rares.count += 1;
                rares.last = Some(n as u64);
                if rares.list.len() < LISTED {
                    rares.list.push((n as u64, value));
                }
            }
        }
        rares
    }
}

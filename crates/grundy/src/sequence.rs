//! Long sequences of Grundy values.

use crate::Nimber;
use crate::rendered_result::{RenderedResult, print_and_serialize};
use grundy_sequence::{Period, Sequence as Computed};

/// The Grundy values of a game's heaps; [`Grundy::sequence`](crate::Grundy::sequence) returns them.
///
/// `Display` prints what `grundy sequence` prints, `Serialize` writes its JSON.
#[derive(Debug)]
pub struct Sequence {
    computed: Computed,
    written: RenderedResult,
}

impl Sequence {
    pub(crate) fn new(computed: Computed, written: RenderedResult) -> Sequence {
        Sequence { computed, written }
    }

    /// Returns the Grundy value of heap `n`.
    ///
    /// `None` if the value was not computed and does not follow from a period.
    pub fn get(&self, n: u64) -> Option<Nimber> {
        self.computed.known_value(n).map(|value| Nimber(value.into()))
    }

    /// Returns the computed values, starting with heap 0.
    pub fn values(&self) -> impl Iterator<Item = Nimber> + '_ {
        self.computed.values(0..self.computed.computed()).map(|value| Nimber(value.into()))
    }

    /// Returns the preperiod and the period, if a period is proved.
    ///
    /// ```
    /// use grundy::Grundy;
    /// let sequence = Grundy::new().sequence("kayles", 200)?;
    /// assert_eq!(sequence.period().map(|period| (period.preperiod, period.period)), Some((71, 12)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn period(&self) -> Option<Period> {
        self.computed.period()
    }
}

print_and_serialize!(Sequence);

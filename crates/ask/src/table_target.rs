//! The quantities that tables show.

use grundy_solve::Quantity;

/// The quantity that a table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableTarget {
    /// The outcomes.
    Outcome,
    /// The Grundy values together with the outcomes.
    Grundy,
    /// Whether Left wins moving first.
    Left,
    /// Whether Right wins moving first.
    Right,
    /// The P-positions as numbered pairs a <= b.
    Pairs,
    /// The canonical forms.
    Value,
    /// The mean values.
    Mean,
    /// The temperatures.
    Temperature,
    /// The genera: the Grundy value, and the misère values with 0, 1, 2, ... heaps of 2 added.
    Genus,
    /// The elements of the misère quotient.
    Quotient,
}

impl TableTarget {
    /// The names of all targets.
    pub const NAMES: [(&str, TableTarget); 10] = [
        ("outcome", TableTarget::Outcome),
        ("grundy", TableTarget::Grundy),
        ("left", TableTarget::Left),
        ("right", TableTarget::Right),
        ("pairs", TableTarget::Pairs),
        ("value", TableTarget::Value),
        ("mean", TableTarget::Mean),
        ("temperature", TableTarget::Temperature),
        ("genus", TableTarget::Genus),
        ("quotient", TableTarget::Quotient),
    ];

    /// Returns the quantity that the engines compute for this target.
    pub(crate) fn quantity(self) -> Quantity {
        if self == TableTarget::Grundy { Quantity::Grundy } else { Quantity::Outcome }
    }
}

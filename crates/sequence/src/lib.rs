//! Grundy sequences of heap games, with proved periods, computed as fast as the machine allows.
//!
//! [`Sequence`] computes the values of heaps 0, 1, 2, ... of octal and hexadecimal games, Grundy's game and similar
//! games; start there. [`survey()`] computes many games. Several kernels compute the same values, and measured costs
//! determine which of them is used (see `stage` and `kernel_choice`):
//!
//! | kernel | use |
//! |---|---|
//! | `direct` | the definition: short sequences, moves to three heaps, infinitely many amounts |
//! | `scalar` | the sparse space (`space`), one heap at a time |
//! | `planes` | the sparse space, thousands of heaps at a time |
//! | `filter` | all pairs, dozens of heaps at a time, for games with many rare heaps |
//!
//! Sources: R. K. Guy and C. A. B. Smith, "The G-values of various games" (1956), for the games and the period; J. P.
//! Grossman and R. J. Nowakowski, and the literature on the sparse space of octal games (*Winning Ways*, chapter 4),
//! for the kernels.

mod direct;
mod filter;
mod helper;
mod kernel_choice;
#[doc(hidden)] // public because the exported macro `with_lanes` uses it
pub mod lanes;
mod moves;
mod period;
mod planes;
mod published;
mod regularity;
mod scalar;
mod sequence;
mod space;
mod stage;
mod stats;
pub mod suffixes;
mod summary;
mod survey;
mod values;

pub use lanes::Instructions;
pub use period::Period;
pub use published::{Discovery, PublishedResult, discovery, published_result};
pub use regularity::Regularity;
pub use sequence::{Certificate, GUY_SMITH, Sequence, SequenceOptions, SequenceState, Stats};
pub use stats::{Kernel, KernelStats, cycles_per_microsecond};
pub use summary::{LISTED, RareHeaps, StateHeader, Summary};
pub use survey::{SurveyRow, study, survey};
pub use values::SequenceValues;

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod filter {
        pub use crate::filter::Filter;
        pub use crate::filter::fold::{ALL, Fold, fold};
    }
    pub mod kernel_choice {
        pub use crate::kernel_choice::{Cost, KernelChoice, MIN_FILTER_COST, STEPS_PER_TRIAL, ThreadChooser};
    }
    pub mod moves {
        pub use crate::moves::KernelMoves;
    }
    pub mod period {
        pub use crate::period::{PeriodResult, PeriodSearch};
    }
    pub mod regularity {
        /// Finds the regularity with the least period in the values.
        pub fn find_regularity(list: &[u32]) -> Option<crate::Regularity> {
            crate::regularity::find_regularity(list)
        }
    }
    pub mod stage {
        pub use crate::stage::sum_of_halves;
    }
    pub mod values {
        use crate::SequenceValues;

        /// Stores values in the least width that suffices for all of them.
        pub fn stored_values(list: &[u32]) -> SequenceValues {
            let mut values = SequenceValues::default();
            values.extend(list.iter().copied());
            values
        }
    }
}

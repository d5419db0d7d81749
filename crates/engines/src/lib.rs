//! Search and table engines for outcomes and values.
//! Each engine can be used alone with any `Rules`; `grundy-solve` selects an engine.
//!
//! Start with [`search`], the recursion for P- and N-positions on any impartial position. [`values`] computes
//! Grundy values component by component, with or without theorems. [`heap`] is the engine for sequences of
//! subtraction games. [`partizan`] solves partizan games, [`scoring`] scoring games, and [`rivals`] games of
//! several players; [`reach`] and [`digraph`] solve games with infinite play. The tables of all engines are
//! queried through the trait [`value_table::ValueTable`].
//!
//! ```
//! use grundy_engines::search;
//! use grundy_games::nim::Nim;
//! use grundy_rules::{Budget, Outcome, Play};
//!
//! assert_eq!(search::outcome(&Nim, &[3, 4, 5], Play::Normal, &Budget::default()).unwrap(), Outcome::N);
//! ```

pub mod cycles;
pub mod dense;
pub mod digraph;
pub mod endless;
pub mod heap;
pub mod memory;
pub mod multiset;
pub mod nimstring;
pub mod partizan;
pub mod positions;
mod rays;
pub mod reach;
pub mod rivals;
pub mod runs;
pub mod scoring;
pub mod search;
mod space;
pub mod splits;
pub mod tables;
pub mod theorems;
pub mod value_table;
pub mod values;

pub use grundy_rules::Budget;

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod dense {
        pub use crate::dense::cells::{AtomicCells, BoxShape, OPEN, Slot, UNKNOWN};
        pub use crate::dense::marks::MexSet;
        pub use crate::dense::order::Order;

        /// Reports whether a table contains cells outside of its box.
        pub fn has_cells_outside(table: &crate::dense::DenseTable) -> bool {
            !table.outside.is_empty()
        }
    }
    pub mod heap {
        /// Returns a value that is in the table of a sequence, without the use of a period.
        pub fn computed_value(sequence: &crate::heap::HeapSequence, n: usize) -> u32 {
            sequence.values.get(n)
        }
    }
    pub mod memory {
        pub use crate::memory::{BytePages, PagedVec, table_bytes};
    }
    pub mod multiset {
        pub use crate::multiset::{gather, remove_one};
    }
    pub mod partizan {
        pub use crate::partizan::window::{bits_from, low_bits, smeared, word_at};
    }
    pub mod positions {
        pub use crate::positions::Positions;
    }
    pub mod rays {
        pub use crate::rays::RayTable;
    }
    pub mod runs {
        use crate::runs::{RunAlphabet, Runs};

        /// Returns the letter of a heap, given the letters of its options.
        pub fn letter(letters: RunAlphabet, seen: [u64; 2], moves: [bool; 2]) -> Option<u8> {
            letters.letter(seen, moves)
        }

        /// Returns the total number of letters in the words of all runs.
        pub fn stored_letters(runs: &Runs) -> usize {
            runs.stored
        }
    }
    pub mod scoring {
        use crate::scoring::table::{BoundsEntry, place_of};
        pub use crate::scoring::table::{BoundsTable, ScoreBounds};
        use grundy_rules::Player;

        /// Returns the hash of the page on which a position is stored.
        pub fn page_hash(key: &impl std::hash::Hash, player: Player) -> u32 {
            place_of(key, player).hash
        }

        /// Returns the number of bytes of a table entry whose key has this type.
        pub fn entry_bytes<K>() -> usize {
            size_of::<BoundsEntry<K>>()
        }
    }
    pub mod splits {
        use crate::splits::{Normal, SplitTable};
        use grundy_rules::{Budget, Code, HeapMove, HeapRules, Result};
        use grundy_sequence::Sequence;

        /// Returns the normal Grundy value of a heap.
        pub fn compute_value(table: &mut SplitTable, rules: &dyn HeapRules, n: u64, budget: &Budget) -> Result<u32> {
            table.value(rules, n, budget)
        }

        /// Returns the sequence of the normal values; `None` if the moves are not the same at every size.
        pub fn sequence(table: &SplitTable) -> Option<&Sequence> {
            match &table.normal {
                Normal::Sequence(sequence) => Some(sequence),
                Normal::Listed(_) => None,
            }
        }

        /// Counts the moves from a heap in the period to the value `to`, and lists the first `max_listed`.
        pub fn periodic_moves(
            table: &SplitTable,
            code: &Code,
            heap: u64,
            to: u128,
            max_listed: usize,
        ) -> Option<(u128, Vec<HeapMove>)> {
            table.periodic_moves(code, heap, to, max_listed)
        }
    }
}

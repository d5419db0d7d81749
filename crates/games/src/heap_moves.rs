//! Macros for the methods that all games whose components are single heaps share.
//!
//! The type of moves is [`HeapMove`] or [`TakeSome`]. `nim` does not use the macros, because it serves as an example of
//! a complete game.

use grundy_rules::heaps::{TakeSome, describe_take, describe_take_and_split};
use grundy_rules::{Components, Coordinates, HeapMove, MoveText};
use smallvec::smallvec;

/// A move in one heap.
pub trait SingleHeapMove: Sized {
    /// Returns the heaps into which the move turns a heap.
    fn leave(&self, heap: u64) -> Components<u64>;

    /// Describes the move; `at` is the number of the heap, counted from 1.
    fn describe(&self, at: usize) -> MoveText;

    /// Returns the move that leaves heaps with these coordinates, in ascending order.
    fn leaving(heap: u64, remaining: &[Coordinates]) -> Option<Self>;
}

impl SingleHeapMove for HeapMove {
    #[inline]
    fn leave(&self, _heap: u64) -> Components<u64> {
        self.remaining.clone()
    }

    fn describe(&self, at: usize) -> MoveText {
        describe_take_and_split(self, at)
    }

    fn leaving(heap: u64, remaining: &[Coordinates]) -> Option<HeapMove> {
        HeapMove::leaving(heap, remaining)
    }
}

impl SingleHeapMove for TakeSome {
    #[inline]
    fn leave(&self, heap: u64) -> Components<u64> {
        smallvec![heap - self.0]
    }

    fn describe(&self, at: usize) -> MoveText {
        describe_take(self.0, at)
    }

    fn leaving(heap: u64, remaining: &[Coordinates]) -> Option<TakeSome> {
        HeapMove::leaving(heap, remaining).map(|mv| TakeSome(mv.take))
    }
}

/// Generates the items of `impl Rules` other than `moves`, for games on single heaps.
macro_rules! impl_heap_rules {
    ($Move:ty) => {
        type Component = u64;
        type Move = $Move;
        type Key = u64;

        fn play(&self, heap: &u64, _by: grundy_rules::Player, mv: &$Move) -> grundy_rules::Components<u64> {
            $crate::heap_moves::SingleHeapMove::leave(mv, *heap)
        }

        fn key(&self, heap: &u64) -> u64 {
            *heap
        }
    };
}

/// Generates `describe` and `move_to` of `impl Game`, which depend only on the type of moves.
macro_rules! heap_moves {
    ($Move:ty) => {
        fn describe(&self, _heap: &u64, at: usize, mv: &$Move) -> grundy_rules::MoveText {
            $crate::heap_moves::SingleHeapMove::describe(mv, at)
        }

        fn move_to(&self, heap: &u64, _by: grundy_rules::Player, after: &[grundy_rules::Coordinates]) -> Option<$Move> {
            $crate::heap_moves::SingleHeapMove::leaving(*heap, after)
        }
    };
}

pub(crate) use {heap_moves, impl_heap_rules};

//! What games on heaps share: moves that take an amount or split a heap, in words, and found again by the numbers in them.

use crate::{Field, HeapMove, MoveText, Parts};
use grundy_lang::{Text, text};

/// A move: how many stones are taken from the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeSome(pub u64);

/// The names of so many heaps.
pub fn heap_names(count: usize) -> Vec<String> {
    ["a", "b", "c", "d", "e", "f", "g", "h"].iter().take(count).map(|name| name.to_string()).collect()
}

/// A move that takes stones from one heap, in words and fields.
pub fn take_from_heap(take: u64, heap: usize) -> MoveText {
    let text = text!("take {take} from heap {heap}", take, heap);
    MoveText { text, fields: vec![("heap", Field::Number(heap as u64)), ("take", Field::Number(take))] }
}

/// The move of taking the first of these numbers, if that is legal: what [`Game::moves_named`](crate::Game::moves_named) is where moves take an amount.
pub fn takes_named(numbers: &[u64], legal: impl Fn(u64) -> bool) -> Option<Vec<TakeSome>> {
    Some(numbers.first().copied().filter(|&n| legal(n)).map(TakeSome).into_iter().collect())
}

/// The moves from a heap that [`take_and_split`] may describe with these numbers, legal or not: the pieces, smaller ones first,
/// and what is taken make up the heap.
pub fn heap_moves_named(heap: u64, numbers: &[u64]) -> impl Iterator<Item = HeapMove> {
    let taken = |take: u64, mut left: Parts<u64>| {
        left.sort_unstable();
        let sum = left.iter().try_fold(take, |sum, &piece| sum.checked_add(piece));
        (sum == Some(heap)).then_some(HeapMove { take, left })
    };
    let whole = numbers.first().and_then(|&take| taken(take, [heap.checked_sub(take)?].into_iter().collect()));
    // Behind what is taken, or behind nothing, stands the number of the heap.
    let rest = numbers.get(2..).filter(|pieces| pieces.len() > 1);
    let rest = rest.and_then(|pieces| taken(numbers[0], Parts::from_slice(pieces)));
    let split = numbers.get(1..).filter(|pieces| pieces.len() > 1);
    let split = split.and_then(|pieces| taken(0, Parts::from_slice(pieces)));
    [whole, rest, split].into_iter().flatten()
}

/// A move that may split a heap, in words and fields.
pub fn take_and_split(mv: &HeapMove, heap: usize) -> MoveText {
    if mv.left.len() <= 1 {
        return take_from_heap(mv.take, heap);
    }
    let pieces = Text::and(mv.left.iter().map(|piece| Text::verbatim(piece.to_string())));
    let text = match mv.take {
        0 => text!("split heap {heap} into {pieces}", heap, pieces),
        take => text!("take {take} from heap {heap} and split the rest into {pieces}", take, heap, pieces),
    };
    let heap = Field::Number(heap as u64);
    MoveText {
        text,
        fields: vec![("heap", heap), ("take", Field::Number(mv.take)), ("into", Field::Numbers(mv.left.to_vec()))],
    }
}

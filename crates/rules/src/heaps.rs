//! What games on heaps share: moves that take an amount or split a heap, in words, and found again by the numbers in them.

use crate::{Field, HeapMove, MoveText, Parts};
use grundy_lang::{Text, text};
use std::iter::successors;

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

/// A move that takes from several heaps: their places, counted from 0 and growing, and what is taken from each.
pub type Takes = Vec<(usize, u64)>;

/// All moves that take from at least one and from at most `most` of these heaps.
///
/// ```
/// use grundy_rules::heaps::takes;
/// assert_eq!(takes(&[1, 0, 2], 2).count(), 1 + 2 + 1 * 2);
/// assert_eq!(takes(&[1, 1, 1], 3).count(), 7);
/// ```
pub fn takes(heaps: &[u64], most: u64) -> impl Iterator<Item = Takes> + '_ {
    let from = |at: usize| Some((at + heaps[at..].iter().position(|&stones| stones > 0)?, 1));
    successors(from(0).map(|take| vec![take]), move |takes| {
        let mut takes = takes.clone();
        if let Some(more) = from(takes.last()?.0 + 1).filter(|_| (takes.len() as u64) < most) {
            takes.push(more);
            return Some(takes);
        }
        while let Some((heap, take)) = takes.pop() {
            let more = Some((heap, take + 1)).filter(|_| take < heaps[heap]);
            if let Some(more) = more.or_else(|| from(heap + 1)) {
                takes.push(more);
                return Some(takes);
            }
        }
        None
    })
}

/// What is left of the heaps.
pub fn after_takes(heaps: &[u64], takes: &Takes) -> Box<[u64]> {
    let mut left: Box<[u64]> = heaps.into();
    takes.iter().for_each(|&(heap, take)| left[heap] -= take);
    left
}

/// The move that takes the first of each two of these numbers from the heap that the second one counts, if there is such a move
/// from at most `most` heaps.
pub fn named_takes(heaps: &[u64], most: u64, numbers: &[u64]) -> Option<Takes> {
    let takes = numbers.chunks(2).map(|pair| {
        let [take, heap] = *pair else { return None };
        let at = usize::try_from(heap).ok()?.checked_sub(1)?;
        heaps.get(at).filter(|&stones| (1..=*stones).contains(&take)).map(|_| (at, take))
    });
    let takes: Takes = takes.collect::<Option<_>>()?;
    let fits = (1..=most).contains(&(takes.len() as u64)) && takes.is_sorted_by(|a, b| a.0 < b.0);
    fits.then_some(takes)
}

/// A move that takes stones from several heaps, in words and fields.
pub fn take_from_heaps(takes: &Takes) -> MoveText {
    if let [(heap, take)] = takes[..] {
        return take_from_heap(take, heap + 1);
    }
    let fields = vec![
        ("heaps", Field::Numbers(takes.iter().map(|take| take.0 as u64 + 1).collect())),
        ("takes", Field::Numbers(takes.iter().map(|take| take.1).collect())),
    ];
    MoveText { text: Text::and(takes.iter().map(|&(heap, take)| take_from_heap(take, heap + 1).text)), fields }
}

/// All ascending lists of `count` numbers up to `max`.
///
/// ```
/// assert_eq!(grundy_rules::heaps::multisets(2, 3).count(), 10);
/// ```
pub fn multisets(count: usize, max: u64) -> impl Iterator<Item = Vec<u64>> {
    successors(Some(vec![0; count]), move |list| {
        let at = list.iter().rposition(|&n| n < max)?;
        let mut next = list.clone();
        next[at..].fill(list[at] + 1);
        Some(next)
    })
}

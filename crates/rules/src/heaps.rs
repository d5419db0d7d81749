//! Shared code of games on heaps: their notations, and moves that take from heaps or split them.
//!
//! For each kind of move there are functions that enumerate the moves, describe them in words, and find a move
//! by the numbers in its description.

use crate::{Components, CoordinateConversion, Field, HeapMove, MoveText, Notation, push_number, push_numbers};
use grundy_lang::{Text, text};
use grundy_value::CompactSort;
use std::iter::successors;

/// The notation of heaps that are separate components, `(3,4)`.
pub const SEPARATE_HEAPS: Notation<u64> = Notation {
    parse: |input, example| input.numbers('(', ')', example),
    write: |heap, out| push_number(*heap, out),
    count_numbers: |_| 1,
    picture: None,
    coordinates: Some(CoordinateConversion { coordinates: |&heap| [heap, 0, 0], component: |[heap, ..]| Some(heap) }),
    family: None,
};

/// The sizes of heaps that together form one component.
pub type Heaps = Box<[u64]>;

/// The notation of heaps that form one component, `(3,4)`, because a move may change several.
pub const JOINED_HEAPS: Notation<Heaps> = Notation {
    parse: |input, example| Ok(vec![input.numbers('(', ')', example)?.into()]),
    write: |heaps, out| push_numbers(heaps, out),
    count_numbers: |heaps| heaps.len(),
    picture: None,
    coordinates: None,
    family: None,
};

/// Returns the non-empty heaps, sorted: the key of heaps that form one component.
///
/// ```
/// assert_eq!(*grundy_rules::heaps::sorted(&[3, 0, 1]), [1, 3]);
/// ```
pub fn sorted(heaps: &[u64]) -> Heaps {
    let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&stones| stones > 0).collect();
    sorted.compact_sort();
    sorted.into()
}

/// A move: the number of stones taken from the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeSome(pub u64);

/// Returns the names of the first `count` heaps, `a` to `h`; at most eight.
pub fn heap_names(count: usize) -> Vec<String> {
    ["a", "b", "c", "d", "e", "f", "g", "h"].iter().take(count).map(|name| name.to_string()).collect()
}

/// Describes a move that takes stones from one heap; `heap` is its number, counted from 1.
pub fn describe_take(take: u64, heap: usize) -> MoveText {
    let text = text!("take {take} from heap {heap}", take, heap);
    MoveText::new(text, vec![("heap", Field::Number(heap as u64)), ("take", Field::Number(take))])
}

/// Returns the move that takes the amount `numbers[0]`; the list is empty if this move is illegal.
///
/// This implements [`Game::moves_from_numbers`](crate::Game::moves_from_numbers) for games whose moves take an amount.
pub fn take_moves_from_numbers(numbers: &[u64], legal: impl Fn(u64) -> bool) -> Option<Vec<TakeSome>> {
    Some(numbers.first().copied().filter(|&n| legal(n)).map(TakeSome).into_iter().collect())
}

/// Returns the moves, legal or not, whose description contains these numbers.
///
/// The description is that of [`describe_take_and_split`]. In each such move the amount taken and the remaining heaps,
/// in ascending order, add up to the heap.
pub fn heap_moves_from_numbers(heap: u64, numbers: &[u64]) -> impl Iterator<Item = HeapMove> {
    let complete_move = |take: u64, mut remaining: Components<u64>| {
        remaining.compact_sort();
        let sum = remaining.iter().try_fold(take, |sum, &piece| sum.checked_add(piece));
        (sum == Some(heap)).then_some(HeapMove { take, remaining })
    };
    let unsplit =
        numbers.first().and_then(|&take| complete_move(take, [heap.checked_sub(take)?].into_iter().collect()));
    // The index of the heap follows the amount taken, or comes first if nothing is taken.
    let rest = numbers.get(2..).filter(|pieces| pieces.len() > 1);
    let rest = rest.and_then(|pieces| complete_move(numbers[0], Components::from_slice(pieces)));
    let split = numbers.get(1..).filter(|pieces| pieces.len() > 1);
    let split = split.and_then(|pieces| complete_move(0, Components::from_slice(pieces)));
    [unsplit, rest, split].into_iter().flatten()
}

/// Describes a move that may split a heap; `heap` is its number, counted from 1.
pub fn describe_take_and_split(mv: &HeapMove, heap: usize) -> MoveText {
    if mv.remaining.len() <= 1 {
        return describe_take(mv.take, heap);
    }
    let pieces = Text::and(mv.remaining.iter().map(|piece| Text::verbatim(piece.to_string())));
    let text = match mv.take {
        0 => text!("split heap {heap} into {pieces}", heap, pieces),
        take => text!("take {take} from heap {heap} and split the rest into {pieces}", take, heap, pieces),
    };
    let heap = Field::Number(heap as u64);
    MoveText::new(
        text,
        vec![("heap", heap), ("take", Field::Number(mv.take)), ("into", Field::Numbers(mv.remaining.to_vec()))],
    )
}

/// A move that takes from several heaps: pairs of heap index, from 0 and ascending, and amount taken.
pub type Takes = Vec<(usize, u64)>;

/// Iterates over all moves that take from at least one and at most `max_heaps` of these heaps.
///
/// ```
/// use grundy_rules::heaps::takes;
/// assert_eq!(takes(&[1, 0, 2], 2).count(), 1 + 2 + 1 * 2);
/// assert_eq!(takes(&[1, 1, 1], 3).count(), 7);
/// ```
pub fn takes(heaps: &[u64], max_heaps: u64) -> impl Iterator<Item = Takes> + '_ {
    let from = |at: usize| Some((at + heaps[at..].iter().position(|&stones| stones > 0)?, 1));
    successors(from(0).map(|take| vec![take]), move |takes| {
        let mut takes = takes.clone();
        if let Some(more) = from(takes.last()?.0 + 1).filter(|_| (takes.len() as u64) < max_heaps) {
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

/// Returns a P-position of Moore's game that is reached by taking from at most `max_heaps` heaps.
///
/// In a P-position, `max_heaps` + 1 divides the number of ones in each binary place. If the heaps already are a
/// P-position, they are returned unchanged (Moore 1910; for `max_heaps` = 1 Bouton 1901).
///
/// The binary places are processed from the highest down. Let r be the number of ones, modulo `max_heaps` + 1, in the
/// heaps not lowered so far. Either r of these heaps are lowered at this place, or enough lowered heaps get a 1 to
/// make the number of ones divisible by `max_heaps` + 1.
///
/// ```
/// use grundy_rules::heaps::lower_to_p_position;
/// assert_eq!(*lower_to_p_position(&[3, 4, 5], 1), [1, 4, 5]);
/// assert_eq!(*lower_to_p_position(&[3, 4, 5], 2), [3, 3, 3]);
/// ```
pub fn lower_to_p_position(heaps: &[u64], max_heaps: u64) -> Heaps {
    // The indices of lowered heaps, whose lower binary places may be chosen freely.
    let (mut after, mut lowered): (Heaps, Vec<usize>) = (heaps.into(), vec![]);
    for one in (0..64).rev().map(|place| 1 << place) {
        lowered.iter().for_each(|&at| after[at] &= !one);
        let tied: Vec<usize> = (0..heaps.len()).filter(|&at| after[at] & one != 0).collect();
        let ones = remainder(tied.len(), max_heaps);
        if (ones + lowered.len()) as u64 > max_heaps {
            let missing = (max_heaps - ones as u64) as usize + 1;
            lowered[..missing].iter().for_each(|&at| after[at] |= one);
        } else {
            tied[..ones].iter().for_each(|&at| after[at] &= !one);
            lowered.extend(&tied[..ones]);
        }
    }
    after
}

/// Returns the remainder of `count` divided by `max_heaps` + 1.
pub fn remainder(count: usize, max_heaps: u64) -> usize {
    (count as u128 % (u128::from(max_heaps) + 1)) as usize
}

/// Returns the heaps after a move, in the same order.
pub fn after_takes(heaps: &[u64], takes: &Takes) -> Heaps {
    let mut result: Heaps = heaps.into();
    takes.iter().for_each(|&(heap, take)| result[heap] -= take);
    result
}

/// Returns the move from `heaps` to `target`; `None` if they are equal.
///
/// No heap of `target` may be larger than the heap at the same index of `heaps`.
///
/// ```
/// use grundy_rules::heaps::takes_to;
/// assert_eq!(takes_to(&[3, 4, 5], &[3, 0, 4]), Some(vec![(1, 4), (2, 1)]));
/// assert_eq!(takes_to(&[3], &[3]), None);
/// ```
pub fn takes_to(heaps: &[u64], target: &[u64]) -> Option<Takes> {
    let taken = heaps.iter().zip(target).map(|(all, target)| all - target).enumerate();
    Some(taken.filter(|&(_, take)| take > 0).collect()).filter(|takes: &Takes| !takes.is_empty())
}

/// Returns the move that `numbers` describes: pairs of an amount and a heap, counted from 1.
///
/// Returns `None` if no such move from at most `max_heaps` heaps exists.
pub fn takes_from_numbers(heaps: &[u64], max_heaps: u64, numbers: &[u64]) -> Option<Takes> {
    let takes = numbers.chunks(2).map(|pair| {
        let [take, heap] = *pair else { return None };
        let at = usize::try_from(heap).ok()?.checked_sub(1)?;
        heaps.get(at).filter(|&stones| (1..=*stones).contains(&take)).map(|_| (at, take))
    });
    let takes: Takes = takes.collect::<Option<_>>()?;
    let fits = (1..=max_heaps).contains(&(takes.len() as u64)) && takes.is_sorted_by(|a, b| a.0 < b.0);
    fits.then_some(takes)
}

/// Describes a move that takes stones from several heaps.
pub fn describe_takes(takes: &Takes) -> MoveText {
    if let [(heap, take)] = takes[..] {
        return describe_take(take, heap + 1);
    }
    let fields = vec![
        ("heaps", Field::Numbers(takes.iter().map(|take| take.0 as u64 + 1).collect())),
        ("takes", Field::Numbers(takes.iter().map(|take| take.1).collect())),
    ];
    MoveText::new(Text::and(takes.iter().map(|&(heap, take)| describe_take(take, heap + 1).text)), fields)
}

/// Iterates over all ascending lists of `count` numbers from 0 to `max`.
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

/// Iterates over ascending lists of numbers, ordered by their largest number.
///
/// The empty list comes first. Lists whose largest number is `top` have at most `max_len(top)` numbers.
///
/// ```
/// let mut lists = grundy_rules::heaps::multisets_growing(|_| 2);
/// assert_eq!(lists.nth(3).unwrap(), [1]); // after (), (0), (0,0)
/// ```
pub fn multisets_growing(max_len: impl Fn(u64) -> usize) -> impl Iterator<Item = Vec<u64>> {
    let up_to = move |top: u64| (0..=max_len(top)).flat_map(move |count| multisets(count, top));
    (0..).flat_map(move |top| up_to(top).filter(move |list| list.last().map_or(top == 0, |&last| last == top)))
}

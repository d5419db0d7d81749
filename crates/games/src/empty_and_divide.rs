//! Empty and Divide: discard one of two heaps and divide the other into two non-empty heaps.
//!
//! Sources: T. S. Ferguson, "Some chip transfer games", Theoretical Computer Science 191 (1998); the problem E&D of the
//! Shandong selection contest 2009.
//!
//! The value of a pair (a, b) is the index of the lowest 0 bit of (a − 1) | (b − 1). Proof by induction:
//! - By the formula, a pair x + y = n has the value v iff (x − 1) | (y − 1) ends in v ones preceded by a 0.
//! - Then (x − 1) + (y − 1) = n − 2 is at least 2^v − 1 modulo 2^(v+1), so bit v of n − 1 is 1.
//! - Conversely, if bit v of n − 1 is 1, then x = 2^v and y = n − 2^v are such a pair.
//! - So the options of (a, b) have exactly the values v for which bit v of (a − 1) | (b − 1) is 1.
//!
//! Under misère play, (a, b) is a P-position iff each heap is 1 or of the form 3k + 2, and not both are 1. Two such
//! heaps add up to 3k or 3k + 1, and every heap of these two forms except 0 and 1 can be divided into two such heaps.
//! A heap of 0 cannot be divided and counts as 1.
//!
//! Notation: `empty_and_divide(a,b)`.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("empty_and_divide(4,9)").unwrap(); // 3 | 8 = 1011 in binary
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0, 2);
//! ```

use crate::pairs::{all_pairs, parse_pair, write_pair};
use grundy_lang::{Text, text};
use grundy_rules::{
    Claim, Components, Coordinates, Cursor, Field, Game, GameInfo, Impartial, Kind, MoveList, MoveText, Outcome,
    Picture, Plan, Play, Player, Result, Rules, StatedMoves, Theorem, boxed,
};
use smallvec::smallvec;

/// The rules of Empty and Divide.
///
/// A component is the pair of heaps, in the order in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmptyAndDivide;

/// A move: the index of the heap that is divided (0 or 1), and the size of the smaller new heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Divide {
    heap_index: usize,
    part: u64,
}

impl Rules for EmptyAndDivide {
    type Component = [u64; 2];
    type Move = Divide;
    type Key = [u64; 2];

    fn moves(&self, &pair: &[u64; 2], _by: Player) -> impl Iterator<Item = Divide> {
        (0..2).flat_map(move |heap_index| (1..=pair[heap_index] / 2).map(move |part| Divide { heap_index, part }))
    }

    fn play(&self, pair: &[u64; 2], _by: Player, mv: &Divide) -> Components<[u64; 2]> {
        smallvec![[mv.part, pair[mv.heap_index] - mv.part]]
    }

    fn key(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }
}

impl Impartial for EmptyAndDivide {}

impl Game for EmptyAndDivide {
    const INFO: GameInfo = GameInfo {
        name: "empty_and_divide",
        aliases: &["ed", "清空与分割"],
        title: "Empty and Divide (E&D)",
        rules: "There are two heaps. A move discards one of them and divides the other into two non-empty heaps.",
        notation: "empty_and_divide(a,b)",
        example: "empty_and_divide(4,9)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> EmptyAndDivide> = Some(|| EmptyAndDivide);

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<[u64; 2]>> {
        parse_pair(input, EmptyAndDivide::INFO.example, |heaps| {
            text!("Empty and Divide needs two heaps, found {heaps}", heaps)
        })
    }

    fn write_component(&self, pair: &[u64; 2], out: &mut String) {
        write_pair(pair, out);
    }

    fn picture(&self, pair: &[u64; 2]) -> Picture {
        Picture::heaps(self, pair, pair)
    }

    fn moves_from_numbers(&self, &pair: &[u64; 2], _by: Player, numbers: &[u64]) -> Option<Vec<Divide>> {
        let named = |heap_index: usize| {
            let (other, heap) = (2 - heap_index as u64, heap_index as u64 + 1);
            let &[thrown, divided, part, rest] = numbers else { return None };
            let legal = 0 < part && part <= rest && part.checked_add(rest) == Some(pair[heap_index]);
            (legal && [thrown, divided] == [other, heap]).then_some(Divide { heap_index, part })
        };
        Some((0..2).filter_map(named).collect())
    }

    fn describe(&self, pair: &[u64; 2], _at: usize, mv: &Divide) -> MoveText {
        let (heap, rest) = (mv.heap_index as u64 + 1, pair[mv.heap_index] - mv.part);
        MoveText::new(
            text!(
                "discard heap {other} and divide heap {heap} into {part} and {rest}",
                other = 3 - heap,
                heap,
                part = mv.part,
                rest
            ),
            vec![("heap", Field::Number(heap)), ("into", Field::Numbers(vec![mv.part, rest]))],
        )
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::<Self>::new(
            "empty-and-divide",
            "Ferguson 1998, two boxes",
            "The Grundy value of (a,b) is the index, counted from 0, of the lowest zero bit of (a-1) | (b-1), where | \
                is the bitwise or. A heap of 0 counts as 1.",
            Claim::NimHeap {
                play: Play::Normal,
                value: |_, &pair| u128::from(value(pair)),
                count: |_, &pair, to| pair.map(|heap| count(heap, to)).iter().sum(),
                moves: |_, &pair, to| moves_in_either_heap(pair, move |heap| parts(heap, to)),
            },
        )
        .within("all positions, normal play", |_, _| true)
        .strategy(
            "Value 0 means that both heaps are odd. Every move leaves an odd and an even heap, and the reply divides \
            the even heap into two odd ones.",
        )
        .working(|_, &pair| {
            let [a, b] = pair.map(minus_one);
            let (digits, place) = (format!("{a} | {b} = {:b}", a | b), value(pair));
            text!("{digits} in binary; the lowest zero bit has index {place}", digits, place)
        })
        .plan(|game, pair, mv| {
            let [a, b] = game.play(pair, Player::LEFT, mv)[0];
            Plan { goal: text!("{a} and {b} are left, both of them odd", a, b), ..Plan::default() }
        }),
        Theorem::<Self>::new(
            "misere-empty-and-divide",
            "Ferguson 1998, two boxes; by induction",
            "Misère Empty and Divide: (a,b) is a P-position iff each heap is 1 or of the form 3k+2, and not both are \
                1; a heap of 0 counts as 1.",
            Claim::Outcome {
                play: Play::Misere,
                outcome: |_, &pair| misere_outcome(pair),
                winning: StatedMoves::All {
                    count: |_, &pair, _| pair.map(misere_count).iter().sum(),
                    moves: |_, &pair, _| moves_in_either_heap(pair, misere_parts),
                },
            },
        )
        .within("a single position (not a sum), misère play", |_, _| true)
        .strategy(
            "Every move from one of these P-positions leaves a pair that is not of this form. The reply restores \
            the form.",
        )
        .working(|_, &pair| Text::join_clauses(pair.map(misere_working)))
        .plan(|game, pair, mv| {
            let [a, b] = game.play(pair, Player::LEFT, mv)[0];
            Plan { goal: text!("{a} and {b} are left, each of them 1 or of the form 3k+2", a, b), ..Plan::default() }
        }),
    ];

    fn as_rule(&self) -> Option<String> {
        Some("(a,b) -> (k,a-k) for k in 1..a-1; (k,b-k) for k in 1..b-1".to_string())
    }

    fn coordinate_names(&self) -> Vec<String> {
        grundy_rules::heaps::heap_names(2)
    }

    fn component_at(&self, [a, b, _]: Coordinates) -> Option<[u64; 2]> {
        Some([a, b])
    }

    fn samples() -> Box<dyn Iterator<Item = (EmptyAndDivide, Vec<[u64; 2]>)>> {
        boxed(all_pairs().map(|pair| (EmptyAndDivide, vec![pair])))
    }
}

/// Returns the moves that divide one of the two heaps into a new heap of `parts(heap)` and the rest.
fn moves_in_either_heap<I: Iterator<Item = u64> + 'static>(
    pair: [u64; 2],
    parts: impl Fn(u64) -> I + 'static,
) -> MoveList<'static, Divide> {
    boxed((0..2).flat_map(move |heap_index| parts(pair[heap_index]).map(move |part| Divide { heap_index, part })))
}

/// Returns n − 1; the indices of its 1 bits are the values of the divisions of a heap of n.
///
/// Returns 0 for a heap of 0.
fn minus_one(heap: u64) -> u64 {
    heap.saturating_sub(1)
}

/// Returns the Grundy value of a pair of heaps.
#[doc(hidden)]
pub fn value([a, b]: [u64; 2]) -> u32 {
    (minus_one(a) | minus_one(b)).trailing_ones()
}

/// Returns the value `to` as a bit index; `None` unless some division of the heap has this value.
fn bit_index(heap: u64, to: u128) -> Option<u32> {
    u32::try_from(to).ok().filter(|&v| v < u64::BITS && minus_one(heap) >> v & 1 == 1)
}

/// Returns the number of unordered divisions of the heap into a pair of value `to`.
///
/// Let v be `to`, n the heap, and x − 1 and y − 1 the new heaps minus 1, which add up to n − 2:
/// - Below bit v, each bit is 1 in x − 1 or in y − 1; it is 1 in both for the 1 bits of (n − 1) mod 2^v.
/// - Bit v is 0 in both.
/// - The bits of x − 1 and of y − 1 above bit v, read as numbers, add up to those of n − 1.
#[doc(hidden)]
pub fn count(heap: u64, to: u128) -> u128 {
    let Some(v) = bit_index(heap, to) else { return 0 };
    let free = v - (minus_one(heap) & ((1 << v) - 1)).count_ones();
    let ordered = (u128::from(minus_one(heap) >> v >> 1) + 1) << free;
    let halves = heap.is_multiple_of(2) && value([heap / 2; 2]) == v;
    (ordered + u128::from(halves)) / 2
}

/// Returns the smaller new heaps of the divisions counted by [`count`], in ascending order.
#[doc(hidden)]
pub fn parts(heap: u64, to: u128) -> impl Iterator<Item = u64> {
    let v = bit_index(heap, to);
    let ones = v.map_or(0, |v| (1 << v) - 1);
    let shared = minus_one(heap) & ones;
    let free = ones & !shared;
    // Each item is (the bits above v of the new heap minus 1, a subset of the free bits below v). The subsets
    // of the free bits ascend; after the last subset, the bits above v are incremented.
    let next = move |&(high, low): &(u64, u64)| match low.wrapping_sub(free) & free {
        0 => Some((high.checked_add(1)?, 0)),
        low => Some((high, low)),
    };
    let shift = v.unwrap_or(0);
    std::iter::successors(v.map(|_| (0, 0)), next)
        .map(move |(high, low)| (u128::from(high) << shift << 1 | u128::from(shared | low)) + 1)
        .map_while(move |part| u64::try_from(part).ok().filter(|&part| part <= heap / 2))
}

/// Reports whether a heap can be in a P-position of misère play: it is 0, 1 or of the form 3k + 2.
fn is_misere_fit(heap: u64) -> bool {
    heap <= 1 || heap % 3 == 2
}

/// Returns the outcome of a pair of heaps under misère play.
#[doc(hidden)]
pub fn misere_outcome([a, b]: [u64; 2]) -> Outcome {
    if is_misere_fit(a) && is_misere_fit(b) && a.max(b) > 1 { Outcome::P } else { Outcome::N }
}

/// Returns the number of divisions of a heap into a P-position of misère play.
#[doc(hidden)]
pub fn misere_count(heap: u64) -> u128 {
    match heap % 3 {
        0 => u128::from(heap > 0),
        // Both new heaps are of the form 3k + 2.
        1 => u128::from((heap / 2 + 1) / 3),
        _ => 0,
    }
}

/// Returns the smaller new heaps of the divisions counted by [`misere_count`], in ascending order.
#[doc(hidden)]
pub fn misere_parts(heap: u64) -> impl Iterator<Item = u64> {
    let first = if heap.is_multiple_of(3) { 1 } else { 2 };
    (0..u64::try_from(misere_count(heap)).unwrap_or(0)).map(move |k| first + 3 * k)
}

/// Explains whether a heap is 1 or of the form 3k+2.
fn misere_working(heap: u64) -> Text {
    let (thirds, rest) = (heap / 3, heap % 3);
    match (heap, rest) {
        (0 | 1, _) => text!("{heap} counts as 1", heap),
        (_, 2) => Text::verbatim(format!("{heap} = 3*{thirds} + 2")),
        _ => text!("{heap} = 3*{thirds} + {rest} is neither 1 nor 3k+2", heap, thirds, rest),
    }
}

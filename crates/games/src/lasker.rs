//! Lasker's Nim: a move takes stones from one heap, or splits a heap into two non-empty heaps.
//!
//! Heaps of 4k+1, 4k+2, 4k+3, 4k+4 have the Grundy values 4k+1, 4k+2, 4k+4, 4k+3 (E. Lasker, *Brettspiele der Völker*
//! (1931); *Winning Ways* (1982), chapter 4). A heap can have about 2^60 winning splits; these are counted bit by bit,
//! and enumerated in order without trying other splits.
//!
//! Notation: `lasker(heap, ...)`.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("lasker(5,7)").unwrap();
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0, 5 ^ 8);
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use grundy_lang::{Text, text};
use grundy_rules::heaps::{self, heap_moves_from_numbers};
use grundy_rules::{
    Claim, Game, GameInfo, HeapMove, HeapRules, Impartial, Kind, MoveList, Notation, Play, Player, Rules, Splitting,
    TableForm, Theorem, boxed,
};
use smallvec::smallvec;

/// The rules of Lasker's Nim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasker;

impl Rules for Lasker {
    impl_heap_rules!(HeapMove);

    fn moves(&self, &heap: &u64, _by: Player) -> impl Iterator<Item = HeapMove> {
        let splits = (1..=heap / 2).map(move |a| split(heap, a));
        splits.chain((1..=heap).map(move |take| taking(heap, take)))
    }
}

fn split(heap: u64, a: u64) -> HeapMove {
    HeapMove { take: 0, remaining: smallvec![a, heap - a] }
}

fn taking(heap: u64, take: u64) -> HeapMove {
    HeapMove { take, remaining: smallvec![heap - take] }
}

impl Impartial for Lasker {}

impl HeapRules for Lasker {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        (0..size).for_each(|remaining| visit(&[remaining]));
        (1..=size / 2).for_each(|a| visit(&[a, size - a]));
    }

    fn splitting(&self) -> Option<Splitting> {
        let amounts = "1..".parse().ok();
        amounts.map(|all| Splitting { two: vec![0], amounts: Some(all), ..Splitting::default() })
    }
}

impl Game for Lasker {
    const INFO: GameInfo = GameInfo {
        name: "lasker",
        aliases: &["lasker_nim", "拉斯克"],
        title: "Lasker's Nim",
        rules: "A move takes any positive number of stones from one heap, or splits a heap into two non-empty heaps.",
        notation: "lasker(heap, ...)",
        example: "lasker(5,7)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Lasker> = Some(|| Lasker);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn moves_from_numbers(&self, &heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<HeapMove>> {
        let legal = |mv: &HeapMove| match *mv.remaining {
            [a, _] => mv.take == 0 && a > 0,
            _ => mv.take > 0,
        };
        Some(heap_moves_from_numbers(heap, numbers).filter(legal).collect())
    }

    heap_moves!(HeapMove);

    const THEOREMS: &'static [Theorem<Self>] = &[Theorem::new(
        "lasker",
        "Lasker 1931; Berlekamp, Conway, Guy 1982, ch. 4",
        "Lasker's Nim: heaps of 4k+1, 4k+2, 4k+3, 4k+4 have the Grundy values 4k+1, 4k+2, 4k+4, 4k+3.",
        Claim::NimHeap { play: Play::Normal, value: |_, &heap| value(heap), count, moves },
    )
    .within("all heaps, normal play", |_, _| true)
    .strategy("As in Nim, the reply makes the xor of the values 0 again.")
    .working(|_, &heap| match heap.checked_sub(1) {
        None => Text::verbatim("G(0) = 0"),
        Some(before) => text!(
            "{heap} = 4*{whole} + {rest}, value {value}",
            heap,
            whole = before / 4,
            rest = before % 4 + 1,
            value = value(heap)
        ),
    })];

    fn as_rule(&self) -> Option<String> {
        Some("n -> n-k for k in 1..n; (i)+(n-i) for i in 1..n if 2*i <= n".to_string())
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (Lasker, Vec<u64>)>> {
        boxed(
            (0u64..).flat_map(|n| {
                [vec![n], vec![n / 2, n - n / 2], vec![n / 4, n / 3, n / 3]].map(|heaps| (Lasker, heaps))
            }),
        )
    }
}

/// Returns the Grundy value of a heap; as a function on numbers, this is its own inverse.
#[doc(hidden)]
pub fn value(heap: u64) -> u128 {
    let heap = u128::from(heap);
    match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}

/// Returns the heap with a given Grundy value; `None` if it is not less than 2^64.
#[doc(hidden)]
pub fn heap_of(value: u128) -> Option<u64> {
    let heap = match value % 4 {
        3 => value + 1,
        0 if value > 0 => value - 1,
        _ => value,
    };
    u64::try_from(heap).ok()
}

fn count(_: &Lasker, &heap: &u64, to: u128) -> u128 {
    let take = heap_of(to).is_some_and(|remaining| remaining < heap);
    u128::from(take) + Splits::new(heap, to).total()
}

fn moves<'a>(_: &'a Lasker, &heap: &'a u64, to: u128) -> MoveList<'a, HeapMove> {
    let take = heap_of(to).filter(|&remaining| remaining < heap).map(|remaining| taking(heap, heap - remaining));
    boxed(Splits::new(heap, to).map(move |a| split(heap, a)).chain(take))
}

/// The splits a + b = n with a ≤ b into heaps whose values have the xor `to`, in ascending order of a.
///
/// A finite automaton computes the value of a heap from the lowest bits upwards. Let r be the last two bits of the
/// heap:
/// - r = 1 and r = 2 are kept, without a carry.
/// - r = 3 becomes 0 with the carry 1, which is added to the bits above.
/// - r = 0 becomes 3 with the carry −1.
///
/// So each value has a carry in {−1, 0, 1}, and the sum a + b has a carry in {0, 1}. A pair of numbers is a split if
/// the automaton ends without carries.
#[doc(hidden)]
pub struct Splits {
    n: u64,
    to: u128,
    /// For each level and state, the number of choices of the lower bits of `a` and `b` that lead to it.
    ///
    /// Level 0 is reached after the last two bits; each further level is one bit higher.
    reached: Vec<[u128; STATES]>,
    /// The prefixes of the number `a` that are still to be extended, from the top bit downwards.
    stack: Vec<PartialPrefix>,
}

/// The number of states of the automaton: 2 carries of the sum times 3 carries of each value.
const STATES: usize = 18;
/// The number of bits of heaps and values above the last two, including one for a carry.
const LEVELS: usize = 64;

/// A prefix of a: its bits above a level, and the set of states at this level that lead to a split.
#[derive(Clone, Copy)]
struct PartialPrefix {
    level: usize,
    prefix: u128,
    states: u32,
}

/// A state of the automaton: the carry of the sum a + b and the carries of the values of a and b.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CarryState {
    sum: u8,
    a: i8,
    b: i8,
}

impl CarryState {
    const DONE: CarryState = CarryState { sum: 0, a: 0, b: 0 };

    fn index(self) -> usize {
        usize::from(self.sum) * 9 + (self.a + 1) as usize * 3 + (self.b + 1) as usize
    }

    fn from_index(number: usize) -> CarryState {
        CarryState { sum: (number / 9) as u8, a: (number / 3 % 3) as i8 - 1, b: (number % 3) as i8 - 1 }
    }

    /// Returns the state after one more bit of a and of b; `None` if they do not fit the bits `n`, `to`.
    fn step(self, a: u8, b: u8, n: u8, to: u8) -> Option<CarryState> {
        let sum = a + b + self.sum;
        let (x, y) = (a as i8 + self.a, b as i8 + self.b);
        let fits = sum % 2 == n && ((x & 1) ^ (y & 1)) as u8 == to;
        fits.then_some(CarryState { sum: sum / 2, a: x >> 1, b: y >> 1 })
    }
}

/// Returns the last two bits of the value of a heap that ends in the two bits `r`, and the carry.
fn low_digit(r: u8) -> (u8, i8) {
    match r {
        0 => (3, -1),
        3 => (0, 1),
        r => (r, 0),
    }
}

impl Splits {
    /// Returns the splits of a heap of `n`.
    pub fn new(n: u64, to: u128) -> Splits {
        let mut first = [0u128; STATES];
        for a in 0..4u8 {
            for (state, _) in Splits::low_states(n, to, a) {
                first[state.index()] += 1;
            }
        }
        let mut reached = vec![first];
        for level in 0..LEVELS {
            let mut next = [0u128; STATES];
            for (number, &path_count) in reached[level].iter().enumerate().filter(|(_, path_count)| **path_count > 0) {
                for bits in 0..4u8 {
                    let (n, to) = Splits::bits(n, to, level);
                    if let Some(state) = CarryState::from_index(number).step(bits & 1, bits >> 1, n, to) {
                        next[state.index()] += path_count;
                    }
                }
            }
            reached.push(next);
        }
        // No heap has a value with a bit above the last level.
        let impossible = to >> (LEVELS + 2) != 0;
        let states = if impossible || reached[LEVELS][CarryState::DONE.index()] == 0 {
            0
        } else {
            1 << CarryState::DONE.index()
        };
        let stack = if states == 0 { vec![] } else { vec![PartialPrefix { level: LEVELS, prefix: 0, states }] };
        Splits { n, to, reached, stack }
    }

    /// Returns the bit of n and the bit of `to` that lead from this level to the next higher level.
    fn bits(n: u64, to: u128, level: usize) -> (u8, u8) {
        ((u128::from(n) >> (level + 2) & 1) as u8, (to >> (level + 2) & 1) as u8)
    }

    /// Returns the states at level 0 if a ends in the two bits `a`, each with the last two bits of b.
    fn low_states(n: u64, to: u128, a: u8) -> impl Iterator<Item = (CarryState, u8)> {
        (0..4u8).filter_map(move |b| {
            let sum = a + b;
            let ((x, carry_a), (y, carry_b)) = (low_digit(a), low_digit(b));
            let fits = u64::from(sum % 4) == n % 4 && u128::from(x ^ y) == to % 4;
            fits.then_some((CarryState { sum: sum / 4, a: carry_a, b: carry_b }, b))
        })
    }

    /// Returns the number of splits.
    pub fn total(&self) -> u128 {
        if self.stack.is_empty() {
            return 0;
        }
        // The automaton counts ordered pairs: each split into different heaps twice, a split into equal heaps once.
        let ordered = self.reached[LEVELS][CarryState::DONE.index()];
        ordered.div_ceil(2)
    }
}

impl Iterator for Splits {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        while let Some(PartialPrefix { level, prefix, states }) = self.stack.pop() {
            if level == 0 {
                // The stack is popped from its end, so the pushes are in descending order to visit smaller values of a
                // first.
                let ends: Vec<u8> = (0..4u8)
                    .filter(|&a| Splits::low_states(self.n, self.to, a).any(|(s, _)| states >> s.index() & 1 == 1))
                    .collect();
                self.stack.extend(ends.iter().rev().map(|&a| PartialPrefix {
                    level: usize::MAX,
                    prefix: prefix * 4 + u128::from(a),
                    states: 0,
                }));
                continue;
            }
            if level == usize::MAX {
                let a = prefix as u64;
                if a > self.n / 2 {
                    self.stack.clear();
                    return None;
                }
                return Some(a);
            }
            let (n, to) = Splits::bits(self.n, self.to, level - 1);
            for a in [1u8, 0] {
                let mut below = 0u32;
                for number in 0..STATES {
                    let goes_on = |b: u8| {
                        let state = CarryState::from_index(number).step(a, b, n, to);
                        state.is_some_and(|state| states >> state.index() & 1 == 1)
                    };
                    if self.reached[level - 1][number] > 0 && (goes_on(0) || goes_on(1)) {
                        below |= 1 << number;
                    }
                }
                if below != 0 {
                    self.stack.push(PartialPrefix {
                        level: level - 1,
                        prefix: prefix * 2 + u128::from(a),
                        states: below,
                    });
                }
            }
        }
        None
    }
}

//! The games on one row of coins: the coins that a move may turn, and the value of each coin.
//!
//! A move is determined by its furthest coin, which must show heads, and by the set of coins that it turns. Under
//! normal play the value of a position is the xor of the values of its heads. The value of a coin is the mex of the
//! xors of the values of the other coins that moves turn together with it.

use grundy_rules::{MoveList, Text, boxed, text};
use grundy_value::CompactSort;
use smallvec::{SmallVec, smallvec};
use std::sync::LazyLock;

/// A game on one row of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A row of one coin, number 1. The product with this game is the other game.
    OneCoin,
    /// Turning Turtles.
    TurningTurtles,
    /// Mock Turtles.
    MockTurtles,
    /// Twins.
    Twins,
    /// Ruler.
    Ruler,
    /// Sym.
    Sym,
}

/// The numbers of the coins that a move turns in one row, in ascending order.
pub type Turned = SmallVec<[u64; 3]>;

/// The largest number of a coin of Ruler, whose moves turn any number of coins.
const MAX_RULER: u64 = 1000;
/// The largest number of a coin of Sym: the number of its moves doubles with every second coin.
const MAX_SYM: u64 = 27;

impl Row {
    /// Returns the number of the first coin.
    pub fn first(self) -> u64 {
        u64::from(matches!(self, Row::OneCoin | Row::TurningTurtles | Row::Ruler))
    }

    /// Returns the largest number that a coin may have.
    pub fn last(self) -> u64 {
        match self {
            Row::OneCoin => 1,
            Row::Ruler => MAX_RULER,
            Row::Sym => MAX_SYM,
            Row::TurningTurtles | Row::MockTurtles | Row::Twins => u64::MAX,
        }
    }

    /// Returns the Grundy value of a coin that shows heads.
    pub fn value(self, coin: u64) -> u128 {
        match self {
            Row::OneCoin => 1,
            Row::TurningTurtles | Row::Twins => coin.into(),
            Row::MockTurtles => odious(coin),
            Row::Ruler => u128::from(coin & coin.wrapping_neg()),
            Row::Sym => SYM[coin as usize].value,
        }
    }

    /// Returns the sets that a move may turn and whose furthest coin is `coin`.
    pub fn turns(self, coin: u64) -> MoveList<'static, Turned> {
        let one = smallvec![coin];
        let two = (self.first()..coin).map(move |other| smallvec![other, coin]);
        match self {
            Row::OneCoin => boxed([one].into_iter()),
            Row::Twins => boxed(two),
            Row::TurningTurtles => boxed([one].into_iter().chain(two)),
            Row::MockTurtles => {
                let three = (0..coin).flat_map(move |a| (a + 1..coin).map(move |b| smallvec![a, b, coin]));
                boxed([one].into_iter().chain(two).chain(three))
            }
            Row::Ruler => boxed((1..=coin).rev().map(move |from| (from..=coin).collect())),
            Row::Sym => boxed((0..=coin).rev().flat_map(move |from| {
                // The first offsets of the pairs between the two ends; the last of them may be the middle.
                let free = (coin - from) / 2;
                (0..1u64 << free).map(move |pairs| symmetric(from, coin, pairs))
            })),
        }
    }

    /// Returns those of [`Row::turns`] whose values have this xor, in the same order.
    pub fn turns_with(self, coin: u64, xor: u128) -> MoveList<'static, Turned> {
        let rest = self.value(coin) ^ xor;
        let alone = (rest == 0).then(|| smallvec![coin]);
        match self {
            Row::OneCoin => boxed(alone.into_iter()),
            Row::TurningTurtles | Row::Twins => {
                let other = u64::try_from(rest).ok().filter(|&other| (self.first()..coin).contains(&other));
                let alone = alone.filter(|_| self == Row::TurningTurtles);
                boxed(alone.into_iter().chain(other.map(|other| smallvec![other, coin])))
            }
            Row::MockTurtles => {
                let two = other_turtle(coin, rest).map(|other| smallvec![other, coin]);
                let three = turtle_pairs(coin, rest).map(move |[a, b]| smallvec![a, b, coin]);
                boxed(alone.into_iter().chain(two).chain(three))
            }
            Row::Ruler => boxed(ruler_start(coin, xor).map(|from| (from..=coin).collect()).into_iter()),
            Row::Sym => boxed(self.turns(coin).filter(move |turned: &Turned| self.xor(turned) == xor)),
        }
    }

    /// Returns the number of [`Row::turns_with`], by formula.
    pub fn count(self, coin: u64, xor: u128) -> u128 {
        match self {
            Row::OneCoin | Row::TurningTurtles | Row::Twins | Row::Ruler => self.turns_with(coin, xor).count() as u128,
            Row::MockTurtles => {
                let rest = odious(coin) ^ xor;
                let few = u128::from(rest == 0) + u128::from(other_turtle(coin, rest).is_some());
                few + turtle_blocks(coin, rest).1.iter().map(|&(_, pairs)| u128::from(pairs)).sum::<u128>()
            }
            Row::Sym => {
                let known = &SYM[coin as usize];
                let rest = known.value ^ xor;
                known.options.binary_search_by_key(&rest, |option| option.0).map_or(0, |at| known.options[at].1)
            }
        }
    }

    /// Returns the xors that the values of [`Row::turns`] can have, each with a number of such sets.
    ///
    /// An xor may occur several times; the numbers then add up.
    pub fn xors(self, coin: u64) -> MoveList<'static, (u128, u128)> {
        let value = self.value(coin);
        match self {
            Row::OneCoin => boxed([(1, 1)].into_iter()),
            // Coin 0 of Twins has the value 0, as if the other coin were turned alone.
            Row::TurningTurtles | Row::Twins => boxed((0..coin).map(move |other| (value ^ u128::from(other), 1))),
            Row::MockTurtles => {
                boxed((1..(value + 1).next_power_of_two()).map(move |xor| (xor, self.count(coin, xor))))
            }
            Row::Ruler => boxed((0..coin).map(move |before| (gray(before) ^ gray(coin), 1))),
            Row::Sym => boxed(SYM[coin as usize].options.iter().map(move |&(rest, sets)| (value ^ rest, sets))),
        }
    }

    /// Returns the xor of the values of coins.
    pub fn xor(self, coins: &[u64]) -> u128 {
        coins.iter().fold(0, |sum, &coin| sum ^ self.value(coin))
    }

    /// Writes the turned coins: `3`, `1, 3`, or `1 to 3` in Ruler.
    pub fn describe(self, turned: &[u64]) -> Text {
        match turned {
            [from, .., to] if self == Row::Ruler => text!("{from} to {to}", from, to),
            _ => Text::list(turned.iter().map(|coin| Text::verbatim(coin.to_string()))),
        }
    }

    /// Returns the set that [`Row::describe`] writes with these numbers, if a move may turn it.
    pub fn set_of_numbers(self, numbers: &[u64]) -> Option<Turned> {
        let ascend = numbers.is_sorted_by(|a, b| a < b);
        let (&from, &to) = (numbers.first()?, numbers.last()?);
        if !ascend || from < self.first() || to > self.last() {
            return None;
        }
        let legal = match self {
            Row::OneCoin => numbers.len() == 1,
            Row::TurningTurtles => numbers.len() <= 2,
            Row::MockTurtles => numbers.len() <= 3,
            Row::Twins => numbers.len() == 2,
            Row::Ruler if numbers.len() <= 2 => return Some((from..=to).collect()),
            Row::Ruler => false,
            Row::Sym => numbers.iter().zip(numbers.iter().rev()).all(|(a, b)| a + b == from + to),
        };
        legal.then(|| numbers.into())
    }
}

/// Returns the number of a coin of Mock Turtles followed by the bit that makes the number of ones odd.
pub fn odious(coin: u64) -> u128 {
    u128::from(coin) << 1 | u128::from(coin.count_ones().is_multiple_of(2))
}

/// Returns the coin of Mock Turtles before `coin` that has this value.
fn other_turtle(coin: u64, value: u128) -> Option<u64> {
    let other = u64::try_from(value >> 1).ok()?;
    (other < coin && odious(other) == value).then_some(other)
}

/// Finds the pairs of coins a < b < `coin` of Mock Turtles whose values have this xor.
///
/// The xor of two values is the xor d of the coins, followed by the bit that makes the number of ones even. So a and
/// b = a xor d must be below `coin`, and the highest 1 of d must be a 0 in a. Both numbers are below n iff they are in
/// one of the blocks of numbers that agree with n above a 1 of n and have a 0 in its place.
///
/// Returns d, and for each block the numbers a in it and the number of pairs; see [`Block`].
fn turtle_blocks(coin: u64, xor: u128) -> (u64, Vec<(Block, u64)>) {
    let Ok(d) = u64::try_from(xor >> 1) else { return (0, vec![]) };
    if d == 0 || xor.count_ones() % 2 == 1 {
        return (0, vec![]);
    }
    let top = d.ilog2();
    let blocks = (0..u64::BITS).filter(|bit| coin >> bit & 1 == 1).flat_map(|bit| {
        // `first` is the least number a = b xor d of the block, where the highest bit in which b differs from `coin` is
        // `bit`.
        let first = (coin >> bit ^ 1 ^ d >> bit) << bit;
        let pairs = match top < bit {
            true => 1 << (bit - 1),
            false => u64::from(first >> top & 1 == 0) << bit,
        };
        (pairs > 0).then_some((Block { first, top: top.min(bit) }, pairs))
    });
    let mut blocks: Vec<(Block, u64)> = blocks.collect();
    blocks.compact_sort_by_key(|(block, _)| block.first);
    (d, blocks)
}

/// Numbers from `first` on whose bit `top` is 0.
#[derive(Clone, Copy)]
struct Block {
    first: u64,
    top: u32,
}

/// Returns the pairs that [`turtle_blocks`] finds, in ascending order.
fn turtle_pairs(coin: u64, xor: u128) -> impl Iterator<Item = [u64; 2]> {
    let (d, blocks) = turtle_blocks(coin, xor);
    blocks.into_iter().flat_map(move |(block, pairs)| {
        (0..pairs).map(move |at| {
            let low = (1 << block.top) - 1;
            // The number `at` with a 0 inserted at bit `top`.
            let a = block.first + ((at & !low) << 1 | at & low);
            [a, a ^ d]
        })
    })
}

/// Returns the xor of the values of the coins 1 to n of Ruler, which is the Gray code of n.
fn gray(n: u64) -> u128 {
    u128::from(n ^ n >> 1)
}

/// Returns the coin from which Ruler turns all coins up to `coin`, if their values have this xor.
fn ruler_start(coin: u64, xor: u128) -> Option<u64> {
    let mut before = u64::try_from(gray(coin) ^ xor).ok()?;
    // Invert the Gray code.
    for shift in [1, 2, 4, 8, 16, 32] {
        before ^= before >> shift;
    }
    (before < coin).then(|| before + 1)
}

/// Returns the symmetric set with these ends; bit k of `pairs` adds the coins k+1 from the ends.
fn symmetric(from: u64, to: u64, pairs: u64) -> Turned {
    let offsets = (0..MAX_SYM).filter(|bit| pairs >> bit & 1 == 1).map(|bit| bit + 1);
    let mut set: Turned = [from].into_iter().chain(offsets.map(|offset| from + offset)).collect();
    let mirrored: Turned = set.iter().rev().map(|coin| from + to - coin).collect();
    // The middle is its own mirror image.
    let shared = usize::from(set.last() == mirrored.first());
    set.extend_from_slice(&mirrored[shared..]);
    set
}

/// A coin of Sym: its value, and the xors of the values of the coins that are turned with it.
struct SymCoin {
    value: u128,
    /// The xors in ascending order, each with its number of moves.
    options: Vec<(u128, u128)>,
}

/// The coins of Sym up to [`MAX_SYM`].
static SYM: LazyLock<Vec<SymCoin>> = LazyLock::new(|| {
    let mut coins: Vec<SymCoin> = vec![];
    for coin in 0..=MAX_SYM {
        let rest = |turned: Turned| turned.iter().rev().skip(1).fold(0, |sum, &at| sum ^ coins[at as usize].value);
        let mut xors: Vec<u128> = Row::Sym.turns(coin).map(rest).collect();
        xors.compact_sort();
        let options: Vec<(u128, u128)> =
            xors.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u128)).collect();
        let value = (0..).zip(&options).find(|(value, option)| *value != option.0);
        let value = value.map_or(options.len() as u128, |(value, _)| value);
        coins.push(SymCoin { value, options });
    }
    coins
});

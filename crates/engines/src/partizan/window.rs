//! Computes the outcomes of 64 heaps at a time.
//!
//! A player wins by moving to a heap that the opponent loses moving first. So the heaps that Left wins are the
//! heaps that Right loses, shifted by each of Left's amounts. For an amount above 64, one shifted word gives
//! the result for 64 heaps at once, and a long range of amounts costs little more than a single amount. A smaller
//! amount may lead to a heap in the word that is being computed, so the effect of these amounts is computed heap by
//! heap, with all of them in one instruction.

use grundy_rules::Meter;
use grundy_rules::{Amounts, Result};

/// The least number of amounts in a range that is processed as a whole.
const MIN_LONG_RANGE: u64 = 8;
/// The number of single amounts above which they are also stored as a bit set.
const MAX_LISTED_SINGLES: usize = 256;
/// The largest amount that is processed heap by heap: it leads to one of the last 64 heaps.
const MAX_SMALL_AMOUNT: u64 = 64;

/// The amounts of one player, prepared for filling words.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerAmounts {
    amounts: Option<Amounts>,
    /// The least amount; from smaller heaps the player has no move.
    min: u64,
    /// The amounts up to 64 as a mask: bit 64 − a is set for each such amount a.
    small_amounts: u64,
    /// Long ranges of amounts above 64.
    long_ranges: Vec<Range>,
    /// The least amount of the open range, if there is one, and at least 65.
    from: Option<u64>,
    /// The other amounts above 64 in ascending order, as far as they were fetched.
    singles: Vec<u64>,
    /// The bit set of `singles`, if they are many: bit a % 64 of word a / 64.
    members: Vec<u64>,
    /// The amount up to which all single amounts were fetched.
    fetched: u64,
    /// The set from which `singles` are fetched.
    sparse: Option<Amounts>,
}

#[derive(Clone, Debug)]
struct Range {
    low: u64,
    high: u64,
    /// The largest heap so far that the opponent loses and that amount `low` reaches from a processed heap.
    last: Option<u64>,
}

impl PlayerAmounts {
    pub fn new(amounts: Option<Amounts>) -> PlayerAmounts {
        let Some(set) = &amounts else {
            return PlayerAmounts { min: u64::MAX, ..PlayerAmounts::default() };
        };
        let above = |low: u64| low.max(MAX_SMALL_AMOUNT + 1);
        let long =
            set.ranges().iter().filter(|(low, high)| high - low >= MIN_LONG_RANGE - 1 && *high > MAX_SMALL_AMOUNT);
        PlayerAmounts {
            min: set.min(),
            small_amounts: set.up_to(MAX_SMALL_AMOUNT).fold(0, |bits, a| bits | 1 << (MAX_SMALL_AMOUNT - a)),
            long_ranges: long.map(|&(low, high)| Range { low: above(low), high, last: None }).collect(),
            from: set.open_start().map(above),
            fetched: MAX_SMALL_AMOUNT,
            sparse: set.sparse_part(MIN_LONG_RANGE),
            amounts,
            ..PlayerAmounts::default()
        }
    }

    pub fn amounts(&self) -> Option<&Amounts> {
        self.amounts.as_ref()
    }

    /// Returns the least heap in which the player has a move; 2^64−1 if there is none.
    pub fn min(&self) -> u64 {
        self.min
    }

    /// Returns the bytes of the fetched amounts.
    pub fn bytes(&self) -> u64 {
        8 * (self.singles.capacity() + self.members.capacity()) as u64
    }

    /// Returns the maximal number of word shifts for the next block.
    pub fn shift_count(&self) -> u64 {
        (self.singles.len() + self.long_ranges.len()) as u64
    }

    /// Fetches the single amounts below `end`, which suffice for heaps below `end`.
    pub fn fetch(&mut self, end: u64, meter: &mut Meter<'_>) -> Result<()> {
        let Some(sparse) = self.sparse.as_ref().filter(|_| self.fetched < end) else { return Ok(()) };
        // Amounts of named sets that are also in a long range are visited twice, which does no harm.
        for amount in sparse.between(self.fetched + 1, end) {
            meter.advance(1)?;
            self.singles.push(amount);
            self.fetched = amount;
        }
        self.fetched = end;
        if self.singles.len() > MAX_LISTED_SINGLES {
            self.members.resize((end / 64) as usize + 2, 0);
            for amount in &self.singles {
                self.members[(amount / 64) as usize] |= 1 << (amount % 64);
            }
        }
        Ok(())
    }

    /// Returns the heaps `base..base + 64` that the player wins by an amount above 64, as a mask.
    /// `lost` holds the heaps below `base` that the opponent loses, and `short_list` lists them while they are few.
    pub fn won_by_large_amounts(&mut self, base: u64, lost: &[u64], short_list: &ShortList) -> u64 {
        let mut won = 0;
        if let (Some(from), Some(first)) = (self.from, short_list.first()) {
            won |= bits_from(first.saturating_add(from), base);
        }
        for range in &mut self.long_ranges {
            if range.low >= base + 64 {
                break;
            }
            if let Some(reach) = range.last.and_then(|last| last.saturating_add(range.high).checked_sub(base)) {
                won |= low_bits(reach.saturating_add(1));
            }
            let entering = word_at(lost, base, range.low);
            if entering != 0 {
                won |= smeared(entering, range.high - range.low + 1);
                range.last = Some(base + 63 - u64::from(entering.leading_zeros()) - range.low);
            }
        }
        if !self.members.is_empty()
            && let Some(heaps) = short_list.all()
            && heaps.len() < self.singles.partition_point(|&amount| amount < base + 64)
        {
            // There are fewer lost heaps than amounts, so the bit set of the amounts is shifted by each heap.
            for &heap in heaps {
                if won == u64::MAX {
                    break;
                }
                won |= bits_at(&self.members, base - heap);
            }
            return won;
        }
        for &amount in &self.singles {
            if amount >= base + 64 || won == u64::MAX {
                break;
            }
            won |= word_at(lost, base, amount);
        }
        won
    }
}

/// A list of the heaps that a player loses moving first, while they are few.
#[derive(Clone, Debug, Default)]
pub(super) struct ShortList {
    heaps: Vec<u64>,
    /// Whether there are more heaps than the list holds; then only the least one is listed.
    is_truncated: bool,
}

impl ShortList {
    /// The maximal length of the list.
    const MAX_LEN: usize = 1 << 16;

    /// Adds the heaps `base + i` for all bits i of `word`.
    pub fn extend(&mut self, base: u64, mut word: u64) {
        if self.is_truncated {
            return;
        }
        while word != 0 {
            if self.heaps.len() == ShortList::MAX_LEN {
                self.is_truncated = true;
                self.heaps.truncate(1);
                self.heaps.shrink_to_fit();
                return;
            }
            self.heaps.push(base + u64::from(word.trailing_zeros()));
            word &= word - 1;
        }
    }

    /// Returns the least heap, or `None` if the list is empty.
    pub fn first(&self) -> Option<u64> {
        self.heaps.first().copied()
    }

    /// Returns all heaps, or `None` if they are too many.
    fn all(&self) -> Option<&[u64]> {
        (!self.is_truncated).then_some(&self.heaps)
    }

    /// Returns the bytes of the list.
    pub fn bytes(&self) -> u64 {
        8 * self.heaps.capacity() as u64
    }
}

/// Computes one word for each player: the heaps that the player loses moving first.
///
/// `before` holds the words of the preceding 64 heaps. `far` holds the heaps that the player wins by an
/// amount above 64, or because play has ended.
pub(super) fn lost_words(sides: &[PlayerAmounts; 2], before: [u64; 2], far: [u64; 2]) -> [u64; 2] {
    let [left, right] = [sides[0].small_amounts, sides[1].small_amounts];
    if left == 0 && right == 0 {
        return far.map(|won| !won);
    }
    // Bit 63 of a window is the last heap; after 64 steps the window is the new word.
    let [mut lost_left, mut lost_right] = before;
    let [mut far_left, mut far_right] = far;
    for _ in 0..64 {
        let left_loses = u64::from(lost_right & left == 0) & !far_left;
        let right_loses = u64::from(lost_left & right == 0) & !far_right;
        lost_left = lost_left >> 1 | left_loses << 63;
        lost_right = lost_right >> 1 | right_loses << 63;
        far_left >>= 1;
        far_right >>= 1;
    }
    [lost_left, lost_right]
}

/// Returns the bits of the 64 heaps from `base − amount` on; heaps below 0 have bit 0.
///
/// # Panics
/// Panics if the heaps are not all below `base`, the end of the list.
pub fn word_at(list: &[u64], base: u64, amount: u64) -> u64 {
    if amount > base {
        let missing = amount - base;
        return if missing < 64 && base > 0 { list[0] << missing } else { 0 };
    }
    let (word, shift) = (((base - amount) / 64) as usize, (base - amount) % 64);
    if shift == 0 { list[word] } else { list[word] >> shift | list[word + 1] << (64 - shift) }
}

/// Returns the 64 bits from bit `n` on; bits beyond the end are 0.
pub(super) fn bits_at(list: &[u64], n: u64) -> u64 {
    let (word, shift) = ((n / 64) as usize, n % 64);
    let at = |word: usize| list.get(word).copied().unwrap_or(0);
    if shift == 0 { at(word) } else { at(word) >> shift | at(word + 1) << (64 - shift) }
}

/// Returns the word in which each set bit also sets the `length − 1` bits above it.
pub fn smeared(mut word: u64, length: u64) -> u64 {
    let (length, mut covered) = (length.min(64), 1);
    while covered < length {
        let shift = covered.min(length - covered);
        word |= word << shift;
        covered += shift;
    }
    word
}

/// Returns a mask of the lowest `count` bits.
pub fn low_bits(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Returns the mask of the heaps from `heap` on, in the word whose bit 0 is the heap `base`.
pub fn bits_from(heap: u64, base: u64) -> u64 {
    !low_bits(heap.saturating_sub(base))
}

//! Maps sets of values to smaller sets of *places*, so that many open values share places.

use crate::lanes::{Lanes, PagedSet};

/// The number of pages of a set for all values below 2^15.
pub const ALL: usize = 32;

/// A linear map that folds values into fewer places.
///
/// A place has fewer bits than a value. The map keeps the lower seven bits and removes the highest bits. If a removed
/// bit is set, the bits in its entry of `turns` are flipped. So two values that differ in a removed bit, and in the
/// bits of its entry, share a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fold {
    turns: [u8; 8],
}

impl Fold {
    /// Returns, for [`Lanes::linear`], the images of the eight bits above the lower seven.
    ///
    /// The set has `pages` pages.
    pub fn columns(&self, pages: usize) -> [u8; 8] {
        let places = 3 + pages.trailing_zeros() as usize;
        let mut columns = [0; 8];
        for bit in 0..8 {
            columns[bit] = if bit < places { 1 << bit } else { self.turns[bit] };
            // The entry may flip bits that are removed as well. Replace these bits by their own images.
            for lower in (places..bit).rev() {
                if columns[bit] >> lower & 1 == 1 {
                    columns[bit] ^= 1 << lower ^ columns[lower];
                }
            }
        }
        columns
    }
}

// The functions below use counting loops, because iterator adapters are not always inlined into functions with target
// features.

/// Folds a set into its first `pages` pages; `pages` must be a power of two.
///
/// A place is in the result if any of its values was in the set. If `known` is `None`, the fold is chosen greedily: each
/// halving leaves as few places as possible.
#[inline(always)]
pub fn fold<L: Lanes>(lanes: L, open: &mut PagedSet<ALL>, pages: usize, known: Option<Fold>) -> Fold {
    let mut fold = known.unwrap_or_default();
    let mut half = ALL / 2;
    while half >= pages {
        let bit = 3 + half.trailing_zeros() as usize;
        let (lower, upper) = open[..2 * half].split_at_mut(half);
        if known.is_none() && !upper.as_flattened().iter().all(|&byte| byte == 0) {
            fold.turns[bit] = best(lanes, lower, upper);
        }
        let turn = fold.turns[bit];
        for page in 0..half {
            let (lower, upper) = (&mut lower[page], &upper[page ^ usize::from(turn >> 3)]);
            for k in 0..128 {
                lower[k] |= turned(upper[k], turn);
            }
        }
        half /= 2;
    }
    fold
}

/// Permutes the bits of a byte: bit k of the result is bit `k ^ (turn & 7)`.
#[inline(always)]
fn turned(byte: u8, turn: u8) -> u8 {
    let byte = if turn & 1 == 0 { byte } else { byte >> 1 & 0x55 | (byte & 0x55) << 1 };
    let byte = if turn & 2 == 0 { byte } else { byte >> 2 & 0x33 | (byte & 0x33) << 2 };
    if turn & 4 == 0 { byte } else { byte.rotate_left(4) }
}

/// Finds the entry of `turns` with which folding sets the fewest bits in the lower pages.
///
/// The lower three bits of an entry flip bits of the bit index in each byte. Its higher bits flip bits of the page
/// index.
#[inline(always)]
fn best<L: Lanes>(lanes: L, lower: &[[u8; 128]], upper: &[[u8; 128]]) -> u8 {
    let half = lower.len();
    let mut pages = [[0; 128]; ALL / 2];
    pages[..half].copy_from_slice(upper);
    let (mut least, mut best) = (u32::MAX, 0);
    for step in 0..8u8 {
        // The entries are tried in Gray code order: each one differs in one bit from the previous one.
        if step > 0 {
            let swap = 1 << step.trailing_zeros();
            for byte in pages[..half].as_flattened_mut() {
                *byte = turned(*byte, swap);
            }
        }
        for page in 0..half.min(8) {
            let mut both = [lanes.splat(0); ALL];
            for k in 0..half {
                let (lower, upper) = (lower[k].as_chunks().0, pages[k ^ page].as_chunks().0);
                both[2 * k] = lanes.or(lanes.load(&lower[0]), lanes.load(&upper[0]));
                both[2 * k + 1] = lanes.or(lanes.load(&lower[1]), lanes.load(&upper[1]));
            }
            let count = lanes.count_ones(&both[..2 * half]);
            if count < least {
                (least, best) = (count, (page as u8) << 3 | step ^ step >> 1);
            }
        }
    }
    best
}

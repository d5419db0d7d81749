//! Maps sets of values to smaller sets of *places*, so that many open values share places.

use crate::lanes::{Lanes, PagedSet};

/// The number of pages of a set for all values below 2^15.
pub(super) const ALL: usize = 32;

/// A linear map that folds values into fewer places.
///
/// A place has fewer bits than a value. The map keeps the lower seven bits and removes the highest bits. If a removed
/// bit is set, the bits in its entry of `turns` are flipped. So two values that differ in a removed bit, and in the
/// bits of its entry, share a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fold {
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
pub(super) fn fold<L: Lanes>(lanes: L, open: &mut PagedSet<ALL>, pages: usize, known: Option<Fold>) -> Fold {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::tests::Random;
    use crate::lanes::{Instructions, with_lanes};

    with_lanes!(fn folded(open: &mut PagedSet<ALL>, pages: usize, known: Option<Fold>) -> Fold = fold);

    fn has(pages: &[[u8; 128]], x: usize) -> bool {
        pages[x / 1024][x % 128] >> (x / 128 % 8) & 1 == 1
    }

    #[test]
    fn folded_sets_agree_with_columns() {
        let mut random = Random(3);
        for round in 0..40 {
            let mut open: PagedSet<ALL> = [[0; 128]; ALL];
            let below = [2000, 9000, 16384, 20_000, 32_768][round % 5];
            let values: Vec<usize> = (0..300).map(|_| random.below(below) as usize).collect();
            values.iter().for_each(|&x| open[x / 1024][x % 128] |= 1 << (x / 128 % 8));
            for pages in [1, 2, 4, 8] {
                let of = |instructions, known| {
                    let mut set = open;
                    let fold = folded(instructions, &mut set, pages, known);
                    (fold, set[..pages].to_vec())
                };
                let (fold, set) = of(Instructions::Portable, None);
                let columns = fold.columns(pages);
                let turned = |x: usize| (0..8).filter(|k| x >> (7 + k) & 1 == 1).fold(0, |to, k| to ^ columns[k]);
                let place = |x: usize| 128 * usize::from(turned(x)) + x % 128;
                let mut expected = vec![false; 1024 * pages];
                values.iter().for_each(|&x| expected[place(x)] = true);
                assert!((0..1024 * pages).all(|y| has(&set, y) == expected[y]), "{pages} pages, {fold:?}");
                assert!((0..1024 * pages).all(|y| place(y) == y));
                for instructions in Instructions::all() {
                    assert_eq!(of(instructions, None), (fold, set.clone()));
                    assert_eq!(of(instructions, Some(fold)), (fold, set.clone()));
                }
            }
        }
    }

    /// Opens the values with an odd number of bits in a mask. A good fold maps two of them to each place.
    #[test]
    fn open_values_share_their_places() {
        for mask in [0x3980usize, 0x7800, 0x6480, 0x2081] {
            let mut open: PagedSet<ALL> = [[0; 128]; ALL];
            let values = (0..16_384usize).filter(|x| (x & mask).count_ones() % 2 == 1);
            values.for_each(|x| open[x / 1024][x % 128] |= 1 << (x / 128 % 8));
            folded(Instructions::best(), &mut open, 8, None);
            let count: u32 = open[..8].as_flattened().iter().map(|byte| byte.count_ones()).sum();
            assert_eq!(count, 4096, "{mask:x}");
        }
    }
}

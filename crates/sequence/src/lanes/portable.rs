//! The operations on plain arrays, for any machine.

use super::{Lanes, PagedSet};

/// The implementation with arrays of 64-bit words, which the compiler vectorises if possible.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

type LaneWords = [u64; 8];

// The functions below use counting loops, because closures and calls that copy a few bytes are not always inlined.

#[inline(always)]
fn bytes(v: LaneWords) -> [u8; 64] {
    let mut out = [0; 64];
    let eights = out.as_chunks_mut().0;
    let mut k = 0;
    while k < 8 {
        eights[k] = v[k].to_le_bytes();
        k += 1;
    }
    out
}

#[inline(always)]
fn words(v: &[u8; 64]) -> LaneWords {
    let eights = v.as_chunks().0;
    let mut out = [0; 8];
    let mut k = 0;
    while k < 8 {
        out[k] = u64::from_le_bytes(eights[k]);
        k += 1;
    }
    out
}

#[inline(always)]
fn halves(v: LaneWords) -> [u16; 32] {
    let v = bytes(v);
    std::array::from_fn(|k| u16::from_le_bytes([v[2 * k], v[2 * k + 1]]))
}

/// Gathers bit 0 of each byte of a word into eight bits; all other bits of the word must be 0.
#[inline(always)]
fn gather(flags: u64) -> u64 {
    flags.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns a mask whose bit k is flag k; each flag must be 0 or 1.
#[inline(always)]
fn mask(flags: [u8; 64]) -> u64 {
    let words = words(&flags);
    (0..8).fold(0, |mask, k| mask | gather(words[k]) << (8 * k))
}

/// Transposes a matrix of 8 by 8 bits: bit k of byte i becomes bit i of byte k.
#[inline(always)]
pub(super) fn transpose(mut x: u64) -> u64 {
    let t = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ t << 28
}

impl Lanes for Portable {
    type V = LaneWords;
    type Shift = usize;
    type Table<const G: usize> = PagedSet<G>;
    const MAX_PAGES: usize = 0;
    const MIN_HITS_TO_MARK_ALL: u64 = 100;

    #[inline(always)]
    fn load(self, from: &[u8; 64]) -> LaneWords {
        words(from)
    }

    #[inline(always)]
    fn shift(self, by: usize) -> usize {
        by
    }

    #[inline(always)]
    fn run<const N: usize>(self, bytes: &[u8], from: usize) -> [LaneWords; N] {
        super::run(self, bytes, from)
    }

    #[inline(always)]
    fn load_words(self, from: &[u16; 32]) -> LaneWords {
        let mut out = [0; 8];
        let mut k = 0;
        while k < 8 {
            let [a, b, c, d] = from.as_chunks().0[k];
            out[k] = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
            k += 1;
        }
        out
    }

    #[inline(always)]
    fn store(self, v: LaneWords) -> [u8; 64] {
        bytes(v)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> LaneWords {
        [u64::from(byte) * 0x0101_0101_0101_0101; 8]
    }

    #[inline(always)]
    fn splat_word(self, word: u16) -> LaneWords {
        [u64::from(word) * 0x0001_0001_0001_0001; 8]
    }

    #[inline(always)]
    fn or(self, a: LaneWords, b: LaneWords) -> LaneWords {
        std::array::from_fn(|k| a[k] | b[k])
    }

    #[inline(always)]
    fn xor(self, a: LaneWords, b: LaneWords) -> LaneWords {
        let mut out = a;
        let mut k = 0;
        while k < 8 {
            out[k] ^= b[k];
            k += 1;
        }
        out
    }

    #[inline(always)]
    fn without(self, v: LaneWords, not: LaneWords) -> LaneWords {
        std::array::from_fn(|k| v[k] & !not[k])
    }

    #[inline(always)]
    fn min_bytes(self, a: LaneWords, b: LaneWords) -> LaneWords {
        let (a, b) = (bytes(a), bytes(b));
        words(&std::array::from_fn(|k| a[k].min(b[k])))
    }

    #[inline(always)]
    fn shift_right(self, v: LaneWords, following: LaneWords, by: u32) -> LaneWords {
        // Shifting by 64 - `by` in two steps avoids a special case for `by` = 0.
        std::array::from_fn(|k| v[k] >> by | if k < 7 { v[k + 1] } else { following[0] } << 1 << (63 - by))
    }

    #[inline(always)]
    fn count_ones(self, list: &[LaneWords]) -> u32 {
        list.iter().flatten().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn equal_bytes(self, a: LaneWords, b: LaneWords) -> u64 {
        let (a, b) = (bytes(a), bytes(b));
        mask(std::array::from_fn(|k| u8::from(a[k] == b[k])))
    }

    #[inline(always)]
    fn at_least_bytes(self, a: LaneWords, b: LaneWords) -> u64 {
        let (a, b) = (bytes(a), bytes(b));
        mask(std::array::from_fn(|k| u8::from(a[k] >= b[k])))
    }

    #[inline(always)]
    fn any_word_equal(self, a: LaneWords, b: LaneWords) -> bool {
        let (a, b) = (halves(a), halves(b));
        (0..32).fold(false, |any, k| any | (a[k] == b[k]))
    }

    #[inline(always)]
    fn linear(self, v: LaneWords, columns: [u8; 8]) -> LaneWords {
        let mut out = [0; 8];
        for (out, v) in out.iter_mut().zip(v) {
            for (bit, column) in columns.into_iter().enumerate() {
                *out ^= (v >> bit & 0x0101_0101_0101_0101) * u64::from(column);
            }
        }
        out
    }

    #[inline(always)]
    fn reverse_bytes(self, v: LaneWords) -> LaneWords {
        std::array::from_fn(|k| v[7 - k].swap_bytes())
    }

    #[inline(always)]
    fn reverse_words(self, v: LaneWords) -> LaneWords {
        std::array::from_fn(|k| {
            let word = v[7 - k].rotate_left(32);
            (word & 0x0000_ffff_0000_ffff) << 16 | word >> 16 & 0x0000_ffff_0000_ffff
        })
    }

    #[inline(always)]
    fn push_byte(self, v: LaneWords, last: u8) -> LaneWords {
        std::array::from_fn(|k| v[k] >> 8 | if k < 7 { v[k + 1] } else { last.into() } << 56)
    }

    #[inline(always)]
    fn columns(self, rows: [LaneWords; 8]) -> [u8; 512] {
        let mut out = [0; 512];
        let rows = rows.map(bytes);
        for byte in 0..64 {
            let square = u64::from_le_bytes(std::array::from_fn(|k| rows[k][byte]));
            out[8 * byte..8 * byte + 8].copy_from_slice(&transpose(square).to_le_bytes());
        }
        out
    }

    #[inline(always)]
    fn table<const G: usize>(self, pages: &PagedSet<G>) -> PagedSet<G> {
        *pages
    }

    #[inline(always)]
    fn look_up<const G: usize>(self, table: &PagedSet<G>, low: LaneWords, high: LaneWords) -> u64 {
        let (low, high) = (bytes(low), bytes(high));
        mask(std::array::from_fn(|k| {
            let page = table.get(usize::from(high[k]) / 8);
            page.map_or(0, |page| page[usize::from(low[k]) % 128] >> (high[k] % 8) & 1)
        }))
    }
}

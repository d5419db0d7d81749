//! The operations with x86-64 instructions.
//!
//! A value of type [`Avx2`] or [`Avx512`] exists only on machines that have the instructions.

// Every function here is inlined into a function that is compiled for these instructions (see `with_lanes`). Closures
// would not be inlined.
use super::{Lanes, PagedSet};
use std::arch::x86_64::*;

/// AVX2: two vectors of 32 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// AVX-512: one vector of 64 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx2 {
    /// Returns the token that permits these operations, if the machine has the instructions.
    pub fn detect() -> Option<Avx2> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        all.then_some(Avx2(()))
    }
}

impl Avx512 {
    /// Returns the token that permits these operations, if the machine has the instructions.
    pub fn detect() -> Option<Avx512> {
        let all = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
        all.then_some(Avx512(()))
    }
}

/// Runs instructions that the machine has, as the existence of `self` proves.
macro_rules! has {
    ($body:expr) => {{
        // SAFETY: `self` was created by `detect`, so the machine has these instructions. Loads and stores use
        // references to at least as many bytes as they access, and no access requires alignment.
        unsafe { $body }
    }};
}

impl Avx512 {
    /// Returns the vector whose byte at index k is the byte of `v` at index `places[k]`.
    #[inline(always)]
    fn permute(self, v: __m512i, places: &[u8; 64]) -> __m512i {
        let places = self.load(places);
        has!(_mm512_permutexvar_epi8(places, v))
    }
}

/// Builds an array of 64 bytes whose byte at index k is given by an expression in k.
macro_rules! by_place {
    ($k:ident => $byte:expr) => {{
        let mut bytes = [0u8; 64];
        let mut $k = 0;
        while $k < 64 {
            bytes[$k] = ($byte) as u8;
            $k += 1;
        }
        bytes
    }};
}

const PLACES: [u8; 64] = by_place!(k => k);
const REVERSED: [u8; 64] = by_place!(k => 63 - k);
const LOWER: [u8; 64] = by_place!(k => if k < 63 { k + 1 } else { 63 });
/// At each index k: the byte in which only the bit with index k % 8 is set.
const BITS: [u8; 64] = by_place!(k => 1 << (k % 8));
/// The indices that transpose eight rows of eight bytes.
///
/// The rows are in reverse order, as the bit matrix product requires.
const SQUARES: [u8; 64] = by_place!(k => (7 - k % 8) * 8 + k / 8);

impl Lanes for Avx512 {
    type V = __m512i;
    /// The indices of the 64 bytes to select from two vectors.
    type Shift = __m512i;
    /// The two vectors of each page.
    type Table<const G: usize> = [[__m512i; 2]; G];
    const MAX_PAGES: usize = 8;
    const MIN_HITS_TO_MARK_ALL: u64 = 250;

    #[inline(always)]
    fn load(self, from: &[u8; 64]) -> __m512i {
        has!(_mm512_loadu_si512(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn shift(self, by: usize) -> __m512i {
        has!(_mm512_add_epi8(self.load(&PLACES), _mm512_set1_epi8(by as i8)))
    }

    #[inline(always)]
    fn run<const N: usize>(self, bytes: &[u8], from: __m512i) -> [__m512i; N] {
        // A load that crosses a cache line costs as much as two loads. So each line is loaded once, and bytes are
        // permuted.
        let rows = &bytes.as_chunks().0[..N + 1];
        let mut low = self.load(&rows[0]);
        let mut out = [low; N];
        for (k, out) in out.iter_mut().enumerate() {
            let high = self.load(&rows[k + 1]);
            *out = has!(_mm512_permutex2var_epi8(low, from, high));
            low = high;
        }
        out
    }

    #[inline(always)]
    fn load_words(self, from: &[u16; 32]) -> __m512i {
        has!(_mm512_loadu_si512(from.as_ptr().cast()))
    }

    #[inline(always)]
    fn store(self, v: __m512i) -> [u8; 64] {
        let mut out = [0; 64];
        has!(_mm512_storeu_si512(out.as_mut_ptr().cast(), v));
        out
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m512i {
        has!(_mm512_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn splat_word(self, word: u16) -> __m512i {
        has!(_mm512_set1_epi16(word as i16))
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        has!(_mm512_or_si512(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        has!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn without(self, v: __m512i, not: __m512i) -> __m512i {
        has!(_mm512_andnot_si512(not, v))
    }

    #[inline(always)]
    fn min_bytes(self, a: __m512i, b: __m512i) -> __m512i {
        has!(_mm512_min_epu8(a, b))
    }

    #[inline(always)]
    fn shift_right(self, v: __m512i, following: __m512i, by: u32) -> __m512i {
        has!({
            let above = _mm512_alignr_epi64::<1>(following, v);
            _mm512_shrdv_epi64(v, above, _mm512_set1_epi64(by.into()))
        })
    }

    #[inline(always)]
    fn count_ones(self, list: &[__m512i]) -> u32 {
        let mut sum = self.splat(0);
        for v in list {
            sum = has!(_mm512_add_epi64(sum, _mm512_popcnt_epi64(*v)));
        }
        has!(_mm512_reduce_add_epi64(sum) as u32)
    }

    #[inline(always)]
    fn equal_bytes(self, a: __m512i, b: __m512i) -> u64 {
        has!(_mm512_cmpeq_epi8_mask(a, b))
    }

    #[inline(always)]
    fn at_least_bytes(self, a: __m512i, b: __m512i) -> u64 {
        has!(_mm512_cmpge_epu8_mask(a, b))
    }

    #[inline(always)]
    fn any_word_equal(self, a: __m512i, b: __m512i) -> bool {
        has!(_mm512_cmpeq_epi16_mask(a, b) != 0)
    }

    #[inline(always)]
    fn reverse_bytes(self, v: __m512i) -> __m512i {
        self.permute(v, &REVERSED)
    }

    #[inline(always)]
    fn reverse_words(self, v: __m512i) -> __m512i {
        has!({
            let places = _mm512_set_epi16(
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                28, 29, 30, 31,
            );
            _mm512_permutexvar_epi16(places, v)
        })
    }

    #[inline(always)]
    fn push_byte(self, v: __m512i, last: u8) -> __m512i {
        let lower = self.permute(v, &LOWER);
        has!(_mm512_mask_set1_epi8(lower, 1 << 63, last as i8))
    }

    #[inline(always)]
    fn columns(self, rows: [__m512i; 8]) -> [u8; 512] {
        let mut out = [0; 512];
        let rows: [[u8; 64]; 8] = rows.map(|row| self.store(row));
        for (part, out) in out.chunks_exact_mut(64).enumerate() {
            // Eight bytes of each row form eight squares of eight by eight bits.
            let mut bytes = [0; 64];
            for (k, row) in rows.iter().enumerate() {
                bytes[8 * k..8 * k + 8].copy_from_slice(&row[8 * part..8 * part + 8]);
            }
            let squares = self.permute(self.load(&bytes), &SQUARES);
            let unit = has!(_mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64));
            let columns = has!(_mm512_gf2p8affine_epi64_epi8::<0>(unit, squares));
            out.copy_from_slice(&self.store(columns));
        }
        out
    }

    #[inline(always)]
    fn table<const G: usize>(self, pages: &PagedSet<G>) -> [[__m512i; 2]; G] {
        let mut table = [[self.splat(0); 2]; G];
        for g in 0..G {
            let rows = pages[g].as_chunks().0;
            table[g] = [self.load(&rows[0]), self.load(&rows[1])];
        }
        table
    }

    #[inline(always)]
    fn look_up<const G: usize>(self, table: &[[__m512i; 2]; G], low: __m512i, high: __m512i) -> u64 {
        // Look up a byte in each page. Then select the page by the bits of its number, from the lowest to the highest.
        let mut found = [self.splat(0); 8];
        for g in 0..G {
            found[g] = has!(_mm512_permutex2var_epi8(table[g][0], low, table[g][1]));
        }
        let all = G.next_power_of_two();
        let mut left = all;
        let mut bit = 8;
        while left > 1 {
            let upper = has!(_mm512_test_epi8_mask(high, _mm512_set1_epi8(bit)));
            left /= 2;
            for k in 0..left {
                found[k] = has!(_mm512_mask_mov_epi8(found[2 * k], upper, found[2 * k + 1]));
            }
            bit <<= 1;
        }
        // For numbers beyond all pages, the top bit of the index is set, so that the shuffle yields 0.
        let beyond = self.splat(128 - 8 * all as u8);
        let bits = has!(_mm512_shuffle_epi8(self.load(&BITS), _mm512_adds_epu8(high, beyond)));
        has!(_mm512_test_epi8_mask(found[0], bits))
    }

    #[inline(always)]
    fn linear(self, v: __m512i, columns: [u8; 8]) -> __m512i {
        // The instruction expects the row of the lowest bit in the highest byte.
        let rows = super::portable::transpose(u64::from_le_bytes(columns)).swap_bytes();
        has!(_mm512_gf2p8affine_epi64_epi8::<0>(v, _mm512_set1_epi64(rows as i64)))
    }

    #[inline(always)]
    fn nonzero(self, words: &[u64; 64]) -> u64 {
        let mut bits = 0;
        let mut k = 0;
        while k < 8 {
            bits |= has!({
                let eight = _mm512_loadu_si512(words[8 * k..8 * k + 8].as_ptr().cast());
                u64::from(_mm512_test_epi64_mask(eight, eight)) << (8 * k)
            });
            k += 1;
        }
        bits
    }

    #[inline(always)]
    fn pick(self, v: [__m512i; 2], bits: u64, out: [&mut [u8; 64]; 2]) {
        // Compressing directly into memory is a hundred times slower on some processors.
        has!({
            _mm512_storeu_si512(out[0].as_mut_ptr().cast(), _mm512_maskz_compress_epi8(bits, v[0]));
            _mm512_storeu_si512(out[1].as_mut_ptr().cast(), _mm512_maskz_compress_epi8(bits, v[1]));
        });
    }
}

impl Lanes for Avx2 {
    type V = [__m256i; 2];
    type Shift = usize;
    /// For each page: eight groups of 16 bytes, each of them in both halves of a vector.
    type Table<const G: usize> = [[__m256i; 8]; G];
    const MAX_PAGES: usize = 4;
    const MIN_HITS_TO_MARK_ALL: u64 = 100;

    #[inline(always)]
    fn load(self, from: &[u8; 64]) -> [__m256i; 2] {
        has!([_mm256_loadu_si256(from.as_ptr().cast()), _mm256_loadu_si256(from[32..].as_ptr().cast())])
    }

    #[inline(always)]
    fn shift(self, by: usize) -> usize {
        by
    }

    #[inline(always)]
    fn run<const N: usize>(self, bytes: &[u8], from: usize) -> [[__m256i; 2]; N] {
        super::run(self, bytes, from)
    }

    #[inline(always)]
    fn load_words(self, from: &[u16; 32]) -> [__m256i; 2] {
        has!([_mm256_loadu_si256(from.as_ptr().cast()), _mm256_loadu_si256(from[16..].as_ptr().cast())])
    }

    #[inline(always)]
    fn store(self, v: [__m256i; 2]) -> [u8; 64] {
        let mut out = [0; 64];
        has!({
            _mm256_storeu_si256(out.as_mut_ptr().cast(), v[0]);
            _mm256_storeu_si256(out[32..].as_mut_ptr().cast(), v[1]);
        });
        out
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m256i; 2] {
        has!([_mm256_set1_epi8(byte as i8); 2])
    }

    #[inline(always)]
    fn splat_word(self, word: u16) -> [__m256i; 2] {
        has!([_mm256_set1_epi16(word as i16); 2])
    }

    #[inline(always)]
    fn or(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        has!([_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn xor(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        has!([_mm256_xor_si256(a[0], b[0]), _mm256_xor_si256(a[1], b[1])])
    }

    #[inline(always)]
    fn without(self, v: [__m256i; 2], not: [__m256i; 2]) -> [__m256i; 2] {
        has!([_mm256_andnot_si256(not[0], v[0]), _mm256_andnot_si256(not[1], v[1])])
    }

    #[inline(always)]
    fn min_bytes(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        has!([_mm256_min_epu8(a[0], b[0]), _mm256_min_epu8(a[1], b[1])])
    }

    #[inline(always)]
    fn shift_right(self, v: [__m256i; 2], following: [__m256i; 2], by: u32) -> [__m256i; 2] {
        has!({
            let (right, left) = (_mm_cvtsi32_si128(by as i32), _mm_cvtsi32_si128(64 - by as i32));
            // The 64-bit words, each moved to the index below; the first word of `following` is last.
            let low = _mm256_permute4x64_epi64::<0x39>(_mm256_blend_epi32::<3>(v[0], v[1]));
            let high = _mm256_permute4x64_epi64::<0x39>(_mm256_blend_epi32::<3>(v[1], following[0]));
            [
                _mm256_or_si256(_mm256_srl_epi64(v[0], right), _mm256_sll_epi64(low, left)),
                _mm256_or_si256(_mm256_srl_epi64(v[1], right), _mm256_sll_epi64(high, left)),
            ]
        })
    }

    #[inline(always)]
    fn count_ones(self, list: &[[__m256i; 2]]) -> u32 {
        let mut sum = 0;
        for v in list {
            sum += super::Portable.count_ones(&[super::Portable.load(&self.store(*v))]);
        }
        sum
    }

    #[inline(always)]
    fn equal_bytes(self, a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
        has!({
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(a[0], b[0])) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(a[1], b[1])) as u32;
            u64::from(low) | u64::from(high) << 32
        })
    }

    #[inline(always)]
    fn at_least_bytes(self, a: [__m256i; 2], b: [__m256i; 2]) -> u64 {
        self.equal_bytes(self.min_bytes(a, b), b)
    }

    #[inline(always)]
    fn any_word_equal(self, a: [__m256i; 2], b: [__m256i; 2]) -> bool {
        has!({
            let equal = _mm256_or_si256(_mm256_cmpeq_epi16(a[0], b[0]), _mm256_cmpeq_epi16(a[1], b[1]));
            _mm256_movemask_epi8(equal) != 0
        })
    }

    #[inline(always)]
    fn reverse_bytes(self, v: [__m256i; 2]) -> [__m256i; 2] {
        has!({
            let places = _mm256_setr_epi64x(
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
                0x0809_0a0b_0c0d_0e0f,
                0x0001_0203_0405_0607,
            );
            let (low, high) = (_mm256_shuffle_epi8(v[0], places), _mm256_shuffle_epi8(v[1], places));
            [_mm256_permute2x128_si256::<1>(high, high), _mm256_permute2x128_si256::<1>(low, low)]
        })
    }

    #[inline(always)]
    fn reverse_words(self, v: [__m256i; 2]) -> [__m256i; 2] {
        has!({
            let places = _mm256_setr_epi64x(
                0x0908_0b0a_0d0c_0f0e,
                0x0100_0302_0504_0706,
                0x0908_0b0a_0d0c_0f0e,
                0x0100_0302_0504_0706,
            );
            let (low, high) = (_mm256_shuffle_epi8(v[0], places), _mm256_shuffle_epi8(v[1], places));
            [_mm256_permute2x128_si256::<1>(high, high), _mm256_permute2x128_si256::<1>(low, low)]
        })
    }

    #[inline(always)]
    fn push_byte(self, v: [__m256i; 2], last: u8) -> [__m256i; 2] {
        has!({
            let last = _mm256_set1_epi8(last as i8);
            // Select for each half the 16 bytes that follow it.
            let middle = _mm256_permute2x128_si256::<0x21>(v[0], v[1]);
            let upper = _mm256_permute2x128_si256::<0x21>(v[1], last);
            [_mm256_alignr_epi8::<1>(middle, v[0]), _mm256_alignr_epi8::<1>(upper, v[1])]
        })
    }

    #[inline(always)]
    fn linear(self, v: [__m256i; 2], columns: [u8; 8]) -> [__m256i; 2] {
        // Look up the images of both halves of each byte in tables.
        let mut tables = [[0; 32]; 2];
        for (half, table) in tables.iter_mut().enumerate() {
            for (k, to) in table.iter_mut().enumerate() {
                for bit in 0..4 {
                    *to ^= if k >> bit & 1 == 1 { columns[4 * half + bit] } else { 0 };
                }
            }
        }
        has!({
            let low = _mm256_loadu_si256(tables[0].as_ptr().cast());
            let high = _mm256_loadu_si256(tables[1].as_ptr().cast());
            let four = _mm256_set1_epi8(15);
            v.map(|v| {
                let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(v), four);
                let lower = _mm256_and_si256(v, four);
                _mm256_xor_si256(_mm256_shuffle_epi8(low, lower), _mm256_shuffle_epi8(high, upper))
            })
        })
    }

    #[inline(always)]
    fn columns(self, rows: [[__m256i; 2]; 8]) -> [u8; 512] {
        super::Portable.columns(rows.map(|row| super::Portable.load(&self.store(row))))
    }

    #[inline(always)]
    fn table<const G: usize>(self, pages: &PagedSet<G>) -> [[__m256i; 8]; G] {
        let mut table = [[has!(_mm256_setzero_si256()); 8]; G];
        for g in 0..G {
            let parts = pages[g].as_chunks::<16>().0;
            for k in 0..8 {
                table[g][k] = has!(_mm256_broadcastsi128_si256(_mm_loadu_si128(parts[k].as_ptr().cast())));
            }
        }
        table
    }

    // Uses a counting loop, because iterator adapters are not always inlined into functions with target features.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn look_up<const G: usize>(self, table: &[[__m256i; 8]; G], low: [__m256i; 2], high: [__m256i; 2]) -> u64 {
        let bits = self.load(&BITS)[0];
        let mut hits = [0u64; 2];
        for half in 0..2 {
            let (low, high) = (low[half], high[half]);
            hits[half] = has!({
                // Selects `$a` or `$b` by the top bit of each byte of `$by`. Bits shifted in from the neighbouring byte
                // only reach lower bits.
                macro_rules! choose {
                    ($a:expr, $b:expr, $by:expr) => {
                        _mm256_blendv_epi8($a, $b, $by)
                    };
                }
                let by = [_mm256_slli_epi16::<3>(low), _mm256_slli_epi16::<2>(low), _mm256_slli_epi16::<1>(low)];
                let mut found = [_mm256_setzero_si256(); 8];
                for g in 0..G {
                    // The lower four bits of each byte are the index, since no byte exceeds 127.
                    let mut parts = table[g];
                    for part in &mut parts {
                        *part = _mm256_shuffle_epi8(*part, low);
                    }
                    for turn in 0..3 {
                        for k in 0..4 >> turn {
                            parts[k] = choose!(parts[2 * k], parts[2 * k + 1], by[turn]);
                        }
                    }
                    found[g] = parts[0];
                }
                let by = [_mm256_slli_epi16::<4>(high), _mm256_slli_epi16::<3>(high), _mm256_slli_epi16::<2>(high)];
                let all = G.next_power_of_two();
                let mut left = all;
                for turn in 0..3 {
                    if left > 1 {
                        left /= 2;
                        for k in 0..left {
                            found[k] = choose!(found[2 * k], found[2 * k + 1], by[turn]);
                        }
                    }
                }
                // For numbers beyond all pages, the top bit of the index is set, so that the shuffle yields 0.
                let beyond = _mm256_adds_epu8(high, _mm256_set1_epi8((128 - 8 * all) as i8));
                let none = _mm256_and_si256(found[0], _mm256_shuffle_epi8(bits, beyond));
                !_mm256_movemask_epi8(_mm256_cmpeq_epi8(none, _mm256_setzero_si256())) as u32 as u64
            });
        }
        hits[0] | hits[1] << 32
    }
}

//! Operations on 64 bytes at once: a safe interface for kernels that run with several instruction sets.
//!
//! A kernel is generic over [`Lanes`] and is always inlined into one function for each instruction set (see
//! [`with_lanes`]). The function is chosen at run time. [`Portable`] is the reference with which tests compare the
//! others.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// 64 bytes, aligned for vectors.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct AlignedBytes(pub [u8; 64]);

/// Operations on 64 bytes, in little-endian order: bit k of the vector is bit k % 8 of byte k / 8.
pub trait Lanes: Copy {
    /// A vector of 64 bytes.
    type V: Copy;
    /// An offset of less than 64 bytes.
    type Shift: Copy;
    /// A set of numbers below 1024 * G, prepared for lookups in vectors (see [`PagedSet`]).
    type Table<const G: usize>: Copy;
    /// The maximum number of pages, a power of two, for which looking up pairs is faster than marking them.
    ///
    /// Larger sets are folded into this many pages. The number is 0 if marking is always faster.
    const MAX_PAGES: usize;
    /// From this number of hits per 1024 pairs on, marking all pairs is faster than looking them up.
    const MIN_HITS_TO_MARK_ALL: u64;

    fn load(self, from: &[u8; 64]) -> Self::V;
    fn shift(self, by: usize) -> Self::Shift;
    /// Loads N consecutive vectors from offset `from` of `bytes`.
    ///
    /// `bytes` must have at least 64 * (N + 1) bytes. Loading is faster if it starts at a cache line.
    fn run<const N: usize>(self, bytes: &[u8], from: Self::Shift) -> [Self::V; N];
    fn load_words(self, from: &[u16; 32]) -> Self::V;
    fn store(self, v: Self::V) -> [u8; 64];
    fn splat(self, byte: u8) -> Self::V;
    fn splat_word(self, word: u16) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the bits of `v` that are not in `not`.
    fn without(self, v: Self::V, not: Self::V) -> Self::V;
    fn min_bytes(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts all 512 bits of `v` by `by` < 8 bits towards bit 0, and fills with bits of `following`.
    fn shift_right(self, v: Self::V, following: Self::V, by: u32) -> Self::V;
    /// Counts the set bits of all vectors.
    fn count_ones(self, list: &[Self::V]) -> u32;
    /// Returns a mask whose bit k is set if the k-th bytes are equal.
    fn equal_bytes(self, a: Self::V, b: Self::V) -> u64;
    /// Returns a mask whose bit k is set if the k-th byte of `a` is at least the k-th byte of `b`.
    fn at_least_bytes(self, a: Self::V, b: Self::V) -> u64;
    /// Reports whether some 16-bit word of `a` equals the word of `b` with the same index.
    fn any_word_equal(self, a: Self::V, b: Self::V) -> bool;
    /// Reverses the order of the bytes.
    fn reverse_bytes(self, v: Self::V) -> Self::V;
    /// Reverses the order of the 16-bit words.
    fn reverse_words(self, v: Self::V) -> Self::V;
    /// Moves each byte to the next lower index, and appends `last`.
    fn push_byte(self, v: Self::V, last: u8) -> Self::V;
    /// Transposes 8 rows of 512 bits: bit k of byte i of the result is bit i of row k.
    fn columns(self, rows: [Self::V; 8]) -> [u8; 512];
    /// Prepares a set of 1 to 8 pages for lookups.
    fn table<const G: usize>(self, pages: &PagedSet<G>) -> Self::Table<G>;
    /// Looks up 64 numbers in a set: bit k is set if the set contains the number from the k-th bytes.
    ///
    /// The number is `high << 7 | low`. The bytes of `low` must be below 128.
    fn look_up<const G: usize>(self, table: &Self::Table<G>, low: Self::V, high: Self::V) -> u64;

    /// Replaces each byte by the xor of those entries of `columns` whose bits are set in the byte.
    fn linear(self, v: Self::V, columns: [u8; 8]) -> Self::V;

    /// Returns a mask whose bit k is set if the k-th word is not 0.
    #[inline(always)]
    fn nonzero(self, words: &[u64; 64]) -> u64 {
        let mut bits = 0;
        let mut k = 0;
        while k < 64 {
            bits |= u64::from(words[k] != 0) << k;
            k += 1;
        }
        bits
    }

    /// Moves the bytes with set bits in `bits` to the front of `out`, without gaps, for both vectors.
    ///
    /// The other bytes of `out` are unspecified.
    #[inline(always)]
    fn pick(self, v: [Self::V; 2], mut bits: u64, out: [&mut [u8; 64]; 2]) {
        let (first, second) = (self.store(v[0]), self.store(v[1]));
        let mut count = 0;
        while bits != 0 {
            let k = bits.trailing_zeros() as usize % 64;
            out[0][count % 64] = first[k];
            out[1][count % 64] = second[k];
            bits &= bits - 1;
            count += 1;
        }
    }
}

/// A set of numbers below 1024 * G. The number x is bit x / 128 % 8 of byte x % 128 of page x / 1024.
pub type PagedSet<const G: usize> = [[u8; 128]; G];

/// Implements [`Lanes::run`] with one unaligned load for each vector.
#[inline(always)]
fn run<L: Lanes, const N: usize>(lanes: L, bytes: &[u8], from: usize) -> [L::V; N] {
    let mut out = [lanes.splat(0); N];
    for (out, row) in out.iter_mut().zip(bytes[from..from + 64 * N].as_chunks().0) {
        *out = lanes.load(row);
    }
    out
}

/// An instruction set for which kernels are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instructions {
    /// Portable code, which runs on any machine.
    Portable,
    /// AVX2 of x86-64.
    Avx2,
    /// AVX-512 of x86-64 with its byte and bit extensions of 2019 and later.
    Avx512,
}

impl Instructions {
    /// Returns the best instruction set of this machine.
    pub fn best() -> Instructions {
        *Instructions::all().last().unwrap_or(&Instructions::Portable)
    }

    /// Returns all instruction sets of this machine, the best last.
    pub fn all() -> Vec<Instructions> {
        #[cfg(target_arch = "x86_64")]
        let others = [Avx2::detect().map(|_| Instructions::Avx2), Avx512::detect().map(|_| Instructions::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let others = [None; 0];
        std::iter::once(Instructions::Portable).chain(others.into_iter().flatten()).collect()
    }
}

/// Defines a function that runs a kernel with the given instruction set.
///
/// On a machine that lacks the instructions, the function uses the best smaller instruction set. The kernel must be
/// generic over [`Lanes`] and `#[inline(always)]`.
#[doc(hidden)]
#[macro_export]
macro_rules! with_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident $([$($generic:tt)*])? ($($arg:ident: $type:ty),* $(,)?) -> $result:ty = $kernel:ident) => {
        $(#[$doc])*
        $vis fn $name$(<$($generic)*>)?(instructions: $crate::lanes::Instructions, $($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                use $crate::lanes::{Avx2, Avx512};
                #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
                fn avx2$(<$($generic)*>)?(lanes: Avx2, $($arg: $type),*) -> $result {
                    $kernel(lanes, $($arg),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
                #[target_feature(enable = "avx512bitalg,avx512vpopcntdq,gfni,popcnt,bmi1,bmi2,lzcnt")]
                fn avx512$(<$($generic)*>)?(lanes: Avx512, $($arg: $type),*) -> $result {
                    $kernel(lanes, $($arg),*)
                }
                if instructions == $crate::lanes::Instructions::Avx512
                    && let Some(lanes) = Avx512::detect()
                {
                    // SAFETY: a value of this type exists only on machines that have these instructions.
                    return unsafe { avx512(lanes, $($arg),*) };
                }
                if instructions != $crate::lanes::Instructions::Portable
                    && let Some(lanes) = Avx2::detect()
                {
                    // SAFETY: a value of this type exists only on machines that have these instructions.
                    return unsafe { avx2(lanes, $($arg),*) };
                }
            }
            let _ = instructions;
            $kernel($crate::lanes::Portable, $($arg),*)
        }
    };
}
pub(crate) use with_lanes;

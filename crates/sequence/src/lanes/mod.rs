//! Operations on 64 bytes at once: a safe interface for kernels that run with several instruction sets.
//!
//! A kernel is generic over [`Lanes`] and is always inlined into one function for each instruction set (see
//! [`with_lanes`]). The function is chosen at run time. [`Portable`] is the reference with which tests compare the
//! others.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

/// 64 bytes, aligned for vectors.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct AlignedBytes(pub [u8; 64]);

/// Operations on 64 bytes, in little-endian order: bit k of the vector is bit k % 8 of byte k / 8.
pub(crate) trait Lanes: Copy {
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
pub(crate) type PagedSet<const G: usize> = [[u8; 128]; G];

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the results of every operation of the trait on two vectors, except [`Lanes::look_up`].
    #[inline(always)]
    fn all<L: Lanes>(lanes: L, a: &[u8; 64], b: &[u8; 64]) -> Vec<Vec<u8>> {
        let (x, y) = (lanes.load(a), lanes.load(b));
        let words: [u16; 32] = std::array::from_fn(|k| u16::from_le_bytes([a[2 * k], a[2 * k + 1]]));
        let mut list = vec![
            lanes.store(x).to_vec(),
            lanes.store(lanes.load_words(&words)).to_vec(),
            lanes.store(lanes.splat(a[0])).to_vec(),
            lanes.store(lanes.splat_word(words[0])).to_vec(),
            lanes.store(lanes.or(x, y)).to_vec(),
            lanes.store(lanes.xor(x, y)).to_vec(),
            lanes.store(lanes.without(x, y)).to_vec(),
            lanes.store(lanes.min_bytes(x, y)).to_vec(),
            lanes.count_ones(&[x, y, x]).to_le_bytes().to_vec(),
            lanes.equal_bytes(x, y).to_le_bytes().to_vec(),
            lanes.at_least_bytes(x, y).to_le_bytes().to_vec(),
            vec![u8::from(lanes.any_word_equal(x, y)), u8::from(lanes.any_word_equal(x, lanes.load_words(&words)))],
            lanes.store(lanes.reverse_bytes(x)).to_vec(),
            lanes.store(lanes.reverse_words(x)).to_vec(),
            lanes.store(lanes.push_byte(x, b[0])).to_vec(),
            lanes.columns([x, y, lanes.xor(x, y), x, lanes.or(x, y), y, lanes.splat(1), lanes.splat(0xa5)]).to_vec(),
        ];
        list.push(lanes.store(lanes.linear(x, b[..8].try_into().unwrap())).to_vec());
        for by in 0..8 {
            list.push(lanes.store(lanes.shift_right(x, y, by)).to_vec());
        }
        let picked = lanes.equal_bytes(x, y);
        let mut out = [[0; 64]; 2];
        let [first, second] = &mut out;
        lanes.pick([y, lanes.or(x, y)], picked, [first, second]);
        list.extend(out.map(|bytes| bytes[..picked.count_ones() as usize].to_vec()));
        let words = std::array::from_fn(|k| if a[k] < 100 { 0 } else { 1 << (b[k] % 64) });
        list.push(lanes.nonzero(&words).to_le_bytes().to_vec());
        let rows = [*a, *b, *a];
        for by in 0..64 {
            list.extend(lanes.run::<2>(rows.as_flattened(), lanes.shift(by)).map(|row| lanes.store(row).to_vec()));
        }
        list
    }
    with_lanes!(fn run(a: &[u8; 64], b: &[u8; 64]) -> Vec<Vec<u8>> = all);

    /// Looks up numbers in sets of 1 to 8 pages.
    ///
    /// Each number is given by its lower seven bits and the bits above.
    #[inline(always)]
    fn look_up_in_all_sizes<L: Lanes>(lanes: L, pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> Vec<u64> {
        fn one<L: Lanes, const G: usize>(lanes: L, pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> u64 {
            let Some(pages) = pages.first_chunk::<G>() else { return 0 };
            lanes.look_up(&lanes.table(pages), lanes.load(low), lanes.load(high))
        }
        vec![
            one::<L, 1>(lanes, pages, low, high),
            one::<L, 2>(lanes, pages, low, high),
            one::<L, 3>(lanes, pages, low, high),
            one::<L, 4>(lanes, pages, low, high),
            one::<L, 5>(lanes, pages, low, high),
            one::<L, 6>(lanes, pages, low, high),
            one::<L, 7>(lanes, pages, low, high),
            one::<L, 8>(lanes, pages, low, high),
        ]
    }
    with_lanes!(fn look_up_with(pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> Vec<u64> = look_up_in_all_sizes);

    #[test]
    fn look_ups_agree_with_membership() {
        let mut seed = 5u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 32) as u8
        };
        // An interpreter such as Miri takes a second per round.
        for round in 0..if cfg!(miri) { 6 } else { 200 } {
            let pages: PagedSet<8> = std::array::from_fn(|_| std::array::from_fn(|_| random() & (random() | round)));
            let low: [u8; 64] = std::array::from_fn(|_| random() % 128);
            let high: [u8; 64] = std::array::from_fn(|_| random() >> (random() % 6));
            let has = |k: usize, groups: u32| {
                let x = u32::from(high[k]) << 7 | u32::from(low[k]);
                x < 1024 * groups && pages[x as usize / 1024][x as usize % 128] >> (x / 128 % 8) & 1 == 1
            };
            let expected =
                [1, 2, 3, 4, 5, 6, 7, 8].map(|groups| (0..64).fold(0, |bits, k| bits | u64::from(has(k, groups)) << k));
            for instructions in Instructions::all() {
                assert_eq!(look_up_with(instructions, &pages, &low, &high), expected, "{instructions:?}");
            }
        }
    }

    #[test]
    fn instruction_sets_agree_on_operations() {
        let mut seed = 1u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 32) as u8
        };
        for round in 0..200 {
            let a: [u8; 64] = std::array::from_fn(|_| random());
            // In even rounds many bytes are equal.
            let b: [u8; 64] = std::array::from_fn(|k| if round % 2 == 0 { a[k] ^ (random() & 1) } else { random() });
            let expected = run(Instructions::Portable, &a, &b);
            for instructions in Instructions::all() {
                assert_eq!(run(instructions, &a, &b), expected, "{instructions:?}");
            }
        }
    }

    #[test]
    fn linear_maps_xor_columns() {
        let bytes: [u8; 64] = std::array::from_fn(|k| (37 * k) as u8);
        let columns = [0x81, 0, 3, 0xff, 0x10, 2, 0x40, 0x60];
        let expected = bytes.map(|byte| (0..8).filter(|k| byte >> k & 1 == 1).fold(0, |out, k| out ^ columns[k]));
        assert_eq!(Portable.store(Portable.linear(Portable.load(&bytes), columns)), expected);
    }

    #[test]
    fn bit_order_is_little_endian() {
        let mut a = [0u8; 64];
        a[1] = 1;
        let v = Portable.shift_right(Portable.load(&a), Portable.splat(0), 3);
        assert_eq!(Portable.store(v)[0], 1 << 5);
        let mut rows = [Portable.splat(0); 8];
        rows[3] = Portable.load(&a);
        assert_eq!(Portable.columns(rows)[8], 1 << 3);
    }
}

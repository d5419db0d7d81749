//! The table of bounds of [`StringsSearch`](super::StringsSearch).

use grundy_rules::{Budget, Result};

/// The key of a position without leaves.
///
/// The first number is the set of strings outside isolated chains, as the least image under all symmetries. The second
/// number describes the lengths of the isolated chains, from the lowest binary digit on, with the length 1 at first: a
/// 0 increases the length by 1, and a 1 stands for a chain of this length. It has at most as many binary digits as
/// these chains have strings.
pub(super) type PositionKey = (u64, u64);

/// The number of positions per bucket.
const BUCKET_SIZE: usize = 3;

/// Positions with equal hashes, stored in one cache line of the processor.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    keys: [PositionKey; BUCKET_SIZE],
    lows: [i8; BUCKET_SIZE],
    highs: [i8; BUCKET_SIZE],
    /// The number of strings of each position; 0 if the place is free.
    strings: [u8; BUCKET_SIZE],
}

const EMPTY: Bucket =
    Bucket { keys: [(0, 0); BUCKET_SIZE], lows: [0; BUCKET_SIZE], highs: [0; BUCKET_SIZE], strings: [0; BUCKET_SIZE] };

/// The number of buckets per page, a power of two.
const PAGE: usize = 1 << 14;

/// The bounds of positions, in bounded memory: positions with few strings are replaced first.
pub(super) struct StringTable {
    /// The pages; their number is a power of two.
    ///
    /// The table grows by adding pages; the existing pages do not move in memory.
    pages: Vec<Box<[Bucket]>>,
    /// The number of positions stored.
    len: usize,
    limit: u64,
}

impl StringTable {
    /// Creates an empty table, which may use `limit` bytes of memory.
    pub(super) fn new(limit: u64) -> StringTable {
        StringTable { pages: vec![vec![EMPTY; PAGE].into()], len: 0, limit }
    }

    #[inline]
    fn bucket((set, chains): PositionKey, pages: usize) -> (usize, usize) {
        let mixed = set.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ chains.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 12) as usize & (pages - 1), (mixed >> 48) as usize & (PAGE - 1))
    }

    /// Makes the processor read a position, if it can do so without waiting.
    #[inline]
    pub(super) fn prefetch(&self, key: PositionKey) {
        let (page, at) = StringTable::bucket(key, self.pages.len());
        let bucket = &self.pages[page][at];
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has this instruction, and it has no effect that a program can observe.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// Returns the bounds of a position; `None` if it is not in the table.
    #[inline]
    pub(super) fn get(&self, key: PositionKey) -> Option<(i32, i32)> {
        let (page, at) = StringTable::bucket(key, self.pages.len());
        let bucket = &self.pages[page][at];
        let found = (0..BUCKET_SIZE).find(|&way| bucket.keys[way] == key && bucket.strings[way] > 0)?;
        Some((bucket.lows[found].into(), bucket.highs[found].into()))
    }

    /// Stores the bounds of a position with this number of strings.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    pub(super) fn put(&mut self, key: PositionKey, low: i32, high: i32, strings: u8, budget: &Budget) -> Result<()> {
        let (page, at) = StringTable::bucket(key, self.pages.len());
        if self.write(page, at, key, (low as i8, high as i8, strings)) {
            self.len += 1;
            let capacity = self.pages.len() * PAGE * BUCKET_SIZE;
            if self.len > capacity / 2 && 2 * (capacity / BUCKET_SIZE * size_of::<Bucket>()) as u64 <= self.limit {
                self.grow(budget)?;
            }
        }
        Ok(())
    }

    /// Writes a position into a bucket, and returns whether it took a free place.
    fn write(&mut self, page: usize, at: usize, key: PositionKey, (low, high, strings): (i8, i8, u8)) -> bool {
        let bucket = &mut self.pages[page][at];
        let same = (0..BUCKET_SIZE).find(|&way| bucket.keys[way] == key && bucket.strings[way] > 0);
        let fewest = (0..BUCKET_SIZE).min_by_key(|&way| bucket.strings[way]).unwrap_or(0);
        let way = same.unwrap_or(fewest);
        let is_new = bucket.strings[way] == 0;
        (bucket.keys[way], bucket.lows[way], bucket.highs[way], bucket.strings[way]) = (key, low, high, strings);
        is_new
    }

    /// Doubles the number of buckets.
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<()> {
        let half = self.pages.len();
        for page in 0..half {
            if page.is_multiple_of(4) {
                budget.check()?;
            }
            self.pages.push(vec![EMPTY; PAGE].into());
        }
        for page in 0..half {
            if page.is_multiple_of(4) {
                budget.check()?;
            }
            for at in 0..PAGE {
                let old = std::mem::replace(&mut self.pages[page][at], EMPTY);
                for way in (0..BUCKET_SIZE).filter(|&way| old.strings[way] > 0) {
                    let to = StringTable::bucket(old.keys[way], 2 * half).0;
                    self.write(to, at, old.keys[way], (old.lows[way], old.highs[way], old.strings[way]));
                }
            }
        }
        Ok(())
    }
}

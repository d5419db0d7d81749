//! A table of decided positions in bounded memory.

use grundy_value::ValueLimit;

/// The number of entries per bucket; a bucket fills a cache line of the processor.
const BUCKET_SIZE: usize = 4;

/// The number of buckets of a new table, a power of two.
const FIRST_BUCKETS: usize = 1 << 6;

/// An entry: 120 bits of the key, then 7 bits for the work and 1 bit for the result.
///
/// The work is 1 plus the number of binary digits of the number of positions searched; it is 0 if the entry is free.
type Entry = [u64; 2];

/// The entries whose keys have the same hash.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET_SIZE]);

/// Whether the player to move wins, for positions given by keys of 128 bits, of which 120 are compared.
///
/// The table doubles its size when it is half full, as far as its memory limit allows. Where four positions have the
/// same place, a new one replaces the one that took the least work.
pub struct OutcomeTable {
    buckets: Vec<Bucket>,
    len: usize,
    max_bytes: u64,
}

impl OutcomeTable {
    /// Creates an empty table, which may use `max_bytes` of memory.
    pub fn new(max_bytes: u64) -> OutcomeTable {
        OutcomeTable { buckets: vec![Bucket([[0; 2]; BUCKET_SIZE]); FIRST_BUCKETS], len: 0, max_bytes }
    }

    /// Returns the words of an entry with this key, without work and result.
    #[inline]
    fn words(key: u128) -> Entry {
        [(key >> 64) as u64, key as u64 & !0xFF]
    }

    /// Returns whether the player to move wins; `None` if the position is not in the table.
    #[inline]
    pub fn get(&self, key: u128) -> Option<bool> {
        let [high, low] = OutcomeTable::words(key);
        let bucket = &self.buckets[high as usize & (self.buckets.len() - 1)];
        let entry =
            bucket.0.iter().find(|entry| entry[0] == high && (entry[1] ^ low) >> 8 == 0 && entry[1] & 0xFE != 0);
        entry.map(|entry| entry[1] & 1 == 1)
    }

    /// Stores that the player to move wins or loses, which took a search of `nodes` positions.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if not even a small table fits.
    pub fn put(&mut self, key: u128, wins: bool, nodes: u64) -> Result<(), ValueLimit> {
        let [high, low] = OutcomeTable::words(key);
        let work = 1 + u64::from(64 - nodes.leading_zeros());
        let is_new = OutcomeTable::write(&mut self.buckets, [high, low | work << 1 | u64::from(wins)]);
        self.len += usize::from(is_new);
        let bytes = size_of_val(&self.buckets[..]) as u64;
        if bytes > self.max_bytes {
            return Err(ValueLimit::Memory);
        }
        // While the table grows, the old one is still there.
        if self.len > self.buckets.len() * BUCKET_SIZE / 2 && 3 * bytes <= self.max_bytes {
            let mut larger = vec![Bucket([[0; 2]; BUCKET_SIZE]); 2 * self.buckets.len()];
            for &entry in self.buckets.iter().flat_map(|bucket| &bucket.0).filter(|entry| entry[1] & 0xFE != 0) {
                OutcomeTable::write(&mut larger, entry);
            }
            self.buckets = larger;
        }
        Ok(())
    }

    /// Writes an entry in the place of the same position, or else of the one that took the least work.
    ///
    /// Returns whether the place was free.
    fn write(buckets: &mut [Bucket], entry: Entry) -> bool {
        let at = entry[0] as usize & (buckets.len() - 1);
        let bucket = &mut buckets[at].0;
        let same = bucket.iter().position(|other| other[0] == entry[0] && (other[1] ^ entry[1]) >> 8 == 0);
        let least = (0..BUCKET_SIZE).min_by_key(|&k| bucket[k][1] & 0xFE).unwrap_or(0);
        let place = &mut bucket[same.unwrap_or(least)];
        let is_free = place[1] & 0xFE == 0;
        *place = entry;
        is_free
    }
}

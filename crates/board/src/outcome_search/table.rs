//! A table of decided positions in bounded memory.

use grundy_rules::{Budget, SearchRecords};
use grundy_value::ValueLimit;

/// The number of entries per bucket; a bucket fills a cache line of the processor.
const BUCKET_SIZE: usize = 4;

/// The number of buckets of a new table, a power of two.
const FIRST_BUCKETS: usize = 1 << 6;

/// An entry: 120 bits of the key, then 7 bits for the work and 1 bit for the result.
///
/// The work is 1 plus the number of binary digits of the number of positions searched; it is 0 if the entry is free.
pub type Entry = [u64; 2];

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
        self.put_entry([high, low | work << 1 | u64::from(wins)])
    }

    /// Stores an entry.
    pub fn put_entry(&mut self, entry: Entry) -> Result<(), ValueLimit> {
        let is_new = OutcomeTable::write(&mut self.buckets, entry);
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

    /// Stores the results of a search that were saved.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if not even a small table fits; [`ValueLimit::Cancelled`] if the budget is exhausted.
    pub fn load(&mut self, records: &dyn SearchRecords, search: &str, budget: &Budget) -> Result<(), ValueLimit> {
        load_entries(records, search, budget, &mut |saved| match saved {
            Saved::Entry(_, entry) => self.put_entry(entry),
            Saved::UsesBounds => Ok(()),
        })
    }

    /// Saves all results.
    pub fn save(&self, records: &dyn SearchRecords, search: &str) {
        records.save(search, &mut |write| self.write_entries(write));
    }

    /// Returns the size of the results in a file, in bytes.
    pub fn saved_bytes(&self) -> u64 {
        (self.len * size_of::<Entry>()) as u64
    }

    /// Passes the words of all entries to `write`.
    pub fn write_entries(&self, write: &mut dyn FnMut(&[u64])) {
        let entries = self.buckets.iter().flat_map(|bucket| &bucket.0);
        entries.filter(|entry| entry[1] & 0xFE != 0).for_each(|entry| write(entry));
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

/// What was saved of a search.
pub enum Saved {
    /// An entry with its key.
    Entry(u128, Entry),
    /// Bounds decided positions.
    UsesBounds,
}

/// The words that stand for [`Saved::UsesBounds`]; no entry has them.
pub const USES_BOUNDS: Entry = [1, 0];

/// Passes what was saved of a search to `put`, until `put` fails.
///
/// # Errors
/// The error of `put`; [`ValueLimit::Cancelled`] if the budget is exhausted.
pub fn load_entries(
    records: &dyn SearchRecords,
    search: &str,
    budget: &Budget,
    put: &mut dyn FnMut(Saved) -> Result<(), ValueLimit>,
) -> Result<(), ValueLimit> {
    let mut done = Ok(());
    records.load(search, size_of::<Entry>() / size_of::<u64>(), &mut |words| {
        if budget.check().is_err() {
            done = Err(ValueLimit::Cancelled);
        }
        for entry in words.chunks_exact(2) {
            let entry = [entry[0], entry[1]];
            // The last bits of the key are not stored; they are not used to find the place.
            let key = u128::from(entry[0]) << 64 | u128::from(entry[1] & !0xFF);
            let is_entry = entry[1] & 0xFE != 0;
            match done {
                Ok(()) if is_entry => done = put(Saved::Entry(key, entry)),
                Ok(()) if entry == USES_BOUNDS => done = put(Saved::UsesBounds),
                _ => {}
            }
        }
        done.is_ok()
    });
    done
}

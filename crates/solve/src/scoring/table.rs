//! The transposition table: what is known of positions met before, in bounded memory.

use grundy_rules::Seat;
use smallvec::SmallVec;

/// What is known of a position: bounds of what the player to move will still have more than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// At least this much; `i64::MIN` says nothing.
    pub low: i64,
    /// At most this much; `i64::MAX` says nothing.
    pub high: i64,
    /// How often the position was searched.
    pub visits: u8,
    /// The hash of the move that was best.
    pub hint: u64,
}

/// The keys of a position's components, in order.
pub(super) type Keys<K> = SmallVec<[K; 1]>;

struct Entry<K> {
    hash: u64,
    seat: Seat,
    /// The work behind the entry as a power of two: what took long is worth keeping.
    work: u8,
    known: Known,
    keys: Keys<K>,
    extra: u32,
}

/// How many places in a row are tried for a position. A power of two.
const BUCKET: usize = 4;
const FIRST_SIZE: usize = 1 << 10;

/// Known positions by key. The table grows up to its limit; then new positions take the place of those with the least work
/// behind them.
pub(super) struct Table<K> {
    slots: Vec<Option<Entry<K>>>,
    count: usize,
    /// What the entries take beside their slots.
    extra: u64,
    limit: u64,
}

impl<K: Eq + Clone> Table<K> {
    /// An empty table that will take `limit` bytes at most, some ten KiB for the first places excepted.
    pub fn new(limit: u64) -> Table<K> {
        Table { slots: vec![], count: 0, extra: 0, limit }
    }

    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let start = hash as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }

    /// What is known of the position.
    pub fn get(&mut self, hash: u64, seat: Seat, keys: &[&K]) -> Option<&mut Known> {
        if self.slots.is_empty() {
            return None;
        }
        let bucket = self.bucket(hash);
        let entry = self.slots[bucket].iter_mut().flatten().find(|entry| entry.is(hash, seat, keys))?;
        Some(&mut entry.known)
    }

    /// Takes in what was found by `work` nodes; the keys take `extra` bytes beside their own size.
    pub fn put(&mut self, hash: u64, seat: Seat, keys: &[&K], mut known: Known, work: u64, extra: u64) {
        if let Some(old) = self.get(hash, seat, keys) {
            known.low = known.low.max(old.low);
            known.high = known.high.min(old.high);
            known.visits = old.visits;
            *old = known;
            return;
        }
        let work = (u64::BITS - work.leading_zeros()) as u8;
        let mut bucket = if self.slots.is_empty() { 0..0 } else { self.bucket(hash) };
        while self.slots[bucket.clone()].iter().all(Option::is_some) && self.grow() {
            bucket = self.bucket(hash);
        }
        let spilled = if keys.len() > 1 { keys.len() * size_of::<K>() } else { 0 };
        let extra = u32::try_from(extra + spilled as u64).unwrap_or(u32::MAX);
        // A free place, or that of the entry with the least work behind it.
        let slots = &self.slots;
        let worth = |&at: &usize| slots[at].as_ref().map_or(0, |entry| 1 + u16::from(entry.work));
        let Some(mut at) = bucket.clone().min_by_key(worth) else { return };
        if self.slots[at].is_none() && self.bytes() + u64::from(extra) > self.limit {
            // No bytes are left for one more: another one has to go, if there is one here.
            let taken = bucket.filter(|&at| self.slots[at].is_some()).min_by_key(worth);
            let Some(other) = taken else { return };
            at = other;
        }
        let keys = keys.iter().map(|&key| key.clone()).collect();
        match self.slots[at].replace(Entry { hash, seat, work, known, keys, extra }) {
            Some(old) => self.extra -= u64::from(old.extra),
            None => self.count += 1,
        }
        self.extra += u64::from(extra);
    }

    /// What the table takes.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * Self::SLOT + self.extra
    }

    const SLOT: u64 = size_of::<Option<Entry<K>>>() as u64;

    /// Doubles the table, if the old and the new one together stay below the limit and the old one is well filled.
    fn grow(&mut self) -> bool {
        let size = (2 * self.slots.len()).max(FIRST_SIZE);
        let both = (size + self.slots.len()) as u64 * Self::SLOT + self.extra;
        if !self.slots.is_empty() && (both > self.limit || self.count * 3 < self.slots.len()) {
            return false;
        }
        let mut slots = Vec::with_capacity(size);
        slots.resize_with(size, || None);
        for entry in std::mem::replace(&mut self.slots, slots).into_iter().flatten() {
            let bucket = self.bucket(entry.hash);
            match self.slots[bucket].iter_mut().find(|slot| slot.is_none()) {
                Some(slot) => *slot = Some(entry),
                None => {
                    self.count -= 1;
                    self.extra -= u64::from(entry.extra);
                }
            }
        }
        true
    }
}

impl<K: Eq> Entry<K> {
    fn is(&self, hash: u64, seat: Seat, keys: &[&K]) -> bool {
        self.hash == hash && self.seat == seat && self.keys.iter().eq(keys.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(low: i64, high: i64) -> Known {
        Known { low, high, visits: 1, hint: 0 }
    }

    fn hash(key: u64) -> u64 {
        key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
    }

    #[test]
    fn bounds_meet() {
        let mut table = Table::new(1 << 20);
        let key = 5u64;
        let mut put = |known| table.put(hash(5), Seat::LEFT, &[&key], known, 1, 0);
        put(known(-3, i64::MAX));
        put(known(i64::MIN, 7));
        put(known(-5, 9));
        assert_eq!(*table.get(hash(5), Seat::LEFT, &[&key]).unwrap(), known(-3, 7));
        // The same hash is not the same position.
        assert!(table.get(hash(5), Seat::RIGHT, &[&key]).is_none());
        assert!(table.get(hash(5), Seat::LEFT, &[&6]).is_none());
        assert!(table.get(hash(5), Seat::LEFT, &[&key, &key]).is_none());
    }

    #[test]
    fn it_grows_up_to_its_limit_and_keeps_what_took_long() {
        let mut table = Table::new(1 << 20);
        for key in 0u64..100_000 {
            let work = if key.is_multiple_of(100) { 1 << 20 } else { 1 };
            table.put(hash(key), Seat::LEFT, &[&key], known(key as i64, key as i64), work, 10);
            assert!(table.bytes() <= 1 << 20);
        }
        let found: Vec<u64> = (0..100_000).filter(|key| table.get(hash(*key), Seat::LEFT, &[key]).is_some()).collect();
        assert!(found.len() > 4000, "{}", found.len());
        for key in &found {
            assert_eq!(table.get(hash(*key), Seat::LEFT, &[key]).unwrap().low, *key as i64);
        }
        let long = found.iter().filter(|key| key.is_multiple_of(100)).count();
        assert!(long > 900, "{long} of 1000 entries that took long were kept");
    }

    #[test]
    fn a_tiny_limit_is_no_failure() {
        let mut table = Table::new(0);
        for key in 0u64..5000 {
            table.put(hash(key), Seat::LEFT, &[&key], known(1, 1), 1, 100);
        }
        assert!(table.bytes() < 1 << 18);
    }
}

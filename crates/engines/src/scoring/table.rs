//! The transposition table: bounds of positions in bounded memory.
//!
//! A move usually changes the last number of a key a little, so positions with adjacent keys are met one after the
//! other. They are stored together on a page. The page is found by the hash of the common part of their keys, so most
//! look-ups stay on one page.

use crate::memory::{PagedVec, allocated};
use grundy_rules::Player;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// The known bounds of the value of a position.
/// The value is the number of points that the player to move will still score, minus those of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The lower bound; `i64::MIN` if unknown.
    pub low: i64,
    /// The upper bound; `i64::MAX` if unknown.
    pub high: i64,
    /// The number of searches of the position, at most 7.
    pub visits: u8,
    /// The hash of the best move, restricted to `HINT`.
    pub hint: u64,
}

/// The mask of the bits of a move's hash that are stored.
pub(super) const HINT: u64 = (1 << 20) - 1;

/// A table of the bounds of positions by key.
/// It grows up to its limit; then new positions replace those that took the least work.
pub struct BoundsTable<K> {
    /// Positions of one component, which are the most frequent ones.
    single: PageTable<K>,
    /// Sums of several components.
    sums: PageTable<Box<[K]>>,
    limit: u64,
}

impl<K: Eq + Clone + Hash> BoundsTable<K> {
    /// Creates an empty table of at most `limit` bytes, except for a few KiB for the first pages.
    pub fn new(limit: u64) -> BoundsTable<K> {
        BoundsTable { single: PageTable::new(), sums: PageTable::new(), limit }
    }

    /// Returns the bounds of a position, and counts a visit if `counts` returns true for them.
    pub fn probe(
        &mut self,
        player: Player,
        keys: &[&K],
        counts: impl FnOnce(&ScoreBounds) -> bool,
    ) -> Option<ScoreBounds> {
        match keys {
            [key] => self.single.probe(place_of(key, player), |stored| stored == *key, counts),
            _ => self.sums.probe(place_of_sum(keys, player), |stored| stored.iter().eq(keys.iter().copied()), counts),
        }
    }

    /// Returns the exact value of a position of one component, if it is known.
    #[inline]
    pub fn exact(&mut self, player: Player, key: &K) -> Option<i64> {
        let entry = self.single.entry(place_of(key, player), |stored| stored == key)?;
        (entry.tags.bound_flags() == LOW | HIGH && entry.gap == 0).then_some(entry.bound)
    }

    /// Reports whether an entry was omitted or replaced for lack of memory.
    pub fn is_full(&self) -> bool {
        self.single.is_full || self.sums.is_full
    }

    /// Stores the bounds of a position that a search of `work` nodes found.
    /// The keys own `extra` bytes of heap memory.
    pub fn put(&mut self, player: Player, keys: &[&K], bounds: ScoreBounds, work: u64, extra: u64) {
        let work = (u64::BITS - work.leading_zeros()).clamp(1, 63);
        match keys {
            [key] => {
                let limit = self.limit.saturating_sub(self.sums.bytes());
                let found = NewBounds { place: place_of(key, player), player, bounds, work, extra };
                self.single.put(found, |stored| stored == *key, || (*key).clone(), limit);
            }
            _ => {
                let limit = self.limit.saturating_sub(self.single.bytes());
                let extra = extra + allocated(keys.len() * size_of::<K>());
                let found = NewBounds { place: place_of_sum(keys, player), player, bounds, work, extra };
                let owned_keys = || keys.iter().map(|&key| key.clone()).collect();
                self.sums.put(found, |stored| stored.iter().eq(keys.iter().copied()), owned_keys, limit);
            }
        }
    }

    /// Returns the memory used by the table in bytes.
    pub fn bytes(&self) -> u64 {
        self.single.bytes() + self.sums.bytes()
    }
}

/// The place of a position: the hash of its page, and its slot on the page.
#[derive(Clone, Copy)]
pub(crate) struct TableSlot {
    pub(crate) hash: u32,
    slot: u32,
}

/// The bounds of a position that are to be stored.
struct NewBounds {
    place: TableSlot,
    player: Player,
    bounds: ScoreBounds,
    /// One plus the binary logarithm of the number of nodes searched for the bounds.
    work: u32,
    /// The heap memory that its key owns, in bytes.
    extra: u64,
}

/// A position with its bounds: 16 bytes plus the key.
pub(crate) struct BoundsEntry<Q> {
    key: Q,
    tags: Tags,
    /// The upper bound minus the lower bound, if both are known.
    gap: u32,
    /// The lower bound, or the upper bound if only that is known.
    bound: i64,
}

/// Bit fields: player (1 bit), known bounds (2), visits (3), logarithm of the work (6), hint (20).
#[derive(Clone, Copy)]
struct Tags(NonZeroU32);

const LOW: u32 = 1;
const HIGH: u32 = 2;

impl Tags {
    #[inline]
    fn new(player: Player, bound_flags: u32, visits: u8, work: u32, hint: u64) -> Tags {
        let bits = u32::from(player.0 & 1) | bound_flags << 1 | u32::from(visits.min(7)) << 3 | work << 6;
        // `work` is at least 1, so the bits are not 0.
        Tags(NonZeroU32::new(bits | ((hint & HINT) as u32) << 12).unwrap_or(NonZeroU32::MIN))
    }

    #[inline]
    fn player(self) -> u8 {
        (self.0.get() & 1) as u8
    }

    #[inline]
    fn bound_flags(self) -> u32 {
        self.0.get() >> 1 & 3
    }

    #[inline]
    fn visits(self) -> u8 {
        (self.0.get() >> 3 & 7) as u8
    }

    #[inline]
    fn visited(self) -> Tags {
        if self.visits() == 7 { self } else { Tags(self.0.saturating_add(1 << 3)) }
    }

    #[inline]
    fn work(self) -> u32 {
        self.0.get() >> 6 & 63
    }

    #[inline]
    fn hint(self) -> u64 {
        u64::from(self.0.get() >> 12)
    }
}

impl<Q> BoundsEntry<Q> {
    fn new(key: Q, player: Player, bounds: ScoreBounds, work: u32) -> BoundsEntry<Q> {
        let mut entry = BoundsEntry { key, tags: Tags::new(player, 0, 0, work, 0), gap: 0, bound: 0 };
        entry.write(bounds);
        entry
    }

    fn write(&mut self, bounds: ScoreBounds) {
        let low = (bounds.low > i64::MIN).then_some(bounds.low);
        let high = (bounds.high < i64::MAX).then_some(bounds.high);
        let gap = low.zip(high).and_then(|(low, high)| u32::try_from(high.checked_sub(low)?).ok());
        let (flags, bound) = match (low, high) {
            (Some(low), Some(_)) if gap.is_some() => (LOW | HIGH, low),
            // If the bounds are too far apart for `gap`, they are of little use, and only one is stored.
            (Some(low), _) => (LOW, low),
            (None, Some(high)) => (HIGH, high),
            (None, None) => (0, 0),
        };
        (self.gap, self.bound) = (gap.unwrap_or(0), bound);
        self.tags = Tags::new(Player(self.tags.player()), flags, bounds.visits, self.tags.work(), bounds.hint);
    }

    fn bounds(&self) -> ScoreBounds {
        let flags = self.tags.bound_flags();
        let low = if flags & LOW > 0 { self.bound } else { i64::MIN };
        let high = match flags {
            HIGH => self.bound,
            LOW | 0 => i64::MAX,
            _ => self.bound + i64::from(self.gap),
        };
        ScoreBounds { low, high, visits: self.tags.visits(), hint: self.tags.hint() }
    }
}

/// The number of low bits of the last number in which the keys of one page may differ.
const SHARED_KEY_BITS: u32 = 4;
/// The number of pages among which the page to evict is chosen.
const CANDIDATES: usize = 8;
/// The number of bytes for the first pages, which are allocated regardless of the limit.
const FIRST_BYTES: u64 = 1 << 16;
/// The binary logarithm of the factor of work that protects an entry when the table is full.
/// An entry is kept if it took more than this factor times the work of the new one.
const PROTECTED_WORK_LOG2: u32 = 4;
/// The index that ends a chain of pages.
const END: u32 = u32::MAX;

/// A page: the positions whose keys have the same hash.
struct Page<Q> {
    hash: u32,
    /// The next page in the chain of pages whose hashes have the same low bits.
    next: u32,
    /// The occupied slots as a mask; a slot is the player to move with the last bits of the key.
    /// Different keys with the same slot replace each other.
    occupied: u32,
    /// The entries of the occupied slots, in the order of the slots.
    entries: SmallVec<[BoundsEntry<Q>; 1]>,
}

impl<Q> Page<Q> {
    /// Returns the heap memory that the page owns, in bytes.
    fn heap_bytes(&self) -> u64 {
        if self.entries.spilled() { allocated(self.entries.capacity() * size_of::<BoundsEntry<Q>>()) } else { 0 }
    }

    /// Returns the index of the entry of this slot, and whether it exists.
    /// If it does not, the index is the place at which to insert it.
    fn at(&self, place: u32) -> (usize, bool) {
        let before = self.occupied & ((1 << place) - 1);
        (before.count_ones() as usize, self.occupied >> place & 1 == 1)
    }

    /// Returns the largest work of a position on the page, in the logarithmic form of [`NewBounds::work`].
    fn work(&self) -> u32 {
        self.entries.iter().map(|entry| entry.tags.work()).max().unwrap_or(0)
    }
}

/// Positions by key; positions with adjacent keys share a page.
struct PageTable<Q> {
    /// For each value of a hash's low bits, the first page of the chain.
    heads: Vec<u32>,
    pages: PagedVec<Page<Q>>,
    /// The heap memory that pages and keys own, in bytes, not counting the structs themselves.
    extra: u64,
    /// The index of the page at which the search for a page to evict continues.
    next_victim: usize,
    /// Whether an entry was omitted because of the limit.
    is_full: bool,
}

impl<Q> PageTable<Q> {
    fn new() -> PageTable<Q> {
        PageTable { heads: vec![], pages: PagedVec::new(), extra: 0, next_victim: 0, is_full: false }
    }

    fn bytes(&self) -> u64 {
        4 * self.heads.capacity() as u64 + self.pages.bytes() + self.extra
    }

    /// Returns the index of the page with this hash, or `None` if there is no such page.
    fn find_page(&self, hash: u32) -> Option<usize> {
        let mut at = *self.heads.get(hash as usize & self.heads.len().wrapping_sub(1))?;
        while at != END {
            let page = &self.pages[at as usize];
            if page.hash == hash {
                return Some(at as usize);
            }
            at = page.next;
        }
        None
    }

    #[inline]
    fn entry(&mut self, place: TableSlot, same: impl Fn(&Q) -> bool) -> Option<&mut BoundsEntry<Q>> {
        let page = self.find_page(place.hash)?;
        let page = &mut self.pages[page];
        let (at, taken) = page.at(place.slot);
        if taken { page.entries.get_mut(at).filter(|entry| same(&entry.key)) } else { None }
    }

    #[inline]
    fn probe(
        &mut self,
        place: TableSlot,
        same: impl Fn(&Q) -> bool,
        counts: impl FnOnce(&ScoreBounds) -> bool,
    ) -> Option<ScoreBounds> {
        let entry = self.entry(place, same)?;
        let bounds = entry.bounds();
        if counts(&bounds) {
            entry.tags = entry.tags.visited();
        }
        Some(bounds)
    }

    fn put(&mut self, found: NewBounds, same: impl Fn(&Q) -> bool, key: impl FnOnce() -> Q, limit: u64) {
        let NewBounds { place, player, mut bounds, work, extra } = found;
        let limit = limit.max(FIRST_BYTES);
        let Some(page) = self.find_page(place.hash) else {
            self.put_page(place, BoundsEntry::new(key(), player, bounds, work), extra, limit);
            return;
        };
        let bytes = self.bytes();
        let page = &mut self.pages[page];
        let (at, taken) = page.at(place.slot);
        if taken {
            let old = &mut page.entries[at];
            if same(&old.key) {
                let old_bounds = old.bounds();
                bounds.low = bounds.low.max(old_bounds.low);
                bounds.high = bounds.high.min(old_bounds.high);
                bounds.visits = old_bounds.visits;
                old.write(bounds);
            } else {
                // Keys of one game have about the same size, so `extra` stays as it is.
                *old = BoundsEntry::new(key(), player, bounds, work);
            }
            return;
        }
        let entry = BoundsEntry::new(key(), player, bounds, work);
        let full = page.entries.len() == page.entries.capacity();
        let grown = if full { allocated(2 * page.entries.capacity() * size_of::<BoundsEntry<Q>>()) } else { 0 };
        if bytes + grown + extra > limit {
            self.is_full = true;
            // A new entry would exceed the limit, so the entry that took the least work is evicted.
            let works = page.entries.iter().enumerate().map(|(at, entry)| (entry.tags.work(), at));
            let Some((least_work, least)) = works.min() else { return };
            if least_work > work + PROTECTED_WORK_LOG2 {
                // Searching the new position again would cost almost nothing compared with searching that of the
                // evicted entry.
                return;
            }
            let places = (0..u32::BITS).filter(|&place| page.occupied >> place & 1 == 1);
            page.occupied &= !(1 << places.clone().nth(least).unwrap_or(0));
            page.entries.remove(least);
            // Keys of one game have about the same size.
            self.extra = self.extra.saturating_sub(extra);
        }
        let before = page.heap_bytes();
        let (at, _) = page.at(place.slot);
        page.entries.insert(at, entry);
        page.occupied |= 1 << place.slot;
        self.extra += page.heap_bytes() - before + extra;
    }

    /// Stores a position on a new page.
    fn put_page(&mut self, TableSlot { hash, slot }: TableSlot, entry: BoundsEntry<Q>, extra: u64, limit: u64) {
        if self.pages.len() >= self.heads.len() {
            let doubled = (2 * self.heads.len()).max(64);
            if self.bytes() + 4 * doubled as u64 <= limit {
                self.rehash(doubled);
            }
        }
        let page = Page { hash, next: END, occupied: 1 << slot, entries: SmallVec::from_buf([entry]) };
        let more = self.pages.growth();
        let at = if self.bytes() + more + extra <= limit && self.pages.len() < END as usize {
            self.extra += extra;
            self.pages.push(page);
            self.pages.len() - 1
        } else {
            self.is_full = true;
            let Some(at) = self.evict_page() else { return };
            let keys = self.pages[at].entries.len() as u64;
            // The keys of the old page are assumed to have the size of the new key.
            self.extra = self.extra.saturating_sub(self.pages[at].heap_bytes() + extra * keys) + extra;
            self.pages[at] = page;
            at
        };
        if self.heads.is_empty() {
            self.rehash(64);
            return;
        }
        let head = hash as usize & (self.heads.len() - 1);
        self.pages[at].next = self.heads[head];
        self.heads[head] = at as u32;
    }

    /// Chooses a page that took little work, and removes it from its chain.
    /// Returns the index of the page, or `None` if there are no pages.
    fn evict_page(&mut self) -> Option<usize> {
        let count = self.pages.len();
        let candidates = (self.next_victim..self.next_victim + CANDIDATES.min(count)).map(|at| at % count);
        let chosen = candidates.min_by_key(|&at| self.pages[at].work())?;
        self.next_victim = (self.next_victim + CANDIDATES) % count;
        let (hash, after) = (self.pages[chosen].hash, self.pages[chosen].next);
        let head = hash as usize & (self.heads.len() - 1);
        if self.heads[head] == chosen as u32 {
            self.heads[head] = after;
            return Some(chosen);
        }
        let mut at = self.heads[head];
        while at != END {
            let page = &mut self.pages[at as usize];
            if page.next == chosen as u32 {
                page.next = after;
                break;
            }
            at = page.next;
        }
        Some(chosen)
    }

    /// Rebuilds all chains with this number of heads, a power of two.
    fn rehash(&mut self, heads: usize) {
        self.heads = vec![END; heads];
        for at in 0..self.pages.len() {
            let head = self.pages[at].hash as usize & (heads - 1);
            self.pages[at].next = self.heads[head];
            self.heads[head] = at as u32;
        }
    }
}

/// Returns the place of a position of one component.
/// Keys that differ only in the last bits share a page.
#[inline]
pub(crate) fn place_of(key: &impl Hash, player: Player) -> TableSlot {
    let mut hasher = PrefixHasher { mixed: 0, last: 0 };
    key.hash(&mut hasher);
    let low = hasher.last as u32 & ((1 << SHARED_KEY_BITS) - 1);
    TableSlot { hash: (hasher.finish() >> 32) as u32, slot: low | u32::from(player.0 & 1) << SHARED_KEY_BITS }
}

fn place_of_sum(keys: &[&impl Hash], player: Player) -> TableSlot {
    let mut hasher = PrefixHasher { mixed: 0, last: 0 };
    keys.hash(&mut hasher);
    // A move in a sum may change the key of any component, so the last number of the key does not group
    // positions. Sums do not share pages, and the whole key is hashed.
    hasher.write_u64(0);
    TableSlot { hash: (hasher.finish() >> 32) as u32, slot: u32::from(player.0 & 1) << SHARED_KEY_BITS }
}

/// A hasher of the numbers of a key, of which `finish` omits the last bits of the last number.
#[derive(Clone, Copy)]
struct PrefixHasher {
    /// The hash of all numbers of the key except the last one.
    mixed: u64,
    last: u64,
}

impl PrefixHasher {
    #[inline]
    fn mix(&self, last: u64) -> u64 {
        (self.mixed.rotate_left(23) ^ last).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Hasher for PrefixHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let hash = self.mix(self.last >> SHARED_KEY_BITS);
        // This mixing makes the upper half depend on all bits.
        (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        (self.mixed, self.last) = (self.mix(self.last), number);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(padded));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

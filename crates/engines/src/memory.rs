//! Containers that report their memory use, for searches with a memory limit.
//!
//! A `Vec` that grows needs its memory twice while it is copied, and is half empty afterwards; the items of `PagedVec`
//! never move. Hash tables must be copied when they grow; `growth` estimates the memory for the next entry, so that the
//! limit can be checked first.

use std::collections::HashMap;
use std::ops::{Index, IndexMut};

/// Returns the bytes that the allocator uses for a block of this many bytes.
/// The estimate adds a header of 8 bytes and rounds up to a multiple of 16, at least 32.
#[inline]
pub(crate) fn allocated(bytes: usize) -> u64 {
    if bytes == 0 { 0 } else { ((bytes as u64 + 23) & !15).max(32) }
}

/// Returns the bytes of a hash table of this capacity.
/// The number of slots is a power of two, with eight slots per seven entries and one extra byte per slot.
#[inline]
#[doc(hidden)]
pub fn table_bytes(capacity: usize, entry: usize) -> u64 {
    let places = if capacity < 8 { capacity.next_power_of_two() } else { (capacity / 7 * 8).next_power_of_two() };
    if capacity == 0 { 0 } else { places as u64 * (entry as u64 + 1) + 32 }
}

/// Returns the bytes of a map, excluding memory to which its keys and values point.
pub fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    table_bytes(map.capacity(), size_of::<(K, V)>())
}

/// Returns the additional bytes that a map may need for one more entry.
pub fn map_growth<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    growth(map.len(), map.capacity(), map_bytes(map))
}

/// Returns the additional bytes that a hash table may need for one more entry.
/// A full table is copied into one of twice the size.
#[inline]
pub(crate) fn growth(entries: usize, capacity: usize, bytes: u64) -> u64 {
    if entries < capacity { 0 } else { 2 * bytes }
}

/// A list and stack that grows without moving its items.
#[doc(hidden)]
pub struct PagedVec<T> {
    pages: Vec<Vec<T>>,
    len: usize,
}

impl<T> PagedVec<T> {
    /// The number of items per page, a power of two; a page has about 64 KiB.
    const PER_PAGE: usize = match (1usize << 16) / (if size_of::<T>() == 0 { 1 } else { size_of::<T>() }) {
        0 => 1,
        count => 1 << count.ilog2(),
    };

    /// Creates an empty list.
    pub fn new() -> PagedVec<T> {
        PagedVec { pages: vec![], len: 0 }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Reports whether the list has no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        let page = self.len / Self::PER_PAGE;
        if page == self.pages.len() {
            // The first page starts small, because most lists stay short.
            self.pages.push(if page == 0 { vec![] } else { Vec::with_capacity(Self::PER_PAGE) });
        }
        self.pages[page].push(item);
        self.len += 1;
    }

    /// Removes and returns the last item, or `None` if the list is empty; the page stays allocated.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.pages[last / Self::PER_PAGE].pop()
    }

    /// Returns the additional bytes that one more item may need.
    pub fn growth(&self) -> u64 {
        match self.pages.get(self.len / Self::PER_PAGE) {
            Some(page) if page.len() < page.capacity() => 0,
            Some(page) => allocated(2 * page.capacity().max(4) * size_of::<T>()),
            None if self.len == 0 => allocated(4 * size_of::<T>()),
            None => allocated(Self::PER_PAGE * size_of::<T>()),
        }
    }

    /// Returns the bytes of the list, excluding memory to which its items point.
    pub fn bytes(&self) -> u64 {
        let first = self.pages.first().map_or(0, |page| allocated(page.capacity() * size_of::<T>()));
        let others = self.pages.len().saturating_sub(1) as u64 * allocated(Self::PER_PAGE * size_of::<T>());
        first + others + (self.pages.capacity() * size_of::<Vec<T>>()) as u64
    }
}

impl<T> Default for PagedVec<T> {
    fn default() -> PagedVec<T> {
        PagedVec::new()
    }
}

impl<T> Index<usize> for PagedVec<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.pages[at / Self::PER_PAGE][at % Self::PER_PAGE]
    }
}

impl<T> IndexMut<usize> for PagedVec<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.pages[at / Self::PER_PAGE][at % Self::PER_PAGE]
    }
}

/// A store of byte strings that never move.
#[derive(Default)]
#[doc(hidden)]
pub struct BytePages {
    pages: Vec<Vec<u8>>,
    bytes: u64,
}

impl BytePages {
    const PAGE: usize = 1 << 16;

    /// Stores a byte string and returns its address.
    /// The upper 32 bits are the page, the lower 32 bits the offset in the page.
    #[inline]
    pub fn push(&mut self, string: &[u8]) -> u64 {
        if self.pages.last().is_none_or(|page| page.capacity() - page.len() < string.len()) {
            // The first page is small, because most searches are small; a long string gets a page of its own size.
            let usual = if self.pages.is_empty() { Self::PAGE / 64 } else { Self::PAGE };
            let size = usual.max(string.len());
            self.pages.push(Vec::with_capacity(size));
            self.bytes += allocated(size) + 2 * size_of::<Vec<u8>>() as u64;
        }
        let page = self.pages.len() - 1;
        let start = self.pages[page].len();
        self.pages[page].extend_from_slice(string);
        (page as u64) << 32 | start as u64
    }

    /// Returns the bytes from an address to the end of its page.
    #[inline]
    pub fn from(&self, at: u64) -> &[u8] {
        &self.pages[(at >> 32) as usize][at as u32 as usize..]
    }

    /// Returns the memory used in bytes.
    #[inline]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

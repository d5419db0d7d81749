//! Blocks that are not packed, as the system maps them into memory: a slot is looked up without reading a file.
//!
//! Reading a block by [`TierFile::block`](super::file::TierFile::block) is the twin without a map, which every block goes through once: there its checksum is held
//! against it. Probes at random took 15 ns instead of 5 microseconds.

use super::file::{BLOCK, HEADER, Header};
use memmap2::Mmap;
use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};

/// The blocks of a tier.
#[derive(Debug)]
pub(super) struct Mapped {
    bytes: Mmap,
    /// A bit for each block whose checksum was right.
    right: Vec<AtomicU64>,
    /// A block has 2^shift slots.
    shift: u32,
    width: u8,
    slots: u64,
}

impl Mapped {
    /// Those of a file; `None` if the system does not map it.
    pub fn of(file: &File, header: &Header) -> Option<Mapped> {
        let width = usize::from(header.width);
        if !matches!(width, 1 | 2 | 4) {
            return None;
        }
        // SAFETY: files of tiers are written whole beside their place and renamed, never written to again, so that nobody who keeps to that changes
        // what is mapped; a file that is replaced lives as long as the map. Who cuts a file off by hand while it is read has the process end.
        let bytes = unsafe { Mmap::map(file) }.ok()?;
        let whole = usize::try_from(header.slots).ok()?.checked_mul(width)?.checked_add(HEADER)?;
        if bytes.len() < whole || header.slots.div_ceil((BLOCK / width) as u64) != u64::from(header.blocks) {
            return None;
        }
        let right = (0..header.blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some(Mapped { bytes, right, shift: (BLOCK / width).trailing_zeros(), width: header.width, slots: header.slots })
    }

    /// The code of a slot; `None` if its block was not held against its checksum yet.
    #[inline]
    pub fn code(&self, slot: u64) -> Option<u32> {
        let block = slot >> self.shift;
        if slot >= self.slots || self.right[block as usize / 64].load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
            return None;
        }
        let (at, bytes) = (slot as usize, self.bytes.get(HEADER..)?);
        // The highest bit, which says won, is the lowest one of a code.
        Some(match self.width {
            1 => u32::from(bytes.get(at)?.rotate_left(1)),
            2 => u32::from(u16::from_le_bytes(*bytes.get(2 * at..)?.first_chunk()?).rotate_left(1)),
            _ => u32::from_le_bytes(*bytes.get(4 * at..)?.first_chunk()?).rotate_left(1),
        })
    }

    /// The checksum of a block was right.
    pub fn is_right(&self, block: u32) {
        if let Some(word) = self.right.get(block as usize / 64) {
            word.fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
    }
}

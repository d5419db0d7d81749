//! The bit planes of a space, and the window of heaps that differences reach.

use super::near::Near;
use crate::lanes::AlignedBytes;
use std::collections::VecDeque;

/// The number of heaps in a block: the bits of a row.
pub(super) const BLOCK: usize = 512;
/// The number of blocks in a pass, limited by the registers for the rows of eight planes.
pub(super) const ROWS: usize = 3;
/// The number of heaps in a pass: the bits of its rows after a shift by up to 7 bits, in whole bytes.
pub(super) const PASS: usize = ROWS * BLOCK - 8;
/// The number of passes in a step.
pub(super) const PASSES: usize = 3;
/// The number of heaps in a step.
pub(crate) const STEP: usize = PASS * PASSES;
/// Differences below this are near; it is at least the length of a pass.
pub(super) const NEAR: usize = ROWS * BLOCK;
/// The code of rare heaps in lists of codes.
pub(super) const RARE_CODE: u8 = 255;
/// The maximum number of small heaps, which are tried as one of the two heaps that make a rare value.
pub(super) const MAX_SMALL_HEAPS: usize = 16384;

pub(super) const ZERO: AlignedBytes = AlignedBytes([0; 64]);

/// The data derived from a space, with the window of heaps that differences reach.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    /// The index of the lowest bit of the mask.
    pub(super) low: u32,
    /// Indexed by the turn of n and by code: the common value.
    pub(super) common: [[u16; 256]; 2],
    /// Indexed by the turn of n and by code: the rare value.
    pub(super) rare: [[u16; 256]; 2],
    /// Indexed by the turn of n and by the code of a rare value: the least code of a greater common value.
    pub(super) greater: [[u16; 256]; 2],
    /// Whether the turn depends on the parity of n; otherwise it is always 0.
    pub(super) alternating: bool,
    /// The parity of heaps whose turn is 0.
    pub(super) parity: usize,
    /// A multiple of 8: codes below it have planes. Larger codes are rare and are processed one by one.
    pub(super) dense: usize,
    /// The heap of bit 0 of all planes. The first heap of a block starts at a whole byte.
    pub(super) base: usize,
    /// The number of heaps before a block that the planes must contain.
    pub(super) back: usize,
    /// The bytes of a plane, a power of two.
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
    /// Heaps in the window whose codes have no plane, as (heap, code).
    pub(super) without_plane: VecDeque<(usize, u8)>,
    /// The far pairs (d, v), indexed by v / 8, as lists of offsets and shifts that `exclude` reads.
    pub(super) far: Vec<Vec<u32>>,
    /// The far pairs (d, v): heap n cannot have code u^v if heap n - d has code u. In ascending order.
    pub(super) far_pairs: Vec<(u32, u8)>,
    /// The near pairs: those with d below `NEAR`.
    pub(super) near: Near,
    /// Indexed by the code of a rare value: its pivots, as offsets in the order of trial.
    ///
    /// A pivot is a pair of a plane and a small heap whose options have the value.
    pub(super) pivots: Vec<Vec<u32>>,
    /// The last rare heap.
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
    /// Returns the turn of heap n, 0 or 1: which of the two maps between codes and values applies.
    pub(super) fn turn(&self, n: usize) -> usize {
        if self.alternating { (n ^ self.parity) & 1 } else { 0 }
    }

    /// Returns the code of a value: the value without the lowest bit of the mask.
    pub(super) fn code(&self, value: u32) -> usize {
        ((value >> (self.low + 1)) << self.low | value & ((1 << self.low) - 1)) as usize
    }
}

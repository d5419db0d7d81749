//! The test that makes the values of a step final: each smaller rare value must be an option.

use super::data::{BLOCK, Planes, RARE_CODE, STEP};
use super::pivots::{FIRST_BATCH_LEN, NEXT_BATCH_LEN};
use crate::lanes::{Lanes, with_lanes};
use crate::moves::KernelMoves;

/// The number of rows of a step.
const BLOCKS: usize = STEP.div_ceil(BLOCK);
/// If at most this many heaps remain, each is tested individually.
const MAX_SINGLE_TESTS: u32 = 24;

/// The codes of rare values that one thread tests: `first`, `first + step`, and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeStride {
    pub first: usize,
    pub step: usize,
}

/// Finds the smaller rare values that planes and small heaps do not show to be options.
///
/// Returns them as pairs (heap, code).
#[inline(always)]
fn verify<L: Lanes>(
    lanes: L,
    planes: &Planes,
    start: usize,
    moves: &KernelMoves,
    stride: CodeStride,
) -> Vec<(usize, u8)> {
    let place = start - planes.base;
    let codes = &planes.codes[place..place + STEP];
    let max_code = usize::from(codes.iter().copied().max().unwrap_or(0));
    let at = (place / 8).wrapping_sub(planes.stride);
    let mut remaining = vec![];
    for w in (stride.first..256usize).step_by(stride.step) {
        let greater = [0, 1].map(|turn| planes.greater[turn][w]);
        if usize::from(greater[0].min(greater[1])) > max_code {
            break;
        }
        let mut open: StepRows<L::V> = heaps_with_greater_codes(lanes, planes, start, STEP, greater);
        let (first, more) = planes.pivots[w].split_at(planes.pivots[w].len().min(8 * FIRST_BATCH_LEN));
        for batch in std::iter::once(first).chain(more.chunks_exact(8 * NEXT_BATCH_LEN)) {
            open = close(lanes, &planes.planes[planes.skip..], batch, at, open);
            if lanes.count_ones(&open) <= MAX_SINGLE_TESTS {
                break;
            }
        }
        for (block, open) in open.into_iter().enumerate() {
            let bytes = lanes.store(open);
            for (k, bytes) in bytes.as_chunks().0.iter().enumerate() {
                let mut bits = u64::from_le_bytes(*bytes);
                while bits != 0 {
                    let n = start + block * BLOCK + 64 * k + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if !small_pair(lanes, planes, moves, n, w as u8) {
                        remaining.push((n, w as u8));
                    }
                }
            }
        }
    }
    remaining
}

with_lanes!(
    /// Finds the smaller rare values that planes and small heaps do not show to be options.
    ///
    /// Returns them as pairs (heap, code).
    pub(super) fn verify_part(
        planes: &Planes,
        start: usize,
        moves: &KernelMoves,
        stride: CodeStride,
    ) -> Vec<(usize, u8)> = verify
);

/// The rows of a step, as sets of heaps.
type StepRows<V> = [V; BLOCKS];

/// Removes from `open` the heaps that a batch of pivots covers.
///
/// Rows are passed by value, so that they stay in registers.
#[inline(always)]
fn close<L: Lanes>(lanes: L, planes: &[u8], batch: &[u32], at: usize, mut open: StepRows<L::V>) -> StepRows<L::V> {
    let mut sets = [lanes.splat(0); BLOCKS];
    // Pivots come in descending order of their bit shift: `sets` is shifted by 1 bit before each smaller shift.
    for (k, places) in batch.chunks_exact((batch.len() / 8).max(1)).enumerate() {
        if k > 0 {
            for row in 0..BLOCKS {
                let following = if row + 1 < BLOCKS { sets[row + 1] } else { lanes.splat(0) };
                sets[row] = lanes.shift_right(sets[row], following, 1);
            }
        }
        for &place in places {
            let place = (place as usize).wrapping_add(at);
            let found: StepRows<L::V> = lanes.run(&planes[place / 64 * 64..], lanes.shift(place % 64));
            for (set, found) in sets.iter_mut().zip(found) {
                *set = lanes.or(*set, found);
            }
        }
    }
    for (open, set) in open.iter_mut().zip(sets) {
        *open = lanes.without(*open, set);
    }
    open
}

/// Returns the heaps from `start` on whose codes are at least the bound in `greater`.
///
/// `greater` has a bound for each turn of a heap. Only the first `heaps` heaps are included.
#[inline(always)]
pub(super) fn heaps_with_greater_codes<L: Lanes, const N: usize>(
    lanes: L,
    planes: &Planes,
    start: usize,
    heaps: usize,
    greater: [u16; 2],
) -> [L::V; N] {
    let place = start - planes.base;
    // No common heap has code 255, so a bound above 255 can be replaced by 255.
    let least = [
        lanes.splat(greater[0].min(u16::from(RARE_CODE)) as u8),
        lanes.splat(greater[1].min(u16::from(RARE_CODE)) as u8),
    ];
    let even = planes.turn(start);
    let mut sets = [lanes.splat(0); N];
    for (block, set) in sets.iter_mut().enumerate() {
        let mut bytes = [0u8; 64];
        for part in 0..8 {
            let Some(codes) = planes.codes[place + block * BLOCK + 64 * part..].first_chunk() else { continue };
            let codes = lanes.load(codes);
            let mut mask = lanes.at_least_bytes(codes, least[even]);
            if planes.alternating {
                let odd = lanes.at_least_bytes(codes, least[even ^ 1]);
                mask = mask & 0x5555_5555_5555_5555 | odd & 0xaaaa_aaaa_aaaa_aaaa;
            }
            bytes[8 * part..8 * part + 8].copy_from_slice(&mask.to_le_bytes());
        }
        // The last row has fewer heaps.
        bytes[heaps.saturating_sub(block * BLOCK).div_ceil(8).min(64)..].fill(0);
        *set = lanes.load(&bytes);
    }
    sets
}

/// Reports whether a small heap and a common heap together show that code w is an option of heap n.
#[inline(always)]
fn small_pair<L: Lanes>(lanes: L, planes: &Planes, moves: &KernelMoves, n: usize, w: u8) -> bool {
    let target = lanes.splat(w);
    for &take in &moves.two {
        // The other heap must be beyond all rare heaps, so that its code is valid.
        let max_rows = (n - take).saturating_sub(planes.last_rare + 64) / 64;
        // Iterates down from heap n - take, while the small heaps ascend.
        let others = planes.codes[..=n - take - planes.base].as_rchunks().1.iter().rev();
        for ((low, mask), high) in planes.small_codes.iter().zip(&planes.small_common).zip(others).take(max_rows) {
            let xor = lanes.xor(lanes.load(&low.0), lanes.load(high));
            if lanes.equal_bytes(xor, target) & mask != 0 {
                return true;
            }
        }
    }
    false
}

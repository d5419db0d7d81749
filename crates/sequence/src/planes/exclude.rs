//! The codes that far differences exclude.

use super::data::{BLOCK, NEAR, Planes, ROWS, ZERO};
use crate::lanes::{AlignedBytes, Lanes, with_lanes};
use std::ops::Range;

/// An entry `SHIFT + k` in a list of offsets shifts the rows united so far by k bits.
pub(super) const SHIFT: u32 = u32::MAX - 7;

/// The input of the passes over far differences; threads share it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far<'a> {
    /// Indexed by the upper bits of v: offsets in the tile, mixed with shifts (see [`SHIFT`]).
    pub lists: &'a [Vec<u32>],
    pub planes: &'a [u8],
    pub stride: usize,
    pub dense: usize,
    /// The byte of each plane that contains the first heap of the pass.
    pub at: usize,
}

impl Far<'_> {
    /// Estimates the time of a pass over all tiles, in nanoseconds.
    pub fn cost(&self) -> usize {
        let pairs: usize = self.lists.iter().map(Vec::len).sum();
        pairs * self.dense
    }
}

/// Unites the shifted planes of these tiles into the rows of heaps for which each code is excluded.
#[inline(always)]
fn unite<L: Lanes>(lanes: L, far: Far<'_>, tiles: Range<usize>, united: &mut [AlignedBytes]) {
    let Far { lists, planes, stride, dense, at } = far;
    let at = at.wrapping_sub(stride);
    united.fill(ZERO);
    for upper in tiles {
        let tile = &planes[upper * 8 * stride..(upper + 1) * 8 * stride];
        for (v, list) in lists.iter().enumerate() {
            let to = upper ^ v;
            if to >= dense / 8 || list.is_empty() {
                continue;
            }
            // Plane u of the tile contributes to code u^v; the offsets include the lower bits of v.
            let sets = gather(lanes, tile, list, at, stride);
            for (set, rows) in sets.iter().zip(united[8 * to * ROWS..].chunks_exact_mut(ROWS)) {
                for (set, row) in set.iter().zip(rows) {
                    row.0 = lanes.store(lanes.or(lanes.load(&row.0), *set));
                }
            }
        }
    }
}

with_lanes!(
    /// Unites the shifted planes of these tiles into the rows of heaps for which each code is excluded.
    pub(super) fn unite_tiles(far: Far<'_>, tiles: Range<usize>, united: &mut [AlignedBytes]) -> () = unite
);

/// The rows of a pass, for eight codes.
type Sets<V> = [[V; ROWS]; 8];

/// Unites the planes of a tile at these offsets. A single loop keeps the sets in registers.
#[inline(always)]
fn gather<L: Lanes>(lanes: L, tile: &[u8], list: &[u32], at: usize, stride: usize) -> Sets<L::V> {
    let mut sets = [[lanes.splat(0); ROWS]; 8];
    for &place in list {
        if place >= SHIFT {
            sets = shift(lanes, sets, place - SHIFT);
            continue;
        }
        let place = (place as usize).wrapping_add(at);
        let (row, from) = (place / 64 * 64, lanes.shift(place % 64));
        for k in 0..8 {
            let found: [L::V; ROWS] = lanes.run(&tile[row ^ (k * stride)..], from);
            for (set, found) in sets[k].iter_mut().zip(found) {
                *set = lanes.or(*set, found);
            }
        }
    }
    sets
}

/// Shifts the consecutive rows of each set by `by` bits towards bit 0, and fills with zeros.
#[inline(always)]
fn shift<L: Lanes>(lanes: L, mut sets: Sets<L::V>, by: u32) -> Sets<L::V> {
    for set in &mut sets {
        for row in 0..ROWS {
            let following = if row + 1 < ROWS { set[row + 1] } else { lanes.splat(0) };
            set[row] = lanes.shift_right(set[row], following, by);
        }
    }
    sets
}

/// Adds the heaps without planes to one row, and transposes the row into sets of codes by heap.
#[inline(always)]
pub(super) fn to_columns<L: Lanes>(lanes: L, planes: &mut Planes, first: usize, row: usize) {
    let Planes { united, far_pairs, without_plane: seldom, dense, columns, .. } = planes;
    for &(heap, u) in seldom.iter().take_while(|&&(heap, _)| heap + NEAR < first + BLOCK) {
        let from = far_pairs.partition_point(|&(d, _)| heap + (d as usize) < first);
        for &(d, v) in far_pairs[from..].iter().take_while(|&&(d, _)| heap + (d as usize) < first + BLOCK) {
            let code = usize::from(u ^ v);
            if code < *dense {
                united[code * ROWS + row].set(heap + d as usize - first);
            }
        }
    }
    for (group, out) in united.chunks_exact(8 * ROWS).zip(columns.chunks_exact_mut(512)) {
        let rows = std::array::from_fn(|k| lanes.load(&group[k * ROWS + row].0));
        out.copy_from_slice(&lanes.columns(rows));
    }
    columns[*dense * 64..].fill(0);
}

//! The codes that far differences exclude.

use super::{BLOCK, NEAR, Places, Planes, ROWS, ZERO};
use crate::sequence::lanes::{Lanes, Row};
use std::ops::Range;

/// What the passes over far differences read: shared by threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far<'a> {
    pub lists: &'a [Places],
    pub planes: &'a [u8],
    pub stride: usize,
    pub dense: usize,
    /// The byte of the first heap in its plane.
    pub at: usize,
}

impl Far<'_> {
    /// About how many nanoseconds a pass over all tiles takes.
    pub fn cost(&self) -> usize {
        let pairs: usize = self.lists.iter().flatten().map(Vec::len).sum();
        pairs * self.dense
    }
}

/// Unites the shifted planes of these tiles: which codes far differences exclude, by code and by row.
#[inline(always)]
pub(super) fn unite<L: Lanes>(lanes: L, far: Far<'_>, tiles: Range<usize>, united: &mut [Row]) {
    let Far { lists, planes, stride, dense, at } = far;
    let at = at.wrapping_sub(stride);
    united.fill(ZERO);
    for upper in tiles {
        let tile = &planes[upper * 8 * stride..(upper + 1) * 8 * stride];
        for (v, lists) in lists.iter().enumerate() {
            let to = upper ^ v;
            if to >= dense / 8 || lists.iter().all(Vec::is_empty) {
                continue;
            }
            // Plane u of the tile to code u^v: the lower bits of v are part of the place.
            let mut sets = [[lanes.splat(0); ROWS]; 8];
            // What is shifted most goes first, and the rest follows bit by bit.
            let mut held = 7;
            for (rest, list) in lists.iter().enumerate().rev().filter(|(_, list)| !list.is_empty()) {
                sets = shift(lanes, sets, held - rest);
                held = rest;
                sets = gather(lanes, tile, list, at, stride, sets);
            }
            sets = shift(lanes, sets, held);
            for (set, rows) in sets.iter().zip(united[8 * to * ROWS..].chunks_exact_mut(ROWS)) {
                for (set, row) in set.iter().zip(rows) {
                    row.0 = lanes.store(lanes.or(lanes.load(&row.0), *set));
                }
            }
        }
    }
}

/// The rows of a pass for eight codes.
type Sets<V> = [[V; ROWS]; 8];

/// Adds the planes of a tile at these places. Sets go in and out by value, so that they stay in registers.
#[inline(always)]
fn gather<L: Lanes>(lanes: L, tile: &[u8], list: &[u32], at: usize, stride: usize, mut sets: Sets<L::V>) -> Sets<L::V> {
    for &place in list {
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

/// Shifts consecutive rows towards bit 0; zeros follow them.
#[inline(always)]
fn shift<L: Lanes>(lanes: L, mut sets: Sets<L::V>, by: usize) -> Sets<L::V> {
    if by > 0 {
        for set in &mut sets {
            for row in 0..ROWS {
                let behind = if row + 1 < ROWS { set[row + 1] } else { lanes.splat(0) };
                set[row] = lanes.shift_right(set[row], behind, by as u32);
            }
        }
    }
    sets
}

/// Completes the sets of one row by heaps without planes, and turns them into sets of codes by heap.
#[inline(always)]
pub(super) fn to_columns<L: Lanes>(lanes: L, planes: &mut Planes, first: usize, row: usize) {
    let Planes { united: [united, _], far_pairs, seldom, dense, columns, .. } = planes;
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

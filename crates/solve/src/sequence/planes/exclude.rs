//! The codes that far differences exclude.

use super::{BLOCK, NEAR, Places, Planes, Row, ZERO};
use crate::sequence::lanes::Lanes;
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

/// Unites the planes of these tiles, for two blocks, by the rest of the shift and by code.
#[inline(always)]
pub(super) fn unite<L: Lanes>(lanes: L, far: Far<'_>, tiles: Range<usize>, united: &mut [Row]) {
    let Far { lists, planes, stride, dense, at } = far;
    united.fill(ZERO);
    for upper in tiles {
        let tile = &planes[upper * 8 * stride..(upper + 1) * 8 * stride];
        for (v, lists) in lists.iter().enumerate() {
            let to = upper ^ v;
            if to >= dense / 8 {
                continue;
            }
            for (rest, list) in lists.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
                // Plane u of the tile to code u^v: the lower bits of v are part of the place.
                let zero = lanes.splat(0);
                let mut sets = [[zero; 2]; 8];
                for &place in list {
                    let place = place as usize;
                    for (k, set) in sets.iter_mut().enumerate() {
                        let start = (place ^ (k * stride)) + at - stride;
                        let bytes: &[u8; 127] = tile[start..].first_chunk().expect("a block and a byte behind it");
                        let (low, high) = (bytes.first_chunk().expect("of 127"), bytes.last_chunk().expect("of 127"));
                        set[0] = lanes.or(set[0], lanes.load(low));
                        set[1] = lanes.or(set[1], lanes.load(high));
                    }
                }
                let from = (rest * dense + 8 * to) * 2;
                for (set, row) in sets.iter().zip(united[from..from + 16].chunks_exact_mut(2)) {
                    for half in 0..2 {
                        row[half].0 = lanes.store(lanes.or(lanes.load(&row[half].0), set[half]));
                    }
                }
            }
        }
    }
}

/// Brings what was united to the same place and together: which codes far differences exclude, by block and by code.
#[inline(always)]
pub(super) fn finish<L: Lanes>(lanes: L, dense: usize, united: [&[Row]; 2], excluded: &mut [Row]) {
    for code in 0..dense {
        for half in 0..2 {
            let mut all = lanes.splat(0);
            for rest in 0..8 {
                let place = (rest * dense + code) * 2 + half;
                let mut row = lanes.load(&united[0][place].0);
                if let Some(more) = united[1].get(place) {
                    row = lanes.or(row, lanes.load(&more.0));
                }
                all = lanes.or(all, if rest == 0 { row } else { lanes.shift_right(row, rest as u32) });
            }
            excluded[half * dense + code].0 = lanes.store(all);
        }
    }
}

/// Completes the sets of one of the two blocks by heaps without planes, and turns them into sets of codes by heap.
#[inline(always)]
pub(super) fn to_columns<L: Lanes>(lanes: L, planes: &mut Planes, first: usize, half: usize) {
    let Planes { excluded, far_pairs, seldom, dense, columns, .. } = planes;
    let excluded = &mut excluded[half * *dense..(half + 1) * *dense];
    for &(heap, u) in seldom.iter().take_while(|&&(heap, _)| heap + NEAR < first + BLOCK) {
        let from = far_pairs.partition_point(|&(d, _)| heap + (d as usize) < first);
        for &(d, v) in far_pairs[from..].iter().take_while(|&&(d, _)| heap + (d as usize) < first + BLOCK) {
            let code = usize::from(u ^ v);
            if code < *dense {
                excluded[code].set(heap + d as usize - first);
            }
        }
    }
    for (group, out) in excluded.chunks_exact(8).zip(columns.chunks_exact_mut(512)) {
        let rows = std::array::from_fn(|k| lanes.load(&group[k].0));
        out.copy_from_slice(&lanes.columns(rows));
    }
    columns[*dense * 64..].fill(0);
}

//! The codes that far differences exclude.

use super::{BLOCK, NEAR, Planes, ZERO};
use crate::sequence::lanes::Lanes;

/// Finds for the two blocks from `first` on which codes far differences exclude.
#[inline(always)]
pub(super) fn exclude<L: Lanes>(lanes: L, planes: &mut Planes, first: usize) {
    let Planes { united, excluded, far, stride, dense, base, planes: bits, .. } = planes;
    let (stride, dense) = (*stride, *dense);
    let at = (first - *base) / 8;
    united.fill(ZERO);
    let tiles = dense / 8;
    for (upper, tile) in bits.chunks_exact(8 * stride).enumerate() {
        for (v, lists) in far.iter().enumerate() {
            let to = upper ^ v;
            if to >= tiles {
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
    for code in 0..dense {
        for half in 0..2 {
            let mut all = lanes.load(&united[2 * code + half].0);
            for rest in 1..8 {
                let row = lanes.load(&united[(rest * dense + code) * 2 + half].0);
                all = lanes.or(all, lanes.shift_right(row, rest as u32));
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

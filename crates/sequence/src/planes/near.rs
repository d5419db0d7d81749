//! Excludes codes by near differences, and finds the least code that nothing excludes.
//!
//! Heaps are processed in groups of 64. The codes of the heaps at distances of 65 or more are known when the group
//! starts, and are compared for the whole group at once. The codes of the 64 preceding heaps are compared for each heap
//! separately, with these codes in one vector.

use super::data::{BLOCK, NEAR, Planes, RARE_CODE};
use crate::lanes::Lanes;

/// The near pairs (d, v), in the arrangements that the comparisons read.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// Pairs with 65 ≤ d < NEAR.
    group: Vec<(usize, u8)>,
    /// The same pairs, arranged by the heap n - d for a fixed heap n.
    rows: Vec<PairRow>,
    /// The pairs with d ≤ 64, arranged in the same way.
    last: Vec<PairRow>,
}

/// Pairs (d, v) for the 64 heaps from n - `back` on, with at most one pair for each heap n - d.
#[derive(Clone, Debug)]
struct PairRow {
    back: usize,
    /// The number v, at the index of heap n - d in the row.
    values: [u8; 64],
    /// The mask of the indices that have a pair.
    mask: u64,
}

/// Puts a pair into the first row in which heap n - d has no pair yet.
///
/// Several rows are necessary if several pairs have the same difference d.
fn put(rows: &mut Vec<PairRow>, d: usize, v: u8) {
    let back = d.next_multiple_of(64);
    let place = back - d;
    let free = |row: &&mut PairRow| row.back == back && row.mask >> place & 1 == 0;
    if let Some(row) = rows.iter_mut().find(free) {
        row.values[place] = v;
        row.mask |= 1 << place;
    } else {
        let mut values = [0; 64];
        values[place] = v;
        rows.push(PairRow { back, values, mask: 1 << place });
    }
}

impl Near {
    pub fn new(pairs: &[(u32, u8)]) -> Near {
        let mut near = Near::default();
        for &(d, v) in pairs {
            let d = d as usize;
            if d <= 64 {
                put(&mut near.last, d, v);
            } else if d < NEAR {
                near.group.push((d, v));
                put(&mut near.rows, d, v);
            }
        }
        near
    }

    /// Reports whether a pair with 65 ≤ d < NEAR excludes the code of the heap at `place`.
    #[inline(always)]
    fn excludes<L: Lanes>(&self, lanes: L, codes: &[u8], place: usize, code: u8) -> bool {
        let target = lanes.splat(code);
        for row in &self.rows {
            let Some(window) = codes[place - row.back..].first_chunk() else { return false };
            let hits = lanes.equal_bytes(lanes.xor(lanes.load(window), lanes.load(&row.values)), target);
            if hits & row.mask != 0 {
                return true;
            }
        }
        false
    }

    /// Reports whether a pair with d ≤ 64 excludes the code; `last` contains the last 64 codes.
    #[inline(always)]
    fn excludes_last<L: Lanes>(&self, lanes: L, last: L::V, code: u8) -> bool {
        let target = lanes.xor(last, lanes.splat(code));
        let mut hits = 0;
        for row in &self.last {
            hits |= lanes.equal_bytes(lanes.load(&row.values), target) & row.mask;
        }
        hits != 0
    }
}

/// Returns the first code from `from` on that far differences do not exclude for heap `k` of the block.
///
/// Codes without planes count as free until `fill_seldom` marks the excluded ones.
#[inline(always)]
fn next(columns: &[u8], k: usize, from: usize) -> Option<usize> {
    let mut group = from / 8;
    if group >= 32 {
        return None;
    }
    let mut free = !columns[group * 512 + k] & 0xff << (from % 8);
    while free == 0 {
        group += 1;
        if group >= 32 {
            return None;
        }
        free = !columns[group * 512 + k];
    }
    Some(8 * group + free.trailing_zeros() as usize)
}

/// Returns the first codes that far differences do not exclude for the 64 heaps from `start` on.
///
/// The second result is a mask of the heaps for which all codes below `dense` are excluded.
#[inline(always)]
fn first_codes<L: Lanes>(lanes: L, columns: &[u8], start: usize, dense: usize) -> ([u8; 64], u64) {
    let mut code = [0; 64];
    let mut undecided = u64::MAX;
    for group in 0..dense / 8 {
        let Some(sets) = columns[group * 512 + start..].first_chunk::<64>() else { break };
        let full = lanes.equal_bytes(lanes.load(sets), lanes.splat(0xff));
        let mut decided = undecided & !full;
        while decided != 0 {
            let k = decided.trailing_zeros() as usize;
            decided &= decided - 1;
            code[k] = (8 * group) as u8 + sets[k].trailing_ones() as u8;
        }
        undecided &= full;
        if undecided == 0 {
            break;
        }
    }
    (code, undecided)
}

/// Finds the least code that nothing excludes for each heap of the block; false if some heap has none.
#[inline(always)]
pub(super) fn least_codes<L: Lanes>(lanes: L, planes: &mut Planes, first: usize, length: usize) -> bool {
    let Planes { near, codes, columns, far_pairs, dense, base, .. } = planes;
    let place = first - *base;
    // For each heap of the block, whether its excluded codes without planes are marked.
    let mut filled = [false; BLOCK];
    // Finds the first free code from `from` on. Codes without planes are marked when the search reaches them. If no
    // code below 255 is free, the macro returns `false` from the function.
    macro_rules! free {
        ($k:expr, $from:expr) => {{
            let k = $k;
            let mut code = next(columns, k, $from);
            if code.is_none_or(|code| code >= *dense) && !filled[k] {
                fill_seldom(far_pairs, codes, columns, *dense, place + k, k);
                filled[k] = true;
                code = next(columns, k, $from);
            }
            match code {
                Some(code) if code < usize::from(RARE_CODE) => code as u8,
                _ => return false,
            }
        }};
    }
    let mut start = 0;
    let end = length;
    while start < end {
        let length = (end - start).min(64);
        let at = place + start;
        let (mut code, undecided) = first_codes(lanes, columns, start, *dense);
        for k in 0..length {
            if undecided >> k & 1 == 1 {
                code[k] = free!(start + k, *dense);
            }
        }
        // Heaps whose codes changed are compared again: all together as long as they are many, then one by one.
        let mut open = if length == 64 { u64::MAX } else { (1 << length) - 1 };
        while open.count_ones() > 6 {
            let all = lanes.load(&code);
            let mut least = [lanes.splat(0xff); 2];
            let mut pairs = near.group.chunks_exact(2);
            for pair in pairs.by_ref() {
                for half in 0..2 {
                    let (d, v) = pair[half];
                    let Some(window) = codes[at - d..].first_chunk() else { return false };
                    let differs = lanes.xor(lanes.xor(lanes.load(window), all), lanes.splat(v));
                    least[half] = lanes.min_bytes(least[half], differs);
                }
            }
            for &(d, v) in pairs.remainder() {
                let Some(window) = codes[at - d..].first_chunk() else { return false };
                let differs = lanes.xor(lanes.xor(lanes.load(window), all), lanes.splat(v));
                least[0] = lanes.min_bytes(least[0], differs);
            }
            open &= lanes.equal_bytes(lanes.min_bytes(least[0], least[1]), lanes.splat(0));
            let mut hits = open;
            while hits != 0 {
                let k = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                code[k] = free!(start + k, usize::from(code[k]) + 1);
            }
        }
        while open != 0 {
            let k = open.trailing_zeros() as usize;
            open &= open - 1;
            while near.excludes(lanes, codes, at + k, code[k]) {
                code[k] = free!(start + k, usize::from(code[k]) + 1);
            }
        }
        // The last 64 codes differ from heap to heap, so this comparison processes the heaps one by one.
        let Some(window) = codes[at - 64..].first_chunk() else { return false };
        let mut last = lanes.load(window);
        for k in 0..length {
            let mut found = code[k];
            if near.excludes_last(lanes, last, found) {
                loop {
                    found = free!(start + k, usize::from(found) + 1);
                    if !near.excludes_last(lanes, last, found) && !near.excludes(lanes, codes, at + k, found) {
                        break;
                    }
                }
            }
            codes[at + k] = found;
            last = lanes.push_byte(last, found);
        }
        start += length;
    }
    true
}

/// Marks the codes without planes that far pairs exclude from one heap.
///
/// The heap is at index `place` of the window and at index `k` of its block.
#[cold]
#[inline(never)]
fn fill_seldom(far: &[(u32, u8)], codes: &[u8], columns: &mut [u8], dense: usize, place: usize, k: usize) {
    for &(d, v) in far {
        let code = codes[place - d as usize];
        let option = usize::from(code ^ v);
        if code != RARE_CODE && option >= dense {
            columns[option / 8 * 512 + k] |= 1 << (option % 8);
        }
    }
}

//! Chooses the pairs of a small heap and a plane that are tried for a rare value, and their order.
//!
//! A *pivot* is a pair of a small heap a and a plane u for which (code of a) xor u is the code of the rare value. A
//! pivot shows that the value is an option of every heap n for which n - t - a is in plane u, where t is the amount
//! taken. The last heaps before the next one are a sample, which shows how many heaps a pivot covers. Pivots with the
//! same plane cover mostly the same heaps, so the pool contains a few pivots for each of many planes.

use super::data::{BLOCK, Planes, RARE_CODE};
use super::verify::heaps_with_greater_codes;
use crate::lanes::{Lanes, with_lanes};
use crate::moves::KernelMoves;
use crate::space::Space;
use grundy_rules::CompactSort;
use std::cmp::Reverse;

/// The number of pivots in the first batch for each bit shift (0 to 7).
pub(super) const FIRST_BATCH_LEN: usize = 8;
/// The number of pivots in each further batch for each bit shift (0 to 7).
pub(super) const NEXT_BATCH_LEN: usize = 4;
/// The maximum number of batches for one rare value after the first batch.
const BATCHES: usize = 16;
/// The size of the pool from which the best pivots are chosen.
const POOL: usize = 1024;
/// The maximum number of pivots in the pool for each plane.
const EACH: usize = 48;
/// The number of rows of the sample that are loaded together.
const GROUP: usize = 4;
/// The largest number of heaps in the sample.
pub(super) const SAMPLE: usize = 8192;
/// The maximum memory of all pivots with their offsets, in bytes.
pub(super) const MAX_BYTES: u128 =
    (256 * 8 * (FIRST_BATCH_LEN + BATCHES * NEXT_BATCH_LEN) * (size_of::<Pivot>() + 4)) as u128;

/// Returns the number of heaps in the sample before heap n.
pub(super) fn sample(n: usize) -> usize {
    (n / 3).min(SAMPLE) / (GROUP * BLOCK) * (GROUP * BLOCK)
}

/// A plane, and a distance: the sum of the small heap and the amount taken.
type Pivot = (usize, usize);

/// The pivots for each code of a rare value, in batches.
///
/// In a batch, each bit shift (0 to 7) has equally many pivots, in descending order of the shift. The pivots can be
/// used with all planes of the same space.
#[derive(Debug, Default)]
pub(crate) struct Pivots {
    /// The mask of the space, and whether the parity of heaps matters in this space.
    space: (u32, bool),
    made_at: usize,
    pub(super) lists: Vec<Vec<Pivot>>,
}

impl Pivots {
    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        self.lists.iter().map(|list| (list.len() * size_of::<Pivot>()) as u64).sum()
    }

    /// Reports whether the pivots belong to another space, or to planes much shorter than those at heap n.
    pub(super) fn is_old(&self, space: &Space, n: usize) -> bool {
        (space.mask, space.alternating) != self.space || n >= 8 * self.made_at
    }
}

/// Finds the pivots of a space.
#[inline(always)]
fn find<L: Lanes>(lanes: L, planes: &Planes, moves: &KernelMoves, head: &[u8], space: &Space) -> Pivots {
    let count = planes.frequencies();
    let mut order: Vec<usize> = (0..planes.dense).filter(|&u| count[u] > 0).collect();
    order.compact_sort_by_key(|&u| (Reverse(count[u]), u));
    let mut heaps: Vec<Vec<usize>> = vec![vec![]; 256];
    for (a, &code) in head.iter().enumerate().filter(|&(_, &code)| code != RARE_CODE) {
        heaps[usize::from(code)].push(a);
    }
    let max_code = (0..256).rev().find(|&code| count[code] > 0).unwrap_or(0);
    let is_met = |w: usize| usize::from(planes.greater[0][w].min(planes.greater[1][w])) <= max_code + 16;
    let mut lists = vec![vec![]; 256];
    for w in (0..256).filter(|&w| is_met(w)) {
        // Pivots of dense planes come first, but only some of each plane, because the pivots of one plane cover mostly
        // the same heaps.
        let some =
            |list: &Vec<usize>| list.iter().copied().step_by((list.len() / EACH).max(1)).take(EACH).collect::<Vec<_>>();
        let pairs = order.iter().flat_map(|&u| some(&heaps[u ^ w]).into_iter().map(move |a| (u, a)));
        let all = pairs.flat_map(|(u, a)| moves.two.iter().map(move |take| (u, a + take)));
        let pool: Vec<Pivot> = all.take(POOL).collect();
        lists[w] = rank(lanes, planes, w, &pool);
    }
    Pivots { space: (space.mask, space.alternating), made_at: planes.built_at, lists }
}

with_lanes!(
    /// Finds the pivots of a space.
    pub(super) fn find_pivots(planes: &Planes, moves: &KernelMoves, head: &[u8], space: &Space) -> Pivots = find
);

/// Counts the open heaps that a pivot does not cover.
///
/// The first open heap is in byte `at` of each plane.
#[inline(always)]
fn uncovered<L: Lanes>(lanes: L, planes: &Planes, open: &[L::V], at: usize, (u, d): Pivot) -> u32 {
    let (place, rest) = planes.place(d);
    let mut left = [lanes.splat(0); SAMPLE / BLOCK];
    for (group, (open, left)) in open.chunks_exact(GROUP).zip(left.chunks_exact_mut(GROUP)).enumerate() {
        let place = u * planes.stride + place + at + group * GROUP * BLOCK / 8 - planes.stride;
        let rows = &planes.planes[planes.skip + place / 64 * 64..];
        let found: [L::V; GROUP] = lanes.run(rows, lanes.shift(place % 64));
        for k in 0..GROUP {
            // The last 8 heaps of a group are not open, so the bits shifted in at the end do not matter.
            let following = if k + 1 < GROUP { found[k + 1] } else { lanes.splat(0) };
            left[k] = lanes.without(open[k], lanes.shift_right(found[k], following, rest as u32));
        }
    }
    lanes.count_ones(&left)
}

/// Arranges the pivots of a rare value in batches, starting with those that cover most of the sample.
#[inline(always)]
fn rank<L: Lanes>(lanes: L, planes: &Planes, w: usize, pool: &[Pivot]) -> Vec<Pivot> {
    let size = sample(planes.built_at);
    let start = planes.built_at - size;
    let greater = [planes.greater[0][w], planes.greater[1][w]];
    let mut open = vec![];
    for first in (start..planes.built_at).step_by(GROUP * BLOCK) {
        let rows: [L::V; GROUP] = heaps_with_greater_codes(lanes, planes, first, GROUP * BLOCK - 8, greater);
        open.extend(rows);
    }
    let mut ranked: [Vec<(u32, Pivot)>; 8] = Default::default();
    for &pivot in pool {
        let left = uncovered(lanes, planes, &open, (start - planes.base) / 8, pivot);
        ranked[planes.place(pivot.1).1].push((left, pivot));
    }
    // The sort is stable: among equals, pivots of dense planes stay first.
    ranked.iter_mut().for_each(|list| list.compact_sort_by_key(|&(left, _)| left));
    let mut lists = ranked.map(|list| list.into_iter().map(|(_, pivot)| pivot));
    let mut batches = vec![];
    for batch in 0..=BATCHES {
        if lists.iter().all(|list| list.len() == 0) {
            break;
        }
        let batch_len = if batch == 0 { FIRST_BATCH_LEN } else { NEXT_BATCH_LEN };
        for list in lists.iter_mut().rev() {
            // Plane `dense` is empty, so these pivots cover nothing and only fill the batch.
            batches.extend(list.chain(std::iter::repeat((planes.dense, 8))).take(batch_len));
        }
    }
    batches
}

//! Construction of the planes for a space.

use super::data::{MAX_SMALL_HEAPS, NEAR, Planes, RARE_CODE, ROWS, STEP, ZERO};
use super::exclude;
use super::near::Near;
use super::pivots::{Pivots, find_pivots, sample};
use crate::lanes::{AlignedBytes, Instructions};
use crate::moves::KernelMoves;
use crate::space::Space;
use crate::values::SequenceValues;
use std::collections::VecDeque;

/// Returns the number of known values from which planes can be used in this space.
pub(crate) fn min_length(moves: &KernelMoves, space: &Space) -> usize {
    // The near window must contain no rare heap, and the far window must be within the sequence.
    let window = space.reach_with_pending(moves).max(space.last_rare()) + NEAR + 128;
    let reach = moves.reach.unwrap_or(0);
    // Small heaps are paired with others without a check that both heaps differ, so the others must be larger.
    let halves = if moves.unequal { 2 * MAX_SMALL_HEAPS + reach + 2 } else { 0 };
    window.max(4096 + 2 * reach).max(halves)
}

impl Planes {
    /// Builds the planes for the next heaps.
    ///
    /// Returns `None` if one-byte codes do not suffice for the values, or if fewer values are known than [`min_length`]
    /// requires.
    pub fn new(
        instructions: Instructions,
        moves: &KernelMoves,
        space: &Space,
        values: &SequenceValues,
        pivots: &mut Pivots,
    ) -> Option<Planes> {
        let n = values.len();
        if space.mask == 0 || n < min_length(moves, space) || matches!(values, SequenceValues::Longs(_)) {
            return None;
        }
        let low = space.mask.trailing_zeros();
        let reach = moves.reach.unwrap_or(0);
        // The other heap of a pair with a small heap must always be larger than the small heap.
        let small = MAX_SMALL_HEAPS.min(n / 2 - reach - 256) / 64 * 64;
        let back = space.reach().max(small + reach + sample(n) + 256) + 128;
        let back = back.min(n - 1);
        let stride = (back + 2 * STEP + 2048).next_power_of_two() / 8;
        let mut planes = Planes {
            low,
            common: [[0; 256]; 2],
            rare: [[0; 256]; 2],
            greater: [[0; 256]; 2],
            alternating: space.alternating,
            parity: space.parity,
            dense: 0,
            base: 0,
            back: back + 64,
            stride,
            planes: vec![],
            skip: 0,
            codes: vec![RARE_CODE; 8 * stride],
            small_codes: vec![],
            small_common: vec![],
            without_plane: VecDeque::new(),
            far: vec![],
            far_pairs: vec![],
            near: Near::default(),
            pivots: vec![],
            last_rare: space.last_rare(),
            built_at: n,
            next: n,
            united: vec![],
            columns: vec![],
        };
        planes.set_codes(space.mask);
        // All values must have codes of one byte, and no common value may have the code that marks rare heaps.
        let max_value = values.largest();
        if planes.code(max_value) >= usize::from(RARE_CODE)
            || space.rare_heaps.iter().any(|&(_, v)| planes.code(v) > 255)
        {
            return None;
        }
        planes.base = {
            let base = (n - back) / 64 * 64;
            // The bit of the next heap is the first bit of a byte.
            base.saturating_sub(64) + n % 8
        };
        let code = |planes: &Planes, heap: usize| -> u8 {
            let value = values.get(heap);
            if space.is_common(heap, value) { planes.code(value) as u8 } else { RARE_CODE }
        };
        for heap in planes.base..n {
            let code = code(&planes, heap);
            let place = heap - planes.base;
            planes.codes[place] = code;
        }
        let small_codes: Vec<u8> =
            (0..small).map(|heap| if heap == 0 { RARE_CODE } else { code(&planes, heap) }).collect();
        for part in small_codes.as_chunks().0 {
            let mut row = AlignedBytes(*part);
            row.0.reverse();
            planes.small_common.push((0..64).fold(0, |bits, k| bits | u64::from(row.0[k] != RARE_CODE) << k));
            planes.small_codes.push(row);
        }
        planes.set_dense();
        planes.set_pairs(space);
        if pivots.is_old(space, n) {
            *pivots = find_pivots(instructions, &planes, moves, &small_codes, space);
        }
        planes.set_pivots(pivots);
        Some(planes)
    }

    /// Computes the common and rare values of each code, and the least codes of greater common values.
    fn set_codes(&mut self, mask: u32) {
        for turn in 0..2u32 {
            let value = |code: u32, bits: u32| {
                let low = (1 << self.low) - 1;
                let value = (code & !low) << 1 | code & low;
                let fits = (value & mask).count_ones() % 2 == bits;
                if fits { value } else { value | 1 << self.low }
            };
            for code in 0..256u32 {
                self.common[turn as usize][code as usize] = value(code, 1 ^ turn) as u16;
                self.rare[turn as usize][code as usize] = value(code, turn) as u16;
            }
            let (common, rare) = (&self.common[turn as usize], &self.rare[turn as usize]);
            self.greater[turn as usize] =
                std::array::from_fn(|w| (0..256).find(|&c| common[c] > rare[w]).unwrap_or(256) as u16);
        }
    }

    /// Counts the occurrences of each code but `RARE_CODE` in the last 2^16 heaps of the window.
    pub(super) fn frequencies(&self) -> [u32; 256] {
        let mut count = [0; 256];
        let filled = self.built_at - self.base;
        self.codes[filled.saturating_sub(1 << 16)..filled].iter().for_each(|&code| count[usize::from(code)] += 1);
        count[usize::from(RARE_CODE)] = 0;
        count
    }

    /// Chooses the codes that have planes, and fills the planes.
    ///
    /// The largest codes occur seldom and have no planes.
    fn set_dense(&mut self) {
        let count = self.frequencies();
        let all: u32 = count.iter().sum();
        let (mut dense, mut without) = (256, 0);
        while dense > 8 {
            without += count[dense - 8..dense].iter().sum::<u32>();
            if u64::from(without) * 625 > u64::from(all) {
                break;
            }
            dense -= 8;
        }
        self.dense = dense;
        // The additional plane with index `dense` stays empty.
        self.planes = vec![0; (dense + 1) * self.stride + 63];
        self.skip = self.planes.as_ptr().addr().wrapping_neg() % 64;
        for heap in self.base..self.built_at {
            let place = heap - self.base;
            let code = self.codes[place];
            if usize::from(code) < dense {
                self.planes[self.skip + usize::from(code) * self.stride + place / 8] |= 1 << (place % 8);
            } else if code != RARE_CODE {
                self.without_plane.push_back((heap, code));
            }
        }
        self.united = vec![ZERO; dense * ROWS];
        self.columns = vec![0; 32 * 512];
    }

    /// Returns the offset of a plane shifted by d heaps, as (bytes, remaining shift in bits).
    pub(super) fn place(&self, d: usize) -> (usize, usize) {
        (self.stride - d.div_ceil(8), d.next_multiple_of(8) - d)
    }

    fn set_pivots(&mut self, pivots: &Pivots) {
        let place = |&(u, d): &(usize, usize)| {
            // The number of planes changes with the length of the sequence. Plane `dense` is empty, so it replaces
            // missing planes.
            let (u, d) = if u < self.dense { (u, d) } else { (self.dense, d % 8 + 8) };
            (u * self.stride + self.place(d).0) as u32
        };
        self.pivots = pivots.lists.iter().map(|list| list.iter().map(place).collect()).collect();
    }

    fn set_pairs(&mut self, space: &Space) {
        let mut pairs: Vec<(u32, u8)> = vec![];
        for &(d, value) in &space.pairs {
            // If parity counts, let a move take an odd amount d and leave the single heap n - d. If this heap is
            // common, then as an option of n it has a rare value. So the pair (d, 0) excludes no common value, as long
            // as rare heaps are far away. The pairs (d, 0) of rare heaps with value 0 have even d.
            if value == 0 && space.alternating && d % 2 == 1 {
                continue;
            }
            pairs.push((d, self.code(value) as u8));
        }
        pairs.dedup();
        self.near = Near::new(&pairs);
        self.far_pairs = pairs.into_iter().filter(|&(d, _)| d as usize >= NEAR).collect();
        let mut far = vec![<[Vec<u32>; 8]>::default(); 32];
        for &(d, v) in &self.far_pairs {
            let (place, rest) = self.place(d as usize);
            far[usize::from(v / 8)][rest].push((usize::from(v % 8) * self.stride + place) as u32);
        }
        self.far = far.into_iter().map(Self::in_order).collect();
    }

    /// Merges lists of offsets, indexed by remaining shift in bits, into one list.
    ///
    /// The lists with the largest shift come first. Entries for shifts are inserted between the lists.
    fn in_order(lists: [Vec<u32>; 8]) -> Vec<u32> {
        let mut all = vec![];
        let mut held = 0;
        for (rest, mut list) in lists.into_iter().enumerate().rev().filter(|(_, list)| !list.is_empty()) {
            if held > rest {
                all.push(exclude::SHIFT + (held - rest) as u32);
            }
            list.sort_unstable();
            all.extend(list);
            held = rest;
        }
        if held > 0 {
            all.push(exclude::SHIFT + held as u32);
        }
        all
    }
}

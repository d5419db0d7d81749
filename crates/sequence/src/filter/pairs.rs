//! The loops over the pairs of a batch.

use super::mirror::Mirror;
use super::{Marks, PART, Plan, Share, UNIT, Way, last_of};
use crate::lanes::{Lanes, Pages, with_lanes};
use crate::moves::Moves;
use std::hint::black_box;

/// Vectors of 64 pairs in a part.
const VECTORS: usize = PART * UNIT / 64;

/// Takes the pairs of a batch both of whose heaps are below it, for the heaps of one share.
#[inline(always)]
fn work<L: Lanes>(lanes: L, mirror: &Mirror, moves: &Moves, plan: &Plan, share: &mut Share) {
    share.begin(plan);
    for (k, n) in share.heaps.clone().enumerate() {
        for take in &moves.two {
            let r = n - take;
            mark_middle(mirror, r, plan.middle()..last_of(moves, r) + 1, share.marks(k));
        }
    }
    let mut stride = plan.stride;
    stage(lanes, mirror, moves, plan, share, Way::Mark, (0, stride));
    while stride > 1 {
        let level = stride.trailing_zeros() as usize;
        share.hits[level] = stage(lanes, mirror, moves, plan, share, plan.ways[level], (stride / 2, stride));
        stride /= 2;
    }
}

with_lanes!(
    /// Takes the pairs of a batch both of whose heaps are below it, for the heaps of one share.
    pub(super) fn run(mirror: &Mirror, moves: &Moves, plan: &Plan, share: &mut Share) -> () = work
);

/// Takes each `step`-th unit from `first` on, and tells how often a pair was met that may be open.
#[inline(always)]
fn stage<L: Lanes>(
    lanes: L,
    mirror: &Mirror,
    moves: &Moves,
    plan: &Plan,
    share: &mut Share,
    way: Way,
    (first, step): (usize, usize),
) -> u64 {
    let most = plan.pages.unwrap_or(L::PAGES);
    let pages = plan.bound.div_ceil(1024);
    // What two bytes do not hold, or no set, is held against a set of the lower bits.
    let folded = pages > 8 || plan.width > 1 << 15;
    let pages = if folded { 8 } else { pages };
    let by_sets = way == Way::Ask && pages <= most;
    if by_sets {
        for k in 0..share.heaps.len() {
            share.note_open(k, plan.bound);
        }
    }
    let mut hits = 0;
    let mut part = [0; PART];
    let mut units = (first..plan.units).step_by(step);
    loop {
        // What a part reads stays in the nearest cache while all heaps go over it.
        let mut length = 0;
        for (place, unit) in part.iter_mut().zip(&mut units) {
            *place = super::FIRST + unit * UNIT;
            length += 1;
        }
        if length == 0 {
            return hits;
        }
        let part = &part[..length];
        for (k, n) in share.heaps.clone().enumerate() {
            for take in &moves.two {
                let r = n - take;
                let (marks, open) = share.both(k);
                hits += match (way, by_sets, pages) {
                    (Way::Mark, ..) => mark(lanes, mirror, r, part, marks),
                    (_, false, _) => look(lanes, mirror, r, part, marks),
                    (_, _, 1) => ask::<L, 1, true>(lanes, mirror, r, part, open, marks),
                    (_, _, 2) => ask::<L, 2, true>(lanes, mirror, r, part, open, marks),
                    (_, _, 3) => ask::<L, 3, true>(lanes, mirror, r, part, open, marks),
                    (_, _, 4) => ask::<L, 4, true>(lanes, mirror, r, part, open, marks),
                    (_, _, 5) => ask::<L, 5, true>(lanes, mirror, r, part, open, marks),
                    (_, _, 6) => ask::<L, 6, true>(lanes, mirror, r, part, open, marks),
                    (..) if folded => ask::<L, 8, false>(lanes, mirror, r, part, open, marks),
                    (..) => ask::<L, 8, true>(lanes, mirror, r, part, open, marks),
                };
            }
        }
    }
}

/// Marks the options of a heap that the pairs make whose smaller heap is of these.
fn mark_middle(mirror: &Mirror, r: usize, heaps: std::ops::Range<usize>, marks: &mut Marks) {
    let (low, high) = mirror.words(r, heaps.start, heaps.len());
    low.iter().zip(high).for_each(|(a, b)| marks[usize::from(a ^ b)] = 1);
}

// Below, loops count and arrays are taken apart by hand: adapters of iterators are not always inlined into functions for some
// instructions, and then cost more than all else.

/// The xors of 32 pairs, four words in one: to take them from memory is faster than from vectors.
#[inline(always)]
fn xors<L: Lanes>(lanes: L, low: &[u16; 32], high: &[u16; 32]) -> [u64; 8] {
    let mut bytes = lanes.store(lanes.xor(lanes.load_words(low), lanes.load_words(high)));
    // Compilers know a way through vectors that takes longer.
    black_box(&mut bytes);
    let (eights, _) = bytes.as_chunks::<8>();
    let mut words = [0; 8];
    for k in 0..8 {
        words[k] = u64::from_le_bytes(eights[k]);
    }
    words
}

/// The k-th of four words in one.
#[inline(always)]
fn word(words: u64, k: u32) -> usize {
    (words >> (16 * k) & 0xffff) as usize
}

#[inline(always)]
fn mark_xors(words: [u64; 8], marks: &mut Marks) {
    for words in words {
        marks[word(words, 0)] = 1;
        marks[word(words, 1)] = 1;
        marks[word(words, 2)] = 1;
        marks[word(words, 3)] = 1;
    }
}

/// Marks all pairs.
#[inline(always)]
fn mark<L: Lanes>(lanes: L, mirror: &Mirror, r: usize, part: &[usize], marks: &mut Marks) -> u64 {
    for &a in part {
        let (low, high) = mirror.words(r, a, UNIT);
        let (low, high) = (low.as_chunks::<32>().0, high.as_chunks::<32>().0);
        for k in 0..UNIT / 32 {
            mark_xors(xors(lanes, &low[k], &high[k]), marks);
        }
    }
    0
}

/// Marks all pairs of 64 where one is open: to read marks is faster than to write them.
#[inline(always)]
fn look<L: Lanes>(lanes: L, mirror: &Mirror, r: usize, part: &[usize], marks: &mut Marks) -> u64 {
    let mut hits = 0;
    for &a in part {
        let (low, high) = mirror.words(r, a, UNIT);
        let (low, high) = (low.as_chunks::<32>().0, high.as_chunks::<32>().0);
        for k in 0..UNIT / 64 {
            let first = xors(lanes, &low[2 * k], &high[2 * k]);
            let second = xors(lanes, &low[2 * k + 1], &high[2 * k + 1]);
            let mut all = [1u8; 4];
            for words in [first, second] {
                for words in words {
                    all[0] &= marks[word(words, 0)];
                    all[1] &= marks[word(words, 1)];
                    all[2] &= marks[word(words, 2)];
                    all[3] &= marks[word(words, 3)];
                }
            }
            if all[0] & all[1] & all[2] & all[3] == 0 {
                hits += 1;
                mark_xors(first, marks);
                mark_xors(second, marks);
            }
        }
    }
    hits
}

/// Marks the pairs that the set of open values has, or where it is not exact, may have.
#[inline(always)]
fn ask<L: Lanes, const G: usize, const EXACT: bool>(
    lanes: L,
    mirror: &Mirror,
    r: usize,
    part: &[usize],
    open: &Pages<8>,
    marks: &mut Marks,
) -> u64 {
    let Some(open) = open.first_chunk::<G>() else { return 0 };
    let table = lanes.table(open);
    // Vectors with hits one behind the other, without a branch: those that have none are written over.
    let mut found = [(0u64, 0usize); VECTORS + 1];
    let (mut vectors, mut hits) = (0, 0);
    for &a in part {
        let (low, low_back) = mirror.low(r, a, UNIT);
        let (high, high_back) = mirror.high(r, a, UNIT);
        let (low, low_back) = (low.as_chunks::<64>().0, low_back.as_chunks::<64>().0);
        let (high, high_back) = (high.as_chunks::<64>().0, high_back.as_chunks::<64>().0);
        for k in 0..UNIT / 64 {
            let low = lanes.xor(lanes.load(&low[k]), lanes.load(&low_back[k]));
            let high = lanes.xor(lanes.load(&high[k]), lanes.load(&high_back[k]));
            let high = if EXACT { high } else { lanes.without(high, lanes.splat(0xc0)) };
            let bits = lanes.look_up(&table, low, high);
            found[vectors] = (bits, a + 64 * k);
            vectors += usize::from(bits != 0);
            hits += bits.count_ones();
        }
    }
    for (mut bits, a) in found.into_iter().take(vectors) {
        let (words, words_back) = mirror.words(r, a, 64);
        let (low, low_back) = mirror.low(r, a, 64);
        let (high, high_back) = mirror.high(r, a, 64);
        loop {
            // Two at a time, since one or two are most frequent. Where there is but one, that of place 0 is an option as well.
            for _ in 0..2 {
                let k = bits.trailing_zeros() as usize % 64;
                let x = if EXACT {
                    usize::from(high[k] ^ high_back[k]) << 7 | usize::from(low[k] ^ low_back[k])
                } else {
                    usize::from(words[k] ^ words_back[k])
                };
                marks[x] = 1;
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                break;
            }
        }
    }
    u64::from(hits)
}

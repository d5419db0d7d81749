//! The loops over the pairs of a batch.

use super::reversed_values::ReversedValues;
use super::{BatchParameters, HitBuffer, OptionFlags, PART, ThreadBatch, UNIT, VECTORS, last_of, spread};
use crate::lanes::{Lanes, PagedSet, with_lanes};
use crate::moves::KernelMoves;
use std::hint::black_box;

/// Visits the pairs of heaps below the batch, for all heaps that one thread computes.
#[inline(always)]
fn work<L: Lanes>(
    lanes: L,
    mirror: &ReversedValues,
    moves: &KernelMoves,
    plan: &BatchParameters,
    thread_batch: &mut ThreadBatch,
) {
    thread_batch.begin(plan);
    for (k, n) in thread_batch.heaps.clone().enumerate() {
        for take in &moves.two {
            let r = n - take;
            mark_middle(mirror, r, plan.middle()..last_of(moves, r) + 1, thread_batch.marks(k));
        }
    }
    let mut stride = plan.stride;
    visit_stage(lanes, mirror, moves, plan, thread_batch, false, (0, stride));
    while stride > 1 {
        let level = stride.trailing_zeros() as usize;
        let compares = plan.trial || plan.rates[level] < L::MIN_HITS_TO_MARK_ALL;
        let units = (stride / 2, stride);
        thread_batch.counts[level] = visit_stage(lanes, mirror, moves, plan, thread_batch, compares, units);
        stride /= 2;
    }
}

with_lanes!(
    /// Visits the pairs of heaps below the batch, for all heaps that one thread computes.
    pub(super) fn run(
        mirror: &ReversedValues,
        moves: &KernelMoves,
        plan: &BatchParameters,
        thread_batch: &mut ThreadBatch,
    ) -> () = work
);

/// Visits every `step`-th unit from `first` on, in the order of [`spread`].
///
/// If `compares` is true, compares pairs with open values, and returns the number of pairs compared and the number of
/// hits. Otherwise marks all pairs.
#[inline(always)]
fn visit_stage<L: Lanes>(
    lanes: L,
    mirror: &ReversedValues,
    moves: &KernelMoves,
    plan: &BatchParameters,
    thread_batch: &mut ThreadBatch,
    compares: bool,
    (first, step): (usize, usize),
) -> (u64, u64) {
    // Only tests request other numbers of pages than the instructions prefer.
    let max_pages = if cfg!(test) { plan.pages.unwrap_or(L::MAX_PAGES) } else { L::MAX_PAGES };
    let pages = plan.bound.div_ceil(1024);
    // A folded set is used for values of more than 15 bits, and for values beyond the largest set.
    let wide = plan.width > 1 << 15;
    let folded = pages > max_pages || wide;
    let pages = if folded { max_pages } else { pages };
    let by_sets = compares && max_pages > 0;
    if by_sets {
        for k in 0..thread_batch.heaps.len() {
            thread_batch.note_open(lanes, k, plan.bound, pages, folded);
        }
    }
    let (mut pairs, mut hits) = (0, 0);
    let mut part = [0; PART];
    let all = plan.units.next_power_of_two();
    let mut units = (first..all).step_by(step).map(spread).filter(|&unit| unit < plan.units);
    loop {
        // The values that a part of 16 units reads stay in the L1 cache while all heaps visit them.
        let mut length = 0;
        for (place, unit) in part.iter_mut().zip(&mut units) {
            *place = super::MIN_STAGE_HEAP + unit * UNIT;
            length += 1;
        }
        if length == 0 {
            return (pairs, hits);
        }
        let part = &part[..length];
        pairs += if compares { (length * UNIT * thread_batch.heaps.len() * moves.two.len()) as u64 } else { 0 };
        for (k, n) in thread_batch.heaps.clone().enumerate() {
            for take in &moves.two {
                let r = n - take;
                let columns = thread_batch.folds[k].map_or([0; 8], |fold| fold.columns(pages));
                let (marks, open, hit_buffer) = thread_batch.heap_data(k);
                let open = (open, columns, hit_buffer);
                hits += match (compares, by_sets, pages) {
                    (false, ..) => mark(lanes, mirror, r, part, marks),
                    (_, false, _) => mark_by_reading(lanes, mirror, r, part, marks),
                    (_, _, 4) if folded => mark_open_pairs::<L, 4, true>(lanes, mirror, r, part, wide, open, marks),
                    // A folded set of fewer than eight pages is read like a set of eight pages.
                    (..) if folded => mark_open_pairs::<L, 8, true>(lanes, mirror, r, part, wide, open, marks),
                    (_, _, 1) => mark_open_pairs::<L, 1, false>(lanes, mirror, r, part, false, open, marks),
                    (_, _, 2) => mark_open_pairs::<L, 2, false>(lanes, mirror, r, part, false, open, marks),
                    (_, _, 3) => mark_open_pairs::<L, 3, false>(lanes, mirror, r, part, false, open, marks),
                    (_, _, 4) => mark_open_pairs::<L, 4, false>(lanes, mirror, r, part, false, open, marks),
                    (_, _, 5) => mark_open_pairs::<L, 5, false>(lanes, mirror, r, part, false, open, marks),
                    (_, _, 6) => mark_open_pairs::<L, 6, false>(lanes, mirror, r, part, false, open, marks),
                    (..) => mark_open_pairs::<L, 8, false>(lanes, mirror, r, part, false, open, marks),
                };
            }
        }
    }
}

/// Marks the values of the pairs of r whose smaller heap is in `heaps`.
fn mark_middle(mirror: &ReversedValues, r: usize, heaps: std::ops::Range<usize>, marks: &mut OptionFlags) {
    let (low, high) = mirror.words(r, heaps.start, heaps.len());
    low.iter().zip(high).for_each(|(a, b)| marks[usize::from(a ^ b)] = 1);
}

// The functions below use counting loops and index arrays explicitly. Iterator adapters are not always inlined into
// functions with target features, and then they cost more than everything else.

/// Returns the xors of 32 pairs, four per word. Words are read faster from memory than from vectors.
#[inline(always)]
fn xors<L: Lanes>(lanes: L, low: &[u16; 32], high: &[u16; 32]) -> [u64; 8] {
    let mut bytes = lanes.store(lanes.xor(lanes.load_words(low), lanes.load_words(high)));
    // Keeps the compiler from extracting the words from vectors, which is slower.
    black_box(&mut bytes);
    let (eights, _) = bytes.as_chunks::<8>();
    let mut words = [0; 8];
    for k in 0..8 {
        words[k] = u64::from_le_bytes(eights[k]);
    }
    words
}

/// Returns the k-th of four 16-bit numbers that are packed into a word.
#[inline(always)]
fn word(words: u64, k: u32) -> usize {
    (words >> (16 * k) & 0xffff) as usize
}

/// Marks 32 values, which are packed four per word.
#[inline(always)]
fn mark_xors(words: [u64; 8], marks: &mut OptionFlags) {
    for words in words {
        marks[word(words, 0)] = 1;
        marks[word(words, 1)] = 1;
        marks[word(words, 2)] = 1;
        marks[word(words, 3)] = 1;
    }
}

/// Marks the values of all pairs of a part; returns 0, because no hits are counted.
#[inline(always)]
fn mark<L: Lanes>(lanes: L, mirror: &ReversedValues, r: usize, part: &[usize], marks: &mut OptionFlags) -> u64 {
    for &a in part {
        let (low, high) = mirror.words(r, a, UNIT);
        let (low, high) = (low.as_chunks::<32>().0, high.as_chunks::<32>().0);
        for k in 0..UNIT / 32 {
            mark_xors(xors(lanes, &low[k], &high[k]), marks);
        }
    }
    0
}

/// Marks all values of each group of 64 pairs in which some value is open.
///
/// Returns the number of such groups. This takes less time than marking every pair, because reading marks is faster
/// than writing them.
#[inline(always)]
fn mark_by_reading<L: Lanes>(
    lanes: L,
    mirror: &ReversedValues,
    r: usize,
    part: &[usize],
    marks: &mut OptionFlags,
) -> u64 {
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

/// Marks the pairs whose values are in the set of open values; returns the number of these pairs.
///
/// A folded set may contain further values.
#[inline(always)]
fn mark_open_pairs<L: Lanes, const G: usize, const FOLDED: bool>(
    lanes: L,
    mirror: &ReversedValues,
    r: usize,
    part: &[usize],
    wide: bool,
    (open, columns, hit_buffer): (&PagedSet<8>, [u8; 8], &mut HitBuffer),
    marks: &mut OptionFlags,
) -> u64 {
    let Some(open) = open.first_chunk::<G>() else { return 0 };
    let table = lanes.table(open);
    let HitBuffer { masks, low: lows, high: highs } = hit_buffer;
    if part.len() < PART {
        masks.fill(0);
    }
    let of_units = masks.as_chunks_mut::<{ UNIT / 64 }>().0;
    let mut unit = 0;
    while unit < part.len().min(PART) {
        let (a, masks) = (part[unit], &mut of_units[unit]);
        unit += 1;
        let (low, low_back) = mirror.low(r, a, UNIT);
        let (high, high_back) = mirror.high(r, a, UNIT);
        let (low, low_back) = (low.as_chunks::<64>().0, low_back.as_chunks::<64>().0);
        let (high, high_back) = (high.as_chunks::<64>().0, high_back.as_chunks::<64>().0);
        for k in 0..UNIT / 64 {
            let low = lanes.xor(lanes.load(&low[k]), lanes.load(&low_back[k]));
            let high = lanes.xor(lanes.load(&high[k]), lanes.load(&high_back[k]));
            let high = if FOLDED { lanes.linear(high, columns) } else { high };
            masks[k] = lanes.look_up(&table, low, high);
        }
    }
    // Three passes avoid unpredictable branches: find the vectors with hits, collect the hits, mark them.
    let mut left = lanes.nonzero(masks);
    let (mut hits, mut wide_hits) = (0, 0);
    while left != 0 {
        let vector = left.trailing_zeros() as usize;
        left &= left - 1;
        let bits = masks[vector % VECTORS];
        let a = part[vector / (UNIT / 64)] + vector % (UNIT / 64) * 64;
        if wide {
            mark_words(mirror, r, a, bits, marks);
            wide_hits += u64::from(bits.count_ones());
            continue;
        }
        let (low, low_back) = mirror.low(r, a, 64);
        let (high, high_back) = mirror.high(r, a, 64);
        let (low, low_back) = (low.as_chunks().0, low_back.as_chunks().0);
        let (high, high_back) = (high.as_chunks().0, high_back.as_chunks().0);
        let low = lanes.xor(lanes.load(&low[0]), lanes.load(&low_back[0]));
        let high = lanes.xor(lanes.load(&high[0]), lanes.load(&high_back[0]));
        let out = [&mut lows[hits..].as_chunks_mut().0[0], &mut highs[hits..].as_chunks_mut().0[0]];
        lanes.pick([low, high], bits, out);
        hits += bits.count_ones() as usize;
    }
    let (lows, highs) = (&lows[..hits], &highs[..hits]);
    let mut hit = 0;
    while hit < hits {
        marks[usize::from(highs[hit]) << 7 | usize::from(lows[hit])] = 1;
        hit += 1;
    }
    hits as u64 + wide_hits
}

/// Marks the pairs whose bits are set; their values may exceed 15 bits. Bit 0 is for heap `a`.
#[cold]
fn mark_words(mirror: &ReversedValues, r: usize, a: usize, mut bits: u64, marks: &mut OptionFlags) {
    let (low, high) = mirror.words(r, a, 64);
    while bits != 0 {
        let k = bits.trailing_zeros() as usize;
        marks[usize::from(low[k] ^ high[k])] = 1;
        bits &= bits - 1;
    }
}

//! The `scalar` kernel: the sparse space, one heap at a time.
//!
//! The least common value that no pair excludes is computed exactly. It is the value of the heap if every smaller rare
//! value is an option, which is tested pair by pair. Otherwise the value is the least rare value that is not an option,
//! and the heap is rare.

use super::lanes::{Instructions, Lanes, with_lanes};
use super::moves::KernelMoves;
use super::space::Space;
use super::values::{SequenceValues, StoredValue};
use grundy_rules::Meter;
use grundy_rules::Result;

/// Values that vector instructions can compare.
pub(crate) trait Compare: StoredValue {
    /// The number of values that are compared at once.
    const AT_ONCE: usize;
    /// Reports whether `low[k] ^ high[AT_ONCE - 1 - k] == w` for some k.
    ///
    /// Both slices have [`Compare::AT_ONCE`] values.
    fn any_pair<L: Lanes>(lanes: L, low: &[Self], high: &[Self], w: Self) -> bool;
    fn xor(self, other: Self) -> Self;
}

impl Compare for u8 {
    const AT_ONCE: usize = 64;

    #[inline(always)]
    fn any_pair<L: Lanes>(lanes: L, low: &[u8], high: &[u8], w: u8) -> bool {
        let (Some(low), Some(high)) = (low.first_chunk(), high.first_chunk()) else { return false };
        let high = lanes.reverse_bytes(lanes.load(high));
        lanes.equal_bytes(lanes.xor(lanes.load(low), high), lanes.splat(w)) != 0
    }

    #[inline(always)]
    fn xor(self, other: u8) -> u8 {
        self ^ other
    }
}

impl Compare for u16 {
    const AT_ONCE: usize = 32;

    #[inline(always)]
    fn any_pair<L: Lanes>(lanes: L, low: &[u16], high: &[u16], w: u16) -> bool {
        let (Some(low), Some(high)) = (low.first_chunk(), high.first_chunk()) else { return false };
        let high = lanes.reverse_words(lanes.load_words(high));
        lanes.any_word_equal(lanes.xor(lanes.load_words(low), high), lanes.splat_word(w))
    }

    #[inline(always)]
    fn xor(self, other: u16) -> u16 {
        self ^ other
    }
}

/// Reports whether heap n has an option of value w. Heap n must exceed all amounts by at least 2.
#[inline(always)]
pub(crate) fn has_option<L: Lanes, T: Compare>(lanes: L, moves: &KernelMoves, list: &[T], n: usize, w: T) -> bool {
    for &take in &moves.two {
        let rest = n - take;
        // Beyond the middle the pairs repeat. The pair of equal heaps is tested below.
        let last = (rest - 1) / 2;
        let mut a = 1;
        while a + T::AT_ONCE <= last + 1 {
            let high = &list[rest + 1 - a - T::AT_ONCE..=rest - a];
            if T::any_pair(lanes, &list[a..a + T::AT_ONCE], high, w) {
                return true;
            }
            a += T::AT_ONCE;
        }
        while a <= last {
            if list[a].xor(list[rest - a]) == w {
                return true;
            }
            a += 1;
        }
        if rest.is_multiple_of(2) && !moves.unequal && w == T::default() {
            return true;
        }
    }
    moves.one.iter().any(|take| list[n - take] == w)
}

with_lanes!(
    /// Reports whether heap n has an option of value w. Heap n must exceed all amounts by at least 2.
    pub(crate) fn any_option[T: Compare](moves: &KernelMoves, list: &[T], n: usize, w: T) -> bool = has_option
);

/// The reason why the kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarExit {
    /// All requested values are computed.
    Done,
    /// The next value, which does not fit the width of the list.
    Wide(u32),
}

/// Adds the values of heaps below `end`; `max_value` is the largest value so far.
#[inline(always)]
fn kernel<L: Lanes, T: Compare>(
    lanes: L,
    moves: &KernelMoves,
    space: &mut Space,
    list: &mut Vec<T>,
    (end, max_value): (usize, u32),
    meter: &mut Meter<'_>,
) -> Result<ScalarExit> {
    // Marks of options, indexed by value. Values have at most 16 bits. An option value is below the least power of
    // two above all values, and the mex may equal that power.
    let mut marks = vec![0u8; 1 << 17];
    let Some(marks) = marks.first_chunk_mut::<{ 1 << 17 }>() else { return Ok(ScalarExit::Done) };
    let mut marks_len = 2 * (max_value as usize + 1).next_power_of_two();
    let reach = moves.reach.unwrap_or(usize::MAX);
    let small_heaps = if max_value < 32 { 0 } else { 2 * max_value as usize };
    while list.len() < end {
        let n = list.len();
        meter.set_progress(n as u64);
        meter.advance(1 + space.pairs.len() as u64 / 64 + marks_len as u64 / 64)?;
        marks[..marks_len].fill(0);
        if n <= reach && moves.whole.contains(&n) {
            marks[0] = 1;
        }
        let pairs = &space.pairs[..];
        let below = |d: usize| pairs.partition_point(|&(other, _)| (other as usize) < d);
        let near = if space.reach() >= n { &pairs[..below(n)] } else { pairs };
        let mut from = 0;
        for take in moves.two.iter().filter(|&take| moves.unequal && (n - take).is_multiple_of(2)) {
            // A move must not leave two equal heaps, but the same pair (d, v) may belong to a move that takes another
            // amount.
            let half = (n - take) / 2;
            let (at, to) = (below(half + take).min(near.len()), below(half + take + 1).min(near.len()));
            mark(list, n, &near[from..at], marks);
            let is_move = |&&(d, v): &&(u32, u32)| {
                v != list[half].get()
                    || moves.two.iter().any(|other| other != take && list[d as usize - other].get() == v)
            };
            for pair in near[at..to].iter().filter(is_move) {
                mark(list, n, &[*pair], marks);
            }
            from = to;
        }
        mark(list, n, &near[from..], marks);
        // Most rare values are options with a small heap. The other rare values are tested one by one.
        for take in &moves.two {
            let rest = n - take;
            let last = small_heaps.min((rest - 1) / 2);
            let high = &list[rest - last..rest];
            for (a, b) in list[1..=last].iter().zip(high.iter().rev()) {
                marks[usize::from(a.xor(*b).get() as u16)] = 1;
            }
        }
        let mut common = 0;
        while marks[common as usize] != 0 || !space.is_common(n, common) {
            common += 1;
        }
        let rare = (0..common).find(|&w| {
            let open = marks[w as usize] == 0 && !space.is_common(n, w);
            // All options fit the width, so a value that exceeds the width cannot be an option.
            open && (w > T::MAX_VALUE || !has_option(lanes, moves, list, n, T::from_u32(w)))
        });
        let value = rare.unwrap_or(common);
        if value > T::MAX_VALUE {
            return Ok(ScalarExit::Wide(value));
        }
        list.push(T::from_u32(value));
        if rare.is_some() {
            space.add_rare(moves, n, value);
        }
        marks_len = marks_len.max(2 * (value as usize + 1).next_power_of_two());
    }
    Ok(ScalarExit::Done)
}

/// Marks the options of heap n that follow from the pairs (d, v).
#[inline(always)]
fn mark<T: Compare>(list: &[T], n: usize, pairs: &[(u32, u32)], marks: &mut [u8; 1 << 17]) {
    let list = &list[..n];
    // Four pairs are processed at a time, because an iteration of the loop costs as much as a mark.
    let (fours, rest) = pairs.as_chunks::<4>();
    let mut mark = |&(d, v): &(u32, u32)| {
        // Values of this width have at most 16 bits.
        marks[usize::from((list[n - d as usize].get() ^ v) as u16)] = 1;
    };
    for four in fours {
        four.iter().for_each(&mut mark);
    }
    rest.iter().for_each(mark);
}

with_lanes!(fn run[T: Compare](
    moves: &KernelMoves, space: &mut Space, list: &mut Vec<T>, end: (usize, u32), meter: &mut Meter<'_>,
) -> Result<ScalarExit> = kernel);

/// Adds the values of heaps below `end`; returns `false` once a value is 65536 or more.
///
/// The first heap must exceed all amounts by at least 2. `max_value` must be the largest value so far; the caller
/// passes it because finding it takes as long as computing a few values. After `false`, the `direct` kernel must
/// compute the further values.
pub(crate) fn fill(
    instructions: Instructions,
    moves: &KernelMoves,
    space: &mut Space,
    values: &mut SequenceValues,
    (end, max_value): (usize, u32),
    meter: &mut Meter<'_>,
) -> Result<bool> {
    let mut max_value = max_value;
    loop {
        let stop = match values {
            SequenceValues::Bytes(list) => run(instructions, moves, space, list, (end, max_value), meter)?,
            SequenceValues::Words(list) => run(instructions, moves, space, list, (end, max_value), meter)?,
            SequenceValues::Longs(_) => return Ok(false),
        };
        match stop {
            ScalarExit::Done => return Ok(true),
            ScalarExit::Wide(value) => {
                let n = values.len();
                if !space.is_common(n, value) {
                    space.add_rare(moves, n, value);
                }
                values.push(value);
                // A value that does not fit is larger than all others.
                max_value = value;
            }
        }
    }
}

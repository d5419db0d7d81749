//! Whether each rare value below the value found is an option: what makes the values of a step final.

use super::{BLOCK, BLOCKS, Planes, RARE, STEP, has_option};
use crate::sequence::lanes::{Instructions, Lanes};
use crate::sequence::moves::Moves;
use crate::sequence::values::Values;

/// With so many heaps left, they are tested one by one.
const FEW: u32 = 32;

/// Which codes of rare values one thread takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub first: usize,
    pub step: usize,
}

/// The first heap from `start` on with a smaller rare value that is no option, and the code of the least such value.
#[inline(always)]
pub(super) fn verify<L: Lanes>(
    lanes: L,
    planes: &Planes,
    start: usize,
    moves: &Moves,
    values: &Values,
    part: Part,
) -> Option<(usize, usize)> {
    let place = start - planes.base;
    let codes = &planes.codes[place..place + STEP];
    let most = usize::from(codes.iter().copied().max().unwrap_or(0));
    let at = place / 8;
    let mut first: Option<(usize, usize)> = None;
    for w in (part.first..256usize).step_by(part.step) {
        let greater = [0, 1].map(|turn| planes.greater[turn][w]);
        if usize::from(greater[0].min(greater[1])) > most {
            break;
        }
        let mut open = wanting(lanes, planes, start, greater);
        let lists = &planes.pivots[w];
        let batch = planes.batch[w];
        let mut tried = 0;
        'lists: loop {
            let mut any = false;
            for (rest, list) in lists.iter().enumerate() {
                let end = (tried + batch).min(list.len());
                if tried >= end {
                    continue;
                }
                any = true;
                let mut sets = [lanes.splat(0); BLOCKS];
                for &from in &list[tried..end] {
                    let from = from as usize + at - planes.stride;
                    let window: &[u8; 63 * (BLOCKS - 1) + 64] =
                        planes.planes[from..].first_chunk().expect("a step and a byte behind it");
                    for (k, set) in sets.iter_mut().enumerate() {
                        let Some(bytes) = window[63 * k..].first_chunk() else { continue };
                        *set = lanes.or(*set, lanes.load(bytes));
                    }
                }
                for (open, set) in open.iter_mut().zip(sets) {
                    let set = if rest == 0 { set } else { lanes.shift_right(set, rest as u32) };
                    *open = lanes.without(*open, set);
                }
                if rest % 2 == 1 {
                    let left: u32 = open.iter().map(|&open| lanes.count_ones(open)).sum();
                    if left <= FEW {
                        break 'lists;
                    }
                }
            }
            tried += batch;
            if !any {
                break;
            }
        }
        for (block, open) in open.into_iter().enumerate() {
            let bytes = lanes.store(open);
            for (k, bytes) in bytes.as_chunks().0.iter().enumerate() {
                let mut bits = u64::from_le_bytes(*bytes);
                while bits != 0 {
                    let n = start + block * BLOCK + 64 * k + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if first.is_none_or(|(least, _)| n < least)
                        && !small_pair(lanes, planes, moves, n, w as u8)
                        && !has_option(Instructions::best(), moves, values, n, planes.rare[planes.turn(n)][w].into())
                    {
                        first = Some((n, w));
                    }
                }
            }
        }
    }
    first
}

/// The heaps of the step whose codes are at least `greater`, by the turn of the heap.
#[inline(always)]
fn wanting<L: Lanes>(lanes: L, planes: &Planes, start: usize, greater: [u16; 2]) -> [L::V; BLOCKS] {
    let place = start - planes.base;
    // No code is 255 here.
    let least = greater.map(|code| lanes.splat(code.min(u16::from(RARE)) as u8));
    let even = planes.turn(start);
    let mut sets = [lanes.splat(0); BLOCKS];
    for (block, set) in sets.iter_mut().enumerate() {
        let mut bytes = [0u8; 64];
        for part in 0..8 {
            let Some(codes) = planes.codes[place + block * BLOCK + 64 * part..].first_chunk() else { continue };
            let codes = lanes.load(codes);
            let mut mask = lanes.at_least_bytes(codes, least[even]);
            if planes.alternating {
                let odd = lanes.at_least_bytes(codes, least[even ^ 1]);
                mask = mask & 0x5555_5555_5555_5555 | odd & 0xaaaa_aaaa_aaaa_aaaa;
            }
            bytes[8 * part..8 * part + 8].copy_from_slice(&mask.to_le_bytes());
        }
        // Only 504 heaps belong to the block.
        bytes[63] = 0;
        *set = lanes.load(&bytes);
    }
    sets
}

/// Whether a small heap and a common one make the rare value of code w for a heap of n.
#[inline(always)]
fn small_pair<L: Lanes>(lanes: L, planes: &Planes, moves: &Moves, n: usize, w: u8) -> bool {
    let wanted = lanes.splat(w);
    for &take in &moves.two {
        let rest = n - take - planes.base;
        // The other heap must be beyond all rare ones, so that its code is one.
        let room = (n - take).saturating_sub(planes.last_rare + 64) / 64;
        for (part, mask) in planes.head_common.iter().enumerate().take(room) {
            let from = rest - 63 - 64 * part;
            let (Some(low), Some(high)) = (
                planes.head[64 * part..].first_chunk(),
                planes.codes.get(from..).and_then(|codes| codes.first_chunk()),
            ) else {
                break;
            };
            let xor = lanes.xor(lanes.load(low), lanes.reverse_bytes(lanes.load(high)));
            if lanes.equal_bytes(xor, wanted) & mask != 0 {
                return true;
            }
        }
    }
    false
}

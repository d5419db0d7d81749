//! Hand-written programs for the values of Domineering and Clobber, as a comparison.
//! They use bitboards of eight rows of eight cells, a flood fill, and a memo table of positions up to symmetry.

use grundy::unstable::value::{Value, ValueArena};
use rustc_hash::FxHashMap;

/// The message for the limits of the arena, which are never reached here.
const WITHIN_LIMITS: &str = "within the usual limits";

const FIRST: u64 = 0x0101_0101_0101_0101;
const LAST: u64 = FIRST << 7;

fn east(cells: u64) -> u64 {
    cells << 1 & !FIRST
}

fn west(cells: u64) -> u64 {
    cells >> 1 & !LAST
}

/// Returns the right shift, in bits, that moves the cells into the corner; there must be a cell.
fn corner(cells: u64) -> u32 {
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    (cells.trailing_zeros() & !7) + u32::from(columns as u8).trailing_zeros()
}

fn transposed(mut x: u64) -> u64 {
    for (distance, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let t = (x ^ x >> distance) & mask;
        x ^= t ^ t << distance;
    }
    x
}

/// Returns image `which` of the eight images under symmetry; from 4 on, rows and columns are exchanged.
fn image(cells: u64, which: u32) -> u64 {
    let cells = if which & 4 != 0 { transposed(cells) } else { cells };
    let cells = if which & 1 != 0 { cells.swap_bytes() } else { cells };
    if which & 2 != 0 { cells.reverse_bits().swap_bytes() } else { cells }
}

/// Returns the connected region that contains the cell with the lowest bit.
fn first_region(cells: u64) -> u64 {
    let mut region = cells & cells.wrapping_neg();
    loop {
        let more = (region | region << 8 | region >> 8 | east(region) | west(region)) & cells;
        if more == region {
            return region;
        }
        region = more;
    }
}

/// Iterates over the bits of a set, from the lowest to the highest.
fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = cells & cells.wrapping_neg();
        cells ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Domineering; Left places vertical dominoes.
#[derive(Default)]
pub struct Domineering {
    memo: FxHashMap<u64, Value>,
}

impl Domineering {
    /// Returns the value of the board with this set of empty cells.
    pub fn value(&mut self, mut cells: u64, values: &mut ValueArena) -> Value {
        let mut sum = Value::ZERO;
        while cells != 0 {
            let region = first_region(cells);
            cells ^= region;
            if !region.is_power_of_two() {
                let value = self.region(region, values);
                sum = values.add(sum, value).expect(WITHIN_LIMITS);
            }
        }
        sum
    }

    fn region(&mut self, cells: u64, values: &mut ValueArena) -> Value {
        let (mut key, mut negative) = (cells >> corner(cells), false);
        for which in 1..8 {
            let other = image(cells, which);
            let other = other >> corner(other);
            if other < key {
                (key, negative) = (other, which & 4 != 0);
            }
        }
        let value = match self.memo.get(&key) {
            Some(&value) => value,
            None => {
                let left = each(key & key >> 8).map(|at| self.value(key & !(at | at << 8), values));
                let left: Vec<Value> = left.collect();
                let right = each(key & west(key)).map(|at| self.value(key & !(at | at << 1), values));
                let right: Vec<Value> = right.collect();
                let value = values.value_from_options(&left, &right).expect(WITHIN_LIMITS);
                self.memo.insert(key, value);
                value
            }
        };
        if negative { values.negative(value).expect(WITHIN_LIMITS) } else { value }
    }
}

/// Clobber; a board consists of the set of Left's pieces and the set of Right's pieces.
#[derive(Default)]
pub struct Clobber {
    memo: FxHashMap<[u64; 2], Value>,
}

impl Clobber {
    /// Returns the value of a board.
    pub fn value(&mut self, [x, o]: [u64; 2], values: &mut ValueArena) -> Value {
        let (mut cells, mut sum) = (x | o, Value::ZERO);
        while cells != 0 {
            let region = first_region(cells);
            cells ^= region;
            if region & x != 0 && region & o != 0 {
                let value = self.region([region & x, region & o], values);
                sum = values.add(sum, value).expect(WITHIN_LIMITS);
            }
        }
        sum
    }

    fn region(&mut self, board: [u64; 2], values: &mut ValueArena) -> Value {
        let (mut key, mut negative) = ([u64::MAX; 2], false);
        for which in 0..8 {
            let [x, o] = board.map(|plane| image(plane, which));
            let shift = corner(x | o);
            let [x, o] = [x >> shift, o >> shift];
            for (other, negates) in [([x, o], false), ([o, x], true)] {
                if other < key {
                    (key, negative) = (other, negates);
                }
            }
        }
        let value = match self.memo.get(&key) {
            Some(&value) => value,
            None => {
                let value = self.value_by_options(key, values);
                self.memo.insert(key, value);
                value
            }
        };
        if negative { values.negative(value).expect(WITHIN_LIMITS) } else { value }
    }

    fn value_by_options(&mut self, [x, o]: [u64; 2], values: &mut ValueArena) -> Value {
        type Step = fn(u64) -> u64;
        let directions: [[Step; 2]; 4] =
            [[|a| a << 8, |a| a >> 8], [|a| a >> 8, |a| a << 8], [east, west], [west, east]];
        let (mut left, mut right) = (vec![], vec![]);
        for [go, back] in directions {
            for to in each(go(x) & o) {
                left.push(self.value([x ^ back(to) | to, o ^ to], values));
            }
            for to in each(go(o) & x) {
                right.push(self.value([x ^ to, o ^ back(to) | to], values));
            }
        }
        values.value_from_options(&left, &right).expect(WITHIN_LIMITS)
    }
}

//! Boards as 64-bit words: eight rows of eight cells, or one row of 64 cells.
//!
//! A row has `W` bits (8 or 64); the cell in row r and column c, both counted from 0, is bit `W*r + c`.

use crate::pattern::GridSymmetry;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// Returns the set of the cells of the first column.
pub const fn first_column<const W: u32>() -> u64 {
    if W == 8 { FIRST_COLUMN } else { 1 }
}

/// Shifts a set of cells by one column to the right, without those that leave the board.
#[inline]
fn east<const W: u32>(cells: u64) -> u64 {
    cells << 1 & !first_column::<W>()
}

#[inline]
fn west<const W: u32>(cells: u64) -> u64 {
    cells >> 1 & !(first_column::<W>() << (W - 1))
}

/// Returns the set of all neighbours of a set of cells.
///
/// A cell has eight neighbours if `all_eight` is set, otherwise four. In a single row (`W` is 64), it has at most two.
#[inline]
pub fn neighbours<const W: u32>(cells: u64, all_eight: bool) -> u64 {
    let row = east::<W>(cells) | west::<W>(cells);
    if W != 8 {
        return row;
    }
    let column = if all_eight { cells | row } else { cells };
    row | column << 8 | column >> 8
}

/// Returns the pairs of cells at a distance of `distance` bits, one in `a` and the other in `b`.
///
/// The pair of cells `k` and `k + distance` is represented by bit `k`. Pairs across a row end are left out.
#[inline]
pub fn pairs<const W: u32>(a: u64, b: u64, distance: u32) -> u64 {
    let up = |cells: u64| {
        let moved = cells >> distance;
        let last = first_column::<W>() << (W - 1);
        match () {
            () if distance == 1 || distance == W + 1 => moved & !last,
            () if distance == W - 1 => moved & !first_column::<W>(),
            () => moved,
        }
    };
    a & up(b) | b & up(a)
}

/// Returns the right shift, in bits, that moves a set of cells to the first row and first column.
#[inline]
pub fn corner_shift<const W: u32>(cells: u64) -> u32 {
    if cells == 0 {
        return 0;
    }
    if W != 8 {
        return cells.trailing_zeros();
    }
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    (cells.trailing_zeros() & !7) + u32::from(columns as u8).trailing_zeros()
}

/// Returns the image of a set of cells under a symmetry of the whole board.
///
/// For a single row (`W` is 64), the symmetry must not exchange rows and columns.
#[inline]
pub fn image<const W: u32>(cells: u64, symmetry: GridSymmetry) -> u64 {
    if W != 8 {
        return if symmetry.0 & 2 != 0 { cells.reverse_bits() } else { cells };
    }
    let cells = if symmetry.transposes() { transposed(cells) } else { cells };
    let cells = if symmetry.0 & 1 != 0 { cells.swap_bytes() } else { cells };
    if symmetry.0 & 2 != 0 { cells.reverse_bits().swap_bytes() } else { cells }
}

/// Exchanges rows and columns of an 8 by 8 board (H. S. Warren, *Hacker's Delight* (2002), 7-3).
#[inline]
fn transposed(mut x: u64) -> u64 {
    for (distance, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let t = (x ^ x >> distance) & mask;
        x ^= t ^ t << distance;
    }
    x
}

//! Boards as 64-bit words: 64/W rows of W cells, where W is 4, 8, 16 or 64.
//!
//! The cell in row r and column c, both counted from 0, is bit `W*r + c`.

use crate::pattern::GridSymmetry;

/// Returns the set of the cells of the first column.
pub const fn first_column<const W: u32>() -> u64 {
    match W {
        4 => 0x1111_1111_1111_1111,
        8 => 0x0101_0101_0101_0101,
        16 => 0x0001_0001_0001_0001,
        _ => 1,
    }
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
    if W == 64 {
        return row;
    }
    let column = if all_eight { cells | row } else { cells };
    row | column << W | column >> W
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
    if W == 64 {
        return cells.trailing_zeros();
    }
    cells.trailing_zeros() / W * W + used_columns::<W>(cells).trailing_zeros()
}

/// Returns the columns in which a set has cells, as cells of the first row.
#[inline]
pub fn used_columns<const W: u32>(cells: u64) -> u64 {
    let mut columns = cells;
    let mut distance = 32;
    while distance >= W {
        columns |= columns >> distance;
        distance /= 2;
    }
    if W == 64 { columns } else { columns & ((1 << W) - 1) }
}

/// Reverses the order of the rows.
#[inline]
pub fn rows_reversed<const W: u32>(cells: u64) -> u64 {
    match W {
        4 => {
            let bytes = cells.swap_bytes();
            (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F
        }
        8 => cells.swap_bytes(),
        16 => {
            let halves = cells.rotate_left(32);
            (halves & 0x0000_FFFF_0000_FFFF) << 16 | halves >> 16 & 0x0000_FFFF_0000_FFFF
        }
        _ => cells,
    }
}

/// Returns the image of a set of cells under a symmetry of the whole board.
///
/// Unless `W` is 8, the symmetry must not exchange rows and columns.
#[inline]
pub fn image<const W: u32>(cells: u64, symmetry: GridSymmetry) -> u64 {
    let cells = if W == 8 && symmetry.transposes() { transposed(cells) } else { cells };
    let cells = if symmetry.0 & 1 != 0 { rows_reversed::<W>(cells) } else { cells };
    if symmetry.0 & 2 != 0 { rows_reversed::<W>(cells.reverse_bits()) } else { cells }
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

//! Compares boards as bits with boards as cells.

use grundy_board::Cells;
use grundy_board::internals::{GridSymmetry, corner_shift, image, neighbours, pairs, rows_reversed, used_columns};

#[test]
fn bit_images_match_board_images() {
    let mut cells = vec![b'.'; 64];
    for k in [0usize, 3, 9, 17, 40, 41, 62] {
        cells[k] = b'x';
    }
    let board = Cells::new(8, 8, cells).unwrap();
    let bits = |board: &Cells| (0..64).filter(|&k| board.cells()[k] == b'x').fold(0u64, |all, k| all | 1 << k);
    for symmetry in GridSymmetry::ALL {
        assert_eq!(image::<8>(bits(&board), symmetry), bits(&board.image(symmetry, |state| state)), "{symmetry:?}");
    }
    assert_eq!(neighbours::<8>(1 << 8 | 1 << 63, false), 1 | 1 << 9 | 1 << 16 | 1 << 62 | 1 << 55);
    assert_eq!(neighbours::<8>(1, true), 1 << 1 | 1 << 8 | 1 << 9);
    assert_eq!(pairs::<8>(1 << 7, 1 << 8, 1), 0);
    assert_eq!(pairs::<8>(1 << 7, 1 << 14, 7), 1 << 7);
    assert_eq!(corner_shift::<8>(1 << 10 | 1 << 17), 9);
}

/// Checks the functions for rows of `W` bits against boards of this shape.
fn check_row_length<const W: u32>() {
    let (rows, columns) = ((64 / W) as u16, W as u16);
    let mut cells = vec![b'.'; 64];
    for k in [1usize, 3, 9, 18, 40, 41, 62] {
        cells[k] = b'x';
    }
    let board = Cells::new(rows, columns, cells).unwrap();
    let bits = |board: &Cells| (0..64).filter(|&k| board.cells()[k] == b'x').fold(0u64, |all, k| all | 1 << k);
    for symmetry in GridSymmetry::ALL.into_iter().filter(|symmetry| !symmetry.transposes()) {
        assert_eq!(image::<W>(bits(&board), symmetry), bits(&board.image(symmetry, |state| state)), "{W} {symmetry:?}");
    }
    let reversed = board.image(GridSymmetry(1), |state| state);
    assert_eq!(rows_reversed::<W>(bits(&board)), bits(&reversed), "{W}");
    let used = bits(&board);
    let columns =
        (0..W).filter(|&c| (0..64 / W).any(|r| used >> (W * r + c) & 1 == 1)).fold(0, |all, c| all | 1u64 << c);
    assert_eq!(used_columns::<W>(used), columns, "{W}");
    // The cell in row 1 and column 2 has neighbours in all directions.
    let (at, w) = (W + 2, i64::from(W));
    let offsets = |list: &[i64]| list.iter().fold(0u64, |all, offset| all | 1 << (i64::from(at) + offset));
    assert_eq!(neighbours::<W>(1 << at, false), offsets(&[-w, -1, 1, w]), "{W}");
    assert_eq!(neighbours::<W>(1 << at, true), offsets(&[-w - 1, -w, 1 - w, -1, 1, w - 1, w, w + 1]), "{W}");
    assert_eq!(neighbours::<W>(1 << (W - 1), false), 1 << (W - 2) | 1 << (2 * W - 1), "{W}");
    assert_eq!(corner_shift::<W>(1 << (W + 2) | 1 << (2 * W + 1)), W + 1);
}

#[test]
fn bits_match_boards_of_all_row_lengths() {
    check_row_length::<4>();
    check_row_length::<8>();
    check_row_length::<16>();
}

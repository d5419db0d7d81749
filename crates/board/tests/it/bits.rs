//! Compares boards as bits with boards as cells.

use grundy_board::Cells;
use grundy_board::internals::{GridSymmetry, corner_shift, image, neighbours, pairs};

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

//! Tests the cells of dense tables.

use grundy_engines::internals::dense::{AtomicCells, OPEN, Slot as _, UNKNOWN};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

#[test]
fn wider_cells_hold_the_same() {
    fn set(cells: &AtomicCells, place: usize, state: u32) {
        match cells {
            AtomicCells::Bytes(cells) => cells[place].set(state),
            AtomicCells::Halves(cells) => cells[place].set(state),
            AtomicCells::Words(cells) => cells[place].set(state),
        }
    }
    let states = [0, 7, AtomicU8::MAX_VALUE, OPEN, UNKNOWN];
    let mut cells = AtomicCells::new(states.len());
    states.iter().enumerate().for_each(|(place, &state)| set(&cells, place, state));
    for width in [1, 2, 4] {
        assert_eq!(cells.width(), width);
        states.iter().enumerate().for_each(|(place, &state)| assert_eq!(cells.state(place), state));
        cells = cells.wider();
    }
    set(&cells, 1, AtomicU32::MAX_VALUE);
    assert_eq!(cells.state(1), AtomicU32::MAX_VALUE);
    const { assert!(AtomicU8::MAX_VALUE == 253 && AtomicU16::MAX_VALUE == 65533 && AtomicU32::MAX_VALUE < OPEN) };
}

//! Boxes of cells, stored in the smallest integer type that holds their values.

use grundy_rules::Coordinates;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// The state of a cell that is not computed yet.
pub const UNKNOWN: u32 = u32::MAX;
/// The state of a cell whose options are being computed.
pub const OPEN: u32 = u32::MAX - 1;

/// A box of cells with one to three coordinates; the last coordinate varies fastest.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxShape {
    /// The number of coordinates, from 1 to 3.
    pub dims: usize,
    /// The exclusive upper bounds of the coordinates; 1 for coordinates from `dims` on.
    pub sides: Coordinates,
    /// The distances between the indices of neighbouring cells, for each coordinate.
    pub strides: [usize; 3],
}

impl BoxShape {
    /// Creates a box. The caller checks with `volume` that the number of cells fits a `usize`.
    pub fn new(dims: usize, sides: Coordinates) -> BoxShape {
        let (b, c) = (sides[1] as usize, sides[2] as usize);
        BoxShape { dims, sides, strides: [b * c, c, 1] }
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.sides[0] as usize * self.strides[0]
    }

    /// Returns the index of a cell, or `None` if it is outside of the box.
    #[inline(always)]
    pub fn index(&self, at: Coordinates) -> Option<usize> {
        let inside = (0..3).all(|k| at[k] < self.sides[k]);
        inside.then(|| self.offset(at))
    }

    /// Returns the index of a cell that is inside the box.
    #[inline(always)]
    pub fn offset(&self, at: Coordinates) -> usize {
        (0..3).map(|k| at[k] as usize * self.strides[k]).sum()
    }
}

/// Returns the number of cells of a box with these sides.
pub(super) fn volume(sides: Coordinates) -> u128 {
    sides.iter().fold(1, |cells: u128, &side| cells.saturating_mul(side.into()))
}

/// The cells of a box in the smallest integer type that holds their values.
/// They are atomic so that threads may fill them together; barriers order the accesses.
#[derive(Debug)]
pub enum AtomicCells {
    /// Cells of one byte.
    Bytes(Vec<AtomicU8>),
    /// Cells of two bytes.
    Halves(Vec<AtomicU16>),
    /// Cells of four bytes.
    Words(Vec<AtomicU32>),
}

/// An atomic integer that stores the state of a cell.
pub trait Slot: Sync + Sized {
    /// The largest value that fits; the two larger numbers of the type encode `OPEN` and `UNKNOWN`.
    const MAX_VALUE: u32;
    /// Creates a cell in this state.
    fn from_state(state: u32) -> Self;
    /// Returns the value of the cell, `OPEN` or `UNKNOWN`.
    fn state(&self) -> u32;
    /// Sets the state of the cell.
    fn set(&self, state: u32);
}

macro_rules! slot {
    ($atomic:ty, $number:ty) => {
        impl Slot for $atomic {
            const MAX_VALUE: u32 = <$number>::MAX as u32 - 2;
            fn from_state(state: u32) -> Self {
                // `OPEN` and `UNKNOWN` truncate to the two largest numbers of the narrower type.
                <$atomic>::new(state as $number)
            }
            #[inline(always)]
            fn state(&self) -> u32 {
                let number = self.load(Ordering::Relaxed) as u32;
                if number > Self::MAX_VALUE { number | !(<$number>::MAX as u32) } else { number }
            }
            fn set(&self, state: u32) {
                self.store(state as $number, Ordering::Relaxed);
            }
        }
    };
}
slot!(AtomicU8, u8);
slot!(AtomicU16, u16);
slot!(AtomicU32, u32);

impl AtomicCells {
    /// Creates this number of unknown cells.
    pub fn new(count: usize) -> AtomicCells {
        AtomicCells::Bytes((0..count).map(|_| AtomicU8::from_state(UNKNOWN)).collect())
    }

    /// Returns the value of a cell, `OPEN` or `UNKNOWN`.
    pub fn state(&self, place: usize) -> u32 {
        match self {
            AtomicCells::Bytes(cells) => cells[place].state(),
            AtomicCells::Halves(cells) => cells[place].state(),
            AtomicCells::Words(cells) => cells[place].state(),
        }
    }

    /// Returns the number of bytes per cell.
    pub fn width(&self) -> u128 {
        match self {
            AtomicCells::Bytes(_) => 1,
            AtomicCells::Halves(_) => 2,
            AtomicCells::Words(_) => 4,
        }
    }

    /// Returns the same cells with twice the width.
    pub fn wider(&self) -> AtomicCells {
        fn copy<A: Slot, B: Slot>(cells: &[A]) -> Vec<B> {
            cells.iter().map(|cell| B::from_state(cell.state())).collect()
        }
        match self {
            AtomicCells::Bytes(cells) => AtomicCells::Halves(copy(cells)),
            AtomicCells::Halves(cells) => AtomicCells::Words(copy(cells)),
            AtomicCells::Words(cells) => AtomicCells::Words(copy(cells)),
        }
    }
}

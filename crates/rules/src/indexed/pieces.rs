//! Numbering of the pieces of two players on a rectangle, up to its symmetries.

use super::Subsets;
use std::ops::Range;

/// Numbers the positions of two players' pieces on a rectangle, for each pair of piece counts.
///
/// The mover is the player to move. Sets of cells are bit sets, row by row. Slots are ordered first by the least
/// image of the mover's pieces under symmetries, then by the opponent's pieces on the remaining cells. A slot is
/// empty if a symmetry that fixes the mover's pieces maps the opponent's pieces to a smaller bit set.
///
/// ```
/// use grundy_rules::indexed::Pieces;
/// let board = Pieces::new(3, 3).unwrap();
/// // One piece each: the 72 placements share 24 slots, of which some are empty.
/// let mut placements = 0;
/// board.each(1, 1, 0..board.size(1, 1), |slot, mine, theirs, orbit| {
///     assert_eq!(board.rank(mine, theirs), (slot, orbit));
///     assert_eq!(board.unrank(1, 1, slot), Some((mine, theirs, orbit)));
///     placements += orbit;
/// });
/// assert_eq!(placements, 72);
/// ```
pub struct Pieces {
    /// The numbering of the mover's pieces.
    mine: Subsets,
    /// For each number of pieces and each least image, the bit set of the symmetries that fix the image.
    stabilizers: Vec<Vec<u8>>,
    choose: [[u32; 27]; 27],
    /// The rank of a set among the sets of the same size is the sum of an entry of `low` and one of `high`.
    ///
    /// `low` is indexed by the bits of the lower half of the cells, `high` by the number of cells chosen there
    /// and the bits of the upper half.
    low: Vec<u32>,
    high: Vec<u32>,
    half: u32,
    /// `packed` gathers the bits of a byte under a mask into the lowest bits; `spread` scatters them back.
    packed: Bytes,
    spread: Bytes,
}

/// One byte for each pair of bytes, indexed by mask and value.
type Bytes = Box<[u8; 1 << 16]>;

impl Pieces {
    /// Returns the approximate size of the tables of a board, in bytes.
    pub fn bytes(width: u32, height: u32) -> u64 {
        Subsets::bytes(width.saturating_mul(height))
    }

    /// Returns the numbering of a board; `None` if the board has no cells, or too many for the tables.
    pub fn new(width: u32, height: u32) -> Option<Pieces> {
        let cells = width.checked_mul(height)?;
        let mine = Subsets::new(cells, &symmetries(width, height)?)?;
        let stabilizer = |&(set, _): &(u32, u32)| {
            let fixing = (0..mine.symmetries()).filter(|&symmetry| mine.image(symmetry as usize, set) == set);
            fixing.fold(0, |mask, symmetry| mask | 1 << symmetry)
        };
        let stabilizers = (0..=cells).map(|count| mine.least(count).iter().map(stabilizer).collect()).collect();
        let mut choose = [[0u32; 27]; 27];
        for n in 0..27 {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1] + if k < n { choose[n - 1][k] } else { 0 };
            }
        }
        let number = |set: u32, first: u32, before: usize| {
            let (mut number, mut count, mut rest) = (0, before, set);
            while rest != 0 {
                count += 1;
                number += choose[(rest.trailing_zeros() + first) as usize][count];
                rest &= rest - 1;
            }
            number
        };
        let half = cells / 2;
        let low = (0..1 << half).map(|set| number(set, 0, 0)).collect();
        let upper = |before: usize| (0..1u32 << (cells - half)).map(move |set| (set, before));
        let high = (0..=half as usize).flat_map(upper).map(|(set, before)| number(set, half, before)).collect();
        let (mut packed, mut spread) = (Box::new([0; 1 << 16]), Box::new([0; 1 << 16]));
        for mask in 0..256usize {
            for set in 0..256usize {
                let (mut to, mut scattered, mut rest) = (0, 0, mask);
                for k in 0..mask.count_ones() {
                    let bit = rest & rest.wrapping_neg();
                    to |= usize::from(set & bit != 0) << k;
                    scattered |= if set >> k & 1 == 1 { bit } else { 0 };
                    rest &= rest - 1;
                }
                packed[mask << 8 | set] = to as u8;
                spread[mask << 8 | set] = scattered as u8;
            }
        }
        Some(Pieces { mine, stabilizers, choose, low, high, half, packed, spread })
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u32 {
        self.mine.elements()
    }

    /// Gathers the bits of `set` under the mask `mask` into the lowest bits.
    #[inline]
    fn pack(&self, set: u32, mask: u32) -> u32 {
        let part = |k: usize| {
            let (mask, set) = ((mask >> (8 * k) & 255) as usize, (set >> (8 * k) & 255) as usize);
            u32::from(self.packed[mask << 8 | set])
        };
        let shift = BYTE_BIT_COUNTS[(mask & 255) as usize];
        let two = part(0) | part(1) << shift;
        if self.cells() <= 16 {
            return two;
        }
        let shift = shift + BYTE_BIT_COUNTS[(mask >> 8 & 255) as usize];
        two | part(2) << shift | part(3) << (shift + BYTE_BIT_COUNTS[(mask >> 16 & 255) as usize])
    }

    /// Scatters the lowest bits of `set` to the mask `mask`: the inverse of `pack`.
    #[inline]
    fn spread(&self, mut set: u32, mask: u32) -> u32 {
        let mut out = 0;
        for k in 0..self.cells().div_ceil(8) {
            let mask = (mask >> (8 * k) & 255) as usize;
            out |= u32::from(self.spread[mask << 8 | (set & 255) as usize]) << (8 * k);
            set >>= BYTE_BIT_COUNTS[mask];
        }
        out
    }

    /// Returns the rank of a set among the sets of the same number of cells.
    #[inline]
    fn number(&self, set: u32) -> u32 {
        let low = set & ((1 << self.half) - 1);
        let count = BYTE_BIT_COUNTS[(low & 255) as usize] + BYTE_BIT_COUNTS[(low >> 8) as usize];
        self.low[low as usize] + self.high[(count << (self.cells() - self.half) | set >> self.half) as usize]
    }

    fn all(&self) -> u32 {
        (1 << self.cells()) - 1
    }

    /// Returns the number of slots for positions with these numbers of pieces.
    pub fn size(&self, mine: u32, theirs: u32) -> u64 {
        self.mine.size(mine) * self.placements(mine, theirs)
    }

    /// Returns the number of ways to place the opponent's pieces on the cells that the mover leaves free.
    #[inline]
    fn placements(&self, mine: u32, theirs: u32) -> u64 {
        u64::from(self.choose[(self.cells() - mine) as usize][theirs as usize])
    }

    /// Returns the slot of a position and the size of its orbit.
    ///
    /// `mine` and `theirs` are the bit sets of the pieces of the mover and the opponent.
    #[inline]
    pub fn rank(&self, mine: u32, theirs: u32) -> (u64, u32) {
        self.rank_with_counts((ones(mine), ones(theirs)), mine, theirs)
    }

    /// Returns the same as [`Pieces::rank`], for callers that know the numbers of both players' pieces.
    #[inline]
    pub fn rank_with_counts(&self, counts: (u32, u32), mine: u32, theirs: u32) -> (u64, u32) {
        let (at, symmetry, is_unique) = self.mine.class(mine);
        let (least, mut other) = (self.mine.image(symmetry, mine), self.mine.image(symmetry, theirs));
        let mut orbit = self.mine.symmetries();
        if !is_unique {
            (other, orbit) = self.least_image(self.stabilizers[counts.0 as usize][at as usize], other);
        }
        let number = self.number(self.pack(other, !least & self.all()));
        (u64::from(at) * self.placements(counts.0, counts.1) + u64::from(number), orbit)
    }

    /// Returns the least image of a set under some symmetries, and the size of the position's orbit.
    ///
    /// `stabilizer` is the bit set of these symmetries.
    fn least_image(&self, stabilizer: u8, set: u32) -> (u32, u32) {
        let (mut least, mut same, mut rest) = (set, 0, stabilizer);
        while rest != 0 {
            let image = self.mine.image(rest.trailing_zeros() as usize, set);
            rest &= rest - 1;
            if image < least {
                (least, same) = (image, 1);
            } else if image == least {
                same += 1;
            }
        }
        (least, self.mine.symmetries() / same)
    }

    /// Returns the position of a slot, with the size of its orbit; `None` for an empty slot.
    ///
    /// `mine` and `theirs` are numbers of pieces. The result is the bit set of the mover's pieces, that of the
    /// opponent's pieces, and the size of the orbit.
    pub fn unrank(&self, mine: u32, theirs: u32, slot: u64) -> Option<(u32, u32, u32)> {
        let placements = self.placements(mine, theirs);
        let (least, orbit) = self.mine.least(mine)[(slot / placements) as usize];
        let set = self.set((slot % placements) as u32, self.cells() - mine, theirs);
        self.representative((mine, theirs), slot, (least, orbit), self.spread(set, !least & self.all()))
    }

    /// Returns the position with the mover's least image and the opponent's pieces, if `slot` is its slot.
    ///
    /// Otherwise the position has another slot, and `slot` is empty.
    #[inline]
    fn representative(&self, counts: (u32, u32), slot: u64, mine: (u32, u32), theirs: u32) -> Option<(u32, u32, u32)> {
        let (least, orbit) = mine;
        if orbit == self.mine.symmetries() {
            return Some((least, theirs, orbit));
        }
        let (at, orbit) = self.rank_with_counts(counts, least, theirs);
        (at == slot).then_some((least, theirs, orbit))
    }

    /// Returns the set of rank `number` among the sets of `count` of the first `cells` cells.
    fn set(&self, mut number: u32, cells: u32, count: u32) -> u32 {
        let (mut set, mut cell) = (0, cells as usize);
        for k in (1..=count as usize).rev() {
            loop {
                cell -= 1;
                if cell < k || self.choose[cell][k] <= number {
                    break;
                }
            }
            number -= if cell >= k { self.choose[cell][k] } else { 0 };
            set |= 1 << cell;
        }
        set
    }

    /// Calls `visit` for each position of a range of slots in order.
    ///
    /// `mine` and `theirs` are numbers of pieces. The arguments of `visit` are the slot, the bit set of the
    /// mover's pieces, that of the opponent's pieces, and the size of the orbit.
    pub fn each(&self, mine: u32, theirs: u32, slots: Range<u64>, mut visit: impl FnMut(u64, u32, u32, u32)) {
        let placements = self.placements(mine, theirs);
        if placements == 0 || slots.is_empty() {
            return;
        }
        let (mut class, mut number) = (slots.start / placements, slots.start % placements);
        let mut set = self.set(number as u32, self.cells() - mine, theirs);
        for slot in slots {
            let (least, orbit) = self.mine.least(mine)[class as usize];
            let other = self.spread(set, !least & self.all());
            if let Some((mine, theirs, orbit)) = self.representative((mine, theirs), slot, (least, orbit), other) {
                visit(slot, mine, theirs, orbit);
            }
            number += 1;
            if number == placements {
                (class, number, set) = (class + 1, 0, (1 << theirs) - 1);
            } else {
                // These lines compute the next larger set of the same number of cells.
                let lowest = set & set.wrapping_neg();
                let moved = set + lowest;
                set = (((moved ^ set) >> 2) / lowest) | moved;
            }
        }
    }
}

/// The number of bits of each byte.
///
/// The popcount instruction is not available on all supported processors, and without it a table is faster.
const BYTE_BIT_COUNTS: [u32; 256] = {
    let mut count = [0; 256];
    let mut k = 1;
    while k < 256 {
        count[k] = count[k >> 1] + (k as u32 & 1);
        k += 1;
    }
    count
};

#[inline]
fn ones(set: u32) -> u32 {
    set.to_le_bytes().iter().map(|&byte| BYTE_BIT_COUNTS[usize::from(byte)]).sum()
}

/// Returns generators of the symmetries of a rectangle, each as the list of the images of its cells.
///
/// Returns `None` if the rectangle has no cells.
fn symmetries(width: u32, height: u32) -> Option<Vec<Vec<u32>>> {
    let cells = width.checked_mul(height).filter(|&cells| cells > 0)?;
    let cell_images = |to: &dyn Fn(u32, u32) -> u32| (0..cells).map(|cell| to(cell / width, cell % width)).collect();
    let mut all = vec![
        cell_images(&|row, column| row * width + width - 1 - column),
        cell_images(&|row, column| (height - 1 - row) * width + column),
    ];
    if width == height {
        all.push(cell_images(&|row, column| column * width + row));
    }
    Some(all)
}

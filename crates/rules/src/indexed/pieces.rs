//! Pieces of two players on a rectangle, up to its symmetries.

use std::ops::Range;

/// The most cells: there is a table of all sets of cells.
const MOST_CELLS: u32 = 25;
/// A set of cells needs no more than this many groups of eight.
const CHUNKS: usize = 4;

/// The numbering of positions with so many pieces of the player to move and so many of the other one on the cells of a rectangle: first by
/// the least image of the mover's pieces, then by where the other's stand among the rest.
///
/// Cells are bits, row by row. Slots of positions that a symmetry of the mover's pieces makes smaller are empty.
///
/// ```
/// use grundy_rules::indexed::Pieces;
/// let board = Pieces::new(3, 3).unwrap();
/// // One piece each: 72 placements stand in 24 slots, some of them empty.
/// let mut placements = 0;
/// board.each(1, 1, 0..board.size(1, 1), |slot, mine, theirs, orbit| {
///     assert_eq!(board.rank(mine, theirs), (slot, orbit));
///     assert_eq!(board.unrank(1, 1, slot), Some((mine, theirs, orbit)));
///     placements += orbit;
/// });
/// assert_eq!(placements, 72);
/// ```
pub struct Pieces {
    cells: u32,
    chunks: usize,
    /// For each symmetry and each eight cells, what these become.
    images: Vec<[[u32; 256]; CHUNKS]>,
    /// For each set: the number of its least image among those of so many cells, and which symmetry makes it.
    classes: Vec<u32>,
    /// For each number of cells the least images, with the symmetries that keep each.
    least: Vec<Vec<(u32, u8)>>,
    choose: [[u32; 27]; 27],
    /// The numbers of sets of cells among those of as many: of the lower half, and of the upper half beside so many of the lower one.
    low: Vec<u32>,
    high: Vec<Vec<u32>>,
    half: u32,
    /// The bits of a byte that stand under another byte, moved together, and the other way round.
    packed: Vec<u8>,
    spread: Vec<u8>,
}

/// The bits of a table of classes that hold the number; the symmetry stands above.
const CLASS: u32 = 24;

impl Pieces {
    /// The bytes that the tables of a board of so many cells take, about.
    pub fn bytes(width: u32, height: u32) -> u64 {
        4 << (width * height).min(60)
    }

    /// The numbering of a board; `None` if it has more cells than there are tables for, or none.
    pub fn new(width: u32, height: u32) -> Option<Pieces> {
        let cells = width.checked_mul(height).filter(|cells| (1..=MOST_CELLS).contains(cells))?;
        let symmetries = symmetries(width, height);
        let images: Vec<[[u32; 256]; CHUNKS]> = symmetries.iter().map(|to| images_of(to)).collect();
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
        let high = (0..=half as usize)
            .map(|before| (0..1u32 << (cells - half)).map(|set| number(set, half, before)).collect())
            .collect();
        let (mut packed, mut spread) = (vec![0; 1 << 16], vec![0; 1 << 16]);
        for under in 0..256usize {
            for set in 0..256usize {
                let (mut to, mut apart, mut rest) = (0, 0, under);
                for k in 0..under.count_ones() {
                    let bit = rest & rest.wrapping_neg();
                    to |= usize::from(set & bit != 0) << k;
                    apart |= if set >> k & 1 == 1 { bit } else { 0 };
                    rest &= rest - 1;
                }
                packed[under << 8 | set] = to as u8;
                spread[under << 8 | set] = apart as u8;
            }
        }
        let chunks = cells.div_ceil(8) as usize;
        let mut pieces = Pieces {
            cells,
            chunks,
            images,
            classes: vec![u32::MAX; 1 << cells],
            least: vec![vec![]; cells as usize + 1],
            choose,
            low,
            high,
            half,
            packed,
            spread,
        };
        pieces.classify();
        Some(pieces)
    }

    /// Finds the least images. Sets are met in growing order, so the first one of a class is the least.
    fn classify(&mut self) {
        for set in 0..1u32 << self.cells {
            if self.classes[set as usize] != u32::MAX {
                continue;
            }
            let list = &self.least[set.count_ones() as usize];
            let (class, mut kept) = (list.len() as u32, 0u8);
            for symmetry in 0..self.images.len() {
                // That symmetry makes the image of the set; its inverse makes the set of the image.
                let image = self.image(symmetry, set);
                kept |= u8::from(image == set) << symmetry;
                let back = (0..self.images.len()).find(|&back| self.image(back, image) == set).unwrap_or(0);
                self.classes[image as usize] = class | (back as u32) << CLASS;
            }
            self.least[set.count_ones() as usize].push((set, kept));
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// What a symmetry makes of a set of cells.
    #[inline]
    fn image(&self, symmetry: usize, set: u32) -> u32 {
        let images = &self.images[symmetry];
        (0..self.chunks).fold(0, |image, k| image | images[k][(set >> (8 * k) & 255) as usize])
    }

    /// The cells of `set` that are in `under`, moved together.
    #[inline]
    fn pack(&self, set: u32, under: u32) -> u32 {
        let (mut out, mut shift) = (0, 0);
        for k in 0..self.chunks {
            let (under, set) = ((under >> (8 * k) & 255) as usize, (set >> (8 * k) & 255) as usize);
            out |= u32::from(self.packed[under << 8 | set]) << shift;
            shift += COUNT[under];
        }
        out
    }

    /// The other way round.
    #[inline]
    fn spread(&self, mut set: u32, under: u32) -> u32 {
        let mut out = 0;
        for k in 0..self.chunks {
            let under = (under >> (8 * k) & 255) as usize;
            out |= u32::from(self.spread[under << 8 | (set & 255) as usize]) << (8 * k);
            set >>= COUNT[under];
        }
        out
    }

    /// The number of a set among those of as many cells.
    #[inline]
    fn number(&self, set: u32) -> u32 {
        let low = set & ((1 << self.half) - 1);
        let count = COUNT[(low & 255) as usize] + COUNT[(low >> 8) as usize];
        self.low[low as usize] + self.high[count as usize][(set >> self.half) as usize]
    }

    fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    /// How many slots positions with so many pieces have.
    pub fn size(&self, mine: u32, theirs: u32) -> u64 {
        let rest = (self.cells - mine) as usize;
        self.least[mine as usize].len() as u64 * u64::from(self.choose[rest][theirs as usize])
    }

    /// The slot of a position and the size of its orbit.
    #[inline]
    pub fn rank(&self, mine: u32, theirs: u32) -> (u64, u32) {
        let (count, others) = (ones(mine), ones(theirs));
        let class = self.classes[mine as usize];
        let (at, symmetry) = (class & ((1 << CLASS) - 1), (class >> CLASS) as usize);
        let (least, kept) = self.least[count as usize][at as usize];
        let mut other = self.image(symmetry, theirs);
        let mut same = 1;
        if kept != 1 {
            let image = other;
            let mut rest = kept & !1;
            while rest != 0 {
                let one = self.image(rest.trailing_zeros() as usize, image);
                rest &= rest - 1;
                if one < other {
                    (other, same) = (one, 1);
                } else if one == other {
                    same += 1;
                }
            }
        }
        let ways = self.choose[(self.cells - count) as usize][others as usize];
        let number = self.number(self.pack(other, !least & self.all()));
        (u64::from(at) * u64::from(ways) + u64::from(number), self.images.len() as u32 / same)
    }

    /// The position of a slot, with the size of its orbit; `None` for an empty slot.
    pub fn unrank(&self, mine: u32, theirs: u32, slot: u64) -> Option<(u32, u32, u32)> {
        let rest = self.cells - mine;
        let ways = u64::from(self.choose[rest as usize][theirs as usize]);
        let (least, kept) = self.least[mine as usize][(slot / ways) as usize];
        let other = self.spread(self.set((slot % ways) as u32, rest, theirs), !least & self.all());
        if kept == 1 {
            return Some((least, other, self.images.len() as u32));
        }
        let (at, orbit) = self.rank(least, other);
        (at == slot).then_some((least, other, orbit))
    }

    /// The set of so many of the first cells that has this number.
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

    /// Shows the positions of a range of slots in order, with the sizes of their orbits.
    pub fn each(&self, mine: u32, theirs: u32, slots: Range<u64>, mut show: impl FnMut(u64, u32, u32, u32)) {
        let rest = self.cells - mine;
        let ways = u64::from(self.choose[rest as usize][theirs as usize]);
        if ways == 0 || slots.is_empty() {
            return;
        }
        let (mut class, mut number) = (slots.start / ways, slots.start % ways);
        let mut set = self.set(number as u32, rest, theirs);
        for slot in slots {
            let (least, kept) = self.least[mine as usize][class as usize];
            let other = self.spread(set, !least & self.all());
            if kept == 1 {
                show(slot, least, other, self.images.len() as u32);
            } else {
                let (at, orbit) = self.rank(least, other);
                if at == slot {
                    show(slot, least, other, orbit);
                }
            }
            number += 1;
            if number == ways {
                (class, number, set) = (class + 1, 0, (1 << theirs) - 1);
            } else {
                // The next larger set of as many.
                let lowest = set & set.wrapping_neg();
                let moved = set + lowest;
                set = (((moved ^ set) >> 2) / lowest) | moved;
            }
        }
    }
}

/// How many bits a byte has: without the instruction of newer processors, which nobody may rely on, a table is faster.
const COUNT: [u32; 256] = {
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
    set.to_le_bytes().iter().map(|&byte| COUNT[usize::from(byte)]).sum()
}

/// Where each symmetry of a rectangle takes each cell; the first one takes none anywhere.
fn symmetries(width: u32, height: u32) -> Vec<Vec<u32>> {
    let count = match (width, height) {
        (1, 1) => 1,
        (1, _) | (_, 1) => 2,
        _ if width == height => 8,
        _ => 4,
    };
    let image = |symmetry: u32, cell: u32| {
        let (mut row, mut column) = (cell / width, cell % width);
        if symmetry & 1 != 0 && (width > 1 || count == 2) {
            column = width - 1 - column;
        }
        if symmetry & 2 != 0 || (symmetry & 1 != 0 && count == 2) {
            row = height - 1 - row;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        row * width + column
    };
    (0..count).map(|symmetry| (0..width * height).map(|cell| image(symmetry, cell)).collect()).collect()
}

fn images_of(to: &[u32]) -> [[u32; 256]; CHUNKS] {
    let mut images = [[0; 256]; CHUNKS];
    for (chunk, images) in images.iter_mut().enumerate() {
        for (set, image) in images.iter_mut().enumerate() {
            for (cell, &to) in to.iter().enumerate().skip(8 * chunk).take(8) {
                *image |= u32::from(set >> (cell - 8 * chunk) & 1 == 1) << to;
            }
        }
    }
    images
}

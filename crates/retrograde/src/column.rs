//! What is known of the positions of a tier.

use grundy_engines::digraph::LoopyOutcome;
use grundy_rules::indexed::Tier;

/// The code of a position that play from the start does not come to, where only those that it comes to are solved.
pub(super) const UNREACHED: u32 = 1;

/// What a code tells the player to move: 0 is a draw, else it is remoteness + 1 twice, and 1 more for a win. `None` for a position that
/// play does not come to.
///
/// ```
/// use grundy_engines::digraph::LoopyOutcome;
/// use grundy_retrograde::fate_of;
/// assert_eq!([fate_of(0), fate_of(1), fate_of(2)], [Some(LoopyOutcome::Draw), None, Some(LoopyOutcome::Loss(0))]);
/// ```
pub fn fate_of(code: u32) -> Option<LoopyOutcome> {
    match (code >> 1, code & 1) {
        (0, UNREACHED) => None,
        (0, _) => Some(LoopyOutcome::Draw),
        (more, 1) => Some(LoopyOutcome::Win(more - 1)),
        (more, _) => Some(LoopyOutcome::Loss(more - 1)),
    }
}

/// The codes of a tier, slot by slot, in words of as few bytes as hold them: the highest bit for a win, the rest remoteness + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// Remotenesses below 127.
    Bytes(Vec<u8>),
    /// Below 32767.
    Words(Vec<u16>),
    /// Larger ones.
    Longs(Vec<u32>),
}

impl Column {
    /// An empty column of words that hold remotenesses up to `longest`, for so many slots.
    pub fn with_room(slots: u64, longest: u32) -> Column {
        let slots = slots as usize;
        match longest {
            0..127 => Column::Bytes(Vec::with_capacity(slots)),
            127..32767 => Column::Words(Vec::with_capacity(slots)),
            _ => Column::Longs(Vec::with_capacity(slots)),
        }
    }

    /// Adds the code of the next slot. One without a position repeats the one before, which costs the least where the column is packed.
    #[inline]
    pub fn push(&mut self, code: Option<u32>) {
        match (self, code) {
            (Column::Bytes(list), Some(code)) => list.push(((code & 1) << 7 | code >> 1) as u8),
            (Column::Words(list), Some(code)) => list.push(((code & 1) << 15 | code >> 1) as u16),
            (Column::Longs(list), Some(code)) => list.push((code & 1) << 31 | code >> 1),
            (Column::Bytes(list), None) => list.push(list.last().copied().unwrap_or(0)),
            (Column::Words(list), None) => list.push(list.last().copied().unwrap_or(0)),
            (Column::Longs(list), None) => list.push(list.last().copied().unwrap_or(0)),
        }
    }

    /// The code of a slot.
    #[inline]
    pub fn code(&self, slot: u64) -> u32 {
        let at = slot as usize;
        match self {
            Column::Bytes(list) => {
                let byte = u32::from(list[at]);
                (byte & 0x7f) << 1 | byte >> 7
            }
            Column::Words(list) => {
                let word = u32::from(list[at]);
                (word & 0x7fff) << 1 | word >> 15
            }
            Column::Longs(list) => list[at].rotate_left(1),
        }
    }

    /// Adds the codes of slots that follow, which have words of the same width.
    ///
    /// ```
    /// use grundy_retrograde::Column;
    /// let mut column = Column::with_room(3, 5);
    /// column.push(Some(3));
    /// let (mut more, empty) = (Column::with_room(2, 5), Column::with_room(0, 5));
    /// more.push(Some(4));
    /// more.push(None);
    /// column.append(&empty);
    /// column.append(&more);
    /// assert_eq!([0, 1, 2].map(|slot| column.code(slot)), [3, 4, 4]);
    /// ```
    pub fn append(&mut self, more: &Column) {
        match (self, more) {
            (Column::Bytes(list), Column::Bytes(more)) => list.extend_from_slice(more),
            (Column::Words(list), Column::Words(more)) => list.extend_from_slice(more),
            (Column::Longs(list), Column::Longs(more)) => list.extend_from_slice(more),
            (list, more) => (0..more.len()).for_each(|slot| list.push(Some(more.code(slot)))),
        }
    }

    /// How many slots there are.
    pub fn len(&self) -> u64 {
        match self {
            Column::Bytes(list) => list.len() as u64,
            Column::Words(list) => list.len() as u64,
            Column::Longs(list) => list.len() as u64,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes each slot has.
    pub fn width(&self) -> u8 {
        match self {
            Column::Bytes(_) => 1,
            Column::Words(_) => 2,
            Column::Longs(_) => 4,
        }
    }

    /// The bytes of a range of slots, little-endian.
    pub fn bytes(&self, slots: std::ops::Range<usize>) -> Vec<u8> {
        match self {
            Column::Bytes(list) => list[slots].to_vec(),
            Column::Words(list) => list[slots].iter().flat_map(|word| word.to_le_bytes()).collect(),
            Column::Longs(list) => list[slots].iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }

    /// A column of these bytes, so many for each slot; `None` if there are no columns of words of so many.
    pub fn of_bytes(bytes: Vec<u8>, width: u8) -> Option<Column> {
        match width {
            1 => Some(Column::Bytes(bytes)),
            2 => Some(Column::Words(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect())),
            4 => {
                let longs = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
                Some(Column::Longs(longs.collect()))
            }
            _ => None,
        }
    }
}

/// How many positions are won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many slots there are, and how many of them have positions.
    pub slots: u64,
    /// Won, lost and drawn positions.
    pub positions: [u64; 3],
    /// The same where those that are images of each other are one.
    pub orbits: [u64; 3],
    /// The greatest remoteness, if any position is won or lost.
    pub longest: Option<u32>,
}

impl Tally {
    /// Counts an orbit of positions of a code.
    #[inline]
    pub fn count(&mut self, code: u32, orbit: u32) {
        let which = if code == 0 { 2 } else { 1 - (code & 1) as usize };
        self.positions[which] += u64::from(orbit);
        self.orbits[which] += 1;
        if code > 0 {
            self.longest = self.longest.max(Some((code >> 1) - 1));
        }
    }

    /// Adds up.
    pub fn add(&mut self, other: &Tally) {
        self.slots += other.slots;
        for k in 0..3 {
            self.positions[k] += other.positions[k];
            self.orbits[k] += other.orbits[k];
        }
        self.longest = self.longest.max(other.longest);
    }

    /// The tally as numbers.
    pub fn numbers(&self) -> [u64; 8] {
        let ([a, b, c], [d, e, f]) = (self.positions, self.orbits);
        [self.slots, a, b, c, d, e, f, self.longest.map_or(0, |longest| u64::from(longest) + 1)]
    }

    /// The tally of these [numbers](Tally::numbers).
    pub fn of_numbers([slots, a, b, c, d, e, f, longest]: [u64; 8]) -> Tally {
        let longest = longest.checked_sub(1).map(|longest| longest as u32);
        Tally { slots, positions: [a, b, c], orbits: [d, e, f], longest }
    }

    /// How many positions there are.
    pub fn all(&self) -> u64 {
        self.positions.iter().sum()
    }
}

/// A tier that is solved.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// Which one.
    pub tier: Tier,
    /// The codes of its positions.
    pub column: Column,
    /// How many of them are what.
    pub tally: Tally,
}

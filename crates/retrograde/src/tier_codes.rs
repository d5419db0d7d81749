//! The results of the positions of a tier: codes in words of sufficient width, and tallies.

use grundy_engines::digraph::LoopyOutcome;
use grundy_rules::indexed::Tier;

/// The code of a position that play does not reach, used if only reached positions are solved.
pub(super) const UNREACHED: u32 = 1;

/// Decodes a result for the player to move; returns `None` for a position that play does not reach.
///
/// Code 0 is a draw, and code 1 an unreached position. Any other code is 2 * (remoteness + 1), plus 1 for a win.
///
/// ```
/// use grundy_engines::digraph::LoopyOutcome;
/// use grundy_retrograde::decode_outcome;
/// assert_eq!(
///     [decode_outcome(0), decode_outcome(1), decode_outcome(2)],
///     [Some(LoopyOutcome::Draw), None, Some(LoopyOutcome::Loss(0))]
/// );
/// ```
pub fn decode_outcome(code: u32) -> Option<LoopyOutcome> {
    match (code >> 1, code & 1) {
        (0, UNREACHED) => None,
        (0, _) => Some(LoopyOutcome::Draw),
        (more, 1) => Some(LoopyOutcome::Win(more - 1)),
        (more, _) => Some(LoopyOutcome::Loss(more - 1)),
    }
}

/// The codes of a tier, slot by slot: a *column* of the narrowest words that hold all of its codes.
///
/// The highest bit of a word is 1 for a win; the other bits are remoteness + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TierCodes {
    /// For remotenesses below 127.
    Bytes(Vec<u8>),
    /// For remotenesses below 32767.
    Words(Vec<u16>),
    /// For larger remotenesses.
    Longs(Vec<u32>),
}

impl TierCodes {
    /// Creates an empty column for `slots` slots, with words that hold remotenesses up to `longest`.
    pub fn with_slot_capacity(slots: u64, longest: u32) -> TierCodes {
        let slots = slots as usize;
        match longest {
            0..127 => TierCodes::Bytes(Vec::with_capacity(slots)),
            127..32767 => TierCodes::Words(Vec::with_capacity(slots)),
            _ => TierCodes::Longs(Vec::with_capacity(slots)),
        }
    }

    /// Appends the code of the next slot.
    ///
    /// `None` stands for a slot without a position; it repeats the previous code, which compresses best.
    #[inline]
    pub fn push(&mut self, code: Option<u32>) {
        match (self, code) {
            (TierCodes::Bytes(list), Some(code)) => list.push(((code & 1) << 7 | code >> 1) as u8),
            (TierCodes::Words(list), Some(code)) => list.push(((code & 1) << 15 | code >> 1) as u16),
            (TierCodes::Longs(list), Some(code)) => list.push((code & 1) << 31 | code >> 1),
            (TierCodes::Bytes(list), None) => list.push(list.last().copied().unwrap_or(0)),
            (TierCodes::Words(list), None) => list.push(list.last().copied().unwrap_or(0)),
            (TierCodes::Longs(list), None) => list.push(list.last().copied().unwrap_or(0)),
        }
    }

    /// Returns the code of a slot.
    #[inline]
    pub fn code(&self, slot: u64) -> u32 {
        let at = slot as usize;
        match self {
            TierCodes::Bytes(list) => {
                let byte = u32::from(list[at]);
                (byte & 0x7f) << 1 | byte >> 7
            }
            TierCodes::Words(list) => {
                let word = u32::from(list[at]);
                (word & 0x7fff) << 1 | word >> 15
            }
            TierCodes::Longs(list) => list[at].rotate_left(1),
        }
    }

    /// Appends the codes of another column. Equal word widths are copied fastest.
    ///
    /// ```
    /// use grundy_retrograde::TierCodes;
    /// let mut column = TierCodes::with_slot_capacity(3, 5);
    /// column.push(Some(3));
    /// let (mut more, empty) = (TierCodes::with_slot_capacity(2, 5), TierCodes::with_slot_capacity(0, 5));
    /// more.push(Some(4));
    /// more.push(None);
    /// column.append(&empty);
    /// column.append(&more);
    /// assert_eq!([0, 1, 2].map(|slot| column.code(slot)), [3, 4, 4]);
    /// ```
    pub fn append(&mut self, more: &TierCodes) {
        match (self, more) {
            (TierCodes::Bytes(list), TierCodes::Bytes(more)) => list.extend_from_slice(more),
            (TierCodes::Words(list), TierCodes::Words(more)) => list.extend_from_slice(more),
            (TierCodes::Longs(list), TierCodes::Longs(more)) => list.extend_from_slice(more),
            (list, more) => (0..more.len()).for_each(|slot| list.push(Some(more.code(slot)))),
        }
    }

    /// Returns the number of slots.
    pub fn len(&self) -> u64 {
        match self {
            TierCodes::Bytes(list) => list.len() as u64,
            TierCodes::Words(list) => list.len() as u64,
            TierCodes::Longs(list) => list.len() as u64,
        }
    }

    /// Reports whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes per slot: 1, 2 or 4.
    pub fn width(&self) -> u8 {
        match self {
            TierCodes::Bytes(_) => 1,
            TierCodes::Words(_) => 2,
            TierCodes::Longs(_) => 4,
        }
    }

    /// Returns the codes of a range of slots as little-endian bytes.
    pub fn bytes(&self, slots: std::ops::Range<usize>) -> Vec<u8> {
        match self {
            TierCodes::Bytes(list) => list[slots].to_vec(),
            TierCodes::Words(list) => list[slots].iter().flat_map(|word| word.to_le_bytes()).collect(),
            TierCodes::Longs(list) => list[slots].iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }

    /// Creates a column from little-endian bytes, `width` per slot; `None` unless the width is 1, 2 or 4.
    pub fn from_bytes(bytes: Vec<u8>, width: u8) -> Option<TierCodes> {
        match width {
            1 => Some(TierCodes::Bytes(bytes)),
            2 => Some(TierCodes::Words(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect())),
            4 => {
                let longs = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
                Some(TierCodes::Longs(longs.collect()))
            }
            _ => None,
        }
    }
}

/// The numbers of slots, positions and orbits of a tier or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of slots, with or without a position.
    pub slots: u64,
    /// The numbers of won, lost and drawn positions, in this order.
    pub positions: [u64; 3],
    /// The same numbers with positions that are equal under symmetry counted once.
    pub orbits: [u64; 3],
    /// The greatest remoteness; `None` if no position is won or lost.
    pub longest: Option<u32>,
}

impl Tally {
    /// Adds the `orbit` positions of one orbit, which all have this code, and counts the orbit once.
    #[inline]
    pub fn count(&mut self, code: u32, orbit: u32) {
        let which = if code == 0 { 2 } else { 1 - (code & 1) as usize };
        self.positions[which] += u64::from(orbit);
        self.orbits[which] += 1;
        if code > 0 {
            self.longest = self.longest.max(Some((code >> 1) - 1));
        }
    }

    /// Adds the numbers of another tally to this one.
    pub fn add(&mut self, other: &Tally) {
        self.slots += other.slots;
        for k in 0..3 {
            self.positions[k] += other.positions[k];
            self.orbits[k] += other.orbits[k];
        }
        self.longest = self.longest.max(other.longest);
    }

    /// Returns the tally as 8 numbers, for storage and for other processes.
    pub fn numbers(&self) -> [u64; 8] {
        let ([a, b, c], [d, e, f]) = (self.positions, self.orbits);
        [self.slots, a, b, c, d, e, f, self.longest.map_or(0, |longest| u64::from(longest) + 1)]
    }

    /// Restores a tally from its [numbers](Tally::numbers).
    pub fn from_numbers([slots, a, b, c, d, e, f, longest]: [u64; 8]) -> Tally {
        let longest = longest.checked_sub(1).map(|longest| longest as u32);
        Tally { slots, positions: [a, b, c], orbits: [d, e, f], longest }
    }

    /// Returns the number of positions.
    pub fn position_count(&self) -> u64 {
        self.positions.iter().sum()
    }
}

/// A solved tier.
#[derive(Clone, Debug)]
pub(super) struct TierResult {
    /// The identifier of the tier.
    pub tier: Tier,
    /// The codes of its positions.
    pub column: TierCodes,
    /// The tally of its positions.
    pub tally: Tally,
}

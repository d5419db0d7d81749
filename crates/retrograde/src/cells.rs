//! The state of a position while its group is solved, in a cell of two words of 2 or 4 bytes.

use super::group_error::GroupError;

/// An unsigned integer of fixed width, in which each half of a [`SlotState`] is stored.
pub trait UnsignedWord: Copy + PartialEq + Send + Sync + 'static {
    /// The largest value.
    const MAX_VALUE: u32;
    /// The width in bytes.
    const BYTES: usize;
    /// Converts a number, which must be at most [`UnsignedWord::MAX_VALUE`].
    fn from_u32(number: u32) -> Self;
    /// Converts the word to 32 bits.
    fn get(self) -> u32;
}

macro_rules! word {
    ($word:ty) => {
        impl UnsignedWord for $word {
            const MAX_VALUE: u32 = <$word>::MAX as u32;
            const BYTES: usize = size_of::<$word>();
            #[inline]
            fn from_u32(number: u32) -> $word {
                number as $word
            }
            #[inline]
            fn get(self) -> u32 {
                self.into()
            }
        }
    };
}
word!(u16);
word!(u32);

/// A message from a decided position to a position that has a move to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The recipient, as a slot within its partition.
    pub to: u32,
    /// 0 if the sender is lost; otherwise the amount by which the count of moves decreases.
    pub weight: u32,
}

/// The state of a position (a *cell*), in two words.
///
/// The first word is either one of the marks below or a count: the number of moves within the group that are not known
/// to lead to a won position. The first word determines the meaning of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotState<W> {
    tag: W,
    payload: W,
}

/// The effect of a message on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageEffect {
    /// The message changes nothing that must be recorded.
    None,
    /// The position is decided at the remoteness of the message.
    Decided,
    /// The position will be decided at this remoteness.
    Due(u32),
}

impl<W: UnsignedWord> SlotState<W> {
    /// Mark: the slot has no position.
    const UNUSED: u32 = W::MAX_VALUE;
    /// Mark: the position is decided; the second word is its code.
    const DECIDED: u32 = W::MAX_VALUE - 1;
    /// Mark: a move leads to a draw, so the position is not lost.
    const NOT_LOST: u32 = W::MAX_VALUE - 2;
    /// Mark: the position is won at the remoteness in the second word, unless it is won sooner.
    const WIN: u32 = W::MAX_VALUE - 3;
    /// Mark: the position is lost at the remoteness in the second word.
    const LOSS: u32 = W::MAX_VALUE - 4;
    /// The largest count of moves.
    ///
    /// If the first word is a count, the second word is the least remoteness at which the position can be lost.
    const MAX_COUNT: u32 = W::MAX_VALUE - 5;

    fn new(tag: u32, payload: u32) -> SlotState<W> {
        SlotState { tag: W::from_u32(tag), payload: W::from_u32(payload) }
    }

    /// Creates the cell of a slot without a position.
    pub fn unused() -> SlotState<W> {
        SlotState::new(Self::UNUSED, 0)
    }

    /// Creates the cell of a position that cannot be lost, because a move leads to a draw.
    pub fn not_lost() -> SlotState<W> {
        SlotState::new(Self::NOT_LOST, 0)
    }

    /// Creates the cell of a position that will be won or lost at a remoteness.
    pub fn due(won: bool, remoteness: u32) -> Result<SlotState<W>, GroupError> {
        Self::fits(remoteness)?;
        Ok(SlotState::new(if won { Self::WIN } else { Self::LOSS }, remoteness))
    }

    /// Creates the cell of a position that is lost once its count is 0, at remoteness `worst` or later.
    pub fn counting(count: u64, worst: u32) -> Result<SlotState<W>, GroupError> {
        Self::fits(worst)?;
        if count > u64::from(Self::MAX_COUNT) {
            return Err(GroupError::Narrow);
        }
        Ok(SlotState::new(count as u32, worst))
    }

    /// Checks that the code of a position decided at this remoteness fits into a word.
    fn fits(remoteness: u32) -> Result<(), GroupError> {
        if remoteness >= W::MAX_VALUE / 2 { Err(GroupError::Narrow) } else { Ok(()) }
    }

    /// Reports whether the slot has a position.
    pub fn is_used(self) -> bool {
        self.tag.get() != Self::UNUSED
    }

    /// Returns the code: 2 * (remoteness + 1), plus 1 if won; 0 if the position is not decided.
    #[inline]
    pub fn code(self) -> u32 {
        if self.tag.get() == Self::DECIDED { self.payload.get() } else { 0 }
    }

    /// Returns (remoteness, won) if the position will be decided without further messages; else `None`.
    pub fn when_due(self) -> Option<(u32, bool)> {
        match self.tag.get() {
            tag if tag == Self::WIN => Some((self.payload.get(), true)),
            tag if tag == Self::LOSS => Some((self.payload.get(), false)),
            _ => None,
        }
    }

    /// Returns the code that the position has after all supersteps.
    pub fn code_in_the_end(self) -> u32 {
        self.when_due().map_or(self.code(), |(when, won)| (when + 1) << 1 | u32::from(won))
    }

    fn decide(&mut self, won: bool, remoteness: u32) -> Result<(), GroupError> {
        Self::fits(remoteness)?;
        *self = SlotState::new(Self::DECIDED, (remoteness + 1) << 1 | u32::from(won));
        Ok(())
    }

    /// Decides the cell if it is due at this remoteness; returns whether the cell was due.
    #[inline]
    pub fn decide_due(&mut self, remoteness: u32) -> Result<bool, GroupError> {
        let due = self.when_due().filter(|&(when, _)| when == remoteness);
        if let Some((_, won)) = due {
            self.decide(won, remoteness)?;
        }
        Ok(due.is_some())
    }

    /// Applies a message from a position decided at `at - 1`; returns `None` if no such move can exist.
    #[inline]
    pub fn apply_message(&mut self, weight: u32, at: u32) -> Result<Option<MessageEffect>, GroupError> {
        let tag = self.tag.get();
        if weight == 0 {
            // A move to a lost position wins at the remoteness `at`.
            let decided = match tag {
                _ if tag == Self::WIN => at < self.payload.get(),
                _ if tag == Self::LOSS || tag == Self::UNUSED => return Ok(None),
                _ => tag != Self::DECIDED,
            };
            if decided {
                self.decide(true, at)?;
            }
            return Ok(Some(if decided { MessageEffect::Decided } else { MessageEffect::None }));
        }
        if tag > Self::MAX_COUNT {
            let is_possible =
                tag != Self::UNUSED && tag != Self::LOSS && self.code() & 1 == u32::from(self.code() != 0);
            return Ok(is_possible.then_some(MessageEffect::None));
        }
        if weight > tag {
            return Ok(None);
        }
        let (rest, worst) = (tag - weight, self.payload.get());
        if rest > 0 {
            self.tag = W::from_u32(rest);
        } else if worst <= at {
            self.decide(false, at)?;
            return Ok(Some(MessageEffect::Decided));
        } else {
            *self = SlotState::new(Self::LOSS, worst);
            return Ok(Some(MessageEffect::Due(worst)));
        }
        Ok(Some(MessageEffect::None))
    }

    /// Writes the cell to `out` as little-endian bytes. `out` must have at least the length of two words.
    #[inline]
    pub fn write(self, out: &mut [u8]) {
        out[..W::BYTES].copy_from_slice(&self.tag.get().to_le_bytes()[..W::BYTES]);
        out[W::BYTES..2 * W::BYTES].copy_from_slice(&self.payload.get().to_le_bytes()[..W::BYTES]);
    }

    /// Returns the bytes of cells, in the order of the cells.
    pub fn write_all(cells: &[SlotState<W>]) -> Vec<u8> {
        let mut bytes = vec![0; cells.len() * 2 * W::BYTES];
        cells.iter().zip(bytes.chunks_exact_mut(2 * W::BYTES)).for_each(|(cell, out)| cell.write(out));
        bytes
    }

    /// Reads a cell that was [written](SlotState::write).
    pub fn read(bytes: &[u8]) -> SlotState<W> {
        let word = |at: usize| (0..W::BYTES).fold(0, |word, k| word | u32::from(bytes[at + k]) << (8 * k));
        SlotState::new(word(0), word(W::BYTES))
    }
}

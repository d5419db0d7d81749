//! What is kept of a position while its group is solved.

use super::stop::Stop;

/// A number of a few bits.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// The largest one.
    const TOP: u32;
    /// How many bytes it has.
    const BYTES: usize;
    /// The number, which is not larger than that.
    fn of(number: u32) -> Self;
    /// The same as a wider number.
    fn get(self) -> u32;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const TOP: u32 = <$word>::MAX as u32;
            const BYTES: usize = size_of::<$word>();
            #[inline]
            fn of(number: u32) -> $word {
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

/// What a decided position tells one from which a move leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The slot in its partition.
    pub to: u32,
    /// 0 if the decided position is lost; else how much of the count of moves is gone.
    pub weight: u32,
}

/// What is known of a position: two words. The first one counts the moves within the group that are not known to lead to a won position, or is
/// one of the marks below; what the second one is depends on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<W> {
    left: W,
    seen: W,
}

/// What became of a cell by a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing that anybody waits for.
    None,
    /// It is decided at the remoteness of the message.
    Decided,
    /// It will be decided at this remoteness.
    Due(u32),
}

impl<W: Word> Cell<W> {
    /// The slot has no position.
    const UNUSED: u32 = W::TOP;
    /// Decided; the second word is the code.
    const DECIDED: u32 = W::TOP - 1;
    /// A move leads to a draw: it is not lost.
    const HOLD: u32 = W::TOP - 2;
    /// Won at the remoteness of the second word, unless it is won sooner.
    const WIN: u32 = W::TOP - 3;
    /// Lost at the remoteness of the second word.
    const LOSS: u32 = W::TOP - 4;
    /// Counts are smaller.
    const MOST: u32 = W::TOP - 5;

    fn of(left: u32, seen: u32) -> Cell<W> {
        Cell { left: W::of(left), seen: W::of(seen) }
    }

    /// A slot of no position.
    pub fn unused() -> Cell<W> {
        Cell::of(Self::UNUSED, 0)
    }

    /// A position that is not lost.
    pub fn hold() -> Cell<W> {
        Cell::of(Self::HOLD, 0)
    }

    /// A position that will be won or lost at a remoteness.
    pub fn due(won: bool, remoteness: u32) -> Result<Cell<W>, Stop> {
        Self::fits(remoteness)?;
        Ok(Cell::of(if won { Self::WIN } else { Self::LOSS }, remoteness))
    }

    /// A position that is lost when so much of the count is gone, not sooner than at the remoteness `worst`.
    pub fn counting(count: u64, worst: u32) -> Result<Cell<W>, Stop> {
        Self::fits(worst)?;
        if count > u64::from(Self::MOST) {
            return Err(Stop::Narrow);
        }
        Ok(Cell::of(count as u32, worst))
    }

    /// Whether the code of a position decided at this remoteness fits.
    fn fits(remoteness: u32) -> Result<(), Stop> {
        if remoteness >= W::TOP / 2 { Err(Stop::Narrow) } else { Ok(()) }
    }

    /// Whether the slot has a position.
    pub fn is_used(self) -> bool {
        self.left.get() != Self::UNUSED
    }

    /// The code, remoteness + 1 twice and 1 more if it is won; 0 if it is not decided.
    #[inline]
    pub fn code(self) -> u32 {
        if self.left.get() == Self::DECIDED { self.seen.get() } else { 0 }
    }

    /// When it is decided if nothing happens, and whether it is won.
    pub fn when_due(self) -> Option<(u32, bool)> {
        match self.left.get() {
            left if left == Self::WIN => Some((self.seen.get(), true)),
            left if left == Self::LOSS => Some((self.seen.get(), false)),
            _ => None,
        }
    }

    /// The code once nothing happens any more.
    pub fn code_in_the_end(self) -> u32 {
        self.when_due().map_or(self.code(), |(when, won)| (when + 1) << 1 | u32::from(won))
    }

    fn decide(&mut self, won: bool, remoteness: u32) -> Result<(), Stop> {
        Self::fits(remoteness)?;
        *self = Cell::of(Self::DECIDED, (remoteness + 1) << 1 | u32::from(won));
        Ok(())
    }

    /// Decides it if it is due at this remoteness.
    #[inline]
    pub fn come_due(&mut self, remoteness: u32) -> Result<bool, Stop> {
        let due = self.when_due().filter(|&(when, _)| when == remoteness);
        if let Some((_, won)) = due {
            self.decide(won, remoteness)?;
        }
        Ok(due.is_some())
    }

    /// Takes in what a position decided at `at - 1` says; `None` if there was no such move.
    #[inline]
    pub fn told(&mut self, weight: u32, at: u32) -> Result<Option<Turn>, Stop> {
        let left = self.left.get();
        if weight == 0 {
            // A move to a lost position wins, as soon as that is lost.
            let decided = match left {
                _ if left == Self::WIN => at < self.seen.get(),
                _ if left == Self::LOSS || left == Self::UNUSED => return Ok(None),
                _ => left != Self::DECIDED,
            };
            if decided {
                self.decide(true, at)?;
            }
            return Ok(Some(if decided { Turn::Decided } else { Turn::None }));
        }
        if left > Self::MOST {
            let known = left != Self::UNUSED && left != Self::LOSS && self.code() & 1 == u32::from(self.code() != 0);
            return Ok(known.then_some(Turn::None));
        }
        if weight > left {
            return Ok(None);
        }
        let (rest, worst) = (left - weight, self.seen.get());
        if rest > 0 {
            self.left = W::of(rest);
        } else if worst <= at {
            self.decide(false, at)?;
            return Ok(Some(Turn::Decided));
        } else {
            *self = Cell::of(Self::LOSS, worst);
            return Ok(Some(Turn::Due(worst)));
        }
        Ok(Some(Turn::None))
    }

    /// The cell as bytes, of which two words have room.
    #[inline]
    pub fn write(self, out: &mut [u8]) {
        out[..W::BYTES].copy_from_slice(&self.left.get().to_le_bytes()[..W::BYTES]);
        out[W::BYTES..2 * W::BYTES].copy_from_slice(&self.seen.get().to_le_bytes()[..W::BYTES]);
    }

    /// Cells one after the other as bytes.
    pub fn write_all(cells: &[Cell<W>]) -> Vec<u8> {
        let mut bytes = vec![0; cells.len() * 2 * W::BYTES];
        cells.iter().zip(bytes.chunks_exact_mut(2 * W::BYTES)).for_each(|(cell, out)| cell.write(out));
        bytes
    }

    /// A cell that was [written](Cell::write).
    pub fn read(bytes: &[u8]) -> Cell<W> {
        let word = |at: usize| (0..W::BYTES).fold(0, |word, k| word | u32::from(bytes[at + k]) << (8 * k));
        Cell::of(word(0), word(W::BYTES))
    }
}

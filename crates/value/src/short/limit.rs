//! What computing values may take.

use std::fmt;

/// Why a value was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The steps that were allowed are used up.
    Steps,
    /// The bytes that were allowed are used up.
    Memory,
    /// Forms lie deeper in each other than the arena goes.
    Depth,
    /// A number does not fit: 63 bits above the bar, 2^62 below it, 31 bits for ups and nimbers.
    Number,
    /// The text of a value is too long.
    Text,
    /// Somebody asked to stop.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "the limit of steps is reached",
            Limit::Memory => "the limit of memory is reached",
            Limit::Depth => "forms lie too deep in each other",
            Limit::Number => "a number is too large or too fine",
            Limit::Text => "the text of the value is too long",
            Limit::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Limit {}

/// How deep forms may lie in each other where they are gone through: what is called within itself takes up to half a kilobyte
/// each time, and modules in browsers have a megabyte.
const MAX_DEPTH: u32 = 1300;

/// So often is it asked whether to stop.
const EVERY: u64 = 1 << 12;

/// What an arena may take, and who stops it.
///
/// ```
/// use grundy_value::{Limit, Limits, Values};
/// let mut values = Values::with(Limits { bytes: 10_000_000, ..Limits::default() });
/// let star = values.nimber(1_000_000_000).unwrap();
/// assert_eq!(values.lefts(star), Err(Limit::Memory));
/// ```
pub struct Limits {
    /// Comparisons, canonical forms and sums at most.
    pub steps: u64,
    /// Bytes of the arena at most.
    pub bytes: usize,
    /// Asked now and then: whether to stop.
    pub stop: Box<dyn Fn() -> bool + Send>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, bytes: 1 << 30, stop: Box::new(|| false) }
    }
}

/// The limits, and how much of them is used.
pub(super) struct Meter {
    pub limits: Limits,
    pub steps: u64,
    depth: u32,
}

impl Meter {
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, steps: 0, depth: 0 }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) -> Result<(), Limit> {
        self.steps += 1;
        if self.steps.is_multiple_of(EVERY) {
            self.look()?;
        }
        if self.steps > self.limits.steps { Err(Limit::Steps) } else { Ok(()) }
    }

    /// Asks whether to stop.
    #[cold]
    pub fn look(&self) -> Result<(), Limit> {
        if (self.limits.stop)() { Err(Limit::Cancelled) } else { Ok(()) }
    }

    /// Goes one form deeper, counting a step; [`Meter::up`] comes back, whatever came of it.
    #[inline]
    pub fn down(&mut self) -> Result<(), Limit> {
        self.step()?;
        if self.depth >= MAX_DEPTH {
            return Err(Limit::Depth);
        }
        self.depth += 1;
        Ok(())
    }

    #[inline]
    pub fn up(&mut self) {
        self.depth -= 1;
    }
}

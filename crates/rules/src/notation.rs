//! How components are read, written and drawn, as a value that games share.

use crate::{Coordinates, Cursor, Picture, Result};

/// What stands between the brackets of a position, for the games of [`Game::NOTATION`](crate::Game::NOTATION).
///
/// ```
/// use grundy_rules::{Cursor, NoSources, heaps};
/// let read = |text| (heaps::EACH.read)(&mut Cursor::new(text, &mut NoSources), "game(3,4)");
/// assert_eq!(read("(3,4)").unwrap(), [3, 4]);
/// ```
pub struct Notation<P> {
    /// Reads the components with their brackets; the text is a correct example.
    pub read: fn(&mut Cursor<'_>, &str) -> Result<Vec<P>>,
    /// Writes one component.
    pub write: fn(&P, &mut String),
    /// How many numbers that writes, about.
    pub numbers: fn(&P) -> usize,
    /// What people see of a component, where that is not what the table says.
    pub picture: Option<fn(&P) -> Picture>,
    /// Which components tables are of, in games without a table of their own.
    pub sizes: Option<Sizes<P>>,
}

/// Components that one to three numbers make, as rectangles do by their sides.
pub struct Sizes<P> {
    /// What the numbers are called.
    pub names: &'static [&'static str],
    /// The least of each.
    pub least: u64,
    /// The component of these numbers, with zeros behind the last one.
    pub part: fn(Coordinates) -> Option<P>,
}

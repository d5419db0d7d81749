//! How components are parsed, written and drawn, as a value that games share.

use crate::{Coordinates, Cursor, Picture, Result};

/// The notation of components between brackets, for [`Game::NOTATION`](crate::Game::NOTATION).
///
/// ```
/// use grundy_rules::{Cursor, NoSources, heaps};
/// let read = |text| (heaps::EACH.read)(&mut Cursor::new(text, &mut NoSources), "game(3,4)");
/// assert_eq!(read("(3,4)").unwrap(), [3, 4]);
/// ```
pub struct Notation<P> {
    /// Parses the components with their brackets; the text is a correct example.
    pub read: fn(&mut Cursor<'_>, &str) -> Result<Vec<P>>,
    /// Writes one component.
    pub write: fn(&P, &mut String),
    /// Returns about how many numbers `write` writes.
    pub numbers: fn(&P) -> usize,
    /// Draws a component, where the table does not determine its picture.
    pub picture: Option<fn(&P) -> Picture>,
    /// The components that tables cover, in games without a table of their own.
    pub sizes: Option<Sizes<P>>,
}

/// Components that are given by one to three numbers, such as rectangles by their sides.
pub struct Sizes<P> {
    /// The names of the numbers.
    pub names: &'static [&'static str],
    /// The least value of each number.
    pub least: u64,
    /// Returns the component of these numbers, padded with zeros.
    pub component: fn(Coordinates) -> Option<P>,
}

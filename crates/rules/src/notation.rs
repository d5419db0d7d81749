//! Functions that parse, write and draw components, for notations that several games share.

use crate::{Coordinates, Cursor, Picture, Result};

/// The notation of components between brackets, for [`Game::NOTATION`](crate::Game::NOTATION).
///
/// ```
/// use grundy_rules::{Cursor, NoSources, heaps};
/// let parse = |text| (heaps::SEPARATE_HEAPS.parse)(&mut Cursor::new(text, &mut NoSources), "game(3,4)");
/// assert_eq!(parse("(3,4)").unwrap(), [3, 4]);
/// ```
pub struct Notation<P> {
    /// Parses the components with their brackets; the second argument is a correct example for errors.
    pub parse: fn(&mut Cursor<'_>, &str) -> Result<Vec<P>>,
    /// Writes one component.
    pub write: fn(&P, &mut String),
    /// Returns the approximate count of numbers that `write` writes.
    pub count_numbers: fn(&P) -> usize,
    /// Draws a component; `None` if the table of the game determines the picture.
    pub picture: Option<fn(&P) -> Picture>,
    /// The conversion to table coordinates, if these are the numbers that the notation writes.
    pub coordinates: Option<CoordinateConversion<P>>,
    /// The components in tables of searched values, for games without a [`TableForm`](crate::TableForm).
    pub family: Option<ComponentFamily<P>>,
}

/// The conversion between components and table coordinates, for notations that write these coordinates.
pub struct CoordinateConversion<P> {
    /// Returns the coordinates of a component.
    pub coordinates: fn(&P) -> Coordinates,
    /// Returns the component with these coordinates; `None` if there is none.
    pub component: fn(Coordinates) -> Option<P>,
}

/// A family of components that one to three numbers determine, such as rectangles by their sides.
pub struct ComponentFamily<P> {
    /// The names of the numbers.
    pub names: &'static [&'static str],
    /// The least value, the same for all numbers.
    pub least: u64,
    /// Returns the component of these numbers, which are padded with zeros; `None` if there is none.
    pub component: fn(Coordinates) -> Option<P>,
}

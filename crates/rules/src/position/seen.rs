//! The display of positions.

use crate::{Drawing, Picture};
use std::fmt;

/// How users see a position. `Display` prints it as a term of the notation.
pub trait Seen: fmt::Display + fmt::Debug {
    /// Writes the position as a term of the notation.
    fn write(&self, out: &mut String);

    /// Returns about how many numbers [`Seen::write`] writes.
    fn numbers(&self) -> usize;

    /// Returns the picture of a component; an empty text if it is too long.
    fn picture(&self, component: usize) -> Picture;

    /// Draws all components together, in games with an editor; `None` also if the position is too long.
    fn drawing(&self) -> Option<Drawing>;

    /// Writes the position of a drawing under the same rules in the notation.
    ///
    /// The text may be invalid; only parsing it shows that.
    ///
    /// ```
    /// let position = &grundy_games::parse("token[a>b](a)").unwrap().terms[0].position;
    /// let drawing = position.drawing().unwrap();
    /// assert_eq!(position.drawn(&drawing).unwrap(), "token[a>b](a)");
    /// ```
    fn drawn(&self, drawing: &Drawing) -> Option<String>;
}

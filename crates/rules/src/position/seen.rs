//! How a position looks.

use crate::{Drawing, Picture};
use std::fmt;

/// What people see of a position. `Display` prints it as a term of the notation.
pub trait Seen: fmt::Display + fmt::Debug {
    /// Writes the position as a term of the notation.
    fn write(&self, out: &mut String);

    /// How many numbers it prints, about.
    fn numbers(&self) -> usize;

    /// What people see of a component; an empty text if it is long.
    fn picture(&self, part: usize) -> Picture;

    /// All components as one drawing, in games whose positions are drawn by hand; `None` for a long one too.
    fn drawing(&self) -> Option<Drawing>;

    /// The position that a drawing makes under the same rules, in the notation; whether it is one, its reader says.
    ///
    /// ```
    /// let position = &grundy_games::parse("token[a>b](a)").unwrap().terms[0].position;
    /// let drawing = position.drawing().unwrap();
    /// assert_eq!(position.drawn(&drawing).unwrap(), "token[a>b](a)");
    /// ```
    fn drawn(&self, drawing: &Drawing) -> Option<String>;
}

//! The display of positions.

use crate::{Drawing, Picture, PictureBoard};
use std::fmt;

/// The display of a position for users; `Display` prints the position as a term of the notation.
pub trait PositionDisplay: fmt::Display + fmt::Debug {
    /// Writes the position as a term of the notation.
    fn write(&self, out: &mut String);

    /// Returns whether the text of the position has no name and brackets; a factor then needs brackets.
    fn is_bare(&self) -> bool;

    /// Returns the approximate count of numbers that [`PositionDisplay::write`] writes.
    fn count_printed_numbers(&self) -> usize;

    /// Returns the picture of a component, or an empty text if the component is too long.
    fn picture(&self, component: usize) -> Picture;

    /// Returns a component as a board with the moves of the game as pictures, if the game has this form.
    ///
    /// See [`Game::picture_board`](crate::Game::picture_board).
    fn picture_board(&self, component: usize) -> Option<PictureBoard>;

    /// Draws all components together; `None` if the game has no editor or the position is too long.
    fn drawing(&self) -> Option<Drawing>;

    /// Writes a drawing in the notation, as a position under the same rules; `None` without an editor.
    ///
    /// The text may be invalid; the caller must parse it to find out.
    ///
    /// ```
    /// let position = &grundy_games::parse("token[a>b](a)").unwrap().terms[0].position;
    /// let drawing = position.drawing().unwrap();
    /// assert_eq!(position.write_drawing(&drawing).unwrap(), "token[a>b](a)");
    /// ```
    fn write_drawing(&self, drawing: &Drawing) -> Option<String>;
}

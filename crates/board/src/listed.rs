//! What the list of games with a name says of one, and its rules.

use crate::cells::Cells;
use crate::rule::Drawing;
use grundy_rules::{GameInfo, Kind};
use std::sync::Arc;

/// A game of the list: what its card, its rules and its boards come from.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The name in the notation.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What the field calls it.
    pub title: &'static str,
    /// The rules in one or two sentences.
    pub rules: &'static str,
    /// The same in pictures, as in `board{ ... }`.
    pub pictures: &'static str,
    /// What a board given by its size is filled with.
    pub tile: &'static str,
    /// The form of a position.
    pub notation: &'static str,
    /// A position.
    pub example: &'static str,
    /// Who may move what.
    pub kind: Kind,
    /// Whether every play ends.
    pub short: bool,
    /// Who made the game or wrote on it.
    pub source: &'static str,
    /// The states of samples, and their rows.
    pub(crate) samples: (&'static str, u16),
}

/// A game of the list with its rules.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) line: &'static Line,
    pub(crate) card: &'static GameInfo,
    pub(crate) drawing: Arc<Drawing>,
    /// What a board given by its size is filled with.
    pub(crate) tile: Cells,
}

impl Name {
    /// Reads the pictures of a line.
    pub(crate) fn read(line: &'static Line, card: &'static GameInfo) -> Name {
        let rows: Vec<&str> = line.tile.split('/').collect();
        let tile = Cells::new(rows.len() as u16, rows[0].len() as u16, rows.concat().into_bytes());
        // A test reads every line.
        let drawing = Arc::new(Drawing::of_known(line.pictures));
        Name { line, card, drawing, tile: tile.expect("rows of one length") }
    }
}

//! The entries of the list of named board games, and their parsed rules.

use crate::cells::Cells;
use crate::rule::PictureRule;
use grundy_rules::{GameInfo, Kind};
use std::sync::Arc;

/// An entry of the list of games, from which the info, the rules and the boards of a game are made.
#[derive(Clone, Copy, Debug)]
pub struct BoardEntry {
    /// The name in the notation.
    pub name: &'static str,
    /// Alternative names.
    pub aliases: &'static [&'static str],
    /// The usual name in the literature.
    pub title: &'static str,
    /// The rules in one or two sentences.
    pub rules: &'static str,
    /// The rules as pictures, in the syntax of `board{ ... }`.
    pub pictures: &'static str,
    /// The pattern that is repeated to fill a board given by its size, such as `4x4`.
    pub tile: &'static str,
    /// The form of a position in the notation.
    pub notation: &'static str,
    /// An example of a position.
    pub example: &'static str,
    /// `Impartial` if both players have the same moves, otherwise `Partizan`.
    pub kind: Kind,
    /// Whether every play ends.
    pub short: bool,
    /// The inventor of the game, or a reference.
    pub source: &'static str,
    /// The states of sample boards, one character each, and the number of rows of these boards.
    pub(crate) samples: (&'static str, u16),
}

/// A game of the list with its parsed rules.
#[derive(Debug)]
pub(crate) struct ParsedEntry {
    pub(crate) entry: &'static BoardEntry,
    pub(crate) info: &'static GameInfo,
    pub(crate) picture_rule: Arc<PictureRule>,
    /// The parsed pattern that fills a board given by its size.
    pub(crate) tile: Cells,
}

impl ParsedEntry {
    /// Parses the pictures and the pattern of an entry.
    pub(crate) fn parse(entry: &'static BoardEntry, info: &'static GameInfo) -> ParsedEntry {
        let rows: Vec<&str> = entry.tile.split('/').collect();
        let tile = Cells::new(rows.len() as u16, rows[0].len() as u16, rows.concat().into_bytes());
        // This cannot fail: a test parses every entry.
        let picture_rule = Arc::new(PictureRule::for_named_game(entry.pictures));
        ParsedEntry { entry, info, picture_rule, tile: tile.expect("rows of one length") }
    }
}

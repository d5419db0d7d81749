//! The moves of simple rules as pictures, for the checker of certificates, which makes the moves itself.

use crate::cells::Cells;
use crate::instantiate::{CellEffect, FixedPicture};
use crate::pattern::Repeat;
use crate::rule::PictureRule;
use grundy_rules::{PictureCell, PictureMove, spend};

impl PictureRule {
    /// Returns the moves on boards of the size of `board`.
    ///
    /// Returns `None` for rules with moves of several steps, conditions on neighbours, tests for holes or ends of rows,
    /// states copied from other cells, cells that vanish or conditions that end play, and if play may not end.
    pub(crate) fn picture_moves(&self, board: &Cells) -> Option<Vec<PictureMove>> {
        if self.shrinks || self.sees_holes || !self.ends.is_empty() || !self.is_known_terminating {
            return None;
        }
        let mut moves = vec![];
        for pattern in self.instantiated_move_patterns(board).iter() {
            let [step] = pattern.steps.as_slice() else { return None };
            if pattern.repeat != Repeat::No {
                return None;
            }
            for picture in step {
                moves.push(PictureMove { players: pattern.players, cells: cells_of(picture)? });
            }
        }
        // An exhausted budget cuts the list of pictures short.
        spend(0).then_some(moves)
    }
}

/// Returns the cells of a picture; `None` if it does more than change the states of its own cells.
fn cells_of(picture: &FixedPicture) -> Option<Vec<PictureCell>> {
    let is_simple = picture.edges.is_empty()
        && picture.neighbour_conditions.is_empty()
        && picture.neighbour_effects.is_empty()
        && picture.after.len() == picture.cells.len();
    if !is_simple {
        return None;
    }
    let cells = picture.cells.iter().zip(&picture.after).enumerate().map(|(k, (cell, effect))| {
        let after = match *effect {
            CellEffect::State(state) => Some(state),
            CellEffect::Copy(from) if from == k => None,
            CellEffect::Copy(_) => return None,
        };
        Some(PictureCell { at: cell.at, before: cell.states.0, after })
    });
    cells.collect()
}

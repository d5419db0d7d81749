//! How a position stands in tables.

use super::Term;
use crate::graph::Numbered;
use crate::{AnyMove, Coordinates, Game, Graph, Result, Seat};
use std::sync::Arc;

/// Which options of a component an engine wants: called with the coordinates of the components that a move leaves.
pub type MoveFilter<'a> = &'a mut dyn FnMut(&[Coordinates]) -> Result<bool>;

/// What engines ask that keep tables: their components are numbers.
pub trait Tabled {
    /// Where a component stands in the table of the game.
    fn coordinates(&self, part: usize) -> Coordinates;

    /// Counts the moves of `by` in a component that the filter wants, and lists the first `list` of them.
    ///
    /// # Errors
    /// The filter's.
    fn filter_moves(&self, part: usize, by: Seat, list: usize, filter: MoveFilter<'_>) -> Result<(u128, Vec<AnyMove>)>;

    /// The move of `by` that leaves the components of these coordinates, as [`Game::move_to`] tells it.
    fn move_to(&self, part: usize, by: Seat, left: &[Coordinates]) -> Option<AnyMove>;

    /// The components of these rules by number, none yet.
    fn graph(&self) -> Box<dyn Graph>;
}

impl<G: Game> Tabled for Term<G> {
    fn coordinates(&self, part: usize) -> Coordinates {
        self.rules().coordinates(&self.parts[part])
    }

    fn filter_moves(&self, part: usize, by: Seat, list: usize, filter: MoveFilter<'_>) -> Result<(u128, Vec<AnyMove>)> {
        let (rules, from) = (self.rules(), &self.parts[part]);
        let (mut count, mut listed) = (0, vec![]);
        let mut coordinates = vec![];
        for mv in rules.moves(from, by) {
            coordinates.clear();
            coordinates.extend(rules.play(from, by, &mv).iter().map(|p| rules.coordinates(p)));
            if filter(&coordinates)? {
                count += 1;
                if listed.len() < list {
                    listed.push(AnyMove::of(mv));
                }
            }
        }
        Ok((count, listed))
    }

    fn move_to(&self, part: usize, by: Seat, left: &[Coordinates]) -> Option<AnyMove> {
        self.rules().move_to(&self.parts[part], by, left).map(AnyMove::of)
    }

    fn graph(&self) -> Box<dyn Graph> {
        Box::new(Numbered::new(Arc::clone(&self.game.0)))
    }
}

//! What people see of a board: its components, and what a move leaves of them.

use crate::board::{Board, LegalMove};
use grundy_rules::{Field, Picture, Place};

/// More pictures of what a move leaves are not drawn.
const MAX_PICTURES: usize = 1000;

/// A component of a board as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayComponent {
    /// Where it stands; moves have the same place.
    pub place: Place,
    /// The numbers that name it in front of a move, as in `2:1`.
    pub label: String,
    /// How many copies of it the sum has.
    pub copies: u64,
    /// What to draw.
    pub picture: Picture,
}

impl Board {
    /// The first `most` components, of copies the first one only.
    ///
    /// ```
    /// use grundy_play::Board;
    /// let board = Board::start(grundy_games::parse("nim(3,4) + 2*wythoff(3,5)").unwrap());
    /// let labels: Vec<String> = board.pieces(10).into_iter().map(|piece| piece.label).collect();
    /// assert_eq!(labels, ["1:1", "1:2", "2"]);
    /// ```
    pub fn pieces(&self, most: usize) -> Vec<PlayComponent> {
        self.places().take(most).map(|place| self.piece(place)).collect()
    }

    /// The first `most` legal moves in a component.
    pub fn moves_in(&self, piece: &PlayComponent, most: usize) -> Vec<LegalMove> {
        let (position, seat) = self.at(piece.place);
        let moves = position.moves(piece.place.component, seat).take(most);
        moves.map(|mv| self.describe(piece.place, mv)).collect()
    }

    /// What a move leaves of the component in which it is made.
    pub fn pictures_after(&self, mv: &LegalMove) -> Vec<Picture> {
        let (position, seat) = self.at(mv.place);
        let left = position.alone(mv.place.component).after_counted(0, seat, &mv.mv);
        let each = left.iter().flat_map(|(left, copies)| {
            (0..left.len()).flat_map(|part| (0..*copies).map(move |_| part)).map(|part| left.picture(part))
        });
        each.take(MAX_PICTURES).collect()
    }

    /// The move for programs: `heap` = 1, `take` = 2, as answers name it.
    pub fn fields(&self, mv: &LegalMove) -> Vec<(&'static str, Field)> {
        let (position, _) = self.at(mv.place);
        position.describe(mv.place.component, &mv.mv).fields
    }

    /// How many components there are, of copies one.
    pub fn pieces_total(&self) -> usize {
        let terms = self.spec().terms.iter().filter(|term| term.copies > 0);
        terms.map(|term| term.position.len()).sum()
    }

    /// The number of the part that a component stands in, from 1, copies counted.
    pub fn part(&self, place: Place) -> u128 {
        self.part_of(place)
    }

    fn piece(&self, place: Place) -> PlayComponent {
        let (position, _) = self.at(place);
        let label = match (self.has_parts(), position.len()) {
            (true, 1) => self.part_of(place).to_string(),
            (true, _) => format!("{}:{}", self.part_of(place), place.component + 1),
            (false, _) => (place.component + 1).to_string(),
        };
        let copies = self.spec().terms[place.term].copies;
        PlayComponent { place, label, copies, picture: position.picture(place.component) }
    }
}

impl LegalMove {
    /// Where the component stands in which the move is made.
    pub fn place(&self) -> Place {
        self.place
    }
}

//! The components of a position for display, and pictures of the components after a move.

use crate::play_position::{LegalMove, PlayPosition};
use grundy_rules::{ComponentIndex, Field, Picture};

/// The maximal number of pictures of the components after a move.
const MAX_PICTURES: usize = 1000;

/// A component of a position, with the data for its display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayComponent {
    /// The place of the component; its moves have the same place.
    pub place: ComponentIndex,
    /// The prefix that selects the component in the text of a move, as in `2:1`.
    pub label: String,
    /// The number of copies of the component's term in the sum.
    pub copies: u64,
    /// The picture of the component.
    pub picture: Picture,
}

impl PlayPosition {
    /// Returns the first `max` components; of equal copies only the first copy is included.
    ///
    /// ```
    /// use grundy_play::PlayPosition;
    /// let play_position = PlayPosition::start(grundy_games::parse("nim(3,4) + 2*wythoff(3,5)").unwrap());
    /// let labels: Vec<String> = play_position.components(10).into_iter().map(|component| component.label).collect();
    /// assert_eq!(labels, ["1:1", "1:2", "2"]);
    /// ```
    pub fn components(&self, max: usize) -> Vec<PlayComponent> {
        self.places().take(max).map(|place| self.play_component(place)).collect()
    }

    /// Returns the first `max` legal moves in a component.
    pub fn moves_in(&self, component: &PlayComponent, max: usize) -> Vec<LegalMove> {
        let (position, player) = self.at(component.place);
        let moves = position.moves(component.place.component, player).take(max);
        moves.map(|mv| self.describe(component.place, mv)).collect()
    }

    /// Returns the pictures of the components that replace the component of a move, at most 1000.
    pub fn pictures_after(&self, mv: &LegalMove) -> Vec<Picture> {
        let (position, player) = self.at(mv.place);
        let after = position.component(mv.place.component).after_counted(0, player, &mv.mv);
        let each = after.iter().flat_map(|(result, copies)| {
            (0..result.len())
                .flat_map(|component| (0..*copies).map(move |_| component))
                .map(|component| self.as_drawn(mv.place, result.picture(component)))
        });
        each.take(MAX_PICTURES).collect()
    }

    /// Returns the move as named numbers for programs, for example `heap` = 1 and `take` = 2.
    pub fn fields(&self, mv: &LegalMove) -> Vec<(&'static str, Field)> {
        let (position, _) = self.at(mv.place);
        position.describe(mv.place.component, &mv.mv).fields
    }

    /// Returns the number of components; equal copies count once.
    pub fn component_count(&self) -> usize {
        let terms = self.position_sum().terms.iter().filter(|term| term.copies > 0);
        terms.map(|term| term.position.len()).sum()
    }

    fn play_component(&self, place: ComponentIndex) -> PlayComponent {
        let (position, _) = self.at(place);
        let label = match (self.has_several_terms(), position.len()) {
            (true, 1) => self.term_number(place).to_string(),
            (true, _) => format!("{}:{}", self.term_number(place), place.component + 1),
            (false, _) => (place.component + 1).to_string(),
        };
        let copies = self.position_sum().terms[place.term].copies;
        PlayComponent { place, label, copies, picture: self.as_drawn(place, position.picture(place.component)) }
    }

    /// Returns a picture of a component, or of a component after a move, as it is drawn.
    ///
    /// In a negative term, the players exchange their pieces.
    fn as_drawn(&self, place: ComponentIndex, picture: Picture) -> Picture {
        if self.position_sum().terms[place.term].negative { picture.with_players_exchanged() } else { picture }
    }
}

impl LegalMove {
    /// Returns the place of the component in which the move is made.
    pub fn place(&self) -> ComponentIndex {
        self.place
    }
}

//! A position of a game that is being played, with the player to move and the legal moves.

use grundy_lang::{Text, text};
use grundy_rules::{AnyMove, ComponentIndex, DynPosition, Error, MoveText, Play, Player, PositionSum};
use grundy_solve::Move;

/// A position of a game that is being played, and the player to move.
#[derive(Debug)]
pub struct PlayPosition {
    position_sum: PositionSum,
    mover: Player,
}

/// A legal move of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The printed move, with its term if the sum has several: "term 2: take 1 from heap 1".
    pub text: Text,
    /// The text of the move without its term.
    pub(crate) words: Text,
    /// The text that earlier versions printed for the move, without its term, if it differs.
    pub(crate) former_words: Option<Text>,
    pub(crate) place: ComponentIndex,
    pub(crate) mv: AnyMove,
}

impl PlayPosition {
    /// Creates a position in which `mover` is to move.
    ///
    /// In games of several players and games won on points the position itself determines the player to move; use
    /// [`PlayPosition::start`] for these games.
    pub fn new(position_sum: PositionSum, mover: Player) -> PlayPosition {
        PlayPosition { position_sum, mover }
    }

    /// Creates a position with the player to move that the text of the position names.
    ///
    /// If the text names no player, the first player is to move.
    pub fn start(position_sum: PositionSum) -> PlayPosition {
        let mover = position_sum.terms.first().map_or(Player::LEFT, |term| term.position.first_player());
        PlayPosition { position_sum, mover }
    }

    /// Returns the position.
    pub fn position_sum(&self) -> &PositionSum {
        &self.position_sum
    }

    /// Returns the position and drops the player to move.
    pub(crate) fn into_position_sum(self) -> PositionSum {
        self.position_sum
    }

    /// Returns the player to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Returns a copy of the position, which shares the rules with the original.
    pub fn copied(&self) -> PlayPosition {
        PlayPosition { position_sum: self.position_sum.clone(), ..*self }
    }

    /// Returns the same position with another player to move.
    pub(crate) fn with_mover(self, mover: Player) -> PlayPosition {
        PlayPosition { mover, ..self }
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        match self.position_sum.terms.as_slice() {
            [only] => only.position.ruleset().players(),
            _ => 2,
        }
    }

    /// Returns the players in the order in which `of` prefers them to lose, most preferred first.
    ///
    /// The list is empty in games of two players.
    pub fn ranking(&self, of: Player) -> &[Player] {
        match self.position_sum.terms.as_slice() {
            [only] => only.position.ruleset().multiplayer().map_or(&[], |game| game.ranking(of)),
            _ => &[],
        }
    }

    /// Returns the position as text, or its number of components if it is too long to print.
    pub fn text(&self) -> Text {
        if self.position_sum.is_printable() {
            return Text::verbatim(self.position_sum.canonical_text());
        }
        let components = self.position_sum.component_count();
        match self.position_sum.play {
            Play::Normal => text!("a position too long to print (components: {parts})", parts = components),
            Play::Misere => text!("a misère position too long to print (components: {parts})", parts = components),
        }
    }

    /// Reports whether texts of moves name the term of the sum ("term 2:") in which the move is made.
    pub(crate) fn has_several_terms(&self) -> bool {
        self.position_sum.terms.len() > 1 || self.position_sum.terms.iter().any(|term| term.copies != 1)
    }

    /// Returns the first `max` legal moves, in listing order.
    ///
    /// Moves in equal copies of a term are listed once.
    ///
    /// ```
    /// use grundy_play::PlayPosition;
    /// let play_position = PlayPosition::start(grundy_games::parse("nim(10^18) + 1000*nim(2)").unwrap());
    /// let moves = play_position.moves(3);
    /// assert_eq!(moves[2].text, "term 1: take 3 from heap 1");
    /// ```
    pub fn moves(&self, max: usize) -> Vec<LegalMove> {
        let mut found = vec![];
        if self.terminal_result().is_some() {
            return found;
        }
        for place in self.places() {
            let remaining = max - found.len();
            if remaining == 0 {
                break;
            }
            let (position, player) = self.at(place);
            let moves = position.moves(place.component, player).take(remaining);
            found.extend(moves.map(|mv| self.describe(place, mv)));
        }
        found
    }

    /// Converts a move from an answer about this position to a legal move.
    pub(crate) fn to_legal_move(&self, mv: &Move) -> LegalMove {
        self.describe(mv.place, mv.mv.clone())
    }

    /// Returns the result for the player to move if the position itself ends the play; `None` otherwise.
    pub fn terminal_result(&self) -> Option<grundy_rules::indexed::TerminalResult> {
        self.position_sum.terminal_result()
    }

    /// Reports whether the player to move has a legal move.
    pub fn can_move(&self) -> bool {
        !self.moves(1).is_empty()
    }

    /// Returns the error that the rules reported while moves were generated, if any.
    ///
    /// If there is such an error, the list of moves of some position was incomplete.
    pub fn fault(&self) -> Option<Error> {
        self.position_sum.terms.iter().find_map(|term| term.position.ruleset().fault())
    }

    /// Returns the position after a move.
    ///
    /// ```
    /// use grundy_play::PlayPosition;
    /// let play_position = PlayPosition::start(grundy_games::parse("3*nim(2)").unwrap());
    /// let mv = play_position.find("term 2: take 1 from heap 1").unwrap();
    /// assert_eq!(play_position.after(&mv).text(), "nim(2) + nim(1) + nim(2)");
    /// ```
    pub fn after(&self, mv: &LegalMove) -> PlayPosition {
        let (position_sum, mover) = self.position_sum.after(mv.place, self.mover, &mv.mv);
        PlayPosition { position_sum, mover }
    }

    /// Returns the points that a move scores for the player who makes it; 0 except in games won on points.
    pub fn points(&self, mv: &LegalMove) -> i64 {
        let (position, player) = self.at(mv.place);
        position.points(mv.place.component, player, &mv.mv)
    }

    /// Returns the places of all components; of equal copies only the first copy is included.
    pub(crate) fn places(&self) -> impl Iterator<Item = ComponentIndex> + '_ {
        let terms = self.position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0);
        terms.flat_map(|(t, term)| {
            (0..term.position.len()).map(move |c| ComponentIndex { term: t, copy: 0, component: c })
        })
    }

    /// Returns the places of the components in the term with the number `number`.
    ///
    /// Terms are numbered from 1, and every copy counts. Returns `None` if there is no such term.
    pub(crate) fn places_in_term(&self, number: u128) -> Option<impl Iterator<Item = ComponentIndex> + '_> {
        let mut before = number.checked_sub(1)?;
        for (t, term) in self.position_sum.terms.iter().enumerate() {
            if before < u128::from(term.copies) {
                let copy = before as u64;
                return Some((0..term.position.len()).map(move |c| ComponentIndex { term: t, copy, component: c }));
            }
            before -= u128::from(term.copies);
        }
        None
    }

    /// Returns the position of a component and the player whose moves apply in it.
    ///
    /// In a negative term these are the moves of the other player.
    pub(crate) fn at(&self, place: ComponentIndex) -> (&dyn DynPosition, Player) {
        let term = &self.position_sum.terms[place.term];
        (&*term.position, if term.negative { self.mover.other() } else { self.mover })
    }

    pub(crate) fn describe(&self, place: ComponentIndex, mv: AnyMove) -> LegalMove {
        let (position, _) = self.at(place);
        let MoveText { text: words, former_text: former_words, .. } = position.describe(place.component, &mv);
        let text = match self.has_several_terms() {
            true => text!("term {part}: {words}", part = self.term_number(place), words = &words),
            false => words.clone(),
        };
        LegalMove { text, words, former_words, place, mv }
    }

    /// Returns the number of the term that contains a component.
    ///
    /// Terms are numbered from 1, and every copy counts.
    pub fn term_number(&self, place: ComponentIndex) -> u128 {
        let before: u128 = self.position_sum.terms[..place.term].iter().map(|t| u128::from(t.copies)).sum();
        before + u128::from(place.copy) + 1
    }
}

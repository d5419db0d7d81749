//! One play, from its first position to its end.

use crate::play_position::{LegalMove, PlayPosition};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Kind, Play, Player, PositionSum, Result, indexed};
use std::collections::HashMap;
use std::ops::Range;

/// A play with its history.
#[derive(Debug)]
pub struct Session {
    /// All positions of the play so far; the last entry is the current position.
    states: Vec<SessionState>,
    /// The number of occurrences of each position with the same player to move.
    occurrences: HashMap<(String, Player), u32>,
}

#[derive(Debug)]
struct SessionState {
    play_position: PlayPosition,
    /// The points that the two players have scored.
    points: [i64; 2],
    /// The move that led to this state.
    mv: Option<LegalMove>,
}

/// The number of occurrences of a position that makes the play a draw.
const REPETITIONS: u32 = 3;

/// The way in which a play ended, with the winner or loser where the position determines one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player to move cannot move, which decides the play.
    NoMove {
        /// The player who cannot move.
        stuck: Player,
        /// The winner: the other player under normal play, the same player under misère play.
        winner: Player,
    },
    /// The position itself ends the play; the field is the winner, or `None` for a draw.
    Decided(Option<Player>),
    /// The player to move cannot move, and the points of the two players decide.
    Points([i64; 2]),
    /// In a game of several players, the player who cannot move loses.
    Loser(Player),
    /// The same position occurred with the same player to move for the third time: a draw.
    Repetition,
}

impl Session {
    /// Starts a play of a position.
    ///
    /// In partizan games `first` starts; in other games the position determines the player to move.
    pub fn new(position_sum: PositionSum, first: Player) -> Session {
        let play_position = if position_sum.kind() == Kind::Partizan {
            PlayPosition::new(position_sum, first)
        } else {
            PlayPosition::start(position_sum)
        };
        Session::from_position(play_position)
    }

    fn from_position(play_position: PlayPosition) -> Session {
        let occurrences = HashMap::from([(key(&play_position), 1)]);
        Session { states: vec![SessionState { play_position, points: [0; 2], mv: None }], occurrences }
    }

    /// Starts a new play from the first position.
    pub fn anew(&self) -> Session {
        Session::from_position(self.start().copied())
    }

    /// Returns the first position.
    pub fn start(&self) -> &PlayPosition {
        &self.states[0].play_position
    }

    /// Returns the moves so far, each with the position in which it was made.
    pub fn moves(&self) -> impl Iterator<Item = (&PlayPosition, &LegalMove)> {
        self.states.windows(2).filter_map(|pair| Some((&pair[0].play_position, pair[1].mv.as_ref()?)))
    }

    /// Returns the current position.
    pub fn position(&self) -> &PlayPosition {
        &self.state().play_position
    }

    /// Returns the points that the two players have scored.
    pub fn points(&self) -> [i64; 2] {
        self.state().points
    }

    /// Returns the number of moves made.
    pub fn moves_made(&self) -> usize {
        self.states.len() - 1
    }

    /// Returns the number of occurrences of the current position with the same player to move, at least 1.
    pub fn times_seen(&self) -> u32 {
        self.occurrences.get(&key(self.position())).copied().unwrap_or(1)
    }

    /// Makes a move, which must be a legal move of the current position.
    pub fn play(&mut self, mv: &LegalMove) {
        let &SessionState { ref play_position, mut points, .. } = self.state();
        points[usize::from(play_position.mover().0.min(1))] += play_position.points(mv);
        let play_position = play_position.after(mv);
        *self.occurrences.entry(key(&play_position)).or_insert(0) += 1;
        self.states.push(SessionState { play_position, points, mv: Some(mv.clone()) });
    }

    /// Makes the moves in a text, in order; semicolons and line breaks separate moves.
    ///
    /// [`PlayPosition::find`] parses each move.
    ///
    /// # Errors
    /// Returns the error of the first move that cannot be made, with its span in the text. The moves before it have
    /// been made.
    ///
    /// ```
    /// use grundy_play::Session;
    /// use grundy_games::parse;
    /// use grundy_rules::Player;
    /// let mut session = Session::new(parse("nim(3,4,5)").unwrap(), Player::LEFT);
    /// session.play_all("take 2 from heap 1; 从第2堆取1；1 1").unwrap();
    /// assert_eq!(session.position().text().to_string(), "nim(0,3,5)");
    /// let error = session.play_all("1 2; 9 3").unwrap_err();
    /// assert_eq!(error.message.to_string(), "move 5: `9 3` is not a legal move here");
    /// assert_eq!(error.span, Some(5..8));
    /// ```
    pub fn play_all(&mut self, text: &str) -> Result<()> {
        for place in move_spans(text) {
            let number = self.moves_made() + 1;
            if self.end().is_some() {
                let error = Error::new(ErrorKind::BadArgument, text!("the game ended before move {number}", number));
                return Err(error.at(place));
            }
            let mv = self.position().find(&text[place.clone()]).map_err(|error| {
                let message = text!("move {number}: {error}", number, error = &error.message);
                Error { message, ..error }.at(place)
            })?;
            self.play(&mv);
        }
        Ok(())
    }

    /// Takes back the last move; returns `false` if no move was made.
    pub fn undo(&mut self) -> bool {
        self.undo_to(|_| true)
    }

    /// Takes back at least one move, until a player who satisfies `wanted` is to move.
    ///
    /// Returns `false` and changes nothing if no such player was to move before.
    pub fn undo_to(&mut self, wanted: impl Fn(Player) -> bool) -> bool {
        let before = &self.states[..self.states.len() - 1];
        let Some(to) = before.iter().rposition(|state| wanted(state.play_position.mover())) else { return false };
        for state in self.states.drain(to + 1..) {
            if let Some(times) = self.occurrences.get_mut(&key(&state.play_position)) {
                *times -= 1;
            }
        }
        true
    }

    /// Returns how the play ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        let play_position = self.position();
        if !play_position.can_move() {
            let stuck = play_position.mover();
            return Some(match (play_position.position_sum().kind(), play_position.position_sum().play) {
                (Kind::Scoring, _) => End::Points(self.points()),
                (Kind::NonstandardImpartial, _) => End::Decided(match play_position.terminal_result() {
                    Some(indexed::TerminalResult::Win) => Some(stuck),
                    Some(indexed::TerminalResult::Draw) => None,
                    Some(indexed::TerminalResult::Loss) | None => Some(stuck.other()),
                }),
                (Kind::Multiplayer, _) => End::Loser(stuck),
                (_, Play::Normal) => End::NoMove { stuck, winner: stuck.other() },
                (_, Play::Misere) => End::NoMove { stuck, winner: stuck },
            });
        }
        (self.times_seen() >= REPETITIONS).then_some(End::Repetition)
    }

    fn state(&self) -> &SessionState {
        self.states.last().expect("a play has a first position")
    }
}

/// Returns the spans of the moves in a text. Quoted names may contain separators.
fn move_spans(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut from, mut quoted) = (vec![], 0, false);
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        quoted ^= c == '"';
        if at == text.len() || (!quoted && matches!(c, ';' | '；' | '\n')) {
            let piece = &text[from..at];
            let start = from + piece.len() - piece.trim_start().len();
            found.push(start..start + piece.trim().len());
            from = (at + c.len_utf8()).min(text.len());
        }
    }
    found.retain(|place| !place.is_empty());
    found
}

fn key(play_position: &PlayPosition) -> (String, Player) {
    // The key includes the player to move even in impartial games: the position does not depend on that player, but
    // repetition is defined with the same player to move.
    (play_position.position_sum().canonical_text(), play_position.mover())
}

#[cfg(test)]
mod tests {
    use super::move_spans;

    #[test]
    fn moves_are_split() {
        let components =
            |text: &'static str| move_spans(text).into_iter().map(|place| &text[place]).collect::<Vec<_>>();
        assert_eq!(components("take 2 from heap 1; 1 1 ;\n 2 2\n"), ["take 2 from heap 1", "1 1", "2 2"]);
        assert_eq!(components("从第 1 堆取 2 颗；1 1"), ["从第 1 堆取 2 颗", "1 1"]);
        assert_eq!(components(r#"move token from "a;b" to c; "#), [r#"move token from "a;b" to c"#]);
        assert_eq!([components(""), components(" ;; ")], [[""; 0]; 2]);
    }
}

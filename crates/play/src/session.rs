//! One play from its first position to its end.

use crate::board::{Board, LegalMove};
use grundy_rules::{Kind, Play, Seat, Spec};
use std::collections::HashMap;

/// A play with its history.
#[derive(Debug)]
pub struct Session {
    /// Every position so far; the last is the present one.
    states: Vec<State>,
    /// How often each position was reached with the same player to move.
    seen: HashMap<(String, Seat), u32>,
}

#[derive(Debug)]
struct State {
    board: Board,
    /// What the two players have scored.
    points: [i64; 2],
}

/// How often the same position makes the play a draw.
const REPETITIONS: u32 = 3;

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A player cannot move, which decides.
    NoMove {
        /// Who cannot move.
        stuck: Seat,
        /// Who wins: the other one under normal play.
        winner: Seat,
    },
    /// The player to move cannot move and the points decide.
    Points([i64; 2]),
    /// A player among several cannot move and loses.
    Loser(Seat),
    /// The same position came with the same player to move for the third time: a draw.
    Repetition,
}

impl Session {
    /// A play of this position. In partizan games `first` starts; elsewhere the position says who does.
    pub fn new(spec: Spec, first: Seat) -> Session {
        let board = if spec.kind() == Kind::Partizan { Board::new(spec, first) } else { Board::start(spec) };
        let seen = HashMap::from([(key(&board), 1)]);
        Session { states: vec![State { board, points: [0; 2] }], seen }
    }

    /// The present position.
    pub fn board(&self) -> &Board {
        &self.state().board
    }

    /// What the two players have scored.
    pub fn points(&self) -> [i64; 2] {
        self.state().points
    }

    /// How many moves were made.
    pub fn moves_made(&self) -> usize {
        self.states.len() - 1
    }

    /// How often the present position was reached with the same player to move, this time included.
    pub fn times_seen(&self) -> u32 {
        self.seen.get(&key(self.board())).copied().unwrap_or(1)
    }

    /// Makes a move, which must be one of the present position.
    pub fn play(&mut self, mv: &LegalMove) {
        let &State { ref board, mut points } = self.state();
        points[usize::from(board.mover().0.min(1))] += board.points(mv);
        let board = board.after(mv);
        *self.seen.entry(key(&board)).or_insert(0) += 1;
        self.states.push(State { board, points });
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_to(|_| true)
    }

    /// Takes moves back, at least one, until such a player is to move; `false`, and nothing is taken back, if none was.
    pub fn undo_to(&mut self, wanted: impl Fn(Seat) -> bool) -> bool {
        let before = &self.states[..self.states.len() - 1];
        let Some(to) = before.iter().rposition(|state| wanted(state.board.mover())) else { return false };
        for state in self.states.drain(to + 1..) {
            if let Some(times) = self.seen.get_mut(&key(&state.board)) {
                *times -= 1;
            }
        }
        true
    }

    /// How the play ended, if it did.
    pub fn end(&self) -> Option<End> {
        let board = self.board();
        if !board.can_move() {
            let stuck = board.mover();
            return Some(match (board.spec().kind(), board.spec().play) {
                (Kind::Scoring, _) => End::Points(self.points()),
                (Kind::Multiplayer, _) => End::Loser(stuck),
                (_, Play::Normal) => End::NoMove { stuck, winner: stuck.other() },
                (_, Play::Misere) => End::NoMove { stuck, winner: stuck },
            });
        }
        (self.times_seen() >= REPETITIONS).then_some(End::Repetition)
    }

    fn state(&self) -> &State {
        self.states.last().expect("a play has a first position")
    }
}

fn key(board: &Board) -> (String, Seat) {
    // Impartial positions are the same for both, but whose turn it is makes the play another one.
    (board.spec().canonical(), board.mover())
}

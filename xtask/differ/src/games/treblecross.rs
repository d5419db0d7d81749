//! Treblecross: a move marks a cell, and three marks in a row win at once.
//!
//! The player who finds no empty cell loses.
//!
//! The program leaves out moves that lose at once. The brute force plays all of them.

use super::super::judge::{Best, Expected, To};
use super::super::play::{Fault, Move, Rules, Side};
use super::points::Single;
use crate::random::Random;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::rc::Rc;

/// The rules used for tables.
///
/// After a mark on a board of three or more cells, marking a cell within two cells of it loses at once. The cells
/// farther away form smaller boards. A remainder of two cells allows one mark. [`Boards`] confirms that this is the
/// same game.
pub struct Treblecross;

impl Rules for Treblecross {
    fn game(&self) -> &'static str {
        "treblecross"
    }

    fn canonical(&self) -> Option<String> {
        Some("treblecross".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let cells = part[0];
        let side = |free: i64| match free {
            _ if cells < 3 => vec![free],
            4 => vec![1],
            free => vec![(free - 2).max(0)],
        };
        Ok((1..=cells).map(|cell| Move::new(vec![side(cell - 1), side(cells - cell)], vec![])).collect())
    }

    fn has_misere(&self) -> bool {
        false
    }
}

/// Empty boards, on which the game is played mark by mark.
pub struct Boards(pub Vec<usize>);

/// The marks of each board as bits, and an additional Nim heap.
type State = (Vec<u32>, i64);

impl Boards {
    /// Reports whether the player to move wins.
    fn wins(&self, state: &State, memo: &mut HashMap<State, bool>) -> bool {
        if let Some(&known) = memo.get(state) {
            return known;
        }
        let (boards, heap) = state;
        let mut wins = (0..*heap).any(|less| !self.wins(&(boards.clone(), less), memo));
        for (row, cell) in self.empty(boards) {
            wins = wins || self.wins_by_marking(state, row, cell, memo);
        }
        memo.insert(state.clone(), wins);
        wins
    }

    fn empty(&self, boards: &[u32]) -> Vec<(usize, usize)> {
        let cells = |row: usize| (0..self.0[row]).map(move |cell| (row, cell));
        (0..self.0.len()).flat_map(cells).filter(|&(row, cell)| boards[row] >> cell & 1 == 0).collect()
    }

    /// Reports whether a mark completes three in a row or leaves a position that is lost for the opponent.
    fn wins_by_marking(
        &self,
        (boards, heap): &State,
        row: usize,
        cell: usize,
        memo: &mut HashMap<State, bool>,
    ) -> bool {
        let mut boards = boards.clone();
        boards[row] |= 1 << cell;
        let marks = boards[row];
        marks & marks >> 1 & marks >> 2 != 0 || !self.wins(&(boards, *heap), memo)
    }
}

impl Single for Boards {
    fn game(&self) -> &'static str {
        "treblecross"
    }

    fn canonical(&self) -> String {
        let cells: Vec<String> = self.0.iter().map(usize::to_string).collect();
        format!("treblecross({})", cells.join(","))
    }

    fn written(&self, random: &mut Random) -> String {
        if random.one_in(2) { self.canonical() } else { self.canonical().replace(',', ", ") }
    }

    fn expected(&self) -> Expected {
        let mut memo = HashMap::new();
        let with = |heap: i64| (vec![0; self.0.len()], heap);
        let wins = self.wins(&with(0), &mut memo);
        // The Grundy value is the heap with which the sum is lost for the player to move.
        let value = (0..=self.0.iter().sum::<usize>() as i64).find(|&heap| !self.wins(&with(heap), &mut memo));
        let mut moves = vec![];
        for (row, cell) in self.empty(&with(0).0) {
            if self.wins_by_marking(&with(0), row, cell, &mut memo) {
                let move_fields = vec![("row", json!(row + 1)), ("cell", json!(cell + 1))];
                moves.push(Best { part: 1, move_fields, to: To::Text(String::new()), result: json!("win") });
            }
        }
        Expected {
            kind: "impartial",
            outcome: Some(json!(if wins { "N" } else { "P" })),
            starts: None,
            grundy: value.map(Value::from),
            remoteness: None,
            result: None,
            moves: Some(moves),
        }
    }

    /// Ignores the printed position after a move.
    ///
    /// The printed position shows the rest of a board as boards without marks; such positions are tested separately.
    fn normal_after_move(&self, _text: &str) -> String {
        String::new()
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let mut smaller: Vec<Rc<dyn Single>> = vec![];
        for k in 0..self.0.len() {
            let mut less = self.0.clone();
            if self.0.len() > 1 {
                less.remove(k);
                smaller.push(Rc::new(Boards(less.clone())));
            }
            if self.0[k] > 0 {
                less = self.0.clone();
                less[k] -= 1;
                smaller.push(Rc::new(Boards(less)));
            }
        }
        smaller
    }
}

pub fn rules(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Treblecross)
}

pub fn random_boards(random: &mut Random) -> Rc<dyn Single> {
    let mut boards = vec![];
    let mut remaining = random.between(1, 11);
    while remaining > 0 && boards.len() < 4 {
        let cells = random.between(0, remaining);
        boards.push(cells as usize);
        remaining -= cells + 1;
    }
    Rc::new(Boards(boards))
}

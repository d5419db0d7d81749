//! Treblecross: a move marks a cell of a row, and who completes three marks in a row has won.
//!
//! The program counts marks within two cells of another as lost and leaves them out. The brute force plays every mark.

use super::super::play::{Fault, Move, Rules, Side};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

pub struct Treblecross;

impl Rules for Treblecross {
    fn game(&self) -> &'static str {
        "treblecross"
    }

    fn canonical(&self) -> Option<String> {
        Some("treblecross".into())
    }

    /// The moves that lose nothing at once.
    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let cells = part[0];
        let side = |free: i64| vec![(free - 2).max(0)];
        let mark = |cell: i64| Move::new(vec![side(cell - 1), side(cells - cell)], vec![("cell", json!(cell))]);
        Ok((1..=cells).map(mark).collect())
    }

    fn place(&self) -> Option<&'static str> {
        Some("row")
    }
}

pub fn treblecross(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Treblecross)
}

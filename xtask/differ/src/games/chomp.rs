//! Chomp: rows of squares, none longer than the row above.
//!
//! A move takes a square and all squares below it and to its right.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

struct Chomp;

impl Rules for Chomp {
    fn game(&self) -> &'static str {
        "chomp"
    }

    fn canonical(&self) -> Option<String> {
        Some("chomp".into())
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let squares = (0..part.len()).flat_map(|row| (0..part[row]).map(move |column| (row, column)));
        let moves = squares.filter(|&square| square != (0, 0)).map(|(row, column)| {
            let mut to = part.to_vec();
            for length in &mut to[row..] {
                *length = column.min(*length);
            }
            to.retain(|&length| length > 0);
            Move::new(vec![to], vec![("row", json!(row + 1)), ("column", json!(column + 1))])
        });
        Ok(moves.collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let max_size = random.between(1, size.clamp(1, 5));
        let mut rows: Part = (0..random.between(1, size.clamp(1, 4))).map(|_| random.between(1, max_size)).collect();
        if random.one_in(3) {
            rows.fill(max_size);
        }
        rows.sort_by_key(|&row| -row);
        rows
    }

    fn max_components(&self) -> usize {
        1
    }

    fn components_text(&self, parts: &[Part]) -> String {
        let rows = &parts[0];
        if rows.len() > 1 && rows[0] == rows[rows.len() - 1] {
            return format!("({}x{})", rows.len(), rows[0]);
        }
        format!("({})", rows.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')?.split_once('x')) {
            Some((rows, length)) => Some(vec![vec![length.parse().ok()?; rows.parse().ok()?]]),
            None => numbers(text).map(|part| vec![part]),
        }
    }

    fn place(&self) -> Option<&'static str> {
        None
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let moves = self.moves(part, Side::Left).unwrap_or_default();
        moves.into_iter().flat_map(|mv| mv.to).collect()
    }
}

pub fn chomp(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(Chomp)
}

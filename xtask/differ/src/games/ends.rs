//! End Nim, with a player at each end of a row of heaps, and cake games.

use super::super::play::{Fault, Move, Part, Rules, Side, numbers};
use crate::random::Random;
use serde_json::{Value, json};
use std::rc::Rc;

/// Partizan End Nim: Left takes from the first heap, Right from the last.
struct EndNim;

impl Rules for EndNim {
    fn game(&self) -> &'static str {
        "endnim"
    }

    fn canonical(&self) -> Option<String> {
        Some("endnim".into())
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        true
    }

    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        if part.is_empty() {
            return Ok(vec![]);
        }
        let at = if by == Side::Left { 0 } else { part.len() - 1 };
        let taken = |take: i64| {
            let mut to = part.to_vec();
            to[at] -= take;
            to.retain(|&heap| heap > 0);
            Move::new(vec![to], vec![("heap", json!(at + 1)), ("take", json!(take))])
        };
        Ok((1..=part[at]).map(taken).collect())
    }

    fn random_component(&self, _size: i64, random: &mut Random) -> Part {
        (0..random.between(0, 4)).map(|_| random.between(1, 3)).collect()
    }

    fn max_components(&self) -> usize {
        1
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        numbers(text).map(|row| vec![row])
    }

    fn place(&self) -> Option<&'static str> {
        Some("row")
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let moves = Side::BOTH.iter().flat_map(|&by| self.moves(part, by).unwrap_or_default());
        moves.flat_map(|mv| mv.to).collect()
    }
}

/// How a move divides the columns of a cake.
#[derive(Clone, Copy)]
enum Cut {
    /// Into two parts.
    Two,
    /// Into any number of equal parts.
    Equal,
    /// Into the parts on both sides of a column that is eaten.
    Eaten,
}

impl Cut {
    /// Returns the fields of the move that divides `total` columns or rows into these parts.
    ///
    /// `is_columns` is true if the cake as it is drawn is divided by columns.
    fn fields(self, parts: &[i64], total: i64, is_columns: bool) -> Vec<(&'static str, Value)> {
        let name = |at: i64| match is_columns {
            true => char::from(b'a' + at as u8).to_string(),
            false => (at + 1).to_string(),
        };
        let line = |after: i64| format!("{}|{}", name(after - 1), name(after));
        let one = parts[0];
        match self {
            Cut::Two if total > 2 * one => {
                vec![("lines", json!([line(one)])), ("mirrored", json!([line(total - one)]))]
            }
            Cut::Two => vec![("lines", json!([line(one)]))],
            Cut::Equal => {
                let lines: Vec<String> = (1..parts.len() as i64).map(|k| line(k * one)).collect();
                vec![("lines", json!(lines))]
            }
            Cut::Eaten => {
                let mut fields = vec![(if is_columns { "column" } else { "row" }, json!(one + 1))];
                fields.extend((total - one > one + 1).then(|| ("mirrored", json!(total - one))));
                fields
            }
        }
    }

    fn parts(self, columns: i64) -> Vec<Vec<i64>> {
        match self {
            Cut::Two => (1..=columns / 2).map(|one| vec![one, columns - one]).collect(),
            Cut::Equal => {
                let counts = (2..=columns).filter(|count| columns % count == 0);
                counts.map(|count| vec![columns / count; count as usize]).collect()
            }
            Cut::Eaten => (0..=(columns - 1) / 2).map(|one| vec![one, columns - 1 - one]).collect(),
        }
    }
}

/// A cake game: Left's moves divide columns, Right's divide rows.
struct Cake {
    name: &'static str,
    cut: Cut,
    /// Whether the cake is turned by 90 degrees before each move.
    turned: bool,
}

static CAKES: [Cake; 4] = [
    Cake { name: "cutcake", cut: Cut::Two, turned: false },
    Cake { name: "maundy_cake", cut: Cut::Equal, turned: false },
    Cake { name: "eatcake", cut: Cut::Eaten, turned: false },
    Cake { name: "turn_and_eatcake", cut: Cut::Eaten, turned: true },
];

impl Rules for &'static Cake {
    fn game(&self) -> &'static str {
        self.name
    }

    fn canonical(&self) -> Option<String> {
        Some(self.name.into())
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        true
    }

    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        let (rows, columns) = if self.turned { (part[1], part[0]) } else { (part[0], part[1]) };
        if rows * columns == 0 {
            return Ok(vec![]);
        }
        let total = if by == Side::Left { columns } else { rows };
        let piece = |size: i64| if by == Side::Left { vec![rows, size] } else { vec![size, columns] };
        // The cake is drawn before it is turned.
        let is_columns = (by == Side::Left) != self.turned;
        let cut = |parts: Vec<i64>| {
            let mut cakes: Vec<Part> = parts.iter().map(|&size| piece(size)).collect();
            cakes.sort();
            Move::new(cakes, self.cut.fields(&parts, total, is_columns))
        };
        Ok(self.cut.parts(total).into_iter().map(cut).collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let max_size = size.clamp(1, 5);
        vec![random.between(0, max_size), random.between(1, max_size)]
    }

    fn max_components(&self) -> usize {
        2
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        Some(numbers(text)?.chunks(2).map(<[i64]>::to_vec).collect())
    }

    fn place(&self) -> Option<&'static str> {
        Some("position")
    }

    fn dims(&self) -> usize {
        0
    }
}

pub fn endnim(_random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(EndNim)
}

/// Returns the cake game with this index.
pub fn cake(number: usize) -> Rc<dyn Rules> {
    Rc::new(&CAKES[number])
}

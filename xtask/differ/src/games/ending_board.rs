//! Boards on which players place marks until a condition after `ends if` holds.
//!
//! A component is the number of rows, the number of columns, and the cells, as in `boards`.

use super::super::play::{Fault, Move, Part, Rules, Side};
use super::board_moves::Grid;
use super::boards::{cell_name, grid, part, picture, read, smaller_boards};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

/// A property of the cells with one mark.
enum Property {
    /// Marks in a straight line: their number, and the steps that lines may take, with the word for these.
    Line(usize, &'static str),
    /// A chain of marks between two sides, and the word for the neighbours.
    Chain([&'static str; 2], &'static str),
    /// The number of marks compared with a number.
    Count(&'static str, usize),
}

/// Whether a property is negated, the mark that it concerns, and the property.
type Term = (bool, u8, Property);

/// The rules: whether the players have marks of their own, and the conditions.
///
/// Play ends if all terms of one of the lists hold.
struct EndingBoard {
    is_partizan: bool,
    conditions: Vec<Vec<Term>>,
}

fn term_text((is_negated, mark, property): &Term) -> String {
    let mark = char::from(*mark);
    let text = match property {
        Property::Line(length, "") => format!("line({mark},{length})"),
        Property::Line(length, word) => format!("line({mark},{length},{word})"),
        Property::Chain([from, to], "") => format!("connected({mark},{from},{to})"),
        Property::Chain([from, to], word) => format!("connected({mark},{from},{to},{word})"),
        Property::Count(relation, number) => format!("count({mark}) {relation} {number}"),
    };
    if *is_negated { format!("not {text}") } else { text }
}

fn term_holds((is_negated, mark, property): &Term, board: &Grid) -> bool {
    let columns = board.first().map_or(0, Vec::len);
    let marks: Vec<(usize, usize)> = (0..board.len())
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .filter(|&(row, column)| board[row][column] == *mark)
        .collect();
    let holds = match property {
        Property::Count("=", number) => marks.len() == *number,
        Property::Count("<", number) => marks.len() < *number,
        Property::Count("<=", number) => marks.len() <= *number,
        Property::Count(">", number) => marks.len() > *number,
        Property::Count(_, number) => marks.len() >= *number,
        Property::Line(length, word) => {
            let steps: &[(i64, i64)] = match *word {
                "row" => &[(0, 1)],
                "column" => &[(1, 0)],
                "rook" => &[(0, 1), (1, 0)],
                "bishop" => &[(1, 1), (1, -1)],
                _ => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            };
            marks.iter().any(|&(row, column)| {
                steps.iter().any(|(down, right)| {
                    (0..*length as i64).all(|k| {
                        let (row, column) = (row as i64 + k * down, column as i64 + k * right);
                        marks.iter().any(|&(r, c)| (r as i64, c as i64) == (row, column))
                    })
                })
            })
        }
        Property::Chain([from, to], word) => {
            let touches = |side: &str, (row, column): (usize, usize)| match side {
                "left" => column == 0,
                "right" => column + 1 == columns,
                "top" => row == 0,
                _ => row + 1 == board.len(),
            };
            let adjoins = |(a, b): (usize, usize), (c, d): (usize, usize)| {
                let (down, right) = (c as i64 - a as i64, d as i64 - b as i64);
                match *word {
                    "any" => down.abs().max(right.abs()) == 1,
                    "hex" => down.abs() + right.abs() == 1 || down + right == 0 && down.abs() == 1,
                    _ => down.abs() + right.abs() == 1,
                }
            };
            // Depth-first search over lists of marks.
            let mut found: Vec<(usize, usize)> = marks.iter().copied().filter(|&at| touches(from, at)).collect();
            let mut next = 0;
            while next < found.len() {
                let near: Vec<_> =
                    marks.iter().copied().filter(|&at| adjoins(found[next], at) && !found.contains(&at)).collect();
                found.extend(near);
                next += 1;
            }
            found.into_iter().any(|at| touches(to, at))
        }
    };
    holds != *is_negated
}

impl Rules for EndingBoard {
    fn game(&self) -> &'static str {
        "board"
    }

    fn canonical(&self) -> Option<String> {
        let moves = if self.is_partizan { "left: [.] -> [x]; right: [.] -> [o]" } else { "[.] -> [x]; [.] -> [o]" };
        let terms = |terms: &Vec<Term>| terms.iter().map(term_text).collect::<Vec<_>>().join(" and ");
        let conditions: Vec<String> = self.conditions.iter().map(terms).collect();
        Some(format!("board{{ {moves}; ends if {} }}", conditions.join(" or ")))
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        self.is_partizan
    }

    fn moves(&self, from: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        let board = grid(from);
        if self.conditions.iter().any(|terms| terms.iter().all(|term| term_holds(term, &board))) {
            return Ok(vec![]);
        }
        let marks: &[u8] = match (self.is_partizan, by) {
            (false, _) => b"xo",
            (true, Side::Left) => b"x",
            (true, Side::Right) => b"o",
        };
        let mut boards_after: Vec<(Grid, String)> = vec![];
        for (row, line) in board.iter().enumerate() {
            for (column, _) in line.iter().enumerate().filter(|(_, cell)| **cell == b'.') {
                for &mark in marks {
                    let mut after = board.clone();
                    after[row][column] = mark;
                    boards_after.push((after, cell_name(row, column)));
                }
            }
        }
        boards_after.sort();
        let to_move = |(after, name): (Grid, String)| {
            Move::new(vec![part(&after)], vec![("board", json!(picture(&after))), ("cells", json!([name]))])
        };
        Ok(boards_after.into_iter().map(to_move).collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let rows = random.between(1, 3);
        let columns = random.between(1, 3.min((size + 2) / rows).max(1));
        let cells = (0..rows * columns).map(|_| i64::from(*random.pick(b"....xxoo#")));
        [rows, columns].into_iter().chain(cells).collect()
    }

    fn max_components(&self) -> usize {
        2
    }

    fn components_text(&self, parts: &[Part]) -> String {
        let boards = parts.iter().map(|part| {
            let is_empty = part[2..].iter().all(|&cell| cell == i64::from(b'.'));
            match is_empty && part[0] > 0 {
                true => format!("{}x{}", part[0], part[1]),
                false => format!("\"{}\"", picture(&grid(part))),
            }
        });
        format!("({})", boards.collect::<Vec<_>>().join(","))
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let boards = inner.split(',').filter(|board| !board.is_empty());
        boards
            .map(|board| match board.strip_prefix('"') {
                Some(picture) => Some(read(picture.strip_suffix('"')?)),
                None => {
                    let (rows, columns) = board.split_once('x')?;
                    Some(part(&vec![vec![b'.'; columns.parse().ok()?]; rows.parse().ok()?]))
                }
            })
            .collect()
    }

    fn place(&self) -> Option<&'static str> {
        Some("position")
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, from: &[i64]) -> Vec<Part> {
        smaller_boards(from)
    }
}

/// Returns random rules: Left places `x` and Right `o`, or both players place either mark.
pub fn random_ending_board(random: &mut Random) -> Rc<dyn Rules> {
    let mut term = || {
        let mark = *random.pick(b"xo");
        let property = match random.below(5) {
            0 | 1 => Property::Line(
                random.between(1, 3) as usize,
                random.pick::<&str>(&["", "", "row", "column", "rook", "bishop"]),
            ),
            2 | 3 => {
                let sides = ["left", "right", "top", "bottom"];
                let from = *random.pick(&sides);
                let others: Vec<&str> = sides.into_iter().filter(|side| *side != from).collect();
                let to = *random.pick(&others);
                Property::Chain([from, to], random.pick::<&str>(&["", "any", "hex"]))
            }
            _ => Property::Count(random.pick::<&str>(&["=", "<", "<=", ">", ">="]), random.between(1, 3) as usize),
        };
        (random.one_in(5), mark, property)
    };
    let first = vec![term()];
    let second = vec![term(), term()];
    let third = vec![term()];
    let conditions = match random.below(3) {
        0 => vec![first],
        1 => vec![first, third],
        _ => vec![second, first],
    };
    Rc::new(EndingBoard { is_partizan: random.one_in(2), conditions })
}

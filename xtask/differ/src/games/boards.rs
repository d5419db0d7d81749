//! Board games by their documented rules, without pictures, regions or symmetry.
//!
//! A component is the number of rows, the number of columns, and the cells.

use super::super::play::{Fault, Move, Part, Rules, Side};
use super::board_moves::{self as by_hand, BISHOP, Grid, KNIGHT, QUEEN, ROOK};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

/// A board game.
///
/// The fields are its name, the symbols of its cells, the tile that fills boards given by their size, the maximum
/// size of random boards, whether the game is partizan, and its moves.
pub struct Board {
    name: &'static str,
    states: &'static str,
    tile: &'static str,
    largest: (i64, i64),
    is_partizan: bool,
    moves: fn(&Grid, Side) -> Vec<Grid>,
}

const fn partizan(
    name: &'static str,
    states: &'static str,
    tile: &'static str,
    largest: (i64, i64),
    moves: fn(&Grid, Side) -> Vec<Grid>,
) -> Board {
    Board { name, states, tile, largest, is_partizan: true, moves }
}

const fn impartial(
    name: &'static str,
    states: &'static str,
    tile: &'static str,
    largest: (i64, i64),
    moves: fn(&Grid, Side) -> Vec<Grid>,
) -> Board {
    Board { name, states, tile, largest, is_partizan: false, moves }
}

/// All board games.
static BOARDS: [Board; 33] = [
    partizan("domineering", "....#", ".", (3, 4), |g, by| match by {
        Side::Left => by_hand::dominoes(g, (1, 0)),
        Side::Right => by_hand::dominoes(g, (0, 1)),
    }),
    impartial("cram", "....#", ".", (3, 4), |g, _| {
        [by_hand::dominoes(g, (1, 0)), by_hand::dominoes(g, (0, 1))].concat()
    }),
    partizan("clobber", "xo.", "xo/ox", (3, 3), |g, by| by_hand::clobbers(g, by, &ROOK, false, true)),
    partizan("clobber_kings", "xo.", "xo/ox", (3, 3), |g, by| by_hand::clobbers(g, by, &QUEEN, false, true)),
    partizan("clobber_knights", "xo.#", "xo/ox", (3, 3), |g, by| by_hand::clobbers(g, by, &KNIGHT, false, true)),
    partizan("clobber_bishops", "xo.", "xx/oo", (3, 3), |g, by| by_hand::clobbers(g, by, &BISHOP, false, true)),
    partizan("clobber_rooks", "xo.", "xo/ox", (2, 4), |g, by| by_hand::clobbers(g, by, &ROOK, true, true)),
    partizan("clobber_queens", "xo.", "xo/ox", (2, 4), |g, by| by_hand::clobbers(g, by, &QUEEN, true, true)),
    partizan("hot_clobber", "xo.#", "xo/ox", (3, 3), |g, by| by_hand::clobbers(g, by, &ROOK, false, false)),
    partizan("anti_clobber", "xo..#", ".", (2, 3), by_hand::anti_clobber),
    partizan("fission", "...x", ".", (3, 4), by_hand::fission),
    partizan("amazons", "xo..###", ".", (2, 3), by_hand::amazons),
    partizan("fox_and_geese", "gf..#", ".", (3, 3), |g, by| by_hand::foxes(g, by, 1)),
    partizan("ceylonese_fox_and_geese", "gf..#", ".", (3, 3), |g, by| by_hand::foxes(g, by, 2)),
    partizan("toads_and_frogs", "tf.", ".", (1, 8), |g, by| by_hand::toads(g, by, 1, false)),
    partizan("far_toads_and_frogs", "tf.", ".", (1, 8), |g, by| by_hand::toads(g, by, 2, false)),
    partizan("elephants_and_rhinos", "tf..", ".", (1, 8), |g, by| by_hand::toads(g, by, 0, false)),
    partizan("backsliding_toads_and_frogs", "tf.", ".", (1, 6), |g, by| by_hand::toads(g, by, 1, true)),
    partizan("sliders", "xo..", ".", (2, 4), by_hand::sliders),
    partizan("ski_jumps", "xoyp...", ".", (3, 3), by_hand::ski_jumps),
    partizan("toppling_dominoes", "ler", "e", (1, 7), by_hand::toppling_dominoes),
    partizan("col", "....xo#", ".", (3, 3), |g, by| by_hand::colours(g, by, false, true, false)),
    partizan("snort", "....xo#", ".", (3, 3), |g, by| by_hand::colours(g, by, false, false, true)),
    partizan("fjords", "...xo#", ".", (3, 3), |g, by| by_hand::colours(g, by, true, false, true)),
    partizan("konane", "xo..#", "xo/ox", (3, 4), |g, by| by_hand::konane(g, by, false)),
    partizan("turning_konane", "xo..", "xo/ox", (3, 4), |g, by| by_hand::konane(g, by, true)),
    impartial("cell_kayles", "....#", ".", (3, 4), |g, _| by_hand::cell_kayles(g)),
    impartial("peg_duotaire", "xx.", "x", (3, 4), |g, _| by_hand::peg_duotaire(g, false)),
    impartial("multihop_peg_duotaire", "xx..", "x", (3, 3), |g, _| by_hand::peg_duotaire(g, true)),
    partizan("shove", "xo.", "xo", (1, 6), |g, by| by_hand::pushed(g, by, false)),
    partizan("push", "xo.", "xo", (1, 6), |g, by| by_hand::pushed(g, by, true)),
    partizan("run_over", "xo.", "xo", (1, 6), by_hand::run_over),
    partizan("nogo", "....xo", ".", (3, 3), by_hand::nogo),
];

/// Returns the names of all board games.
pub fn names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|board| board.name)
}

/// Returns the game with this name.
pub fn named(name: &str) -> Option<Rc<dyn Rules>> {
    BOARDS.iter().find(|board| board.name == name).map(|board| Rc::new(board) as Rc<dyn Rules>)
}

/// Returns a random board game.
pub fn random_board(random: &mut Random) -> Rc<dyn Rules> {
    Rc::new(&BOARDS[random.below(BOARDS.len() as u64) as usize])
}

pub(super) fn grid(part: &[i64]) -> Grid {
    let columns = part[1].max(1) as usize;
    part[2..].chunks(columns).map(|row| row.iter().map(|&cell| cell as u8).collect()).collect()
}

pub(super) fn part(grid: &Grid) -> Part {
    // A board without cells has no rows and no columns.
    let columns = grid.first().map_or(0, Vec::len);
    let rows = if columns == 0 { 0 } else { grid.len() };
    [rows as i64, columns as i64].into_iter().chain(grid.iter().flatten().map(|&cell| cell.into())).collect()
}

pub(super) fn picture(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    rows.join("/")
}

pub(super) fn read(picture: &str) -> Part {
    part(&picture.split('/').map(|row| row.bytes().collect()).collect())
}

/// Returns the boards without an outer row or column.
pub(super) fn smaller_boards(from: &[i64]) -> Vec<Part> {
    let board = grid(from);
    let mut smaller: Vec<Part> = vec![];
    if board.len() > 1 {
        smaller.extend([part(&board[1..].to_vec()), part(&board[..board.len() - 1].to_vec())]);
    }
    if board.first().is_some_and(|row| row.len() > 1) {
        smaller.push(part(&board.iter().map(|row| row[1..].to_vec()).collect()));
        smaller.push(part(&board.iter().map(|row| row[..row.len() - 1].to_vec()).collect()));
    }
    smaller
}

/// Returns the name of a cell, by its row and its column counted from 0.
pub(super) fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Board {
    fn tiled(&self, rows: usize, columns: usize) -> Grid {
        let tile: Grid = self.tile.split('/').map(|row| row.bytes().collect()).collect();
        let row = |r: usize| (0..columns).map(|c| tile[r % tile.len()][c % tile[0].len()]).collect();
        (0..rows).map(row).collect()
    }
}

impl Rules for &'static Board {
    fn game(&self) -> &'static str {
        self.name
    }

    fn canonical(&self) -> Option<String> {
        Some(self.name.into())
    }

    fn is_partizan(&self, _parts: &[Part]) -> bool {
        self.is_partizan
    }

    fn moves(&self, from: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        let board = grid(from);
        let mut boards_after = (self.moves)(&board, by);
        boards_after.sort();
        boards_after.dedup();
        Ok(boards_after
            .iter()
            .map(|after| {
                let mut move_fields = vec![("board", json!(picture(after)))];
                if after.concat().len() == board.concat().len() {
                    let places = (0..board.len()).flat_map(|r| (0..board[r].len()).map(move |c| (r, c)));
                    let changed = places.filter(|&(r, c)| board[r][c] != after[r][c]);
                    let name = |(row, column)| cell_name(row, column);
                    move_fields.push(("cells", json!(changed.map(name).collect::<Vec<_>>())));
                }
                Move::new(vec![part(after)], move_fields)
            })
            .collect())
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let rows = random.between(1, self.largest.0);
        let columns = random.between(1, self.largest.1.min((size + 2) / rows).max(1));
        if random.one_in(8) {
            return part(&self.tiled(rows as usize, columns as usize));
        }
        let cells = (0..rows * columns).map(|_| i64::from(*random.pick(self.states.as_bytes())));
        [rows, columns].into_iter().chain(cells).collect()
    }

    fn max_components(&self) -> usize {
        2
    }

    fn components_text(&self, parts: &[Part]) -> String {
        let boards = parts.iter().map(|part| {
            let board = grid(part);
            match part[0] > 0 && board == self.tiled(part[0] as usize, part[1] as usize) {
                true => format!("{}x{}", part[0], part[1]),
                false => format!("\"{}\"", picture(&board)),
            }
        });
        format!("({})", boards.collect::<Vec<_>>().join(","))
    }

    fn random_spelling(&self, parts: &[Part], random: &mut Random) -> String {
        match random.below(3) {
            // Boards that can be given by size can also be given as pictures.
            0 => {
                let boards: Vec<String> = parts.iter().map(|part| format!("\"{}\"", picture(&grid(part)))).collect();
                format!("({})", boards.join(", "))
            }
            _ => self.components_text(parts),
        }
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let boards = inner.split(',').filter(|board| !board.is_empty());
        boards
            .map(|board| match board.strip_prefix('"') {
                Some(picture) => Some(read(picture.strip_suffix('"')?)),
                None => {
                    let (rows, columns) = board.split_once('x')?;
                    Some(part(&self.tiled(rows.parse().ok()?, columns.parse().ok()?)))
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

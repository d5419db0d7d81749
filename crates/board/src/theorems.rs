//! Theorems on boards of one row or one column.

use crate::cells::Cells;
use crate::game::Board;
use grundy_rules::{Claim, Theorem};
use grundy_value::{Dyadic, Limit, Nus, Value, Values};

/// The theorems of the game of this name.
pub(crate) fn theorems(name: &str) -> &'static [Theorem<Board>] {
    match name {
        "domineering" => &DOMINEERING,
        "col" => &COL,
        _ => &[],
    }
}

static DOMINEERING: [Theorem<Board>; 1] = [Theorem::new(
    "one-row",
    "Conway 1976, ch. 10",
    "In one row only Right can move: n empty cells next to each other are worth -floor(n/2). In one column they are worth floor(n/2).",
    Claim::Game { value: dominoes, moves: None },
)
.within("boards of one row or one column", |_, board| is_line(board))];

static COL: [Theorem<Board>; 1] = [Theorem::new(
    "row-of-col",
    "Berlekamp, Conway, Guy 1982, ch. 2; by induction on the length",
    "Empty cells next to each other are worth 0, one alone *; with x at one end -1/2, one alone -1; with x at both ends -1; with x and o 0. With o for x they are worth the negative.",
    Claim::Game { value: col, moves: None },
)
.within("boards of one row or one column", |_, board| is_line(board))];

fn is_line(board: &Cells) -> bool {
    board.rows() == 1 || board.columns() == 1
}

/// Returns the maximal runs of empty cells: the length of each, and the cells at its two ends.
fn stretches(board: &Cells) -> impl Iterator<Item = (usize, [u8; 2])> + '_ {
    let cells = board.cells();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + cells[at..].iter().position(|&cell| cell == b'.')?;
        let length = cells[start..].iter().take_while(|&&cell| cell == b'.').count();
        at = start + length;
        let before = start.checked_sub(1).map_or(b'#', |before| cells[before]);
        Some((length, [before, cells.get(at).copied().unwrap_or(b'#')]))
    })
}

fn dominoes(_: &Board, board: &Cells, values: &mut Values) -> Result<Value, Limit> {
    let pairs: usize = stretches(board).map(|(length, _)| length / 2).sum();
    values.integer(if board.rows() == 1 { -(pairs as i64) } else { pairs as i64 })
}

fn col(_: &Board, board: &Cells, values: &mut Values) -> Result<Value, Limit> {
    let (mut halves, mut star) = (0, 0);
    for (length, ends) in stretches(board) {
        // An `x` at an end costs Left half a move, an `o` costs Right as much.
        let ends = ends.map(|end| i64::from(end == b'o') - i64::from(end == b'x'));
        match (ends, length) {
            ([0, 0], 1) => star ^= 1,
            ([0, end] | [end, 0], 1) => halves += 2 * end,
            (ends, _) => halves += ends[0] + ends[1],
        }
    }
    values.of_nus(Nus { number: Dyadic::new(halves.into(), 1)?, up: 0, nim: star })
}

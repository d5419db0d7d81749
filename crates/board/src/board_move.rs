//! Descriptions of moves on boards, and drawings of boards.

use crate::cells::Cells;
use crate::pattern::{EMPTY, HOLE};
use crate::rule::PictureRule;
use grundy_lang::{Text, text};
use grundy_rules::{Field, Grid, MoveText, Picture};
use std::sync::LazyLock;

/// A move, represented by the board after the move; moves with the same result are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove(pub Cells);

/// The default pattern that fills a board given by its size, such as `4x4`: one empty cell.
pub(crate) static BLANK: LazyLock<Cells> = LazyLock::new(|| Cells::new(1, 1, vec![EMPTY]).expect("one cell"));

/// Adds the board number `at`, counted from 1, to the text of a move, except for the first board.
fn with_board_number(at: usize, text: Text) -> Text {
    if at > 1 { text!("{text} on board {at}", text, at) } else { text }
}

/// The maximum number of removed cells or pieces that a name lists.
const MAX_NAMED: usize = 4;

/// Returns the usual name, if any, of a move from `board` to `after` that changes these cells.
///
/// The board before the move and the name determine the move.
///
/// - `a2` or `a2-a3` turns at most four empty cells into holes.
/// - `a2-a3` can instead mean that a piece moves to an empty cell.
/// - `b3xb4` captures the piece on the cell to which a piece moves.
/// - `b3xb5` jumps in a straight line over pieces, which are all removed.
/// - `a1-c1/c2` moves a piece, and an empty cell or the cell that the piece has left becomes a hole.
/// - `a1-a2/a1=o` moves a piece and leaves another piece on its old cell.
/// - `b2-b1,b3` replaces a piece by two or more equal ones on empty cells.
/// - `a2=x` places a piece.
/// - `remove a2` removes at most four pieces.
/// - `pass` changes nothing.
fn usual_name(board: &Cells, after: &Cells, changed: &[usize]) -> Option<Text> {
    let name = |cell: usize| board.cell_name(cell);
    let names =
        |cells: &[usize], separator: &str| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(separator);
    let is_piece = |content: u8| content != EMPTY && content != HOLE;
    let change = |cell: usize| (board.cells()[cell], after.cells()[cell]);
    let select = |accepts: &dyn Fn((u8, u8)) -> bool| -> Vec<usize> {
        changed.iter().copied().filter(|&cell| accepts(change(cell))).collect()
    };
    if changed.is_empty() {
        return Some(text!("pass"));
    }
    let is_short = changed.len() <= MAX_NAMED;
    let filled = select(&|change| change == (EMPTY, HOLE));
    if filled.len() == changed.len() && is_short {
        return Some(Text::verbatim(names(&filled, "-")));
    }
    let placed = select(&|(before, after)| before == EMPTY && is_piece(after));
    let vacated = select(&|(before, after)| is_piece(before) && after == EMPTY);
    if vacated.len() == changed.len() && is_short {
        return Some(text!("remove {cells}", cells = names(&vacated, ", ")));
    }
    let others = changed.len() - placed.len() - vacated.len();
    let same_piece = |from: usize, to: usize| change(from).0 == change(to).1;
    let name = match (&placed[..], &vacated[..], others) {
        (&[to], [], 0) => format!("{}={}", name(to), char::from(change(to).1)),
        (&[to], &[from], 0) if same_piece(from, to) => format!("{}-{}", name(from), name(to)),
        ([_, _, ..], &[from], 0) if placed.iter().all(|&to| same_piece(from, to)) => {
            format!("{}-{}", name(from), names(&placed, ","))
        }
        (&[to], [_, _, ..], 0) => {
            let jumps = |from: usize| {
                let jumped = cells_between(board, from, to);
                let removed = jumped.iter().copied().filter(|&cell| board.cells()[cell] != EMPTY);
                same_piece(from, to) && removed.eq(vacated.iter().copied().filter(|&cell| cell != from))
            };
            let mut from = vacated.iter().copied().filter(|&from| jumps(from));
            let (from, None) = (from.next()?, from.next()) else { return None };
            format!("{}x{}", name(from), name(to))
        }
        ([], &[from], 1) => {
            let to = *select(&|(before, after)| is_piece(before) && is_piece(after)).first()?;
            same_piece(from, to).then(|| format!("{}x{}", name(from), name(to)))?
        }
        (&[to], &[from], 1) if same_piece(from, to) => {
            format!("{}-{}/{}", name(from), name(to), name(*filled.first()?))
        }
        (&[to], [], 1) => {
            let from = *changed.iter().find(|&&cell| cell != to && is_piece(change(cell).0))?;
            let behind = match change(from).1 {
                HOLE => String::new(),
                piece => format!("={}", char::from(piece)),
            };
            same_piece(from, to).then(|| format!("{0}-{1}/{0}{behind}", name(from), name(to)))?
        }
        _ => return None,
    };
    Some(Text::verbatim(name))
}

/// Returns the cells strictly between two cells of a row, column or diagonal, in ascending order.
///
/// Returns no cells if the two are not in line.
fn cells_between(board: &Cells, from: usize, to: usize) -> Vec<usize> {
    let [(row, column), (to_row, to_column)] =
        [from, to].map(|cell| board.row_column(cell)).map(|(row, column)| (i64::from(row), i64::from(column)));
    let (down, right) = (to_row - row, to_column - column);
    let distance = down.abs().max(right.abs());
    if distance == 0 || ![down, right].iter().all(|&step| step == 0 || step.abs() == distance) {
        return vec![];
    }
    let step = (down / distance * i64::from(board.columns()) + right / distance).unsigned_abs() as usize;
    (1..distance as usize).map(|k| from.min(to) + k * step).collect()
}

/// Describes a move by its usual name or the changed cells, or by the new board if cells vanish.
pub(crate) fn describe_move(board: &Cells, after: &Cells, at: usize) -> MoveText {
    let position = ("position", Field::Number(at as u64));
    if board.cells().len() != after.cells().len() {
        let picture = after.to_string();
        let text = with_board_number(at, text!("leave \"{board}\"", board = &picture));
        return MoveText::new(text, vec![position, ("board", Field::Text(picture))]);
    }
    let is_changed = |&cell: &usize| board.cells()[cell] != after.cells()[cell];
    let changed: Vec<usize> = (0..board.cells().len()).filter(is_changed).collect();
    let cells: Vec<String> = changed.iter().map(|&cell| board.cell_name(cell)).collect();
    let contents =
        changed.iter().zip(&cells).map(|(&cell, name)| format!("{name}={}", char::from(after.cells()[cell])));
    let changes = with_board_number(at, text!("set {cells}", cells = contents.collect::<Vec<_>>().join(", ")));
    let fields = vec![position, ("cells", Field::Texts(cells)), ("board", Field::Text(after.to_string()))];
    match usual_name(board, after, &changed) {
        Some(name) => MoveText::new(with_board_number(at, name), fields).with_former_text(changes),
        None => MoveText::new(changes, fields),
    }
}

/// Returns the picture of a board for the user interface; `text` is the printed form of the board.
pub(crate) fn picture(board: &Cells, rule: &PictureRule, text: String) -> Picture {
    let letters = rule.states.letters().iter().map(char::from);
    Picture::Grid(Box::new(Grid {
        text,
        columns: board.columns().into(),
        cells: board.cells().iter().copied().map(char::from).collect(),
        states: ['.', '#'].into_iter().chain(letters).collect(),
        swaps_pieces: false,
        owners: rule.owners.clone(),
        ..Grid::default()
    }))
}

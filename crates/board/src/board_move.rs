//! Descriptions of moves on boards, and drawings of boards.

use crate::cells::Cells;
use crate::pattern::{EMPTY, States};
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

/// Describes a move by the cells that it changes, or by the whole new board if cells vanish.
pub(crate) fn describe_move(board: &Cells, left: &Cells, at: usize) -> MoveText {
    let position = ("position", Field::Number(at as u64));
    if board.cells().len() != left.cells().len() {
        let picture = left.to_string();
        return MoveText {
            text: with_board_number(at, text!("leave \"{board}\"", board = &picture)),
            fields: vec![position, ("board", Field::Text(picture))],
        };
    }
    let changed = |&cell_index: &usize| board.cells()[cell_index] != left.cells()[cell_index];
    let (mut words, mut cells) = (vec![], vec![]);
    for cell_index in (0..board.cells().len()).filter(changed) {
        let (row, column) = board.row_column(cell_index);
        let name = Cells::name(row, column);
        words.push(format!("{name}={}", char::from(left.cells()[cell_index])));
        cells.push(name);
    }
    MoveText {
        text: with_board_number(at, text!("set {cells}", cells = words.join(", "))),
        fields: vec![position, ("cells", Field::Texts(cells)), ("board", Field::Text(left.to_string()))],
    }
}

/// Returns the picture of a board for the user interface; `text` is the printed form of the board.
pub(crate) fn picture(board: &Cells, states: States, text: String) -> Picture {
    let letters = states.letters().iter().map(char::from);
    Picture::Grid(Box::new(Grid {
        text,
        columns: board.columns().into(),
        cells: board.cells().iter().copied().map(char::from).collect(),
        states: ['.', '#'].into_iter().chain(letters).collect(),
        swaps_pieces: false,
    }))
}

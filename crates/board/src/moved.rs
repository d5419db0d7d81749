//! Moves on boards in words, and boards as people see them.

use crate::cells::Cells;
use crate::pattern::{EMPTY, States};
use grundy_lang::{Text, text};
use grundy_rules::{Field, Grid, MoveText, Picture};
use std::sync::LazyLock;

/// A move: the board that it leaves. Moves that leave the same are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardMove(pub Cells);

/// What `4x4` is filled with where nothing else is said.
pub(crate) static BLANK: LazyLock<Cells> = LazyLock::new(|| Cells::new(1, 1, vec![EMPTY]).expect("one cell"));

/// A move on one of several boards, which may look alike: the first one needs no number.
fn on(at: usize, text: Text) -> Text {
    if at > 1 { text!("{text} on board {at}", text, at) } else { text }
}

/// What a move changes: cell by cell, or the board that is left where cells vanish.
pub(crate) fn described(board: &Cells, left: &Cells, at: usize) -> MoveText {
    let position = ("position", Field::Number(at as u64));
    if board.cells().len() != left.cells().len() {
        let picture = left.to_string();
        return MoveText {
            text: on(at, text!("leave \"{board}\"", board = &picture)),
            fields: vec![position, ("board", Field::Text(picture))],
        };
    }
    let changed = |&place: &usize| board.cells()[place] != left.cells()[place];
    let (mut words, mut cells) = (vec![], vec![]);
    for place in (0..board.cells().len()).filter(changed) {
        let (row, column) = board.whereabouts(place);
        let name = Cells::name(row, column);
        words.push(format!("{name}={}", char::from(left.cells()[place])));
        cells.push(name);
    }
    MoveText {
        text: on(at, text!("set {cells}", cells = words.join(", "))),
        fields: vec![position, ("cells", Field::Texts(cells)), ("board", Field::Text(left.to_string()))],
    }
}

/// The board as people see it; `text` is how it is printed.
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

//! A board whose moves are pictures, for programs that make the moves themselves.

/// A board of a game drawn with pictures, with the moves of the game.
///
/// `grundy verify` makes the moves of such boards on its own, see
/// [`Game::picture_board`](crate::Game::picture_board).
///
/// ```
/// let sum = grundy_games::parse("domineering(2x3)").unwrap();
/// let board = sum.terms[0].position.picture_board(0).unwrap();
/// assert_eq!((board.rows, board.columns, board.cells.as_slice()), (2, 3, &b"......"[..]));
/// // Left places a vertical domino.
/// assert_eq!(board.moves[0].players, [true, false]);
/// let cells: Vec<_> = board.moves[0].cells.iter().map(|cell| (cell.at, cell.before, cell.after)).collect();
/// let empty = 1 << b'.';
/// assert_eq!(cells, [((0, 0), empty, Some(b'#')), ((1, 0), empty, Some(b'#'))]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureBoard {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub columns: u16,
    /// The states of the cells, row by row: ASCII characters, `.` for an empty cell and `#` for a hole.
    pub cells: Vec<u8>,
    /// The kinds of moves.
    pub moves: Vec<PictureMove>,
}

/// A kind of move: a picture that can be placed anywhere on the board where it fits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureMove {
    /// Whether Left has the move, and whether Right has it.
    pub players: [bool; 2],
    /// The cells of the picture; all of them must be on the board.
    pub cells: Vec<PictureCell>,
}

/// A cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PictureCell {
    /// The offset of the cell from the origin of the picture: rows down, columns to the right.
    pub at: (i32, i32),
    /// The states of the cell in which the picture fits: bit k stands for the ASCII character k.
    pub before: u128,
    /// The state of the cell after the move; `None` if it does not change.
    pub after: Option<u8>,
}

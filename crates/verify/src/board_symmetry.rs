//! Maps of boards: symmetries of the square lattice, with an exchange of two states.

use grundy_rules::{CompactSort, PictureCell};

/// A board, as small as its live cells allow; all other cells are holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Board {
    pub rows: usize,
    pub columns: usize,
    pub cells: Vec<u8>,
}

/// A map of boards: one of the eight symmetries of the square, then an exchange of two states or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardSymmetry {
    /// The bits exchange rows and columns (4) and reverse the columns (2) and the rows (1).
    pub lattice_map: u8,
    pub exchanged: Option<[u8; 2]>,
}

impl BoardSymmetry {
    /// Returns the image of a state.
    pub fn state(self, state: u8) -> u8 {
        match self.exchanged {
            Some([a, b]) if state == a => b,
            Some([a, b]) if state == b => a,
            _ => state,
        }
    }

    /// Returns the image of a set of states.
    pub fn states(self, states: u128) -> u128 {
        let Some([a, b]) = self.exchanged else { return states };
        let differ = (states >> a ^ states >> b) & 1;
        states ^ (differ << a | differ << b)
    }

    /// Returns the image of an offset.
    pub fn offset(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.lattice_map & 4 != 0 { (column, row) } else { (row, column) };
        (if self.lattice_map & 1 != 0 { -row } else { row }, if self.lattice_map & 2 != 0 { -column } else { column })
    }

    /// Returns the image of a picture, moved so that its first row and its first column are 0.
    pub fn picture(self, picture: &[PictureCell]) -> Vec<PictureCell> {
        let cells = picture.iter().map(|cell| PictureCell {
            at: self.offset(cell.at),
            before: self.states(cell.before),
            after: cell.after.map(|state| self.state(state)),
        });
        let mut cells: Vec<PictureCell> = cells.collect();
        let least = |part: fn(&PictureCell) -> i32| cells.iter().map(part).min().unwrap_or(0);
        let (row, column) = (least(|cell| cell.at.0), least(|cell| cell.at.1));
        for cell in &mut cells {
            cell.at = (cell.at.0 - row, cell.at.1 - column);
        }
        cells.compact_sort();
        cells
    }

    /// Returns the image of a board.
    pub fn board(self, board: &Board) -> Board {
        let (rows, columns) =
            if self.lattice_map & 4 != 0 { (board.columns, board.rows) } else { (board.rows, board.columns) };
        let mut cells = vec![b'#'; board.cells.len()];
        for (at, &state) in board.cells.iter().enumerate() {
            let (row, column) = (at / board.columns, at % board.columns);
            let (row, column) = if self.lattice_map & 4 != 0 { (column, row) } else { (row, column) };
            let row = if self.lattice_map & 1 != 0 { rows - 1 - row } else { row };
            let column = if self.lattice_map & 2 != 0 { columns - 1 - column } else { column };
            cells[row * columns + column] = self.state(state);
        }
        Board { rows, columns, cells }
    }
}

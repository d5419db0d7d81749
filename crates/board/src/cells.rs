//! Boards: rectangles of cells.

use crate::pattern::{GridSymmetry, HOLE, UNMATCHED};

/// A rectangular board: one ASCII character for each cell.
///
/// The cells are stored row by row from the top, each row from left to right.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells {
    rows: u16,
    columns: u16,
    cells: Box<[u8]>,
}

impl Cells {
    /// Returns the board with these cells; `None` unless their number is `rows * columns`.
    ///
    /// ```
    /// use grundy_board::Cells;
    /// let cells = Cells::new(2, 3, b"xoxox.".to_vec()).unwrap();
    /// assert_eq!(cells.to_string(), "xox/ox.");
    /// assert_eq!((cells.at(1, 2), cells.at(2, 0)), (b'.', b'#'));
    /// ```
    pub fn new(rows: u16, columns: u16, cells: Vec<u8>) -> Option<Cells> {
        (cells.len() == usize::from(rows) * usize::from(columns)).then(|| Cells { rows, columns, cells: cells.into() })
    }

    /// Returns a board filled with copies of the pattern `tile`, starting in the top left corner.
    ///
    /// `tile` must have at least one cell, unless the board has none.
    pub(crate) fn tiled(rows: u16, columns: u16, tile: &Cells) -> Cells {
        let at = |row: u16, column: u16| tile.at(i32::from(row % tile.rows), i32::from(column % tile.columns));
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| at(row, column))).collect();
        Cells { rows, columns, cells }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Returns the states of the cells, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    pub(crate) fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    /// Returns the state of a cell; rows and columns count from 0. Cells outside the board are holes, `#`.
    pub fn at(&self, row: i32, column: i32) -> u8 {
        self.cell_index(row, column).map_or(HOLE, |cell_index| self.cells[cell_index])
    }

    /// Returns the index of a cell in [`Cells::cells`]; `None` if it is outside the board.
    pub(crate) fn cell_index(&self, row: i32, column: i32) -> Option<usize> {
        let on = (0..i32::from(self.rows)).contains(&row) && (0..i32::from(self.columns)).contains(&column);
        on.then(|| row as usize * usize::from(self.columns) + column as usize)
    }

    /// Returns the row and the column, counted from 0, of the cell with this index.
    pub(crate) fn row_column(&self, cell_index: usize) -> (i32, i32) {
        let columns = usize::from(self.columns).max(1);
        ((cell_index / columns) as i32, (cell_index % columns) as i32)
    }

    /// Returns the image of the board under a symmetry, with each state replaced by `to`.
    #[doc(hidden)]
    pub fn image(&self, symmetry: GridSymmetry, to: impl Fn(u8) -> u8) -> Cells {
        let (rows, columns) = if symmetry.transposes() { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let mut cells = vec![HOLE; self.cells.len()];
        // The image of the last corner, relative to that of the first corner, can have negative coordinates; these are
        // the distances by which the image must be shifted back.
        let (down, right) = symmetry.apply((i32::from(self.rows) - 1, i32::from(self.columns) - 1));
        for (cell_index, &state) in self.cells.iter().enumerate() {
            let (row, column) = symmetry.apply(self.row_column(cell_index));
            let (row, column) = (row - down.min(0), column - right.min(0));
            cells[row as usize * usize::from(columns) + column as usize] = to(state);
        }
        Cells { rows, columns, cells: cells.into() }
    }

    /// Removes outer rows and columns that consist of holes only.
    #[doc(hidden)]
    pub fn cropped(self) -> Cells {
        let solid = |row, column| self.at(row, column) != HOLE;
        let (rows, columns) = (i32::from(self.rows), i32::from(self.columns));
        let row = |&row: &i32| (0..columns).any(|column| solid(row, column));
        let column = |&column: &i32| (0..rows).any(|row| solid(row, column));
        let (Some(top), Some(bottom)) = ((0..rows).find(row), (0..rows).rfind(row)) else {
            return Cells { rows: 0, columns: 0, cells: [].into() };
        };
        let (Some(left), Some(right)) = ((0..columns).find(column), (0..columns).rfind(column)) else { return self };
        if (top, bottom, left, right) == (0, rows - 1, 0, columns - 1) {
            return self;
        }
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| self.at(row, column)).collect();
        Cells { rows: (bottom - top + 1) as u16, columns: (right - left + 1) as u16, cells }
    }

    /// Returns the name of a cell, such as `c2`.
    pub(crate) fn cell_name(&self, cell_index: usize) -> String {
        let (row, column) = self.row_column(cell_index);
        grundy_rules::cell_name(row as u64, column as u64)
    }
}

/// Writes the states of the rows, separated by `/`.
impl std::fmt::Display for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (cell_index, &state) in self.cells.iter().enumerate() {
            if cell_index > 0 && cell_index % usize::from(self.columns) == 0 {
                f.write_str("/")?;
            }
            std::fmt::Write::write_char(f, char::from(state))?;
        }
        Ok(())
    }
}

/// Reports whether a character is a valid state of a cell.
pub(crate) fn is_state(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '.' | '#') || c == char::from(UNMATCHED)
}

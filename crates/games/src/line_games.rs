//! Shared code of games in which two players mark the cells of a rectangle.
//!
//! Positions are written from the view of the player to move: `x` are that player's marks, `o` the opponent's.

use grundy_lang::{Text, text};
use grundy_rules::indexed::{Pieces, TerminalResult};
use grundy_rules::{Budget, Cursor, Error, ErrorKind, Grid, Picture, Result, cell_name};
use std::ops::Range;

/// Generates the methods of `impl Indexed` that number the boards of a tier.
///
/// The type needs the field `board: Pieces`. `$counts` is the function from a tier to the numbers of marks of the
/// player to move and of the opponent.
macro_rules! number_pieces {
    ($counts:ident) => {
        fn size(&self, tier: grundy_rules::indexed::Tier) -> u64 {
            let (mine, theirs) = $counts(tier);
            self.board.size(mine, theirs)
        }

        #[inline]
        fn rank(&self, tier: grundy_rules::indexed::Tier, &(mine, theirs): &(u32, u32)) -> (u64, u32) {
            self.board.rank_with_counts($counts(tier), mine, theirs)
        }

        fn unrank(&self, tier: grundy_rules::indexed::Tier, slot: u64) -> Option<((u32, u32), u32)> {
            let (mine, theirs) = $counts(tier);
            let (mine, theirs, orbit) = self.board.unrank(mine, theirs, slot)?;
            Some(((mine, theirs), orbit))
        }

        fn each(
            &self,
            tier: grundy_rules::indexed::Tier,
            slots: std::ops::Range<u64>,
            mut visit: impl FnMut(u64, (u32, u32), u32),
        ) {
            let (mine, theirs) = $counts(tier);
            self.board.each(mine, theirs, slots, |slot, mine, theirs, orbit| visit(slot, (mine, theirs), orbit));
        }
    };
}
pub(crate) use number_pieces;

/// The marks on a board as bit sets; cells are numbered row by row from 0, cell k is bit k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Marks {
    /// The marks of the player to move.
    pub mine: u64,
    /// The marks of the other player.
    pub theirs: u64,
}

impl Marks {
    /// Returns the cells that are not empty.
    pub fn all(self) -> u64 {
        self.mine | self.theirs
    }

    /// Returns the same board from the view of the other player: both sets are exchanged.
    pub fn turned(self) -> Marks {
        Marks { mine: self.theirs, theirs: self.mine }
    }

    /// Encodes the marks as two words: those of the player to move, then those of the opponent.
    pub fn to_words(self) -> Vec<u64> {
        vec![self.mine, self.theirs]
    }

    /// Decodes the words of [`Marks::to_words`] for a board of `cells` cells; `None` if they are invalid.
    pub fn from_words(words: &[u64], cells: u32) -> Option<Marks> {
        let &[mine, theirs] = words else { return None };
        let fits = (mine | theirs).checked_shr(cells).unwrap_or(0) == 0 && mine & theirs == 0;
        fits.then_some(Marks { mine, theirs })
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
}

/// The maximum number of cells of a board: each cell needs one bit of a 64-bit word.
const MAX_CELLS: u64 = 64;

impl Size {
    /// Checks and returns the size of a board that was parsed; `example` is shown in the error.
    ///
    /// # Errors
    /// `too_large` if the board has too many cells.
    pub fn new(rows: u64, columns: u64, example: &'static str) -> Result<Size> {
        if rows.saturating_mul(columns) > MAX_CELLS {
            let error = Error::new(ErrorKind::TooLarge, text!("a board has at most {most} cells", most = MAX_CELLS));
            return Err(error.help(text!("for example {example}", example)));
        }
        Ok(Size { rows: rows as u32, columns: columns as u32 })
    }

    /// Returns the number of cells.
    pub fn cells(self) -> u32 {
        self.rows * self.columns
    }

    /// Returns the bit set that contains only this cell; row and column count from 0.
    pub fn bit(self, row: u32, column: u32) -> u64 {
        1 << (row * self.columns + column)
    }

    /// Returns all lines as bit sets: `length` adjacent cells in a row, in a column or on a diagonal.
    pub fn lines(self, length: u32) -> Vec<u64> {
        let mut lines = vec![];
        for row in 0..self.rows {
            for column in 0..self.columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let at = |k: u32| {
                        let (row, column) = (row + k * down, i64::from(column) + i64::from(k) * right);
                        let on = row < self.rows && (0..i64::from(self.columns)).contains(&column);
                        on.then(|| self.bit(row, column as u32))
                    };
                    let line = (0..length).try_fold(0, |line, k| Some(line | at(k)?));
                    lines.extend(line.filter(|line| !lines.contains(line)));
                }
            }
        }
        lines
    }

    /// Parses the board in round brackets: `(start)`, the empty board, or rows such as `("x.o/...")`.
    pub fn read(self, input: &mut Cursor<'_>, example: &'static str) -> Result<Marks> {
        input.expect('(', example)?;
        let (board, span) = input.name(text!("`start` or a board in quotes")).map_err(|e| e.or_example(example))?;
        let wrong = |message: Text| Error::new(ErrorKind::BadArgument, message).at(span.clone()).or_example(example);
        let mut marks = Marks::default();
        if board != "start" {
            let rows: Vec<&str> = board.split('/').collect();
            let fits = |row: &&str| row.chars().count() == self.columns as usize;
            if rows.len() != self.rows as usize || !rows.iter().all(fits) {
                let (rows, columns) = (self.rows, self.columns);
                return Err(wrong(text!("the board has {rows} rows of {columns} cells each", rows, columns)));
            }
            for (cell, mark) in rows.iter().flat_map(|row| row.chars()).enumerate() {
                match mark {
                    'x' | 'X' => marks.mine |= 1 << cell,
                    'o' | 'O' => marks.theirs |= 1 << cell,
                    '.' => {}
                    other => {
                        let sign = other.to_string();
                        return Err(wrong(text!("`{sign}` is not a cell: use `.`, `x` or `o`", sign)));
                    }
                }
            }
        }
        input.expect(')', example)?;
        Ok(marks)
    }

    /// Writes a position in the notation, without its round brackets.
    pub fn write(self, marks: Marks, out: &mut String) {
        if marks.all() == 0 {
            return out.push_str("start");
        }
        out.push('"');
        self.draw(marks, "/", out);
        out.push('"');
    }

    fn draw(self, marks: Marks, between: &str, out: &mut String) {
        for row in 0..self.rows {
            if row > 0 {
                out.push_str(between);
            }
            for column in 0..self.columns {
                let bit = self.bit(row, column);
                out.push(if marks.mine & bit != 0 {
                    'x'
                } else if marks.theirs & bit != 0 {
                    'o'
                } else {
                    '.'
                });
            }
        }
    }

    /// Returns the picture of the board for the user interface.
    pub fn picture(self, marks: Marks) -> Picture {
        let mut text = String::new();
        self.draw(marks, "\n", &mut text);
        let cells = text.chars().filter(|&state| state != '\n').collect();
        text.push('\n');
        let states = ['.', 'x', 'o'].into();
        let columns = self.columns as usize;
        Picture::Grid(Box::new(Grid { text, columns, cells, states, swaps_pieces: true, ..Grid::default() }))
    }

    /// Returns the row and the column of a cell, both counted from 1; `cell` counts from 0.
    pub fn row_column(self, cell: u32) -> (u64, u64) {
        (u64::from(cell / self.columns) + 1, u64::from(cell % self.columns) + 1)
    }

    /// Returns the name of a cell, such as `c2`.
    pub fn cell_name(self, cell: u32) -> String {
        cell_name((cell / self.columns).into(), (cell % self.columns).into())
    }

    /// Returns the boards that occur in pseudorandom games from the empty board, without repetition.
    ///
    /// `moves` lists the boards after each move. Every call returns the same list. Boards of short games come
    /// first.
    pub fn random_boards(self, moves: impl Fn(Marks) -> Vec<Marks>) -> Vec<Marks> {
        let (mut seed, mut list) = (0x9e37_79b9_7f4a_7c15_u64, vec![Marks::default()]);
        for round in 0..60 {
            let mut at = Marks::default();
            for _ in 0..=round % (2 * self.cells()) {
                let next = moves(at);
                if next.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                at = next[(seed >> 33) as usize % next.len()];
                if !list.contains(&at) {
                    list.push(at);
                }
            }
        }
        list
    }
}

/// Returns the result of the game for the player to move, or `None` if play goes on.
///
/// A line of the opponent is a loss, a full board without a line is a draw. Only the opponent can have completed a
/// line, because the opponent made the last move.
pub fn end_by_lines(lines: &[u64], cells: u32, marks: Marks) -> Option<TerminalResult> {
    if has_line(lines, marks.theirs) {
        Some(TerminalResult::Loss)
    } else {
        (marks.all().count_ones() == cells).then_some(TerminalResult::Draw)
    }
}

/// Reports whether a set of cells contains one of the lines.
#[inline]
pub fn has_line(lines: &[u64], set: u64) -> bool {
    lines.iter().any(|&line| line & !set == 0)
}

/// The lines of a board, with a lookup table for small boards.
///
/// Bit `s` of the table is set if the set of cells `s` contains a line; larger boards have an empty table.
pub struct Lines {
    lines: Vec<u64>,
    table: Vec<u64>,
}

/// The maximum number of cells of a board with a table.
///
/// A table of 2^18 bits (32 KiB) still fits into the L1 cache of a CPU.
const MAX_IN_TABLE: u32 = 18;

impl Lines {
    /// Returns the lines of a board of `cells` cells, with their table if the board is small.
    pub fn new(lines: &[u64], cells: u32) -> Lines {
        let sets = if cells <= MAX_IN_TABLE { 1u64 << cells } else { 0 };
        let mut table = vec![0; sets.div_ceil(64) as usize];
        (0..sets).filter(|&set| has_line(lines, set)).for_each(|set| table[set as usize / 64] |= 1 << (set % 64));
        Lines { lines: lines.to_vec(), table }
    }

    /// Reports whether a set of cells contains a line.
    #[inline]
    pub fn has_line(&self, set: u32) -> bool {
        match self.table.get(set as usize / 64) {
            Some(word) => word >> (set % 64) & 1 == 1,
            None => has_line(&self.lines, set.into()),
        }
    }
}

/// Checks that a position is possible in a game in which both players mark cells in turn.
///
/// # Errors
/// `bad_argument` if the numbers of marks are impossible, or if the player to move already has a line. The opponent
/// must have as many marks as the player to move, or one more.
pub fn check_turns(marks: Marks, lines: &[u64], example: &'static str) -> Result<Marks> {
    let more = marks.theirs.count_ones().wrapping_sub(marks.mine.count_ones());
    let message = if more > 1 {
        text!("x is to move, so there must be as many o as x, or one more")
    } else if has_line(lines, marks.mine) {
        text!("x already has a line, so play ended before this position")
    } else {
        return Ok(marks);
    };
    Err(Error::new(ErrorKind::BadArgument, message).help(text!("for example {example}", example)))
}

/// Returns the numbering of the positions of a board, which tables use as index.
///
/// # Errors
/// `too_large` if the numbering exceeds 64 bits; the error of the budget if it exceeds the memory limit.
pub fn pieces(size: Size, budget: &Budget) -> Result<Pieces> {
    let Size { rows, columns } = size;
    budget.check_fits(Pieces::bytes(columns, rows).into(), &text!("a table of {cells} cells", cells = size.cells()))?;
    Pieces::new(columns, rows).ok_or_else(|| {
        Error::new(
            ErrorKind::TooLarge,
            text!("a board of {cells} cells has too many positions to number", cells = size.cells()),
        )
    })
}

/// Parses three positive numbers, such as `[3,4,5]`, and returns them with their span.
///
/// Returns `default`, the numbers that a name such as `tic_tac_toe` implies, if there is no bracket.
pub fn parameters(
    input: &mut Cursor<'_>,
    example: &'static str,
    default: Option<[u64; 3]>,
) -> Result<([u64; 3], Range<usize>)> {
    if let Some(default) = default.filter(|_| input.peek() != Some('[')) {
        return Ok((default, input.next_span()));
    }
    let start = input.next_span().start;
    let numbers = input.numbers('[', ']', example)?;
    let span = start..input.offset();
    match numbers.as_slice() {
        &[a, b, c] if a > 0 && b > 0 && c > 0 => Ok(([a, b, c], span)),
        _ => {
            let message =
                text!("expected three positive numbers: two for the board and one for the length of a winning line");
            Err(Error::new(ErrorKind::BadArgument, message).at(span).help(text!("for example {example}", example)))
        }
    }
}

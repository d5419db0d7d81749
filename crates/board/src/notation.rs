//! The notation of boards: `4x4`, `4x4 of xo/ox`, `"xox/ox."`, `@file`.

use crate::board_move::picture;
use crate::cells::{Cells, is_state};
use crate::file::SourceFile;
use crate::pattern::States;
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{Cursor, Error, ErrorKind, Notation, Result, push_number};
use std::ops::Range;

/// The notation of the boards of a game.
pub(crate) struct BoardNotation<'a> {
    pub picture_rule: &'a PictureRule,
    /// The pattern that fills a board given by its size, such as `4x4`.
    pub tile: &'a Cells,
    pub example: &'a str,
}

/// A game whose positions are boards with the states of a fixed rule.
pub(crate) trait BoardRules {
    /// Returns the notation of the boards.
    fn boards() -> BoardNotation<'static>;
}

/// Returns the functions that parse, write and draw the boards of a game.
pub(crate) const fn notation_of<G: BoardRules>() -> Notation<Cells> {
    Notation {
        parse: |input, _| G::boards().parse(input),
        write: |board, out| G::boards().write(board, out),
        count_numbers: |board| board.cells().len() / 4 + 1,
        picture: Some(|board| {
            let mut text = String::new();
            G::boards().write(board, &mut text);
            picture(board, G::boards().picture_rule, text)
        }),
        coordinates: None,
        family: None,
    }
}

impl BoardNotation<'_> {
    /// Parses a list of boards in round brackets, such as `("xox/ox.", 4x4, @file)`.
    ///
    /// # Errors
    /// `syntax`, `bad_argument` or `too_large`, with the span of the fault.
    pub fn parse(&self, input: &mut Cursor<'_>) -> Result<Vec<Cells>> {
        input.expect('(', self.example)?;
        let mut boards = vec![];
        if input.accept(')') {
            return Ok(boards);
        }
        loop {
            match input.peek() {
                Some('@') => self.file(input, &mut boards)?,
                _ => boards.push(self.board(input)?),
            }
            if boards.len().is_multiple_of(1024) {
                input.poll()?;
            }
            if input.accept(')') {
                return Ok(boards);
            }
            if !input.accept(',') {
                return Err(input.expected(text!("`,` or `)`")).or_example(self.example));
            }
        }
    }

    fn board(&self, input: &mut Cursor<'_>) -> Result<Cells> {
        match input.peek() {
            Some('"') => {
                let (picture, span) = input.name(text!("a board"))?;
                self.picture(&picture, span.start + 1, self.picture_rule.states)
            }
            Some(c) if c.is_ascii_digit() => self.sizes(input),
            _ => {
                let error = input.expected(text!("a board such as {size} or a picture in quotes", size = "4x4"));
                Err(error.or_example(self.example))
            }
        }
    }

    /// Parses the boards of a file, in which each line is a row of a board.
    fn file(&self, input: &mut Cursor<'_>, boards: &mut Vec<Cells>) -> Result<()> {
        let file = SourceFile::read(input)?;
        for (picture, offset) in file.boards() {
            boards.push(file.board(offset, self.picture(&picture, 0, self.picture_rule.states))?);
            if boards.len().is_multiple_of(1024) {
                input.poll()?;
            }
        }
        Ok(())
    }

    fn sizes(&self, input: &mut Cursor<'_>) -> Result<Cells> {
        let (rows, start) = input.integer(text!("the number of rows"))?;
        if !["x", "X", "*"].iter().any(|by| input.accept_str(by)) {
            let error = input.expected(text!("`x` and the number of columns"));
            return Err(error.or_example(self.example));
        }
        let (columns, end) = input.integer(text!("the number of columns")).map_err(|e| e.or_example(self.example))?;
        self.picture_rule.check(rows, columns).map_err(|error| error.at(start.start..end.end))?;
        let (Ok(rows), Ok(columns)) = (u16::try_from(rows), u16::try_from(columns)) else {
            return Err(Error::new(ErrorKind::TooLarge, text!("the board is too large")).at(start.start..end.end));
        };
        // All boards without cells are represented as 0x0.
        let (rows, columns) = if rows == 0 || columns == 0 { (0, 0) } else { (rows, columns) };
        if !input.accept_str("of") {
            return Ok(Cells::tiled(rows, columns, self.tile));
        }
        let (picture, span) = input.take_while(|c| !matches!(c, ',' | ')' | '"'));
        let tile = self.picture(picture, span.start, self.picture_rule.states)?;
        if tile.cells().is_empty() {
            return Err(input.expected(text!("the rows of a pattern")).or_example("4x4 of xo/ox"));
        }
        Ok(Cells::tiled(rows, columns, &tile))
    }

    /// Parses the picture of a board; `start` is its offset in the text, for the spans of errors.
    fn picture(&self, picture: &str, start: usize, states: States) -> Result<Cells> {
        let (mut cells, mut columns, mut rows, mut row) = (vec![], None, 0u64, 0usize);
        let mut row_start = start;
        let end_row = |row: usize, columns: &mut Option<usize>, span: Range<usize>| {
            if *columns.get_or_insert(row) == row {
                return Ok(());
            }
            let message = text!("this row is not as long as the first one");
            Err(Error::new(ErrorKind::BadArgument, message).at(span).help(text!("holes are written `#`")))
        };
        for (at, c) in picture.char_indices() {
            let span = start + at..start + at + c.len_utf8();
            match c {
                '/' => {
                    end_row(row, &mut columns, row_start..span.start)?;
                    rows += 1;
                    (row, row_start) = (0, span.end);
                }
                c if c.is_whitespace() => {}
                c if is_state(c) && states.contains(c as u8) => {
                    cells.push(c as u8);
                    row += 1;
                }
                c => {
                    let error =
                        Error::new(ErrorKind::BadArgument, text!("`{c}` has no meaning in this game", c)).at(span);
                    let pieces: Vec<String> =
                        states.letters().iter().map(|state| char::from(state).to_string()).collect();
                    return Err(match &pieces[..] {
                        [] => error.help(text!("cells are written `.`, holes `#`")),
                        _ => error.help(text!(
                            "empty cells are written `.`, holes `#`, pieces {pieces}",
                            pieces = pieces.join(", ")
                        )),
                    });
                }
            }
        }
        let end = start + picture.len();
        end_row(row, &mut columns, row_start..end)?;
        rows += 1;
        let columns = columns.unwrap_or(0);
        if columns == 0 {
            return Ok(Cells::tiled(0, 0, self.tile));
        }
        self.picture_rule.check(rows, columns as u64).map_err(|error| error.at(start..end))?;
        let too_large = || Error::new(ErrorKind::TooLarge, text!("the board is too large")).at(start..end);
        Cells::new(rows as u16, columns as u16, cells).ok_or_else(too_large)
    }

    /// Writes a board in the notation.
    ///
    /// A board that is filled with `tile` is written by its size, any other board by its cells.
    pub fn write(&self, board: &Cells, out: &mut String) {
        let (rows, columns) = (board.rows(), board.columns());
        if rows > 0 && columns > 0 && *board == Cells::tiled(rows, columns, self.tile) {
            push_number(u64::from(rows), out);
            out.push('x');
            return push_number(u64::from(columns), out);
        }
        out.push('"');
        out.push_str(&board.to_string());
        out.push('"');
    }
}

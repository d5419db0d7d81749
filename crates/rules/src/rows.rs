//! Boards of rows of squares, none longer than the row above: parsing, printing, drawing, enumeration.
//!
//! ```
//! use grundy_rules::{Cursor, NoSources, rows};
//! let parse = |text| rows::parse(&mut Cursor::new(text, &mut NoSources), "game(2x3)");
//! assert_eq!(*parse("(2x3)").unwrap(), [3, 3]);
//! assert_eq!(*parse("(5,3,3)").unwrap(), [5, 3, 3]);
//! assert!(parse("(3,5)").unwrap_err().to_string().contains("the row above"));
//! ```

use crate::{
    ComponentFamily, Coordinates, Cursor, Error, ErrorKind, Grid, Notation, Picture, Result, push_number, push_numbers,
};
use grundy_lang::text;
use std::iter::successors;

/// The maximum number of rows of a board.
const MAX_ROWS: u64 = 1 << 20;
/// The maximum number of rows and columns of a board that is drawn; larger boards are printed as text.
const MAX_DRAWN: u64 = 40;

/// The notation of boards of rows, with tables of rectangles.
pub const BOARD: Notation<Box<[u64]>> = Notation {
    parse: |input, example| Ok(vec![parse(input, example)?]),
    write: |rows, out| write(rows, out),
    count_numbers: |rows| rows.len(),
    picture: Some(|rows| picture(rows)),
    coordinates: None,
    family: Some(ComponentFamily { names: &["m", "n"], least: 1, component: rectangle }),
};

/// Returns the board of m rows of n squares each; `None` without squares, or for more than 2^20 rows.
///
/// ```
/// use grundy_rules::rows::rectangle;
/// assert_eq!(*rectangle([2, 3, 0]).unwrap(), [3, 3]);
/// assert!(rectangle([0, 3, 0]).is_none() && rectangle([1 << 40, 3, 0]).is_none());
/// ```
pub fn rectangle([rows, columns, _]: Coordinates) -> Option<Box<[u64]>> {
    (rows > 0 && columns > 0 && rows <= MAX_ROWS).then(|| vec![columns; rows as usize].into())
}

/// Parses `(3x4)`, three rows of four squares, or `(5,3,3)`, the length of each row.
///
/// Each row has at least one square.
///
/// # Errors
/// `syntax`; `bad_argument` for rows without squares and for rows longer than those above them; `too_large`.
pub fn parse(input: &mut Cursor<'_>, example: &str) -> Result<Box<[u64]>> {
    input.expect('(', example)?;
    let start = input.next_span().start;
    let length = |input: &mut Cursor<'_>| {
        let (length, _) = input.integer(text!("the length of a row")).map_err(|e| e.or_example(example))?;
        Ok(length)
    };
    let mut rows = vec![length(input)?];
    if input.accept('x') || input.accept('X') {
        let (count, columns) = (rows[0], length(input)?);
        if count > MAX_ROWS {
            let error = Error::new(ErrorKind::TooLarge, text!("a board has at most {most} rows", most = MAX_ROWS));
            return Err(error.at(start..input.offset()).or_example(example));
        }
        rows = vec![columns; count as usize];
    } else {
        while input.accept(',') {
            rows.push(length(input)?);
            if rows.len().is_multiple_of(1 << 16) {
                input.poll()?;
            }
        }
    }
    let span = start..input.offset();
    input.expect(')', example)?;
    if rows.is_empty() || rows.contains(&0) || !rows.is_sorted_by(|above, row| above >= row) {
        let message = text!("each row must have at least one square, and no more than the row above");
        return Err(Error::new(ErrorKind::BadArgument, message).at(span).or_example(example));
    }
    Ok(rows.into())
}

/// Writes the rows as [`parse`] parses them, without brackets.
pub fn write(rows: &[u64], out: &mut String) {
    if rows.len() > 1 && rows.first() == rows.last() {
        push_number(rows.len() as u64, out);
        out.push('x');
        return push_number(rows[0], out);
    }
    push_numbers(rows, out);
}

/// Draws the board: the first square is `x`, the others are empty.
///
/// `_` stands for the squares that short rows lack.
pub fn picture(rows: &[u64]) -> Picture {
    let mut text = String::new();
    write(rows, &mut text);
    let columns = rows.first().copied().unwrap_or(0);
    if rows.len() as u64 > MAX_DRAWN || columns > MAX_DRAWN {
        return Picture::Text(text);
    }
    let cell = |row: usize, column: u64| match (row, column) {
        (0, 0) => 'x',
        _ if column < rows[row] => '.',
        _ => '_',
    };
    let cells = (0..rows.len()).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect();
    Picture::Grid(Box::new(Grid {
        text,
        columns: columns as usize,
        cells,
        shrinks_to_top_left: true,
        ..Grid::default()
    }))
}

/// Iterates over all boards with this number of squares, in descending lexicographic order.
///
/// ```
/// assert_eq!(grundy_rules::rows::all(4).count(), 5);
/// ```
pub fn all(squares: u64) -> impl Iterator<Item = Box<[u64]>> {
    let first: Box<[u64]> = if squares == 0 { [].into() } else { [squares].into() };
    successors(Some(first), |rows| {
        let last = rows.iter().rposition(|&row| row > 1)?;
        let (mut remaining, max_row) = (rows[last..].iter().sum::<u64>(), rows[last] - 1);
        let mut next = rows[..last].to_vec();
        while remaining > 0 {
            next.push(remaining.min(max_row));
            remaining -= remaining.min(max_row);
        }
        Some(next.into())
    })
}

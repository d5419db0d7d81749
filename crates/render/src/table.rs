//! Tables as text, CSV and b-files, written row by row, so that only the table itself takes memory.

use crate::sides::{as_grid_cell, headline as sides_headline};
use crate::style::{Style, Tone};
use grundy_lang::{Language, Text, text};
use grundy_rulelang::claims::{Claim, ClaimResult};
use grundy_rules::{Coordinates, Error, ErrorKind, Outcome, Player, Ruleset};
use grundy_solve::{Quantity, Table, TableEntry};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The error that stopped the writing of a table.
#[derive(Debug)]
pub enum TableWriteError {
    /// Reading the table failed, for example by a timeout or a cancellation.
    Table(Error),
    /// The writer failed.
    Write(io::Error),
}

impl From<Error> for TableWriteError {
    fn from(error: Error) -> TableWriteError {
        TableWriteError::Table(error)
    }
}

impl From<io::Error> for TableWriteError {
    fn from(error: io::Error) -> TableWriteError {
        TableWriteError::Write(error)
    }
}

/// Converts the failure of a writer that fails only for lack of memory, such as a string.
impl From<TableWriteError> for Error {
    fn from(failure: TableWriteError) -> Error {
        match failure {
            TableWriteError::Table(error) => error,
            TableWriteError::Write(error) => Error::new(ErrorKind::Io, Text::from(&error)),
        }
    }
}

/// The names of the coordinates in CSV, for positions of one, two and three numbers.
pub(crate) const COLUMNS: [&str; 3] = ["n", "a,b", "a,b,c"];

/// Writes a table as text, no wider than the style allows.
///
/// Grids drop columns that do not fit and mention this; other tables have shorter rows.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_table_text(
    table: &mut Table<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    match table.quantity() {
        _ if table.dims() > 1 && table.rules().game.symbolic_params().is_some() => {
            text_symbolic_grids(table, style, language, out)
        }
        _ if table.dims() > 1 => text_grids(table, None, style, language, out),
        Quantity::Grundy => text_values(table, style, language, out),
        Quantity::Outcome => text_outcomes(table, style, language, out),
    }
}

/// Writes only the P-positions of a table, one per line.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_p_positions_text(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let dims = table.dims();
    each_cell_in_scope(table, &mut |at, cell| match cell.outcome {
        Outcome::P => Ok(writeln!(out, "{}", CoordinateLabel(&at[..dims]))?),
        _ => Ok(()),
    })
}

/// Writes only the P-positions of a table, as CSV.
///
/// # Errors
/// The errors of [`write_p_positions_text`].
pub fn write_p_positions_csv(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    writeln!(out, "{}", columns(table))?;
    write_p_positions_text(table, out)
}

/// Writes only the P-positions of a table, numbered, in the two columns of an OEIS b-file.
///
/// # Errors
/// The errors of [`write_p_positions_text`].
pub fn write_p_positions_bfile(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let dims = table.dims();
    let mut number = 0u64;
    each_cell(table, &mut |at, cell| {
        if cell.outcome == Outcome::P {
            writeln!(out, "{number} {}", CoordinateLabel(&at[..dims]))?;
            number += 1;
        }
        Ok(())
    })
}

/// The coordinates of an entry, formatted as `3,5`.
struct CoordinateLabel<'a>(&'a [u64]);

impl std::fmt::Display for CoordinateLabel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (k, n) in self.0.iter().enumerate() {
            if k > 0 {
                f.write_char(',')?;
            }
            write!(f, "{n}")?;
        }
        Ok(())
    }
}

/// Returns the heading of a table: the game, and the quantity that is tabulated.
pub(crate) fn headline(table: &Table<'_>) -> Text {
    let (rules, from, to) = (table.rules(), table.from(), table.to());
    match (table.quantity(), table.dims()) {
        (Quantity::Grundy, 1) if rules.game.max_index().is_some() => {
            text!("{rules}: Grundy values of positions {from} to {to}", rules, from, to)
        }
        (Quantity::Outcome, 1) if rules.game.max_index().is_some() => {
            text!("{rules}: outcomes of positions {from} to {to}", rules, from, to)
        }
        (Quantity::Grundy, 1) => text!("{rules}: Grundy values of heaps {from} to {to}", rules, from, to),
        (Quantity::Grundy, 2) => text!("{rules}: Grundy values of pairs {from} to {to}", rules, from, to),
        (Quantity::Grundy, _) => text!("{rules}: Grundy values of triples {from} to {to}", rules, from, to),
        (Quantity::Outcome, 1) => text!("{rules}: outcomes of heaps {from} to {to}", rules, from, to),
        (Quantity::Outcome, 2) => text!("{rules}: outcomes of pairs {from} to {to}", rules, from, to),
        (Quantity::Outcome, _) => text!("{rules}: outcomes of triples {from} to {to}", rules, from, to),
    }
}

/// Calls `visit` for every entry, row by row.
///
/// # Errors
/// The errors of the table and of `visit`.
pub fn each_cell(
    table: &mut Table<'_>,
    visit: &mut dyn FnMut(Coordinates, TableEntry) -> Result<(), TableWriteError>,
) -> Result<(), TableWriteError> {
    let (first, last) = (table.first(), table.last());
    for a in first[0]..=last[0] {
        for b in first[1]..=last[1] {
            for c in first[2]..=last[2] {
                let cell = table.cell([a, b, c])?;
                visit([a, b, c], cell)?;
            }
        }
    }
    Ok(())
}

/// The condition on the letters of a game such as `take[l..r]`, which positions of the game satisfy.
pub(crate) struct LetterCondition(Option<Claim>);

impl LetterCondition {
    /// Returns the condition; for a game without letters, every position satisfies it.
    pub(crate) fn new(rules: &Ruleset) -> Result<LetterCondition, Error> {
        let has_condition = rules.game.symbolic_params().is_some_and(|symbolic| !symbolic.condition.is_empty());
        // The condition is part of the scope of every claim.
        Ok(LetterCondition(has_condition.then(|| Claim::parse("P iff P", rules)).transpose()?))
    }

    /// Reports whether a position with these numbers satisfies the condition; the heap does not matter.
    pub(crate) fn holds(&self, at: &[u64]) -> bool {
        let Some(claim) = &self.0 else { return true };
        !matches!(claim.evaluate(at, &mut |_| None), Ok(ClaimResult::OutOfScope))
    }
}

/// Calls `visit` for every entry whose letters satisfy the condition of the game, row by row.
///
/// # Errors
/// The errors of the table and of `visit`.
pub fn each_cell_in_scope(
    table: &mut Table<'_>,
    visit: &mut dyn FnMut(Coordinates, TableEntry) -> Result<(), TableWriteError>,
) -> Result<(), TableWriteError> {
    let (condition, dims) = (LetterCondition::new(table.rules())?, table.dims());
    if condition.0.is_none() {
        return each_cell(table, visit);
    }
    each_cell(table, &mut |at, cell| if condition.holds(&at[..dims]) { visit(at, cell) } else { Ok(()) })
}

/// Returns the names of the coordinates in CSV; letters of the rules keep their names.
fn columns(table: &Table<'_>) -> String {
    match table.rules().game.symbolic_params() {
        Some(_) => table.rules().game.coordinate_names().join(","),
        None => COLUMNS[table.dims() - 1].to_string(),
    }
}

/// The number of entries that are read ahead to align the columns.
const READ_AHEAD: u64 = 10_000;

pub(crate) fn digits(number: u128) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

fn value(cell: TableEntry) -> u128 {
    cell.grundy.map_or(0, |g| g.0)
}

/// Formats an entry in its colour, padded on the left.
fn entry_text(cell: TableEntry, width: usize, style: Style) -> String {
    match cell.grundy {
        Some(value) => {
            let text = format!("{:>width$}", value.0);
            if value.0 == 0 { style.paint(Tone::Zero, &text) } else { text }
        }
        None => style.paint(Tone::for_outcome(cell.outcome), &format!("{:>width$}", cell.outcome.name())),
    }
}

/// Writes rows of ten values, of twenty if values are short, of fewer on narrow lines.
fn text_values(
    table: &mut Table<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    let mut row = 10;
    let mut width = 2;
    let mut line = String::new();
    for n in from..=to {
        if (n - from) % READ_AHEAD == 0 {
            let end = to.min(n.saturating_add(READ_AHEAD - 1));
            for k in n..=end {
                width = width.max(digits(value(table.cell([k, 0, 0])?)));
            }
        }
        if n == from {
            row = if width <= 2 { 20 } else { 10 };
            let fitting = style.width.map_or(row, |columns| (columns.saturating_sub(index + 1) / (width + 1)) as u64);
            row = [20, 10, 5, 2].into_iter().find(|&candidate| candidate <= row && candidate <= fitting).unwrap_or(1);
            writeln!(out, "{}\n", style.wrap_lines(&headline(table).in_language(language)))?;
            write!(out, "{:index$} ", "")?;
            for k in 0..row.min(to.saturating_add(1)) {
                write!(out, " {k:>width$}")?;
            }
            writeln!(out, "\n")?;
        }
        if n % row == 0 || n == from {
            // Columns stand for residues modulo `row`, so the columns before the first number stay empty.
            let missing = (n % row) as usize;
            let _ = write!(line, "{:>index$} {:blank$}", n - n % row, "", blank = missing * (width + 1));
        }
        let _ = write!(line, " {}", entry_text(table.cell([n, 0, 0])?, width, style));
        if n % row == row - 1 || n == to {
            writeln!(out, "{line}")?;
            line.clear();
        }
    }
    Ok(())
}

/// Writes rows of fifty letters, of fewer on narrow lines.
fn text_outcomes(
    table: &mut Table<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let to = table.to();
    let index = digits(to.into());
    let tens = style.width.map_or(5, |columns| (columns.saturating_sub(index + 1) / 11).clamp(1, 5)) as u64;
    let row = if tens == 5 { 50 } else { 10 * tens.min(2) };
    writeln!(out, "{}\n", style.wrap_lines(&headline(table).in_language(language)))?;
    let mut line = String::new();
    let from = table.from();
    for n in from..=to {
        if n % row == 0 || n == from {
            // The entries before the first number stay empty, and so do the gaps between groups of ten.
            let missing = (n % row) as usize;
            let _ = write!(line, "{:>index$} {:blank$}", n - n % row, "", blank = missing + missing.div_ceil(10));
        }
        if n % 10 == 0 {
            line.push(' ');
        }
        line += &entry_text(TableEntry { grundy: None, ..table.cell([n, 0, 0])? }, 1, style);
        if n % row == row - 1 || n == to {
            writeln!(out, "{line}")?;
            line.clear();
        }
    }
    Ok(())
}

/// Writes one grid for pairs, or one for each first number of triples.
///
/// If `by` is a player, an entry is 1 if that player wins moving first, and 0 otherwise.
pub(crate) fn text_grids(
    table: &mut Table<'_>,
    by: Option<Player>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let mut width = digits(table.to().into());
    if table.quantity() == Quantity::Grundy {
        each_cell(table, &mut |_, cell| {
            width = width.max(digits(value(cell)));
            Ok(())
        })?;
    }
    let above = match (table.dims(), table.quantity()) {
        _ if by.is_some() => text!("{headline}, the first number at the left", headline = sides_headline(table, by)),
        (2, Quantity::Grundy) => text!("{headline}, the first number at the left", headline = headline(table)),
        (2, Quantity::Outcome) => {
            text!("{headline}, the first number at the left, `.` for N", headline = headline(table))
        }
        (_, Quantity::Grundy) => {
            text!("{headline}, one grid per first number, the second number at the left", headline = headline(table))
        }
        (_, Quantity::Outcome) => text!(
            "{headline}, one grid per first number, the second number at the left, `.` for N",
            headline = headline(table)
        ),
    };
    writeln!(out, "{}", style.wrap_lines(&above.in_language(language)))?;
    let index = digits(table.to().into());
    // The last column that fits; at least one column is written.
    let last_fitting = style.width.map(|columns| (columns.saturating_sub(index + 1) / (width + 1)).max(1) as u64 - 1);
    let from = table.from();
    let last = last_fitting.map_or(table.to(), |last_fitting| last_fitting.saturating_add(from).min(table.to()));
    if table.dims() == 2 {
        writeln!(out)?;
        text_grid(table, width, last, style, (by, &|a, b| [a, b, 0]), out)?;
    } else {
        for first in from..=table.to() {
            writeln!(out, "\n{}\n", text!("first number: {first}", first).in_language(language))?;
            text_grid(table, width, last, style, (by, &|a, b| [first, a, b]), out)?;
        }
    }
    write_hidden_columns(last, table.to(), style, language, out)
}

/// Writes a grid for each value of the first of two letters, or one grid for one letter.
///
/// The heaps are at the top and the last letter is at the left. Letters that do not satisfy the condition of
/// the game are left out.
fn text_symbolic_grids(
    table: &mut Table<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let condition = LetterCondition::new(table.rules())?;
    let names = table.rules().game.coordinate_names();
    let (dims, from, to) = (table.dims(), table.from(), table.to());
    let (heap, row, grid) = (names[0].clone(), names[dims - 1].clone(), names[1].clone());
    let mut width = digits(to.into());
    if table.quantity() == Quantity::Grundy {
        each_cell_in_scope(table, &mut |_, cell| {
            width = width.max(digits(value(cell)));
            Ok(())
        })?;
    }
    let above = match (table.quantity(), dims) {
        (Quantity::Grundy, 2) => {
            text!("{rules}: Grundy values, {heap} at the top, {row} at the left", rules = table.rules(), heap, row)
        }
        (Quantity::Outcome, 2) => {
            text!(
                "{rules}: outcomes, {heap} at the top, {row} at the left, `.` for N",
                rules = table.rules(),
                heap,
                row
            )
        }
        (Quantity::Grundy, _) => text!(
            "{rules}: Grundy values, {heap} at the top, {row} at the left, one grid for each {grid}",
            rules = table.rules(),
            heap,
            row,
            grid = grid.clone()
        ),
        (Quantity::Outcome, _) => text!(
            "{rules}: outcomes, {heap} at the top, {row} at the left, one grid for each {grid}, `.` for N",
            rules = table.rules(),
            heap,
            row,
            grid = grid.clone()
        ),
    };
    writeln!(out, "{}", style.wrap_lines(&above.in_language(language)))?;
    let index = digits(to.into());
    let last_fitting = style.width.map(|columns| (columns.saturating_sub(index + 1) / (width + 1)).max(1) as u64 - 1);
    let last = last_fitting.map_or(to, |last_fitting| last_fitting.saturating_add(from).min(to));
    for first in if dims == 2 { from..=from } else { from..=to } {
        let place = |heap: u64, letter: u64| if dims == 2 { [heap, letter, 0] } else { [heap, first, letter] };
        let mut has_rows = false;
        for letter in from..=to {
            if !condition.holds(&place(from, letter)[..dims]) {
                continue;
            }
            if !has_rows {
                let title = if dims == 2 { String::new() } else { format!("{grid} = {first}\n\n") };
                write!(out, "\n{title}{:index$} ", "")?;
                for heap in from..=last {
                    write!(out, " {heap:>width$}")?;
                }
                writeln!(out, "\n")?;
            }
            has_rows = true;
            let mut line = format!("{letter:>index$} ");
            for heap in from..=last {
                match table.cell(place(heap, letter))? {
                    // N-positions are shown as `.`, so that P-positions stand out.
                    cell if cell.outcome == Outcome::N && cell.grundy.is_none() => {
                        let _ = write!(line, " {:>width$}", ".");
                    }
                    cell => {
                        let _ = write!(line, " {}", entry_text(cell, width, style));
                    }
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    write_hidden_columns(last, to, style, language, out)
}

/// Reports the columns of grids that do not fit in a line, if there are any.
fn write_hidden_columns(
    last: u64,
    to: u64,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    if last < to {
        let (count, from) = (to - last, last + 1);
        let hidden_columns = match count {
            1 => text!("column {from} does not fit: widen the window or write to a file", from),
            _ => text!(
                "{count} columns do not fit, from column {from} on: widen the window or write to a file",
                count,
                from
            ),
        };
        writeln!(out, "\n{}", style.wrap_lines(&hidden_columns.in_language(language)))?;
    }
    Ok(())
}

/// Writes a grid with one coordinate on the left and the next one on top, up to column `last`.
fn text_grid(
    table: &mut Table<'_>,
    width: usize,
    last: u64,
    style: Style,
    (by, place): (Option<Player>, &dyn Fn(u64, u64) -> Coordinates),
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    write!(out, "{:index$} ", "")?;
    for b in from..=last {
        write!(out, " {b:>width$}")?;
    }
    writeln!(out, "\n")?;
    for a in from..=to {
        write!(out, "{a:>index$} ")?;
        for b in from..=last {
            let cell = as_grid_cell(table.cell(place(a, b))?, by);
            match cell.outcome {
                // N-positions are shown as `.`, so that P-positions stand out.
                Outcome::N if cell.grundy.is_none() => write!(out, " {:>width$}", ".")?,
                _ => write!(out, " {}", entry_text(cell, width, style))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Appends a number to a text, faster than with `fmt`.
pub fn push_number(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Writes a table as CSV.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_table_csv(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let grundy = table.quantity() == Quantity::Grundy;
    writeln!(out, "{},outcome{}", columns(table), if grundy { ",grundy" } else { "" })?;
    write_csv_lines(table, out, |cell, line| {
        if let Some(grundy) = cell.grundy {
            line.push(',');
            push_number(grundy.0, line);
        }
    })
}

/// Writes a line of CSV for each entry: its coordinates, its outcome, and further columns.
///
/// `push_rest` appends these columns to the line, each after a comma.
pub(crate) fn write_csv_lines(
    table: &mut Table<'_>,
    out: &mut dyn Write,
    mut push_rest: impl FnMut(TableEntry, &mut String),
) -> Result<(), TableWriteError> {
    let dims = table.dims();
    // There may be tens of millions of lines, so each is built without `fmt` and written with one call.
    let mut line = String::new();
    each_cell_in_scope(table, &mut |at, cell| {
        line.clear();
        for &n in &at[..dims] {
            push_number(n, &mut line);
            line.push(',');
        }
        line.push_str(cell.outcome.name());
        push_rest(cell, &mut line);
        line.push('\n');
        Ok(out.write_all(line.as_bytes())?)
    })
}

/// Writes a table in the two columns of an OEIS b-file.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_table_bfile(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let mut line = String::new();
    each_cell(table, &mut |at, cell| {
        line.clear();
        push_number(at[0], &mut line);
        line.push(' ');
        push_number(value(cell), &mut line);
        line.push('\n');
        Ok(out.write_all(line.as_bytes())?)
    })
}

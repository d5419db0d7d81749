//! Tables of partizan games with a row for each player: whether that player wins moving first.

use crate::style::{Style, Tone};
use crate::table::{
    COLUMNS, TableWriteError, digits, headline as outcomes_headline, push_number, text_grids, write_csv_lines,
};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Nimber, Outcome, Player};
use grundy_solve::{Table, TableEntry};
use std::io::Write;

/// The players whose rows a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Both players, alongside the outcomes.
    Both,
    /// One player.
    Only(Player),
}

impl Sides {
    /// Returns the players whose rows the table has.
    pub fn players(self) -> Vec<Player> {
        match self {
            Sides::Both => vec![Player::LEFT, Player::RIGHT],
            Sides::Only(player) => vec![player],
        }
    }

    fn only_player(self) -> Option<Player> {
        match self {
            Sides::Both => None,
            Sides::Only(player) => Some(player),
        }
    }
}

fn name(player: Player) -> &'static str {
    if player == Player::LEFT { "left" } else { "right" }
}

/// Returns 1 if the player wins moving first, and 0 otherwise.
pub fn wins_moving_first(cell: TableEntry, by: Player) -> u8 {
    let own_outcome = if by == Player::LEFT { Outcome::L } else { Outcome::R };
    u8::from(cell.outcome == Outcome::N || cell.outcome == own_outcome)
}

/// Returns the entry as a grid shows it: for a player, 1 or 0 as the value.
pub(crate) fn as_grid_cell(cell: TableEntry, by: Option<Player>) -> TableEntry {
    by.map_or(cell, |by| TableEntry { grundy: Some(Nimber(wins_moving_first(cell, by).into())), ..cell })
}

/// Returns the heading for the rows of both players, or of one.
pub(crate) fn headline(table: &Table<'_>, by: Option<Player>) -> Text {
    let headline = outcomes_headline(table);
    match by {
        None => text!("{headline}; f[1] is 1 if Left wins moving first, f[2] is 1 if Right does", headline),
        Some(Player::LEFT) => text!("{headline}; f[1] is 1 if Left wins moving first", headline),
        Some(_) => text!("{headline}; f[2] is 1 if Right wins moving first", headline),
    }
}

/// Writes a table of a partizan game with the rows of its players as text.
///
/// Positions with several numbers are written as grids.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_sides_text(
    table: &mut Table<'_>,
    sides: Sides,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    match table.dims() {
        1 => text_rows(table, sides, style, language, out),
        // The outcome letter already determines which player wins moving first, and grids have no space for more.
        _ => text_grids(table, sides.only_player(), style, language, out),
    }
}

/// Writes a table of one number in rows of up to fifty entries, fewer on narrow lines.
///
/// For both players, each row of outcomes is followed by the rows of Left and Right. For one player, only the rows of
/// that player are written.
fn text_rows(
    table: &mut Table<'_>,
    sides: Sides,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let (from, to) = (table.from(), table.to());
    let index = digits(to.into());
    let tens = style.width.map_or(5, |columns| (columns.saturating_sub(index + 7) / 11).clamp(1, 5)) as u64;
    let row = if tens == 5 { 50 } else { 10 * tens.min(2) };
    writeln!(out, "{}", style.wrap_lines(&headline(table, sides.only_player()).in_language(language)))?;
    let mut n = from;
    loop {
        let (start, end) = (n - n % row, to.min(n - n % row + (row - 1)));
        writeln!(out)?;
        let mut lines = vec![];
        if sides == Sides::Both {
            lines.push((format!("{start:>index$}      "), None));
        }
        for player in sides.players() {
            let at = if lines.is_empty() { start.to_string() } else { String::new() };
            lines.push((format!("{at:>index$}  f[{}]", player.0 + 1), Some(player)));
        }
        for (mut line, by) in lines {
            for k in start..=end {
                if k % 10 == 0 {
                    line.push(' ');
                }
                // Columns stand for last digits, so the columns before the first number stay empty.
                line += &if k < n { " ".into() } else { entry_text(table.cell([k, 0, 0])?, by, style) };
            }
            writeln!(out, "{line}")?;
        }
        if end == to {
            return Ok(());
        }
        n = end + 1;
    }
}

fn entry_text(cell: TableEntry, by: Option<Player>, style: Style) -> String {
    match by {
        None => style.paint(Tone::for_outcome(cell.outcome), cell.outcome.name()),
        Some(by) => wins_moving_first(cell, by).to_string(),
    }
}

/// Writes a table of a partizan game with the rows of its players as CSV.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_sides_csv(table: &mut Table<'_>, sides: Sides, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let (dims, players) = (table.dims(), sides.players());
    write!(out, "{},outcome", COLUMNS[dims - 1])?;
    for &by in &players {
        write!(out, ",{}", name(by))?;
    }
    writeln!(out)?;
    write_csv_lines(table, out, |cell, line| {
        for &by in &players {
            line.push(',');
            push_number(wins_moving_first(cell, by), line);
        }
    })
}

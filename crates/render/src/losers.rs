//! Tables of games of several players: a row for each heap, a column for each player to move.

use crate::style::Style;
use crate::table::{TableWriteError, digits};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Player, Result};
use grundy_solve::LoserTable;
use std::io::Write;

/// Writes the loser of each heap as CSV: a line for each heap, a column for each player to move.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_losers_csv(table: &mut LoserTable<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    writeln!(out, "n,{}", names(table).join(","))?;
    for heap in 0..=table.to() {
        write!(out, "{heap},")?;
        for by in (0..table.players()).map(Player) {
            let entry = loser_number(table, heap, by)?;
            let comma = if by.0 > 0 { "," } else { "" };
            write!(out, "{comma}{entry}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the loser of each heap as aligned text.
///
/// # Errors
/// The errors of the table and of the writer; the output is then incomplete.
pub fn write_losers_text(
    table: &mut LoserTable<'_>,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let width = digits(table.players().into()) + 1;
    let index = digits(table.to().into());
    writeln!(out, "{}\n", style.wrap_lines(&headline(table).in_language(language)))?;
    write!(out, "{:>index$} ", "n")?;
    for name in names(table) {
        write!(out, " {name:>width$}")?;
    }
    writeln!(out, "\n")?;
    for heap in 0..=table.to() {
        write!(out, "{heap:>index$} ")?;
        for by in (0..table.players()).map(Player) {
            let entry = loser_number(table, heap, by)?;
            write!(out, " {entry:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the names of the columns: `p1`, `p2`, ...
fn names(table: &LoserTable<'_>) -> Vec<String> {
    (1..=table.players()).map(|player| format!("p{player}")).collect()
}

/// Returns the loser, counted from 1, or 0 if there is none.
///
/// Against a coalition, the result is 1 if the player can avoid losing, and 0 otherwise.
///
/// # Errors
/// The errors of the table.
pub fn loser_number(table: &mut LoserTable<'_>, heap: u64, by: Player) -> Result<u16> {
    let loser = table.loser(heap, by)?;
    Ok(match table.lone_player() {
        Some(_) => u16::from(loser.is_none()),
        None => loser.map_or(0, |player| u16::from(player.0) + 1),
    })
}

/// Returns the heading of a table.
pub(crate) fn headline(table: &LoserTable<'_>) -> Text {
    let (rules, to) = (table.rules(), table.to());
    match table.lone_player() {
        None => text!("{rules}: losers of heaps 0 to {to}, by player to move", rules, to),
        Some(player) => text!(
            "{rules}: heaps 0 to {to}, by player to move; 1 means that player {player} can avoid losing against \
                all the others",
            rules,
            to,
            player = u16::from(player.0) + 1
        ),
    }
}

//! Tables of games of several players: a row for each heap, a column for the player who is to move.

use crate::schema::lists::LOSERS;
use crate::schema::{Object, SCHEMA, push_text};
use crate::style::Style;
use crate::table::{Failure, TableFormat, digits};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Player, Result, Suggestion};
use grundy_solve::LoserTable;
use std::io::Write;

/// Refuses formats that do not hold such tables.
///
/// # Errors
/// `unsupported`.
pub fn check_losers(positions: bool, format: TableFormat) -> Result<()> {
    if positions {
        let message = text!("games of several players have no P-positions");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    match format {
        TableFormat::Bfile | TableFormat::Svg => {
            let message = text!("this format does not hold a column for each player");
            Err(Error::new(ErrorKind::Unsupported, message)
                .with_suggestion(Suggestion::Formats(&["text", "csv", "json"])))
        }
        _ => Ok(()),
    }
}

/// Writes who loses each heap, for each player in turn; against a coalition, 1 where the player can avoid to lose and 0 where not.
///
/// # Errors
/// The table's and the sink's; what was written before is a beginning.
///
/// ```
/// use grundy_render::{TableFormat, write_losers};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("rivals[1,2 : 2>1 / 1,2 : 1>2]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.losers(&rules, 2, None, true, &budget).unwrap();
/// write_losers(&mut table, TableFormat::Csv, Default::default(), Default::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,p1,p2\n0,1,2\n1,2,1\n2,2,1\n");
/// ```
pub fn write_losers(
    table: &mut LoserTable<'_>,
    format: TableFormat,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let players = table.players();
    let names: Vec<String> = (1..=players).map(|player| format!("p{player}")).collect();
    let width = digits(players.into()) + 1;
    let index = digits(table.to().into());
    match format {
        TableFormat::Json => {
            let mut head = String::new();
            json_head(table, &mut head).key("rows").push('[');
            out.write_all(head.as_bytes())?;
        }
        TableFormat::Csv => writeln!(out, "n,{}", names.join(","))?,
        _ => {
            writeln!(out, "{}\n", style.lay(&headline(table).in_language(language)))?;
            write!(out, "{:>index$} ", "n")?;
            for name in &names {
                write!(out, " {name:>width$}")?;
            }
            writeln!(out, "\n")?;
        }
    }
    for heap in 0..=table.to() {
        match format {
            TableFormat::Json => write!(out, "{}", if heap > 0 { ",[" } else { "[" })?,
            TableFormat::Csv => write!(out, "{heap},")?,
            _ => write!(out, "{heap:>index$} ")?,
        }
        for by in (0..players).map(Player) {
            let entry = entry(table, heap, by)?;
            let comma = if by.0 > 0 { "," } else { "" };
            match format {
                TableFormat::Json | TableFormat::Csv => write!(out, "{comma}{entry}")?,
                _ => write!(out, " {entry:>width$}")?,
            }
        }
        match format {
            TableFormat::Json => write!(out, "]")?,
            _ => writeln!(out)?,
        }
    }
    if format == TableFormat::Json {
        writeln!(out, "]}}")?;
    }
    Ok(())
}

/// The loser, counted from 1, or 1 and 0 for safe and not.
fn entry(table: &mut LoserTable<'_>, heap: u64, by: Player) -> Result<u16> {
    let loser = table.loser(heap, by)?;
    Ok(match table.against() {
        Some(_) => u16::from(loser.is_none()),
        None => loser.map_or(0, |seat| u16::from(seat.0) + 1),
    })
}

/// The first fields of an object, which is left open.
fn json_head<'a>(table: &LoserTable<'_>, out: &'a mut String) -> Object<'a> {
    let mut object = Object::open(out, &LOSERS);
    object.number("schema", SCHEMA);
    push_text(&table.rules().game.rules_text(), object.key("rules"));
    object.word("play", table.rules().play.name());
    object.word("of", if table.against().is_some() { "safe" } else { "loser" });
    if let Some(seat) = table.against() {
        object.number("coalition", u16::from(seat.0) + 1);
    }
    object.number("players", table.players());
    object.number("from", 0u64);
    object
}

fn headline(table: &LoserTable<'_>) -> Text {
    let (rules, to) = (table.rules(), table.to());
    match table.against() {
        None => text!("{rules}: who loses heaps 0 to {to}, by the player who is to move", rules, to),
        Some(seat) => text!(
            "{rules}: heaps 0 to {to}, by the player who is to move, 1 where player {player} can avoid losing against all the others",
            rules,
            to,
            player = u16::from(seat.0) + 1
        ),
    }
}

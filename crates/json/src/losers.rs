//! Tables of games of several players, in all table formats.

use crate::answer::player_number;
use crate::schema::lists::LOSERS;
use crate::schema::{Object, SCHEMA, push_text};
use crate::table::{TableFormat, TableOutput, check_not_bfile};
use grundy_lang::text;
use grundy_render::{TableWriteError, loser_number, losers_svg, write_losers_csv, write_losers_text};
use grundy_rules::{Error, ErrorKind, Player, Result};
use grundy_solve::LoserTable;
use std::io::Write;

/// Rejects a list of P-positions, and the format that cannot contain a column for each player.
///
/// # Errors
/// Fails with `unsupported` for a rejected request.
pub fn check_losers(p_positions_only: bool, format: TableFormat) -> Result<()> {
    if p_positions_only {
        let message = text!("games of several players have no P-positions");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    check_not_bfile(format, text!("this format cannot contain a column for each player"))
}

/// Writes the loser of each heap, for each player to move.
///
/// Against a coalition, an entry is 1 if the player can avoid losing, and 0 otherwise.
///
/// # Errors
/// Returns the errors of the table and of the writer; the output is then incomplete.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_losers};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("rivals[1,2 : 2>1 / 1,2 : 1>2]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.losers(&rules, 2, None, true, &budget).unwrap();
/// write_losers(&mut table, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,p1,p2\n0,1,2\n1,2,1\n2,2,1\n");
/// ```
pub fn write_losers(table: &mut LoserTable<'_>, output: &mut TableOutput<'_>) -> Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Json => json(table, out),
        TableFormat::Csv => write_losers_csv(table, out),
        TableFormat::Svg => Ok(out.write_all(losers_svg(table, output.language)?.as_bytes())?),
        _ => write_losers_text(table, output.style, output.language, out),
    }
}

fn json(table: &mut LoserTable<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let mut head = String::new();
    json_head(table, &mut head).key("rows").push('[');
    out.write_all(head.as_bytes())?;
    for heap in 0..=table.to() {
        write!(out, "{}", if heap > 0 { ",[" } else { "[" })?;
        for by in (0..table.players()).map(Player) {
            let entry = loser_number(table, heap, by)?;
            let comma = if by.0 > 0 { "," } else { "" };
            write!(out, "{comma}{entry}")?;
        }
        write!(out, "]")?;
    }
    writeln!(out, "]}}")?;
    Ok(())
}

/// Opens the object and writes its first fields.
fn json_head<'a>(table: &LoserTable<'_>, out: &'a mut String) -> Object<'a> {
    let mut object = Object::open(out, &LOSERS);
    object.number("schema", SCHEMA);
    push_text(&table.rules().game.rules_text(), object.key("rules"));
    object.word("play", table.rules().play.name());
    object.word("of", if table.lone_player().is_some() { "safe" } else { "loser" });
    if let Some(player) = table.lone_player() {
        object.number("coalition", player_number(player));
    }
    object.number("players", table.players());
    object.number("from", 0u64);
    object
}

//! Tables of partizan games with a row for each player, in all table formats.

use crate::table::{TableFormat, TableOutput, json_outcomes, write_nested, write_table};
use grundy_lang::{Text, text};
use grundy_render::{Sides, TableWriteError, sides_svg, wins_moving_first, write_sides_csv, write_sides_text};
use grundy_rules::{Error, ErrorKind, Player, Ruleset, Suggestion};
use grundy_solve::Table;
use std::io::Write;

/// Rejects rows of Left and Right where they have no meaning, before anything is computed.
///
/// # Errors
/// Fails with `unsupported` for games in which both players have the same moves, for lists of P-positions,
/// and for formats that cannot contain the rows.
pub fn check_sides(rules: &Ruleset, sides: Sides, p_positions_only: bool, format: TableFormat) -> Result<(), Error> {
    let refused =
        |message: Text| Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Outcomes));
    match (sides, format) {
        _ if !rules.is_partizan() => refused(text!("Left and Right have the same moves in `{rules}`", rules)),
        (Sides::Only(_), _) if p_positions_only => {
            refused(text!("P-positions can be listed only in a table of outcomes, not in a table of one player's wins"))
        }
        (Sides::Only(_), TableFormat::Bfile) => {
            refused(text!("this format cannot contain a table of one player's wins"))
        }
        _ => Ok(()),
    }
}

/// Writes a table of a partizan game with the rows of its players.
///
/// # Errors
/// Returns the errors of the table and of the writer; the output is then incomplete.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_sides};
/// use grundy_render::Sides;
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Outcome, 2, true, &budget).unwrap();
/// write_sides(&mut table, Sides::Both, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,outcome,left,right\n0,P,0,0\n1,L,1,0\n2,N,1,1\n");
/// ```
pub fn write_sides(table: &mut Table<'_>, sides: Sides, output: &mut TableOutput<'_>) -> Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Text => write_sides_text(table, sides, output.style, output.language, out),
        TableFormat::Json => json(table, sides, out),
        TableFormat::Csv => write_sides_csv(table, sides, out),
        TableFormat::Svg => Ok(out.write_all(sides_svg(table, sides, output.language)?.as_bytes())?),
        TableFormat::Bfile => write_table(table, output),
    }
}

fn name(player: Player) -> &'static str {
    if player == Player::LEFT { "left" } else { "right" }
}

fn json(table: &mut Table<'_>, sides: Sides, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let depth = table.dims() - 1;
    let of = match sides {
        Sides::Both => "outcome",
        Sides::Only(player) => name(player),
    };
    json_outcomes(table, of, out)?;
    write!(out, ",\"grundy\":null")?;
    for by in sides.players() {
        write!(out, ",\"{}\":", name(by))?;
        write_nested(table, depth, ["[", ",", "]"], out, &mut |cell, out| {
            Ok(write!(out, "{}", wins_moving_first(cell, by))?)
        })?;
    }
    Ok(writeln!(out, "}}")?)
}

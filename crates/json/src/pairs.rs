//! P-positions of a symmetric game on pairs of numbers, in all table formats.

use crate::schema::lists::PAIRED;
use crate::table::{TableFormat, TableOutput, check_text_csv_or_json, json_head};
use grundy_lang::text;
use grundy_render::{TableWriteError, each_pair, write_pairs_csv, write_pairs_text};
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_solve::Table;
use std::io::Write;

/// Rejects games that are not played on pairs of numbers, and formats that cannot contain pairs.
///
/// # Errors
/// Fails with `unsupported` for a rejected game or format.
pub fn check_pairs(rules: &Ruleset, format: TableFormat) -> Result<()> {
    if rules.dims() != Some(2) {
        let message = text!("`{rules}` is not a game of pairs", rules);
        let help = text!("games of pairs include wythoff, euclid and rules with two parameters");
        return Err(Error::new(ErrorKind::Unsupported, message).help(help));
    }
    check_text_csv_or_json(format, text!("this format cannot contain pairs"))
}

/// Writes the P-positions (a, b) with a <= b of a table, numbered from 0.
///
/// Sets `begun` once writing starts.
///
/// # Errors
/// Fails with `unsupported` if the P-positions are not symmetric, before anything is written. Also returns
/// the errors of the table and of the writer.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_pairs};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("wythoff").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Outcome, 5, true, &budget).unwrap();
/// write_pairs(&mut table, &mut false, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "i,a,b\n0,0,0\n1,1,2\n2,3,5\n");
/// ```
pub fn write_pairs(
    table: &mut Table<'_>,
    begun: &mut bool,
    output: &mut TableOutput<'_>,
) -> Result<(), TableWriteError> {
    // The first pass checks, before anything is written, that the P-positions are symmetric.
    let mut count = 0u64;
    each_pair(table, &mut |_, _| {
        count += 1;
        Ok(())
    })?;
    *begun = true;
    let out = &mut *output.out;
    match output.format {
        TableFormat::Json => json(table, out),
        TableFormat::Csv => write_pairs_csv(table, out),
        _ => write_pairs_text(table, count, output.style, output.language, out),
    }
}

fn json(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    let mut head = String::new();
    let mut object = json_head(table, &PAIRED, "pairs", &mut head);
    object.number("to", table.to());
    object.key("pairs").push('[');
    out.write_all(head.as_bytes())?;
    let mut number = 0u64;
    each_pair(table, &mut |a, b| {
        let comma = if number > 0 { "," } else { "" };
        write!(out, "{comma}[{a},{b}]")?;
        number += 1;
        Ok(())
    })?;
    writeln!(out, "]}}")?;
    Ok(())
}

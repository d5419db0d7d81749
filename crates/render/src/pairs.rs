//! The P-positions of a game of pairs that may be turned round, numbered: the i-th is a_i <= b_i.

use crate::schema::lists::PAIRED;
use crate::style::Style;
use crate::table::{Failure, TableFormat, digits, json_head};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Outcome, Result, Ruleset, Suggestion};
use grundy_solve::Table;
use std::io::Write;

/// Refuses games that are not of pairs, and formats that do not hold pairs, before anything is computed.
///
/// # Errors
/// `unsupported`.
pub fn check_pairs(rules: &Ruleset, format: TableFormat) -> Result<()> {
    if rules.dims() != Some(2) {
        let message = text!("`{rules}` is no game of pairs", rules);
        let help = text!("pairs are those of wythoff, or of a rule with two parameters");
        return Err(Error::new(ErrorKind::Unsupported, message).help(help));
    }
    match format {
        TableFormat::Bfile | TableFormat::Svg => {
            let error = Error::new(ErrorKind::Unsupported, text!("this format does not hold pairs"));
            Err(error.with_suggestion(Suggestion::Formats(&["text", "csv", "json"])))
        }
        _ => Ok(()),
    }
}

/// Every P-position of a table with a <= b, in the order of a, then of b.
///
/// # Errors
/// `unsupported` if a P-position turned round is none; the table's.
fn pairs(table: &mut Table<'_>, show: &mut dyn FnMut(u64, u64) -> Result<(), Failure>) -> Result<(), Failure> {
    let (from, to) = (table.from(), table.to());
    for a in from..=to {
        for b in a..=to {
            let lost = table.cell([a, b, 0])?.outcome == Outcome::P;
            if lost != (table.cell([b, a, 0])?.outcome == Outcome::P) {
                let (p, q) = if lost { ([a, b], [b, a]) } else { ([b, a], [a, b]) };
                let message = text!(
                    "({p}) is a P-position and ({q}) is none: they cannot be listed as pairs a <= b",
                    p = format!("{},{}", p[0], p[1]),
                    q = format!("{},{}", q[0], q[1])
                );
                let help = text!("list them as they are: the P-positions alone");
                return Err(Error::new(ErrorKind::Unsupported, message).help(help).into());
            }
            if lost {
                show(a, b)?;
            }
        }
    }
    Ok(())
}

/// Writes i, a_i, b_i of the P-positions of a table; `begun` tells whether something was written.
///
/// # Errors
/// `unsupported` if they are not symmetric, before anything is written; the table's and the sink's.
///
/// ```
/// use grundy_render::{TableFormat, write_pairs};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("wythoff").unwrap();
/// let (mut solver, budget, mut out) = (Solver::new(), Budget::default(), vec![]);
/// let mut table = solver.table(&rules, Quantity::Outcome, 5, true, &budget).unwrap();
/// write_pairs(&mut table, TableFormat::Csv, Default::default(), Default::default(), &mut false, &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "i,a,b\n0,0,0\n1,1,2\n2,3,5\n");
/// ```
pub fn write_pairs(
    table: &mut Table<'_>,
    format: TableFormat,
    style: Style,
    language: Language,
    begun: &mut bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // The columns are as wide as the last of them, and nothing is written of what has no pairs.
    let mut count = 0u64;
    pairs(table, &mut |_, _| {
        count += 1;
        Ok(())
    })?;
    *begun = true;
    let widths = [digits(count.saturating_sub(1).into()), digits(table.to().into())];
    match format {
        TableFormat::Json => {
            let mut head = String::new();
            let mut object = json_head(table, &PAIRED, "pairs", &mut head);
            object.number("to", table.to());
            object.key("pairs").push('[');
            out.write_all(head.as_bytes())?;
        }
        TableFormat::Csv => writeln!(out, "i,a,b")?,
        _ => {
            writeln!(out, "{}\n", style.lay(&headline(table).in_language(language)))?;
            let [i, n] = widths;
            writeln!(out, "{:>i$}  {:>n$}  {:>n$}\n", "i", "a", "b")?;
        }
    }
    let mut number = 0u64;
    pairs(table, &mut |a, b| {
        let comma = if number > 0 { "," } else { "" };
        match format {
            TableFormat::Json => write!(out, "{comma}[{a},{b}]")?,
            TableFormat::Csv => writeln!(out, "{number},{a},{b}")?,
            _ => {
                let [i, n] = widths;
                writeln!(out, "{number:>i$}  {a:>n$}  {b:>n$}")?;
            }
        }
        number += 1;
        Ok(())
    })?;
    if format == TableFormat::Json {
        writeln!(out, "]}}")?;
    }
    Ok(())
}

fn headline(table: &Table<'_>) -> Text {
    let (rules, from, to) = (table.rules(), table.from(), table.to());
    text!("{rules}: P-positions (a,b) with a <= b, {from} to {to}", rules, from, to)
}

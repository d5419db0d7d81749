//! P-positions of a symmetric game of pairs, numbered: the i-th is (a_i, b_i) with a_i <= b_i.

use crate::style::Style;
use crate::table::{TableWriteError, digits};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Outcome, Result};
use grundy_solve::Table;
use std::io::Write;

/// Calls `visit` for every P-position of a table with a <= b, in the order of a, then of b.
///
/// # Errors
/// `unsupported` if (a, b) is a P-position and (b, a) is not; the errors of the table and of `visit`.
pub fn each_pair(
    table: &mut Table<'_>,
    visit: &mut dyn FnMut(u64, u64) -> Result<(), TableWriteError>,
) -> Result<(), TableWriteError> {
    let (from, to) = (table.from(), table.to());
    for a in from..=to {
        for b in a..=to {
            let lost = table.cell([a, b, 0])?.outcome == Outcome::P;
            if lost != (table.cell([b, a, 0])?.outcome == Outcome::P) {
                let (p, q) = if lost { ([a, b], [b, a]) } else { ([b, a], [a, b]) };
                let message = text!(
                    "({p}) is a P-position but ({q}) is not, so the P-positions cannot be listed as pairs \
                        (a,b) with a <= b",
                    p = format!("{},{}", p[0], p[1]),
                    q = format!("{},{}", q[0], q[1])
                );
                let help = text!("list the P-positions without pairing them");
                return Err(Error::new(ErrorKind::Unsupported, message).help(help).into());
            }
            if lost {
                visit(a, b)?;
            }
        }
    }
    Ok(())
}

/// Writes i, a_i, b_i of the P-positions of a table as CSV.
///
/// # Errors
/// The errors of [`each_pair`] and of the writer.
pub fn write_pairs_csv(table: &mut Table<'_>, out: &mut dyn Write) -> Result<(), TableWriteError> {
    writeln!(out, "i,a,b")?;
    let mut number = 0u64;
    each_pair(table, &mut |a, b| {
        writeln!(out, "{number},{a},{b}")?;
        number += 1;
        Ok(())
    })
}

/// Writes i, a_i, b_i of the P-positions of a table as aligned text.
///
/// `count` is the number of P-positions; it determines the width of the first column.
///
/// # Errors
/// The errors of [`each_pair`] and of the writer.
pub fn write_pairs_text(
    table: &mut Table<'_>,
    count: u64,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), TableWriteError> {
    let [i, n] = [digits(count.saturating_sub(1).into()), digits(table.to().into())];
    writeln!(out, "{}\n", style.wrap_lines(&headline(table).in_language(language)))?;
    writeln!(out, "{:>i$}  {:>n$}  {:>n$}\n", "i", "a", "b")?;
    let mut number = 0u64;
    each_pair(table, &mut |a, b| {
        writeln!(out, "{number:>i$}  {a:>n$}  {b:>n$}")?;
        number += 1;
        Ok(())
    })
}

fn headline(table: &Table<'_>) -> Text {
    let (rules, from, to) = (table.rules(), table.from(), table.to());
    text!("{rules}: P-positions (a,b) with a <= b, {from} to {to}", rules, from, to)
}

//! Tables of the values of positions as games: canonical forms, means, temperatures.

use crate::columns::{pad, width};
use crate::style::Style;
use grundy_lang::{Language, Text, text};
use grundy_rules::Ruleset;
use std::io::{self, Write};

/// A table of values as texts; the first number changes slowest.
#[derive(Debug)]
pub struct Forms {
    /// The tabulated quantity: `value`, `mean`, `temperature`, `genus` or `quotient`.
    pub of: &'static str,
    /// The first number.
    pub from: u64,
    /// The last number.
    pub to: u64,
    /// The entries.
    pub entries: Vec<String>,
}

impl Forms {
    /// Returns the number of entries in a row.
    pub fn side(&self) -> usize {
        (self.to - self.from + 1) as usize
    }

    /// Returns the number of coordinates of a position: 1 or 2.
    pub fn dims(&self) -> usize {
        if self.entries.len() == self.side() { 1 } else { 2 }
    }
}

/// A sequence of values with the period that was found, if any.
///
/// The values repeat, or they repeat up to a value that is added with each period.
#[derive(Debug)]
pub struct FormsFound {
    /// The preperiod, the period, and the value added per period, if any; `None` if nothing was found.
    pub period: Option<(u64, u64, Option<String>)>,
    /// The values that were compared, starting with heap 0.
    pub entries: Vec<String>,
}

/// Writes a table of values as CSV.
///
/// # Errors
/// The errors of the writer.
pub fn write_forms_csv(rules: &Ruleset, forms: &Forms, out: &mut dyn Write) -> io::Result<()> {
    let (dims, side, names) = (forms.dims(), forms.side(), rules.game.coordinate_names());
    writeln!(out, "{},{}", names.join(","), forms.of)?;
    for (at, entry) in forms.entries.iter().enumerate() {
        let numbers = [at / side, at % side].map(|k| (k as u64 + forms.from).to_string());
        let place = if dims == 1 { numbers[1].clone() } else { numbers.join(",") };
        // Canonical forms contain commas.
        let quoted = if entry.contains(',') { format!("\"{entry}\"") } else { entry.clone() };
        writeln!(out, "{place},{quoted}")?;
    }
    Ok(())
}

/// Writes a table of values as text: a line for each heap, or a row of pairs for each first number.
///
/// # Errors
/// The errors of the writer.
pub fn write_forms_text(
    rules: &Ruleset,
    forms: &Forms,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (dims, side) = (forms.dims(), forms.side());
    let what = match forms.of {
        "mean" => text!("means"),
        "temperature" => text!("temperatures"),
        "genus" => text!("genera"),
        "quotient" => text!("elements of the misère quotient"),
        _ => text!("values"),
    };
    let (from, to) = (forms.from, forms.to);
    let rules = rules.to_string();
    let head: Text = match dims {
        1 => text!("{rules}: {what} of heaps {from} to {to}", rules, what, from, to),
        _ => text!("{rules}: {what} of pairs from {from} to {to}, one row per first number", rules, what, from, to),
    };
    writeln!(out, "{}\n", style.wrap_lines(&head.in_language(language)))?;
    if dims == 1 {
        let widest = forms.to.to_string().len();
        for (n, entry) in (forms.from..).zip(&forms.entries) {
            writeln!(out, "{n:>widest$}  {entry}")?;
        }
    } else {
        let widest: Vec<usize> = (0..side)
            .map(|b| forms.entries.iter().skip(b).step_by(side).map(|entry| width(entry)).max().unwrap_or(1))
            .collect();
        let first = forms.to.to_string().len();
        let line = |cells: Vec<String>| cells.join("  ").trim_end().to_string();
        let head = (forms.from..).zip(&widest).map(|(b, &wide)| pad(&b.to_string(), wide)).collect();
        writeln!(out, "{}  {}", " ".repeat(first), line(head))?;
        for (a, row) in (forms.from..).zip(forms.entries.chunks(side)) {
            let cells = row.iter().zip(&widest).map(|(entry, &wide)| pad(entry, wide)).collect();
            writeln!(out, "{a:>first$}  {}", line(cells))?;
        }
    }
    Ok(())
}

/// Describes the period that was found for a sequence of values, and lists its first values.
pub fn forms_found_text(rules: &Ruleset, found: &FormsFound, language: Language) -> String {
    let to = found.entries.len().saturating_sub(1);
    let (values, rules) = (text!("values"), rules.to_string());
    let summary = match &found.period {
        None => text!("{rules}: no period of the {values} was found up to heap {to}", rules, values, to),
        Some((from, period, None)) => {
            text!(
                "{rules}: the {values} repeat with period {period} from heap {from} on; a conjecture, checked \
                    for all heaps up to {to}",
                rules,
                values,
                period,
                from,
                to
            )
        }
        Some((from, period, Some(add))) => {
            let add = add.clone();
            text!(
                "{rules}: v(n+{period}) = v(n) + {add} for n >= {from}; a conjecture, checked for all heaps up \
                    to {to}",
                rules,
                period,
                add,
                from,
                to
            )
        }
    };
    let mut out = format!("{}\n\n", summary.in_language(language));
    // Shows two full periods after the preperiod, at least 10 and at most 60 values.
    let shown = found.period.as_ref().map_or(20, |(from, period, _)| from + 2 * period).clamp(10, 60) as usize;
    for (n, entry) in found.entries.iter().enumerate().take(shown) {
        out += &format!("{n:>4}  {entry}\n");
    }
    out
}

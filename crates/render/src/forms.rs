//! Tables of what positions are worth as games: canonical forms, means, temperatures.

use crate::columns::{pad, width};
use crate::schema::lists::{FORMS, FORMS_FOUND};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use crate::style::Style;
use crate::table::{Failure, TableFormat};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Result, Ruleset, Suggestion};
use std::io::Write;

/// A table of values as texts, the first number changing slowest.
#[derive(Debug)]
pub struct Forms {
    /// What it tells, in a word: `value`, `mean`, `temperature`, `genus`, `quotient`.
    pub of: &'static str,
    /// The first and the last number.
    pub from: u64,
    /// The last number.
    pub to: u64,
    /// Its entries.
    pub entries: Vec<String>,
}

/// What was found of a sequence of values: that it repeats, or that it repeats but for a value that is added with every period.
#[derive(Debug)]
pub struct FormsFound {
    /// From where on, how long the period is, and what is added if anything; `None` if nothing was found.
    pub period: Option<(u64, u64, Option<String>)>,
    /// The values that were looked at, from heap 0 on.
    pub entries: Vec<String>,
}

/// Refuses formats that do not hold values.
///
/// # Errors
/// `unsupported`.
pub fn check_forms(format: TableFormat) -> Result<()> {
    match format {
        TableFormat::Bfile | TableFormat::Svg => {
            let message = text!("this format does not hold values that are no integers");
            Err(Error::new(ErrorKind::Unsupported, message)
                .with_suggestion(Suggestion::Formats(&["text", "csv", "json"])))
        }
        _ => Ok(()),
    }
}

/// Writes a table of values.
///
/// # Errors
/// Those of the sink.
///
/// ```
/// use grundy_render::{Forms, TableFormat, write_forms};
/// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
/// let forms = Forms { of: "value", from: 0, to: 1, entries: vec!["0".into(), "1".into()] };
/// let mut out = vec![];
/// write_forms(&rules, &forms, TableFormat::Csv, Default::default(), Default::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,value\n0,0\n1,1\n");
/// ```
pub fn write_forms(
    rules: &Ruleset,
    forms: &Forms,
    format: TableFormat,
    style: Style,
    language: Language,
    out: &mut dyn Write,
) -> std::result::Result<(), Failure> {
    let side = (forms.to - forms.from + 1) as usize;
    let dims = if forms.entries.len() == side { 1 } else { 2 };
    let names = rules.game.parameters();
    match format {
        TableFormat::Json => writeln!(out, "{}", forms_json(rules, forms, dims, side))?,
        TableFormat::Csv => {
            writeln!(out, "{},{}", names.join(","), forms.of)?;
            for (at, entry) in forms.entries.iter().enumerate() {
                let numbers = [at / side, at % side].map(|k| (k as u64 + forms.from).to_string());
                let place = if dims == 1 { numbers[1].clone() } else { numbers.join(",") };
                // Commas stand in canonical forms.
                let quoted = if entry.contains(',') { format!("\"{entry}\"") } else { entry.clone() };
                writeln!(out, "{place},{quoted}")?;
            }
        }
        _ => {
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
                _ => text!(
                    "{rules}: {what} of pairs from {from} to {to}, a row for each first number",
                    rules,
                    what,
                    from,
                    to
                ),
            };
            writeln!(out, "{}\n", style.lay(&head.in_language(language)))?;
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
        }
    }
    Ok(())
}

fn forms_json(rules: &Ruleset, forms: &Forms, dims: usize, side: usize) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out, &FORMS);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("play", rules.play.name());
    object.word("of", forms.of);
    object.number("dims", dims);
    object.number("from", forms.from);
    let values = object.key("values");
    match dims {
        1 => push_list(values, &forms.entries, |entry, out| push_text(entry, out)),
        _ => push_list(values, &forms.entries.chunks(side).collect::<Vec<_>>(), |row, out| {
            push_list(out, row, |entry, out| push_text(entry, out));
        }),
    }
    object.close();
    out
}

/// What was found of a sequence of values, as one line of JSON.
pub fn forms_found_json(rules: &Ruleset, found: &FormsFound) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out, &FORMS_FOUND);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("of", "value");
    object.word("status", if found.period.is_some() { "conjecture" } else { "none" });
    object.number_or_null("preperiod", found.period.as_ref().map(|(from, ..)| *from));
    object.number_or_null("period", found.period.as_ref().map(|(_, period, _)| *period));
    object.text_or_null("saltus", found.period.as_ref().and_then(|(.., add)| add.as_deref()));
    object.number("checked_to", found.entries.len().saturating_sub(1));
    push_list(object.key("values"), &found.entries, |entry, out| push_text(entry, out));
    object.close();
    out
}

/// The same as text.
pub fn forms_found_text(rules: &Ruleset, found: &FormsFound, language: Language) -> String {
    let to = found.entries.len().saturating_sub(1);
    let (values, rules) = (text!("values"), rules.to_string());
    let said = match &found.period {
        None => text!("{rules}: no period of the {values} was found up to heap {to}", rules, values, to),
        Some((from, period, None)) => {
            text!(
                "{rules}: the {values} repeat with period {period} from heap {from} on; a conjecture, compared with all heaps up to {to}",
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
                "{rules}: v(n+{period}) = v(n) + {add} for n >= {from}; a conjecture, compared with all heaps up to {to}",
                rules,
                period,
                add,
                from,
                to
            )
        }
    };
    let mut out = format!("{}\n\n", said.in_language(language));
    // A period behind the place where it begins, and not more than anybody reads.
    let shown = found.period.as_ref().map_or(20, |(from, period, _)| from + 2 * period).clamp(10, 60) as usize;
    for (n, entry) in found.entries.iter().enumerate().take(shown) {
        out += &format!("{n:>4}  {entry}\n");
    }
    out
}

//! Tables of the values of positions as games, in all table formats.

use crate::schema::lists::{FORMS, FORMS_FOUND};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use crate::table::{TableFormat, TableOutput, check_text_csv_or_json};
use grundy_lang::text;
use grundy_render::{Forms, FormsFound, TableWriteError, write_forms_csv, write_forms_text};
use grundy_rules::{Result, Ruleset};

/// Rejects formats that can contain integers only.
///
/// # Errors
/// Fails with `unsupported` for a rejected format.
pub fn check_forms(format: TableFormat) -> Result<()> {
    check_text_csv_or_json(format, text!("this format cannot contain values that are not integers"))
}

/// Writes a table of values.
///
/// # Errors
/// Returns the errors of the writer.
///
/// ```
/// use grundy_json::{TableFormat, TableOutput, write_forms};
/// use grundy_render::Forms;
/// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
/// let forms = Forms { of: "value", from: 0, to: 1, entries: vec!["0".into(), "1".into()] };
/// let mut out = vec![];
/// write_forms(&rules, &forms, &mut TableOutput::new(TableFormat::Csv, &mut out)).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "n,value\n0,0\n1,1\n");
/// ```
pub fn write_forms(
    rules: &Ruleset,
    forms: &Forms,
    output: &mut TableOutput<'_>,
) -> std::result::Result<(), TableWriteError> {
    let out = &mut *output.out;
    match output.format {
        TableFormat::Json => writeln!(out, "{}", forms_json(rules, forms))?,
        TableFormat::Csv => write_forms_csv(rules, forms, out)?,
        _ => write_forms_text(rules, forms, output.style, output.language, out)?,
    }
    Ok(())
}

fn forms_json(rules: &Ruleset, forms: &Forms) -> String {
    let (dims, side) = (forms.dims(), forms.side());
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

/// Returns the period that was found for a sequence of values as one line of JSON.
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

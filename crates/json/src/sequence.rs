//! Long sequences and surveys as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{KERNEL, REGULARITY, SEQUENCE, STATISTICS, SURVEYED};
use crate::schema::{Object, SCHEMA, push_list, push_number};
use grundy_render::{SurveyEntry, survey_entries};
use grundy_rules::{Code, Ruleset};
use grundy_solve::sequence::{Kernel, KernelStats, Regularity, Summary, SurveyRow};
use std::collections::HashMap;

/// Returns a summary of a sequence as one line of JSON, without a line break.
pub fn sequence_json(rules: &Ruleset, summary: &Summary, options: JsonOptions) -> String {
    options.write(|out| push_sequence(rules, summary, out))
}

fn push_sequence(rules: &Ruleset, summary: &Summary, out: &mut String) {
    let mut object = Object::open(out, &SEQUENCE);
    let period = summary.certificate.map(|proof| proof.period);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.game.rules_text());
    object.word("status", if period.is_some() { "proved" } else { "open" });
    object.number_or_null("preperiod", period.map(|period| period.preperiod));
    object.number_or_null("period", period.map(|period| period.period));
    object.text_or_null("theorem", summary.certificate.map(|proof| proof.theorem.name));
    object.number("computed_to", summary.computed_to);
    object.number("max_value", summary.max_value);
    let rares = summary.rare_heaps.as_ref();
    object.text_or_null("rare_mask", rares.map(|rares| format!("{:#x}", rares.mask)).as_deref());
    object.number_or_null("rares", rares.map(|rares| rares.count));
    object.number_or_null("last_rare", rares.and_then(|rares| rares.last));
    object.word("checksum", &format!("{:016x}", summary.checksum));
    write_regularity(summary.regularity.as_ref(), &mut object);
    object.close();
}

/// Appends the regularity that the values show but that is not proved, if there is one.
fn write_regularity(regularity: Option<&Regularity>, object: &mut Object<'_>) {
    match regularity {
        None => object.null("seems"),
        Some(Regularity { preperiod, period, saltus, exceptions }) => {
            let mut inner = Object::open(object.key("seems"), &REGULARITY);
            inner.number("preperiod", *preperiod);
            inner.number("period", *period);
            inner.number("saltus", *saltus);
            push_list(inner.key("exceptions"), exceptions, |&residue, out| push_number(residue, out));
            inner.close();
        }
    }
}

/// Returns the statistics of a sequence as one line of JSON, without a line break.
pub fn statistics_json(
    rules: &Ruleset,
    summary: &Summary,
    efforts: impl Iterator<Item = (Kernel, KernelStats)>,
    options: JsonOptions,
) -> String {
    let efforts: Vec<(Kernel, KernelStats)> = efforts.collect();
    options.write(|out| push_statistics(rules, summary, &efforts, out))
}

fn push_statistics(rules: &Ruleset, summary: &Summary, efforts: &[(Kernel, KernelStats)], out: &mut String) {
    let mut object = Object::open(out, &STATISTICS);
    let pair = |&(n, value): &(u64, u32), out: &mut String| {
        push_list(out, &[n, u64::from(value)], |&n, out| push_number(n, out));
    };
    object.number("schema", SCHEMA);
    object.text("rules", &rules.game.rules_text());
    object.number("computed_to", summary.computed_to);
    push_list(object.key("histogram"), &summary.histogram, |&count, out| push_number(count, out));
    push_list(object.key("records"), &summary.records, pair);
    match &summary.rare_heaps {
        None => {
            object.null("rare_parity");
            object.null("rare_list");
        }
        Some(rares) => {
            object.flag("rare_parity", rares.alternating);
            push_list(object.key("rare_list"), &rares.list, pair);
        }
    }
    push_list(object.key("kernels"), efforts, |(kernel, effort), out| {
        let mut inner = Object::open(out, &KERNEL);
        inner.word("kernel", kernel.name());
        inner.number("heaps", effort.heaps);
        inner.number("pairs", effort.pairs);
        inner.seconds("seconds", std::time::Duration::from_nanos(effort.nanoseconds));
        inner.close();
    });
    object.close();
}

/// Returns a survey as JSON, with one line per code.
pub fn survey_json(codes: &[Code], rows: &HashMap<Code, SurveyRow>, options: JsonOptions) -> String {
    options.write(|out| push_survey(codes, rows, out))
}

fn push_survey(codes: &[Code], rows: &HashMap<Code, SurveyRow>, out: &mut String) {
    for SurveyEntry { code, row, shift, like, by } in survey_entries(codes, rows) {
        let period = row.period_after(shift);
        let mut object = Object::open(out, &SURVEYED);
        object.number("schema", SCHEMA);
        object.word("rules", &format!("octal[{code}]"));
        object.word("like", &format!("octal[{like}]"));
        object.number("shift", shift);
        object.word("by", &by.text().to_string());
        object.word("status", if period.is_some() { "proved" } else { "open" });
        object.number_or_null("preperiod", period.as_ref().map(|period| period.preperiod));
        object.number_or_null("period", period.as_ref().map(|period| period.period));
        object.number("computed_to", row.computed_to);
        object.number("max_value", row.max_value);
        object.text_or_null("rare_mask", row.rare_heaps.map(|(mask, ..)| format!("{mask:#x}")).as_deref());
        match row.rare_heaps {
            Some((_, parity, ..)) => object.flag("rare_parity", parity),
            None => object.null("rare_parity"),
        }
        object.number_or_null("rares", row.rare_heaps.map(|(_, _, count, _)| count));
        object.number_or_null("last_rare", row.rare_heaps.and_then(|(.., last)| last));
        object.word("checksum", &format!("{:016x}", row.checksum));
        write_regularity(row.regularity.as_ref().map(|regularity| regularity.after(shift)).as_ref(), &mut object);
        object.close();
        out.push('\n');
    }
}

//! Patterns of outcomes and values as JSON.

use crate::family::push_family;
use crate::files::push_files;
use crate::options::JsonOptions;
use crate::prove::push_explanation;
use crate::schema::findings::{
    ALPHA, ARITHMETIC, AUTOMATON, BEATTY_BELOW, BEATTY_PAIRS, EXPRESSION, FINDING, MODES, PERIODIC, RECURSION, ROW,
    STEP,
};
use crate::schema::{Object, SCHEMA, push_list, push_number, push_text};
use grundy_proof::{BeattyRule, Body, Finding, OUTCOMES, Pattern, PatternForm};
use grundy_render::{family_formula, finding_explanation, has_automaton};
use grundy_rules::Ruleset;
use grundy_solve::Quantity;

/// Returns a pattern as one line of JSON.
///
/// If the certificate is written to `file`, the formula refers to its automaton by the name of the file.
pub fn finding_json(rules: &Ruleset, finding: &Finding, file: Option<&str>, options: JsonOptions) -> String {
    options.write(|out| push_finding(rules, finding, file, options, out))
}

fn push_finding(rules: &Ruleset, finding: &Finding, file: Option<&str>, options: JsonOptions, out: &mut String) {
    let mut object = Object::open(out, &FINDING);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("of", finding.of.name());
    object.word("status", finding.status.name());
    match &finding.pattern {
        None => object.null("pattern"),
        Some(pattern) => push_pattern(pattern, object.key("pattern")),
    }
    let names = rules.game.coordinate_names();
    let file = file.filter(|_| has_automaton(finding));
    let formula = finding.pattern.as_ref().map(|pattern| {
        file.and_then(|file| pattern.formula_by(&names, file)).unwrap_or_else(|| pattern.formula_in(&names))
    });
    let family = finding.family.as_deref();
    object.text_or_null("formula", formula.as_deref().or_else(|| family_formula(family?)));
    object.number("checked_to", finding.checked_to);
    object.text("method", &finding.method.in_language(options.language));
    object.null("counterexample");
    push_explanation(finding_explanation(rules, finding), options.language, &mut object);
    if let Some(family) = family {
        push_family(family, options.language, object.key("family"));
    }
    if options.includes_attachments {
        push_files(rules, finding, options.language, object.key("files"));
    }
    object.close();
}

fn push_pattern(pattern: &Pattern, out: &mut String) {
    let entry = |&entry: &u32, out: &mut String| match pattern.of {
        Quantity::Grundy => push_number(entry, out),
        Quantity::Outcome => push_text(OUTCOMES[entry as usize].name(), out),
    };
    let shape = match &pattern.form {
        PatternForm::Periodic(_) => &PERIODIC,
        PatternForm::Arithmetic(_) => &ARITHMETIC,
        PatternForm::Expression(_) => &EXPRESSION,
        PatternForm::Recursion(_) => &RECURSION,
        PatternForm::Beatty(b) if matches!(b.rule, BeattyRule::Pairs { .. }) => &BEATTY_PAIRS,
        PatternForm::Beatty(_) => &BEATTY_BELOW,
        PatternForm::Modes(_) => &MODES,
        PatternForm::Automaton(_) => &AUTOMATON,
    };
    let mut object = Object::open(out, shape);
    object.word("kind", pattern.form.kind());
    match &pattern.form {
        PatternForm::Periodic(p) => {
            object.number("preperiod", p.head.len());
            object.number("period", p.cycle.len());
            push_list(object.key("head"), &p.head, entry);
            push_list(object.key("cycle"), &p.cycle, entry);
        }
        PatternForm::Arithmetic(p) => {
            object.number("preperiod", p.head.len());
            object.number("period", p.cycle.len());
            object.number("saltus", p.saltus);
            push_list(object.key("head"), &p.head, entry);
            push_list(object.key("cycle"), &p.cycle, entry);
        }
        PatternForm::Expression(e) => {
            let text = match &e.body {
                Body::Value(expr) => expr.text(pattern.names()),
                Body::PPositions(_) => e.p_condition_text(pattern.names()),
            };
            push_list(object.key("head"), &e.head, entry);
            object.text(if pattern.of == Quantity::Grundy { "value" } else { "lost" }, &text);
        }
        PatternForm::Recursion(r) => {
            object.number("base", r.steps.len());
            push_list(object.key("head"), &r.head, entry);
            push_list(object.key("steps"), &r.steps, |step, out| {
                let mut inner = Object::open(out, &STEP);
                inner.number("of_value", step.of_value);
                inner.number("of_index", step.of_index);
                inner.number("plus", step.plus);
                inner.close();
            });
        }
        PatternForm::Beatty(b) => {
            let mut alpha = Object::open(object.key("alpha"), &ALPHA);
            alpha.number("p", b.alpha.p);
            alpha.number("d", b.alpha.d);
            alpha.number("q", b.alpha.q);
            alpha.close();
            match &b.rule {
                BeattyRule::Pairs { step, from, early } => {
                    object.word("line", "pairs");
                    object.number("step", *step);
                    object.number("from", *from);
                    push_list(object.key("early"), early, |pair, out| {
                        push_list(out, pair, |&x, out| push_number(x, out))
                    });
                }
                BeattyRule::RatioBound { zero, equal } => {
                    object.word("line", "below");
                    object.flag("zero", *zero);
                    object.flag("equal", *equal);
                }
            }
        }
        PatternForm::Modes(m) => {
            object.number("mode", m.mode);
            object.number("repeat", m.repeat);
            push_list(object.key("rows"), &m.rows, |row, out| {
                let mut inner = Object::open(out, &ROW);
                push_list(inner.key("head"), &row.head, entry);
                push_list(inner.key("cycle"), &row.cycle, entry);
                inner.close();
            });
        }
        PatternForm::Automaton(a) => {
            object.text("numeration", &a.numeration.name());
            object.number("radix", a.numeration.radix());
            object.number("parameters", a.dims);
            object.number("states", a.output.len());
            push_list(object.key("output"), &a.output, entry);
            push_list(object.key("next"), &a.next, |row, out| {
                push_list(out, row, |to, out| match to {
                    Some(to) => push_number(*to, out),
                    None => out.push_str("null"),
                });
            });
        }
    }
    object.close();
}

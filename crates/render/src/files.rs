//! What was found, as files: its certificate, its picture, and programs.

use crate::automaton::automaton_svg;
use crate::patterns::pattern_svg;
use crate::schema::found::{CODE, FILES};
use crate::schema::lists::FILE;
use crate::schema::{Object, SCHEMA};
use grundy_lang::{Language, text, visible};
use grundy_proof::{CodeLanguage, Finding, Form, code};
use grundy_rules::{Error, Ruleset};
use grundy_solve::Quantity;
use grundy_verify::Certificate;

/// The pattern as a picture: an automaton, rows that repeat, points, or a map of pairs.
///
/// # Errors
/// No pattern was found, or it has three numbers, or its automaton is too large.
///
/// ```
/// use grundy_proof::{FindOptions, find};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let mut pictures = vec![];
/// find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |found| {
///     pictures.push(grundy_render::finding_svg(&rules, &found, Default::default()));
/// })?;
/// assert!(pictures.iter().all(|picture| picture.as_ref().is_ok_and(|svg| svg.starts_with("<svg"))));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn finding_svg(rules: &Ruleset, finding: &Finding, language: Language) -> Result<String, Error> {
    let Some(Form::Automaton(automaton)) = finding.pattern.as_ref().map(|pattern| &pattern.form) else {
        return pattern_svg(rules, finding, language);
    };
    let title = match finding.of {
        Quantity::Outcome => text!("{rules}: outcomes", rules),
        Quantity::Grundy => text!("{rules}: Grundy values", rules),
    };
    automaton_svg(automaton, finding.of, &rules.game.parameters(), &title.in_language(language), language)
}

/// The pattern as a function in a programming language, below a line that says what it is of and how sure it is.
pub fn finding_code(rules: &Ruleset, finding: &Finding, language: CodeLanguage) -> String {
    let mark = if language == CodeLanguage::Python { "#" } else { "//" };
    let (rules, status, to) = (rules.to_string(), finding.status.name(), finding.checked_to);
    let rules = visible(&rules);
    let program = finding.pattern.as_ref().map_or_else(String::new, |pattern| code(pattern, language));
    format!("{mark} {rules}, {status}, checked up to {to}\n{program}")
}

/// The files of a finding, those that there are.
pub(crate) fn push_files(rules: &Ruleset, finding: &Finding, language: Language, out: &mut String) {
    let mut object = Object::open(out, &FILES);
    // Of letters there may be several proofs, each of a case.
    let family = finding.family.iter().flat_map(|family| family.certificates());
    let certificates: Vec<&Certificate> = finding.certificate.iter().map(Box::as_ref).chain(family).collect();
    push_certificates(&certificates, &mut object);
    if let Ok(picture) = finding_svg(rules, finding, language) {
        object.text("svg", &picture);
    }
    if finding.pattern.is_some() {
        let out = object.key("code");
        let mut programs = Object::open(out, &CODE);
        for (name, language) in
            [("python", CodeLanguage::Python), ("cpp", CodeLanguage::Cpp), ("rust", CodeLanguage::Rust)]
        {
            programs.text(name, &finding_code(rules, finding, language));
        }
        programs.close();
    }
    object.close();
}

/// The certificates as they stand in files.
pub(crate) fn push_certificates(certificates: &[&Certificate], object: &mut Object<'_>) {
    crate::schema::push_list(object.key("certificates"), certificates, |certificate, out| {
        crate::schema::push_text(&certificate.to_text(), out);
    });
}

/// A table or a sequence that stands in another format than JSON, as a reply.
///
/// ```
/// let reply = grundy_render::file_json("bfile", "0 0\n1 1\n");
/// assert_eq!(reply, r#"{"schema":2,"format":"bfile","text":"0 0\n1 1\n"}"#);
/// ```
pub fn file_json(format: &'static str, text: &str) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out, &FILE);
    object.number("schema", SCHEMA);
    object.word("format", format);
    object.text("text", text);
    object.close();
    out
}

//! Findings as files inside JSON: certificates, a picture and programs.

use crate::schema::findings::{CODE, FILES};
use crate::schema::lists::FILE;
use crate::schema::{Object, SCHEMA, push_list, push_text};
use grundy_lang::Language;
use grundy_proof::{CodeLanguage, Finding};
use grundy_render::{finding_code, finding_svg};
use grundy_rules::Ruleset;
use grundy_verify::Certificate;

/// Appends the files of a finding: its certificates, and its picture and programs if there are any.
pub(crate) fn push_files(rules: &Ruleset, finding: &Finding, language: Language, out: &mut String) {
    let mut object = Object::open(out, &FILES);
    // A pattern with parameters may have several certificates, one for each case.
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

/// Appends certificates in the form that they have in files.
pub(crate) fn push_certificates(certificates: &[&Certificate], object: &mut Object<'_>) {
    push_list(object.key("certificates"), certificates, |certificate, out| {
        push_text(&certificate.to_text(), out);
    });
}

/// Wraps the text of a table or sequence, which is in a format other than JSON, in a JSON reply.
///
/// ```
/// let reply = grundy_json::file_json("bfile", "0 0\n1 1\n");
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

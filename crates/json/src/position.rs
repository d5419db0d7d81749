//! Parsed positions and rules, as JSON.

use crate::options::JsonOptions;
use crate::schema::answer::{PARSED, RULES};
use crate::schema::{Object, SCHEMA};
use grundy_rules::{PositionSum, Ruleset};

/// Returns a parsed position as one line of JSON, without solving it.
///
/// ```
/// let spec = grundy_games::parse("2*NIM(3,10^3)").unwrap();
/// assert_eq!(
///     grundy_json::parsed_json(&spec, Default::default()),
///     r#"{"schema":2,"spec":"2*nim(3,1000)","parts":4,"play":"normal","kind":"impartial"}"#
/// );
/// ```
pub fn parsed_json(spec: &PositionSum, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &PARSED);
        object.number("schema", SCHEMA);
        object.text_or_null("spec", spec.is_printable().then(|| spec.canonical_text()).as_deref());
        object.number("parts", spec.component_count());
        object.word("play", spec.play.name());
        object.word("kind", spec.kind().name());
        object.close();
    })
}

/// Returns parsed rules as one line of JSON.
///
/// ```
/// use grundy_json::JsonOptions;
/// let rules = grundy_games::parse_rules("take[2,1,3]").unwrap();
/// assert_eq!(
///     grundy_json::rules_json(&rules, JsonOptions::default()),
///     r#"{"schema":2,"rules":"take[1..3]","play":"normal","kind":"impartial","numbers":1}"#
/// );
/// ```
pub fn rules_json(rules: &Ruleset, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &RULES);
        object.number("schema", SCHEMA);
        object.text("rules", &rules.to_string());
        object.word("play", rules.play.name());
        object.word("kind", rules.game.kind().name());
        object.number_or_null("numbers", rules.dims());
        object.close();
    })
}

//! Tests that `docs/schema.json` is generated from the descriptions in `src/schema`.
//!
//! `cargo xtask schema` regenerates the file.

use grundy_json::{IntegerFormat, schema_json, strict_schema_json};
use serde_json::Value;

#[test]
fn the_file_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema.json");
    let text = schema_json();
    if std::env::var_os("GRUNDY_SCHEMA").is_some_and(|how| how == "write") {
        std::fs::write(path, &text).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == text, "docs/schema.json is not current: cargo xtask schema");
}

/// The strict schemas define the same objects as the published schema.
#[test]
fn strict_forms_have_the_same_objects() {
    let names = |text: &str| -> Vec<String> {
        let schema: Value = serde_json::from_str(text).unwrap();
        schema["$defs"].as_object().unwrap().keys().cloned().collect()
    };
    let published = names(&schema_json());
    assert!(published.contains(&"answer".to_string()) && published.contains(&"board".to_string()));
    for numbers in [IntegerFormat::Number, IntegerFormat::Text] {
        assert_eq!(names(&strict_schema_json(numbers)), published);
    }
}

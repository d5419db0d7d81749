//! Tests that the modules of the crate depend on each other in one direction.

use std::fs;
use std::path::Path;

/// The modules in order of dependency; each module may use only itself and earlier modules.
const MODULES: [&str; 3] = ["evaluation", "logic", "game"];

/// Asserts that no line of code in this folder contains one of these words.
fn assert_no_line_contains(folder: &Path, words: &[String]) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assert_no_line_contains(&path, words);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let used = words.iter().find(|word| line.contains(word.as_str()));
            assert!(used.is_none(), "{}: {line}", path.display());
        }
    }
}

#[test]
fn modules_use_only_earlier_modules() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (k, module) in MODULES.iter().enumerate() {
        let later: Vec<String> = MODULES[k + 1..].iter().map(|later| format!("crate::{later}")).collect();
        assert_no_line_contains(&source.join(module), &later);
    }
}

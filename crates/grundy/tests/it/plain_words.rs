//! Checks the rules of style that a test can check: see "Style" in CONTRIBUTING.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names from this project's former private vocabulary, which may not return.
const BANNED: [&str; 46] = [
    "Asked",
    "BESIDE",
    "CARD",
    "Card",
    "DEEPEST",
    "Deed",
    "Desk",
    "Doing",
    "FAR",
    "Fate",
    "Fates",
    "Fixings",
    "Heard",
    "Keeper",
    "LONG",
    "LONGEST",
    "Lacks",
    "Lent",
    "Lying",
    "MANY",
    "Midst",
    "Patience",
    "Remedy",
    "Room",
    "SHORT",
    "Said",
    "Seat",
    "Silence",
    "Spec",
    "Summand",
    "Told",
    "Trouble",
    "Way",
    "Work",
    "Worth",
    "climbs",
    "desk",
    "eat",
    "erase",
    "lettered",
    "of_words",
    "take_in",
    "untold",
    "whereabouts",
    "write_part",
    "parse_parts",
];

/// The allowed number of lines of more than 120 characters. It may only shrink.
const MAX_LONG_LINES: usize = 112;
/// Returns all Rust sources of the crates except this file, as path and text.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is in crates/");
    let (mut files, mut folders) = (vec![], vec![crates.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("plain_words.rs") {
                files.push((path.clone(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(files.len() > 500, "the sources were not found");
    files
}

/// Returns the identifiers of a line of code; a comment has none.
fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn no_dialect_in_names() {
    for (path, text) in sources() {
        for line in text.lines().filter(|line| !line.contains('"')) {
            for word in identifiers(line) {
                assert!(!BANNED.contains(&word), "{}: `{word}` in: {line}", path.display());
                let limit = ["MOST_", "LONGEST_"].iter().any(|start| word.starts_with(start));
                assert!(!limit, "{}: limits are named `MAX_...`: {line}", path.display());
            }
        }
    }
}

#[test]
fn lines_are_short() {
    let (mut long, mut summaries, mut of) = (0, vec![], 0);
    for (path, text) in sources() {
        // The doc comments of arguments are help texts, in which one paragraph is one line.
        let is_help = path.to_string_lossy().contains("cli/src/args");
        let mut before = "";
        for (k, line) in text.lines().enumerate() {
            long += usize::from(line.chars().count() > 120);
            of += usize::from(line.contains("fn of("));
            let comment = line.trim_start();
            let is_first = !before.starts_with("///") && !is_help;
            let summary = comment.strip_prefix("///").filter(|_| is_first).unwrap_or("");
            if summary.trim().chars().count() > 100 {
                summaries.push(format!("{}:{}", path.display(), k + 1));
            }
            before = comment;
        }
    }
    assert!(long <= MAX_LONG_LINES, "{long} lines have more than 120 characters");
    assert!(summaries.is_empty(), "doc comments begin with a line of more than 100 characters: {summaries:#?}");
    assert_eq!(of, 0, "functions are named `of`; name what they make, as `new` or `from_...`");
}

#[test]
fn types_have_names_of_their_own() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let path = path.to_string_lossy().replace('\\', "/");
        let Some((_, inside)) = path.rsplit_once("/crates/") else { continue };
        let Some((name, _)) = inside.split_once("/src/") else { continue };
        for line in text.lines() {
            let words: Vec<&str> = identifiers(line).collect();
            // An indented `type` is an associated type, whose name is that of its trait.
            if line.starts_with(' ') && words.contains(&"type") {
                continue;
            }
            let defined = words.iter().position(|word| ["struct", "enum", "trait", "type"].contains(word));
            if let Some(word) = defined.and_then(|at| words.get(at + 1)) {
                crates.entry((*word).to_string()).or_default().insert(name.to_string());
            }
        }
    }
    let shared: Vec<&String> = crates.iter().filter(|(_, crates)| crates.len() >= 3).map(|(name, _)| name).collect();
    assert!(shared.is_empty(), "defined in three crates or more: {shared:?}");
}

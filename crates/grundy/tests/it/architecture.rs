//! Checks the invariants of ARCHITECTURE.md that a test can check.

use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate stands in crates/").to_path_buf()
}

/// Returns the crates of this workspace that a crate depends on, without its dev-dependencies.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    let after = manifest.split("[dependencies]").nth(1).unwrap_or("");
    let section = after.split("\n[").next().unwrap_or("");
    let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|n| n.starts_with("grundy")).map(str::to_string).collect()
}

/// Returns all library sources of a crate, as path and text.
fn sources(name: &str) -> Vec<(PathBuf, String)> {
    let mut files = vec![];
    let mut folders = vec![crates().join(name).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    assert!(!files.is_empty(), "{name} has no sources");
    files
}

/// Reports whether `word` occurs in a line and does not continue a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let continues = |at: usize| line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| !continues(at))
}

fn none_uses(crates: &[&str], words: &[&str]) {
    for name in crates {
        for (path, text) in sources(name) {
            for word in words {
                assert!(!code(&text).any(|line| has_word(line, word)), "{} uses {word}", path.display());
            }
        }
    }
}

/// The libraries. They return results; the front ends in `FRONT_ENDS` print them.
const LIBRARIES: [&str; 25] = [
    "allocator",
    "lang",
    "value",
    "rules",
    "graph",
    "syntax",
    "rulelang",
    "board",
    "games",
    "sequence",
    "engines",
    "misere",
    "retrograde",
    "solve",
    "conformance",
    "proof",
    "verify",
    "play",
    "render",
    "json",
    "grundy",
    "ask",
    "web",
    "store",
    "cluster",
];

/// The front ends: the crates that people and programs use directly.
const FRONT_ENDS: [&str; 3] = ["cli", "py", "wasm"];

/// The libraries that open files.
///
/// `store` keeps databases, `cluster` the files by which processes find each other.
const WITH_FILES: [&str; 2] = ["store", "cluster"];

#[test]
fn every_crate_is_in_a_list() {
    let mut listed: Vec<String> = LIBRARIES.iter().chain(&FRONT_ENDS).map(ToString::to_string).collect();
    let mut found: Vec<String> = fs::read_dir(crates())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    listed.sort();
    found.sort();
    assert_eq!(listed, found);
}

#[test]
fn dependencies_point_one_way() {
    assert_eq!(dependencies("allocator"), [""; 0]);
    assert_eq!(dependencies("lang"), [""; 0]);
    assert_eq!(dependencies("value"), [""; 0]);
    assert_eq!(dependencies("rules"), ["grundy-lang", "grundy-value"]);
    assert_eq!(dependencies("graph"), ["grundy-lang", "grundy-rules", "grundy-value"]);
    assert_eq!(dependencies("sequence"), ["grundy-lang", "grundy-rules"]);
    assert_eq!(dependencies("engines"), ["grundy-lang", "grundy-rules", "grundy-sequence", "grundy-value"]);
    // A learned quotient is reported only after the checker has accepted it.
    assert_eq!(
        dependencies("misere"),
        ["grundy-engines", "grundy-lang", "grundy-rules", "grundy-value", "grundy-verify"]
    );
    assert_eq!(dependencies("retrograde"), ["grundy-engines", "grundy-lang", "grundy-rules", "grundy-value"]);
    assert_eq!(
        dependencies("solve"),
        [
            "grundy-engines",
            "grundy-lang",
            "grundy-misere",
            "grundy-retrograde",
            "grundy-rules",
            "grundy-sequence",
            "grundy-value",
            "grundy-verify"
        ]
    );
    assert_eq!(
        dependencies("conformance"),
        ["grundy-engines", "grundy-lang", "grundy-rules", "grundy-solve", "grundy-value"]
    );
    // Only crates that build a library of games depend on `games`.
    assert_eq!(dependencies("syntax"), ["grundy-lang", "grundy-rules"]);
    assert_eq!(dependencies("rulelang"), ["grundy-lang", "grundy-rules", "grundy-syntax"]);
    assert_eq!(dependencies("board"), ["grundy-graph", "grundy-lang", "grundy-rules", "grundy-value"]);
    assert_eq!(
        dependencies("games"),
        ["grundy-board", "grundy-graph", "grundy-lang", "grundy-rulelang", "grundy-rules", "grundy-value"]
    );
    assert_eq!(
        dependencies("proof"),
        ["grundy-lang", "grundy-rulelang", "grundy-rules", "grundy-solve", "grundy-verify"]
    );
    // The checker depends only on crates that parse games.
    assert_eq!(dependencies("verify"), ["grundy-lang", "grundy-rulelang", "grundy-rules"]);
    assert_eq!(
        dependencies("render"),
        [
            "grundy-conformance",
            "grundy-lang",
            "grundy-misere",
            "grundy-play",
            "grundy-proof",
            "grundy-retrograde",
            "grundy-rulelang",
            "grundy-rules",
            "grundy-solve",
            "grundy-value",
            "grundy-verify"
        ]
    );
    // JSON contains explanations and pictures, so `json` depends on `render`; `render` does not depend on `json`.
    assert_eq!(
        dependencies("json"),
        [
            "grundy-conformance",
            "grundy-lang",
            "grundy-misere",
            "grundy-play",
            "grundy-proof",
            "grundy-render",
            "grundy-retrograde",
            "grundy-rulelang",
            "grundy-rules",
            "grundy-solve",
            "grundy-value",
            "grundy-verify"
        ]
    );
    assert_eq!(dependencies("play"), ["grundy-lang", "grundy-rules", "grundy-solve", "grundy-verify"]);
    assert_eq!(dependencies("store"), ["grundy-lang", "grundy-retrograde", "grundy-rules", "grundy-solve"]);
    assert_eq!(dependencies("cluster"), ["grundy-lang", "grundy-retrograde", "grundy-rules", "grundy-store"]);
    assert_eq!(
        dependencies("ask"),
        [
            "grundy-conformance",
            "grundy-games",
            "grundy-graph",
            "grundy-json",
            "grundy-lang",
            "grundy-misere",
            "grundy-play",
            "grundy-proof",
            "grundy-render",
            "grundy-rulelang",
            "grundy-rules",
            "grundy-solve",
            "grundy-store",
            "grundy-value",
            "grundy-verify"
        ]
    );
    // The facade answers through the same requests as the other front ends.
    assert!(dependencies("grundy").contains(&"grundy-ask".to_string()));
    assert_eq!(dependencies("web"), ["grundy", "grundy-ask"]);
    assert_eq!(dependencies("cli"), ["grundy", "grundy-allocator", "grundy-ask", "grundy-cluster", "grundy-web"]);
    assert_eq!(dependencies("py"), ["grundy", "grundy-ask"]);
}

#[test]
fn only_front_ends_print() {
    none_uses(&LIBRARIES, &["println!", "print!(", "eprint", "dbg!", "stdout()", "stderr()"]);
}

#[test]
fn only_front_ends_store_and_cluster_open_files() {
    let others = LIBRARIES.into_iter().filter(|name| !WITH_FILES.contains(name));
    let (web, rest): (Vec<&str>, Vec<&str>) = others.partition(|name| *name == "web");
    none_uses(&rest, &["std::fs", "File::", "std::net", "std::process"]);
    // A server must not open files on behalf of a client.
    none_uses(&web, &["std::fs", "File::", "std::process", "parse_with"]);
    // Only `cluster` talks to other machines and starts processes; `store` does not.
    none_uses(&["store"], &["std::net", "process::Command"]);
}

/// The files and folders at the root of the repository. Any other entry was committed by mistake.
const ROOT: [&str; 21] = [
    ".cargo",
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "README.zh-CN.md",
    "bench",
    "corpus",
    "crates",
    "docs",
    "fuzz",
    "mkdocs.yml",
    "rustfmt.toml",
    "web",
    "xtask",
];

#[test]
fn the_root_has_only_the_listed_files() {
    let root = crates().parent().expect("the root").to_path_buf();
    let listed = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(&root).output();
    let mut found: Vec<String> = match listed {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => String::from_utf8_lossy(&output.stdout)
            .split('\0')
            .filter_map(|path| path.split('/').next())
            .filter(|name| !name.is_empty())
            .map(String::from)
            .collect(),
        // Without a repository, take every file except what cargo built.
        _ => fs::read_dir(&root)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !["target", ".git"].contains(&name.as_str()))
            .collect(),
    };
    found.sort();
    found.dedup();
    assert_eq!(found, ROOT);
}

#[test]
fn no_front_end_names_a_game() {
    for entry in grundy::unstable::games::library().games() {
        none_uses(&["cli", "ask", "py", "web"], &[&format!("games::{}", entry.info().name)]);
    }
}

#[test]
fn only_one_module_reads_the_clock() {
    for name in LIBRARIES.iter().chain(&FRONT_ENDS) {
        for (path, text) in sources(name) {
            let is_clock = path.ends_with("rules/src/clock.rs");
            assert!(is_clock || !text.contains("time::Instant"), "{} has a clock of its own", path.display());
        }
    }
}

/// Returns the lines of a source that are neither comments nor tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| *line != "#[cfg(test)]").filter(|line| !line.trim_start().starts_with("//"))
}

/// The libraries that may use the sort of the standard library.
const WITH_OWN_SORT: [&str; 4] = ["lang", "sequence", "web", "store"];

/// Checks that libraries sort through `CompactSort`, which shares one sort among all element types.
///
/// In the WebAssembly engine of the web page, each instance of the standard library's sort takes four kilobytes.
#[test]
fn libraries_use_the_shared_sort() {
    for name in LIBRARIES.iter().filter(|name| !WITH_OWN_SORT.contains(name)) {
        for (path, text) in sources(name) {
            if path.ends_with("value/src/compact_sort.rs") || path.ends_with("tests.rs") {
                continue;
            }
            let non_test_code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let sorts = |line: &str| [".sort()", ".sort_unstable", ".sort_by"].iter().any(|sort| line.contains(sort));
            assert!(!code(non_test_code).any(sorts), "{} sorts by itself", path.display());
        }
    }
}

/// Checks that no code compares the text of an error or a move, which is for people.
///
/// Code tells errors apart by kind, limit and suggestion, and moves by place and typed move.
#[test]
fn no_code_compares_messages() {
    let compared = |line: &str, what: &str| {
        line.match_indices(what).any(|(at, _)| {
            let rest = line[at + what.len()..].trim_start_matches(".to_string()").trim_start_matches(".as_str()");
            [".contains(", ".starts_with(", ".ends_with(", ".find(", " == ", " != "]
                .iter()
                .any(|by| rest.starts_with(by))
        })
    };
    assert!(compared("if error.message.to_string().contains(\"table\")", ".message"));
    for name in LIBRARIES.iter().chain(&FRONT_ENDS) {
        for (path, text) in sources(name).into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
            // The equality of errors compares their messages.
            let is_error_module = path.ends_with("rules/src/error.rs");
            for line in code(&text).filter(|line| !is_error_module || !line.contains("other.message")) {
                assert!(!compared(line, ".message") && !compared(line, "mv.text"), "{}: {line}", path.display());
            }
        }
    }
}

/// Checks that no library names a command-line flag.
///
/// Libraries return a `Suggestion`, and front ends put it into words.
#[test]
fn no_library_names_a_flag() {
    for name in LIBRARIES {
        for (path, text) in sources(name) {
            for line in code(&text) {
                let mut flags = line.match_indices("--").filter(|(at, _)| {
                    let rest = line[at + 2..].chars().next();
                    // A custom property of CSS is not a flag.
                    let before = line[..*at].strip_suffix("var(").unwrap_or(&line[..*at]);
                    before.len() == *at
                        && before.ends_with([' ', '"', '`', '('])
                        && rest.is_some_and(|c| c.is_ascii_lowercase())
                });
                assert!(flags.next().is_none(), "{}: {line}", path.display());
            }
        }
    }
}

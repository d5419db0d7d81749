//! Follows `docs/adding-a-game.md` from an empty folder.
//!
//! The test writes the page's files, runs its commands in order, and compares their output with the page.
//! `GRUNDY_PAGE=write cargo test -p grundy --test it -- --ignored adding_a_game::` updates the output in the page.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the fenced blocks of a page: the text after the opening fence, and the lines of the block.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = vec![];
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            found.push((kind, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    found
}

/// Returns the commands of a block, each with the output lines that the page shows.
fn commands<'p>(block: &[&'p str]) -> Vec<(&'p str, Vec<&'p str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = vec![];
    for line in block {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command, vec![])),
            (None, Some((_, printed))) => printed.push(line),
            (None, None) => panic!("{line:?} is printed by no command"),
        }
    }
    found
}

/// Reports whether a printed line matches the page, where `[..]` matches any text.
fn is_like(line: &str, expected: &str) -> bool {
    let Some((first, rest)) = expected.split_once("[..]") else { return line == expected };
    let Some(mut line) = line.strip_prefix(first) else { return false };
    let mut components: Vec<&str> = rest.split("[..]").collect();
    let last = components.pop().unwrap_or("");
    for component in components {
        let Some(at) = line.find(component) else { return false };
        line = &line[at + component.len()..];
    }
    line.ends_with(last)
}

#[test]
#[ignore = "slow: builds the library once more"]
fn the_page_works_from_an_empty_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let at = root.join("docs/adding-a-game.md");
    let page = fs::read_to_string(&at).unwrap();
    // Reuse the target directory and the profile of the tests, so that Grundy's dependencies are already built. Grundy
    // itself is built once more, because it is outside the workspace of the new crate; without optimisation, since that
    // saves more build time than it costs at run time.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (_, profile) = manifest.split_once("[profile.dev]").unwrap();
    let (profile, _) = profile.split_once("\n#").unwrap();
    let empty = std::env::temp_dir().join(format!("grundy-adding-a-game-{}", std::process::id()));
    fs::create_dir_all(empty.join(".cargo")).unwrap();
    let mut profile = format!("[profile.dev]{}\n", profile.replace("opt-level = 2", "opt-level = 0"));
    for component in ["", "-games", "-lang", "-play", "-render", "-store"] {
        profile += &format!("grundy{component}.opt-level = 0\n");
    }
    fs::write(empty.join(".cargo/config.toml"), profile).unwrap();
    let mut folder: PathBuf = empty.clone();
    let (mut ran, mut written) = (0, page.clone());
    for (kind, lines) in blocks(&page) {
        if let Some((_, file)) = kind.split_once(" file=") {
            // The page expects a clone of Grundy next to the new crate; use this one.
            let text = lines.join("\n").replace("\"../grundy/", &format!("\"{}/", root.display()));
            fs::write(folder.join(file), text + "\n").unwrap();
            continue;
        }
        assert_eq!(kind, "console", "a block is a file or commands");
        for (command, expected) in commands(&lines) {
            if let Some(to) = command.strip_prefix("cd ") {
                folder.push(to);
                // Use the dependency versions that Grundy is tested with, so that cargo fetches nothing.
                fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(&folder).env("CARGO_TARGET_DIR", target);
            shell.env("CARGO_NET_OFFLINE", "true").env("LANGUAGE", "en");
            let output = shell.output().unwrap();
            let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{command}\n{printed}\n{errors}");
            // On a slow machine, the test program also prints that a test takes long.
            let is_wait = |line: &&str| line.ends_with("has been running for over 60 seconds");
            let printed: Vec<&str> = printed.trim_matches('\n').lines().filter(|line| !is_wait(line)).collect();
            ran += 1;
            if std::env::var_os("GRUNDY_PAGE").is_some() {
                let old: String = expected.iter().map(|line| format!("{line}\n")).collect();
                let new: String = printed.iter().map(|line| format!("{line}\n")).collect();
                written = written.replace(&format!("$ {command}\n{old}"), &format!("$ {command}\n{new}"));
                continue;
            }
            let same = printed.len() == expected.len()
                && printed.iter().zip(&expected).all(|(line, expected)| is_like(line, expected));
            assert!(same, "{command} prints\n{}\nthe page has\n{}", printed.join("\n"), expected.join("\n"));
        }
    }
    fs::remove_dir_all(&empty).unwrap();
    if written != page {
        fs::write(&at, written).unwrap();
    }
    assert!(ran >= 4, "only {ran} commands were found");
}

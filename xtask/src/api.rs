//! The public API of the library, one line an item, as files in `docs/api`: what changes there is seen when it is read.
//!
//! It is read from what rustdoc tells programs. That is not stable: the compiler is allowed to for this one command, and the
//! files are compared by the compiler only that they were written with.
//!
//! Cargo runs once, with this program as its `RUSTDOC`: for each crate of the list it runs rustdoc twice, for HTML and for JSON. A separate target
//! folder, or other flags, would compile all dependencies again.

use super::{Done, command, root, run};
use public_api::{Builder, PublicItem};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The crates whose items have paths that begin with `grundy`.
const CRATES: [&str; 17] = [
    "grundy",
    "grundy-conformance",
    "grundy-engines",
    "grundy-games",
    "grundy-graph",
    "grundy-lang",
    "grundy-misere",
    "grundy-play",
    "grundy-proof",
    "grundy-render",
    "grundy-retrograde",
    "grundy-rulelang",
    "grundy-rules",
    "grundy-solve",
    "grundy-store",
    "grundy-value",
    "grundy-verify",
];

/// Writes the files anew.
pub fn write() -> Done {
    let version = version()?;
    for (name, text) in listed(&version)? {
        let path = root().join("docs/api").join(format!("{name}.txt"));
        std::fs::create_dir_all(path.parent().expect("a folder")).map_err(|error| error.to_string())?;
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Holds the files against the sources.
pub fn check() -> Done {
    let version = version()?;
    let written = std::fs::read_to_string(root().join("docs/api/grundy.txt")).unwrap_or_default();
    if !written.starts_with(&first_line(&version)) {
        let by = written.lines().next().unwrap_or("no compiler").trim_start_matches("# ");
        let message = format!("docs/api is written by {by}, this is {version}");
        if std::env::var_os("CI").is_some() {
            return Err(message);
        }
        eprintln!("xtask: skipped the public API: {message}");
        return Ok(());
    }
    let mut changed = String::new();
    for (name, text) in listed(&version)? {
        let written = std::fs::read_to_string(root().join("docs/api").join(format!("{name}.txt"))).unwrap_or_default();
        if written != text {
            let _ = writeln!(changed, "docs/api/{name}.txt");
            compare(&mut changed, &written, &text);
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    eprint!("{changed}");
    Err("the public API has changed; if it should, run `cargo xtask api` and say so in CHANGELOG.md".into())
}

/// What is gone and what is new, a line each.
fn compare(changed: &mut String, written: &str, text: &str) {
    for (sign, these, those) in [('-', written, text), ('+', text, written)] {
        let those: std::collections::HashSet<&str> = those.lines().collect();
        for line in these.lines().filter(|line| !those.contains(line)) {
            let _ = writeln!(changed, "{sign} {line}");
        }
    }
}

fn first_line(version: &str) -> String {
    format!("# {version}\n")
}

/// The compiler, without its day.
fn version() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    Ok(words.join(" "))
}

/// Set where this program is called as rustdoc.
const AS_RUSTDOC: &str = "GRUNDY_AS_RUSTDOC";

/// Documents all crates with all their features as HTML, and those of the list as JSON; returns the output folder.
pub fn document() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut doc = command("cargo", &["doc", "--workspace", "--all-features", "--no-deps", "--locked"]);
    run(doc.env("RUSTDOCFLAGS", "-D warnings").env("RUSTDOC", own).env(AS_RUSTDOC, "1"))?;
    Ok(crate::wasm::target()?.join("doc"))
}

/// Acts as rustdoc if cargo called this program as such; otherwise returns `None`.
pub fn as_rustdoc() -> Option<ExitCode> {
    std::env::var_os(AS_RUSTDOC)?;
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = Command::new("rustdoc").args(&args).status().is_ok_and(|status| status.success());
    let is_listed = args
        .iter()
        .zip(args.iter().skip(1))
        .any(|(flag, name)| flag == "--crate-name" && CRATES.iter().any(|listed| *name == *listed.replace('-', "_")));
    if !done || !is_listed {
        return Some(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let mut json = Command::new("rustdoc");
    json.args(&args).args(["-Z", "unstable-options", "--output-format", "json"]).env("RUSTC_BOOTSTRAP", "1");
    // The run for HTML has printed the errors already.
    let done = json.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    Some(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The items of each crate, one a line.
fn listed(version: &str) -> Result<Vec<(&'static str, String)>, String> {
    let folder = document()?;
    let lists = CRATES.map(|name| {
        let path = folder.join(format!("{}.json", name.replace('-', "_")));
        Ok((name, first_line(version) + &items(&path)?))
    });
    lists.into_iter().collect()
}

fn items(path: &Path) -> Result<String, String> {
    let api = Builder::from_rustdoc_json(path)
        // What every type has, or derives, says nothing of it.
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines: Vec<String> = api.items().map(PublicItem::to_string).collect();
    lines.dedup();
    Ok(lines.iter().fold(String::new(), |text, line| text + line + "\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn changes_are_told_by_line() {
        let mut changed = String::new();
        super::compare(&mut changed, "# rustc 1\na\nb\n", "# rustc 1\nb\nc\n");
        assert_eq!(changed, "- a\n+ c\n");
    }
}

//! The public API of the library, one item per line, in `docs/api/grundy.txt`.
//!
//! Reviews of that file show each change of the API.
//!
//! The list is extracted from rustdoc's JSON output, which is unstable. Only this command enables that output, and the
//! file is compared only by the compiler version that wrote it.
//!
//! Cargo runs once, with this program as its `RUSTDOC`. For each crate of [`CRATES`], this program runs rustdoc twice,
//! for HTML and for JSON. A separate target folder, or other flags, would compile all dependencies again.

use crate::process::{Done, command, root, run, target};
use public_api::{Builder, PublicItem};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The library, and the crates whose items it re-exports.
const CRATES: [&str; 21] = [
    "grundy",
    "grundy-ask",
    "grundy-conformance",
    "grundy-engines",
    "grundy-games",
    "grundy-graph",
    "grundy-json",
    "grundy-lang",
    "grundy-misere",
    "grundy-play",
    "grundy-proof",
    "grundy-render",
    "grundy-retrograde",
    "grundy-rulelang",
    "grundy-rules",
    "grundy-sequence",
    "grundy-solve",
    "grundy-store",
    "grundy-syntax",
    "grundy-value",
    "grundy-verify",
];

/// The path of the file, relative to the root.
const FILE: &str = "docs/api/grundy.txt";

/// Maximum number of lines; a larger API would be too hard to keep stable.
const MAX_LINES: usize = 1000;

/// Writes the current API to the file.
pub fn write() -> Done {
    let path = root().join(FILE);
    std::fs::write(&path, listed(&version()?)?).map_err(|error| format!("{FILE}: {error}"))
}

/// Compares the file with the sources.
pub fn check() -> Done {
    let version = version()?;
    let written = std::fs::read_to_string(root().join(FILE)).unwrap_or_default();
    if !written.starts_with(&first_line(&version)) {
        let by = written.lines().next().unwrap_or("no compiler").trim_start_matches("# ");
        let message = format!("docs/api is written by {by}, this is {version}");
        if std::env::var_os("CI").is_some() {
            return Err(message);
        }
        eprintln!("xtask: skipped the public API: {message}");
        crate::passed::record_skipped();
        return Ok(());
    }
    let text = listed(&version)?;
    if text.lines().count() > MAX_LINES {
        return Err(format!(
            "{FILE} has more than {MAX_LINES} lines: what need not be public belongs to `grundy::unstable`"
        ));
    }
    if written == text {
        return Ok(());
    }
    let mut changed = format!("{FILE}\n");
    compare(&mut changed, &written, &text);
    eprint!("{changed}");
    Err("the public API has changed; if it should, run `cargo xtask api` and say so in CHANGELOG.md".into())
}

/// Appends the removed and the added lines.
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

/// Returns the name and version of the compiler, without its date.
fn version() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    Ok(words.join(" "))
}

/// The environment variable that makes this program act as rustdoc.
const AS_RUSTDOC: &str = "GRUNDY_AS_RUSTDOC";

/// Documents all crates with all features, and returns the output folder.
///
/// The output is HTML, and also JSON for the crates of [`CRATES`].
pub fn document() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut doc = command("cargo", &["doc", "--workspace", "--all-features", "--no-deps", "--locked"]);
    run(doc.env("RUSTDOCFLAGS", "-D warnings").env("RUSTDOC", program).env(AS_RUSTDOC, "1"))?;
    Ok(target()?.join("doc"))
}

/// Acts as rustdoc if cargo called this program as rustdoc; otherwise returns `None`.
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
    let done = json.status().is_ok_and(|status| status.success());
    Some(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the public items of the library, one per line, without the module `unstable`.
///
/// The list contains the library's own items and the items that it re-exports.
///
/// Methods of traits are listed with the trait, not again with every type that implements it.
fn listed(version: &str) -> Result<String, String> {
    let folder = document()?;
    let crates: Result<HashMap<String, Crate>, String> = CRATES
        .iter()
        .map(|name| {
            let name = name.replace('-', "_");
            Ok((name.clone(), Crate::read(&folder.join(format!("{name}.json")))?))
        })
        .collect();
    let crates = crates?;
    let mut lines: Vec<String> = vec![];
    for line in &crates["grundy"].lines {
        let path = path_of(line);
        let is_stable = |module: &str| path.split("::").nth(1) != Some(module);
        // The prelude repeats items of other modules.
        if !is_stable("unstable") || !is_stable("prelude") {
            continue;
        }
        lines.push(line.clone());
        if let Some(source) = line.strip_prefix("pub use ").and_then(|path| crates["grundy"].reexports.get(path)) {
            lines.extend(reexported(source, &crates).iter().cloned());
        }
    }
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    Ok(lines.iter().fold(first_line(version), |text, line| text + line + "\n"))
}

/// The public items of a crate.
struct Crate {
    /// The items, one per line, with the members of a type after it.
    lines: Vec<String>,
    /// The source of each re-export, by the path of the re-export.
    reexports: HashMap<String, String>,
}

impl Crate {
    fn read(path: &Path) -> Result<Crate, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let api = Builder::from_rustdoc_json(path)
            // Leave out blanket and derived implementations and auto traits, which make the list long.
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .map_err(|error| failed(&error))?;
        let mut lines: Vec<String> = api.items().map(PublicItem::to_string).collect();
        lines.dedup();
        let mut in_trait_impl = false;
        lines.retain(|line| {
            let is_header = is_header(line);
            in_trait_impl = if is_header { line.starts_with("impl") && line.contains(" for ") } else { in_trait_impl };
            is_header || !in_trait_impl
        });
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let json: serde_json::Value = serde_json::from_str(&text).map_err(|error| failed(&error))?;
        let mut reexports = HashMap::new();
        let names: HashSet<&str> = lines.iter().filter_map(|line| line.strip_prefix("pub use ")).collect();
        for item in json["index"].as_object().into_iter().flat_map(|index| index.values()) {
            let used = &item["inner"]["use"];
            let (Some(name), Some(source)) = (used["name"].as_str(), used["source"].as_str()) else { continue };
            for path in names.iter().filter(|path| path.rsplit("::").next() == Some(name)) {
                reexports.insert((*path).to_string(), source.to_string());
            }
        }
        Ok(Crate { lines, reexports })
    }
}

/// Reports whether a line starts an item or an implementation and is not a member of one.
fn is_header(line: &str) -> bool {
    const ITEMS: [&str; 8] =
        ["impl", "pub struct ", "pub enum ", "pub trait ", "pub mod ", "pub use ", "pub macro ", "pub union "];
    ITEMS.iter().any(|item| line.starts_with(item))
}

/// Returns the path that a line is about, the first path in it.
fn path_of(line: &str) -> &str {
    let from = line.find("grundy").unwrap_or(0);
    let rest = &line[from..];
    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or("").trim_end_matches(':')
}

/// Returns the lines of an item of another crate: the item, its members and its implementations.
fn reexported<'a>(source: &str, crates: &'a HashMap<String, Crate>) -> &'a [String] {
    let Some(found) = source.split("::").next().and_then(|name| crates.get(name)) else { return &[] };
    let is_item = |line: &String| {
        let item = line.trim_start_matches("pub ").split(' ').next().unwrap_or("");
        item != "use" && !line.starts_with("impl") && path_of(line) == source
    };
    let Some(from) = found.lines.iter().position(is_item) else {
        // The crate itself re-exports the item from another crate.
        return found.reexports.get(source).map_or(&[], |source| reexported(source, crates));
    };
    let inside = format!("{source}::");
    let name = source.rsplit("::").next().unwrap_or(source);
    let is_of_item = |line: &String| match line.starts_with("impl") {
        true => line.contains(name),
        false => path_of(line).starts_with(&inside) || path_of(line).contains(&format!("::{name}::")),
    };
    let to = found.lines[from + 1..].iter().position(|line| !is_of_item(line));
    &found.lines[from..to.map_or(found.lines.len(), |to| from + 1 + to)]
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

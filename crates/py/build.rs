//! Builds the board for notebooks from the page in `web/` and from `widget/shell.js`.
//!
//! Each module of the page becomes a function that returns the exports of the module. A page has a single game in
//! progress, but a notebook can show several boards. Each board calls the functions again, so it has its own modules.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "../../xtask/src/strip_comments.rs"]
mod strip_comments;

/// The modules from which the board is built; the board also contains all modules that they import.
const ENTRY_MODULES: [&str; 2] = ["views/play.js", "vendor/preact.js"];
/// The parameters of a module's function. Through them, the shell replaces objects of the browser.
const FUNCTION_PARAMS: &str =
    "use, {document, location, history, localStorage, fetch, addEventListener, removeEventListener, dispatchEvent}";

fn main() {
    // The functions of Python are resolved when Python loads the module. The linker of macOS needs these options to
    // allow this.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "macos") {
        println!("cargo:rustc-cdylib-link-arg=-undefined");
        println!("cargo:rustc-cdylib-link-arg=dynamic_lookup");
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, shell) = (crates.join("../../web"), crates.join("widget/shell.js"));
    let mut modules = BTreeMap::new();
    let mut pending: Vec<String> = ENTRY_MODULES.iter().map(ToString::to_string).collect();
    while let Some(name) = pending.pop() {
        let Entry::Vacant(place) = modules.entry(name) else { continue };
        let (function, uses) = module(place.key(), &read(&page.join(place.key())));
        place.insert(function);
        pending.extend(uses);
    }
    let style = quoted(&read(&page.join("style.css")));
    let mut output = format!("const style = {style};\nconst modules = {{\n");
    for (name, function) in &modules {
        output += &format!("\"{name}\": {function},\n");
    }
    output += "};\n";
    output += &strip_comments::without_comments(&read(&shell));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    fs::write(out.join("widget.js"), output).expect("the board is written");
}

fn read(path: &Path) -> String {
    println!("cargo:rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Converts a module to a function that returns its exports; also returns the modules that it imports.
fn module(name: &str, text: &str) -> (String, Vec<String>) {
    let vendored = name.starts_with("vendor/");
    let text = if vendored { text.to_string() } else { strip_comments::without_comments(text) };
    let (mut body, mut uses, mut exports) = (String::new(), vec![], vec![]);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut line = line.to_string();
        if line.starts_with("import ") {
            while !line.ends_with("\";") {
                line += lines.next().unwrap_or_else(|| panic!("{name}: an import has no end"));
            }
            let read = line.strip_prefix("import {").and_then(|rest| rest.strip_suffix("\";"));
            let (names, from) =
                read.and_then(|rest| rest.split_once("} from \"")).unwrap_or_else(|| panic!("{name}: {line}"));
            let from = resolve_import(name, from);
            body += &format!("const {{{}}} = await use(\"{from}\");\n", names.replace(" as ", ": "));
            uses.push(from);
            continue;
        }
        if let Some(declared) = line.strip_prefix("export ") {
            let word = ["const ", "async function ", "function ", "class "];
            let rest = word.iter().find_map(|word| declared.strip_prefix(word));
            let rest = rest.unwrap_or_else(|| panic!("{name}: {line}"));
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            exports.push(rest[..end].to_string());
            line = declared.to_string();
        } else if let Some((code, list)) = line.split_once("export{").filter(|_| vendored) {
            let (list, after) = list.split_once('}').unwrap_or_else(|| panic!("{name}: {line}"));
            assert!(matches!(after, "" | ";"), "{name}: something stands behind its exports");
            exports.extend(list.split(',').map(|one| match one.split_once(" as ") {
                Some((own, exported)) => format!("{exported}: {own}"),
                None => one.to_string(),
            }));
            line = code.to_string();
        }
        // This loop converts dynamic imports.
        while let Some((before, rest)) = line.split_once("import(\"") {
            let (from, after) = rest.split_once('"').unwrap_or_else(|| panic!("{name}: {line}"));
            let from = resolve_import(name, from);
            line = format!("{before}use(\"{from}\"{after}");
            uses.push(from);
        }
        body += &line;
        body.push('\n');
    }
    assert!(!exports.is_empty(), "{name} exports nothing");
    (format!("async ({FUNCTION_PARAMS}) => {{\n{body}return {{{}}};\n}}", exports.join(", ")), uses)
}

/// Resolves `./x.js` or `../x.js` in a module to a path relative to the folder of the page.
fn resolve_import(module: &str, name: &str) -> String {
    let mut path: Vec<&str> = module.split('/').collect();
    path.pop();
    for step in name.split('/') {
        match step {
            "." => {}
            ".." => drop(path.pop()),
            step => path.push(step),
        }
    }
    path.join("/")
}

/// Writes a text as a JavaScript string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', ""))
}

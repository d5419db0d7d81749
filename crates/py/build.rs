//! Puts the board of notebooks together: the page's own modules from `web/`, each as a function, its style, and around them
//! `widget/shell.js`. A page has one play; a notebook shows several boards, each of which calls the functions anew.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "../../xtask/src/strip_comments.rs"]
mod strip_comments;

/// What the board is made of, with all that these use.
const BEGIN: [&str; 2] = ["views/play.js", "vendor/preact.js"];
/// What modules find of the browser is what the shell gives them: an address, a storage and a server of their own.
const GIVEN: &str =
    "use, {document, location, history, localStorage, fetch, addEventListener, removeEventListener, dispatchEvent}";

fn main() {
    // Python's own functions are found when it loads the module; only this system's linker wants to be told so.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "macos") {
        println!("cargo:rustc-cdylib-link-arg=-undefined");
        println!("cargo:rustc-cdylib-link-arg=dynamic_lookup");
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, shell) = (crates.join("../../web"), crates.join("widget/shell.js"));
    let mut modules = BTreeMap::new();
    let mut wanted: Vec<String> = BEGIN.iter().map(ToString::to_string).collect();
    while let Some(name) = wanted.pop() {
        let Entry::Vacant(place) = modules.entry(name) else { continue };
        let (function, uses) = module(place.key(), &read(&page.join(place.key())));
        place.insert(function);
        wanted.extend(uses);
    }
    let style = quoted(&read(&page.join("style.css")));
    let mut made = format!("const style = {style};\nconst modules = {{\n");
    for (name, function) in &modules {
        made += &format!("\"{name}\": {function},\n");
    }
    made += "};\n";
    made += &strip_comments::without_comments(&read(&shell));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    fs::write(out.join("widget.js"), made).expect("the board is written");
}

fn read(path: &Path) -> String {
    println!("cargo:rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A module as a function that gives what it exports, and the modules that it uses.
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
            let from = beside(name, from);
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
                Some((own, told)) => format!("{told}: {own}"),
                None => one.to_string(),
            }));
            line = code.to_string();
        }
        // What comes later, when it is wanted.
        while let Some((before, rest)) = line.split_once("import(\"") {
            let (from, after) = rest.split_once('"').unwrap_or_else(|| panic!("{name}: {line}"));
            let from = beside(name, from);
            line = format!("{before}use(\"{from}\"{after}");
            uses.push(from);
        }
        body += &line;
        body.push('\n');
    }
    assert!(!exports.is_empty(), "{name} exports nothing");
    (format!("async ({GIVEN}) => {{\n{body}return {{{}}};\n}}", exports.join(", ")), uses)
}

/// What a module calls `./x.js` or `../x.js`, from the folder of the page.
fn beside(module: &str, name: &str) -> String {
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

/// A text as JavaScript writes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', ""))
}

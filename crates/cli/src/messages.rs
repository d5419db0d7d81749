//! Tests that the translation catalogues are complete.
//!
//! Collects every message in the sources, in the `GameInfo` and `TheoremInfo` of the library and in the help
//! texts. `cargo xtask messages` lets the test add missing messages to the files, for translators.

use crate::args::Args;
use clap::{Command, CommandFactory};
use grundy::unstable::games::library;
use grundy::unstable::lang::{FILES, Language};
use grundy::unstable::rules::TheoremInfo;
use grundy::unstable::solve::SUM_THEOREMS;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Collects the source files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Parses the string literal at the start of a source text, with the escapes that messages use.
fn literal(source: &str) -> Option<String> {
    let mut chars = source.strip_prefix('"')?.chars().peekable();
    let mut out = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(out),
            '\\' => match chars.next()? {
                'n' => out.push('\n'),
                '\n' => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                c => out.push(c),
            },
            c => out.push(c),
        }
    }
}

/// Returns the messages of a source file, outside tests and comments.
///
/// Messages are the literals of `text!` and `language.translate`.
fn messages(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let mut found = vec![];
    for mark in ["text!(", "language.translate("] {
        for (at, _) in code.match_indices(mark) {
            let mut rest = code[at + mark.len()..].trim_start();
            // `language.translate(if .. { "a" } else { "b" })` contains two messages.
            if let Some(condition) = rest.strip_prefix("if ") {
                let Some((_, first)) = condition.split_once("{ ") else { continue };
                found.extend(literal(first));
                rest = first.split_once("else { ").map_or("", |(_, second)| second);
            }
            found.extend(literal(rest));
        }
    }
    found
}

/// Maps each message to its file in `po/zh` and the source where it occurs.
type MessageIndex = BTreeMap<String, (String, String)>;

fn all_messages() -> MessageIndex {
    let mut index = MessageIndex::new();
    let mut add = |message: &str, file: &str, place: &str| {
        if message.chars().any(char::is_alphabetic) || message == ", " {
            index.entry(message.to_string()).or_insert((file.to_string(), place.to_string()));
        }
    };
    let theorem = |add: &mut dyn FnMut(&str, &str, &str), info: &TheoremInfo, file: &str, place: &str| {
        for text in [info.statement, info.scope, info.strategy] {
            add(text, file, place);
        }
        // Names and years are the same in every language.
        let is_word = |word: &str| word.len() > 2 && word != "and" && word.chars().all(|c| c.is_ascii_lowercase());
        if info.source.split(|c: char| !c.is_alphabetic()).any(is_word) {
            add(info.source, file, place);
        }
    };
    for entry in library().games() {
        let info = entry.info();
        let place = format!("the card of {}", info.name);
        add(info.title, "games", &place);
        add(info.rules, "games", &place);
        if info.notation.contains(" or ") {
            add(info.notation, "games", &place);
        }
        for info in entry.theorems() {
            theorem(&mut add, info, "games", &format!("the card of {}", info.name));
        }
    }
    for info in SUM_THEOREMS {
        theorem(&mut add, info, "engines", &format!("the card of {}", info.name));
    }
    for name in [
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
        "store",
        "cluster",
        "render",
        "json",
        "grundy",
        "ask",
        "web",
        "cli",
        "lang",
        "py",
    ] {
        let mut paths = vec![];
        sources(&crates().join(name).join("src"), &mut paths);
        paths.sort();
        for path in paths {
            let place = path.strip_prefix(crates()).unwrap().display().to_string();
            if place.ends_with("messages.rs") {
                continue;
            }
            for message in messages(&std::fs::read_to_string(&path).unwrap()) {
                add(&message, name, &place);
            }
        }
    }
    // Build the command line, which adds the parser's own texts.
    let mut command = crate::language::command(Args::command(), Language::English);
    command.build();
    help(&command, &mut |message, place| add(message, "help", place));
    for word in ["Commands", "Arguments", "Options"] {
        add(word, "help", "headings");
    }
    for word in ["OPTIONS", "COMMAND"] {
        add(word, "help", "names of values");
    }
    index
}

/// Passes the help texts of a command and of all its subcommands to `add`.
fn help(command: &Command, add: &mut dyn FnMut(&str, &str)) {
    let place = format!("grundy {}", command.get_name());
    let after_help = command.get_after_long_help().or(command.get_after_help());
    let texts = [command.get_about(), command.get_long_about(), after_help];
    let texts_of_arguments = command.get_arguments().flat_map(|arg| [arg.get_help(), arg.get_long_help()]);
    for text in texts.into_iter().chain(texts_of_arguments).flatten() {
        add(&text.to_string(), &place);
    }
    for heading in command.get_arguments().filter_map(clap::Arg::get_help_heading) {
        add(heading, "headings of options");
    }
    let valued = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    for name in valued.filter_map(clap::Arg::get_value_names).flatten() {
        add(name, "names of values");
    }
    command.get_subcommands().filter(|sub| sub.get_name() != "help").for_each(|sub| help(sub, add));
    if let Some(sub) = command.get_subcommands().find(|sub| sub.get_name() == "help") {
        add(&sub.get_about().map_or(String::new(), ToString::to_string), &place);
    }
}

/// Returns the names in braces of a message, in alphabetical order.
fn names(message: &str) -> Vec<String> {
    let message = message.replace("{{", "").replace("}}", "");
    let mut names: Vec<String> =
        message.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_string())).collect();
    names.sort();
    names
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[test]
fn every_message_has_a_translation() {
    let index = all_messages();
    let mut missing: BTreeMap<&str, String> = BTreeMap::new();
    // Authors of games need not write Chinese; untranslated texts are shown in English.
    let warned = ["games"];
    for (message, (file, place)) in &index {
        if Language::Chinese.translation(message).is_none() {
            let entry = format!("\n#: {place}\nmsgid {}\nmsgstr \"\"\n", quoted(message));
            missing.entry(file).or_default().push_str(&entry);
        }
    }
    let (mut faults, mut count, mut known) = (vec![], BTreeMap::new(), BTreeSet::new());
    for (file, content) in FILES {
        let catalogue = match polib::po_file::parse_from_reader(content.as_bytes()) {
            Ok(catalogue) => catalogue,
            Err(error) => panic!("po/zh/{file}.po: {error}"),
        };
        for (id, translation) in entries(&catalogue) {
            *count.entry(id.clone()).or_insert(0) += 1;
            known.insert(quoted(&id));
            match index.contains_key(&id) {
                false => faults.push(format!("po/zh/{file}.po: no code uses {id:?}")),
                // Texts of games and help contain no placeholders.
                true if names(&id) != names(&translation) && !translation.is_empty() && !is_plain(&id) => {
                    faults.push(format!("po/zh/{file}.po: {id:?} and {translation:?} have different names"));
                }
                true => {}
            }
        }
    }
    faults.extend(count.iter().filter(|(_, n)| **n > 1).map(|(id, _)| format!("{id:?} is translated twice")));
    if std::env::var_os("GRUNDY_MESSAGES").is_some() {
        for (file, entries) in &missing {
            // Messages that are already listed without a translation stay where they are.
            let is_new = |entry: &&str| !known.iter().any(|id| entry.contains(&format!("msgid {id}\n")));
            let entries: String = entries.split_inclusive("msgstr \"\"\n").filter(is_new).collect();
            let path = crates().join("lang/po/zh").join(format!("{file}.po"));
            let old = std::fs::read_to_string(&path).unwrap_or(HEAD.to_string());
            std::fs::write(&path, old + &entries).unwrap();
        }
    }
    for (file, entries) in missing {
        let lacks = format!("po/zh/{file}.po lacks:\n{entries}");
        if warned.contains(&file) {
            // Bypass the test harness, which captures the output of passing tests.
            writeln!(std::io::stderr(), "warning: {lacks}").unwrap();
        } else {
            faults.push(lacks);
        }
    }
    assert!(faults.is_empty(), "`cargo xtask messages` adds what is missing.\n{}", faults.join("\n"));
}

const HEAD: &str = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Language: zh\\n\"\n";

/// Reports whether the braces of a message are literal text and not placeholders.
fn is_plain(message: &str) -> bool {
    message.contains("{ ") || message.contains("{}")
}

fn entries(catalogue: &polib::catalog::Catalog) -> Vec<(String, String)> {
    catalogue.messages().map(|one| (one.msgid().to_string(), one.msgstr().unwrap_or("").to_string())).collect()
}

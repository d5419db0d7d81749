//! Tests that the examples of the READMEs and of the documentation print what is shown.
//!
//! `TRYCMD=overwrite cargo test -p grundy-cli --test it readme::` rewrites the output in these files; review the
//! changes.

use std::path::Path;

#[test]
fn examples() {
    trycmd::TestCases::new()
        .register_bin("grundy", Path::new(env!("CARGO_BIN_EXE_grundy")))
        // Fix the language, which is otherwise that of the system; the Chinese examples use `--lang zh`.
        .env("LANGUAGE", "en")
        .case("../../README.md")
        .case("../../README.zh-CN.md")
        .case("../../docs/tutorial.md")
        .case("../../docs/tutorial.zh-CN.md")
        .case("../../docs/reference.md")
        .case("../../docs/reference.zh-CN.md")
        .case("../../docs/notes.md")
        .case("../../docs/notes.zh-CN.md")
        .case("../../docs/recipes.md")
        .case("../../docs/recipes.zh-CN.md")
        .case("../../docs/theory.md")
        .case("../../docs/theory.zh-CN.md")
        .case("../../docs/search.md")
        .case("../../docs/search.zh-CN.md")
        .case("../../docs/misere.md")
        .case("../../docs/misere.zh-CN.md")
        .case("../../docs/errata.md")
        .case("../../docs/errata.zh-CN.md");
}

/// Each figure of `theory.md` is the output of the command above it; both languages have these figures.
#[test]
fn figures() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let drawn = |page: &str| -> Vec<String> {
        let text = std::fs::read_to_string(docs.join(page)).unwrap();
        text.lines().filter(|line| line.contains(" > figures/")).map(str::to_owned).collect()
    };
    let figures = drawn("theory.md");
    assert_eq!(figures, drawn("theory.zh-CN.md"));
    assert!(!figures.is_empty());
    for line in figures {
        let (command, file) = line.split_once(" > ").unwrap();
        // The form is grundy solve 'SPEC' OPTIONS, where only the SPEC is quoted.
        let [_, spec, options] = command.splitn(3, '\'').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["solve", spec])
            .args(options.split_whitespace())
            .env("LANGUAGE", "en")
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}");
        if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
            std::fs::write(docs.join(file), &output.stdout).unwrap();
        }
        let saved = std::fs::read_to_string(docs.join(file)).unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), saved, "{line}");
    }
}

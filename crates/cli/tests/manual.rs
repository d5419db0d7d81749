//! Completions and manual pages name every command, since they come from the parser itself.

use std::process::Command;

/// Runs the command; gives its output and its exit code.
fn grundy(args: &[&str]) -> (String, i32) {
    let done = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), done.status.code().unwrap())
}

/// The commands, as `--help` lists them.
fn commands() -> Vec<String> {
    let (help, _) = grundy(&["--help"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // Descriptions that are wrapped go on far to the right.
    let rows = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = rows.map(|row| row.split_whitespace().next().unwrap().to_string()).collect();
    assert!(names.len() > 5, "{help}");
    names
}

#[test]
fn completions_name_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (script, code) = grundy(&["completions", shell]);
        assert_eq!(code, 0, "{shell}");
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not complete {command}");
        }
        assert!(script.contains("no-theorems"), "{shell} completes no flags");
    }
    assert_eq!(grundy(&["completions", "cmd"]).1, 2);
}

#[test]
fn manual_pages_name_all_commands() {
    let (page, code) = grundy(&["man"]);
    assert_eq!(code, 0);
    for command in commands() {
        assert!(page.contains(&format!("grundy\\-{command}(1)")), "{command} is not on the page: {page}");
        if command == "help" {
            continue;
        }
        let (page, code) = grundy(&["man", &command]);
        assert_eq!(code, 0, "{command}");
        assert!(page.contains(".TH ") && page.contains(".SH SYNOPSIS"), "{page}");
        assert!(page.contains(&format!("grundy\\-{command}")) || page.contains(&format!("grundy {command}")), "{page}");
    }
    let (page, _) = grundy(&["man", "check"]);
    assert!(page.contains("\\-\\-to") && page.contains("brute force"), "{page}");
    let (page, code) = grundy(&["man", "chess"]);
    assert_eq!((page.as_str(), code), ("", 2));
}

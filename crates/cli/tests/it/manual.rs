//! Tests that completion scripts and manual pages contain all commands, games and values.

use std::process::Command;

/// Runs the command and returns its output and its exit code.
fn grundy(args: &[&str]) -> (String, i32) {
    let done = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), done.status.code().unwrap())
}

/// Returns the names of the commands that `--help` lists.
fn commands() -> Vec<String> {
    let (help, _) = grundy(&["--help"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // Continuation lines of descriptions are indented further.
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

/// Returns the names of all games.
fn games() -> Vec<String> {
    let (cards, _) = grundy(&["games", "--format", "json"]);
    let cards: serde_json::Value = serde_json::from_str(&cards).unwrap();
    cards.as_array().unwrap().iter().map(|info| info["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn completions_name_all_games_and_values() {
    for language in ["en", "zh"] {
        for shell in ["bash", "zsh", "fish"] {
            let (script, _) = grundy(&["completions", shell, "--lang", language]);
            for game in games() {
                assert!(script.contains(&game), "{shell} does not complete {game}");
            }
            for value in ["markdown", "bfile", "svg", "python", "outcome"] {
                assert!(script.contains(value), "{shell} does not complete {value}");
            }
        }
    }
}

/// Returns the completions that bash offers for the last of these words; `None` without bash.
fn bash_completions(words: &[&str]) -> Option<Vec<String>> {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let call = format!(
        "source <('{}' completions bash)\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_grundy grundy '{last}' '{before}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        env!("CARGO_BIN_EXE_grundy"),
        quoted.join(" "),
        words.len() - 1,
    );
    let done = Command::new("bash").args(["--norc", "--noprofile", "-c", &call]).output().ok()?;
    assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{call}");
    Some(String::from_utf8(done.stdout).unwrap().split_whitespace().map(str::to_string).collect())
}

#[test]
fn bash_completes_games_and_values() {
    for (words, offered) in [
        (&["grundy", "wyth"][..], &["wythoff"][..]),
        (&["grundy", "sol"], &["solve"]),
        (&["grundy", "solve", "lask"], &["lasker"]),
        (&["grundy", "table", "kay"], &["kayles"]),
        (&["grundy", "games", "wyth"], &["wythoff"]),
        (&["grundy", "table", "--format", "b"], &["bfile"]),
        (&["grundy", "survey", "--format", ""], &["markdown", "json", "csv"]),
        (&["grundy", "solve", "--format", ""], &["text", "json", "dot", "svg"]),
        (&["grundy", "find", "--code", "p"], &["python"]),
        (&["grundy", "solve", "--lang", ""], &["en", "zh"]),
    ] {
        // Skip the test on a machine without bash.
        let Some(bash_completions) = bash_completions(words) else { return };
        assert_eq!(bash_completions, offered, "{words:?}");
    }
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

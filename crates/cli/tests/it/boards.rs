//! Tests of large boards: strategies in files, and checkpoints of searches.

use crate::run::run_with_input;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of a file or folder of this name, which does not exist.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("boards-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    let _ = std::fs::remove_file(&path);
    path
}

/// Runs the command; returns the exit status, the standard output and the standard error.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let output = run_with_input(args, input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_computer_follows_a_strategy() {
    let path = fresh("strategy");
    let file = path.to_str().unwrap();
    let (code, _, stderr) = run(&["solve", "domineering(4x4)", "--strategy", file], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(run(&["verify", file], "").0, 0);
    let play = |position: &str, more: &[&str]| {
        let args = [&["play", position, "--strategy", file, "--lang", "en"][..], more].concat();
        run(&args, "")
    };
    for (more, winner) in
        [(["--machine", "all", "--you", "left"], "Left wins"), (["--machine", "all", "--you", "right"], "Right wins")]
    {
        let (code, stdout, stderr) = play("domineering(4x4)", &more);
        assert!(code == 0 && stdout.contains(winner), "{stdout}{stderr}");
    }
    // The user, who moves second, always makes the first move of the list, and loses.
    let args = ["play", "domineering(4x4)", "--strategy", file, "--first", "machine", "--lang", "en"];
    let (code, stdout, stderr) = run(&args, &"#1\n".repeat(8));
    assert!(code == 0 && stdout.contains("the computer wins"), "{stdout}{stderr}");
    let hint = run(&["play", "domineering(4x4)", "--strategy", file, "--lang", "en"], "hint\n");
    assert!(hint.1.contains("wins"), "{hint:?}");
    for (position, words) in [
        ("domineering(4x5)", "the strategy does not contain this position"),
        ("cram(4x4)", "the strategy is for `domineering`, not for this position"),
    ] {
        let (code, _, stderr) = play(position, &[]);
        assert!(code == 1 && stderr.contains(words), "{code} {stderr}");
    }
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace(".#", "##")).unwrap();
    assert_eq!(play("domineering(4x4)", &[]).0, 1, "a changed strategy is refused");
}

#[test]
fn a_search_continues_from_its_checkpoint() {
    let path = fresh("checkpoint");
    let folder = path.to_str().unwrap();
    for (position, other) in [("clobber(4x5)", "clobber(4x4)"), ("cram(4x7)", "cram(4x5)"), ("nogo(3x4)", "nogo(3x3)")]
    {
        let solve = |position: &str, more: &[&str]| {
            let args = [&["solve", position, "--format", "json", "--threads", "1"][..], more].concat();
            let (code, stdout, stderr) = run(&args, "");
            (code, serde_json::from_str::<Value>(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}")))
        };
        let checkpoint = ["--checkpoint", folder, "--every", "0"];
        let (_, plain) = solve(position, &[]);
        let (_, first) = solve(position, &checkpoint);
        let (code, second) = solve(position, &checkpoint);
        assert_eq!(code, 0);
        for answer in [&first, &second] {
            for field in ["outcome", "grundy", "moves"] {
                assert_eq!(answer[field], plain[field], "{field} of {position}");
            }
        }
        let nodes = |answer: &Value| {
            let reasons = answer["reason"].as_array().unwrap();
            reasons.iter().filter_map(|reason| reason["nodes"].as_u64()).sum::<u64>()
        };
        assert_eq!(nodes(&first), nodes(&plain), "{position}");
        assert!(2 * nodes(&second) < nodes(&first), "{position}: {} of {}", nodes(&second), nodes(&first));
        // The folder is for one position.
        let (code, refused) = solve(other, &checkpoint);
        assert_eq!((code, refused["error"]["kind"].as_str()), (1, Some("refused")), "{refused}");
        std::fs::remove_dir_all(&path).unwrap();
    }
    let (code, _, stderr) = run(&["solve", "cram(4x4)", "cram(4x5)", "--checkpoint", folder, "--lang", "en"], "");
    assert!(code == 2 && stderr.contains("one position"), "{stderr}");
}

#[test]
fn a_certificate_is_written_even_if_nobody_reads_the_answer() {
    let path = fresh("unread");
    let args = ["solve", "nim(1,2)", "--certificate", path.to_str().unwrap()];
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    assert!(path.exists());
}

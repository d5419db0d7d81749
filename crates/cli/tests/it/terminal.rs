//! Tests of output on a terminal, compared with output to a pipe; the command runs on a pseudoterminal.
#![cfg(unix)]

use grundy::unstable::render::width;
use grundy::unstable::rules::clock::Instant;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The maximum time to wait for a text on the screen or for the end of the program.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The environment variables that determine colours, width and language; tests set these themselves.
const STYLE_VARIABLES: [&str; 11] = [
    "TERM",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "CI",
    "COLORTERM",
    "COLUMNS",
    "LANGUAGE",
    "LANG",
    "LC_ALL",
    "LC_MESSAGES",
];

/// Runs the command on a terminal of the given size and returns everything that the terminal receives.
///
/// `keys` are pairs of a text to wait for on the screen and the keys to press then.
#[track_caller]
fn run_on_terminal(args: &[&str], [columns, rows]: [u16; 2], env: &[(&str, &str)], keys: &[(&str, &str)]) -> String {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args);
    STYLE_VARIABLES.iter().for_each(|name| command.env_remove(name));
    for (name, value) in [("TERM", "xterm-256color"), ("LANGUAGE", "en")].iter().chain(env) {
        command.env(name, value);
    }
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut writer = pair.master.take_writer().unwrap();
    let output = Arc::new(Mutex::new(vec![]));
    let all = Arc::clone(&output);
    let reading = thread::spawn(move || {
        let mut bytes = [0; 4096];
        // On some systems, reading at the end of a terminal returns an error.
        while let Ok(length @ 1..) = reader.read(&mut bytes) {
            all.lock().unwrap().extend_from_slice(&bytes[..length]);
        }
    });
    let text = || String::from_utf8_lossy(&output.lock().unwrap()).into_owned();
    let started = Instant::now();
    for (wait, press) in keys {
        while !screen(&text(), [columns, rows]).contains(wait) {
            let shown = screen(&text(), [columns, rows]);
            assert!(started.elapsed() < TIMEOUT, "{wait} does not come:\n{shown}");
            thread::sleep(Duration::from_millis(10));
        }
        writer.write_all(press.as_bytes()).unwrap();
    }
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("still running:\n{}", text());
        }
        thread::sleep(Duration::from_millis(10));
    }
    reading.join().unwrap();
    text().replace("\r\n", "\n")
}

/// Returns the text that a terminal of the given size shows after it received `text`.
fn screen(text: &str, [columns, rows]: [u16; 2]) -> String {
    let mut screen = vt100::Parser::new(rows, columns, 0);
    screen.process(text.as_bytes());
    screen.screen().contents()
}

/// Runs the command with pipes and returns its standard output and standard error.
fn run_with_pipes(args: &[&str], env: &[(&str, &str)]) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    STYLE_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
    command.env("TERM", "xterm-256color").env("LANGUAGE", "en").envs(env.iter().copied());
    let done = command.args(args).stdin(Stdio::null()).output().unwrap();
    [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

/// A position with 31 winning moves.
const HEAPS: &str = "nim(5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5)";

#[test]
fn the_outcome_stays_visible() {
    let output = run_on_terminal(&["solve", HEAPS], [80, 24], &[("NO_COLOR", "1")], &[]);
    assert_eq!(output.matches("  take 5 from heap").count(), 20, "{output}");
    assert!(output.contains("\n  11 more: --moves all\n"), "{output}");
    // The answer is longer than the screen, so its last lines repeat the outcome.
    let shown = screen(&output.replace('\n', "\r\n"), [80, 24]);
    assert!(
        shown.contains("the player\n  to move wins (N), Grundy value 5") && !shown.contains("winning moves"),
        "{shown}"
    );
    let all = run_on_terminal(&["solve", HEAPS, "--moves", "all"], [80, 24], &[], &[]);
    assert_eq!(all.matches("  take 5 from heap").count(), 31, "{all}");
    // An answer that fits the screen gives the outcome once.
    let short = run_on_terminal(&["solve", "nim(3,4,5)"], [80, 24], &[], &[]);
    assert_eq!(short.matches("player to move wins (N)").count(), 1, "{short}");
    // A pipe gets all moves.
    let [all, _] = run_with_pipes(&["solve", HEAPS], &[]);
    assert_eq!(all.matches("  take 5 from heap").count(), 31, "{all}");
    assert_eq!(all.matches("the player to move wins (N)").count(), 1, "{all}");
    let json = ["solve", HEAPS, "--format", "json"];
    assert_eq!(run_on_terminal(&json, [80, 24], &[], &[]).matches("\"move\":").count(), 31);
}

/// Commands with long output.
const LONG_OUTPUTS: [&[&str]; 22] = [
    &["solve", "take[1..50](30)"],
    &["solve", "nim(100,200,300) + wythoff(3,5)"],
    &["solve", "wythoff(3,5)", "misere kayles(7)"],
    &["solve", "take[1,2 | 1,3](7)"],
    &["solve", "nim(100,200,300) + wythoff(3,5) + 2*kayles(70)", "--lang", "zh"],
    &["solve", "nim(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,x)"],
    &["solve", "nim(3", "--lang", "zh"],
    &["solve", "--moves", "some"],
    &["solve", "nim(3)", "--memory", "x", "--lang", "zh"],
    &["solve", "--help"],
    &["solve", "--help", "--lang", "zh"],
    &["play", "--help", "--lang", "zh"],
    &["games"],
    &["games", "--lang", "zh"],
    &["games", "take"],
    &["games", "rule", "--lang", "zh"],
    &["games", "chess"],
    &["find", "take[1,3,4]"],
    &["prove", "take[1..4]", "--claim", "G(n) == n % 5"],
    &["check", "nim", "--to", "20"],
    &["table", "take[1,3,4]", "--to", "60"],
    &["sequence", "0.77"],
];

/// Returns the text without escape sequences.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or("").to_string();
    let behind = |part: &str| part.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    parts.fold(first, |all, part| all + &part[behind(part)..])
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for args in LONG_OUTPUTS {
        for columns in [40, 60, 80] {
            let output = run_on_terminal(args, [columns, 24], &[], &[]);
            for line in plain(&output).lines() {
                // The progress line is overwritten after a carriage return, so only the last version counts.
                let line = line.rsplit('\r').next().unwrap_or("");
                assert!(width(line) <= columns.into(), "{args:?} at {columns}: {line}\n{output}");
            }
        }
    }
}

/// Returns the text without whitespace.
fn without_whitespace(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Wrapping lines loses no text.
#[test]
fn wrapping_loses_no_text() {
    for args in
        [LONG_OUTPUTS[0], LONG_OUTPUTS[1], LONG_OUTPUTS[4], LONG_OUTPUTS[14], LONG_OUTPUTS[17], LONG_OUTPUTS[18]]
    {
        let output = run_on_terminal(args, [50, 200], &[], &[]);
        assert_eq!(without_whitespace(&plain(&output)), without_whitespace(&run_with_pipes(args, &[])[0]), "{args:?}");
    }
}

#[test]
fn wide_tables_lose_columns() {
    let args = ["table", "wythoff", "--to", "30"];
    let output = run_on_terminal(&args, [60, 24], &[], &[]);
    assert!(plain(&output).contains("12 columns do not fit, from column 19 on"), "{output}");
    assert!(plain(&output).lines().all(|line| width(line) <= 60), "{output}");
    let [piped, _] = run_with_pipes(&args, &[]);
    assert!(!piped.contains("do not fit") && piped.lines().any(|line| width(line) > 90), "{piped}");
}

#[test]
fn colours_are_only_for_terminals_that_support_them() {
    let won = "\u{1b}[32mthe player to move wins (N)\u{1b}[0m";
    let coloured: [(&[&str], &str); 6] = [
        (&["solve", "nim(3)"], won),
        (&["solve", "nim(3,x)"], "\u{1b}["),
        (&["solve", "nim(3)", "--mvoes", "x"], "\u{1b}["),
        (&["solve", "nim(3)", "--mvoes", "x", "--lang", "zh"], "\u{1b}["),
        (&["solve", "--help"], "\u{1b}["),
        (&["table", "wythoff", "--to", "3"], "\u{1b}[36m 0\u{1b}[0m"),
    ];
    for (args, colour) in coloured {
        let colour = if args[0] == "table" { "\u{1b}[36m0\u{1b}[0m" } else { colour };
        let output = run_on_terminal(args, [80, 24], &[], &[]);
        assert!(output.contains(colour), "{args:?}: {output:?}");
        for env in [&[("NO_COLOR", "1")], &[("TERM", "dumb")]] {
            let output = run_on_terminal(args, [80, 24], env, &[]);
            assert!(!output.contains('\u{1b}'), "{args:?} {env:?}: {output:?}");
        }
        let output = run_on_terminal(&[args, &["--color", "never"]].concat(), [80, 24], &[], &[]);
        assert!(!output.contains('\u{1b}'), "{args:?}: {output:?}");
        let piped = run_with_pipes(args, &[]).concat();
        assert!(!piped.contains('\u{1b}'), "{args:?}: {piped:?}");
    }
    // On request, a pipe gets colours.
    assert!(run_with_pipes(&["solve", "nim(3)", "--color", "always"], &[])[0].contains(won));
    assert!(run_with_pipes(&["solve", "nim(3)"], &[("CLICOLOR_FORCE", "1")])[0].contains(won));
    assert!(run_with_pipes(&["solve", "nim(x)", "--color=always"], &[])[1].contains('\u{1b}'));
}

#[test]
fn progress_stays_in_its_line() {
    let args = ["solve", "--no-theorems", "nim(40,41,42,43,44)", "--time", "2", "--memory", "8G"];
    for columns in [80, 16] {
        let output = run_on_terminal(&args, [columns, 24], &[], &[]);
        let lines: Vec<String> = plain(&output).split(['\r', '\n']).map(String::from).collect();
        assert!(lines.iter().any(|line| line.starts_with("0:0") && line.contains("  ")), "{output:?}");
        assert!(columns < 40 || lines.iter().any(|line| line.contains(" positions")), "{output:?}");
        assert!(lines.iter().all(|line| width(line) <= columns.into()), "{lines:?}");
    }
    // A terminal that cannot draw gets no progress line.
    let output = run_on_terminal(&args, [80, 24], &[("TERM", "dumb")], &[]);
    assert!(!output.contains('\u{1b}') && !output.contains(" positions"), "{output:?}");
}

#[test]
fn plays_go_back_and_leave_a_record() {
    // Press Esc, answer no, make a move, start a new game after the end, and leave with q.
    let keys = [
        ("legal moves: 3", "\u{1b}"),
        ("Quit?", "n"),
        ("Enter: play", "\r"),
        ("3. the computer wins", "n"),
        ("a new game", "q"),
    ];
    let output = run_on_terminal(&["play", "nim", "1", "2"], [80, 24], &[], &keys);
    // The record is printed after the board has left the alternate screen.
    let (_, after) = output.rsplit_once("\u{1b}[?1049l").unwrap();
    let record =
        "  1. you: take 1 from heap 1\n  2. the computer: take 2 from heap 2\nYou cannot move; the computer wins.\n";
    assert!(plain(after).contains(record), "{after:?}");
    let command = "grundy play 'nim(1,2)' --moves 'take 1 from heap 1; take 2 from heap 2'";
    assert!(plain(after).contains(&format!("\n  {command}\n")), "{after:?}");
    // The command repeats the play.
    let [again, _] = run_with_pipes(&["play", "nim(1,2)", "--moves", "take 1 from heap 1; take 2 from heap 2"], &[]);
    assert!(again.contains(record) && again.contains(command), "{again}");
}

/// On a dumb terminal or with `--plain`, the play runs line by line and nothing is drawn.
#[test]
fn plays_on_terminals_that_cannot_draw() {
    for (args, env) in
        [(&["play", "nim(1,2)"][..], [("TERM", "dumb")]), (&["play", "nim(1,2)", "--plain"], [("NO_COLOR", "1")])]
    {
        let output = run_on_terminal(args, [40, 24], &env, &[(">", "从第1堆取1\r")]);
        assert!(!output.contains('\u{1b}'), "{output:?}");
        assert!(
            output.contains("  1. you: take 1 from heap 1\n") && output.contains("--moves 'take 1 from heap 1; "),
            "{output}"
        );
    }
}

#[test]
fn boards_fit_any_terminal() {
    for size in [[80, 24], [60, 20], [100, 30], [20, 5], [1, 1]] {
        // The smallest terminal shows one character only.
        let first = if size == [1, 1] { "…" } else { "1. you to move" };
        let output = run_on_terminal(&["play", "nim(3,4,5)"], size, &[], &[(first, "q")]);
        assert!(
            output.contains("\u{1b}[?1049l") && without_whitespace(&output).contains("Thegamestopshere"),
            "{size:?}: {output:?}"
        );
        assert!(!output.contains("panicked"), "{output}");
    }
}

#[test]
fn plays_end_with_their_terminal() {
    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["play", "nim(3,4,5)"]);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut first = [0; 1];
    assert_eq!(reader.read(&mut first).unwrap(), 1);
    drop((reader, pair.master));
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("plays on without a terminal");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

//! Tests of `grundy solve -`, which reads specs from the standard input, one per line.

use crate::run::run_with_input;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn run(args: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let done = run_with_input(args, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr), done.status.code())
}

#[test]
fn lines_are_answered_as_arguments_are() {
    let specs = ["nim(3,4,5)", "misere nim(1,1)", "nim(", "-take[1 | 2](2)", "威佐夫（3，5）"];
    let input = format!("\u{feff}{}\r\n\n# no\n  {}  \n{}\n{}\n{}", specs[0], specs[1], specs[2], specs[3], specs[4]);
    for format in ["text", "json"] {
        let flags = ["--format", format, "--moves", "none", "--why", "short"];
        let (lines, errors, code) = run(&[&["solve", "-"], &flags[..]].concat(), input.as_bytes());
        let mut one_by_one = (String::new(), String::new());
        for spec in specs {
            let gap = if format == "text" && !one_by_one.0.is_empty() && spec != "nim(" { "\n" } else { "" };
            let (stdout, stderr, _) = run(&[&["solve", spec], &flags[..]].concat(), b"");
            one_by_one.0 += &format!("{gap}{stdout}");
            one_by_one.1 += &stderr;
        }
        // Leave out the statistics, which contain the running time.
        let timeless = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split("\"stats\"").next().unwrap().to_string()).collect()
        };
        assert_eq!((timeless(&lines), errors, code), (timeless(&one_by_one.0), one_by_one.1, Some(2)));
    }
    // Without specs there is no output.
    assert_eq!(run(&["solve", "-"], b"\n# nothing\n"), (String::new(), String::new(), Some(0)));
    // `-` may be one of several arguments.
    let (lines, _, code) = run(&["solve", "nim(1)", "-", "nim(2)", "--format", "json"], b"kayles(1)\nkayles(2)\n");
    let specs: Vec<&str> = lines.lines().map(|line| line.split('"').nth(5).unwrap()).collect();
    assert_eq!((specs, code), (vec!["nim(1)", "kayles(1)", "kayles(2)", "nim(2)"], Some(0)));
}

#[test]
fn bad_lines_and_inputs_are_reported() {
    let (_, errors, code) = run(&["solve", "-"], b"nim(3)\n\xff\n");
    assert!(errors.contains("the line is not valid UTF-8") && code == Some(2), "{errors}");
    let (_, errors, code) = run(&["solve", "-", "-"], b"nim(3)\n");
    assert!(errors.contains("can be read only once") && code == Some(2), "{errors}");
    let (out, errors, code) = run(&["solve", "-", "--format", "svg"], b"token[a>b](a)\ntoken[a>b](b)\n");
    assert!(out.is_empty() && errors.contains("one position") && code == Some(2), "{errors}");
    let (out, _, code) = run(&["-", "--format", "dot"], b"token[a>b](a)\n");
    assert!(out.starts_with("digraph") && code == Some(0), "{out}");
}

/// A client that sends a line and waits for the answer gets it before it sends the next line.
#[test]
fn lines_are_answered_as_they_come() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (spec, expected) in [("nim(3,4,5)", "\"outcome\":\"N\""), ("nim(", "\"error\""), ("nim()", "\"outcome\":\"P\"")]
    {
        writeln!(stdin, "{spec}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains(expected), "{spec}: {answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

//! Tests of the process: signals, pipes, time limits, exit codes and hostile input.
//!
//! Most tests do not depend on the clock; they only kill a process that does not end within minutes. Tests named
//! `…_in_time` measure time; `cargo xtask slow` runs them.

#[cfg(unix)]
use crate::signals::{interrupt, wait_for_handler, wait_until_busy};
use grundy::unstable::rules::clock::Instant;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// The time after which a test assumes that the program never ends.
/// The time is long, because machines may be busy.
const TIMEOUT: Duration = Duration::from_secs(300);

fn start<S: AsRef<OsStr>>(args: &[S]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end of the process while reading both outputs; kills it and panics after `patience`.
#[track_caller]
fn wait_for_exit(mut child: Child, patience: Duration) -> Output {
    drop(child.stdin.take());
    let read = |pipe: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = vec![];
            if let Some(mut pipe) = pipe {
                pipe.read_to_end(&mut bytes).unwrap();
            }
            bytes
        })
    };
    let stdout = read(child.stdout.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let stderr = read(child.stderr.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > patience {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("still running after {patience:?}");
        }
        thread::sleep(Duration::from_millis(10));
    };
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

#[track_caller]
fn run<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Write in a thread, because the command may answer before it has read everything. It may also end before.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let done = wait_for_exit(child, TIMEOUT);
    writer.join().unwrap();
    done
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Asserts that the program ended with this exit code and did not panic.
#[track_caller]
fn assert_clean(done: &Output, code: i32) {
    let stderr = text(&done.stderr);
    assert_eq!(done.status.code(), Some(code), "{:?} {stderr}", done.status);
    assert!(!stderr.contains("panicked") && !stderr.contains("overflow"), "{stderr}");
}

/// The arguments of a search that takes hours.
const SLOW_SEARCH: [&str; 5] = ["solve", "--no-theorems", "nim(40,41,42,43,44)", "--memory", "8G"];

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search() {
    interrupted_search();
}

#[cfg(unix)]
#[test]
#[ignore = "slow: looks at the clock"]
fn ctrl_c_stops_a_search_in_time() {
    let late = interrupted_search();
    // The program should end within one second; the rest is for machines under load.
    assert!(late < Duration::from_secs(5), "{late:?}");
}

/// Interrupts a search and returns the time until the process ended.
#[cfg(unix)]
fn interrupted_search() -> Duration {
    let child = start(&SLOW_SEARCH);
    wait_until_busy(&child);
    interrupt(&child);
    let interrupted = Instant::now();
    let done = wait_for_exit(child, TIMEOUT);
    let late = interrupted.elapsed();
    assert_clean(&done, 1);
    assert_eq!(text(&done.stdout), "");
    late
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_all_specs_and_a_batch() {
    let child = start(&[&SLOW_SEARCH[..], &["nim(41,42,43,44,45)", "nim(42,43,44,45,46)"]].concat());
    wait_until_busy(&child);
    interrupt(&child);
    assert_clean(&wait_for_exit(child, TIMEOUT), 1);

    let mut child = start(&["batch", "--no-theorems", "--memory", "8G"]);
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(b"nim(1)\nnim(40,41,42,43,44)\nnim(2)\n").unwrap();
    wait_until_busy(&child);
    interrupt(&child);
    let done = wait_for_exit(child, TIMEOUT);
    assert_clean(&done, 1);
    // The answer of the first line is printed; the interrupted line has no output.
    let lines = text(&done.stdout);
    assert!(lines.starts_with("{\"schema\":2,\"line\":1,"), "{lines}");
    assert_eq!(lines.lines().count(), 1);
}

#[cfg(unix)]
#[test]
#[ignore = "slow: looks at the clock"]
fn ctrl_c_ends_everything_in_time() {
    let started = Instant::now();
    ctrl_c_stops_all_specs_and_a_batch();
    ctrl_c_stops_waiting_for_input();
    ctrl_c_ends_a_play();
    assert!(started.elapsed() < Duration::from_secs(25), "{:?}", started.elapsed());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_waiting_for_input() {
    let mut child = start(&["batch"]);
    // The pipe stays open, so only the signal can end the wait.
    let stdin = child.stdin.take().unwrap();
    wait_for_handler(&child);
    interrupt(&child);
    let done = wait_for_exit(child, TIMEOUT);
    drop(stdin);
    assert_clean(&done, 1);
}

#[test]
#[ignore = "slow: looks at the clock"]
fn the_time_limit_holds_in_time() {
    let started = Instant::now();
    the_time_limit_holds();
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}

#[test]
fn the_time_limit_holds() {
    let done = run(&[&SLOW_SEARCH[..], &["--time", "0.3"]].concat(), b"");
    assert_clean(&done, 1);
    assert_eq!(text(&done.stdout), "");
    assert!(text(&done.stderr).contains("--time"), "{}", text(&done.stderr));
}

#[test]
fn each_line_of_a_batch_has_its_own_time() {
    let input = b"nim(40,41,42,43,44)\nnim(1)\nnim(41,42,43,44,45)\n";
    let done = run(&["batch", "--no-theorems", "--time", "1", "--memory", "8G"], input);
    assert_clean(&done, 0);
    let lines = text(&done.stdout);
    let answered: Vec<bool> = lines.lines().map(|l| l.contains("\"outcome\"")).collect();
    assert_eq!(answered, [false, true, false], "{lines}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["batch"]);
    let mut stdin = child.stdin.take().unwrap();
    // The answers are far longer than the buffer of a pipe, so the command must write into the closed pipe.
    let writer = thread::spawn(move || {
        for _ in 0..50_000 {
            if stdin.write_all(b"nim(3,4,5)\n").is_err() {
                break;
            }
        }
    });
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert!(first.contains("\"line\":1,"), "{first}");
    drop(stdout);
    let done = wait_for_exit(child, TIMEOUT);
    writer.join().unwrap();
    assert_clean(&done, 0);
    assert_eq!(text(&done.stderr), "");
}

#[test]
fn a_pipe_closed_from_the_start_is_no_error() {
    for args in [&["games"][..], &["solve", "nim(3,4,5)"], &["solve", "nim(3,4,5)", "--format", "json"]] {
        let mut child = start(args);
        drop(child.stdout.take());
        let done = wait_for_exit(child, TIMEOUT);
        // The command succeeds whether it writes before or after the pipe is closed.
        assert_clean(&done, 0);
    }
}

/// A client that sends a line and waits for the answer gets it before it sends the next line.
#[test]
fn a_batch_answers_line_by_line() {
    let mut child = start(&["batch"]);
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (send, answers) = std::sync::mpsc::channel();
    let reader = thread::spawn(move || stdout.lines().for_each(|line| drop(send.send(line.unwrap()))));
    for (k, (spec, expected)) in
        [("nim(3,4,5)", "\"outcome\":\"N\""), ("nim(3,", "\"error\""), ("misere nim(0)", "\"outcome\":\"N\"")]
            .into_iter()
            .enumerate()
    {
        writeln!(stdin, "{spec}").unwrap();
        let answer = answers.recv_timeout(TIMEOUT).expect("an answer before the next question");
        assert!(answer.contains(&format!("\"line\":{},", k + 1)) && answer.contains(expected), "{answer}");
    }
    drop(stdin);
    assert_clean(&wait_for_exit(child, TIMEOUT), 0);
    reader.join().unwrap();
    assert!(answers.recv().is_err(), "an answer to no question");
}

#[test]
fn bad_lines_do_not_fail_a_batch() {
    let done = run(&["batch"], b"nim(\n\xff\xfe\nchess(1)\n\0\nnim(2^64)\n");
    assert_clean(&done, 0);
    assert_eq!(text(&done.stdout).matches("\"error\"").count(), 5);
    assert_eq!(text(&done.stderr), "");
    let done = run(&["batch"], b"");
    assert_clean(&done, 0);
    assert!(done.stdout.is_empty());
}

#[test]
fn a_million_brackets_do_not_overflow_the_stack() {
    let depth = 1_000_000;
    let nested = format!("{}nim(3,4,5){}\n", "(".repeat(depth), ")".repeat(depth));
    let signed = format!("{}nim(3){}\n", "-(".repeat(depth), ")".repeat(depth));
    let open = format!("{}nim(3)\n", "(".repeat(depth));
    let only = format!("{}\n", "(".repeat(depth));
    let shut = format!("nim(3){}\n", ")".repeat(depth));
    let input = [nested, signed, open, only, shut].concat();
    let done = run(&["batch"], input.as_bytes());
    assert_clean(&done, 0);
    let lines = text(&done.stdout);
    let answered: Vec<bool> = lines.lines().map(|l| l.contains("\"outcome\":\"N\"")).collect();
    assert_eq!(answered, [true, true, false, false, false]);
    // Errors show an excerpt around their span and do not repeat a megabyte of input.
    assert!(lines.lines().all(|l| l.len() < 1000));
}

/// Parsing takes linear time; a quadratic parser would need hours for these texts.
#[test]
#[ignore = "slow: looks at the clock"]
fn megabytes_are_read_in_time() {
    let started = Instant::now();
    a_million_brackets_do_not_overflow_the_stack();
    a_megabyte_of_garbage_is_refused();
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
}

#[test]
fn a_megabyte_of_garbage_is_refused() {
    let size = 1 << 20;
    // Knuth's linear congruential generator makes the same garbage in every run.
    let mut state = 1u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let bytes: Vec<u8> = (0..size).map(|_| noise()).filter(|b| *b != b'\n').collect();
    let printable: Vec<u8> = (0..size).map(|_| b' ' + noise() % 95).collect();
    let letters = "a".repeat(size);
    let digits = format!("nim({})", "9".repeat(size));
    let quote = format!("\"{}", "威".repeat(size / 3));
    let set = format!("take[{}](5)", "1,".repeat(size / 2));
    let input =
        [&bytes[..], &printable, letters.as_bytes(), digits.as_bytes(), quote.as_bytes(), set.as_bytes()].join(&b'\n');
    let done = run(&["batch"], &input);
    assert_clean(&done, 0);
    let lines = text(&done.stdout);
    assert_eq!(lines.lines().filter(|l| l.contains("\"error\"")).count(), 6);
    assert!(lines.lines().all(|l| l.len() < 1000), "an error repeats its input");

    // In text, the error shows an excerpt around its span only. An argument has at most 128 KiB on Linux.
    let spec = format!("nim({}x)", "1,".repeat(60_000));
    let done = run(&["solve", &spec], b"");
    assert_clean(&done, 2);
    assert!(done.stdout.is_empty() && done.stderr.len() < 4000, "{} bytes", done.stderr.len());
}

#[test]
fn errors_in_text_leave_the_output_empty() {
    for (args, code) in [
        (&["solve", "nim(3,x)"][..], 2),
        (&["solve", "nmi(3)"], 2),
        (&["solve", "nim(@\"no such file\")"], 2),
        (&["solve", "take[prime](10^12)"], 1),
        (&["solve", "nim(3)", "--memory", "lots"], 2),
        (&["solve", "nim(3)", "--time", "-1"], 2),
        (&["games", "nmi"], 2),
        (&["batch", "no such file"], 2),
        (&["frob"], 2),
        (&[], 2),
    ] {
        let done = run(args, b"");
        assert_clean(&done, code);
        assert_eq!(text(&done.stdout), "", "{args:?}");
        assert!(!done.stderr.is_empty(), "{args:?}");
        // Output to a pipe has no colours.
        assert!(!done.stderr.contains(&0x1b), "{args:?}: {}", text(&done.stderr));
    }
}

#[test]
fn valid_specs_are_answered_after_an_invalid_one() {
    let done = run(&["solve", "nim(x)", "nim(1,2,3)", "nim(3,3)"], b"");
    assert_clean(&done, 2);
    let answers = text(&done.stdout);
    assert!(answers.starts_with("nim(1,2,3): ") && answers.contains("\nnim(3,3): "), "{answers}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"nim(\xff)");
    let done = run(&[OsStr::new("solve"), bad, OsStr::new("nim(3,3)")], b"");
    assert_clean(&done, 2);
    assert!(text(&done.stderr).contains("`nim(\u{fffd})` is not valid UTF-8"), "{}", text(&done.stderr));
    // The other argument is answered.
    assert!(text(&done.stdout).starts_with("nim(3,3): "));
    let done = run(&[OsStr::new("solve"), OsStr::new("--format"), OsStr::new("json"), bad], b"");
    assert_clean(&done, 2);
    assert!(text(&done.stdout).contains("\"kind\":\"syntax\""));
    for args in [&[OsStr::new("games"), bad][..], &[OsStr::new("batch"), bad]] {
        assert_clean(&run(args, b""), 2);
    }
}

/// For heaps with too many moves to list, a search ends at a limit and not by a failed allocation.
#[test]
fn a_hopeless_search_is_refused() {
    for (flags, spec) in [
        (&[][..], "fibonacci_nim(10^18) + nim(1)"),
        (&[], "misere fibonacci_nim(10^18)"),
        (&[], "misere nim(10^18) + kayles(12)"),
        (&["--no-theorems"], "nim(10^18)"),
        (&["--no-theorems"], "wythoff(10^18,3)"),
        (&["--memory", "64M"], "misere take[3..](10^18) + grundy_game(13)"),
        (&["--memory", "64M", "--time", "1"], "misere nim(10^9) + octal[0.26](9)"),
    ] {
        let args = [&["solve", spec][..], flags].concat();
        let done = wait_for_exit(start(&args), TIMEOUT);
        assert_clean(&done, 1);
        assert!(text(&done.stderr).contains("limit"), "{spec}: {}", text(&done.stderr));
        assert!(done.stdout.is_empty(), "{spec}: {}", text(&done.stdout));
    }
}

/// A term with zero copies is never solved, however large it is.
#[test]
fn absent_terms_cost_nothing() {
    let done = wait_for_exit(start(&["solve", "misere 0*officers(10^18) + 0*fibonacci_nim(10^18) + nim(2)"]), TIMEOUT);
    assert_clean(&done, 0);
    assert!(text(&done.stdout).contains("1 winning move"), "{}", text(&done.stdout));
}

/// A long computation does not delay the answer to an earlier line that was read with it.
#[test]
fn finished_answers_of_a_batch_do_not_wait() {
    let mut child = start(&["batch"]);
    child.stdin.as_mut().unwrap().write_all(b"nim(3)\nofficers(10^8)\n").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"schema\":2,\"line\":1,"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn plays_survive_any_input() {
    // The inputs are: none, blank lines, invalid UTF-8, nonsense, numbers out of range, a last line without a line
    // break, and `quit`.
    for input in [
        &b""[..],
        b"\n\n\n",
        b"\xff\xfe\n",
        b"#0\n#\n#99999999999999999999\n: :\n1:1:1:1\n((((\n\"\n@-\nnim(@-)\n",
        b"999999999999999999999999999999 1\n-1\n1 1 1 1 1 1\n",
        b"2 1",
        b"quit\n",
    ] {
        for spec in ["nim(3,4,5)", "take[1 | 2](9) + nim(3)", "nim(10^18)", "0*nim(3) + nim(2)", "wythoff(10^18,10^18)"]
        {
            let done = run(&["play", spec], input);
            assert_clean(&done, 0);
            assert!(text(&done.stdout).lines().count() >= 3, "{}", text(&done.stdout));
        }
    }
    let long = [vec![b'1'; 3 << 20], b"\n2 1\n".to_vec()].concat();
    assert_clean(&run(&["play", "nim(3,4,5)"], &long), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_play() {
    for args in [
        &["play", "nim(3,4,5)"][..],
        &[
            "play",
            "triangles(1-2 | 1-3,1-4,1-5,1-6,1-7,1-8,2-3,2-4,2-5,2-6,2-7,2-8,3-4,3-5,3-6,3-7,3-8,4-5,4-6,4-7,4-8,5-6,5-7,5-8)",
        ],
    ] {
        let mut child = start(args);
        let _input = child.stdin.take();
        wait_for_handler(&child);
        interrupt(&child);
        let done = wait_for_exit(child, TIMEOUT);
        assert_clean(&done, 1);
        assert!(text(&done.stderr).contains("interrupted"), "{}", text(&done.stderr));
    }
}

//! Tests of streams: input that never arrives or never ends, and output that cannot be written.

#![cfg(unix)]

use grundy::unstable::rules::clock::Instant;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The time after which a test assumes that the program never ends.
/// The time is long, because machines may be busy.
const TIMEOUT: Duration = Duration::from_secs(300);

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end of the process; kills it and panics after `TIMEOUT`.
#[track_caller]
fn wait_for_exit(mut child: Child) -> Output {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > TIMEOUT {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("still running after {TIMEOUT:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

#[track_caller]
fn assert_exit(command: &mut Command, code: i32, message: &str) -> Output {
    let done = wait_for_exit(command.spawn().unwrap());
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(message), "{message}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    done
}

/// Returns a new empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("streams-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Creates a named pipe to which nothing is written, and returns its path.
fn pipe(name: &str) -> String {
    let path = folder(name).join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path.display().to_string()
}

#[test]
fn time_covers_input_that_never_comes() {
    let never = pipe("never");
    for (command, rest) in [
        ("solve", format!("nim(@{never})")),
        ("solve", format!("token[@{never}](a)")),
        ("solve", format!("rule[@{never}](5)")),
        ("find", format!("rule[@{never}]")),
        ("verify", never.clone()),
    ] {
        assert_exit(&mut grundy(&[command, &rest, "--time", "0.3"]), 1, "time");
    }
    assert_exit(
        &mut grundy(&["prove", &format!("rule[@{never}]"), "--claim", "P iff n == 0", "--time", "0.3"]),
        1,
        "time",
    );
    assert_exit(&mut grundy(&["check", &format!("@{never}"), "--time", "0.3"]), 1, "the time limit is reached");
    // Endless input reaches the memory limit.
    for args in [["solve", "rule[@/dev/zero](3)"], ["solve", "nim(@/dev/zero)"], ["check", "@/dev/zero"]] {
        assert_exit(&mut grundy(&[&args[..], &["--memory", "20M"]].concat()), 1, "the memory limit");
    }
    #[cfg(feature = "cluster")]
    {
        let cluster = ["solve", "quixo[3](start)", "--into", "never-solved", "--process", "0", "--hosts", &never];
        assert_exit(&mut grundy(&[&cluster[..], &["--time", "0.3"]].concat()), 1, "the time limit is reached");
        let endless_hosts = [&cluster[..7], &["/dev/zero", "--memory", "20M"]].concat();
        assert_exit(&mut grundy(&endless_hosts), 1, "the memory limit");
    }
    // The standard input stays open but supplies no data.
    let mut silent = grundy(&["solve", "nim(@-)", "--time", "0.3"]);
    let mut child = silent.stdin(Stdio::piped()).spawn().unwrap();
    let open = child.stdin.take();
    let done = wait_for_exit(child);
    drop(open);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("the time limit is reached"));
}

/// A database whose files are pipes is refused at once.
#[test]
fn folders_have_no_pipes() {
    let folder = folder("pipes");
    let manifest = folder.join("manifest.json");
    assert!(Command::new("mkfifo").arg(&manifest).status().unwrap().success());
    let folder = folder.display().to_string();
    for args in
        [&["solve", "quixo[3](start)", "--db", &folder][..], &["db", "info", &folder], &["web", "--db", &folder]]
    {
        assert_exit(&mut grundy(args), 2, "this is not a regular file");
    }
}

/// The time limit holds on large boards and graphs, where listing moves and regions takes long.
#[test]
fn time_covers_large_boards() {
    let path: String = (0..1500).map(|v| format!("{v}-{},", v + 1)).collect();
    let graph = |game: &str| format!("{game}({})", path.trim_end_matches(','));
    let rooks = "board{ [x.*x.*] -> [..*..*] along queen; [x.+o] -> [..+x] along queen }(64x64 of xo..x)";
    for spec in [
        "clobber(16x16)",
        "clobber(64x64)",
        "amazons(20x20 of x..o.....)",
        "nogo(30x30)",
        "clobber(12x12) + take[1,3,4](10^9)",
        rooks,
        "rule{ n -> n-d for d in 1..n if n mod d == 0 }(10^7)",
        &graph("arc_kayles"),
        &graph("graph_snort"),
        &graph("hackenbush"),
    ] {
        let done = wait_for_exit(grundy(&["solve", spec, "--time", "0.3"]).spawn().unwrap());
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert!(matches!(done.status.code(), Some(0 | 1)), "{spec:.80}: {stderr}");
    }
}

#[test]
fn lines_of_a_batch_have_their_own_time_limit() {
    let never = pipe("never-in-a-batch");
    let mut batch = grundy(&["batch", "--time", "0.3"]);
    let mut child = batch.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("nim(@{never})\nnim(3)\n").as_bytes()).unwrap();
    let done = wait_for_exit(child);
    assert_eq!(done.status.code(), Some(0));
    let lines = String::from_utf8(done.stdout).unwrap();
    let [first, second] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
    assert!(first.contains("\"kind\":\"limit\"") && second.contains("\"outcome\":\"N\""), "{lines}");
}

#[test]
fn ctrl_c_ends_the_wait_for_a_pipe() {
    let child = grundy(&["solve", &format!("nim(@{})", pipe("interrupted"))]).spawn().unwrap();
    crate::signals::wait_for_handler(&child);
    crate::signals::interrupt(&child);
    let done = wait_for_exit(child);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("interrupted"));
}

#[test]
#[ignore = "slow: files of millions of lines"]
fn time_covers_files_that_take_long() {
    let folder = folder("long");
    let edges: String = (0..3_000_000u32).map(|v| format!("{} {}\n", v + 1, v / 2)).collect();
    let file = folder.join("edges.txt");
    std::fs::write(&file, edges).unwrap();
    let spec = |game: &str| format!("{game}[@{}](5)", file.display());
    assert_exit(&mut grundy(&["solve", &spec("token"), "--time", "0.01"]), 1, "the time limit is reached");
    // The text of a file counts as memory, and so does the parsed graph.
    assert_exit(&mut grundy(&["solve", &spec("token"), "--memory", "20M"]), 1, "the memory limit");
    assert_exit(&mut grundy(&["solve", &spec("token"), "--memory", "50M"]), 1, "the memory limit is 50.0 MiB");
    let dot: String = (0..500_000u32).map(|v| format!("{} -> {};\n", v + 1, v / 2)).collect();
    std::fs::write(&file, format!("digraph {{ {dot} }}")).unwrap();
    assert_exit(&mut grundy(&["solve", &spec("token"), "--time", "0.001"]), 1, "the time limit is reached");
    let heaps = "1 2 3 ".repeat(3_000_000);
    std::fs::write(&file, heaps).unwrap();
    let spec = format!("nim(@{})", file.display());
    assert_exit(&mut grundy(&["solve", &spec, "--time", "0.001"]), 1, "the time limit is reached");
    assert_exit(&mut grundy(&["solve", &spec, "--memory", "40M"]), 1, "the memory limit is 40.0 MiB");
    assert_exit(&mut grundy(&["solve", &spec]), 0, "");
}

/// Sends `chunk` up to `repeats` times and then `tail` to the command, and returns its output.
fn run_with_repeated_input(args: &[&str], chunk: &[u8], repeats: usize, tail: &[u8]) -> Output {
    let mut child = grundy(args).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..repeats {
        if stdin.write_all(chunk).is_err() {
            break;
        }
    }
    let _ = stdin.write_all(tail);
    drop(stdin);
    wait_for_exit(child)
}

#[test]
fn a_line_without_end_is_an_error_of_its_own() {
    let chunk = b"1,".repeat(1 << 19);
    let done = run_with_repeated_input(&["batch", "--memory", "16M"], &chunk, 40, b")\nnim(3)\n");
    assert_eq!(done.status.code(), Some(0));
    let lines = String::from_utf8(done.stdout).unwrap();
    let [first, second] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
    assert!(first.contains("\"kind\":\"too_large\"") && first.contains("\"line\":1"), "{first}");
    assert!(first.contains("the line has more than 16777216 bytes"), "{first}");
    assert!(second.contains("\"line\":2") && second.contains("\"outcome\":\"N\""), "{second}");
    // A line just below the limit is read as a whole.
    let done = run_with_repeated_input(&["batch", "--memory", "16M"], &[b' '; 1 << 20], 15, b"nim(3)\n");
    assert!(String::from_utf8(done.stdout).unwrap().contains("\"outcome\":\"N\""));
}

#[test]
fn the_error_of_a_line_does_not_wait_for_its_end() {
    let mut child = grundy(&["batch", "--memory", "1M"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&b"1,".repeat(1 << 20)).unwrap();
    let mut output = [0; 20];
    child.stdout.as_mut().unwrap().read_exact(&mut output).unwrap();
    assert!(output.starts_with(b"{"), "{output:?}");
    drop(stdin);
    assert_eq!(wait_for_exit(child).status.code(), Some(0));
}

#[test]
fn a_play_skips_long_lines() {
    let done = run_with_repeated_input(&["play", "nim(3)"], &[b'y'; 1 << 20], 3, b"\n3 1\n");
    let output = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0), "{output}");
    assert!(
        output.contains("the line has more than 1048576 bytes") && output.matches("no legal move").count() == 0,
        "{output}"
    );
}

/// Runs a command line in a shell, in which `$0` is the program.
fn shell(line: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_grundy")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap()
}

#[test]
fn a_closed_output_is_an_error() {
    for line in [
        "$0 solve 'nim(3,4,5)' >&-",
        "$0 table 'take[1..3]' --to 5 >&-",
        "$0 games >&-",
        "$0 --help >&-",
        "echo 'nim(3)' | $0 batch >&-",
        "$0 completions bash >&-",
        "$0 play 'nim(1,2,3)' --machine all >&-",
    ] {
        let done = shell(line);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{line}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{line}: {stderr}");
    }
    // With standard error closed as well, the error cannot be reported.
    assert_eq!(shell("$0 solve 'nim(3)' >&- 2>&-").status.code(), Some(1));
    // Writing to `/dev/null` succeeds, and the standard input and standard error may be closed.
    for line in ["$0 solve 'nim(3)' >/dev/null", "$0 solve 'nim(3)' <>/dev/null >&0", "$0 solve 'nim(3)' <&- 2>&-"] {
        let done = shell(line);
        assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0), "{line}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for line in ["$0 games | head -1", "yes 'nim(3)' | head -20000 | $0 batch | head -1", "$0 --help | head -1"] {
        let done = shell(line);
        assert_eq!((String::from_utf8_lossy(&done.stderr).as_ref(), done.status.code()), ("", Some(0)), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for line in [
        "$0 solve 'nim(3,4,5)' >/dev/full",
        "$0 games >/dev/full",
        "$0 table 'take[1..3]' --to 100000 >/dev/full",
        "echo 'nim(3)' | $0 batch >/dev/full",
        "$0 play 'nim(1,2,3)' --machine all >/dev/full",
        "$0 man >/dev/full",
        "$0 --help >/dev/full",
        #[cfg(feature = "web")]
        "timeout 60 $0 web --port 0 >/dev/full",
    ] {
        let done = shell(line);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{line}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{line}: {stderr}");
    }
}

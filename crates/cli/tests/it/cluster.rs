//! Tests that `grundy cluster run` writes the same files even if processes are killed or stopped.
//!
//! The tests run on Linux only, because they list the child processes through `/proc`.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SPEC: &str = "quixo[3x4](start)";

/// Returns the path of a folder that does not exist.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-cli-cluster-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn grundy(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(words).arg("--into").arg(folder).env("LANGUAGE", "en");
    command
}

fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [path.to_path_buf(), path.join("tier")] {
        for entry in std::fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            files.insert(entry.path().strip_prefix(path).unwrap().to_path_buf(), std::fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Returns the files that a single process writes.
fn files_by_one_process() -> BTreeMap<PathBuf, Vec<u8>> {
    let path = folder("alone");
    assert!(grundy(&["solve", SPEC, "--moves", "none"], &path).output().unwrap().status.success());
    let all = files(&path);
    let _ = std::fs::remove_dir_all(path);
    all
}

/// Returns the ids of the child processes of a process.
fn children(of: &Child) -> Vec<i32> {
    let list = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", of.id())).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

fn signal(process: i32, signal: i32) {
    // SAFETY: a system call that touches no memory of this process.
    unsafe { libc::kill(process, signal) };
}

fn stderr_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn killed_processes_are_restarted_with_the_same_result() {
    let right = files_by_one_process();
    let (mut kills, mut rounds, mut seed) = (0, 0, 0x9E37_79B9_7F4A_7C15_u64);
    while kills < 20 {
        let path = folder(&format!("killed-{rounds}"));
        let count = if rounds % 2 == 0 { "2" } else { "3" };
        loop {
            let words = ["cluster", "run", "--local", count, SPEC, "--moves", "none", "--every", "0", "--threads", "1"];
            let mut run = grundy(&words, &path).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            while run.try_wait().unwrap().is_none() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                std::thread::sleep(Duration::from_millis(50 + (seed >> 33) % 700));
                let all = children(&run);
                if kills < 20 && !all.is_empty() {
                    signal(all[(seed >> 20) as usize % all.len()], libc::SIGKILL);
                    kills += 1;
                }
            }
            let output = run.wait_with_output().unwrap();
            if output.status.success() {
                break;
            }
            assert!(stderr_text(&output).contains("died three times at the same point"), "{}", stderr_text(&output));
        }
        assert!(files(&path) == right, "after {kills} kills");
        assert!(!path.join("work").exists() && !path.join("peers").exists());
        let _ = std::fs::remove_dir_all(path);
        rounds += 1;
    }
}

#[test]
fn a_suspended_process_does_not_change_the_result() {
    let path = folder("stopped");
    let words = ["cluster", "run", "--local", "3", SPEC, "--moves", "none"];
    let run = grundy(&words, &path).stdout(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(300);
    let all = loop {
        let all = children(&run);
        if all.len() == 3 || Instant::now() > until {
            break all;
        }
    };
    std::thread::sleep(Duration::from_millis(200));
    signal(all[1], libc::SIGSTOP);
    std::thread::sleep(Duration::from_secs(2));
    signal(all[1], libc::SIGCONT);
    assert!(run.wait_with_output().unwrap().status.success());
    assert!(files(&path) == files_by_one_process());
    let _ = std::fs::remove_dir_all(path);
}

/// The loss of a process and bad arguments are reported in one line.
#[test]
fn errors_are_reported_in_one_line() {
    let path = folder("lost");
    let one = |index: &str| {
        let words = ["solve", "quixo[4](start)", "--process", index, "--processes", "2", "--moves", "none"];
        grundy(&words, &path).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let (first, mut second) = (one("0"), one("1"));
    // The processes have connected once the folder `peers`, through which they find each other, is removed again.
    let until = Instant::now() + Duration::from_secs(300);
    for is_there in [true, false] {
        while path.join("peers").exists() != is_there && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    std::thread::sleep(Duration::from_millis(200));
    second.kill().unwrap();
    second.wait().unwrap();
    let output = first.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said_of_loss = stderr_text(&output);
    assert!(said_of_loss.starts_with("error: the connection to the process 1 (127.0.0.1) is lost"), "{said_of_loss}");
    assert!(!said_of_loss.contains("panicked"), "{said_of_loss}");
    let _ = std::fs::remove_dir_all(&path);
    let wrong = |words: &[&str], expected: &str| {
        let output = grundy(words, &path).output().unwrap();
        assert!(
            !output.status.success() && stderr_text(&output).contains(expected),
            "{words:?}: {}",
            stderr_text(&output)
        );
    };
    wrong(&["solve", SPEC, "--process", "2", "--processes", "2"], "there is no process 2");
    wrong(&["solve", SPEC, "--process", "1"], "the number of processes is missing");
    wrong(&["solve", SPEC, "--processes", "2"], "the index of this process is missing");
    wrong(&["solve", SPEC, "--hosts", "nowhere.txt", "--process", "1"], "`nowhere.txt` cannot be read");
    wrong(&["cluster", "run", "--local", "2", "quixo[3](nowhere)"], "error");
    wrong(
        &["solve", SPEC, "--process", "0", "--processes", "2", "--wait", "1"],
        "the process 1 did not answer within 1 s",
    );
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["cluster", "run", "--local", "2", SPEC]).output();
    assert!(stderr_text(&output.unwrap()).contains("the folder to solve into is missing"));
    let _ = std::fs::remove_dir_all(path);
}

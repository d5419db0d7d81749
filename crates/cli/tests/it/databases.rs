//! Tests of databases: the examples of the documentation, resumed work, and folders that are refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const QUIXO: &str = "quixo[3](start)";

/// Returns a new empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("databases-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).env("LANGUAGE", "en");
    command
}

fn grundy(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn solve_into(spec: &str, dir: &Path, more: &[&str]) -> Output {
    grundy(&[&["solve", spec, "--into", dir.to_str().unwrap(), "--format", "json"], more].concat())
}

/// Returns the contents of the manifest and of all tiers, by file name.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let tiers = fs::read_dir(dir.join("tier")).unwrap().map(|entry| entry.unwrap().path());
    let all = tiers.chain([dir.join("manifest.json")]);
    all.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())).collect()
}

/// The examples of both pages show what the commands print in an empty folder.
///
/// `GRUNDY_DOCS=write` rewrites the pages.
#[test]
fn documentation_examples_are_current() {
    for page in ["databases.md", "databases.zh-CN.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
        let text = fs::read_to_string(&path).unwrap();
        let dir = folder(page);
        let (mut shown, mut console) = (String::new(), false);
        for line in text.lines() {
            if line.starts_with("```") {
                console = line == "```console";
            } else if let Some(words) = line.strip_prefix("$ ").filter(|_| console) {
                let bin = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap().to_str().unwrap();
                let paths = format!("{bin}:{}", std::env::var("PATH").unwrap());
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{words} 2>&1")]).current_dir(&dir);
                let output = shell.env("PATH", paths).env("LANGUAGE", "en").output().unwrap();
                shown.push_str(&format!("{line}\n{}", String::from_utf8_lossy(&output.stdout)));
                continue;
            } else if console {
                continue;
            }
            shown.push_str(line);
            shown.push('\n');
        }
        if std::env::var_os("GRUNDY_DOCS").is_some_and(|what| what == "write") {
            fs::write(&path, shown).unwrap();
        } else {
            assert_eq!(text, shown, "GRUNDY_DOCS=write writes {page} anew");
        }
    }
}

#[test]
fn killed_solves_resume_to_the_same_files() {
    let (expected, killed) = (folder("whole"), folder("killed"));
    let spec = "quixo[3x4](start)";
    assert!(solve_into(spec, &expected, &["--threads", "1"]).status.success());
    let mut seed = 1u64;
    for round in 0..20 {
        // With little memory, groups of tiers are kept in files while they are solved.
        let memory = if round % 2 == 0 { "1G" } else { "240K" };
        let args = ["solve", spec, "--into", killed.to_str().unwrap(), "--quiet", "--memory", memory];
        let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(seed >> 57));
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(solve_into(spec, &killed, &["--threads", "2"]).status.success());
    let (expected, resumed) = (files(&expected), files(&killed));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&expected), names(&resumed));
    assert!(expected == resumed, "{:?}", expected.keys().find(|name| expected[*name] != resumed[*name]));
    assert!(!killed.join("work").exists());
}

#[test]
fn files_that_were_changed_are_refused_with_tier_and_block() {
    let dir = folder("changed");
    assert!(solve_into(QUIXO, &dir, &[]).status.success());
    let path = dir.join("tier/4_3.gdb");
    let right = fs::read(&path).unwrap();
    let solved = || {
        // A position with four x and three o, which is in the tier 4_3.
        grundy(&["solve", "quixo[3](\"xox/o.o/x.x\")", "--db", dir.to_str().unwrap()])
    };
    assert!(solved().status.success(), "{}", output_text(&solved()));
    for (change, expected) in [
        (right.len() - 1, "has"),                // the last byte is missing
        (300, "block 0 of tier 4_3 is damaged"), // a bit of a block is flipped
        (10, "not a tier file written by this program, or its header was changed"),
    ] {
        let mut bytes = right.clone();
        if expected == "has" {
            bytes.truncate(change)
        } else {
            bytes[change] ^= 4
        }
        fs::write(&path, bytes).unwrap();
        for output in [solved(), grundy(&["db", "check", dir.to_str().unwrap()])] {
            assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
            assert!(output_text(&output).contains(expected), "{}", output_text(&output));
        }
    }
    // Replace the tier by another tier, then use the folder for another game.
    fs::copy(dir.join("tier/3_4.gdb"), &path).unwrap();
    assert!(
        output_text(&solved()).contains("the file belongs to other rules, or to tier 3_4"),
        "{}",
        output_text(&solved())
    );
    fs::write(&path, right).unwrap();
    assert!(solved().status.success());
    let other = grundy(&["solve", "quixo[3x4](start)", "--db", dir.to_str().unwrap()]);
    assert!(
        other.status.code() == Some(1) && output_text(&other).contains("does not belong to `quixo[3x4](start)`"),
        "{}",
        output_text(&other)
    );
    let other = solve_into("mnk[3,3,3](start)", &dir, &[]);
    assert!(
        other.status.code() == Some(1) && output_text(&other).contains("not to `mnk[3,3,3](start)`"),
        "{}",
        output_text(&other)
    );
    fs::write(dir.join("manifest.json"), "{}\n0\n").unwrap();
    assert!(
        output_text(&solved()).contains("not a manifest written by this program, or it was changed"),
        "{}",
        output_text(&solved())
    );
}

/// A database refuses positions that play cannot reach from its start; a solver answers them correctly.
#[test]
fn unreachable_positions_are_refused() {
    let dir = folder("elsewhere");
    assert!(solve_into("mnk[3,3,3](\"x../o../...\")", &dir, &[]).status.success());
    let db = dir.to_str().unwrap();
    let within = "mnk[3,3,3](\"x.o/o../x..\")";
    let alone = output_text(&grundy(&["solve", within, "--no-theorems", "--why", "short"]));
    let known = output_text(&grundy(&["solve", within, "--db", db, "--why", "short"]));
    let answer =
        |output: &str| output.lines().filter(|line| !line.starts_with("why:")).map(String::from).collect::<Vec<_>>();
    assert_eq!(answer(&known), answer(&alone));
    let elsewhere = grundy(&["solve", "mnk[3,3,3](\".../.x./o..\")", "--db", db]);
    assert_eq!(elsewhere.status.code(), Some(2), "{}", output_text(&elsewhere));
    assert!(output_text(&elsewhere).contains("is not reachable from"), "{}", output_text(&elsewhere));
    let both = ["mnk[3,3,3](\"x../o../...\")", "mnk[3,3,3](\"..o/.../x..\")"];
    let together = output_text(&grundy(&[&["solve"][..], &both, &["--why", "short"]].concat()));
    assert!(together.contains("the player to move wins (N), after 5 moves"), "{together}");
    let checked = grundy(&["db", "check", db]);
    assert!(checked.status.success(), "{}", output_text(&checked));
}

#[test]
fn a_second_process_is_refused() {
    let dir = folder("two");
    let args = ["solve", "quixo[4](start)", "--into", dir.to_str().unwrap(), "--quiet"];
    let mut first = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The first process writes the manifest as soon as it holds the lock.
    while !dir.join("manifest.json").exists() {
        assert!(first.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = grundy(&args);
    let _ = first.kill();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(output_text(&second).contains("another process is using the folder"), "{}", output_text(&second));
}

#[test]
#[cfg(unix)]
fn an_interrupted_solve_can_be_resumed() {
    let dir = folder("interrupted");
    let args = ["solve", "quixo[3x4](start)", "--into", dir.to_str().unwrap(), "--quiet"];
    let child = command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !dir.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    // On a fast machine, the process may have finished before the signal.
    if output.status.code() == Some(1) {
        assert_eq!(output_text(&output).trim(), "error: interrupted");
    }
    assert!(solve_into("quixo[3x4](start)", &dir, &[]).status.success());
}

#[test]
fn all_commands_read_a_database() {
    let dir = folder("faces");
    let path = dir.to_str().unwrap();
    let solved = output_text(&solve_into(QUIXO, &dir, &[]));
    assert!(solved.contains(r#""outcome":"N""#) && solved.contains(r#""remoteness":7"#), "{solved}");
    assert!(solved.contains(r#""reason":[{"by":"database","dir":"#), "{solved}");
    let info: serde_json::Value =
        serde_json::from_str(&output_text(&grundy(&["db", "info", path, "--format", "json"]))).unwrap();
    let number = |name: &str| info[name].as_u64().unwrap();
    assert_eq!(["positions", "win", "lose", "draw", "max_remoteness"].map(number), [19_683, 12_748, 6_935, 0, 8]);
    assert_eq!(info["spec"], QUIXO);
    let batch = folder("faces-batch").join("specs.txt");
    fs::write(&batch, "quixo[3](start)\nnim(3)\n").unwrap();
    let lines = output_text(&grundy(&["batch", batch.to_str().unwrap(), "--db", path]));
    assert!(lines.lines().count() == 2 && lines.contains(r#""by":"database""#), "{lines}");
    let play = grundy(&["play", QUIXO, "--db", path, "--machine", "all"]);
    assert!(play.status.success(), "{}", output_text(&play));
    // Check the longest wins from the start and from a position of the greatest remoteness.
    let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
    let lasts = |found: &serde_json::Value| -> Vec<u64> {
        found["longest_win"].as_array().unwrap().iter().map(|mv| mv["remoteness"].as_u64().unwrap()).collect()
    };
    assert_eq!((lasts(&solved), lasts(&info)), ((0..7).rev().collect(), (0..8).rev().collect()));
    let text_of_start = output_text(&grundy(&["solve", QUIXO, "--db", path, "--moves", "none"]));
    let text = &text_of_start;
    assert!(
        text.contains("a longest win (the winner wins as fast as possible") && text.contains("\n    7. "),
        "{text}"
    );
    let text = output_text(&grundy(&["db", "info", path]));
    assert!(
        text.contains("a longest win (the winner wins as fast as possible") && text.contains("\n    8. "),
        "{text}"
    );
    let mut why = command(&["play", QUIXO, "--db", path]);
    let mut why = why.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::io::Write::write_all(&mut why.stdin.take().unwrap(), b"why\nquit\n").unwrap();
    let text = output_text(&why.wait_with_output().unwrap());
    assert!(text.contains("a longest win (the winner wins as fast as possible") && text.contains(" 7. "), "{text}");
    let before: u64 = number("bytes");
    assert!(grundy(&["db", "pack", path]).status.success());
    let check = grundy(&["db", "check", path, "--sample", "200"]);
    assert!(check.status.success(), "{}", output_text(&check));
    let bytes = || {
        let list: serde_json::Value =
            serde_json::from_str(&output_text(&grundy(&["db", "list", path, "--format", "json"]))).unwrap();
        list["bytes"].as_u64().unwrap()
    };
    assert!(bytes() <= before);
    // An unpacked database gives the same answers.
    assert!(output_text(&grundy(&["db", "unpack", path])).contains("bytes became"));
    assert!(bytes() > number("slots") && grundy(&["db", "check", path]).status.success());
    assert_eq!(output_text(&grundy(&["solve", QUIXO, "--db", path, "--moves", "none"])), text_of_start);
    let csv = output_text(&grundy(&["db", "export", path]));
    assert_eq!(csv.lines().count() as u64, 1 + number("orbits"));
    assert!(csv.contains("0_0,0,1,\"quixo[3](start)\",N,7"), "{}", &csv[csv.len() - 200..]);
}

#[test]
fn estimates_solve_nothing() {
    let output = grundy(&["solve", "quixo[4](start)", "--estimate", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&output_text(&output)).unwrap();
    assert_eq!(found["slots"], 5_864_611);
    assert!(found["rate"].as_u64().unwrap() > 0 && found["memory"].as_u64().unwrap() < 64 << 20, "{found}");
    let output = grundy(&["solve", "nim(3,4,5)", "--estimate"]);
    assert_eq!(output.status.code(), Some(2), "{}", output_text(&output));
}

/// With a database, the answer lists every move, winning or not, with its result and remoteness.
#[test]
fn all_moves_are_listed_with_results() {
    let dir = folder("moves");
    let path = dir.to_str().unwrap();
    assert!(solve_into(QUIXO, &dir, &[]).status.success());
    let spec = "quixo[3](\"xo./.o./..x\")";
    let json = output_text(&grundy(&["solve", spec, "--db", path, "--format", "json"]));
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    let list = |name: &str| found[name].as_array().unwrap().clone();
    let results =
        |name: &str, result: &str| list(name).iter().all(|mv| mv["result"] == result && mv["remoteness"].is_u64());
    assert!(results("moves", "win") && results("others", "loss"), "{json}");
    // The remoteness of a won position is one more than that of its fastest winning move.
    let least = list("moves").iter().map(|mv| mv["remoteness"].as_u64().unwrap()).min().unwrap();
    assert_eq!(found["remoteness"].as_u64().unwrap(), least + 1);
    assert_eq!(list("moves").len() + list("others").len(), 17);
    let text = output_text(&grundy(&["solve", spec, "--db", path]));
    assert!(text.contains("other moves:") && text.contains("(loses after "), "{text}");
    let few = output_text(&grundy(&["solve", spec, "--db", path, "--moves", "one", "--format", "json"]));
    assert!(!few.contains("\"others\""), "{few}");
}

/// Databases also contain games without an index of positions, and sums with partizan components.
#[test]
fn games_without_an_index_are_enumerated() {
    let dir = folder("searched");
    let path = dir.to_str().unwrap();
    for (spec, within) in
        [("nim(3,4,5)", "nim(4,1,5)"), ("domineering(3x3) + nim(1)", "nim(1) + domineering(\"#../#../...\")")]
    {
        let _ = fs::remove_dir_all(&dir);
        let solved = solve_into(spec, &dir, &[]);
        assert!(output_text(&solved).contains(r#""by":"database""#), "{}", output_text(&solved));
        let alone: serde_json::Value =
            serde_json::from_str(&output_text(&grundy(&["solve", within, "--format", "json"]))).unwrap();
        let known = output_text(&grundy(&["solve", within, "--db", path, "--format", "json"]));
        let known: serde_json::Value = serde_json::from_str(&known).unwrap();
        assert_eq!(known["outcome"], alone["outcome"], "{known}");
        assert_eq!(known["moves_total"], alone["moves_total"], "{known}");
        for what in [&["db", "check", path][..], &["db", "info", path], &["db", "export", path]] {
            assert!(grundy(what).status.success(), "{}", output_text(&grundy(what)));
        }
    }
    let other = grundy(&["solve", "nim(9,9)", "--db", path]);
    assert!(
        other.status.code() == Some(1) && output_text(&other).contains("is refused: it does not belong to"),
        "{}",
        output_text(&other)
    );
}

/// The Parquet file has its magic bytes, and `pyarrow`, if installed, reads the rows of the CSV file.
#[test]
fn parquet() {
    let dir = folder("parquet");
    let path = dir.to_str().unwrap();
    assert!(solve_into("mnk[3,3,3](start)", &dir, &[]).status.success());
    let table = grundy(&["db", "export", path, "--format", "parquet"]).stdout;
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1"), "{}", table.len());
    let (file, csv) = (dir.join("all.parquet"), dir.join("all.csv"));
    fs::write(&file, &table).unwrap();
    fs::write(&csv, grundy(&["db", "export", path]).stdout).unwrap();
    let program = "\
import csv, sys
import pyarrow.parquet as pq
rows = pq.read_table(sys.argv[1]).to_pylist()
lines = list(csv.DictReader(open(sys.argv[2])))
text = lambda row: {k: '' if v is None else str(v) for k, v in row.items()}
assert [text(row) for row in rows] == lines and len(rows) > 700, len(rows)
print(pq.ParquetFile(sys.argv[1]).schema)";
    let python = Command::new("python3").args(["-c", program]).args([&file, &csv]).output();
    match python {
        Ok(output) if output.status.success() => assert!(output_text(&output).contains("remoteness")),
        Ok(output) => assert!(output_text(&output).contains("No module named"), "{}", output_text(&output)),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    let wrong = grundy(&["db", "info", path, "--format", "parquet"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", output_text(&wrong));
}

/// Tests a disk that is too small from the start, and a disk that fills up during the work.
///
/// The disk is a small `tmpfs` in a mount namespace.
#[test]
#[cfg(target_os = "linux")]
fn full_disks_are_reported() {
    let dir = folder("disk");
    let shell = |size: &str, words: &str| {
        let bin = env!("CARGO_BIN_EXE_grundy");
        let script =
            format!("mount -t tmpfs -o size={size} none {0} && cd {0} || exit 9; G={bin}; {words}", dir.display());
        Command::new("unshare").args(["-rm", "sh", "-c", &script]).env("LANGUAGE", "en").output()
    };
    // Some machines do not allow namespaces; skip the test there.
    match shell("1m", "true") {
        Ok(output) if output.status.success() => {}
        _ => return,
    }
    let small = shell("512k", "$G solve 'quixo[4](start)' --into q --quiet").unwrap();
    assert_eq!(small.status.code(), Some(1), "{}", output_text(&small));
    assert!(
        output_text(&small).contains("is on a disk with 5") && output_text(&small).contains("are needed"),
        "{}",
        output_text(&small)
    );
    // Fill the disk during the work, then free the space and resume.
    let full = "$G solve 'quixo[4](start)' --into q --quiet --moves none 2>&1 & P=$!; \
        for k in $(seq 15000); do [ -e q/manifest.json ] && break; sleep 0.02; done; \
        dd if=/dev/zero of=fill bs=4k 2>/dev/null; wait $P; echo exit $?; rm fill; \
        $G solve 'quixo[4](start)' --into q --quiet --moves none; $G db check q --sample 20 | tail -1";
    let output = output_text(&shell("16m", full).unwrap());
    assert!(output.contains("after 21 moves") && output.contains("0_0: all blocks are valid"), "{output}");
    // On a fast machine, the work may have finished before the disk was full.
    if !output.contains("exit 0") {
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].starts_with("error: ") && lines[0].contains("cannot be written"), "{output}");
        assert!(lines[1].ends_with("run the same command again to continue") && lines[2] == "exit 2", "{output}");
    }
}

#[test]
fn bad_folders_are_refused() {
    let dir = folder("bad");
    let file = dir.join("file");
    fs::write(&file, "no folder").unwrap();
    for args in [
        vec!["solve", QUIXO, "--into", file.to_str().unwrap()],
        vec!["solve", QUIXO, "--db", file.to_str().unwrap()],
        vec!["solve", QUIXO, "--db", "no such folder"],
        vec!["solve", QUIXO, "--db", dir.to_str().unwrap()],
        vec!["solve", QUIXO, "--into", "/proc/nothing"],
        vec!["db", "info", dir.to_str().unwrap()],
        vec!["db", "list", file.to_str().unwrap()],
        vec!["db", "export", "no such folder", "--format", "parquet"],
        vec!["db", "pack", "no such folder"],
    ] {
        let output = grundy(&args);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}: {}", output_text(&output));
        assert!(
            output_text(&output).starts_with("error: ") && output_text(&output).lines().count() <= 3,
            "{args:?}: {}",
            output_text(&output)
        );
    }
}

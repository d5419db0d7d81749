//! Tests of saved sequences: after an interruption, the next process resumes and gives the same answer.

use grundy::unstable::rules::clock::Instant;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder that is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-sequence-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn sequence(code: &str, to: &str, folder: &str) -> (i32, String, String) {
    run(&["sequence", code, "--to", to, "--format", "json", "--checkpoint", folder])
}

#[test]
fn a_killed_sequence_resumes_to_the_same_answer() {
    check_resumption("killed", "0.6", "60000", "70000");
}

/// Interrupts a sequence that is computed over all pairs, without the sparse space.
#[test]
fn a_killed_dense_sequence_resumes_to_the_same_answer() {
    check_resumption("killed-dense", "0.06", "40000", "45000");
}

/// Kills the program up to 20 times on its way to a heap, then requests a smaller and a larger bound.
fn check_resumption(folder: &str, code: &str, to: &str, farther: &str) {
    let folder = Folder::new(folder);
    let (exit, whole, _) = run(&["sequence", code, "--to", to, "--format", "json"]);
    assert_eq!(exit, 0);
    let args = ["sequence", code, "--to", to, "--format", "json", "--every", "0.001", "--checkpoint", folder.name()];
    let mut seed = 7u64;
    let start = Instant::now();
    for _ in 0..20 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = command(&args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(seed >> 57));
        // On Unix, this sends SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        if start.elapsed() > Duration::from_secs(8) {
            break;
        }
    }
    let (exit, resumed, stderr) = run(&args);
    assert_eq!((exit, resumed), (0, whole.clone()), "{stderr}");
    // Run again from the complete checkpoint, then to a smaller and to a larger heap.
    assert_eq!(sequence(code, to, folder.name()).1, whole);
    for to in ["5000", farther] {
        let (_, fresh, _) = run(&["sequence", code, "--to", to, "--format", "json"]);
        assert_eq!(sequence(code, to, folder.name()).1, fresh, "{to}");
    }
}

#[test]
fn a_proof_is_the_same_after_an_interruption() {
    let folder = Folder::new("proof");
    let (_, expected, _) = run(&["sequence", "0.156", "--format", "json"]);
    assert!(expected.contains("\"preperiod\":3479,\"period\":349"), "{expected}");
    for to in ["100", "3000", "7700", "9000", "1000000"] {
        let (exit, got, _) = sequence("0.156", to, folder.name());
        assert_eq!(exit, 0);
        assert_eq!(got == expected, to.len() > 4 || to >= "7658", "{to}: {got}");
    }
}

#[test]
fn foreign_or_changed_checkpoints_are_refused() {
    let folder = Folder::new("refused");
    let (exit, ..) = sequence("0.6", "2000", folder.name());
    assert_eq!(exit, 0);
    let refused = |code: &str, what: &str| {
        let (exit, stdout, _) = sequence(code, "3000", folder.name());
        assert!(exit == 1 && stdout.contains("\"kind\":\"refused\"") && stdout.contains(what), "{exit} {stdout}");
    };
    refused("0.77", "the checkpoint belongs to `octal[0.6]`, not to `octal[0.77]`");
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| -> (PathBuf, Vec<u8>) {
        let path = Path::new(folder.name()).join(name);
        let before = std::fs::read(&path).unwrap();
        let mut bytes = before.clone();
        change(&mut bytes);
        std::fs::write(&path, bytes).unwrap();
        (path, before)
    };
    let mut places = vec![];
    for (name, what) in [("values", "values"), ("manifest", "manifest")] {
        let length = std::fs::metadata(Path::new(folder.name()).join(name)).unwrap().len() as usize;
        places.extend((0..length).step_by(length / 13).chain([length - 1]).map(|at| (name, what, at)));
    }
    for (name, what, at) in places {
        let (path, before) = change(name, &|bytes| bytes[at] ^= 4);
        refused("0.6", what);
        std::fs::write(path, before).unwrap();
    }
    let (path, before) = change("values", &|bytes| bytes.truncate(bytes.len() - 1));
    refused("0.6", "bytes, but the manifest says");
    std::fs::write(path, before).unwrap();
    let (path, before) = change("manifest", &|bytes| bytes[16] = b'2');
    refused("0.6", "the file begins with `grundy sequence 2`");
    std::fs::write(path, before).unwrap();
    // Bytes of an incomplete save are cut off.
    change("values", &|bytes| bytes.extend([1; 1000]));
    let (_, fresh, _) = run(&["sequence", "0.6", "--to", "3000", "--format", "json"]);
    assert_eq!(sequence("0.6", "3000", folder.name()).1, fresh);
}

#[test]
fn bad_requests_get_an_error() {
    for (args, exit, message) in [
        (&["77"][..], 2, "did you mean 0.77?"),
        (&["0.99x"], 2, "is not a digit of a code"),
        (&["wythoff"], 2, "not a game whose moves take from a heap"),
        (&["misere", "kayles"], 2, "defined only under normal play"),
        (&["grundy_game", "--to", "10^15"], 1, "the memory limit is 4.0 GiB"),
        (&["0.6", "--to", "10^6", "--memory", "100K"], 1, "the memory limit is 100.0 KiB"),
        (&["0.77", "--stats", "--format", "csv"], 2, "--stats"),
        (&["0.77", "--checkpoint", "/dev/null/x"], 2, "cannot be created"),
        (&["grundy_game", "--to", "1000", "--certificate", "never.cert"], 1, "there is no proof"),
    ] {
        let (code, _, stderr) = run(&[&["sequence"], args].concat());
        assert!(code == exit && stderr.contains(message), "{args:?}: {code} {stderr}");
    }
    for pattern in ["???", "0.?x", "0.[", "0.????????"] {
        let (code, _, stderr) = run(&["survey", pattern]);
        assert!(code == 2 && stderr.contains("help"), "{pattern}: {stderr}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let (code, _, stderr) = run(&["sequence", "0.77", "--certificate", "/dev/full"]);
    assert!(code == 2 && stderr.contains("`/dev/full` cannot be written"), "{stderr}");
    // In this folder, appending values fails.
    let folder = Folder::new("full");
    std::fs::create_dir_all(folder.name()).unwrap();
    std::os::unix::fs::symlink("/dev/full", Path::new(folder.name()).join("values")).unwrap();
    let (code, stdout, _) = sequence("0.6", "5000", folder.name());
    assert!(code == 2 && stdout.contains("\"kind\":\"io\""), "{stdout}");
}

/// If the file of values reaches a size limit, the values saved before remain, and a new run resumes.
///
/// A value of 0.6 takes about 9 bits.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fills_up_leaves_the_last_save() {
    let folder = Folder::new("fills");
    let program = env!("CARGO_BIN_EXE_grundy");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 24; exec '{program}' sequence 0.6 --to 40000 --every 0.001 --format json --checkpoint '{}'",
        folder.name()
    );
    let Output { status, stdout, .. } = Command::new("bash").args(["-c", &limited]).output().unwrap();
    let text = String::from_utf8(stdout).unwrap();
    assert!(status.code() == Some(2) && text.contains("values` cannot be written: File too large"), "{text}");
    let manifest = std::fs::read_to_string(folder.0.join("manifest")).unwrap();
    let saved = manifest.lines().find_map(|line| line.strip_prefix("values ")?.parse::<u64>().ok()).unwrap();
    assert!((1..40_000).contains(&saved), "{manifest}");
    let (_, fresh, _) = run(&["sequence", "0.6", "--to", "40000", "--format", "json"]);
    let (exit, resumed, _) = sequence("0.6", "40000", folder.name());
    assert_eq!((exit, resumed), (0, fresh));
}

#[test]
fn one_process_at_a_time_uses_a_folder() {
    let folder = Folder::new("locked");
    // This process runs until it is killed.
    let mut first = command(&["sequence", "0.6", "--to", "10^9", "--checkpoint", folder.name()]).spawn().unwrap();
    let start = Instant::now();
    while !folder.0.join("values").exists() {
        assert!(start.elapsed() < Duration::from_secs(300), "it does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    let (exit, _, stderr) = run(&["sequence", "0.6", "--to", "2000", "--checkpoint", folder.name()]);
    assert!(exit == 1 && stderr.contains("another process is using the folder"), "{stderr}");
    let (exit, _, stderr) = run(&["survey", "0.?", "--to", "2000", "--checkpoint", folder.name()]);
    assert!(exit == 1 && stderr.contains("another process is using the folder"), "{stderr}");
    first.kill().unwrap();
    first.wait().unwrap();
    let (exit, _, stderr) = run(&["sequence", "0.6", "--to", "2000", "--checkpoint", folder.name()]);
    assert_eq!(exit, 0, "{stderr}");
}

#[test]
fn unproved_regularities_are_reported() {
    let text = |code: &str| run(&["sequence", code, "--to", "400"]).1;
    assert!(text("0.8").contains("conjecture G(n + 3) = G(n) + 1 from heap 1 on; not proved\n"), "{}", text("0.8"));
    assert!(text("lasker").contains("G(n + 4) = G(n) + 4 from heap 1 on; not proved"), "{}", text("lasker"));
    assert!(!text("grundy_game").contains("conjecture") && !text("0.77").contains("conjecture"));
    let (_, json, _) = run(&["sequence", "0.8", "--to", "400", "--format", "json"]);
    assert!(json.ends_with("\"seems\":{\"preperiod\":1,\"period\":3,\"saltus\":1,\"exceptions\":[]}}\n"), "{json}");
    // 0.8 is 0.113377F shifted by three heaps; the pattern of 0.113377F holds from the empty heap on.
    let (_, csv, _) = run(&["survey", "0.8", "--to", "400", "--format", "csv"]);
    assert!(csv.ends_with(",3;3;1\n"), "{csv}");
}

#[test]
fn certificates_are_verified() {
    let folder = Folder::new("certificate");
    std::fs::create_dir_all(folder.name()).unwrap();
    for (k, code) in ["0.77", "0.4", "4.3", "take[1,3,4]", "0.156", "kayles", "0.16"].iter().enumerate() {
        let path = format!("{}/{k}", folder.name());
        let (exit, _, stderr) = run(&["sequence", code, "--certificate", &path]);
        assert_eq!(exit, 0, "{code}: {stderr}");
        let (exit, stdout, stderr) = run(&["verify", &path]);
        assert_eq!(exit, 0, "{code}: {stdout}{stderr}");
    }
}

#[test]
fn interrupted_surveys_resume() {
    let folder = Folder::new("survey");
    let survey = |args: &[&str]| run(&[&["survey", "0.??", "--to", "3000", "--format", "csv"], args].concat());
    let (exit, expected, _) = survey(&[]);
    assert_eq!((exit, expected.lines().count()), (0, 64));
    assert!(expected.lines().any(|line| line.starts_with("0.77,0.77,0,itself,proved,71,12,167,8,")), "{expected}");
    assert!(expected.lines().any(|line| line.starts_with("0.07,0.137,1,rules,proved,53,34,")), "{expected}");
    let mut child = command(&["survey", "0.??", "--to", "3000", "--checkpoint", folder.name()]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(40));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(survey(&["--checkpoint", folder.name()]).1, expected);
    let (exit, _, stderr) = run(&["survey", "0.??", "--to", "3001", "--checkpoint", folder.name()]);
    assert!(exit == 1 && stderr.contains("to=3000"), "{stderr}");
    let path = folder.0.join("survey");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[40] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (exit, _, stderr) = survey(&["--checkpoint", folder.name()]);
    assert!(exit == 1 && stderr.contains("the checksum of line"), "{stderr}");
}

/// The periods of the corpus have valid certificates with the checksums of the corpus.
#[test]
fn periods_of_the_corpus_have_their_certificates() {
    let folder = Folder::new("periods");
    std::fs::create_dir_all(folder.name()).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/survey/certificates.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| line.starts_with("0.")).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 250, "{}", rows.len());
    let mut all = String::new();
    for row in rows.iter().filter(|row| row[3].parse::<u64>().unwrap() < 100_000).step_by(9) {
        let &[code, preperiod, period, last, sum] = row.as_slice() else { panic!("{row:?}") };
        let file = format!("{}/{code}", folder.name());
        let (status, out, err) = run(&["sequence", code, "--to", last, "--format", "json", "--certificate", &file]);
        assert_eq!(status, 0, "{code}: {err}");
        assert!(out.contains(&format!("\"preperiod\":{preperiod},\"period\":{period},")), "{code}: {out}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.lines().next().unwrap().ends_with(&format!(" {sum}")), "{code}: {text}");
        all += &text;
    }
    let file = format!("{}/all", folder.name());
    std::fs::write(&file, &all).unwrap();
    let (status, out, err) = run(&["verify", &file]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.matches("verified:").count(), all.lines().count() / 2);
}

/// New results of a survey, resumed or not, have valid certificates and commands that confirm them.
#[test]
fn new_results_come_with_certificates() {
    let folder = Folder::new("news");
    let (checkpoint, file) = (folder.name().to_string(), format!("{}/all.cert", folder.name()));
    // The pattern includes codes whose first heap has a move, and codes whose first heap has none.
    let survey = ["survey", "0.[0-4][02][02]0[1-7]", "--new", "--to", "3000", "--checkpoint", &checkpoint];
    let args = [&survey[..], &["--certificates", &file]].concat();
    let (status, page, err) = run(&args);
    assert_eq!((status, err.as_str()), (0, ""), "{page}");
    let text = std::fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.contains("`grundy sequence"))
        .map(|line| line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert!(rows.len() > 3 && rows.iter().any(|row| row[0].starts_with("0.02")), "{page}");
    for row in &rows {
        let &[code, preperiod, period, most, _, checksum, sum, command] = row.as_slice() else { panic!("{row:?}") };
        let words: Vec<&str> = command.trim_matches('`').split(' ').skip(1).collect();
        let own = format!("{}/{}", folder.name(), words[words.len() - 1]);
        let (status, out, err) = run(&[&words[..words.len() - 1], &[&own, "--format", "json"]].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{command}");
        for expected_field in [
            format!("\"preperiod\":{preperiod},\"period\":{period},"),
            format!("\"max_value\":{most},"),
            format!("\"checksum\":\"{checksum}\""),
        ] {
            assert!(out.contains(&expected_field), "{code}: {expected_field} is not in {out}");
        }
        let certificate = std::fs::read_to_string(&own).unwrap();
        assert!(
            certificate.lines().next().unwrap().ends_with(&format!(" {sum}")) && text.contains(&certificate),
            "{code}"
        );
    }
    let (status, out, _) = run(&["verify", &file]);
    assert_eq!((status, out.matches("verified:").count()), (0, rows.len()));
    // A changed certificate is refused with its line number; the other certificates stay valid.
    let lines: Vec<&str> = text.lines().collect();
    let changed = lines[3].replacen("\"table\":[0", "\"table\":[1", 1);
    std::fs::write(&file, text.replacen(lines[3], &changed, 1)).unwrap();
    let (status, out, err) = run(&["verify", &file]);
    assert_eq!((status, out.matches("verified:").count()), (1, rows.len() - 1), "{err}");
    assert!(err.contains("all.cert:3: refused"), "{err}");
    assert_eq!(run(&args).1, page);
    for format in ["csv", "json"] {
        let (status, out, _) = run(&[&survey[..], &["--format", format]].concat());
        let row_count = out.lines().filter(|line| line.contains("0.")).count();
        assert!(status == 0 && row_count >= rows.len() && row_count < 210, "{out}");
        for row in rows.iter().filter(|_| format == "csv") {
            let line = out.lines().find(|line| line.starts_with(&format!("{},", row[0]))).unwrap();
            assert!(line.contains(&format!(",proved,{},{},", row[1], row[2])), "{line}: {row:?}");
        }
    }
}

/// Options that would have no effect are errors.
#[test]
fn surveys_refuse_options_without_effect() {
    for args in [
        &["survey", "0.?", "--certificates", "unwritten"][..],
        &["survey", "0.?", "--misere", "--certificates", "unwritten"],
        &["survey", "take[1,k]", "--new"],
        &["survey", "take[1,k]", "--each", "3"],
        &["survey", "0.?", "--misere", "--new"],
        &["survey", "--families", "--new"],
        &["survey", "0.?", "--each", "soon"],
    ] {
        let (status, out, err) = run(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains("error"), "{args:?}: {err}");
    }
    assert!(!Path::new("unwritten").exists());
}

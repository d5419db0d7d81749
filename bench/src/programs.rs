//! Measures the program `grundy` from the start of the process to the last byte of its answer.

use crate::stopwatch::{Report, Target};
use grundy::unstable::rules::SplitMix64;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LINES: usize = 1_000_000;
const HEAPS: usize = 10_000_000;

pub fn measure(program: &Path, report: &mut Report) {
    start(program, report);
    batch(program, report);
    flat_memory(program, report);
    heap_file(program, 7, report);
    heap_file(program, 19, report);
}

/// A temporary file that is deleted when this value is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("grundy-bench-{}-{name}", std::process::id()));
        fs::write(&path, bytes).expect("the directory for temporary files takes the input");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The file is of no use after this run, so errors are ignored.
        let _ = fs::remove_file(&self.0);
    }
}

fn output(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Runs the program until it ends; its output is sent to `to`.
fn run(program: &Path, arguments: &[&str], to: Stdio) {
    let status = Command::new(program).args(arguments).stdin(Stdio::null()).stdout(to).status();
    assert!(status.expect("the program starts").success());
}

fn start(program: &Path, report: &mut Report) {
    let name = "`solve nim 3 4 5`, start to end";
    if !report.wants(name) {
        return;
    }
    let arguments = ["solve", "nim", "3", "4", "5"];
    assert!(output(program, &arguments).contains("take 2 from heap 1"));
    report.time_short(name, Target::Seconds(5e-3), || run(program, &arguments, Stdio::null()));
}

/// Returns `LINES` lines with a position of three Nim heaps each, and the Grundy value of each line.
fn nim_lines() -> (Vec<u8>, Vec<u64>) {
    let mut random = SplitMix64(1);
    let (mut text, mut values) = (vec![], vec![]);
    for _ in 0..LINES {
        let [a, b, c] = [(); 3].map(|()| random.below(1_000_000));
        writeln!(text, "nim({a},{b},{c})").expect("writing to memory cannot fail");
        values.push(a ^ b ^ c);
    }
    (text, values)
}

fn check_answer(answer: &str, line: usize, value: u64) {
    assert!(answer.contains(&format!("\"line\":{line},")), "line {line}: {answer}");
    assert!(answer.contains(&format!("\"grundy\":{value},")), "line {line}: {answer}");
}

fn batch(program: &Path, report: &mut Report) {
    let name = "`batch --moves none`, 10^6 lines of nim(a,b,c)";
    if !report.wants(name) {
        return;
    }
    let (text, values) = nim_lines();
    let input = Scratch::new("lines.txt", &text);
    let answers = Scratch::new("answers.jsonl", &[]);
    let arguments = ["batch", "--moves", "none", input.0.to_str().expect("a plain path")];
    let once = || run(program, &arguments, File::create(&answers.0).expect("the file was made above").into());
    once();
    let text = fs::read_to_string(&answers.0).expect("the answers were written");
    assert_eq!(text.lines().count(), LINES);
    for (k, (answer, &value)) in text.lines().zip(&values).enumerate() {
        check_answer(answer, k + 1, value);
    }
    let target = Target::Rate { units: LINES as f64, unit: "lines", min: 1e6 };
    report.time(name, target, once);
}

/// Measures the peak memory of the program after 10^6 answers; only Linux reports this figure.
fn flat_memory(program: &Path, report: &mut Report) {
    let name = "`batch`, peak memory after 10^6 lines";
    if !report.wants(name) || !cfg!(target_os = "linux") {
        return;
    }
    let (text, values) = nim_lines();
    report.sample(name, Target::Count { unit: "B", max: 16e6 }, || {
        let mut child = Command::new(program)
            .args(["batch", "--moves", "none"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let peak = std::thread::scope(|scope| {
            // The input stays open until the peak memory is read, because the process must still be running then.
            let writer = scope.spawn(|| {
                input.write_all(&text).expect("the program reads");
                input
            });
            for (k, &value) in values.iter().enumerate() {
                let answer = answers.next().expect("as many answers as lines").expect("the output is UTF-8");
                check_answer(&answer, k + 1, value);
            }
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux tells");
            drop(writer.join());
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells the peak");
            let kib: f64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
            kib * 1024.0
        });
        assert!(child.wait().expect("the program ends").success());
        peak
    });
}

fn heap_file(program: &Path, digits: u32, report: &mut Report) {
    let name = format!("`solve nim(@file) --moves count`, 10^7 heaps of {digits} digits");
    if !report.wants(&name) {
        return;
    }
    let mut random = SplitMix64(digits.into());
    let least = 10u64.pow(digits - 1);
    let heaps: Vec<u64> = (0..HEAPS).map(|_| least + random.below(9 * least)).collect();
    let mut text = Vec::with_capacity(HEAPS * (digits as usize + 1));
    for heap in &heaps {
        writeln!(text, "{heap}").expect("writing to memory cannot fail");
    }
    let file = Scratch::new("heaps.txt", &text);
    let spec = format!("nim(@\"{}\")", file.0.display());
    let arguments = ["solve", &spec, "--moves", "count", "--format", "json"];

    let value = heaps.iter().fold(0, |xor, heap| xor ^ heap);
    let moves = heaps.iter().filter(|&heap| heap ^ value < *heap).count();
    let answer = output(program, &arguments);
    assert!(answer.contains(&format!("\"grundy\":{value},")), "{answer}");
    assert!(answer.contains(&format!("\"moves_total\":{moves},")), "{answer}");

    let target = Target::Rate { units: text.len() as f64, unit: "B", min: 200e6 };
    report.time(name, target, || run(program, &arguments, Stdio::null()));
}

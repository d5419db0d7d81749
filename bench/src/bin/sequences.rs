//! Measures the speed of long sequences of Grundy values, also in comparison with a rival program.
//!
//! - `sequences table [OGSOLVE]` runs each row of the table several times, alternating with the rival program at this
//!   path, and prints medians of the processor time. If the rival computes the same sequence, the checksums must be
//!   equal.
//! - `sequences one GAME N [KERNEL] [INSTRUCTIONS] [THREADS]` computes one sequence and prints the time.

use grundy::unstable::rules::{Code, Splitting};
use grundy::unstable::solve::Budget;
use grundy::unstable::solve::sequence::{Instructions, Kernel, Sequence, SequenceOptions};
use std::process::Command;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["one", code, to, ref rest @ ..] => one(code, to.parse().expect("a number"), rest),
        ["table", ref rest @ ..] => table(rest.first().copied()),
        _ => {
            eprintln!("sequences table [OGSOLVE]");
            eprintln!("sequences one GAME N [auto|direct|scalar|planes|prove] [best|portable|avx2] [THREADS]");
        }
    }
}

/// A row of the table: the game, the last heap, our kernel, and the rival's game and method.
/// Checksums are compared only if the rival's game has the same name as ours.
type Row = (&'static str, u64, &'static str, Option<(&'static str, &'static str)>);

const ROWS: [Row; 16] = [
    ("0.6", 1 << 20, "auto", Some(("0.6", "rc2"))),
    ("0.6", 1 << 24, "auto", None),
    ("grundy", 1 << 20, "auto", Some(("0.6", "rc2"))),
    ("0.376", 1 << 20, "auto", Some(("0.376", "rc"))),
    ("0.376", u64::MAX, "prove", None),
    // These values are neither dense nor sparse; the automatic choice must be as fast as the better kernel.
    ("4.007", 1 << 20, "auto", None),
    ("4.007", 1 << 20, "scalar", None),
    // Values exceed 8192 from heap 410,353 on, so they are too large for the bit sets and are folded.
    ("0.346", 1 << 20, "auto", None),
    ("0.16", 600_000, "prove", Some(("0.16", "rc2"))),
    ("0.354", u64::MAX, "prove", None),
    ("0.454", 1 << 24, "auto", Some(("0.454", "rc"))),
    ("0.454", u64::MAX, "prove", None),
    ("0.106", 1 << 24, "auto", Some(("0.106", "rc2"))),
    ("0.77", u64::MAX, "prove", None),
    ("0.07", u64::MAX, "prove", None),
    ("0.156", u64::MAX, "prove", None),
];

fn table(rival: Option<&str>) {
    let own = std::env::current_exe().expect("a program");
    println!(
        "{:8} {:>10} {:>6} {:>12} {:>9} {:>10} {:>7}",
        "game", "computed", "how", "seconds", "ns/value", "rival", "ratio"
    );
    for (game, to, how, other) in ROWS {
        let rounds = if to > 1 << 21 && how == "prove" || to > 1 << 23 { 1 } else { 3 };
        let (mut ours, mut theirs, mut computed) = (vec![], vec![], 0);
        for _ in 0..rounds {
            let (seconds, output) = run(Command::new(&own).args(["one", game, &to.to_string(), how]));
            let field = |name: &str| output.split_whitespace().skip_while(|&word| word != name).nth(1);
            computed = field("computed:").and_then(|n| n.trim_end_matches(',').parse().ok()).unwrap_or(0u64);
            let inside = field("seconds").and_then(|n| n.parse().ok()).unwrap_or(seconds);
            // Processor time is measured in coarse ticks, so short runs use the time that the program prints.
            ours.push(if inside < 0.05 { inside } else { seconds });
            let Some(((code, method), rival)) = other.zip(rival) else { continue };
            let last = to.to_string();
            let (seconds, output) = run(Command::new(rival).args([code, "-m", method, "-n", &last]));
            theirs.push(seconds);
            let sum =
                |text: &str| text.split("checksum").nth(1).map(|rest| rest.trim_start_matches([':', ' ']).to_string());
            let (a, b) = (field("short").map(str::to_string), sum(&output));
            let same = a.zip(b).is_some_and(|(a, b)| b.starts_with(a.trim_end_matches(',')));
            assert!(same || code != game || how == "prove", "{game}: the checksums differ");
        }
        let mine = median(&mut ours);
        let nanos = mine * 1e9 / computed.max(1) as f64;
        print!("{game:8} {computed:>10} {how:>6} {mine:>12.5} {nanos:>9.1}");
        match theirs.is_empty() {
            true => println!(),
            false => {
                let other = median(&mut theirs);
                println!(" {other:>10.3} {:>7.1}", other / mine);
            }
        }
    }
}

fn median(list: &mut [f64]) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// Runs a program, and returns its processor time in seconds (or else the elapsed time) and its output.
fn run(command: &mut Command) -> (f64, String) {
    let start = (Instant::now(), children());
    let output = command.output().expect("a program that runs");
    assert!(output.status.success(), "{command:?} failed");
    let seconds = match (start.1, children()) {
        (Some(before), Some(after)) => (after - before) as f64 / 100.0,
        _ => start.0.elapsed().as_secs_f64(),
    };
    (seconds, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the user time of all ended child processes, in hundredths of a second.
/// Returns `None` if the system does not report this time.
fn children() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(13)?.parse().ok()
}

fn moves(name: &str) -> Splitting {
    match name {
        "grundy" => Splitting { two: vec![0], unequal: true, ..Splitting::default() },
        code => Splitting::from_code(&code.parse::<Code>().expect("a code")),
    }
}

fn one(name: &str, to: u64, rest: &[&str]) {
    let kernel = match rest.first() {
        Some(&"direct") => Some(Kernel::Direct),
        Some(&"scalar") => Some(Kernel::Scalar),
        Some(&"planes") => Some(Kernel::Planes),
        _ => None,
    };
    let certify = rest.first() == Some(&"prove");
    let instructions = match rest.get(1) {
        Some(&"portable") => Instructions::Portable,
        Some(&"avx2") => Instructions::Avx2,
        _ => Instructions::best(),
    };
    let threads = rest.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let budget = Budget { bytes: 16 << 30, threads, ..Budget::default() };
    let start = Instant::now();
    let mut sequence = Sequence::new(&moves(name), SequenceOptions { certify, kernel, instructions }).expect("a game");
    sequence.extend_to(to, &budget).expect("enough of everything");
    let time = start.elapsed();
    let sum = sequence.checksum();
    // The rival's checksum consists of two sums of 16 bits each; this is the same part of ours.
    let short = (sum >> 32 & 0xffff) << 16 | sum & 0xffff;
    println!(
        "{name}: seconds {:.6} short {short:08X} checksum {sum:016X} mask {:x?} period {:?}\n{:?}",
        time.as_secs_f64(),
        sequence.rare_mask().unwrap_or(0),
        sequence.period(),
        sequence.stats(),
    );
}

//! Tests that every engine keeps the memory limit, measured as the peak resident memory of the process.
//!
//! These tests are a program of their own and not a module of `it`: Linux counts the peak memory of the parent as
//! that of a new process, so the parent must stay small.

#![cfg(target_os = "linux")]

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MIB: u64 = 1 << 20;

/// The number of bytes allowed beyond the limit.
/// They allow for unoptimised code, messages, stacks and free blocks of the allocator.
const BASE: u64 = 20 * MIB;

/// Runs the program and returns its exit code, its peak memory in bytes, and its standard error.
fn peak(args: &[&str]) -> (Option<i32>, u64, String) {
    let errors =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("memory-{:?}.txt", std::thread::current().id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(std::fs::File::create(&errors).unwrap());
    #[allow(clippy::zombie_processes)] // `wait4` waits for it below
    let child = command.spawn().unwrap();
    let mut status = 0;
    // SAFETY: all fields of the structure are integers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to local variables that outlive the call. Nothing else waits for this child.
    let waited = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) };
    assert_eq!(waited, child.id() as libc::pid_t);
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    (code, usage.ru_maxrss as u64 * 1024, std::fs::read_to_string(&errors).unwrap())
}

/// Runs the program with a limit in MiB and asserts that its peak stays within the limit.
///
/// Five percent and [`BASE`] are tolerated. The program may succeed or end at the limit.
#[track_caller]
fn assert_within_limit(limit: u64, args: &[&str]) -> Option<i32> {
    let memory = format!("{limit}M");
    let (code, peak, stderr_text) = peak(&[args, &["--memory", &memory, "--time", "900"]].concat());
    println!("{args:?}: {} MiB of {limit} MiB, {code:?} {}", peak / MIB, stderr_text.lines().next().unwrap_or(""));
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {stderr_text}");
    assert!(!stderr_text.contains("time limit"), "{args:?}: {stderr_text}");
    assert!(
        peak <= limit * MIB + limit * MIB / 20 + BASE,
        "{args:?} took {} MiB, the limit is {limit} MiB: {stderr_text}",
        peak / MIB
    );
    code
}

/// Asserts in addition that the program ends because of the limit.
#[track_caller]
fn assert_reaches_limit(limit: u64, args: &[&str]) {
    assert_eq!(assert_within_limit(limit, args), Some(1), "{args:?}");
}

#[test]
fn a_small_answer_takes_little_memory() {
    let (code, peak, _) = peak(&["solve", "nim(3,4,5)"]);
    assert_eq!(code, Some(0));
    assert!(peak < BASE, "{} KiB", peak >> 10);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn misere_searches_of_many_copies() {
    assert_reaches_limit(50, &["solve", "--no-theorems", "misere 1000000*kayles(8) + 1000000*kayles(9)"]);
    // The misère quotient of these heaps is not known.
    assert_reaches_limit(50, &["solve", "misere 1000000*octal[0.07](20) + 1000000*octal[0.07](33)"]);
    assert_reaches_limit(
        50,
        &["solve", "--no-theorems", "misere 40*kayles(8) + 40*kayles(5) + 40*kayles(12) + 30*kayles(20)"],
    );
    assert_reaches_limit(50, &["solve", "--no-theorems", "misere 100000*hackenbush(0-1,1-2,2-3,1-3) + 3000*kayles(9)"]);
}

/// Lists of moves, regions and the placements of patterns count as memory too.
#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn large_boards() {
    let time = ["--time", "20"];
    let assert_peak = |limit: u64, spec: &str| {
        let memory = format!("{limit}M");
        let (code, peak, stderr_text) = peak(&[&["solve", spec, "--memory", &memory][..], &time].concat());
        assert!(matches!(code, Some(0 | 1)), "{spec:.80}: {stderr_text}");
        let max_bytes = limit * MIB + limit * MIB / 20 + BASE;
        assert!(peak <= max_bytes, "{spec:.80} took {} MiB of {limit}: {stderr_text}", peak / MIB);
    };
    let path: String = (0..4000).map(|v| format!("{v}-{},", v + 1)).collect();
    assert_peak(40, "clobber(64x64)");
    assert_peak(40, "cram(64x64)");
    assert_peak(40, "board{ repeat [x.+x] -> [..+x] along queen turning }(64x64 of x.......)");
    assert_peak(30, &format!("arc_kayles({})", path.trim_end_matches(',')));
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn searches_of_whole_sums() {
    assert_reaches_limit(30, &["solve", "--no-theorems", "10000000*nim(3)"]);
    assert_reaches_limit(30, &["solve", "--no-theorems", "nim(30,31,32,33,34,35)"]);
    assert_reaches_limit(30, &["solve", "--no-theorems", "grundy_game(60) + wythoff(90,100)"]);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn searches_of_large_components() {
    // A tree of green edges needs no search; cycles of two colours do.
    let ladder: Vec<String> =
        (0..14).map(|k| format!("{k}-{}:r,{k}-{}:b,{}-{}:g", k + 1, k + 20, k + 20, k + 21)).collect();
    assert_within_limit(50, &["solve", &format!("hackenbush({})", ladder.join(","))]);
    assert_within_limit(50, &["solve", "--no-theorems", "stairs(40,40,40,40,40)"]);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn partizan_and_loopy_searches() {
    assert_reaches_limit(50, &["solve", "--no-theorems", "misere take[1,4 | 2,3](400,401,402)"]);
    assert_reaches_limit(50, &["solve", "--no-theorems", "1000000*take[1,4 | 2,3](9)"]);
    let ring: Vec<String> = (0..60).map(|k| format!("{k}>{},{k}>{}", (k + 1) % 60, (k + 7) % 60)).collect();
    assert_reaches_limit(50, &["solve", "--no-theorems", &format!("token[{}](1,2,3,4,5)", ring.join(","))]);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn games_of_points_and_of_several_players() {
    let all: Vec<String> = (1..12).flat_map(|a| (a + 1..12).map(move |b| format!("{a}-{b}"))).collect();
    // The memo table of a scoring search is bounded, so the search runs until the time limit.
    let spec = format!("triangles(| {})", all.join(","));
    let (code, peak, stderr_text) = peak(&["solve", &spec, "--memory", "50M", "--time", "5"]);
    assert_eq!(code, Some(1), "{stderr_text}");
    assert!(peak <= 50 * MIB + 50 * MIB / 20 + BASE, "{} MiB", peak / MIB);
    assert_within_limit(50, &["solve", "--no-theorems", "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / 2,5 : 1>2>3](3000000)"]);
    assert_within_limit(50, &["solve", "rivals[1..50 : 2>3>1 / 1,3 : 1>3>2 / 2,5 : 1>2>3](10^8)"]);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn tables() {
    assert_within_limit(
        50,
        &["solve", "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-1,b-2) }(1500,1500)"],
    );
    assert_within_limit(
        60,
        &["solve", "rule{ (a,b,c) -> (a-1,b+1,c) if a > 0; (a,b-2,c) if b > 1; (a,b,c-1) if c > 0 }(200,200,200)"],
    );
    assert_within_limit(50, &["table", "wythoff", "--to", "5000", "--format", "csv"]);
    assert_within_limit(50, &["table", "take[1,3,4,1000..2000]", "--to", "9000000", "--format", "bfile"]);
    assert_within_limit(50, &["sequence", "kayles", "--to", "100000000"]);
    assert_within_limit(50, &["sequence", "0.16", "--to", "10000000"]);
    assert_within_limit(50, &["solve", "take[1,4,9,16,25,36,49,1000003](30000000)"]);
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn patterns_and_proofs() {
    assert_within_limit(100, &["find", "wythoff", "--to", "3000"]);
    assert_within_limit(
        100,
        &["find", "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-1,b-2) }", "--to", "1500"],
    );
    assert_within_limit(100, &["prove", "take[1..3]", "--claim", "P iff n % 4 == 0", "--to", "30000000"]);
}

/// Writes the lines to a file and returns its path.
///
/// The lines are not collected in memory, which Linux would count as memory of the child process.
fn file(name: &str, lines: impl Iterator<Item = String>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut file = BufWriter::new(std::fs::File::create(&path).unwrap());
    lines.for_each(|line| file.write_all(line.as_bytes()).unwrap());
    file.flush().unwrap();
    path.display().to_string()
}

#[test]
#[ignore = "slow: fills hundreds of MiB again and again"]
fn input_files() {
    let edges = file("memory-edges.txt", (0..1_500_000u32).map(|v| format!("{} {}\n", v + 1, v / 2)));
    for limit in [30, 100, 200] {
        assert_within_limit(limit, &["solve", &format!("token[@{edges}](77,78)")]);
        assert_within_limit(limit, &["solve", &format!("hackenbush(@{edges})")]);
    }
    let heaps = file("memory-heaps.txt", (0..4_000_000u32).map(|v| format!("{}\n", v % 1000)));
    for limit in [20, 60, 200] {
        assert_within_limit(limit, &["solve", &format!("nim(@{heaps})")]);
        assert_within_limit(limit, &["solve", &format!("take[1,3,8](@{heaps})")]);
        assert_within_limit(limit, &["solve", &format!("misere take[1,3,8](@{heaps})")]);
    }
    let specs = file("memory-specs.txt", (1..300u32).map(|k| format!("take[1,{},{}](100000)\n", k + 1, 5 * k + 700)));
    assert_within_limit(20, &["batch", &specs]);
}

//! Measures the cost of solving all positions of a game, and of looking up a position.
//!
//! `tiers [WORD]` runs the rows whose names contain the word, each with one thread:
//! - Quixo on 4 × 4;
//! - a countdown by one or two with 2·10^6 states;
//! - a random graph of 10^7 vertices, in memory and in files with a tenth of the memory;
//! - lookups in a folder of solved positions, compressed and mapped.
//!
//! Every result is checked against known counts, or against another method. Times are processor times. `graph N` sets
//! another number of vertices.

mod files;
mod graph;
mod probes;

use files::Files;
use graph::Graph;
use grundy::unstable::solve::tiers::{InMemory, Tally, solve, solve_groups};
use grundy::{Budget, parse};
use std::path::PathBuf;
use std::process::Command;

fn main() {
    let mut words = std::env::args().skip(1);
    let word = words.next().unwrap_or_default();
    let vertices = words.next().map_or(10_000_000, |count| count.parse().expect("a number of vertices"));
    if word == "in files" {
        let bytes = words.next().and_then(|bytes| bytes.parse().ok()).expect("a number of bytes");
        return graph_in_files(vertices, bytes);
    }
    println!("{:30} {:>8} {:>8} {:>8}  aim", "row", "user", "system", "memory");
    let is_selected = |name: &str| name.contains(&word);
    if is_selected("quixo") {
        quixo();
    }
    if is_selected("zero_by") {
        zero_by();
    }
    if is_selected("graph") {
        random_graph(vertices);
    }
    if is_selected("probes") {
        probes::measure();
    }
}

/// Returns a budget of one thread and `bytes` bytes of memory.
fn budget(bytes: u64) -> Budget {
    Budget { bytes, threads: 1, ..Budget::default() }
}

/// Solves all positions that are reachable from a position, and returns their counts.
fn solved(spec: &str, bytes: u64) -> Tally {
    let spec = parse(spec).expect("a position");
    let position = &*spec.terms[0].position;
    let tiers = position.tiers(0, &budget(bytes)).expect("its positions are numbered").expect("within the budget");
    let start = tiers.find(&position.encode(0).expect("words")).expect("a slot");
    let store = InMemory::default();
    solve(&*tiers, start, &store, &budget(bytes)).expect("within the budget");
    store.tally()
}

fn quixo() {
    let (tally, spent) = measured(|| solved("quixo[4](start)", 64 << 20));
    assert_eq!((tally.positions, tally.longest), ([26_434_489, 15_003_736, 1_608_496], Some(22)));
    spent.show("quixo 4x4", "<= 3 s of user time, <= 64 MiB");
}

fn zero_by() {
    // The player to move is part of the state, as in other programs. This gives 2·10^6 states.
    let rule = "rule{ (n,t) -> (n-k,1-t) for k in {1,2} within n <= 999999, t <= 1 }(999999,0)";
    let (tally, spent) = measured(|| solved(rule, 1 << 30));
    assert_eq!(tally.positions, [1_333_332, 666_668, 0]);
    spent.show("zero_by, a number and a turn", "<= 0.2 s");
    let rule = "rule{ n -> n-k for k in {1,2} within n <= 1999999 }(1999999)";
    let (tally, spent) = measured(|| solved(rule, 1 << 30));
    assert_eq!(tally.positions, [1_333_333, 666_667, 0]);
    spent.show("zero_by, a number", "<= 0.2 s");
}

fn random_graph(vertices: u64) {
    let graph = Graph { vertices };
    let store = InMemory::default();
    let ((), spent) = measured(|| solve_groups(&graph, &[vec![0]], None, &store, &budget(1 << 34)).expect("it fits"));
    let rate = vertices as f64 / spent.user / 1e6;
    spent.show("graph, in memory", &format!(">= 3.5 M vertices a second: {rate:.2}"));
    check_counts(&store.tally(), vertices);
    // The graph in files is solved by a separate process, so that the memory of this process does not count.
    let program = std::env::current_exe().expect("the path of this program");
    let tenth = (spent.bytes / 10).to_string();
    let status = Command::new(program).args(["in files", &vertices.to_string(), &tenth]).status();
    assert!(status.expect("it starts again").success(), "in files the same as in memory");
}

/// Solves the same graph with its groups in files, within a budget of `bytes` bytes.
fn graph_in_files(vertices: u64, bytes: u64) {
    let files = Files::new(&scratch("graph"));
    let (graph, aside) = (Graph { vertices }, memory("VmHWM:"));
    let ((), spent) = measured(|| solve_groups(&graph, &[vec![0]], None, &files, &budget(bytes)).expect("it fits"));
    let rate = vertices as f64 / (spent.user + spent.system) / 1e6;
    let name = format!("graph, in files, {} MiB", bytes >> 20);
    spent.show(&name, &format!(">= 1.2 M vertices a second, user and system: {rate:.2}"));
    println!("{:30} {} MiB with the program itself", "", (spent.bytes + aside) >> 20);
    check_counts(&files.tally(), vertices);
}

/// Prints the counts, and checks them if they are known for a graph of `vertices` vertices.
fn check_counts(tally: &Tally, vertices: u64) {
    println!("{:30} {:?}, greatest remoteness {:?}", "", tally.positions, tally.longest);
    if let Some((_, positions, longest)) = graph::KNOWN.into_iter().find(|row| row.0 == vertices) {
        assert_eq!((tally.positions, tally.longest), (positions, Some(longest)));
    }
}

/// Creates an empty folder for temporary files.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-bench-{}-{name}", std::process::id()));
    // An earlier process with the same process ID may have left files.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the directory for temporary files takes a folder");
    path
}

/// The processor time in seconds, and the increase of the peak memory in bytes.
struct Spent {
    user: f64,
    system: f64,
    bytes: u64,
}

impl Spent {
    fn show(&self, name: &str, aim: &str) {
        let Spent { user, system, bytes } = self;
        println!("{name:30} {user:>7.2}s {system:>7.2}s {:>5} MiB  {aim}", bytes >> 20);
    }
}

fn measured<T>(run: impl FnOnce() -> T) -> (T, Spent) {
    // This resets the peak memory, if the system supports it.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (before, held) = (times(), memory("VmRSS:"));
    let done = run();
    let (after, peak) = (times(), memory("VmHWM:"));
    (done, Spent { user: after[0] - before[0], system: after[1] - before[1], bytes: peak.saturating_sub(held) })
}

/// Returns the user and system time of this process in seconds.
fn times() -> [f64; 2] {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or("");
    let ticks = |at: usize| fields.split_whitespace().nth(at).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    [ticks(11) / 100.0, ticks(12) / 100.0]
}

/// Returns a memory figure of this process in bytes: `VmRSS:` for current, `VmHWM:` for peak memory.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) << 10
}

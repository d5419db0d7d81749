//! Measures the cost of solving one game by several processes together, compared with one process.
//!
//! `cluster [WORD]` runs the rows whose names contain the word: a random graph of 3·10^6 vertices, and Quixo
//! on 4 × 4. Each row is solved in turn by the plain loop (the solver without the cluster code), by a cluster
//! of one process, and by a cluster of two processes, with one thread per process. Every result is checked
//! against known counts. Times are medians over five rounds of the processor time of all processes together.

#[path = "tiers/graph.rs"]
mod graph;

use graph::Graph;
use grundy::unstable::rules::indexed::Tier;
use grundy::unstable::solve::tiers::{Codes, GroupError, InMemory, Peers, Tally, TierCodes, TierStore, solve_groups};
use grundy::{Budget, Result, parse};
use grundy_cluster::{ProcessId, Wire};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;

const VERTICES: u64 = 3_000_000;
const ROUNDS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [_, _, row, index, count, folder] = &words[..] {
        let number = |word: &String| word.parse().expect("a number");
        return work(row, number(index), number(count), Path::new(folder));
    }
    let wanted = words.first().map_or("", String::as_str);
    for (row, aims) in [("graph", ["<= 1.10", "<= 1.15"]), ("quixo", ["", "<= 1.3"])] {
        if !row.contains(wanted) {
            continue;
        }
        let mut rounds = [vec![], vec![], vec![]];
        for _ in 0..ROUNDS {
            (0..3).for_each(|count| rounds[count].push(processes(row, count)));
        }
        let medians = rounds.map(|mut times| {
            times.sort_by(|a, b| a[0].total_cmp(&b[0]));
            times[ROUNDS / 2]
        });
        println!("{row}, the plain loop: {:.2} s, {:.2} s of the system", medians[0][0], medians[0][1]);
        for (count, aim) in [(1, aims[0]), (2, aims[1])] {
            let [user, system] = medians[count];
            let ratio = user / medians[0][0];
            println!("{row}, {count} together: {user:.2} s, {system:.2} s of the system: {ratio:.2} times {aim}");
        }
    }
}

/// Returns the user and system time in seconds of `count` processes; 0 means the plain loop.
fn processes(row: &str, count: usize) -> [f64; 2] {
    let folder = std::env::temp_dir().join(format!("grundy-bench-{}-cluster", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the directory for temporary files takes a folder");
    let program = std::env::current_exe().expect("the path of this program");
    let start = |index: usize| {
        let words = ["as", "one", row, &index.to_string(), &count.to_string()].map(String::from);
        Command::new(&program).args(words).arg(&folder).spawn().expect("it starts again")
    };
    let before = children();
    let all: Vec<Child> = (0..count.max(1)).map(start).collect();
    for mut child in all {
        assert!(child.wait().expect("it runs").success());
    }
    let after = children();
    let _ = std::fs::remove_dir_all(&folder);
    [after[0] - before[0], after[1] - before[1]]
}

/// Returns the user and system time in seconds of all ended child processes of this process.
fn children() -> [f64; 2] {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or("");
    let ticks = |at: usize| fields.split_whitespace().nth(at).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    [ticks(13) / 100.0, ticks(14) / 100.0]
}

/// A store of solved tiers in memory, for one of several processes.
struct ClusterStore {
    memory: InMemory,
    wire: Option<Arc<Wire>>,
}

impl TierStore for ClusterStore {
    fn has(&self, group: &[Tier]) -> bool {
        self.memory.has(group)
    }

    fn column(&self, tier: Tier) -> Result<Option<Arc<TierCodes>>> {
        self.memory.column(tier)
    }

    fn commit(&self, tiers: &[(Tier, Tally)], codes: &mut Codes<'_>) -> Result<(), GroupError> {
        match &self.wire {
            Some(wire) if wire.index() > 0 => codes(&mut |_, _| Ok(())),
            _ => self.memory.commit(tiers, codes),
        }
    }

    fn peers(&self) -> Option<&dyn Peers> {
        self.wire.as_deref().map(|wire| -> &dyn Peers { wire })
    }
}

/// Solves the game as process `index` of `count` processes, or by the plain loop if `count` is 0.
fn work(row: &str, index: usize, count: usize, folder: &Path) {
    let budget = Budget { bytes: 1 << 34, threads: 1, ..Budget::default() };
    let process = ProcessId { is_local: true, ..ProcessId::new(index, count.max(1)).expect("a place") };
    if row == "quixo" {
        // Quixo uses a folder of solved positions, because the second process needs the solved tiers.
        let spec = parse("quixo[4](start)").expect("a position");
        match count {
            0 => grundy::unstable::store::database::Folder::open(folder, &spec, &budget)
                .and_then(|folder| folder.solve(&budget)),
            _ => grundy_cluster::solve_into(folder, &spec, &process, None, &budget),
        }
        .expect("within the budget");
        return;
    }
    let wire = (count > 0).then(|| Arc::new(Wire::connect(&process, folder, row, &budget).expect("the others")));
    let store = ClusterStore { memory: InMemory::default(), wire };
    solve_groups(&Graph { vertices: VERTICES }, &[vec![0]], None, &store, &budget).expect("it fits");
    if let Some(wire) = &store.wire {
        wire.end();
    }
    if index == 0 {
        let Tally { positions, longest, .. } = store.memory.tally();
        let expected = graph::KNOWN.into_iter().find(|row| row.0 == VERTICES).expect("it is known");
        assert_eq!((positions, longest), (expected.1, Some(expected.2)));
    }
}

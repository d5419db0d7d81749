//! Clusters whose processes are threads of the test; their files must equal those of one process.

use grundy_cluster::{ProcessId, solve_into};
use grundy_rules::{Budget, Cancel, Error, ErrorKind, PositionSum, Result, Usage};
use grundy_store::database::Folder;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Returns a path for an empty folder of this test.
fn folder(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("grundy-cluster-{}-{count}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Reads all files of a folder, by their path relative to the folder.
fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![path.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                sub if sub.is_dir() => open.push(sub),
                file => {
                    let name = file.strip_prefix(path).unwrap().to_path_buf();
                    files.insert(name, std::fs::read(file).unwrap());
                }
            }
        }
    }
    files
}

fn spec(text: &str) -> PositionSum {
    grundy_games::parse(text).unwrap()
}

fn budget() -> Budget {
    Budget { threads: 1, ..Budget::default() }
}

fn process_id(index: usize, count: usize) -> ProcessId {
    ProcessId { is_local: true, wait: Duration::from_secs(300), ..ProcessId::new(index, count).unwrap() }
}

/// Solves a position with `count` processes, and returns the result of each.
fn solve_with(
    count: usize,
    text: &str,
    path: &Path,
    every: Option<u64>,
    budget: impl Fn(usize) -> Budget + Sync,
) -> Vec<Result<()>> {
    std::thread::scope(|scope| {
        let one = |index| {
            let (budget, spec) = (&budget, spec(text));
            scope.spawn(move || solve_into(path, &spec, &process_id(index, count), every, &budget(index)))
        };
        let threads: Vec<_> = (0..count).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn solve_alone(text: &str, path: &Path) {
    Folder::open(path, &spec(text), &budget()).unwrap().solve(&budget()).unwrap();
}

#[test]
fn clusters_write_the_same_files_as_one_process() {
    for text in [
        "quixo[3](start)",
        "mnk[3,3,3](start)",
        "connect[4,3,3](\"o.../x.../xo..\")",
        // Every move of this game leads to a smaller number, so one process solves it in one pass.
        "rule{ n -> n-1; n-2 within n <= 300 }(300)",
        // The solver stores the moves of this game instead of listing them again.
        "rule{ (a,b) -> (a+1,b-2) if a < 60; (a-2,b+1) if b < 60; (a-1,b-1) within a <= 60, b <= 60 }(40,40)",
        // These games do not number their positions.
        "nim(5,6,7)",
        "clobber(\"xox/oxo\")",
    ] {
        let right = folder("alone");
        solve_alone(text, &right);
        let right = files(&right);
        for count in [1, 2, 3, 5] {
            let path = folder("together");
            solve_with(count, text, &path, None, |_| budget()).into_iter().for_each(|done| done.unwrap());
            assert!(files(&path) == right, "{text} by {count}");
        }
    }
}

/// The number of checks of the budget after which all processes are interrupted.
/// The test `interrupted_work_continues_with_other_process_counts` sets it.
static REMAINING_CHECKS: Mutex<(u64, Option<Cancel>)> = Mutex::new((0, None));

/// Returns 0 as memory use, and interrupts the processes when the number of checks is reached.
/// The budget calls this memory counter at each check.
fn on_budget_check() -> u64 {
    let (left, cancel) = &mut *REMAINING_CHECKS.lock().unwrap();
    *left = left.saturating_sub(1);
    if let Some(cancel) = cancel.as_ref().filter(|_| *left == 0) {
        cancel.cancel();
    }
    0
}

/// Interrupts the work repeatedly, and continues it with other numbers of processes, also with one.
#[test]
fn interrupted_work_continues_with_other_process_counts() {
    let text = "quixo[3x4](start)";
    let (right, path) = (folder("alone"), folder("together"));
    solve_alone(text, &right);
    let (mut interrupted, mut done) = (0, false);
    for round in 0u64.. {
        // Waiting processes check the budget as well, so the number of checks grows until the work is completed.
        let cancel = Cancel::default();
        *REMAINING_CHECKS.lock().unwrap() = (40 << (round / 2), Some(cancel.clone()));
        let usage = Some(Usage { bytes: on_budget_check, limit: 1 });
        let budget = |_| Budget { cancel: Some(cancel.clone()), usage, ..budget() };
        let results = match round % 4 {
            3 => vec![
                Folder::open(&path, &spec(text), &budget(0))
                    .and_then(|f| f.with_checkpoint_interval(0).solve(&budget(0))),
            ],
            count => solve_with(count as usize + 2, text, &path, Some(0), budget),
        };
        done = results.iter().all(Result::is_ok);
        if done {
            break;
        }
        for error in results.into_iter().filter_map(Result::err) {
            assert!(matches!(error.kind, ErrorKind::Limit | ErrorKind::Io), "{error}");
        }
        interrupted += 1;
    }
    assert!(done && interrupted > 3, "{interrupted}");
    assert!(files(&path) == files(&right));
}

/// If one process fails, all processes fail and report the cause.
#[test]
fn all_processes_report_the_error_of_one() {
    // A move leaves the bounds of the rule: the process that meets it fails, and the others report its error.
    let text = "rule{ (a,b) -> (a+1,b-2); (a-2,b+1) within a <= 40, b <= 40 }(30,30)";
    for error in solve_with(3, text, &folder("outside"), None, |_| budget()).into_iter().map(Result::unwrap_err) {
        assert!(error.to_string().contains("which is not within the bounds of the rule"), "{error}");
    }
    // One of the processes has too little memory.
    for poor in 0..2 {
        let bytes = |index| Budget { bytes: if index == poor { 10_000 } else { 1 << 30 }, ..budget() };
        for error in solve_with(2, "quixo[3](start)", &folder("poor"), None, bytes).into_iter().map(Result::unwrap_err)
        {
            assert_eq!(error.kind, ErrorKind::Limit, "{error}");
        }
    }
}

/// Tests processes that never start, processes of another cluster, and a folder in use.
#[test]
fn missing_and_foreign_processes_are_errors() {
    let path = folder("nobody");
    let errors = solve_into(
        &path,
        &spec("quixo[3](start)"),
        &ProcessId { wait: Duration::from_secs(1), ..process_id(0, 2) },
        None,
        &budget(),
    );
    let error = errors.unwrap_err();
    let message = "the process 1 did not answer within 1 s";
    assert_eq!((error.kind, error.message.to_string().as_str()), (ErrorKind::Io, message));
    assert!(!path.join("peers").exists());
    // A process with another position belongs to another cluster.
    let path = folder("others");
    let errors: Vec<Error> = std::thread::scope(|scope| {
        let threads: Vec<_> = ["quixo[3](start)", "mnk[3,3,3](start)"]
            .into_iter()
            .enumerate()
            .map(|(index, text)| {
                let (path, wait) = (&path, Duration::from_secs(2));
                scope.spawn(move || {
                    solve_into(path, &spec(text), &ProcessId { wait, ..process_id(index, 2) }, None, &budget())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap_err()).collect()
    });
    for error in errors {
        assert!(error.message.to_string().ends_with("did not answer within 2 s"), "{error}");
    }
    // The folder is locked by another process.
    let path = folder("used");
    let _hold = grundy_store::database::FolderLock::take(&path).unwrap();
    let error = solve_into(&path, &spec("quixo[3](start)"), &process_id(0, 2), None, &budget()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Refused, "{error}");
}

/// Connects to a port as soon as a process listens there.
fn calling(port: u16) -> TcpStream {
    for _ in 0..60_000 {
        match TcpStream::connect(("127.0.0.1", port)) {
            Ok(stream) => return stream,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("nobody listens at {port}");
}

#[test]
fn lists_of_hosts_connect_processes() {
    let of_hosts = |path: &Path, index| ProcessId::from_hosts(&std::fs::read_to_string(path).unwrap(), path, index);
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let list = |ports: [u16; 2]| {
        let path = folder("hosts");
        std::fs::write(&path, format!("# two\nlocalhost:{}\n\n127.0.0.1:{}\n", ports[0], ports[1])).unwrap();
        path
    };
    // Meanwhile other programs connect: they send nonsense, or an incomplete call.
    let ports = [free(), free()];
    let (hosts, path, right) = (list(ports), folder("together"), folder("alone"));
    let text = "quixo[3](start)";
    std::thread::scope(|scope| {
        let one = |index| {
            let (hosts, path) = (&hosts, &path);
            let place = ProcessId { wait: Duration::from_secs(300), ..of_hosts(hosts, index).unwrap() };
            scope.spawn(move || solve_into(path, &spec(text), &place, None, &budget()).unwrap())
        };
        let first = one(0);
        for words in [&b"GET / HTTP/1.1\r\n\r\n................"[..], &[0xff; 28], b"GRUNDYC1"] {
            let mut stranger = calling(ports[0]);
            stranger.write_all(words).unwrap();
            if words.len() >= 28 {
                let mut answer = vec![];
                let _ = stranger.read_to_end(&mut answer);
                assert!(answer.is_empty(), "{answer:?}");
            }
        }
        one(1).join().unwrap();
        first.join().unwrap();
    });
    solve_alone(text, &right);
    assert!(files(&path) == files(&right));
    // Another program uses the port.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let hosts = list([port, free()]);
    let result = solve_into(&folder("taken"), &spec(text), &of_hosts(&hosts, 0).unwrap(), None, &budget());
    let message = format!("the port {port} is in use by another program");
    assert_eq!(result.unwrap_err().message.to_string(), message);
    // Invalid lists of hosts are rejected.
    for (bad, words) in [
        ("node1", "line 1 of"),
        ("a:1\nnode2:70000", "line 2 of"),
        ("a:1\na:1", "a:1 is listed twice"),
        ("a:1", "there is no process 1"),
        ("", "there is no process 1"),
    ] {
        let path = folder("bad");
        std::fs::write(&path, bad).unwrap();
        let error = of_hosts(&path, 1).unwrap_err().to_string();
        assert!(error.contains(words), "{bad}: {error}");
    }
}

//! Tests of replies, progress reports and cancellation, and of limits under load.

use crate::common::{MAX_WAIT, Reply, TestServer};
use grundy::Budget;
use grundy::unstable::lang::Text;
use grundy::unstable::solve::Solver;
use grundy_web::{Log, ServerOptions, Timeouts};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SOLVE: &str = r#"{"do":"solve","spec":"nim(3,4,5)"}"#;
const JSON: &str = "Content-Type: application/json\r\n";
/// A request whose computation takes longer than any test.
const LONG_TABLE: &str = r#"{"do":"table","rules":"rule{ (n,m) -> (n-k,m-j) for k in 1..n for j in 0..m }","to":1000,"of":"grundy","theorems":false}"#;

#[test]
fn the_reply_is_that_of_the_engine() {
    let server = TestServer::start(ServerOptions::default());
    for request in [
        SOLVE,
        r#"{"do":"solve","spec":"nim(2^63)","numbers":"text","lang":"zh"}"#,
        r#"{"do":"board","spec":"wythoff(3,5)","lang":"zh"}"#,
        r#"{"do":"find","rules":"take[1,3,4]"}"#,
        r#"{"do":"games","name":"nmi"}"#,
        r#"{"do":"table","rules":"take[1,3,4]","to":9}"#,
    ] {
        let reply = server.ask(request);
        let timeless = |text: &str| {
            let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
            if let Some(statistics) = value.get_mut("stats").and_then(|stats| stats.as_object_mut()) {
                statistics.remove("seconds");
            }
            value
                .to_string()
                .split("\"seconds\":")
                .map(|part| part.split_once([',', '}']).map_or(part, |(_, rest)| rest))
                .collect::<String>()
        };
        let expected = grundy_ask::ask(request, &mut grundy::unstable::proof::solver_with_proofs(), &Budget::default());
        assert_eq!(reply.status, 200);
        assert_eq!(timeless(&reply.text()), timeless(&expected), "{request}");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.text().matches('\n').count(), 1, "{request}");
    }
}

#[test]
fn tables_are_bytes_on_request() {
    let server = TestServer::start(ServerOptions::default());
    let ask = |accept: &str, body: &str| server.send(server.request(&format!("{JSON}Accept: {accept}\r\n"), body));
    let table = r#"{"do":"table","rules":"take[1,3,4]","to":4}"#;
    let reply = ask("application/octet-stream", table);
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/octet-stream")));
    assert_eq!(reply.body, grundy_ask::table::bytes(table, &Budget::default()).unwrap());
    let reply = ask("application/octet-stream", r#"{"do":"table","rules":"nosuch","to":4}"#);
    assert_eq!(
        (reply.header("content-type"), &reply.json()["error"]["kind"]),
        (Some("application/json"), &"unknown_game".into())
    );
    assert!(ask("*/*", table).json()["grundy"].is_array());
}

/// An engine for tests; words in the request determine what the engine does.
fn scripted_engine(request: &str, solver: &mut Solver, budget: &Budget) -> String {
    let until = |done: &dyn Fn() -> bool| {
        let since = Instant::now();
        while budget.check().is_ok() && !done() && since.elapsed() < MAX_WAIT {
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    if request.contains("break down") {
        panic!("as the test wants it");
    } else if request.contains("tell and wait") {
        (0..40).for_each(|k| report_progress(budget, k));
        until(&|| false);
    } else if request.contains("tell and break") {
        report_progress(budget, 7);
        std::thread::sleep(Duration::from_millis(100));
        panic!("as the test wants it");
    } else if request.contains("tell") {
        report_progress(budget, 7);
        std::thread::sleep(Duration::from_millis(100));
    } else if request.contains("wait") {
        until(&|| false);
    } else if request.contains("tables") {
        return solver.tables().count().to_string();
    } else if request.contains("threads") {
        return budget.threads.to_string();
    }
    grundy_ask::ask(SOLVE, solver, budget)
}

fn report_progress(budget: &Budget, done: u64) {
    // The server discards progress reports in the first 300 ms, so wait before the report.
    if done < 30 {
        std::thread::sleep(Duration::from_millis(if done == 7 { 400 } else { 20 }));
    }
    if let Some(progress) = &budget.progress {
        progress.report(&Text::verbatim("positions"), done, Some(9));
    }
}

fn scripted_options(jobs: usize) -> ServerOptions {
    ServerOptions { engine: scripted_engine, jobs, threads: 8, ..ServerOptions::default() }
}

#[test]
fn long_work_reports_progress() {
    let server = TestServer::start(scripted_options(2));
    let reply = server.ask(r#"{"do":"tell"}"#);
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/x-ndjson")));
    let text = reply.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r#"{"progress":{"done":7,"total":9,"work":"positions"}}"#);
    assert!(lines.len() == 2 && lines[1].contains(r#""outcome":"N""#), "{text}");
    // With the real engine, the last line is the usual reply, and all other lines are progress reports.
    let server = TestServer::start(ServerOptions::default());
    let reply = server.ask(r#"{"do":"sequence","rules":"grundy_game","to":200000}"#);
    let text = reply.text();
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["computed_to"], 200_000, "{text:.300}");
    for line in text.lines().take(text.lines().count() - 1) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["progress"]["work"].is_string() && line["progress"]["done"].is_u64(), "{line}");
    }
}

#[test]
fn a_panic_is_reported() {
    let server = TestServer::start(scripted_options(1));
    for _ in 0..3 {
        let reply = server.ask(r#"{"do":"break down","lang":"zh"}"#);
        let error = &reply.json()["error"];
        assert_eq!((reply.status, &error["kind"]), (500, &"panic".into()));
        assert_ne!(error["text"], error["message"]);
        assert_eq!(server.ask(SOLVE).json()["outcome"], "N");
    }
    let reply = server.ask(r#"{"do":"tell and break"}"#);
    let text = reply.text();
    assert!(reply.status == 200 && text.lines().last().unwrap().contains(r#""kind":"panic""#), "{text}");
}

/// An engine for tests that counts the tables of its solver on request.
fn counting_engine(request: &str, solver: &mut Solver, budget: &Budget) -> String {
    match request.contains("break down") {
        true => panic!("as the test wants it"),
        false if request.contains("count") => solver.tables().count().to_string(),
        false => grundy_ask::ask(request, solver, budget),
    }
}

#[test]
fn solvers_are_kept_with_their_tables() {
    let server = TestServer::start(ServerOptions { engine: counting_engine, jobs: 1, ..ServerOptions::default() });
    let tables = || server.ask(r#"{"do":"count"}"#).text().trim().parse::<usize>().unwrap();
    assert_eq!(tables(), 0);
    assert_eq!(server.ask(r#"{"do":"solve","spec":"kayles(50)"}"#).status, 200);
    let before = tables();
    assert!(before > 0);
    assert_eq!(server.ask(r#"{"do":"break down"}"#).status, 500);
    assert_eq!(tables(), 0, "that solver is gone");
}

#[test]
fn a_single_request_has_all_threads() {
    let timeouts = Timeouts { turn: Duration::from_millis(300), ..Timeouts::default() };
    let server = TestServer::start(ServerOptions { timeouts, ..scripted_options(2) });
    assert_eq!(server.ask(r#"{"do":"threads"}"#).text().trim(), "8");
    let mut other = server.connect();
    other.write_all(&server.request(JSON, r#"{"do":"tell and wait"}"#)).unwrap();
    first_line(&mut other);
    // A second long request waits for a permit until the timeout.
    assert_eq!(server.ask(r#"{"do":"threads"}"#).status, 503);
    assert_eq!(server.ask(r#"{"do":"solve","spec":"threads"}"#).text().trim(), "4");
}

/// Waits until the first bytes of a successful response arrive.
fn first_line(stream: &mut TcpStream) {
    let mut piece = [0; 512];
    let length = stream.read(&mut piece).unwrap();
    assert!(piece[..length].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&piece[..length]));
}

#[test]
fn overload_is_refused_but_short_requests_run() {
    let timeouts = Timeouts { turn: Duration::from_millis(300), ..Timeouts::default() };
    let server = TestServer::start(ServerOptions { timeouts, ..scripted_options(2) });
    let mut first = server.connect();
    first.write_all(&server.request(JSON, r#"{"do":"tell and wait"}"#)).unwrap();
    first_line(&mut first);
    // One permit is left, but a second long request cannot use it.
    let refused = server.ask(r#"{"do":"table","lang":"zh"}"#);
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("2")));
    let error = &refused.json()["error"];
    assert!(error["kind"] == "limit" && error["text"].is_string() && error["text"] != error["message"], "{error}");
    assert_eq!(server.ask(SOLVE).status, 200);
    // Now both permits are in use, so a short request is refused too.
    let mut second = server.connect();
    second.write_all(&server.request(JSON, r#"{"do":"solve","spec":"tell and wait"}"#)).unwrap();
    first_line(&mut second);
    assert_eq!(server.ask(SOLVE).status, 503);
    // A client that disconnects releases its permit.
    drop(first);
    assert!(is_answered(&server, SOLVE));
}

/// Returns whether the request is answered successfully before the time limit.
fn is_answered(server: &TestServer, request: &str) -> bool {
    let since = Instant::now();
    while since.elapsed() < MAX_WAIT {
        if server.ask(request).status == 200 {
            return true;
        }
    }
    false
}

#[test]
fn disconnecting_cancels_the_work() {
    static LINES: Mutex<Vec<String>> = Mutex::new(vec![]);
    let log: Log = Arc::new(|line: &str| LINES.lock().unwrap().push(line.to_string()));
    let server = TestServer::start(ServerOptions { jobs: 1, log: Some(log), ..ServerOptions::default() });
    // The client disconnects before any response in the first round, and between progress reports in the second.
    for wait in [0, 700] {
        let mut stream = server.connect();
        stream.write_all(&server.request(JSON, LONG_TABLE)).unwrap();
        if wait > 0 {
            first_line(&mut stream);
        }
        drop(stream);
        // The next request is answered, so the only permit was released long before the table would be complete.
        let reply = server.ask(r#"{"do":"table","rules":"take[1,3,4]","to":4}"#);
        assert_eq!(reply.status, 200);
    }
    server.shut_down();
    let lines = LINES.lock().unwrap();
    assert!(lines.iter().any(|line| line.starts_with("POST /api/v1/ask table 200 ")), "{lines:?}");
}

#[test]
fn time_and_memory_are_limited() {
    let server = TestServer::start(ServerOptions {
        time: Duration::from_millis(300),
        memory: 64 << 20,
        jobs: 2,
        ..ServerOptions::default()
    });
    let last =
        |reply: Reply| -> serde_json::Value { serde_json::from_str(reply.text().lines().last().unwrap()).unwrap() };
    assert_eq!(last(server.ask(LONG_TABLE))["error"]["limit"], "time");
    let more = r#"{"do":"solve","spec":"nim(3,4,5)","time":1000,"memory":"10^12"}"#;
    assert_eq!(last(server.ask(more))["outcome"], "N");
    let large = r#"{"do":"table","rules":"wythoff","to":9000,"of":"grundy","theorems":false}"#;
    let error = &last(server.ask(large))["error"];
    assert_eq!(error["limit"], "memory", "{error}");
    assert!(error["message"].as_str().unwrap().contains("32.0 MiB"), "half of 64: {error}");
}

#[test]
#[ignore = "slow: looks at the clock"]
fn server_stops_in_time() {
    let since = Instant::now();
    disconnecting_cancels_the_work();
    server_stops_during_work();
    assert!(since.elapsed() < Duration::from_secs(40), "{:?}", since.elapsed());
}

#[test]
fn server_stops_during_work() {
    let server = TestServer::start(scripted_options(2));
    let mut stream = server.connect();
    stream.write_all(&server.request(JSON, r#"{"do":"tell and wait"}"#)).unwrap();
    first_line(&mut stream);
    let idle = server.connect();
    let host = server.host.clone();
    server.shut_down();
    assert!(TcpStream::connect(host).is_err());
    drop((stream, idle));
}

#[test]
fn a_hundred_clients_get_all_replies() {
    let server = TestServer::start(ServerOptions::default());
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for client in 0..100 {
            let (server, answered) = (&server, &answered);
            scope.spawn(move || {
                let (a, b) = (client % 10, client / 10);
                let body = format!(r#"{{"do":"solve","spec":"nim({a},{b})"}}"#);
                for _ in 0..5 {
                    let reply = server.ask(&body);
                    assert_eq!(reply.json()["grundy"], a ^ b, "{}", reply.text());
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(answered.load(Ordering::Relaxed), 500);
}

/// Sends random bodies that consist of fragments of requests.
///
/// The server answers each with status 200 or 400.
#[test]
fn random_bodies_do_not_break_the_server() {
    let server = TestServer::start(ServerOptions { time: Duration::from_millis(200), ..ServerOptions::default() });
    let pieces = [
        "{",
        "}",
        "\"do\":",
        "\"solve\"",
        ",",
        "\"spec\":",
        "\"nim(3,4,5)\"",
        "\"table\"",
        "\"rules\":",
        "\"take[1,k]\"",
        "\"to\":",
        "9",
        "-1",
        "1e99",
        "[",
        "]",
        "null",
        "\"find\"",
        "\"prove\"",
        "\"claim\":",
        "\"P iff n % 5 == 0\"",
        "\"\\u0000\"",
        "\"lang\":\"zh\"",
        "\u{1f600}",
        "\"check\"",
        "\"verify\"",
        "\"certificate\":",
        "\"grundy certificate 1 x\"",
        " ",
        "true",
        "\"why\":\"steps\"",
        "\"bytes\":true",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..200 {
        let body: String = match random(3) {
            0 => (0..random(12)).map(|_| pieces[random(pieces.len())]).collect(),
            _ => {
                let pairs: Vec<String> = (0..1 + random(4))
                    .map(|_| {
                        format!(
                            "{}{}",
                            pieces[[2, 5, 8, 10, 19, 26][random(6)]],
                            pieces[[3, 6, 7, 9, 11, 12, 16, 17, 18, 20, 21, 24, 25, 27, 29][random(15)]]
                        )
                    })
                    .collect();
                format!("{{{}}}", pairs.join(","))
            }
        };
        let reply = server.ask(&body);
        assert!(matches!(reply.status, 200 | 400), "{} {body}", reply.status);
    }
    assert_eq!(server.ask(SOLVE).status, 200);
}

/// Games on boards and graphs check limits: disconnecting frees the permit, and `time` is respected.
#[test]
fn large_boards_release_their_permits() {
    let server = TestServer::start(ServerOptions { jobs: 1, ..ServerOptions::default() });
    let path: String = (0..1500).map(|v| format!("{v}-{},", v + 1)).collect();
    let path = path.trim_end_matches(',');
    for spec in ["clobber(16x16)", "clobber(64x64)", &format!("arc_kayles({path})"), "nogo(30x30)"] {
        let request = format!(r#"{{"do":"solve","spec":"{spec}"}}"#);
        let mut stream = server.connect();
        stream.write_all(&server.request(JSON, &request)).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        drop(stream);
        assert_eq!(server.ask(SOLVE).status, 200, "{spec:.40}");
        let timed = format!(r#"{{"do":"solve","spec":"{spec}","time":0.2}}"#);
        let reply = server.ask(&timed);
        assert_eq!((reply.status, &reply.json()["error"]["kind"]), (200, &"limit".into()), "{spec:.40}");
    }
}

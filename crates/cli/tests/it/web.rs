//! Tests of `grundy web` as a process: its output, its replies and its end.
#![cfg(feature = "web")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Web {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Drop for Web {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn web(flags: &[&str]) -> Web {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["web", "--port", "0"]).args(flags).env("LANGUAGE", "en");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut address = String::new();
    out.read_line(&mut address).unwrap();
    Web { child, out, address }
}

impl Web {
    fn host(&self) -> &str {
        self.address.trim_start_matches("http://").split('/').next().unwrap()
    }

    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let (host, length) = (self.host(), body.len());
        write!(
            stream,
            "POST /api/v1/ask HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n{head}Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    /// Ends the server by a signal; returns its standard output after the address, and its standard error.
    #[cfg(unix)]
    fn stop(mut self, signal: &str) -> (String, String) {
        Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{signal}: {status}");
        let (mut rest, mut stderr_text) = (String::new(), String::new());
        self.out.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr_text).unwrap();
        (rest, stderr_text)
    }
}

#[test]
#[cfg(unix)]
#[ignore = "slow: looks at the clock"]
fn it_stops_on_signals_in_time() {
    let since = Instant::now();
    it_answers_and_stops_on_signals();
    assert!(since.elapsed() < Duration::from_secs(40), "{:?}", since.elapsed());
}

#[test]
#[cfg(unix)]
fn it_answers_and_stops_on_signals() {
    for signal in ["-INT", "-TERM"] {
        let web = web(&["--verbose"]);
        assert!(web.address.starts_with("http://127.0.0.1:") && web.address.ends_with("/\n"), "{}", web.address);
        let reply = web.ask("", r#"{"do":"solve","spec":"nim(3,4,5)"}"#);
        assert!(reply.starts_with("HTTP/1.1 200") && reply.contains(r#""outcome":"N","grundy":2"#), "{reply}");
        let (rest, stderr_text) = web.stop(signal);
        assert_eq!(rest, "", "one line is all");
        assert!(
            stderr_text.starts_with("POST /api/v1/ask solve 200 ") && stderr_text.lines().count() == 1,
            "{stderr_text}"
        );
    }
}

/// With `--db`, positions of the database's game are answered from it, with every move.
#[test]
#[cfg(unix)]
fn it_answers_from_a_folder() {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("web-db");
    let _ = std::fs::remove_dir_all(&dir);
    let path = dir.to_str().unwrap();
    let solved = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["solve", "quixo[3](start)", "--into", path]).output();
    assert!(solved.unwrap().status.success());
    let web = web(&["--db", path]);
    let reply = web.ask("", r#"{"do":"solve","spec":"quixo[3](\"xo./.o./..x\")"}"#);
    assert!(reply.contains(r#""by":"database""#) && reply.contains(r#""remoteness":5"#), "{reply}");
    assert!(reply.contains(r#""result":"loss","remoteness":"#), "{reply}");
    let reply = web.ask("", r#"{"do":"solve","spec":"nim(3,4,5)"}"#);
    assert!(reply.contains(r#""grundy":2"#), "{reply}");
    web.stop("-TERM");
    let refused =
        Command::new(env!("CARGO_BIN_EXE_grundy")).args(["web", "--port", "0", "--db", "nothing"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

#[test]
#[cfg(unix)]
fn listening_prints_warnings() {
    let web = web(&["--listen", "127.0.0.1", "--jobs", "3"]);
    let token = web.address.trim().split("/?token=").nth(1).unwrap().to_string();
    assert!(web.ask("", "{}").starts_with("HTTP/1.1 403"));
    assert!(web.ask(&format!("Authorization: Bearer {token}\r\n"), "{}").starts_with("HTTP/1.1 200"));
    let (_, stderr_text) = web.stop("-INT");
    assert!(
        stderr_text.contains('█')
            && stderr_text.contains("3 requests at once")
            && stderr_text.contains("not encrypted"),
        "{stderr_text}"
    );
}

#[test]
fn bad_options_are_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (flags, expected) in [
        (&["--port", &port[..]][..], "cannot listen on 127.0.0.1"),
        (&["--listen", "no such name"], "not an address of this machine"),
        (&["--port", "65536"], "invalid value"),
        (&["--jobs", "0"], "invalid value"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let output = command.arg("web").args(flags).env("LANGUAGE", "en").output().unwrap();
        let stderr_text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr_text.contains(expected), "{flags:?}: {stderr_text}");
        assert!(output.stdout.is_empty());
    }
}

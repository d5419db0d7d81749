//! Tests that requests are answered as by the command with `--format json`, except for running times.

use grundy::Budget;
use grundy_ask::ask;
use serde_json::{Value, json};
use std::process::Command;

/// Runs the command and returns its output as a reply: one line as it is, several as an array.
fn command(args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{args:?}");
    let text = String::from_utf8(done.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    if let [one] = lines[..] { one.to_string() } else { format!("[{}]", lines.join(",")) }
}

/// Returns the text without running times and without the work of the kernels, which depends on time.
fn without_times(text: &str) -> String {
    if let Some((before, rest)) = text.split_once(",\"kernels\":[") {
        let (_, after) = rest.split_once(']').unwrap();
        return without_times(&format!("{before}{after}"));
    }
    let mut out = String::new();
    for (k, piece) in text.split("\"seconds\":").enumerate() {
        out += if k == 0 { piece } else { piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.') };
    }
    out
}

#[track_caller]
fn same(args: &[&str], request: Value) {
    let reply = ask(&request.to_string(), &mut grundy::unstable::proof::solver_with_proofs(), &Budget::default());
    assert_eq!(without_times(&reply), without_times(&command(args)), "{request}");
    serde_json::from_str::<Value>(&reply).unwrap();
}

#[test]
fn positions() {
    for spec in [
        "nim(3,4,5)",
        "misere nim(1,1,2)",
        "nim(18446744073709551615,9007199254740993)",
        "take[1..3](7) + nim(2)",
        "take[1,3,4](10^18)",
        "take[1,2 | 1,3](9)",
        "token[a>b,b>a,b>c](a)",
        "wythoff(10^18,10^19)",
        "row[1..2](3,-1,4)",
        "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)",
        "rule{ n -> n-k for k in 1..n/2 }(100)",
        "nim(3,x)",
        "nmi(3)",
        "nim(2^64)",
        "take[0](5)",
    ] {
        same(&["solve", spec, "--format", "json"], json!({"do": "solve", "spec": spec}));
        same(
            &["solve", spec, "--format", "json", "--numbers", "text", "--lang", "zh"],
            json!({"do": "solve", "spec": spec, "numbers": "text", "lang": "zh"}),
        );
    }
    let spec = "nim(3,4,5)";
    same(&["solve", spec, "--format", "json", "--misere"], json!({"do": "solve", "spec": spec, "misere": true}));
    same(
        &["solve", spec, "--format", "json", "--no-theorems"],
        json!({"do": "solve", "spec": spec, "theorems": false}),
    );
    for word in ["all", "one", "count", "none"] {
        same(
            &["solve", spec, "--format", "json", "--moves", word],
            json!({"do": "solve", "spec": spec, "moves": word}),
        );
    }
    same(&["solve", spec, "--format", "json", "--why", "short"], json!({"do": "solve", "spec": spec, "why": "short"}));
}

#[test]
fn games_and_tables() {
    same(&["games", "--format", "json"], json!({"do": "games"}));
    same(&["games", "nim", "--format", "json", "--lang", "zh"], json!({"do": "games", "name": "nim", "lang": "zh"}));
    same(&["games", "nmi", "--format", "json"], json!({"do": "games", "name": "nmi"}));
    same(&["check", "take", "--to", "30", "--format", "json"], json!({"do": "check", "name": "take", "to": 30}));
    let table = ["table", "wythoff", "--to", "9", "--format", "json"];
    same(&table, json!({"do": "table", "rules": "wythoff", "to": 9}));
    same(&[&table[..], &["--only", "P"]].concat(), json!({"do": "table", "rules": "wythoff", "to": 9, "only": "P"}));
    same(
        &[&table[..], &["--of", "outcome", "--misere"]].concat(),
        json!({"do": "table", "rules": "wythoff", "to": 9, "of": "outcome", "misere": true}),
    );
    same(
        &["table", "take[1,3,4]", "--to", "20", "--format", "json", "--numbers", "text"],
        json!({"do": "table", "rules": "take[1,3,4]", "to": "20", "numbers": "text"}),
    );
    same(&["table", "nim(3)", "--to", "9", "--format", "json"], json!({"do": "table", "rules": "nim(3)", "to": 9}));
}

#[test]
fn patterns_claims_and_sequences() {
    same(&["find", "take[1,3,4]", "--format", "json"], json!({"do": "find", "rules": "take[1,3,4]"}));
    same(
        &["find", "wythoff", "--of", "outcome", "--to", "60", "--format", "json", "--lang", "zh"],
        json!({"do": "find", "rules": "wythoff", "of": "outcome", "to": 60, "lang": "zh"}),
    );
    for claim in ["P iff n % 5 == 0", "P iff n % 5 == 1", "G(n) == n % 5", "P iff"] {
        same(
            &["prove", "take[1..4]", "--claim", claim, "--format", "json"],
            json!({"do": "prove", "rules": "take[1..4]", "claim": claim}),
        );
    }
    for code in ["0.77", "kayles", "take[1,3,4]", "wythoff", "77"] {
        same(
            &["sequence", code, "--to", "2000", "--stats", "--format", "json"],
            json!({"do": "sequence", "rules": code, "to": 2000, "stats": true}),
        );
    }
}

/// A certificate in a request and in a file gets the same reply, except for the name of the file.
#[test]
fn certificates() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/certificates/bash-4.cert");
    let request = json!({"do": "verify", "certificate": std::fs::read_to_string(path).unwrap()});
    let reply = ask(&request.to_string(), &mut grundy::unstable::proof::solver_with_proofs(), &Budget::default());
    let written = command(&["verify", path, "--format", "json"]);
    assert_eq!(reply.replace("\"file\":null", &format!("\"file\":{}", json!(path))), written);
}

//! Prints requests of all kinds and the replies to them, one per line.
//!
//! `cargo xtask wasm` sends the same requests to the WebAssembly module and compares its replies.

use grundy_ask::ask;
use grundy_solve::{Budget, Solver};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// Approximate number of positions from each file of the corpus.
const POSITIONS_PER_FILE: usize = 20;
/// Number of sample positions of each game.
const SAMPLES_PER_GAME: usize = 6;

/// Positions with integers above 2^53, which 64-bit floating-point numbers cannot represent exactly.
const LARGE_SPECS: [&str; 17] = [
    "nim(18446744073709551615)",
    "nim(2^63,9007199254740993,1)",
    "nim(18446744073709551615,18446744073709551614,3)",
    "misere nim(18446744073709551615,1)",
    "18446744073709551615*nim(18446744073709551615)",
    "take[1..3](18446744073709551615)",
    "take[1,3,4](10^18)",
    "take[2^k](18446744073709551615)",
    "take[10^6..](10^19)",
    "take[1,2 | 1,3](10^18)",
    "wythoff(10^18,10^19)",
    "wythoff(11400714819323198485,18446744073709551615)",
    "lasker(18446744073709551615,3)",
    "kayles(18446744073709551615)",
    "count[1..4; 18446744073709551615](7)",
    "stairs(18446744073709551615,0,9007199254740993)",
    "row[1..2](9223372036854775807,-9223372036854775807,1)",
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the quoted texts of a page that look like positions, valid or not.
fn quoted(text: &str) -> Vec<String> {
    let between = |mark| text.split(mark).skip(1).step_by(2);
    let is_spec = |piece: &&str| piece.contains('(') && piece.len() < 80 && !piece.contains(['\n', '@', '"']);
    between('`').chain(between('\'')).filter(is_spec).map(str::to_string).collect()
}

fn specs() -> BTreeSet<String> {
    let mut specs: BTreeSet<String> = LARGE_SPECS.iter().map(|spec| spec.to_string()).collect();
    for entry in grundy_games::library().games() {
        specs.insert(entry.info().example.to_string());
        specs.extend(entry.info().other_examples.iter().map(|spec| spec.to_string()));
        for position in entry.samples().take(SAMPLES_PER_GAME) {
            let mut text = String::new();
            position.write(&mut text);
            specs.insert(text);
        }
    }
    let files = [
        "hackenbush",
        "hackenbush_coloured",
        "nim",
        "nim_exercises",
        "nim_misere",
        "triangles",
        "wythoff",
        "wythoff_misere",
    ];
    for file in files {
        let text = read(&format!("corpus/{file}.tsv"));
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
        let step = rows.len().div_ceil(POSITIONS_PER_FILE).max(1);
        specs.extend(rows.iter().step_by(step).filter_map(|row| row.split('\t').next()).map(str::to_string));
    }
    for page in ["README.md", "docs/reference.md", "docs/tutorial.md"] {
        specs.extend(quoted(&read(page)).into_iter().take(60));
    }
    specs
}

fn requests() -> Vec<serde_json::Value> {
    let mut requests: Vec<_> =
        specs().into_iter().map(|spec| json!({"do": "solve", "spec": spec, "numbers": "text"})).collect();
    requests
        .extend(LARGE_SPECS[..9].iter().map(|spec| json!({"do": "solve", "spec": spec, "lang": "zh", "moves": "one"})));
    for entry in grundy_games::library().games() {
        requests.push(json!({"do": "board", "spec": entry.info().example, "numbers": "text", "lang": "zh"}));
    }
    requests.extend([
        json!({"do": "games", "lang": "zh"}),
        json!({"do": "games", "name": "nmi"}),
        json!({"do": "table", "rules": "wythoff", "to": 40}),
        json!({"do": "table", "rules": "take[1,3,4]", "to": "10^3", "numbers": "text"}),
        json!({"do": "table", "rules": "wythoff", "to": 60, "only": "P"}),
        json!({"do": "find", "rules": "take[1,3,4]", "numbers": "text"}),
        json!({"do": "find", "rules": "wythoff", "of": "outcome", "to": 60}),
        json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 5 == 0", "lang": "zh"}),
        json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 5 == 1"}),
        json!({"do": "sequence", "rules": "0.77", "stats": true, "numbers": "text"}),
        json!({"do": "sequence", "rules": "grundy_game", "to": 5000}),
        json!({"do": "find", "rules": "take[1,3,4]", "files": true}),
        json!({"do": "table", "rules": "take[1,3,4]", "to": 20, "format": "csv"}),
        json!({"do": "value", "expr": "{2|0||-1} + ^*"}),
        json!({"do": "verify", "certificate": read("corpus/certificates/bash-4.cert")}),
        json!({"do": "solve", "spec": "nim(@heaps.txt)"}),
        json!({"do": "what"}),
        json!([1]),
    ]);
    requests
}

fn main() {
    let (mut solver, budget): (Solver, _) =
        (grundy_proof::solver_with_proofs(), Budget { bytes: 1 << 30, threads: 1, ..Budget::default() });
    for request in requests() {
        let request = request.to_string();
        println!("{request}\n{}", ask(&request, &mut solver, &budget));
    }
}

//! Tests of `pattern`.

use differ::pattern::entry;
use serde_json::{Value, json};

#[test]
fn patterns_known_by_hand() {
    let periodic = json!({"kind": "periodic", "head": ["N"], "cycle": ["P", "N", "N"]});
    let letters: Vec<Value> = (0..6).filter_map(|n| entry(&periodic, "outcome", &[n])).collect();
    assert_eq!(letters, ["N", "P", "N", "N", "P", "N"]);
    let lasker = json!({"kind": "arithmetic", "saltus": 4, "head": [0], "cycle": [1, 2, 4, 3]});
    assert_eq!(entry(&lasker, "grundy", &[8]), Some(json!(7)));
    let wythoff = json!({"kind": "beatty", "alpha": {"p": 1, "d": 5, "q": 2}, "line": "pairs", "step": 1, "from": 0,
        "early": []});
    let lost: Vec<i64> = (0..=20).filter(|&b| entry(&wythoff, "outcome", &[8, b]) == Some(json!("P"))).collect();
    assert_eq!(lost, [13]);
    // The lost positions of Fibonacci Nim are the Fibonacci numbers.
    let fibonacci = json!({"kind": "automaton", "numeration": "Zeckendorf", "radix": 2, "output": ["P", "P", "N"],
        "next": [[0, 1], [1, 2], [2, 2]]});
    let lost: Vec<i64> = (0..40).filter(|&n| entry(&fibonacci, "outcome", &[n]) == Some(json!("P"))).collect();
    assert_eq!(lost, [0, 1, 2, 3, 5, 8, 13, 21, 34]);
    let halves = json!({"kind": "expression", "head": [], "value": "n / 2 + popcount(n) mod 2"});
    assert_eq!(entry(&halves, "grundy", &[6]), Some(json!(3)));
}

//! Games whose P-positions or values are learned and proved by automata.

use grundy_proof::automata::{Learned, learn_and_prove};
use grundy_rules::formula::GameFormula;
use grundy_rules::{Play, parse_rules};
use grundy_solve::Budget;
use grundy_verify::{Certificate, Of, Proof};
use std::time::Instant;

const WYTHOFF: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
const NIM2: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }";

/// Rules, the number of heaps, what is proved of them and in which numeration.
const GAMES: &[(&str, usize, Of, &str)] = &[
    (WYTHOFF, 1, Of::Outcome, "ostrowski 1"),
    ("wythoff", 1, Of::Outcome, "ostrowski 1"),
    ("rule{ n -> n-k for k in 1..n/2 }", 1, Of::Outcome, "base 2"),
    ("rule{ n -> n-1; n/2 }", 1, Of::Outcome, "base 2"),
    ("rule{ n -> n-1; n/2 }", 1, Of::Grundy, "base 2"),
    ("take[2^k]", 1, Of::Outcome, "base 2"),
    ("take[2^k]", 1, Of::Grundy, "base 2"),
    ("take[3^k]", 1, Of::Outcome, "base 3"),
    (NIM2, 1, Of::Outcome, "base 2"),
    (NIM2, 1, Of::Grundy, "base 2"),
    ("nim", 3, Of::Outcome, "base 2"),
    ("take[1..4]", 1, Of::Outcome, "base 2"),
    ("take[1..4]", 1, Of::Grundy, "base 2"),
    ("take[2..5]", 1, Of::Outcome, "base 2"),
    ("take[1,3,4]", 1, Of::Outcome, "base 2"),
    ("take[1,3,4]", 1, Of::Grundy, "base 2"),
    ("lasker", 1, Of::Grundy, "base 2"),
    ("rule{ (n,m) -> (n-k, 2*k) for k in 1..min(n,m) }", 1, Of::Outcome, "ostrowski 1"),
    (
        "rule{ (a,b) -> repeat (a-b,b) if 1 <= b and b <= a; repeat (a,b-a) if 1 <= a and a <= b }",
        1,
        Of::Outcome,
        "ostrowski 1",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-i,b-j) for i in 1..a for j in max(1,i-1)..min(b,i+1) }",
        1,
        Of::Outcome,
        "ostrowski 2",
    ),
    (
        "rule{ (a,b,c) -> (a-k,b-l,c) for k in 0..a for l in 0..b if k+l > 0; (a,b-k,c-l) for k in 0..b for l in 0..c if k+l > 0; (a-k,b,c-l) for k in 0..a for l in 0..c if k+l > 0 }",
        1,
        Of::Outcome,
        "base 2",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-1,b-1) if a > 0 and b > 0 }",
        1,
        Of::Outcome,
        "base 2",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-2*k,b-k) for k in 1..min(a/2,b); (a-k,b-2*k) for k in 1..min(a,b/2) }",
        1,
        Of::Outcome,
        "base 2",
    ),
];

fn game(rules: &str, heaps: usize) -> GameFormula {
    GameFormula::of(&parse_rules(rules).unwrap(), heaps).unwrap_or_else(|error| panic!("{rules}: {error}"))
}

fn certificate(rules: &str, proof: &Proof) -> Certificate {
    Certificate { rules: rules.to_string(), claim: None, proof: proof.clone() }
}

#[test]
fn games_are_proved() {
    for (rules, heaps, of, expected) in GAMES {
        let start = Instant::now();
        let game = game(rules, *heaps);
        let learned = learn_and_prove(&game, Play::Normal, *of, None, &Budget::default()).unwrap();
        let time = start.elapsed();
        match learned {
            Learned::Proved { proof, numeration, automaton } => {
                let Proof::Automata { repeated, hints, measure, .. } = &proof else { panic!() };
                let sizes = |list: &[grundy_verify::Dfa]| list.iter().map(|h| h.accept.len()).collect::<Vec<usize>>();
                let certificate = certificate(rules, &proof);
                let start = Instant::now();
                let verified = grundy_verify::verify(&certificate, &grundy_verify::Limits::default());
                println!(
                    "{rules:24} {:12} states {} {:?} hints {:?} {measure:?} {} bytes {time:.1?} {:?} {:.1?}",
                    numeration.code(),
                    automaton.output.len(),
                    sizes(repeated),
                    sizes(hints),
                    certificate.to_text().len(),
                    verified.map(|v| v.states).map_err(|e| e.message),
                    start.elapsed(),
                );
                if numeration.code() != *expected {
                    println!("  !!! expected {expected}");
                }
            }
            Learned::Open { tried } => println!("{rules:24} OPEN {tried:#?} {time:.1?}"),
        }
    }
}

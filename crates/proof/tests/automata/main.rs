//! Games whose P-positions or values are learned and proved by automata.

mod text;

use grundy_proof::automata::{Learned, learn_and_prove};
use grundy_rules::Play;
use grundy_rules::formula::GameFormula;
use grundy_solve::Budget;
use grundy_verify::{Of, Proof};
use std::time::Instant;
use text::game;

const NIM2: [&str; 2] = ["k: 1<=k & k<=a -> a-k,b", "k: 1<=k & k<=b -> a,b-k"];

fn with(more: &[&'static str]) -> Vec<&'static str> {
    [&NIM2[..], more].concat()
}

/// Name, game, what is proved, the numeration it is proved in.
fn games() -> Vec<(&'static str, GameFormula, Of)> {
    let diagonal = "k: 1<=k & k<=a & k<=b -> a-k,b-k";
    let (p, g) = (Of::Outcome, Of::Grundy);
    let bash = ["k: 1<=k & k<=4 & k<=n -> n-k"];
    let mark = [": n>=1 -> n-1", "h: n>=1 & 2*h<=n & n<=2*h+1 -> h"];
    let some = [": n>=1 -> n-1", ": n>=3 -> n-3", ": n>=4 -> n-4"];
    let powers = ["k: k<=n & pow2(k) -> n-k"];
    vec![
        ("Wythoff", game("a b", &with(&[diagonal])), p),
        ("take at most half", game("n", &["k: 1<=k & 2*k<=n -> n-k"]), p),
        ("Mark", game("n", &mark), p),
        ("Mark, values", game("n", &mark), g),
        ("powers of 2", game("n", &powers), p),
        ("powers of 2, values", game("n", &powers), g),
        ("powers of 3", game("n", &["k: k<=n & pow3(k) -> n-k"]), p),
        ("Nim, 2 heaps", game("a b", &NIM2), p),
        ("Nim, 2 heaps, values", game("a b", &NIM2), g),
        (
            "Nim, 3 heaps",
            game("a b c", &["k: 1<=k & k<=a -> a-k,b,c", "k: 1<=k & k<=b -> a,b-k,c", "k: 1<=k & k<=c -> a,b,c-k"]),
            p,
        ),
        ("Bash", game("n", &bash), p),
        ("Bash, values", game("n", &bash), g),
        ("take 1,3,4", game("n", &some), p),
        ("take 1,3,4, values", game("n", &some), g),
        ("Lasker, values", game("n", &["k: 1<=k & k<=n -> n-k", "i: 1<=i & 2*i<=n -> i;n-i"]), g),
        ("Fibonacci Nim", game("n m", &["k: 1<=k & k<=n & k<=m -> n-k,2*k"]), p),
        ("Euclid", game("a b", &["*: 1<=b & b<=a -> a-b,b", "*: 1<=a & a<=b -> a,b-a"]), p),
        ("Wythoff, |i-j|<=1", game("a b", &with(&["i j: 1<=i & i<=a & 1<=j & j<=b & i<=j+1 & j<=i+1 -> a-i,b-j"])), p),
        (
            "Moore's Nim",
            game(
                "a b c",
                &[
                    "k l: 1<=k+l & k<=a & l<=b -> a-k,b-l,c",
                    "k l: 1<=k+l & k<=b & l<=c -> a,b-k,c-l",
                    "k l: 1<=k+l & k<=a & l<=c -> a-k,b,c-l",
                ],
            ),
            p,
        ),
        ("Nim + (1,1)", game("a b", &with(&[": 1<=a & 1<=b -> a-1,b-1"])), p),
        (
            "Nim + (2k,k),(k,2k)",
            game("a b", &with(&["k: 1<=k & 2*k<=a & k<=b -> a-2*k,b-k", "k: 1<=k & k<=a & 2*k<=b -> a-k,b-2*k"])),
            p,
        ),
    ]
}

fn size(proof: &Proof) -> usize {
    let rules = String::new();
    grundy_verify::Certificate { rules, claim: None, proof: proof.clone() }.to_text().len()
}

#[test]
fn games_are_proved() {
    for (name, game, of) in games() {
        let start = Instant::now();
        let learned = learn_and_prove(&game, Play::Normal, of, None, &Budget::default()).unwrap();
        let time = start.elapsed();
        match learned {
            Learned::Proved { proof, numeration, automaton } => {
                let Proof::Automata { repeated, hints, measure, .. } = &proof else { panic!() };
                let hints: Vec<usize> = hints.iter().map(|h| h.accept.len()).collect();
                let repeated: Vec<usize> = repeated.iter().map(|h| h.accept.len()).collect();
                println!(
                    "{name:24} {:12} states {} {repeated:?} hints {hints:?} measure {measure:?} {} bytes {time:.1?}",
                    numeration.name(),
                    automaton.output.len(),
                    size(&proof)
                );
            }
            Learned::Open { tried } => println!("{name:24} OPEN {tried:#?} {time:.1?}"),
        }
    }
}

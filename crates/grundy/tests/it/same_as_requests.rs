//! Checks that results of `Grundy` serialize like the replies to the same requests in JSON.

use grundy::unstable::ask::ask;
use grundy::unstable::rules::PositionSum;
use grundy::unstable::solve::Solver;
use grundy::{Budget, Grundy};
use serde_json::{Value, json};

/// Returns the reply to a request, without the statistics, which depend on time.
fn reply_to(request: &Value) -> Value {
    let reply = ask(&request.to_string(), &mut grundy::unstable::proof::solver_with_proofs(), &Budget::default());
    comparable(serde_json::from_str(&reply).unwrap())
}

fn comparable(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.remove("stats");
    }
    value
}

fn serialized(result: &impl serde::Serialize) -> Value {
    comparable(serde_json::from_str(&serde_json::to_string(result).unwrap()).unwrap())
}

/// Positions of every kind of game, and invalid texts.
const POSITIONS: [&str; 16] = [
    "nim(3,4,5)",
    "misere nim(1,2,3)",
    "misere 3*kayles(4) + kayles(5)",
    "take[1,3,4](10^18) + wythoff(3,5)",
    "lasker(3) + euclid(34,12)",
    "take[1 | 2](4)",
    "domineering(2x3) + nim(1)",
    "clobber(\"xo./ox.\")",
    "hackenbush(0-1:b,1-2:r)",
    "digraph[1>2,2>1,2>3](1)",
    "row(3,1,2)",
    "triangles[again](1-2 | 2-3,1-3)",
    "quixo[3](start)",
    "board{ [..] -> [##] }(2x3)",
    "wythof(3,5)",
    "take[0](5)",
];

#[test]
fn answers_match_requests() {
    let mut g = Grundy::new();
    let mut solved = 0;
    for text in POSITIONS {
        let reply = reply_to(&json!({"do": "solve", "spec": text, "why": "full"}));
        match g.read(text).and_then(|position| g.solve(&position)) {
            Ok(answer) => {
                assert_eq!(serialized(&answer), reply, "{text}");
                solved += 1;
            }
            Err(error) => assert_eq!(reply["error"]["kind"], error.kind.name(), "{text}"),
        }
    }
    assert!(solved >= 12, "{solved}");
}

#[test]
fn tables_match_requests() {
    let mut g = Grundy::new();
    for (rules, of) in [
        ("kayles", "grundy"),
        ("wythoff", "grundy"),
        ("chomp", "grundy"),
        ("take[1 | 2]", "outcome"),
        ("misere kayles", "outcome"),
    ] {
        let table = g.table(rules, 5).unwrap();
        let reply = reply_to(&json!({"do": "table", "rules": rules, "to": 5, "of": of}));
        assert_eq!(serialized(&table), reply, "{rules}");
        // Compare the entries on the diagonal with the solver.
        let least = table.from();
        for n in least..=5 {
            let numbers = vec![n; table.dimensions()];
            let rules = grundy::parse_rules(rules).unwrap();
            let at = std::array::from_fn(|k| if k < numbers.len() { n } else { 0 });
            let spec = PositionSum::from_position(rules.play, rules.game.position_at(at).unwrap());
            let answer = Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
            assert_eq!(table.outcome(&numbers), answer.result.outcome, "{spec}");
        }
        assert_eq!(table.outcome(&vec![6; table.dimensions()]), None);
    }
}

#[test]
fn other_results_match_requests() {
    let mut g = Grundy::new();
    let value = g.value("{2|0||-1} + ^*").unwrap();
    assert_eq!(serialized(&value), reply_to(&json!({"do": "value", "expr": "{2|0||-1} + ^*"})));
    assert_eq!(g.value("nim_product(*2, nim_inverse(*3)) + *4").unwrap().canonical_form(), "*7");
    let patterns = g.find("take[1..4]").unwrap();
    assert_eq!(
        json!(patterns.iter().map(serialized).collect::<Vec<_>>()),
        reply_to(&json!({"do": "find", "rules": "take[1..4]"}))
    );
    let proof = g.prove("take[1..4]", "P iff n % 5 == 0").unwrap();
    assert_eq!(
        serialized(&proof),
        reply_to(&json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 5 == 0"}))
    );
    let certificate = proof.certificate().unwrap();
    let verified = g.verify(&certificate).unwrap();
    assert_eq!(serialized(&verified), reply_to(&json!({"do": "verify", "certificate": certificate})));
    let sequence = g.sequence("0.77", 200).unwrap();
    assert_eq!(serialized(&sequence), reply_to(&json!({"do": "sequence", "rules": "0.77", "to": 200})));
    let quotient = g.quotient("octal[0.123]").unwrap();
    assert_eq!(serialized(&quotient), reply_to(&json!({"do": "quotient", "rules": "octal[0.123]"})));
}

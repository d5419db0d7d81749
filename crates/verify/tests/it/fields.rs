//! Proofs are read with all fields of their method and no others.

use grundy_verify::{Dfa, PeriodTheorem, Proof, Quantity, ResultTable};

#[test]
fn proofs_round_trip() {
    let dfa = || Dfa { tracks: 1, accept: "+.".into(), next: vec![vec![0, 1], vec![1, 1]] };
    let table = || ResultTable::Outcomes("PN".into());
    let (theorem, of) = (PeriodTheorem::Window, Quantity::Grundy);
    let periodic =
        Proof::Periodic { theorem, of, preperiod: 1, period: 2, table: ResultTable::Values(vec![0, 1, 1 << 63]) };
    for proof in [
        Proof::Replies { position: "nim(1)".into(), outcome: "N".into(), lost: vec![] },
        periodic.clone(),
        Proof::Residues { preperiod: 0, period: 2, outcomes: "PN".into(), amounts: vec![0, 1] },
        Proof::All { of: Quantity::Outcome, table: table() },
        Proof::SlowlyGrowing {},
        Proof::Definition {},
        Proof::Letters { condition: "a > 0".into(), divisors: vec!["a".into()], of },
        Proof::Heaps { one: Box::new(Proof::Heaps { one: Box::new(periodic) }) },
        Proof::Quotient { order: 2, accept: vec![1], times: vec![vec![1, 0]], heaps: vec![] },
        Proof::Automata {
            numeration: "base 2".into(),
            of,
            relation: dfa(),
            repeated: vec![],
            hints: vec![dfa()],
            measure: vec![1, 1],
        },
    ] {
        let text = serde_json::to_string(&proof).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof, "{text}");
        // Each field is required, and no other field is accepted.
        let whole: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
        for name in whole.keys() {
            let mut part = whole.clone();
            part.remove(name);
            let error = serde_json::from_value::<Proof>(part.into()).unwrap_err().to_string();
            assert!(error.contains(&format!("missing field `{name}`")), "{text}: {error}");
        }
        for (name, value) in [("order", serde_json::json!(1)), ("outcomes", "P".into()), ("other", 1.into())] {
            let mut more = whole.clone();
            if more.insert(name.into(), value).is_none() {
                let error = serde_json::from_value::<Proof>(more.into()).unwrap_err().to_string();
                assert!(error.contains(&format!("field `{name}`")), "{text}: {error}");
            }
        }
    }
}

#[test]
fn invalid_proofs_are_rejected() {
    for (text, part) in [
        ("{}", "missing field `method`"),
        (r#"{"method":"magic"}"#, "unknown variant `magic`, expected one of `replies`, `lost_boards`"),
        (r#"{"method":"all","of":"grundy","table":7}"#, "expected letters of outcomes, or a list of Grundy values"),
        (r#"{"method":"all","of":"grundy","table":[0,-1]}"#, "invalid value: integer `-1`"),
        (r#"{"method":"all","of":"grundy","of":"grundy","table":[]}"#, "duplicate field `of`"),
        ("7", "invalid type"),
    ] {
        let error = serde_json::from_str::<Proof>(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

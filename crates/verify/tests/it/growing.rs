//! Accepted claims about slowly growing games agree with brute force.

use grundy_verify::{Certificate, Limits, Proof, verify};

#[test]
fn accepted_claims_are_true() {
    let games = [
        ("n/2", 1, 0, 2),
        ("(n+1)/2", 1, 1, 2),
        ("n/3", 1, 0, 3),
        ("2*n/3", 2, 0, 3),
        ("(2*n+1)/5", 2, 1, 5),
        ("n", 1, 0, 1),
    ];
    let mut shown = 0;
    for (bound, a, b, c) in games {
        let rules = format!("rule{{ n -> n-k for k in 1..{bound} }}");
        let mut values: Vec<i128> = vec![];
        for n in 0..400 {
            let most = (a * n + b) / c;
            let options: Vec<i128> = (1..=most).map(|k| values[(n - k) as usize]).collect();
            values.push((0..).find(|v| !options.contains(v)).unwrap());
        }
        for u in 1..=4 {
            for v in 0..4 {
                for (right, is) in [("G(n)", 0), ("n", 1), ("G(2n)", 2), ("2*n+1", 3), ("G(n+1)", 4), ("0", 5)] {
                    let claim = format!("G({u}*n+{v}) == {right}");
                    let expected = |n: i128| match is {
                        0 => values[n as usize],
                        1 => n,
                        2 => values[2 * n as usize],
                        3 => 2 * n + 1,
                        4 => values[n as usize + 1],
                        _ => 0,
                    };
                    let holds = (0..90).all(|n| values[(u * n + v) as usize] == expected(n));
                    let certificate = Certificate {
                        rules: rules.clone(),
                        claim: Some(claim.clone()),
                        automata: vec![],
                        proof: Proof::SlowlyGrowing {},
                    };
                    let result = verify(&certificate, grundy_games::library(), &Limits::default());
                    assert!(holds || result.is_err(), "{rules} {claim}");
                    shown += u32::from(result.is_ok());
                }
            }
        }
    }
    assert!(shown >= 12, "{shown}");
}

#[test]
fn halving_game_is_verified() {
    for (bound, claim, says) in [
        ("n/2", Some("G(2*n) == n and G(2*n+1) == G(n)"), "holds"),
        ("n/2", Some("G(2*n) == n and G(2*n+1) == n"), "does not follow"),
        ("n/2", None, "holds"),
        ("(n+1)/2", Some("G(2n) == G(n) and G(2n+1) == n+1"), "does not follow"),
        ("n/2+1", None, "not of the form"),
        ("(3*n)/2", None, "not of the form"),
        ("(n+2)/2", None, "not of the form"),
        ("n*n/2", None, "not of the form"),
        ("n/2", Some("P iff n == 0"), "does not consist of equations"),
    ] {
        let rules = format!("rule{{ n -> n-k for k in 1..{bound} }}");
        let certificate =
            Certificate { rules, claim: claim.map(str::to_string), automata: vec![], proof: Proof::SlowlyGrowing {} };
        let found = match verify(&certificate, grundy_games::library(), &Limits::default()) {
            Ok(_) => "holds".to_string(),
            Err(error) => error.message.to_string(),
        };
        assert!(found.contains(says), "{bound} {claim:?}: {found}");
    }
}

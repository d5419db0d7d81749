//! Tests that `find` finds the known patterns of games, and no pattern where none exists.

use grundy_games::parse_rules;
use grundy_proof::{FindOptions, Finding, Status, default_bound, find, table_of};
use grundy_rules::{Cancel, ErrorKind};
use grundy_solve::{Budget, Quantity, Solver};

fn findings(rules: &str, query: FindOptions) -> Vec<Finding> {
    let rules = parse_rules(rules).unwrap();
    let mut found = vec![];
    find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |f| found.push(f)).unwrap();
    found
}

fn lines(rules: &str, query: FindOptions) -> Vec<String> {
    let line = |f: &Finding| match &f.pattern {
        Some(pattern) => format!("{}: {}", f.status.name(), pattern.formula()),
        None => f.status.name().to_string(),
    };
    findings(rules, query).iter().map(line).collect()
}

#[test]
fn known_games_have_their_formulas() {
    let wythoff = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
    let golden = "P iff min(a, b) == floor(|a - b| * phi)";
    let cases: &[(&str, &[&str])] = &[
        ("take[1..4]", &["proved: P iff n mod 5 == 0", "proved: G(n) = n mod 5"]),
        ("take[2..5]", &["proved: P iff n mod 7 in {0, 1}", "proved: G(n) = floor((n mod 7) / 2)"]),
        ("take[2^k]", &["proved: P iff n mod 3 == 0", "proved: G(n) = n mod 3"]),
        ("take[3^k]", &["proved: P iff n mod 2 == 0", "proved: G(n) = n mod 2"]),
        ("take[1,3,4]", &["proved: P iff n mod 7 in {0, 2}", "proved: G(n) = [0, 1, 0, 1, 2, 3, 2][n mod 7]"]),
        (
            "kayles",
            &[
                "proved: P iff n == 0",
                "proved: G(n) = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n mod 12] for n not in {0, 3, 6, 9, 11, 15, 18, 21, 22, \
                 28, 34, 39, 57, 70}; G(0) = 0, G(3) = 3, G(6) = 3, G(9) = 4, G(11) = 6, G(15) = 7, G(18) = 3, G(21) = 4, G(22) = 6, G(28) = 5, G(34) = 6, G(39) = 3, \
                 G(57) = 4, G(70) = 6",
            ],
        ),
        (
            "dawson_kayles",
            &[
                "proved: P iff n mod 34 in {5, 9, 21, 25, 29} or n in {0, 1, 15, 35}",
                "proved: G(n) = [4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, \
                 5, 3, 7][n mod 34] for n not in {0, 1, 15, 17, 18, 32, 35, 52}; G(0) = 0, G(1) = 0, G(15) = 0, G(17) = 2, G(18) = 2, G(32) = 2, \
                 G(35) = 0, G(52) = 2",
            ],
        ),
        (
            "lasker",
            &[
                "proved: P iff n == 0",
                "proved: G(4n+1) = 4n+1, G(4n+2) = 4n+2, G(4n+3) = 4n+4, G(4n+4) = 4n+3; G(0) = 0",
            ],
        ),
        ("wythoff", &[&format!("proved: {golden}"), "none"]),
        (wythoff, &[&format!("proved: {golden}"), "none"]),
        (
            "rule{ n -> n-k for k in 1..n/2 }",
            &["proved: P iff n in base 2 is 1*", "proved: G(2n) = n, G(2n+1) = G(n); G(0) = 0"],
        ),
        (
            "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }",
            &["proved: P iff a == b", "proved: G(a,b) = a xor b"],
        ),
        (
            "rule{ (a,b,c) -> (a-k,b,c) for k in 1..a; (a,b-k,c) for k in 1..b; (a,b,c-k) for k in 1..c }",
            &["proved: P iff a xor b == c", "proved: G(a,b,c) = a xor b xor c"],
        ),
        ("take[1,2 | 1,3]", &["proved: L(n) for n not in {0, 1, 3}; P(0), N(1), N(3)"]),
        ("misere take[1..3]", &["proved: P iff n mod 4 == 1"]),
        ("misere take[2,5]", &["proved: P iff n mod 7 in {2, 3, 6}"]),
        (
            "misere wythoff",
            &[
                "proved: P iff min(a, b) == floor(|a - b| * phi) for |a - b| >= 2; P iff (min(a, b) == 2 and max(a, b) == 2) or \
               (min(a, b) == 0 and max(a, b) == 1) for |a - b| < 2",
            ],
        ),
        (
            "rule{ left: n -> n-k for k in {1,2}; right: n -> n-k for k in {1,3} }",
            &["proved: L(n) for n not in {0, 1, 3}; P(0), N(1), N(3)"],
        ),
        (
            "rule{ left: n -> n-1 if n % 3 == 1; right: n -> n-1 if n % 3 == 2 }",
            &["conjecture: P iff n mod 3 in {0, 2}; L iff n mod 3 == 1"],
        ),
        ("misere rule{ n -> n-k for k in {1,2} if k <= n }", &["proved: P iff n mod 3 == 1"]),
        ("take[k^2]", &["none", "none"]),
        ("take[prime]", &["none", "none"]),
    ];
    for (rules, expected) in cases {
        assert_eq!(lines(rules, FindOptions::default()), *expected, "{rules}");
    }
}

/// A position is P iff both heaps are odd, where 0 counts as 1.
///
/// If a heap is 0 at the beginning, a move need not lower a weighted sum of the heaps. So the proof that play ends
/// needs a measure that also counts heaps of 0.
#[test]
fn games_with_initial_empty_heaps_are_proved() {
    let outcome = FindOptions { of: Some(Quantity::Outcome), ..FindOptions::default() };
    for (rules, claim) in [
        ("empty_and_divide", "P iff (a == 0 or a % 2 == 1) and (b == 0 or b % 2 == 1)"),
        ("misere empty_and_divide", "P iff (a < 2 or a % 3 == 2) and (b < 2 or b % 3 == 2) and max(a,b) > 1"),
    ] {
        let [found] = &findings(rules, outcome)[..] else { panic!() };
        assert_eq!(found.status, Status::Proved, "{rules}: {}", found.method);
        let pattern = found.pattern.as_ref().unwrap();
        if !rules.starts_with("misere") {
            let formula = pattern.formula();
            assert!(
                !formula.contains("zeros") && !formula.contains("automaton") && formula.contains(" and "),
                "{formula}"
            );
        }
        let ruleset = parse_rules(rules).unwrap();
        let claim = grundy_rulelang::claims::Claim::parse(claim, &ruleset).unwrap();
        let budget = Budget::default();
        let verdict = grundy_proof::prove(&ruleset, &claim, Default::default(), &mut Solver::new(), &budget).unwrap();
        let grundy_proof::ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{rules}: {verdict:?}") };
        let limits = grundy_verify::Limits::default();
        assert!(grundy_verify::verify(&certificate, grundy_games::library(), &limits).is_ok());
        for measure in [
            vec![1, 1],
            vec![2, 2],
            vec![2, 2, 1],
            vec![2, 2, 0, 0],
            vec![2, 2, 1, 0],
            vec![0, 0, 1, 1],
            vec![2, 2, 4, 4],
        ] {
            let mut certificate = certificate.clone();
            let grundy_verify::Proof::Automata { measure: given, .. } = &mut certificate.proof else { panic!() };
            assert_eq!(*given, [2, 2, 1, 1]);
            *given = measure.clone();
            let refused = grundy_verify::verify(&certificate, grundy_games::library(), &limits);
            // No move leaves a heap of 0, so a larger constant for heaps of 0 also gives a valid measure.
            assert_eq!(refused.is_ok(), measure == [2, 2, 4, 4], "{measure:?}");
        }
    }
}

#[test]
fn outcomes_have_patterns_although_values_have_none() {
    let outcome = FindOptions { of: Some(Quantity::Outcome), ..FindOptions::default() };
    assert_eq!(lines("fibonacci_nim", outcome), ["conjecture: P iff n in Zeckendorf is (10*)?"]);
    // Positions of these games may have any number of steps, so a pattern with a fixed number of parameters
    // cannot cover them.
    for rules in ["stairs[frozen]", "stairs"] {
        let rules = parse_rules(rules).unwrap();
        let error = find(&rules, outcome, &mut Solver::new(), &Budget::default(), &mut |_| {}).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }
    assert_eq!(
        lines("euclid", outcome),
        ["proved: P iff a != b and max(a, b) <= floor(min(a, b) * phi) or min(a, b) == 0"]
    );
    let [of_rule] = &findings("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }", outcome)[..] else { panic!() };
    assert_eq!(of_rule.status, Status::Proved);
    // Far beyond the table, the outcome depends on the least term of the Zeckendorf representation.
    let pattern = of_rule.pattern.as_ref().unwrap();
    for (n, m, lost) in [(987 + 89 + 8, 7, 0), (987 + 89 + 8, 8, 1), (0, 5, 0), (10946, 10945, 0), (10946, 10946, 1)] {
        assert_eq!(pattern.eval(&[n, m]), Some(lost), "{n} {m}");
    }
}

#[test]
fn halving_outcomes_depend_on_trailing_zeros() {
    let [outcome, values] = &findings("rule{ n -> n-1; n/2 }", FindOptions::default())[..] else { panic!() };
    let outcome = outcome.pattern.as_ref().unwrap();
    let values = values.pattern.as_ref().unwrap();
    for n in (1..3000u64).chain([1 << 61, 3 << 60, (1 << 61) + 1]) {
        assert_eq!(outcome.eval(&[n]), Some(u64::from(n.trailing_zeros() % 2 == 0)), "{n}");
        assert_eq!(values.eval(&[n]) == Some(0), outcome.eval(&[n]) == Some(0), "{n}");
    }
}

#[test]
fn search_without_theorems_proves_nothing() {
    let query = FindOptions { to: Some(100), of: Some(Quantity::Outcome), use_theorems: false };
    assert_eq!(lines("take[1,3,4]", query), ["conjecture: P iff n mod 7 in {0, 2}"]);
    assert_eq!(lines("misere take[2,5]", query), ["conjecture: P iff n mod 7 in {2, 3, 6}"]);
}

/// The table of a misère game whose positions do not split is large, and its pattern is proved.
#[test]
fn misere_rules_that_do_not_split_are_searched_far() {
    let [found] = &findings("misere rule{ n -> n-1; n/2 }", FindOptions::default())[..] else { panic!() };
    assert!(found.checked_to >= 1000, "{}", found.checked_to);
    assert_eq!(found.status, Status::Proved);
}

/// Rules whose heaps grow are searched, and rules whose play need not end are refused.
#[test]
fn rules_that_grow_are_searched() {
    let grows = "rule{ n -> n+3 if n < 6; n-5 if n > 8; n-1 if n > 8 }";
    let rules = parse_rules(grows).unwrap();
    let query = FindOptions { to: Some(60), ..FindOptions::default() };
    let mut found = vec![];
    let done = find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |f| found.push(f));
    match done {
        Ok(()) => {
            let mut brute = vec![];
            let query = FindOptions { use_theorems: false, ..query };
            find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |f| brute.push(f)).unwrap();
            for (one, other) in found.iter().zip(&brute) {
                assert_eq!(one.pattern, other.pattern);
            }
        }
        Err(error) => assert_eq!(error.kind, ErrorKind::Unsupported, "{error}"),
    }
    for (rules, kind) in [
        ("rule{ n -> n+1 if n < 20; n-1 }", ErrorKind::Unsupported),
        ("rule{ n -> n+1 }", ErrorKind::Unsupported),
        ("rule{ (a,b) -> (b,a) if a != b }", ErrorKind::Unsupported),
        ("rule{ n -> 10/(n-5) }", ErrorKind::BadArgument),
    ] {
        let rules = parse_rules(rules).unwrap();
        let error =
            find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |_| {}).unwrap_err();
        assert_eq!(error.kind, kind, "{rules}: {error}");
    }
}

#[test]
fn long_periods_are_proved_as_well() {
    let [outcome, values] = &findings("take[1,1000000]", FindOptions::default())[..] else { panic!() };
    assert_eq!((outcome.status, values.status), (Status::Proved, Status::Proved));
    assert_eq!(values.pattern.as_ref().unwrap().formula(), "G(n + 1000001) = G(n) for n >= 0");
    assert_eq!(values.pattern.as_ref().unwrap().eval(&[1_000_000]), Some(2));
    let rules = parse_rules("take[1,1000000]").unwrap();
    let budget = Budget { bytes: 6 << 20, ..Budget::default() };
    let mut found = vec![];
    let done = find(&rules, FindOptions::default(), &mut Solver::new(), &budget, &mut |f| found.push(f));
    assert!(done.is_err() || found.iter().all(|f| f.status != Status::Proved));
}

#[test]
fn small_tables_have_no_pattern() {
    for to in [0, 1, 5, 13] {
        assert_eq!(lines("grundy_game", FindOptions { to: Some(to), ..FindOptions::default() }), ["none", "none"]);
    }
}

#[test]
fn games_without_tables_are_refused() {
    for rules in ["treblecross", "hackenbush", "rivals[1,2 : 2>1 / 1,3 : 1>2]", "row[1..2]", "token[0>1]"] {
        let Ok(rules) = parse_rules(rules) else { continue };
        let done = find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |_| {});
        if let Err(error) = done {
            assert_eq!(error.kind, ErrorKind::Unsupported, "{rules}: {error}");
        }
    }
    for rules in ["misere kayles", "take[1 | 2]"] {
        let rules = parse_rules(rules).unwrap();
        let query = FindOptions { of: Some(Quantity::Grundy), ..FindOptions::default() };
        let error = find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |_| {}).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }
}

#[test]
fn limit_errors_report_progress() {
    let rules = parse_rules("take[k^2]").unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let error = find(&rules, FindOptions::default(), &mut Solver::new(), &budget, &mut |_| {}).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    let budget = Budget { bytes: 1 << 16, ..Budget::default() };
    let query = FindOptions { to: Some(1 << 40), ..FindOptions::default() };
    let error = find(&rules, query, &mut Solver::new(), &budget, &mut |_| {}).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(error.message.to_string().contains("the table up to 1099511627776"), "{error}");
}

/// Dense tables agree with a search, and reach farther.
#[test]
fn rules_of_several_parameters_have_tables() {
    for (rules, to) in [
        ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }", 14),
        ("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }", 14),
        ("rule{ (a,b) -> (b,a-k) for k in 1..a }", 12),
        ("rule{ (a,b,c) -> (a-1,b-1,c); (a,b-1,c-1); (a-1,b,c-1) }", 6),
        ("misere rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }", 12),
        ("misere rule{ (a,b) -> (a-k,b) + (k-1,b) for k in 1..a; (a,b-1) }", 4),
    ] {
        let rules = parse_rules(rules).unwrap();
        let budget = Budget::default();
        let kinds = if rules.play == grundy_rules::Play::Misere {
            &[Quantity::Outcome][..]
        } else {
            &[Quantity::Outcome, Quantity::Grundy]
        };
        for &of in kinds {
            let table = |use_theorems| table_of(&rules, of, to, use_theorems, &mut Solver::new(), &budget).unwrap();
            assert_eq!(table(true), table(false), "{rules}");
        }
    }
    let nim = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }";
    assert_eq!(default_bound(&parse_rules(nim).unwrap(), Quantity::Grundy, true).unwrap(), 400);
    assert_eq!(findings(nim, FindOptions::default())[0].checked_to, 400);
}

/// If one parameter takes few values (modes), `find` states a period for each mode, with a proof.
#[test]
fn each_mode_has_a_period() {
    let named = |text: &str| {
        let rules = parse_rules(text).unwrap();
        let line = |f: &Finding| {
            let pattern = f.pattern.as_ref().unwrap_or_else(|| panic!("{text}: {}", f.method));
            // Only patterns of impartial games are proved here.
            let status = if text.contains("left:") { Status::Conjecture } else { Status::Proved };
            assert_eq!((f.status, pattern.form.kind()), (status, "modes"), "{text}");
            assert_eq!(f.certificate.is_some(), status == Status::Proved, "{text}");
            pattern.formula_in(&rules.game.coordinate_names())
        };
        findings(text, FindOptions::default()).iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        named("rule{ (n,m) -> (n-k,k) for k in 1..2 if k != m }"),
        [
            "P iff n mod 3 in {0, 1} for m == 1; P iff n mod 3 == 0 for m != 1",
            "G(n,m) = floor((n mod 3) / 2) for m == 1; G(n,m) = min(n mod 3, 1) for m == 2; \
             G(n,m) = [0, 2, 1][n mod 3] for m not in {1, 2} and n != 1; G(1,m) = 1 for m not in {1, 2}",
        ]
    );
    let turns = "rule{ (m,n) -> (1-m,n-k) for k in 1..2 if m == 0; (1-m,n-k) for k in 1..3 if m == 1 }";
    assert_eq!(named(turns)[0], "P iff n not in {1, 2} for m == 0; P iff n == 0 for m == 1; P for m >= 2");
    named("rule{ (n,m) -> (n-1,(m+1)%6); (n-2,(m+1)%6) if m % 2 == 0; (n-3,(m+1)%6) if m == 5 }");
    named("rule{ (n,m) -> (n-k,k) for k in 1..3 if k != m }");
    let partizan =
        "rule{ left: (n,m) -> (n-1,1) if m != 1; (n-2,m); right: (n,m) -> (n-k,0) for k in 1..2 if m == 0; (n-3,2) }";
    named(partizan);
}

/// In this game, a table of the usual size contains only the entry 0 and no full period.
#[test]
fn periods_beyond_the_table_are_found() {
    assert_eq!(
        lines("take[100000]", FindOptions::default()),
        ["proved: P(n + 200000) iff P(n) for n >= 0", "proved: G(n) = floor((n mod 200000) / 100000)"]
    );
}

/// An automaton with 13 states agrees with these values up to 13526; no automaton agrees with all.
#[test]
fn memorizing_automata_are_rejected() {
    for to in [300, 10_000] {
        let query = FindOptions { to: Some(to), of: Some(Quantity::Grundy), ..FindOptions::default() };
        assert_eq!(lines("rule{ n -> n/2; n/3 }", query), ["none"], "{to}");
    }
}

/// A proof that was not found for lack of time is sought again for the next question.
#[test]
fn timed_out_proofs_are_retried() {
    let spec = grundy_games::parse("rule{ n -> n-k for k in 1..n/2 }(10^12)").unwrap();
    let question = grundy_solve::Question::default();
    for micros in [100, 500, 1000, 3000, 10_000] {
        let mut solver = grundy_proof::solver_with_proofs();
        let deadline = Some(std::time::Instant::now() + std::time::Duration::from_micros(micros));
        let _ = solver.solve(&spec, &question, &Budget { deadline, ..Budget::default() });
        let answer = solver.solve(&spec, &question, &Budget::default()).unwrap();
        assert_eq!(answer.result.outcome, Some(grundy_rules::Outcome::N), "{micros}");
    }
}

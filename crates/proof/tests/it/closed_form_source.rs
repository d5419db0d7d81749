//! Tests answers by proved closed forms against search.

use grundy_games::parse_rules;
use grundy_proof::{Proofs, solver_with_proofs};
use grundy_rules::{CompactSort, Outcome, Play};
use grundy_solve::{Budget, ClosedFormSource, MovesWanted, Quantity, Question, Solver};

/// Rules whose closed forms are proved, each with the largest parameter that is tested.
const RULES: [(&str, u64); 9] = [
    ("rule{ n -> n-k for k in 1..n/2 }", 70),
    ("rule{ n -> n-1; n/2 }", 60),
    ("misere rule{ n -> n-1; n/2 }", 60),
    ("rule{ n -> n-k for k in powers(2) if k <= n }", 50),
    ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }", 13),
    ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }", 9),
    ("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }", 13),
    ("rule{ (a,b) -> repeat (a-b,b) if b > 0; repeat (a,b-a) if a > 0 }", 13),
    ("misere rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }", 9),
];

/// Checks closed forms, and the moves to P-positions that they give, against brute force.
///
/// The check covers small positions.
#[test]
fn closed_forms_agree_with_search() {
    let budget = Budget::default();
    let mut checked = 0;
    for (text, to) in RULES {
        let rules = parse_rules(text).unwrap();
        for of in [Quantity::Outcome, Quantity::Grundy] {
            if of == Quantity::Grundy && rules.play == Play::Misere {
                continue;
            }
            let form = Proofs.find_proof(parse_rules(text).unwrap(), of, &budget).unwrap();
            let Some(form) = form else { continue };
            let dims = rules.dims().unwrap();
            let last = if dims == 2 { to } else { 0 };
            for at in (0..=to).flat_map(|a| (0..=last).map(move |b| [a, b, 0])) {
                let position = rules.game.position_at(at).unwrap();
                let spec = rules.position_sum(position);
                let question = Question {
                    use_theorems: false,
                    moves: MovesWanted::All,
                    wants_working: false,
                    ..Question::default()
                };
                let searched = Solver::new().solve(&spec, &question, &budget).unwrap();
                let entry = form.entry(at).unwrap();
                match of {
                    Quantity::Outcome => {
                        assert_eq!(entry == 0, searched.result.outcome == Some(Outcome::P), "{rules} {at:?}")
                    }
                    Quantity::Grundy => {
                        assert_eq!(Some(entry.into()), searched.values.grundy.map(|g| g.0), "{rules} {at:?}")
                    }
                }
                let Some(options) = form.options(at, 0, &budget).unwrap() else { continue };
                let lost: Vec<String> = searched.moves.listed.iter().map(|mv| mv.to.clone().unwrap()).collect();
                let prefix = if rules.play == Play::Misere { "misere " } else { "" };
                let mut texts: Vec<String> = options
                    .iter()
                    .map(|left| {
                        let numbers = left[0][..dims].iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                        format!("{prefix}{}({numbers})", rules.game.rules_text())
                    })
                    .collect();
                assert_eq!(options.iter().map(Vec::len).max().unwrap_or(1), 1);
                // The order of the moves is not compared.
                let mut lost = lost;
                texts.compact_sort();
                lost.compact_sort();
                assert_eq!(texts, lost, "{rules} {at:?} {of:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 400, "{checked}");
}

#[test]
fn huge_positions_are_solved_by_proved_patterns() {
    let mut solver = solver_with_proofs();
    let budget = Budget::default();
    for (text, outcome, moves) in [
        ("rule{ n -> n-k for k in 1..n/2 }(10^12)", Outcome::N, Some(1)),
        ("rule{ n -> n-k for k in 1..n/2 }(1099511627775)", Outcome::P, Some(0)),
        ("rule{ n -> n-1; n/2 }(10^12)", Outcome::N, Some(1)),
        ("rule{ n -> n-1; n/2 }(1000000000001)", Outcome::N, None),
        ("misere rule{ n -> n-1; n/2 }(10^12)", Outcome::N, None),
        ("rule{ n -> n-1; n/2 }(2000000000000)", Outcome::P, Some(0)),
        ("misere rule{ n -> n-1; n/2 }(2000000000000)", Outcome::P, Some(0)),
        (
            "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; \
                (a-k,b-k) for k in 1..min(a,b) }(832040,1346269)",
            Outcome::P,
            Some(0),
        ),
        (
            "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; \
                (a-k,b-k) for k in 1..min(a,b) }(10^12,10^11)",
            Outcome::N,
            None,
        ),
        ("rule{ n -> n-k for k in 1..n/2 }(10^12) + rule{ n -> n-k for k in 1..n/2 }(10^12)", Outcome::P, Some(0)),
    ] {
        let spec = grundy_games::parse(text).unwrap();
        let answer = solver.solve(&spec, &Question::default(), &budget).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(answer.result.outcome, Some(outcome), "{text}");
        if moves.is_some() {
            assert_eq!(answer.moves.total, moves, "{text}");
        }
        // A winning move leads to a P-position.
        for mv in answer.moves.listed.iter().take(3) {
            let after = grundy_games::parse(mv.to.as_deref().unwrap()).unwrap();
            let after = solver.solve(&after, &Question::default(), &budget).unwrap();
            assert_eq!(after.result.outcome, Some(Outcome::P), "{text}: {}", mv.text);
        }
        assert_eq!(answer.moves.listed.is_empty(), outcome == Outcome::P, "{text}");
    }
}

/// For rules without a proof, the oracle returns nothing, in reasonable time.
#[test]
fn unproved_patterns_are_not_used() {
    let budget = Budget::default();
    assert!(
        Proofs.find_proof(parse_rules("rule{ n -> n/2; n/3 }").unwrap(), Quantity::Grundy, &budget).unwrap().is_none()
    );
    assert!(Proofs.find_proof(parse_rules("fibonacci_nim").unwrap(), Quantity::Outcome, &budget).unwrap().is_none());
    assert!(Proofs.find_proof(parse_rules("hackenbush").unwrap(), Quantity::Outcome, &budget).unwrap().is_none());
}

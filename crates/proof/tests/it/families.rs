//! Tests `find` for games with letters (symbolic parameters).

use grundy_games::parse_rules;
use grundy_proof::{FindOptions, Finding, Status, find};
use grundy_solve::{Budget, Quantity, Solver};

fn found(rules: &str, of: Quantity) -> Finding {
    let rules = parse_rules(rules).unwrap();
    let mut all = vec![];
    let query = FindOptions { of: Some(of), ..FindOptions::default() };
    find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |finding| all.push(finding)).unwrap();
    all.pop().unwrap()
}

/// Returns the rules and claims of all cases, then of all single games.
fn claims(finding: &Finding) -> Vec<String> {
    let family = finding.family.as_deref().unwrap();
    let cases = family.cases.iter().map(|case| (&case.rules, &case.claim));
    let all = cases.chain(family.singles.iter().map(|single| (&single.rules, &single.claim)));
    all.map(|(rules, claim)| format!("{rules}: {}", claim.as_deref().unwrap_or("-"))).collect()
}

#[test]
fn families_are_found_and_proved() {
    let cases: [(&str, Quantity, &[&str]); 7] = [
        ("take[1..k]", Quantity::Outcome, &["take[1..k]: P iff n % (k+1) == 0"]),
        ("take[1..k]", Quantity::Grundy, &["take[1..k]: G(n) == n % (k+1)"]),
        ("misere take[1..k]", Quantity::Outcome, &["misere take[1..k]: P iff n % (k+1) == 1"]),
        (
            "take[1,k]",
            Quantity::Outcome,
            &["take[1,2j]: P iff n % (2*j+1) < 2*j and n % (2*j+1) % 2 == 0", "take[1,2j+1]: P iff n % 2 == 0"],
        ),
        ("take[l..r]", Quantity::Outcome, &["take[l..r]: P iff n % (l+r) < l"]),
        ("take[l..r]", Quantity::Grundy, &["take[l..r]: G(n) == n % (l+r) / l"]),
        ("take[a,b]", Quantity::Outcome, &["take[a,b]: P iff n % (a+b) < b and n % (a+b) / a % 2 == 0"]),
    ];
    for (rules, of, expected) in cases {
        let finding = found(rules, of);
        assert_eq!(claims(&finding), expected, "{rules}");
        assert_eq!(finding.status, Status::Proved, "{rules}: {}", finding.method);
        assert_eq!(finding.family.unwrap().certificates().count(), expected.len());
    }
}

/// If the periods are not linear in the letter, there is no claim.
#[test]
fn periods_that_are_not_linear_have_no_claim() {
    let finding = found("take[2,k,2k+3]", Quantity::Outcome);
    let family = finding.family.unwrap();
    assert!(family.cases.iter().all(|case| case.status != Status::None) || finding.status == Status::None);
    assert_eq!(found("take[1..10-k]", Quantity::Outcome).status, Status::None);
}

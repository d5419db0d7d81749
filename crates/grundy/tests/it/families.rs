//! Checks a sample of the certificates of families in the corpus, and altered versions of them.
//!
//! The checker must refuse an altered claim that brute force refutes.

use grundy::unstable::games::{library, parse, parse_rules};
use grundy::unstable::rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy::unstable::rules::Outcome;
use grundy::unstable::solve::{Budget, MovesWanted, Question, Solver};
use grundy::unstable::verify::{Certificate, Limits, Proof, verify};

fn certificates() -> Vec<Certificate> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/families/outcomes.cert");
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    lines.chunks(2).map(|two| Certificate::from_text(&format!("{}\n{}\n", two[0], two[1])).unwrap()).collect()
}

/// Returns every `every`-th parametric certificate that a debug build verifies quickly.
fn sample(every: usize) -> Vec<Certificate> {
    let is_short = |one: &Certificate| one.claim.as_ref().is_some_and(|claim| claim.len() < 110);
    let is_parametric = |one: &Certificate| matches!(one.proof, Proof::Letters { .. });
    certificates().into_iter().filter(|one| is_parametric(one) && is_short(one)).step_by(every).collect()
}

/// Evaluates a sum such as `4j+3` for this j.
fn sum(text: &str, j: i64) -> i64 {
    let mut total = 0;
    for component in text.replace('-', "+-").split('+').filter(|component| !component.is_empty()) {
        total += match component.strip_suffix(|c: char| c.is_ascii_lowercase()) {
            Some("") => j,
            Some("-") => -j,
            Some(times) => times.parse::<i64>().unwrap() * j,
            None => component.parse::<i64>().unwrap(),
        };
    }
    total
}

/// Computes the outcomes of `take[...]` by definition: entry n is true if heap n is a P-position.
///
/// `j` replaces the parameter in the set; heaps go from 0 to `to`.
fn lost(rules: &str, j: i64, to: usize) -> Vec<bool> {
    let set = rules.strip_prefix("take[").unwrap().strip_suffix(']').unwrap();
    let mut amounts = vec![];
    for item in set.split(',') {
        match item.split_once("..") {
            Some((low, high)) => amounts.extend(sum(low, j)..=sum(high, j)),
            None => amounts.push(sum(item, j)),
        }
    }
    let mut lost: Vec<bool> = vec![];
    for n in 0..=to {
        let wins = amounts.iter().any(|&s| s >= 1 && s as usize <= n && lost[n - s as usize]);
        lost.push(!wins);
    }
    lost
}

/// Reports whether brute force refutes the claim for parameters below 9 and heaps up to 240.
fn is_refuted(rules: &str, claim: &str) -> bool {
    let parsed = parse_rules(rules).unwrap();
    let Ok(claim) = Claim::parse(claim, &parsed) else { return true };
    (0..9i64).any(|j| {
        let lost = lost(rules, j, 240);
        (0..=240u64).any(|n| {
            let mut entry = |at: &[u64]| {
                let outcome = if lost[at[0] as usize] { Outcome::P } else { Outcome::N };
                Some(KnownResult::Outcome(outcome))
            };
            // A claim that divides by 0 counts as refuted.
            claim.evaluate(&[n, j as u64], &mut entry).map_or(true, |result| result == ClaimResult::Fails)
        })
    })
}

/// Returns the set with a number in place of the parameter, as `take[...]` reads it.
fn with_parameter(rules: &str, j: i64) -> String {
    let set = rules.strip_prefix("take[").unwrap().strip_suffix(']').unwrap();
    let item = |item: &str| match item.split_once("..") {
        Some((low, high)) => format!("{}..{}", sum(low, j), sum(high, j)),
        None => sum(item, j).to_string(),
    };
    set.split(',').map(item).collect::<Vec<_>>().join(",")
}

/// Checks that members of a family with huge parameters are answered from the family's proof.
///
/// The answers must not need a table as long as the parameter.
#[test]
fn huge_members_follow_the_proof_of_their_family() {
    let mut solver = Solver::new();
    let budget = Budget { bytes: 1 << 26, ..Budget::default() };
    let question = Question { moves: MovesWanted::Count, wants_working: false, ..Question::default() };
    let mut decided = 0;
    let is_parametric = |one: &Certificate| matches!(one.proof, Proof::Letters { .. });
    for (number, certificate) in certificates().into_iter().filter(is_parametric).enumerate().step_by(9) {
        let rules = parse_rules(&certificate.rules).unwrap();
        let claim = Claim::parse(certificate.claim.as_deref().unwrap(), &rules).unwrap();
        let j = 123_456_789 + 7 * number as i64;
        let set = with_parameter(&certificate.rules, j);
        for heap in [j, 2 * j + 1, 5 * j - 2, 31 * j + 12, 10i64.pow(18) + 5] {
            let heap = heap as u64;
            let position = format!("take[{set}]({heap})");
            let answer = solver.solve(&parse(&position).unwrap(), &question, &budget);
            let answer = answer.unwrap_or_else(|error| panic!("{position}: {error}"));
            let outcome = answer.result.outcome.unwrap();
            let mut entry = |at: &[u64]| (at[0] == heap).then_some(KnownResult::Outcome(outcome));
            let result = claim.evaluate(&[heap, j as u64], &mut entry).unwrap();
            assert!(matches!(result, ClaimResult::Holds | ClaimResult::OutOfScope), "{position}: {outcome:?}");
            assert_eq!(answer.moves.total.unwrap() > 0, outcome == Outcome::N, "{position}");
            decided += u32::from(result == ClaimResult::Holds);
        }
    }
    assert!(decided > 300, "{decided}");
}

#[test]
fn families_of_the_corpus_are_proved() {
    let sample = sample(6);
    assert!(sample.len() > 20);
    for certificate in sample {
        let claim = certificate.claim.as_deref().unwrap();
        verify(&certificate, library(), &Limits::default())
            .unwrap_or_else(|error| panic!("{}: {claim}: {error}", certificate.rules));
        assert!(!is_refuted(&certificate.rules, claim), "{}: {claim}", certificate.rules);
    }
}

/// Returns altered certificates: with another divisor, a longer block, or without the condition.
fn altered(certificate: &Certificate) -> Vec<Certificate> {
    let claim = certificate.claim.clone().unwrap();
    let mut out = vec![];
    let mut add = |claim: String, divisors: Option<Vec<String>>| {
        let mut one = Certificate { claim: Some(claim), ..certificate.clone() };
        if let (Proof::Letters { divisors: proof_divisors, .. }, Some(divisors)) = (&mut one.proof, divisors) {
            *proof_divisors = divisors;
        }
        out.push(one);
    };
    if let Proof::Letters { divisors, .. } = &certificate.proof
        && let [divisor] = &divisors[..]
    {
        for other in ["k", "j", "2*k", "2*j+1", "4*j+2"].iter().filter(|other| *other != divisor) {
            let claim = claim.replace(&format!("({divisor})"), &format!("({other})"));
            let names = parse_rules(&certificate.rules).unwrap().game.coordinate_names();
            if claim.contains(other) && names.iter().any(|name| other.contains(name.as_str())) {
                let other = grundy::unstable::rulelang::claims::sum(other, &names).unwrap().to_text(&names);
                add(claim, Some(vec![other]));
            }
        }
    }
    for place in claim.match_indices(" < ").map(|(place, _)| place + 3) {
        let (head, tail) = claim.split_at(place);
        add(format!("{head}1+{tail}"), None);
    }
    if let Some((all, _)) = claim.split_once(" for ") {
        add(all.to_string(), None);
    }
    out
}

#[test]
fn changed_families_are_refused_where_brute_force_refutes_them() {
    let (mut refuted, mut unrefuted) = (0, 0);
    for certificate in sample(15) {
        for one in altered(&certificate) {
            let claim = one.claim.as_deref().unwrap();
            let checked = verify(&one, library(), &Limits::default());
            if is_refuted(&one.rules, claim) {
                assert!(checked.is_err(), "{}: {claim}", one.rules);
                refuted += 1;
            } else {
                unrefuted += 1;
            }
        }
    }
    assert!(refuted > 30 && refuted > unrefuted, "{refuted} {unrefuted}");
}

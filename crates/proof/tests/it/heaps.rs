//! Tests claims about several heaps against brute force.
//!
//! Brute force computes the values of one heap by the definition, takes their xor, and evaluates the claim at each
//! position.

use grundy_games::{library, parse_rules};
use grundy_proof::{ClaimVerdict, ProveOptions, prove};
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rules::Ruleset;
use grundy_solve::{Budget, Solver};
use grundy_verify::{Certificate, Limits, Proof, Quantity, verify};

fn ask(rules: &Ruleset, claim: &Claim) -> ClaimVerdict {
    prove(rules, claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap()
}

fn proved(rules: &str, text: &str) -> Certificate {
    let rules = parse_rules(rules).unwrap();
    let verdict = ask(&rules, &Claim::parse(text, &rules).unwrap());
    let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{rules}: {text}: {verdict:?}") };
    *certificate
}

#[test]
fn known_theorems_about_several_heaps() {
    let rows = [
        ("lasker", "P iff a == b"),
        ("lasker", "exists c: P(a,b,c)"),
        ("nim", "P iff a xor b xor c xor d xor e xor f == 0"),
        ("take[1..3]", "P iff (a%4) xor (b%4) xor (c%4) == 0"),
        ("take[2^k]", "P iff (a%3) xor (b%3) xor (c%3) == 0"),
        ("take[1..3]", "P iff (a%4) xor (b%4) xor (c%4) xor (d%4) xor (e%4) xor (f%4) == 0"),
        ("take[2^k]", "P iff (a%3) xor (b%3) xor (c%3) xor (d%3) xor (e%3) xor (f%3) == 0"),
        ("take[1..6]", "G(a,b,c,d,e,f) == (a%7) xor (b%7) xor (c%7) xor (d%7) xor (e%7) xor (f%7)"),
        (
            "take[1,3,4]",
            "P iff (a%7 in {0,2} and b%7 in {0,2}) or (a%7 in {1,3} and b%7 in {1,3}) \
             or (a%7 in {4,6} and b%7 in {4,6}) or (a%7 == 5 and b%7 == 5)",
        ),
        ("take[1,3,4]", "P(a,b,c) iff P(a,b+7,c)"),
        ("take[1..3]", "P(n, n+4*m)"),
        ("kayles", "P(a,a)"),
        ("take[2..5]", "G(a,b) <= 3"),
        // A claim about one heap, for which automata for the whole claim would be too large.
        ("take[1,3,4]", "G(n) == mex(G(n-1), G(n-3), G(n-4)) for n >= 4"),
    ];
    for (rules, text) in rows {
        let certificate = proved(rules, text);
        assert!(matches!(certificate.proof, Proof::Heaps { .. }), "{rules}: {text}");
        let file = certificate.to_text();
        assert!(file.len() < 2000, "{file}");
        verify(&Certificate::from_text(&file).unwrap(), library(), &Limits::default()).unwrap();
    }
    let wrong = [
        ("lasker", "P iff a xor b xor c == 0", vec![1, 2, 3]),
        ("lasker", "P iff a == b or a+b == 3", vec![0, 3]),
        ("lasker", "P iff a == b or a == 0 and b == 300", vec![0, 300]),
        ("take[1..3]", "P iff (a%3) xor (b%3) xor (c%3) == 0", vec![0, 0, 3]),
        ("take[2^k]", "P iff (a+b+c) % 3 == 0", vec![0, 1, 1]),
        ("take[1,3,4]", "P iff a%7 == b%7", vec![0, 2]),
        ("kayles", "P iff a == b", vec![1, 4]),
        // The least counterexample is outside the table; another counterexample is in the table.
        ("nim", "P iff a == b and a != 100 or (a == 0 and b == 151)", vec![0, 151]),
        ("take[1..3]", "P(a,b) iff a%4 == b%4 and a+b != 160 or a == 0 and b == 155", vec![0, 155]),
        ("nim", "P iff a == b or (a == 0 and b == 151) or (a == 100 and b == 110)", vec![0, 151]),
        // Where a heap would be negative there is no value, but the rest of the claim must still hold.
        ("nim", "(b < 3 and a == 0) or (b >= 3 and (P(a,b-3) or a != b-3))", vec![1, 0]),
        ("nim", "(b < 3 and a < 1000) or (b >= 3 and (P(a,b-3) or a != b-3))", vec![1000, 0]),
    ];
    for (rules, text, place) in wrong {
        let rules = parse_rules(rules).unwrap();
        let verdict = ask(&rules, &Claim::parse(text, &rules).unwrap());
        let ClaimVerdict::Refuted { counterexample, .. } = &verdict else { panic!("{rules}: {text}: {verdict:?}") };
        assert_eq!(*counterexample, place, "{rules}: {text}");
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Computes the values of heaps from which amounts are taken.
///
/// If `splits`, the rest may be split into two heaps.
fn values(amounts: &[u64], splits: bool, length: usize) -> Vec<u64> {
    let mut list: Vec<u64> = vec![];
    for n in 0..length {
        let rests = amounts.iter().filter_map(|&a| n.checked_sub(a as usize));
        let options: Vec<u64> = rests
            .flat_map(|rest| (0..=if splits { rest / 2 } else { 0 }).map(move |one| (one, rest - one)))
            .map(|(one, other)| list[one] ^ list[other])
            .collect();
        list.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    list
}

/// Returns the preperiod and period of a list, with the least sum.
fn repeats(list: &[u64]) -> (usize, usize) {
    let fits = |&(n0, p): &(usize, usize)| (n0..list.len() - p).all(|n| list[n] == list[n + p]);
    (0..100).flat_map(|sum| (1..=sum).map(move |p| (sum - p, p))).find(fits).unwrap()
}

/// Returns a random claim about the heaps, right or wrong.
fn claim(list: &[u64], heaps: usize, dice: &mut Dice) -> String {
    let (n0, p) = repeats(list);
    let names = &["a", "b", "c"][..heaps];
    let other = |k: u64| 1 + (p as u64 + k) % 9;
    let modulus = if dice.below(3) == 0 { other(dice.below(3)) } else { p as u64 };
    let rests: Vec<String> = names.iter().map(|name| format!("({name} % {modulus})")).collect();
    let xor = rests.join(" xor ");
    let arguments = names.join(",");
    let moved = arguments.replacen('a', &format!("a+{modulus}"), 1);
    match dice.below(10) {
        0 => format!("P iff {xor} == 0"),
        1 => format!("N iff {xor} != 0"),
        2 => format!("G({arguments}) == {xor}"),
        3 => format!("G({moved}) == G({arguments})"),
        4 => format!("P({moved}) iff P({arguments})"),
        5 => format!("G({arguments}) <= {}", dice.below(5)),
        6 | 7 => {
            // For b below `shift`, the position that the claim refers to does not exist, and the rest of the claim
            // decides.
            let (shift, most) = (1 + dice.below(4), [3, 100][dice.below(2) as usize]);
            let rest = if heaps == 2 { "" } else { " or c > 0" };
            let shifted = arguments.replace('b', &format!("b-{shift}"));
            format!(
                "(b < {shift} and a < {most}) or (b >= {shift} and (P({shifted}) or (a % {modulus}) != ((b-{shift}) % {modulus}){rest}))"
            )
        }
        _ => {
            // List the residues of each value; with probability 1/3, add a residue to one of these classes.
            let mut classes: Vec<Vec<u64>> = vec![];
            for (n, &value) in list.iter().enumerate().take(n0 + p).skip(n0) {
                let value = value as usize;
                classes.resize(classes.len().max(value + 1), vec![]);
                classes[value].push((n % p) as u64);
            }
            if dice.below(3) == 0 {
                let at = dice.below(classes.len() as u64) as usize;
                classes[at].push(dice.below(p as u64));
            }
            let values = 0..classes.len();
            let is = |name: &str, v: usize| {
                let list: Vec<String> = classes[v].iter().map(u64::to_string).collect();
                format!("{name} % {p} in {{{}}}", list.join(","))
            };
            let mut ways = vec![];
            for (one, other) in values.clone().flat_map(|v| values.clone().map(move |w| (v, w))) {
                let rest = one ^ other;
                if classes[one].is_empty() || classes[other].is_empty() {
                    continue;
                }
                match heaps {
                    2 if rest == 0 => ways.push(format!("({} and {})", is("a", one), is("b", other))),
                    3 if rest < classes.len() && !classes[rest].is_empty() => {
                        ways.push(format!("({} and {} and {})", is("a", one), is("b", other), is("c", rest)));
                    }
                    _ => {}
                }
            }
            match ways.is_empty() {
                true => format!("P iff {} < 0", names.join("+")),
                false => format!("P iff {}", ways.join(" or ")),
            }
        }
    }
}

/// Returns the first position at which the claim fails, ordered by sum, for sums up to `max_sum`.
fn fails(list: &[u64], heaps: usize, claim: &Claim, max_sum: u64) -> Option<Vec<u64>> {
    for sum in 0..=max_sum {
        for a in 0..=sum {
            let rest = sum - a;
            let places: Vec<Vec<u64>> = match heaps {
                2 => vec![vec![a, rest]],
                _ => (0..=rest).map(|b| vec![a, b, rest - b]).collect(),
            };
            for at in places {
                let mut value =
                    |of: &[u64]| Some(KnownResult::Value(of.iter().fold(0, |sum, &heap| sum ^ list[heap as usize])));
                if claim.evaluate(&at, &mut value).unwrap() == ClaimResult::Fails {
                    return Some(at);
                }
            }
        }
    }
    None
}

#[test]
fn random_claims_match_brute_force() {
    compare_random_claims(90);
}

#[test]
#[ignore = "slow: 240 claims"]
fn more_random_claims_match_brute_force() {
    compare_random_claims(240);
}

fn compare_random_claims(count: u64) {
    let mut dice = Dice(18);
    let (mut held, mut refuted, mut open) = (0, 0, vec![]);
    for _ in 0..count {
        let (rules, list) = match dice.below(6) {
            0 => ("kayles".to_string(), values(&[1, 2], true, 400)),
            _ => {
                let mut amounts: Vec<u64> = (0..1 + dice.below(3)).map(|_| 1 + dice.below(7)).collect();
                amounts.sort_unstable();
                amounts.dedup();
                let set: Vec<String> = amounts.iter().map(u64::to_string).collect();
                (format!("take[{}]", set.join(",")), values(&amounts, false, 400))
            }
        };
        let heaps = 2 + dice.below(2) as usize;
        let text = claim(&list, heaps, &mut dice);
        let rules = parse_rules(&rules).unwrap();
        let Ok(claim) = Claim::parse(&text, &rules) else { panic!("{rules}: {text}") };
        let most = if heaps == 2 { 120 } else { 45 };
        let first = fails(&list, heaps, &claim, most);
        let verdict = ask(&rules, &claim);
        match (&verdict, first) {
            (ClaimVerdict::Proved { certificate, .. }, None) => {
                verify(certificate, library(), &Limits::default()).unwrap();
                held += 1;
            }
            (ClaimVerdict::Refuted { counterexample, .. }, Some(first)) => {
                assert_eq!(*counterexample, first, "{rules}: {text}");
                refuted += 1;
            }
            (ClaimVerdict::Open { tried, .. }, None) => open.push(format!("{rules}: {text}: {tried:?}")),
            // The counterexample must be beyond the positions that were evaluated.
            (ClaimVerdict::Refuted { counterexample, .. }, None) => {
                assert!(counterexample.iter().sum::<u64>() > most, "{rules}: {text}: {counterexample:?}");
                refuted += 1;
            }
            (_, first) => panic!("{rules}: {text}: {verdict:?}, and by the definition {first:?}"),
        }
    }
    assert!(15 * held > 4 * count && refuted > count / 5, "{held} {refuted}");
    assert!(open.is_empty(), "{open:#?}");
}

/// Claims that state the definition of values are proved for the right amounts and refuted for others.
#[test]
fn definitions_of_values_are_decided() {
    let mut dice = Dice(5);
    let (mut held, mut refuted) = (0, 0);
    for _ in 0..40 {
        let mut draw = |most: u64| {
            let mut amounts: Vec<u64> = (0..1 + dice.below(most)).map(|_| 1 + dice.below(6)).collect();
            amounts.sort_unstable();
            amounts.dedup();
            amounts
        };
        let amounts = draw(3);
        let claimed = if held <= refuted { amounts.clone() } else { draw(3) };
        let least = *amounts.iter().chain(&claimed).max().unwrap();
        let list = values(&amounts, false, 400);
        let options: Vec<String> = claimed.iter().map(|amount| format!("G(n-{amount})")).collect();
        let text = format!("G(n) == mex({}) for n >= {least}", options.join(", "));
        let set: Vec<String> = amounts.iter().map(u64::to_string).collect();
        let rules = parse_rules(&format!("take[{}]", set.join(","))).unwrap();
        let first = (least..400).find(|&n| {
            let options: Vec<u64> = claimed.iter().map(|amount| list[(n - amount) as usize]).collect();
            (0..).find(|value| !options.contains(value)) != Some(list[n as usize])
        });
        match (ask(&rules, &Claim::parse(&text, &rules).unwrap()), first) {
            (ClaimVerdict::Proved { certificate, .. }, None) => {
                verify(&certificate, library(), &Limits::default()).unwrap();
                held += 1;
            }
            (ClaimVerdict::Refuted { counterexample, least: true, .. }, Some(first)) => {
                assert_eq!(counterexample, [first], "{rules}: {text}");
                refuted += 1;
            }
            (verdict, first) => panic!("{rules}: {text}: {verdict:?}, and by the definition {first:?}"),
        }
    }
    assert!(held > 10 && refuted > 10, "{held} {refuted}");
}

/// A claim that fails at the first position that it covers is refuted at that position.
///
/// This holds even if the sum of that position exceeds the bound of the table.
#[test]
fn failures_at_the_first_covered_position_refute() {
    let rules = parse_rules("treblecross").unwrap();
    let text = "(P(a-1,b-2,c) or P(b,b-2,c-3)) and (not P(b,b-2,c-3) or b == 7)";
    let claim = Claim::parse(text, &rules).unwrap();
    for (to, is_least) in [(5, false), (6, true)] {
        let query = ProveOptions { to: Some(to), ..ProveOptions::default() };
        let verdict = prove(&rules, &claim, query, &mut Solver::new(), &Budget::default()).unwrap();
        let ClaimVerdict::Refuted { counterexample, least, .. } = verdict else { panic!("{to}: {verdict:?}") };
        assert_eq!((counterexample.as_slice(), least), (&[1, 2, 3][..], is_least), "{to}");
    }
}

/// The checker refuses certificates with a changed field.
#[test]
fn changed_certificates_are_refused() {
    let refused = |certificate: &Certificate| {
        let error = verify(certificate, library(), &Limits::default()).unwrap_err().message.to_string();
        assert!(error.starts_with("refused: "), "{error}");
        error
    };
    let good = proved("take[1..3]", "P iff a % 4 == b % 4");
    let Proof::Heaps { one } = &good.proof else { panic!() };
    // The proof about a single heap is no proof about two heaps.
    refused(&Certificate { proof: (**one).clone(), ..good.clone() });
    for text in ["P iff a % 4 == b", "P iff a % 2 == b % 2", "P iff n % 3 == 0", "P(a+1,a)"] {
        refused(&Certificate { claim: Some(text.into()), ..good.clone() });
    }
    refused(&Certificate { claim: None, ..good.clone() });
    for rules in ["take[1..4]", "misere take[1..3]", "take[1..3 | 1..3]", "wythoff", "take[1..k]", "take[1,2]"] {
        refused(&Certificate { rules: rules.into(), ..good.clone() });
    }
    let nested = Proof::Heaps { one: Box::new(good.proof.clone()) };
    refused(&Certificate { proof: nested, ..good.clone() });
    let Proof::Periodic { theorem, preperiod, period, table, .. } = &**one else { panic!("{one:?}") };
    let other = |of, preperiod, period| Proof::Heaps {
        one: Box::new(Proof::Periodic { theorem: *theorem, of, preperiod, period, table: table.clone() }),
    };
    for proof in [
        other(Quantity::Outcome, *preperiod, *period),
        other(Quantity::Grundy, 1, *period),
        other(Quantity::Grundy, *preperiod, 3),
    ] {
        refused(&Certificate { proof, ..good.clone() });
    }
    let by_digits = proved("lasker", "P iff a == b");
    let Proof::Heaps { one } = &by_digits.proof else { panic!() };
    let Proof::Automata { numeration, relation, .. } = &**one else { panic!() };
    assert_eq!(numeration, "base 2");
    for state in 0..relation.accept.len() {
        let mut one = one.clone();
        let Proof::Automata { relation, .. } = &mut *one else { panic!() };
        let sign = if relation.accept[state..].starts_with('+') { "-" } else { "+" };
        relation.accept.replace_range(state..=state, sign);
        let proof = Proof::Heaps { one };
        if let Err(error) = verify(&Certificate { proof, ..by_digits.clone() }, library(), &Limits::default()) {
            assert!(error.message.to_string().starts_with("refused: "), "{error}");
        } else {
            panic!("state {state} may be changed");
        }
    }
}

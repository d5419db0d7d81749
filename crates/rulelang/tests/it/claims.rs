//! Tests what claims state about positions.
//!
//! The library evaluates claims and translates them to formulas. Both results must agree with those of the interpreter
//! in `claim_trees`, which follows the documentation.

use crate::claim_trees::{Kind, Random, Stop, evaluate_claim, text};
use crate::formula_values::eval;
use grundy_games::parse_rules;
use grundy_rulelang::claims::{Claim, ClaimResult, KnownRelations, KnownResult};
use grundy_rulelang::formula::Formula;
use grundy_rules::Outcome;

const HEAP: Kind = Kind { names: &["n"], values: true, division: true };
const PAIR: Kind = Kind { names: &["a", "b"], values: false, division: true };

fn outcome(entry: u64) -> KnownResult {
    KnownResult::Outcome(if entry == 0 { Outcome::P } else { Outcome::N })
}

#[test]
fn random_claims_evaluate_like_their_trees() {
    let mut random = Random(5);
    let mut count = [0; 5];
    for round in 0..3000 {
        let kind = if round % 3 == 0 { PAIR } else { HEAP };
        let rules = parse_rules(if round % 3 == 0 { "wythoff" } else { "take[1,3,4]" }).unwrap();
        let tree = kind.claim(&mut random);
        let text = text(&tree, kind.names);
        let Ok(claim) = Claim::parse(&text, &rules) else { continue };
        // These values are arbitrary. Positions with a parameter of 40 or more are unknown.
        let known = |at: &[u64]| {
            at.iter()
                .all(|&x| x < 40)
                .then(|| at.iter().fold(7u64, |sum, &x| sum.wrapping_mul(31).wrapping_add(x * x)) % 3)
        };
        for k in 0..24u64 {
            let at: Vec<u64> = if kind.names.len() == 1 { vec![2 * k] } else { vec![k % 5 * 9, k / 5] };
            let entry = |at: &[u64]| known(at).map(|e| if kind.values { KnownResult::Value(e) } else { outcome(e) });
            let result = claim.evaluate(&at, &mut |at| entry(at));
            let expected = evaluate_claim(&tree, &at, &known);
            let same = matches!(
                (&result, expected),
                (Ok(ClaimResult::Holds), Ok(true))
                    | (Ok(ClaimResult::Fails), Ok(false))
                    | (Ok(ClaimResult::Silent), Err(Stop::Silent))
                    | (Ok(ClaimResult::OutOfScope), Err(Stop::OutOfScope))
                    | (Ok(ClaimResult::Unknown), Err(Stop::Unknown))
                    | (Err(_), Err(Stop::EvalError))
            );
            assert!(same, "{text} at {at:?}: {result:?} {expected:?}");
            count[match expected {
                Ok(_) => 0,
                Err(Stop::Silent) => 1,
                Err(Stop::OutOfScope) => 2,
                Err(Stop::Unknown) => 3,
                Err(Stop::EvalError) => 4,
            }] += 1;
        }
    }
    assert!(count.iter().all(|&count| count > 500), "{count:?}");
}

/// Returns whether the formula holds for the values `at` of its variables.
///
/// `member` is relation 0. Bound variables take values up to 60.
fn holds(formula: &Formula, at: &[u64], member: &dyn Fn(&[u64]) -> bool) -> bool {
    /// Searches for values of the variables in `free` that satisfy all conjuncts.
    ///
    /// Each conjunct is checked as soon as all its variables have values.
    fn exists(parts: &[Formula], values: &mut Vec<u64>, free: &[u32], member: &dyn Fn(&[u64]) -> bool) -> bool {
        let known = |f: &Formula, free: &[u32]| f.variables().iter().all(|v| !free.contains(v));
        if parts.iter().any(|f| known(f, free) && !eval(f, values, member)) {
            return false;
        }
        let Some((&variable, rest)) = free.split_first() else { return true };
        values.resize((variable as usize + 1).max(values.len()), 0);
        (0..=60).any(|value| {
            values[variable as usize] = value;
            exists(parts, values, rest, member)
        })
    }
    match formula {
        Formula::Exists(bound, inner) => match &**inner {
            Formula::All(parts) => exists(parts, &mut at.to_vec(), bound, member),
            other => exists(std::slice::from_ref(other), &mut at.to_vec(), bound, member),
        },
        other => eval(other, at, member),
    }
}

#[test]
fn formulas_agree_with_evaluation() {
    let mut random = Random(8);
    let rules = parse_rules("take[1,3,4]").unwrap();
    let kinds =
        [Kind { names: &["n"], values: false, division: false }, Kind { names: &["n"], values: true, division: false }];
    let (mut spelled, mut silent) = (0, 0);
    for round in 0..1200 {
        let kind = kinds[round % 2];
        let tree = kind.claim(&mut random);
        let text = text(&tree, kind.names);
        let Ok(claim) = Claim::parse(&text, &rules) else { continue };
        let value = |n: u64| (n * n + 5 * n / 3) % 3;
        let known = if claim.has_values() { KnownRelations::Values } else { KnownRelations::Lost };
        let Ok(violations) = claim.violations(known) else { continue };
        // Searching the values of more than 3 bound variables takes too long.
        if violations.iter().any(|f| matches!(f, Formula::Exists(bound, _) if bound.len() > 3)) {
            continue;
        }
        let (silences, coverage) = (claim.silences(known).unwrap(), claim.coverage(known).unwrap());
        spelled += 1;
        let member = |of: &[u64]| match of {
            [n] => value(*n) == 0,
            [n, v] => value(*n) == *v,
            _ => unreachable!(),
        };
        for n in [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 17] {
            let expected = evaluate_claim(&tree, &[n], &|at| Some(value(at[0])));
            let fails = violations.iter().any(|f| holds(f, &[n], &member));
            assert_eq!(fails, expected == Ok(false), "{text} at {n}: {expected:?}");
            if fails {
                continue;
            }
            silent += u64::from(expected == Err(Stop::Silent));
            let is_silent = silences.iter().any(|f| holds(f, &[n], &member));
            assert_eq!(is_silent, expected == Err(Stop::Silent), "{text} at {n}: {expected:?}");
            assert_eq!(holds(&coverage, &[n], &member), expected == Ok(true), "{text} at {n}: {expected:?}");
        }
        // The flag is true if the relation is equivalent to the claim.
        if let Some((relation, true)) = claim.relation().unwrap_or_default() {
            for n in 0..8 {
                for v in 0..3 {
                    let expected = evaluate_claim(&tree, &[n], &|_| Some(v));
                    let claimed = holds(&relation, &[n, v], &|_| unreachable!());
                    match (claim.has_values(), expected) {
                        (true, expected) => assert_eq!(Ok(claimed), expected, "{text} at {n}, {v}"),
                        // The relation is the set of P-positions, which have the value 0.
                        (false, Ok(holds)) => assert_eq!(claimed == (v == 0), holds, "{text} at {n}, {v}"),
                        (false, other) => panic!("{text} at {n}: {other:?}"),
                    }
                }
            }
        }
    }
    assert!(spelled > 500 && silent > 500, "{spelled} {silent}");
}

#[test]
fn scopes_apply_to_all_statements_before_them() {
    let rules = parse_rules("take[1,3,4]").unwrap();
    for (text, at, expected) in [
        ("P iff n % 3 == 0 for n > 3", 2, ClaimResult::OutOfScope),
        ("P iff n % 3 == 0 for n > 3", 6, ClaimResult::Holds),
        ("n > 0 or P for n < 1", 4, ClaimResult::OutOfScope),
        ("P, n == 0 for n == 0; n > 0 for n > 0", 4, ClaimResult::Holds),
        ("P for n == 9, ; P", 4, ClaimResult::Unknown),
        ("P(n-5) for n > 3", 4, ClaimResult::Silent),
        ("P(n-5) for n > 5", 4, ClaimResult::OutOfScope),
        ("G(n) = 3 for P(n-5)", 4, ClaimResult::Silent),
        ("P, for n > 5", 4, ClaimResult::OutOfScope),
    ] {
        match Claim::parse(text, &rules) {
            Ok(claim) => {
                let result = claim.evaluate(&[at], &mut |_| Some(KnownResult::Value(0))).unwrap();
                assert_eq!(result, expected, "{text}");
            }
            Err(_) => assert_eq!(expected, ClaimResult::Unknown, "{text}"),
        }
    }
}

#[test]
fn claims_print_with_single_spaces() {
    let rules = parse_rules("take[1,3,4]").unwrap();
    for (text, printed) in [
        ("P  iff\tn % 7\n  in {0, 2}", "P iff n % 7 in {0, 2}"),
        ("P iff n % 7 == 0 # or n == 2\n or n % 7 == 2", "P iff n % 7 == 0 or n % 7 == 2"),
        (" G(2n) = n, G(2n+1) = G(n); G(0) = 0 ", "G(2n) = n, G(2n+1) = G(n); G(0) = 0"),
        ("P iff n ≤ 3", "P iff n ≤ 3"),
    ] {
        let claim = Claim::parse(text, &rules).unwrap();
        assert_eq!(claim.to_string(), printed);
        assert_eq!(Claim::parse(printed, &rules).unwrap().to_string(), printed);
    }
    // Characters that reverse the direction of text or that hide text are rejected.
    for text in ["P iff n == 0\u{202e}", "P iff\u{200b} n == 0", "P iff n == 0\u{1b}[2K"] {
        assert!(Claim::parse(text, &rules).is_err());
    }
}

/// Parsing random sequences of the words of claims causes no panic.
///
/// Errors have a span within the text, and the printed form of a parsed claim parses to the same claim.
#[test]
fn random_words_parse_or_fail_without_panic() {
    const WORDS: &[&str] = &[
        "exists",
        "forall",
        "b",
        "c",
        "n",
        "a1",
        "k",
        ":",
        ",",
        "P",
        "G",
        "P(a,b)",
        "P(n)",
        "G(b)",
        "mex(",
        "mex(1, n)",
        "(",
        ")",
        "phi",
        "sqrt(2)",
        "sqrt(",
        "floor(",
        "phi^2",
        "==",
        "<",
        "<=",
        "+",
        "-",
        "*",
        "/",
        "2",
        "3",
        "and",
        "or",
        "not",
        "iff",
        "for",
        ";",
        "in {1,2}",
        "xor",
        "^",
        "|",
    ];
    let mut random = Random(11);
    let (mut read, mut quantified) = (0, 0);
    for round in 0..60_000 {
        let rules = parse_rules(["wythoff", "nim", "take[1,2]", "stairs", "take[l..r]"][round % 5]).unwrap();
        let count = 1 + random.below(9);
        let start = ["", "exists k: ", "P(n) iff ", "G(n) == ", "forall c: "][random.below(5)];
        let words: Vec<&str> = (0..count).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let text = format!("{start}{}", words.join(" "));
        match Claim::parse(&text, &rules) {
            Ok(claim) => {
                read += 1;
                quantified += u64::from(claim.has_quantifiers());
                assert_eq!(Claim::parse(&claim.to_string(), &rules).unwrap().to_string(), claim.to_string());
                let known = if claim.has_values() { KnownRelations::Values } else { KnownRelations::Lost };
                let _ = (claim.violations(known), claim.silences(known), claim.coverage(known), claim.relation());
                for x in 0..3 {
                    let entry = |at: &[u64]| {
                        assert_eq!(at.len(), claim.parameters(), "{text}");
                        let sum = at.iter().sum::<u64>() % 3;
                        (sum < 40).then(|| if claim.has_values() { KnownResult::Value(sum) } else { outcome(sum) })
                    };
                    let _ = claim.evaluate(&vec![x; claim.arity()], &mut |at| entry(at));
                }
            }
            Err(error) => {
                let span = error.span.unwrap_or_else(|| panic!("{text}: {}", error.message));
                assert!(span.start <= span.end && span.end <= text.len(), "{text}: {span:?}");
            }
        }
    }
    assert!(read > 500 && quantified > 100, "{read} {quantified}");
    let deep = format!("{}P(n)", "exists b: ".repeat(5000));
    assert!(Claim::parse(&deep, &parse_rules("nim").unwrap()).is_err());
    let deep = format!("{}P(n){}", "(forall b: ".repeat(50), ")".repeat(50));
    assert!(Claim::parse(&deep, &parse_rules("nim").unwrap()).is_err());
}

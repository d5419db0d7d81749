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
                quantified += u64::from(claim.looks_up_many_positions());
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

/// Returns whether two claims evaluate alike, for values and outcomes that are arbitrary.
fn evaluate_alike(one: &str, other: &str, rules: &str, positions: &[Vec<u64>]) {
    let rules = parse_rules(rules).unwrap();
    let [one, other] = [one, other].map(|text| Claim::parse(text, &rules).unwrap_or_else(|e| panic!("{text}: {e}")));
    for at in positions {
        let mut entry = |at: &[u64]| {
            let entry = at.iter().fold(5u64, |sum, &x| sum.wrapping_mul(29).wrapping_add(x * x + x)) % 4;
            Some(if one.has_values() { KnownResult::Value(entry) } else { outcome(entry) })
        };
        let (a, b) = (one.evaluate(at, &mut entry).unwrap(), other.evaluate(at, &mut entry).unwrap());
        assert_eq!(a, b, "{one} / {other} at {at:?}");
    }
}

#[test]
fn other_words_mean_the_same_as_the_terms() {
    let rules = parse_rules("take[1..4]").unwrap();
    for (written, text) in [
        ("sg(n) = mex(sg(n-1),SG(n-2))", "G(n) = mex(G(n-1),G(n-2))"),
        ("必败当且仅当n mod 5=0", "P iff n mod 5=0"),
        ("后手必败 当且仅当 n mod 5 等于 2 对于 n > 0", "N iff n mod 5 == 2 for n > 0"),
        ("先手 当且仅当 非 n mod 5 = 0 且 n > 0", "N iff not n mod 5 = 0 and n > 0"),
        ("必胜（n+1） 或 后手", "N(n+1) or P"),
    ] {
        let claim = Claim::parse(written, &rules).unwrap();
        assert_eq!(claim.to_string(), text, "{written}");
        // The text in a certificate parses to itself.
        assert_eq!(Claim::parse(&claim.to_string(), &rules).unwrap().to_string(), text);
    }
    let error = Claim::parse("必败当且仅当甲", &rules).unwrap_err();
    assert_eq!(error.span, Some("必败当且仅当".len().."必败当且仅当甲".len()));
    // A rule may use these words as names of parameters.
    let named = parse_rules("rule{ (n,sg) -> (n-1,sg) }").unwrap();
    assert_eq!(Claim::parse("P iff n % 2 == 0 or sg < 0", &named).unwrap().names(), ["n", "sg"]);
}

#[test]
fn equal_spellings_of_irrational_numbers_round_alike() {
    let positions: Vec<Vec<u64>> = (0..300).map(|n| vec![n]).collect();
    let golden = [
        "floor(n*(1+sqrt(5))/2)",
        "floor((sqrt(5)+1)/2*n)",
        "floor(((1+sqrt(5))/2)*n)",
        "floor(2*n/(sqrt(5)-1))",
        "floor(n*(2*phi-1+1)/2)",
        "floor((n+n*sqrt(5))/2)",
        "floor(n/phi) + n",
        "floor(n*phi^2) - n",
        "floor(n*(3+sqrt(5))/2) - n",
        "floor(n*((1+sqrt(5))/2)^2) - n",
        "floor(n*phi*phi) - n",
        "floor(n+n*phi) - n",
        "floor(2*n*phi/2)",
        "floor(4/2*n*phi/2)",
    ];
    for spelling in golden {
        evaluate_alike(&format!("G == {spelling}"), "G == floor(n*phi)", "nim", &positions);
        evaluate_alike(&format!("G(n) == 0 or {spelling} == floor(n*phi)"), "G(n) >= 0", "nim", &positions);
    }
    for (one, other) in [
        ("floor(n*(1+sqrt(13))/2)", "floor((n+n*sqrt(13))/2)"),
        ("floor(n*sqrt(2))", "floor(2*n/sqrt(2))"),
        ("floor(n*(sqrt(2)-1))", "floor(n/(1+sqrt(2)))"),
        ("floor(n*(3+sqrt(7))/4)", "floor(3*n/4 + 0) + floor((3*n + n*sqrt(7))/4) - 3*n/4"),
    ] {
        evaluate_alike(&format!("G(n) >= 0 and {one} == {other}"), "G(n) >= 0", "nim", &positions);
    }
    // floor(n*sqrt(2)) by integers: the largest m with m*m <= 2*n*n.
    evaluate_alike("G(n) >= 0 and floor(n*sqrt(2)) == isqrt(2*n*n)", "G(n) >= 0", "nim", &positions);
    evaluate_alike("G(n) >= 0 and floor(n*(3+sqrt(7))/4) == (3*n+isqrt(7*n*n))/4", "G(n) >= 0", "nim", &positions);
}

#[test]
fn mex_of_a_range_is_the_mex_of_its_values() {
    let positions: Vec<Vec<u64>> = (0..40).map(|n| vec![n]).collect();
    for (range, list) in [
        ("mex(G(n-1)..G(n-3))", "mex(G(n-1), G(n-2), G(n-3))"),
        ("mex(G(n-3)..G(n-1))", "mex(G(n-1), G(n-2), G(n-3))"),
        ("mex(G(n+1)..G(n+1))", "mex(G(n+1))"),
        ("mex{G(n-7), G(n-2)..G(n-1)}", "mex(G(n-1), G(n-2), G(n-7))"),
    ] {
        evaluate_alike(&format!("G(n) == {range}"), &format!("G(n) == {list}"), "nim", &positions);
    }
    // The length of this range depends on the position.
    let nim = parse_rules("nim").unwrap();
    let claim = Claim::parse("G(3*n+3) == mex(G(n)..G(n%3+n))", &nim).unwrap();
    for n in 0..30u64 {
        let entry = |n: u64| n * n % 5;
        let seen: Vec<u64> = (n..=n % 3 + n).map(entry).collect();
        let mex = (0..).find(|value| !seen.contains(value)).unwrap();
        for (value, expected) in [(mex, ClaimResult::Holds), (mex + 1, ClaimResult::Fails)] {
            let mut known =
                |at: &[u64]| Some(KnownResult::Value(if at[0] == 3 * n + 3 { value } else { entry(at[0]) }));
            assert_eq!(claim.evaluate(&[n], &mut known).unwrap(), expected, "{n}");
        }
    }
    let below = Claim::parse("G(n) == mex(G(0)..G(n-1))", &nim).unwrap();
    let mut known = |at: &[u64]| Some(KnownResult::Value(at[0]));
    assert_eq!(below.evaluate(&[0], &mut known).unwrap(), ClaimResult::Silent);
    assert_eq!(below.evaluate(&[9], &mut known).unwrap(), ClaimResult::Holds);
    let rules = parse_rules("wythoff").unwrap();
    let pairs: Vec<Vec<u64>> = (0..64).map(|k| vec![k / 8, k % 8]).collect();
    evaluate_alike("G(a,b) == mex(G(a-1,b)..G(a-2,b))", "G(a,b) == mex(G(a-1,b),G(a-2,b))", "wythoff", &pairs);
    for (text, message) in [
        ("G(a,b) == mex(G(a-1,b)..G(a,b-1))", "the positions at the ends of a range must differ in one number only"),
        ("G(a,b) == mex(1..G(a,b))", "a range in `mex` must consist of values of positions"),
        ("G(a,b) == mex(G(a-1,b)..G(a-99,b))", "`mex` takes at most 32 numbers"),
        ("G(a,b) == mex{1, 2)", "expected `}`, found `)`"),
    ] {
        assert_eq!(Claim::parse(text, &rules).unwrap_err().message, message, "{text}");
    }
    let error = Claim::parse("f(n) == 1", &parse_rules("nim").unwrap()).unwrap_err();
    assert!(error.help.unwrap().to_string().contains("G(n), P(n), N(n), mex(x,y), min(a,b)"));
}

#[test]
fn letters_name_the_steps_of_stairs() {
    let frozen = parse_rules("stairs[frozen]").unwrap();
    let names = |text: &str| Claim::parse(text, &frozen).unwrap().names().to_vec();
    assert_eq!(names("P iff b == 0"), ["a", "b"]);
    assert_eq!(names("P iff b xor d == 0"), ["a", "b", "c", "d"]);
    assert_eq!(names("N(a,b,c) for b > 0"), ["a", "b", "c"]);
    assert_eq!(names("P iff a2 == 0"), ["a1", "a2"]);
    // If a claim uses the names of steps, a single letter is an extra variable, not a step.
    assert_eq!(names("P iff a2 == b"), ["a1", "a2", "b"]);
    let ground = parse_rules("stairs[ground]").unwrap();
    assert_eq!(Claim::parse("P iff a xor c == 0", &ground).unwrap().parameters(), 3);
}

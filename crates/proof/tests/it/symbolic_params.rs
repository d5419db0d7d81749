//! Tests claims about games with letters (symbolic parameters) against brute force.
//!
//! Brute force computes sequences by the definition for small letters.

use grundy_games::{library, parse_rules};
use grundy_proof::{ClaimVerdict, ProveOptions, prove};
use grundy_rulelang::claims::{Claim, KnownResult};
use grundy_rules::{Outcome, Ruleset};
use grundy_solve::{Budget, Solver};
use grundy_verify::{Certificate, Limits, Proof, verify};

/// A function from the values of the letters to the amounts that may be taken.
type Amounts = fn(&[u64]) -> Vec<u64>;

struct Family {
    rules: &'static str,
    amounts: Amounts,
    /// Returns whether the game is defined for these values of the letters.
    sound: fn(&[u64]) -> bool,
    letters: usize,
    /// Whether the game counts up to the second letter instead of taking from a heap.
    race: bool,
}

fn range(l: u64, r: u64) -> Vec<u64> {
    (l..=r).collect()
}

const FAMILIES: [Family; 10] = [
    Family { rules: "take[1..k]", amounts: |k| range(1, k[0]), sound: |k| k[0] >= 1, letters: 1, race: false },
    Family {
        rules: "take[l..r]",
        amounts: |k| range(k[0], k[1]),
        sound: |k| 1 <= k[0] && k[0] <= k[1],
        letters: 2,
        race: false,
    },
    Family {
        rules: "take[a,b]",
        amounts: |k| k.to_vec(),
        sound: |k| 1 <= k[0] && k[0] <= k[1],
        letters: 2,
        race: false,
    },
    Family { rules: "take[l..]", amounts: |k| range(k[0], 400), sound: |k| k[0] >= 1, letters: 1, race: false },
    Family { rules: "take[1,k]", amounts: |k| vec![1, k[0]], sound: |k| k[0] >= 1, letters: 1, race: false },
    Family {
        rules: "take[1,k,k+1]",
        amounts: |k| vec![1, k[0], k[0] + 1],
        sound: |k| k[0] >= 1,
        letters: 1,
        race: false,
    },
    Family {
        rules: "take[1..k,2k+1]",
        amounts: |k| [range(1, k[0]), vec![2 * k[0] + 1]].concat(),
        sound: |k| k[0] >= 1,
        letters: 1,
        race: false,
    },
    Family { rules: "take[k..2k]", amounts: |k| range(k[0], 2 * k[0]), sound: |k| k[0] >= 1, letters: 1, race: false },
    Family {
        rules: "take[a,b,a+b]",
        amounts: |k| vec![k[0], k[1], k[0] + k[1]],
        sound: |k| 1 <= k[0] && k[0] <= k[1],
        letters: 2,
        race: false,
    },
    Family { rules: "count[1..m; t]", amounts: |k| range(1, k[0]), sound: |k| k[0] >= 1, letters: 2, race: true },
];

/// True claims: the index of the family, whether play is misère, and the claim.
const TRUE: [(usize, bool, &str); 26] = [
    (0, false, "P iff n % (k+1) == 0"),
    (0, false, "G(n) == n % (k+1)"),
    (0, true, "P iff n % (k+1) == 1"),
    (0, false, "N iff n % (k+1) != 0"),
    (1, false, "P iff n % (l+r) < l"),
    (1, false, "G(n) == n % (l+r) / l"),
    (1, true, "P iff l <= n % (l+r) and n % (l+r) < 2*l"),
    (1, true, "P iff n % (l+r) / l == 1"),
    (2, false, "P iff n % (a+b) < b and n % (a+b) / a % 2 == 0"),
    (2, true, "P iff n % (a+b) / a % 2 == 1"),
    (2, false, "P iff n % (a+b) < b and n % (a+b) / a % 2 == 0 for b / a % 2 == 1"),
    (3, false, "P iff n < l"),
    (3, false, "G(n) == n / l"),
    (3, true, "P iff n / l == 1"),
    (4, false, "P iff n % (k+1) % 2 == 0 and n % (k+1) < k"),
    (4, false, "P iff n % (k+1) % 2 == 0 and n % (k+1) < k for k >= 3 and k % 2 == 0"),
    (5, false, "P iff n % (2*k) % 2 == 0 and n % (2*k) < k for k % 2 == 0"),
    (6, false, "P iff n % (k+1) == 0 for k == 1"),
    (7, false, "P iff n % (3*k) < k"),
    (7, false, "G(n) == n % (3*k) / k"),
    (7, true, "P iff k <= n % (3*k) and n % (3*k) < 2*k"),
    (0, false, "G(n) == 0 for n % (k+1) == 0; G(n) == n % (k+1) for n % (k+1) > 0"),
    (8, false, "P iff n % (2*b+a-b%a) / a % 2 == 0 and n % (2*b+a-b%a) / a <= b / a for b / a % 2 == 1"),
    (9, false, "P iff (t-n) % (m+1) == 0"),
    (9, false, "G(n) == (t-n) % (m+1)"),
    (9, true, "P iff (t-n) % (m+1) == 1"),
];

/// Computes the entries of heaps by the definition: values, or 0 for P and 1 for N.
fn sequence(amounts: &[u64], misere: bool, values: bool, length: u64) -> Vec<u64> {
    let mut list: Vec<u64> = vec![];
    for n in 0..length {
        let options: Vec<u64> = amounts.iter().filter(|&&a| a >= 1 && a <= n).map(|a| list[(n - a) as usize]).collect();
        list.push(match values {
            true => (0..).find(|v| !options.contains(v)).unwrap(),
            false if options.is_empty() => u64::from(misere),
            false => u64::from(options.contains(&0)),
        });
    }
    list
}

/// Returns the first position at which the claim fails, for sums of parameters up to `max_sum`.
///
/// Positions are ordered by that sum.
fn fails(family: &Family, misere: bool, rules: &Ruleset, claim: &Claim, max_sum: u64) -> Option<Vec<u64>> {
    let values = claim.has_values();
    let mut places = vec![];
    let choices: Vec<Vec<u64>> = match family.letters {
        1 => (0..=max_sum).map(|k| vec![k]).collect(),
        _ => (0..=max_sum).flat_map(|a| (0..=max_sum - a).map(move |b| vec![a, b])).collect(),
    };
    for letters in choices.into_iter().filter(|letters| (family.sound)(letters)) {
        let length = max_sum - letters.iter().sum::<u64>() + 1;
        let last = if family.race { letters[1] } else { length };
        let list = sequence(&(family.amounts)(&letters), misere, values, length.max(last + 1));
        for n in 0..length {
            let at: Vec<u64> = std::iter::once(n).chain(letters.iter().copied()).collect();
            let result = claim.evaluate(&at, &mut |of| {
                // A race at or beyond its end has no move.
                let entry = list[if family.race { last.saturating_sub(of[0]) } else { of[0] } as usize];
                Some(match values {
                    true => KnownResult::Value(entry),
                    false => KnownResult::Outcome(if entry == 0 { Outcome::P } else { Outcome::N }),
                })
            });
            if result.unwrap() == grundy_rulelang::claims::ClaimResult::Fails {
                places.push(at);
            }
        }
    }
    let _ = rules;
    places.into_iter().min_by_key(|at| (at.iter().sum::<u64>(), at.clone()))
}

fn ask(rules: &Ruleset, claim: &Claim) -> ClaimVerdict {
    prove(rules, claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap()
}

fn read(family: &Family, misere: bool) -> Ruleset {
    parse_rules(&format!("{}{}", if misere { "misere " } else { "" }, family.rules)).unwrap()
}

#[test]
fn true_claims_are_proved_for_all_letters() {
    for (family, misere, text) in TRUE {
        let family = &FAMILIES[family];
        let rules = read(family, misere);
        let claim = Claim::parse(text, &rules).unwrap();
        assert_eq!(fails(family, misere, &rules, &claim, 40), None, "{rules}: {text}");
        let verdict = ask(&rules, &claim);
        let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{rules}: {text}: {verdict:?}") };
        let file = certificate.to_text();
        assert!(file.len() < 500, "{file}");
        let verified = verify(&Certificate::from_text(&file).unwrap(), library(), &Limits::default()).unwrap();
        let statement = verified.statement.to_string();
        assert!(statement.contains(claim.condition()) && statement.contains(text), "{statement}");
    }
}

/// Claims about rules in braces, several letters, two heaps and a partizan game are proved or refuted.
#[test]
fn other_games_with_letters() {
    let cases = [
        ("rule{ (n,k) -> (n-i,k) for i in 1..n if i != k }", "P iff n == 0 or n == k for k >= 1"),
        ("rule{ (n,k) -> (n-i,k) for i in 1..n if i != k }", "G(n,k) == n / (2*k) * k + n % k for k >= 1"),
        ("rule{ (n,k) -> (n-i,k) for i in 1..n if i % (k+1) != 0 }", "G(n,k) == n % (k+1) for k >= 1"),
        ("misere rule{ (n,k) -> (n-i,k) for i in 1..n if i % (k+1) != 0 }", "P iff n % (k+1) == 1 for k >= 1"),
        (
            "rule{ (a,b,k) -> (a-i,b,k) for i in 1..k; (a,b-i,k) for i in 1..k }",
            "P iff a % (k+1) == b % (k+1) for k >= 1",
        ),
        ("take[l,c,r]", "P iff n % (l+r) < l for c-l <= l and r-c <= l"),
        ("take[l,c,r]", "G(n) == n % (l+r) / l for c-l <= l and r-c <= l"),
        ("take[l,c,d,r]", "P iff n % (l+r) < l for c-l <= l and d-c <= l and r-d <= l"),
        ("take[l..c,d..r]", "P iff n % (l+r) < l for d-c <= l"),
        ("misere take[l..c,d..r]", "P iff l <= n % (l+r) and n % (l+r) < 2*l for d-c <= l"),
        ("take[1..a | 1..b]", "P iff n == 0, N iff 0 < n and n <= b, L iff n > b for a > b"),
        ("take[1..a | 1..b]", "P iff n == 0, N iff 0 < n and n <= b, R iff 1 > 1, L iff n > b for a > b"),
    ];
    for (rules, text) in cases {
        let rules = parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &rules).unwrap();
        let verdict = ask(&rules, &claim);
        assert!(matches!(verdict, ClaimVerdict::Proved { .. }), "{rules}: {text}: {verdict:?}");
    }
    let wrong = [
        ("take[1..a | 1..b]", "P iff n == 0, N iff 0 < n and n <= b, L iff n > b for a >= b", vec![2, 1, 1]),
        ("take[l,c,r]", "P iff n % (l+r) < l for c-l <= l", vec![2, 1, 1, 3]),
        ("take[1..k]", "P iff n % (k+1) == 0 and n < 100*(k+1)", vec![200, 1]),
        ("take[1..k]", "P iff n % (k+1) == 0 and (n != 38 or k != 37)", vec![38, 37]),
    ];
    for (rules, text, place) in wrong {
        let rules = parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &rules).unwrap();
        let verdict = ask(&rules, &claim);
        let ClaimVerdict::Refuted { counterexample, .. } = &verdict else { panic!("{rules}: {text}: {verdict:?}") };
        assert_eq!(*counterexample, place, "{rules}: {text}");
    }
}

/// Claims that the method cannot treat stay open, with the reason.
#[test]
fn unsupported_claims_stay_open() {
    let cases = [
        (
            "take[1..k]",
            "P iff n % (k+1) == 0 and n % (k+1) == n % (k+1) and (k < 1 or n % k <= k)",
            "cannot be written as a fixed multiple of",
        ),
        ("rule{ (n,k) -> (n-i,k) for i in 1..k }", "P iff n % (k+1) == 0 and k * n == k * n", "product"),
        ("rule{ (n,k) -> (n-i,k+1) for i in 1..2 }", "P iff n % 3 == 0 and (n + 5) % (k + 1) <= k", ""),
    ];
    for (rules, text, why) in cases {
        let rules = parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &rules).unwrap();
        let ClaimVerdict::Open { tried, .. } = ask(&rules, &claim) else { panic!("{rules}: {text}") };
        assert!(tried.iter().any(|one| one.to_string().contains(why)), "{rules}: {text}: {tried:?}");
    }
    for (rules, text) in [("take[1..n]", "`n` stands for the number"), ("take[a,b,c,d,f]", "at most 4 letters")] {
        let error = parse_rules(rules).unwrap_err();
        assert!(error.message.to_string().contains(text) && error.span.is_some(), "{error}");
    }
}

/// A pseudorandom generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Returns a claim with one random word changed.
fn mutated(text: &str, letters: &[&str], dice: &mut Dice) -> String {
    const NUMBERS: [&str; 4] = ["0", "1", "2", "3"];
    const ORDERS: [&str; 6] = ["<", "<=", "==", "!=", ">", ">="];
    let words: Vec<&str> = text.split(' ').collect();
    loop {
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let at = dice.below(words.len());
        let word = words[at].clone();
        let bare = word.trim_matches(|c| "();,".contains(c));
        let new = if NUMBERS.contains(&bare) {
            NUMBERS[dice.below(4)].to_string()
        } else if ORDERS.contains(&bare) {
            ORDERS[dice.below(6)].to_string()
        } else if letters.contains(&bare) {
            let others = ["1", "2"].into_iter().chain(letters.iter().copied()).collect::<Vec<_>>();
            others[dice.below(others.len())].to_string()
        } else if bare.contains('+') && bare.len() == 3 {
            let (one, other) = bare.split_once('+').unwrap();
            [format!("{one}+{other}+1"), format!("2*{one}+{other}"), format!("{one}+1"), other.to_string()]
                [dice.below(4)]
            .clone()
        } else if bare == "and" || bare == "or" {
            ["and", "or"][dice.below(2)].to_string()
        } else {
            continue;
        };
        if new != bare {
            words[at] = word.replace(bare, &new);
            return words.join(" ");
        }
    }
}

/// Randomly changed claims get the same verdict as by brute force, and few of them are open.
#[test]
fn mutated_claims_match_brute_force() {
    compare_mutated_claims(300);
}

#[test]
#[ignore = "slow: 800 claims"]
fn more_mutated_claims_match_brute_force() {
    compare_mutated_claims(800);
}

fn compare_mutated_claims(count: usize) {
    let mut dice = Dice(5);
    let (mut proved, mut refuted, mut open) = (0, 0, vec![]);
    for round in 0..count {
        let (family, misere, text) = TRUE[round % TRUE.len()];
        let family = &FAMILIES[family];
        let rules = read(family, misere);
        let names = rules.game.coordinate_names();
        let letters: Vec<&str> = names[1..].iter().map(String::as_str).collect();
        let mut text = mutated(text, &letters, &mut dice);
        if dice.below(3) == 0 {
            text = mutated(&text, &letters, &mut dice);
        }
        let Ok(claim) = Claim::parse(&text, &rules) else { continue };
        // Skip claims with a divisor that may be 0, which are errors.
        let Ok(verdict) = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()) else {
            continue;
        };
        let most = if family.letters == 1 { 60 } else { 36 };
        let first = fails(family, misere, &rules, &claim, most);
        match (&verdict, &first) {
            (ClaimVerdict::Proved { certificate, .. }, None) => {
                assert!(matches!(certificate.proof, Proof::Letters { .. }));
                proved += 1;
            }
            (ClaimVerdict::Refuted { counterexample, .. }, Some(first)) => {
                assert_eq!(counterexample, first, "{rules}: {text}");
                refuted += 1;
            }
            (ClaimVerdict::Refuted { counterexample, .. }, None) => {
                assert!(counterexample.iter().sum::<u64>() > most, "{rules}: {text} {counterexample:?}");
            }
            // A claim that bounds values, or gives the values of some positions only, need not be decided.
            (ClaimVerdict::Open { .. }, None) if claim.has_values() => {}
            (ClaimVerdict::Open { tried, .. }, None) => open.push(format!("{rules}: {text}: {tried:?}")),
            _ => panic!("{rules}: {text}: {verdict:?}, and by the definition {first:?}"),
        }
    }
    assert!(proved > count / 50 && refuted > count / 5, "{proved} {refuted}");
    assert!(open.len() * 50 < proved + refuted, "{open:#?}");
}

/// The checker refuses certificates with a changed field.
#[test]
fn changed_certificates_are_refused() {
    let rules = parse_rules("take[l..r]").unwrap();
    let claim = Claim::parse("G(n) == n % (l+r) / l", &rules).unwrap();
    let ClaimVerdict::Proved { certificate, .. } = ask(&rules, &claim) else { panic!() };
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = (*certificate).clone();
        change(&mut certificate);
        verify(&certificate, library(), &Limits::default()).unwrap_err().message.to_string()
    };
    let proof = |condition: &str, divisors: &[&str], of| Proof::Letters {
        condition: condition.into(),
        divisors: divisors.iter().map(ToString::to_string).collect(),
        of,
    };
    use grundy_verify::Quantity::{Grundy, Outcome as Outcomes};
    let race = parse_rules("count[1..m; t]").unwrap();
    let race_claim = Claim::parse("P iff (t-n) % (m+1) == 0", &race).unwrap();
    let ClaimVerdict::Proved { certificate: counted, .. } = ask(&race, &race_claim) else { panic!() };
    for (condition, divisor) in [("1 <= m", "m+1"), ("n <= t", "m+1"), ("", "m+1"), ("1 <= m and n <= t", "m")] {
        let changed = Certificate { proof: proof(condition, &[divisor], Outcomes), ..(*counted).clone() };
        let error = verify(&changed, library(), &Limits::default()).unwrap_err();
        assert!(error.message.to_string().starts_with("refused: "), "{error}");
    }
    // Without the condition n <= t, the claim would cover positions beyond the end of the race.
    let text = "rule{ (n,t,m) -> (n+i,t,m) for i in 1..m if n+i <= t }";
    let changed =
        Certificate { rules: text.into(), claim: Some("P iff (t-n) % (m+1) == 0 for m >= 1".into()), ..*counted };
    let changed = Certificate { proof: proof("", &["m+1"], Outcomes), ..changed };
    let error = verify(&changed, library(), &Limits::default()).unwrap_err();
    assert!(error.message.to_string().contains("restricted to positions within this bound"), "{error}");
    let changes: [&dyn Fn(&mut Certificate); 12] = [
        &|c| c.rules = "take[l..r+1]".into(),
        &|c| c.rules = "misere take[l..r]".into(),
        &|c| c.rules = "take[1..3]".into(),
        &|c| c.claim = None,
        &|c| c.claim = Some("G(n) == n % (l+r) / l + 1".into()),
        &|c| c.claim = Some("P iff n % (l+r) < r".into()),
        &|c| c.proof = proof("", &["l", "l+r"], Grundy),
        &|c| c.proof = proof("1 <= l < r", &["l", "l+r"], Grundy),
        &|c| c.proof = proof("1 <= l <= r", &["l+r", "l"], Grundy),
        &|c| c.proof = proof("1 <= l <= r", &["l", "r"], Grundy),
        &|c| c.proof = proof("1 <= l <= r", &["l"], Grundy),
        &|c| c.proof = proof("1 <= l <= r", &["l", "l+r"], Outcomes),
    ];
    for (place, change) in changes.into_iter().enumerate() {
        assert!(refused(change).starts_with("refused: "), "{place}");
    }
    assert!(refused(&|c| c.proof = proof("1 <= l <= r", &["n", "l+r"], Grundy)).contains("which is changed by moves"));
    assert!(refused(&|c| c.proof = proof("1 <= l <= r", &["l", "r+l"], Grundy)).contains("must be written"));
}

/// Claims that list the options of a position, for all values of letters.
///
/// Each row contains the game, the claim, and whether it is true.
const BY_DEFINITION: [(&str, &str, bool); 22] = [
    ("take[a,b]", "P(n) iff N(n-a) and N(n-b) for n >= b", true),
    ("take[a,b]", "N(n) iff P(n-a) or P(n-b) for n >= b", true),
    ("take[a,b]", "not P(n) iff P(n-b) or P(n-a) for n >= b", true),
    ("take[a,b]", "P(n+b) iff not (P(n) or not N(n+b-a))", true),
    ("take[a,b]", "P(n) iff N(n-a) for a <= n and n < b", true),
    ("take[a,b]", "P(n) for n < a", true),
    ("take[a,b]", "G(n) = mex(G(n-a), G(n-b)) for n >= b", true),
    ("take[a,b]", "G(n) = mex(G(n-a)..G(n-b)) for n >= b", false),
    ("take[a,b]", "P(n) iff N(n-a) and P(n-b) for n >= b", false),
    ("take[a,b]", "P(n) iff N(n-a) or N(n-b) for n >= b", false),
    ("take[a,b]", "P(n) iff N(n-a) and N(n-a) for n >= b", false),
    ("take[a,b]", "G(n) = mex(G(n-a)) for n >= b", false),
    ("take[1..k]", "G(n) = mex(G(n-1)..G(n-k)) for n >= k", true),
    ("take[1..k]", "G(n) = mex(G(n-1)..G(n-k))", true),
    ("take[1..k]", "G(n) = mex(G(0)..G(n-1)) for 1 <= n and n <= k", true),
    ("take[1..k]", "G(n) = mex(G(n-1)..G(n-k-1)) for n > k", false),
    ("take[1..k,m]", "G(n) = mex(G(n-1)..G(n-k), G(n-m)) for n >= m and n >= k", true),
    ("take[l..r]", "sg(n) = mex(sg(n-r)..sg(n-l)) for n >= r", true),
    ("take[l..r]", "G(n) = 0 for n < l", true),
    ("misere take[a,b]", "P(n) iff N(n-a) and N(n-b) for n >= b", true),
    ("misere take[a,b]", "P(n) for n < a", false),
    ("take[l..]", "G(n) = mex(G(0)..G(n-l)) for n >= l", true),
];

#[test]
fn claims_that_list_the_options_are_proved() {
    for (rules, text, is_true) in BY_DEFINITION {
        let parsed = parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &parsed).unwrap();
        let verdict = prove(&parsed, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default());
        match verdict.unwrap() {
            ClaimVerdict::Proved { certificate, uncovered, .. } => {
                assert!(is_true, "{rules}: {text}");
                assert_eq!(certificate.proof, Proof::Definition {}, "{rules}: {text}");
                let read = Certificate::from_text(&certificate.to_text()).unwrap();
                let verified = verify(&read, library(), &Limits::default()).unwrap();
                assert_eq!(verified.silent.is_none(), uncovered.first.is_empty(), "{rules}: {text}");
            }
            ClaimVerdict::Refuted { .. } => assert!(!is_true, "{rules}: {text}"),
            ClaimVerdict::Open { tried, .. } => assert!(!is_true, "{rules}: {text}: {tried:?}"),
        }
        // The checker itself refuses the false claims.
        let proof = Proof::Definition {};
        let certificate = Certificate { rules: rules.into(), claim: Some(claim.to_string()), automata: vec![], proof };
        assert_eq!(verify(&certificate, library(), &Limits::default()).is_ok(), is_true, "{rules}: {text}");
    }
}

/// The definition also decides games without letters, whose other proofs would need automata.
#[test]
fn the_checker_accepts_only_the_definition() {
    for (rules, text, is_true) in [
        ("nim", "G(n) = mex(G(0)..G(n-1)) for n > 0", true),
        ("nim", "G(n) = mex(G(1)..G(n-1)) for n > 1", false),
        ("rule{ n -> n-k for k in 1..n/2 }", "G(n) = mex(G(n-1)..G(n-n/2)) for n >= 2", true),
        ("rule{ n -> n-k for k in 1..n/2 }", "G(n) = mex(G(n-1)..G(n/2)) for n >= 2", false),
        ("rule{ (a,b) -> (a-1,b); (a,b-1) }", "P(a,b) iff N(a-1,b) and N(a,b-1) for a > 0 and b > 0", true),
        ("rule{ (a,b) -> (a-1,b); (a,b-1) }", "P(a,b) iff N(a-1,b) and N(a,b-1)", true),
        ("rule{ (a,b) -> (a-1,b); (b,a) }", "P(a,b) iff N(a-1,b) and N(b,a) for a > 0", false),
        ("kayles", "P(n) iff N(n-1) and N(n-2)", false),
        ("take[1,2 | 1]", "P(n) iff N(n-1) and N(n-2) for n >= 2", false),
        ("take[2,5]", "P(n) iff N(n-2) and N(n-5) for n >= 5 and n < 5", false),
    ] {
        let parsed = parse_rules(rules).unwrap();
        let claim = Claim::parse(text, &parsed).unwrap().to_string();
        let proof = Proof::Definition {};
        let certificate = Certificate { rules: rules.into(), claim: Some(claim), automata: vec![], proof };
        let verified = verify(&certificate, library(), &Limits::default());
        assert_eq!(verified.is_ok(), is_true, "{rules}: {text}: {verified:?}");
    }
}

#[test]
fn the_scope_may_leave_out_cycles() {
    let rules = parse_rules("rule{ (n,l,r) -> (n-i,l,r) for i in l..r }").unwrap();
    let verdict = |text: &str| {
        let claim = Claim::parse(text, &rules).unwrap();
        prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default())
    };
    match verdict("P iff n mod (l+r) < l for 1 <= l and l <= r").unwrap() {
        ClaimVerdict::Proved { certificate, .. } => {
            verify(&certificate, library(), &Limits::default()).unwrap();
        }
        other => panic!("{other:?}"),
    }
    let refuted = verdict("P iff n mod (l+r) <= l for 1 <= l and l <= r").unwrap();
    assert!(
        matches!(refuted, ClaimVerdict::Refuted { counterexample, least: true, .. } if counterexample == [1, 1, 1])
    );
    let error = verdict("P iff n mod (l+r) < l for l + r > 0").unwrap_err();
    assert!(error.help.unwrap().to_string().contains("write `for l > 0` after the claim"));
    // Cycles beyond the smallest positions are found too.
    let far = parse_rules("rule{ (n,k) -> (n-1,k); (n+1,k) if k > 20 }").unwrap();
    let claim = Claim::parse("P iff n % 2 == 0", &far).unwrap();
    let verdict = prove(&far, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default());
    let error = verdict.unwrap_err();
    assert_eq!(error.kind, grundy_rules::ErrorKind::Unsupported);
    assert!(!error.help.unwrap().to_string().contains("k = 0"));
    // A proof for all letters does not hold for the positions with cycles.
    let claim = "P iff n mod (l+r) < l for l <= r".to_string();
    let proof =
        Proof::Letters { condition: String::new(), divisors: vec!["l+r".into()], of: grundy_verify::Quantity::Outcome };
    let certificate = Certificate { rules: rules.to_string(), claim: Some(claim), automata: vec![], proof };
    assert!(verify(&certificate, library(), &Limits::default()).is_err());
}

//! Tests that formulas printed by `find` are claims that `prove` accepts and proves unchanged.

use grundy_games::{library, parse_rules};
use grundy_proof::{ClaimVerdict, FindOptions, PatternForm, ProveOptions, Status, find, prove};
use grundy_rulelang::claims::Claim;
use grundy_rules::clock::Instant;
use grundy_rules::{ErrorKind, Play, Ruleset, Sources, Usage};
use grundy_solve::{Budget, Solver};
use grundy_verify::{Certificate, Certificates, Limits, verify};
use std::cell::Cell;
use std::sync::LazyLock;

/// Number of samples of each game from which rules are taken.
const MAX_SAMPLES: usize = 2000;
/// Maximal number of rulesets that are taken from each game.
const MAX_RULES_PER_GAME: usize = 3;

/// Returns rules from the samples of all games, and other rules with patterns of every kind.
fn all_rules() -> Vec<String> {
    let mut all: Vec<String> = vec![];
    for entry in library().games() {
        let mut of_game: Vec<String> = vec![];
        for position in entry.samples().take(MAX_SAMPLES) {
            let text = position.ruleset().rules_text();
            if of_game.len() < MAX_RULES_PER_GAME && !of_game.contains(&text) {
                of_game.push(text);
            }
        }
        all.extend(of_game);
    }
    let others = [
        // Periodic patterns, with exceptions and lists, some with four outcomes.
        "take[1..4]",
        "take[2,5]",
        "take[1,3,4]",
        "take[2,7,9]",
        "take[5,7,12]",
        "take[1,2 | 1,3]",
        "take[1,4 | 2,3]",
        "take[2 | 3]",
        "take[1 | {}]",
        "take[3..]",
        "take[2^k]",
        "take[1..3,prime]",
        "take[100]",
        "octal[0.07]",
        "octal[0.17]",
        "octal[0.35]",
        "octal[0.6]",
        "octal[4.3]",
        // Closed forms, recursions, regular expressions and automata.
        "rule{ n -> n-1; n/2 }",
        "rule{ n -> n-k for k in 1..n/2 }",
        "rule{ n -> n-k for k in 1..n/3 }",
        "rule{ n -> n-k for k in 1..(n+1)/2 }",
        "rule{ n -> n-k for k in powers(3) }",
        "rule{ n -> n-k for k in fibonacci }",
        "rule{ n -> n/2; n/3 }",
        "rule{ n -> n-1 if n > 4; n-3 }",
        "rule{ n -> (i)+(n-1-i) for i in 1..n-2 }",
        "rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }",
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }",
        "rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }",
        "rule{ (a,b) -> (a-k,b) for k in 1..2; (a,b-k) for k in 1..2; (a-1,b-1) }",
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-i,b-j) for i in 1..a for j in 1..b if i <= j+1 and j <= i+1 }",
        "rule{ left: n -> n-1 if n % 3 == 1; right: n -> n-1 if n % 3 == 2 }",
    ];
    for text in others {
        if !all.iter().any(|known| known == text) {
            all.push(text.to_string());
        }
    }
    let misere: Vec<String> = all.iter().step_by(3).map(|text| format!("misere {text}")).collect();
    all.extend(misere);
    all
}

/// The source of a single file, `found.cert`.
struct SingleFile(String);

impl Sources for SingleFile {
    fn read(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        assert_eq!(name, "found.cert");
        Ok(self.0.clone().into_bytes())
    }
}

/// Maximal time for one search or proof, in milliseconds; those that take longer are skipped.
///
/// Where the system provides it, this is the CPU time of the thread, which does not depend on the load of the machine.
const MAX_MILLIS: u64 = 1_500;

thread_local! {
    /// The value of [`now`] when the work began, in milliseconds.
    static STARTED_AT: Cell<u64> = const { Cell::new(0) };
}

/// Returns the CPU time of this thread in milliseconds, or the elapsed time where that is unknown.
fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_millis() as u64, |time| time / 1_000_000)
}

/// Returns the time since the last call of [`budget`], in milliseconds.
fn elapsed_millis() -> u64 {
    now().saturating_sub(STARTED_AT.get())
}

/// Returns a budget for work that begins now.
///
/// The budget measures the time as if it were memory in use, since every check of the limits queries the
/// memory in use.
fn budget() -> Budget {
    STARTED_AT.set(now());
    Budget { nodes: 2_000_000, usage: Some(Usage { bytes: elapsed_millis, limit: MAX_MILLIS }), ..Budget::default() }
}

fn paste(rules: &Ruleset, formula: &str, certificate: Option<&Certificate>, to: u64) -> Option<ClaimVerdict> {
    let mut written = SingleFile(certificate.map_or_else(String::new, Certificate::to_text));
    let claim = Claim::parse_with(formula, rules, &mut Certificates(&mut written))
        .unwrap_or_else(|error| panic!("{rules}: `{formula}`: {error}"));
    assert_eq!(claim.to_string(), formula, "{rules}");
    match prove(rules, &claim, ProveOptions { to: Some(to), use_theorems: true }, &mut Solver::new(), &budget()) {
        Err(error) if error.kind == ErrorKind::Limit => None,
        verdict => Some(verdict.unwrap_or_else(|error| panic!("{rules}: `{formula}`: {error}"))),
    }
}

#[test]
fn found_formulas_are_proved_as_claims() {
    let counts = prove_found_formulas(all_rules().into_iter().step_by(3));
    assert!(counts[0] > 23, "{counts:?}");
}

#[test]
#[ignore = "slow: three times as many rules"]
fn found_formulas_of_all_rules_are_proved_as_claims() {
    let counts = prove_found_formulas(all_rules().into_iter());
    assert!(counts[0] > 70, "{counts:?}");
}

/// Finds and proves the formulas of some rules; returns how many are proved, conjectured and open.
fn prove_found_formulas(rules: impl Iterator<Item = String>) -> [u32; 3] {
    let mut counts = [0; 3];
    let mut open = vec![];
    let mut words = vec![];
    for text in rules {
        let Ok(rules) = parse_rules(&text) else { continue };
        let mut found = vec![];
        // Ignore errors, such as exceeded limits.
        let to = [400, 40, 12][rules.game.coordinate_names().len().clamp(1, 3) - 1];
        let query = FindOptions { to: Some(to), ..FindOptions::default() };
        let _ = find(&rules, query, &mut Solver::new(), &budget(), &mut |finding| found.push(finding));
        for finding in found {
            let Some(pattern) = &finding.pattern else { continue };
            let names = rules.game.coordinate_names();
            let certificate = finding.certificate.as_deref().filter(|certificate| certificate.automaton().is_ok());
            let formula = match certificate.and_then(|_| pattern.formula_by(&names, "found.cert")) {
                Some(formula) => formula,
                // An automaton that is only conjectured has no certificate to which a formula could refer.
                None if matches!(pattern.form, PatternForm::Automaton(_))
                    && !pattern.formula_in(&names).contains(" is ") =>
                {
                    words.push(format!("{text}: {}", pattern.formula_in(&names)));
                    continue;
                }
                None => pattern.formula_in(&names),
            };
            let Some(verdict) = paste(&rules, &formula, certificate, to) else { continue };
            match verdict {
                ClaimVerdict::Proved { certificate, uncovered, .. } => {
                    counts[0] += 1;
                    assert!(uncovered.first.is_empty(), "{text}: {formula}");
                    // The certificate contains all automata and refers to no other file.
                    let text = certificate.to_text();
                    assert!(!text.contains("found.cert"), "{text}");
                    verify(&Certificate::from_text(&text).unwrap(), library(), &Limits::default()).unwrap();
                }
                ClaimVerdict::Open { .. } if finding.status != Status::Proved => counts[1] += 1,
                ClaimVerdict::Open { .. } if elapsed_millis() >= MAX_MILLIS => {}
                ClaimVerdict::Open { tried, .. } => {
                    counts[2] += 1;
                    let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
                    open.push(format!("{text}: {formula}: {}", tried.join("; ")));
                }
                ClaimVerdict::Refuted { counterexample, .. } => {
                    panic!("{text}: `{formula}` fails at {counterexample:?}")
                }
            }
            assert!(rules.play == Play::Normal || text.starts_with("misere"));
        }
    }
    println!("{counts:?}\n{}\n{}", open.join("\n"), words.join("\n"));
    assert!(open.is_empty() && words.is_empty(), "{open:#?} {words:#?}");
    counts
}

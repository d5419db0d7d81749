//! Compares explanations of proofs with the definition: every line is true of all small heaps.

use grundy_games::parse_rules;
use grundy_proof::{ClaimVerdict, FindOptions, ProveOptions, find, prove};
use grundy_render::{claim_explanation, explain_proof};
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rules::{Amounts, Outcome};
use grundy_solve::{Budget, Quantity, Solver};

fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn every_line_is_true() {
    const TO: u64 = 400;
    let sets = [
        "1", "2", "1,2", "1,3,4", "2,5", "3..5", "1..4", "2,3,7", "5,6", "1,4", "2^k", "4^k", "3^k", "1,prime",
        "1,2,8", "3,5,8", "2,4,6", "1,6", "2,4,7", "1,5,6,9",
    ];
    let (mut lines, mut takes) = (0, 0);
    for set in sets {
        let amounts: Amounts = set.parse().unwrap();
        for misere in [false, true] {
            let mut lost: Vec<bool> = vec![];
            let mut values: Vec<u64> = vec![];
            for n in 0..=TO {
                let options: Vec<u64> = amounts.up_to(n).map(|a| n - a).collect();
                let stuck = options.is_empty() && misere;
                lost.push(!stuck && options.iter().all(|&m| !lost[m as usize]));
                let values_of_options: Vec<u64> = options.iter().map(|&m| values[m as usize]).collect();
                values.push((0..).find(|v| !values_of_options.contains(v)).unwrap());
            }
            let rules = parse_rules(&format!("{}take[{set}]", if misere { "misere " } else { "" })).unwrap();
            for of in [Quantity::Outcome, Quantity::Grundy] {
                if misere && of == Quantity::Grundy {
                    continue;
                }
                let query = FindOptions { to: Some(2000), of: Some(of), ..FindOptions::default() };
                let mut found = vec![];
                let _ = find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |finding| {
                    let certificate = finding.certificate.as_ref();
                    found.extend(certificate.into_iter().flat_map(|one| explain_proof(&rules, &one.proof, finding.of)));
                });
                let mut from = 0;
                for line in found.iter().map(ToString::to_string) {
                    lines += 1;
                    if line.starts_with("for heaps of") {
                        from = numbers(&line)[0];
                        continue;
                    }
                    let (place, reply) = line.split_once(": ").unwrap();
                    let (rests, since) = place.split_once(", n >= ").unwrap_or((place, "0"));
                    let start: u64 = since.parse().unwrap();
                    let (period, rests) = match rests.strip_prefix("n mod ") {
                        Some(rests) => (numbers(rests)[0], numbers(rests)[1..].to_vec()),
                        None => (1, vec![0]),
                    };
                    for n in (start.max(from)..=TO).filter(|n| rests.contains(&(n % period))) {
                        if let Some(take) = reply.strip_prefix("take ") {
                            takes += 1;
                            let numbers = numbers(take);
                            let (take, from) = (numbers[0], numbers.get(1).copied().unwrap_or(0));
                            let wins = n < from || amounts.contains(take) && take <= n && lost[(n - take) as usize];
                            assert!(wins, "{rules}: {line}: {n}");
                        } else if let Some(values_of_options) = reply.strip_prefix("the options have values ") {
                            let (values_of_options, mex) = values_of_options.split_once(", mex ").unwrap();
                            let options: Vec<u64> = amounts.up_to(n).map(|a| values[(n - a) as usize]).collect();
                            assert_eq!(
                                (numbers(values_of_options), mex.parse()),
                                (options, Ok(values[n as usize])),
                                "{rules}: {line}"
                            );
                        } else {
                            assert!(lost[n as usize], "{rules}: {line}: {n}");
                            let rest = reply.split_once("no amount is ").map(|(_, rest)| rest);
                            let missing = rest.map_or(vec![], |rest| numbers(rest.split_once(" mod").unwrap().0));
                            assert!(amounts.up_to(TO).all(|a| !missing.contains(&(a % period))), "{rules}: {line}");
                        }
                    }
                }
            }
        }
    }
    assert!(lines > 100 && takes > 2000, "{lines} {takes}");
}

/// Replaces single letters by numbers.
fn with_numbers(text: &str, numbers: &[(&str, u64)]) -> String {
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| {
            let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            match numbers.iter().find(|(letter, _)| *letter == name) {
                Some((_, number)) => word.replacen(name, &number.to_string(), 1),
                None => word.to_string(),
            }
        })
        .collect()
}

/// Proofs by other methods, and claims about values of other ranges, are not explained by residues.
#[test]
fn explanations_belong_to_their_proofs() {
    for (game, claim) in [("take[l..r]", "P(n) iff N(n-l) for n = l"), ("take[l..r]", "G = (n mod (l+r))/l")] {
        let rules = parse_rules(game).unwrap();
        let claim = Claim::parse(claim, &rules).unwrap();
        let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
        let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{game}") };
        assert_eq!(claim_explanation(&rules, &claim, &certificate).len(), 0, "{game}");
    }
}

/// The explanations for ranges with letters are true of all small heaps, and cover them.
#[test]
fn letter_lines_are_true() {
    let cases: [(&str, &str, &[[u64; 2]]); 4] = [
        ("take[1..k]", "P iff n % (k+1) == 0", &[[1, 1], [1, 2], [1, 5]]),
        ("take[l..r]", "P iff n % (l+r) < l", &[[1, 1], [1, 4], [2, 2], [3, 4], [3, 7]]),
        ("misere take[1..k]", "P iff n % (k+1) == 1", &[[1, 1], [1, 2], [1, 5]]),
        (
            "misere take[l..r]",
            "P iff n % (l+r) >= l and n % (l+r) < 2l",
            &[[1, 1], [1, 4], [2, 2], [3, 4], [3, 7], [4, 4]],
        ),
    ];
    for (game, claim, ranges) in cases {
        let rules = parse_rules(game).unwrap();
        let claim = Claim::parse(claim, &rules).unwrap();
        let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
        let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!("{game}") };
        let lines: Vec<String> =
            claim_explanation(&rules, &claim, &certificate).iter().map(ToString::to_string).collect();
        assert!(lines.len() >= 2, "{lines:?}");
        let misere = game.starts_with("misere");
        for &[low, high] in ranges {
            let mut lost: Vec<bool> = vec![];
            for n in 0..60 {
                let options: Vec<bool> = (low..=high.min(n)).map(|a| lost[(n - a) as usize]).collect();
                lost.push(if options.is_empty() { !misere } else { !options.contains(&true) });
            }
            let mut explained = vec![0; 60];
            let rules = parse_rules(&format!("{}take[{low}..{high}]", if misere { "misere " } else { "" })).unwrap();
            let value = |text: &str, n: u64| {
                let remainder = format!("n mod ({})", if game.ends_with("[1..k]") { "k+1" } else { "l+r" });
                let text = text.replace(", ", " and ").replace(" == x and x >= 1", " >= 1").replace('x', &remainder);
                let text = with_numbers(&text, &[("k", high), ("l", low), ("r", high)]);
                // A claim has to mention an outcome; this one is taken to hold.
                let claim = Claim::parse(&format!("P(0) and {text}"), &rules);
                let claim = claim.unwrap_or_else(|error| panic!("{text}: {}", error.message));
                let known = Some(KnownResult::Outcome(Outcome::P));
                claim.evaluate(&[n], &mut |_| known).unwrap() == ClaimResult::Holds
            };
            for line in &lines {
                let (place, reply) = line.split_once(": ").unwrap();
                for n in (0..60).filter(|&n| value(place, n)) {
                    explained[n as usize] += 1;
                    if reply.starts_with("P;") {
                        assert!(lost[n as usize], "{game} {low} {high}: {line}: {n}");
                    } else if let Some(amount) = reply.strip_prefix("take ") {
                        let taken = (low..=high.min(n)).find(|a| value(&format!("{a} == {amount}"), n));
                        assert!(taken.is_some_and(|a| lost[(n - a) as usize]), "{game} {low} {high}: {line}: {n}");
                    } else {
                        assert!(n < low && !lost[n as usize], "{line}");
                    }
                }
            }
            assert!(explained.iter().all(|&count| count >= 1), "{game} {low} {high}: {explained:?}");
        }
    }
}

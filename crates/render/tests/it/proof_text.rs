//! Compares explanations of proofs with the definition: every line is true of all small heaps.

use grundy_games::parse_rules;
use grundy_proof::{FindOptions, find};
use grundy_render::explain_proof;
use grundy_rules::Amounts;
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

//! Compares verdicts on claims with the brute force, and checks the certificates of proved claims.

use super::certificates;
use super::claim::{Body, Claim, compare_with_facts};
use super::expr::Stop;
use super::facts::Facts;
use super::gen_claim::Ground;
use super::program::{Program, command_line};
use super::report::Disagreement;
use super::tables::Tabled;
use crate::random::Random;
use serde_json::Value;

/// Returns the names of the parameters in claims about this table.
pub fn names(tabled: &Tabled) -> Vec<String> {
    if tabled.facts.arity == tabled.rules.dims() {
        return tabled.rules.parameters();
    }
    ["a", "b", "c", "d"][..tabled.facts.arity].iter().map(|name| name.to_string()).collect()
}

/// Tests some claims about one table.
pub fn prove(program: &Program, name: &str, count: usize, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let tabled = Tabled::random(true, random);
    let names = names(&tabled);
    let ground = Ground { facts: &tabled.facts, names: &names };
    let mut found = vec![];
    for _ in 0..count {
        let (claim, text) = loop {
            let claim = ground.claim(random);
            let text = claim.write(&names, random.one_in(2), random);
            if refers_to_game(&claim, &text, &names) {
                break (claim, text);
            }
        };
        let to =
            if random.one_in(3) { random.between(1, tabled.facts.max_number.max(1)) } else { tabled.facts.max_number };
        let to = to.min(tabled.facts.max_number);
        let file = program.file(&format!("{name}.cert"));
        let _ = std::fs::remove_file(&file);
        let path = file.display().to_string();
        let mut args = tabled.args("prove", &["--claim", &text, "--to", &to.to_string(), "--format", "json"]);
        let shown = args[..args.len() - 5].to_vec();
        args.extend(["--time", "3", "--certificate", &path].map(String::from));
        let (run, lines) = program.lines(&args)?;
        let mut say = |what: &str, message: String| {
            let subject = format!("prove {}: {what}", tabled.rules.game());
            found.push(Disagreement { subject, message, command: command_line(&shown) });
        };
        let Some(answer) = lines.first() else {
            say("nothing", format!("ends with {:?}: {}", run.status, run.errors));
            continue;
        };
        program.count("claims", 1);
        program.count(
            match answer["status"].as_str() {
                Some("proved") => "claims proved",
                Some("refuted") => "claims refuted",
                Some(_) => "claims open",
                None => "claims with an error",
            },
            1,
        );
        verdict(&claim, &tabled, to, answer, &mut say);
        if answer["status"] == "proved" {
            certificates::claim(program, &file, &tabled, &claim, random, &mut found)?;
        }
    }
    Ok(found)
}

/// Reports whether a claim refers to the game, and to as many heaps as the table has.
pub fn refers_to_game(claim: &Claim, text: &str, names: &[String]) -> bool {
    let asks =
        matches!(claim.body, Body::Outcome(..)) || text.contains("P(") || text.contains('G') || text.contains("sg");
    // The program infers the number of heaps from the names in the claim.
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
    asks && (names.len() == 1 || names.iter().all(|name| name.len() > 1 || words.contains(&name.as_str())))
}

/// Evaluates the claim on a larger table, for terms such as `a + 4`.
///
/// Returns whether the claim holds at this position, and the first counterexample up to it.
fn evaluate_on_larger_table(
    claim: &Claim,
    tabled: &Tabled,
    at: &[i64],
) -> Result<(Option<bool>, Option<Vec<i64>>), Stop> {
    let (Facts { arity, max_number, .. }, dims) = (&tabled.facts, tabled.rules.dims());
    let (heaps, larger_bound) = (if *arity > dims { *arity } else { 1 }, 2 * max_number + 8);
    let facts = Facts::new(&tabled.rules, tabled.misere, heaps, larger_bound).ok_or(Stop::Unknown)?;
    let holds = claim.holds(at, &facts, larger_bound)?;
    let near = facts.in_order().into_iter().filter(|one| one.iter().all(|n| n <= max_number));
    let first = near
        .take_while(|one| sort_key(one) <= sort_key(at))
        .find(|one| claim.holds(one, &facts, larger_bound) == Ok(Some(false)));
    Ok((holds, first))
}

/// Returns the sort key of the order in which positions are checked.
fn sort_key(at: &[i64]) -> (i64, Vec<i64>) {
    (at.iter().sum(), at.to_vec())
}

/// Compares the verdict on a claim with the facts.
fn verdict(claim: &Claim, tabled: &Tabled, to: i64, answer: &Value, say: &mut impl FnMut(&str, String)) {
    let facts = &tabled.facts;
    let (known, all) = (compare_with_facts(claim, facts, to), compare_with_facts(claim, facts, facts.max_number));
    if let Some(error) = answer.get("error") {
        let kind = error["kind"].as_str().unwrap_or("");
        // An error is correct if the claim refers to no position, or is undefined at some position.
        let excused = kind == "limit"
            || (kind == "unsupported" && !tabled.rules.has_table())
            || all.is_undefined
            || (known.held_count == 0 && known.counterexample.is_none());
        if !excused {
            say("error", error.to_string());
        }
        return;
    }
    let counterexample: Option<Vec<i64>> =
        answer["counterexample"].as_array().map(|numbers| numbers.iter().filter_map(Value::as_i64).collect());
    match (answer["status"].as_str().unwrap_or(""), counterexample.clone()) {
        ("refuted", Some(at)) => {
            let holds = if at.iter().all(|&n| n <= facts.max_number) {
                claim.holds(&at, facts, facts.max_number)
            } else {
                Ok(None)
            };
            let mut least = known.counterexample.clone().or_else(|| all.counterexample.clone());
            let is_far = at.iter().any(|&n| n > facts.max_number);
            // The claim may refer to positions beyond the table.
            let holds = match holds {
                Err(Stop::Unknown) => evaluate_on_larger_table(claim, tabled, &at).map(|(holds, first)| {
                    least = first.or(least.take());
                    holds
                }),
                holds => holds,
            };
            match holds {
                // A proof can refute beyond the facts of the brute force; within them, it must agree.
                Ok(None) if is_far && all.counterexample.is_none() => {}
                // Positions are ordered by their sum, so the first counterexample of all may precede the first
                // one within the bound.
                Ok(Some(false))
                    if known.counterexample.is_none()
                        || least.as_ref() == Some(&at)
                        || all.counterexample.as_ref() == Some(&at) => {}
                Ok(Some(false)) => say("refuted, but not by the least", format!("says {at:?}, brute force {least:?}")),
                other => say("refuted, but it holds", format!("says {at:?}, where brute force says {other:?}")),
            }
        }
        ("proved", _) => match all.counterexample {
            Some(at) => say("proved, but false", format!("fails at {at:?}")),
            None if all.held_count == 0 && !all.is_undefined => {
                say("proved, but says nothing", "speaks of no position".into())
            }
            None => {}
        },
        ("conjecture", _) => {
            if let Some(at) = known.counterexample {
                say("open, but false", format!("fails at {at:?}, within the table"));
            }
        }
        (status, _) => say("status", format!("says {status}")),
    }
    if all.is_undefined {
        return;
    }
    // The check of a refuted claim stops at the counterexample.
    let end = counterexample.as_deref().map(sort_key);
    // An open claim was checked only where all its terms stay inside the table.
    let checked_to = answer["checked_to"].as_i64().filter(|_| answer["status"] == "conjecture").unwrap_or(to);
    let was_checked =
        |at: &Vec<i64>| end.as_ref().is_none_or(|end| sort_key(at) < *end) && at.iter().all(|&n| n <= checked_to);
    let known: Vec<Vec<i64>> = known.silent.into_iter().filter(was_checked).collect();
    if let Some(message) = silent_error(&answer["silent"], &known, &all.silent, facts.max_number) {
        say("silent", message);
    }
}

/// Returns what is wrong with the reported silent positions; `None` if nothing is wrong.
///
/// `expected` are the silent positions up to the bound of the check, `all` those of the whole table of facts.
fn silent_error(reported: &Value, expected: &[Vec<i64>], all: &[Vec<i64>], max_number: i64) -> Option<String> {
    if reported.is_null() {
        return expected.first().map(|at| format!("does not say that the claim is silent at {at:?}"));
    }
    let first: Vec<Vec<i64>> = serde_json::from_value(reported["first"].clone()).unwrap_or_default();
    let last = first.iter().map(|at| sort_key(at)).max();
    let is_listed = |at: &Vec<i64>| first.contains(at) || (first.len() >= 10 && Some(sort_key(at)) > last);
    let wrong = first.is_empty()
        || !first.is_sorted_by_key(|at| sort_key(at))
        || first.iter().any(|at| at.iter().all(|&n| n <= max_number) && !all.contains(at))
        || !expected.iter().all(is_listed)
        || reported["count"].as_u64().is_some_and(|count| count < expected.len().max(first.len()) as u64);
    wrong.then(|| format!("says that the claim is silent at {reported}, brute force {:?}", &all[..all.len().min(10)]))
}

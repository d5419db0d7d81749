//! Explanations of proofs: the winning reply in each residue class of positions.

use grundy_lang::{Text, text};
use grundy_rules::{Play, Ruleset, TableForm};
use grundy_solve as solve;
use grundy_value::CompactSort;
use grundy_verify::{Proof, Quantity, ResultTable};

/// The longest period that is explained class by class.
const MAX_CLASSES: u64 = 12;

/// Explains a proof by residue classes, class by class.
///
/// Returns no lines for other proofs and for long periods.
///
/// ```
/// use grundy_proof::{ProveOptions, ClaimVerdict, prove};
/// use grundy_rulelang::claims::Claim;
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[2^k]").unwrap();
/// let claim = Claim::parse("P iff n % 3 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// let ClaimVerdict::Proved { certificate, .. } = verdict else { panic!() };
/// let lines = grundy_render::explain_proof(&rules, &certificate.proof, grundy_solve::Quantity::Outcome);
/// assert_eq!(lines[0], "n mod 3 == 0: P; no amount is 0 mod 3, so no move leads to another P-position");
/// assert_eq!(lines[1], "n mod 3 == 1: take 1");
/// ```
pub fn explain_proof(rules: &Ruleset, proof: &Proof, of: solve::Quantity) -> Vec<Text> {
    match proof {
        Proof::Residues { preperiod, period, outcomes, amounts } if *period <= MAX_CLASSES => {
            residues(*preperiod, *period, outcomes, amounts)
        }
        Proof::Periodic { of: Quantity::Outcome, preperiod, period, table: ResultTable::Outcomes(letters), .. }
            if *period <= MAX_CLASSES =>
        {
            windows(rules, *preperiod, *period, letters)
        }
        Proof::Periodic { of: Quantity::Grundy, preperiod, period, table: ResultTable::Values(values), .. }
            if *period <= MAX_CLASSES =>
        {
            match of {
                // Values determine the outcomes.
                solve::Quantity::Outcome => {
                    let letters: String = values.iter().map(|&value| if value == 0 { 'P' } else { 'N' }).collect();
                    windows(rules, *preperiod, *period, &letters)
                }
                solve::Quantity::Grundy => options(rules, *preperiod, *period, values),
            }
        }
        _ => vec![],
    }
}

/// Formats the residue class of n: `n mod 3 == 1`.
fn class(preperiod: u64, period: u64, n: u64) -> String {
    let from = if preperiod > 0 { format!(", n >= {preperiod}") } else { String::new() };
    match period {
        1 => format!("n >= {preperiod}"),
        _ => format!("n mod {period} == {}{from}", n % period),
    }
}

/// Returns the first element of each class after the preperiod, ordered by residue.
fn classes(preperiod: u64, period: u64) -> impl Iterator<Item = u64> {
    let mut list: Vec<u64> = (preperiod..preperiod + period).collect();
    list.compact_sort_by_key(|n| n % period);
    list.into_iter()
}

/// Lists the differences of P-positions modulo the period; no amount is congruent to one of them.
fn differences(lost: &[u64], period: u64) -> Text {
    let mut found: Vec<u64> =
        lost.iter().flat_map(|a| lost.iter().map(move |b| (period + a % period - b % period) % period)).collect();
    found.compact_sort();
    found.dedup();
    Text::or(found.iter().map(|difference| Text::verbatim(difference.to_string())))
}

/// Describes all classes of P-positions in one line.
fn lost_line(preperiod: u64, period: u64, lost: &[u64]) -> Option<Text> {
    let rests: Vec<String> =
        classes(preperiod, period).filter(|n| lost.contains(n)).map(|n| (n % period).to_string()).collect();
    let place = match rests.len() {
        0 => return None,
        1 => class(preperiod, period, lost[0]),
        _ => {
            let from = if preperiod > 0 { format!(", n >= {preperiod}") } else { String::new() };
            format!("n mod {period} in {{{}}}{from}", rests.join(", "))
        }
    };
    Some(match (preperiod, period) {
        // The argument by differences needs preperiod 0, because a preperiod may contain further P-positions.
        (0, 2..) => text!(
            "{place}: P; no amount is {differences} mod {period}, so no move leads to another P-position",
            place,
            differences = differences(lost, period),
            period
        ),
        _ => text!("{place}: P; no move leads to another P-position", place),
    })
}

fn take_line(place: String, take: u64, from: Option<u64>) -> Text {
    match from {
        None => text!("{place}: take {take}", place, take),
        Some(from) => text!("{place}: take {take} (from n = {from} on)", place, take, from),
    }
}

fn residues(preperiod: u64, period: u64, outcomes: &str, amounts: &[u64]) -> Vec<Text> {
    let letter = |n: u64| outcomes.as_bytes().get(n as usize).copied();
    let lost: Vec<u64> = (preperiod..preperiod + period).filter(|&n| letter(n) == Some(b'P')).collect();
    // The amounts of the last `period` heaps also win from all larger heaps of their class.
    let from = (amounts.len() as u64).saturating_sub(period);
    let witness = |n: u64| (from..amounts.len() as u64).find(|k| k % period == n % period);
    let won = classes(preperiod, period).filter(|n| !lost.contains(n)).filter_map(|n| {
        let least = witness(n)?;
        let take = amounts[least as usize];
        // The listed amounts of smaller heaps of the class may differ.
        let same = (n..=least).step_by(period as usize).all(|k| amounts.get(k as usize) == Some(&take));
        Some(take_line(class(preperiod, period, n), take, (!same).then_some(least)))
    });
    lost_line(preperiod, period, &lost).into_iter().chain(won).collect()
}

/// Returns the amounts of a game of one heap in which both players have the same amounts.
fn shared_amounts(rules: &Ruleset) -> Option<Vec<u64>> {
    let amounts = match rules.game.table_form()? {
        TableForm::PartizanHeaps { .. } => return None,
        view => view.amounts()?,
    };
    Some(amounts.up_to(amounts.max()?).collect())
}

fn windows(rules: &Ruleset, preperiod: u64, period: u64, letters: &str) -> Vec<Text> {
    let Some(amounts) = shared_amounts(rules) else { return vec![] };
    let letter = |n: u64| {
        let at = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
        letters.as_bytes().get(at as usize).copied()
    };
    let lost: Vec<u64> = (preperiod..preperiod + period).filter(|&n| letter(n) == Some(b'P')).collect();
    // From this offset on, every amount may be taken and leads into the period.
    let max_amount = amounts.last().copied().unwrap_or(0);
    let Some(periodic_offset) = periodic_offset(max_amount, preperiod, period) else { return vec![] };
    let won = classes(preperiod, period).filter(|n| !lost.contains(n)).filter_map(|n| {
        // Choose the amount that wins from the smallest heap of the class on.
        let last_failure = |a: u64| {
            (n..=n + periodic_offset).step_by(period as usize).filter(|&m| a > m || letter(m - a) != Some(b'P')).last()
        };
        let good = amounts.iter().filter(|&&a| letter(n + periodic_offset - a) == Some(b'P'));
        let take = *good.min_by_key(|&&a| last_failure(a).map_or(0, |m| m + 1))?;
        Some(take_line(class(preperiod, period, n), take, last_failure(take).map(|m| m + period)))
    });
    lost_line(preperiod, period, &lost).into_iter().chain(won).collect()
}

/// Returns a multiple of the period from which every amount leads into the periodic range.
///
/// Returns `None` if this multiple exceeds `MAX_OFFSET`.
fn periodic_offset(max_amount: u64, preperiod: u64, period: u64) -> Option<u64> {
    max_amount.checked_add(preperiod)?.checked_next_multiple_of(period).filter(|offset| *offset <= MAX_OFFSET)
}

/// The maximum result of `periodic_offset`.
const MAX_OFFSET: u64 = 1 << 16;

fn options(rules: &Ruleset, preperiod: u64, period: u64, values: &[u64]) -> Vec<Text> {
    let Some(amounts) = shared_amounts(rules).filter(|amounts| amounts.len() <= 12 && rules.play == Play::Normal)
    else {
        return vec![];
    };
    let value = |n: u64| {
        let at = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
        values.get(at as usize).copied().unwrap_or(0)
    };
    let max_amount = amounts.last().copied().unwrap_or(0);
    let Some(periodic_offset) = periodic_offset(max_amount, preperiod, period) else { return vec![] };
    let line = |n: u64| {
        let (place, at) = (class(preperiod, period, n), n + periodic_offset);
        let options: Vec<String> = amounts.iter().map(|a| value(at - a).to_string()).collect();
        let (options, mex) = (options.join(","), value(n));
        text!("{place}: the options have values {options}, mex {own}", place, options, own = mex)
    };
    let least = max_amount + preperiod;
    let head = text!("for heaps of at least {least}, from which every amount can be taken:", least);
    std::iter::once(head).chain(classes(preperiod, period).map(line)).collect()
}

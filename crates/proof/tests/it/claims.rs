//! Tests random claims against brute force.
//!
//! No false claim may be proved. A refuted claim must fail at the counterexample and not before. The reported positions
//! about which a claim says nothing must be correct.

use crate::claim_trees::{Component, Kind, Random, Stop, evaluate_claim, text};
use grundy_games::parse_rules;
use grundy_proof::{ClaimVerdict, ProveOptions, prove};
use grundy_rulelang::claims::Claim;
use grundy_solve::{Budget, Solver};
use grundy_verify::{Limits, verify};
use std::collections::HashSet;

/// Computes the values of a game by the definition, from a function that lists options.
fn values(arity: usize, side: u64, options: &dyn Fn(&[u64]) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut table: Vec<u64> = vec![];
    for k in 0..side.pow(arity as u32) {
        let at = if arity == 1 { vec![k] } else { vec![k / side, k % side] };
        let place = |at: &Vec<u64>| at.iter().fold(0, |sum, x| sum * side + x) as usize;
        let seen: HashSet<u64> = options(&at).iter().map(|option| table[place(option)]).collect();
        table.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    table
}

fn less(n: u64, set: &[u64]) -> Vec<Vec<u64>> {
    set.iter().filter(|&&s| s <= n).map(|s| vec![n - s]).collect()
}

fn on_pairs(at: &[u64], both: bool) -> Vec<Vec<u64>> {
    let (a, b) = (at[0], at[1]);
    let mut all: Vec<Vec<u64>> = (0..a).map(|x| vec![x, b]).chain((0..b).map(|y| vec![a, y])).collect();
    if both {
        all.extend((1..=a.min(b)).map(|k| vec![a - k, b - k]));
    }
    all
}

struct Game {
    rules: &'static str,
    kind: Kind,
    side: u64,
    /// The largest parameter of positions at which claims are evaluated.
    ///
    /// At these positions, claims refer only to positions in the table.
    max_judged: u64,
    table: Vec<u64>,
}

fn games() -> Vec<Game> {
    let heap = |values: bool, division: bool| Kind { names: &["n"], values, division };
    let pair = |values: bool| Kind { names: &["a", "b"], values, division: false };
    let mut games = vec![];
    let mut add = |rules, kind: Kind, options: &dyn Fn(&[u64]) -> Vec<Vec<u64>>| {
        let (side, judged) = if kind.names.len() == 1 { (900, 400) } else { (140, 64) };
        games.push(Game { rules, kind, side, max_judged: judged, table: values(kind.names.len(), side, options) });
    };
    add("take[1..4]", heap(true, false), &|at| less(at[0], &[1, 2, 3, 4]));
    add("take[1..4]", heap(false, true), &|at| less(at[0], &[1, 2, 3, 4]));
    add("take[2,4,7]", heap(true, false), &|at| less(at[0], &[2, 4, 7]));
    add("take[2^k]", heap(false, false), &|at| less(at[0], &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]));
    add("rule{ n -> n-k for k in 1..n/2 }", heap(true, false), &|at| {
        (1..=at[0] / 2).map(|k| vec![at[0] - k]).collect()
    });
    add("rule{ n -> n-1; n/2 }", heap(false, false), &|at| match at[0] {
        0 => vec![],
        n => vec![vec![n - 1], vec![n / 2]],
    });
    add("nim", pair(true), &|at| on_pairs(at, false));
    add("wythoff", pair(false), &|at| on_pairs(at, true));
    games
}

impl Game {
    fn known(&self, at: &[u64]) -> Option<u64> {
        let inside = at.iter().all(|&x| x < self.side);
        let entry = || self.table[at.iter().fold(0, |sum, x| sum * self.side + x) as usize];
        inside.then(|| if self.kind.values { entry() } else { u64::from(entry() > 0) })
    }

    /// Evaluates a claim at the positions with parameters up to `max_parameter`.
    ///
    /// Returns the first position at which the claim fails, the earlier positions about which it says nothing, and the
    /// number of earlier positions at which it holds.
    fn judge(&self, claim: &[Component], max_parameter: u64) -> (Option<Vec<u64>>, Vec<Vec<u64>>, u64) {
        let (mut uncovered, mut holds_count) = (vec![], 0);
        let arity = self.kind.names.len() as u64;
        for sum in 0..=max_parameter * arity {
            let first = if arity == 1 { sum } else { 0 };
            for a in first..=sum.min(max_parameter) {
                let at = if arity == 1 { vec![a] } else { vec![a, sum - a] };
                if at.iter().any(|&x| x > max_parameter) {
                    continue;
                }
                match evaluate_claim(claim, &at, &|at| self.known(at)) {
                    Ok(false) => return (Some(at), uncovered, holds_count),
                    Ok(true) => holds_count += 1,
                    Err(Stop::Silent) => uncovered.push(at),
                    Err(Stop::EvalError) => return (None, vec![], 0),
                    _ => {}
                }
            }
        }
        (None, uncovered, holds_count)
    }
}

#[test]
fn random_claims_against_brute_force() {
    let mut random = Random(16);
    let games = games();
    let (mut proved, mut refuted, mut open, mut uncovered_somewhere, mut not_judged) = (0, 0, 0, 0, 0);
    for game in &games {
        // The remaining numbers of claims to test: claims that hold on small positions, and claims that fail there.
        let mut remaining = [28, 12];
        let mut tries = 0;
        while remaining != [0, 0] && tries < 60_000 {
            tries += 1;
            let tree = game.kind.claim(&mut random);
            let (fails, _, holds_count) = game.judge(&tree, 12);
            let kind = usize::from(fails.is_some());
            if remaining[kind] == 0 || (fails.is_none() && holds_count == 0) {
                continue;
            }
            let text = text(&tree, game.kind.names);
            let rules = parse_rules(game.rules).unwrap();
            let Ok(claim) = Claim::parse(&text, &rules) else { continue };
            remaining[kind] -= 1;
            let to = if game.kind.names.len() == 1 { 150 } else { 14 };
            let budget = Budget { nodes: 300_000, ..Budget::default() };
            let query = ProveOptions { to: Some(to), use_theorems: true };
            let verdict = match prove(&rules, &claim, query, &mut Solver::new(), &budget) {
                Ok(verdict) => verdict,
                // Skip claims with errors, such as a division by zero.
                Err(_) => continue,
            };
            let (fails, uncovered, _) = game.judge(&tree, game.max_judged);
            let name = game.rules;
            match verdict {
                ClaimVerdict::Proved { uncovered: found, certificate, .. } => {
                    proved += 1;
                    assert_eq!(fails, None, "{name}: `{text}` is proved");
                    verify(&certificate, grundy_games::library(), &Limits::default()).unwrap();
                    // The verdict lists the positions within the table that the claim does not cover. If
                    // there are none, it lists one such position beyond the table.
                    let within = |at: &&Vec<u64>| at.iter().all(|&x| x <= to);
                    let listed: Vec<Vec<u64>> = uncovered.iter().filter(within).take(10).cloned().collect();
                    match &found.first[..] {
                        [one] if listed.is_empty() => {
                            assert!(
                                uncovered.contains(one) || one.iter().any(|&x| x > game.max_judged),
                                "{name}: {text}"
                            );
                        }
                        first => assert_eq!(*first, listed, "{name}: {text}"),
                    }
                    uncovered_somewhere += u32::from(!uncovered.is_empty());
                    if let Some(count) = found.count {
                        assert_eq!(count, uncovered.len() as u64, "{name}: {text}");
                    }
                }
                ClaimVerdict::Refuted { counterexample, .. } => {
                    refuted += 1;
                    let most = counterexample.iter().copied().max().unwrap().max(to);
                    let (first, ..) = game.judge(&tree, most.min(game.max_judged));
                    // The checker may give a counterexample beyond the positions that are evaluated here.
                    let expected = Some(counterexample).filter(|_| most <= game.max_judged);
                    assert_eq!(first, expected, "{name}: `{text}` is refuted");
                    not_judged += u32::from(first.is_none());
                }
                ClaimVerdict::Open { .. } => {
                    open += 1;
                    let (fails, ..) = game.judge(&tree, to / 3);
                    assert_eq!(fails, None, "{name}: `{text}` is open");
                }
            }
        }
    }
    println!(
        "{proved} proved, {refuted} refuted, {open} open, {uncovered_somewhere} uncovered somewhere, {not_judged} not judged"
    );
    assert!(not_judged < 10, "{not_judged} were refuted beyond what is judged");
    assert!(
        proved > 100 && refuted > 80 && uncovered_somewhere > 20,
        "{proved} {refuted} {open} {uncovered_somewhere}"
    );
}

//! Checks that all methods give the same answer for a position.
//!
//! Rulesets are taken from the samples of all games in the registry, and varied with random parameters, under normal
//! and misère play. These are compared position by position: brute force, the solver with all its methods, tables, the
//! tables of patterns, patterns with their certificates, claims, and sequences. No game is named here.

use grundy_games::{library, parse, parse_rules};
use grundy_proof::{ClaimVerdict, FindOptions, OUTCOMES, ProveOptions, Status, find, prove, table_of};
use grundy_rulelang::claims::Claim;
use grundy_rules::{ErrorKind, Kind, Nimber, Outcome, Play, Player, PositionSum, Ruleset, SplitMix64, Splitting};
use grundy_solve::sequence::{Sequence, SequenceOptions};
use grundy_solve::{Answer, Budget, MovesWanted, Quantity, Question, Solver};
use grundy_verify::{Limits, Proof, ResultTable, verify};
use std::collections::BTreeSet;

/// The limits on what one test compares.
#[derive(Clone, Copy)]
struct Extent {
    /// Maximal numbers of rulesets per game: those taken from samples, and those with random parameters.
    rulesets: [usize; 2],
    /// Maximal number of nodes of a search.
    nodes: u64,
}

/// The limits of tests that run before every commit.
const SMALL: Extent = Extent { rulesets: [3, 2], nodes: 6_000 };
/// The limits of slow tests.
const LARGE: Extent = Extent { rulesets: [5, 3], nodes: 9_000 };
/// The largest parameter of positions with one, two and three parameters.
const MAX_PARAMETERS: [u64; 3] = [26, 7, 3];

/// Returns rulesets of one game in text form.
///
/// There are at most `max_sampled` from samples and at most `max_varied` with random parameters.
fn rulesets(
    entry: &dyn grundy_rules::DynGame,
    [max_sampled, max_varied]: [usize; 2],
    random: &mut SplitMix64,
) -> Vec<String> {
    let mut names: Vec<String> = vec![];
    for position in entry.samples().take(600) {
        let name = position.ruleset().rules_text();
        if !names.contains(&name) && parse_rules(&name).is_ok() {
            names.push(name);
        }
    }
    // Samples are ordered by size: keep the first ones, and a random choice of the others.
    while names.len() > max_sampled {
        let place = max_sampled / 2 + random.below((names.len() - max_sampled / 2) as u64) as usize;
        names.remove(place);
    }
    let mut varied = BTreeSet::new();
    for _ in 0..20 * max_varied {
        if varied.len() == max_varied {
            break;
        }
        let name = &names[random.below(names.len() as u64) as usize];
        let Some(bracket) = name.find(['[', '{']) else { break };
        let (head, parameters) = name.split_at(bracket);
        let mut text = head.to_string();
        let mut before = ' ';
        for c in parameters.chars() {
            match c {
                // Replace the first digit of some numbers by another nonzero digit.
                '0'..='9' if !before.is_ascii_digit() && before != '.' && random.below(3) > 0 => {
                    text.push(char::from(b'1' + random.below(9) as u8));
                }
                _ => text.push(c),
            }
            before = c;
        }
        if let Ok(rules) = parse_rules(&text) {
            varied.insert(rules.to_string());
        }
    }
    names.extend(varied);
    names
}

fn single_position(rules: &Ruleset, at: [u64; 3]) -> PositionSum {
    let position = rules.game.position_at(at).expect("the position is in range");
    rules.position_sum(position)
}

fn solve(solver: &mut Solver, spec: &PositionSum, use_theorems: bool, nodes: u64) -> grundy_rules::Result<Answer> {
    let budget = Budget { nodes, ..Budget::default() };
    solver.solve(
        spec,
        &Question { use_theorems, moves: MovesWanted::None, wants_working: false, ..Question::default() },
        &budget,
    )
}

/// The outcomes and values of all positions up to a bound, by brute force.
struct Truth {
    at: Vec<[u64; 3]>,
    outcomes: Vec<Outcome>,
    values: Option<Vec<Nimber>>,
}

/// Returns a bound, and the outcomes and values of all positions up to the bound by brute force.
///
/// Returns `None` if brute force takes too long, or if play need not end.
fn truth(rules: &Ruleset, dims: usize, kind: Kind, nodes: u64) -> Option<(u64, Truth)> {
    let mut to = MAX_PARAMETERS[dims - 1].min(rules.game.max_index().unwrap_or(u64::MAX));
    'smaller: loop {
        let at = points(dims, to);
        let (mut outcomes, mut values) = (vec![], vec![]);
        for &at in &at {
            let answer = match solve(&mut Solver::new(), &single_position(rules, at), false, nodes) {
                Ok(answer) => answer,
                Err(error) if error.kind == ErrorKind::Limit && to > 2 && rules.game.max_index().is_none() => {
                    to /= 2;
                    continue 'smaller;
                }
                Err(_) => return None,
            };
            if !answer.position.short {
                return None;
            }
            outcomes.push(answer.result.outcome?);
            values.extend(answer.values.grundy);
        }
        let values = (kind == Kind::Impartial && rules.play == Play::Normal).then_some(values);
        assert!(values.as_ref().is_none_or(|values| values.len() == at.len()), "{rules}");
        return Some((to, Truth { at, outcomes, values }));
    }
}

fn points(dims: usize, to: u64) -> Vec<[u64; 3]> {
    let last = |k: usize| if k < dims { to } else { 0 };
    let pairs = move |a| (0..=last(1)).flat_map(move |b| (0..=last(2)).map(move |c| [a, b, c]));
    (0..=to).flat_map(pairs).collect()
}

/// Returns a message for each disagreement about one ruleset; `None` if the ruleset cannot be compared.
fn faults(rules: &Ruleset, nodes: u64, random: &mut SplitMix64) -> Option<Vec<String>> {
    let dims = rules.dims()?;
    let kind = rules.game.position_at([0; 3])?.ruleset().kind();
    if !matches!(kind, Kind::Impartial | Kind::Partizan) {
        return None;
    }
    let (to, truth) = truth(rules, dims, kind, nodes)?;
    let mut faults = vec![];
    let budget = Budget { nodes: 100 * nodes, ..Budget::default() };
    let names = rules.game.coordinate_names();
    let quantities: &[Quantity] =
        if truth.values.is_some() { &[Quantity::Outcome, Quantity::Grundy] } else { &[Quantity::Outcome] };

    // Compare with the solver; the positions are parsed from their text.
    let mut solver = Solver::new();
    for (k, &at) in truth.at.iter().enumerate() {
        let numbers: Vec<String> = at[..dims].iter().map(u64::to_string).collect();
        let text = format!("{}({})", rules.game.rules_text(), numbers.join(","));
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let spec = PositionSum { play: rules.play, ..read };
        match solve(&mut solver, &spec, true, nodes) {
            Ok(answer) => {
                if answer.result.outcome != Some(truth.outcomes[k]) {
                    faults.push(format!("{spec}: solved {:?}, in truth {}", answer.result.outcome, truth.outcomes[k]));
                }
                if let (Some(found), Some(values)) = (answer.values.grundy, &truth.values)
                    && found != values[k]
                {
                    faults.push(format!("{spec}: value {found}, in truth {}", values[k]));
                }
            }
            Err(error) => faults.push(format!("{spec}: {error}")),
        }
    }
    // Compare with the same rules written in the rule language.
    if kind == Kind::Impartial
        && let Some(text) = rules.game.as_rule()
    {
        let worded =
            parse_rules(&format!("rule{{ {text} }}")).unwrap_or_else(|error| panic!("{rules}: {text}: {error}"));
        let worded = Ruleset { play: rules.play, ..worded };
        let mut solver = Solver::new();
        for (k, &at) in truth.at.iter().enumerate() {
            match solve(&mut solver, &single_position(&worded, at), true, nodes) {
                Ok(answer) if answer.result.outcome != Some(truth.outcomes[k]) => {
                    faults.push(format!("{rules} as {text} at {at:?}: {:?}", answer.result.outcome));
                }
                _ => {}
            }
        }
    }
    // Compare tables; the second table has a smaller bound than the first one of the same solver.
    for (&of, use_theorems) in quantities.iter().flat_map(|of| [(of, true), (of, false)]) {
        let mut solver = Solver::new();
        for bound in [to, to / 2] {
            let mut table = match solver.table(rules, of, bound, use_theorems, &budget) {
                Ok(table) => table,
                Err(error) => {
                    faults.push(format!("{rules}, table to {bound}, {use_theorems}: {error}"));
                    continue;
                }
            };
            for (k, &at) in truth.at.iter().enumerate().filter(|(_, at)| at.iter().all(|&n| n <= bound)) {
                let cell = table.cell(at).unwrap();
                let value = truth.values.as_ref().filter(|_| of == Quantity::Grundy).map(|values| values[k]);
                if cell.outcome != truth.outcomes[k] || cell.grundy != value {
                    faults.push(format!("{rules}, table to {bound}, {use_theorems}, at {at:?}: {cell:?}"));
                }
            }
        }
        match table_of(rules, of, to, use_theorems, &mut Solver::new(), &budget) {
            Err(error) => faults.push(format!("{rules}, data to {to}, {use_theorems}: {error}")),
            Ok(data) => {
                for (k, &at) in truth.at.iter().enumerate() {
                    let entry = data.at(&at[..dims]);
                    let right = match of {
                        Quantity::Grundy => {
                            truth.values.as_ref().is_some_and(|v| v[k] == Nimber::from(u64::from(entry)))
                        }
                        Quantity::Outcome => OUTCOMES[entry as usize] == truth.outcomes[k],
                    };
                    if !right {
                        faults.push(format!(
                            "{rules}, data of {} to {to}, {use_theorems}, at {at:?}: {entry}",
                            of.name()
                        ));
                    }
                }
            }
        }
    }
    // Compare patterns and the tables in their certificates.
    let mut findings = vec![];
    let query = FindOptions { to: Some(to), of: None, use_theorems: true };
    if let Err(error) = find(rules, query, &mut Solver::new(), &budget, &mut |finding| findings.push(finding)) {
        faults.push(format!("{rules}, find: {error}"));
    }
    for finding in &findings {
        if let Some(pattern) = &finding.pattern {
            let matches_truth = |at: &[u64], outcome: Outcome, value: Option<Nimber>| match finding.of {
                Quantity::Grundy => {
                    value.is_none_or(|v| pattern.eval(at).is_some_and(|matches_truth| Nimber::from(matches_truth) == v))
                }
                Quantity::Outcome => {
                    pattern.eval(at).is_some_and(|matches_truth| OUTCOMES[matches_truth as usize] == outcome)
                }
            };
            for (k, at) in truth.at.iter().enumerate() {
                if !matches_truth(&at[..dims], truth.outcomes[k], truth.values.as_ref().map(|v| v[k])) {
                    faults.push(format!("{rules}: found {} at {at:?}", pattern.formula_in(&names)));
                }
            }
            // A proved pattern must also hold beyond the table.
            if finding.status == Status::Proved {
                for _ in 0..6 {
                    let at = std::array::from_fn(|k| if k < dims { random.below(4 * to + 4) } else { 0 });
                    if rules.game.position_at(at).is_none() {
                        continue;
                    }
                    let Ok(answer) = solve(&mut solver, &single_position(rules, at), true, nodes) else { continue };
                    if answer
                        .result
                        .outcome
                        .is_some_and(|outcome| !matches_truth(&at[..dims], outcome, answer.values.grundy))
                    {
                        faults.push(format!("{rules}: proved {} fails at {at:?}", pattern.formula_in(&names)));
                    }
                }
            }
        }
        let Some(certificate) = &finding.certificate else { continue };
        if let Err(error) = verify(certificate, grundy_games::library(), &Limits::default()) {
            faults.push(format!("{rules}: {error}"));
        }
        faults.extend(table_faults(rules, &certificate.proof, &truth));
    }
    // Check claims: a claim that is true in the whole table must not be refuted there, and a claim that is false at one
    // position must be refuted at that position.
    let all_lost: Vec<String> = truth
        .at
        .iter()
        .zip(&truth.outcomes)
        .filter(|(_, outcome)| **outcome == Outcome::P)
        .map(|(at, _)| is(&names, &at[..dims]))
        .collect();
    let p_condition = if all_lost.is_empty() { format!("{0} != {0}", names[0]) } else { all_lost.join(" or ") };
    let place = random.below(truth.at.len() as u64) as usize;
    let (here, number) = (is(&names, &truth.at[place][..dims]), truth.at[place]);
    let flipped = match truth.outcomes[place] {
        Outcome::P => format!("P iff ({p_condition}) and not ({here})"),
        _ => format!("P iff ({p_condition}) or ({here})"),
    };
    let mut claims = vec![(format!("P iff {p_condition}"), false), (flipped, true)];
    if let Some(values) = &truth.values {
        let of = format!("G({})", names.join(","));
        let value = values[place].0;
        claims.push((format!("{of} == {value} or not ({here})"), false));
        claims.push((format!("{of} == {} or not ({here})", value + 1), true));
    }
    for ((text, wrong), use_theorems) in claims.iter().flat_map(|claim| [(claim, true), (claim, false)]) {
        let claim = Claim::parse(text, rules).unwrap_or_else(|error| panic!("{rules}: {text}: {error}"));
        let options = ProveOptions { to: Some(to), use_theorems };
        match prove(rules, &claim, options, &mut Solver::new(), &budget) {
            Ok(ClaimVerdict::Refuted { counterexample, .. }) if *wrong && counterexample == number[..dims] => {}
            // A claim that is true in the table may fail beyond it.
            Ok(ClaimVerdict::Refuted { counterexample, .. }) if counterexample.iter().any(|&n| n > to) => {}
            Ok(ClaimVerdict::Proved { certificate, .. }) if !*wrong => {
                if let Err(error) = verify(&certificate, grundy_games::library(), &Limits::default()) {
                    faults.push(format!("{rules}: {text}: {error}"));
                }
                faults.extend(table_faults(rules, &certificate.proof, &truth));
            }
            Ok(ClaimVerdict::Open { .. }) if !*wrong => {}
            verdict => faults.push(format!("{rules}: {text}, {use_theorems}: {verdict:?}")),
        }
    }
    // Compare sequences.
    if let (Some(splitting), Some(values)) = (Splitting::from_rules(rules), &truth.values)
        && let Ok(mut sequence) = Sequence::new(&splitting, SequenceOptions::default())
    {
        sequence.extend_to(to, &budget).unwrap();
        for n in 0..=to {
            let value = sequence.values(n..n + 1).next().map(|v| Nimber::from(u64::from(v)));
            if value != Some(values[n as usize]) {
                faults.push(format!("{rules}: value {value:?} of {n} in the sequence"));
            }
        }
    }
    Some(faults)
}

/// Returns a message for each entry in the table of a certificate that disagrees with the truth.
fn table_faults(rules: &Ruleset, proof: &Proof, truth: &Truth) -> Vec<String> {
    let residues;
    let table = match proof {
        Proof::Periodic { table, .. } | Proof::All { table, .. } => table,
        Proof::Residues { outcomes, .. } => {
            residues = ResultTable::Outcomes(outcomes.clone());
            &residues
        }
        _ => return vec![],
    };
    let right = |k: usize| match table {
        ResultTable::Outcomes(letters) => {
            letters.get(k..k + 1).zip(truth.outcomes.get(k)).is_none_or(|(letter, outcome)| letter == outcome.name())
        }
        ResultTable::Values(list) => {
            let known = truth.values.as_ref().and_then(|values| values.get(k));
            list.get(k).zip(known).is_none_or(|(&entry, &value)| Nimber::from(entry) == value)
        }
    };
    (0..truth.at.len()).filter(|&k| !right(k)).map(|k| format!("{rules}: certified entry {k} of {table:?}")).collect()
}

/// Returns the condition, in the syntax of claims, that the parameters have these values.
fn is(names: &[String], at: &[u64]) -> String {
    let each: Vec<String> = names.iter().zip(at).map(|(name, n)| format!("{name} == {n}")).collect();
    each.join(" and ")
}

/// Compares the methods on every second game from `start` on, with at least `expected` rulesets in all.
fn compare_methods(start: usize, extent: Extent, expected: usize) {
    let mut random = SplitMix64(16);
    let (mut faults_found, mut compared) = (vec![], vec![]);
    for &entry in library().games().iter().skip(start).step_by(2) {
        let mut decided_count = 0;
        for name in rulesets(entry, extent.rulesets, &mut random) {
            for play in [Play::Normal, Play::Misere] {
                let rules = Ruleset { play, ..parse_rules(&name).unwrap() };
                if let Some(faults) = faults(&rules, extent.nodes, &mut random) {
                    decided_count += 1;
                    faults_found.extend(faults);
                }
            }
        }
        compared.push((entry.info().name, decided_count));
    }
    let shown: Vec<&String> = faults_found.iter().take(25).collect();
    assert!(faults_found.is_empty(), "{} faults, the first: {shown:#?}", faults_found.len());
    // The positions of some games are not numbers, so not all games are compared.
    assert!(compared.iter().filter(|(_, decided_count)| *decided_count > 0).count() >= 8, "{compared:?}");
    assert!(compared.iter().map(|(_, decided_count)| decided_count).sum::<usize>() >= expected, "{compared:?}");
}

#[test]
fn all_methods_give_the_same_answer_in_even_games() {
    compare_methods(0, SMALL, 30);
}

#[test]
fn all_methods_give_the_same_answer_in_odd_games() {
    compare_methods(1, SMALL, 30);
}

#[test]
#[ignore = "slow: takes a minute or two"]
fn all_methods_give_the_same_answer_in_more_rules_of_even_games() {
    compare_methods(0, LARGE, 38);
}

#[test]
#[ignore = "slow: takes a minute or two"]
fn all_methods_give_the_same_answer_in_more_rules_of_odd_games() {
    compare_methods(1, LARGE, 38);
}

/// Games of several players have no outcomes; tables and search must name the same losing player.
#[test]
fn losers_by_table_match_search() {
    let mut random = SplitMix64(61);
    let mut compared = 0;
    for &entry in library().games().iter().filter(|entry| entry.info().kind == Kind::Multiplayer) {
        for name in rulesets(entry, [10, 8], &mut random) {
            let rules = parse_rules(&name).unwrap();
            let mut solver = Solver::new();
            for n in 0..=MAX_PARAMETERS[0] {
                let spec = single_position(&rules, [n, 0, 0]);
                assert_eq!(spec.terms[0].position.first_player(), Player::LEFT);
                let (known, searched) = (
                    solve(&mut solver, &spec, true, LARGE.nodes).unwrap(),
                    solve(&mut Solver::new(), &spec, false, LARGE.nodes).unwrap(),
                );
                assert_eq!(known.result.loser, searched.result.loser, "{spec}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 200, "{compared}");
}

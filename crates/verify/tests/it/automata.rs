//! Learned automata are accepted, and changed ones are refused.

use grundy_rulelang::formula::{GameFormula, Linear, MoveFormula};
use grundy_verify::internals::numeration::Numeration;
use grundy_verify::{Certificate, Dfa, Limits, Proof, Quantity, verify};
use std::collections::HashMap;

/// Learns an automaton whose states are classes of words.
///
/// Suffixes of at most `depth` letters distinguish the classes.
fn learn(text: &str, tracks: usize, depth: u32, accepts: &dyn Fn(&[u64]) -> bool) -> Dfa {
    let numeration = Numeration::parse(text).unwrap();
    let radix = numeration.radix() as usize;
    let letters = radix.pow(tracks as u32);
    let read = |word: &[usize]| {
        let mut numbers = vec![];
        for track in 0..tracks {
            let (mut pair, mut full) = ([0, 0], false);
            for letter in word {
                let digit = (letter / radix.pow(track as u32) % radix) as u32;
                if full && digit > 0 {
                    return None;
                }
                full = numeration.is_full(digit);
                pair = numeration.push(pair, digit.into());
            }
            numbers.push((pair[0] + pair[1]) as u64);
        }
        Some(numbers)
    };
    let member = |word: &[usize]| read(word).is_some_and(|numbers| accepts(&numbers));
    // Suffixes of accepted words suffice to distinguish words.
    let mut suffixes: Vec<Vec<usize>> = vec![vec![]];
    let mut last = suffixes.clone();
    for _ in 0..depth {
        last = last.iter().flat_map(|w| (0..letters).map(move |l| [&w[..], &[l]].concat())).collect();
        last.retain(|word| read(word).is_some());
        for word in last.iter().filter(|word| member(word)) {
            suffixes.extend((0..word.len()).map(|k| word[k..].to_vec()));
        }
    }
    suffixes.sort();
    suffixes.dedup();
    let row = |word: &[usize]| suffixes.iter().map(|s| member(&[word, s].concat())).collect::<Vec<bool>>();
    let mut words: Vec<Vec<usize>> = vec![vec![]];
    let mut known = HashMap::from([(row(&[]), 0u32)]);
    let mut dfa = Dfa { tracks, accept: String::new(), next: vec![] };
    let mut at = 0;
    while at < words.len() {
        let word = words[at].clone();
        dfa.accept.push(if member(&word) { '+' } else { '-' });
        let mut list = vec![];
        for letter in 0..letters {
            let longer = [&word[..], &[letter]].concat();
            let row = row(&longer);
            let new = words.len() as u32;
            list.push(*known.entry(row).or_insert(new));
            if list.last() == Some(&new) {
                words.push(longer);
                assert!(words.len() < 200, "{text}: no automaton is found");
            }
        }
        dfa.next.push(list);
        at += 1;
    }
    dfa
}

/// Builds a certificate from computed entries.
///
/// `entry` returns the value of a position, or 0 for P and 1 for N.
fn certificate(
    rules: &str,
    heaps: usize,
    numeration: &str,
    of: Quantity,
    depth: [u32; 2],
    claim: Option<&str>,
    entry: &dyn Fn(&[u64]) -> u64,
) -> Certificate {
    let parsed = grundy_games::parse_rules(rules).unwrap();
    let game = GameFormula::new(&parsed, heaps).unwrap();
    let (arity, values) = (game.arity, of == Quantity::Grundy);
    let base = arity + usize::from(values);
    let member = |at: &[u64]| entry(&at[..arity]) == if values { at[arity] } else { 0 };
    let relation = learn(numeration, base, depth[0], &member);
    let target = |one: &MoveFormula, numbers: &[u64]| -> Option<Vec<Vec<u64>>> {
        one.guard.eval(numbers)?.then_some(())?;
        let number = |e: &Linear| u64::try_from(e.eval(numbers)?).ok();
        one.targets.iter().map(|target| target.iter().map(number).collect()).collect()
    };
    let leads = |one: &MoveFormula, numbers: &[u64], value: u64| {
        target(one, numbers).is_some_and(|list| list.iter().fold(0, |sum, at| sum ^ entry(at)) == value)
    };
    let (mut repeated, mut hints) = (vec![], vec![]);
    for one in &game.moves {
        let tracks = base + one.variables.len();
        let expected = |at: &[u64]| if values { at[arity] } else { 0 };
        if one.repeat {
            repeated.push(learn(numeration, base, depth[1], &|at| {
                let mut now = at[..arity].to_vec();
                while let Some(next) = target(one, &now) {
                    now = next[0].clone();
                    if entry(&now) == expected(at) {
                        return true;
                    }
                }
                false
            }));
            continue;
        }
        hints.push(learn(numeration, tracks, depth[1], &|at| {
            let mut numbers = at[..arity].to_vec();
            for (k, &variable) in one.variables.iter().enumerate() {
                numbers.resize(numbers.len().max(variable as usize + 1), 0);
                numbers[variable as usize] = at[base + k];
            }
            leads(one, &numbers, expected(at))
        }));
    }
    let numeration = numeration.to_string();
    let proof = Proof::Automata { numeration, of, relation, repeated, hints, measure: vec![1; arity] };
    Certificate { rules: rules.to_string(), claim: claim.map(str::to_string), automata: vec![], proof }
}

fn wythoff(at: &[u64]) -> u64 {
    let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
    let d = (high - low) as u128;
    u64::from(u128::from(low) != ((5 * d * d).isqrt() + d) / 2)
}

fn samples() -> Vec<Certificate> {
    let half = |n: u64| u64::from(!(n + 1).is_power_of_two());
    let lasker = |at: &[u64]| match at[0] % 4 {
        3 => at[0] + 1,
        0 if at[0] > 0 => at[0] - 1,
        _ => at[0],
    };
    let bash = |at: &[u64]| at[0] % 4;
    let euclid = |at: &[u64]| {
        let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
        // A player who moves to a pair with a 0 wins. Otherwise a position with different numbers is P iff the
        // larger number is below phi times the smaller one.
        let above = u128::from(high).pow(2) > u128::from(low * high + low * low);
        let wins = low > 0 && (high == low || above);
        u64::from(wins)
    };
    vec![
        certificate(
            "wythoff",
            1,
            "ostrowski 1",
            Quantity::Outcome,
            [8, 8],
            Some("P iff min(a,b) == floor((max(a,b)-min(a,b))*phi)"),
            &wythoff,
        ),
        certificate("rule{ n -> n-k for k in 1..n/2 }", 1, "base 2", Quantity::Outcome, [4, 4], None, &|at| {
            half(at[0])
        }),
        certificate("take[1..3]", 1, "base 2", Quantity::Grundy, [4, 4], Some("G(n) == n % 4"), &bash),
        certificate("nim", 2, "base 2", Quantity::Grundy, [3, 3], Some("G(a,b) == (a xor b)"), &|at| at[0] ^ at[1]),
        certificate("nim", 3, "base 2", Quantity::Outcome, [3, 3], Some("P iff a xor b xor c == 0"), &|at| {
            at[0] ^ at[1] ^ at[2]
        }),
        certificate("take[2^k]", 1, "base 2", Quantity::Outcome, [4, 4], Some("P iff n % 3 == 0"), &|at| {
            u64::from(at[0] % 3 > 0)
        }),
        certificate("misere take[1,2]", 1, "base 2", Quantity::Outcome, [4, 4], Some("P iff n % 3 == 1"), &|at| {
            u64::from(at[0] % 3 != 1)
        }),
        certificate("misere nim", 2, "base 2", Quantity::Outcome, [4, 4], None, &|at| {
            let small = at[0] <= 1 && at[1] <= 1;
            u64::from(small == (at[0] == at[1]))
        }),
        certificate("lasker", 1, "base 2", Quantity::Grundy, [4, 4], None, &lasker),
        certificate("euclid", 1, "ostrowski 1", Quantity::Outcome, [9, 9], None, &euclid),
    ]
}

/// Changes every sign and some next states of every automaton, each separately.
///
/// If a changed certificate is accepted, its relation must accept the same words as the original relation.
#[test]
fn changed_automata_do_not_hold() {
    let limits = Limits { bytes: 1 << 26, steps: 20_000_000, ..Limits::default() };
    let accepts = |dfa: &Dfa, word: &[usize]| {
        let state = word.iter().fold(0, |state, &letter| dfa.next[state][letter] as usize);
        dfa.accept.as_bytes()[state] == b'+'
    };
    for good in samples() {
        let Proof::Automata { numeration, of, relation, repeated, hints, measure } = &good.proof else {
            unreachable!()
        };
        let dfas: Vec<&Dfa> = std::iter::once(relation).chain(repeated).chain(hints).collect();
        let with = |place: usize, dfa: Dfa| {
            let mut all: Vec<Dfa> = dfas.iter().map(|&d| d.clone()).collect();
            all[place] = dfa;
            let mut rest = all.split_off(1);
            let hints = rest.split_off(repeated.len());
            let (numeration, measure) = (numeration.clone(), measure.clone());
            let relation = all.remove(0);
            let proof = Proof::Automata { numeration, of: *of, relation, repeated: rest, hints, measure };
            verify(&Certificate { proof, ..good.clone() }, grundy_games::library(), &limits)
        };
        let (mut refusals, mut passes) = (0, 0);
        let mut judge = |place: usize, dfa: Dfa| {
            if with(place, dfa.clone()).is_err() {
                refusals += 1;
                return;
            }
            passes += 1;
            if place > repeated.len() {
                return; // Other hints may also be correct.
            }
            let numeration = Numeration::parse(numeration).unwrap();
            let radix = numeration.radix() as usize;
            let letters = dfa.next[0].len();
            // All words of five letters that represent numbers.
            let mut words: Vec<Vec<usize>> = vec![vec![]];
            for _ in 0..5 {
                words = words.iter().flat_map(|w| (0..letters).map(move |l| [&w[..], &[l]].concat())).collect();
                words.retain(|word| {
                    let digit = |at: usize, t: usize| (word[at] / radix.pow(t as u32) % radix) as u32;
                    word.len() < 2
                        || (0..dfa.tracks)
                            .all(|t| !numeration.is_full(digit(word.len() - 2, t)) || digit(word.len() - 1, t) == 0)
                });
            }
            for word in words {
                assert_eq!(accepts(&dfa, &word), accepts(dfas[place], &word), "{} {place} {word:?}", good.rules);
            }
        };
        for (place, dfa) in dfas.iter().enumerate() {
            for state in 0..dfa.next.len() {
                let mut other = (*dfa).clone();
                let sign = if &dfa.accept[state..=state] == "+" { "-" } else { "+" };
                other.accept.replace_range(state..=state, sign);
                judge(place, other);
                // Change the next states of some letters.
                for letter in (state % 5..dfa.next[state].len()).step_by(if dfa.tracks > 2 { 11 } else { 3 }) {
                    let mut other = (*dfa).clone();
                    let states = dfa.next.len() as u32;
                    other.next[state][letter] = (dfa.next[state][letter] + 1 + letter as u32 % 2) % states.max(2);
                    judge(place, other);
                }
            }
            for wrong in [
                Dfa { tracks: dfa.tracks + 1, ..(*dfa).clone() },
                Dfa { accept: "-".repeat(dfa.accept.len()), ..(*dfa).clone() },
                Dfa { accept: dfa.accept.clone() + "-", ..(*dfa).clone() },
                Dfa { accept: String::new(), next: vec![], tracks: dfa.tracks },
                Dfa { next: dfa.next.iter().map(|row| row[1..].to_vec()).collect(), ..(*dfa).clone() },
                Dfa { next: dfa.next.iter().map(|row| vec![u32::MAX; row.len()]).collect(), ..(*dfa).clone() },
                Dfa { next: vec![vec![]; dfa.next.len()], ..(*dfa).clone() },
                Dfa { tracks: usize::MAX, ..(*dfa).clone() },
            ] {
                let nothing_changes = wrong == **dfa || (place > 0 && !wrong.accept.contains('+'));
                assert!(nothing_changes || with(place, wrong).is_err(), "{} {place}", good.rules);
            }
        }
        assert!(refusals > passes / 20, "{}", good.rules);
        let changed = |numeration: &str, of: Quantity, measure: Vec<u64>, rules: &str, claim: Option<&str>| {
            let proof = Proof::Automata {
                numeration: numeration.into(),
                of,
                relation: relation.clone(),
                repeated: repeated.clone(),
                hints: hints.clone(),
                measure,
            };
            let claim = claim.map(str::to_string);
            verify(
                &Certificate { rules: rules.into(), claim, automata: vec![], proof },
                grundy_games::library(),
                &limits,
            )
        };
        let other = if *of == Quantity::Grundy { Quantity::Outcome } else { Quantity::Grundy };
        let play = match good.rules.strip_prefix("misere ") {
            Some(rules) => rules.to_string(),
            None => format!("misere {}", good.rules),
        };
        assert!(changed(numeration, *of, measure.clone(), &good.rules, None).is_ok());
        assert!(changed(numeration, other, measure.clone(), &good.rules, None).is_err(), "{}", good.rules);
        assert!(changed("base 3", *of, measure.clone(), &good.rules, None).is_err());
        assert!(changed(numeration, *of, vec![0; measure.len()], &good.rules, None).is_err());
        assert!(changed(numeration, *of, vec![], &good.rules, None).is_err());
        assert!(changed(numeration, *of, vec![u64::MAX; measure.len()], &good.rules, None).is_err());
        assert!(changed(numeration, *of, measure.clone(), &play, None).is_err());
        assert!(changed(numeration, *of, measure.clone(), "take[1,3,4]", None).is_err());
        for claim in ["P iff n == 1", "P iff a == b and a > 1", "G(n) == n", "nonsense", "P iff b == 0"] {
            assert!(changed(numeration, *of, measure.clone(), &good.rules, Some(claim)).is_err(), "{claim}");
        }
    }
}

#[test]
fn automata_hold() {
    for good in samples() {
        let verified = verify(&good, grundy_games::library(), &Limits::default());
        verified.unwrap_or_else(|error| panic!("{}: {error}", good.rules));
    }
}

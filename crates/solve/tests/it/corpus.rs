//! Checks the solver against published answers: every row of every file in `corpus/`.

use crate::common::{by_search, by_theorem, differences};
use grundy_games::parse;
use grundy_rules::Outcome;
use grundy_solve::{Answer, Solver};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

struct File {
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn files() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> File {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap();
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    for what in ["# source: ", "# date: "] {
        assert!(comments.iter().any(|line| line.starts_with(what)), "{name} does not say `{what}`");
    }
    let cells = |line: &str| line.split('\t').map(str::to_string).collect::<Vec<_>>();
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(cells);
    let columns = lines.next().unwrap_or_else(|| panic!("{name} has no header"));
    let rows: Vec<Vec<String>> = lines.collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.len() == columns.len()),
        "{name}: rows as long as the header"
    );
    File { name, columns, rows }
}

/// Returns the solver's answer; if `searched` is set, a search without theorems must confirm it.
fn answer(solver: &mut Solver, text: &str, searched: bool) -> Answer {
    let position_sum = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut known = by_theorem(solver, &position_sum).unwrap_or_else(|error| panic!("{text}: {error}"));
    if searched {
        let slow =
            by_search(&position_sum, 200_000).unwrap_or_else(|| panic!("{text} is too large to be searched")).unwrap();
        let faults = differences(&known, &slow);
        assert!(faults.is_empty(), "{text}: {faults:#?}");
        // A theorem may give the outcome without the value; the search gives the value as well.
        known.values.grundy = slow.values.grundy;
    }
    known
}

#[test]
fn every_row_holds() {
    let mut solver = Solver::new();
    let (mut positions, mut heaps, mut terms) = (0, 0, 0);
    for File { name, columns, rows } in files() {
        match columns.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["spec", "outcome", "grundy", "moves"] => {
                for row in rows {
                    let answer = answer(&mut solver, &row[0], true);
                    let found = [
                        answer.position.text.unwrap(),
                        answer.result.outcome.unwrap().to_string(),
                        answer.values.grundy.map_or("-".to_string(), |value| value.0.to_string()),
                        answer.moves.total.unwrap().to_string(),
                    ];
                    for (found, expected) in found.iter().zip(&row).filter(|(_, expected)| *expected != "-") {
                        assert_eq!(found, expected, "{name}: {row:?}");
                    }
                    positions += 1;
                }
            }
            ["spec", "score", "moves"] => {
                for row in rows {
                    let answer = answer(&mut solver, &row[0], true);
                    let found = [
                        answer.position.text.unwrap(),
                        answer.result.score.unwrap().to_string(),
                        answer.moves.total.unwrap().to_string(),
                    ];
                    assert_eq!(found.as_slice(), row, "{name}");
                    positions += 1;
                }
            }
            ["rules", "of", "list", "source"] => {
                for row in rows {
                    let list: Vec<u64> = row[2].split(',').map(|n| n.parse().unwrap()).collect();
                    heaps += match row[1].as_str() {
                        "period" => period(&mut solver, &row[0], &list),
                        "P" => p_positions(&mut solver, &row[0], &list),
                        other => panic!("{name}: what is {other}?"),
                    };
                }
            }
            ["sequence", "what", "rules", "of", "from", "terms", "found"] => {
                let games: BTreeSet<&String> = rows.iter().map(|row| &row[2]).collect();
                assert!(games.len() >= 15, "{name}: {} games", games.len());
                for row in &rows {
                    terms += sequence(&mut solver, row);
                }
            }
            _ => panic!("{name}: {columns:?} are no columns that this test knows"),
        }
    }
    // Without this assertion, missing files would pass the test.
    assert!(
        positions >= 150 && heaps >= 800 && terms >= 4000,
        "{positions} positions, {heaps} heaps, {terms} terms of sequences"
    );
}

fn period(solver: &mut Solver, rules: &str, values: &[u64]) -> usize {
    let length = values.len() as u64;
    let far = 10u64.pow(18);
    let near = (0..5 * length).map(|n| (n, true));
    let sizes = near.chain((far..far + length).map(|n| (n, false)));
    let mut count = 0;
    for (n, searched) in sizes {
        let text = format!("{rules}({n})");
        let found = answer(solver, &text, searched).values.grundy.expect("one heap has a value");
        assert_eq!(found.0, u128::from(values[(n % length) as usize]), "{text}");
        count += 1;
    }
    count
}

fn p_positions(solver: &mut Solver, rules: &str, list: &[u64]) -> usize {
    let last = *list.last().expect("a list is not empty");
    for n in 0..=last {
        let text = format!("{rules}({n})");
        let expected = if list.contains(&n) { Outcome::P } else { Outcome::N };
        assert_eq!(answer(solver, &text, true).result.outcome, Some(expected), "{text}");
    }
    last as usize + 1
}

/// Checks one published sequence, and returns the number of its positions.
fn sequence(solver: &mut Solver, row: &[String]) -> usize {
    let [id, _, rules, of, from, terms, found] = row else { panic!("{row:?}") };
    assert!(id.len() == 7 && id.starts_with('A') && !found.is_empty(), "{row:?}");
    let from: u64 = from.parse().unwrap();
    let terms: Vec<u64> = terms.split(',').map(|term| term.parse().unwrap()).collect();
    let one = |n: u64| rules.replace("{n}", &n.to_string());
    let pair = |(a, b): (u64, u64)| rules.replace("{a}", &a.to_string()).replace("{b}", &b.to_string());
    match of.as_str() {
        "grundy" => {
            for (n, &term) in (from..).zip(&terms) {
                assert_eq!(value(solver, &one(n)), u128::from(term), "{id}: {}", one(n));
            }
            terms.len()
        }
        "antidiagonals" => {
            for (at, &term) in antidiagonals().zip(&terms) {
                assert_eq!(value(solver, &pair(at)), u128::from(term), "{id}: {}", pair(at));
            }
            terms.len()
        }
        "third heaps" => {
            for (at, &term) in antidiagonals().zip(&terms) {
                let is_p = |c: &u64| outcome(solver, &pair(at).replace("{c}", &c.to_string())) == Outcome::P;
                assert_eq!((0..=term).find(is_p), Some(term), "{id}: {}", pair(at));
            }
            terms.len()
        }
        "p-positions" | "n-positions" => {
            let listed = if of == "p-positions" { Outcome::P } else { Outcome::N };
            let last = *terms.last().unwrap();
            for n in from..=last {
                assert_eq!(outcome(solver, &one(n)) == listed, terms.contains(&n), "{id}: {}", one(n));
            }
            (last + 1 - from) as usize
        }
        other => panic!("{id}: what is {other}?"),
    }
}

/// Returns all pairs in the order of the OEIS for square arrays: (0,0), (0,1), (1,0), (0,2), ...
fn antidiagonals() -> impl Iterator<Item = (u64, u64)> {
    (0..).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)))
}

/// Returns the solver's answer, which a search of up to `SEARCHED` positions must confirm.
fn confirmed(solver: &mut Solver, text: &str) -> Answer {
    let position_sum = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut known = by_theorem(solver, &position_sum).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Some(slow) = by_search(&position_sum, SEARCHED) else { return known };
    let slow = slow.unwrap_or_else(|error| panic!("{text}: {error}"));
    let faults = differences(&known, &slow);
    assert!(faults.is_empty(), "{text}: {faults:#?}");
    // A theorem may give the outcome without the value; the search gives the value as well.
    known.values.grundy = slow.values.grundy;
    known
}

/// The limit of the confirming search, in positions.
/// It is small because a sequence has several hundred terms.
const SEARCHED: u64 = 300;

fn value(solver: &mut Solver, text: &str) -> u128 {
    confirmed(solver, text).values.grundy.unwrap_or_else(|| panic!("{text} has no value")).0
}

fn outcome(solver: &mut Solver, text: &str) -> Outcome {
    confirmed(solver, text).result.outcome.unwrap_or_else(|| panic!("{text} has no outcome"))
}

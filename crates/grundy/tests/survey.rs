//! Published periods of octal games, held against the engine of sequences.

use grundy::engines::Budget;
use grundy::engines::sequence::{study, survey};
use grundy::rules::Code;

/// Two entries count the heaps of the code as it is written, all others from the last heap without a move.
const IN_OWN_HEAPS: [&str; 2] = ["0.45", "0.644"];

/// Every published period that a short sequence proves.
#[test]
fn published_periods_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/survey/published.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = 0;
    for line in text.lines().filter(|line| line.starts_with("0.")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let code: Code = fields[0].parse().unwrap();
        let (live, shift) = code.from_live_heaps();
        let shift = if IN_OWN_HEAPS.contains(&fields[0]) { shift } else { 0 };
        let published = fields[1].parse::<u64>().ok().zip(fields[2].parse::<u64>().ok());
        if published.is_some_and(|(n0, p)| 2 * (n0 + p) > 14_000) {
            continue;
        }
        // Games without a published period get none here either.
        let row = study(&live, if published.is_some() { 20_000 } else { 2_000 }, &Budget::default()).unwrap();
        assert_eq!(row.period.map(|period| (period.preperiod + shift, period.period)), published, "{code}");
        found += 1;
    }
    assert_eq!(found, 141);
}

/// Games that are known to have one sequence are computed once: what is told of each is what its own computation gives.
#[test]
fn rows_are_those_of_each_game() {
    let codes = Code::of_pattern("0.[1367][1267]?").unwrap();
    let rows = survey(&codes, 1500, &Default::default(), &Budget::default(), &|_| Ok(())).unwrap();
    assert!(rows.len() > 60);
    for (code, row) in &rows {
        assert_eq!(*row, study(code, 1500, &Budget::default()).unwrap(), "{code}");
    }
    // The same with some of them known.
    let known = rows.iter().filter(|(code, _)| code.digits().len() % 2 == 0).map(|(c, r)| (c.clone(), r.clone()));
    let again = survey(&codes, 1500, &known.collect(), &Budget::default(), &|_| Ok(())).unwrap();
    assert_eq!(again, rows);
}

//! Published periods of octal games, held against the engine of sequences.

use grundy::engines::{Budget, sequence::study};
use grundy::rules::Code;

/// Every published period that a short sequence proves. Heaps are counted there from the last one without a move.
#[test]
fn published_periods_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/survey/published.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = 0;
    for line in text.lines().filter(|line| line.starts_with("0.")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let code: Code = fields[0].parse().unwrap();
        let (live, _) = code.from_live_heaps();
        let published = fields[1].parse::<u64>().ok().zip(fields[2].parse::<u64>().ok());
        if published.is_some_and(|(n0, p)| 2 * (n0 + p) > 14_000) {
            continue;
        }
        // Games without a published period get none here either.
        let row = study(&live, if published.is_some() { 20_000 } else { 2_000 }, &Budget::default()).unwrap();
        assert_eq!(row.period.map(|period| (period.preperiod, period.period)), published, "{code}");
        found += 1;
    }
    assert_eq!(found, 141);
}

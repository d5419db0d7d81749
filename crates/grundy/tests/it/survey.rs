//! Compares the engine of sequences and its built-in table with published periods of octal games.

use grundy::unstable::rules::Code;
use grundy::unstable::solve::Budget;
use grundy::unstable::solve::sequence::{Discovery, Period, PublishedResult, discovery, study, survey};
use std::collections::HashMap;
use std::time::Duration;

/// The published entries whose preperiods count the heaps of the code as written.
///
/// All other entries count from the last heap without a move.
const IN_OWN_HEAPS: [&str; 2] = ["0.45", "0.644"];

/// Checks that short sequences prove the published periods.
#[test]
fn published_periods_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/survey/published.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = 0;
    for line in text.lines().filter(|line| line.starts_with("0.")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let code: Code = fields[0].parse().unwrap();
        let (live, shift) = code.without_dead_heaps();
        let shift = if IN_OWN_HEAPS.contains(&fields[0]) { shift } else { 0 };
        let published = fields[1].parse::<u64>().ok().zip(fields[2].parse::<u64>().ok());
        if published.is_some_and(|(n0, p)| 2 * (n0 + p) > 14_000) {
            continue;
        }
        // If no period was published, a short sequence must not prove one either.
        let row = study(&live, if published.is_some() { 20_000 } else { 2_000 }, &Budget::default()).unwrap();
        assert_eq!(row.period.map(|period| (period.preperiod + shift, period.period)), published, "{code}");
        found += 1;
    }
    assert_eq!(found, 141);
}

/// Checks that a survey, which computes equal sequences once, gives each game its own results.
#[test]
fn survey_rows_match_single_studies() {
    let codes = Code::matching_pattern("0.[1367][1267]?").unwrap();
    let rows = survey(&codes, 1500, None, &Default::default(), &Budget::default(), &|_| Ok(())).unwrap();
    assert!(rows.len() > 60);
    for (code, row) in &rows {
        assert_eq!(*row, study(code, 1500, &Budget::default()).unwrap(), "{code}");
    }
    // Run the survey again with half of the results given.
    let known = rows.iter().filter(|(code, _)| code.digits().len() % 2 == 0).map(|(c, r)| (c.clone(), r.clone()));
    let again = survey(&codes, 1500, None, &known.collect(), &Budget::default(), &|_| Ok(())).unwrap();
    assert_eq!(again, rows);
}

/// Checks that a survey with no time per game stops each game at 2^10 heaps.
///
/// Periods that need fewer heaps are proved all the same.
#[test]
fn slow_games_stop_at_a_power_of_two() {
    let codes: Vec<Code> = ["0.06", "0.07", "0.6", "0.16"].map(|code| code.parse().unwrap()).to_vec();
    let run = |to, each| survey(&codes, to, each, &Default::default(), &Budget::default(), &|_| Ok(())).unwrap();
    let stopped = run(1 << 20, Some(Duration::ZERO));
    assert_eq!(stopped, run(1 << 10, None));
    assert_eq!(stopped.values().filter(|row| row.computed_to == 1 << 10).count(), 3);
    assert_eq!(run(900, Some(Duration::ZERO)), run(900, None));
    assert_eq!(run(5000, Some(Duration::from_secs(1000))), run(5000, None));
}

/// Returns a file of the corpus: a survey or the list of published periods.
fn corpus(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../corpus/survey/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Collects the results of the surveys and the published periods for each game whose heap 1 has a move.
fn known_results() -> Vec<(Code, PublishedResult)> {
    let mut all: HashMap<Code, PublishedResult> = HashMap::new();
    for name in ["three-digits.csv", "four-digits.csv", "hexadecimal.csv"] {
        let text = corpus(name);
        assert!(text.lines().count() > 200, "{name}");
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let (live, shift) = fields[0].parse::<Code>().unwrap().without_dead_heaps();
            // The file counts the heaps without a move; the table does not.
            let shifted_period =
                |preperiod: u64, period: u64| Period { preperiod: preperiod.saturating_sub(shift), period };
            let period =
                (fields[4] == "proved").then(|| shifted_period(fields[5].parse().unwrap(), fields[6].parse().unwrap()));
            let known =
                PublishedResult { period, computed_to: fields[7].parse().unwrap(), regular: !fields[14].is_empty() };
            let entry = all.entry(live.clone()).or_insert(known);
            assert_eq!(
                entry.period.is_some() && known.period.is_some(),
                entry.period == known.period && known.period.is_some()
            );
            if (known.period.is_some(), known.computed_to) > (entry.period.is_some(), entry.computed_to) {
                *entry = known;
            }
        }
    }
    for line in corpus("published.tsv").lines().filter(|line| line.starts_with("0.")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (live, shift) = fields[0].parse::<Code>().unwrap().without_dead_heaps();
        let Ok(period) = fields[2].parse() else { continue };
        let preperiod: u64 = fields[1].parse().unwrap();
        let preperiod = if IN_OWN_HEAPS.contains(&fields[0]) { preperiod.saturating_sub(shift) } else { preperiod };
        let entry = all.get_mut(&live).unwrap();
        assert!(entry.period.is_none_or(|known| known == Period { preperiod, period }), "{}", fields[0]);
        entry.period = Some(Period { preperiod, period });
    }
    let mut all: Vec<(Code, PublishedResult)> = all.into_iter().collect();
    all.sort_by_key(|(code, _)| (code.digits().len(), code.digits().to_vec()));
    all
}

/// Checks that the built-in table of sequences contains the results of the surveys.
///
/// `GRUNDY_REWRITE=1 cargo test -p grundy --test it survey::` rewrites the table.
#[test]
fn the_known_table_matches_the_surveys() {
    let mut table = String::new();
    for (code, known) in known_results() {
        let (n0, p) = known.period.map_or(Default::default(), |p| (p.preperiod.to_string(), p.period.to_string()));
        let regular = if known.regular { "\tregular" } else { "" };
        table += &format!("{code}\t{n0}\t{p}\t{}{regular}\n", known.computed_to);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../sequence/src/known.tsv");
    if std::env::var_os("GRUNDY_REWRITE").is_some() {
        std::fs::write(path, &table).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == table,
        "GRUNDY_REWRITE=1 cargo test -p grundy --test it survey::"
    );
}

/// Checks that a survey reports as news exactly the results that the built-in table lacks.
#[test]
fn news_are_results_missing_from_the_table() {
    let budget = Budget::default();
    let is_small = |(code, known): &(Code, PublishedResult)| code.is_octal() && known.computed_to < 20_000;
    for (code, known) in known_results().into_iter().step_by(7).filter(is_small) {
        let row = study(&code, known.computed_to.max(1000), &budget).unwrap();
        assert_eq!(row.period, known.period, "{code}");
        assert_eq!(discovery(&row, &budget).unwrap(), None, "{code}");
    }
    // Study codes such as 0.07 with one more digit far to the right: the same game under another code, or another game.
    let (mut periods, mut alike) = (0, 0);
    for code in Code::matching_pattern("0.[137][0-7]000[01]").unwrap() {
        let row = study(&code.without_dead_heaps().0, 3000, &budget).unwrap();
        match discovery(&row, &budget).unwrap() {
            Some(Discovery::Period) => periods += 1,
            Some(Discovery::Like(other)) => {
                alike += 1;
                let (own, other) = (study(&row.code, 3000, &budget).unwrap(), study(&other, 3000, &budget).unwrap());
                assert_eq!((own.period, own.max_value), (other.period, other.max_value));
            }
            Some(Discovery::Further { .. } | Discovery::Regular) | None => {}
        }
    }
    assert!(periods > 5 && alike > 1, "{periods} {alike}");
}

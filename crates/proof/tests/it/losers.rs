//! Tests the periods of the losers in games of several players.

use grundy_proof::internals::losers::{repeats, rows_by_definition};
use grundy_proof::{FindOptions, LosersFound, Status, find_losers};
use grundy_rules::{ErrorKind, Player, Ruleset, TableForm};
use grundy_solve::Budget;
use grundy_solve::heap::Period;

fn rivals(text: &str) -> Ruleset {
    grundy_games::parse_rules(&format!("rivals[{text}]")).unwrap()
}

fn found(text: &str) -> LosersFound {
    find_losers(&rivals(text), FindOptions::default(), &Budget::default()).unwrap()
}

/// For random sets, proofs hold well past the checked range and every finite case is decided.
#[test]
fn proved_periods_hold_far_beyond() {
    let mut seed = 7u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % bound
    };
    for _ in 0..150 {
        let players = 1 + below(4);
        let mut texts = vec![];
        for _ in 0..players {
            let set = match below(6) {
                0 => "{}".to_string(),
                1 => format!("{},{}..", 1 + below(4), 5 + below(5)),
                2 => format!("{}..{}", 1 + below(3), 4 + below(4)),
                _ => format!("{},{}", 1 + below(4), 5 + below(4)),
            };
            let mut order: Vec<u64> = (1..=players).collect();
            (1..players as usize).rev().for_each(|k| order.swap(k, below(k as u64 + 1) as usize));
            let ranking: Vec<String> = order.iter().map(u64::to_string).collect();
            texts.push(format!("{set} : {}", ranking.join(">")));
        }
        let text = texts.join(" / ");
        let found = found(&text);
        assert_eq!(found.status, Status::Proved, "{text}: {}", found.method);
        let period = found.period.unwrap();
        let rules = rivals(&text);
        let Some(TableForm::Rivals(players)) = rules.game.table_form() else { unreachable!() };
        let far = (period.preperiod + 3 * period.period + 100).min(1_500);
        let rows = rows_by_definition(players, far, &Budget::default()).unwrap();
        for (n, row) in rows.iter().enumerate() {
            assert_eq!(*row, found.rows[period.reduce(n as u64) as usize], "{text}: {n}");
        }
    }
}

#[test]
fn wrong_periods_are_not_proved() {
    let rules = rivals("1..3 : 2>1 / 1..3 : 1>2");
    let Some(TableForm::Rivals(players)) = rules.game.table_form() else { unreachable!() };
    let mut rows = rows_by_definition(players, 40, &Budget::default()).unwrap();
    let proves = |rows: &[Vec<Player>], preperiod, period| repeats(players, rows, Period { preperiod, period }, 3);
    assert!(proves(&rows, 0, 4) && proves(&rows, 5, 8));
    assert!(!proves(&rows, 0, 3) && !proves(&rows, 0, 0) && !proves(&rows, 36, 4));
    rows[5][0] = Player(1 - rows[5][0].0);
    assert!(!proves(&rows, 0, 4));
    // With this open range a new loser occurs late: a comparison of windows only would accept a wrong period.
    let open = rivals("1.. : 2>1 / {} : 1>2");
    let Some(TableForm::Rivals(players)) = open.game.table_form() else { unreachable!() };
    let [one, two] = [Player(0), Player(1)];
    let rows = vec![vec![one, one], vec![one, one], vec![one, two], vec![one, one], vec![one, one]];
    assert!(!repeats(players, &rows, Period { preperiod: 1, period: 2 }, 1));
}

#[test]
fn missing_periods_have_a_reason() {
    let found = found("2^k : 2>1 / 1,2 : 1>2");
    assert_eq!((found.status, found.period), (Status::None, None));
    let error = find_losers(&grundy_games::parse_rules("nim").unwrap(), FindOptions::default(), &Budget::default());
    assert_eq!(error.unwrap_err().kind, ErrorKind::Unsupported);
    let budget = Budget { bytes: 1_000, ..Budget::default() };
    let far = FindOptions { to: Some(10_000), ..FindOptions::default() };
    let error = find_losers(&rivals("2^k : 2>1 / 1,2 : 1>2"), far, &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

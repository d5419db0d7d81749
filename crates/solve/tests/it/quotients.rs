//! Tests of misère quotients: known quotients are found again, and sums agree with brute force.

use grundy_games::{parse, parse_rules};
use grundy_misere::quotients::{self, QuotientReport};
use grundy_rules::Outcome;
use grundy_solve::{Answer, Budget, MovesWanted, Question, Reason, Solver};

fn learn(rules: &str, to: Option<u64>) -> QuotientReport {
    let rules = parse_rules(rules).unwrap();
    quotients::learn(&[&rules], to, 2_000_000, &Budget::default()).unwrap()
}

/// Returns the order of a quotient, the number of its P-elements, and its preperiod and period.
fn found(report: &QuotientReport) -> (usize, usize, u64, u64) {
    let checked = report.checked.as_ref().unwrap();
    let repeat = checked.games[0].repeat.expect("proved");
    (checked.quotient.order(), checked.quotient.accepting().len(), repeat.preperiod, repeat.period)
}

fn solve(spec: &str, use_theorems: bool) -> Answer {
    let question = Question { use_theorems, ..Question::default() };
    Solver::new().solve(&parse(spec).unwrap(), &question, &Budget::default()).unwrap()
}

fn by_quotient(answer: &Answer) -> bool {
    matches!(answer.explanation.reasons[..], [Reason::Quotient { .. }])
}

/// Known quotients are learned from rules in another notation, which have no certificate.
#[test]
fn known_quotients_are_found() {
    for (rules, known) in [
        ("rule{ n -> n-1; n-2; (i)+(n-1-i) for i in 1..n-2; (i)+(n-2-i) for i in 1..n-3 }", (40, 9)),
        ("octal[0.53]", (16, 3)),
        ("octal[4.4]", (40, 9)),
        ("octal[4.56]", (8, 2)),
    ] {
        let report = learn(rules, if rules.starts_with("rule") { Some(40) } else { None });
        let checked = report.checked.as_ref().unwrap_or_else(|| panic!("{rules}: {report:?}"));
        assert_eq!((checked.quotient.order(), checked.quotient.accepting().len()), known, "{rules}");
        assert_eq!(checked.is_proved(), !rules.starts_with("rule"), "{rules}");
    }
    assert_eq!(found(&learn("octal[4.4]", None)), (40, 9, 72, 12));
    assert_eq!(found(&learn("octal[4.56]", None)), (8, 2, 11, 4));
}

/// The quotient of Nim heaps up to 2^n - 1 has order 2^n + 2, and order 2 for n = 1.
#[test]
fn nim_has_the_orders_that_are_known() {
    for (n, order) in [(1u32, 2), (2, 6), (3, 10), (4, 18)] {
        // Taking 1 to 2^n - 1 is equivalent to Nim with heaps modulo 2^n.
        let report = learn(&format!("take[1..{}]", 2u64.pow(n) - 1), None);
        assert_eq!(report.checked.unwrap().quotient.order(), order, "n = {n}");
        let report = learn("nim", Some(2u64.pow(n) - 1));
        let checked = report.checked.unwrap();
        assert_eq!((checked.quotient.order(), checked.checked_to()), (order, Some(2u64.pow(n) - 1)));
    }
}

#[test]
fn step_limit_reports_the_heap() {
    let rules = parse_rules("octal[0.07]").unwrap();
    let report = quotients::learn(&[&rules], None, 500_000, &Budget::default()).unwrap();
    let (heap, why) = report.stopped.unwrap();
    assert_eq!(why.to_string(), "too many steps");
    let checked = report.checked.unwrap();
    assert_eq!(checked.checked_to(), Some(heap - 1));
    assert!((20..=30).contains(&heap), "{heap}");
    // With the same limit on steps, learning stops at the same heap.
    let again = quotients::learn(&[&rules], None, 500_000, &Budget::default()).unwrap();
    assert_eq!(again.stopped.unwrap().0, heap);
}

/// The outcome and all winning moves that a quotient gives for a sum agree with a search of the sum.
#[test]
fn sums_agree_with_brute_force() {
    let mut seed = 5u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let mut used = 0;
    let games = ["kayles", "octal[0.75]", "octal[0.123]", "octal[0.71]", "octal[0.34]", "octal[4.56]", "octal[0.07]"];
    for round in 0..140 {
        let mut terms = vec![];
        let mut heaps = 2 + below(3);
        while heaps > 0 {
            let game = games[if round % 3 == 0 { below(7) } else { round % 7 } as usize];
            let copies = 1 + below(heaps.min(2));
            terms.push(format!("{copies}*{game}({})", below(10)));
            heaps -= copies;
        }
        let spec = format!("misere {}", terms.join(" + "));
        let (fast, slow) = (solve(&spec, true), solve(&spec, false));
        used += u64::from(by_quotient(&fast));
        assert_eq!(fast.result.outcome, slow.result.outcome, "{spec}");
        assert_eq!(fast.moves.total, slow.moves.total, "{spec}");
        let moves = |answer: &Answer| answer.moves.listed.iter().map(|mv| mv.text.to_string()).collect::<Vec<_>>();
        assert_eq!(moves(&fast), moves(&slow), "{spec}");
    }
    assert!(used > 40, "{used}");
}

/// Sums of boards, tokens and graphs agree with brute force.
/// The reachable components generate their quotient.
#[test]
fn other_components_agree_with_brute_force() {
    for spec in [
        "misere cram(2x3) + cram(2x4) + cram(1x5)",
        "misere 2*hackenbush(0-1, 1-2, 1-3) + hackenbush(0-1, 0-2, 2-3)",
        "misere token[a>b, a>c, b>c, c>d, a>d](a, b) + kayles(6)",
        "misere 3*octal[0.75](7) + hackenbush(0-1, 1-2) + cram(2x3)",
        "misere kayles(8) + nim(3) + octal[0.75](9)",
    ] {
        let (fast, slow) = (solve(spec, true), solve(spec, false));
        assert_eq!((fast.result.outcome, fast.moves.total), (slow.result.outcome, slow.moves.total), "{spec}");
    }
    let answer = solve("misere 1_000_000*cram(2x3) + 77*cram(3x3)", true);
    assert!(by_quotient(&answer), "{:?}", answer.explanation.reasons);
}

#[test]
fn sums_of_any_size() {
    let answer = solve("misere 200*kayles(9)", true);
    assert!(by_quotient(&answer));
    let huge = solve("misere kayles(1_000_000, 2_000_000_000, 77)", true);
    assert!(by_quotient(&huge), "{:?}", huge.explanation.reasons);
    let Reason::Quotient { order: 40, repeat: Some(period), proved: true, .. } = huge.explanation.reasons[0] else {
        panic!("{:?}", huge.explanation.reasons)
    };
    assert_eq!((period.preperiod, period.period), (71, 12));
    // Heaps that differ by a multiple of the period have equal images.
    let small = solve("misere kayles(1000, 200, 77)", true);
    let same = solve("misere kayles(1_000_000_000_000, 200, 77)", true);
    let expected = (1_000_000_000_000u64 - 1000) % 12;
    assert_eq!(expected, 0);
    assert_eq!(small.result.outcome, same.result.outcome);
    assert_eq!(small.result.outcome == Some(Outcome::P), small.moves.listed.is_empty());
}

/// The number of winning moves, counted by residue classes, agrees with an enumeration of all moves.
#[test]
fn winning_moves_are_counted() {
    for heap in [150u64, 301, 500] {
        let spec = format!("misere kayles({heap}, 17, 5)");
        let answer = solve(&spec, true);
        let mut solver = Solver::new();
        let question = Question { moves: MovesWanted::None, ..Question::default() };
        let mut wins = 0;
        let mut outcome = |heaps: &[u64]| {
            let list: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let position_sum = parse(&format!("misere kayles({})", list.join(","))).unwrap();
            solver.solve(&position_sum, &question, &Budget::default()).unwrap().result.outcome
        };
        for (place, rest) in [(heap, [17, 5]), (17, [heap, 5]), (5, [heap, 17])] {
            for take in 1..=2.min(place) {
                for a in 0..=(place - take) / 2 {
                    let left = [a, place - take - a, rest[0], rest[1]];
                    wins += u128::from(outcome(&left) == Some(Outcome::P));
                }
            }
        }
        assert_eq!(answer.moves.total, Some(wins), "{spec}");
        assert_eq!(answer.moves.listed.len() as u128, wins.min(1000), "{spec}");
    }
}

/// Finite wild quotients of the table of two-digit octal games in MISERE.md are found again.
#[test]
fn the_table_of_two_digits() {
    for (codes, order, repeat) in [
        (&["0.15"][..], 42, Some((66, 10))),
        (&["0.34"], 12, Some((7, 8))),
        (&["0.44", "0.46"], 40, Some((143, 24))),
        (&["0.53"], 16, Some((21, 9))),
        (&["0.71"], 36, Some((3, 6))),
        (&["0.72"], 24, Some((16, 4))),
        (&["0.75"], 8, Some((8, 2))),
        (&["0.77"], 40, Some((71, 12))),
        (&["4.4", "4.41", "4.42", "4.43", "4.6", "4.61", "4.62", "4.63"], 40, Some((72, 12))),
        (&["4.56", "4.57"], 8, Some((11, 4))),
        (&["4.74", "4.75"], 8, None),
    ] {
        for code in codes {
            let found = found(&learn(&format!("octal[{code}]"), None));
            assert_eq!(found.0, order, "{code}");
            assert!(repeat.is_none_or(|known| known == (found.2, found.3)), "{code}: {found:?}");
        }
    }
    let tame = [
        "0.01", "0.02", "0.03", "0.05", "0.1", "0.11", "0.12", "0.13", "0.2", "0.21", "0.22", "0.23", "0.24", "0.25",
        "0.3", "0.31", "0.32", "0.33", "0.5", "0.51", "0.52", "0.55", "0.7", "0.73", "4", "4.01", "4.02", "4.03",
        "4.04", "4.05", "4.1", "4.11", "4.12", "4.13", "4.14", "4.15", "4.2", "4.21", "4.22", "4.23", "4.24", "4.25",
        "4.3", "4.31", "4.32", "4.33", "4.34", "4.35", "4.36", "4.37", "4.5", "4.51", "4.54", "4.55", "4.72", "4.73",
    ];
    for code in tame {
        let code = if code == "4" { "4.0" } else { code };
        let (order, accepting, ..) = found(&learn(&format!("octal[{code}]"), None));
        assert!(matches!((order, accepting), (2, 1) | (6 | 10, 2)), "{code}: {order}");
    }
}

/// The engine reproduces the committed tables: all proved rows, and two of the others.
#[test]
fn committed_tables_are_found_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/quotients");
    let (mut proved, mut limited) = (0, 0);
    for name in ["two-digits.csv", "quaternary.csv", "three-digits.csv"] {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let (head, rows) = text.split_once('\n').unwrap();
        assert_eq!(head, quotients::COLUMNS);
        for line in rows.lines() {
            let row = quotients::QuotientRow::from_line(line).unwrap_or_else(|| panic!("{name}: {line}"));
            match row.repeat {
                Some(_) => proved += 1,
                // Each row without a proof takes the maximal number of steps of a survey, so only two are tested.
                None if limited < 2 => limited += 1,
                None => continue,
            }
            let found = quotients::study(&row.code, 600, grundy_games::library(), &Budget::default()).unwrap();
            assert_eq!(found.to_line(), line, "{name}");
        }
    }
    assert_eq!((proved, limited), (77 + 251 + 176, 2));
}

/// Rules with moves to larger heaps.
/// Each row has the rules, the last heap, the order of the quotient, and the single heaps that are P-positions.
const RISING: [(&str, u64, usize, &[u64]); 4] = [
    ("rule{ n -> n+1 if n < 3 }", 3, 2, &[0, 2]),
    ("rule{ n -> n+1 if n < 3 }", 1, 2, &[0]),
    ("rule{ n -> 10 if n == 1; n-1 if n == 10; 4 if n == 9; 3 if n == 4 }", 4, 2, &[4]),
    ("rule{ n -> n+k for k in 1..2 if n < 4 }", 6, 6, &[0, 3]),
];

#[test]
fn heaps_that_go_up_are_learned_in_the_order_of_play() {
    for (rules, to, order, lost) in RISING {
        let report = learn(rules, Some(to));
        let checked = report.checked.unwrap_or_else(|| panic!("{rules}: {:?}", report.stopped));
        assert_eq!((checked.quotient.order(), checked.checked_to()), (order, Some(to)), "{rules}");
        for heap in 0..=to {
            let image = checked.games[0].image(heap).unwrap();
            assert_eq!(checked.quotient.accepts(image), lost.contains(&heap), "{rules} {heap}");
            let answer = solve(&format!("misere {rules}({heap})"), false);
            assert_eq!(answer.result.outcome == Some(Outcome::P), lost.contains(&heap), "{rules} {heap}");
        }
    }
}

/// Without a last heap, rules without a provable period are learned up to the default heap.
#[test]
fn learning_ends_without_a_last_heap() {
    for rules in ["rule{ n -> n+1 if n < 3 }", "rule{ n -> n-1; 0 if n == 5 }", "take[2^k]"] {
        let checked = learn(rules, None).checked.unwrap();
        assert_eq!(checked.checked_to(), Some(quotients::DEFAULT_HEAPS), "{rules}");
        assert!(!checked.is_proved());
    }
}

#[test]
fn play_without_end_stops_learning() {
    let report = learn("rule{ n -> n-1; 2*n if n%2 == 1 }", Some(6));
    let (heap, why) = report.stopped.unwrap();
    assert_eq!((heap, why.to_string().as_str()), (1, "the position 1 can repeat: 1 -> 2 -> 1"));
    assert!(report.checked.is_none());
    let report = learn("rule{ n -> n+1 }", Some(6));
    assert!(report.stopped.unwrap().1.to_string().starts_with("play need not end"));
}

/// Entries computed before a rule turned out to lead to larger heaps are not reused for the same rules.
#[test]
fn tables_of_rules_that_go_up_leave_nothing_wrong_behind() {
    let text = "rule{ n -> n-1; n+3 if n == 2; n+1 if n > 3 and n < 6 }";
    for play in ["", "misere "] {
        let rules = parse_rules(&format!("{play}{text}")).unwrap();
        let mut solver = Solver::new();
        let budget = Budget::default();
        let mut letters = vec![];
        {
            let question = grundy_solve::Quantity::Outcome;
            let Ok(mut table) = solver.table(&rules, question, 1, true, &budget) else { panic!("{play}{text}") };
            (0..=1).for_each(|heap| letters.push(table.cell([heap, 0, 0]).unwrap().outcome));
        }
        for heap in 0..=1u64 {
            let position_sum = parse(&format!("{play}{text}({heap})")).unwrap();
            let answer = solver.solve(&position_sum, &Question::default(), &budget).unwrap();
            assert_eq!(answer.result.outcome, Some(letters[heap as usize]), "{play}{text} {heap}");
            assert_eq!(
                answer.result.outcome,
                solve(&format!("{play}{text}({heap})"), false).result.outcome,
                "{play}{text} {heap}"
            );
        }
    }
}

/// Tables of `count` are indexed by the numbers in positions, not by equivalent heaps.
#[test]
fn genera_are_numbered_as_positions_are() {
    use grundy_misere::forms::MisereForms;
    let rules = parse_rules("count[1,2; 10]").unwrap();
    let mut forms = MisereForms::new(&Budget::default());
    let table = forms.heaps(&rules, 10).unwrap();
    for (n, &form) in table.iter().enumerate() {
        let alone = forms.form_of(&parse(&format!("count[1,2; 10]({n})")).unwrap()).unwrap();
        assert_eq!(alone, form, "{n}");
    }
    assert!(forms.heaps(&rules, 11).is_err());
    assert!(quotients::learn(&[&rules], None, 1000, &Budget::default()).is_err());
}

//! Tables of heaps, pairs and triples agree with answers to single questions.

use grundy_games::{library, parse_rules};
use grundy_rules::{Coordinates, ErrorKind, Outcome, PositionSum, Ruleset, Suggestion, TableForm};
use grundy_solve::{Budget, MovesWanted, Quantity, Question, Solver, Table, TableEntry};

/// Returns the rules of all sample positions in the library whose game has a table, each once.
fn games() -> Vec<String> {
    let mut names = vec![];
    for entry in library().games() {
        for position in
            entry.samples().take(60).filter(|p| p.ruleset().table_form().is_some_and(TableForm::is_tabulated))
        {
            let name = position.ruleset().rules_text();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    assert!(names.len() > 30, "{names:?}");
    names
}

fn single_position(rules: &Ruleset, at: Coordinates) -> PositionSum {
    let position = rules.game.position_at(at).unwrap();
    rules.position_sum(position)
}

fn places(table: &Table<'_>) -> Vec<Coordinates> {
    let [a, b, c] = table.last();
    (0..=a).flat_map(|a| (0..=b).flat_map(move |b| (0..=c).map(move |c| [a, b, c]))).collect()
}

#[test]
fn agrees_with_single_questions_by_search() {
    let question =
        Question { use_theorems: false, moves: MovesWanted::None, wants_working: false, ..Question::default() };
    let budget = Budget::default();
    for name in games() {
        for prefix in ["", "misere "] {
            let rules = parse_rules(&format!("{prefix}{name}")).unwrap();
            if rules.game.info().check_play(rules.play).is_err() {
                continue;
            }
            let bound = [15, 8, 4][rules.game.table_form().unwrap().dims() - 1];
            // In games whose numbers describe whole sums, the number of positions grows exponentially.
            let bound = if name.contains("*(") || name.contains("sum(") { 3 } else { bound };
            let to = (0..=bound).rev().find(|&n| rules.game.position_at([n, 0, 0]).is_some()).unwrap();
            let of = Quantity::default_for(&rules);
            let (mut solver, mut single) = (Solver::new(), Solver::new());
            let mut table = solver.table(&rules, of, to, true, &budget).unwrap();
            let mut brute = Solver::new();
            let mut brute = brute.table(&rules, of, to, false, &budget).unwrap();
            let mut outcomes = Solver::new();
            let mut outcomes = outcomes.table(&rules, Quantity::Outcome, to, true, &budget).unwrap();
            for at in places(&table) {
                let answer = single.solve(&single_position(&rules, at), &question, &budget).unwrap();
                let cell = table.cell(at).unwrap();
                assert_eq!(Some(cell.outcome), answer.result.outcome, "{rules} {at:?}");
                assert_eq!(cell.grundy, answer.values.grundy, "{rules} {at:?}");
                assert_eq!(brute.cell(at).unwrap(), cell, "{rules} {at:?}");
                let outcome = outcomes.cell(at).unwrap();
                assert_eq!(outcome, TableEntry { grundy: None, ..cell }, "{rules} {at:?}");
            }
        }
    }
}

/// Returns the Grundy value of a Chomp position, given by its row lengths, by the definition.
/// The options are all bites except the one at the first square, which loses.
fn chomp_value(rows: Vec<u64>, known: &mut std::collections::HashMap<Vec<u64>, u128>) -> u128 {
    if let Some(&value) = known.get(&rows) {
        return value;
    }
    let mut option_values = vec![];
    for (row, column) in (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column))).skip(1) {
        let left = rows.iter().enumerate().map(|(at, &n)| if at < row { n } else { n.min(column) });
        option_values.push(chomp_value(left.filter(|&n| n > 0).collect(), known));
    }
    let value = (0..).find(|value| !option_values.contains(value)).unwrap();
    known.insert(rows, value);
    value
}

#[test]
fn tables_begin_at_the_least_number() {
    let (budget, mut known) = (Budget::default(), std::collections::HashMap::new());
    let rules = parse_rules("chomp").unwrap();
    assert_eq!((rules.dims(), rules.has_values()), (Some(2), true));
    for use_theorems in [true, false] {
        let (mut solver, mut other) = (Solver::new(), Solver::new());
        let mut table = solver.table(&rules, Quantity::Grundy, 5, use_theorems, &budget).unwrap();
        let mut outcomes = other.table(&rules, Quantity::Outcome, 5, use_theorems, &budget).unwrap();
        assert_eq!((table.first(), table.last(), table.from()), ([1, 1, 0], [5, 5, 0], 1));
        for [m, n] in (1..=5).flat_map(|m| (1..=5).map(move |n| [m, n])) {
            let value = chomp_value(vec![n; m as usize], &mut known);
            assert_eq!(table.cell([m, n, 0]).unwrap().grundy.unwrap().0, value, "{m}x{n}");
            let outcome = if value == 0 { Outcome::P } else { Outcome::N };
            assert_eq!(outcomes.cell([m, n, 0]).unwrap().outcome, outcome, "{m}x{n}");
        }
    }
    let misere = parse_rules("misere chomp").unwrap();
    let (mut solver, mut single) = (Solver::new(), Solver::new());
    let mut table = solver.table(&misere, Quantity::Outcome, 4, true, &budget).unwrap();
    let question =
        Question { use_theorems: false, moves: MovesWanted::None, wants_working: false, ..Question::default() };
    for at in (1..=4).flat_map(|m| (1..=4).map(move |n| [m, n, 0])) {
        let answer = single.solve(&single_position(&misere, at), &question, &budget).unwrap();
        assert_eq!(Some(table.cell(at).unwrap().outcome), answer.result.outcome, "{at:?}");
    }
    let error = Solver::new().table(&rules, Quantity::Grundy, 0, true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::BadArgument);
    assert_eq!(error.message, "the smallest number in positions of chomp is 1");
    let error = Solver::new().table(&misere, Quantity::Grundy, 3, true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

#[test]
fn wild_games_are_searched_beyond_their_tame_heaps() {
    let rules = parse_rules("misere kayles").unwrap();
    let (mut solver, mut single) = (Solver::new(), Solver::new());
    let budget = Budget::default();
    let question = Question { moves: MovesWanted::None, ..Question::default() };
    let mut table = solver.table(&rules, Quantity::Outcome, 30, true, &budget).unwrap();
    assert!(table.continues_engine_table());
    for n in 0..=30 {
        let answer = single.solve(&single_position(&rules, [n, 0, 0]), &question, &budget).unwrap();
        assert_eq!(Some(table.cell([n, 0, 0]).unwrap().outcome), answer.result.outcome, "{n}");
    }
}

#[test]
fn bounds_beyond_memory_are_refused_before_anything_is_read() {
    let budget = Budget::default();
    for (name, closed) in [
        ("take[prime]", false),
        ("wythoff", false),
        ("grundy_game", false),
        ("misere grundy_game", false),
        ("misere wythoff", true),
        ("nim", true),
    ] {
        let rules = parse_rules(name).unwrap();
        for use_theorems in [true, false].into_iter().filter(|&use_theorems| !(use_theorems && closed)) {
            let budget = Budget { nodes: 100_000, ..budget.clone() };
            let error = Solver::new()
                .table(&rules, Quantity::default_for(&rules), u64::MAX, use_theorems, &budget)
                .err()
                .unwrap();
            assert_eq!(error.kind, ErrorKind::Limit, "{name}: {error}");
        }
    }
}

#[test]
fn closed_forms_and_periods_need_no_memory() {
    let budget = Budget { bytes: 1 << 16, ..Budget::default() };
    for (name, of, at, outcome) in [
        ("nim", Quantity::Grundy, [u64::MAX, 0, 0], Outcome::N),
        ("take[1,3,4]", Quantity::Grundy, [7 * 10u64.pow(17), 0, 0], Outcome::P),
        ("misere take[2,5]", Quantity::Outcome, [10u64.pow(18), 0, 0], Outcome::N),
        ("wythoff", Quantity::Outcome, [165_580_140, 267_914_295, 0], Outcome::P),
    ] {
        let rules = parse_rules(name).unwrap();
        let mut solver = Solver::new();
        let mut table = solver.table(&rules, of, at[0].max(at[1]), true, &budget).unwrap();
        assert_eq!(table.cell(at).unwrap().outcome, outcome, "{name}");
    }
}

#[test]
fn unsupported_quantities_are_refused() {
    let rules = parse_rules("misere nim").unwrap();
    let budget = Budget::default();
    let error = Solver::new().table(&rules, Quantity::Grundy, 3, true, &budget).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Unsupported);
    assert_eq!(error.suggestion(), Some(&Suggestion::Outcomes));
}

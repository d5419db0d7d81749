//! Tests known values of boards, and known outcomes of larger boards.
//!
//! The files in `corpus/values` name the sources.

use grundy_board::internals::sample;
use grundy_games::parse;
use grundy_rules::{AnyMove, ComponentIndex, Player};
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Budget, MovesWanted, Question, Solver};
use grundy_value::Outcome;

/// Returns the columns of each row of a corpus file, without comment lines and the header.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn known_values() {
    let mut evaluator = ValueEvaluator::new(&Budget::default());
    let mut compared = 0;
    for row in rows(include_str!("../../../../corpus/values/boards.tsv")) {
        let [position, value, source] = row[..] else { panic!("{row:?}") };
        let spec = parse(position).unwrap_or_else(|error| panic!("{position}: {error:?}"));
        let found = evaluator.evaluate(&spec).unwrap_or_else(|error| panic!("{position}: {error:?}"));
        let wanted = evaluator.parse(value, &mut |text| parse(text)).unwrap();
        let text = evaluator.arena.text(found, grundy_value::SymbolSet::Ascii).unwrap();
        assert_eq!(found, wanted, "{position} is {text}, not {value}, as {source} has it");
        compared += 1;
    }
    assert!(compared >= 80, "{compared}");
}

/// Checks that large boards of impartial games have the Grundy values of the literature.
#[test]
fn known_nimbers() {
    let question = Question { moves: MovesWanted::None, ..Question::default() };
    let mut solved = 0;
    for row in rows(include_str!("../../../../corpus/values/nimbers.tsv")) {
        let [position, value] = row[..] else { panic!("{row:?}") };
        let answer = Solver::new().solve(&parse(position).unwrap(), &question, &Budget::default()).unwrap();
        assert_eq!(answer.values.grundy.unwrap().0.to_string(), value, "{position}");
        solved += 1;
    }
    assert!(solved >= 10);
}

/// Regression test: of two changes of neighbours in the same state, both used to be made.
///
/// The last one counts.
#[test]
fn the_last_change_of_a_neighbour_counts() {
    let spec = parse("board{ [.] -> [x] with near y -> z with near y -> w; [z] -> [x] }(\".y\")").unwrap();
    let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
    assert_eq!(answer.values.grundy.map(|nimber| nimber.0), Some(1));
    assert_eq!(answer.moves.total, Some(1));
}

/// Checks that holes around a board do not change its value.
///
/// With the holes, the rows of the board have 4, 8 or 16 bits.
#[test]
fn values_do_not_depend_on_the_shape() {
    let rules = [
        ("[..] -> [##]; [. / .] -> [# / #]", "...#"),
        ("left: [. / .] -> [# / #]; right: [..] -> [##]", "...#"),
        ("left: [xo] -> [.x] along rook; right: swap x o", "xxoo."),
        ("left: repeat [xo.] -> [..x] along rook; right: swap x o", "xo."),
        ("[.] -> [x] if no x near", "...x"),
        ("left: [.] -> [x] if no o near any; right: swap x o", "...xo"),
        ("[x.] -> [.x] along right,down", "x.."),
    ];
    for (rule, states) in rules {
        let mut evaluator = ValueEvaluator::new(&Budget::default());
        for n in 12..48 {
            let board = sample(n, states.as_bytes(), 3);
            let mut texts = vec![];
            for (rows, columns) in [(3u16, board.columns()), (3, 12), (12, 4.max(board.columns())), (8, 8)] {
                let cell = |row: u16, column: u16| match row < 3 && column < board.columns() {
                    true => board.cells()[usize::from(row * board.columns() + column)],
                    false => b'_',
                };
                let lines =
                    (0..rows).map(|row| (0..columns).map(|column| cell(row, column) as char).collect::<String>());
                texts.push(format!("board{{ {rule} }}(\"{}\")", lines.collect::<Vec<_>>().join("/")));
            }
            let mut value = |text: &String| {
                evaluator.evaluate(&parse(text).unwrap()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
            };
            let wanted = value(&texts[0]);
            texts[1..].iter().for_each(|text| assert_eq!(value(text), wanted, "{text}"));
        }
    }
}

/// Checks that large boards have the outcomes of the literature, and that the solver's moves win.
#[test]
fn known_outcomes() {
    let question = Question::default();
    let mut solved = 0;
    for row in rows(include_str!("../../../../corpus/values/outcomes.tsv")) {
        let [position, outcome] = row[..] else { panic!("{row:?}") };
        let spec = parse(position).unwrap();
        let answer = Solver::new().solve(&spec, &question, &Budget::default()).unwrap();
        assert_eq!(answer.result.outcome.unwrap().name(), outcome, "{position}");
        let winners = if outcome == "N" { 2 } else { 1 };
        assert_eq!(
            (answer.moves.listed.len(), answer.moves.total, answer.moves.incomplete),
            (winners, None, true),
            "{position}"
        );
        for mv in answer.moves.listed.iter().filter(|_| position != "domineering(7x7)") {
            let after = parse(mv.to.as_ref().unwrap()).unwrap();
            let question = Question { moves: MovesWanted::None, ..Question::default() };
            let after = Solver::new().solve(&after, &question, &Budget::default()).unwrap().result.outcome.unwrap();
            // The player who made the move must win when the other player moves next.
            let own = if mv.by.unwrap().0 == 0 { Outcome::L } else { Outcome::R };
            assert!(after == Outcome::P || after == own, "{position}: {}", mv.text);
        }
        solved += 1;
    }
    assert!(solved >= 6);
}

/// Checks that all winning moves of positions without cheap values are listed, and no others.
#[test]
fn every_winning_move_is_listed() {
    let all = Question { moves: MovesWanted::All, ..Question::default() };
    let count = Question { moves: MovesWanted::Count, ..Question::default() };
    let none = Question { moves: MovesWanted::None, ..Question::default() };
    let budget = Budget::default();
    for text in
        ["domineering(6x6)", "domineering(5x6) + clobber(\"xox/o.x\") - 1/2 + ^*", "2*domineering(5x6) + 2*nim(1)"]
    {
        let spec = parse(text).unwrap();
        let answer = Solver::new().solve(&spec, &all, &budget).unwrap();
        assert!(answer.nodes > 100 && !answer.moves.incomplete, "{text} is not searched");
        let mut solver = Solver::new();
        let mut wins = |place: ComponentIndex, by: Player, mv: &AnyMove| {
            let after = solver.solve(&spec.after(place, by, mv).0, &none, &budget).unwrap().result.outcome.unwrap();
            after == Outcome::P || after == if by == Player::LEFT { Outcome::L } else { Outcome::R }
        };
        let mut winning = 0;
        for (t, term) in spec.terms.iter().enumerate() {
            for component in 0..term.position.len() {
                for by in [Player::LEFT, Player::RIGHT] {
                    for mv in term.position.moves(component, by) {
                        let place = ComponentIndex { term: t, copy: 0, component };
                        if !wins(place, by, &mv) {
                            continue;
                        }
                        for copy in 0..term.copies {
                            let place = ComponentIndex { copy, ..place };
                            let found = answer
                                .moves
                                .listed
                                .iter()
                                .any(|listed| (listed.place, listed.by, &listed.mv) == (place, Some(by), &mv));
                            assert!(found, "{text}: {}", term.position.describe(component, &mv).text);
                            winning += 1;
                        }
                    }
                }
            }
        }
        assert_eq!((answer.moves.listed.len(), answer.moves.total), (winning, Some(winning as u128)), "{text}");
        let counted = Solver::new().solve(&spec, &count, &budget).unwrap().moves;
        assert_eq!((counted.listed.len(), counted.total), (0, answer.moves.total), "{text}");
    }
}

#[test]
#[ignore = "slow: looks at the clock"]
fn limits_are_kept_in_time() {
    let start = std::time::Instant::now();
    limits_are_respected();
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// Checks that searches of large boards stop at the limits of the budget.
#[test]
fn limits_are_respected() {
    let spec = parse("domineering(8x8)").unwrap();
    let few = Budget { nodes: 2_000, ..Budget::default() };
    let error = Solver::new().solve(&spec, &Question::default(), &few).unwrap_err();
    assert!(error.limit().is_some(), "{error:?}");
    let small = Budget { bytes: 16 << 20, ..Budget::default() };
    let error = Solver::new().solve(&spec, &Question::default(), &small).unwrap_err();
    assert!(error.limit().is_some(), "{error:?}");
    // This would not return if the search ignored the deadline.
    let deadline = std::time::Instant::now() + std::time::Duration::from_millis(300);
    let brief = Budget { deadline: Some(deadline), ..Budget::default() };
    let error = Solver::new().solve(&spec, &Question::default(), &brief).unwrap_err();
    assert!(error.is_interrupt() || error.limit().is_some(), "{error:?}");
}

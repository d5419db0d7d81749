//! Theorems that give the outcome, but not all winning moves.
//!
//! The other winning moves are found by solving each option. If that takes too long, the answer is marked as
//! incomplete.

use crate::common::{by_search, by_theorem, differences};
use grundy_games::parse;
use grundy_rules::{Cancel, ErrorKind, Outcome};
use grundy_solve::{Answer, Budget, MovesWanted, Question, Reason, Solver};

fn ask(text: &str, moves: MovesWanted, budget: &Budget) -> Answer {
    let question = Question { moves, wants_working: false, ..Question::default() };
    Solver::new().solve(&parse(text).unwrap(), &question, budget).unwrap()
}

#[test]
fn all_moves_are_found_where_that_is_short() {
    let texts =
        ["chomp(3x4)", "chomp(5x4)", "chomp(6x6)", "chomp(4,4,4,1)", "moore[2](3,4,5)", "misere moore[3](2,3,3)"];
    for text in texts {
        let position_sum = parse(text).unwrap();
        let known = by_theorem(&mut Solver::new(), &position_sum).unwrap();
        let searched = by_search(&position_sum, 100_000).unwrap().unwrap();
        assert!(matches!(known.explanation.reasons[0], Reason::Theorem(_)), "{text}");
        let faults = differences(&known, &searched);
        assert!(faults.is_empty(), "{text}: {faults:?}");
        assert!(!known.moves.incomplete && known.moves.total > Some(0), "{text}");
    }
}

/// Beyond the limits of the search, the answer still has the moves that are known without a search.
#[test]
fn limits_of_the_search_for_moves_leave_the_answer() {
    for (text, listed) in [
        ("chomp(15x16)", None),
        ("chomp(100000x100001)", None),
        ("chomp(100000x100000)", Some("bite b2")),
        ("chomp(2x1000000000)", Some("bite cfdgsxl2")),
        ("moore[2](10^18,10^17)", Some("take 1000000000000000000 from heap 1 and take 100000000000000000 from heap 2")),
        ("misere moore[1](10^18,1)", Some("take 1000000000000000000 from heap 1")),
    ] {
        let answer = ask(text, MovesWanted::All, &Budget { nodes: 2000, ..Budget::default() });
        assert_eq!(
            (answer.result.outcome, answer.moves.total, answer.moves.incomplete),
            (Some(Outcome::N), None, true),
            "{text}"
        );
        let moves: Vec<String> = answer.moves.listed.iter().map(|mv| mv.text.to_string()).collect();
        assert_eq!(moves.first().map(String::as_str), listed, "{text}");
        let unasked = ask(text, MovesWanted::None, &Budget::default());
        assert!(
            unasked.result.outcome == Some(Outcome::N) && !unasked.moves.incomplete && unasked.nodes == 0,
            "{text}"
        );
        let counted = ask(text, MovesWanted::Count, &Budget { nodes: 2000, ..Budget::default() });
        assert!(counted.moves.listed.is_empty() && counted.moves.incomplete && counted.moves.total.is_none(), "{text}");
    }
}

/// A limit of time or memory ends only the search for moves, but a cancellation is an error.
#[test]
fn limits_of_time_and_memory_leave_the_answer_too() {
    let small = Budget { bytes: 1 << 12, ..Budget::default() };
    let answer = ask("chomp(8x9)", MovesWanted::All, &small);
    assert_eq!((answer.result.outcome, answer.moves.total, answer.moves.incomplete), (Some(Outcome::N), None, true));
    let flag = Cancel::default();
    flag.cancel();
    let stopped = Budget { cancel: Some(flag.clone()), ..Budget::default() };
    let error = Solver::new().solve(&parse("chomp(8x9)").unwrap(), &Question::default(), &stopped).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

/// These theorems are about single positions; sums need values, which are found by search.
#[test]
fn sums_are_searched() {
    for text in
        ["chomp(2x3) + nim(2)", "misere chomp(2x2) + nim(1)", "moore[2](1,2) + nim(3)", "2*chomp(2x2)", "-chomp(2x2)"]
    {
        let position_sum = parse(text).unwrap();
        let known = by_theorem(&mut Solver::new(), &position_sum).unwrap();
        let faults = differences(&known, &by_search(&position_sum, 100_000).unwrap().unwrap());
        assert!(faults.is_empty(), "{text}: {faults:?}");
    }
}

#[test]
fn bad_boards_and_parameters_are_refused() {
    for (text, message) in [
        ("chomp()", "expected the length of a row"),
        ("chomp(0x3)", "at least one square"),
        ("chomp(3x0)", "at least one square"),
        ("chomp(3,5)", "the row above"),
        ("chomp(5,0)", "at least one square"),
        ("chomp(10^9x10^9)", "at most 1048576 rows"),
        ("chomp(3x4", "expected `)`"),
        ("moore(3)", "expected `[`"),
        ("moore[0](3)", "at least one heap"),
        ("moore[2^64](3)", "exceeds 2^64"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.to_string().contains(message) && error.span.is_some(), "{text}: {error}");
    }
    assert_eq!(ask("moore[18446744073709551615](3,4)", MovesWanted::All, &Budget::default()).moves.total, Some(1));
    assert_eq!(ask("moore[2]()", MovesWanted::All, &Budget::default()).result.outcome, Some(Outcome::P));
}

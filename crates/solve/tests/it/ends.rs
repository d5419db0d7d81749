//! Rules with `wins if` and `loses if`, compared with searches of all positions.

use grundy_games::parse;
use grundy_rules::{Budget, ErrorKind, Outcome, Player};
use grundy_solve::{Answer, Question, Solver};

fn solve(text: &str, use_theorems: bool) -> Result<Answer, String> {
    let position_sum = parse(text).map_err(|error| error.message.to_string())?;
    let question = Question { use_theorems, ..Question::default() };
    Solver::new().solve(&position_sum, &question, &Budget::default()).map_err(|error| error.message.to_string())
}

fn outcome(text: &str) -> Option<Outcome> {
    solve(text, true).unwrap_or_else(|error| panic!("{text}: {error}")).result.outcome
}

/// In POJ 2311 the player who first cuts off a 1 by 1 sheet wins.
/// The samples of the problem are 2x2, 3x2 and 4x2.
#[test]
fn the_cutting_game_has_its_known_results() {
    let rule = "rule{ (w,h) -> (i,h)+(w-i,h) for i in 1..w-1; (w,i)+(w,h-i) for i in 1..h-1 loses if w*h == 1 }";
    for (sheet, known) in [("2,2", Outcome::P), ("3,2", Outcome::P), ("4,2", Outcome::N)] {
        assert_eq!(outcome(&format!("{rule}({sheet})")), Some(known), "{sheet}");
    }
    // The outcomes are those of the game in which no strip of width 1 is cut off.
    let without = "rule{ (w,h) -> (i,h)+(w-i,h) for i in 2..w-2; (w,i)+(w,h-i) for i in 2..h-2 }";
    for (w, h) in (2..15).flat_map(|w| (2..=w).map(move |h| (w, h))) {
        assert_eq!(outcome(&format!("{rule}({w},{h})")), outcome(&format!("{without}({w},{h})")), "{w} {h}");
    }
}

/// A single position whose play may return to earlier positions is solved by retrograde analysis.
#[test]
fn positions_in_cycles_agree_with_search() {
    let chase = "rule{ (a,b,t) -> (a+1,b,1) if t == 0 if a < 5; (a-1,b,1) if t == 0; (a,b+1,0) if t == 1 if b < 5; \
        (a,b-1,0) if t == 1 if b != 3 wins if t == 0 and a == 5 loses if a == b within a <= 5, b <= 5, t <= 1 }";
    let turns = "rule{ (n,t) -> (n-k,1-t) for k in {1,3}; (n+1,1-t) if n < 9 wins if n == 0 and t == 1 \
        loses if n == 0 and t == 0 loses if n == 7 within n <= 9, t <= 1 }";
    let mut decided = 0;
    let positions = (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..2).map(move |t| format!("{chase}({a},{b},{t})"))));
    for text in positions.chain((0..10).flat_map(|n| (0..2).map(move |t| format!("{turns}({n},{t})")))) {
        let (known, searched) = (solve(&text, true).unwrap(), solve(&text, false).unwrap());
        assert_eq!(known.result.outcome, searched.result.outcome, "{text}");
        assert_eq!(known.result.remoteness, searched.result.remoteness, "{text}");
        let moves = |answer: &Answer| answer.moves.listed.iter().map(|mv| mv.text.to_string()).collect::<Vec<_>>();
        assert_eq!(moves(&known), moves(&searched), "{text}");
        decided += u32::from(known.result.remoteness.is_some());
    }
    assert!(decided > 60, "{decided}");
}

#[test]
fn play_is_over_where_a_condition_holds() {
    for (text, known) in [
        ("rule{ n -> n-1 loses if n == 3 }(3)", Outcome::P),
        ("rule{ n -> n-1 wins if n == 3 }(3)", Outcome::N),
        ("rule{ n -> n-1 wins if n == 3 loses if n >= 3 }(3)", Outcome::P),
        ("rule{ n -> n-1 wins if n == 3 }(3,8)", Outcome::N),
        ("rule{ n -> (n-1)+(n-1) wins if n == 3, n == 2 loses if n == 5 }(5,3)", Outcome::P),
        // Positions recur in the first component, but play has ended in the second one.
        ("rule{ (a,b) -> (a,1) wins if a+b == 6 loses if a+b == 9 }(4,0, 2,4)", Outcome::N),
    ] {
        let answer = solve(text, true).unwrap();
        assert_eq!((answer.result.outcome, answer.moves.total), (Some(known), Some(0)), "{text}");
        assert!(answer.moves.listed.is_empty() && answer.moves.others.is_empty() && answer.result.is_over, "{text}");
    }
    // These sums have copies and several terms. From every heap of at least 2, a move to 1 wins at once.
    let rule = "rule{ n -> n-k for k in 1..n loses if n == 1 }";
    assert_eq!(outcome(&format!("2*{rule}(3) + {rule}(0)")), Some(Outcome::N));
    let answer = solve(&format!("{rule}(5) + {rule}(4,4)"), true).unwrap();
    let moves: Vec<String> = answer.moves.listed.iter().map(|mv| format!("{} {}", mv.term_number, mv.text)).collect();
    assert_eq!(moves, ["1 move from 5 to 1", "2 move from 4 to 1", "2 move from 4 to 1"]);
}

/// In the tables of all engines, moves with `must` exclude all other moves.
#[test]
fn captures_have_to_be_made() {
    let moves = |text: &str| -> Vec<String> {
        let position_sum = parse(text).unwrap();
        let position = &*position_sum.terms[0].position;
        position.moves(0, Player::LEFT).map(|mv| position.describe(0, &mv).text.to_string()).collect()
    };
    let rule = "rule{ n -> n-1; must n-3 if n % 2 == 0; must n-4 if n == 8 }";
    for (n, known) in [(2, vec!["move from 2 to 1"]), (3, vec!["move from 3 to 2"]), (4, vec!["move from 4 to 1"])] {
        assert_eq!(moves(&format!("{rule}({n})")), known, "{n}");
    }
    assert_eq!(moves(&format!("{rule}(8)")).len(), 2);
    for rule in [
        rule,
        "rule{ n -> (i)+(n-1-i) for i in 0..n-1; must (n/2)+(n/3) if n % 3 == 1 }",
        "rule{ n -> n-k for k in 1..; must n-k*k for k in 2.. if n % 4 == k }",
        "rule{ left: n -> n-1; must n-2 if n % 3 == 0; right: n -> n-1; n-3 }",
        "rule{ (a,b) -> (a-1,b); must (b,a-1) if a > b; (a,b-1); must (a-2,b) if b == 2 }",
    ] {
        let arity = if rule.contains("(a,b)") { 2 } else { 1 };
        for n in 0..24 {
            let numbers = if arity == 1 { format!("{n}") } else { format!("{},{}", n % 5, n / 5) };
            let text = format!("{rule}({numbers})");
            let (known, searched) = (solve(&text, true).unwrap(), solve(&text, false).unwrap());
            assert_eq!(known.result.outcome, searched.result.outcome, "{text}");
            assert_eq!(known.moves.total, searched.moves.total, "{text}");
        }
    }
}

/// Very many options are refused before they fill the memory, and copies are not listed one by one.
#[test]
fn memory_is_limited() {
    let position_sum = parse("rule{ n -> n-k for k in 1.. loses if n == 1 }(1000000000)").unwrap();
    let budget = Budget { bytes: 1 << 24, ..Budget::default() };
    let error = Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    for rule in ["rule{ (m,n) -> 100000000*(m-1,n) if m > 0 loses if m == 1 }", "rule{ (m,n) -> 999999999*(m-1,n) }"] {
        for m in 1..4 {
            let text = format!("{rule}({m},1) + rule{{ (m,n) -> (m-1,n) loses if m == 9 }}(0,1)");
            let alone = format!("{rule}({m},1)");
            assert_eq!(outcome(&text), outcome(&alone), "{alone}");
            // Without conditions that end play, a search plays the copies one by one.
            if rule.contains("loses") {
                assert_eq!(solve(&alone, false).unwrap().result.outcome, outcome(&alone), "{alone}");
            }
        }
    }
}

#[test]
fn errors_name_the_place_and_the_way_out() {
    for (text, message) in [
        ("rule{ n -> n-1 wins n == 1 }(3)", "expected `if` and a condition"),
        ("rule{ n -> n-1 loses if }(3)", "expected"),
        ("rule{ n -> n-1 wins if n == 1; n-2 }(3)", "expected `within`"),
        (
            "rule{ left: n -> n-1; right: n -> n-2 wins if n == 1 }(3)",
            "require that both players have the same options",
        ),
        ("misere rule{ n -> n-1 wins if n == 1 }(3)", "cannot be played under misère play"),
        ("rule{ n -> n-1 wins if n == 1 }(3) + nim(3)", "cannot be added"),
        ("rule{ n -> n-1 wins if n == 1 }(3) + rule{ left: n -> n-1; right: n -> n-2 }(4)", "cannot be added"),
        ("rule{ n -> n-1; n+1 if n < 5 wins if n == 0 }(3,4)", "positions can repeat"),
        ("rule{ n -> n-1 wins if 5/(n-2) == 1 }(4)", "division by zero"),
        ("rule{ wins -> wins-1 }(4)", "reserved word"),
    ] {
        let error = solve(text, true).map(|_| ()).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

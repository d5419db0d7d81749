//! Games defined by rules as text, compared with built-in games and with search.

use grundy_games::{parse, parse_rules};
use grundy_rules::{ErrorKind, Outcome};
use grundy_solve::{Answer, Budget, Quantity, Question, Solver};

fn solve(text: &str, use_theorems: bool) -> Answer {
    let position_sum = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let question = Question { use_theorems, ..Question::default() };
    Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn rules_are_the_games_they_describe() {
    for (rule, game) in [
        ("rule{ n -> n-k for k in {1,3,4} }", "take[1,3,4]"),
        ("rule{ n -> n-k*k for k in 1.. while k*k <= n }", "take[k^2]"),
        ("rule{ n -> n-k for k in cubes }", "take[k^3]"),
        ("rule{ n -> n-k for k in triangular if k <= n; n-f for f in factorials }", "take[triangular,factorials]"),
        ("rule{ n -> n-k for k in squarefree }", "take[squarefree]"),
        ("rule{ n -> n-k for k in practical }", "take[practical]"),
        ("rule{ n -> n-k for k in {2,5} if k < 9 }", "take[2,5]"),
        ("rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t }", "kayles"),
        ("rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t if i < 99 }", "kayles"),
        ("rule{ n -> (i)+(n-i) for i in 1..n-1 if i != n-i }", "grundy_game"),
        ("rule{ n -> n-k for k in 1..n; (i)+(n-i) for i in 1..n-1 }", "lasker"),
        ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }", "wythoff"),
        ("rule{ (a,b) -> repeat (a-b,b) if b > 0; repeat (a,b-a) if a > 0 }", "euclid"),
        ("rule{ (a,b) -> (k,a-k) for k in 1..a-1; (k,b-k) for k in 1..b-1 }", "empty_and_divide"),
    ] {
        let pairs = rule.starts_with("rule{ (a,b)");
        for n in 0..14 {
            let position = if pairs { format!("({},{})", n / 3, n - n / 3) } else { format!("({n},3)") };
            for play in ["", "misere "] {
                let (own, known) = (format!("{play}{rule}{position}"), format!("{play}{game}{position}"));
                let (own, known, searched) = (solve(&own, true), solve(&known, true), solve(&own, false));
                assert_eq!(own.result.outcome, known.result.outcome, "{own:?}");
                assert_eq!(own.result.outcome, searched.result.outcome, "{own:?}");
                if let (Some(a), Some(b)) = (own.values.grundy, known.values.grundy) {
                    assert_eq!(a, b, "{own:?}");
                }
                assert_eq!(own.moves.total, searched.moves.total, "{own:?}");
                // A symmetric split is one move in a rule but may be two moves of a built-in game.
                let positions = |answer: &Answer| answer.moves.listed.len();
                assert_eq!(positions(&own), positions(&searched));
            }
        }
    }
}

#[test]
fn large_positions_of_known_shapes() {
    assert_eq!(
        solve("rule{ n -> n-k for k in {1,3,4} }(10^18)", true).result.outcome,
        solve("take[1,3,4](10^18)", true).result.outcome
    );
    assert_eq!(
        solve("rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t }(10^18)", true).values.grundy,
        solve("kayles(10^18)", true).values.grundy
    );
}

#[test]
fn faults_are_errors_and_leave_nothing_behind() {
    let mut solver = Solver::new();
    for _ in 0..2 {
        let position_sum = parse("rule{ n -> n-1 if n % (n-3) >= 0 }(9)").unwrap();
        let error = solver.solve(&position_sum, &Question::default(), &Budget::default()).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (ErrorKind::BadArgument, "division by zero"));
        assert_eq!(error.span, Some(18..27));
    }
}

/// Faults of the rules matter only in positions that play reaches.
/// Tables also compute positions that play does not reach.
#[test]
fn faults_matter_only_if_play_reaches_them() {
    let outcome = |text: &str, use_theorems| {
        let position_sum = parse(text).unwrap();
        let question = Question { use_theorems, ..Question::default() };
        Solver::new()
            .solve(&position_sum, &question, &Budget::default())
            .map(|answer| answer.result.outcome.unwrap().name())
    };
    for (text, expected) in [
        ("rule{ n -> n-1-abs(-1/n mod 5) }(1)", "P"),
        ("misere rule{ n -> n-1-abs(-1/n mod 5) }(1)", "N"),
        ("rule{ n -> n-2 if 6/n > 1 }(3) + nim(1)", "P"),
        ("rule{ n -> n-2 if 6/n > 1 }(3)", "N"),
        ("misere rule{ n -> n-2 if 6/n > 1 }(3) + nim(2)", "N"),
        ("rule{ left: n -> n-2 if 6/n > 1; right: n -> n-2 if 6/n > 2 }(3)", "L"),
        // Play reaches 0 only if one player moves twice in a row, so alternating play does not reach it.
        ("rule{ left: n -> n-1; right: n -> n-1 if n/n == 2 }(2)", "L"),
    ] {
        for use_theorems in [true, false] {
            assert_eq!(outcome(text, use_theorems), Ok(expected), "{text} {use_theorems}");
        }
    }
    for text in ["rule{ n -> n-2 if 6/n > 1 }(2)", "misere rule{ n -> n-2 if 6/n > 1 }(2) + nim(1)"] {
        for use_theorems in [true, false] {
            assert_eq!(outcome(text, use_theorems).unwrap_err().kind, ErrorKind::BadArgument, "{text} {use_theorems}");
        }
    }
    // After a fault, the solver still solves another position of these rules, and then reports the fault again.
    let mut solver = Solver::new();
    let [well, ill] =
        ["rule{ n -> n-2 if 6/n > 1 }(3)", "rule{ n -> n-2 if 6/n > 1 }(2)"].map(|text| parse(text).unwrap());
    for _ in 0..2 {
        assert!(solver.solve(&well, &Question::default(), &Budget::default()).is_ok());
        assert!(solver.solve(&ill, &Question::default(), &Budget::default()).is_err());
    }
}

/// At the position 0, an option that consists only of zeros is not a move.
#[test]
fn zero_options_at_zero_are_no_moves() {
    for (text, expected) in [
        ("rule{ n -> (n)+(n) if n == 0; n-1 }(2)", "P"),
        ("rule{ n -> (n)+(n) if n == 0; n-1 }(3)", "N"),
        ("misere rule{ n -> (n)+(n) if n == 0; n-1 }(3)", "P"),
        ("rule{ n -> (n)+(n)+(n/2) }(0)", "P"),
        ("rule{ n -> (k)+(n-k) for k in 0..n if n == 0; n-2 }(4)", "P"),
        ("rule{ (a,b) -> (a,b)+(b,a) if a+b == 0; (a-1,b) }(3,0)", "N"),
        // An option without components is a move.
        ("rule{ n -> () }(0)", "N"),
    ] {
        for use_theorems in [true, false] {
            assert_eq!(solve(text, use_theorems).result.outcome.unwrap().name(), expected, "{text} {use_theorems}");
        }
    }
}

/// Rules with a cycle are recognised and solved as a game with cycles.
#[test]
fn rules_with_circles() {
    // Play between 1 and 2 never ends; from 3 there is a move to 0.
    let rule = "rule{ n -> 3-n if n in {1,2}; n-3 if n >= 3; n-2 if n == 5 }";
    for (n, outcome) in [(0, "P"), (1, "D"), (2, "D"), (3, "N"), (4, "D"), (5, "D"), (6, "P")] {
        for use_theorems in [true, false] {
            let answer = solve(&format!("{rule}({n})"), use_theorems);
            assert_eq!(answer.result.outcome.unwrap().name(), outcome, "{rule}({n})");
            assert_eq!(answer.position.short, !matches!(outcome, "D"), "{rule}({n})");
        }
    }
    // These rules have loopy values; the last position is a sum with a loopy component.
    let answer = solve("rule{ n -> 3-n if n in {1,2}; 0 if n == 2 }(1)", true);
    assert_eq!((answer.result.outcome.unwrap().name(), answer.result.remoteness), ("P", Some(2)));
    assert_eq!(solve("rule{ n -> n }(4)", true).values.loopy.unwrap().to_string(), "inf{}");
    assert_eq!(solve("rule{ n -> n }(4) + nim(3)", true).result.outcome.unwrap().name(), "D");
    // These partizan rules have cycles.
    for (rule, outcome) in [
        ("left: n -> n; right: n -> n-1", "R"),
        ("left: n -> n-1; right: n -> n", "L"),
        ("left: n -> n; right: n -> n", "D"),
    ] {
        assert_eq!(solve(&format!("rule{{ {rule} }}(2)"), true).result.outcome.unwrap().name(), outcome, "{rule}");
    }
}

/// Each term of a sum separately reveals that its rule does not decrease its numbers.
/// The solver then no longer uses tables of the rule that it made before.
#[test]
fn circles_in_several_terms_leave_nothing_behind() {
    let mut solver = Solver::new();
    let rule = "rule{ n -> n; (k)+(n-k) for k in 1..n-1 }";
    for text in [format!("misere {rule}(1,0) + {rule}(1,0)"), format!("misere {rule}(1,0) + {rule}(0)")] {
        let answer = solver.solve(&parse(&text).unwrap(), &Question::default(), &Budget::default()).unwrap();
        assert_eq!(answer.result.outcome.unwrap().name(), "D", "{text}");
    }
}

/// Misère tables of rules that split and turn out to grow are computed by search.
#[test]
fn tables_of_rules_that_grow_and_fall_apart() {
    for (rules, expected) in [
        ("misere rule{ n -> 0 if n == 1; 4 if n == 3; (0)+(0) if n == 0; 2 if n == 3 }", "NPNPNNNN"),
        ("misere rule{ n -> 3 if n == 1; (n-1)+(0) if n == 3 }", "NNNPNNNN"),
        ("rule{ n -> 3 if n == 1; (n-1)+(0) if n == 3 }", "PPPNPPPP"),
    ] {
        let (read, budget) = (parse_rules(rules).unwrap(), Budget::default());
        let mut solver = Solver::new();
        let mut table = solver.table(&read, Quantity::Outcome, 7, true, &budget).unwrap();
        let outcomes = (0..=7).map(|n| table.cell([n, 0, 0]).unwrap().outcome.name());
        assert_eq!(outcomes.collect::<String>(), expected, "{rules}");
        for (n, letter) in expected.chars().enumerate() {
            assert_eq!(
                solve(&format!("{rules}({n})"), false).result.outcome.unwrap().name(),
                letter.to_string(),
                "{rules} {n}"
            );
        }
    }
}

/// Rules with moves to larger numbers are solved correctly, although no table by size applies.
#[test]
fn rules_that_grow() {
    let rule = "rule{ n -> n+3 if n < 9 and n % 3 == 1; n-2 }";
    for n in 0..12 {
        let (table, searched) = (solve(&format!("{rule}({n})"), true), solve(&format!("{rule}({n})"), false));
        assert_eq!(
            (table.result.outcome, table.values.grundy),
            (searched.result.outcome, searched.values.grundy),
            "{n}"
        );
    }
    let position_sum = parse("rule{ n -> n+1 }(0)").unwrap();
    let error = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

/// Rules whose moves leave several copies agree with rules in which the copies are written out.
#[test]
fn copies_agree_with_written_out_rules() {
    for (counted, written) in [
        ("(n,z) -> k*(n/k,0) for k in 2..3", "(n,z) -> (n/2,0)+(n/2,0); (n/3,0)+(n/3,0)+(n/3,0)"),
        ("(n,z) -> k*(n-k,z)+(k-1,z) for k in 1..2", "(n,z) -> (n-1,z)+(0,z); (n-2,z)+(n-2,z)+(1,z)"),
        ("n -> sum(n-k for i in 1..k) for k in 1..3", "n -> n-1; (n-2)+(n-2); (n-3)+(n-3)+(n-3)"),
        (
            "n -> sum(n-i for i in 1..2); sum(n/3 for i in 1..3) if n > 0",
            "n -> (n-1)+(n-2); (n/3)+(n/3)+(n/3) if n > 0",
        ),
        (
            "(a,b) -> b*(a-1,b) if b < 4; (a,b-1)",
            "(a,b) -> 0*(a-1,b) if b == 0; (a-1,b) if b == 1; (a-1,b)+(a-1,b) if b == 2; (a-1,b)+(a-1,b)+(a-1,b) if b == 3; (a,b-1)",
        ),
    ] {
        let pairs = counted.starts_with('(');
        for n in 0..4 {
            for z in 0..if pairs { 4 } else { 1 } {
                let at = if pairs { format!("({n},{z})") } else { format!("({n})") };
                for play in ["", "misere "] {
                    let [counted, written] = [counted, written].map(|rule| format!("{play}rule{{ {rule} }}{at}"));
                    let (own, other, searched) = (solve(&counted, true), solve(&written, true), solve(&counted, false));
                    assert_eq!(
                        (own.result.outcome, own.values.grundy),
                        (other.result.outcome, other.values.grundy),
                        "{counted}"
                    );
                    assert_eq!(
                        (own.result.outcome, own.moves.total),
                        (searched.result.outcome, searched.moves.total),
                        "{counted}"
                    );
                }
            }
        }
    }
}

#[test]
fn copies_cost_nothing() {
    let small_budget = Budget { nodes: 25_000, bytes: 64 << 20, ..Budget::default() };
    let cake = "rule{ (n,z) -> (n%m)*(n/m+1,0)+(m-n%m)*(n/m,0) for m in 2..n }";
    let position_sum = parse(&format!("{cake}(20000,1)")).unwrap();
    let answer = Solver::new().solve(&position_sum, &Question::default(), &small_budget).unwrap();
    assert_eq!(answer.moves.total.is_some(), answer.values.grundy.is_some());
    // Under normal play only the parity of the number of copies matters.
    for (copies, value) in [("10^18", 0), ("10^18+1", 1), ("2^61", 0)] {
        let answer = solve(&format!("rule{{ (n,z) -> ({copies})*(n-1,0) if n < 3 }}(2,0)"), true);
        assert_eq!(answer.values.grundy.map(|g| g.0), Some(if value == 1 { 0 } else { 1 }), "{copies}");
        assert_eq!(answer.moves.total, Some(1 - value), "{copies}");
        if value == 0 {
            let to = answer.moves.listed[0].to.as_deref().unwrap();
            assert!(to.contains("000000000000000000*rule{") || to.contains("2305843009213693952*rule{"), "{to}");
            assert_eq!(parse(to).unwrap().component_count(), if copies == "2^61" { 1 << 61 } else { 10u128.pow(18) });
        }
    }
    // The sum of many copies of a value is computed by doubling; under misère play the number of copies matters.
    let partizan = solve("rule{ left: (n,z) -> (10^12)*(n-1,0); right: (n,z) -> (n-2,0) }(2,0)", true);
    assert_eq!(partizan.values.game.unwrap().value.as_deref(), Some("{1000000000000|0}"));
    for (copies, outcome) in [(1001, Outcome::N), (1000, Outcome::P)] {
        let text = format!("misere rule{{ (n,z) -> {copies}*(1,0) if n == 2; (0,0) if n == 1 }}(2,0)");
        assert_eq!(solve(&text, true).result.outcome, Some(outcome), "{text}");
    }
}

/// A search of positions with more copies than fit in memory is refused before it starts.
#[test]
fn copies_that_a_search_must_play_are_estimated() {
    for text in [
        "misere rule{ (n,z) -> (10^12)*(n-1,0) }(3,0)",
        "rule{ left: (n,z) -> (10^12)*(n-1,0); right: (n,z) -> (n-2,0) }(4,0)",
    ] {
        let budget = Budget { nodes: 100_000, ..Budget::default() };
        let error = Solver::new().solve(&parse(text).unwrap(), &Question::default(), &budget).unwrap_err();
        assert!(
            error.message.to_string().starts_with("a search in which all 1000000000000 equal components"),
            "{text}: {error}"
        );
    }
    // Copies without moves do not count.
    assert_eq!(solve("misere rule{ (n,z) -> (10^12)*(n-1,0) }(1,0)", true).result.outcome, Some(Outcome::P));
}

/// Positions that differ only in a number that no option reads share an entry of a table.
/// The exception is the position in which all other numbers are 0.
#[test]
fn irrelevant_numbers_share_table_entries() {
    let budget = Budget::default();
    for (text, to, most) in [
        ("rule{ (n,z) -> k*(n/k,0) for k in 2..n }", 60, 2 * 61),
        ("rule{ (n,z) -> (n-k,7) for k in 1..3 }", 60, 3 * 61),
        ("rule{ (z,n) -> (3,n/2) if n > 0; (0,n-1) }", 60, 2 * 61),
    ] {
        let rules = parse_rules(text).unwrap();
        let mut solver = Solver::new();
        let nodes = Budget { nodes: most, ..budget.clone() };
        let mut table = solver.table(&rules, Quantity::Grundy, to, true, &nodes).unwrap();
        for a in 0..=to {
            for b in 0..=to {
                let value = table.cell([a, b, 0]).unwrap().grundy;
                if a % 7 == 0 || b % 7 == 0 {
                    let searched = solve(&format!("{text}({a},{b})"), false).values.grundy;
                    assert_eq!(value, searched, "{text} ({a},{b})");
                }
            }
        }
    }
}

/// A table that does not fit is refused without an equally long search in its place.
#[test]
fn oversized_tables_are_refused_without_search() {
    let rule = "rule{ n -> n-d for d in divisors(n) if d < n }";
    let position_sum = parse(&format!("{rule}(1000000000)")).unwrap();
    let budget = Budget::default();
    let error = Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap_err();
    assert!(error.message.to_string().contains("the table of all heaps up to 1000000000 needs 7.4 GiB"), "{error}");
    // If play reaches few positions, the short search answers.
    let position_sum = parse("rule{ n -> n/d for d in divisors(n) if d > 1 }(735134400)").unwrap();
    assert_eq!(
        Solver::new().solve(&position_sum, &Question::default(), &budget).unwrap().values.grundy.map(|g| g.0),
        Some(15)
    );
}

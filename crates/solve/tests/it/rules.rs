//! Rules written as text against the games that are built in, and against the definition.

use grundy_games::{parse, parse_rules};
use grundy_rules::{ErrorKind, Outcome};
use grundy_solve::{Answer, Budget, Quantity, Question, Solver};

fn solve(text: &str, theorems: bool) -> Answer {
    let spec = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let question = Question { theorems, ..Question::default() };
    Solver::new().solve(&spec, &question, &Budget::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn rules_are_the_games_they_describe() {
    for (rule, game) in [
        ("rule{ n -> n-k for k in {1,3,4} }", "take[1,3,4]"),
        ("rule{ n -> n-k*k for k in 1.. while k*k <= n }", "take[k^2]"),
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
                assert_eq!(own.outcome, known.outcome, "{own:?}");
                assert_eq!(own.outcome, searched.outcome, "{own:?}");
                if let (Some(a), Some(b)) = (own.grundy, known.grundy) {
                    assert_eq!(a, b, "{own:?}");
                }
                assert_eq!(own.moves_total, searched.moves_total, "{own:?}");
                // Symmetric splits are one move in a rule and may be two in the notation of a game.
                let positions = |answer: &Answer| answer.moves.len();
                assert_eq!(positions(&own), positions(&searched));
            }
        }
    }
}

#[test]
fn large_positions_of_known_shapes() {
    assert_eq!(
        solve("rule{ n -> n-k for k in {1,3,4} }(10^18)", true).outcome,
        solve("take[1,3,4](10^18)", true).outcome
    );
    assert_eq!(
        solve("rule{ n -> (i)+(n-t-i) for t in 1..2 for i in 0..n-t }(10^18)", true).grundy,
        solve("kayles(10^18)", true).grundy
    );
}

#[test]
fn faults_are_errors_and_leave_nothing_behind() {
    let mut solver = Solver::new();
    for _ in 0..2 {
        let spec = parse("rule{ n -> n-1 if n % (n-3) >= 0 }(9)").unwrap();
        let error = solver.solve(&spec, &Question::default(), &Budget::default()).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (ErrorKind::BadArgument, "division by zero"));
        assert_eq!(error.span, Some(18..27));
    }
}

/// A table computes positions that play does not come to; what is wrong with those is no fault of the others.
#[test]
fn faults_matter_where_play_comes_to_them() {
    let outcome = |text: &str, theorems| {
        let spec = parse(text).unwrap();
        let question = Question { theorems, ..Question::default() };
        Solver::new().solve(&spec, &question, &Budget::default()).map(|answer| answer.outcome.unwrap().name())
    };
    for (text, expected) in [
        ("rule{ n -> n-1-abs(-1/n mod 5) }(1)", "P"),
        ("misere rule{ n -> n-1-abs(-1/n mod 5) }(1)", "N"),
        ("rule{ n -> n-2 if 6/n > 1 }(3) + nim(1)", "P"),
        ("rule{ n -> n-2 if 6/n > 1 }(3)", "N"),
        ("misere rule{ n -> n-2 if 6/n > 1 }(3) + nim(2)", "N"),
        ("rule{ left: n -> n-2 if 6/n > 1; right: n -> n-2 if 6/n > 2 }(3)", "L"),
        // Moves that are not made in turn come to 0, those that are do not.
        ("rule{ left: n -> n-1; right: n -> n-1 if n/n == 2 }(2)", "L"),
    ] {
        for theorems in [true, false] {
            assert_eq!(outcome(text, theorems), Ok(expected), "{text} {theorems}");
        }
    }
    for text in ["rule{ n -> n-2 if 6/n > 1 }(2)", "misere rule{ n -> n-2 if 6/n > 1 }(2) + nim(1)"] {
        for theorems in [true, false] {
            assert_eq!(outcome(text, theorems).unwrap_err().kind, ErrorKind::BadArgument, "{text} {theorems}");
        }
    }
    // A solver goes on with the rules of others, and with the same ones anew.
    let mut solver = Solver::new();
    let [well, ill] =
        ["rule{ n -> n-2 if 6/n > 1 }(3)", "rule{ n -> n-2 if 6/n > 1 }(2)"].map(|text| parse(text).unwrap());
    for _ in 0..2 {
        assert!(solver.solve(&well, &Question::default(), &Budget::default()).is_ok());
        assert!(solver.solve(&ill, &Question::default(), &Budget::default()).is_err());
    }
}

/// Where all is 0, what leaves 0 only is no move, be it once or several times.
#[test]
fn nothing_is_left_to_move_at_zero() {
    for (text, expected) in [
        ("rule{ n -> (n)+(n) if n == 0; n-1 }(2)", "P"),
        ("rule{ n -> (n)+(n) if n == 0; n-1 }(3)", "N"),
        ("misere rule{ n -> (n)+(n) if n == 0; n-1 }(3)", "P"),
        ("rule{ n -> (n)+(n)+(n/2) }(0)", "P"),
        ("rule{ n -> (k)+(n-k) for k in 0..n if n == 0; n-2 }(4)", "P"),
        ("rule{ (a,b) -> (a,b)+(b,a) if a+b == 0; (a-1,b) }(3,0)", "N"),
        // To leave nothing is a move.
        ("rule{ n -> () }(0)", "N"),
    ] {
        for theorems in [true, false] {
            assert_eq!(solve(text, theorems).outcome.unwrap().name(), expected, "{text} {theorems}");
        }
    }
}

/// A circle is found, and the position is solved as one of a game with cycles.
#[test]
fn rules_with_circles() {
    // On 2 one goes round for ever; 3 can be left for 0 by the other.
    let rule = "rule{ n -> 3-n if n in {1,2}; n-3 if n >= 3; n-2 if n == 5 }";
    for (n, outcome) in [(0, "P"), (1, "D"), (2, "D"), (3, "N"), (4, "D"), (5, "D"), (6, "P")] {
        for theorems in [true, false] {
            let answer = solve(&format!("{rule}({n})"), theorems);
            assert_eq!(answer.outcome.unwrap().name(), outcome, "{rule}({n})");
            assert_eq!(answer.short, !matches!(outcome, "D"), "{rule}({n})");
        }
    }
    // The loopy value, and a sum.
    let answer = solve("rule{ n -> 3-n if n in {1,2}; 0 if n == 2 }(1)", true);
    assert_eq!((answer.outcome.unwrap().name(), answer.remoteness), ("P", Some(2)));
    assert_eq!(solve("rule{ n -> n }(4)", true).loopy.unwrap().to_string(), "inf{}");
    assert_eq!(solve("rule{ n -> n }(4) + nim(3)", true).outcome.unwrap().name(), "D");
    // Left and Right.
    for (rule, outcome) in [
        ("left: n -> n; right: n -> n-1", "R"),
        ("left: n -> n-1; right: n -> n", "L"),
        ("left: n -> n; right: n -> n", "D"),
    ] {
        assert_eq!(solve(&format!("rule{{ {rule} }}(2)"), true).outcome.unwrap().name(), outcome, "{rule}");
    }
}

/// Each term of a sum shows by itself that its rule does not go down, and the tables made before that serve nobody.
#[test]
fn circles_in_several_terms_leave_nothing_behind() {
    let mut solver = Solver::new();
    let rule = "rule{ n -> n; (k)+(n-k) for k in 1..n-1 }";
    for text in [format!("misere {rule}(1,0) + {rule}(1,0)"), format!("misere {rule}(1,0) + {rule}(0)")] {
        let answer = solver.solve(&parse(&text).unwrap(), &Question::default(), &Budget::default()).unwrap();
        assert_eq!(answer.outcome.unwrap().name(), "D", "{text}");
    }
}

/// The table of a rule that falls apart and turns out to grow, under misère play: nobody but a search tells it.
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
                solve(&format!("{rules}({n})"), false).outcome.unwrap().name(),
                letter.to_string(),
                "{rules} {n}"
            );
        }
    }
}

/// A rule that leads to larger numbers is not solved by a table of sizes.
#[test]
fn rules_that_grow() {
    let rule = "rule{ n -> n+3 if n < 9 and n % 3 == 1; n-2 }";
    for n in 0..12 {
        let (table, searched) = (solve(&format!("{rule}({n})"), true), solve(&format!("{rule}({n})"), false));
        assert_eq!((table.outcome, table.grundy), (searched.outcome, searched.grundy), "{n}");
    }
    let spec = parse("rule{ n -> n+1 }(0)").unwrap();
    let error = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}

/// Rules that leave copies, by the counted table, by the search of whole positions and written out.
#[test]
fn copies_are_worth_what_they_are_written_out() {
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
                    assert_eq!((own.outcome, own.grundy), (other.outcome, other.grundy), "{counted}");
                    assert_eq!((own.outcome, own.moves_total), (searched.outcome, searched.moves_total), "{counted}");
                }
            }
        }
    }
}

#[test]
fn copies_cost_nothing() {
    let few = Budget { nodes: 25_000, bytes: 64 << 20, ..Budget::default() };
    let cake = "rule{ (n,z) -> (n%m)*(n/m+1,0)+(m-n%m)*(n/m,0) for m in 2..n }";
    let spec = parse(&format!("{cake}(20000,1)")).unwrap();
    let answer = Solver::new().solve(&spec, &Question::default(), &few).unwrap();
    assert_eq!(answer.moves_total.is_some(), answer.grundy.is_some());
    // A number of copies is not a number of components: only its parity counts.
    for (copies, value) in [("10^18", 0), ("10^18+1", 1), ("2^61", 0)] {
        let answer = solve(&format!("rule{{ (n,z) -> ({copies})*(n-1,0) if n < 3 }}(2,0)"), true);
        assert_eq!(answer.grundy.map(|g| g.0), Some(if value == 1 { 0 } else { 1 }), "{copies}");
        assert_eq!(answer.moves_total, Some(1 - value), "{copies}");
        if value == 0 {
            let to = answer.moves[0].to.as_deref().unwrap();
            assert!(to.contains("000000000000000000*rule{") || to.contains("2305843009213693952*rule{"), "{to}");
            assert_eq!(parse(to).unwrap().component_count(), if copies == "2^61" { 1 << 61 } else { 10u128.pow(18) });
        }
    }
    // All copies of a value are added up by doubling; under misère play each counts.
    let partizan = solve("rule{ left: (n,z) -> (10^12)*(n-1,0); right: (n,z) -> (n-2,0) }(2,0)", true);
    assert_eq!(partizan.worth.unwrap().value.as_deref(), Some("{1000000000000|0}"));
    for (copies, outcome) in [(1001, Outcome::N), (1000, Outcome::P)] {
        let text = format!("misere rule{{ (n,z) -> {copies}*(1,0) if n == 2; (0,0) if n == 1 }}(2,0)");
        assert_eq!(solve(&text, true).outcome, Some(outcome), "{text}");
    }
}

/// Whole positions are searched with as many copies as fit the memory; more are refused before anything is searched.
#[test]
fn copies_that_a_search_must_play_are_estimated() {
    for text in [
        "misere rule{ (n,z) -> (10^12)*(n-1,0) }(3,0)",
        "rule{ left: (n,z) -> (10^12)*(n-1,0); right: (n,z) -> (n-2,0) }(4,0)",
    ] {
        let budget = Budget { nodes: 100_000, ..Budget::default() };
        let error = Solver::new().solve(&parse(text).unwrap(), &Question::default(), &budget).unwrap_err();
        assert!(error.message.to_string().starts_with("a search of 1000000000000 equal components"), "{text}: {error}");
    }
    // Components without moves do not matter.
    assert_eq!(solve("misere rule{ (n,z) -> (10^12)*(n-1,0) }(1,0)", true).outcome, Some(Outcome::P));
}

/// Positions that differ only in what no option reads are one position of a table, but where all else is 0.
#[test]
fn what_no_option_reads_is_computed_once() {
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
                    let searched = solve(&format!("{text}({a},{b})"), false).grundy;
                    assert_eq!(value, searched, "{text} ({a},{b})");
                }
            }
        }
    }
}

/// A table that does not fit is refused before anybody looks for another way that takes as long.
#[test]
fn what_takes_long_is_not_searched_before_it_is_refused() {
    let rule = "rule{ n -> n-d for d in divisors(n) if d < n }";
    let spec = parse(&format!("{rule}(1000000000)")).unwrap();
    let budget = Budget::default();
    let error = Solver::new().solve(&spec, &Question::default(), &budget).unwrap_err();
    assert!(error.message.to_string().contains("the table of all heaps up to 1000000000 needs 7.4 GiB"), "{error}");
    // If play reaches few positions, the short search answers.
    let spec = parse("rule{ n -> n/d for d in divisors(n) if d > 1 }(735134400)").unwrap();
    assert_eq!(Solver::new().solve(&spec, &Question::default(), &budget).unwrap().grundy.map(|g| g.0), Some(15));
}

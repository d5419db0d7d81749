//! Values as components of sums.

use crate::common::{Random, by_search, by_theorem};
use grundy_games::{parse, parse_rules};
use grundy_rules::{ErrorKind, Kind};
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Budget, Question, Solver};
use grundy_value::{SymbolSet, ValueArena};

#[test]
fn values_are_added_and_printed_last() {
    for (text, printed) in [
        ("clobber(\"xo/ox\") + 3/4 + ^*", "clobber(2x2) + 3/4^*"),
        ("1/2 + nim(3) + 1/4", "nim(3) + 3/4"),
        ("3*2 + nim(1)", "nim(1) + 3*2"),
        ("3*(1/2 + nim(1))", "3*nim(1) + 3/2"),
        ("-(1/2 + nim(1))", "-nim(1) + -1/2"),
        ("-1^ + nim(1)", "nim(1) + -1^"),
        ("nim(1) - 1/2 - nim(2)", "nim(1) + -nim(2) + -1/2"),
        ("nim(1) - -1", "nim(1) + 1"),
        ("nim(1) +-1", "nim(1) + +-1"),
        ("nim(1) +-nim(2)", "nim(1) + -nim(2)"),
        ("nim(1) +-(nim(2))", "nim(1) + -nim(2)"),
        ("nim(1) +-(1/2)", "nim(1) + +-1/2"),
        ("nim(1) ± 1", "nim(1) + +-1"),
        ("nim(1) - -nim(2) - 3*nim(0)", "nim(1) + nim(2) + -3*nim(0)"),
        ("nim(1) - (-nim(2) + nim(3))", "nim(1) + nim(2) + -nim(3)"),
        ("-(nim(1) - nim(2))", "-nim(1) + nim(2)"),
        ("1Miny(1) + nim(1)", "nim(1) + 1Miny(1)"),
        ("10^2*nim(1) + v2", "100*nim(1) + v2"),
        ("5*nim(0) + Tiny(2)", "5*nim(0) + Tiny(2)"),
        ("^ cool 0 + nim(1)", "nim(1) + ^"),
        ("1:* + nim(1)", "nim(1) + 1*"),
        ("7", "7"),
        ("-1/2", "-1/2"),
        ("*2 + *3", "*"),
        ("（1/2）＋nim(1)", "nim(1) + 1/2"),
    ] {
        let Ok(sum) = parse(text) else { panic!("{text}: {:?}", parse(text)) };
        let reparsed = parse(&sum.to_string()).map(|sum| sum.to_string());
        assert_eq!(sum.to_string(), printed, "{text}");
        assert_eq!(reparsed, Ok(sum.to_string()), "{text}");
    }
    assert_eq!(parse("nim(3) + *2").unwrap().kind(), Kind::Impartial);
    assert_eq!(parse("nim(3) + 2").unwrap().kind(), Kind::Partizan);
    let twice = 2 * -parse("1/2^").unwrap();
    assert_eq!(twice.to_string(), "-2*(1/2^)");
    assert_eq!(parse(&twice.to_string()).unwrap().to_string(), "-1v2");
}

#[test]
fn faults_in_values_are_reported() {
    for (text, kind, place) in [
        ("nim(3) + 3/5", ErrorKind::Syntax, Some(11..12)),
        ("nim(3) + {1|2", ErrorKind::Syntax, Some(9..10)),
        ("{nim(2)|0} + nim(3)", ErrorKind::Syntax, Some(1..7)),
        ("nim(3) + 1 2", ErrorKind::Syntax, Some(11..12)),
        ("3 4 5", ErrorKind::Syntax, Some(2..3)),
        ("1e18", ErrorKind::Syntax, Some(1..2)),
        ("nim(3) + 99999999999999999999/2", ErrorKind::Limit, Some(9..29)),
        ("2*3*nim(5)", ErrorKind::Syntax, Some(2..3)),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.span.clone()), (kind, place), "{text}: {}", error.message);
    }
    assert!(parse_rules("3/4").is_err());
    let mut solver = Solver::new();
    for text in ["misere nim(3) + 1/2", "dots_and_boxes(1x1) + 1/2", "misere 1"] {
        let Ok(sum) = parse(text) else { continue };
        let error = solver.solve(&sum, &Question::default(), &Budget::default()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported, "{text}");
    }
}

/// Checks that nimbers with billions of options are solved.
#[test]
fn large_nimbers_are_solved() {
    for (text, to) in [("*4000000000", "0"), ("nim(3) + *4000000000", "nim(3) + *3")] {
        let answer = by_theorem(&mut Solver::new(), &parse(text).unwrap()).unwrap();
        assert_eq!((answer.moves.total, answer.moves.listed[0].to.as_deref()), (Some(1), Some(to)), "{text}");
    }
}

/// Checks that terms mean what they mean in an expression, on random sums of values.
#[test]
fn terms_are_read_as_in_expressions() {
    let atoms = [
        "3/4",
        "-1/2",
        "^*",
        "v2",
        "3*2",
        "{2|-1}",
        "+-1",
        "Tiny(2)",
        "*5",
        "0",
        "-3",
        "2*{1|0}",
        "-1^",
        "1:*",
        "{1|0||-1}*",
        "+-{1,{3|0}}",
        "- ^3",
        "heat(^, 1)",
        "^[2]",
        "2 heat 1",
    ];
    let mut random = Random::new(51);
    for _ in 0..300 {
        let terms: Vec<&str> = (0..1 + random.below(4)).map(|_| *random.pick(&atoms)).collect();
        let text = terms.join(" + ");
        let mut values = ValueArena::new();
        let value = values.parse(&text).unwrap();
        let wanted = values.text(value, SymbolSet::Ascii).unwrap();
        assert_eq!(parse(&text).map(|sum| sum.to_string()), Ok(wanted), "{text}");
    }
}

/// Checks sums of games and values: the answers with theorems and by search, and the value of the sum.
#[test]
fn sums_with_values_are_solved() {
    let games = [
        "nim(3)",
        "clobber(\"xo/ox\")",
        "domineering(2x3)",
        "take[1,2 | 1,3](5)",
        "hackenbush(0-1:b,1-2:r)",
        "toads_and_frogs(\"tt.ff\")",
        "-domineering(\"../.#\")",
        "kayles(4)",
        "col(1x3)",
        "2*snort(1x2)",
    ];
    let extra = ["3/4", "-1/2", "^*", "v2", "{2|-1}", "+-1", "Tiny(2)", "*2", "{1|0||-1}", "-2", "{0|-3}*"];
    let mut random = Random::new(52);
    let mut outcomes = std::collections::BTreeMap::new();
    for _ in 0..250 {
        let mut terms = vec![*random.pick(&games), *random.pick(&extra)];
        if random.once_in(2) {
            terms.push(*random.pick(&games));
        }
        if random.once_in(2) {
            terms.push(*random.pick(&extra));
        }
        let text = terms.join(" + ");
        let sum = parse(&text).unwrap();
        let found = by_theorem(&mut Solver::new(), &sum).unwrap();
        let searched = by_search(&sum, 1 << 16).unwrap().unwrap();
        assert_eq!(found.result.outcome, searched.result.outcome, "{text}");
        assert_eq!(found.moves.total, searched.moves.total, "{text}");
        let mut evaluator = ValueEvaluator::new(&Budget::default());
        let value = evaluator.evaluate(&sum).unwrap();
        let outcome = evaluator.arena.outcome(value).unwrap();
        assert_eq!(found.result.outcome, Some(outcome), "{text}");
        *outcomes.entry(outcome.to_string()).or_insert(0) += 1;
    }
    assert!(outcomes.len() == 4, "{outcomes:?}");
}

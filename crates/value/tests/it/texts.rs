//! Tests of parsing and printing: the notation, the spans of errors, and random texts.

use crate::common::Random;
use grundy_value::{ArenaLimits, ParseErrorKind, ParseErrorSource, SymbolSet, ValueArena, ValueLimit};

#[test]
fn notation_parses_and_prints() {
    let mut values = ValueArena::new();
    for (text, printed) in [
        ("{2|0||-1}", "{2|0||-1}"),
        ("{{2|0}|-1}", "{2|0||-1}"),
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{0||0,v*|vv}", "{0||0,v*|v2}"),
        ("^^*", "^2*"),
        ("^2*", "^2*"),
        ("vv", "v2"),
        ("v2*", "v2*"),
        ("3/4v*", "3/4v*"),
        ("-2*", "-2*"),
        ("-2* + 2*", "0"),
        ("-1/2", "-1/2"),
        ("3*2", "3*2"),
        ("3*{1|0}", "{2|1}"),
        ("3*(*)", "*"),
        ("2 - 2^", "v"),
        ("2 -2^", "^"),
        ("--1", "1"),
        ("+-1", "+-1"),
        ("±1", "+-1"),
        ("±1*", "+-{1*}"),
        ("+-{2|1}", "+-{2|1}"),
        ("+-{1|0}", "0"),
        ("+-{*,^}", "+-{*,^}"),
        ("1 + -2", "-1"),
        ("1 +-2", "{3|-1}"),
        ("Tiny(2)", "Tiny(2)"),
        ("-Tiny(1/2)", "Miny(1/2)"),
        ("2Tiny(2)", "2Tiny(2)"),
        ("2tiny(2)", "2Tiny(2)"),
        ("*Tiny(0)*2MINY(0)*3", "0"),
        ("{2||2|0}", "2Tiny(2)"),
        ("^[2]", "^[2]"),
        ("^ + ^<2>", "^[2]"),
        ("^ + ^<2> + ^<3>", "^[3]"),
        ("3/4v[3]*", "3/4v[3]*"),
        ("v<2>", "v<2>"),
        ("↑[2]∗", "^[2]*"),
        ("1:-1", "1/2"),
        ("*:*", "*2"),
        ("* heat 1", "+-1"),
        ("{1|-1} cool 1/2", "+-1/2"),
        ("freeze({1|-1})", "*"),
        ("2 norton ^", "^2"),
        ("overheat(2, ^, 1)", "^2"),
        ("atomic_weight(^3*2)", "3"),
        ("reduced({2^|*})", "{2|0}"),
        ("atomic_weight({1|^^||^})", "2"),
        ("companion(^*)", "^"),
        ("remote_star(^3)", "*8"),
        ("norton(1/2, ^)", "{^2*|v*}"),
        ("nim_product(*2,*3)", "*"),
        ("nim_product(*2, *3) + *1", "0"),
        ("nim_product(nim_power(*3, 2), *5)", "*10"),
        ("NIM_Product( *4 , *4 )*1^", "^*7"),
        ("nim_product(* + *2, {0|0})", "*3"),
        ("nim_product(0, *7)", "0"),
        ("nim_product(*65536, *65536)", "*98304"),
        ("2*nim_product(*2, *2)", "0"),
        ("nim_power(0, 0)", "*"),
        ("nim_power(0, 3 - 1)", "0"),
        ("nim_power(*2, 5)", "*3"),
        ("nim_power(*4294967295, 4294967295)", "*"),
        ("nim_power(*2, 9223372036854775807)", "*2"),
        ("nim_inverse(*5)", "*12"),
        ("nim_sqrt(*6)", "*4"),
        ("nim_sqrt(0)", "0"),
    ] {
        let value = values.parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(values.text(value, SymbolSet::Ascii).unwrap(), printed, "{text}");
    }
}

#[test]
fn mistakes_have_spans() {
    let mut values = ValueArena::new();
    for (text, span, kind) in [
        ("", 0..0, ParseErrorKind::ExpectedValue),
        ("1 +", 3..3, ParseErrorKind::ExpectedValue),
        ("{1|0", 0..1, ParseErrorKind::UnclosedBracket),
        ("{1|0|2}", 4..5, ParseErrorKind::AmbiguousBars),
        ("^<0>", 2..3, ParseErrorKind::Integer),
        ("{1}", 0..3, ParseErrorKind::MissingBar),
        ("1/3", 2..3, ParseErrorKind::Denominator),
        ("1/2*^", 0..3, ParseErrorKind::Integer),
        ("1 cool ^", 7..8, ParseErrorKind::Temperature),
        ("nim(3)", 0..6, ParseErrorKind::Name),
        ("1 )", 2..3, ParseErrorKind::ExpectedOperator),
        ("99999999999999999999", 0..20, ParseErrorKind::Limit(ValueLimit::Number)),
        ("atomic_weight(1*)", 14..16, ParseErrorKind::ExpectedValue),
        ("cool( 1 , ^ )", 10..11, ParseErrorKind::Temperature),
        ("cool(1)", 0..7, ParseErrorKind::Arguments("cool({2|-1}, 1/2)")),
        ("1 + overheat(1, 2)", 4..18, ParseErrorKind::Arguments("overheat(2, ^, 1)")),
        ("Tiny(1, 2)", 0..10, ParseErrorKind::Arguments("Tiny(2)")),
        ("nim_product(*2)", 0..15, ParseErrorKind::Arguments("nim_product(*2, *3)")),
        ("nim_sqrt(*2, *3)", 0..16, ParseErrorKind::Arguments("nim_sqrt(*5)")),
        ("nim_product()", 12..13, ParseErrorKind::ExpectedValue),
        ("nim_product(*2, 3 )", 16..17, ParseErrorKind::Nimber),
        ("* + nim_product(^*, *2)", 16..18, ParseErrorKind::Nimber),
        ("nim_product({1|-1}, *2)", 12..18, ParseErrorKind::Nimber),
        ("nim_sqrt(1/2)", 9..12, ParseErrorKind::Nimber),
        ("nim_power(2, 2)", 10..11, ParseErrorKind::Nimber),
        ("nim_power(*2, *3)", 14..16, ParseErrorKind::Exponent),
        ("nim_power(*2, -1)", 14..16, ParseErrorKind::Exponent),
        ("nim_power(*2, 1/2)", 14..17, ParseErrorKind::Exponent),
        ("nim_inverse( *3+*3 )", 13..18, ParseErrorKind::InverseOfZero),
        ("nim_sqrt(*4294967296)", 9..20, ParseErrorKind::Limit(ValueLimit::Number)),
        ("nim_power(*2, 9223372036854775808)", 14..33, ParseErrorKind::Limit(ValueLimit::Number)),
        ("nim_sqrt[*2]", 0..12, ParseErrorKind::Name),
        ("^^9223372036854775807", 0..21, ParseErrorKind::Limit(ValueLimit::Number)),
        ("*99999999999", 0..12, ParseErrorKind::Limit(ValueLimit::Number)),
    ] {
        let wrong = values.parse(text).unwrap_err();
        assert_eq!((wrong.span, wrong.source), (span, ParseErrorSource::Text(kind)), "{text}");
    }
    for open in ["(", "{", "-", "- ", "{1|", "±{", "3*("] {
        assert!(values.parse(&open.repeat(100_000)).is_err());
    }
}

/// Checks that random texts are parsed or rejected without a panic.
///
/// Each parsed value is printed and parsed back.
#[test]
fn random_texts_do_not_panic() {
    let pieces = [
        "{",
        "}",
        "|",
        "||",
        "(",
        ")",
        "^",
        "v",
        "*",
        "-",
        "+",
        "+-",
        "±",
        "0",
        "1",
        "2",
        "/",
        "/4",
        "Tiny(",
        "[2]",
        "<",
        ">",
        ",",
        " ",
        ":",
        " heat ",
        "cool",
        "nim(2)",
        "\"",
        "é",
        "↑",
        "_",
        "9",
        "norton",
        "nim_product(",
        "nim_power(*3,",
        "nim_inverse(",
        "nim_sqrt(",
    ];
    let mut random = Random(23);
    let mut read = 0;
    for _ in 0..20_000 {
        let text: String =
            (0..1 + random.below(9)).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
        let limits = ArenaLimits { steps: 20_000, bytes: 50_000_000, ..ArenaLimits::default() };
        let mut values = ValueArena::with_limits(limits);
        match values.parse(&text) {
            Ok(value) => {
                read += 1;
                if let Ok(printed) = values.text(value, SymbolSet::Ascii) {
                    assert_eq!(values.parse(&printed), Ok(value), "{text} {printed}");
                }
            }
            Err(wrong) => assert!(text.get(wrong.span.clone()).is_some(), "{text}: {:?} lies on letters", wrong.span),
        }
    }
    assert!(read > 500, "{read}");
}

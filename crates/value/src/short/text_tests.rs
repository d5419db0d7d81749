//! Reading and printing: laws on random values and random texts, and known values.

use super::tests::{Random, random_values};
use super::*;

#[test]
fn what_is_printed_is_read_back() {
    let mut random = Random(19);
    for _ in 0..200 {
        let mut values = Values::new();
        let mut made = random_values(&mut values, &mut random, 50);
        for n in 1..4 {
            let number =
                values.number(Dyadic::new(i128::from(random.below(9)) - 4, random.below(3) as u32).unwrap()).unwrap();
            for g in [values.up_sum(n).unwrap(), values.up_power(n).unwrap(), values.tiny(made[n as usize]).unwrap()] {
                let negative = values.negative(g).unwrap();
                made.push(values.add(number, negative).unwrap());
                made.push(g);
            }
        }
        for g in made {
            for signs in [Signs::Ascii, Signs::Arrows] {
                let text = values.text(g, signs).unwrap();
                assert_eq!(values.read(&text), Ok(g), "{text}");
                let sum = format!("1 - ({text}) + -2*");
                let negative = values.negative(g).unwrap();
                let other = values.read("-1*").unwrap();
                assert_eq!(values.read(&sum), Ok(values.add(negative, other).unwrap()), "{sum}");
            }
            assert!(values.text(g, Signs::Ascii).unwrap().is_ascii());
        }
    }
}

#[test]
fn the_notation_of_the_field() {
    let mut values = Values::new();
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
    ] {
        let value = values.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(values.text(value, Signs::Ascii).unwrap(), printed, "{text}");
    }
}

#[test]
fn mistakes_have_their_place() {
    let mut values = Values::new();
    for (text, span, mistake) in [
        ("", 0..0, Mistake::Value),
        ("1 +", 3..3, Mistake::Value),
        ("{1|0", 0..1, Mistake::Open),
        ("{1|0|2}", 4..5, Mistake::Bars),
        ("{1}", 0..3, Mistake::NoBar),
        ("1/3", 2..3, Mistake::Denominator),
        ("1/2*^", 0..3, Mistake::Integer),
        ("1 cool ^", 7..8, Mistake::Temperature),
        ("nim(3)", 0..6, Mistake::Name),
        ("1 )", 2..3, Mistake::Rest),
        ("99999999999999999999", 0..20, Mistake::Limit(Limit::Number)),
        ("*99999999999", 0..12, Mistake::Limit(Limit::Number)),
    ] {
        let wrong = values.read(text).unwrap_err();
        assert_eq!((wrong.span, wrong.why), (span, Why::Text(mistake)), "{text}");
    }
    for open in ["(", "{", "-", "- ", "{1|", "±{", "3*("] {
        assert!(values.read(&open.repeat(100_000)).is_err());
    }
}

/// Random texts are read or refused, and never anything else.
#[test]
fn random_texts_are_survived() {
    let pieces = [
        "{", "}", "|", "||", "(", ")", "^", "v", "*", "-", "+", "+-", "±", "0", "1", "2", "/", "/4", "Tiny(", "[2]",
        "<", ">", ",", " ", ":", " heat ", "cool", "nim(2)", "\"", "é", "↑", "_", "9", "norton",
    ];
    let mut random = Random(23);
    let mut read = 0;
    for _ in 0..20_000 {
        let text: String =
            (0..1 + random.below(9)).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
        let mut values = Values::with(Limits { steps: 20_000, bytes: 50_000_000, ..Limits::default() });
        match values.read(&text) {
            Ok(value) => {
                read += 1;
                if let Ok(printed) = values.text(value, Signs::Ascii) {
                    assert_eq!(values.read(&printed), Ok(value), "{text} {printed}");
                }
            }
            Err(wrong) => assert!(text.get(wrong.span.clone()).is_some(), "{text}: {:?} lies on letters", wrong.span),
        }
    }
    assert!(read > 500, "{read}");
}

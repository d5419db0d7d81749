//! Tests of limits: only values that are too large or too deep give errors.

use crate::common::Random;
use grundy_value::{
    ArenaLimits, Dyadic, NumberUpsStar, Outcome, ParseErrorKind, ParseErrorSource, SymbolSet, Value, ValueArena,
    ValueLimit,
};

/// Compares values whose thresholds are near or beyond the bound up to which they are stored.
///
/// Examples are -1 + 1100 ups <= ±1 + 1200 ups, and {2|0} + 100 ups > 0.
#[test]
fn large_multiples_of_up_compare_correctly() {
    let mut values = ValueArena::new();
    let ups = |values: &mut ValueArena, n: i32, number: i64| {
        values.intern_number_ups_star(NumberUpsStar { number: Dyadic::integer(number), up: n, nim: 0 }).unwrap()
    };
    for (m, n) in [(5, 6), (990, 1200), (998, 1002), (1100, 1200)] {
        let (one, minus) = (values.integer(1).unwrap(), values.integer(-1).unwrap());
        let switch = values.value_from_options(&[one], &[minus]).unwrap();
        let (low, high) = (ups(&mut values, m, -1), ups(&mut values, n, 0));
        let high = values.add(switch, high).unwrap();
        assert!(values.le(low, high).unwrap(), "{m} {n}");
        assert!(!values.le(high, low).unwrap(), "{m} {n}");
        let higher = ups(&mut values, n + 1, -1);
        assert!(!values.le(higher, high).unwrap(), "-1 + {} ups against ±1 + {n} ups", n + 1);
    }
    let (two, hundred) = (values.integer(2).unwrap(), ups(&mut values, 100, 0));
    let hot = values.value_from_options(&[two], &[Value::ZERO]).unwrap();
    let sum = values.add(hot, hundred).unwrap();
    assert_eq!(values.outcome(sum).unwrap(), Outcome::L);
}

#[test]
fn limits_are_enforced() {
    let mut values = ValueArena::with_limits(ArenaLimits { steps: 10, ..ArenaLimits::default() });
    let one = values.integer(1).unwrap();
    let all: Result<Vec<Value>, ValueLimit> =
        (0..20).map(|_| values.value_from_options(&[one], &[Value::ZERO])).collect();
    assert_eq!(all, Err(ValueLimit::Steps));
    let mut values = ValueArena::with_limits(ArenaLimits { should_stop: Box::new(|| true), ..ArenaLimits::default() });
    let one = values.integer(1).unwrap();
    let all: Result<Vec<Value>, ValueLimit> =
        (0..5000).map(|_| values.value_from_options(&[one], &[Value::ZERO])).collect();
    assert_eq!(all, Err(ValueLimit::Cancelled));
    // A chain of switches is too deep for the stack. It can be built without recursion, but the negative,
    // which needs recursion, must fail.
    let mut values = ValueArena::new();
    let mut g = Value::ZERO;
    let mut refused = None;
    for n in 1..5000 {
        let x = values.integer(-n).unwrap();
        match values.value_from_options(&[g], &[x]) {
            Ok(value) => g = value,
            Err(limit) => {
                refused = Some(limit);
                break;
            }
        }
    }
    let refused = refused.or_else(|| values.negative(g).err());
    assert_eq!(refused, Some(ValueLimit::Depth));
}

/// Calls every function of one or two values; each must return a result or a limit.
fn all_functions(values: &mut ValueArena, g: Value, h: Value) -> Vec<Result<(), ValueLimit>> {
    let t = Dyadic::new(3, 1).unwrap();
    vec![
        values.facts(g).map(drop),
        values.le(g, h).map(drop),
        values.outcome(g).map(drop),
        values.negative(g).map(drop),
        values.add(g, h).map(drop),
        values.sub(g, h).map(drop),
        values.times(5, g).map(drop),
        values.ordinal_sum(g, h).map(drop),
        values.ordinal_sum(h, g).map(drop),
        values.thermograph(g).map(drop),
        values.cool(g, t).map(drop),
        values.freeze(g).map(drop),
        values.heat(g, h).map(drop),
        values.overheat(g, h, h).map(drop),
        values.norton(g, h).map(drop),
        values.norton(h, g).map(drop),
        values.incentives(g).map(drop),
        values.reduced(g).map(drop),
        values.atomic_weight(g).map(drop),
        values.remote_star(g).map(drop),
        values.companion(g).map(drop),
        values.birthday(g).map(drop),
        values.is_all_small(g).map(drop),
        values.follower_count(g).map(drop),
        values.followers(g).map(drop),
        values.tiny(g).map(drop),
        values.text(g, SymbolSet::Arrows).map(drop),
    ]
}

#[test]
fn overflowing_numbers_are_rejected() {
    let mut values = ValueArena::new();
    let large = 1i64 << 62;
    for text in [
        format!("{large} + {large}"),
        format!("2*({large}) + 1"),
        format!("-{large} - {large}"),
        format!("1/{large} : -1"),
        format!("{large} + 1/4"),
        format!("{{{large}|1/{large}}} cool 1/{large}"),
        format!("{} : 1", i64::MAX),
        format!("{{{}|}}", i64::MAX),
        format!("{{1/{large}|3/{large}}} + {{0|1/{large}}}"),
        "*4294967295 : *".to_owned(),
        "^2147483647 + ^".to_owned(),
        "3*v2147483647".to_owned(),
    ] {
        let read = values.parse(&text).map(|g| values.text(g, SymbolSet::Ascii));
        let expected = ParseErrorSource::Text(ParseErrorKind::Limit(ValueLimit::Number));
        assert_eq!(read.map_err(|e| e.source), Err(expected), "{text}");
    }
    // Numbers within the limits are printed, however large.
    for (text, printed) in [
        (format!("{large} - 1"), (large - 1).to_string()),
        (format!("{{{large}|}}"), (large + 1).to_string()),
        (format!("{large} : 1 : 1"), (large + 2).to_string()),
        (format!("1/{large} : 0"), format!("1/{large}")),
        (format!("1/{} : -1", large / 2), format!("1/{large}")),
    ] {
        let value = values.parse(&text).unwrap();
        assert_eq!(values.text(value, SymbolSet::Ascii).unwrap(), printed, "{text}");
    }
}

#[test]
fn extreme_numbers_give_answers_or_limits() {
    let mut random = Random(107);
    for _ in 0..60 {
        let limits = ArenaLimits { steps: 100_000, bytes: 60_000_000, ..ArenaLimits::default() };
        let mut values = ValueArena::with_limits(limits);
        let mut sample: Vec<Value> = vec![];
        while sample.len() < 8 {
            let sign = if random.below(2) == 0 { 1 } else { -1 };
            let huge = [1, 3, i64::MAX, i64::MAX - 1, 1 << 62, (1 << 60) + 1, 0][random.below(7) as usize];
            let exponent = [0, 0, 1, 59, 61, 62][random.below(6) as usize];
            let number = Dyadic::new((sign * huge).into(), exponent).unwrap();
            let (up, nim) = (
                [0, 0, 1, i32::MAX, -i32::MAX, 1500][random.below(6) as usize],
                [0, 1, 2, u32::MAX][random.below(4) as usize],
            );
            let ups = if random.below(2) == 0 {
                NumberUpsStar { number, ..NumberUpsStar::default() }
            } else {
                NumberUpsStar { number, up, nim }
            };
            let value = if sample.len() < 3 || random.below(2) == 0 {
                values.intern_number_ups_star(ups)
            } else {
                let mut side = || [random.pick(&sample), random.pick(&sample)];
                let (left, right) = (side(), side());
                values.value_from_options(&left, &right)
            };
            match value {
                Ok(value) => sample.push(value),
                Err(ValueLimit::Steps | ValueLimit::Memory) => break,
                Err(_) => {}
            }
        }
        for &g in &sample {
            all_functions(&mut values, g, sample[0]);
        }
    }
}

/// A function that builds a deeper value from a value; the integer is the number of the step, from 1.
type Longer = fn(&mut ValueArena, Value, i64) -> Result<Value, ValueLimit>;

/// Checks that no recursion overflows a stack of one megabyte, the stack size of WebAssembly modules.
#[test]
fn deep_values_give_answers_or_limits_on_a_small_stack() {
    let check = || {
        let chains: [Longer; 4] = [
            // The chains are: ever hotter switches, ups, ordinal sums on *, and threats within threats.
            |values, g, n| {
                let x = values.integer(-n)?;
                values.value_from_options(&[g], &[x])
            },
            |values, g, n| {
                let side = values.nimber(1 + (n % 2) as u32)?;
                values.value_from_options(&[g], &[side, Value::ZERO])
            },
            |values, g, n| {
                let one = values.integer(if n % 3 == 0 { -1 } else { 1 })?;
                let star = values.nimber(1)?;
                let base = if n == 1 { star } else { g };
                values.ordinal_sum(base, one)
            },
            |values, g, _| {
                let minus = values.negative(g)?;
                values.value_from_options(&[Value::ZERO], &[minus])
            },
        ];
        for make in chains {
            for length in [100, 640, 1290, 3000] {
                let limits = ArenaLimits { steps: 300_000, bytes: 100_000_000, ..ArenaLimits::default() };
                let mut values = ValueArena::with_limits(limits);
                let mut g = Value::ZERO;
                for n in 1..=length {
                    match make(&mut values, g, n) {
                        Ok(next) => g = next,
                        Err(_) => break,
                    }
                }
                let one = values.integer(1).unwrap();
                let results = all_functions(&mut values, g, one);
                assert!(length > 100 || results.iter().any(Result::is_ok));
            }
        }
        let mut values = ValueArena::new();
        for open in
            ["(", "{", "-", "- ", "{1|", "±{", "3*(", "+-", "heat(", "1:(", "{0||", "nim(", "1 heat (", "nim_sqrt("]
        {
            let text = open.repeat(100_000);
            assert!(values.parse(&text).is_err());
            let closed = text + "1" + &if open.contains('{') { "|0}" } else { ")" }.repeat(100_000);
            assert!(values.parse(&closed).is_err());
        }
        // Signs without space between them are added in a loop, so their number is not limited.
        let ups = values.parse(&"*Tiny(0)".repeat(100_000)).unwrap();
        assert_eq!(values.text(ups, SymbolSet::Ascii), Ok("^100000".to_owned()));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(check).unwrap().join().unwrap();
}

/// Checks that ordinal sums of a hundred thousand terms parse in time linear in their length.
#[test]
#[ignore = "slow: looks at the clock"]
fn long_ordinal_sums_parse_in_time() {
    let begun = std::time::Instant::now();
    long_ordinal_sums_parse();
    // A benchmark measures the time; this test fails only if each term visits all earlier ones.
    assert!(begun.elapsed().as_secs() < 20);
}

/// Checks the values of ordinal sums of a hundred thousand terms.
#[test]
fn long_ordinal_sums_parse() {
    let length = 100_000;
    for (text, printed) in [
        ("1:".repeat(length) + "1", Some("100001")),
        ("*:".repeat(length) + "*", Some("*100001")),
        (format!("*:{length}"), None),
        (format!("*:-{length}"), None),
    ] {
        let mut values = ValueArena::new();
        let value = values.parse(&text).unwrap();
        match printed {
            Some(printed) => assert_eq!(values.text(value, SymbolSet::Ascii).unwrap(), printed),
            None => assert_eq!(values.outcome(value), Ok(Outcome::N)),
        }
    }
    // With alternating signs, each term doubles the denominator until the denominator is too large.
    let mut values = ValueArena::new();
    assert_eq!(
        values.parse(&("1:-1:".repeat(length) + "1")).unwrap_err().source,
        ParseErrorSource::Text(ParseErrorKind::Limit(ValueLimit::Number))
    );
}

//! Tests of atomic weights, companions and followers on random values.

use crate::common::{Random, arenas};
use grundy_value::{Dyadic, NumberUpsStar, Outcome, Value, ValueArena};
use std::collections::HashSet;

/// Returns random all-small values: ups, nimbers, and forms with such options.
fn all_small(values: &mut ValueArena, random: &mut Random, count: usize) -> Vec<Value> {
    let mut sample = vec![Value::ZERO];
    while sample.len() < count {
        let mut side = || -> Vec<Value> { (0..1 + random.below(3)).map(|_| random.pick(&sample)).collect() };
        let (left, right) = (side(), side());
        let ups = NumberUpsStar { number: Dyadic::ZERO, up: random.below(9) as i32 - 4, nim: random.below(4) as u32 };
        let g = if random.below(4) == 0 {
            values.intern_number_ups_star(ups)
        } else {
            values.value_from_options(&left, &right)
        }
        .unwrap();
        if values.birthday(g).unwrap() <= 6 {
            sample.push(g);
        }
    }
    sample
}

#[test]
fn weights_obey_their_laws() {
    let mut random = Random(73);
    for _ in 0..160 {
        let mut values = ValueArena::new();
        let sample = all_small(&mut values, &mut random, 50);
        for &g in &sample {
            let h = random.pick(&sample);
            let (Some(a), Some(b)) = (values.atomic_weight(g).unwrap(), values.atomic_weight(h).unwrap()) else {
                panic!("what is all small has a weight")
            };
            let (sum, weight_sum) = (values.add(g, h).unwrap(), values.add(a, b).unwrap());
            assert_eq!(values.atomic_weight(sum).unwrap(), Some(weight_sum), "weights are additive");
            // The two-ahead rule: an atomic weight of at least 2 wins for Left, one of at most -2 for Right.
            let (two, minus) = (values.integer(2).unwrap(), values.integer(-2).unwrap());
            assert!(!values.le(two, a).unwrap() || values.outcome(g).unwrap() == Outcome::L);
            assert!(!values.le(a, minus).unwrap() || values.outcome(g).unwrap() == Outcome::R);
        }
    }
}

/// Returns whether g - a.↑ plus a remote star lies between ↓ and ↑, by the definition.
fn weighs(values: &mut ValueArena, g: Value, a: Value) -> bool {
    let up = values.intern_number_ups_star(NumberUpsStar { up: 1, ..NumberUpsStar::default() }).unwrap();
    let product = values.norton(a, up).unwrap();
    let difference = values.sub(g, product).unwrap();
    // Any nimber *n with n beyond the birthday is remote. At least *2 is needed, because ↑ + * is not positive.
    let nim = (values.birthday(difference).unwrap() as u32 + 2).next_power_of_two();
    let [low, high] =
        [-1, 1].map(|up| values.intern_number_ups_star(NumberUpsStar { up, nim, ..NumberUpsStar::default() }).unwrap());
    values.le(low, difference).unwrap() && values.le(difference, high).unwrap()
}

#[test]
fn weights_are_those_of_the_definition() {
    let mut random = Random(89);
    for _ in 0..60 {
        let mut values = ValueArena::new();
        let up = values.intern_number_ups_star(NumberUpsStar { up: 1, ..NumberUpsStar::default() }).unwrap();
        for g in all_small(&mut values, &mut random, 30) {
            let a = values.atomic_weight(g).unwrap().unwrap();
            assert!(weighs(&mut values, g, a));
            let other = values.parse(["1", "-1", "1/2", "+-1", "*", "{2|0}"][random.below(6) as usize]).unwrap();
            let wrong = values.add(a, other).unwrap();
            assert!(!weighs(&mut values, g, wrong), "a game has one weight");
            let more = values.add(g, up).unwrap();
            assert!(!weighs(&mut values, more, a));
        }
    }
}

/// Returns random infinitesimal games with threats: forms with both stops 0 that may have hot options.
fn with_threats(values: &mut ValueArena, random: &mut Random, count: usize) -> Vec<Value> {
    let mut sample: Vec<Value> =
        ["0", "*", "^", "v", "Tiny(1)", "Miny(2)", "^2*", "v*"].map(|t| values.parse(t).unwrap()).into();
    let mut threats: Vec<Value> = ["1", "2", "-1", "-2", "+-1"].map(|t| values.parse(t).unwrap()).into();
    while sample.len() < count {
        let mut side = |threat: bool| -> Vec<Value> {
            let from = |random: &mut Random| {
                if threat && random.below(4) > 0 { random.pick(&threats) } else { random.pick(&sample) }
            };
            (0..1 + random.below(2)).map(|_| from(random)).collect()
        };
        let threat = side(false).len() == 1;
        let (left, right) = (side(threat), side(threat));
        let g = values.value_from_options(&left, &right).unwrap();
        if values.birthday(g).unwrap() > 6 {
            continue;
        }
        let (l, r) = (values.left_stop(g), values.right_stop(g));
        if l == Dyadic::ZERO && r == Dyadic::ZERO {
            sample.push(g);
        } else if l == Dyadic::ZERO || r == Dyadic::ZERO {
            threats.push(g);
        }
    }
    sample
}

/// Checks atomic weights of games that are not all small.
///
/// For a game without a weight, the test checks that no candidate satisfies the definition.
#[test]
fn weights_of_games_with_threats() {
    let mut random = Random(97);
    let (mut atomic, mut others) = (0, 0);
    for _ in 0..400 {
        let mut values = ValueArena::new();
        let tried: Vec<Value> = [
            "0",
            "1",
            "-1",
            "2",
            "-2",
            "3",
            "-3",
            "1/2",
            "-1/2",
            "*",
            "^",
            "v",
            "+-1",
            "1*",
            "{1|0}",
            "{0|-1}",
            "{2|0}",
            "{0|-2}",
            "{3|0}",
            "{0|-3}",
            "{2|1}",
            "{-1|-2}",
            "{2|-1}",
            "{1|-2}",
            "+-2",
            "{1||0|-1}",
            "{1|0||-1}",
        ]
        .map(|t| values.parse(t).unwrap())
        .into();
        let sample = with_threats(&mut values, &mut random, 40);
        for &g in &sample {
            if values.is_all_small(g).unwrap() {
                continue;
            }
            match values.atomic_weight(g).unwrap() {
                Some(a) => {
                    assert!(weighs(&mut values, g, a));
                    atomic += 1;
                    let h = random.pick(&sample);
                    if values.birthday(h).unwrap() <= 5
                        && let Some(b) = values.atomic_weight(h).unwrap()
                    {
                        let (sum, weight_sum) = (values.add(g, h).unwrap(), values.add(a, b).unwrap());
                        assert_eq!(values.atomic_weight(sum).unwrap(), Some(weight_sum), "weights are additive");
                    }
                }
                None => {
                    let found = tried.iter().find(|&&a| weighs(&mut values, g, a)).copied();
                    let text = values.text(g, Default::default()).unwrap();
                    assert_eq!(
                        found.map(|a| values.text(a, Default::default()).unwrap()),
                        None,
                        "the weight of {text}"
                    );
                    others += 1;
                }
            }
        }
    }
    assert!(atomic > 2000 && others > 100, "{atomic} {others}");
}

#[test]
fn companions_are_those_of_the_definition() {
    fn by_definition(values: &mut ValueArena, g: Value) -> Value {
        if g == Value::ZERO {
            return values.nimber(1).unwrap();
        }
        let sides = [values.left_options(g).unwrap(), values.right_options(g).unwrap()];
        let [mut left, mut right] =
            sides.map(|side| side.into_iter().map(|x| by_definition(values, x)).collect::<Vec<_>>());
        match values.outcome(g).unwrap() {
            Outcome::L => left.push(Value::ZERO),
            Outcome::R => right.push(Value::ZERO),
            _ => {}
        }
        values.value_from_options(&left, &right).unwrap()
    }
    arenas(101, 80, 6, |values, sample, _| {
        for &g in sample {
            let companion = values.companion(g).unwrap();
            assert_eq!(companion, by_definition(values, g));
            let (negative, other) = (values.negative(g).unwrap(), values.negative(companion).unwrap());
            assert_eq!(values.companion(negative).unwrap(), other);
        }
    });
}

#[test]
fn followers_match_a_search() {
    arenas(103, 80, 8, |values, sample, _| {
        for &g in sample {
            let all = values.followers(g).unwrap();
            let (mut expected, mut stack) = (HashSet::new(), vec![g]);
            while let Some(x) = stack.pop() {
                if expected.insert(x) {
                    stack.extend(values.left_options(x).unwrap());
                    stack.extend(values.right_options(x).unwrap());
                }
            }
            assert_eq!(values.follower_count(g).unwrap(), expected.len() as u64);
            assert_eq!((all.len(), all.into_iter().collect::<HashSet<_>>()), (expected.len(), expected));
        }
    });
}

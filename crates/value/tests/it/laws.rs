//! Tests of algebraic laws and definitions on more than a hundred thousand random values.

use crate::common::{Forms, Random, arenas, remade, wall_at};
use grundy_value::{Dyadic, NumberUpsStar, Outcome, SymbolSet, Value, ValueArena};
use std::collections::HashMap;

#[test]
fn printed_values_parse_back() {
    arenas(19, 480, 7, |values, sample, random| {
        for (i, &g) in sample.iter().enumerate() {
            let mut all = vec![g];
            if i % 10 == 0 {
                // Higher ups and tinies are tested with and without a number added.
                let (n, number) = (1 + random.below(4), random.number());
                let number = values.number(number).unwrap();
                for h in [values.up_sum(n).unwrap(), values.up_power(n).unwrap(), values.tiny(g).unwrap()] {
                    let negative = values.negative(h).unwrap();
                    all.extend([h, values.add(number, negative).unwrap()]);
                }
            }
            for g in all {
                for symbols in [SymbolSet::Ascii, SymbolSet::Arrows] {
                    let text = values.text(g, symbols).unwrap();
                    assert_eq!(values.parse(&text), Ok(g), "{text}");
                    let sum = format!("1 - ({text}) + -2*");
                    let (negative, other) = (values.negative(g).unwrap(), values.parse("-1*").unwrap());
                    assert_eq!(values.parse(&sum), Ok(values.add(negative, other).unwrap()), "{sum}");
                }
                assert!(values.text(g, SymbolSet::Ascii).unwrap().is_ascii());
            }
        }
    });
}

#[test]
fn comparison_agrees_with_the_definition_on_plain_trees() {
    let mut random = Random(3);
    for round in 0..250 {
        let mut values = ValueArena::new();
        let mut forms = Forms::default();
        let mut sample: Vec<Value> = vec![];
        for n in 0..24usize {
            let mut side = |most: u64| -> Vec<usize> {
                (0..random.below(most).min(n as u64)).map(|_| random.below(n as u64) as usize).collect()
            };
            let (left, right) = (side(4), side(4));
            let of = |side: &[usize]| side.iter().map(|&i| sample[i]).collect::<Vec<_>>();
            sample.push(values.value_from_options(&of(&left), &of(&right)).unwrap());
            forms.push(left, right);
        }
        for g in 0..sample.len() {
            for h in 0..sample.len() {
                let expected = forms.le(g, h);
                assert_eq!(values.le(sample[g], sample[h]).unwrap(), expected, "{round}: {g} {h} {:?}", forms.options);
                assert_eq!(sample[g] == sample[h], expected && forms.le(h, g), "equal games are one value: {g} {h}");
            }
        }
    }
}

/// Compares `le` with its definition, which uses only options: no stops, thresholds or closed forms.
#[test]
fn the_order_is_that_of_the_definition() {
    arenas(41, 240, 7, |values, sample, random| {
        let mut forms = Forms::default();
        for &g in sample {
            let h = random.pick(sample);
            let (a, b) = (forms.add_value(values, g), forms.add_value(values, h));
            let (le, ge) = (forms.le(a, b), forms.le(b, a));
            assert_eq!((values.le(g, h).unwrap(), values.le(h, g).unwrap()), (le, ge));
            assert_eq!(le && ge, g == h, "the order is antisymmetric");
            let f = random.pick(sample);
            if le && values.le(f, g).unwrap() {
                assert!(values.le(f, h).unwrap(), "the order is transitive");
            }
            let outcome = match (forms.le(b, a), forms.le(a, b)) {
                (true, true) => Outcome::P,
                (true, false) => Outcome::L,
                (false, true) => Outcome::R,
                (false, false) => Outcome::N,
            };
            let difference = values.sub(g, h).unwrap();
            assert_eq!(values.outcome(difference).unwrap(), outcome);
        }
    });
}

/// Checks comparisons with numbers + ups + stars, which `le` decides by thresholds.
#[test]
fn thresholds_are_those_of_the_definition() {
    arenas(43, 120, 6, |values, sample, random| {
        let mut forms = Forms::default();
        for &g in sample {
            let form = forms.add_value(values, g);
            let stop = if random.below(2) == 0 { values.left_stop(g) } else { values.right_stop(g) };
            for up in -4..=4 {
                for nim in 0..3 {
                    let ups = values.intern_number_ups_star(NumberUpsStar { number: stop, up, nim }).unwrap();
                    let other = forms.add_value(values, ups);
                    assert_eq!(values.le(ups, g).unwrap(), forms.le(other, form), "{up} {nim}");
                    assert_eq!(values.le(g, ups).unwrap(), forms.le(form, other), "{up} {nim}");
                }
            }
        }
    });
}

#[test]
fn canonical_forms_have_no_dominated_or_reversible_option() {
    arenas(5, 320, 7, |values, sample, _| {
        for &g in sample {
            let (left, right) = (values.left_options(g).unwrap(), values.right_options(g).unwrap());
            let again = values.value_from_options(&left, &right).unwrap();
            assert_eq!(again, g, "bringing to canonical form changes nothing more");
            for (own, is_left) in [(&left, true), (&right, false)] {
                for &x in own {
                    assert!(own.iter().all(|&y| x == y || !values.le(x, y).unwrap()), "no option dominates another");
                    let answers = if is_left { values.right_options(x) } else { values.left_options(x) }.unwrap();
                    for y in answers {
                        let reversible = if is_left { values.le(y, g) } else { values.le(g, y) }.unwrap();
                        assert!(!reversible, "no option is reversible");
                    }
                }
            }
        }
    });
}

/// Copies a value to another arena, in which the copied values get indices in another order.
fn copied(from: &mut ValueArena, to: &mut ValueArena, g: Value, done: &mut HashMap<Value, Value>) -> Value {
    if let Some(&known) = done.get(&g) {
        return known;
    }
    let (mut left, mut right) = (from.left_options(g).unwrap(), from.right_options(g).unwrap());
    for x in right.iter_mut().rev().chain(left.iter_mut().rev()) {
        *x = copied(from, to, *x, done);
    }
    let value = to.value_from_options(&left, &right).unwrap();
    done.insert(g, value);
    value
}

#[test]
fn sums_obey_their_laws() {
    arenas(7, 320, 6, |values, sample, random| {
        let (mut other, mut to_other, mut back) = (ValueArena::new(), HashMap::new(), HashMap::new());
        for &f in sample {
            let (g, h) = (random.pick(sample), sample[random.below(12) as usize]);
            let negative = values.negative(g).unwrap();
            assert_eq!(values.add(g, negative).unwrap(), Value::ZERO);
            assert_eq!(values.negative(negative).unwrap(), g);
            let (a, b) = (values.add(f, g).unwrap(), values.add(g, h).unwrap());
            let sum = values.add(a, h).unwrap();
            assert_eq!(sum, values.add(f, b).unwrap(), "the sum is associative");
            let le = values.le(f, g).unwrap();
            let (x, y) = (values.add(f, h).unwrap(), values.add(g, h).unwrap());
            assert_eq!(values.le(x, y).unwrap(), le, "adding keeps the order");
            // The sum in reverse order is computed in an arena with other indices.
            let (g, f) = (copied(values, &mut other, g, &mut to_other), copied(values, &mut other, f, &mut to_other));
            let reversed = other.add(g, f).unwrap();
            let texts = [values.text(a, SymbolSet::Arrows), other.text(reversed, SymbolSet::Arrows)];
            assert_eq!(texts[0], texts[1], "what is printed does not depend on the arena");
            assert_eq!(copied(&mut other, values, reversed, &mut back), a, "the sum is commutative");
        }
    });
}

/// Compares `add` with its definition, which uses only options.
///
/// `add` also uses a table of negatives, the translation by numbers, and closed forms.
#[test]
fn sums_are_those_of_the_definition() {
    arenas(11, 80, 3, |values, sample, random| {
        let mut forms = Forms::default();
        for &g in sample {
            let h = random.pick(sample);
            let sum = values.add(g, h).unwrap();
            let (a, b, whole) = (forms.add_value(values, g), forms.add_value(values, h), forms.add_value(values, sum));
            let plain = forms.add(a, b);
            assert!(forms.same(plain, whole));
        }
    });
    arenas(12, 120, 6, |values, sample, random| {
        for &g in sample {
            let h = random.pick(sample);
            let (mut left, mut right) = (vec![], vec![]);
            for (a, b) in [(g, h), (h, g)] {
                left.extend(values.left_options(a).unwrap().into_iter().map(|x| values.add(x, b).unwrap()));
                right.extend(values.right_options(a).unwrap().into_iter().map(|x| values.add(x, b).unwrap()));
            }
            assert_eq!(values.value_from_options(&left, &right).unwrap(), values.add(g, h).unwrap());
        }
    });
}

#[test]
fn copies_are_repeated_sums() {
    arenas(13, 160, 4, |values, sample, random| {
        for &g in sample {
            let n = random.below(7) as i64 - 3;
            let (mut sum, one) = (Value::ZERO, if n < 0 { values.negative(g).unwrap() } else { g });
            for _ in 0..n.abs() {
                sum = values.add(sum, one).unwrap();
            }
            assert_eq!(values.times(n, g).unwrap(), sum);
        }
    });
}

/// Compares g : h with its definition, and checks the colon principle: h <= k implies g : h <= g : k.
#[test]
fn ordinal_sums_obey_their_laws() {
    arenas(47, 120, 4, |values, sample, random| {
        let mut forms = Forms::default();
        for &h in sample {
            let (g, k) = (random.pick(sample), random.pick(sample));
            let sum = values.ordinal_sum(g, h).unwrap();
            let (a, b, whole) = (forms.add_value(values, g), forms.add_value(values, h), forms.add_value(values, sum));
            let plain = forms.ordinal(a, b);
            assert!(forms.same(plain, whole), "of the definition");
            let other = values.ordinal_sum(g, k).unwrap();
            if values.le(h, k).unwrap() {
                assert!(values.le(sum, other).unwrap(), "the colon principle");
            }
            let (a, b) = (values.negative(g).unwrap(), values.negative(h).unwrap());
            let mirrored = values.ordinal_sum(a, b).unwrap();
            assert_eq!(values.negative(mirrored).unwrap(), sum);
        }
    });
}

#[test]
fn means_obey_their_laws() {
    arenas(53, 240, 5, |values, sample, random| {
        for &g in sample {
            let drawn = values.thermograph(g).unwrap();
            let (mean, temperature) = (drawn.mean(), drawn.temperature);
            assert!(values.left_stop(g) >= mean && mean >= values.right_stop(g));
            let h = random.pick(sample);
            let (sum, other) = (values.add(g, h).unwrap(), values.thermograph(h).unwrap());
            let both = values.thermograph(sum).unwrap();
            assert_eq!(both.mean(), mean.plus(other.mean()).unwrap(), "means are additive");
            assert!(both.temperature <= temperature.max(other.temperature));
            if values.birthday(g).unwrap() <= 3 {
                let n = random.below(9) as i64 - 4;
                let all = values.times(n, g).unwrap();
                assert_eq!(values.mean(all).unwrap(), mean.times(Dyadic::integer(n)).unwrap());
            }
        }
    });
}

/// Compares the walls of thermographs with their definition, and with the stops of cooled games.
///
/// Below the temperature, a wall is the best of the options' taxed walls.
#[test]
fn thermographs_are_those_of_options_and_of_cooling() {
    arenas(59, 240, 6, |values, sample, random| {
        for &g in sample {
            let drawn = values.thermograph(g).unwrap();
            // The recursion ends at integers.
            if let Some(n) = values.number_of(g).filter(|x| x.to_integer().is_some()) {
                let mast = vec![(Dyadic::integer(-1), n)];
                assert_eq!((&drawn.left, &drawn.right), (&mast, &mast));
                continue;
            }
            for _ in 0..4 {
                let t = Dyadic::new(i128::from(random.below(160)) - 32, 5).unwrap();
                let (left, right) = (wall_at(&drawn.left, t), wall_at(&drawn.right, t));
                if t >= drawn.temperature {
                    assert!(left == drawn.mean() && right == drawn.mean());
                } else {
                    let [lefts, rights] = [true, false].map(|is_left| {
                        let options = if is_left { values.left_options(g) } else { values.right_options(g) }.unwrap();
                        let walls = options.into_iter().map(|x| values.thermograph(x).unwrap());
                        walls.map(|w| wall_at(if is_left { &w.right } else { &w.left }, t)).collect::<Vec<_>>()
                    });
                    assert_eq!(left, lefts.into_iter().max().unwrap().minus(t).unwrap());
                    assert_eq!(right, rights.into_iter().min().unwrap().plus(t).unwrap());
                    assert!(t < Dyadic::ZERO || left > right, "they have not met yet");
                }
                if t >= Dyadic::ZERO {
                    let cold = values.cool(g, t).unwrap();
                    assert_eq!((values.left_stop(cold), values.right_stop(cold)), (left, right));
                }
            }
        }
    });
}

/// Compares the formula for thermographs of numbers + ups + stars with the recursion over options.
#[test]
fn thermographs_of_numbers_with_ups_match_the_recursion() {
    let mut values = ValueArena::new();
    for text in [
        "1/2", "3/4", "-5/8", "21/32", "1/2*", "3/4^", "5/8v*", "1/2^^", "3/8vv*", "-1/4^*2", "1/2v*2", "7/16^3*",
        "5^", "-2*3",
    ] {
        let g = values.parse(text).unwrap();
        let drawn = values.thermograph(g).unwrap();
        for eighths in -32..=8 {
            let t = Dyadic::new(eighths, 5).unwrap();
            let (left, right) = (wall_at(&drawn.left, t), wall_at(&drawn.right, t));
            if t >= drawn.temperature {
                assert_eq!((left, right), (drawn.mean(), drawn.mean()), "{text} at {t}");
                continue;
            }
            let (lefts, rights) = (values.left_options(g).unwrap(), values.right_options(g).unwrap());
            let gain = lefts.into_iter().map(|x| wall_at(&values.thermograph(x).unwrap().right, t)).max().unwrap();
            let loss = rights.into_iter().map(|x| wall_at(&values.thermograph(x).unwrap().left, t)).min().unwrap();
            assert_eq!((left, right), (gain.minus(t).unwrap(), loss.plus(t).unwrap()), "{text} at {t}");
        }
    }
    let half = values.parse("1/2").unwrap();
    let drawn = values.thermograph(half).unwrap();
    let text = |wall: &[(Dyadic, Dyadic)]| wall.iter().map(|(t, x)| format!("{t}:{x}")).collect::<Vec<_>>().join(" ");
    assert_eq!((text(&drawn.left), text(&drawn.right)), ("-1:1 -1/2:1/2".into(), "-1:0 -1/2:1/2".into()));
}

#[test]
fn heating_and_cooling_obey_their_laws() {
    arenas(61, 200, 5, |values, sample, random| {
        let one = values.integer(1).unwrap();
        for &g in sample {
            let h = random.pick(sample);
            let t = Dyadic::new(random.below(24).into(), 3).unwrap();
            let (a, b, sum) = (values.cool(g, t).unwrap(), values.cool(h, t).unwrap(), values.add(g, h).unwrap());
            assert_eq!(values.cool(sum, t).unwrap(), values.add(a, b).unwrap(), "cooling is additive");
            if values.number_of(g).is_some() {
                assert_eq!(values.freeze(g).unwrap(), g);
                continue;
            }
            let drawn = values.thermograph(g).unwrap();
            let hot = values.heat(g, one).unwrap();
            let hotter = values.thermograph(hot).unwrap();
            assert_eq!(hotter.temperature, drawn.temperature.plus(Dyadic::ONE).unwrap());
            assert_eq!(hotter.mean(), drawn.mean());
            assert_eq!(values.cool(hot, Dyadic::ONE).unwrap(), g, "cooling undoes heating");
            let cold = values.freeze(g).unwrap();
            assert!(values.left_stop(cold) == drawn.mean() && values.right_stop(cold) == drawn.mean());
            let by = values.cool(g, drawn.temperature).unwrap();
            assert_eq!(by, cold);
        }
    });
}

/// Compares heating, overheating and Norton's product with their recursive definitions.
#[test]
fn heating_matches_the_definition() {
    arenas(67, 120, 5, |values, sample, random| {
        for &g in sample {
            let (s, t) = (random.pick(sample), values.number(Dyadic::new(random.below(9).into(), 2).unwrap()).unwrap());
            let negative = values.negative(t).unwrap();
            let number = |values: &mut ValueArena, g| values.number_of(g).map(|_| g);
            let plain = remade(values, g, &number, &[t], &[negative]);
            assert_eq!(values.heat(g, t).unwrap(), plain);
            if values.birthday(s).unwrap() > 3 || values.birthday(g).unwrap() > 4 {
                continue;
            }
            let copies = |values: &mut ValueArena, g| {
                let n = values.number_of(g).and_then(Dyadic::to_integer)?;
                Some(values.times(n, s).unwrap())
            };
            let plain = remade(values, g, &copies, &[t], &[negative]);
            assert_eq!(values.overheat(g, s, t).unwrap(), plain);
            // Norton's product by s is computed with all incentives, including dominated ones.
            if values.birthday(s).unwrap() <= 2 {
                let mut gains = vec![];
                for x in values.left_options(s).unwrap() {
                    gains.push(values.sub(x, s).unwrap());
                }
                for x in values.right_options(s).unwrap() {
                    gains.push(values.sub(s, x).unwrap());
                }
                let left: Vec<_> = gains.iter().map(|&gain| values.add(s, gain).unwrap()).collect();
                let right: Vec<_> = left.iter().map(|&gain| values.negative(gain).unwrap()).collect();
                let plain = remade(values, g, &copies, &left, &right);
                assert_eq!(values.norton(g, s).unwrap(), plain);
            }
        }
    });
}

#[test]
fn products_obey_their_laws() {
    arenas(71, 120, 4, |values, sample, random| {
        let (up, one) = (
            values.intern_number_ups_star(NumberUpsStar { up: 1, ..NumberUpsStar::default() }).unwrap(),
            values.integer(1).unwrap(),
        );
        for &g in sample {
            let (h, product) = (random.pick(sample), values.norton(g, up).unwrap());
            assert_eq!(values.atomic_weight(product).unwrap(), Some(g), "the weight of g.up is g");
            assert_eq!(values.norton(g, one).unwrap(), g);
            assert_eq!(values.overheat(g, one, Value::ZERO).unwrap(), g);
            if values.birthday(g).unwrap() + values.birthday(h).unwrap() <= 5 {
                let (other, sum) = (values.norton(h, up).unwrap(), values.add(g, h).unwrap());
                let (whole, parts) = (values.norton(sum, up).unwrap(), values.add(product, other).unwrap());
                assert_eq!(whole, parts, "the product is additive");
                assert_eq!(values.le(product, other).unwrap(), values.le(g, h).unwrap(), "and keeps the order");
            }
        }
    });
}

#[test]
fn reductions_obey_their_laws() {
    arenas(79, 160, 6, |values, sample, random| {
        let zero = Dyadic::ZERO;
        let up = values.intern_number_ups_star(NumberUpsStar { up: 1, ..NumberUpsStar::default() }).unwrap();
        for &g in sample {
            let reduced = values.reduced(g).unwrap();
            let difference = values.sub(g, reduced).unwrap();
            assert!(values.left_stop(difference) == zero && values.right_stop(difference) == zero, "close");
            assert_eq!(values.reduced(reduced).unwrap(), reduced);
            let shifted = values.add(g, up).unwrap();
            assert_eq!(values.reduced(shifted).unwrap(), reduced, "what is close has the same reduced form");
            assert!(values.birthday(reduced).unwrap() <= values.birthday(g).unwrap());
            let h = random.pick(sample);
            let (a, sum) = (values.reduced(h).unwrap(), values.add(g, h).unwrap());
            let parts = values.add(reduced, a).unwrap();
            assert_eq!(values.reduced(sum).unwrap(), values.reduced(parts).unwrap());
        }
    });
}

#[test]
fn incentives_are_the_best_gains() {
    arenas(83, 120, 5, |values, sample, _| {
        for &g in sample {
            let incentives_kept = values.incentives(g).unwrap();
            let mut all = vec![];
            for x in values.left_options(g).unwrap() {
                all.push(values.sub(x, g).unwrap());
            }
            for x in values.right_options(g).unwrap() {
                all.push(values.sub(g, x).unwrap());
            }
            for gain in all {
                assert!(incentives_kept.iter().any(|&best| values.le(gain, best).unwrap()));
            }
            for &a in &incentives_kept {
                assert!(incentives_kept.iter().all(|&b| a == b || !values.le(a, b).unwrap()));
            }
        }
    });
}

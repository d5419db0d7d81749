//! Laws on random values, held against the definition of comparison on plain trees.

use super::*;
use crate::Outcome;
use std::collections::HashMap;

pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Games as they are written: lists of indices of earlier ones. The judge, which knows no value.
#[derive(Default)]
struct Forms {
    options: Vec<(Vec<usize>, Vec<usize>)>,
    le: HashMap<(usize, usize), bool>,
}

impl Forms {
    fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.le.get(&(g, h)) {
            return known;
        }
        let left = self.options[g].0.clone();
        let right = self.options[h].1.clone();
        let le = !left.into_iter().any(|x| self.le(h, x)) && !right.into_iter().any(|x| self.le(x, g));
        self.le.insert((g, h), le);
        le
    }
}

/// So many random values: small numbers, ups, nimbers, and forms of earlier ones.
pub(super) fn random_values(values: &mut Values, random: &mut Random, count: usize) -> Vec<Value> {
    let mut made = vec![];
    while made.len() < count {
        let small = |random: &mut Random| random.below(7) as i64 - 3;
        let value = match random.below(if made.len() < 8 { 2 } else { 10 }) {
            0 => values.number(Dyadic::new(small(random).into(), random.below(3) as u32).unwrap()).unwrap(),
            1 => {
                let number = Dyadic::integer(small(random) / 2);
                values.of_nus(Nus { number, up: small(random) as i32, nim: random.below(4) as u32 }).unwrap()
            }
            2 => {
                let (g, h) = (made[random.below(made.len() as u64) as usize], made[random.below(8) as usize]);
                values.add(g, h).unwrap()
            }
            _ => {
                let mut side = || -> Vec<Value> {
                    (0..1 + random.below(3)).map(|_| made[random.below(made.len() as u64) as usize]).collect()
                };
                let (left, right) = (side(), side());
                values.canonical(&left, &right).unwrap()
            }
        };
        // Sums of large values grow beyond all bounds.
        if values.birthday(value).unwrap() <= 7 {
            made.push(value);
        }
    }
    made
}

#[test]
fn comparison_agrees_with_the_definition_on_plain_trees() {
    let mut random = Random(3);
    for round in 0..60 {
        let mut values = Values::new();
        let mut forms = Forms::default();
        let mut made: Vec<Value> = vec![];
        for n in 0..24usize {
            let mut side = |most: u64| -> Vec<usize> {
                (0..random.below(most).min(n as u64)).map(|_| random.below(n as u64) as usize).collect()
            };
            let (left, right) = (side(4), side(4));
            let of = |side: &[usize]| side.iter().map(|&i| made[i]).collect::<Vec<_>>();
            made.push(values.canonical(&of(&left), &of(&right)).unwrap());
            forms.options.push((left, right));
        }
        for g in 0..made.len() {
            for h in 0..made.len() {
                let expected = forms.le(g, h);
                assert_eq!(
                    values.le(made[g], made[h]).unwrap(),
                    expected,
                    "round {round}: {g} {h} {:?}",
                    forms.options
                );
                assert_eq!(made[g] == made[h], expected && forms.le(h, g), "equal games are one value: {g} {h}");
            }
        }
    }
}

#[test]
fn canonical_forms_have_no_dominated_or_reversible_option() {
    let mut random = Random(5);
    for _ in 0..20 {
        let mut values = Values::new();
        for g in random_values(&mut values, &mut random, 40) {
            let (left, right) = (values.lefts(g).unwrap(), values.rights(g).unwrap());
            assert_eq!(values.canonical(&left, &right).unwrap(), g, "bringing to canonical form changes nothing more");
            for (own, is_left) in [(&left, true), (&right, false)] {
                for &x in own {
                    for &y in own {
                        assert!(x == y || !values.le(x, y).unwrap(), "no option dominates another");
                    }
                    let answers = if is_left { values.rights(x) } else { values.lefts(x) }.unwrap();
                    for y in answers {
                        let reversible = if is_left { values.le(y, g) } else { values.le(g, y) }.unwrap();
                        assert!(!reversible, "no option is reversible");
                    }
                }
            }
        }
    }
}

/// §10 of the theory: laws of sums, on ten thousand random pairs.
#[test]
fn sums_obey_their_laws() {
    let mut random = Random(7);
    for _ in 0..100 {
        let mut values = Values::new();
        let made = random_values(&mut values, &mut random, 24);
        for _ in 0..100 {
            let mut one = || made[random.below(24) as usize];
            let (f, g, h) = (one(), one(), one());
            let negative = values.negative(g).unwrap();
            assert_eq!(values.add(g, negative).unwrap(), Value::ZERO);
            let (a, b) = (values.add(f, g).unwrap(), values.add(g, h).unwrap());
            let (one, other) = (values.add(a, h).unwrap(), values.add(f, b).unwrap());
            assert_eq!(one, other, "the sum is associative");
            let le = values.le(f, g).unwrap();
            let (x, y) = (values.add(f, h).unwrap(), values.add(g, h).unwrap());
            assert_eq!(values.le(x, y).unwrap(), le, "adding keeps the order");
            let difference = values.sub(g, f).unwrap();
            let outcome = values.outcome(difference).unwrap();
            assert_eq!(le, matches!(outcome, Outcome::P | Outcome::L), "f <= g where Left moving second wins g - f");
        }
    }
}

/// Sums without the table of negatives and without translation agree with those of the options.
#[test]
fn sums_are_those_of_the_options() {
    let mut random = Random(11);
    for _ in 0..30 {
        let mut values = Values::new();
        let made = random_values(&mut values, &mut random, 16);
        for &g in &made {
            for &h in &made {
                let (mut left, mut right) = (vec![], vec![]);
                for (a, b) in [(g, h), (h, g)] {
                    left.extend(values.lefts(a).unwrap().into_iter().map(|x| values.add(x, b).unwrap()));
                    right.extend(values.rights(a).unwrap().into_iter().map(|x| values.add(x, b).unwrap()));
                }
                assert_eq!(values.canonical(&left, &right).unwrap(), values.add(g, h).unwrap());
            }
        }
    }
}

/// A threshold at its cap decides nothing: -1 + 1100 ups <= ±1 + 1200 ups, and {2|0} + 100 ups > 0.
#[test]
fn many_ups_are_compared_right() {
    let mut values = Values::new();
    let ups = |values: &mut Values, n: i32, number: i64| {
        values.of_nus(Nus { number: Dyadic::integer(number), up: n, nim: 0 }).unwrap()
    };
    for (m, n) in [(5, 6), (990, 1200), (998, 1002), (1100, 1200)] {
        let (one, minus) = (values.integer(1).unwrap(), values.integer(-1).unwrap());
        let switch = values.canonical(&[one], &[minus]).unwrap();
        let (low, high) = (ups(&mut values, m, -1), ups(&mut values, n, 0));
        let high = values.add(switch, high).unwrap();
        assert!(values.le(low, high).unwrap(), "{m} {n}");
        assert!(!values.le(high, low).unwrap(), "{m} {n}");
        let higher = ups(&mut values, n + 1, -1);
        assert!(!values.le(higher, high).unwrap(), "-1 + {} ups against ±1 + {n} ups", n + 1);
    }
    let (two, hundred) = (values.integer(2).unwrap(), ups(&mut values, 100, 0));
    let hot = values.canonical(&[two], &[Value::ZERO]).unwrap();
    let sum = values.add(hot, hundred).unwrap();
    assert_eq!(values.outcome(sum).unwrap(), Outcome::L);
}

#[test]
fn limits_hold() {
    let mut values = Values::with(Limits { steps: 10, ..Limits::default() });
    let one = values.integer(1).unwrap();
    let all: Result<Vec<Value>, Limit> = (0..20).map(|_| values.canonical(&[one], &[Value::ZERO])).collect();
    assert_eq!(all, Err(Limit::Steps));
    let mut values = Values::with(Limits { stop: Box::new(|| true), ..Limits::default() });
    let one = values.integer(1).unwrap();
    let all: Result<Vec<Value>, Limit> = (0..5000).map(|_| values.canonical(&[one], &[Value::ZERO])).collect();
    assert_eq!(all, Err(Limit::Cancelled));
    // A chain of switches deeper than any stack: made without going down, refused where it would be gone through.
    let mut values = Values::new();
    let mut g = Value::ZERO;
    let mut refused = None;
    for n in 1..5000 {
        let x = values.integer(-n).unwrap();
        match values.canonical(&[g], &[x]) {
            Ok(value) => g = value,
            Err(limit) => {
                refused = Some(limit);
                break;
            }
        }
    }
    let refused = refused.or_else(|| values.negative(g).err());
    assert_eq!(refused, Some(Limit::Depth));
}

/// Laws of means, temperatures, heating, cooling and freezing on random values.
#[test]
fn temperatures_obey_their_laws() {
    let mut random = Random(13);
    for _ in 0..40 {
        let mut values = Values::new();
        let made = random_values(&mut values, &mut random, 20);
        let one = values.integer(1).unwrap();
        for &g in &made {
            let drawn = values.thermograph(g).unwrap();
            let (mean, temperature) = (drawn.mean(), drawn.temperature);
            assert!(values.left_stop(g) >= mean && mean >= values.right_stop(g));
            if values.number_of(g).is_none() {
                let at_zero = |wall: &Wall| super::thermograph::tests_at(wall, Dyadic::ZERO);
                assert_eq!(at_zero(&drawn.left), values.left_stop(g), "the walls stand on the stops");
                assert_eq!(at_zero(&drawn.right), values.right_stop(g));
                let hot = values.heat(g, one).unwrap();
                assert_eq!(values.temperature(hot).unwrap(), temperature.plus(Dyadic::ONE).unwrap());
                assert_eq!(values.cool(hot, Dyadic::ONE).unwrap(), g, "cooling undoes heating");
                let cold = values.freeze(g).unwrap();
                assert!(values.left_stop(cold) == mean && values.right_stop(cold) == mean);
            }
            if values.birthday(g).unwrap() <= 4 {
                let three = values.times(3, g).unwrap();
                assert_eq!(values.mean(three).unwrap(), mean.times(Dyadic::integer(3)).unwrap());
            }
            let h = made[random.below(20) as usize];
            if values.birthday(g).unwrap() + values.birthday(h).unwrap() <= 9 {
                let sum = values.add(g, h).unwrap();
                let h_drawn = values.thermograph(h).unwrap();
                let s = values.thermograph(sum).unwrap();
                assert_eq!(s.mean(), mean.plus(h_drawn.mean()).unwrap(), "means are additive");
                assert!(s.temperature <= temperature.max(h_drawn.temperature));
            }
        }
    }
}

#[test]
fn ups_are_drawn_as_by_their_options() {
    let mut values = Values::new();
    for up in -3..=3 {
        for nim in 0..4 {
            let g = values.of_nus(Nus { number: Dyadic::ONE, up, nim }).unwrap();
            if values.number_of(g).is_none() {
                let closed = values.thermograph(g).unwrap();
                assert_eq!(closed, values.drawn_from_options(g).unwrap(), "{up} {nim}");
            }
        }
    }
}

#[test]
fn weights_products_and_reductions_obey_their_laws() {
    let mut random = Random(17);
    let mut all_small = 0;
    for _ in 0..40 {
        let mut values = Values::new();
        let made = random_values(&mut values, &mut random, 24);
        let up = values.of_nus(Nus { up: 1, ..Nus::default() }).unwrap();
        let one = values.integer(1).unwrap();
        for (i, &g) in made.iter().enumerate() {
            if values.birthday(g).unwrap() <= 4 {
                let product = values.norton(g, up).unwrap();
                assert_eq!(values.atomic_weight(product).unwrap(), Some(g), "the weight of g.up is g");
                assert_eq!(values.norton(g, one).unwrap(), g);
                assert_eq!(values.overheat(g, one, Value::ZERO).unwrap(), g);
            }
            let h = made[(i + 1) % 24];
            if let (Some(a), Some(b)) = (values.atomic_weight(g).unwrap(), values.atomic_weight(h).unwrap()) {
                let sum = values.add(g, h).unwrap();
                assert_eq!(values.atomic_weight(sum).unwrap(), Some(values.add(a, b).unwrap()), "weights are additive");
                all_small += 1;
            }
            let reduced = values.reduced(g).unwrap();
            let difference = values.sub(g, reduced).unwrap();
            let zero = Dyadic::ZERO;
            assert!(
                values.left_stop(difference) == zero && values.right_stop(difference) == zero,
                "infinitesimally close"
            );
            assert_eq!(values.reduced(reduced).unwrap(), reduced);
            let near = values.add(g, up).unwrap();
            assert_eq!(values.reduced(near).unwrap(), reduced, "what is close has the same reduced form");
        }
    }
    assert!(all_small > 20, "{all_small}");
}

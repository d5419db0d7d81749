//! Random values, and what a value is by the definition alone.
#![allow(dead_code, reason = "every file of tests uses its own part")]

use grundy_value::{Dyadic, Nus, Value, Values};
use std::collections::HashMap;

/// Numbers that look random, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A small number with a denominator of at most 4.
    pub fn number(&mut self) -> Dyadic {
        Dyadic::new(i128::from(self.below(13)) - 6, self.below(3) as u32).unwrap()
    }
}

/// So many random values that last at most `birthday` moves: numbers, ups, nimbers, tinies, sums, and forms of earlier ones.
pub fn random_values(values: &mut Values, random: &mut Random, count: usize, birthday: u64) -> Vec<Value> {
    let mut made = vec![];
    while made.len() < count {
        let small = |random: &mut Random| random.below(7) as i64 - 3;
        let value = match random.below(if made.len() < 8 { 2 } else { 12 }) {
            0 => values.number(Dyadic::new(small(random).into(), random.below(3) as u32).unwrap()).unwrap(),
            1 => {
                let number = Dyadic::integer(small(random) / 3);
                values.of_nus(Nus { number, up: small(random) as i32, nim: random.below(4) as u32 }).unwrap()
            }
            2 => {
                let (g, h) = (random.pick(&made), made[random.below(8) as usize]);
                values.add(g, h).unwrap()
            }
            3 => {
                let threat = values.number(Dyadic::new(1 + i128::from(random.below(6)), 1).unwrap()).unwrap();
                values.tiny(threat).unwrap()
            }
            4 => {
                let g = random.pick(&made);
                values.negative(g).unwrap()
            }
            _ => {
                let mut side = || -> Vec<Value> { (0..1 + random.below(3)).map(|_| random.pick(&made)).collect() };
                let (left, right) = (side(), side());
                values.canonical(&left, &right).unwrap()
            }
        };
        if values.birthday(value).unwrap() <= birthday {
            made.push(value);
        }
    }
    made
}

/// Tells `law` of so many arenas, each with 50 random values.
pub fn arenas(seed: u64, count: usize, birthday: u64, mut law: impl FnMut(&mut Values, &[Value], &mut Random)) {
    let mut random = Random(seed);
    for _ in 0..count {
        let mut values = Values::new();
        let made = random_values(&mut values, &mut random, 50, birthday);
        law(&mut values, &made, &mut random);
    }
}

/// Games as they are written: lists of indices of earlier ones, compared by the definition. The judge, which knows no value.
#[derive(Default)]
pub struct Forms {
    pub options: Vec<[Vec<usize>; 2]>,
    le: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    ordinal: HashMap<(usize, usize), usize>,
    of: HashMap<Value, usize>,
}

impl Forms {
    pub fn push(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.options.push([left, right]);
        self.options.len() - 1
    }

    /// No left option of g is at least h, and no right option of h at most g.
    pub fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.le.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.options[g][0].clone(), self.options[h][1].clone());
        let le = !left.into_iter().any(|x| self.le(h, x)) && !right.into_iter().any(|x| self.le(x, g));
        self.le.insert((g, h), le);
        le
    }

    pub fn same(&mut self, g: usize, h: usize) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// A move in one of the two.
    pub fn add(&mut self, g: usize, h: usize) -> usize {
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return sum;
        }
        let made = [0, 1].map(|side| {
            let (own, other) = (self.options[g][side].clone(), self.options[h][side].clone());
            let mut all: Vec<usize> = own.into_iter().map(|x| self.add(x, h)).collect();
            all.extend(other.into_iter().map(|x| self.add(g, x)));
            all
        });
        let [left, right] = made;
        let sum = self.push(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    /// g : h, where a move in g ends the play in h.
    pub fn ordinal(&mut self, g: usize, h: usize) -> usize {
        if let Some(&sum) = self.ordinal.get(&(g, h)) {
            return sum;
        }
        let made = [0, 1].map(|side| {
            let mut all = self.options[g][side].clone();
            all.extend(self.options[h][side].clone().into_iter().map(|x| self.ordinal(g, x)));
            all
        });
        let [left, right] = made;
        let sum = self.push(left, right);
        self.ordinal.insert((g, h), sum);
        sum
    }

    /// The canonical form of a value, written out.
    pub fn of(&mut self, values: &mut Values, g: Value) -> usize {
        if let Some(&form) = self.of.get(&g) {
            return form;
        }
        let left = values.lefts(g).unwrap().into_iter().map(|x| self.of(values, x)).collect();
        let right = values.rights(g).unwrap().into_iter().map(|x| self.of(values, x)).collect();
        let form = self.push(left, right);
        self.of.insert(g, form);
        form
    }
}

/// A form made again from its leaves on; what `leaf` gives is no longer gone into, and options gain `left` and `right`.
pub fn remade(
    values: &mut Values,
    g: Value,
    leaf: &dyn Fn(&mut Values, Value) -> Option<Value>,
    left: &[Value],
    right: &[Value],
) -> Value {
    if let Some(made) = leaf(values, g) {
        return made;
    }
    let sides = [(values.lefts(g).unwrap(), left), (values.rights(g).unwrap(), right)].map(|(options, gains)| {
        let mut all = vec![];
        for x in options {
            let x = remade(values, x, leaf, left, right);
            all.extend(gains.iter().map(|&gain| values.add(x, gain).unwrap()));
        }
        all
    });
    values.canonical(&sides[0], &sides[1]).unwrap()
}

/// Where a wall stands at a temperature from -1 on: slopes are 0, 1 and -1.
pub fn wall_at(wall: &[(Dyadic, Dyadic)], t: Dyadic) -> Dyadic {
    let after = wall.partition_point(|p| p.0 <= t);
    let (t0, x0) = wall[after - 1];
    let distance = t.minus(t0).unwrap();
    match wall.get(after) {
        Some(&(_, x)) if x > x0 => x0.plus(distance).unwrap(),
        Some(&(_, x)) if x < x0 => x0.minus(distance).unwrap(),
        _ => x0,
    }
}

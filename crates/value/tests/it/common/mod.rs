//! Random values, and operations on games that follow the definitions only.
#![allow(dead_code, reason = "every file of tests uses its own part")]

use grundy_value::{Dyadic, NumberUpsStar, Value, ValueArena};
use std::collections::HashMap;

/// A generator of pseudorandom numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Returns a random number from -6 to 6 with a denominator of at most 4.
    pub fn number(&mut self) -> Dyadic {
        Dyadic::new(i128::from(self.below(13)) - 6, self.below(3) as u32).unwrap()
    }
}

/// Returns `count` random values with a birthday of at most `birthday`.
///
/// The values are numbers, ups, nimbers, tinies, and sums, negatives and forms of earlier values.
pub fn random_values(values: &mut ValueArena, random: &mut Random, count: usize, birthday: u64) -> Vec<Value> {
    let mut sample = vec![];
    while sample.len() < count {
        let small = |random: &mut Random| random.below(7) as i64 - 3;
        let value = match random.below(if sample.len() < 8 { 2 } else { 12 }) {
            0 => values.number(Dyadic::new(small(random).into(), random.below(3) as u32).unwrap()).unwrap(),
            1 => {
                let number = Dyadic::integer(small(random) / 3);
                values
                    .intern_number_ups_star(NumberUpsStar {
                        number,
                        up: small(random) as i32,
                        nim: random.below(4) as u32,
                    })
                    .unwrap()
            }
            2 => {
                let (g, h) = (random.pick(&sample), sample[random.below(8) as usize]);
                values.add(g, h).unwrap()
            }
            3 => {
                let threat = values.number(Dyadic::new(1 + i128::from(random.below(6)), 1).unwrap()).unwrap();
                values.tiny(threat).unwrap()
            }
            4 => {
                let g = random.pick(&sample);
                values.negative(g).unwrap()
            }
            _ => {
                let mut side = || -> Vec<Value> { (0..1 + random.below(3)).map(|_| random.pick(&sample)).collect() };
                let (left, right) = (side(), side());
                values.value_from_options(&left, &right).unwrap()
            }
        };
        if values.birthday(value).unwrap() <= birthday {
            sample.push(value);
        }
    }
    sample
}

/// Calls `law` with `count` arenas, each with 50 random values.
pub fn arenas(seed: u64, count: usize, birthday: u64, mut law: impl FnMut(&mut ValueArena, &[Value], &mut Random)) {
    let mut random = Random(seed);
    for _ in 0..count {
        let mut values = ValueArena::new();
        let sample = random_values(&mut values, &mut random, 50, birthday);
        law(&mut values, &sample, &mut random);
    }
}

/// Games as trees; the options of a game are lists of indices of earlier games.
///
/// All operations follow the definitions, so that they are independent of the arena that they check.
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

    /// Returns whether g <= h: no left option of g is at least h, and no right option of h is at most g.
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

    /// Returns the sum g + h, in which a move is a move in one of the two games.
    pub fn add(&mut self, g: usize, h: usize) -> usize {
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return sum;
        }
        let sides = [0, 1].map(|side| {
            let (own, other) = (self.options[g][side].clone(), self.options[h][side].clone());
            let mut all: Vec<usize> = own.into_iter().map(|x| self.add(x, h)).collect();
            all.extend(other.into_iter().map(|x| self.add(g, x)));
            all
        });
        let [left, right] = sides;
        let sum = self.push(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    /// Returns the ordinal sum g : h, in which a move in g ends the play in h.
    pub fn ordinal(&mut self, g: usize, h: usize) -> usize {
        if let Some(&sum) = self.ordinal.get(&(g, h)) {
            return sum;
        }
        let sides = [0, 1].map(|side| {
            let mut all = self.options[g][side].clone();
            all.extend(self.options[h][side].clone().into_iter().map(|x| self.ordinal(g, x)));
            all
        });
        let [left, right] = sides;
        let sum = self.push(left, right);
        self.ordinal.insert((g, h), sum);
        sum
    }

    /// Adds the canonical form of a value as a tree, and returns its index.
    pub fn add_value(&mut self, values: &mut ValueArena, g: Value) -> usize {
        if let Some(&form) = self.of.get(&g) {
            return form;
        }
        let left = values.left_options(g).unwrap().into_iter().map(|x| self.add_value(values, x)).collect();
        let right = values.right_options(g).unwrap().into_iter().map(|x| self.add_value(values, x)).collect();
        let form = self.push(left, right);
        self.of.insert(g, form);
        form
    }
}

/// Rebuilds a game from its leaves, the positions for which `leaf` returns a value.
///
/// In all other positions, each value of `left` is added to each option of Left, and each value of `right` to each
/// option of Right.
pub fn remade(
    values: &mut ValueArena,
    g: Value,
    leaf: &dyn Fn(&mut ValueArena, Value) -> Option<Value>,
    left: &[Value],
    right: &[Value],
) -> Value {
    if let Some(value) = leaf(values, g) {
        return value;
    }
    let options_and_gains = [(values.left_options(g).unwrap(), left), (values.right_options(g).unwrap(), right)];
    let sides = options_and_gains.map(|(options, gains)| {
        let mut all = vec![];
        for x in options {
            let x = remade(values, x, leaf, left, right);
            all.extend(gains.iter().map(|&gain| values.add(x, gain).unwrap()));
        }
        all
    });
    values.value_from_options(&sides[0], &sides[1]).unwrap()
}

/// Returns the position of a wall at temperature t >= -1; the slopes of walls are 0, 1 and -1.
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

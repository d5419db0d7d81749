//! Tests that planted patterns are found, and that wrong entries and noise have no pattern.

use grundy_proof::{
    Arithmetic, Automaton, Data, Numeration, Pattern, PatternForm, Periodic, Recursion, RecursionStep, fit,
};
use grundy_solve::{Budget, Quantity};

/// A linear congruential generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn list(&mut self, length: u64, below: u64) -> Vec<u32> {
        (0..length).map(|_| self.below(below) as u32).collect()
    }
}

fn table(pattern: &Pattern, side: u64) -> Data {
    let blank = Data::new(pattern.dims, side, vec![0; side.pow(pattern.dims as u32) as usize]);
    let values = blank.points().map(|p| pattern.eval(&p).unwrap() as u32).collect();
    Data::new(pattern.dims, side, values)
}

fn found(data: &Data, of: Quantity) -> Option<Pattern> {
    let form = fit(data, of, &mut vec![], &Budget::default()).unwrap()?;
    Some(Pattern { of, dims: data.dims(), form })
}

/// Checks that the pattern found in a planted table agrees with the planted pattern below `far`.
///
/// The planted table covers parameters below `side`. The two patterns may be of different kinds.
#[track_caller]
fn recovered(planted: &Pattern, side: u64, far: u64) {
    let found = found(&table(planted, side), planted.of);
    let found = found.unwrap_or_else(|| panic!("nothing found for {}", planted.formula()));
    let far_table = table(planted, far);
    for point in far_table.points() {
        let same = found.eval(&point) == planted.eval(&point);
        assert!(same, "{} for {} at {point:?}", found.formula(), planted.formula());
    }
}

#[test]
fn planted_periods() {
    let mut random = Random(1);
    for round in 0..60 {
        let of = if round % 2 == 0 { Quantity::Outcome } else { Quantity::Grundy };
        let letters = if of == Quantity::Outcome { 2 } else { 2 + random.below(9) };
        let (head, cycle) = (random.below(30), 1 + random.below(40));
        let form =
            PatternForm::Periodic(Periodic { head: random.list(head, letters), cycle: random.list(cycle, letters) });
        recovered(&Pattern { of, dims: 1, form }, 1000, 3000);
    }
}

#[test]
fn planted_arithmetic_periods() {
    let mut random = Random(2);
    for _ in 0..40 {
        let (head, cycle) = (random.below(10), 1 + random.below(20));
        let form = PatternForm::Arithmetic(Arithmetic {
            head: random.list(head, 10),
            cycle: random.list(cycle, 20),
            saltus: 1 + random.below(9),
        });
        recovered(&Pattern { of: Quantity::Grundy, dims: 1, form }, 600, 2000);
    }
}

#[test]
fn planted_recursions() {
    let mut random = Random(3);
    for _ in 0..10 {
        let base = 2 + random.below(3);
        let mut steps: Vec<RecursionStep> = (0..base)
            .map(|_| RecursionStep {
                of_value: random.below(2) as i64,
                of_index: random.below(2) as i64,
                plus: random.below(3) as i64,
            })
            .collect();
        steps[0].of_value = 1;
        let form = PatternForm::Recursion(Recursion { head: vec![random.below(3) as u32], steps });
        recovered(&Pattern { of: Quantity::Grundy, dims: 1, form }, 600, 2000);
    }
}

#[test]
fn planted_automata() {
    let mut random = Random(4);
    let plans = [
        (Numeration::Base(2), 1, 5, 3000),
        (Numeration::Base(3), 1, 5, 3000),
        (Numeration::Ostrowski(1), 1, 4, 3000),
        (Numeration::Base(2), 2, 4, 160),
    ];
    for round in 0..12 {
        let (numeration, dims, most, side) = plans[round % 4];
        let states = 2 + random.below(most - 1);
        let letters = (numeration.radix() as usize).pow(dims as u32);
        let mut next: Vec<Vec<Option<u32>>> =
            (0..states).map(|_| (0..letters).map(|_| Some(random.below(states) as u32)).collect()).collect();
        // Leading zeros must not change the state.
        next[0][0] = Some(0);
        let output = random.list(states, 2);
        let form = PatternForm::Automaton(Automaton { numeration, dims, next, output });
        recovered(&Pattern { of: Quantity::Outcome, dims, form }, side, side * 2);
    }
}

#[test]
fn noise_has_no_pattern() {
    let mut random = Random(5);
    for round in 0..3u64 {
        let dims = 1 + round as usize % 3;
        let side = [2000u64, 60, 18][dims - 1];
        let cells = side.pow(dims as u32);
        let values = if round % 2 == 0 { random.list(cells, 2) } else { random.list(cells, 5) };
        // Also test sparse noise.
        let sparse = values.iter().map(|&v| u32::from(v != 0 || random.below(20) != 0)).collect();
        let of = if round % 2 == 0 { Quantity::Outcome } else { Quantity::Grundy };
        assert_eq!(found(&Data::new(dims, side, values), of), None, "{round}");
        assert_eq!(found(&Data::new(dims, side, sparse), Quantity::Outcome), None, "{round}");
    }
}

/// A single wrong entry outside the corner to which a pattern is fitted refutes the pattern.
#[test]
fn wrong_entries_outside_the_corner_refute() {
    let cycle = Pattern {
        of: Quantity::Grundy,
        dims: 1,
        form: PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0, 1, 0, 1, 2, 3, 2] }),
    };
    let xor = |p: &[u64]| (p[0] ^ p[1]) as u32;
    for place in [700, 850, 999] {
        let mut values = table(&cycle, 1000).values().to_vec();
        assert!(found(&Data::new(1, 1000, values.clone()), Quantity::Grundy).is_some());
        values[place] += 5;
        assert_eq!(found(&Data::new(1, 1000, values), Quantity::Grundy), None, "{place}");
    }
    for place in [[39u64, 0], [0, 30], [33, 35]] {
        let side = 40;
        let blank = Data::new(2, side, vec![0; 1600]);
        let mut values: Vec<u32> = blank.points().map(|p| xor(&p)).collect();
        assert!(found(&Data::new(2, side, values.clone()), Quantity::Grundy).is_some());
        values[(place[0] * side + place[1]) as usize] += 1;
        assert_eq!(found(&Data::new(2, side, values), Quantity::Grundy), None, "{place:?}");
    }
}

#[test]
fn the_same_table_always_has_the_same_pattern() {
    let mut random = Random(6);
    let half: Vec<u32> = (0..1500u32).map(|n| u32::from(n & (n + 1) != 0)).collect();
    for values in [half, random.list(1500, 2)] {
        let data = Data::new(1, 1500, values);
        assert_eq!(found(&data, Quantity::Outcome), found(&data, Quantity::Outcome));
    }
}

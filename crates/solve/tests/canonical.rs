//! Values of positions against who wins: G >= H exactly where Left, moving second, wins G - H.

use grundy_games::parse;
use grundy_rules::{Outcome, Play};
use grundy_solve::canonical::Canonical;
use grundy_solve::{Budget, Question, Solver};
use grundy_value::{Signs, Value};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// A random position of a partizan game.
fn position(random: &mut Random) -> String {
    let sets = ["1,2|1,3", "2|1", "1,4|2,3", "1..3|2,5", "3,4|1", "1|1,2"];
    let rules = [
        "left: n -> n-1; n -> (n-3); right: n -> n-2",
        "left: n -> (a)+(n-1-a) for a in 0..n-1; right: n -> (n-2)",
        "left: n -> n-1 if n mod 2 = 0; right: n -> (n-1); n -> (n-3)",
    ];
    match random.below(4) {
        0 | 1 => format!("take[{}]({})", sets[random.below(6) as usize], random.below(14)),
        2 => {
            // Trees and cycles of all colours on the ground.
            let edges: Vec<String> = (1..2 + random.below(5))
                .map(|v| {
                    format!(
                        "{}-{}:{}",
                        random.below(v),
                        if random.below(6) == 0 { 0 } else { v },
                        ["b", "r", "g"][random.below(3) as usize]
                    )
                })
                .collect();
            format!("hackenbush({})", edges.join(","))
        }
        _ => format!("rule{{ {} }}({})", rules[random.below(3) as usize], random.below(9)),
    }
}

/// So many random pairs.
fn pairs(count: usize, seed: u64) {
    let mut random = Random(seed);
    let budget = Budget::default();
    let mut solver = Solver::new();
    let mut canonical = Canonical::new(&budget);
    let question = Question { theorems: false, ..Question::default() };
    let mut met = [0; 4];
    for _ in 0..count {
        let (g, h) = (position(&mut random), position(&mut random));
        let mut value = |text: &str| canonical.of(&parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))).unwrap();
        let (a, b) = (value(&g), value(&h));
        let whole = format!("{g} + -{h}");
        let difference = value(&whole);
        assert_eq!(canonical.values.sub(a, b).unwrap(), difference, "{whole}");
        let spec = parse(&whole).unwrap();
        assert_eq!(spec.play, Play::Normal);
        let outcome = solver.solve(&spec, &question, &budget).unwrap().outcome.unwrap();
        assert_eq!(canonical.values.outcome(difference).unwrap(), outcome, "{whole}");
        assert_eq!(canonical.values.le(b, a).unwrap(), matches!(outcome, Outcome::P | Outcome::L), "{whole}");
        let all = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        met[all.iter().position(|&o| o == outcome).unwrap()] += 1;
    }
    assert!(met.iter().all(|&n| n > count / 50), "every outcome is met: {met:?}");
}

#[test]
fn values_agree_with_who_wins() {
    pairs(1000, 29);
}

#[test]
#[ignore = "ten thousand pairs: by hand"]
fn values_agree_with_who_wins_on_many_pairs() {
    pairs(10_000, 31);
}

/// A tree of blue and red edges is a number in closed form; with its moves listed it is the same.
#[test]
fn numbers_of_trees_are_those_of_their_moves() {
    let mut random = Random(37);
    let mut canonical = Canonical::new(&Budget::default());
    for _ in 0..300 {
        let edges: Vec<(u64, u64, bool)> =
            (1..2 + random.below(8)).map(|v| (random.below(v), v, random.below(2) == 0)).collect();
        let written = |edges: &[(u64, u64, bool)]| {
            let all: Vec<String> =
                edges.iter().map(|(a, b, blue)| format!("{a}-{b}:{}", if *blue { "b" } else { "r" })).collect();
            format!("hackenbush({})", all.join(","))
        };
        let mut value = |edges: &[(u64, u64, bool)]| canonical.of(&parse(&written(edges)).unwrap()).unwrap();
        let closed = value(&edges);
        let (mut left, mut right) = (vec![], vec![]);
        for k in 0..edges.len() {
            // What hangs on the edge vanishes with it: the text may name edges that do not stand.
            let mut rest = edges.clone();
            let (_, _, blue) = rest.remove(k);
            if blue { &mut left } else { &mut right }.push(if rest.is_empty() { Value::ZERO } else { value(&rest) });
        }
        assert_eq!(canonical.values.canonical(&left, &right).unwrap(), closed, "{}", written(&edges));
        assert!(canonical.values.text(closed, Signs::Ascii).is_ok());
    }
}

/// Values that others published: canonical forms, means, temperatures.
#[test]
fn known_values() {
    let mut canonical = Canonical::new(&Budget::default());
    let rows = include_str!("../../../corpus/values/known.tsv");
    let mut met = 0;
    for row in rows.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let value = canonical.read(cells[0], &mut |text| parse(text)).unwrap();
        let values = &mut canonical.values;
        let drawn = values.thermograph(value).unwrap();
        let found =
            [values.text(value, Signs::Ascii).unwrap(), drawn.mean().to_string(), drawn.temperature.to_string()];
        assert_eq!(found[..], cells[1..], "{row}");
        met += 1;
    }
    assert!(met >= 10);
}

//! Values of positions against who wins: G >= H exactly where Left, moving second, wins G - H.

use grundy_games::parse;
use grundy_rules::{Outcome, Play};
use grundy_solve::canonical::Canonical;
use grundy_solve::{Budget, Of, Question, Solver};
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

/// A tree is worth the sum of ordinal sums; with its moves listed it is the same. Of blue and red edges it is a number.
#[test]
fn trees_are_worth_what_their_moves_are() {
    let mut random = Random(37);
    let mut canonical = Canonical::new(&Budget::default());
    for round in 0..600 {
        let colours = if round % 2 == 0 { "br" } else { "brg" };
        // Strings, and trees of any shape.
        let edges: Vec<(u64, u64, &str)> = (1..2 + random.below(if round % 2 == 0 { 8 } else { 6 }))
            .map(|v| {
                let colour = random.below(colours.len() as u64) as usize;
                (if round % 3 == 0 { v - 1 } else { random.below(v) }, v, &colours[colour..=colour])
            })
            .collect();
        let written = |edges: &[(u64, u64, &str)]| {
            let all: Vec<String> = edges.iter().map(|(a, b, colour)| format!("{a}-{b}:{colour}")).collect();
            format!("hackenbush({})", all.join(","))
        };
        let mut value = |edges: &[(u64, u64, &str)]| canonical.of(&parse(&written(edges)).unwrap()).unwrap();
        let closed = value(&edges);
        let (mut left, mut right) = (vec![], vec![]);
        for k in 0..edges.len() {
            // What hangs on the edge vanishes with it: the text may name edges that do not stand.
            let mut rest = edges.clone();
            let (_, _, colour) = rest.remove(k);
            let option = if rest.is_empty() { Value::ZERO } else { value(&rest) };
            for (side, other) in [(&mut left, "r"), (&mut right, "b")] {
                if colour != other {
                    side.push(option);
                }
            }
        }
        assert_eq!(canonical.values.canonical(&left, &right).unwrap(), closed, "{}", written(&edges));
        assert!(colours == "brg" || canonical.values.number_of(closed).is_some());
        assert!(canonical.values.text(closed, Signs::Ascii).is_ok());
    }
}

/// An error that a position can come again shows the positions, and the variables of the move that leads back.
#[test]
fn circles_are_named() {
    let budget = Budget::default();
    for (text, circle, help) in [
        ("rule{ n -> n-p for p in 0..n }(3)", "3 can come again: 3 -> 3", "with p = 0 a move leads from 3 to 3"),
        ("2*rule{ n -> n-p for p in 0..n }(3)", "3 can come again: 3 -> 3", "a condition such as `if p > 0`"),
        (
            "rule{ (n,a) -> (n-p*q,a) for q in 1..2 for p in 0..n }(3,2)",
            "(3,2) can come again: (3,2) -> (3,2)",
            "with q = 1 and p = 0 a move leads from (3,2) to (3,2), and a condition such as `if p > 0`",
        ),
        (
            "rule{ left: (n,t) -> (n,t-1) if t > 0; right: (n,t) -> (n-k,2*t+k) for k in 0..2 if n > 1 }(2,1)",
            "(2,0) can come again: (2,0) -> (2,0)",
            "with k = 0 a move leads from (2,0) to (2,0)",
        ),
        (
            "rule{ (a,b) -> (b,a) if a != b; (a-1,b) }(0,1)",
            "(0,1) can come again: (0,1) -> (1,0) -> (0,1)",
            "a condition such as `if k > 0` may be missing",
        ),
    ] {
        let error = Canonical::new(&budget).of(&parse(text).unwrap()).unwrap_err();
        assert!(error.message.to_string().contains(circle), "{text}: {error}");
        assert!(error.help.as_ref().is_some_and(|told| told.to_string().contains(help)), "{text}: {error}");
    }
    let rules = grundy_games::parse_rules("rule{ (n,a) -> (n-p,a) for p in 0..n }").unwrap();
    let mut solver = Solver::new();
    let error = match solver.table(&rules, Of::Outcome, 4, true, &budget) {
        Err(error) => error,
        Ok(mut table) => table.cell([3, 2, 0]).unwrap_err(),
    };
    assert!(error.message.to_string().contains("can come again: (0,1) -> (0,1)"), "{error}");
    assert!(error.help.as_ref().is_some_and(|help| help.to_string().contains("with p = 0")), "{error}");
}

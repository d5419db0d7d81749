//! Tests multiples of quadratic irrationals, and that patterns of them are found.

use grundy_proof::{Beatty, BeattyRule, Data, Irrational, Pattern, PatternForm};
use grundy_solve::{Budget, Quantity};

#[test]
fn floors_are_exact() {
    let golden = Irrational { p: 1, d: 5, q: 2 };
    // With F(1) = F(2) = 1, floor(F(n) * phi) is F(n+1) for odd n and F(n+1) - 1 for even n.
    let (mut f, mut g) = (1u64, 1u64);
    for n in 1..88 {
        let expected = if n % 2 == 1 { g } else { g - 1 };
        assert_eq!(golden.floor_of(f), Some(expected), "{n}");
        (f, g) = (g, f + g);
    }
    let small = Irrational { p: -1, d: 2, q: 1 };
    assert_eq!((0..6).map(|k| small.floor_of(k).unwrap()).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 2]);
}

fn planted(pattern: &Beatty, side: u64) -> Option<Beatty> {
    let blank = Data::new(2, side, vec![0; (side * side) as usize]);
    let values = blank.points().map(|p| pattern.at(&p).unwrap() as u32).collect();
    Beatty::fit(&Data::new(2, side, values), &Budget::default()).unwrap()
}

#[test]
fn planted_lines_are_found() {
    for (p, d, q, step) in [(1, 5, 2, 1), (0, 2, 1, 2), (-1, 13, 2, 3), (1, 2, 1, 1), (0, 3, 1, 1)] {
        let alpha = Irrational { p, d, q };
        let below = [true, false].map(|equal| BeattyRule::RatioBound { zero: equal, equal });
        let [below, above] = below;
        for rule in [BeattyRule::Pairs { step, from: 0, early: vec![] }, below, above] {
            let pattern = Beatty { alpha, rule };
            // For α < 1 there is no pair whose larger number is at most floor(α times the smaller number).
            if matches!(pattern.rule, BeattyRule::RatioBound { .. }) && alpha.floor_of(1) == Some(0) {
                continue;
            }
            assert_eq!(planted(&pattern, 100), Some(pattern));
        }
    }
    let misere = BeattyRule::Pairs { step: 1, from: 2, early: vec![[2, 2], [0, 1]] };
    let misere = Beatty { alpha: Irrational { p: 1, d: 5, q: 2 }, rule: misere };
    assert_eq!(planted(&misere, 100), Some(misere.clone()));
    assert_eq!(
        Pattern { of: Quantity::Outcome, dims: 2, form: PatternForm::Beatty(misere) }.formula(),
        "P iff min(a, b) == floor(|a - b| * phi) for |a - b| >= 2; P iff (min(a, b) == 2 and max(a, b) == 2) or \
         (min(a, b) == 0 and max(a, b) == 1) for |a - b| < 2"
    );
}

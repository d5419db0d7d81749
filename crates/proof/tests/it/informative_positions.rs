//! Tests that informative positions distinguish patterns that agree on every table.

use grundy_proof::internals::informative_positions::informative_positions;
use grundy_proof::{Automaton, Beatty, BeattyRule, Irrational, Numeration, Pattern, PatternForm, Periodic};
use grundy_solve::Quantity;

/// The wrong patterns here agree with the right ones on every table that is ever computed.
#[test]
fn nearly_right_patterns_are_distinguished() {
    let wythoff = |p, d, q| {
        let rule = BeattyRule::Pairs { step: 1, from: 0, early: vec![] };
        let form = PatternForm::Beatty(Beatty { alpha: Irrational { p, d, q }, rule });
        Pattern { of: Quantity::Outcome, dims: 2, form }
    };
    // phi is 1.61803398874..., whereas the slope of `near` is 1.61803398873...
    let (golden, near) = (wythoff(1, 5, 2), wythoff(0, 26_180_339_887, 100_000));
    let differ_at = |one: &Pattern, other: &Pattern, point: &[u64]| {
        one.eval(point).zip(other.eval(point)).is_some_and(|(x, y)| x != y)
    };
    let differ =
        |one: &Pattern, other: &Pattern| informative_positions(one).iter().any(|point| differ_at(one, other, point));
    assert!((0..3000).all(|a| (0..3000).step_by(7).all(|b| golden.eval(&[a, b]) == near.eval(&[a, b]))));
    assert!(differ(&golden, &near) && differ(&near, &golden));
    let fibonacci = |next: &[[u32; 2]], output: &[u32]| {
        let next = next.iter().map(|row| row.iter().map(|&to| Some(to)).collect()).collect();
        let numeration = Numeration::Ostrowski(1);
        let form = PatternForm::Automaton(Automaton { numeration, dims: 1, next, output: output.to_vec() });
        Pattern { of: Quantity::Outcome, dims: 1, form }
    };
    let right = fibonacci(&[[0, 1], [1, 2], [2, 2]], &[0, 0, 1]);
    // `right` accepts a 1 followed by any number of zeros, `wrong` all of these but the one with twenty zeros.
    let mut next: Vec<[u32; 2]> = (0..=20).map(|s| if s == 0 { [0, 1] } else { [s + 1, 23] }).collect();
    next.extend([[22, 23], [22, 23], [23, 23]]);
    let output: Vec<u32> = (0..24).map(|s| u32::from(s == 21 || s == 23)).collect();
    let wrong = fibonacci(&next, &output);
    assert!((0..10_000).all(|n| right.eval(&[n]) == wrong.eval(&[n])));
    assert!(differ(&right, &wrong) && differ(&wrong, &right));
}

#[test]
fn positions_stay_where_theorems_and_patterns_can_be_evaluated() {
    let rule = BeattyRule::RatioBound { zero: true, equal: false };
    let form = PatternForm::Beatty(Beatty { alpha: Irrational { p: 1, d: 5, q: 2 }, rule });
    for dims in 1..=3 {
        let form =
            if dims == 2 { form.clone() } else { PatternForm::Periodic(Periodic { head: vec![], cycle: vec![0] }) };
        let points = informative_positions(&Pattern { of: Quantity::Outcome, dims, form });
        assert!(points.len() > 10_000);
        assert!(points.iter().all(|point| point.len() == dims && point.iter().all(|&x| x < 1 << 62)));
    }
}

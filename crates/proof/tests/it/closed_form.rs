//! Tests that small closed forms are found.

use grundy_proof::internals::closed_form::apply;
use grundy_proof::{Binary, Data, Expression, Pattern, PatternForm};
use grundy_solve::{Budget, Quantity};

#[test]
fn short_arithmetic_is_that_of_expressions() {
    for op in Binary::ALL {
        for x in -9i64..40 {
            for y in -9i64..40 {
                assert_eq!(apply(op, x, y).map(i128::from), op.apply(x.into(), y.into()), "{op:?} {x} {y}");
            }
        }
    }
}

fn found(of: Quantity, dims: usize, side: u64, entry: impl Fn(&[u64]) -> u64) -> Option<String> {
    let blank = Data::new(dims, side, vec![0; side.pow(dims as u32) as usize]);
    let values = blank.points().map(|p| entry(&p) as u32).collect();
    let data = Data::new(dims, side, values);
    let fit = Expression::fit(&data, of, &Budget::default()).unwrap()?;
    for point in data.points() {
        assert_eq!(fit.at(&point), Some(data.at(&point).into()), "{point:?}");
    }
    Some(Pattern { of, dims, form: PatternForm::Expression(fit) }.formula())
}

#[test]
fn small_forms_are_found() {
    assert_eq!(found(Quantity::Grundy, 2, 20, |p| p[0] ^ p[1]).unwrap(), "G(a,b) = a xor b");
    assert_eq!(found(Quantity::Grundy, 3, 9, |p| p[0] ^ p[1] ^ p[2]).unwrap(), "G(a,b,c) = a xor b xor c");
    assert_eq!(found(Quantity::Grundy, 2, 20, |p| p[0].min(p[1]) / 2).unwrap(), "G(a,b) = floor(min(a, b) / 2)");
    assert_eq!(found(Quantity::Grundy, 1, 200, |p| u64::from(p[0].count_ones())).unwrap(), "G(n) = popcount(n)");
    assert_eq!(found(Quantity::Outcome, 2, 20, |p| u64::from(p[0] != p[1])).unwrap(), "P iff a == b");
    assert_eq!(found(Quantity::Outcome, 3, 9, |p| u64::from(p[0] ^ p[1] != p[2])).unwrap(), "P iff a xor b == c");
    assert_eq!(
        found(Quantity::Outcome, 1, 200, |p| u64::from(p[0] & (p[0] + 1) != 0)).map(|f| f.len() < 40),
        Some(true)
    );
    // A conjunction: each parameter has its own modulus, and 0 counts as 1.
    let both = found(Quantity::Outcome, 2, 40, |p| u64::from(p[0].max(1) % 2 == 0 || p[1].max(1) % 3 != 1)).unwrap();
    assert!(both.contains(" and ") && !both.contains("zeros"), "{both}");
    let dopey = |p: &[u64]| u64::from(p[0] > 0 && p[0].trailing_zeros().is_multiple_of(2));
    assert_eq!(found(Quantity::Outcome, 1, 200, dopey).unwrap(), "P iff trailing_zeros(n) mod 2 != 0 for n >= 1; P(0)");
}

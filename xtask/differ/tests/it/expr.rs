//! Tests of `expr`.

use differ::expr::*;

fn call(function: Function, n: i64) -> Result<i64, Stop> {
    Number::Call(function, vec![Number::Literal(n)]).eval(&with_names(&[]))
}

#[test]
fn division_rounds_down() {
    for (a, b, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (-6, 2, -3, 0)] {
        assert_eq!((floor_div(a, b), a - b * floor_div(a, b)), (quotient, rest));
    }
}

#[test]
fn the_golden_ratio_is_exact() {
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for n in -200..200 {
        assert_eq!(call(Function::Phi, n), Ok((n as f64 * phi).floor() as i64), "{n}");
        assert_eq!(call(Function::PhiSquared, n), Ok((n as f64 * phi * phi).floor() as i64), "{n}");
        assert_eq!(call(Function::OverPhi, n), Ok((n as f64 / phi).floor() as i64), "{n}");
    }
}

#[test]
fn conditions_short_circuit() {
    let silent = || Box::new(Condition::Lost(vec![Number::Literal(-1)]));
    let holds = |n| Box::new(Condition::Compare(Number::Literal(n), vec![(Relation::Equal, Number::Literal(1))]));
    let at = with_names(&[]);
    assert_eq!(Condition::And(holds(0), silent()).eval(&at), Ok(false));
    assert_eq!(Condition::And(holds(1), silent()).eval(&at), Err(Stop::Silent));
    assert_eq!(Condition::Or(holds(1), silent()).eval(&at), Ok(true));
    assert_eq!(Condition::And(silent(), holds(0)).eval(&at), Err(Stop::Silent));
}
